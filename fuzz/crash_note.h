/* crash_note.h: what a program prints when a sanitizer ends it: the input that it was working on. */
#ifndef ASSETLINT_FUZZ_CRASH_NOTE_H
#define ASSETLINT_FUZZ_CRASH_NOTE_H

/* From now on printed to stderr if a sanitizer ends the program. The text is not copied: it may change later.
 */
void crash_note_set(const char *text);

#endif
