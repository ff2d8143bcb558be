/* dump_check.c: a visitor that judges what it is shown. */
#include "dump_check.h"

#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 32, MAX_PATH = 1024, IN_LIST = 'L', IN_OBJECT = 'O' };

typedef struct judging {
    const al_result *expected;
    const uint32_t
        *field_hashes; /* of its findings: thousands of paths are compared with hundreds of fields */
    uint64_t size;
    bool full;
    const char *problem; /* the first */
    unsigned depth;
    char nest[MAX_DEPTH];
    size_t path_ends[MAX_DEPTH]; /* where the path ended before each of them */
    char path[MAX_PATH];         /* of the innermost object, as findings name it */
    size_t path_end;
} judging;

static void require(judging *j, bool kept, const char *problem)
{
    if (!kept && j->problem == NULL)
        j->problem = problem;
}

static void check_extent(judging *j, al_extent extent)
{
    bool inside = extent.offset <= j->size && extent.length <= j->size - extent.offset;
    require(j, extent.inflated || inside, "the dump shows something that lies outside the file");
}

/* ---- Nesting and paths --------------------------------------------------------------------------------- */

static void enter(judging *j, char what)
{
    require(j, j->depth < MAX_DEPTH, "the dump goes too deep");
    if (j->depth < MAX_DEPTH) {
        j->nest[j->depth] = what;
        j->path_ends[j->depth] = j->path_end;
    }
    j->depth++;
}

static void leave(judging *j, char what)
{
    require(j, j->depth > 0, "the dump closes what it has not opened");
    if (j->depth == 0)
        return;
    j->depth--;
    if (j->depth >= MAX_DEPTH)
        return;
    require(j, j->nest[j->depth] == what, "the dump closes another thing than it opened");
    j->path_end = j->path_ends[j->depth];
    j->path[j->path_end] = '\0';
}

static bool in_list(const judging *j)
{
    return j->depth > 0 && j->depth <= MAX_DEPTH && j->nest[j->depth - 1] == IN_LIST;
}

static void append(judging *j, const char *name, int64_t index)
{
    size_t room = MAX_PATH - j->path_end;
    const char *dot = j->path_end > 0 ? "." : "";
    int length = index < 0 ? snprintf(j->path + j->path_end, room, "%s%s", dot, name)
                           : snprintf(j->path + j->path_end, room, "%s%s[%lld]", dot, name, (long long)index);
    bool fits = length >= 0 && (size_t)length < room;
    require(j, fits, "the dump has paths that no finding could name");
    j->path_end += fits ? (size_t)length : 0;
    j->path[j->path_end] = '\0';
}

static uint32_t hash_of(const char *path)
{
    uint64_t hash = 0;
    for (; *path != '\0'; path++)
        hash = (hash * 31 + (unsigned char)*path) & UINT32_MAX;
    return (uint32_t)hash;
}

/* A finding about a field lies where the dump shows that field, or in a part of it. */
static void compare_with_findings(judging *j, const char *name, al_extent extent)
{
    size_t end = j->path_end;
    append(j, name, -1);
    uint32_t hash = hash_of(j->path);
    for (size_t i = 0; i < j->expected->finding_count && !extent.inflated; i++) {
        const al_finding *f = &j->expected->findings[i];
        if (!f->in_inflated && j->field_hashes[i] == hash && strcmp(f->field, j->path) == 0)
            require(j, f->offset >= extent.offset && f->offset + f->length <= extent.offset + extent.length,
                    "a finding lies elsewhere than the dump shows its field");
    }
    j->path_end = end;
    j->path[end] = '\0';
}

/* ---- The visitor --------------------------------------------------------------------------------------- */

static void on_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    judging *j = context;
    (void)count;
    require(j, name != NULL, "a list has no name");
    check_extent(j, (al_extent){.offset = offset});
    enter(j, IN_LIST);
}

static void on_list_end(void *context)
{
    leave(context, IN_LIST);
}

static void on_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    judging *j = context;
    require(j, name != NULL && index >= -1, "an object has no name, or a negative index");
    check_extent(j, (al_extent){.offset = offset});
    enter(j, IN_OBJECT);
    append(j, name, index);
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
    judging *j = context;
    (void)meaning;
    require(j, name != NULL || in_list(j), "a value has no name");
    require(j, value.kind <= AL_VALUE_TEXT, "a value is of no kind");
    check_extent(j, extent);
    if (name != NULL)
        compare_with_findings(j, name, extent);
    if (value.kind == AL_VALUE_TEXT)
        touch(value.as.text.bytes, value.as.text.length);
}

static void on_series(void *context, const char *name, const al_series *series, al_extent extent)
{
    judging *j = context;
    require(j, name != NULL && series->type != NULL, "a series has no name or no type");
    require(j, series->components >= 1 && series->components <= AL_SERIES_COMPONENTS,
            "a series has no components, or too many");
    require(j, !j->full, "a series is summed up where all of it was asked for");
    check_extent(j, extent);
}

static void on_item(void *context, const double *components, unsigned count, al_extent extent)
{
    judging *j = context;
    require(j, components != NULL && count >= 1 && count <= AL_SERIES_COMPONENTS,
            "an item has no components");
    require(j, j->full, "an item is shown where none was asked for");
    require(j, in_list(j), "an item is shown outside a list");
    check_extent(j, extent);
}

/* A package whose members a check looks at, and a dump doesn't: a .cat has none without its .dat. */
static bool is_archive(const char *format)
{
    for (size_t i = 0; i < al_package_count(); i++)
        if (strcmp(al_package_at(i)->id, format) == 0)
            return strcmp(format, "cat") != 0;
    return false;
}

static const char *dump_with(judging *j, al_checker *checker, const char *name, const void *data)
{
    al_visitor visitor = {
        .size = sizeof(al_visitor),
        .context = j,
        .full = j->full,
        .list = on_list,
        .list_end = on_list_end,
        .object = on_object,
        .object_end = on_object_end,
        .value = on_value,
        .series = on_series,
        .item = on_item,
    };
    al_result *result;
    if (al_dump_memory(checker, name, data, (size_t)j->size, &visitor, &result) != AL_OK)
        return "a dump failed where a check did not";
    require(j, j->depth == 0, "the dump leaves something open");
    const bool list_alone = strcmp(result->format, j->expected->format) == 0 && is_archive(result->format);
    require(j, list_alone || report_compare(result, j->expected).what == NULL,
            "a dump and a check differ in their reports");
    require(j, report_check(result, j->size).what == NULL, "the report of a dump is none");
    al_result_free(result);
    return j->problem;
}

const char *dump_check(al_checker *checker, const char *name, const void *data, size_t size, bool full,
                       const al_result *expected)
{
    uint32_t *hashes = calloc(expected->finding_count + 1, sizeof *hashes);
    if (hashes == NULL)
        return "there is no memory for a dump";
    for (size_t i = 0; i < expected->finding_count; i++)
        hashes[i] = hash_of(expected->findings[i].field);
    judging j = {.expected = expected, .field_hashes = hashes, .size = size, .full = full};
    const char *problem = dump_with(&j, checker, name, data);
    free(hashes);
    return problem;
}
