/* stream_returns.h: finds the carriage returns that a zlib stream has lost. */
#ifndef AL_FIX_STREAM_RETURNS_H
#define AL_FIX_STREAM_RETURNS_H

#include "core/arena.h"
#include "core/span.h"
#include "core/work.h"

/* A stream that had `size` bytes and inflates to `inflated` bytes. */
typedef struct al_lost_stream {
    uint64_t size, inflated;
    al_span bytes;    /* they begin with what is left of the stream, and may go on behind its end */
    uint64_t used;    /* of them; found */
    uint8_t *returns; /* for each byte: 1 if it is a line feed with a carriage return before it; found; must
                         be all 0 */
} al_lost_stream;

/* How much the searches of one file, of `size` bytes, may do, in tokens, for each way to search. */
typedef struct al_returns_work {
    al_work left[3];
} al_returns_work;

al_returns_work al_returns_work_of(uint64_t size);

/* Whether the stream could be restored: both sizes and the checksum are right. A carriage return may have
 * been before any line feed. False also if the work or the memory doesn't suffice. */
bool al_find_returns(al_budget *budget, al_returns_work *work, al_lost_stream *stream) AL_MUST_USE;

#endif
