/* crash_note.c: prints the note in the death callback of the sanitizers' runtime. */
#include "crash_note.h"

#include "core/compiler.h" /* with the functions of the sanitizers */

#include <stddef.h>
#include <stdio.h>

static const char *note; /* for all threads, since a crash ends them all */

#if AL_WITH_ASAN

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
