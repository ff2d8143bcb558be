/* paradox_files.h: the mods and games among all files, and which files each of them has.
 *
 * A tree is a folder that holds one: of a mod that is checked, of a reference, or of a DLC of a reference.
 * Names of its files are relative to it, in small letters, as the games compare them.
 */
#ifndef AL_PARADOX_FILES_H
#define AL_PARADOX_FILES_H

#include "relations/relations.h"

#define PDX_NO_TREE UINT32_MAX
#define PDX_NO_FILE SIZE_MAX

typedef struct pdx_tree {
    const char *prefix; /* what the full names of its files begin with, in small letters; not terminated */
    size_t length;
    unsigned with; /* 0: a mod that is checked; else of the reference of that number */
} pdx_tree;

/* A file by its name, in its tree. */
typedef struct pdx_entry {
    uint32_t tree;
    const char *name;
    size_t number;
} pdx_entry;

typedef struct pdx_entries {
    pdx_entry *items;
    uint64_t count, capacity;
} pdx_entries;

typedef struct pdx_files {
    const al_related_files *all;
    al_arena *arena;
    pdx_tree *trees; /* first those that are checked, */
    uint64_t tree_count, tree_capacity;
    uint32_t checked_trees; /* which are so many; by their references, and then by their names */
    uint32_t *tree_of;      /* of each file; PDX_NO_TREE: of none */
    const char **name_of;   /* and its name there */
    pdx_entries files;      /* by tree and name */
    pdx_entries pictures;   /* below gfx/, by tree and the last part of the name */
    pdx_entries replaced;   /* folders of which a mod takes nothing from the game */
    char *buffer;           /* for names that are put together */
    uint64_t buffer_size;
} pdx_files;

bool pdx_entries_add(pdx_entries *to, al_arena *arena, const pdx_entry *entry) AL_MUST_USE;
void pdx_entries_sort(pdx_entries *entries);
/* The first that doesn't come before that one. */
uint64_t pdx_entries_at(const pdx_entries *entries, uint32_t tree, const char *name);
bool pdx_entries_have(const pdx_entries *entries, uint32_t tree, const char *name);

/* Finds the trees, and sorts what is in them. False when memory is short. */
bool pdx_files_find(pdx_files *f) AL_MUST_USE;

/* A name made of up to four parts, until the next is; NULL when memory is short. */
const char *pdx_join(pdx_files *f, const char *const parts[4]) AL_MUST_USE;

/* Whether a name begins with a folder. */
bool pdx_is_below(const char *name, const char *folder);

/* The file of that name in that tree; PDX_NO_FILE: there is none. */
size_t pdx_find_in(const pdx_files *f, uint32_t tree, const char *name);

/* The file that a mod gets by that name: its own, or else that of a reference. */
size_t pdx_find(const pdx_files *f, uint32_t mod, const char *name);

/* The picture that the mod has anywhere below gfx/. */
size_t pdx_find_picture(const pdx_files *f, uint32_t mod, const char *base);

/* The mod takes nothing from the game that is directly in that folder: asked after all were added and sorted.
 */
bool pdx_add_replaced(pdx_files *f, uint32_t mod, const char *folder) AL_MUST_USE;
void pdx_sort_replaced(pdx_files *f);
bool pdx_is_replaced(const pdx_files *f, uint32_t mod, const char *name);

/* The name of a file in its tree as it is written on disk. */
const char *pdx_shown_name(const pdx_files *f, size_t number);

#endif
