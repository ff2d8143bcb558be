/* x4_tree.h: the files of a mod, or of a game, by their paths from its root, in any case.
 *
 * A root is a folder with a content.xml, also in a package. Its tree has all files below it that belong to no
 * deeper root, and the members of ext_*.cat and subst_*.cat beside its content.xml, as if they lay there. A
 * checked folder with an index below no root is a root as well: its content.xml is missing. A reference
 * without content.xml is the root of a game, which may be installed: the members of its 01.cat and so on lie
 * in the folder of these.
 */
#ifndef AL_RELATIONS_X4_TREE_H
#define AL_RELATIONS_X4_TREE_H

#include "core/prefixes.h"
#include "relations/relations.h"

/* No tree, no file, no item of any list. */
#define X4_NONE UINT32_MAX

/* Longer paths are not looked up: no system has them. */
enum { X4_LONGEST_PATH = 4096 };

typedef struct x4_file {
    const char *path; /* from the root, in small letters, with `/` */
    size_t number;    /* index among all files */
} x4_file;

typedef struct x4_tree {
    const char *root; /* full path, ending in `/` unless it is empty: "mods/ship/", "a.zip!/ship/", "" */
    unsigned with;    /* as in al_related_file */
    bool is_game;     /* a reference without content.xml */
    bool bare;        /* a checked folder without content.xml */
    x4_file *files;   /* sorted by path; only the first of files whose paths differ in case */
    size_t count;
    uint32_t *by_name; /* the indices of the files, sorted by base name and path */
    bool has_gap;      /* it may have files that are not known */
} x4_tree;

typedef struct x4_trees {
    x4_tree *items;
    uint32_t count, mods; /* the first `mods` are mods, the rest games */
    al_prefixes roots;    /* of the mods, in the same order */
    uint32_t *tree_of;    /* for each file the mod that it belongs to, or X4_NONE */
} x4_trees;

/* False if memory is short. */
bool x4_find_trees(x4_trees *trees, const al_related_files *all, al_arena *arena) AL_MUST_USE;

/* Adds the files of another tree whose paths the tree doesn't have. False if memory is short. */
bool x4_join_trees(x4_tree *tree, const x4_tree *other, al_arena *arena) AL_MUST_USE;

/* Find a file, or whether a folder has files. Paths are in small letters, and don't end in `/`. */
const x4_file *x4_find_file(const x4_tree *tree, const char *path);
bool x4_has_folder(const x4_tree *tree, const char *path);

/* The file with that path and one of the endings, a list that ends with NULL. NULL: there is none. */
const x4_file *x4_find_with(const x4_tree *tree, const char *path, const char *const *endings);

/* The length of a path without the ending of a picture, which the games replace by their own. */
size_t x4_picture_stem(const char *path);

/* Finds the picture of a path, a finder of x4_look_up: as written, or without an ending that is written, with
 * one that pictures have. */
bool x4_find_picture(const x4_tree *tree, const char *path, const x4_file **file);

/* The first of `*count` files in a folder and below it, which stand together; NULL: there are none. */
const x4_file *x4_files_below(const x4_tree *tree, const char *folder, size_t *count);

/* The name of a file directly in a folder; NULL for a file in a subfolder. */
const char *x4_name_in(const char *path, const char *folder);

/* The first by path of the files with a base name, and whether there are several; NULL: there is none. */
const x4_file *x4_file_named(const x4_tree *tree, const char *name, bool *several);

/* ---- Places -------------------------------------------------------------------------------------------- */

/* The place of a file for the game: members of ext_01.cat and the like lie in the folder of the package;
 * those of subst_01.cat replace files of the game. */
typedef struct x4_spot {
    char *path;    /* PATH!/inner.cat!/member without those packages */
    size_t floor;  /* the root of the mod has at least so many bytes of the path */
    bool lifted;   /* the file is in such a package */
    bool replaces; /* the package is a subst_*.cat */
} x4_spot;

/* False if memory is short. */
bool x4_find_spot(x4_spot *s, const al_related_file *file, al_arena *arena) AL_MUST_USE;

/* Whether the path is that of a content.xml, in any case. */
bool x4_is_content(const char *path);

/* Whether the path ends in index/macros.xml or index/components.xml, in any case. If so, sets the length of
 * the folder that `index` is in, with the slash. */
bool x4_is_index(const char *path, size_t *root);

#endif
