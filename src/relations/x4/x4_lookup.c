/* x4_lookup.c: finds the own names of mods, and the files that values lead to. */
#include "relations/x4/x4_lookup.h"

#include <stdio.h>
#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "relations/file_names.h"
#include "relations/x4/x4_path.h"

X4_ADDER(add_owner, x4_owner, owners)

enum { LONGEST_PATH = 4096 }; /* longer paths are not looked up: no system has them */

char *x4_join(al_arena *arena, const char *path, const char *behind)
{
    const size_t first = strlen(path), second = strlen(behind);
    char *joined = al_alloc(arena, (uint64_t)first + second + 1, 1);
    if (joined == NULL)
        return NULL;
    memcpy(joined, path, first);
    memcpy(joined + first, behind, second);
    return joined;
}

char *x4_folder_of(al_arena *arena, const char *path)
{
    const size_t length = al_folder_length(path);
    return al_copy_text(arena, path, length > 0 ? length - 1 : 0);
}

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

/* Sorts the uses and keeps each path once. */
static void sort_uses(x4_view *v)
{
    uint64_t kept = 0;
    x4_use *uses = v->uses.items;
    al_sort(uses, (size_t)v->uses.count, sizeof *uses, compare_uses, NULL);
    for (uint64_t i = 0; i < v->uses.count; i++)
        if (kept == 0 || compare_uses(&uses[kept - 1], &uses[i], NULL) != 0)
            uses[kept++] = uses[i];
    v->uses.count = kept;
}

const x4_file *x4_find_with(const x4_tree *tree, const char *path, const char *const *endings)
{
    char text[LONGEST_PATH];
    const x4_file *found = NULL;
    for (; found == NULL && *endings != NULL; endings++) {
        const int length = snprintf(text, sizeof text, "%s%s", path, *endings);
        if (length > 0 && (size_t)length < sizeof text)
            found = x4_find_file(tree, text);
    }
    return found;
}

static bool exists(const x4_tree *tree, const char *path)
{
    static const char *const endings[] = {"", ".xml", ".gz", ".dds", ".tga", ".ani", NULL};
    return x4_find_with(tree, path, endings) != NULL || x4_has_folder(tree, path);
}

/* The paths of one tree into one extension: [first, end) of the uses, and how many of them find a file. */
typedef struct uses {
    uint64_t first, end, found;
} uses;

static uses uses_from(const x4_view *v, uint64_t first)
{
    const x4_use *all = v->uses.items;
    uses u = {.first = first, .end = first};
    while (u.end < v->uses.count && all[u.end].tree == all[first].tree &&
           strcmp(all[u.end].name, all[first].name) == 0)
        u.found += exists(&v->trees.items[all[first].tree], all[u.end++].rest);
    return u;
}

static void add_own(x4_mod *mod, const char *name)
{
    for (uint32_t i = 0; i < mod->own_count; i++)
        if (strcmp(mod->own[i], name) == 0)
            return;
    if (mod->own_count < X4_MOST_OWN_NAMES)
        mod->own[mod->own_count++] = name;
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

static bool is_of_the_game(const char *name)
{
    static const char start[] = "ego_dlc_";
    return strncmp(name, start, sizeof start - 1) == 0;
}

/* The name with the most paths that find a file, if these are at least half of its paths; none of two equal
 * ones. */
static const char *most_used(const x4_view *v, uint64_t first, uint32_t tree)
{
    const char *best = NULL;
    uint64_t found = 0;
    for (uint64_t i = first; i < v->uses.count && v->uses.items[i].tree == tree;) {
        const uses u = uses_from(v, i);
        const char *name = v->uses.items[i].name;
        i = u.end;
        if (u.found == 0 || u.found < found || is_of_the_game(name))
            continue;
        const bool mostly = u.found * 2 >= u.end - u.first;
        best = u.found == found || !mostly ? NULL : name;
        found = u.found;
    }
    return best;
}

static bool is_used(const x4_view *v, uint64_t first, uint32_t tree, const char *name)
{
    for (uint64_t i = first; name != NULL && i < v->uses.count && v->uses.items[i].tree == tree; i++)
        if (strcmp(v->uses.items[i].name, name) == 0)
            return true;
    return false;
}

/* Finds the own names of a tree, whose uses begin with `first`. If its paths tell nothing, the name of a
 * reference is that of its folder, and its id. */
static bool find_names(x4_view *v, uint32_t number, uint64_t first)
{
    x4_mod *mod = &v->mods[number];
    const x4_tree *tree = &v->trees.items[number];
    bool no_memory = false;
    const char *folder = name_of_root(v->base.arena, tree->root, &no_memory);
    if (no_memory)
        return false;
    if (is_used(v, first, number, folder))
        add_own(mod, folder);
    if (is_used(v, first, number, mod->id))
        add_own(mod, mod->id);
    const char *most = mod->own_count == 0 ? most_used(v, first, number) : NULL;
    if (most != NULL)
        add_own(mod, most);
    const bool unnamed = tree->with > 0 && mod->own_count == 0;
    if (unnamed && folder != NULL)
        add_own(mod, folder);
    if (unnamed && mod->id != NULL)
        add_own(mod, mod->id);
    for (uint32_t i = 0; i < mod->own_count; i++) {
        const x4_owner owner = {.name = mod->own[i], .tree = number};
        if (!add_owner(v, &owner))
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

bool x4_find_own_names(x4_view *v)
{
    uint64_t first = 0;
    sort_uses(v);
    for (uint32_t i = 0; i < v->trees.mods; i++) {
        while (first < v->uses.count && v->uses.items[first].tree < i)
            first++;
        if (!find_names(v, i, first))
            return false;
    }
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

/* ---- Values -------------------------------------------------------------------------------------------- */

/* A value is looked up in several trees. Its target is in the first tree that has it, else in the first that
 * should have it. */
typedef struct search {
    x4_view *v;
    x4_finder *finder;
    x4_target *target;
} search;

/* Whether a tree has the first two folders of `inside`, a part of `path`, or the only one: then the tree is
 * complete there, and a file that it lacks is missing. */
static bool has_surroundings(const x4_tree *tree, const char *path, const char *inside)
{
    char folder[LONGEST_PATH];
    const char *first = strchr(inside, '/'), *second = first != NULL ? strchr(first + 1, '/') : NULL;
    const char *end = second != NULL ? second : first;
    if (end == NULL || (size_t)(end - path) >= sizeof folder)
        return false;
    memcpy(folder, path, (size_t)(end - path));
    folder[end - path] = '\0';
    return x4_has_folder(tree, folder);
}

/* True if the search is over. */
static bool try(const search *s, uint32_t tree, const char *path, const char *inside)
{
    const x4_tree *in = &s->v->trees.items[tree];
    const x4_file *file = NULL;
    if (s->finder(in, path, &file)) {
        *s->target = (x4_target){.outcome = X4_FOUND, .tree = tree, .path = path, .file = file};
        return true;
    }
    if (s->target->outcome == X4_UNKNOWN && inside != NULL && has_surroundings(in, path, inside))
        *s->target = (x4_target){.outcome = X4_MISSING, .tree = tree, .path = path};
    return false;
}

/* The index of the first owner of a name. */
static uint64_t first_owner(const x4_view *v, const char *name, size_t length)
{
    uint64_t low = 0, high = v->owners.count;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        const char *other = v->owners.items[middle].name;
        const int order = strncmp(other, name, length);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Another extension is a checked mod, a reference, or in the folder of the game. */
static void look_in_extension(const search *s, uint32_t own, const char *path, const char *name,
                              size_t length, const char *rest)
{
    const x4_view *v = s->v;
    for (uint64_t i = first_owner(v, name, length); i < v->owners.count; i++) {
        const x4_owner *owner = &v->owners.items[i];
        if (strncmp(owner->name, name, length) != 0)
            break;
        if (owner->name[length] == '\0' && owner->tree != own && try(s, owner->tree, rest, rest))
            return;
    }
    for (uint32_t i = v->trees.mods; i < v->trees.count; i++)
        if (try(s, i, path, rest))
            return;
}

/* All mods are merged into the folder of the game. */
static void look_in_game(const search *s, uint32_t own, const char *path)
{
    if (try(s, own, path, NULL))
        return;
    for (uint32_t i = s->v->trees.mods; i < s->v->trees.count; i++)
        if (try(s, i, path, path))
            return;
}

/* Why it is unknown where a path leads. `name` is the extension that it leads into; NULL: it leads into the
 * game. */
static const char *unknown_because(const x4_view *v, const x4_mod *mod, const char *name)
{
    const bool given = v->base.all->with_count > 0;
    if (name == NULL)
        return given ? "what --with gives lacks the folders that they lead to"
                     : "the game may have them (--with GAME looks)";
    if (mod->own_count == 0 && !is_of_the_game(name))
        return "they may lead into the mod itself, but its own name is not known";
    return given ? "what --with gives lacks the extensions or folders that they lead to"
                 : "another extension may have them (--with FOLDER looks)";
}

bool x4_look_up(x4_view *v, uint32_t tree, const char *value, x4_finder *finder, x4_target *target)
{
    const search s = {.v = v, .finder = finder, .target = target};
    const char *path = x4_normal_path(v->base.arena, value), *name, *rest;
    size_t length;
    *target = (x4_target){.outcome = X4_UNKNOWN};
    if (path == NULL)
        return false;
    if (path[0] == '\0' || strpbrk(path, "*?") != NULL)
        return true;
    const bool extension = x4_extension_path(path, &name, &length, &rest);
    if (extension && x4_is_own(&v->mods[tree], name, length)) {
        *target = (x4_target){.outcome = X4_MISSING, .own = true, .tree = tree, .path = rest};
        if (finder(&v->trees.items[tree], rest, &target->file))
            target->outcome = X4_FOUND;
    } else if (extension && v->base.all->with_count > 0) {
        look_in_extension(&s, tree, path, name, length, rest);
    } else if (v->base.all->with_count > 0) {
        look_in_game(&s, tree, path);
    }
    if (target->outcome == X4_UNKNOWN)
        target->unknown = unknown_because(v, &v->mods[tree], extension ? name : NULL);
    return true;
}
