/* believe_bgp.c: reads a BGP as a game would that trusts it: once, from its first byte to its last, into
 * blocks of the sizes that it states. Then it links transitions to the states that they name.
 */
#include "believe.h"

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
    believe_reader *r;
    const char **assets; /* their ids */
    state *states;
    int32_t asset_count, state_count;
} plan;

/* A block for so many things, and their number. */
static void *read_count(believe_reader *r, int32_t *count, size_t size)
{
    *count = next_i32(r);
    return believe_alloc(r, (uint32_t)*count, size);
}

/* A text, up to its NUL. */
static const char *read_text(believe_reader *r)
{
    const uint32_t length = next_u32(r);
    const char *text = next_bytes(r, length, 1);
    /* relies on bgp/string-terminator */
    believe_require(r, strlen(text) < length && text[length - 1] == '\0', "a text has no end");
    return text;
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

static void read_actions(plan *p)
{
    for (int32_t count = next_i32(p->r); count > 0; count--) {
        const char *action = read_text(p->r), *asset = read_text(p->r);
        believe_require(p->r, is_action(action), "an action is unknown"); /* relies on bgp/action-name */
        /* relies on bgp/unknown-asset */
        believe_require(p->r, has_asset(p, asset), "an action is about an asset that doesn't exist");
    }
}

static void read_assets(plan *p)
{
    p->assets = read_count(p->r, &p->asset_count, sizeof *p->assets);
    for (int32_t i = 0; i < p->asset_count; i++) {
        (void)read_text(p->r); /* the type */
        p->assets[i] = read_text(p->r);
        (void)read_text(p->r); /* the path */
    }
}

static void read_state(plan *p, state *s)
{
    s->id = read_text(p->r);
    read_actions(p);
    s->transitions = read_count(p->r, &s->transition_count, sizeof *s->transitions);
    for (int32_t i = 0; i < s->transition_count; i++) {
        s->transitions[i].to = read_text(p->r);
        (void)read_text(p->r); /* the event */
        read_actions(p);
    }
    read_actions(p);
}

static void link_transition(const plan *p, transition *t)
{
    for (int32_t i = 0; i < p->state_count && t->state == NULL; i++)
        if (strcmp(p->states[i].id, t->to) == 0)
            t->state = &p->states[i];
    /* relies on bgp/unknown-state */
    believe_require(p->r, t->state != NULL, "a transition leads to a state that doesn't exist");
}

void believe_bgp(believe_reader *r)
{
    plan p = {.r = r};
    const uint8_t order = next_u8(r);
    believe_require(r, order <= 1, "it begins with neither 0 nor 1"); /* relies on bgp/bad-magic */
    r->big_endian = order == 1;
    read_assets(&p);
    p.states = read_count(r, &p.state_count, sizeof *p.states);
    for (int32_t i = 0; i < p.state_count; i++)
        read_state(&p, &p.states[i]);
    for (int32_t i = 0; i < p.state_count; i++)
        for (int32_t k = 0; k < p.states[i].transition_count; k++)
            link_transition(&p, &p.states[i].transitions[k]);
    believe_require(r, r->at <= r->end, "its last state ends outside the file");
}
