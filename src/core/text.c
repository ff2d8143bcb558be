/* text.c: UTF-8 as in table 3-7 of the Unicode standard, escaping of characters that must not be printed, and
 * comparisons. */
#include "core/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/number.h"
#include "core/reduce/bytes.h"
#include "core/span.h"

/* Length of the sequence that a lead byte starts, and the range of its second byte; 0 for an invalid lead
 * byte. The ranges exclude overlong forms, surrogates and numbers above U+10FFFF. */
static size_t sequence_length(uint8_t lead, uint8_t *low, uint8_t *high)
{
    *low = 0x80;
    *high = 0xBF;
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return 2;
    if (lead >= 0xE0 && lead <= 0xEF) {
        *low = lead == 0xE0 ? 0xA0 : 0x80;
        *high = lead == 0xED ? 0x9F : 0xBF;
        return 3;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        *low = lead == 0xF0 ? 0x90 : 0x80;
        *high = lead == 0xF4 ? 0x8F : 0xBF;
        return 4;
    }
    return 0;
}

static bool is_continuation(uint8_t byte)
{
    return (byte & 0xC0) == 0x80;
}

size_t al_utf8_length(const char *text, size_t len)
{
    uint8_t b[4] = {0}, low = 0, high = 0;
    memcpy(b, text, len < sizeof b ? len : sizeof b);
    const size_t n = len > 0 ? sequence_length(b[0], &low, &high) : 0;
    if (n <= 1)
        return n;
    if (n > len || b[1] < low || b[1] > high)
        return 0;
    return (n < 3 || is_continuation(b[2])) && (n < 4 || is_continuation(b[3])) ? n : 0;
}

uint32_t al_code_point(const char *text, size_t n)
{
    uint32_t number = (uint8_t)text[0] & (n == 1 ? 0x7Fu : 0x7Fu >> n);
    for (size_t i = 1; i < n; i++)
        number = number << 6 | ((uint8_t)text[i] & 0x3F);
    return number;
}

/* C0, DEL and C1, which some terminals execute, and two non-characters that XML forbids. */
static bool is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xFFFE || c == 0xFFFF;
}

/* Characters that are not seen, and can change the text around them or make one name look like another: the
 * format characters (Cf) of Unicode 15.0, such as marks of writing direction, zero-width characters, tags and
 * the byte order mark, and the separators of lines and paragraphs, U+2028 and U+2029. */
static const struct range {
    uint32_t first, last;
} invisible[] = {{0x00AD, 0x00AD},   {0x0600, 0x0605},   {0x061C, 0x061C},   {0x06DD, 0x06DD},
                 {0x070F, 0x070F},   {0x0890, 0x0891},   {0x08E2, 0x08E2},   {0x180E, 0x180E},
                 {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x2064},   {0x2066, 0x206F},
                 {0xFEFF, 0xFEFF},   {0xFFF9, 0xFFFB},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD},
                 {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0001, 0xE0001},
                 {0xE0020, 0xE007F}};

static bool is_invisible(uint32_t c)
{
    size_t i = 0;
    if (c < invisible[0].first)
        return false;
    while (i < sizeof invisible / sizeof invisible[0] && c > invisible[i].last)
        i++;
    return i < sizeof invisible / sizeof invisible[0] && c >= invisible[i].first;
}

/* Whether the byte at `at` is the second of `##[` or `##vso[`, which begin a command in the logs of Azure
 * Pipelines, or of `##teamcity[`. */
static bool is_in_command(const char *text, size_t len, size_t at)
{
    static const char *const words[] = {"", "vso", "teamcity"};
    bool is = false;
    for (size_t i = 0; text[at] == '#' && at > 0 && text[at - 1] == '#' && i < 3 && !is; i++) {
        const size_t word = strlen(words[i]);
        is = len - at > word + 1 && text[at + 1 + word] == '[' &&
             al_same_ignoring_case(text + at + 1, words[i], word);
    }
    return is;
}

static bool has_command(const char *text, size_t len)
{
    for (const char *at = memchr(text, '#', len); at != NULL;) {
        if (is_in_command(text, len, (size_t)(at - text)))
            return true;
        at++;
        at = memchr(at, '#', len - (size_t)(at - text));
    }
    return false;
}

/* Text that al_escape doesn't change; it is recognised fast. */
static bool is_plain(const char *text, size_t len)
{
    return al_is_plain_ascii(al_span_of(text, len)) && !has_command(text, len);
}

/* A character, or an invalid byte, in its escaped form. */
typedef struct escaped {
    char form[12];
    size_t length; /* of `form` */
    size_t source; /* bytes of the text that it stands for */
} escaped;

static escaped escape_character(const char *text, size_t n, uint32_t number)
{
    escaped s = {.length = n, .source = n};
    memcpy(s.form, text, n);
    if (!is_invisible(number))
        return s;
    const al_number_text digits = al_show_hex(number, true);
    s.length = strlen(digits.text) + 4;
    memcpy(s.form, "\\u{", 3);
    memcpy(s.form + 3, digits.text, s.length - 4);
    s.form[s.length - 1] = '}';
    return s;
}

static escaped escape_at(const char *text, size_t len, size_t at)
{
    static const char digits[] = "0123456789ABCDEF";
    const uint8_t byte = (uint8_t)text[at];
    const size_t n = al_utf8_length(text + at, len - at);
    const uint32_t number = n > 0 ? al_code_point(text + at, n) : 0;
    if (n > 0 && !is_control(number) && !is_in_command(text, len, at))
        return escape_character(text + at, n, number);
    return (escaped){.form = {'\\', 'x', digits[byte >> 4], digits[byte & 0xF]}, .length = 4, .source = 1};
}

/* The length of the blank at the start of a text: of a tab, or of what Unicode calls a separator of words
 * (Zs). */
static size_t blank_length(const char *text)
{
    static const char *const blanks[] = {"\t",           " ",
                                         "\xC2\xA0",     "\xE1\x9A\x80",
                                         "\xE2\x80\x80", "\xE2\x80\x81",
                                         "\xE2\x80\x82", "\xE2\x80\x83",
                                         "\xE2\x80\x84", "\xE2\x80\x85",
                                         "\xE2\x80\x86", "\xE2\x80\x87",
                                         "\xE2\x80\x88", "\xE2\x80\x89",
                                         "\xE2\x80\x8A", "\xE2\x80\xAF",
                                         "\xE2\x81\x9F", "\xE3\x80\x80"};
    for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++)
        if (strncmp(text, blanks[i], strlen(blanks[i])) == 0)
            return strlen(blanks[i]);
    return 0;
}

bool al_begins_command(const char *text)
{
    for (size_t length; (length = blank_length(text)) > 0;)
        text += length;
    return strncmp(text, "::", 2) == 0;
}

size_t al_escape(const char *text, size_t len, char *out, size_t size)
{
    size_t written = 0;
    bool full = size == 0;
    size_t end = 0;                       /* bytes in `out` */
    if (len > 0 && is_plain(text, len)) { /* the usual case */
        if (!full) {
            end = len < size ? len : size - 1;
            memcpy(out, text, end);
            out[end] = '\0';
        }
        return len;
    }
    for (size_t at = 0; at < len;) {
        const escaped next = escape_at(text, len, at);
        full = full || written + next.length >= size;
        if (!full) {
            memcpy(out + written, next.form, next.length);
            end = written + next.length;
        }
        written += next.length;
        at += next.source;
    }
    if (size > 0)
        out[end] = '\0';
    return written;
}

void al_escape_start(const char *text, char *out, size_t size)
{
    const char *end = memchr(text, '\0', size);
    (void)al_escape(text, end != NULL ? (size_t)(end - text) : size, out, size);
}

char *al_escape_copy(al_arena *a, const char *text, size_t len)
{
    if (len > 0 && is_plain(text, len))
        return al_copy_text(a, text, len);
    const size_t length = al_escape(text, len, NULL, 0);
    char *copy = al_alloc(a, (uint64_t)length + 1, 1);
    if (copy != NULL)
        (void)al_escape(text, len, copy, length + 1);
    return copy;
}

const char *al_escaped(al_arena *a, const char *text, size_t len)
{
    return len == 0 || is_plain(text, len) ? text : al_escape_copy(a, text, len);
}

/* ---- Comparisons --------------------------------------------------------------------------------------- */

bool al_hex_digit(uint8_t byte, uint32_t *digit)
{
    if (al_is_digit(byte))
        *digit = byte - (uint32_t)'0';
    else if (byte >= 'a' && byte <= 'f')
        *digit = byte - (uint32_t)'a' + 10;
    else if (byte >= 'A' && byte <= 'F')
        *digit = byte - (uint32_t)'A' + 10;
    else
        return false;
    return true;
}

uint8_t al_to_lower(uint8_t byte)
{
    return byte >= 'A' && byte <= 'Z' ? (uint8_t)(byte - 'A' + 'a') : byte;
}

void al_make_lower(char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        text[i] = (char)al_to_lower((uint8_t)text[i]);
}

char *al_lower_copy(al_arena *a, const char *text, size_t len)
{
    char *copy = al_copy_text(a, text, len);
    if (copy != NULL)
        al_make_lower(copy, len);
    return copy;
}

bool al_same_ignoring_case(const char *a, const char *b, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (al_to_lower((uint8_t)a[i]) != al_to_lower((uint8_t)b[i]))
            return false;
    return true;
}

int al_compare_ignoring_case(al_span a, al_span b)
{
    for (uint64_t i = 0;; i++) {
        const uint8_t x = al_to_lower(al_u8_at(a, i)); /* 0 beyond the end */
        const uint8_t y = al_to_lower(al_u8_at(b, i));
        if (x != y)
            return x < y ? -1 : 1;
        if (x == '\0')
            return 0;
    }
}

bool al_ends_with(const char *name, const char *end, size_t len)
{
    const size_t length = strlen(name);
    return length >= len && al_same_ignoring_case(name + length - len, end, len);
}

static bool ends_in_extension(const char *name, size_t name_size, const char *extension, size_t size)
{
    return name_size > size + 1 && name[name_size - size - 1] == '.' &&
           al_same_ignoring_case(name + name_size - size, extension, size);
}

bool al_has_extension(const char *name, const char *extension, size_t len)
{
    return ends_in_extension(name, strlen(name), extension, len);
}

/* Words of a few letters: strcspn would take longer to begin than this to end. */
static size_t word_length(const char *words)
{
    size_t length = 0;
    while ((uint8_t)words[length] > ' ')
        length++;
    return length;
}

/* Nearly all words are refused by their last letter, and most lists don't even have that letter. */
bool al_find_extension(const char *name, const char *extensions, unsigned *index)
{
    const size_t name_size = strlen(name);
    const char last = name_size > 0 ? (char)al_to_lower((uint8_t)name[name_size - 1]) : '\0';
    *index = 0;
    if (strchr(extensions, last) == NULL)
        return false;
    for (const char *word = extensions; *word != '\0'; ++*index) {
        const size_t size = word_length(word);
        if (size > 0 && word[size - 1] == last && ends_in_extension(name, name_size, word, size))
            return true;
        word += size;
        while (*word == ' ')
            word++;
    }
    return false;
}

bool al_has_extension_of(const char *name, const char *extensions)
{
    unsigned index;
    return al_find_extension(name, extensions, &index);
}

const char *al_in_small(al_arena *a, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (al_to_lower((uint8_t)text[i]) != (uint8_t)text[i])
            return al_lower_copy(a, text, len);
    return text;
}

char *al_copy_bytes(al_arena *a, al_span bytes)
{
    return al_copy_text(a, (const char *)bytes.ptr, bytes.len);
}

char *al_lower_bytes(al_arena *a, al_span bytes)
{
    char *copy = al_copy_bytes(a, bytes);
    if (copy != NULL)
        al_make_lower(copy, bytes.len);
    return copy;
}
