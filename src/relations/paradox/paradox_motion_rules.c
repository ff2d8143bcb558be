/* paradox_motion_rules.c: finds motions that move nothing of their actors. A .gfx tells which actors a motion
 * is for. A motion that no .gfx names is compared with the actors in its folder and those of references.
 */
#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/file_names.h"
#include "relations/paradox/paradox.h"

/* Comparisons that may be made for each name that was read. It takes few: usually one of the first names of a
 * motion is a node of the actor. */
enum { COMPARED_EACH = 4096 };

/* ---- Motions that a .gfx gives to actors --------------------------------------------------------------- */

static int compare_pairs(const void *left, const void *right, void *context)
{
    const pdx_pair *a = left, *b = right;
    (void)context;
    if (a->motion != b->motion)
        return a->motion < b->motion ? -1 : 1;
    return a->actor < b->actor ? -1 : a->actor > b->actor;
}

static void add_pairs_of(pdx_state *m, const pdx_gfx *g)
{
    for (uint64_t i = 0; i < g->item_count && !m->base.no_memory; i++) {
        const pdx_item *item = &g->items[i];
        if (item->role != PDX_REFERENCE || !al_has_extension(item->file, "xsm", 3) ||
            g->types[item->type].actor_file == NULL)
            continue;
        const pdx_pair p = {.motion = pdx_find(&m->files, g->tree, item->file),
                            .actor = pdx_find(&m->files, g->tree, g->types[item->type].actor_file)};
        if (pdx_is_checked(m, p.motion)) /* PDX_NO_FILE is not */
            m->base.no_memory = !AL_ADD(m->base.arena, m->pairs, p);
    }
}

static void collect_pairs(pdx_state *m)
{
    pdx_pairs *to = &m->pairs;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < m->gfx_count && !m->base.no_memory; i++)
        if (m->gfxs[i].judged && pdx_is_checked(m, m->gfxs[i].number))
            add_pairs_of(m, &m->gfxs[i]);
    al_sort(to->items, (size_t)to->count, sizeof *to->items, compare_pairs, NULL);
    for (uint64_t i = 0; i < to->count; i++)
        if (kept == 0 || compare_pairs(&to->items[kept - 1], &to->items[i], NULL) != 0)
            to->items[kept++] = to->items[i];
    to->count = kept;
}

/* ---- Motions in the folders of actors ------------------------------------------------------------------ */

enum { ACTOR, MOTION, MORPH_MOTION }; /* kinds, in the order of */
static const char extensions[] = "xac xsm xpm";

static bool is_actor(const pair_file *file)
{
    return file->kind == ACTOR && file->with == 0;
}

/* Whether a motion is compared with the actors of its folder: a .gfx names no XPM, and an XSM only in a mod
 * with types. */
static bool is_loose_motion(const pdx_state *m, const pair_file *file)
{
    if (file->with > 0 || file->kind == ACTOR)
        return false;
    if (file->kind == MORPH_MOTION)
        return m->wants_morphs;
    const uint32_t tree = m->files.tree_count > 0 ? m->files.tree_of[file->file] : PDX_NO_TREE;
    return m->wants_motions && (tree == PDX_NO_TREE || !m->mods[tree].has_types);
}

/* ---- Files that must be read --------------------------------------------------------------------------- */

/* The first actor of references from that file on; the number of files: there is none. */
static size_t next_reference_actor(const pdx_state *m, size_t file)
{
    while (file < m->base.all->count && !al_is_kind(&m->base.all->files[file], "xac"))
        file++;
    return file;
}

static void want_names(pdx_state *m, size_t file)
{
    m->parts[file].nodes = m->parts[file].morphs = true;
}

static void want_folders(pdx_state *m)
{
    const pair_files *f = &m->motions;
    const size_t other = next_reference_actor(m, m->base.all->checked), count = m->base.all->count;
    bool any = false;
    for (size_t first = 0, end; first < f->count; first = end) {
        bool actors = false, motions = false;
        end = pair_folder_end(f, first);
        for (size_t i = first; i < end; i++) {
            actors = actors || is_actor(&f->items[i]);
            motions = motions || is_loose_motion(m, &f->items[i]);
        }
        if (!motions || (!actors && other == count))
            continue;
        any = true;
        for (size_t i = first; i < end; i++)
            if (is_actor(&f->items[i]) || is_loose_motion(m, &f->items[i]))
                want_names(m, f->items[i].file);
    }
    for (size_t i = other; any && i < count; i = next_reference_actor(m, i + 1))
        want_names(m, i);
}

void pdx_want_motions(pdx_state *m)
{
    if (m->wants_motions)
        collect_pairs(m);
    for (uint64_t i = 0; i < m->pairs.count; i++)
        if (m->pairs.items[i].actor != PDX_NO_FILE) {
            want_names(m, m->pairs.items[i].motion);
            want_names(m, m->pairs.items[i].actor);
        }
    if (!m->wants_motions && !m->wants_morphs)
        return;
    if (!al_relation_begin(&m->motions.base, m->base.all, m->base.arena) ||
        !pair_files_find(&m->motions, extensions, MOTION))
        m->base.no_memory = true;
    else
        want_folders(m);
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* All names of the actors that a motion is compared with. */
typedef struct actors {
    al_arena *arena; /* of the list */
    al_name_list names;
    uint64_t count; /* of actors that have names */
    size_t first;   /* the first of these */
    bool unknown;   /* an actor couldn't be read to its end */
} actors;

static void add_actor(pdx_state *m, actors *to, size_t file, bool morphs)
{
    const pdx_actor *a = pdx_actor_of(m, file);
    to->unknown = to->unknown || a == NULL || !a->complete;
    if (a == NULL || !a->complete)
        return;
    const al_name_list *names = morphs ? &a->morphs : &a->nodes;
    if (names->count == 0)
        return;
    to->first = to->count == 0 || file < to->first ? file : to->first;
    to->count++;
    for (uint64_t i = 0; i < names->count && !m->base.no_memory; i++)
        m->base.no_memory = !al_name_list_add(&to->names, to->arena, names->items[i]);
}

/* Whether two sorted lists have a name in common. Looks for each name of the shorter list in the longer one.
 */
static bool any_in_both(const al_name_list *a, const al_name_list *b)
{
    const al_name_list *few = a->count < b->count ? a : b, *many = a->count < b->count ? b : a;
    for (uint64_t i = 0; i < few->count; i++)
        if (al_name_list_has(many, few->items[i]))
            return true;
    return false;
}

static uint64_t fewer(const al_name_list *a, const al_name_list *b)
{
    return a->count < b->count ? a->count : b->count;
}

/* What the motions of a folder are compared with. */
typedef struct against {
    actors nodes, targets;
    uint64_t files; /* of actors */
} against;

static void add_actor_of_file(pdx_state *m, against *to, size_t file)
{
    to->files++;
    add_actor(m, &to->nodes, file, false);
    add_actor(m, &to->targets, file, true);
}

static void sort_names(against *to)
{
    al_name_list_sort(&to->nodes.names);
    al_name_list_sort(&to->targets.names);
}

static const char *base_of(const pdx_state *m, size_t file)
{
    return al_base_name(al_inner_path(&m->base.all->files[file]));
}

static void keep_no_node(pdx_state *m, const pdx_actor *motion, size_t actor, uint64_t count)
{
    const al_claim claim = {.rule = m->no_node_matches};
    const char *first = motion->first_node, *others = motion->nodes.count > 1 ? " and others" : "";
    if (count == 1)
        (void)al_keep_finding(&m->base, motion->number, &claim,
                              "motion moves no node of %s: it is for \"%s\"%s", base_of(m, actor), first,
                              others);
    else
        (void)al_keep_finding(&m->base, motion->number, &claim,
                              "motion moves no node of its %u actors, such as %s: it is for \"%s\"%s",
                              (unsigned)count, base_of(m, actor), first, others);
}

static void keep_no_target(pdx_state *m, const pdx_actor *motion, const pdx_target *name, size_t actor,
                           uint64_t count)
{
    const al_claim claim = {.rule = m->unknown_target,
                            .offset = name->offset,
                            .length = name->length,
                            .path = al_field(NULL, name->path),
                            .actual = al_text(name->shown)};
    if (count == 1)
        (void)al_keep_finding(&m->base, motion->number, &claim, "%s has no morph target \"%s\"",
                              base_of(m, actor), name->shown);
    else
        (void)al_keep_finding(&m->base, motion->number, &claim,
                              "none of %u actors with morph targets, such as %s, has one called \"%s\"",
                              (unsigned)count, base_of(m, actor), name->shown);
}

static void judge_targets(pdx_state *m, const pdx_actor *motion, const actors *in, const actors *others)
{
    const uint64_t count = in->count + others->count;
    for (uint32_t i = 0; i < motion->target_count && count > 0 && !in->unknown && !others->unknown; i++) {
        const pdx_target *name = &motion->targets[i];
        if (name->name[0] != '\0' && !al_name_list_has(&in->names, name->name) &&
            !al_name_list_has(&others->names, name->name))
            keep_no_target(m, motion, name, in->count > 0 ? in->first : others->first, count);
    }
}

static void judge_loose(pdx_state *m, const pair_file *file, const against *in, const against *others)
{
    const pdx_actor *motion = pdx_actor_of(m, file->file);
    const uint64_t count = in->nodes.count + others->nodes.count;
    const bool morphs = file->kind == MORPH_MOTION;
    if (in->files + others->files == 0)
        al_keep_not_judged(&m->base, file->file, morphs ? m->unknown_target : m->no_node_matches,
                           "there is no actor (.xac) in the same folder, and --with gives none", 1);
    if (motion == NULL || !motion->complete)
        return;
    const al_name_list *nodes = &motion->nodes;
    if (morphs)
        judge_targets(m, motion, &in->targets, &others->targets);
    else if (count > 0 && nodes->count > 0 && !any_in_both(nodes, &in->nodes.names) &&
             !any_in_both(nodes, &others->nodes.names))
        keep_no_node(m, motion, in->nodes.count > 0 ? in->nodes.first : others->nodes.first, count);
}

static void judge_folder(pdx_state *m, size_t first, size_t end, const against *others)
{
    const pair_file *items = m->motions.items;
    al_arena scratch = al_arena_on(m->base.arena->budget);
    against in = {.nodes = {.arena = &scratch}, .targets = {.arena = &scratch}};
    for (size_t i = first; i < end; i++)
        if (is_actor(&items[i]))
            add_actor_of_file(m, &in, items[i].file);
    sort_names(&in);
    for (size_t i = first; i < end && !m->base.no_memory; i++)
        if (is_loose_motion(m, &items[i]))
            judge_loose(m, &items[i], &in, others);
    al_arena_return(&scratch);
}

static void judge_folders(pdx_state *m)
{
    const pair_files *f = &m->motions;
    al_arena scratch = al_arena_on(m->base.arena->budget);
    against others = {.nodes = {.arena = &scratch}, .targets = {.arena = &scratch}};
    size_t actor = next_reference_actor(m, m->base.all->checked);
    for (; actor < m->base.all->count; actor = next_reference_actor(m, actor + 1))
        add_actor_of_file(m, &others, actor);
    sort_names(&others);
    for (size_t first = 0, end; first < f->count && !m->base.no_memory; first = end) {
        bool motions = false;
        end = pair_folder_end(f, first);
        for (size_t i = first; i < end; i++)
            motions = motions || is_loose_motion(m, &f->items[i]);
        if (motions)
            judge_folder(m, first, end, &others);
    }
    al_arena_return(&scratch);
}

/* The number of all names that were read. */
static uint64_t count_names(const pdx_state *m)
{
    uint64_t count = 1;
    for (uint64_t i = 0; i < m->actor_count; i++)
        count += m->actors[i].nodes.count + 1;
    return count;
}

/* Compares a motion with all actors that it is for. */
static void judge_pairs_of(pdx_state *m, const pdx_pair *all, uint64_t count, al_work *work)
{
    const pdx_actor *motion = pdx_actor_of(m, all[0].motion);
    uint64_t with_nodes = 0;
    if (all[0].actor == PDX_NO_FILE) /* so all are, since they are sorted */
        al_keep_not_judged(&m->base, all[0].motion, m->no_node_matches, pdx_unknown(m), 1);
    size_t first = PDX_NO_FILE;
    if (motion == NULL || !motion->complete || motion->nodes.count == 0)
        return;
    for (uint64_t i = 0; i < count; i++) {
        const pdx_actor *actor = pdx_actor_of(m, all[i].actor);
        if (actor == NULL || !actor->complete || actor->nodes.count == 0)
            continue;
        first = with_nodes == 0 ? all[i].actor : first;
        with_nodes++;
        if (al_name_list_has(&actor->nodes, motion->nodes.items[0]))
            return;
        if (!al_work_pay(work, fewer(&motion->nodes, &actor->nodes))) {
            const al_claim claim = {.rule = al_first_rule("pdx") + PDX_LIMIT, .limit = true};
            (void)al_keep_finding(&m->base, all[0].motion, &claim,
                                  "comparing the motion with all its actors takes too much work");
            return;
        }
        if (any_in_both(&motion->nodes, &actor->nodes))
            return;
    }
    if (with_nodes > 0)
        keep_no_node(m, motion, first, with_nodes);
}

void pdx_judge_motions(pdx_state *m)
{
    const pdx_pairs *all = &m->pairs;
    al_work work = al_work_of(count_names(m), COMPARED_EACH);
    for (uint64_t i = 0, end; i < all->count && !m->base.no_memory; i = end) {
        for (end = i; end < all->count && all->items[end].motion == all->items[i].motion;)
            end++;
        judge_pairs_of(m, &all->items[i], end - i, &work);
    }
    judge_folders(m);
}

/* ---- The actor to show a motion with ------------------------------------------------------------------- */

/* Limits of a search: a folder of a mod may have hundreds of motions and actors. */
enum { MOST_ACTORS = 64, MOST_NAMES = 256, MOST_NEIGHBOURS = 512 };

typedef struct choice {
    const pdx_state *m;
    const pdx_actor *motion;
    size_t actor; /* the file; PDX_NO_FILE: the motion moves none */
    uint64_t moved;
    unsigned compared;
} choice;

/* The names that are compared. */
static uint64_t count_compared(const choice *c)
{
    return c->motion->nodes.count < MOST_NAMES ? c->motion->nodes.count : MOST_NAMES;
}

static void compare_with(choice *c, size_t file)
{
    const pdx_actor *actor = file != PDX_NO_FILE ? pdx_actor_of(c->m, file) : NULL;
    uint64_t moved = 0;
    if (actor == NULL || !actor->complete || c->compared == MOST_ACTORS)
        return;
    c->compared++;
    for (uint64_t i = 0; i < count_compared(c); i++)
        moved += al_name_list_has(&actor->nodes, c->motion->nodes.items[i]);
    if (moved > c->moved) {
        c->moved = moved;
        c->actor = file;
    }
}

static int compare_by_motion(const void *left, const void *right, void *context)
{
    const pdx_pair *a = left, *b = right;
    (void)context;
    return a->motion < b->motion ? -1 : a->motion > b->motion;
}

static void compare_given(choice *c, size_t motion)
{
    const pdx_pairs *all = &c->m->pairs;
    const pdx_pair wanted = {.motion = motion};
    const size_t count = (size_t)all->count;
    size_t i = al_lower_bound(all->items, count, sizeof *all->items, &wanted, compare_by_motion, NULL);
    for (; i < count && all->items[i].motion == motion; i++)
        compare_with(c, all->items[i].actor);
}

/* The files of a folder stand together: looks at those near the motion. */
static void compare_folder(choice *c, size_t motion)
{
    const pair_files *f = &c->m->motions;
    const uint32_t item = f->count > 0 ? f->item_of[motion] : PAIR_NO_ITEM;
    if (item == PAIR_NO_ITEM)
        return;
    const size_t first = item > MOST_NEIGHBOURS ? item - MOST_NEIGHBOURS : 0;
    for (size_t i = first; i < f->count && i <= (size_t)item + MOST_NEIGHBOURS; i++)
        if (f->items[i].kind < f->first_judged && pair_compare_folders(&f->items[i], &f->items[item]) == 0)
            compare_with(c, f->items[i].file);
}

void pdx_find_actor(const pdx_state *m, size_t file, al_partner_list *list)
{
    choice c = {.m = m, .actor = PDX_NO_FILE};
    c.motion = file < m->base.all->count ? pdx_actor_of(m, file) : NULL;
    if (c.motion == NULL || !al_is_kind(&m->base.all->files[file], "xsm"))
        return;
    compare_given(&c, file);
    if (c.actor == PDX_NO_FILE) {
        compare_folder(&c, file);
        if (2 * c.moved < count_compared(&c)) /* names like "root" are in many */
            return;
    }
    if (c.actor != PDX_NO_FILE)
        al_add_partner(list, AL_PARTNER_SKELETON, c.actor);
}
