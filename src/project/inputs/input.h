/* input.h: the list of files to check, made from paths, folders and lists of paths. */
#ifndef AL_PROJECT_INPUTS_INPUT_H
#define AL_PROJECT_INPUTS_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/compiler.h"
#include "core/work.h"
#include "project/paths.h"

/* One file, or a path whose files the system doesn't tell: the check of it then reports why. */
typedef struct al_input {
    char *path;           /* as given, with single slashes */
    bool named_by_user;   /* the user named this very path */
    bool in_folder;       /* found in a folder that the user named; both may be true */
    bool from_stdin;      /* read from standard input; `path` is only its name */
    bool excluded;        /* found in a folder, but not to be checked */
    bool no_sidecar;      /* its folder was listed, and has no .assetlintignore files */
    size_t folder_length; /* if in_folder: length of the named folder in the path, with its slash */
    int error;            /* why nothing can be read at this path; 0: it is a file */
    bool is_folder;       /* if there is an error: a folder that could not be listed */
} al_input;

typedef struct al_input_list {
    al_input *items;
    size_t count, capacity;
    uint64_t path_bytes;         /* memory of the paths, with what the C library adds */
    uint64_t most_bytes;         /* limit of the list's memory, more is out of memory; 0: no limit */
    const char *const *excluded; /* patterns of paths to exclude in folders, see core/glob.h; the caller's */
    size_t excluded_count;
    /* Whether a whole path found in a folder is excluded; the path of a folder ends with a slash. When out
     * of memory, it sets `*no_memory`. May be NULL. */
    bool (*excludes)(const void *context, const char *path, bool *no_memory);
    const void *context; /* for `excludes` */
    al_watch *watch;     /* counts added files and may stop the list; may be NULL */
    al_path_base *base;  /* gets each path that is added; may be NULL */
    char **left_out;     /* folders whose files are not checked: excluded ones, and unreadable ones */
    size_t left_out_count;
} al_input_list;

/* Functions that return bool return false when out of memory, unless they say otherwise. Once the watch has
 * stopped the list, it stays as it is, and adding to it does nothing. */

/* Adds a file, or every regular file in a folder and its subfolders. Links inside of folders are not
 * followed, and folders of version control are not entered. If a pattern excludes a subfolder, nothing in it
 * is added. A file that is excluded is added and marked, since other files may refer to it. */
bool al_input_add_path(al_input_list *list, const char *path);

/* Adds the siblings that rules across files need, and sorts them. Siblings are the other files in the folder
 * of a file that the user named, or also in its subfolders, if that folder is not checked as a whole. */
bool al_input_add_siblings(al_input_list *siblings, const al_input_list *inputs);

/* Adds the files and folders that match a pattern (`*`, `?`) in the last part of a path. Case doesn't matter;
 * names that begin with a dot match only patterns that begin with a dot. `*any`: something was added. On
 * systems without a shell that expands patterns (al_must_expand_patterns), al_input_add_path calls this. */
bool al_input_add_pattern(al_input_list *list, const char *path, bool *any);

/* Bytes of memory that the list takes. */
uint64_t al_input_memory(const al_input_list *list);

/* Adds standard input under a name. */
bool al_input_add_stdin(al_input_list *list, const char *name);

typedef enum al_names_status { AL_NAMES_OK = 0, AL_NAMES_NO_MEMORY, AL_NAMES_UNREADABLE } al_names_status;

/* Adds each path in a list file ("-": standard input). `separator` ends each path: '\n', or '\0'. On
 * AL_NAMES_UNREADABLE `reason` says why: there was an error, or the list is beyond a limit. */
enum { AL_REASON_SIZE = 128 };
al_names_status al_input_add_names(al_input_list *list, const char *names_file, char separator,
                                   char reason[AL_REASON_SIZE]);

/* Sorts by path, byte for byte, and merges equal paths, so that the order of arguments and folders doesn't
 * matter. A merged path is named_by_user or in_folder if any of them is; standard input wins over a file of
 * the same path; a path is excluded only if all of them are. */
void al_input_sort(al_input_list *list);

/* Moves the excluded files to the end of `excluded`. Both lists keep their order. */
bool al_input_split_excluded(al_input_list *list, al_input_list *excluded);

void al_input_free(al_input_list *list);

/* Adds one entry. Takes over its path, also if that fails; a path that is NULL counts as out of memory. */
bool al_input_append(al_input_list *list, al_input item);

/* Notes that a folder is not entered. Takes over its path, as al_input_append does. */
bool al_input_leave_out(al_input_list *list, char *folder);

/* Adds every regular file in a folder, but not in its subfolders. The path ends with a slash. */
bool al_input_add_level(al_input_list *list, const char *folder);

/* Whether a path, of which the first `folder_length` bytes are a folder that the user named, is excluded, or
 * in a folder that was not entered. The path of a folder ends with a slash. When out of memory, sets
 * `*no_memory`. */
bool al_input_leaves_out(const al_input_list *list, const char *path, size_t folder_length, bool *no_memory);

typedef struct al_input_folder {
    char *path;        /* normal, see project/paths.h */
    const char *given; /* as the user gave it: `given_length` bytes, with a slash; the list has them */
    size_t given_length;
} al_input_folder;

/* The folders that the user named, except those without files. */
typedef struct al_input_folders {
    char *current; /* the current folder; NULL: the system doesn't say */
    al_input_folder *items;
    size_t count;
} al_input_folders;

/* Collects the folders of a sorted list, which must outlive them. Call al_input_folders_free in any case. */
bool al_input_folders_of(al_input_folders *folders, const al_input_list *list);
void al_input_folders_free(al_input_folders *folders);

/* Whether a file or folder of that normal path would be checked if it existed: it is in one of the folders,
 * and the list doesn't leave it out. When out of memory, sets `*no_memory`. */
bool al_input_folders_cover(const al_input_folders *folders, const al_input_list *list, const char *path,
                            bool is_folder, bool *no_memory);

/* `list` holds the files of the folder `reference`. Removes those that are in one of `folders`, if that is
 * the reference itself or a folder below it. */
bool al_input_drop_in_folders(al_input_list *list, const char *reference, const al_input_folders *folders);

#endif
