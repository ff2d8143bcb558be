/* paradox_files.h: finds the mods and games among all files, and the files of each.
 *
 * A tree is the folder of a checked mod, of a reference, or of a DLC of a reference. Names of its files are
 * relative to it and in small letters, since the games ignore case.
 */
#ifndef AL_PARADOX_FILES_H
#define AL_PARADOX_FILES_H

#include "core/prefixes.h"
#include "relations/relations.h"

#define PDX_NO_TREE UINT32_MAX
#define PDX_NO_FILE SIZE_MAX

/* The start of the full names of its files, in small letters, not terminated; the group is `with` of
 * al_related_file. */
typedef al_prefix pdx_tree;

/* A file and its name in its tree. */
typedef struct pdx_entry {
    const char *name;
    uint32_t tree;
    uint32_t number;
} pdx_entry;

typedef struct pdx_entries {
    pdx_entry *items;
    uint64_t count, capacity;
} pdx_entries;

typedef struct pdx_files {
    const al_related_files *all;
    al_arena *arena;
    pdx_tree *trees; /* sorted by reference, checked ones first, and by name */
    uint64_t tree_capacity;
    uint32_t tree_count;
    uint32_t checked_trees; /* number of checked trees */
    bool *gaps;             /* for each of them whether a gap begins in it */
    uint32_t *tree_of;      /* for each file; PDX_NO_TREE: it is in no tree */
    const char **name_of;   /* for each file its name in its tree */
    pdx_entries files;      /* by tree and name */
    pdx_entries pictures;   /* below gfx/, by tree and base name */
    pdx_entries replaced;   /* folders that a mod replaces: it gets no file from these folders of the game */
    char *buffer;           /* of pdx_join */
    uint64_t buffer_size;
} pdx_files;

bool pdx_entries_add(pdx_entries *to, al_arena *arena, const pdx_entry *entry) AL_MUST_USE;
void pdx_entries_sort(pdx_entries *entries);
/* The index of the first entry that doesn't come before the name. */
uint64_t pdx_entries_at(const pdx_entries *entries, uint32_t tree, const char *name);
bool pdx_entries_have(const pdx_entries *entries, uint32_t tree, const char *name);

/* Finds the tree of the folder of a name, in small letters, beside a checked file; PDX_NO_TREE: there is
 * none. False if memory is short. */
bool pdx_tree_beside(const pdx_files *f, size_t file, const char *name, uint32_t *tree) AL_MUST_USE;

/* Finds the trees and their files. Finds none if no mod is checked. False if memory is short. */
bool pdx_files_find(pdx_files *f) AL_MUST_USE;

/* Joins four parts to a name that is valid until the next call. NULL if memory is short. */
const char *pdx_join(pdx_files *f, const char *const parts[4]) AL_MUST_USE;

/* Whether a name begins with a folder. */
bool pdx_is_below(const char *name, const char *folder);

/* Whether a gap begins in a checked tree. */
bool pdx_has_gap(const pdx_files *f, uint32_t tree);

/* The file of a tree with that name; PDX_NO_FILE: there is none. */
size_t pdx_find_in(const pdx_files *f, uint32_t tree, const char *name);

/* The file that a mod gets by a name: its own, else that of a reference. */
size_t pdx_find(const pdx_files *f, uint32_t mod, const char *name);

/* The same for a picture anywhere below gfx/, by its base name. */
size_t pdx_find_picture(const pdx_files *f, uint32_t mod, const char *base);

/* Adds a folder that a mod replaces; after all are added, sorts them; then tells whether the folder of a name
 * is one of them. */
bool pdx_add_replaced(pdx_files *f, uint32_t mod, const char *folder) AL_MUST_USE;
void pdx_sort_replaced(pdx_files *f);
bool pdx_is_replaced(const pdx_files *f, uint32_t mod, const char *name);

/* The name of a file in its tree, as it is on disk. */
const char *pdx_shown_name(const pdx_files *f, size_t number);

#endif
