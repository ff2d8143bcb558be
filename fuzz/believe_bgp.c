/* believe_bgp.c: reads a BGP as a game would that trusts it: once, from its first byte to its last, into
 * blocks of the sizes that it states; then transitions are linked to the states that they name.
 */
#include "believe_anark.h"

typedef struct transition {
    const char *to;
    struct state *state;
} transition;

typedef struct state {
    const char *id;
    transition *transitions;
    int32_t transition_count;
} state;

typedef struct plan {
    anark_reader in;
    const char **assets; /* their ids */
    state *states;
    int32_t asset_count, state_count;
} plan;

/* A block for so many things. */
static void *room(plan *p, int32_t count, size_t size)
{
    return believe_alloc(p->in.file, (uint32_t)count, size); /* relies on bgp/count-range */
}

/* A text, up to its NUL. */
static const char *read_text(plan *p, const char **text)
{
    uint32_t length;
    *text = anark_text(&p->in, &length, 0); /* relies on bgp/truncated */
    if (*text == NULL)
        return believe_too_much;
    /* relies on bgp/string-terminator */
    return strlen(*text) < length && (*text)[length - 1] == '\0' ? NULL : "a text has no end";
}

static bool is_action(const char *name)
{
    static const char *const known[] = {"preload", "show",   "hide",       "kill",
                                        "pause",   "resume", "lockupdate", "unlockupdate"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(name, known[i]) == 0)
            return true;
    return false;
}

static bool has_asset(const plan *p, const char *id)
{
    for (int32_t i = 0; i < p->asset_count; i++)
        if (strcmp(p->assets[i], id) == 0)
            return true;
    return false;
}

static const char *read_actions(plan *p)
{
    const char *lie = NULL, *action = NULL, *asset = NULL;
    for (int32_t left = anark_i32(&p->in); left > 0 && lie == NULL; left--) {
        lie = read_text(p, &action);
        if (lie == NULL)
            lie = read_text(p, &asset);
        if (lie == NULL && !is_action(action)) /* relies on bgp/action-name */
            lie = "an action is none";
        if (lie == NULL && !has_asset(p, asset)) /* relies on bgp/unknown-asset */
            lie = "an action is about an asset that isn't there";
    }
    return lie;
}

static const char *read_transitions(plan *p, state *s)
{
    const char *lie = NULL, *event = NULL;
    s->transition_count = anark_i32(&p->in);
    s->transitions = room(p, s->transition_count, sizeof *s->transitions);
    if (s->transitions == NULL)
        return believe_too_much;
    for (int32_t i = 0; i < s->transition_count && lie == NULL; i++) {
        lie = read_text(p, &s->transitions[i].to);
        if (lie == NULL)
            lie = read_text(p, &event);
        if (lie == NULL)
            lie = read_actions(p);
    }
    return lie;
}

static const char *read_states(plan *p)
{
    const char *lie = NULL;
    p->state_count = anark_i32(&p->in);
    p->states = room(p, p->state_count, sizeof *p->states);
    if (p->states == NULL)
        return believe_too_much;
    for (int32_t i = 0; i < p->state_count && lie == NULL; i++) {
        state *s = &p->states[i];
        lie = read_text(p, &s->id);
        if (lie == NULL)
            lie = read_actions(p);
        if (lie == NULL)
            lie = read_transitions(p, s);
        if (lie == NULL)
            lie = read_actions(p);
    }
    return lie;
}

static const char *read_assets(plan *p)
{
    const char *lie = NULL, *type = NULL, *path = NULL;
    p->asset_count = anark_i32(&p->in);
    p->assets = room(p, p->asset_count, sizeof *p->assets);
    if (p->assets == NULL)
        return believe_too_much;
    for (int32_t i = 0; i < p->asset_count && lie == NULL; i++) {
        lie = read_text(p, &type);
        if (lie == NULL)
            lie = read_text(p, &p->assets[i]);
        if (lie == NULL)
            lie = read_text(p, &path);
    }
    return lie;
}

static const char *link_transition(plan *p, transition *t)
{
    for (int32_t i = 0; i < p->state_count && t->state == NULL; i++)
        if (strcmp(p->states[i].id, t->to) == 0)
            t->state = &p->states[i];
    return t->state != NULL
               ? NULL
               : "a transition leads to a state that isn't there"; /* relies on bgp/unknown-state */
}

static const char *link_states(plan *p)
{
    const char *lie = NULL;
    for (int32_t i = 0; i < p->state_count; i++)
        for (int32_t k = 0; k < p->states[i].transition_count && lie == NULL; k++)
            lie = link_transition(p, &p->states[i].transitions[k]);
    return lie;
}

const char *believe_bgp(believe_file *file)
{
    plan p = {.in = {.file = file, .data = file->data}};
    uint8_t order = anark_u8(&p.in);
    if (order > 1) /* relies on bgp/bad-magic */
        return "it begins with neither 0 nor 1";
    p.in.big = order == 1;
    const char *lie = read_assets(&p);
    if (lie == NULL)
        lie = read_states(&p);
    if (lie == NULL)
        lie = link_states(&p);
    return lie == NULL && p.in.at > file->size ? "its last state ends outside the file" : lie;
}
