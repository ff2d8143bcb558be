/* bytes.c: looks at many bytes at once. */
#include "core/reduce/bytes.h"

#include <string.h>

#include "core/compiler.h"

/* ---- Characters ---------------------------------------------------------------------------------------- */

/* Has the top bit set in each of eight bytes that is a control character, or not ASCII. No sum carries into
 * the next byte. */
typedef struct odd_chars {
    uint64_t controls, not_ascii;
} odd_chars;

static const uint64_t top_bits = 0x8080808080808080;

static odd_chars odd_chars_of(uint64_t word)
{
    static const uint64_t ones = 0x0101010101010101, to_top_bit = 0x6060606060606060;
    const uint64_t not_ascii = word & top_bits, ascii = word & ~top_bits;
    const uint64_t controls = (~(ascii + to_top_bit) | (ascii + ones)) & ~not_ascii & top_bits;
    return (odd_chars){.controls = controls, .not_ascii = not_ascii};
}

/* In the machine's byte order, which doesn't matter here. */
static uint64_t load_word(const uint8_t *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

static void add_odd_chars(odd_chars *found, uint64_t word)
{
    const odd_chars here = odd_chars_of(word);
    found->controls |= here.controls;
    found->not_ascii |= here.not_ascii;
}

/* The last eight bytes may be tested twice. */
static odd_chars find_odd_chars(al_span s)
{
    odd_chars found = {.controls = 0};
    size_t at = 0;
    for (; s.len - at > 8; at += 8)
        add_odd_chars(&found, load_word(s.ptr + at));
    if (s.len >= 8) {
        add_odd_chars(&found, load_word(s.ptr + s.len - 8));
        return found;
    }
    for (; at < s.len; at++) {
        found.controls |= (uint64_t)(s.ptr[at] < 0x20 || s.ptr[at] == 0x7F);
        found.not_ascii |= s.ptr[at] & top_bits;
    }
    return found;
}

bool al_any_control_char(al_span s)
{
    return find_odd_chars(s).controls != 0;
}

bool al_is_plain_ascii(al_span s)
{
    const odd_chars found = find_odd_chars(s);
    return (found.controls | found.not_ascii) == 0;
}

/* True if each of eight bytes is ASCII from 0x20, but no quote and no backslash. */
static bool is_plain_json(uint64_t word)
{
    static const uint64_t to_top_bit = 0x6060606060606060, but_top_bit = 0x7F7F7F7F7F7F7F7F,
                          quotes = 0x2222222222222222, backslashes = 0x5C5C5C5C5C5C5C5C;
    const uint64_t ascii = word & but_top_bit;
    const uint64_t plain =
        (ascii + to_top_bit) & ((ascii ^ quotes) + but_top_bit) & ((ascii ^ backslashes) + but_top_bit);
    return ascii == word && (plain & top_bits) == top_bits;
}

size_t al_plain_json_length(al_span s)
{
    size_t at = 0;
    while (s.len - at >= 8 && is_plain_json(load_word(s.ptr + at)))
        at += 8;
    while (at < s.len && s.ptr[at] >= 0x20 && s.ptr[at] < 0x80 && s.ptr[at] != '"' && s.ptr[at] != '\\')
        at++;
    return at;
}

bool al_is_all_zero(al_span s)
{
    enum { BLOCK = 256 };
    size_t at = 0;
    for (; s.len - at >= BLOCK; at += BLOCK) {
        uint64_t all = 0;
        for (size_t i = 0; i < BLOCK; i += 8)
            all |= load_word(s.ptr + at + i);
        if (all != 0)
            return false;
    }
    uint8_t any = 0;
    for (; at < s.len; at++)
        any = (uint8_t)(any | s.ptr[at]);
    return any == 0;
}

/* ---- Lines and columns --------------------------------------------------------------------------------- */

enum { BLOCK = 128 }; /* a uint8_t can count the line breaks, or the line feeds, of a block */

/* Reads one byte after the block. A loop without branches, for vector units. */
static inline uint8_t count_breaks(const uint8_t *p, size_t length)
{
    uint8_t count = 0;
    for (size_t i = 0; i < length; i++) {
        const uint8_t feed = p[i] == '\n', back = p[i] == '\r', feed_next = p[i + 1] == '\n';
        count = (uint8_t)(count + (feed | (back & (feed_next ^ 1))));
    }
    return count;
}

static bool is_break(al_span s, uint64_t at)
{
    return s.ptr[at] == '\n' || (s.ptr[at] == '\r' && al_u8_at(s, at + 1) != '\n');
}

uint64_t al_count_columns(al_span s, uint64_t at, uint64_t end, bool utf8)
{
    const uint64_t most = end < s.len ? end : s.len;
    const uint8_t mask = utf8 ? 0xC0 : 0,
                  continuation = utf8 ? 0x80 : 1; /* without `utf8`, no byte matches */
    uint64_t count = 0;
    for (uint64_t i = at; i < most; i++)
        count += (s.ptr[i] & mask) != continuation && s.ptr[i] != '\r';
    return count;
}

AL_WIDE al_line_breaks al_find_line_breaks(al_span s, uint64_t at, uint64_t end)
{
    const uint64_t most = end < s.len ? end : s.len;
    al_line_breaks found = {.end = at};
    uint64_t next = at;
    while (next < most && next + 1 < s.len) {
        const uint64_t stop = most < s.len ? most : s.len - 1; /* there is a byte after each block */
        const uint64_t left = stop - next;
        const uint8_t *p = s.ptr + next;
        found.count += left >= BLOCK ? count_breaks(p, BLOCK) : count_breaks(p, (size_t)left);
        next += left < BLOCK ? left : BLOCK;
    }
    if (next < most)
        found.count += is_break(s, next);
    if (found.count == 0)
        return found;
    found.end = most;
    while (!is_break(s, found.end - 1))
        found.end--;
    return found;
}

/* ---- Line ends that were converted --------------------------------------------------------------------- */

/* In random bytes every 256th is a line feed, so that most files are decided after a few blocks. */
typedef struct block_sum {
    uint8_t feeds;
    uint8_t unpaired; /* not 0: a line feed has no carriage return before it */
} block_sum;

/* Reads one byte before `p`. A loop without branches, for vector units. */
static inline block_sum sum_block(const uint8_t *p, size_t length)
{
    block_sum sum = {.feeds = 0};
    for (size_t i = 0; i < length; i++) {
        const uint8_t feed = p[i] == '\n', paired = *(p + i - 1) == '\r';
        sum.feeds = (uint8_t)(sum.feeds + feed);
        sum.unpaired = (uint8_t)(sum.unpaired | (feed & (paired ^ 1)));
    }
    return sum;
}

AL_WIDE bool al_all_line_feeds_paired(al_span s, al_line_ends *out)
{
    size_t at = 1;
    *out = (al_line_ends){.count = 0};
    if (s.len == 0 || s.ptr[0] == '\n')
        return false;
    while (at < s.len) {
        const size_t left = s.len - at;
        const block_sum sum = left >= BLOCK ? sum_block(s.ptr + at, BLOCK) : sum_block(s.ptr + at, left);
        if (sum.unpaired != 0)
            return false;
        out->count += sum.feeds;
        at += left < BLOCK ? left : BLOCK;
    }
    if (out->count == 0)
        return false;
    const uint8_t *first = memchr(s.ptr, '\n', s.len);
    out->first = (uint64_t)(first - s.ptr) - 1;
    return true;
}
