/* paradox_files.c: finds the trees of mods and games, and the files in them. */
#include "relations/paradox/paradox.h"

#include <stdio.h>
#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "relations/file_names.h"

#define NO_ROOT SIZE_MAX

/* Longer paths are not looked up: no system has them. */
enum { LONGEST_PATH = 4096 };

/* ---- Names --------------------------------------------------------------------------------------------- */

bool pdx_is_below(const char *name, const char *folder)
{
    return strncmp(name, folder, strlen(folder)) == 0;
}

/* Bytes of the full name in front of the inner path: those of the package. */
static size_t outer_length(const al_related_file *file)
{
    return file->member[0] != '\0' ? strlen(file->path) + sizeof "!/" - 1 : 0;
}

/* PATH or PATH!/MEMBER in small letters. NULL if memory is short. */
const char *pdx_full_name(al_arena *arena, const al_related_file *file)
{
    if (file->member[0] == '\0')
        return al_in_small(arena, file->path, strlen(file->path));
    char *name = al_full_path(arena, file);
    if (name != NULL)
        al_make_lower(name, strlen(name));
    return name;
}

/* ---- Trees --------------------------------------------------------------------------------------------- */

/* The start of the next part of a name; NULL: there is none. */
static const char *next_part(const char *part)
{
    const char *slash = strchr(part, '/');
    return slash != NULL ? slash + 1 : NULL;
}

static bool is_part(const char *at, const char *part)
{
    const size_t length = strlen(part);
    return al_same_ignoring_case(at, part, length) && at[length] == '/';
}

/* Whether a name continues with gfx/anims/ or gfx/models/. */
static bool holds_actors(const char *at)
{
    if (!is_part(at, "gfx"))
        return false;
    const char *next = next_part(at);
    return is_part(next, "anims") || is_part(next, "models");
}

/* Bytes of an inner path that are a root, since this file is in it; NO_ROOT: it shows no root. */
static size_t root_of_name(const char *name)
{
    if (al_has_extension(name, "gfx", 3)) {
        size_t at = al_folder_length(name);
        static const char folder[] = "interface/";
        const size_t length = sizeof folder - 1;
        if (at < length || !al_same_ignoring_case(name + at - length, folder, length))
            return NO_ROOT;
        at -= length;
        return at == 0 || name[at - 1] == '/' ? at : NO_ROOT;
    }
    if (!al_has_extension(name, "xac", 3) && !al_has_extension(name, "xsm", 3))
        return NO_ROOT;
    for (const char *part = name; part != NULL; part = next_part(part))
        if (holds_actors(part))
            return (size_t)(part - name);
    return NO_ROOT;
}

static int compare_trees(const void *left, const void *right, void *context)
{
    (void)context;
    return al_compare_prefixes(left, right);
}

/* Adds a tree, unless it is the same as the last one. */
static bool add_tree(pdx_files *f, const pdx_tree *tree)
{
    const pdx_tree *last = f->tree_count > 0 ? &f->trees[f->tree_count - 1] : NULL;
    return (last != NULL && compare_trees(last, tree, NULL) == 0) ||
           AL_APPEND(f->arena, f->trees, f->tree_count, f->tree_capacity, *tree);
}

/* Looks among the trees, which must be sorted. */
static uint32_t find_tree(const pdx_files *f, unsigned with, const char *prefix, size_t length)
{
    const pdx_tree wanted = {.text = prefix, .length = length, .group = with};
    const size_t count = (size_t)f->tree_count;
    const size_t at = al_lower_bound(f->trees, count, sizeof wanted, &wanted, compare_trees, NULL);
    const bool found = at < count && compare_trees(&f->trees[at], &wanted, NULL) == 0;
    return found ? (uint32_t)at : PDX_NO_TREE;
}

static void link_trees(pdx_files *f)
{
    al_prefixes trees = {.items = f->trees, .count = f->tree_count};
    al_prefixes_link(&trees);
}

static void sort_trees(pdx_files *f)
{
    uint32_t kept = 0;
    al_sort(f->trees, (size_t)f->tree_count, sizeof *f->trees, compare_trees, NULL);
    for (uint32_t i = 0; i < f->tree_count; i++)
        if (kept == 0 || compare_trees(&f->trees[kept - 1], &f->trees[i], NULL) != 0)
            f->trees[kept++] = f->trees[i];
    f->tree_count = kept;
    link_trees(f);
}

/* Whether a tree lies in interface/ or gfx/ of an outer one that doesn't itself. */
static bool is_inside(const pdx_files *f, const bool *inner, const pdx_tree *tree)
{
    for (uint32_t outer = tree->outer; outer != AL_NO_PREFIX; outer = f->trees[outer].outer) {
        const char *rest = tree->text + f->trees[outer].length;
        if (!inner[outer] && (is_part(rest, "gfx") || is_part(rest, "interface")))
            return true;
    }
    return false;
}

/* The trees that are left are linked once those of references are added. */
static bool drop_inner_trees(pdx_files *f)
{
    uint32_t kept = 0;
    bool *inner = al_alloc(f->arena, f->tree_count, sizeof *inner);
    for (uint32_t i = 0; inner != NULL && i < f->tree_count; i++)
        inner[i] = is_inside(f, inner, &f->trees[i]);
    for (uint32_t i = 0; inner != NULL && i < f->tree_count; i++)
        if (!inner[i])
            f->trees[kept++] = f->trees[i];
    f->tree_count = kept;
    return inner != NULL;
}

/* Adds the root of each file, if it is in the checked folder. */
static bool add_roots(pdx_files *f)
{
    for (size_t i = 0; i < f->all->count; i++) {
        const al_related_file *file = &f->all->files[i];
        const char *name = al_inner_path(file);
        const size_t length = root_of_name(name);
        if (length == NO_ROOT || file->explicit || (file->member[0] == '\0' && length < file->root_length))
            continue;
        const pdx_tree *last = f->tree_count > 0 ? &f->trees[f->tree_count - 1] : NULL;
        const size_t all = outer_length(file) + length;
        if (last != NULL && last->group == file->with && last->length == all && file->member[0] == '\0' &&
            al_same_ignoring_case(last->text, name, length))
            continue;
        const pdx_tree tree = {.text = pdx_full_name(f->arena, file), .length = all, .group = file->with};
        if (tree.text == NULL || !add_tree(f, &tree))
            return false;
    }
    sort_trees(f);
    return drop_inner_trees(f);
}

/* ---- References ---------------------------------------------------------------------------------------- */

/* The start of the full names of the files of a reference. */
static bool reference_prefix(const pdx_files *f, unsigned with, pdx_tree *out)
{
    char *prefix = al_reference_start(f->all, with, f->arena);
    const size_t length = prefix != NULL ? strlen(prefix) : 0;
    if (prefix != NULL)
        al_make_lower(prefix, length);
    *out = (pdx_tree){.text = prefix, .length = length, .group = with};
    return prefix != NULL;
}

/* A reference is a game or a mod itself, or a folder of mods: then the roots below it count as well. */
static bool add_references(pdx_files *f)
{
    const uint32_t found = f->tree_count;
    for (unsigned with = 1; with <= f->all->with_count; with++) {
        pdx_tree own;
        if (!reference_prefix(f, with, &own))
            return false;
        const pdx_files before = {.trees = f->trees, .tree_count = found};
        const bool itself = find_tree(&before, with, own.text, own.length) != PDX_NO_TREE;
        for (uint32_t i = 0; i < found && itself; i++)
            if (f->trees[i].group == with)
                f->trees[i] = own; /* mods in the folder of a game don't count */
        if (!add_tree(f, &own))
            return false;
    }
    sort_trees(f);
    return true;
}

/* The innermost of the first `count` trees that a file is in, by its full name. */
static uint32_t tree_of(const pdx_files *f, uint32_t count, unsigned with, const char *name)
{
    const al_prefixes trees = {.items = f->trees, .count = count};
    return al_longest_prefix(&trees, with, name, strlen(name));
}

/* Adds each folder and package directly in dlc/ as a tree. */
static bool add_dlcs(pdx_files *f, const char *const *names)
{
    static const char folder[] = "dlc/";
    const uint32_t found = f->tree_count;
    for (size_t i = f->all->checked; i < f->all->count; i++) {
        const unsigned with = f->all->files[i].with;
        const uint32_t of = tree_of(f, found, with, names[i]);
        if (of == PDX_NO_TREE || !pdx_is_below(names[i] + f->trees[of].length, folder))
            continue;
        const char *rest = next_part(names[i] + f->trees[of].length + sizeof folder - 1);
        const pdx_tree tree = {.text = names[i], .length = (size_t)(rest - names[i]), .group = with};
        if (rest != NULL && !add_tree(f, &tree))
            return false;
    }
    sort_trees(f);
    return true;
}

/* ---- Gaps ---------------------------------------------------------------------------------------------- */

/* Notes all trees that a gap lies in. */
static bool note_gap(pdx_files *f, const al_gap *gap)
{
    const size_t length = strlen(gap->start);
    const char *start = al_lower_copy(f->arena, gap->start, length);
    const al_prefixes trees = {.items = f->trees, .count = f->tree_count};
    uint32_t tree = start != NULL ? al_longest_prefix(&trees, gap->with, start, length) : AL_NO_PREFIX;
    for (; tree != AL_NO_PREFIX; tree = f->trees[tree].outer)
        if (tree < f->checked_trees)
            f->gaps[tree] = true;
    return start != NULL;
}

static bool note_gaps(pdx_files *f)
{
    f->gaps = al_alloc(f->arena, f->checked_trees, sizeof *f->gaps);
    bool ok = f->gaps != NULL;
    for (size_t i = 0; ok && i < f->all->gap_count; i++)
        ok = note_gap(f, &f->all->gaps[i]);
    return ok;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static int compare_entries(const void *left, const void *right, void *context)
{
    const pdx_entry *a = left, *b = right;
    (void)context;
    if (a->tree != b->tree)
        return a->tree < b->tree ? -1 : 1;
    return strcmp(a->name, b->name);
}

static int compare_entries_and_files(const void *left, const void *right, void *context)
{
    const pdx_entry *a = left, *b = right;
    const int order = compare_entries(left, right, context);
    if (order != 0)
        return order;
    return a->number < b->number ? -1 : a->number > b->number;
}

void pdx_entries_sort(pdx_entries *entries)
{
    al_sort(entries->items, (size_t)entries->count, sizeof *entries->items, compare_entries_and_files, NULL);
}

uint64_t pdx_entries_at(const pdx_entries *entries, uint32_t tree, const char *name)
{
    const pdx_entry wanted = {.tree = tree, .name = name};
    const size_t count = (size_t)entries->count;
    return al_lower_bound(entries->items, count, sizeof wanted, &wanted, compare_entries, NULL);
}

static const pdx_entry *find_entry(const pdx_entries *entries, uint32_t tree, const char *name)
{
    const uint64_t at = pdx_entries_at(entries, tree, name);
    if (at == entries->count || entries->items[at].tree != tree || strcmp(entries->items[at].name, name) != 0)
        return NULL;
    return &entries->items[at];
}

bool pdx_entries_have(const pdx_entries *entries, uint32_t tree, const char *name)
{
    return find_entry(entries, tree, name) != NULL;
}

static bool is_picture(const char *name)
{
    return pdx_is_below(name, "gfx/") && al_has_extension_of(name, "dds tga");
}

static bool add_files(pdx_files *f, const char *const *names)
{
    for (size_t i = 0; i < f->all->count; i++) {
        f->tree_of[i] = PDX_NO_TREE;
        if (f->all->files[i].explicit)
            continue;
        const uint32_t tree = tree_of(f, f->tree_count, f->all->files[i].with, names[i]);
        const char *name = tree != PDX_NO_TREE ? names[i] + f->trees[tree].length : "";
        if (tree == PDX_NO_TREE || strstr(name, "!/") != NULL) /* in a package that is no mod */
            continue;
        f->tree_of[i] = tree;
        f->name_of[i] = name;
        const pdx_entry file = {.tree = tree, .name = name, .number = (uint32_t)i};
        const pdx_entry picture = {.tree = tree, .name = al_base_name(name), .number = (uint32_t)i};
        if (!AL_ADD(f->arena, f->files, file) ||
            (is_picture(name) && !AL_ADD(f->arena, f->pictures, picture)))
            return false;
    }
    pdx_entries_sort(&f->files);
    pdx_entries_sort(&f->pictures);
    return true;
}

/* `scratch` is for the list of full names. */
static bool find_files(pdx_files *f, al_arena *scratch)
{
    const size_t count = f->all->count;
    const char **names = al_alloc(scratch, count, sizeof *names);
    f->tree_of = al_alloc(f->arena, count, sizeof *f->tree_of);
    f->name_of = al_alloc(f->arena, count, sizeof *f->name_of);
    if (names == NULL || f->tree_of == NULL || f->name_of == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        names[i] = pdx_full_name(f->arena, &f->all->files[i]);
        if (names[i] == NULL)
            return false;
    }
    if (!add_dlcs(f, names))
        return false;
    f->checked_trees = 0;
    while (f->checked_trees < f->tree_count && f->trees[f->checked_trees].group == 0)
        f->checked_trees++;
    return note_gaps(f) && add_files(f, names);
}

bool pdx_files_find(pdx_files *f)
{
    if (!add_roots(f))
        return false;
    if (f->tree_count == 0 || f->trees[0].group != 0) {
        f->tree_count = 0;
        return true;
    }
    al_arena scratch = al_arena_on(f->arena->budget);
    const bool found = add_references(f) && find_files(f, &scratch);
    al_arena_return(&scratch);
    return found;
}

/* ---- Looking up ---------------------------------------------------------------------------------------- */

bool pdx_tree_beside(const pdx_files *f, size_t file, const char *name, uint32_t *tree)
{
    const al_related_file *of = &f->all->files[file];
    const size_t folder = al_folder_length(al_inner_path(of)), outer = outer_length(of),
                 length = strlen(name);
    const char *start = pdx_full_name(f->arena, of);
    char *whole = al_alloc(f->arena, (uint64_t)outer + folder + length + 1, 1);
    if (start == NULL || whole == NULL)
        return false;
    memcpy(whole, start, outer + folder);
    memcpy(whole + outer + folder, name, length);
    whole[outer + folder + length] = '/';
    *tree = find_tree(f, 0, whole, outer + folder + length + 1);
    return true;
}

size_t pdx_find_in(const pdx_files *f, uint32_t tree, const char *name)
{
    const pdx_entry *entry = find_entry(&f->files, tree, name);
    return entry != NULL ? entry->number : PDX_NO_FILE;
}

static size_t find_of(const pdx_files *f, const pdx_entries *entries, uint32_t mod, const char *name)
{
    const pdx_entry *entry = find_entry(entries, mod, name);
    for (uint32_t i = f->checked_trees; entry == NULL && i < f->tree_count; i++) {
        entry = find_entry(entries, i, name);
        if (entry != NULL && pdx_is_replaced(f, mod, f->name_of[entry->number]))
            entry = NULL;
    }
    return entry != NULL ? entry->number : PDX_NO_FILE;
}

size_t pdx_find(const pdx_files *f, uint32_t mod, const char *name)
{
    return find_of(f, &f->files, mod, name);
}

size_t pdx_find_picture(const pdx_files *f, uint32_t mod, const char *path, const char *name, size_t length)
{
    static const char *const endings[] = {".dds", ".tga"};
    const size_t folder = path != NULL ? al_folder_length(path) : 0;
    char text[LONGEST_PATH];
    size_t found = PDX_NO_FILE;
    for (size_t i = 0; found == PDX_NO_FILE && i < 2 && folder + length < sizeof text; i++)
        if (snprintf(text, sizeof text, "%.*s%.*s%s", (int)folder, path != NULL ? path : "", (int)length,
                     name, endings[i]) < LONGEST_PATH)
            found = find_of(f, path != NULL ? &f->files : &f->pictures, mod, text);
    return found;
}

/* In `replaced`, `number` is the length of the folder. */
static int compare_folders(const void *left, const void *right, void *context)
{
    const pdx_entry *a = left, *b = right;
    (void)context;
    if (a->tree != b->tree)
        return a->tree < b->tree ? -1 : 1;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return strncmp(a->name, b->name, a->number);
}

bool pdx_add_replaced(pdx_files *f, uint32_t mod, const char *folder)
{
    const pdx_entry entry = {.tree = mod, .name = folder, .number = (uint32_t)strlen(folder)};
    return AL_ADD(f->arena, f->replaced, entry);
}

void pdx_sort_replaced(pdx_files *f)
{
    al_sort(f->replaced.items, (size_t)f->replaced.count, sizeof *f->replaced.items, compare_folders, NULL);
}

bool pdx_is_replaced(const pdx_files *f, uint32_t mod, const char *name)
{
    const uint32_t length = (uint32_t)al_folder_length(name);
    const size_t count = (size_t)f->replaced.count;
    const pdx_entry wanted = {.tree = mod, .name = name, .number = length > 0 ? length - 1 : 0};
    const size_t at = al_lower_bound(f->replaced.items, count, sizeof wanted, &wanted, compare_folders, NULL);
    return at < count && compare_folders(&f->replaced.items[at], &wanted, NULL) == 0;
}

const char *pdx_shown_name(const pdx_files *f, size_t number)
{
    const al_related_file *file = &f->all->files[number];
    const size_t outer = outer_length(file), length = f->trees[f->tree_of[number]].length;
    return al_inner_path(file) + (length > outer ? length - outer : 0);
}
