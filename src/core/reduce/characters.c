/* characters.c: tests eight bytes of a text at once. */
#include "core/reduce/characters.h"

#include <string.h>

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
