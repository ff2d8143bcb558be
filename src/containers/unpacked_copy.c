/* unpacked_copy.c: each block stands behind its size. A place is a number of bytes from the first copy on:
 * the places of the pieces of memory come first, then those of the file.
 */
#include "containers/unpacked_copy.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"

enum {
    PIECE = AL_LARGE_BLOCK,
    MOST_PIECES = AL_MAX_COPIES / AL_PART_IN_MEMORY / PIECE,
    HEAD = sizeof(uint32_t) /* the size of a block; 0: the next block is in the next piece */
};

struct al_copies {
    al_budget *budget;
    uint8_t *pieces[MOST_PIECES];
    uint64_t count;
    uint64_t most;  /* no more pieces; `count` once there is a file */
    al_lock *lock;  /* of the file and its position */
    FILE *file;     /* NULL before its first block */
    uint64_t after; /* the place behind the block that was written last */
    uint64_t end;   /* the place behind all complete copies */
    uint64_t limit;
    bool failed; /* the file can't be written */
};

al_copies *al_copies_new(uint64_t limit, al_budget *budget)
{
    al_copies *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    const uint64_t pieces = budget != NULL ? limit / AL_PART_IN_MEMORY / PIECE : 0;
    c->budget = budget;
    c->most = pieces < MOST_PIECES ? pieces : MOST_PIECES;
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
    for (uint64_t i = 0; i < copies->count; i++)
        free(copies->pieces[i]);
    if (copies->count > 0)
        al_budget_release(copies->budget, copies->count * PIECE);
    al_lock_free(copies->lock);
    free(copies);
}

static bool is_in_memory(const al_copies *c, uint64_t place)
{
    return place < c->count * PIECE;
}

static uint8_t *memory_at(const al_copies *c, uint64_t place)
{
    return &c->pieces[place / PIECE][place % PIECE];
}

static bool seek(const al_copies *c, uint64_t place)
{
    return fseek(c->file, (long)(place - c->count * PIECE), SEEK_SET) == 0;
}

/* ---- Making a copy ------------------------------------------------------------------------------------- */

al_unpacked_copy al_copy_begin(al_copies *copies)
{
    if (copies == NULL)
        return (al_unpacked_copy){.failed = true};
    return (al_unpacked_copy){.in = copies, .start = copies->end, .failed = copies->failed};
}

/* A small copy shall not take a large page. */
static uint8_t *new_piece(const al_copies *c)
{
    const bool has_room = c->count < c->most && c->budget->limit - c->budget->used >= PIECE;
    if (!has_room || !al_budget_reserve(c->budget, PIECE))
        return NULL;
    uint8_t *piece = c->count == 0 ? malloc(PIECE) : al_large_block();
    if (piece == NULL)
        al_budget_release(c->budget, PIECE);
    return piece;
}

/* If that fails, all further blocks go to the file. */
static void add_piece(al_copies *c)
{
    uint8_t *piece = new_piece(c);
    if (piece == NULL)
        c->most = c->count;
    else
        c->pieces[c->count++] = piece;
}

/* The place of a block, which is `place` or, if it doesn't fit into that piece, behind it. */
static uint64_t make_room(al_copies *c, uint64_t place, uint64_t size)
{
    const uint64_t left = PIECE - place % PIECE;
    if (is_in_memory(c, place) && left < HEAD + size) {
        if (left >= HEAD)
            memset(memory_at(c, place), 0, HEAD);
        place += left;
    }
    if (place == c->count * PIECE)
        add_piece(c);
    return place;
}

static void keep(const al_copies *c, uint64_t place, const void *block, uint32_t size)
{
    memcpy(memory_at(c, place), &size, HEAD);
    memcpy(memory_at(c, place + HEAD), block, size);
}

/* What failed copies have left is written over. */
static bool write_to_file(al_copies *c, uint64_t place, const void *block, uint32_t size)
{
    if (c->file == NULL)
        c->file = al_temporary_file();
    if (c->file == NULL || (c->after != place && !seek(c, place)))
        return false;
    c->after = place + HEAD + size;
    return fwrite(&size, 1, HEAD, c->file) == HEAD && fwrite(block, 1, size, c->file) == size;
}

void al_copy_add(al_unpacked_copy *copy, const void *block, size_t size)
{
    if (copy->failed || size == 0)
        return;
    al_copies *c = copy->in;
    copy->failed = size > PIECE - HEAD;
    const uint64_t place = copy->failed ? 0 : make_room(c, copy->start + copy->length, size);
    const uint64_t end = al_sum(place, al_sum(HEAD, size));
    copy->failed = copy->failed || end > c->limit;
    if (copy->failed)
        return;
    if (is_in_memory(c, place))
        keep(c, place, block, (uint32_t)size);
    else
        copy->failed = c->failed = !write_to_file(c, place, block, (uint32_t)size);
    copy->length = end - copy->start;
}

void al_copy_finish(al_unpacked_copy *copy, uint32_t sum)
{
    if (copy->failed || (copy->in->file != NULL && fflush(copy->in->file) != 0))
        return;
    copy->sum = sum;
    copy->complete = true;
    copy->in->end = copy->start + copy->length;
}

/* ---- Reading it ---------------------------------------------------------------------------------------- */

static bool read_from_file(const al_copies *c, uint64_t place, uint8_t *buffer, size_t room, uint32_t *size)
{
    return seek(c, place) && fread(size, 1, HEAD, c->file) == HEAD && *size <= room &&
           fread(buffer, 1, *size, c->file) == *size;
}

/* The block at a place in memory; empty: it is in the next piece. False if it is none. */
static bool read_from_memory(const al_copies *c, uint64_t place, al_span *block)
{
    const uint64_t left = PIECE - place % PIECE;
    uint32_t size = 0;
    if (left < HEAD)
        return true;
    memcpy(&size, memory_at(c, place), HEAD);
    if (size > left - HEAD)
        return false;
    if (size > 0)
        *block = al_span_of(memory_at(c, place + HEAD), size);
    return true;
}

bool al_copy_read(const al_unpacked_copy *copy, uint64_t *at, uint8_t *buffer, size_t room, al_span *block)
{
    const al_copies *c = copy->in;
    bool ok = true;
    *block = al_span_of(NULL, 0);
    while (ok && block->len == 0 && *at < copy->length) {
        const uint64_t place = copy->start + *at;
        if (is_in_memory(c, place)) {
            ok = read_from_memory(c, place, block) && block->len <= room;
            *at += block->len > 0 ? HEAD + block->len : PIECE - place % PIECE;
            continue;
        }
        uint32_t size = 0;
        al_lock_enter(c->lock);
        ok = read_from_file(c, place, buffer, room, &size);
        al_lock_leave(c->lock);
        *block = al_span_of(buffer, ok ? size : 0);
        *at += HEAD + size;
    }
    return ok;
}
