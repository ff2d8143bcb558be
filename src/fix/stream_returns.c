/* stream_returns.c: finds the carriage returns that a zlib stream has lost, each before a line feed.
 *
 * A stream of a megabyte has some 4,000 line feeds, and 16 of them had a carriage return by chance: far too
 * many ways to try them all. So the search inflates by itself, and looks for the first sign of a wrong place:
 * a code or a size that can't be, or what zlib doesn't write. That is some hundred bytes behind the wrong
 * place, so that few line feeds come into question. Of all attempts it continues the one that came furthest
 * with the fewest carriage returns. It restores all 511 streams of 226 published meshes, each in less than a
 * second.
 */
#include "fix/stream_returns.h"

#include <string.h>

#include "core/inflate.h"
#include "core/limits.h"

enum { LITERALS = 288, DISTANCES = 32, LONGEST_CODE = 15, LONGEST_MATCH = 258, END_OF_BLOCK = 256 };

/* What is a sign of a wrong place, beside what can't be inflated. */
typedef enum signs {
    NO_SIGNS,
    SIGNS_OF_ZLIB, /* a match could have been longer; a block has another number of tokens than zlib writes */
    ALL_SIGNS      /* a match was possible: zlib doesn't look for all of them */
} signs;

/* zlib ends a block with the 16,384th token, if it has the usual memLevel of 8. */
enum { TOKENS_OF_BLOCK = 16384 };

/* A canonical code: how many symbols have each length, and the symbols in the order of their codes. */
typedef struct code {
    uint16_t counts[LONGEST_CODE + 1], symbols[LITERALS];
} code;

typedef struct input {
    uint64_t at, taken; /* bytes of what is left, and of the stream as it was */
    uint32_t bits;      /* the next ones, */
    unsigned bit_count; /* so many */
    uint32_t feeds;     /* line feeds so far */
    bool returned;      /* the carriage return before the next byte was taken */
} input;

typedef enum part { AT_HEAD, AT_BLOCK, IN_STORED, IN_CODES, AT_CHECKSUM, AT_END } part;

/* Between two tokens. */
typedef struct state {
    input in, block; /* `block`: at the head of the block */
    part part;
    bool last;         /* block */
    uint32_t left;     /* of a stored block */
    uint64_t produced; /* bytes */
    uint32_t tokens;   /* of the block */
    uint32_t distance; /* of the match that ended here, if it could have been longer; or 0 */
} state;

/* An attempt: carriage returns before some line feeds, sorted, and how far it came. */
typedef struct attempt {
    uint32_t *feeds;
    uint32_t count;
    uint32_t next; /* the line feeds before this one are still to be tried */
    int64_t merit; /* SPENT: all were */
    bool whole;    /* it gave as many bytes as it should, or more */
} attempt;

/* How many line feeds are tried before another attempt may be better, and how far a carriage return moves. */
enum { AT_ONCE = 16, NEAR = 64 };
static const uint32_t NONE = UINT32_MAX;

/* Merit is in bytes that were read. By chance one of 256 line feeds has a carriage return, that is one of
 * 65,536 bytes. */
enum { PRICE_OF_RETURN = 8192, PRICE_OF_TURN = 2048 };
static const int64_t SPENT = INT64_MIN;

/* In tokens: to read the codes of a block again. */
enum { WORK_OF_CODES = 300 };

typedef struct search {
    al_lost_stream *stream;
    al_arena *arena;
    al_work work;
    signs signs;
    state now, token; /* `token`: before the token that is read */
    bool broken;      /* the stream, at the token */
    code literals, distances;
    uint8_t *out, *plain;       /* the inflated bytes; `plain`: 1 for those that are literals */
    uint32_t *heads, *earlier;  /* as zlib's: by the hash of three bytes, where they are; and before each */
    uint32_t *feeds;            /* the line feeds, */
    state *before;              /* and how things were before the token that has them, */
    uint32_t feed_count, known; /* for so many of them */
    attempt *items;
    uint64_t count, capacity;
    uint32_t path; /* the attempt whose carriage returns are in place */
} search;

/* ---- Bits ---------------------------------------------------------------------------------------------- */

static uint32_t take_byte(search *s)
{
    input *in = &s->now.in;
    if (in->at >= s->stream->bytes.len || in->taken >= s->stream->size) {
        s->broken = true;
        return 0;
    }
    const uint8_t byte = al_u8_at(s->stream->bytes, in->at);
    in->taken++;
    if (byte == '\n' && !in->returned) {
        if (in->feeds >= s->known)
            s->before[in->feeds] = s->token;
        s->known = in->feeds >= s->known ? in->feeds + 1 : s->known;
        if (s->stream->returns[in->at] != 0) {
            in->returned = true;
            return '\r';
        }
    }
    in->feeds += byte == '\n';
    in->returned = false;
    in->at++;
    return byte;
}

static uint32_t take_bits(search *s, unsigned count)
{
    input *in = &s->now.in;
    for (; in->bit_count < count; in->bit_count += 8)
        in->bits |= take_byte(s) << in->bit_count;
    const uint32_t value = in->bits & ((UINT32_C(1) << count) - 1);
    in->bits >>= count;
    in->bit_count -= count;
    return value;
}

static void end_byte(search *s)
{
    s->now.in.bits = 0;
    s->now.in.bit_count = 0;
}

/* ---- Codes: RFC 1951, 3.2.2 ---------------------------------------------------------------------------- */

/* Makes a code of the lengths of its symbols. False if the code isn't complete; one with a single symbol may
 * have a free place. */
static bool make_code(code *c, const uint8_t *lengths, unsigned count)
{
    uint16_t places[LONGEST_CODE + 1] = {0};
    int room = 1;
    memset(c->counts, 0, sizeof c->counts);
    for (unsigned i = 0; i < count; i++)
        c->counts[lengths[i]]++;
    const unsigned used = count - c->counts[0];
    c->counts[0] = 0;
    for (unsigned i = 1; i <= LONGEST_CODE; i++) {
        room = room * 2 - c->counts[i];
        if (room < 0)
            return false;
        if (i < LONGEST_CODE)
            places[i + 1] = (uint16_t)(places[i] + c->counts[i]);
    }
    for (unsigned i = 0; i < count; i++)
        if (lengths[i] != 0)
            c->symbols[places[lengths[i]]++] = (uint16_t)i;
    return room == 0 || (used <= 1 && c->counts[1] == used);
}

static unsigned take_symbol(search *s, const code *c)
{
    int number = 0, first = 0, index = 0;
    for (unsigned i = 1; i <= LONGEST_CODE && !s->broken; i++) {
        number |= (int)take_bits(s, 1);
        if (number - first < c->counts[i])
            return c->symbols[index + number - first];
        index += c->counts[i];
        first = (first + c->counts[i]) * 2;
        number *= 2;
    }
    s->broken = true;
    return 0;
}

static void make_fixed_codes(search *s)
{
    uint8_t lengths[LITERALS];
    memset(lengths, 8, 144);
    memset(lengths + 144, 9, 112);
    memset(lengths + 256, 7, 24);
    memset(lengths + 280, 8, 8);
    (void)make_code(&s->literals, lengths, LITERALS);
    memset(lengths, 5, DISTANCES);
    (void)make_code(&s->distances, lengths, DISTANCES);
}

/* 3.2.7 */
static bool read_codes(search *s)
{
    enum { LENGTHS = 19, REPEAT = 16, ZEROS = 17 };
    static const uint8_t order[LENGTHS] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    static const uint8_t least[] = {3, 3, 11}, bits[] = {2, 3, 7};
    uint8_t lengths[LITERALS + DISTANCES] = {0};
    const unsigned literals = take_bits(s, 5) + 257, distances = take_bits(s, 5) + 1,
                   count = take_bits(s, 4) + 4;
    for (unsigned i = 0; i < count; i++)
        lengths[order[i]] = (uint8_t)take_bits(s, 3);
    if (s->broken || literals > 286 || distances > 30 || !make_code(&s->literals, lengths, LENGTHS))
        return false;
    memset(lengths, 0, sizeof lengths);
    for (unsigned i = 0; i < literals + distances && !s->broken;) {
        const unsigned symbol = take_symbol(s, &s->literals);
        unsigned times = 1;
        uint8_t length = (uint8_t)symbol;
        if (symbol >= REPEAT) {
            times = least[symbol - REPEAT] + take_bits(s, bits[symbol - REPEAT]);
            length = symbol >= ZEROS ? 0 : i > 0 ? lengths[i - 1] : UINT8_MAX;
        }
        if (length == UINT8_MAX || times > literals + distances - i)
            return false;
        memset(lengths + i, length, times);
        i += times;
    }
    return !s->broken && lengths[END_OF_BLOCK] != 0 && make_code(&s->literals, lengths, literals) &&
           make_code(&s->distances, lengths + literals, distances);
}

/* ---- Matches that zlib would have found ---------------------------------------------------------------- */

/* zlib takes no match of three bytes that is further away than CLOSE, none beyond WINDOW, and none at a
 * multiple of it. */
enum { GRAM = 3, HEADS = 1 << 16, CLOSE = 4096, WINDOW = 32768 };

static uint32_t *head_of(search *s, uint64_t at)
{
    const uint32_t gram = s->out[at] | (uint32_t)s->out[at + 1] << 8 | (uint32_t)s->out[at + 2] << 16;
    return &s->heads[(gram * UINT64_C(2654435761) & UINT32_MAX) >> 16];
}

/* Notes where three bytes are. */
static void enter_gram(search *s, uint64_t at)
{
    uint32_t *head = head_of(s, at);
    s->earlier[at] = *head;
    *head = (uint32_t)at + 1;
}

/* Forgets them, so that `produced` bytes are left. */
static void leave_grams(search *s, uint64_t produced)
{
    for (uint64_t end = s->now.produced; end > GRAM && end > produced; end--)
        *head_of(s, end - GRAM - 1) = s->earlier[end - GRAM - 1];
}

/* Whether there is a literal though there is a match, and none at the next byte that could be better. */
static bool is_missed_match(search *s, uint64_t at)
{
    const uint32_t here = *head_of(s, at), next = *head_of(s, at + 1);
    return s->plain[at] != 0 && s->plain[at + 1] != 0 && here > 0 && (here - 1) % WINDOW != 0 &&
           at + 1 - here <= CLOSE && (next == 0 || at + 2 - next > WINDOW) &&
           memcmp(s->out + here - 1, s->out + at, GRAM) == 0 &&
           memcmp(s->out + at, s->out + at + 1, GRAM) != 0;
}

/* ---- Tokens -------------------------------------------------------------------------------------------- */

static void put(search *s, uint8_t byte, bool plain)
{
    state *n = &s->now;
    if (n->produced >= s->stream->inflated ||
        (s->signs != NO_SIGNS && n->distance > 0 && s->out[n->produced - n->distance] == byte)) {
        s->broken = true;
        return;
    }
    n->distance = 0;
    s->plain[n->produced] = plain;
    s->out[n->produced++] = byte;
    if (n->produced <= GRAM)
        return;
    s->broken = s->signs == ALL_SIGNS && is_missed_match(s, n->produced - GRAM - 1);
    enter_gram(s, n->produced - GRAM - 1);
}

static void read_head(search *s)
{
    const uint32_t method = take_bits(s, 8), flags = take_bits(s, 8);
    s->broken = s->broken || (method & 0xF) != 8 || (flags & 0x20) != 0 || (method << 8 | flags) % 31 != 0;
    s->now.part = AT_BLOCK;
}

static void read_block(search *s)
{
    s->now.block = s->now.in;
    s->now.last = take_bits(s, 1) != 0;
    s->now.part = IN_CODES;
    s->now.tokens = 0;
    switch (take_bits(s, 2)) {
    case 0:
        end_byte(s);
        s->now.part = IN_STORED;
        s->now.left = take_bits(s, 16);
        s->broken = s->broken || (take_bits(s, 16) ^ s->now.left) != UINT16_MAX;
        break;
    case 1: make_fixed_codes(s); break;
    case 2: s->broken = !read_codes(s); break;
    default: s->broken = true;
    }
}

static void end_block(search *s)
{
    s->now.part = s->now.last ? AT_CHECKSUM : AT_BLOCK;
}

static void read_stored(search *s)
{
    if (s->now.left == 0) {
        end_block(s);
        return;
    }
    s->now.left--;
    put(s, (uint8_t)take_bits(s, 8), false);
}

static void read_match(search *s, unsigned symbol)
{
    static const uint16_t lengths[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                       31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    const unsigned extra = symbol < 8 || symbol == 28 ? 0 : symbol / 4 - 1;
    if (symbol > 28) {
        s->broken = true;
        return;
    }
    const uint32_t length = lengths[symbol] + take_bits(s, extra);
    const unsigned far = take_symbol(s, &s->distances);
    const unsigned bits = far < 4 ? 0 : far / 2 - 1;
    const uint32_t distance = far < 4 ? far + 1 : ((2 + far % 2) << bits) + take_bits(s, bits) + 1;
    s->broken = s->broken || far > 29 || distance > s->now.produced;
    for (uint32_t i = 0; i < length && !s->broken; i++)
        put(s, s->out[s->now.produced - distance], false);
    s->now.distance = length < LONGEST_MATCH ? distance : 0;
}

static void read_token(search *s)
{
    const unsigned symbol = take_symbol(s, &s->literals);
    if (s->broken)
        return;
    s->now.tokens++;
    s->broken =
        s->signs != NO_SIGNS && (symbol == END_OF_BLOCK ? s->now.tokens != TOKENS_OF_BLOCK && !s->now.last
                                                        : s->now.tokens >= TOKENS_OF_BLOCK);
    if (s->broken)
        return;
    if (symbol < END_OF_BLOCK)
        put(s, (uint8_t)symbol, true);
    else if (symbol == END_OF_BLOCK)
        end_block(s);
    else
        read_match(s, symbol - END_OF_BLOCK - 1);
}

static void read_checksum(search *s)
{
    uint32_t sum = 0;
    end_byte(s);
    for (unsigned i = 0; i < 4; i++)
        sum = sum << 8 | take_bits(s, 8);
    s->broken = s->broken || s->now.produced != s->stream->inflated || s->now.in.taken != s->stream->size ||
                sum != al_adler32(s->out, (size_t)s->now.produced);
    s->now.part = AT_END;
}

/* Reads on, to the end or to the first token that can't be. */
static void run(search *s)
{
    for (s->broken = false; !s->broken && s->now.part != AT_END;) {
        s->token = s->now;
        switch (s->now.part) {
        case AT_HEAD: read_head(s); break;
        case AT_BLOCK: read_block(s); break;
        case IN_STORED: read_stored(s); break;
        case IN_CODES: read_token(s); break;
        case AT_CHECKSUM: read_checksum(s); break;
        case AT_END: break;
        }
        s->broken = s->broken || !al_work_pay(&s->work, 1);
    }
}

/* ---- The search ---------------------------------------------------------------------------------------- */

/* Goes back to before a line feed. */
static void go_back(search *s, uint32_t feed)
{
    const state to = s->before[feed];
    leave_grams(s, to.produced);
    s->known = feed + 1;
    s->broken = !al_work_pay(&s->work, WORK_OF_CODES);
    if (to.part == IN_CODES) {
        s->now.in = to.block;
        read_block(s);
    }
    s->now = to;
}

static void mark(search *s, uint32_t feed, uint8_t returned)
{
    if (feed != NONE)
        s->stream->returns[s->feeds[feed]] = returned;
}

static bool is_marked(const search *s, uint32_t feed)
{
    return s->stream->returns[s->feeds[feed]] != 0;
}

static void mark_all(search *s, const attempt *a, uint8_t returned)
{
    for (uint32_t i = 0; i < a->count; i++)
        mark(s, a->feeds[i], returned);
}

/* The first line feed before which one attempt has a carriage return and the other one doesn't. */
static uint32_t first_difference(const attempt *a, const attempt *b)
{
    uint32_t i = 0;
    while (i < a->count && i < b->count && a->feeds[i] == b->feeds[i])
        i++;
    const uint32_t of_a = i < a->count ? a->feeds[i] : NONE, of_b = i < b->count ? b->feeds[i] : NONE;
    return of_a < of_b ? of_a : of_b;
}

/* Puts the carriage returns of an attempt in place, and learns again what is before each line feed. */
static void change_path(search *s, uint32_t number)
{
    const uint32_t difference = first_difference(&s->items[s->path], &s->items[number]);
    mark_all(s, &s->items[s->path], 0);
    mark_all(s, &s->items[number], 1);
    s->path = number;
    s->known = difference < s->known ? difference + 1 : s->known;
    if (s->known >= s->items[number].next)
        return;
    go_back(s, s->known - 1);
    run(s);
}

static bool is_whole(const search *s)
{
    return s->token.part == AT_CHECKSUM || s->now.produced >= s->stream->inflated;
}

static bool is_noted(const search *s, const attempt *a)
{
    for (uint64_t i = 0; i < s->count; i++)
        if (s->items[i].count == a->count && first_difference(&s->items[i], a) == NONE)
            return true;
    return false;
}

/* Notes an attempt that came to a sign. Without memory the search ends. */
static void note(search *s)
{
    attempt a = {.next = s->now.in.feeds, .merit = (int64_t)s->now.in.at, .whole = is_whole(s)};
    const uint64_t most = s->count > 0 ? s->items[s->path].count + UINT64_C(1) : 0;
    a.feeds = al_alloc(s->arena, most, sizeof *a.feeds);
    for (uint32_t i = 0; a.feeds != NULL && i < s->feed_count && a.count < most; i++)
        if (is_marked(s, i))
            a.feeds[a.count++] = i;
    a.merit -= (int64_t)a.count * PRICE_OF_RETURN;
    if (a.feeds == NULL || !al_work_pay(&s->work, s->feed_count / 8) ||
        (!(a.whole && is_noted(s, &a)) && !AL_ADD(s->arena, *s, a)))
        s->work.left = 0;
}

/* Tries a carriage return before `added`, and none before `removed`. True if that restores the stream. */
static bool try_change(search *s, uint32_t added, uint32_t removed)
{
    const uint32_t first = added < removed ? added : removed;
    mark(s, added, 1);
    mark(s, removed, 0);
    go_back(s, first);
    run(s);
    if (!s->broken)
        return true;
    if (removed == NONE || is_whole(s))
        note(s);
    mark(s, added, 0);
    mark(s, removed, 1);
    s->known = first + 1;
    return false;
}

/* A carriage return may be in a wrong place that shows no sign: moves one to this line feed, or from it. */
static bool try_moves(search *s, uint32_t feed)
{
    for (uint32_t i = feed + 1; i < s->feed_count && i <= feed + NEAR; i++)
        if (is_marked(s, i) != is_marked(s, feed) &&
            (is_marked(s, i) ? try_change(s, feed, i) : try_change(s, i, feed)))
            return true;
    return false;
}

/* Tries some line feeds, the last ones first. True if that restores the stream. */
static bool extend(search *s, uint32_t number)
{
    const attempt from = s->items[number];
    const uint32_t end = from.whole || from.count == 0 ? 0 : from.feeds[from.count - 1] + 1;
    uint32_t feed = from.next;
    change_path(s, number);
    for (unsigned i = 0; feed > end && (i < AT_ONCE || from.whole) && s->work.left > 0; i++) {
        feed--;
        if ((!is_marked(s, feed) && try_change(s, feed, NONE)) || (from.whole && try_moves(s, feed)))
            return true;
    }
    s->items[number].next = feed;
    s->items[number].merit = feed > end ? from.merit - PRICE_OF_TURN : SPENT;
    return false;
}

static uint32_t find_best(const search *s)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < s->count; i++)
        if (s->items[i].merit > s->items[best].merit)
            best = i;
    return best;
}

static bool find(search *s)
{
    run(s);
    if (s->broken)
        note(s);
    while (s->broken && s->work.left > 0 && al_work_pay(&s->work, s->count / 8) &&
           al_budget_may_continue(s->arena->budget)) {
        const uint32_t best = find_best(s);
        if (s->items[best].merit == SPENT || extend(s, best))
            break;
    }
    return !s->broken;
}

/* Allocates what the search needs. */
static bool begin(search *s)
{
    const uint64_t inflated = s->stream->inflated;
    const al_span bytes = s->stream->bytes;
    for (size_t i = 0; i < bytes.len; i++)
        s->feed_count += al_u8_at(bytes, i) == '\n';
    s->out = al_alloc(s->arena, inflated, sizeof *s->out);
    s->plain = al_alloc(s->arena, inflated, sizeof *s->plain);
    s->heads = al_alloc(s->arena, HEADS, sizeof *s->heads);
    s->earlier = al_alloc(s->arena, inflated, sizeof *s->earlier);
    s->feeds = al_alloc(s->arena, s->feed_count, sizeof *s->feeds);
    s->before = al_alloc(s->arena, s->feed_count, sizeof *s->before);
    if (s->out == NULL || s->plain == NULL || s->heads == NULL || s->earlier == NULL || s->feeds == NULL ||
        s->before == NULL)
        return false;
    for (uint32_t i = 0, n = 0; n < s->feed_count; i++)
        if (al_u8_at(bytes, i) == '\n')
            s->feeds[n++] = i;
    return true;
}

/* Searches with some signs; what the search has allocated is returned. */
static bool search_with(al_budget *budget, signs of, al_work *work, al_lost_stream *stream)
{
    al_arena arena = al_arena_on(budget);
    search s = {.stream = stream, .arena = &arena, .signs = of, .work = *work};
    const bool found = begin(&s) && find(&s);
    if (!found && s.count > 0)
        mark_all(&s, &s.items[s.path], 0);
    stream->used = s.now.in.at;
    *work = s.work;
    al_arena_return(&arena);
    return found;
}

al_returns_work al_returns_work_of(uint64_t size)
{
    al_work each = al_work_of(size, AL_RETURNS_PER_BYTE);
    each.left = each.left < AL_MAX_RETURNS_WORK ? each.left : AL_MAX_RETURNS_WORK;
    return (al_returns_work){.left = {each, each, each}};
}

bool al_find_returns(al_budget *budget, al_returns_work *work, al_lost_stream *stream)
{
    stream->bytes = al_slice_available(stream->bytes, 0, stream->size);
    if (stream->bytes.len >= NONE || stream->inflated >= NONE)
        return false;
    return search_with(budget, ALL_SIGNS, &work->left[ALL_SIGNS], stream) ||
           search_with(budget, SIGNS_OF_ZLIB, &work->left[SIGNS_OF_ZLIB], stream) ||
           search_with(budget, NO_SIGNS, &work->left[NO_SIGNS], stream);
}
