/* json_reader.c: a reader of JSON that goes once through the text. */
#include "core/json_reader.h"

#include <string.h>

#include "core/sort.h"
#include "core/text.h"

typedef struct reader {
    al_span text;
    uint64_t at;
    al_arena *arena;
    al_json_error *mistake;
    unsigned depth;
} reader;

static bool read_value(reader *r, al_json *value);

/* ---- Bytes --------------------------------------------------------------------------------------------- */

static uint8_t peek(const reader *r)
{
    return al_u8_at(r->text, r->at); /* 0 behind the end, which nothing of JSON is */
}

/* False, for whoever returns it. */
static bool wrong(reader *r, uint64_t at, const char *what)
{
    *r->mistake = (al_json_error){.at = at, .what = what};
    return false;
}

static bool no_memory(reader *r)
{
    return wrong(r, r->at, NULL);
}

static void pass_blanks(reader *r)
{
    for (uint8_t byte = peek(r); byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; byte = peek(r))
        r->at++;
}

static bool pass(reader *r, char wanted)
{
    if (peek(r) != (uint8_t)wanted)
        return false;
    r->at++;
    return true;
}

static bool is_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

/* What is there instead of what was expected, where people often have it. */
static bool unexpected(reader *r, const char *expected)
{
    const uint8_t byte = peek(r);
    if (r->at >= r->text.len)
        return wrong(r, r->at, "the file ends before its JSON does");
    if (byte == '/' || byte == '#')
        return wrong(r, r->at, "JSON has no comments");
    if (byte == '\'')
        return wrong(r, r->at, "texts stand between double quotes");
    return wrong(r, r->at, expected);
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

static bool hex_digit(uint8_t byte, uint32_t *digit)
{
    if (is_digit(byte))
        *digit = byte - (uint32_t)'0';
    else if (byte >= 'a' && byte <= 'f')
        *digit = byte - (uint32_t)'a' + 10;
    else if (byte >= 'A' && byte <= 'F')
        *digit = byte - (uint32_t)'A' + 10;
    else
        return false;
    return true;
}

/* The four digits behind \u. */
static bool read_unit(reader *r, uint32_t *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        uint32_t digit = 0;
        if (!hex_digit(peek(r), &digit))
            return wrong(r, r->at, "\\u wants four hexadecimal digits");
        *unit = *unit << 4 | digit;
    }
    return true;
}

/* The character of \uXXXX, or of two of them; `r` stands behind the u. */
static bool read_escaped(reader *r, uint64_t at, uint32_t *character)
{
    uint32_t low = 0;
    if (!read_unit(r, character))
        return false;
    if (*character == 0)
        return wrong(r, at, "no text here holds a NUL");
    if (*character < 0xD800 || *character > 0xDFFF)
        return true;
    if (*character > 0xDBFF || !pass(r, '\\') || !pass(r, 'u'))
        return wrong(r, at, "half of a surrogate pair");
    if (!read_unit(r, &low))
        return false;
    if (low < 0xDC00 || low > 0xDFFF)
        return wrong(r, at, "half of a surrogate pair");
    *character = 0x10000 + ((*character & 0x3FF) << 10 | (low & 0x3FF));
    return true;
}

static size_t put_character(char *to, uint32_t c)
{
    if (c < 0x80) {
        to[0] = (char)c;
        return 1;
    }
    const size_t length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = length; i > 1; i--, c >>= 6)
        to[i - 1] = (char)(0x80 | (c & 0x3F));
    to[0] = (char)((0xF00u >> length & 0xFF) | c);
    return length;
}

/* Reads what a backslash begins, and puts it behind `to`; how many bytes that are, 0 where it is nothing. */
static size_t read_escape(reader *r, char *to)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const uint64_t at = r->at++;
    const char *letter = peek(r) != 0 ? strchr(letters, (char)peek(r)) : NULL;
    uint32_t character;
    if (letter != NULL) {
        r->at++;
        to[0] = meant[letter - letters];
        return 1;
    }
    if (!pass(r, 'u')) {
        (void)wrong(r, at, "no such escape: a backslash is written \\\\");
        return 0;
    }
    return read_escaped(r, at, &character) ? put_character(to, character) : 0;
}

/* Copies one character that stands for itself; 0 where it may not. */
static size_t read_plain(reader *r, char *to)
{
    const size_t left = r->text.len - (size_t)r->at;
    const size_t near = left < 4 ? left : 4;
    for (size_t i = 0; i < near; i++)
        to[i] = (char)al_u8_at(r->text, r->at + i);
    const size_t length = al_utf8_length(to, near);
    if (length == 0) {
        (void)wrong(r, r->at, "bytes that are not UTF-8");
        return 0;
    }
    if ((uint8_t)to[0] < 0x20) {
        (void)wrong(r, r->at,
                    to[0] == '\n' || to[0] == '\r' ? "a text ends on the line that it begins on"
                                                   : "a control character in a text");
        return 0;
    }
    r->at += length;
    return length;
}

/* Where the text ends that begins behind `at`, or the file: at least as much room as it takes. */
static uint64_t end_of_text(const reader *r, uint64_t at)
{
    while (at < r->text.len && al_u8_at(r->text, at) != '"')
        at += al_u8_at(r->text, at) == '\\' ? 2 : 1;
    return at;
}

static bool read_text(reader *r, const char **text)
{
    enum { LONGEST = 4 };
    const uint64_t begin = r->at;
    if (!pass(r, '"'))
        return unexpected(r, "a text in double quotes was expected");
    char *to = al_alloc(r->arena, end_of_text(r, r->at) - begin + LONGEST + 1, 1);
    if (to == NULL)
        return no_memory(r);
    *text = to;
    while (!pass(r, '"')) {
        if (r->at >= r->text.len)
            return wrong(r, begin, "this text has no end");
        const size_t length = peek(r) == '\\' ? read_escape(r, to) : read_plain(r, to);
        if (length == 0)
            return false;
        to += length;
    }
    *to = '\0';
    return true;
}

/* ---- Numbers and words --------------------------------------------------------------------------------- */

/* The digits at the reader's place, as far as they fit; false where there is none. */
static bool read_digits(reader *r, uint64_t *sum, bool *fits)
{
    const uint64_t begin = r->at;
    for (; is_digit(peek(r)); r->at++) {
        const uint64_t digit = peek(r) - (uint64_t)'0';
        *fits = *fits && *sum <= (UINT64_MAX - digit) / 10;
        if (*fits)
            *sum = *sum * 10 + digit;
    }
    return r->at > begin;
}

static bool read_number(reader *r, al_json *value)
{
    uint64_t part = 0;
    bool part_fits = true;
    const bool negative = pass(r, '-'), zero = peek(r) == '0';
    const uint64_t begin = r->at;
    value->kind = AL_JSON_NUMBER;
    value->is_whole = true;
    if (!read_digits(r, &value->whole, &value->is_whole))
        return wrong(r, value->at, "a number has digits behind its sign");
    if (zero && r->at > begin + 1)
        return wrong(r, value->at, "a number doesn't begin with 0");
    value->is_whole = value->is_whole && (!negative || value->whole == 0);
    if (pass(r, '.')) {
        value->is_whole = false;
        if (!read_digits(r, &part, &part_fits))
            return wrong(r, value->at, "a number has digits behind its point");
    }
    if (peek(r) == 'e' || peek(r) == 'E') {
        value->is_whole = false;
        r->at++;
        if (!pass(r, '+'))
            (void)pass(r, '-');
        if (!read_digits(r, &part, &part_fits))
            return wrong(r, value->at, "a number has digits in its exponent");
    }
    return true;
}

static bool read_word(reader *r, al_json *value)
{
    static const struct word {
        const char *name;
        size_t length;
        al_json_kind kind;
        bool truth;
    } words[] = {
        {"true", 4, AL_JSON_BOOL, true}, {"false", 5, AL_JSON_BOOL, false}, {"null", 4, AL_JSON_NULL, false}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const al_span here = al_slice_available(r->text, r->at, words[i].length);
        if (!al_starts_with(here, words[i].name, words[i].length))
            continue;
        value->kind = words[i].kind;
        value->truth = words[i].truth;
        r->at += words[i].length;
        return true;
    }
    return unexpected(r, "a value was expected");
}

/* ---- Arrays and objects -------------------------------------------------------------------------------- */

static int by_key(const void *left, const void *right, void *context)
{
    const al_json *a = *(const al_json *const *)left, *b = *(const al_json *const *)right;
    (void)context;
    const int order = strcmp(a->key, b->key);
    return order != 0 ? order : (a->key_at > b->key_at) - (a->key_at < b->key_at);
}

/* The first key that another had before is a mistake. */
static bool judge_keys(reader *r, const al_json *object)
{
    const al_json *twice = NULL;
    if (object->count < 2)
        return true;
    const al_json **members = al_alloc(r->arena, object->count, sizeof *members);
    if (members == NULL)
        return no_memory(r);
    size_t count = 0;
    for (const al_json *member = object->first; member != NULL; member = member->next)
        members[count++] = member;
    al_sort(members, count, sizeof *members, by_key, NULL);
    for (size_t i = 1; i < count; i++)
        if (strcmp(members[i]->key, members[i - 1]->key) == 0 &&
            (twice == NULL || members[i]->key_at < twice->key_at))
            twice = members[i];
    if (twice == NULL)
        return true;
    *r->mistake =
        (al_json_error){.at = twice->key_at, .what = "the key \"%s\" is there twice", .key = twice->key};
    return false;
}

static bool read_member(reader *r, al_json *member)
{
    member->key_at = r->at;
    if (peek(r) != '"')
        return unexpected(r, "a key in double quotes was expected");
    if (!read_text(r, &member->key))
        return false;
    pass_blanks(r);
    if (!pass(r, ':'))
        return unexpected(r, "a colon was expected behind the key");
    pass_blanks(r);
    return read_value(r, member);
}

/* The values of an array or object; `r` stands behind its bracket. */
static bool read_items(reader *r, al_json *value, bool keys)
{
    const char close = keys ? '}' : ']';
    al_json **last = &value->first;
    pass_blanks(r);
    if (pass(r, close))
        return true;
    for (;;) {
        al_json *item = al_alloc(r->arena, 1, sizeof *item);
        if (item == NULL)
            return no_memory(r);
        if (!(keys ? read_member(r, item) : read_value(r, item)))
            return false;
        *last = item;
        last = &item->next;
        value->count++;
        pass_blanks(r);
        if (pass(r, close))
            return !keys || judge_keys(r, value);
        const uint64_t comma = r->at;
        if (!pass(r, ','))
            return unexpected(r, keys ? "a comma or } was expected" : "a comma or ] was expected");
        pass_blanks(r);
        if (peek(r) == (uint8_t)close)
            return wrong(r, comma, "no comma stands behind the last value");
    }
}

static bool read_nested(reader *r, al_json *value)
{
    const bool keys = pass(r, '{');
    value->kind = keys ? AL_JSON_OBJECT : AL_JSON_ARRAY;
    if (!keys)
        (void)pass(r, '[');
    if (r->depth == AL_JSON_DEPTH)
        return wrong(r, value->at, "values lie too deep in each other");
    r->depth++;
    const bool read = read_items(r, value, keys);
    r->depth--;
    return read;
}

static bool read_value(reader *r, al_json *value)
{
    const uint8_t byte = peek(r);
    bool read;
    value->at = r->at;
    if (byte == '{' || byte == '[') {
        read = read_nested(r, value);
    } else if (byte == '"') {
        value->kind = AL_JSON_TEXT;
        read = read_text(r, &value->text);
    } else {
        read = byte == '-' || is_digit(byte) ? read_number(r, value) : read_word(r, value);
    }
    value->end = r->at;
    return read;
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

const al_json *al_json_read(al_span text, al_arena *arena, al_json_error *mistake)
{
    static const char mark[] = "\xEF\xBB\xBF";
    reader r = {.text = text, .arena = arena, .mistake = mistake};
    *mistake = (al_json_error){.what = NULL};
    r.at = al_starts_with(text, mark, sizeof mark - 1) ? sizeof mark - 1 : 0;
    al_json *root = al_alloc(arena, 1, sizeof *root);
    if (root == NULL)
        return NULL;
    pass_blanks(&r);
    if (!read_value(&r, root))
        return NULL;
    pass_blanks(&r);
    if (r.at < text.len) {
        (void)unexpected(&r, "nothing was expected behind the JSON");
        return NULL;
    }
    return root;
}

const al_json *al_json_find(const al_json *object, const char *key)
{
    const al_json *member = object->first;
    while (member != NULL && strcmp(member->key, key) != 0)
        member = member->next;
    return member;
}
