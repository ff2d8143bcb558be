/* text_spool.c: adds, copies and moves text. */
#include "report/text_spool.h"

#include <stdbool.h>
#include <stdlib.h>
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

report_status text_spool_add_record(al_byte_spool *list, char *record, bool *any)
{
    if (record == NULL)
        return REPORT_NO_MEMORY;
    report_status status = text_spool_add(list, *any ? ",\n" : "\n");
    if (status == REPORT_OK)
        status = text_spool_add(list, record);
    *any = true;
    free(record);
    return status;
}

report_status text_spool_copy_with(al_byte_spool *spool, text_writer *write, FILE *out)
{
    char block[BLOCK];
    size_t length;
    (void)al_byte_spool_rewind(spool);
    while ((length = al_byte_spool_read(spool, block, sizeof block)) > 0)
        write(out, block, length);
    return status_of(spool);
}

static void write_as_it_is(FILE *out, const char *text, size_t length)
{
    (void)fwrite(text, 1, length, out);
}

report_status text_spool_copy(al_byte_spool *spool, FILE *out)
{
    return text_spool_copy_with(spool, write_as_it_is, out);
}

/* Where copying has come to: an item or its number may begin in one block and end in another. */
typedef struct position {
    uint64_t lines; /* that are left */
    uint64_t number;
    bool in_item; /* behind the number */
} position;

/* Reads what there is of a number, and writes the beginning of its item behind it. Returns how many bytes it
 * passed. */
static size_t copy_number(position *at, const char *text, size_t length, text_items *items)
{
    size_t i = 0;
    for (; i < length && text[i] != ' '; i++)
        at->number = at->number * 10 + (uint64_t)(text[i] - '0');
    if (i == length)
        return i;
    (void)fputs(items->separator, items->out);
    items->begin(items->context, at->number, items->out);
    items->separator = ",";
    at->in_item = true;
    return i + 1;
}

static size_t copy_item(position *at, const char *text, size_t length, text_items *items)
{
    const char *end = memchr(text, '\n', length);
    const size_t piece = end != NULL ? (size_t)(end - text) : length;
    (void)fwrite(text, 1, piece, items->out);
    if (end == NULL)
        return length;
    *at = (position){.lines = at->lines - 1};
    return piece + 1;
}

report_status text_spool_copy_items(al_byte_spool *spool, uint64_t lines, text_items *items)
{
    char block[BLOCK];
    size_t length;
    position at = {.lines = lines};
    (void)al_byte_spool_rewind(spool);
    while (at.lines > 0 && (length = al_byte_spool_read(spool, block, sizeof block)) > 0)
        for (size_t i = 0; i < length && at.lines > 0;)
            i += at.in_item ? copy_item(&at, block + i, length - i, items)
                            : copy_number(&at, block + i, length - i, items);
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
