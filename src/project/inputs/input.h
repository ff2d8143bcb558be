/* input.h: what is to be checked: a sorted list of files, from names, folders, and lists of names. */
#ifndef AL_PROJECT_INPUTS_INPUT_H
#define AL_PROJECT_INPUTS_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/watch.h"

/* One file, or a folder that could not be listed: then it is for the check to say why. */
typedef struct al_input {
    char *path;           /* as it was given, with single slashes */
    bool named_by_user;   /* given by name, */
    bool in_folder;       /* in a folder that is checked as a whole; or both */
    bool from_stdin;      /* read from standard input; `path` is only its name */
    bool excluded;        /* found, but left out */
    size_t folder_length; /* where it was found: how much of the path is the folder that was named, with its
                             slash */
} al_input;

typedef struct al_input_list {
    al_input *items;
    size_t count, capacity;
    uint64_t path_bytes;         /* of the paths, as the C library takes them */
    uint64_t most_bytes;         /* that the list may take, more is out of memory; 0: as much as there is */
    const char *const *excluded; /* patterns of what is left out in folders, see core/glob.h; the caller's */
    size_t excluded_count;
    bool (*excludes)(const void *context,
                     const char *path); /* the same of whole paths; NULL: none. Those of */
    const void *context;                /* folders end with a slash */
    al_watch *watch;                    /* counts what is added, and may stop it; NULL: nobody does */
} al_input_list;

/* Functions that return bool do so false when out of memory. Once it is stopped, the list stays as it is, and
 * adding to it does nothing. */

/* Adds a file, or every regular file in a folder and below. Links inside of folders are not followed, and
 * folders of version control are not entered. A path below the folder that a pattern matches is left out,
 * with all below it where it is a folder; a file is added as one that is excluded, since others may go by its
 * being there. */
bool al_input_add_path(al_input_list *list, const char *path);

/* Adds what lies in the folders of those files that were named by themselves, where rules across files have
 * to know it, and sorts it. */
bool al_input_add_siblings(al_input_list *siblings, const al_input_list *of);

/* Adds what a pattern in the last part of a path matches, with `*` and `?`, in large and small letters; names
 * that begin with a dot only where it does. Sets `*any`. For systems on which nobody has done that before,
 * see al_must_expand_patterns: there al_input_add_path does so. */
bool al_input_add_pattern(al_input_list *list, const char *path, bool *any);

/* Bytes that the list takes. */
uint64_t al_input_memory(const al_input_list *list);

/* Adds standard input under a name. */
bool al_input_add_stdin(al_input_list *list, const char *name);

typedef enum al_names_status { AL_NAMES_OK = 0, AL_NAMES_NO_MEMORY, AL_NAMES_UNREADABLE } al_names_status;

/* Adds each path that a file names ("-": standard input), one a line, or, when `separator` is '\0', one
 * before each NUL. On AL_NAMES_UNREADABLE `*error` is why. */
al_names_status al_input_add_names(al_input_list *list, const char *names_file, char separator, int *error);

/* Sorts by path, byte for byte, and drops what is there twice: the list no longer depends on the order of
 * arguments or folders. A path that is both named and found stays named; standard input wins over a file of
 * its name, and what is excluded here and found there isn't excluded. */
void al_input_sort(al_input_list *list);

/* Moves what is excluded to the end of `excluded`; the order of both stays. */
bool al_input_split_excluded(al_input_list *list, al_input_list *excluded);

void al_input_free(al_input_list *list);

/* The folders that were named, as far as something is in them. */
typedef struct al_input_folders {
    char *current; /* where relative paths begin; NULL: the system doesn't say */
    char **items;  /* as normal paths, see project/file_path.h */
    size_t count;
} al_input_folders;

/* Of a list that is sorted. To be freed in any case. */
bool al_input_folders_of(al_input_folders *folders, const al_input_list *list);
void al_input_folders_free(al_input_folders *folders);

/* Whether a normal path is one of them, or below one. */
bool al_input_folders_hold(const al_input_folders *folders, const char *path);

/* Drops from what was found in the folder `named` what is in such folders below it, or in itself. */
bool al_input_drop_in_folders(al_input_list *list, const char *named, const al_input_folders *folders);

#endif
