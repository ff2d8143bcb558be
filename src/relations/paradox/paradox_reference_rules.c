/* paradox_reference_rules.c: finds files that a .gfx refers to and that are missing, and files that no .gfx
 * refers to.
 */
#include <string.h>

#include "core/sort.h"
#include "core/suggest.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/file_names.h"
#include "relations/paradox/paradox.h"

static bool is_actor(const char *name)
{
    return al_has_extension(name, "xac", 3);
}

/* ---- Similar names ------------------------------------------------------------------------------------- */

/* The base name without blanks, dots, hyphens and underscores, which people confuse. */
static const char *squeeze(pdx_state *m, const char *name)
{
    char *copy = al_copy_text(m->base.arena, name, strlen(name));
    size_t end = 0;
    m->base.no_memory = m->base.no_memory || copy == NULL;
    if (copy == NULL)
        return "";
    const size_t extension = strlen(name) - 4; /* .xac or .xsm */
    for (size_t i = al_folder_length(name); name[i] != '\0'; i++)
        if (i >= extension || strchr("_- .", name[i]) == NULL)
            copy[end++] = name[i];
    copy[end] = '\0';
    return copy;
}

/* Stands for the tree of the known files of Victoria 2, whose numbers are their indices. */
#define GAME PDX_NO_TREE

static void make_near(pdx_state *m)
{
    const pdx_files *f = &m->files;
    m->near_made = true;
    for (size_t i = 0; i < m->base.all->count && !m->base.no_memory; i++) {
        if (f->tree_of[i] == PDX_NO_TREE || !pdx_is_reference(f->name_of[i]))
            continue;
        const pdx_entry entry = {
            .tree = f->tree_of[i], .name = squeeze(m, f->name_of[i]), .number = (uint32_t)i};
        m->base.no_memory = m->base.no_memory || !AL_ADD(m->base.arena, m->near, entry);
    }
    for (size_t i = 0; pdx_victoria2_file(i) != NULL && !m->base.no_memory; i++) {
        const pdx_entry entry = {
            .tree = GAME, .name = squeeze(m, pdx_victoria2_file(i)), .number = (uint32_t)i};
        m->base.no_memory = m->base.no_memory || !AL_ADD(m->base.arena, m->near, entry);
    }
    pdx_entries_sort(&m->near);
}

/* The file of a tree with the same squeezed name, the first if there are several, or the only one whose name
 * is a little longer: disease_anim.xsm for disease.xsm. */
static size_t near_in(const pdx_state *m, uint32_t tree, const char *name, bool *several)
{
    enum { MOST_LOOKED_AT = 16, MOST_MORE = 6 };
    const size_t stem = strlen(name) - 4;
    size_t found = PDX_NO_FILE, same = 0;
    const uint64_t first = pdx_entries_at(&m->near, tree, name);
    for (uint64_t i = first; i < m->near.count && i - first < MOST_LOOKED_AT; i++) {
        const pdx_entry *e = &m->near.items[i];
        if (e->tree != tree || strncmp(e->name, name, stem) != 0)
            break;
        if (strcmp(e->name, name) == 0) {
            const pdx_entry *next = i + 1 < m->near.count ? e + 1 : NULL;
            *several = next != NULL && next->tree == tree && strcmp(next->name, name) == 0;
            return e->number;
        }
        const size_t length = strlen(e->name);
        if (length - 4 - stem <= MOST_MORE && strcmp(e->name + length - 4, name + stem) == 0) {
            found = e->number;
            same++;
        }
    }
    return same == 1 ? found : PDX_NO_FILE;
}

/* The only file of a tree whose name differs by one slip. Most short names do by chance. */
static size_t misspelt_in(pdx_state *m, uint32_t tree, const char *name)
{
    enum { LEAST = sizeof "guard.xac" - 1 };
    size_t found = PDX_NO_FILE;
    if (strlen(name) < LEAST)
        return PDX_NO_FILE;
    for (uint64_t i = pdx_entries_at(&m->near, tree, ""); i < m->near.count; i++) {
        const pdx_entry *e = &m->near.items[i];
        if (e->tree != tree || !al_work_pay(&m->guesses, strlen(name)))
            break;
        if (!al_is_slip(e->name, name))
            continue;
        if (found != PDX_NO_FILE)
            return PDX_NO_FILE;
        found = e->number;
    }
    return found;
}

static const char *near_of_game(const pdx_state *m, uint32_t tree, const char *squeezed, bool *several)
{
    const size_t found = m->mods[tree].for_victoria2 ? near_in(m, GAME, squeezed, several) : PDX_NO_FILE;
    const char *path = found != PDX_NO_FILE ? pdx_victoria2_file(found) : NULL;
    return path != NULL && pdx_game_has(m, tree, path) ? path : NULL;
}

/* Sets `several` if other files of the tree are as similar. */
static const char *near_name(pdx_state *m, uint32_t tree, const char *name, bool *several)
{
    if (!m->near_made)
        make_near(m);
    const char *squeezed = squeeze(m, name);
    if (m->base.no_memory)
        return NULL;
    size_t found = near_in(m, tree, squeezed, several);
    for (uint32_t i = m->files.checked_trees; found == PDX_NO_FILE && i < m->files.tree_count; i++)
        found = near_in(m, i, squeezed, several);
    if (found == PDX_NO_FILE)
        found = misspelt_in(m, tree, squeezed);
    if (found == PDX_NO_FILE)
        return near_of_game(m, tree, squeezed, several);
    const bool replaced = strcmp(m->files.name_of[found], name) == 0; /* so it is in such a folder */
    return replaced ? NULL : pdx_shown_name(&m->files, found);
}

/* ---- Missing files ------------------------------------------------------------------------------------- */

/* Sorts items by the name of their file, then by place. */
static int compare_by_file(const void *left, const void *right, void *context)
{
    const pdx_item *items = context;
    const uint32_t *a = left, *b = right;
    const int order = strcmp(items[*a].file, items[*b].file);
    if (order != 0)
        return order;
    return *a < *b ? -1 : *a > *b;
}

typedef void keep_missing(pdx_state *m, const pdx_gfx *g, uint32_t first, const al_tally *lines);

/* Makes one finding for each missing file, with the lines that name it. */
static void keep_each(pdx_state *m, const pdx_gfx *g, uint32_t *missing, uint64_t count, keep_missing *keep)
{
    al_sort(missing, (size_t)count, sizeof *missing, compare_by_file, g->items);
    for (uint64_t i = 0, end; i < count && !m->base.no_memory; i = end) {
        const pdx_item *first = &g->items[missing[i]];
        al_tally lines = {.count = 0};
        for (end = i; end < count && strcmp(g->items[missing[end]].file, first->file) == 0; end++)
            al_tally_add(&lines, g->items[missing[end]].place.line);
        keep(m, g, missing[i], &lines);
    }
}

typedef bool is_missing(pdx_state *m, const pdx_gfx *g, const pdx_item *item);

static void judge_missing(pdx_state *m, const pdx_gfx *g, is_missing *missing, keep_missing *keep)
{
    uint64_t count = 0;
    uint32_t *items = NULL;
    uint64_t capacity = 0;
    for (uint32_t i = 0; i < g->item_count && !m->base.no_memory; i++) {
        if (!missing(m, g, &g->items[i]))
            continue;
        m->base.no_memory = m->base.no_memory || !AL_APPEND(m->base.arena, items, count, capacity, i);
    }
    keep_each(m, g, items, count, keep);
}

static bool is_missing_reference(pdx_state *m, const pdx_gfx *g, const pdx_item *item)
{
    return item->role == PDX_REFERENCE && pdx_find(&m->files, g->tree, item->file) == PDX_NO_FILE &&
           (m->has_game || !pdx_game_has(m, g->tree, item->file));
}

/* Where the file is not, for the message. */
static const char *place_without(const pdx_state *m, uint32_t tree, const char *name)
{
    if (m->has_game || !m->mods[tree].for_victoria2)
        return "";
    return pdx_victoria2_has(name) ? " in the mod, which replaces this folder of the game"
                                   : " in the mod or in Victoria 2";
}

/* What the game itself refers to and lacks is no fault of the mod. */
static void keep_missing_reference(pdx_state *m, const pdx_gfx *g, uint32_t first, const al_tally *lines)
{
    const pdx_item *item = &g->items[first];
    const bool actor = is_actor(item->file);
    bool several = false;
    al_claim claim = pdx_claim_at(m, g, first, actor ? PDX_MISSING_ACTOR_FILE : PDX_MISSING_MOTION);
    const char *type = g->types[item->type].name, *near = near_name(m, g->tree, item->file, &several);
    const bool block = item->up != PDX_NO_ITEM && strcmp(g->items[item->up].key, "animation") == 0;
    claim.level = al_name_list_has(&m->with_references, item->file) ? AL_NOTE
                  : m->has_game                                     ? AL_ERROR
                                                                    : AL_WARNING;
    claim.doubt = m->has_game ? AL_AS_CERTAIN_AS_RULE : AL_ONLY_LIKELY;
    claim.tally = lines;
    claim.no_fix = near == NULL || several;
    if (near != NULL)
        claim.expected = al_text(near);
    const char *before = near != NULL ? "; did you mean \"" : "", *behind = near != NULL ? "\"?" : "";
    const char *where = place_without(m, g->tree, item->file);
    near = near != NULL ? near : "";
    if (actor)
        (void)al_keep_finding(&m->base, g->number, &claim,
                              "actor \"%s\" is not drawn: there is no file %s%s%s%s%s", type, item->text,
                              where, before, near, behind);
    else
        (void)al_keep_finding(&m->base, g->number, &claim,
                              "actor \"%s\" stands still in its motion \"%s\": there is no file %s%s%s%s%s",
                              type, block ? g->items[item->up].text : item->key, item->text, where, before,
                              near, behind);
}

void pdx_judge_references(pdx_state *m)
{
    for (uint64_t i = 0; i < m->gfx_count && !m->base.no_memory; i++) {
        const pdx_gfx *g = &m->gfxs[i];
        if (!g->judged || !pdx_is_checked(m, g->number))
            continue;
        const pdx_mod *mod = &m->mods[g->tree];
        if (m->has_game || mod->for_victoria2 || mod->complete) {
            judge_missing(m, g, is_missing_reference, keep_missing_reference);
            continue;
        }
        pdx_not_judged(m, PDX_MISSING_ACTOR_FILE, g->number, g->unresolved[0]);
        pdx_not_judged(m, PDX_MISSING_MOTION, g->number, g->unresolved[1]);
    }
}

/* ---- Pictures of the interface ------------------------------------------------------------------------- */

/* A picture is looked up as written, and with each extension that the games accept instead of its own. */
static size_t find_picture(const pdx_state *m, const pdx_gfx *g, const pdx_item *item)
{
    const size_t found = pdx_find(&m->files, g->tree, item->file);
    const char *dot = strrchr(al_base_name(item->file), '.');
    const size_t stem = dot != NULL ? (size_t)(dot - item->file) : strlen(item->file);
    return found != PDX_NO_FILE ? found : pdx_find_picture(&m->files, g->tree, "", item->file, stem);
}

/* If the picture is there, it is told what leads to it: to look it up twice takes twice as long. */
static bool is_missing_picture(pdx_state *m, const pdx_gfx *g, const pdx_item *item)
{
    if (item->role != PDX_PICTURE || item->file[0] == '\0')
        return false;
    const size_t picture = find_picture(m, g, item);
    al_keep_picture_use(&m->base, picture, g->number, pdx_shown_name(&m->files, g->number), item->place.line);
    return picture == PDX_NO_FILE && !al_name_list_has(&m->with_pictures, item->file);
}

static void keep_missing_picture(pdx_state *m, const pdx_gfx *g, uint32_t first, const al_tally *lines)
{
    const uint32_t up = g->items[first].up;
    al_claim claim = pdx_claim_at(m, g, first, PDX_MISSING_SPRITE);
    claim.tally = lines;
    (void)al_keep_finding(&m->base, g->number, &claim, "\"%s\" is not drawn: there is no picture %s",
                          up != PDX_NO_ITEM ? g->items[up].text : "", g->items[first].text);
}

void pdx_judge_sprites(pdx_state *m)
{
    for (uint64_t i = 0; i < m->gfx_count && !m->base.no_memory; i++) {
        const pdx_gfx *g = &m->gfxs[i];
        if (!g->judged || !pdx_is_checked(m, g->number) || !m->mods[g->tree].has_types)
            continue;
        if (m->has_pictures)
            judge_missing(m, g, is_missing_picture, keep_missing_picture);
        for (uint64_t k = 0; k < g->item_count && !m->has_pictures && !m->base.no_memory; k++)
            pdx_not_judged(m, PDX_MISSING_SPRITE, g->number, is_missing_picture(m, g, &g->items[k]));
    }
}

/* ---- Unused files -------------------------------------------------------------------------------------- */

/* The game's own .gfx name its files: a mod that replaces a file of the game needs no .gfx for it. */
static bool may_be_unused(const pdx_state *m, uint32_t tree, const char *name)
{
    const pdx_mod *mod = &m->mods[tree];
    return mod->complete && !mod->partly_read && !pdx_victoria2_has(name);
}

/* Collects the files that any .gfx of any mod names, since a mod may use files of another. */
static void collect_named(pdx_state *m, al_name_list *named, al_arena *arena)
{
    for (uint64_t i = 0; i < m->gfx_count && !m->base.no_memory; i++) {
        const pdx_gfx *g = &m->gfxs[i];
        for (uint64_t k = 0; k < g->item_count && !m->base.no_memory; k++)
            if (g->items[k].file != NULL && g->items[k].role != PDX_PICTURE)
                m->base.no_memory = !al_name_list_add(named, arena, g->items[k].file);
    }
    al_name_list_sort(named);
}

void pdx_judge_unused(pdx_state *m)
{
    const pdx_files *f = &m->files;
    al_arena scratch = al_arena_on(m->base.arena->budget);
    al_name_list named = {.count = 0};
    collect_named(m, &named, &scratch);
    for (size_t i = 0; i < m->base.all->checked && !m->base.no_memory; i++) {
        const uint32_t tree = f->tree_of[i];
        if (tree == PDX_NO_TREE || !may_be_unused(m, tree, f->name_of[i]) ||
            !pdx_is_below(f->name_of[i], "gfx/") || !pdx_is_reference(f->name_of[i]) ||
            al_name_list_has(&named, f->name_of[i]))
            continue;
        const al_claim claim = {.rule = al_first_rule("pdx") + PDX_UNUSED_FILE};
        (void)al_keep_finding(&m->base, i, &claim, "no .gfx of the mod names %s", pdx_shown_name(f, i));
    }
    al_arena_return(&scratch);
}
