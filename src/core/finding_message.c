/* finding_message.c: printf for messages. Numbers are made by core/number.h, so that the locale has no
 * influence. */
#include "core/finding_message.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/number.h"
#include "core/text.h"

_Static_assert((int)AL_MESSAGE_SIZE == (int)AL_MAX_MESSAGE, "the public name of the same number");

/* A message before it is escaped. What doesn't fit is dropped: the message will then end in dots. */
typedef struct raw_text {
    va_list values; /* in a struct, because as a parameter it may be an array, which functions can't share */
    size_t length;
    char bytes[AL_MAX_MESSAGE];
} raw_text;

/* A directive as in printf. */
typedef struct directive {
    bool zeros;    /* padded with zeros */
    size_t width;  /* the least number of columns */
    int precision; /* -1: none */
    char size[3];  /* "l", "ll", "z" or "" */
    char conversion;
} directive;

static void put(raw_text *raw, const char *text, size_t length)
{
    const size_t room = sizeof raw->bytes - raw->length;
    length = length < room ? length : room;
    if (length > 0)
        memcpy(raw->bytes + raw->length, text, length);
    raw->length += length;
}

static void put_number(raw_text *raw, al_number_text number, const directive *d)
{
    const size_t length = strlen(number.text), sign = number.text[0] == '-' && d->zeros;
    put(raw, number.text, sign);
    for (size_t columns = length; columns < d->width; columns++)
        put(raw, d->zeros ? "0" : " ", 1);
    put(raw, number.text + sign, length - sign);
}

/* The pointer may be NULL if the precision is 0. */
static void put_text(raw_text *raw, const char *text, const directive *d)
{
    size_t most = sizeof raw->bytes - raw->length, length = 0;
    if (d->precision >= 0 && (size_t)d->precision < most)
        most = (size_t)d->precision;
    while (length < most && text[length] != '\0')
        length++;
    put(raw, text, length);
}

static uint64_t next_unsigned(raw_text *raw, const directive *d)
{
    if (d->size[0] == 'z')
        return va_arg(raw->values, size_t);
    if (d->size[1] == 'l')
        return va_arg(raw->values, unsigned long long);
    return d->size[0] == 'l' ? va_arg(raw->values, unsigned long) : va_arg(raw->values, unsigned);
}

static int64_t next_signed(raw_text *raw, const directive *d)
{
    if (d->size[1] == 'l')
        return va_arg(raw->values, long long);
    return d->size[0] == 'l' ? va_arg(raw->values, long) : va_arg(raw->values, int);
}

static void put_value(raw_text *raw, const directive *d)
{
    char byte = '%';
    switch (d->conversion) {
    case 'c':
        byte = (char)va_arg(raw->values, int);
        put(raw, &byte, 1);
        break;
    case '%': put(raw, &byte, 1); break;
    case 's': put_text(raw, va_arg(raw->values, const char *), d); break;
    case 'd': put_number(raw, al_show_signed(next_signed(raw, d)), d); break;
    case 'u': put_number(raw, al_show_unsigned(next_unsigned(raw, d)), d); break;
    case 'x':
    case 'X': put_number(raw, al_show_hex(next_unsigned(raw, d), d->conversion == 'X'), d); break;
    default:
        assert(d->conversion == 'g' && d->precision >= 0); /* messages have no other directive */
        put_number(raw, al_show_real(va_arg(raw->values, double), (unsigned)d->precision), d);
    }
}

static size_t read_digits(const char **at)
{
    size_t number = 0;
    while (al_is_digit(**at))
        number = number * 10 + (size_t)(*(*at)++ - '0');
    return number;
}

/* Writes the value for the directive whose % is at `at`, and returns the position behind the directive. */
static const char *put_directive(raw_text *raw, const char *at)
{
    at++;
    directive d = {.zeros = *at == '0', .precision = -1};
    d.width = read_digits(&at);
    if (*at == '.') {
        at++;
        if (*at == '*')
            d.precision = va_arg(raw->values, int);
        else
            d.precision = (int)read_digits(&at);
        at += *at == '*';
    }
    for (size_t i = 0; i < 2 && (*at == 'l' || *at == 'z'); i++)
        d.size[i] = *at++;
    d.conversion = *at;
    put_value(raw, &d);
    return at + (*at != '\0');
}

/* ---- Escaping ------------------------------------------------------------------------------------------ */

/* Escapes text. If that has AL_MAX_MESSAGE bytes or more, cuts it, and ends it with "...". */
static size_t escape_and_cut(const char *text, size_t length, char out[AL_MAX_MESSAGE])
{
    static const char dots[] = "...";
    length = length < AL_MAX_MESSAGE ? length : AL_MAX_MESSAGE; /* the rest would be cut */
    if (al_escape(text, length, out, AL_MAX_MESSAGE) >= AL_MAX_MESSAGE) {
        (void)al_escape(text, length, out, AL_MAX_MESSAGE - (sizeof dots - 1));
        memcpy(out + strlen(out), dots, sizeof dots);
    }
    return strlen(out);
}

size_t al_make_message_of(char out[AL_MAX_MESSAGE], const char *sentence, va_list values)
{
    raw_text raw;
    raw.length = 0; /* its bytes are not cleared, which would take as long as many a message */
    va_copy(raw.values, values);
    for (const char *at; (at = strchr(sentence, '%')) != NULL; sentence = put_directive(&raw, at))
        put(&raw, sentence, (size_t)(at - sentence));
    va_end(raw.values);
    put(&raw, sentence, strlen(sentence));
    return escape_and_cut(raw.bytes, raw.length, out);
}

size_t al_make_message(char out[AL_MAX_MESSAGE], const char *sentence, ...)
{
    va_list values;
    va_start(values, sentence);
    const size_t length = al_make_message_of(out, sentence, values);
    va_end(values);
    return length;
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

size_t al_value_words(al_value v, char *out, size_t size)
{
    char words[AL_MAX_MESSAGE];
    al_number_text number = {.text = ""};
    switch (v.kind) {
    case AL_VALUE_NONE: break;
    case AL_VALUE_UINT: number = al_show_unsigned(v.as.uint_value); break;
    case AL_VALUE_INT: number = al_show_signed(v.as.int_value); break;
    case AL_VALUE_REAL: number = al_show_number(v.as.real_value); break;
    case AL_VALUE_TEXT:
        return copy_out(words, escape_and_cut(v.as.text.bytes, v.as.text.length, words), out, size);
    }
    return copy_out(number.text, strlen(number.text), out, size);
}

size_t al_real_words(double real, char *out, size_t size)
{
    const al_number_text number = al_show_shortest(real);
    return copy_out(number.text, strlen(number.text), out, size);
}
