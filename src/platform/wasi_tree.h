/* wasi_tree.h: the inputs of the host as a tree of files and folders. */
#ifndef AL_PLATFORM_WASI_TREE_H
#define AL_PLATFORM_WASI_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a path leads to: the inputs from `first` to the one before `end`. Of a file that is one. */
typedef struct al_tree_place {
    uint32_t first, end;
    uint32_t prefix; /* of a folder: bytes of its path with the slash; 0 of the one that holds all */
    bool is_folder;
} al_tree_place;

/* Returns an error. The empty path is the folder that holds all inputs, as `.` and `/` are. */
int al_tree_find(const char *path, al_tree_place *place);

/* The path of an input; NULL when there is no memory for it. */
const char *al_tree_path(uint32_t number);

/* The first input behind `first` and before `end` whose path doesn't begin with these bytes. */
uint32_t al_tree_skip(uint32_t first, uint32_t end, const char *prefix, size_t length);

#endif
