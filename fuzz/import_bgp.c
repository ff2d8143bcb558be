/* import_bgp.c: loads a BGP into a machine of states: actions by their name, assets and states by their id.
 * It enters each state once.
 */
#include "import.h"

typedef struct state {
    const char *id;
    const char **targets;
    uint32_t target_count;
    bool entered;
} state;

typedef struct plan {
    believe_reader *r;
    const char **assets;
    state *states;
    uint32_t asset_count, state_count;
} plan;

/* A text that ends with the NUL that its length counts. */
static const char *import_text(believe_reader *r)
{
    const uint32_t length = next_u32(r);
    believe_reader text = import_part(r, length); /* relies on bgp/truncated */
    /* relies on bgp/string-terminator */
    believe_require(r, length > 0 && text.data[length - 1] == '\0', "a text doesn't end");
    return (const char *)text.data;
}

/* The place of a name in a list; `count` if it isn't there. */
static uint32_t place_of(const char *name, const char *const *names, uint32_t count)
{
    uint32_t place = 0;
    while (place < count && strcmp(names[place], name) != 0)
        place++;
    return place;
}

static void import_actions(plan *p)
{
    static const char *const known[] = {"preload", "show",   "hide",       "kill",
                                        "pause",   "resume", "lockupdate", "unlockupdate"};
    const uint32_t known_count = sizeof known / sizeof known[0];
    for (int32_t left = next_i32(p->r); left > 0; left--) {
        const char *action = import_text(p->r), *asset = import_text(p->r);
        /* relies on bgp/action-name */
        believe_require(p->r, place_of(action, known, known_count) < known_count,
                        "a machine has no such action");
        /* relies on bgp/unknown-asset */
        believe_require(p->r, place_of(asset, p->assets, p->asset_count) < p->asset_count,
                        "an action has no asset");
    }
}

static void import_state(plan *p, state *s)
{
    s->id = import_text(p->r);
    import_actions(p);
    s->target_count = next_u32(p->r);
    s->targets = import_room(p->r, s->target_count, sizeof *s->targets); /* relies on bgp/count-range */
    for (uint32_t i = 0; i < s->target_count; i++) {
        s->targets[i] = import_text(p->r);
        (void)import_text(p->r);
        import_actions(p);
    }
    import_actions(p);
}

static state *find_state(const plan *p, const char *id)
{
    uint32_t i = 0;
    while (i < p->state_count && strcmp(p->states[i].id, id) != 0)
        i++;
    believe_require(p->r, i < p->state_count, "a transition leads nowhere"); /* relies on bgp/unknown-state */
    return &p->states[i];
}

/* Enters a state and all that can be reached from it, each once: transitions may lead in circles. `open` has
 * room for all states. */
static void enter(const plan *p, state *first, state **open)
{
    uint32_t waiting = 0;
    if (!first->entered)
        open[waiting++] = first;
    first->entered = true;
    while (waiting > 0) {
        const state *s = open[--waiting];
        for (uint32_t i = 0; i < s->target_count; i++) {
            state *target = find_state(p, s->targets[i]);
            if (!target->entered)
                open[waiting++] = target;
            target->entered = true;
        }
    }
}

void import_bgp(believe_reader *r)
{
    plan p = {.r = r};
    const uint8_t order = next_u8(r);
    believe_require(r, order <= 1, "it has neither order of bytes"); /* relies on bgp/bad-magic */
    r->big_endian = order == 1;
    p.asset_count = next_u32(r);
    p.assets = import_room(r, p.asset_count, sizeof *p.assets);
    for (uint32_t i = 0; i < p.asset_count; i++) {
        (void)import_text(r);
        p.assets[i] = import_text(r);
        (void)import_text(r);
    }
    p.state_count = next_u32(r);
    p.states = import_room(r, p.state_count, sizeof *p.states);
    for (uint32_t i = 0; i < p.state_count; i++)
        import_state(&p, &p.states[i]);
    state **open = import_room(r, p.state_count, sizeof *open);
    for (uint32_t i = 0; i < p.state_count; i++)
        enter(&p, &p.states[i], open);
}
