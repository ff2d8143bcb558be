/* bgp_parse.c: recognises and reads a BGP: assets, then states, their actions and transitions. */
#include "core/text.h"
#include "formats/anark/bgp/bgp.h"
#include "kit/describe_content.h"

#define AL_LAYOUT      "formats/anark/bgp/layout.def"
#define AL_LAYOUT_LIST bgp_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

/* The format has no magic. */
bool bgp_match(al_span head, const char *base_name)
{
    (void)head;
    return al_has_extension(base_name, "bgp", 3);
}

/* The least sizes: the lengths of the texts, and the counts. */
enum { LENGTH = 4, SMALLEST_ASSET = 3 * LENGTH, SMALLEST_ACTION = 2 * LENGTH };
enum {
    SMALLEST_STATE = LENGTH + BGP_PRELUDE_BYTES + BGP_TRANSITIONS_BYTES + BGP_POSTLUDE_BYTES,
    SMALLEST_TRANSITION = 2 * LENGTH + BGP_ACTIONS_BYTES
};

static const bgp_visitor no_visitor = {.context = NULL};

/* The number of items with the paths `path`[i]; 0 if the file is too small for it, and then the walk stops.
 */
static uint32_t take_count(al_walk *w, const al_layout *layout, const al_path *path, uint64_t smallest,
                           const char *what)
{
    al_span record;
    if (!al_walk_fields(w, layout, path->up, &record))
        return 0;
    const al_counter counter = {.layout = layout, .record = record, .up = path->up};
    return al_walk_list(w, &counter, smallest, path, what) ? al_u32_at(record, 0) : 0;
}

/* ---- The walk, for the parser and for the rules -------------------------------------------------------- */

static void walk_actions(al_walk *w, const al_path *up, const al_layout *layout, const char *name,
                         const bgp_visitor *v)
{
    const al_path path = al_field(up, name);
    const uint32_t count = take_count(w, layout, &path, SMALLEST_ACTION, "actions");
    for (uint32_t i = 0; i < count && !w->stopped; i++) {
        bgp_action a = {.path = al_item(up, name, i)};
        if (al_walk_text(w, &a.path, "action", &a.action))
            (void)!al_walk_text(w, &a.path, "assetId", &a.asset);
        if (v->action != NULL)
            v->action(v->context, &a);
    }
}

static void walk_transitions(al_walk *w, const al_path *up, const bgp_visitor *v)
{
    const al_path path = al_field(up, "transitions");
    const uint32_t count = take_count(w, &bgp_transitions_layout, &path, SMALLEST_TRANSITION, "transitions");
    for (uint32_t i = 0; i < count && !w->stopped; i++) {
        bgp_transition t = {.path = al_item(up, "transitions", i)};
        if (al_walk_text(w, &t.path, "toStateId", &t.to))
            (void)!al_walk_text(w, &t.path, "event", &t.event);
        if (v->transition != NULL)
            v->transition(v->context, &t);
        if (!w->stopped)
            walk_actions(w, &t.path, &bgp_actions_layout, "actions", v);
    }
}

static void walk_state(al_walk *w, uint64_t number, const bgp_visitor *v)
{
    const al_path path = al_item(NULL, "states", number);
    al_string id;
    const bool whole = al_walk_text(w, &path, "id", &id);
    if (v->state != NULL)
        v->state(v->context, number, &id);
    if (whole)
        walk_actions(w, &path, &bgp_prelude_layout, "prelude", v);
    if (!w->stopped)
        walk_transitions(w, &path, v);
    if (!w->stopped)
        walk_actions(w, &path, &bgp_postlude_layout, "postlude", v);
}

static void walk_asset(al_walk *w, uint64_t number, const bgp_visitor *v)
{
    bgp_asset a = {.path = al_item(NULL, "assets", number), .number = number};
    if (al_walk_text(w, &a.path, "type", &a.type) && al_walk_text(w, &a.path, "id", &a.id))
        (void)!al_walk_text(w, &a.path, "bgfFilePath", &a.file);
    if (v->asset != NULL)
        v->asset(v->context, &a);
}

void bgp_visit_state(const bgp_file *f, uint64_t number, const bgp_visitor *v)
{
    al_walk w = al_walk_again(&f->walk, f->state_at[number]);
    walk_state(&w, number, v);
}

void bgp_visit_assets(const bgp_file *f, const bgp_visitor *v)
{
    al_walk w = al_walk_again(&f->walk, BGP_START_BYTES + BGP_ASSETS_BYTES);
    for (uint64_t i = 0; i < f->assets; i++)
        walk_asset(&w, i, v);
}

void bgp_visit_states(const bgp_file *f, const bgp_visitor *v)
{
    for (uint64_t i = 0; i < f->states; i++)
        bgp_visit_state(f, i, v);
}

/* ---- The first walk ------------------------------------------------------------------------------------ */

static void read_assets(bgp_file *f)
{
    const al_path path = al_field(NULL, "assets");
    const uint32_t count = take_count(&f->walk, &bgp_assets_layout, &path, SMALLEST_ASSET, "assets");
    for (; f->assets < count && !f->walk.stopped; f->assets++)
        walk_asset(&f->walk, f->assets, &no_visitor);
}

static void note_state(void *context, uint64_t number, const al_string *id)
{
    bgp_file *f = context;
    (void)number;
    f->states_known = bgp_is_there(id);
}

/* False when memory is short. */
static bool read_states(bgp_file *f)
{
    const bgp_visitor notes = {.context = f, .state = note_state};
    const al_path path = al_field(NULL, "states");
    const uint32_t count = take_count(&f->walk, &bgp_states_layout, &path, SMALLEST_STATE, "states");
    if (f->walk.stopped)
        return true;
    f->state_at = al_alloc(f->walk.job->arena, count, sizeof *f->state_at);
    if (f->state_at == NULL)
        return false;
    f->states_known = count == 0;
    for (; f->states < count && !f->walk.stopped; f->states++) {
        f->state_at[f->states] = f->walk.at;
        walk_state(&f->walk, f->states, &notes);
    }
    f->states_known = f->states_known && f->states == count;
    return true;
}

/* The first byte is the byte order, and the only mark of the format. */
static bool read_start(bgp_file *f)
{
    al_walk *w = &f->walk;
    f->start = al_slice_available(w->bytes, 0, BGP_START_BYTES);
    if (f->start.len > 0 && bgp_start_is_legal(f->start, BGP_START_AT_endianness)) {
        w->bytes.big_endian = al_u8_at(f->start, 0) == 1;
        return al_walk_fields(w, &bgp_start_layout, NULL, &f->start);
    }
    al_claim claim = bgp_start_claim_at(BGP_BAD_MAGIC, f->start, BGP_START_AT_endianness, NULL);
    claim.expected = al_uint(0);
    al_walk_announce_record(w, &bgp_start_layout, NULL, f->start);
    if (f->start.len > 0) {
        al_report(w->job->sink, &claim, "file begins with the byte %u, not with 0 or 1%s",
                  al_u8_at(f->start, 0), al_describe_content(w->job->file));
    } else {
        claim.actual = (al_value){.kind = AL_VALUE_NONE};
        al_report(w->job->sink, &claim, "file is empty");
    }
    return false;
}

al_parsed bgp_parse(al_job *job, void *document)
{
    bgp_file *f = document;
    f->walk = al_walk_of(job, BGP_TRUNCATED, BGP_COUNT_RANGE);
    f->walk.nul_ended = true;
    if (!read_start(f))
        return AL_REFUSED;
    read_assets(f);
    return f->walk.stopped || read_states(f) ? AL_READ : AL_NO_MEMORY;
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
