/* crash_note.c: speaks through the death callback of the sanitizers' runtime. */
#include "crash_note.h"

#include "sanitizers.h"

#include <stddef.h>
#include <stdio.h>

static const char *crash_note; /* of the whole process, as its death is */

#if FUZZ_WITH_ASAN

void __sanitizer_set_death_callback(void (*callback)(void)); /* of sanitizer/common_interface_defs.h */

static void speak(void)
{
    (void)fprintf(stderr, "\nit happened at %s\n", crash_note);
}

void crash_note_set(const char *text)
{
    if (crash_note == NULL)
        __sanitizer_set_death_callback(speak);
    crash_note = text;
}

#else

void crash_note_set(const char *text)
{
    crash_note = text;
    (void)crash_note;
}

#endif
