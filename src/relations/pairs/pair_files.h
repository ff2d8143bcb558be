/* pair_files.h: files of some kinds, by the folders that they lie in and by their stems, and which of them is
 * the partner of the others.
 */
#ifndef AL_RELATIONS_PAIR_FILES_H
#define AL_RELATIONS_PAIR_FILES_H

#include "relations/relations.h"

typedef struct pair_file {
    size_t number;       /* among all files */
    const char *package; /* the file that it is in; "": in none */
    const char *name;    /* its path, there */
    size_t folder,
        stem;      /* bytes of the name that are its folder, with the slash, and of the stem behind it */
    unsigned with; /* as al_related_file.with */
    unsigned kind; /* which of the extensions it has, from 0 */
    bool explicit, asked;
    size_t of; /* for the relation: whose partner it has, or what is known of it; PAIR_NONE: nothing */
} pair_file;

/* By package, folder, stem, kind, reference and number: what is in a folder lies together. */
typedef struct pair_files {
    const al_related_files *all;
    pair_file *items;
    uint64_t count, capacity;
    uint32_t *item_of; /* of each file; PAIR_NO_ITEM: it is none of them */
} pair_files;

#define PAIR_NONE    SIZE_MAX
#define PAIR_SEVERAL (SIZE_MAX - 1)
#define PAIR_NO_ITEM UINT32_MAX

/* Finds the files with one of the extensions ("skl ani msh"), all others are left out. Nothing is kept where
 * none is of the kinds from `first_judged` on and checked. False when memory is short. */
bool pair_files_find(pair_files *f, const al_related_files *all, al_arena *arena, const char *extensions,
                     unsigned first_judged) AL_MUST_USE;

/* Both as strcmp; stems by their letters, whatever their case. */
int pair_compare_folders(const pair_file *a, const pair_file *b);
int pair_compare_stems(al_span a, al_span b);
al_span pair_stem(const pair_file *file);

/* The name without its folder. */
const char *pair_base(const pair_file *file);

/* The end of the files that lie in the folder of that at `first`. */
size_t pair_folder_end(const pair_files *f, size_t first);

/* Whether it is checked, and all of its folder; whether a reference is the file itself, or the folder or
 * package that it lies in, and not below; whether it lies around what was named by itself. */
bool pair_is_whole(const pair_file *file);
bool pair_is_reference(const pair_files *f, const pair_file *file);
bool pair_is_beside(const pair_files *f, const pair_file *file);

/* The one of the first kind in a folder, the end of which is `end`; and the one that references give: those
 * that are it, or have it alone. `left_out`, by item, names those that don't count; NULL: all do. The second
 * is false when memory is short. */
size_t pair_one_of_folder(const pair_files *f, size_t first, size_t end, const bool *left_out);
bool pair_one_of_references(const pair_files *f, al_arena *arena, const bool *left_out,
                            size_t *one) AL_MUST_USE;

/* Whether it was asked for in the last round, which reads what is held against a partner that is known. */
bool pair_covers(const pair_files *f, size_t number);

/* Asked for in this round. */
al_need pair_asked(const pair_files *f, size_t number, al_need what);
void pair_ask_nothing(pair_files *f);

#endif
