/* walk.c: a visitor that judges the walk it is led on. */
#include "walk.h"

#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 32, MAX_PATH = 1024, IN_LIST = 'L', IN_OBJECT = 'O' };

typedef struct walk {
    const al_result *expected;
    const uint32_t
        *field_hashes; /* of its findings: thousands of paths are compared with hundreds of fields */
    uint64_t size;
    bool full;
    const char *flaw; /* the first */
    unsigned depth;
    char nest[MAX_DEPTH];
    size_t path_ends[MAX_DEPTH]; /* where the path ended before each of them */
    char path[MAX_PATH];         /* of the innermost object, as findings name it */
    size_t path_end;
} walk;

static void require(walk *w, bool kept, const char *flaw)
{
    if (!kept && w->flaw == NULL)
        w->flaw = flaw;
}

static void check_extent(walk *w, al_extent extent)
{
    bool inside = extent.offset <= w->size && extent.length <= w->size - extent.offset;
    require(w, extent.inflated || inside, "the walk shows something that lies outside the file");
}

/* ---- Nesting and paths --------------------------------------------------------------------------------- */

static void enter(walk *w, char what)
{
    require(w, w->depth < MAX_DEPTH, "the walk goes too deep");
    if (w->depth < MAX_DEPTH) {
        w->nest[w->depth] = what;
        w->path_ends[w->depth] = w->path_end;
    }
    w->depth++;
}

static void leave(walk *w, char what)
{
    require(w, w->depth > 0, "the walk closes what it has not opened");
    if (w->depth == 0)
        return;
    w->depth--;
    if (w->depth >= MAX_DEPTH)
        return;
    require(w, w->nest[w->depth] == what, "the walk closes another thing than it opened");
    w->path_end = w->path_ends[w->depth];
    w->path[w->path_end] = '\0';
}

static bool in_list(const walk *w)
{
    return w->depth > 0 && w->depth <= MAX_DEPTH && w->nest[w->depth - 1] == IN_LIST;
}

static void append(walk *w, const char *name, int64_t index)
{
    size_t room = MAX_PATH - w->path_end;
    const char *dot = w->path_end > 0 ? "." : "";
    int length = index < 0 ? snprintf(w->path + w->path_end, room, "%s%s", dot, name)
                           : snprintf(w->path + w->path_end, room, "%s%s[%lld]", dot, name, (long long)index);
    bool fits = length >= 0 && (size_t)length < room;
    require(w, fits, "the walk has paths that no finding could name");
    w->path_end += fits ? (size_t)length : 0;
    w->path[w->path_end] = '\0';
}

static uint32_t hash_of(const char *path)
{
    uint64_t hash = 0;
    for (; *path != '\0'; path++)
        hash = (hash * 31 + (unsigned char)*path) & UINT32_MAX;
    return (uint32_t)hash;
}

/* A finding about a field lies where the walk shows that field, or in a part of it. */
static void compare_with_findings(walk *w, const char *name, al_extent extent)
{
    size_t end = w->path_end;
    append(w, name, -1);
    uint32_t hash = hash_of(w->path);
    for (size_t i = 0; i < w->expected->finding_count && !extent.inflated; i++) {
        const al_finding *f = &w->expected->findings[i];
        if (!f->in_inflated && w->field_hashes[i] == hash && strcmp(f->field, w->path) == 0)
            require(w, f->offset >= extent.offset && f->offset + f->length <= extent.offset + extent.length,
                    "a finding lies elsewhere than the walk shows its field");
    }
    w->path_end = end;
    w->path[end] = '\0';
}

/* ---- The visitor --------------------------------------------------------------------------------------- */

static void on_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    walk *w = context;
    (void)count;
    require(w, name != NULL, "a list has no name");
    check_extent(w, (al_extent){.offset = offset});
    enter(w, IN_LIST);
}

static void on_list_end(void *context)
{
    leave(context, IN_LIST);
}

static void on_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    walk *w = context;
    require(w, name != NULL && index >= -1, "an object has no name, or a negative index");
    check_extent(w, (al_extent){.offset = offset});
    enter(w, IN_OBJECT);
    append(w, name, index);
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
    walk *w = context;
    (void)meaning;
    require(w, name != NULL || in_list(w), "a value has no name");
    require(w, value.kind <= AL_VALUE_TEXT, "a value is of no kind");
    check_extent(w, extent);
    if (name != NULL)
        compare_with_findings(w, name, extent);
    if (value.kind == AL_VALUE_TEXT)
        touch(value.as.text.bytes, value.as.text.length);
}

static void on_series(void *context, const char *name, const al_series *series, al_extent extent)
{
    walk *w = context;
    require(w, name != NULL && series->type != NULL, "a series has no name or no type");
    require(w, series->components >= 1 && series->components <= AL_SERIES_COMPONENTS,
            "a series has no components, or too many");
    require(w, !w->full, "a series is summed up where all of it was asked for");
    check_extent(w, extent);
}

static void on_item(void *context, const double *components, unsigned count, al_extent extent)
{
    walk *w = context;
    require(w, components != NULL && count >= 1 && count <= AL_SERIES_COMPONENTS,
            "an item has no components");
    require(w, w->full, "an item is shown where none was asked for");
    require(w, in_list(w), "an item is shown outside a list");
    check_extent(w, extent);
}

static const char *walk_with(walk *w, al_checker *checker, const char *name, const void *data)
{
    al_visitor visitor = {
        .context = w,
        .full = w->full,
        .list = on_list,
        .list_end = on_list_end,
        .object = on_object,
        .object_end = on_object_end,
        .value = on_value,
        .series = on_series,
        .item = on_item,
    };
    al_result *result;
    if (al_dump_memory(checker, name, data, (size_t)w->size, &visitor, &result) != AL_OK)
        return "a walk failed where a check did not";
    require(w, w->depth == 0, "the walk leaves something open");
    require(w, report_compare(result, w->expected).what == NULL,
            "a walk and a check differ in their reports");
    al_result_free(result);
    return w->flaw;
}

const char *walk_judge(al_checker *checker, const char *name, const void *data, size_t size, bool full,
                       const al_result *expected)
{
    uint32_t *hashes = calloc(expected->finding_count + 1, sizeof *hashes);
    if (hashes == NULL)
        return "there is no memory for a walk";
    for (size_t i = 0; i < expected->finding_count; i++)
        hashes[i] = hash_of(expected->findings[i].field);
    walk w = {.expected = expected, .field_hashes = hashes, .size = size, .full = full};
    const char *flaw = walk_with(&w, checker, name, data);
    free(hashes);
    return flaw;
}
