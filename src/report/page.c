/* page.c: fills lines word by word. Widths are those of common terminals. */
#include "report/page.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/reduce/bytes.h"
#include "core/text.h"

typedef struct range {
    uint32_t first, last;
} range;

/* Unicode's East_Asian_Width W and F, rounded to blocks, and pictograms: two columns on terminals. */
static const range wide[] = {{0x1100, 0x115F},   {0x2E80, 0xA4CF},   {0xA960, 0xA97F},  {0xAC00, 0xD7A3},
                             {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},  {0xFFE0, 0xFFE6},
                             {0x1F300, 0x1F64F}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};

/* Combining marks, which take no column of their own. */
static const range no_width[] = {
    {0x0300, 0x036F}, {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};

static bool is_among(uint32_t character, const range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (character >= ranges[i].first && character <= ranges[i].last)
            return true;
    return false;
}

static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

static size_t character_length(const char *text)
{
    size_t length = 1;
    while (is_continuation(text[length]))
        length++;
    return length;
}

static int character_columns(const char *text, size_t length)
{
    if (length == 1 || length > 4)
        return 1;
    uint32_t character = (unsigned char)text[0] & 0x7FU >> length;
    for (size_t i = 1; i < length; i++)
        character = character << 6 | ((unsigned char)text[i] & 0x3FU);
    if (is_among(character, no_width, sizeof no_width / sizeof no_width[0]))
        return 0;
    return is_among(character, wide, sizeof wide / sizeof wide[0]) ? 2 : 1;
}

static int columns_within(const char *text, size_t length)
{
    int columns = 0;
    if (al_is_plain_ascii(al_span_of(text, length)))
        return (int)length;
    for (size_t at = 0, step; at < length; at += step) {
        step = character_length(text + at);
        columns += character_columns(text + at, step);
    }
    return columns;
}

int columns_of(const char *text)
{
    return columns_within(text, strlen(text));
}

const char *behind_columns(const char *text, int columns)
{
    while (columns > 0 && *text != '\0') {
        const size_t length = character_length(text);
        columns -= character_columns(text, length);
        text += length;
    }
    return text;
}

static void put(page *p, const char *bytes, size_t length)
{
    (void)fwrite(bytes, 1, length, p->out);
}

void page_end_line(page *p)
{
    put(p, "\n", 1);
    p->column = 0;
    p->blanks = 0;
}

void page_to(page *p, int column)
{
    static const char blanks[] = "                                ";
    enum { MOST = sizeof blanks - 1 };
    while (p->column < column) {
        const int count = column - p->column < MOST ? column - p->column : MOST;
        put(p, blanks, (size_t)count);
        p->column += count;
    }
    p->blanks = 0;
}

void page_mark(page *p, const char *sequence)
{
    put(p, sequence, strlen(sequence));
}

void page_fit(page *p, const char *text)
{
    while (*text != '\0') {
        const size_t length = character_length(text);
        const int columns = character_columns(text, length);
        if (p->width > 0 && p->column + columns > p->width)
            return;
        put(p, text, length);
        p->column += columns;
        text += length;
    }
}

/* How many bytes of a word fit into so many columns, at least one character: if that isn't all, preferably up
 * to the end of a folder's name. */
static size_t fitting(const char *word, size_t length, int columns)
{
    size_t at = 0, slash = 0;
    for (size_t step; at < length; at += step) {
        step = character_length(word + at);
        columns -= character_columns(word + at, step);
        if (columns < 0 && at > 0)
            return slash > 0 ? slash : at;
        if (word[at] == '/' || word[at] == '\\')
            slash = at + step;
    }
    return length;
}

/* Writes a word that is longer than a line. No line may begin with a command. */
static void break_word(page *p, const char *word, size_t length)
{
    for (size_t at = 0, step; at < length; at += step) {
        if (at > 0 && !al_begins_command(word + at))
            page_end_line(p);
        page_to(p, p->indent);
        step = fitting(word + at, length - at, p->width - p->column);
        put(p, word + at, step);
        p->column += columns_within(word + at, step);
    }
}

/* Writes a word, or words that fit into the line. */
static void add_words(page *p, const char *word, size_t length)
{
    const int columns = columns_within(word, length);
    if (p->width > 0 && p->column > p->indent && p->column + p->blanks + columns > p->width &&
        !al_begins_command(word))
        page_end_line(p);
    page_to(p, p->column + p->blanks > p->indent ? p->column + p->blanks : p->indent);
    if (p->width > 0 && p->column + columns > p->width) {
        break_word(p, word, length);
        return;
    }
    put(p, word, length);
    p->column += columns;
}

void page_phrase(page *p, const char *text)
{
    if (p->width > 0 && p->column > p->indent && p->column + p->blanks + columns_of(text) > p->width)
        page_end_line(p);
    page_text(p, text);
}

/* The length of the next words up to a line end, without blanks behind them, if they fit into the line; else
 * of the next word. No character has more columns than bytes. */
static size_t next_words(const page *p, const char *text)
{
    const int column = p->column + p->blanks > p->indent ? p->column + p->blanks : p->indent;
    size_t length = strcspn(text, "\n");
    while (length > 0 && text[length - 1] == ' ')
        length--;
    const bool fits = p->width == 0 || (column <= p->width && length <= (size_t)(p->width - column));
    return fits ? length : strcspn(text, " \n");
}

void page_text(page *p, const char *text)
{
    while (*text != '\0') {
        size_t length = 1;
        if (*text == '\n')
            page_end_line(p);
        else if (*text == ' ')
            p->blanks += p->column > 0; /* lines do not begin with blanks */
        else
            add_words(p, text, length = next_words(p, text));
        text += length;
    }
}

/* ---- Colours ------------------------------------------------------------------------------------------- */

/* They are readable on dark and on light terminals; yellow is not readable on white. */
static const palette plain = {"", "", "", {"", "", "", ""}, "", ""};
static const palette colored = {
    .path = "\033[1m",
    .quiet = "\033[2m",
    .reset = "\033[0m",
    .level =
        {[AL_OFF] = "", [AL_NOTE] = "\033[1;36m", [AL_WARNING] = "\033[1;35m", [AL_ERROR] = "\033[1;31m"},
    .good = "\033[1;32m",
    .bad = "\033[1;31m",
};

const palette *palette_for(bool color)
{
    return color ? &colored : &plain;
}
