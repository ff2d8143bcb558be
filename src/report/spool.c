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

report_status spool_copy(spool *s, FILE *out)
{
    char block[4096];
    size_t read;
    if (s->file != NULL) {
        if (fflush(s->file) != 0 || fseek(s->file, 0, SEEK_SET) != 0)
            return REPORT_NOT_WRITTEN;
        while ((read = fread(block, 1, sizeof block, s->file)) > 0)
            (void)fwrite(block, 1, read, out);
        if (ferror(s->file))
            return REPORT_NOT_WRITTEN;
    }
    if (s->length > 0)
        (void)fwrite(s->bytes, 1, s->length, out);
    return REPORT_OK;
}

void spool_end(spool *s)
{
    if (s->file != NULL)
        (void)fclose(s->file);
    free(s->bytes);
    *s = (spool){0};
}
