/* bgp_rules.c: the rules of a BGP. */
#include <inttypes.h>
#include <string.h>

#include "core/text.h"
#include "formats/anark/bgp/bgp.h"
#include "kit/names.h"

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
    if (!bgp_is_there(string))
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
    const al_span name = bgp_text(string);
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
    enum { LENGTH = sizeof extension - 1 };
    const al_span end = al_slice_available(path, path.len > LENGTH ? path.len - LENGTH : 0, LENGTH);
    return end.len == LENGTH && al_same_ignoring_case((const char *)end.ptr, extension, LENGTH);
}

static void check_path(const judging *j, const al_string *string)
{
    const al_span path = bgp_text(string);
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
    if (bgp_is_there(&a->id))
        al_names_add(&j->assets, j->job->arena, bgp_text(&a->id), bgp_is_terminated(&a->id),
                     (uint32_t)a->number);
}

static void meet_state(void *context, uint64_t number, const al_string *id)
{
    judging *j = context;
    (void)check_terminator(j, id);
    if (bgp_is_there(id))
        al_names_add(&j->states, j->job->arena, bgp_text(id), bgp_is_terminated(id), (uint32_t)number);
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
    if (!bgp_is_there(&a->asset))
        return;
    const al_span id = bgp_text(&a->asset);
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
    if (!j->f->states_known || !bgp_is_there(&t->to) || !bgp_is_terminated(&t->to))
        return;
    const al_span id = bgp_text(&t->to);
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
    const al_name *state = al_names_find(&j->states, bgp_text(&t->to));
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
              AL_SHOW(bgp_text(id)));
}

static void report_unused(void *context, const bgp_asset *a)
{
    const judging *j = context;
    if (j->used[a->number] != 0)
        return;
    al_claim claim = al_string_claim(BGP_UNUSED_ASSET, &a->id);
    claim.reach = AL_WHOLE_FILE;
    al_report(j->job->sink, &claim, "no action names the asset \"%.*s\"", AL_SHOW(bgp_text(&a->id)));
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
                          .name = bgp_text(&a->file),
                          .of = bgp_text(&a->id)};
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

const al_hooks bgp_hooks = {.limit_rule = BGP_LIMIT,
                            .layouts = bgp_layouts,
                            .match = bgp_match,
                            .document_size = sizeof(bgp_file),
                            .parse = bgp_parse,
                            .judge = judge,
                            .facts = bgp_facts};
