/* input_names.c: reads a list of paths, for --files-from. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "project/inputs/input.h"

/* LONGEST_NAME: no system has such long paths, so a file with one is no list of paths. */
enum { READ_AT_ONCE = 1 << 16, LONGEST_NAME = 1 << 20 };

typedef struct name_reader {
    al_file file;
    char separator;
    char *block; /* the bytes that were read last */
    size_t at, length;
    bool at_end; /* of the file; reading a terminal again would wait for more */
    char *name;  /* grows with the longest name */
    size_t name_length, capacity;
    int error;
    bool no_memory;
} name_reader;

/* The next byte; false at the end, or when it can't be read. */
static bool next_byte(name_reader *r, char *byte)
{
    if (r->at == r->length && !r->at_end) {
        r->at = 0;
        r->length = al_file_wait(r->file, -1) ? al_file_read(r->file, r->block, READ_AT_ONCE, &r->error) : 0;
        r->at_end = r->length == 0;
    }
    if (r->at_end)
        return false;
    *byte = r->block[r->at++];
    return true;
}

static bool append(name_reader *r, char byte)
{
    if (r->name_length == r->capacity) {
        const size_t capacity = r->capacity == 0 ? 256 : r->capacity * 2;
        char *name = capacity <= LONGEST_NAME ? realloc(r->name, capacity) : NULL;
        if (name == NULL) {
            r->no_memory = true;
            return false;
        }
        r->name = name;
        r->capacity = capacity;
    }
    r->name[r->name_length++] = byte;
    return true;
}

/* The next name, without its separator; NULL at the end, or if it can't be read. A name may contain any byte
 * but the separator and NUL, so a NUL inside of a line also ends the name. */
static const char *next_name(name_reader *r)
{
    char byte = 0;
    bool any = false;
    r->name_length = 0;
    while (next_byte(r, &byte)) {
        any = true;
        if (byte == r->separator)
            break;
        if (!append(r, byte))
            return NULL;
    }
    if (!any || r->error != 0)
        return NULL;
    if (r->separator == '\n' && r->name_length > 0 && r->name[r->name_length - 1] == '\r')
        r->name_length--; /* a list made on Windows */
    return append(r, '\0') ? r->name : NULL;
}

static al_names_status add_names(al_input_list *list, name_reader *r)
{
    const char *name;
    r->block = malloc(READ_AT_ONCE);
    if (r->block == NULL)
        return AL_NAMES_NO_MEMORY;
    while ((name = next_name(r)) != NULL && !al_watch_stopped(list->watch))
        if (name[0] != '\0' && !al_input_add_path(list, name))
            return AL_NAMES_NO_MEMORY;
    if (r->no_memory || al_is_out_of_memory(r->error))
        return AL_NAMES_NO_MEMORY;
    return r->error == 0 ? AL_NAMES_OK : AL_NAMES_UNREADABLE;
}

al_names_status al_input_add_names(al_input_list *list, const char *names_file, char separator, int *error)
{
    name_reader r = {.file = al_standard_input, .separator = separator};
    const bool from_input = strcmp(names_file, "-") == 0;
    al_file_info info = {.kind = AL_KIND_UNKNOWN};
    *error = from_input ? 0 : al_stat_path(names_file, &info);
    if (!from_input && *error == 0)
        *error =
            info.kind == AL_KIND_PIPE ? al_pipe_open(names_file, &r.file) : al_file_open(names_file, &r.file);
    if (*error != 0)
        return AL_NAMES_UNREADABLE;
    const al_names_status status = add_names(list, &r);
    *error = r.error;
    free(r.block);
    free(r.name);
    if (!from_input)
        al_file_close(r.file);
    return status;
}
