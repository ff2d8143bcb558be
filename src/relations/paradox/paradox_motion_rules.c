/* paradox_motion_rules.c: motions that move nothing of their actors. Which actor a motion is for, a .gfx
 * says. Where none does, the actors in its folder are meant, and those of references.
 */
#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/paradox/paradox_model.h"

#define AL_RULES "rules/pdx.def"
#include "kit/rule_numbers.h"
#undef AL_RULES
#define AL_RULES "rules/xsm.def"
#include "kit/rule_numbers.h"
#undef AL_RULES
#define AL_RULES "rules/xpm.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

/* Names that may be compared beside each name that there is: a motion usually has one in common with an actor
 * among its first. */
enum { COMPARED_EACH = 4096 };

/* ---- Motions that a .gfx gives to actors --------------------------------------------------------------- */

typedef struct pair {
    size_t motion, actor; /* files; PDX_NO_FILE, the highest number: the actor is not there */
} pair;

typedef struct pairs {
    pair *items;
    uint64_t count, capacity;
} pairs;

static int compare_pairs(const void *left, const void *right, void *context)
{
    const pair *a = left, *b = right;
    (void)context;
    if (a->motion != b->motion)
        return a->motion < b->motion ? -1 : 1;
    return a->actor < b->actor ? -1 : a->actor > b->actor;
}

static void add_pair(pdx_model *m, pairs *to, const pair *p)
{
    pair *items = al_grow(m->base.arena, to->items, to->count, &to->capacity, sizeof *items);
    m->base.no_memory = m->base.no_memory || items == NULL;
    if (items == NULL)
        return;
    to->items = items;
    items[to->count++] = *p;
}

static void add_pairs_of(pdx_model *m, const pdx_gfx *g, pairs *to)
{
    for (uint64_t i = 0; i < g->item_count && !m->base.no_memory; i++) {
        const pdx_item *item = &g->items[i];
        if (item->role != PDX_REFERENCE || !al_has_extension(item->file, "xsm", 3) ||
            g->types[item->type].actor_file == NULL)
            continue;
        const pair p = {.motion = pdx_find(&m->files, g->tree, item->file),
                        .actor = pdx_find(&m->files, g->tree, g->types[item->type].actor_file)};
        if (p.motion != PDX_NO_FILE && pdx_is_checked(m, p.motion))
            add_pair(m, to, &p);
    }
}

static void collect_pairs(pdx_model *m, pairs *to)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < m->gfx_count && !m->base.no_memory; i++)
        if (m->gfxs[i].judged && pdx_is_checked(m, m->gfxs[i].number))
            add_pairs_of(m, &m->gfxs[i], to);
    al_sort(to->items, (size_t)to->count, sizeof *to->items, compare_pairs, NULL);
    for (uint64_t i = 0; i < to->count; i++)
        if (kept == 0 || compare_pairs(&to->items[kept - 1], &to->items[i], NULL) != 0)
            to->items[kept++] = to->items[i];
    to->count = kept;
}

/* ---- Motions beside actors ----------------------------------------------------------------------------- */

/* A file, by its folder. */
typedef struct beside {
    const char *package, *name; /* "" for a file on disk */
    size_t folder;              /* how much of the name */
    size_t number;
} beside;

typedef struct folders {
    beside *items;
    uint64_t count, capacity;
} folders;

static int compare_folders(const beside *a, const beside *b)
{
    const int order = strcmp(a->package, b->package);
    if (order != 0)
        return order;
    if (a->folder != b->folder)
        return a->folder < b->folder ? -1 : 1;
    return strncmp(a->name, b->name, a->folder);
}

static int compare_beside(const void *left, const void *right, void *context)
{
    const beside *a = left, *b = right;
    (void)context;
    const int order = compare_folders(a, b);
    if (order != 0)
        return order;
    return a->number < b->number ? -1 : a->number > b->number;
}

static const char *name_of(const al_related_file *file)
{
    return file->member[0] != '\0' ? file->member : file->path;
}

/* Whether no .gfx says which actor a motion there is for. */
static bool is_loose(const pdx_model *m, size_t file)
{
    const uint32_t tree = m->files.tree_count > 0 ? m->files.tree_of[file] : PDX_NO_TREE;
    return tree == PDX_NO_TREE || !m->mods[tree].has_types;
}

static bool is_motion(const pdx_model *m, const char *name)
{
    return (m->wants_motions && al_has_extension(name, "xsm", 3)) ||
           (m->wants_morphs && al_has_extension(name, "xpm", 3));
}

/* All that are checked, of all folders. No .gfx names an XPM. */
static void collect_folders(pdx_model *m, folders *to)
{
    for (size_t i = 0; i < m->base.all->checked && !m->base.no_memory; i++) {
        const al_related_file *file = &m->base.all->files[i];
        const char *name = name_of(file);
        const bool actor = al_has_extension(name, "xac", 3);
        const bool loose = is_loose(m, i) || al_has_extension(name, "xpm", 3);
        if (!actor && !(is_motion(m, name) && loose))
            continue;
        beside *items = al_grow(m->base.arena, to->items, to->count, &to->capacity, sizeof *items);
        m->base.no_memory = items == NULL;
        if (items == NULL)
            return;
        to->items = items;
        items[to->count++] = (beside){.package = file->member[0] != '\0' ? file->path : "",
                                      .name = name,
                                      .folder = pdx_folder_length(name),
                                      .number = i};
    }
    al_sort(to->items, (size_t)to->count, sizeof *to->items, compare_beside, NULL);
}

static uint64_t end_of_folder(const folders *f, uint64_t first)
{
    uint64_t end = first + 1;
    while (end < f->count && compare_folders(&f->items[first], &f->items[end]) == 0)
        end++;
    return end;
}

static bool is_actor(const beside *file)
{
    return al_has_extension(file->name, "xac", 3);
}

/* ---- What has to be read ------------------------------------------------------------------------------- */

static bool has_actors(const pdx_model *m)
{
    for (size_t i = m->base.all->checked; i < m->base.all->count; i++)
        if (al_has_extension(name_of(&m->base.all->files[i]), "xac", 3))
            return true;
    return false;
}

static void wish(pdx_model *m, size_t file)
{
    m->wishes[file].nodes = m->wishes[file].morphs = true;
}

static void ask_for_folders(pdx_model *m)
{
    folders f = {.count = 0};
    const bool others = has_actors(m);
    bool any = false;
    collect_folders(m, &f);
    for (uint64_t i = 0, end; i < f.count; i = end) {
        uint64_t actors = 0;
        end = end_of_folder(&f, i);
        for (uint64_t k = i; k < end; k++)
            actors += is_actor(&f.items[k]);
        if (actors == end - i || (actors == 0 && !others))
            continue; /* no motion, or nothing to hold it against */
        any = true;
        for (uint64_t k = i; k < end; k++)
            wish(m, f.items[k].number);
    }
    for (size_t i = m->base.all->checked; any && i < m->base.all->count; i++)
        if (al_has_extension(name_of(&m->base.all->files[i]), "xac", 3))
            wish(m, i);
}

void pdx_ask_for_motions(pdx_model *m)
{
    pairs all = {.count = 0};
    if (m->wants_motions)
        collect_pairs(m, &all);
    for (uint64_t i = 0; i < all.count; i++)
        if (all.items[i].actor != PDX_NO_FILE) {
            wish(m, all.items[i].motion);
            wish(m, all.items[i].actor);
        }
    if (m->wants_motions || m->wants_morphs)
        ask_for_folders(m);
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* Actors that motions are held against, as one. */
typedef struct actors {
    pdx_names names;
    uint64_t count; /* of those that have any */
    size_t first;   /* their first */
    bool unknown;   /* some couldn't be read to its end */
} actors;

static void add_actor(pdx_model *m, actors *to, size_t file, bool morphs)
{
    const pdx_actor *a = pdx_actor_of(m, file);
    const pdx_names *names = a == NULL ? NULL : morphs ? &a->morphs : &a->nodes;
    to->unknown = to->unknown || a == NULL || !a->complete;
    if (a == NULL || !a->complete || names->count == 0)
        return;
    to->first = to->count == 0 ? file : to->first;
    to->count++;
    for (uint64_t i = 0; i < names->count && !m->base.no_memory; i++) {
        pdx_names *all = &to->names;
        pdx_name *items = al_grow(m->base.arena, all->items, all->count, &all->capacity, sizeof *items);
        m->base.no_memory = items == NULL;
        if (items == NULL)
            return;
        all->items = items;
        items[all->count++] = names->items[i];
    }
}

static bool any_of(const pdx_names *names, const pdx_names *among)
{
    for (uint64_t i = 0; i < names->count; i++)
        if (pdx_names_have(among, names->items[i].name))
            return true;
    return false;
}

/* What the motions of a folder are held against. */
typedef struct against {
    actors nodes, targets;
    uint64_t files; /* of actors */
} against;

static void add_actor_of_file(pdx_model *m, against *to, size_t file)
{
    to->files++;
    add_actor(m, &to->nodes, file, false);
    add_actor(m, &to->targets, file, true);
}

static void sort_names(against *to)
{
    pdx_names_sort(&to->nodes.names);
    pdx_names_sort(&to->targets.names);
}

static const char *base_of(const pdx_model *m, size_t file)
{
    const char *name = name_of(&m->base.all->files[file]);
    return name + pdx_folder_length(name);
}

static void keep_no_node(pdx_model *m, const pdx_actor *motion, size_t actor, uint64_t count)
{
    const al_claim claim = {.rule = al_first_rule("xsm") + XSM_NO_NODE_MATCHES};
    const char *first = motion->nodes.items[0].shown, *others = motion->nodes.count > 1 ? " and others" : "";
    if (count == 1)
        (void)al_keep_finding(&m->base, motion->number, &claim,
                              "motion moves no node of %s: it is for \"%s\"%s", base_of(m, actor), first,
                              others);
    else
        (void)al_keep_finding(&m->base, motion->number, &claim,
                              "motion moves no node of its %u actors, such as %s: it is for \"%s\"%s",
                              (unsigned)count, base_of(m, actor), first, others);
}

static void keep_no_target(pdx_model *m, const pdx_actor *motion, const pdx_name *name, size_t actor,
                           uint64_t count)
{
    const al_claim claim = {.rule = al_first_rule("xpm") + XPM_UNKNOWN_TARGET,
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

static void judge_targets(pdx_model *m, const pdx_actor *motion, const actors *in, const actors *others)
{
    const uint64_t count = in->count + others->count;
    for (uint64_t i = 0; i < motion->morphs.count && count > 0 && !in->unknown && !others->unknown; i++) {
        const pdx_name *name = &motion->morphs.items[i];
        if (name->name[0] != '\0' && !pdx_names_have(&in->names, name->name) &&
            !pdx_names_have(&others->names, name->name))
            keep_no_target(m, motion, name, in->count > 0 ? in->first : others->first, count);
    }
}

static void judge_beside(pdx_model *m, const beside *file, const against *in, const against *others)
{
    const pdx_actor *motion = pdx_actor_of(m, file->number);
    const uint64_t count = in->nodes.count + others->nodes.count;
    const bool morphs = al_has_extension(file->name, "xpm", 3);
    const size_t rule =
        morphs ? al_first_rule("xpm") + XPM_UNKNOWN_TARGET : al_first_rule("xsm") + XSM_NO_NODE_MATCHES;
    if (in->files + others->files == 0)
        al_keep_not_judged(&m->base, file->number, rule,
                           "no actor lies in their folder, and --with gives none", 1);
    if (motion == NULL || !motion->complete)
        return;
    if (morphs) {
        judge_targets(m, motion, &in->targets, &others->targets);
        return;
    }
    if (count > 0 && motion->nodes.count > 0 && !any_of(&motion->nodes, &in->nodes.names) &&
        !any_of(&motion->nodes, &others->nodes.names))
        keep_no_node(m, motion, in->nodes.count > 0 ? in->nodes.first : others->nodes.first, count);
}

static void judge_folder(pdx_model *m, const folders *f, uint64_t first, uint64_t end, const against *others)
{
    against in = {.nodes = {.count = 0}};
    for (uint64_t i = first; i < end; i++)
        if (is_actor(&f->items[i]))
            add_actor_of_file(m, &in, f->items[i].number);
    sort_names(&in);
    for (uint64_t i = first; i < end && !m->base.no_memory; i++)
        if (!is_actor(&f->items[i]))
            judge_beside(m, &f->items[i], &in, others);
}

static void judge_folders(pdx_model *m)
{
    folders f = {.count = 0};
    against others = {.nodes = {.count = 0}};
    collect_folders(m, &f);
    for (size_t i = m->base.all->checked; i < m->base.all->count; i++)
        if (al_has_extension(name_of(&m->base.all->files[i]), "xac", 3) && m->wishes[i].morphs)
            add_actor_of_file(m, &others, i);
    sort_names(&others);
    for (uint64_t i = 0, end, motions = 0; i < f.count && !m->base.no_memory; i = end, motions = 0) {
        end = end_of_folder(&f, i);
        for (uint64_t k = i; k < end; k++)
            motions += !is_actor(&f.items[k]);
        if (motions > 0)
            judge_folder(m, &f, i, end, &others);
    }
}

/* Names that there are, of all that were read. */
static uint64_t count_names(const pdx_model *m)
{
    uint64_t count = 1;
    for (uint64_t i = 0; i < m->actor_count; i++)
        count += m->actors[i].nodes.count + 1;
    return count;
}

/* A motion, and all actors that it is for. */
static void judge_pairs_of(pdx_model *m, const pair *all, uint64_t count, al_work *work)
{
    const pdx_actor *motion = pdx_actor_of(m, all[0].motion);
    uint64_t with_nodes = 0;
    if (all[0].actor == PDX_NO_FILE)
        al_keep_not_judged(&m->base, all[0].motion, al_first_rule("xsm") + XSM_NO_NODE_MATCHES,
                           pdx_unknown(m), 1);
    size_t first = PDX_NO_FILE;
    if (motion == NULL || !motion->complete || motion->nodes.count == 0)
        return;
    for (uint64_t i = 0; i < count; i++) {
        const pdx_actor *actor = pdx_actor_of(m, all[i].actor);
        if (actor == NULL || !actor->complete || actor->nodes.count == 0)
            continue;
        first = with_nodes == 0 ? all[i].actor : first;
        with_nodes++;
        if (pdx_names_have(&actor->nodes, motion->nodes.items[0].name))
            return;
        if (!al_work_pay(work, motion->nodes.count)) {
            const al_claim claim = {.rule = al_first_rule("pdx") + PDX_LIMIT, .limit = true};
            (void)al_keep_finding(&m->base, all[0].motion, &claim,
                                  "comparing the motion with all its actors takes too much work");
            return;
        }
        if (any_of(&motion->nodes, &actor->nodes))
            return;
    }
    if (with_nodes > 0)
        keep_no_node(m, motion, first, with_nodes);
}

void pdx_judge_motions(pdx_model *m)
{
    pairs all = {.count = 0};
    al_work work = al_work_of(count_names(m), COMPARED_EACH);
    if (m->wants_motions)
        collect_pairs(m, &all);
    for (uint64_t i = 0, end; i < all.count && !m->base.no_memory; i = end) {
        for (end = i; end < all.count && all.items[end].motion == all.items[i].motion;)
            end++;
        judge_pairs_of(m, &all.items[i], end - i, &work);
    }
    if (m->wants_motions || m->wants_morphs)
        judge_folders(m);
}
