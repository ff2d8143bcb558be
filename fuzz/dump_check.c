/* dump_check.c: a visitor that tests the dump that it is shown. */
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 32, MAX_PATH = 1024, IN_LIST = 'L', IN_OBJECT = 'O' };

typedef struct dump_test {
    const al_result *expected;
    const uint32_t *field_hashes; /* of its findings, to compare thousands of paths with hundreds of fields */
    uint64_t size;
    bool full, unpacked;
    const char *problem; /* the first */
    unsigned depth;
    char nest[MAX_DEPTH];
    size_t path_ends[MAX_DEPTH]; /* where the path ended before each of them */
    char path[MAX_PATH];         /* of the innermost object, as findings name it */
    size_t path_end;
} dump_test;

static void require(dump_test *t, bool kept, const char *problem)
{
    if (!kept && t->problem == NULL)
        t->problem = problem;
}

static void check_extent(dump_test *t, al_extent extent)
{
    bool inside = extent.offset <= t->size && extent.length <= t->size - extent.offset;
    require(t, t->unpacked || extent.inflated || inside,
            "the dump shows something that lies outside the file");
}

/* ---- Nesting and paths --------------------------------------------------------------------------------- */

static void enter(dump_test *t, char what)
{
    require(t, t->depth < MAX_DEPTH, "the dump is nested too deeply");
    if (t->depth < MAX_DEPTH) {
        t->nest[t->depth] = what;
        t->path_ends[t->depth] = t->path_end;
    }
    t->depth++;
}

static void leave(dump_test *t, char what)
{
    require(t, t->depth > 0, "the dump closes what it has not opened");
    if (t->depth == 0)
        return;
    t->depth--;
    if (t->depth >= MAX_DEPTH)
        return;
    require(t, t->nest[t->depth] == what, "the dump closes another thing than it opened");
    t->path_end = t->path_ends[t->depth];
    t->path[t->path_end] = '\0';
}

static bool in_list(const dump_test *t)
{
    return t->depth > 0 && t->depth <= MAX_DEPTH && t->nest[t->depth - 1] == IN_LIST;
}

static void append(dump_test *t, const char *name, int64_t index)
{
    size_t room = MAX_PATH - t->path_end;
    const char *dot = t->path_end > 0 ? "." : "";
    int length = index < 0 ? snprintf(t->path + t->path_end, room, "%s%s", dot, name)
                           : snprintf(t->path + t->path_end, room, "%s%s[%lld]", dot, name, (long long)index);
    bool fits = length >= 0 && (size_t)length < room;
    require(t, fits, "the dump has paths that no finding could name");
    t->path_end += fits ? (size_t)length : 0;
    t->path[t->path_end] = '\0';
}

static uint32_t hash_of(const char *path)
{
    uint64_t hash = 0;
    for (; *path != '\0'; path++)
        hash = (hash * 31 + (unsigned char)*path) & UINT32_MAX;
    return (uint32_t)hash;
}

/* A finding about a field lies where the dump shows that field, or in a part of it. In a gzip it has the
 * offset of the field alone. */
static void compare_with_findings(dump_test *t, const char *name, al_extent extent)
{
    size_t end = t->path_end;
    append(t, name, -1);
    uint32_t hash = hash_of(t->path);
    for (size_t i = 0; i < t->expected->finding_count && extent.inflated == t->unpacked; i++) {
        const al_finding *f = &t->expected->findings[i];
        const uint64_t from = t->unpacked ? f->inflated_offset : f->offset,
                       length = t->unpacked ? 0 : f->length;
        if (f->in_inflated == t->unpacked && t->field_hashes[i] == hash && strcmp(f->field, t->path) == 0)
            require(t, from >= extent.offset && from + length <= extent.offset + extent.length,
                    "a finding lies elsewhere than the dump shows its field");
    }
    t->path_end = end;
    t->path[end] = '\0';
}

/* ---- The visitor --------------------------------------------------------------------------------------- */

static void on_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    dump_test *t = context;
    (void)count;
    require(t, name != NULL, "a list has no name");
    check_extent(t, (al_extent){.offset = offset});
    enter(t, IN_LIST);
}

static void on_list_end(void *context)
{
    leave(context, IN_LIST);
}

static void on_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    dump_test *t = context;
    require(t, name != NULL && index >= -1, "an object has no name, or a negative index");
    check_extent(t, (al_extent){.offset = offset});
    enter(t, IN_OBJECT);
    append(t, name, index);
}

static void on_object_end(void *context, al_extent extent)
{
    check_extent(context, extent);
    leave(context, IN_OBJECT);
}

/* Reads every byte, for the sanitizer to see. */
static void touch(const char *bytes, size_t length)
{
    volatile char seen = 0;
    for (size_t i = 0; i < length; i++)
        seen = bytes[i];
    (void)seen;
}

static void on_value(void *context, const char *name, al_value value, const char *meaning, al_extent extent)
{
    dump_test *t = context;
    (void)meaning;
    require(t, name != NULL || in_list(t), "a value has no name");
    require(t, value.kind <= AL_VALUE_TEXT, "a value is of no kind");
    check_extent(t, extent);
    if (name != NULL)
        compare_with_findings(t, name, extent);
    if (value.kind == AL_VALUE_TEXT)
        touch(value.as.text.bytes, value.as.text.length);
}

static void on_series(void *context, const char *name, const al_series *series, al_extent extent)
{
    dump_test *t = context;
    require(t, name != NULL && series->type != NULL, "a series has no name or no type");
    require(t, series->components >= 1 && series->components <= AL_SERIES_COMPONENTS,
            "a series has no components, or too many");
    require(t, !t->full, "a series is summed up where all of it was asked for");
    check_extent(t, extent);
}

static void on_item(void *context, const double *components, unsigned count, al_extent extent)
{
    dump_test *t = context;
    require(t, components != NULL && count >= 1 && count <= AL_SERIES_COMPONENTS,
            "an item has no components");
    require(t, t->full, "an item is shown where none was asked for");
    require(t, in_list(t), "an item is shown outside a list");
    check_extent(t, extent);
}

static void on_unpacked(void *context, uint64_t size, al_extent packed)
{
    dump_test *t = context;
    (void)size;
    require(t, t->depth == 0 && !t->unpacked, "the dump is unpacked when something was shown");
    check_extent(t, packed);
    t->unpacked = true;
}

/* A package whose members a check reads, but a dump doesn't; a .cat alone has no members. */
static bool is_archive(const char *format)
{
    for (size_t i = 0; i < al_package_count(); i++)
        if (strcmp(al_package_at(i)->id, format) == 0)
            return strcmp(format, "cat") != 0;
    return false;
}

static const char *dump_with(dump_test *t, al_checker *checker, const char *name, const void *data)
{
    al_visitor visitor = {
        .size = sizeof(al_visitor),
        .context = t,
        .full = t->full,
        .list = on_list,
        .list_end = on_list_end,
        .object = on_object,
        .object_end = on_object_end,
        .value = on_value,
        .series = on_series,
        .item = on_item,
        .unpacked = on_unpacked,
    };
    al_result *result;
    if (al_dump_memory(checker, name, data, (size_t)t->size, &visitor, &result) != AL_OK)
        return "a dump failed where a check did not";
    require(t, t->depth == 0, "the dump leaves something open");
    const bool list_only = strcmp(result->format, t->expected->format) == 0 && is_archive(result->format);
    require(t, list_only || report_compare(result, t->expected).what == NULL,
            "a dump and a check have different reports");
    require(t, report_check(result, t->size).what == NULL, "the report of a dump has a problem");
    al_result_free(result);
    return t->problem;
}

const char *dump_check(al_checker *checker, const char *name, const void *data, size_t size, bool full,
                       const al_result *expected)
{
    uint32_t *hashes = calloc(expected->finding_count + 1, sizeof *hashes);
    if (hashes == NULL)
        return "there is no memory for a dump";
    for (size_t i = 0; i < expected->finding_count; i++)
        hashes[i] = hash_of(expected->findings[i].field);
    dump_test t = {.expected = expected, .field_hashes = hashes, .size = size, .full = full};
    const char *problem = dump_with(&t, checker, name, data);
    free(hashes);
    return problem;
}
