/* finding_message.c: the messages of findings, and the words of their values. */
#include "core/finding_message.h"

#include <stdio.h>
#include <string.h>

#include "core/number.h"
#include "core/text.h"

_Static_assert((int)AL_MESSAGE_SIZE == (int)AL_MAX_MESSAGE, "the public name of the same number");

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
    char raw[AL_MAX_MESSAGE + 1]; /* one more: then the message ends in dots */
    const int length = vsnprintf(raw, sizeof raw, sentence, values);
    return escape_and_cut(raw, length > 0 ? strlen(raw) : 0, out);
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
