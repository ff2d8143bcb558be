/* byte_spool.c: memory first, since most reports are small and a temporary file may not be possible. */
#include "core/byte_spool.h"

#include <string.h>

#include "platform/platform.h"

enum { IN_MEMORY = 1 << 20 };

bool al_byte_spool_failed(const al_byte_spool *s)
{
    return s->no_memory || s->file_failed;
}

static bool fail_file(al_byte_spool *s)
{
    s->error = al_last_error();
    s->file_failed = true;
    return false;
}

static bool reserve_memory(al_byte_spool *s)
{
    if (s->buffer.bytes != NULL)
        return true;
    s->budget = al_budget_of(UINT64_MAX, 0);
    s->no_memory = !al_buffer_reserve(&s->buffer, &s->budget, IN_MEMORY);
    return !s->no_memory;
}

static bool write_file(al_byte_spool *s, const void *bytes, size_t size)
{
    if (fwrite(bytes, 1, size, s->file) != size)
        return fail_file(s);
    return true;
}

static bool move_to_file(al_byte_spool *s)
{
    if (s->file == NULL)
        s->file = al_temporary_file();
    if (s->file == NULL)
        return fail_file(s);
    const bool ok = write_file(s, s->buffer.bytes, s->length);
    s->length = 0;
    return ok;
}

bool al_byte_spool_add(al_byte_spool *s, const void *bytes, size_t size)
{
    if (al_byte_spool_failed(s) || !reserve_memory(s))
        return false;
    if (size > IN_MEMORY - s->length && !move_to_file(s))
        return false;
    if (size > IN_MEMORY)
        return write_file(s, bytes, size);
    if (size > 0)
        memcpy(s->buffer.bytes + s->length, bytes, size);
    s->length += size;
    return true;
}

bool al_byte_spool_rewind(al_byte_spool *s)
{
    s->at = 0;
    if (!al_byte_spool_failed(s) && s->file != NULL &&
        (fflush(s->file) != 0 || fseek(s->file, 0, SEEK_SET) != 0))
        return fail_file(s);
    return !al_byte_spool_failed(s);
}

size_t al_byte_spool_read(al_byte_spool *s, void *bytes, size_t size)
{
    size_t read = 0;
    if (al_byte_spool_failed(s))
        return 0;
    if (s->file != NULL && s->at == 0)
        read = fread(bytes, 1, size, s->file);
    if (read < size && s->file != NULL && ferror(s->file)) {
        (void)fail_file(s);
        return 0;
    }
    const size_t left = s->length - s->at, more = size - read < left ? size - read : left;
    if (more > 0)
        memcpy((char *)bytes + read, s->buffer.bytes + s->at, more);
    s->at += more;
    return read + more;
}

void al_byte_spool_end(al_byte_spool *s)
{
    if (s->file != NULL)
        (void)fclose(s->file);
    al_buffer_free(&s->buffer);
    *s = (al_byte_spool){.file = NULL};
}
