/* bgp.c: recognises, reads and judges a BGP: assets, then states, their actions and transitions. */
#include <inttypes.h>
#include <string.h>

#include "core/text.h"
#include "kit/describe_content.h"
#include "kit/hooks.h"
#include "kit/names.h"
#include "kit/walk.h"

#define AL_RULES "rules/bgp.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/anark/bgp/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

extern const al_layout *const bgp_layouts[];
extern const al_hooks bgp_hooks; /* for formats.c */

typedef struct bgp_file {
    al_span start;           /* the first byte */
    al_walk walk;            /* at the end of the part that was read; complete if it has not stopped */
    bool states_known;       /* the ids of all states were read */
    uint64_t assets, states; /* found ones; the last may be cut off */
    uint64_t *state_at;      /* where each of these starts */
} bgp_file;

/* Views of the parts that exist, valid during a visit. A missing text has an empty field. */
typedef struct bgp_asset {
    al_path path;
    uint64_t number;
    al_string type, id, file; /* bgfFilePath */
} bgp_asset;

typedef struct bgp_action {
    al_path path;
    al_string action, asset;
} bgp_action;

typedef struct bgp_transition {
    al_path path;
    al_string to, event;
} bgp_transition;

typedef struct bgp_visitor {
    void *context;
    void (*asset)(void *context, const bgp_asset *asset);
    void (*state)(void *context, uint64_t number, const al_string *id); /* then the contents of the state */
    void (*action)(void *context, const bgp_action *action);
    void (*transition)(void *context, const bgp_transition *transition); /* then its actions */
} bgp_visitor;

#define AL_LAYOUT      "formats/anark/bgp/layout.def"
#define AL_LAYOUT_LIST bgp_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

/* ---- Texts --------------------------------------------------------------------------------------------- */

enum { LENGTH = 4 }; /* bytes in front of a text */

/* Whether all of a text is there. */
static bool is_there(const al_string *string)
{
    return string->field.len >= LENGTH && string->field.len - LENGTH == al_u32_at(string->field, 0);
}

/* The text up to its NUL. */
static al_span text_of(const al_string *string)
{
    return al_slice_available(string->text, 0, al_text_length(string->text));
}

/* Whether its last byte is a NUL. */
static bool bgp_is_terminated(const al_string *string)
{
    return string->text.len > 0 && al_u8_at(string->text, string->text.len - 1) == 0;
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* The format has no magic. */
static bool bgp_match(al_span head, const char *base_name)
{
    (void)head;
    return al_has_extension(base_name, "bgp", 3);
}

/* The least sizes: the lengths of the texts, and the counts. */
enum {
    SMALLEST_ASSET = 3 * LENGTH,
    SMALLEST_ACTION = 2 * LENGTH,
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

static void bgp_visit_state(const bgp_file *f, uint64_t number, const bgp_visitor *v)
{
    al_walk w = al_walk_again(&f->walk, f->state_at[number]);
    walk_state(&w, number, v);
}

/* Walks the file again, silently. Callbacks of the visitor may be NULL. */
static void bgp_visit_assets(const bgp_file *f, const bgp_visitor *v)
{
    al_walk w = al_walk_again(&f->walk, BGP_START_BYTES + BGP_ASSETS_BYTES);
    for (uint64_t i = 0; i < f->assets; i++)
        walk_asset(&w, i, v);
}

static void bgp_visit_states(const bgp_file *f, const bgp_visitor *v)
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
    f->states_known = is_there(id);
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

static al_parsed bgp_parse(al_job *job, void *document)
{
    bgp_file *f = document;
    f->walk = al_walk_of(job, BGP_TRUNCATED, BGP_COUNT_RANGE);
    f->walk.nul_ended = true;
    if (!read_start(f))
        return AL_REFUSED;
    read_assets(f);
    return f->walk.stopped || read_states(f) ? AL_READ : AL_NO_MEMORY;
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* The context of the rules. */
typedef struct judging {
    al_job *job;
    const bgp_file *f;
    al_names assets, states; /* by their ids */
    uint8_t *used;           /* by asset: an action names it */
    uint8_t *reached; /* by state: it is the first one, or a transition from a reached state leads to it */
    uint32_t *queue;  /* reached states */
    uint64_t queued;
} judging;

/* ---- Texts, one by one --------------------------------------------------------------------------------- */

/* Whether other rules may check the text. Of a text without a NUL only that is reported. */
static bool check_terminator(const judging *j, const al_string *string)
{
    if (!is_there(string))
        return false;
    if (bgp_is_terminated(string))
        return true;
    const al_claim claim = al_string_claim(BGP_STRING_TERMINATOR, string);
    if (string->text.len == 0)
        al_report(j->job->sink, &claim, "text of 0 bytes has no room for its NUL");
    else
        al_report(j->job->sink, &claim, "text of %zu byte%s ends in 0x%02x, not in a NUL", string->text.len,
                  AL_S(string->text.len), al_u8_at(string->text, string->text.len - 1));
    return false;
}

static bool is_text(al_span text, const char *other)
{
    return text.len == strlen(other) && al_starts_with(text, other, text.len);
}

static void check_action_name(const judging *j, const al_string *string)
{
    static const char *const known[] = {"preload", "show",   "hide",       "kill",
                                        "pause",   "resume", "lockupdate", "unlockupdate"};
    const al_span name = text_of(string);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (is_text(name, known[i]))
            return;
    al_claim claim = al_string_claim(BGP_ACTION_NAME, string);
    claim.actual = al_text_bytes(name);
    al_report(j->job->sink, &claim, "\"%.*s\" is not a known action", AL_SHOW(name));
}

static bool is_separator(uint8_t c)
{
    return c == '/' || c == '\\';
}

static bool is_letter(uint8_t c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_absolute(al_span path)
{
    return is_separator(al_u8_at(path, 0)) || (is_letter(al_u8_at(path, 0)) && al_u8_at(path, 1) == ':');
}

/* Whether a part of the path is "..". */
static bool climbs(al_span path)
{
    uint64_t start = 0;
    for (uint64_t i = 0; i <= path.len; i++) {
        if (i < path.len && !is_separator(al_u8_at(path, i)))
            continue;
        if (is_text(al_slice_available(path, start, i - start), ".."))
            return true;
        start = i + 1;
    }
    return false;
}

static bool ends_in_bgf(al_span path)
{
    static const char extension[] = ".bgf";
    enum { DOT_BGF = sizeof extension - 1 };
    const al_span end = al_slice_available(path, path.len > DOT_BGF ? path.len - DOT_BGF : 0, DOT_BGF);
    return end.len == DOT_BGF && al_same_ignoring_case((const char *)end.ptr, extension, DOT_BGF);
}

static void check_path(const judging *j, const al_string *string)
{
    const al_span path = text_of(string);
    const char *wrong = is_absolute(path)    ? "is absolute"
                        : climbs(path)       ? "leads out of its folder"
                        : !ends_in_bgf(path) ? "does not end in .bgf"
                                             : NULL;
    if (wrong == NULL)
        return;
    al_claim claim = al_string_claim(BGP_PATH, string);
    claim.actual = al_text_bytes(path);
    al_report(j->job->sink, &claim, "path \"%.*s\" %s", AL_SHOW(path), wrong);
}

/* ---- The first round: single texts, and ids ------------------------------------------------------------ */

static void meet_asset(void *context, const bgp_asset *a)
{
    judging *j = context;
    (void)check_terminator(j, &a->type);
    (void)check_terminator(j, &a->id);
    if (check_terminator(j, &a->file))
        check_path(j, &a->file);
    if (is_there(&a->id))
        al_names_add(&j->assets, j->job->arena, text_of(&a->id), bgp_is_terminated(&a->id),
                     (uint32_t)a->number);
}

static void meet_state(void *context, uint64_t number, const al_string *id)
{
    judging *j = context;
    (void)check_terminator(j, id);
    if (is_there(id))
        al_names_add(&j->states, j->job->arena, text_of(id), bgp_is_terminated(id), (uint32_t)number);
}

static void meet_action(void *context, const bgp_action *a)
{
    const judging *j = context;
    if (check_terminator(j, &a->action))
        check_action_name(j, &a->action);
    (void)check_terminator(j, &a->asset);
}

static void meet_transition(void *context, const bgp_transition *t)
{
    (void)check_terminator(context, &t->to);
    (void)check_terminator(context, &t->event);
}

/* ---- The second round: references ---------------------------------------------------------------------- */

static void look_up_asset(void *context, const bgp_action *a)
{
    judging *j = context;
    if (!is_there(&a->asset))
        return;
    const al_span id = text_of(&a->asset);
    const al_name *asset = al_names_find(&j->assets, id);
    if (asset != NULL)
        j->used[asset->number] = 1;
    if (asset != NULL || !bgp_is_terminated(&a->asset))
        return;
    al_claim claim = al_string_claim(BGP_UNKNOWN_ASSET, &a->asset);
    claim.actual = al_text_bytes(id);
    claim.reach = AL_WHOLE_FILE;
    al_report(j->job->sink, &claim, "no asset has the id \"%.*s\", the file has %" PRIu64, AL_SHOW(id),
              j->f->assets);
}

static void look_up_state(void *context, const bgp_transition *t)
{
    judging *j = context;
    if (!j->f->states_known || !is_there(&t->to) || !bgp_is_terminated(&t->to))
        return;
    const al_span id = text_of(&t->to);
    if (al_names_find(&j->states, id) != NULL)
        return;
    al_claim claim = al_string_claim(BGP_UNKNOWN_STATE, &t->to);
    claim.actual = al_text_bytes(id);
    claim.reach = AL_WHOLE_FILE;
    al_report(j->job->sink, &claim, "no state has the id \"%.*s\", the file has %" PRIu64, AL_SHOW(id),
              j->f->states);
}

/* ---- Reachability: from the first state on, each state is visited once --------------------------------- */

static void reach(judging *j, uint64_t state)
{
    if (j->reached[state] != 0)
        return;
    j->reached[state] = 1;
    j->queue[j->queued++] = (uint32_t)state;
}

static void follow(void *context, const bgp_transition *t)
{
    judging *j = context;
    const al_name *state = al_names_find(&j->states, text_of(&t->to));
    if (state != NULL)
        reach(j, state->number);
}

static void report_unreached(void *context, uint64_t number, const al_string *id)
{
    const judging *j = context;
    if (j->reached[number] != 0)
        return;
    al_claim claim = al_string_claim(BGP_UNREACHABLE_STATE, id);
    claim.reach = AL_WHOLE_FILE;
    al_report(j->job->sink, &claim, "no transitions lead from the first state to \"%.*s\"",
              AL_SHOW(text_of(id)));
}

static void report_unused(void *context, const bgp_asset *a)
{
    const judging *j = context;
    if (j->used[a->number] != 0)
        return;
    al_claim claim = al_string_claim(BGP_UNUSED_ASSET, &a->id);
    claim.reach = AL_WHOLE_FILE;
    al_report(j->job->sink, &claim, "no action names the asset \"%.*s\"", AL_SHOW(text_of(&a->id)));
}

/* Rules that need a file that was read to its end. False when memory is short. */
static bool check_whole(judging *j)
{
    const bgp_visitor follows = {.context = j, .transition = follow};
    const bgp_visitor reports = {.context = j, .asset = report_unused, .state = report_unreached};
    const uint64_t states = j->f->states;
    j->reached = al_alloc(j->job->arena, states, sizeof *j->reached);
    j->queue = al_alloc(j->job->arena, states, sizeof *j->queue);
    if (j->reached == NULL || j->queue == NULL)
        return false;
    if (states > 0)
        reach(j, 0);
    for (uint64_t i = 0; i < j->queued; i++)
        bgp_visit_state(j->f, j->queue[i], &follows);
    bgp_visit_assets(j->f, &reports);
    bgp_visit_states(j->f, &reports);
    return true;
}

/* ---- Duplicate ids ------------------------------------------------------------------------------------- */

typedef struct repetition {
    const judging *j;
    size_t rule;
    const char *list, *one;
} repetition;

static void report_repeated(void *context, const al_name *again, const al_name *first)
{
    const repetition *r = context;
    const bool terminated = again->list != 0;
    const al_span file = r->j->f->walk.bytes;
    const uint64_t start = again->text.base - 4;
    const al_path item = al_item(NULL, r->list, again->number);
    const al_string id = {.path = al_field(&item, "id"),
                          .field = al_slice_available(file, start, 4 + (uint64_t)al_u32_at(file, start))};
    if (!terminated)
        return;
    const al_claim claim = al_string_claim(r->rule, &id);
    al_report(r->j->job->sink, &claim, "id \"%.*s\" is also that of %s %" PRIu32, AL_SHOW(again->text),
              r->one, first->number);
}

static bool check_repeated(judging *j)
{
    al_arena *arena = j->job->arena;
    repetition assets = {j, BGP_DUPLICATE_ASSET, "assets", "asset"};
    repetition states = {j, BGP_DUPLICATE_STATE, "states", "state"};
    return al_names_repeated(&j->assets, arena, report_repeated, &assets) &&
           al_names_repeated(&j->states, arena, report_repeated, &states);
}

/* ---- The whole file ------------------------------------------------------------------------------------ */

static void check_byte_order(const judging *j)
{
    if (!j->f->start.big_endian)
        return;
    al_claim claim = bgp_start_claim_at(BGP_BIG_ENDIAN, j->f->start, BGP_START_AT_endianness, NULL);
    claim.expected = al_uint(0);
    al_report(j->job->sink, &claim,
              "the file says that it is big-endian, but the game reads little-endian files");
}

/* False when memory is short. */
static bool check_names(judging *j)
{
    const bgp_visitor meets = {.context = j,
                               .asset = meet_asset,
                               .state = meet_state,
                               .action = meet_action,
                               .transition = meet_transition};
    const bgp_visitor looks = {.context = j, .action = look_up_asset, .transition = look_up_state};
    al_arena *arena = j->job->arena;
    bgp_visit_assets(j->f, &meets);
    bgp_visit_states(j->f, &meets);
    j->used = al_alloc(arena, j->f->assets, sizeof *j->used);
    if (j->used == NULL || !al_names_sort(&j->assets, arena) || !al_names_sort(&j->states, arena) ||
        !check_repeated(j))
        return false;
    bgp_visit_states(j->f, &looks);
    return !!j->f->walk.stopped || check_whole(j);
}

static void judge(al_job *job, const void *document)
{
    judging j = {.job = job, .f = document};
    check_byte_order(&j);
    al_walk_end(&j.f->walk, BGP_TRAILING_BYTES, NULL, "the last state");
    if (!check_names(&j))
        al_report_no_memory(job);
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

static void add_face(void *context, const bgp_asset *a)
{
    const al_facts *facts = context;
    const al_fact fact = {.kind = AL_FACT_FACE,
                          .refers = true,
                          .path = &a->file.path,
                          .field = a->file.field,
                          .name = text_of(&a->file),
                          .of = text_of(&a->id)};
    if (fact.name.len > 0)
        facts->add(facts->context, &fact);
}

static void bgp_facts(const void *document, const al_facts *facts)
{
    al_facts copy = *facts;
    const bgp_visitor faces = {.context = &copy, .asset = add_face};
    bgp_visit_assets(document, &faces);
}

/* ---- The format ---------------------------------------------------------------------------------------- */

static const al_fixer fixers[] = {
    {BGP_TRAILING_BYTES, al_fix_cut_off},
    {.plan = NULL},
};

const al_hooks bgp_hooks = {.limit_rule = BGP_LIMIT,
                            .layouts = bgp_layouts,
                            .match = bgp_match,
                            .document_size = sizeof(bgp_file),
                            .parse = bgp_parse,
                            .judge = judge,
                            .facts = bgp_facts,
                            .fixers = fixers};
