/* words.h: the message of a finding as text, for tests. */
#ifndef ASSETLINT_TESTS_WORDS_H
#define ASSETLINT_TESTS_WORDS_H

#include "unit.h"

#include <assetlint/assetlint.h>
#include <string.h>

typedef struct words {
    char text[AL_MESSAGE_SIZE];
} words;

static inline words words_of(al_value value)
{
    words w = {.text = ""};
    const size_t length = al_value_words(value, w.text, sizeof w.text);
    assert_int_equal(length, strlen(w.text));
    return w;
}

static inline void assert_message(const al_finding *f, const char *message)
{
    assert_string_equal(f->message, message);
}

static inline void assert_words(al_value value, const char *wanted)
{
    assert_int_not_equal(value.kind, AL_VALUE_NONE);
    assert_string_equal(words_of(value).text, wanted);
}

static inline void assert_no_value(al_value value)
{
    assert_int_equal(value.kind, AL_VALUE_NONE);
}

#endif
