/* bgp_parse.c: recognises and reads a BGP: assets, then states, their actions and transitions. */
#include "core/text.h"
#include "formats/anark/bgp/bgp.h"

#define AL_LAYOUT      "formats/anark/bgp/layout.def"
#define AL_LAYOUT_LIST bgp_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

/* There is no magic. */
bool bgp_match(al_span head, const char *base_name)
{
    (void)head;
    return al_has_extension(base_name, "bgp", 3);
}

/* What things take at least: the lengths of their texts, and the numbers of what they hold. */
enum { LENGTH = 4, SMALLEST_ASSET = 3 * LENGTH, SMALLEST_ACTION = 2 * LENGTH };
enum {
    SMALLEST_STATE = LENGTH + BGP_PRELUDE_BYTES + BGP_TRANSITIONS_BYTES + BGP_POSTLUDE_BYTES,
    SMALLEST_TRANSITION = 2 * LENGTH + BGP_ACTIONS_BYTES
};

/* A count, and whether so many can be. */
static bool take_count(al_walk *w, const al_layout *layout, const al_path *up, uint64_t smallest,
                       const char *what, al_span *out)
{
    const al_path path = al_field(up, layout->rows[0].name);
    if (!al_walk_take(w, layout->size, &path, "a number", out))
        return false;
    const al_counter counter = {.layout = layout, .record = *out, .up = up};
    return al_walk_count(w, &counter, smallest, what);
}

/* ---- The walk: once aloud, then in silence ------------------------------------------------------------- */

static void walk_actions(al_walk *w, const al_path *up, const al_layout *layout, const char *name,
                         const bgp_visitor *v)
{
    al_span count = {.base = 0};
    const bool counted = take_count(w, layout, up, SMALLEST_ACTION, "actions", &count);
    if (v->actions != NULL)
        v->actions(v->context, layout, count, name);
    for (uint32_t i = 0; counted && i < al_u32_at(count, 0) && !w->stopped; i++) {
        bgp_action a = {.path = al_item(up, name, i)};
        if (al_walk_text(w, &a.path, "action", &a.action))
            (void)!al_walk_text(w, &a.path, "assetId", &a.asset);
        if (v->action != NULL)
            v->action(v->context, &a);
    }
    if (v->actions_end != NULL)
        v->actions_end(v->context);
}

static void walk_transitions(al_walk *w, const al_path *up, const bgp_visitor *v)
{
    al_span count = {.base = 0};
    const bool counted =
        take_count(w, &bgp_transitions_layout, up, SMALLEST_TRANSITION, "transitions", &count);
    if (v->transitions != NULL)
        v->transitions(v->context, count);
    for (uint32_t i = 0; counted && i < al_u32_at(count, 0) && !w->stopped; i++) {
        bgp_transition t = {.path = al_item(up, "transitions", i), .number = i};
        if (al_walk_text(w, &t.path, "toStateId", &t.to))
            (void)!al_walk_text(w, &t.path, "event", &t.event);
        if (v->transition != NULL)
            v->transition(v->context, &t);
        if (!w->stopped)
            walk_actions(w, &t.path, &bgp_actions_layout, "actions", v);
        if (v->transition_end != NULL)
            v->transition_end(v->context);
    }
    if (v->transitions_end != NULL)
        v->transitions_end(v->context);
}

/* What follows a state's id. */
static void walk_state_contents(al_walk *w, const al_path *path, const bgp_visitor *v)
{
    walk_actions(w, path, &bgp_prelude_layout, "prelude", v);
    if (!w->stopped)
        walk_transitions(w, path, v);
    if (!w->stopped)
        walk_actions(w, path, &bgp_postlude_layout, "postlude", v);
}

static void walk_state(al_walk *w, uint64_t number, const bgp_visitor *v)
{
    const al_path path = al_item(NULL, "states", number);
    al_string id;
    const bool whole = al_walk_text(w, &path, "id", &id);
    if (v->state != NULL)
        v->state(v->context, number, &id);
    if (whole)
        walk_state_contents(w, &path, v);
    if (v->state_end != NULL)
        v->state_end(v->context);
}

static void walk_asset(al_walk *w, uint64_t number, const bgp_visitor *v)
{
    bgp_asset a = {.path = al_item(NULL, "assets", number), .number = number};
    if (al_walk_text(w, &a.path, "type", &a.type) && al_walk_text(w, &a.path, "id", &a.id))
        (void)!al_walk_text(w, &a.path, "bgfFilePath", &a.file);
    if (v->asset != NULL)
        v->asset(v->context, &a);
}

static al_walk walk_from(const bgp_file *f, uint64_t at, bool silent)
{
    al_walk w = al_walk_of(f->job, BGP_TRUNCATED, BGP_COUNT_RANGE);
    w.bytes = f->bytes;
    w.at = at;
    w.silent = silent;
    return w;
}

void bgp_visit_state(const bgp_file *f, uint64_t number, const bgp_visitor *v)
{
    al_walk w = walk_from(f, f->state_at[number], true);
    walk_state(&w, number, v);
}

void bgp_visit_assets(const bgp_file *f, const bgp_visitor *v)
{
    al_walk w = walk_from(f, BGP_START_BYTES + BGP_ASSETS_BYTES, true);
    for (uint64_t i = 0; i < f->assets; i++)
        walk_asset(&w, i, v);
}

void bgp_visit_states(const bgp_file *f, const bgp_visitor *v)
{
    for (uint64_t i = 0; i < f->states; i++)
        bgp_visit_state(f, i, v);
}

/* ---- The first walk ------------------------------------------------------------------------------------ */

static void read_assets(bgp_file *f, al_walk *w)
{
    const bgp_visitor nobody = {.context = NULL};
    if (!take_count(w, &bgp_assets_layout, NULL, SMALLEST_ASSET, "assets", &f->asset_count))
        return;
    for (uint32_t i = 0; i < al_u32_at(f->asset_count, 0) && !w->stopped; i++) {
        walk_asset(w, i, &nobody);
        f->assets++;
    }
    f->assets_known = !w->stopped;
}

static void note_state(void *context, uint64_t number, const al_string *id)
{
    bgp_file *f = context;
    f->states_known = number + 1 == al_u32_at(f->state_count, 0) && bgp_is_there(id);
}

/* False when memory is short. */
static bool read_states(bgp_file *f, al_walk *w)
{
    const bgp_visitor notes = {.context = f, .state = note_state};
    if (!take_count(w, &bgp_states_layout, NULL, SMALLEST_STATE, "states", &f->state_count))
        return true;
    const uint32_t count = al_u32_at(f->state_count, 0);
    f->state_at = al_alloc(f->job->arena, count, sizeof *f->state_at);
    if (f->state_at == NULL)
        return false;
    f->states_known = count == 0;
    for (uint32_t i = 0; i < count && !w->stopped; i++) {
        f->state_at[i] = w->at;
        walk_state(w, i, &notes);
        f->states++;
    }
    f->whole = !w->stopped;
    f->end = w->at;
    return true;
}

/* The first byte says how to read all others. */
static bool read_byte_order(bgp_file *f, al_walk *w)
{
    const al_span start = al_slice_available(f->bytes, 0, BGP_START_BYTES);
    const uint8_t order = al_u8_at(start, 0);
    const bool known = start.len > 0 && order <= 1;
    if (known && order == 0) {
        w->at = BGP_START_BYTES;
        return true;
    }
    al_claim claim = al_field_claim(known ? BGP_BIG_ENDIAN : BGP_BAD_MAGIC, &bgp_start_layout, start,
                                    BGP_START_AT_endianness, NULL);
    claim.expected = al_uint(0);
    if (start.len == 0)
        claim.actual = (al_value){.kind = AL_VALUE_NONE};
    if (start.len == 0)
        al_report(f->job->sink, &claim, "file is empty");
    else if (known)
        al_report(f->job->sink, &claim,
                  "the file says that it is big-endian, the game reads little-endian ones");
    else
        al_report(f->job->sink, &claim, "file begins with the byte %u, not with 0 or 1", order);
    f->bytes.big_endian = w->bytes.big_endian = known;
    w->at = start.len;
    return known;
}

bool bgp_parse(al_job *job, bgp_file *f)
{
    *f = (bgp_file){.job = job, .bytes = job->file};
    al_walk w = walk_from(f, 0, false);
    f->readable = read_byte_order(f, &w);
    if (!f->readable)
        return true;
    read_assets(f, &w);
    return w.stopped || read_states(f, &w);
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

bool bgp_is_there(const al_string *string)
{
    return string->field.len >= LENGTH && string->field.len - LENGTH == al_u32_at(string->field, 0);
}

al_span bgp_text(const al_string *string)
{
    return al_slice_available(string->text, 0, al_text_length(string->text));
}

bool bgp_is_terminated(const al_string *string)
{
    return string->text.len > 0 && al_u8_at(string->text, string->text.len - 1) == 0;
}
