/* x4_tree.c: removes the names of packages that are part of a mod from paths, finds the roots, and assigns
 * files to their trees. */
#include "relations/x4/x4_tree.h"

#include <stdio.h>
#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "relations/file_names.h"

/* ---- Places -------------------------------------------------------------------------------------------- */

/* Whether a name is START*.cat. */
static bool is_catalog(const char *name, size_t length, const char *start)
{
    static const char end[] = ".cat";
    const size_t behind = sizeof end - 1, before = strlen(start);
    return length >= before + behind && al_same_ignoring_case(name, start, before) &&
           al_same_ignoring_case(name + length - behind, end, behind);
}

/* Whether a name is that of a package of the game itself: 01.cat. */
static bool is_of_game(const char *name, size_t length)
{
    size_t digits = 0;
    while (digits < length && al_is_digit(name[digits]))
        digits++;
    return digits > 0 && is_catalog(name + digits, length - digits, "");
}

/* Whether the members of the package whose name ends the path so far belong into its folder. Then `*start` is
 * where its name starts.
 */
static bool is_lifted(x4_spot *s, size_t length, unsigned with, size_t *start)
{
    *start = length;
    while (*start > s->floor && s->path[*start - 1] != '/')
        --*start;
    const char *name = s->path + *start;
    const bool replaces = is_catalog(name, length - *start, "subst_");
    const bool lifted = replaces || is_catalog(name, length - *start, "ext_") ||
                        (with != 0 && is_of_game(name, length - *start));
    s->lifted = s->lifted || lifted;
    s->replaces = s->replaces || replaces;
    return lifted;
}

/* Moves the path to its start package by package, without the names of those that are lifted. */
bool x4_find_spot(x4_spot *s, const al_related_file *file, al_arena *arena)
{
    *s = (x4_spot){.path = al_full_path(arena, file)};
    if (s->path == NULL)
        return false;
    if (file->member[0] == '\0')
        return true;
    size_t length = 0, from = 0;                    /* of the path so far; of its rest */
    const char *end = s->path + strlen(file->path); /* of the name of a package */
    for (; end != NULL; end = strstr(s->path + from, AL_INSIDE)) {
        size_t start, size = (size_t)(end - s->path) - from;
        memmove(s->path + length, s->path + from, size);
        length += size;
        from += size + AL_INSIDE_LENGTH;
        if (is_lifted(s, length, file->with, &start)) {
            length = start;
        } else {
            memcpy(s->path + length, AL_INSIDE, AL_INSIDE_LENGTH);
            length += AL_INSIDE_LENGTH;
        }
        s->floor = length;
    }
    memmove(s->path + length, s->path + from, strlen(s->path + from) + 1);
    return true;
}

bool x4_is_content(const char *path)
{
    static const char wanted[] = "content.xml";
    const char *name = al_base_name(path);
    return strlen(name) == sizeof wanted - 1 && al_same_ignoring_case(name, wanted, sizeof wanted);
}

bool x4_is_index(const char *path, size_t *root)
{
    static const char *const ends[] = {"index/macros.xml", "index/components.xml"};
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const size_t end = strlen(ends[i]);
        *root = length >= end ? length - end : 0;
        if (length >= end && al_same_ignoring_case(path + *root, ends[i], end) &&
            (*root == 0 || path[*root - 1] == '/'))
            return true;
    }
    return false;
}

/* ---- Roots --------------------------------------------------------------------------------------------- */

/* By reference, then by path. */
static int compare_trees(const void *left, const void *right, void *context)
{
    const x4_tree *a = left, *b = right;
    (void)context;
    if (a->with != b->with)
        return a->with < b->with ? -1 : 1;
    return strcmp(a->root, b->root);
}

static bool add_root(x4_trees *trees, uint64_t *capacity, const char *root, unsigned with, al_arena *arena)
{
    const x4_tree tree = {.root = root, .with = with};
    return AL_APPEND(arena, trees->items, trees->count, *capacity, tree);
}

static void sort_roots(x4_trees *trees)
{
    uint32_t kept = 0;
    al_sort(trees->items, trees->count, sizeof *trees->items, compare_trees, NULL);
    for (uint32_t i = 0; i < trees->count; i++)
        if (kept == 0 || compare_trees(&trees->items[kept - 1], &trees->items[i], NULL) != 0)
            trees->items[kept++] = trees->items[i];
    trees->count = kept;
}

/* Makes the list of the sorted roots. */
static bool link_roots(x4_trees *trees, al_arena *arena)
{
    trees->roots = (al_prefixes){.items = al_alloc(arena, trees->count, sizeof *trees->roots.items)};
    if (trees->roots.items == NULL)
        return false;
    for (; trees->roots.count < trees->count; trees->roots.count++) {
        const x4_tree *tree = &trees->items[trees->roots.count];
        trees->roots.items[trees->roots.count] =
            (al_prefix){.text = tree->root, .length = strlen(tree->root), .group = tree->with};
    }
    al_prefixes_link(&trees->roots);
    return true;
}

static bool find_roots(x4_trees *trees, const al_related_files *all, const x4_spot *spots, al_arena *arena)
{
    uint64_t capacity = 0;
    for (size_t i = 0; i < all->count; i++) {
        if (all->files[i].explicit || !x4_is_content(spots[i].path))
            continue;
        const size_t length = al_folder_length(spots[i].path);
        const char *root = al_copy_text(arena, spots[i].path, length);
        if (root == NULL || !add_root(trees, &capacity, root, all->files[i].with, arena))
            return false;
    }
    sort_roots(trees);
    return link_roots(trees, arena);
}

/* Adds the references without content.xml, behind all mods. */
static bool add_games(x4_trees *trees, const al_related_files *all, al_arena *arena)
{
    uint64_t capacity = trees->count;
    const uint32_t mods = trees->count;
    for (unsigned i = 0; i < all->with_count; i++) {
        const char *root = al_reference_start(all, i + 1, arena);
        const x4_tree wanted = {.root = root, .with = i + 1};
        if (root == NULL)
            return false;
        const size_t at = al_lower_bound(trees->items, mods, sizeof wanted, &wanted, compare_trees, NULL);
        if (at < mods && compare_trees(&trees->items[at], &wanted, NULL) == 0)
            continue;
        if (!add_root(trees, &capacity, root, i + 1, arena))
            return false;
        trees->items[trees->count - 1].is_game = true;
    }
    return true;
}

/* The deepest root above a file, among the mods. Its path has at least `floor` bytes. */
static uint32_t mod_of(const x4_trees *trees, const al_related_file *file, const x4_spot *s, size_t floor)
{
    const uint32_t found = al_longest_prefix(&trees->roots, file->with, s->path, al_folder_length(s->path));
    return found != AL_NO_PREFIX && trees->roots.items[found].length >= floor ? found : X4_NONE;
}

/* ---- Roots without content.xml ------------------------------------------------------------------------- */

/* Whether a file is in the index of a checked folder that is below no root. Then `length` is that of the
 * folder's path. The folder of an ext_*.cat may have files that aren't checked, so its members are in none.
 */
static bool is_bare_index(const x4_trees *trees, const al_related_files *all, const x4_spot *spots, size_t i,
                          size_t *length)
{
    const al_related_file *file = &all->files[i];
    return !file->explicit && !spots[i].lifted && x4_is_index(spots[i].path, length) &&
           *length >= file->root_length && *length >= spots[i].floor &&
           mod_of(trees, file, &spots[i], 0) == X4_NONE;
}

/* Keeps of the sorted roots those that are below no other. */
static void drop_inner_roots(x4_trees *bare)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < bare->count; i++) {
        const char *outer = kept > 0 ? bare->items[kept - 1].root : NULL;
        if (outer == NULL || strncmp(bare->items[i].root, outer, strlen(outer)) != 0)
            bare->items[kept++] = bare->items[i];
    }
    bare->count = kept;
}

static bool add_bare_roots(x4_trees *trees, const al_related_files *all, const x4_spot *spots,
                           al_arena *arena)
{
    x4_trees bare = {.count = 0};
    uint64_t capacity = 0, room = trees->count;
    size_t length;
    for (size_t i = 0; i < all->checked; i++) {
        if (!is_bare_index(trees, all, spots, i, &length))
            continue;
        const char *root = al_copy_text(arena, spots[i].path, length);
        if (root == NULL || !add_root(&bare, &capacity, root, 0, arena))
            return false;
    }
    if (bare.count == 0)
        return true;
    sort_roots(&bare);
    drop_inner_roots(&bare);
    for (uint32_t i = 0; i < bare.count; i++) {
        if (!add_root(trees, &room, bare.items[i].root, 0, arena))
            return false;
        trees->items[trees->count - 1].bare = true;
    }
    sort_roots(trees);
    return link_roots(trees, arena);
}

/* ---- Gaps ---------------------------------------------------------------------------------------------- */

/* Notes the mods that a gap lies in. */
static void note_gap(x4_trees *trees, const al_gap *gap)
{
    uint32_t root = al_longest_prefix(&trees->roots, gap->with, gap->start, strlen(gap->start));
    for (; root != AL_NO_PREFIX; root = trees->roots.items[root].outer)
        trees->items[root].has_gap = true;
}

/* A gap may lie in a mod, or a mod in a gap. */
static void note_gaps(x4_trees *trees, const al_related_files *all)
{
    for (size_t i = 0; i < all->gap_count; i++)
        note_gap(trees, &all->gaps[i]);
    for (size_t i = 0; all->gap_count > 0 && i < all->count; i++)
        if (trees->tree_of[i] != X4_NONE && al_is_in_gap(all, i))
            trees->items[trees->tree_of[i]].has_gap = true;
}

/* ---- Files of a tree ----------------------------------------------------------------------------------- */

static int compare_files(const void *left, const void *right, void *context)
{
    const x4_file *a = left, *b = right;
    (void)context;
    const int order = strcmp(a->path, b->path);
    return order != 0 ? order : (a->number > b->number) - (a->number < b->number);
}

static int compare_names(const void *left, const void *right, void *context)
{
    const x4_file *files = context;
    const uint32_t *a = left, *b = right;
    const int order = strcmp(al_base_name(files[*a].path), al_base_name(files[*b].path));
    return order != 0 ? order : (*a > *b) - (*a < *b); /* the files are sorted by path */
}

static bool sort_tree(x4_tree *tree, al_arena *arena)
{
    size_t kept = 0;
    al_sort(tree->files, tree->count, sizeof *tree->files, compare_files, NULL);
    for (size_t i = 0; i < tree->count; i++)
        if (kept == 0 || strcmp(tree->files[kept - 1].path, tree->files[i].path) != 0)
            tree->files[kept++] = tree->files[i];
    tree->count = kept;
    tree->by_name = al_alloc(arena, kept, sizeof *tree->by_name);
    if (tree->by_name == NULL)
        return false;
    for (uint32_t i = 0; i < kept; i++)
        tree->by_name[i] = i;
    al_sort(tree->by_name, kept, sizeof *tree->by_name, compare_names, tree->files);
    return true;
}

/* The path of a file in a folder is there as long as the tree; that of a member is only in its spot. */
static bool add_file(x4_tree *tree, const al_related_files *all, const x4_spot *s, size_t number,
                     al_arena *arena)
{
    const bool packed = all->files[number].member[0] != '\0';
    const char *path = (packed ? s->path : all->files[number].path) + strlen(tree->root);
    const char *small =
        packed ? al_lower_copy(arena, path, strlen(path)) : al_in_small(arena, path, strlen(path));
    tree->files[tree->count++] = (x4_file){.path = small, .number = number};
    return small != NULL;
}

/* Allocates room for the counted files, and starts counting anew. */
static bool make_room(x4_tree *tree, al_arena *arena)
{
    tree->files = al_alloc(arena, tree->count, sizeof *tree->files);
    tree->count = 0;
    return tree->files != NULL;
}

static bool fill_mods(x4_trees *trees, const al_related_files *all, const x4_spot *spots, al_arena *arena)
{
    for (size_t i = 0; i < all->count; i++)
        if (trees->tree_of[i] != X4_NONE)
            trees->items[trees->tree_of[i]].count++;
    for (uint32_t i = 0; i < trees->count; i++)
        if (!make_room(&trees->items[i], arena))
            return false;
    for (size_t i = 0; i < all->count; i++) {
        const uint32_t of = trees->tree_of[i];
        if (of != X4_NONE && !add_file(&trees->items[of], all, &spots[i], i, arena))
            return false;
    }
    return true;
}

/* A game has all files of its reference, with mods in it: paths lead to these through `extensions`. */
static bool fill_game(x4_tree *game, const al_related_files *all, const x4_spot *spots, al_arena *arena)
{
    const size_t length = strlen(game->root);
    for (size_t i = all->checked; i < all->count; i++)
        game->count += all->files[i].with == game->with;
    if (!make_room(game, arena))
        return false;
    for (size_t i = all->checked; i < all->count; i++)
        if (all->files[i].with == game->with && strncmp(spots[i].path, game->root, length) == 0 &&
            !add_file(game, all, &spots[i], i, arena))
            return false;
    return true;
}

static bool find_trees(x4_trees *trees, const al_related_files *all, x4_spot *spots, al_arena *arena)
{
    if (!find_roots(trees, all, spots, arena) || !add_bare_roots(trees, all, spots, arena))
        return false;
    trees->mods = trees->count;
    for (size_t i = 0; i < all->count; i++)
        trees->tree_of[i] =
            all->files[i].explicit ? X4_NONE : mod_of(trees, &all->files[i], &spots[i], spots[i].floor);
    note_gaps(trees, all);
    if (!fill_mods(trees, all, spots, arena) || !add_games(trees, all, arena))
        return false;
    for (uint32_t i = 0; i < trees->count; i++) {
        x4_tree *tree = &trees->items[i];
        if ((tree->is_game && !fill_game(tree, all, spots, arena)) || !sort_tree(tree, arena))
            return false;
    }
    return true;
}

static x4_spot *find_spots(const al_related_files *all, al_arena *scratch)
{
    x4_spot *spots = al_alloc(scratch, all->count, sizeof *spots);
    for (size_t i = 0; spots != NULL && i < all->count; i++)
        if (!x4_find_spot(&spots[i], &all->files[i], scratch))
            return NULL;
    return spots;
}

/* XML shows where a tree is. The trees have paths of their own: the places of all files are needed no longer.
 */
bool x4_find_trees(x4_trees *trees, const al_related_files *all, al_arena *arena)
{
    al_arena scratch = al_arena_on(arena->budget);
    *trees = (x4_trees){.tree_of = al_alloc(arena, all->count, sizeof *trees->tree_of)};
    bool any = all->with_count > 0;
    for (size_t i = 0; trees->tree_of != NULL && i < all->count; i++) {
        trees->tree_of[i] = X4_NONE;
        any = any || al_is_kind(&all->files[i], "xml");
    }
    if (trees->tree_of != NULL && !any)
        return true;
    x4_spot *spots = trees->tree_of != NULL ? find_spots(all, &scratch) : NULL;
    const bool found = spots != NULL && find_trees(trees, all, spots, arena);
    al_arena_return(&scratch);
    return found;
}

bool x4_join_trees(x4_tree *tree, const x4_tree *other, al_arena *arena)
{
    x4_file *files = al_alloc(arena, (uint64_t)tree->count + other->count, sizeof *files);
    size_t count = tree->count;
    if (files == NULL)
        return false;
    if (count > 0)
        memcpy(files, tree->files, count * sizeof *files);
    for (size_t i = 0; i < other->count; i++)
        if (x4_find_file(tree, other->files[i].path) == NULL)
            files[count++] = other->files[i];
    tree->files = files;
    tree->count = count;
    return sort_tree(tree, arena);
}

/* ---- Looking up ---------------------------------------------------------------------------------------- */

const x4_file *x4_find_file(const x4_tree *tree, const char *path)
{
    const x4_file wanted = {.path = path, .number = 0};
    const size_t at = al_lower_bound(tree->files, tree->count, sizeof wanted, &wanted, compare_files, NULL);
    return at < tree->count && strcmp(tree->files[at].path, path) == 0 ? &tree->files[at] : NULL;
}

const x4_file *x4_find_with(const x4_tree *tree, const char *path, const char *const *endings)
{
    char text[X4_LONGEST_PATH];
    const x4_file *found = NULL;
    for (; found == NULL && *endings != NULL; endings++) {
        const int length = snprintf(text, sizeof text, "%s%s", path, *endings);
        if (length > 0 && (size_t)length < sizeof text)
            found = x4_find_file(tree, text);
    }
    return found;
}

size_t x4_picture_stem(const char *path)
{
    enum { ENDING = sizeof ".dds" - 1 };
    const size_t length = strlen(path);
    return al_has_extension_of(path, "tga dds png") ? length - ENDING : length;
}

bool x4_find_picture(const x4_tree *tree, const char *path, const x4_file **file)
{
    static const char *const endings[] = {"", ".gz", ".dds", ".dds.gz", ".tga", ".tga.gz", NULL};
    char stem[X4_LONGEST_PATH];
    const size_t length = x4_picture_stem(path);
    const x4_file *found = x4_find_with(tree, path, endings);
    if (found == NULL && path[length] != '\0' && length < sizeof stem) {
        memcpy(stem, path, length);
        stem[length] = '\0';
        found = x4_find_with(tree, stem, endings + 1);
    }
    if (found != NULL)
        *file = found;
    return found != NULL;
}

/* Compares a path with a folder: 0 if it is in the folder or below. */
static int compare_with_folder(const char *path, const char *folder, size_t length)
{
    const int order = strncmp(path, folder, length);
    return order != 0 || length == 0 ? order : (uint8_t)path[length] - '/';
}

/* The index of the first file of a folder or, if `behind`, of the first file behind it. */
static size_t bound(const x4_tree *tree, const char *folder, bool behind)
{
    const size_t length = strlen(folder);
    size_t low = 0, high = tree->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = compare_with_folder(tree->files[middle].path, folder, length);
        if (order < 0 || (behind && order == 0))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const x4_file *x4_files_below(const x4_tree *tree, const char *folder, size_t *count)
{
    const size_t first = bound(tree, folder, false);
    *count = bound(tree, folder, true) - first;
    return *count > 0 ? &tree->files[first] : NULL;
}

bool x4_has_folder(const x4_tree *tree, const char *path)
{
    size_t count;
    return x4_files_below(tree, path, &count) != NULL;
}

const char *x4_name_in(const char *path, const char *folder)
{
    const size_t length = strlen(folder);
    const char *name = path + length + (length > 0);
    return strchr(name, '/') == NULL ? name : NULL;
}

static int compare_with_name(const void *left, const void *right, void *context)
{
    const x4_file *files = context;
    const uint32_t *index = left;
    return strcmp(al_base_name(files[*index].path), right);
}

const x4_file *x4_file_named(const x4_tree *tree, const char *name, bool *several)
{
    const uint32_t *by_name = tree->by_name;
    const size_t count = tree->count;
    x4_file *files = tree->files;
    const size_t at = al_lower_bound(by_name, count, sizeof *by_name, name, compare_with_name, files);
    const bool found = at < count && compare_with_name(&by_name[at], name, files) == 0;
    *several = found && at + 1 < count && compare_with_name(&by_name[at + 1], name, files) == 0;
    return found ? &files[by_name[at]] : NULL;
}
