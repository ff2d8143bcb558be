/* last_words.c: speaks through the death callback of the sanitizers' runtime. */
#include "last_words.h"

#include "sanitizers.h"

#include <stddef.h>
#include <stdio.h>

static const char *last_words; /* of the whole process, as its death is */

#if FUZZ_WITH_ASAN

void __sanitizer_set_death_callback(void (*callback)(void)); /* of sanitizer/common_interface_defs.h */

static void speak(void)
{
    (void)fprintf(stderr, "\nit happened at %s\n", last_words);
}

void last_words_are(const char *text)
{
    if (last_words == NULL)
        __sanitizer_set_death_callback(speak);
    last_words = text;
}

#else

void last_words_are(const char *text)
{
    last_words = text;
    (void)last_words;
}

#endif
