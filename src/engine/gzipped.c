/* gzipped.c: takes a picture out of a gzip. Of most only the first bytes are kept, since the rest are
 * counted.
 */
#include "engine/gzipped.h"

#include <string.h>

#include "core/limits.h"
#include "core/text.h"
#include "engine/recognize.h"

static const char name[] = "x.gz"; /* as formats get it, which recognise what is inside */

bool al_is_gzip_name(const char *file_name)
{
    return al_has_extension(file_name, "gz", 2);
}

bool al_is_gzip(al_span head)
{
    static const char magic[] = "\x1F\x8B\x08";
    return al_starts_with(head, magic, sizeof magic - 1);
}

/* Keeps the first bytes and the last ones. */
static void keep_ends(void *context, al_span window)
{
    al_gzipped *g = context;
    const al_span first = al_slice_available(window, 0, sizeof g->head - g->head_size);
    if (first.len > 0)
        memcpy(g->head + g->head_size, first.ptr, first.len);
    g->head_size += first.len;
    const size_t added = window.len < sizeof g->tail ? window.len : sizeof g->tail;
    const size_t kept = g->tail_size < sizeof g->tail - added ? g->tail_size : sizeof g->tail - added;
    const al_span last = al_slice_available(window, window.len - added, added);
    memmove(g->tail, g->tail + g->tail_size - kept, kept);
    if (last.len > 0)
        memcpy(g->tail + kept, last.ptr, last.len);
    g->tail_size = kept + added;
}

const al_format *al_gzip_recognize(al_inflater *inflater, al_span head)
{
    al_gzipped g = {.head_size = 0};
    (void)al_gunzip(inflater, head, AL_HEAD_SIZE, keep_ends, &g);
    const al_format *format = al_recognize(al_span_of(g.head, g.head_size), name);
    return format != NULL && format->hooks->is_picture ? format : NULL;
}

/* The bytes of a picture that is kept as a whole. */
typedef struct copy {
    uint8_t *bytes;
    uint64_t size; /* of the room */
} copy;

static void keep_all(void *context, al_span window)
{
    copy *c = context;
    if (window.base <= c->size && window.len <= c->size - window.base && window.len > 0)
        memcpy(c->bytes + window.base, window.ptr, window.len);
}

/* The first `size` bytes that a gzip gives; none if memory is short. */
static al_span read_all(al_inflater *inflater, al_arena *arena, al_span file, uint64_t size)
{
    copy all = {.bytes = al_alloc(arena, size, 1), .size = size};
    if (all.bytes == NULL)
        return (al_span){.ptr = NULL};
    (void)al_gunzip(inflater, file, size, keep_all, &all);
    return al_span_of(all.bytes, (size_t)size);
}

al_span al_gzip_whole(al_inflater *inflater, al_arena *arena, al_span file, uint64_t most)
{
    al_gzipped ends = {.head_size = 0};
    const al_inflated stream = al_gunzip(inflater, file, most, keep_ends, &ends);
    return read_all(inflater, arena, file, stream.produced);
}

void al_gzip_read(al_gzipped *g, al_inflater *inflater, al_arena *arena, al_span file, uint64_t most,
                  bool whole)
{
    *g = (al_gzipped){.format = NULL};
    g->stream = al_gunzip(inflater, file, most, keep_ends, g);
    const al_span head = al_span_of(g->head, g->head_size), tail = al_span_of(g->tail, g->tail_size);
    const al_format *format = al_recognize(al_slice_available(head, 0, AL_HEAD_SIZE), name);
    g->bytes = (al_span){.ptr = NULL};
    if (format != NULL && format->hooks->is_picture &&
        (format->hooks->footer == NULL || al_has_footer(tail, format)))
        g->format = format;
    const bool counted = g->format != NULL && g->format->hooks->bytes_needed != NULL && !whole &&
                         g->format->hooks->bytes_needed(head) <= sizeof g->head;
    if (counted || g->format == NULL || g->stream.produced <= g->head_size)
        g->bytes = head;
    else
        g->bytes = read_all(inflater, arena, file, g->stream.produced);
    g->unread = g->stream.produced - g->bytes.len;
}
