/* input_names.c: reads a list of paths, for --files-from. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "platform/platform.h"
#include "project/inputs/input.h"

enum { READ_AT_ONCE = 1 << 16 };

typedef struct name_reader {
    al_file file;
    char separator;
    char *block; /* the bytes that were read last */
    size_t at, length;
    bool at_end; /* of the file; reading a terminal again would wait for more */
    char *name;  /* grows with the longest name */
    size_t name_length, capacity;
    uint64_t bytes, names; /* of the list so far */
    int error;
    bool no_memory;
    const char *beyond; /* what the list has more of than `limit`: "paths"; NULL: it is within its limits */
    uint64_t limit;
} name_reader;

/* Always false. */
static bool exceed(name_reader *r, const char *what, uint64_t limit)
{
    r->beyond = what;
    r->limit = limit;
    return false;
}

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
    return ++r->bytes <= AL_MAX_LIST_BYTES || exceed(r, "bytes", AL_MAX_LIST_BYTES);
}

static bool append(name_reader *r, char byte)
{
    if (r->name_length >= AL_MAX_LISTED_PATH)
        return exceed(r, "bytes in one path", AL_MAX_LISTED_PATH);
    if (r->name_length == r->capacity) {
        const size_t capacity = r->capacity == 0 ? 256 : r->capacity * 2;
        char *name = realloc(r->name, capacity);
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
    if (!any || r->error != 0 || r->beyond != NULL)
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
    while ((name = next_name(r)) != NULL && !al_watch_stopped(list->watch)) {
        if (name[0] == '\0')
            continue;
        if (++r->names > AL_MAX_LIST_PATHS) {
            (void)exceed(r, "paths", AL_MAX_LIST_PATHS);
            break;
        }
        if (!al_input_add_path(list, name))
            return AL_NAMES_NO_MEMORY;
    }
    if (r->no_memory || al_is_out_of_memory(r->error))
        return AL_NAMES_NO_MEMORY;
    return r->error == 0 && r->beyond == NULL ? AL_NAMES_OK : AL_NAMES_UNREADABLE;
}

static void explain(const name_reader *r, int error, char reason[AL_REASON_SIZE])
{
    if (r->beyond != NULL)
        (void)snprintf(reason, AL_REASON_SIZE, "it has more than %" PRIu64 " %s, so it is no list of files",
                       r->limit, r->beyond);
    else
        (void)snprintf(reason, AL_REASON_SIZE, "%s", al_error_text(error));
}

al_names_status al_input_add_names(al_input_list *list, const char *names_file, char separator,
                                   char reason[AL_REASON_SIZE])
{
    name_reader r = {.file = al_standard_input, .separator = separator};
    const bool from_input = strcmp(names_file, "-") == 0;
    al_file_info info = {.kind = AL_KIND_UNKNOWN};
    int error = from_input ? 0 : al_stat_path(names_file, &info);
    if (!from_input && error == 0)
        error = al_file_open(names_file, &r.file);
    if (error != 0) {
        explain(&r, error, reason);
        return AL_NAMES_UNREADABLE;
    }
    const al_names_status status = add_names(list, &r);
    explain(&r, r.error, reason);
    free(r.block);
    free(r.name);
    if (!from_input)
        al_file_close(r.file);
    return status;
}
