/* x4_names.c: finds out what mods are called. In the game a mod is called like its folder, but a checkout may
 * lie in a folder of any name: then the paths in its XML show the name.
 */

#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "relations/file_names.h"
#include "relations/x4/x4.h"

/* ---- Own names ----------------------------------------------------------------------------------------- */

static int compare_uses(const void *left, const void *right, void *context)
{
    const x4_use *a = left, *b = right;
    (void)context;
    if (a->tree != b->tree)
        return a->tree < b->tree ? -1 : 1;
    const int order = strcmp(a->name, b->name);
    return order != 0 ? order : strcmp(a->rest, b->rest);
}

/* Sorts the uses and keeps each path once, as judged if any use of it is. */
static void sort_uses(x4_state *v)
{
    uint64_t kept = 0;
    x4_use *uses = v->uses.items;
    al_sort(uses, (size_t)v->uses.count, sizeof *uses, compare_uses, NULL);
    for (uint64_t i = 0; i < v->uses.count; i++)
        if (kept == 0 || compare_uses(&uses[kept - 1], &uses[i], NULL) != 0)
            uses[kept++] = uses[i];
        else
            uses[kept - 1].is_judged = uses[kept - 1].is_judged || uses[i].is_judged;
    v->uses.count = kept;
}

static bool exists(const x4_tree *tree, const char *path)
{
    static const char *const endings[] = {".xml", ".ani", NULL};
    const x4_file *picture;
    return x4_find_picture(tree, path, &picture) || x4_find_with(tree, path, endings) != NULL ||
           x4_has_folder(tree, path);
}

/* The paths of one tree into one extension: the end of its uses, how many of them are judged, and how many of
 * these find a file. */
typedef struct uses {
    uint64_t end, judged, found;
} uses;

static uses uses_from(const x4_state *v, uint64_t first)
{
    const x4_use *all = v->uses.items;
    uses u = {.end = first};
    while (u.end < v->uses.count && all[u.end].tree == all[first].tree &&
           strcmp(all[u.end].name, all[first].name) == 0) {
        const x4_use *use = &all[u.end++];
        u.judged += use->is_judged;
        u.found += use->is_judged && exists(&v->trees.items[use->tree], use->rest);
    }
    return u;
}

/* The name of a folder or package: "ship" for "mods/ship/" and "ship.zip!/"; NULL for `.` and the like. */
static char *name_of_root(al_arena *arena, const char *root, bool *no_memory)
{
    size_t end = strlen(root), start;
    while (end > 0 && (root[end - 1] == '/' || root[end - 1] == '!'))
        end--;
    const bool package = root[end] == '!';
    for (start = end; start > 0 && root[start - 1] != '/'; start--)
        continue;
    for (size_t dot = end; package && dot > start; dot--)
        if (root[dot - 1] == '.') {
            end = dot - 1;
            break;
        }
    if (end == start || strspn(root + start, ".") == end - start)
        return NULL;
    char *name = al_lower_copy(arena, root + start, end - start);
    *no_memory = name == NULL;
    return name;
}

bool x4_is_of_the_game(const char *name)
{
    static const char start[] = "ego_dlc_";
    return strncmp(name, start, sizeof start - 1) == 0;
}

/* The index of the first path of a tree into an extension. */
static uint64_t first_use(const x4_state *v, uint32_t tree, const char *name)
{
    const x4_use wanted = {.tree = tree, .name = name, .rest = ""};
    return al_lower_bound(v->uses.items, (size_t)v->uses.count, sizeof wanted, &wanted, compare_uses, NULL);
}

static bool is_name(const char *known, const char *name)
{
    return known != NULL && strcmp(known, name) == 0;
}

/* A name that may be the mod's own. */
typedef struct candidate {
    const char *name; /* NULL: none so far */
    uint64_t found;   /* paths with it that find a file */
    unsigned rank;    /* 2: it is the folder's, 1: the id, 0: only paths have it */
    bool several;     /* another one has as many, and the same rank */
} candidate;

static void offer(candidate *best, const candidate *other)
{
    const bool same = best->name != NULL && other->found == best->found && other->rank == best->rank;
    if (best->name == NULL || other->found > best->found ||
        (other->found == best->found && other->rank > best->rank))
        *best = *other;
    else
        best->several = best->several || same;
}

/* The name that most paths which find a file have. Of other names than the folder's and the id, at least half
 * of the paths must find one. NULL: there is none. */
static const char *most_used(const x4_state *v, uint32_t tree)
{
    const x4_mod *mod = &v->mods[tree];
    candidate best = {.name = NULL};
    for (uint64_t i = first_use(v, tree, ""); i < v->uses.count && v->uses.items[i].tree == tree;) {
        const uses u = uses_from(v, i);
        const char *name = v->uses.items[i].name;
        const candidate this = {
            .name = name, .found = u.found, .rank = is_name(mod->folder, name) ? 2 : is_name(mod->id, name)};
        i = u.end;
        if (this.rank > 0 || (u.judged > 0 && u.found * 2 >= u.judged && !x4_is_of_the_game(name)))
            offer(&best, &this);
    }
    return best.several ? NULL : best.name;
}

/* The name may be that of a use, which is forgotten earlier. */
static bool add_own(x4_state *v, x4_mod *mod, const char *name)
{
    if (name == NULL || (mod->own_count > 0 && strcmp(mod->own[0], name) == 0))
        return true;
    mod->own[mod->own_count] = al_keep_text(&v->texts, name, strlen(name));
    return mod->own[mod->own_count++] != NULL;
}

/* If its paths tell nothing, the names of a reference are that of its folder, and its id. */
static bool find_names(x4_state *v, uint32_t tree)
{
    x4_mod *mod = &v->mods[tree];
    mod->own_count = 0;
    if (!add_own(v, mod, most_used(v, tree)))
        return false;
    if (mod->own_count > 0 || v->trees.items[tree].with == 0)
        return true;
    return add_own(v, mod, mod->folder) && add_own(v, mod, mod->id);
}

static bool add_owners(x4_state *v, uint32_t tree)
{
    for (uint32_t i = 0; i < v->mods[tree].own_count; i++) {
        const x4_owner owner = {.name = v->mods[tree].own[i], .tree = tree};
        if (!AL_ADD(v->base.arena, v->owners, owner))
            return false;
    }
    return true;
}

static int compare_owners(const void *left, const void *right, void *context)
{
    const x4_owner *a = left, *b = right;
    (void)context;
    const int order = strcmp(a->name, b->name);
    return order != 0 ? order : (a->tree > b->tree) - (a->tree < b->tree);
}

/* ---- Other parts of a mod ------------------------------------------------------------------------------ */

static bool has_name(const x4_mod *mod, const char *name)
{
    return name != NULL && (is_name(mod->id, name) || x4_is_own(mod, name, strlen(name)));
}

static bool is_same_mod(const x4_mod *a, const x4_mod *b)
{
    bool same = has_name(a, b->id);
    for (uint32_t i = 0; i < b->own_count; i++)
        same = same || has_name(a, b->own[i]);
    return same;
}

/* The XML of a reference belongs to the mod, too; but where the mod has a file of the same path, that of the
 * reference doesn't count. */
static void take_xml(x4_state *v, uint32_t mod, uint32_t reference)
{
    for (uint64_t i = 0; i < v->xmls.count; i++) {
        x4_xml *xml = &v->xmls.items[i];
        if (xml->tree == reference && x4_find_file(&v->trees.items[mod], xml->path) == NULL)
            xml->tree = mod;
    }
    for (uint64_t i = 0; i < v->uses.count; i++)
        if (v->uses.items[i].tree == reference)
            v->uses.items[i].tree = mod;
}

/* Whether the work for comparing a mod with another, or for joining them, is still allowed. If it isn't, the
 * mod may have files that are not known. */
static bool may_join(x4_state *v, uint32_t mod, uint64_t work)
{
    const bool may = al_work_pay(&v->guesses, work);
    v->trees.items[mod].has_gap = v->trees.items[mod].has_gap || !may;
    return may;
}

/* The mods of references come behind the checked ones. */
static uint32_t first_of_references(const x4_state *v)
{
    uint32_t first = v->trees.mods;
    while (first > 0 && v->trees.items[first - 1].with > 0)
        first--;
    return first;
}

/* Whether a reference is known from a file of names. */
static bool is_named(const x4_state *v, uint32_t reference)
{
    const x4_tree *tree = &v->trees.items[reference];
    return tree->count > 0 && al_names_of(v->base.all, tree->files[0].number) != NULL;
}

/* Joins a checked mod with the references that are the same mod. */
static bool join_parts(x4_state *v, uint32_t mod, bool *any)
{
    for (uint32_t i = first_of_references(v); i < v->trees.mods && may_join(v, mod, 1); i++) {
        x4_mod *other = &v->mods[i];
        const x4_tree *tree = &v->trees.items[mod];
        if (other->part_of == mod + 1 || !is_same_mod(&v->mods[mod], other))
            continue;
        if (!may_join(v, mod, v->xmls.count + v->uses.count + tree->count + v->trees.items[i].count))
            return true;
        take_xml(v, mod, i);
        if (!x4_join_trees(&v->trees.items[mod], &v->trees.items[i], v->base.arena))
            return false;
        v->mods[mod].partly_named = v->mods[mod].partly_named || is_named(v, i);
        other->part_of = mod + 1;
        *any = true;
    }
    return true;
}

/* Notes the mods that need others, while the uses are there. */
static void note_needs(x4_state *v)
{
    for (uint64_t i = 0; i < v->dependencies.count; i++)
        v->mods[v->dependencies.items[i].tree].needs_other = true;
    for (uint64_t i = 0; i < v->uses.count; i++) {
        const x4_use *use = &v->uses.items[i];
        x4_mod *mod = &v->mods[use->tree];
        mod->needs_other = mod->needs_other || !x4_is_own(mod, use->name, strlen(use->name));
    }
    for (uint64_t i = 0; i < v->xmls.count; i++)
        if (v->xmls.items[i].below_extensions)
            v->mods[v->xmls.items[i].tree].needs_other = true;
}

/* ---- All mods ------------------------------------------------------------------------------------------ */

bool x4_find_folders(x4_state *v)
{
    bool no_memory = false;
    for (uint32_t i = 0; i < v->trees.mods && !no_memory; i++)
        v->mods[i].folder = name_of_root(v->base.arena, v->trees.items[i].root, &no_memory);
    return !no_memory;
}

/* The files of another part may show the own name, and the own name may show another part. */
enum { MOST_JOINS = 2 };

bool x4_find_own_names(x4_state *v)
{
    bool any = true;
    if (!x4_find_folders(v))
        return false;
    for (unsigned pass = 0; any; pass++) {
        any = false;
        sort_uses(v);
        for (uint32_t i = 0; i < v->trees.mods; i++)
            if (!find_names(v, i))
                return false;
        for (uint32_t i = 0; pass < MOST_JOINS && i < v->trees.mods; i++)
            if (v->trees.items[i].with == 0 && !join_parts(v, i, &any))
                return false;
    }
    for (uint32_t i = 0; i < v->trees.mods; i++)
        if (!add_owners(v, i))
            return false;
    note_needs(v);
    al_sort(v->owners.items, (size_t)v->owners.count, sizeof *v->owners.items, compare_owners, NULL);
    return true;
}

bool x4_is_own(const x4_mod *mod, const char *name, size_t length)
{
    for (uint32_t i = 0; i < mod->own_count; i++)
        if (strlen(mod->own[i]) == length && memcmp(mod->own[i], name, length) == 0)
            return true;
    return false;
}

/* ---- Misspelt names ------------------------------------------------------------------------------------ */

static bool is_text(const char *text, const char *name, size_t length)
{
    return text != NULL && strlen(text) == length && memcmp(text, name, length) == 0;
}

/* Whether two names are the same but for their digits: a mod and its second version have such names. */
static bool differ_in_digits(const char *a, const char *b, size_t length)
{
    size_t at = 0;
    for (; *a != '\0'; a++) {
        if (al_is_digit(*a))
            continue;
        while (at < length && al_is_digit(b[at]))
            at++;
        if (at == length || b[at++] != *a)
            return false;
    }
    while (at < length && al_is_digit(b[at]))
        at++;
    return at == length;
}

/* Whether another mod is called so, or one that the mod depends on. */
static bool is_extension(x4_state *v, uint32_t tree, const char *name, size_t length)
{
    if (!al_work_pay(&v->guesses, v->trees.count + v->dependencies.count))
        return true;
    for (uint32_t i = 0; i < v->trees.mods; i++) {
        const x4_mod *mod = &v->mods[i];
        if (i != tree && mod->part_of != tree + 1 &&
            (is_text(mod->folder, name, length) || is_text(mod->id, name, length) ||
             x4_is_own(mod, name, length)))
            return true;
    }
    for (uint64_t i = 0; i < v->dependencies.count; i++)
        if (v->dependencies.items[i].tree == tree && is_text(v->dependencies.items[i].name, name, length))
            return true;
    return false;
}

/* Whether fewer paths of the mod have the name than its own name: what is written often is no mistake. */
static bool is_rare(const x4_state *v, uint32_t tree, const char *name, size_t length)
{
    uint64_t own = 0, other = 0;
    for (uint64_t i = first_use(v, tree, ""); i < v->uses.count && v->uses.items[i].tree == tree; i++) {
        own += strcmp(v->uses.items[i].name, v->mods[tree].own[0]) == 0;
        other += is_text(v->uses.items[i].name, name, length);
    }
    return other < own;
}

bool x4_is_misspelt(x4_state *v, uint32_t tree, const char *name, size_t length)
{
    enum { SHORTEST = 5 }; /* shorter names resemble each other by chance */
    const x4_mod *mod = &v->mods[tree];
    if (mod->own_count == 0 || length < SHORTEST || x4_is_of_the_game(name))
        return false;
    return x4_is_near(v, mod->own[0], name, length) && !differ_in_digits(mod->own[0], name, length) &&
           !is_extension(v, tree, name, length) && al_work_pay(&v->guesses, v->uses.count) &&
           is_rare(v, tree, name, length);
}
