/* last_words.h: what a program says when a sanitizer ends it, so that nobody has to guess which input it was
 * at. */
#ifndef ASSETLINT_FUZZ_LAST_WORDS_H
#define ASSETLINT_FUZZ_LAST_WORDS_H

/* Printed to stderr if a sanitizer ends the program from here on. The text is not copied: it may still be
 * changed. */
void last_words_are(const char *text);

#endif
