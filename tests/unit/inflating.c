/* inflating.c: runs al_inflate and watches it. */
#include "inflating.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/limits.h"
#include "unit.h"

typedef struct watch {
    inflating *seen;
    al_budget *budget;
    uint64_t room; /* the most bytes that may come */
    size_t held;   /* size of the block that collects them */
    uint32_t granule;
    bool part; /* the last window was cut within a granule */
} watch;

static void watch_window(void *context, al_span window)
{
    watch *w = context;
    inflating *seen = w->seen;
    assert_false(w->part);
    assert_int_equal(window.base, seen->len);
    assert_in_range(window.len, 1, AL_WINDOW_SIZE);
    assert_in_range(seen->len + window.len, 0, w->room);
    if (seen->len + window.len > w->held) {
        w->held = 2 * w->held + AL_WINDOW_SIZE;
        uint8_t *more = realloc(seen->bytes, w->held);
        assert_non_null(more);
        seen->bytes = more;
    }
    memcpy(seen->bytes + seen->len, window.ptr, window.len);
    seen->len += window.len;
    seen->windows++;
    seen->most_used = w->budget->used > seen->most_used ? w->budget->used : seen->most_used;
    w->part = window.len % w->granule != 0;
}

inflating inflate_with(al_inflater *inflater, engine with, al_span bytes, uint64_t declared, uint32_t granule)
{
    inflating seen = {.bytes = NULL};
    al_budget budget = al_budget_of(with == ENGINE_ZLIB ? 0 : UINT64_MAX, 0);
    watch w = {.seen = &seen, .budget = &budget, .room = declared, .granule = granule};
    al_inflater_start(inflater, &budget);
    seen.said = al_inflate(inflater, bytes, declared, granule, watch_window, &w);
    seen.used_at_end = budget.used;
    seen.shortage = budget.shortage;
    assert_int_equal(seen.said.produced, seen.len);
    assert_in_range(seen.said.consumed, 0, bytes.len);
    return seen;
}

void inflating_free(inflating *i)
{
    free(i->bytes);
    i->bytes = NULL;
}

bool inflating_was_in_one_go(const inflating *i, uint64_t declared)
{
    return i->most_used > 0 && i->most_used == declared;
}

void assert_same_inflating(const inflating *a, const inflating *b)
{
    assert_int_equal(a->said.verdict, b->said.verdict);
    assert_int_equal(a->said.consumed, b->said.consumed);
    assert_int_equal(a->len, b->len);
    if (a->len > 0)
        assert_memory_equal(a->bytes, b->bytes, a->len);
    assert_true((a->said.why == NULL) == (b->said.why == NULL));
    if (a->said.why != NULL)
        assert_string_equal(a->said.why, b->said.why);
}

al_inflated second_opinion(al_span stream, uint64_t declared)
{
    uint8_t *in = malloc(stream.len + 1), *out = malloc((size_t)declared + 1);
    z_stream z = {.next_in = NULL};
    assert_true(in != NULL && out != NULL);
    if (stream.len > 0)
        memcpy(in, stream.ptr, stream.len);
    z.next_in = in;
    z.avail_in = (uInt)stream.len;
    z.next_out = out;
    z.avail_out = (uInt)declared + 1;
    assert_int_equal(inflateInit(&z), Z_OK);
    const int word = inflate(&z, Z_SYNC_FLUSH);
    al_inflated r = {.verdict = AL_INFLATE_CORRUPT, .produced = z.total_out};
    if (z.total_out > declared) {
        r = (al_inflated){.verdict = AL_INFLATE_LONG, .produced = declared};
    } else if (word == Z_STREAM_END) {
        r.verdict = z.total_out < declared ? AL_INFLATE_SHORT : AL_INFLATE_WHOLE;
        r.consumed = z.total_in;
    } else if (word == Z_OK || word == Z_BUF_ERROR) {
        r.verdict = AL_INFLATE_TRUNCATED;
    }
    assert_int_equal(inflateEnd(&z), Z_OK);
    free(in);
    free(out);
    return r;
}
