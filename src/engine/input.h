/* input.h: what is to be checked: a sorted list of files, from names, folders, and lists of names. */
#ifndef AL_ENGINE_INPUT_H
#define AL_ENGINE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

/* One file, or a folder that could not be listed: then it is for the check to say why. */
typedef struct input {
    char *path;      /* as it was given, with single slashes */
    bool named;      /* given by name, not found in a folder */
    bool from_stdin; /* read from standard input; `path` is only its name */
} input;

typedef struct input_list {
    input *items;
    size_t count, capacity;
} input_list;

/* Functions that return bool do so false when out of memory. */

/* Adds a file, or every regular file in a folder and below. Links inside of folders are not followed. */
bool input_add_path(input_list *list, const char *path);

/* Adds standard input under a name. */
bool input_add_stdin(input_list *list, const char *name);

typedef enum names_status { NAMES_OK = 0, NAMES_NO_MEMORY, NAMES_UNREADABLE } names_status;

/* Adds each path that a file names ("-": standard input), one a line, or, when `separator` is '\0', one
 * before each NUL. On NAMES_UNREADABLE `*error` is why. */
names_status input_add_names(input_list *list, const char *names_file, char separator, int *error);

/* Sorts by path, byte for byte, and drops what is there twice: the list no longer depends on the order of
 * arguments or folders. A path that is both named and found stays named; standard input wins over a file of
 * its name. */
void input_sort(input_list *list);

void input_free(input_list *list);

#endif
