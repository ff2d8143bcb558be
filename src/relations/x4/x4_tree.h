/* x4_tree.h: the files of a mod, or of a game, by their paths from its root, whatever the case of letters.
 *
 * A root is a folder with a content.xml, also in a package. To its tree belong all files below it that no
 * deeper root has, and what is in ext_*.cat and subst_*.cat beside its content.xml, as if it lay there. A
 * reference that has no content.xml itself is the root of a game's files.
 */
#ifndef AL_RELATIONS_X4_TREE_H
#define AL_RELATIONS_X4_TREE_H

#include "relations/relations.h"

/* No tree, file, or whatever else has a number. */
#define X4_NONE UINT32_MAX

typedef struct x4_file {
    const char *path; /* from the root, in small letters, with `/` */
    size_t number;    /* among all files */
} x4_file;

typedef struct x4_tree {
    const char *root; /* with what it is in, and `/` or nothing behind it: "mods/ship/", "a.zip!/ship/", "" */
    unsigned with;    /* 0: it is checked; else of that reference */
    bool is_game;     /* it has no content.xml */
    x4_file *files;   /* by path; of two that differ in case the first */
    size_t count;
    x4_file *by_name; /* the same by base name, then path */
} x4_tree;

typedef struct x4_trees {
    x4_tree *items;
    uint32_t count, mods; /* the first are mods, the rest games */
    uint32_t *tree_of;    /* by number of a file: the mod that it belongs to, or X4_NONE */
} x4_trees;

/* False when memory is short. */
bool x4_find_trees(x4_trees *trees, const al_related_files *all, al_arena *arena) AL_MUST_USE;

/* Paths are in small letters, and without `/` at their ends. */
const x4_file *x4_find_file(const x4_tree *tree, const char *path);
bool x4_has_folder(const x4_tree *tree, const char *path);

/* The files in a folder and below it: from the first on, as many as are counted. */
const x4_file *x4_files_below(const x4_tree *tree, const char *folder, size_t *count);

/* What a path in such a folder is called in it; NULL for what lies in a folder of it. */
const char *x4_name_in(const char *path, const char *folder);

/* The files of that base name. */
const x4_file *x4_files_named(const x4_tree *tree, const char *name, size_t *count);

#endif
