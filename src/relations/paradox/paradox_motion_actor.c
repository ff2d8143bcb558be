/* paradox_motion_actor.c: the actor to show a motion with. Of the actors that a .gfx gives it to, or of those
 * in its folder, it is the one that it moves most nodes of.
 */
#include "core/sort.h"
#include "relations/file_names.h"
#include "relations/paradox/paradox_model.h"

/* Limits of a search: a folder of a mod may have hundreds of motions and actors. */
enum { MOST_ACTORS = 64, MOST_NAMES = 256, MOST_NEIGHBOURS = 512 };

typedef struct choice {
    const pdx_model *m;
    const pdx_actor *motion;
    size_t actor; /* the file; PDX_NO_FILE: the motion moves none */
    uint64_t moved;
    unsigned compared;
} choice;

/* The names that are compared. */
static uint64_t count_names(const choice *c)
{
    return c->motion->node_count < MOST_NAMES ? c->motion->node_count : MOST_NAMES;
}

static void compare_with(choice *c, size_t file)
{
    const pdx_actor *actor = file != PDX_NO_FILE ? pdx_actor_of(c->m, file) : NULL;
    uint64_t moved = 0;
    if (actor == NULL || !actor->complete || c->compared == MOST_ACTORS)
        return;
    c->compared++;
    const al_name_list nodes = pdx_nodes(actor);
    for (uint64_t i = 0; i < count_names(c); i++)
        moved += al_name_list_has(&nodes, c->motion->nodes[i]);
    if (moved > c->moved) {
        c->moved = moved;
        c->actor = file;
    }
}

static int compare_motions(const void *left, const void *right, void *context)
{
    const pdx_pair *a = left, *b = right;
    (void)context;
    return a->motion < b->motion ? -1 : a->motion > b->motion;
}

static void compare_pairs(choice *c, size_t motion)
{
    const pdx_pairs *all = &c->m->pairs;
    const pdx_pair wanted = {.motion = motion};
    const size_t count = (size_t)all->count;
    size_t i = al_lower_bound(all->items, count, sizeof *all->items, &wanted, compare_motions, NULL);
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

void pdx_find_actor(const void *state, size_t file, al_partner_list *list)
{
    const pdx_model *m = state;
    choice c = {.m = m, .actor = PDX_NO_FILE};
    c.motion = file < m->base.all->count ? pdx_actor_of(m, file) : NULL;
    if (c.motion == NULL || !al_is_kind(&m->base.all->files[file], "xsm"))
        return;
    compare_pairs(&c, file);
    if (c.actor == PDX_NO_FILE) {
        compare_folder(&c, file);
        if (2 * c.moved < count_names(&c)) /* names like "root" are in many */
            return;
    }
    if (c.actor != PDX_NO_FILE)
        al_add_partner(list, AL_PARTNER_SKELETON, c.actor);
}
