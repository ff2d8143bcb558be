/* spool.c: memory first, since most reports are small and a temporary file may not be had. */
#include "report/spool.h"

#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"

enum { BLOCK = 4096 };

static report_status move_to_file(spool *s)
{
    if (s->file == NULL)
        s->file = al_temporary_file();
    if (s->file == NULL || fwrite(s->bytes, 1, s->length, s->file) != s->length)
        return REPORT_NOT_WRITTEN;
    s->length = 0;
    return REPORT_OK;
}

static report_status add_bytes(spool *s, const char *text, size_t length)
{
    if (s->bytes == NULL)
        s->bytes = malloc(SPOOL_IN_MEMORY);
    if (s->bytes == NULL)
        return REPORT_NO_MEMORY;
    if (length > SPOOL_IN_MEMORY - s->length) {
        const report_status status = move_to_file(s);
        if (status != REPORT_OK)
            return status;
    }
    if (length > SPOOL_IN_MEMORY)
        return fwrite(text, 1, length, s->file) == length ? REPORT_OK : REPORT_NOT_WRITTEN;
    memcpy(s->bytes + s->length, text, length);
    s->length += length;
    return REPORT_OK;
}

report_status spool_add(spool *s, const char *text)
{
    return add_bytes(s, text, strlen(text));
}

/* Where lines go that are to be no lines any more. */
typedef struct line_writer {
    FILE *out;
    uint64_t left;
    const char **separator;
} line_writer;

static void write_lines(line_writer *w, const char *text, size_t length)
{
    while (length > 0 && w->left > 0) {
        const char *end = memchr(text, '\n', length);
        const size_t piece = end != NULL ? (size_t)(end - text) : length;
        if (piece > 0) {
            (void)fputs(*w->separator, w->out);
            (void)fwrite(text, 1, piece, w->out);
            *w->separator = "";
        }
        if (end == NULL)
            return;
        *w->separator = ",";
        w->left--;
        text = end + 1;
        length -= piece + 1;
    }
}

static bool rewind_file(spool *s)
{
    return fflush(s->file) == 0 && fseek(s->file, 0, SEEK_SET) == 0;
}

/* Writes what is there, as lines or as it is. */
static report_status copy(spool *s, line_writer *lines, FILE *out)
{
    char block[BLOCK];
    size_t read;
    if (s->file != NULL) {
        if (!rewind_file(s))
            return REPORT_NOT_WRITTEN;
        while ((read = fread(block, 1, sizeof block, s->file)) > 0)
            if (lines != NULL)
                write_lines(lines, block, read);
            else
                (void)fwrite(block, 1, read, out);
        if (ferror(s->file))
            return REPORT_NOT_WRITTEN;
    }
    if (s->length > 0 && lines != NULL)
        write_lines(lines, s->bytes, s->length);
    else if (s->length > 0)
        (void)fwrite(s->bytes, 1, s->length, out);
    return REPORT_OK;
}

report_status spool_copy_lines(spool *s, uint64_t lines, FILE *out, const char **separator)
{
    line_writer writer = {.out = out, .left = lines, .separator = separator};
    return copy(s, &writer, out);
}

report_status spool_copy(spool *s, FILE *out)
{
    return copy(s, NULL, out);
}

report_status spool_move(spool *from, spool *to)
{
    report_status status = from->file != NULL && !rewind_file(from) ? REPORT_NOT_WRITTEN : REPORT_OK;
    char block[BLOCK];
    size_t read = 0;
    while (status == REPORT_OK && from->file != NULL &&
           (read = fread(block, 1, sizeof block, from->file)) > 0)
        status = add_bytes(to, block, read);
    if (status == REPORT_OK && from->file != NULL && ferror(from->file))
        status = REPORT_NOT_WRITTEN;
    if (status == REPORT_OK && from->length > 0)
        status = add_bytes(to, from->bytes, from->length);
    if (from->file != NULL)
        (void)fclose(from->file);
    from->file = NULL;
    from->length = 0;
    return status;
}

void spool_end(spool *s)
{
    if (s->file != NULL)
        (void)fclose(s->file);
    free(s->bytes);
    *s = (spool){0};
}
