/* values.c: reads a file as dump does, and hashes what it has. The hashes of all values are joined in any
 * order, since a fix may move them. */
#include "fix/values.h"

#include <string.h>

#include "core/map.h"
#include "core/number.h"
#include "engine/judge.h"
#include "kit/outline.h"

/* An open list or object. */
typedef struct level {
    size_t length;  /* of its path */
    uint64_t items; /* of a list, so far */
    bool list, touched;
} level;

typedef struct reading {
    al_map touched; /* by the hash of the path */
    char path[AL_MAX_FIELD];
    size_t length;
    level levels[AL_MAX_PATH_DEPTH];
    size_t depth;
    al_digest digest;
} reading;

/* ---- Paths --------------------------------------------------------------------------------------------- */

static bool note_touched(reading *r, al_arena *a, const char *field)
{
    const uint64_t key = al_hash_text(AL_HASH_START, field);
    return field[0] == '\0' || al_map_find(&r->touched, key) != NULL || al_map_add(&r->touched, a, key, 0);
}

/* Notes the fields that may change. False when out of memory. */
static bool note_all_touched(reading *r, al_arena *a, const al_fix_plan *plan)
{
    bool enough = true;
    for (uint64_t i = 0; i < plan->count && enough; i++)
        enough = note_touched(r, a, plan->items[i].field);
    for (uint64_t i = 0; i < plan->touched_count && enough; i++)
        enough = note_touched(r, a, plan->touched[i]);
    return enough;
}

static bool is_touched(const reading *r)
{
    return al_map_find(&r->touched, al_hash_text(AL_HASH_START, r->path)) != NULL;
}

static void append(reading *r, const char *text)
{
    const size_t room = sizeof r->path - 1 - r->length, length = strlen(text);
    const size_t fits = length < room ? length : room;
    memcpy(r->path + r->length, text, fits);
    r->length += fits;
    r->path[r->length] = '\0';
}

/* Sets the path of something in the innermost level: `name`, `name[index]`, or the next item of a list. An
 * item that is an object has the name of its list. Returns whether its values may change. */
static bool name_it(reading *r, const char *name, int64_t index)
{
    level *in = r->depth > 0 ? &r->levels[r->depth - 1] : NULL;
    const bool item = in != NULL && in->list;
    r->length = in != NULL ? in->length : 0;
    r->path[r->length] = '\0';
    bool touched = in != NULL && in->touched;
    if (!item && name != NULL) {
        append(r, r->length > 0 ? "." : "");
        append(r, name);
        touched = touched || is_touched(r);
    }
    if (item || index >= 0) {
        append(r, "[");
        append(r, al_show_unsigned(index >= 0 ? (uint64_t)index : in->items++).text);
        append(r, "]");
        touched = touched || is_touched(r);
    }
    return touched;
}

static void open(reading *r, bool list, bool touched)
{
    r->levels[r->depth++] = (level){.length = r->length, .list = list, .touched = touched};
}

/* ---- Values -------------------------------------------------------------------------------------------- */

static void add(reading *r, const void *bytes, size_t length)
{
    r->digest.hash ^= al_hash_bytes(al_hash_bytes(AL_HASH_START, r->path, r->length), bytes, length);
    r->digest.count++;
}

static void on_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    reading *r = context;
    (void)count, (void)offset;
    open(r, true, name_it(r, name, -1));
}

static void on_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    reading *r = context;
    (void)offset;
    open(r, false, name_it(r, name, index));
}

static void on_list_end(void *context)
{
    ((reading *)context)->depth--;
}

static void on_object_end(void *context, al_extent extent)
{
    (void)extent;
    ((reading *)context)->depth--;
}

static void on_value(void *context, const char *name, al_value value, const char *meaning, al_extent extent)
{
    reading *r = context;
    (void)meaning, (void)extent;
    if (name_it(r, name, -1))
        return;
    if (value.kind == AL_VALUE_TEXT)
        add(r, value.as.text.bytes, value.as.text.length);
    else
        add(r, &value.as, sizeof value.as.uint_value);
}

static void on_item(void *context, const double *components, unsigned count, al_extent extent)
{
    (void)extent;
    if (!name_it(context, NULL, -1))
        add(context, components, count * sizeof *components);
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

al_digest al_digest_of(al_checker *checker, uint64_t memory, const al_format *format, const char *name,
                       al_span file, const al_fix_plan *plan)
{
    reading r = {.depth = 0};
    const al_visitor visitor = {.size = sizeof visitor,
                                .context = &r,
                                .full = true,
                                .list = on_list,
                                .list_end = on_list_end,
                                .object = on_object,
                                .object_end = on_object_end,
                                .value = on_value,
                                .item = on_item};
    al_budget budget = al_budget_of(memory, checker->options->fail_allocation);
    al_rereading again;
    al_outline outline;
    al_reread(&again, checker, &budget, format, name, file);
    if (note_all_touched(&r, &again.arena, plan)) {
        al_outline_start(&outline, &again.job, &visitor);
        al_parse_and_judge(format, &again.job);
        al_outline_end(&outline);
    }
    al_arena_free(&again.arena);
    r.digest.shortage = budget.shortage;
    return r.digest;
}
