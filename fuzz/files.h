/* files.h: the files that a program was given, in an order that does not depend on the machine. */
#ifndef ASSETLINT_FUZZ_FILES_H
#define ASSETLINT_FUZZ_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct file_list {
    char **paths;
    size_t count, capacity;
} file_list;

/* Adds a file, or all files of a folder and the folders in it, sorted by path. False when it cannot be read.
 */
bool files_find(file_list *list, const char *path);
void files_free(file_list *list);

/* The whole file in a block that is the caller's; NULL when it cannot be read. */
uint8_t *files_read(const char *path, size_t *size);

/* What comes after the last slash. */
const char *files_base_name(const char *path);

#endif
