/* sentence.c: printf in two steps: a finding stores the sentence and the values; a report formats them. */
#include "core/sentence.h"

#include <assert.h>
#include <string.h>

#include "core/limits.h"
#include "core/number.h"
#include "core/text.h"

_Static_assert((int)AL_MESSAGE_SIZE == (int)AL_MAX_MESSAGE, "the public name of the same number");

/* ---- Directives ---------------------------------------------------------------------------------------- */

typedef enum integer_size { SIZE_INT, SIZE_LONG, SIZE_LONG_LONG, SIZE_SIZE } integer_size;

/* A directive as in printf. */
typedef struct directive {
    size_t length;   /* of its text, with the % */
    char conversion; /* one of "duxXcsg%"; NUL if it is not supported */
    bool zeros;      /* padded with zeros */
    bool star;       /* the precision is an argument */
    bool precise;    /* it has a precision */
    unsigned width, precision;
    integer_size size;
} directive;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads a number of at most two digits; returns the position after it. */
static const char *read_digits(const char *at, unsigned *number)
{
    for (unsigned most = 2; is_digit(*at) && most > 0; most--)
        *number = *number * 10 + (unsigned)(*at++ - '0');
    return at;
}

static const char *read_size(const char *at, integer_size *size)
{
    if (*at == 'z')
        *size = SIZE_SIZE;
    else if (*at == 'l')
        *size = at[1] == 'l' ? SIZE_LONG_LONG : SIZE_LONG;
    return at + (*size == SIZE_INT ? 0 : *size == SIZE_LONG_LONG ? 2 : 1);
}

/* True if the conversion is supported with its flags, width, precision and size. */
static bool is_supported(const directive *d)
{
    const bool padded = d->zeros || d->width > 0;
    const bool sized = d->size != SIZE_INT;
    switch (d->conversion) {
    case 'd':
    case 'u':
    case 'x':
    case 'X': return !d->precise && (d->conversion != 'd' || d->size != SIZE_SIZE);
    case 's': return !padded && !sized;
    case 'g': return !padded && !sized && d->precise && !d->star && d->precision <= 17;
    case 'c': return !padded && !sized && !d->precise;
    case '%': return d->length == 2;
    default: return false;
    }
}

static directive read_directive(const char *text)
{
    directive d = {.conversion = '\0'};
    const char *at = text + 1;
    d.zeros = *at == '0';
    at = read_digits(at, &d.width);
    if (*at == '.') {
        d.precise = true;
        d.star = at[1] == '*';
        at = d.star ? at + 2 : read_digits(at + 1, &d.precision);
    }
    at = read_size(at, &d.size);
    d.conversion = *at;
    d.length = (size_t)(at - text) + 1;
    if (!is_supported(&d))
        d.conversion = '\0';
    return d;
}

/* Reads the next directive and moves *at past it. False at the end, and at one that is not supported. */
static bool next_directive(const char **at, directive *d)
{
    const char *percent = strchr(*at, '%');
    if (percent == NULL)
        return false;
    *d = read_directive(percent);
    if (d->conversion != '\0')
        *at = percent + d->length;
    return d->conversion != '\0';
}

bool al_is_sentence(const char *sentence)
{
    size_t values = 0;
    directive d;
    while (next_directive(&sentence, &d))
        values += d.conversion != '%';
    return strchr(sentence, '%') == NULL && values <= AL_MAX_VALUES;
}

/* ---- Values -------------------------------------------------------------------------------------------- */

/* In a struct because functions can't share a va_list by pointer: as a parameter it may be an array. */
typedef struct arguments {
    va_list list;
    size_t text_left; /* bytes of text for which a message still has room */
} arguments;

static al_value next_unsigned(arguments *a, integer_size size)
{
    al_value v = {.kind = AL_VALUE_UINT};
    switch (size) {
    case SIZE_INT: v.as.uint_value = va_arg(a->list, unsigned); break;
    case SIZE_LONG: v.as.uint_value = va_arg(a->list, unsigned long); break;
    case SIZE_LONG_LONG: v.as.uint_value = va_arg(a->list, unsigned long long); break;
    case SIZE_SIZE: v.as.uint_value = va_arg(a->list, size_t); break;
    }
    return v;
}

static al_value next_signed(arguments *a, integer_size size)
{
    al_value v = {.kind = AL_VALUE_INT};
    if (size == SIZE_LONG_LONG)
        v.as.int_value = va_arg(a->list, long long);
    else
        v.as.int_value = size == SIZE_LONG ? va_arg(a->list, long) : va_arg(a->list, int);
    return v;
}

static al_value next_text(arguments *a, const directive *d)
{
    size_t most = a->text_left;
    if (d->precise) {
        const int given = d->star ? va_arg(a->list, int) : (int)d->precision;
        if (given >= 0 && (size_t)given < most)
            most = (size_t)given;
    }
    const char *text = va_arg(a->list, const char *);
    size_t length = 0;
    while (text != NULL && length < most && text[length] != '\0')
        length++;
    a->text_left -= length;
    return (al_value){.kind = AL_VALUE_TEXT, .as.text = {.bytes = text, .length = length}};
}

static al_value next_value(arguments *a, const directive *d)
{
    switch (d->conversion) {
    case 'd': return next_signed(a, d->size);
    case 's': return next_text(a, d);
    case 'c': return (al_value){.kind = AL_VALUE_UINT, .as.uint_value = (unsigned char)va_arg(a->list, int)};
    case 'g': return (al_value){.kind = AL_VALUE_REAL, .as.real_value = va_arg(a->list, double)};
    default: return next_unsigned(a, d->size);
    }
}

size_t al_take_values(al_value *values, const char *sentence, va_list list)
{
    arguments a = {.text_left = AL_MAX_MESSAGE};
    size_t count = 0;
    directive d;
    assert(al_is_sentence(sentence));
    va_copy(a.list, list);
    while (count < AL_MAX_VALUES && next_directive(&sentence, &d))
        if (d.conversion != '%')
            values[count++] = next_value(&a, &d);
    va_end(a.list);
    return count;
}

/* ---- Formatting ---------------------------------------------------------------------------------------- */

/* Text before escaping. What doesn't fit is dropped: the message will then end in dots. */
typedef struct raw_text {
    size_t length;
    char bytes[AL_MAX_MESSAGE];
} raw_text;

static void put(raw_text *raw, const char *text, size_t length)
{
    const size_t room = sizeof raw->bytes - raw->length;
    length = length < room ? length : room;
    if (length > 0)
        memcpy(raw->bytes + raw->length, text, length);
    raw->length += length;
}

static void put_number(raw_text *raw, const char *digits, const directive *d)
{
    const size_t length = strlen(digits), sign = digits[0] == '-' && d->zeros;
    put(raw, digits, sign);
    for (size_t columns = length; columns < d->width; columns++)
        put(raw, d->zeros ? "0" : " ", 1);
    put(raw, digits + sign, length - sign);
}

static void put_unsigned(raw_text *raw, uint64_t value, const directive *d)
{
    const char byte = (char)value;
    if (d->conversion == 'c')
        put(raw, &byte, 1);
    else if (d->conversion == 'u')
        put_number(raw, al_show_unsigned(value).text, d);
    else
        put_number(raw, al_show_hex(value, d->conversion == 'X').text, d);
}

static void put_value(raw_text *raw, const al_value *v, const directive *d)
{
    switch (v->kind) {
    case AL_VALUE_NONE: break;
    case AL_VALUE_UINT: put_unsigned(raw, v->as.uint_value, d); break;
    case AL_VALUE_INT: put_number(raw, al_show_signed(v->as.int_value).text, d); break;
    case AL_VALUE_REAL: put_number(raw, al_show_real(v->as.real_value, d->precision).text, d); break;
    case AL_VALUE_TEXT: put(raw, v->as.text.bytes, v->as.text.length); break;
    }
}

/* Copies escaped text, cut after a whole character if it doesn't fit. Returns its full length. */
static size_t copy_out(const char *text, size_t length, char *out, size_t size)
{
    size_t end = length;
    if (size == 0)
        return length;
    if (length >= size)
        for (end = size - 1; end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80;)
            end--;
    memcpy(out, text, end);
    out[end] = '\0';
    return length;
}

/* Escapes text, cut to less than AL_MAX_MESSAGE bytes, then with "..." at its end. */
static size_t escape_and_cut(const char *text, size_t length, char *out, size_t size)
{
    static const char dots[] = "...";
    char shown[AL_MAX_MESSAGE];
    length = length < sizeof shown ? length : sizeof shown; /* the rest would be cut */
    size_t end = al_escape(text, length, shown, sizeof shown);
    if (end >= sizeof shown) {
        (void)al_escape(text, length, shown, sizeof shown - (sizeof dots - 1));
        end = strlen(shown);
        memcpy(shown + end, dots, sizeof dots);
        end += sizeof dots - 1;
    }
    return copy_out(shown, end, out, size);
}

size_t al_sentence_words(const char *sentence, const al_value *values, size_t count, char *out, size_t size)
{
    raw_text raw;
    raw.length = 0; /* its bytes are not cleared, which would take as long as many a message */
    size_t next = 0;
    for (const char *at; (at = strchr(sentence, '%')) != NULL;) {
        const directive d = read_directive(at);
        if (d.conversion == '\0' || (d.conversion != '%' && next == count))
            break;
        put(&raw, sentence, (size_t)(at - sentence));
        if (d.conversion == '%')
            put(&raw, "%", 1);
        else
            put_value(&raw, &values[next++], &d);
        sentence = at + d.length;
    }
    put(&raw, sentence, strlen(sentence));
    return escape_and_cut(raw.bytes, raw.length, out, size);
}

size_t al_value_words(al_value v, char *out, size_t size)
{
    al_number_text number = {.text = ""};
    switch (v.kind) {
    case AL_VALUE_NONE: break;
    case AL_VALUE_UINT: number = al_show_unsigned(v.as.uint_value); break;
    case AL_VALUE_INT: number = al_show_signed(v.as.int_value); break;
    case AL_VALUE_REAL: number = al_show_number(v.as.real_value); break;
    case AL_VALUE_TEXT: return escape_and_cut(v.as.text.bytes, v.as.text.length, out, size);
    }
    return copy_out(number.text, strlen(number.text), out, size);
}

size_t al_real_words(double real, char *out, size_t size)
{
    const al_number_text number = al_show_shortest(real);
    return copy_out(number.text, strlen(number.text), out, size);
}

size_t al_finding_message(const al_finding *f, char *out, size_t size)
{
    char words[AL_MAX_MESSAGE];
    const uint64_t count = f->consequences;
    if (count == 0)
        return al_sentence_words(f->sentence, f->values, f->value_count, out, size);
    const size_t length = al_sentence_words(f->sentence, f->values, f->value_count, words, sizeof words);
    const al_value values[] = {{.kind = AL_VALUE_TEXT, .as.text = {.bytes = words, .length = length}},
                               {.kind = AL_VALUE_UINT, .as.uint_value = count}};
    return al_sentence_words(count == 1 ? "%s; %u other finding follows from it"
                                        : "%s; %u other findings follow from it",
                             values, sizeof values / sizeof values[0], out, size);
}
