/* words.c: finds the words of values and of bits. */
#include "kit/words.h"

#include <stdio.h>
#include <string.h>

#include "core/number.h"

/* ---- Values -------------------------------------------------------------------------------------------- */

const char *al_find_word(const al_words *words, int64_t value)
{
    if (words->find != NULL)
        return words->find(value);
    /* Most tables begin at 0 and have no gaps. */
    if (value >= 0 && (uint64_t)value < words->count && words->items[value].value == value)
        return words->items[value].word;
    for (size_t i = 0; i < words->count; i++)
        if (words->items[i].value == value)
            return words->items[i].word;
    return NULL;
}

bool al_has_word(const al_words *words, int64_t value)
{
    return words->find != NULL || al_find_word(words, value) != NULL;
}

/* ---- Bits ---------------------------------------------------------------------------------------------- */

/* Appends words to a text; what does not fit is left out. */
static void append(al_bits_text *shown, const char *separator, const char *words)
{
    const size_t length = strlen(shown->text);
    (void)snprintf(shown->text + length, sizeof shown->text - length, "%s%s", length > 0 ? separator : "",
                   words);
}

/* Appends the numbers from `first` to `last`: "0", "0, 1" or "0 to 5". */
static void append_run(al_bits_text *shown, unsigned first, unsigned last, bool is_first)
{
    append(shown, is_first ? " " : ", ", al_show_unsigned(first).text);
    if (last > first)
        append(shown, last > first + 1 ? " to " : ", ", al_show_unsigned(last).text);
}

static al_bits_text show_numbers(const char *each, uint64_t value, unsigned bits)
{
    al_bits_text shown = {.text = ""};
    bool is_first = true;
    const bool plural = (value & (value - 1)) != 0;
    const bool all = value == UINT64_MAX >> (64 - bits);
    (void)snprintf(shown.text, sizeof shown.text, "%s%s%s", all ? "all " : "", each,
                   all || plural ? "s" : "");
    for (unsigned bit = 0; bit < bits && !all; bit++) {
        unsigned last = bit;
        if ((value >> bit & 1) == 0)
            continue;
        while (last + 1 < bits && (value >> (last + 1) & 1) != 0)
            last++;
        append_run(&shown, bit, last, is_first);
        is_first = false;
        bit = last;
    }
    return shown;
}

al_bits_text al_show_bits(const al_words *words, uint64_t value, uint32_t size)
{
    al_bits_text shown = {.text = ""};
    if (value == 0) {
        append(&shown, "", "none");
        return shown;
    }
    if (words->each != NULL)
        return show_numbers(words->each, value, 8 * size);
    uint64_t rest = value;
    for (size_t i = 0; i < words->count; i++) {
        const uint64_t bits = (uint64_t)words->items[i].value;
        if ((value & bits) != bits)
            continue;
        append(&shown, ", ", words->items[i].word);
        rest &= ~bits;
    }
    if (rest != 0) {
        append(&shown, ", ", "unknown 0x");
        append(&shown, "", al_show_hex(rest, false).text);
    }
    return shown;
}

uint64_t al_unknown_bits(const al_words *words, uint64_t value)
{
    for (size_t i = 0; i < words->count; i++)
        value &= ~(uint64_t)words->items[i].value;
    return value;
}
