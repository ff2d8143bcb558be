/* wasi_tree.h: the inputs of the host as a tree of files and folders. */
#ifndef AL_PLATFORM_WASI_TREE_H
#define AL_PLATFORM_WASI_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a path leads to: the inputs from number `first` up to, but not including, `end`; one input for a
 * file. */
typedef struct al_tree_entry {
    uint32_t first, end;
    uint32_t prefix; /* length of a folder's path, with the slash; 0 for the root */
    bool is_folder;
} al_tree_entry;

/* Finds a file or folder. Returns an error. The empty path, `.` and `/` are the root, which holds all
 * inputs. */
int al_tree_find(const char *path, al_tree_entry *entry);

/* The path of an input; NULL when out of memory. */
const char *al_tree_path(uint32_t number);

/* The first input from `first` on whose path doesn't begin with `prefix`, given that those of `first` do;
 * `end` if there is no such input before it. */
uint32_t al_tree_skip(uint32_t first, uint32_t end, const char *prefix, size_t length);

#endif
