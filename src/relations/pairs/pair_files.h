/* pair_files.h: relations between files that are made for each other: files of some kinds (extensions), the
 * folders that they lie in, and for each file the partner that it is compared with.
 *
 * Of the kinds, the first are partners (a skeleton, a model); the others are judged against them.
 */
#ifndef AL_RELATIONS_PAIR_FILES_H
#define AL_RELATIONS_PAIR_FILES_H

#include "relations/relation_state.h"

typedef struct pair_file {
    size_t file;           /* index among all files */
    const char *package;   /* path of the package that it is in; "": none */
    const char *name;      /* its path, there */
    size_t partner;        /* of a judged file, what it is compared with; each relation says which number */
    uint32_t folder, stem; /* bytes of `name` that are the folder, with the slash, and the stem behind it */
    unsigned with;         /* as in al_related_file */
    uint8_t kind;          /* index of its extension */
    bool explicit;         /* as in al_related_file */
} pair_file;

/* A state of a relation. The files are sorted by package, folder, stem, kind, reference and index: those of a
 * folder stand together, and in it those of a stem. */
typedef struct pair_files {
    al_relation_state base; /* first */
    pair_file *items;
    uint64_t count;
    uint32_t *item_of;     /* for each file its index in `items`; PAIR_NO_ITEM: it is of no kind */
    unsigned first_judged; /* the first kind that is judged */
    bool *unsure;          /* for each item, in pair_finish_findings */
} pair_files;

#define PAIR_NONE    SIZE_MAX
#define PAIR_SEVERAL (SIZE_MAX - 1)
#define PAIR_NO_ITEM UINT32_MAX

/* Finds the files with one of the extensions ("skl ani msh"): none if no checked file is of a judged kind.
 * False if memory is short. */
bool pair_files_find(pair_files *f, const char *extensions, unsigned first_judged) AL_MUST_USE;

/* Order by package and folder, as strcmp. */
int pair_compare_folders(const pair_file *a, const pair_file *b);

/* Stems are compared by al_compare_ignoring_case. */
al_span pair_stem(const pair_file *file);

/* The index behind the last file of the folder of `first`. */
size_t pair_folder_end(const pair_files *f, size_t first);

/* Whether the file is checked with its whole folder. */
bool pair_is_whole(const pair_file *file);

/* Whether a reference is the file itself, or the folder or package that it lies directly in. */
bool pair_is_reference(const pair_files *f, const pair_file *file);

/* Whether the file was added because it lies in the folder of an explicit file. */
bool pair_is_sibling(const pair_files *f, const pair_file *file);

/* Whether the file is one that the relation judges: of a judged kind, and checked. */
bool pair_is_judged(const pair_files *f, const pair_file *file);

/* The only file of kind 0 in the folder from `first` to `end` that is checked as a whole; PAIR_NONE or
 * PAIR_SEVERAL. `left_out`, by item, excludes files; NULL: none. */
size_t pair_one_of_folder(const pair_files *f, size_t first, size_t end, const bool *left_out);

/* The same among references: each counts that has exactly one. False if memory is short. */
bool pair_one_of_references(const pair_files *f, const bool *left_out, size_t *one) AL_MUST_USE;

/* Sets the partner of all judged files to the index of a file of kind 0: the one of the references, else the
 * one of the folder. Files that have none, or a choice, get PAIR_NONE or PAIR_SEVERAL. */
bool pair_find_partners(pair_files *f, const bool *left_out) AL_MUST_USE;

bool pair_has_partner(const pair_file *file);

/* Why a file has no partner, in words. */
typedef struct pair_reasons {
    const char *none, *several;
} pair_reasons;

/* Counts a file without a partner as not judged by a rule (its index in the catalogue). */
void pair_count_not_judged(pair_files *f, const pair_file *file, size_t rule, const pair_reasons *reasons);

/* `find_partners` of al_relation, if partners are the items of skeletons. */
void pair_find_skeleton(const void *state, size_t file, al_partner_list *list);

/* Wants the facts of a judged file, whose partner is known. */
void pair_want_judged(pair_files *f, const pair_file *file, uint8_t *wanted);

/* Ends the choosing, and finishes the findings. A file is unsure if files of its folder, or of references,
 * are not known, or if partners among these couldn't be read. */
void pair_finish_findings(pair_files *f);

#endif
