/* json_reader.c: a recursive reader of JSON that reads the text once. */
#include "core/json_reader.h"

#include <string.h>

#include "core/reduce/bytes.h"
#include "core/sort.h"
#include "core/text.h"

typedef struct reader {
    al_span text;
    uint64_t at;
    al_arena *arena;
    al_json_error *error;
    unsigned depth;
} reader;

static bool read_value(reader *r, al_json *value);

/* ---- Bytes --------------------------------------------------------------------------------------------- */

static uint8_t peek(const reader *r)
{
    return al_u8_at(r->text, r->at); /* 0 beyond the end: no byte of valid JSON */
}

/* Sets the error; returns false, for the caller to return. */
static bool fail(reader *r, uint64_t at, const char *what)
{
    *r->error = (al_json_error){.at = at, .what = what};
    return false;
}

static bool out_of_memory(reader *r)
{
    return fail(r, r->at, NULL);
}

static void skip_space(reader *r)
{
    for (uint8_t byte = peek(r); byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; byte = peek(r))
        r->at++;
}

/* Skips one byte if it is `wanted`. */
static bool accept(reader *r, char wanted)
{
    if (peek(r) != (uint8_t)wanted)
        return false;
    r->at++;
    return true;
}

/* Reports `expected`, or a more helpful message for common mistakes. */
static bool unexpected(reader *r, const char *expected)
{
    const uint8_t byte = peek(r);
    if (r->at >= r->text.len)
        return fail(r, r->at, "unexpected end of the file");
    if (byte == '/' || byte == '#')
        return fail(r, r->at, "JSON has no comments");
    if (byte == '\'')
        return fail(r, r->at, "strings need double quotes");
    return fail(r, r->at, expected);
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

/* Reads the four digits after \u. */
static bool read_unit(reader *r, uint32_t *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        uint32_t digit = 0;
        if (!al_hex_digit(peek(r), &digit))
            return fail(r, r->at, "\\u needs four hexadecimal digits");
        *unit = *unit << 4 | digit;
    }
    return true;
}

/* Reads the character of \uXXXX, or of a surrogate pair; starts after the first u. */
static bool read_escaped(reader *r, uint64_t at, uint32_t *character)
{
    uint32_t low = 0;
    if (!read_unit(r, character))
        return false;
    if (*character == 0)
        return fail(r, at, "strings must not contain NUL");
    if (*character < 0xD800 || *character > 0xDFFF)
        return true;
    if (*character > 0xDBFF || !accept(r, '\\') || !accept(r, 'u'))
        return fail(r, at, "unpaired surrogate");
    if (!read_unit(r, &low))
        return false;
    if (low < 0xDC00 || low > 0xDFFF)
        return fail(r, at, "unpaired surrogate");
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

/* Reads an escape sequence and writes its character to `to`. Returns the number of bytes, 0 on failure. */
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
    if (!accept(r, 'u')) {
        (void)fail(r, at, "unknown escape sequence; write a backslash as \\\\");
        return 0;
    }
    return read_escaped(r, at, &character) ? put_character(to, character) : 0;
}

/* Copies an unescaped character. Returns the number of bytes, 0 on failure. */
static size_t read_plain(reader *r, char *to)
{
    const size_t left = r->text.len - (size_t)r->at;
    const size_t available = left < 4 ? left : 4;
    for (size_t i = 0; i < available; i++)
        to[i] = (char)al_u8_at(r->text, r->at + i);
    const size_t length = al_utf8_length(to, available);
    if (length == 0) {
        (void)fail(r, r->at, "invalid UTF-8");
        return 0;
    }
    if ((uint8_t)to[0] < 0x20) {
        (void)fail(r, r->at,
                   to[0] == '\n' || to[0] == '\r' ? "a string must end on the line on which it begins"
                                                  : "control character in a string");
        return 0;
    }
    r->at += length;
    return length;
}

/* The end of the text at or after `at`, or of the file. A text doesn't become longer without its
 * escapes. */
static uint64_t end_of_text(const reader *r, uint64_t at)
{
    while (at < r->text.len && al_u8_at(r->text, at) != '"')
        at += al_u8_at(r->text, at) == '\\' ? 2 : 1;
    return at;
}

/* Starts at the opening quote. */
static bool read_text(reader *r, const char **text)
{
    enum { MAX_CHARACTER = 4 };
    const uint64_t begin = r->at++;
    char *to = al_alloc(r->arena, end_of_text(r, r->at) - begin + MAX_CHARACTER + 1, 1);
    if (to == NULL)
        return out_of_memory(r);
    *text = to;
    while (!accept(r, '"')) {
        if (r->at >= r->text.len)
            return fail(r, begin, "this string has no end");
        const size_t length = peek(r) == '\\' ? read_escape(r, to) : read_plain(r, to);
        if (length == 0)
            return false;
        to += length;
    }
    *to = '\0';
    return true;
}

/* ---- Numbers and literals ------------------------------------------------------------------------------ */

/* Reads digits; `*fits` becomes false if the number is too large for `*sum`. False if there are no digits. */
static bool read_digits(reader *r, uint64_t *sum, bool *fits)
{
    const uint64_t begin = r->at;
    for (; al_is_digit(peek(r)); r->at++) {
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
    const bool negative = accept(r, '-'), zero = peek(r) == '0';
    const uint64_t begin = r->at;
    value->kind = AL_JSON_NUMBER;
    value->is_whole = true;
    if (!read_digits(r, &value->whole, &value->is_whole))
        return fail(r, value->at, "expected a digit after the minus sign");
    if (zero && r->at > begin + 1)
        return fail(r, value->at, "numbers must not have leading zeros");
    value->is_whole = value->is_whole && (!negative || value->whole == 0);
    if (accept(r, '.')) {
        value->is_whole = false;
        if (!read_digits(r, &part, &part_fits))
            return fail(r, value->at, "expected a digit after the decimal point");
    }
    if (peek(r) == 'e' || peek(r) == 'E') {
        value->is_whole = false;
        r->at++;
        if (!accept(r, '+'))
            (void)accept(r, '-');
        if (!read_digits(r, &part, &part_fits))
            return fail(r, value->at, "expected a digit in the exponent");
    }
    return true;
}

static bool read_literal(reader *r, al_json *value)
{
    static const struct literal {
        const char *name;
        size_t length;
        al_json_kind kind;
        bool truth;
    } literals[] = {
        {"true", 4, AL_JSON_BOOL, true}, {"false", 5, AL_JSON_BOOL, false}, {"null", 4, AL_JSON_NULL, false}};
    for (size_t i = 0; i < sizeof literals / sizeof literals[0]; i++) {
        const al_span here = al_slice_available(r->text, r->at, literals[i].length);
        if (!al_starts_with(here, literals[i].name, literals[i].length))
            continue;
        value->kind = literals[i].kind;
        value->truth = literals[i].truth;
        r->at += literals[i].length;
        return true;
    }
    return unexpected(r, "expected a value");
}

/* ---- Arrays and objects -------------------------------------------------------------------------------- */

static int by_key(const void *left, const void *right, void *context)
{
    const al_json *a = *(const al_json *const *)left, *b = *(const al_json *const *)right;
    (void)context;
    const int order = strcmp(a->key, b->key);
    return order != 0 ? order : (a->key_at > b->key_at) - (a->key_at < b->key_at);
}

/* The first key that occurred before, by comparing each with each. */
static const al_json *repeated_of_few(const al_json *object)
{
    for (const al_json *member = object->first; member != NULL; member = member->next)
        for (const al_json *before = object->first; before != member; before = before->next)
            if (al_text_equals(before->key, member->key))
                return member;
    return NULL;
}

/* The same, by sorting all keys. */
static const al_json *repeated_of_many(const al_json *object, const al_json **members)
{
    const al_json *duplicate = NULL;
    size_t count = 0;
    for (const al_json *member = object->first; member != NULL; member = member->next)
        members[count++] = member;
    al_sort(members, count, sizeof *members, by_key, NULL);
    for (size_t i = 1; i < count; i++)
        if (strcmp(members[i]->key, members[i - 1]->key) == 0 &&
            (duplicate == NULL || members[i]->key_at < duplicate->key_at))
            duplicate = members[i];
    return duplicate;
}

/* Reports the first key that occurs twice. Many keys are sorted, so that the time stays in proportion. */
static bool check_keys(reader *r, const al_json *object)
{
    enum { FEW = 32 };
    const al_json *duplicate;
    if (object->count <= FEW) {
        duplicate = repeated_of_few(object);
    } else {
        const al_json **members = al_alloc(r->arena, object->count, sizeof *members);
        if (members == NULL)
            return out_of_memory(r);
        duplicate = repeated_of_many(object, members);
    }
    if (duplicate == NULL)
        return true;
    *r->error =
        (al_json_error){.at = duplicate->key_at, .what = "duplicate key \"%s\"", .key = duplicate->key};
    return false;
}

static bool read_member(reader *r, al_json *member)
{
    member->key_at = r->at;
    if (peek(r) != '"')
        return unexpected(r, "expected a key in double quotes");
    if (!read_text(r, &member->key))
        return false;
    skip_space(r);
    if (!accept(r, ':'))
        return unexpected(r, "expected a colon after the key");
    skip_space(r);
    return read_value(r, member);
}

/* Reads the values of an array or object; starts after the opening bracket. */
static bool read_items(reader *r, al_json *value, bool keys)
{
    const char close = keys ? '}' : ']';
    al_json **last = &value->first;
    skip_space(r);
    if (accept(r, close))
        return true;
    for (;;) {
        al_json *item = al_alloc(r->arena, 1, sizeof *item);
        if (item == NULL)
            return out_of_memory(r);
        if (!(keys ? read_member(r, item) : read_value(r, item)))
            return false;
        *last = item;
        last = &item->next;
        value->count++;
        skip_space(r);
        if (accept(r, close))
            return !keys || check_keys(r, value);
        const uint64_t comma = r->at;
        if (!accept(r, ','))
            return unexpected(r, keys ? "expected a comma or }" : "expected a comma or ]");
        skip_space(r);
        if (peek(r) == (uint8_t)close)
            return fail(r, comma, "no comma may follow the last value");
    }
}

static bool read_nested(reader *r, al_json *value)
{
    const bool keys = accept(r, '{');
    value->kind = keys ? AL_JSON_OBJECT : AL_JSON_ARRAY;
    if (!keys)
        (void)accept(r, '[');
    if (r->depth == AL_JSON_DEPTH)
        return fail(r, value->at, "values are nested too deeply");
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
        read = byte == '-' || al_is_digit(byte) ? read_number(r, value) : read_literal(r, value);
    }
    value->end = r->at;
    return read;
}

/* ---- Entry points -------------------------------------------------------------------------------------- */

const al_json *al_json_read(al_span text, al_arena *arena, al_json_error *error)
{
    static const char mark[] = "\xEF\xBB\xBF";
    reader r = {.text = text, .arena = arena, .error = error};
    *error = (al_json_error){.what = NULL};
    r.at = al_starts_with(text, mark, sizeof mark - 1) ? sizeof mark - 1 : 0;
    al_json *root = al_alloc(arena, 1, sizeof *root);
    if (root == NULL)
        return NULL;
    skip_space(&r);
    if (!read_value(&r, root))
        return NULL;
    skip_space(&r);
    if (r.at < text.len) {
        (void)unexpected(&r, "expected nothing after the JSON");
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
