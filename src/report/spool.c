/* spool.c: a temporary file that is written, then read. */
#include "report/spool.h"

#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"

void spool_end(spool *s)
{
    if (s->file != NULL)
        (void)fclose(s->file);
    *s = (spool){.file = NULL};
}

report_status spool_add(spool *s, const char *text)
{
    const size_t length = strlen(text);
    if (s->file == NULL)
        s->file = al_temporary_file();
    if (s->file == NULL || fwrite(text, 1, length, s->file) != length)
        return REPORT_NOT_WRITTEN;
    s->length += length;
    return REPORT_OK;
}

report_status spool_add_record(spool *list, char *record)
{
    report_status status =
        record != NULL ? spool_add(list, list->length > 0 ? ",\n" : "\n") : REPORT_NO_MEMORY;
    if (status == REPORT_OK)
        status = spool_add(list, record);
    free(record);
    return status;
}

report_status spool_rewind(spool *s)
{
    return s->file == NULL || fseek(s->file, 0, SEEK_SET) == 0 ? REPORT_OK : REPORT_NOT_WRITTEN;
}

void write_as_it_is(FILE *out, const char *text, size_t length)
{
    (void)fwrite(text, 1, length, out);
}

report_status spool_copy(spool *s, text_writer *write, FILE *out)
{
    char block[4096];
    size_t got = 1;
    uint64_t left = s->length;
    if (spool_rewind(s) != REPORT_OK)
        return REPORT_NOT_WRITTEN;
    for (; left > 0 && got > 0; left -= got) {
        got = fread(block, 1, left < sizeof block ? (size_t)left : sizeof block, s->file);
        write(out, block, got);
    }
    return left == 0 ? REPORT_OK : REPORT_NOT_WRITTEN;
}

report_status spool_move(spool *from, spool *to)
{
    report_status status = spool_copy(from, write_as_it_is, to->file);
    to->length += from->length;
    from->length = 0;
    if (status == REPORT_OK)
        status = ferror(to->file) ? REPORT_NOT_WRITTEN : spool_rewind(from);
    return status;
}
