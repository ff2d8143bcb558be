/* crash_note.h: what a program says when a sanitizer ends it, so that nobody has to guess which input it was
 * at. */
#ifndef ASSETLINT_FUZZ_CRASH_NOTE_H
#define ASSETLINT_FUZZ_CRASH_NOTE_H

/* Printed to stderr if a sanitizer ends the program from here on. The text is not copied: it may still be
 * changed. */
void crash_note_set(const char *text);

#endif
