/* text_spool.c: adds, copies and moves text. */
#include "report/text_spool.h"

#include <string.h>

enum { BLOCK = 4096 };

static report_status status_of(const al_byte_spool *spool)
{
    return spool->no_memory ? REPORT_NO_MEMORY : spool->file_failed ? REPORT_NOT_WRITTEN : REPORT_OK;
}

report_status text_spool_add(al_byte_spool *spool, const char *text)
{
    (void)al_byte_spool_add(spool, text, strlen(text));
    return status_of(spool);
}

report_status text_spool_copy(al_byte_spool *spool, FILE *out)
{
    char block[BLOCK];
    size_t length;
    (void)al_byte_spool_rewind(spool);
    while ((length = al_byte_spool_read(spool, block, sizeof block)) > 0)
        (void)fwrite(block, 1, length, out);
    return status_of(spool);
}

/* Writes lines that may begin in one block and end in another. Returns how many of `lines` are left. */
static uint64_t write_lines(const char *text, size_t length, uint64_t lines, FILE *out,
                            const char **separator)
{
    while (length > 0 && lines > 0) {
        const char *end = memchr(text, '\n', length);
        const size_t piece = end != NULL ? (size_t)(end - text) : length;
        if (piece > 0) {
            (void)fputs(*separator, out);
            (void)fwrite(text, 1, piece, out);
            *separator = "";
        }
        if (end == NULL)
            break;
        *separator = ",";
        lines--;
        text = end + 1;
        length -= piece + 1;
    }
    return lines;
}

report_status text_spool_copy_lines(al_byte_spool *spool, uint64_t lines, FILE *out, const char **separator)
{
    char block[BLOCK];
    size_t length;
    (void)al_byte_spool_rewind(spool);
    while (lines > 0 && (length = al_byte_spool_read(spool, block, sizeof block)) > 0)
        lines = write_lines(block, length, lines, out, separator);
    return status_of(spool);
}

report_status text_spool_move(al_byte_spool *from, al_byte_spool *to)
{
    char block[BLOCK];
    size_t length;
    (void)al_byte_spool_rewind(from);
    while ((length = al_byte_spool_read(from, block, sizeof block)) > 0 &&
           al_byte_spool_add(to, block, length)) {
    }
    const report_status status = al_byte_spool_failed(from) ? status_of(from) : status_of(to);
    al_byte_spool_end(from);
    return status;
}
