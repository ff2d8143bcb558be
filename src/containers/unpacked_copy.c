/* unpacked_copy.c: each block stands behind its size. */
#include "containers/unpacked_copy.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/span.h"
#include "platform/platform.h"

struct al_copies {
    al_lock *lock; /* of the file and its position */
    FILE *file;    /* NULL before the first block */
    uint64_t end;  /* of all complete copies */
    uint64_t limit;
    bool failed;
};

al_copies *al_copies_new(uint64_t limit)
{
    al_copies *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->lock = al_lock_new();
    c->limit = limit < LONG_MAX ? limit : LONG_MAX; /* fseek takes a long */
    if (c->lock != NULL)
        return c;
    al_copies_free(c);
    return NULL;
}

void al_copies_free(al_copies *copies)
{
    if (copies == NULL)
        return;
    if (copies->file != NULL)
        (void)fclose(copies->file);
    al_lock_free(copies->lock);
    free(copies);
}

/* ---- Making a copy ------------------------------------------------------------------------------------- */

al_unpacked_copy al_copy_begin(al_copies *copies)
{
    if (copies == NULL)
        return (al_unpacked_copy){.failed = true};
    return (al_unpacked_copy){.in = copies, .start = copies->end, .failed = copies->failed};
}

/* What failed copies have left is written over. */
static bool begin_file(al_copies *c)
{
    if (c->file == NULL)
        c->file = al_temporary_file();
    return c->file != NULL && fseek(c->file, (long)c->end, SEEK_SET) == 0;
}

static bool write_block(al_copies *c, const void *block, uint32_t size)
{
    return fwrite(&size, 1, sizeof size, c->file) == sizeof size && fwrite(block, 1, size, c->file) == size;
}

void al_copy_add(al_unpacked_copy *copy, const void *block, size_t size)
{
    uint64_t total;
    if (copy->failed || size == 0)
        return;
    al_copies *c = copy->in;
    const bool fits = al_add(copy->start + copy->length + sizeof(uint32_t), size, &total) &&
                      total <= c->limit && size <= UINT32_MAX;
    const bool ready = fits && (copy->length > 0 || begin_file(c));
    copy->failed = !ready || !write_block(c, block, (uint32_t)size);
    c->failed = fits && copy->failed;
    copy->length = total - copy->start;
}

void al_copy_finish(al_unpacked_copy *copy, uint32_t sum)
{
    if (copy->failed || (copy->length > 0 && fflush(copy->in->file) != 0))
        return;
    copy->sum = sum;
    copy->complete = true;
    copy->in->end = copy->start + copy->length;
}

/* ---- Reading it ---------------------------------------------------------------------------------------- */

static bool read_block(FILE *file, long at, void *buffer, size_t room, size_t *size)
{
    uint32_t length;
    if (fseek(file, at, SEEK_SET) != 0 || fread(&length, 1, sizeof length, file) != sizeof length ||
        length > room || fread(buffer, 1, length, file) != length)
        return false;
    *size = length;
    return true;
}

bool al_copy_read(const al_unpacked_copy *copy, uint64_t *at, void *buffer, size_t room, size_t *size)
{
    *size = 0;
    if (*at >= copy->length)
        return true;
    al_lock_enter(copy->in->lock);
    const bool ok = read_block(copy->in->file, (long)(copy->start + *at), buffer, room, size);
    al_lock_leave(copy->in->lock);
    *at += sizeof(uint32_t) + *size;
    return ok;
}
