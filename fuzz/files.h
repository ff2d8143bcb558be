/* files.h: finds and reads files, in the same order on every machine. */
#ifndef ASSETLINT_FUZZ_FILES_H
#define ASSETLINT_FUZZ_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct file_list {
    char **paths;
    size_t count, capacity;
} file_list;

/* Adds a file, or all files of a folder and the folders in it, sorted by path. False when it can't be read.
 */
bool files_find(file_list *list, const char *path);
void files_free(file_list *list);

/* The whole file in a block, to be freed; NULL when it can't be read. */
uint8_t *files_read(const char *path, size_t *size);

/* The part of a path after the last slash. */
const char *files_base_name(const char *path);

#endif
