/* believe_bgp.c: reads a BGP as a game would that trusts it. */
#include "believe_anark.h"

#include <stdlib.h>

typedef struct plan {
    anark_reader in;
    char **assets, **states; /* by their ids, sorted */
    uint32_t asset_count, state_count;
    bool linked; /* the second time the states are read: all ids are known */
} plan;

static int by_text(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static bool has(char *const *texts, uint32_t count, char *wanted)
{
    return bsearch(&wanted, texts, count, sizeof *texts, by_text) != NULL;
}

/* A text, up to its NUL. */
static const char *read_text(plan *p, char **text)
{
    uint32_t length;
    *text = anark_text(&p->in, &length); /* relies on bgp/truncated */
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

static const char *read_actions(plan *p)
{
    uint32_t count = anark_u32(&p->in);
    for (uint32_t i = 0; i < count; i++) {
        char *action = NULL, *asset = NULL;
        const char *lie = read_text(p, &action);
        if (lie == NULL)
            lie = read_text(p, &asset);
        if (lie != NULL)
            return lie;
        if (!is_action(action)) /* relies on bgp/action-name */
            return "an action is none";
        if (!has(p->assets, p->asset_count, asset)) /* relies on bgp/unknown-asset */
            return "an action is about an asset that isn't there";
    }
    return NULL;
}

static const char *read_transitions(plan *p)
{
    uint32_t count = anark_u32(&p->in);
    for (uint32_t i = 0; i < count; i++) {
        char *to = NULL, *event = NULL;
        const char *lie = read_text(p, &to);
        if (lie == NULL)
            lie = read_text(p, &event);
        if (lie == NULL)
            lie = read_actions(p);
        if (lie != NULL)
            return lie;
        if (p->linked && !has(p->states, p->state_count, to)) /* relies on bgp/unknown-state */
            return "a transition leads to a state that isn't there";
    }
    return NULL;
}

static const char *read_states(plan *p)
{
    for (uint32_t i = 0; i < p->state_count; i++) {
        char *id = NULL;
        const char *lie = read_text(p, &id);
        if (lie == NULL)
            lie = read_actions(p);
        if (lie == NULL)
            lie = read_transitions(p);
        if (lie == NULL)
            lie = read_actions(p);
        if (lie != NULL)
            return lie;
        if (!p->linked)
            p->states[i] = id;
    }
    return NULL;
}

static const char *read_assets(plan *p)
{
    for (uint32_t i = 0; i < p->asset_count; i++) {
        char *type = NULL, *path = NULL;
        const char *lie = read_text(p, &type);
        if (lie == NULL)
            lie = read_text(p, &p->assets[i]);
        if (lie == NULL)
            lie = read_text(p, &path);
        if (lie != NULL)
            return lie;
    }
    qsort(p->assets, p->asset_count, sizeof *p->assets, by_text);
    return NULL;
}

const char *believe_bgp(believe_file *file)
{
    plan p = {.in = {.file = file, .data = file->data}};
    uint8_t order = anark_u8(&p.in);
    if (order > 1) /* relies on bgp/bad-magic */
        return "it begins with neither 0 nor 1";
    p.in.big = order == 1;
    p.asset_count = anark_u32(&p.in);
    p.assets = believe_alloc(file, p.asset_count, sizeof *p.assets); /* relies on bgp/count-range */
    if (p.assets == NULL)
        return believe_too_much;
    const char *lie = read_assets(&p);
    if (lie != NULL)
        return lie;
    p.state_count = anark_u32(&p.in);
    p.states = believe_alloc(file, p.state_count, sizeof *p.states);
    if (p.states == NULL)
        return believe_too_much;
    size_t start = p.in.at;
    lie = read_states(&p);
    if (lie != NULL)
        return lie;
    qsort(p.states, p.state_count, sizeof *p.states, by_text);
    p.linked = true;
    p.in.at = start;
    lie = read_states(&p);
    return lie == NULL && p.in.at > file->size ? "its last state ends outside the file" : lie;
}
