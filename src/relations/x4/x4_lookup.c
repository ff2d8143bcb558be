/* x4_lookup.c: finds the files that values lead to. */

#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "relations/file_names.h"
#include "relations/x4/x4.h"

/* A value is looked up in several trees. Its target is in the first tree that has it, else in the first that
 * should have it. */
typedef struct search {
    x4_state *v;
    x4_finder *finder;
    x4_target *target;
} search;

/* Whether a tree has the first two folders of `inside`, a part of `path`, or the only one: then the tree is
 * complete there, and a file that it lacks is missing. */
static bool has_surroundings(const x4_tree *tree, const char *path, const char *inside)
{
    char folder[X4_LONGEST_PATH];
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

/* Compares an owner's name with the start of a path, of which it may be the first part. */
static int compare_owner(const void *left, const void *right, void *context)
{
    const x4_owner *owner = left;
    const size_t *length = context;
    return strncmp(owner->name, right, *length);
}

/* Another extension is a checked mod, a reference, or in the folder of the game. */
static void look_in_extension(const search *s, uint32_t own, const char *path, const char *name,
                              size_t length, const char *rest)
{
    const x4_state *v = s->v;
    const size_t count = (size_t)v->owners.count;
    size_t i = al_lower_bound(v->owners.items, count, sizeof *v->owners.items, name, compare_owner, &length);
    for (; i < count; i++) {
        const x4_owner *owner = &v->owners.items[i];
        if (strncmp(owner->name, name, length) != 0)
            break;
        if (owner->name[length] == '\0' && owner->tree != own && try(s, owner->tree, rest, rest))
            return;
    }
    for (uint32_t k = v->trees.mods; k < v->trees.count; k++)
        if (try(s, k, path, rest))
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
static const char *unknown_because(const x4_state *v, const x4_mod *mod, const char *name)
{
    const bool given = v->base.all->with_count > 0;
    if (name == NULL)
        return given ? "the targets may be in folders that --with does not give"
                     : "the targets may be in the game (--with GAME looks)";
    if (mod->own_count == 0 && !x4_is_of_the_game(name))
        return "the targets may be in the mod itself, whose own name is not known: "
               "call its folder NAME, as the paths extensions/NAME do";
    return given ? "the targets may be in extensions or folders that --with does not give"
                 : "the targets may be in another extension (--with FOLDER looks)";
}

/* Finds where a normal path of a tree leads; the path of the target is a part of it. */
static void look_up(x4_state *v, uint32_t tree, const char *path, x4_finder *finder, x4_target *target)
{
    const search s = {.v = v, .finder = finder, .target = target};
    const char *name, *rest;
    size_t length;
    if (path[0] == '\0' || strpbrk(path, "*?") != NULL)
        return;
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
    if (target->outcome == X4_UNKNOWN && extension && x4_is_misspelt(v, tree, name, length)) {
        target->misspelt = true;
        target->path = rest;
    }
}

/* Most values lead to a file, which has the path already. */
x4_target x4_look_up(x4_state *v, uint32_t tree, const char *value, x4_finder *finder)
{
    al_arena scratch = al_arena_on(v->base.arena->budget);
    const char *path = x4_normal_path(&scratch, value);
    x4_target target = {.outcome = X4_UNKNOWN};
    if (path != NULL)
        look_up(v, tree, path, finder, &target);
    if (target.file != NULL)
        target.path = target.file->path;
    else if (target.path != NULL)
        path = target.path = al_keep_text(&v->texts, target.path, strlen(target.path));
    al_arena_return(&scratch);
    v->base.no_memory = v->base.no_memory || path == NULL;
    return path != NULL ? target : (x4_target){.outcome = X4_UNKNOWN};
}
