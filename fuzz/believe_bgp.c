/* believe_bgp.c: loads a BGP into a machine of states, once, from its first byte to its last: actions by
 * their name, assets and states by their id.
 */
#include "believe.h"

typedef struct state {
    const char *id;
    const char **targets; /* of its transitions */
    uint32_t target_count;
} state;

typedef struct plan {
    believe_reader *r;
    const char **assets; /* their ids */
    state *states;
    uint32_t asset_count, state_count;
} plan;

/* A text that ends with the NUL that its length counts. */
static const char *read_text(believe_reader *r)
{
    const uint32_t length = next_u32(r);
    const char *text = next_bytes(r, length, 1); /* relies on bgp/truncated */
    /* relies on bgp/string-terminator */
    believe_require(r, strlen(text) < length && text[length - 1] == '\0', "a text has no end");
    return text;
}

static bool has(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static void read_actions(plan *p)
{
    static const char *const known[] = {"preload", "show",   "hide",       "kill",
                                        "pause",   "resume", "lockupdate", "unlockupdate"};
    for (int32_t left = next_i32(p->r); left > 0; left--) {
        const char *action = read_text(p->r), *asset = read_text(p->r);
        /* relies on bgp/action-name */
        believe_require(p->r, has(known, sizeof known / sizeof known[0], action), "an action is unknown");
        /* relies on bgp/unknown-asset */
        believe_require(p->r, has(p->assets, p->asset_count, asset), "an action is about no asset");
    }
}

static void read_assets(plan *p)
{
    const uint32_t count = next_u32(p->r);
    p->assets = believe_alloc(p->r, count, sizeof *p->assets); /* relies on bgp/count-range */
    for (; p->asset_count < count; p->asset_count++) {
        (void)read_text(p->r); /* the type */
        p->assets[p->asset_count] = read_text(p->r);
        (void)read_text(p->r); /* the path */
    }
}

static void read_state(plan *p, state *s)
{
    s->id = read_text(p->r);
    read_actions(p);
    s->target_count = next_u32(p->r);
    s->targets = believe_alloc(p->r, s->target_count, sizeof *s->targets); /* relies on bgp/count-range */
    for (uint32_t i = 0; i < s->target_count; i++) {
        s->targets[i] = read_text(p->r);
        (void)read_text(p->r); /* the event */
        read_actions(p);
    }
    read_actions(p);
}

static void find_state(const plan *p, const char *id)
{
    uint32_t i = 0;
    while (i < p->state_count && strcmp(p->states[i].id, id) != 0)
        i++;
    believe_require(p->r, i < p->state_count, "a transition leads nowhere"); /* relies on bgp/unknown-state */
}

void believe_bgp(believe_reader *r)
{
    plan p = {.r = r};
    const uint8_t order = next_u8(r);
    believe_require(r, order <= 1, "it begins with neither 0 nor 1"); /* relies on bgp/bad-magic */
    r->big_endian = order == 1;
    read_assets(&p);
    p.state_count = next_u32(r);
    p.states = believe_alloc(r, p.state_count, sizeof *p.states);
    for (uint32_t i = 0; i < p.state_count; i++)
        read_state(&p, &p.states[i]);
    for (uint32_t i = 0; i < p.state_count; i++)
        for (uint32_t k = 0; k < p.states[i].target_count; k++)
            find_state(&p, p.states[i].targets[k]);
    believe_require(r, r->at <= r->end, "its last state ends outside the file"); /* relies on bgp/truncated */
}
