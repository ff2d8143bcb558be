/* paradox_type_rules.c: judges types of actors: two of one name, one inside another, missing and repeated
 * keys, attachments; and the syntax of .gfx.
 */
#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/paradox/paradox.h"

/* A type and its place. */
typedef struct named_type {
    uint32_t tree;
    uint32_t gfx, type;
    const char *name;
} named_type;

typedef struct named_types {
    named_type *items;
    uint64_t count, capacity;
} named_types;

static const pdx_type *type_of(const pdx_state *m, const named_type *t)
{
    return &m->gfxs[t->gfx].types[t->type];
}

static bool is_judged(const pdx_state *m, const pdx_gfx *g)
{
    return g->judged && pdx_is_checked(m, g->number) && (m->mods[g->tree].has_types || g->damaged);
}

/* ---- Two of one name ----------------------------------------------------------------------------------- */

/* By name, then by place. */
static int compare_types(const void *left, const void *right, void *context)
{
    const named_type *a = left, *b = right;
    (void)context;
    if (a->tree != b->tree)
        return a->tree < b->tree ? -1 : 1;
    const int order = strcmp(a->name, b->name);
    if (order != 0)
        return order;
    if (a->gfx != b->gfx)
        return a->gfx < b->gfx ? -1 : 1;
    return a->type < b->type ? -1 : a->type > b->type;
}

static void collect_types(pdx_state *m, named_types *to, al_arena *arena)
{
    for (uint32_t i = 0; i < m->gfx_count; i++) {
        const pdx_gfx *g = &m->gfxs[i];
        for (uint32_t k = 0; k < g->type_count && is_judged(m, g); k++) {
            if (g->types[k].name[0] == '\0')
                continue;
            const named_type type = {.tree = g->tree, .gfx = i, .type = k, .name = g->types[k].name};
            m->base.no_memory = m->base.no_memory || !AL_ADD(arena, *to, type);
        }
    }
    al_sort(to->items, (size_t)to->count, sizeof *to->items, compare_types, NULL);
}

/* The actor of a unit: players see if another one takes its place. Below gfx/models/, in Crusader Kings II,
 * good mods have 27 types twice. */
static const char *unit_actor(const pdx_type *type)
{
    return type->actor_file != NULL && pdx_is_below(type->actor_file, "gfx/anims/") ? type->actor_file : NULL;
}

/* The types of one name so far. */
typedef struct seen {
    const named_type *last;
    const char *actor; /* the first actor of a unit in this file, */
    const char *other; /* and the first that differs from it */
} seen;

/* An actor of the same name so far that differs from this one; NULL: there is none. */
static const char *other_actor(const seen *s, const char *actor)
{
    if (actor == NULL || s->actor == NULL)
        return NULL;
    return strcmp(actor, s->actor) != 0 ? s->actor : s->other;
}

static void keep_again(pdx_state *m, const seen *s, const named_type *t)
{
    const pdx_gfx *g = &m->gfxs[t->gfx];
    const pdx_type *type = type_of(m, t);
    const char *actor = unit_actor(type), *other = other_actor(s, actor);
    const bool one_file = s->last->gfx == t->gfx;
    al_claim claim = pdx_claim_at(m, g, type->item, PDX_DUPLICATE_TYPE);
    claim.level = AL_NOTE;
    if (!one_file) {
        (void)al_keep_finding(&m->base, g->number, &claim, "type \"%s\" is in %s, too", type->name,
                              pdx_shown_name(&m->files, m->gfxs[s->last->gfx].number));
    } else if (other != NULL) {
        claim.level = AL_WARNING;
        (void)al_keep_finding(&m->base, g->number, &claim,
                              "type \"%s\" is in this file twice, with %s and with %s: one is never seen",
                              type->name, other, actor);
    } else {
        (void)al_keep_finding(&m->base, g->number, &claim, "type \"%s\" is in this file twice", type->name);
    }
}

static void judge_duplicates(pdx_state *m)
{
    al_arena scratch = al_arena_on(m->base.arena->budget);
    named_types all = {.count = 0};
    seen s = {.last = NULL};
    collect_types(m, &all, &scratch);
    for (uint64_t i = 0; i < all.count && !m->base.no_memory; i++) {
        const named_type *t = &all.items[i];
        if (s.last != NULL && (s.last->tree != t->tree || strcmp(s.last->name, t->name) != 0))
            s = (seen){.last = NULL};
        if (s.last != NULL)
            keep_again(m, &s, t);
        if (s.last == NULL || s.last->gfx != t->gfx)
            s = (seen){.last = t};
        const char *actor = unit_actor(type_of(m, t));
        if (s.other == NULL && actor != NULL && s.actor != NULL && strcmp(actor, s.actor) != 0)
            s.other = actor;
        s.actor = s.actor != NULL ? s.actor : actor;
        s.last = t;
    }
    al_arena_return(&scratch);
}

/* ---- One type ------------------------------------------------------------------------------------------ */

static void judge_type(pdx_state *m, const pdx_gfx *g, const pdx_type *type)
{
    if (type->nested) {
        const al_claim claim = pdx_claim_at(m, g, type->item, PDX_NESTED_TYPE);
        (void)al_keep_finding(&m->base, g->number, &claim,
                              "type \"%s\" lies in another type: the one before it lacks its }", type->name);
    }
    if (type->named && type->actor_file != NULL)
        return;
    const al_claim claim = pdx_claim_at(m, g, type->item, PDX_MISSING_KEY);
    (void)al_keep_finding(&m->base, g->number, &claim, "type \"%s\" has no %s", type->name,
                          type->named                ? "actorfile"
                          : type->actor_file != NULL ? "name"
                                                     : "name and no actorfile");
}

static void judge_keys(pdx_state *m, const pdx_gfx *g)
{
    for (uint32_t i = 0; i < g->item_count && !m->base.no_memory; i++) {
        const pdx_item *item = &g->items[i];
        if (!item->again)
            continue;
        const al_claim claim = pdx_claim_at(m, g, i, PDX_DUPLICATE_KEY);
        (void)al_keep_finding(&m->base, g->number, &claim, "type \"%s\" has %s twice",
                              g->types[item->type].name, item->key);
    }
}

void pdx_judge_types(pdx_state *m)
{
    for (uint64_t i = 0; i < m->gfx_count && !m->base.no_memory; i++) {
        const pdx_gfx *g = &m->gfxs[i];
        for (uint64_t k = 0; k < g->type_count && is_judged(m, g) && !m->base.no_memory; k++)
            judge_type(m, g, &g->types[k]);
        if (is_judged(m, g))
            judge_keys(m, g);
    }
    judge_duplicates(m);
}

/* ---- Attachments --------------------------------------------------------------------------------------- */

/* Official files attach things to a node Root that isn't there, 624 times: these are drawn at the actor. */
static void judge_node(pdx_state *m, const pdx_gfx *g, uint32_t item, al_arena *scratch)
{
    static const char root[] = "root";
    const pdx_item *at = &g->items[item];
    const pdx_type *type = &g->types[at->type];
    if (type->actor_file == NULL || at->text[0] == '\0')
        return;
    const size_t file = pdx_find(&m->files, g->tree, type->actor_file);
    const pdx_actor *actor = pdx_actor_of(m, file);
    const char *name = al_lower_copy(scratch, at->text, strlen(at->text));
    m->base.no_memory = m->base.no_memory || name == NULL;
    if (name == NULL || strcmp(name, root) == 0)
        return;
    if (file == PDX_NO_FILE)
        pdx_not_judged(m, PDX_ATTACH_NODE, g->number, 1);
    if (actor == NULL || !actor->complete)
        return;
    if (al_name_list_has(&actor->nodes, name))
        return;
    const al_claim claim = pdx_claim_at(m, g, item, PDX_ATTACH_NODE);
    (void)al_keep_finding(&m->base, g->number, &claim,
                          "\"%s\" is attached to node \"%s\", which %s doesn't have", g->items[at->up].text,
                          at->text, pdx_shown_name(&m->files, actor->number));
}

static void judge_attached_type(pdx_state *m, const pdx_gfx *g, uint32_t item, const pdx_entries *types,
                                al_arena *scratch)
{
    const pdx_item *at = &g->items[item];
    const char *name = al_lower_copy(scratch, at->text, strlen(at->text));
    m->base.no_memory = m->base.no_memory || name == NULL;
    if (name == NULL || name[0] == '\0' || al_name_list_has(&m->with_types, name) ||
        pdx_entries_have(types, g->tree, name))
        return;
    if (!m->has_types) {
        pdx_not_judged(m, PDX_ATTACH_TYPE, g->number, 1);
        return;
    }
    const al_claim claim = pdx_claim_at(m, g, item, PDX_ATTACH_TYPE);
    (void)al_keep_finding(&m->base, g->number, &claim,
                          "no EMFXActorType is called \"%s\": nothing is attached to \"%s\" there", at->text,
                          g->types[at->type].name);
}

/* Collects the names of the types of mods, in small letters. */
static void collect_names(pdx_state *m, pdx_entries *types, al_arena *arena)
{
    for (uint64_t i = 0; i < m->gfx_count; i++) {
        const pdx_gfx *g = &m->gfxs[i];
        for (uint64_t k = 0; k < g->type_count && is_judged(m, g) && !m->base.no_memory; k++) {
            const char *name = al_in_small(arena, g->types[k].name, strlen(g->types[k].name));
            const pdx_entry entry = {.tree = g->tree, .name = name};
            m->base.no_memory = name == NULL || !AL_ADD(arena, *types, entry);
        }
    }
    pdx_entries_sort(types);
}

void pdx_judge_attached(pdx_state *m)
{
    al_arena scratch = al_arena_on(m->base.arena->budget);
    pdx_entries types = {.count = 0};
    collect_names(m, &types, &scratch);
    for (uint64_t i = 0; i < m->gfx_count && !m->base.no_memory; i++) {
        const pdx_gfx *g = &m->gfxs[i];
        for (uint32_t k = 0; k < g->item_count && is_judged(m, g) && !m->base.no_memory; k++) {
            if (g->items[k].role == PDX_NODE_NAME)
                judge_node(m, g, k, &scratch);
            else if (g->items[k].role == PDX_TYPE_NAME)
                judge_attached_type(m, g, k, &types, &scratch);
        }
    }
    al_arena_return(&scratch);
}

/* ---- The text ------------------------------------------------------------------------------------------ */

static void keep_oddity(pdx_state *m, const pdx_gfx *g, const pdx_oddity *o, al_level level)
{
    const bool deep = o == &g->deep;
    al_claim claim = {.rule = al_first_rule("pdx") + (deep ? PDX_LIMIT : PDX_SYNTAX),
                      .level = level,
                      .limit = deep,
                      .tally = &o->lines};
    al_set_place(&claim, &o->place);
    if (o->name != NULL)
        (void)al_keep_finding(&m->base, g->number, &claim, "\"%s\" %s", o->name, o->what);
    else
        (void)al_keep_finding(&m->base, g->number, &claim, "%s", o->what);
}

static void keep_encoding(pdx_state *m, const pdx_gfx *g)
{
    const al_claim claim = {.rule = al_first_rule("pdx") + PDX_ENCODING,
                            .length = 2,
                            .line = 1,
                            .column = 1,
                            .end_line = 1,
                            .end_column = 3};
    (void)al_keep_finding(
        &m->base, g->number, &claim,
        "the file begins with %s, the mark of UTF-16: the game can't read such text and finds "
        "nothing in it",
        g->wide);
}

/* What is certainly wrong is enough: uneven braces may follow from it. */
void pdx_judge_text(pdx_state *m, const pdx_gfx *g)
{
    if (g->unread != NULL)
        (void)al_keep_limit(&m->base, g->number, al_first_rule("pdx") + PDX_LIMIT, "%s", g->unread);
    if (g->wide != NULL)
        keep_encoding(m, g);
    if (g->wrong.what != NULL)
        keep_oddity(m, g, &g->wrong, AL_WARNING);
    else if (g->odd.what != NULL)
        keep_oddity(m, g, &g->odd, AL_NOTE);
    if (g->deep.what != NULL)
        keep_oddity(m, g, &g->deep, AL_OFF);
}

void pdx_judge_texts(pdx_state *m)
{
    for (uint64_t i = 0; i < m->gfx_count && !m->base.no_memory; i++)
        if (is_judged(m, &m->gfxs[i]))
            pdx_judge_text(m, &m->gfxs[i]);
}
