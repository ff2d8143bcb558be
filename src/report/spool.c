/* spool.c: memory first, since most reports are small and a temporary file may not be had. */
#include "report/spool.h"

#include <stdlib.h>
#include <string.h>

static report_status move_to_file(spool *s)
{
    if (s->file == NULL)
        s->file = tmpfile();
    if (s->file == NULL || fwrite(s->bytes, 1, s->length, s->file) != s->length)
        return REPORT_NOT_WRITTEN;
    s->length = 0;
    return REPORT_OK;
}

report_status spool_add(spool *s, const char *text)
{
    const size_t length = strlen(text);
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

/* Writes what is there, as lines or as it is. */
static report_status copy(spool *s, line_writer *lines, FILE *out)
{
    char block[4096];
    size_t read;
    if (s->file != NULL) {
        if (fflush(s->file) != 0 || fseek(s->file, 0, SEEK_SET) != 0)
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

void spool_end(spool *s)
{
    if (s->file != NULL)
        (void)fclose(s->file);
    free(s->bytes);
    *s = (spool){0};
}
