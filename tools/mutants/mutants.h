/* mutants.h: lets one build carry all mutants of the library. tools/mutants/points.py puts AL_MUTANT(n) into
 * a copy of a source, wherever its mutant n differs from the original; the copy includes this file first.
 *
 * The environment of a process selects the mutant, for example AL_MUTANT=src/core/span.c:17, or the recording
 * of the mutants that it reaches: AL_MUTANTS_RECORD=FOLDER. */
#ifndef ASSETLINT_MUTANTS_H
#define ASSETLINT_MUTANTS_H

/* Returns the number of the active mutant of this file: 0 for none, -1 to record reached ones in *reached. */
int al_mutants_begin(const char *file, unsigned count, unsigned char **reached);

#ifdef AL_MUTANTS_FILE
static int al_mutants_active;
static unsigned char *al_mutants_reached;

__attribute__((constructor)) static void al_mutants_start(void)
{
    al_mutants_active = al_mutants_begin(AL_MUTANTS_FILE, AL_MUTANTS_COUNT, &al_mutants_reached);
}

__attribute__((noinline)) static int al_is_mutant(int n)
{
    if (al_mutants_active == n)
        return 1;
    if (al_mutants_active < 0)
        al_mutants_reached[n] = 1;
    return 0;
}

#define AL_MUTANT(n) (__builtin_expect(al_mutants_active != 0, 0) && al_is_mutant(n))
#endif

#endif
