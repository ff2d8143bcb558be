/* input_names.c: reads a list of paths, for --files-from. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/input.h"

/* The next name, without what separates it; NULL at the end or when it can't be read, see ferror. A name may
 * hold any byte but the separator and NUL, so a NUL in a line is an end too. */
static char *next_name(FILE *file, int separator, char **line, size_t *capacity)
{
    const ssize_t length = getdelim(line, capacity, separator, file);
    if (length < 0)
        return NULL;
    char *name = *line;
    size_t end = (size_t)length;
    if (end > 0 && name[end - 1] == (char)separator)
        end--;
    if (separator == '\n' && end > 0 && name[end - 1] == '\r') /* a list that was made on Windows */
        end--;
    name[end] = '\0';
    return name;
}

names_status input_add_names(input_list *list, const char *names_file, char separator)
{
    const bool from_stdin = strcmp(names_file, "-") == 0;
    FILE *file = from_stdin ? stdin : fopen(names_file, "rb");
    if (file == NULL)
        return NAMES_UNREADABLE;
    names_status status = NAMES_OK;
    char *line = NULL;
    size_t capacity = 0;
    const char *name;
    while (status == NAMES_OK && (name = next_name(file, separator, &line, &capacity)) != NULL)
        if (name[0] != '\0' && !input_add_path(list, name))
            status = NAMES_NO_MEMORY;
    int error = errno;
    if (status == NAMES_OK && !feof(file))
        status = error == ENOMEM ? NAMES_NO_MEMORY : NAMES_UNREADABLE;
    free(line);
    if (!from_stdin)
        (void)fclose(file);
    errno = error;
    return status;
}
