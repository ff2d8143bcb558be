/* crash_note.c: prints the note in the death callback of the sanitizers' runtime. */
#include "crash_note.h"

#include "sanitizers.h"

#include <stddef.h>
#include <stdio.h>

static const char *note; /* for all threads, since a crash ends them all */

#if FUZZ_WITH_ASAN

void __sanitizer_set_death_callback(void (*callback)(void)); /* of sanitizer/common_interface_defs.h */

static void print_note(void)
{
    (void)fprintf(stderr, "\ncrashed at %s\n", note);
}

void crash_note_set(const char *text)
{
    if (note == NULL)
        __sanitizer_set_death_callback(print_note);
    note = text;
}

#else

void crash_note_set(const char *text)
{
    note = text;
    (void)note;
}

#endif
