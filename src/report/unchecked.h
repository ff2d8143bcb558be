/* unchecked.h: files that could not be checked, or not to their end, and why. */
#ifndef ASSETLINT_REPORT_UNCHECKED_H
#define ASSETLINT_REPORT_UNCHECKED_H

#include <assetlint/assetlint.h>

/* "a limit stopped the check: WHY"; without why where no finding says so. */
typedef struct unchecked_text {
    char text[64 + AL_MESSAGE_SIZE];
} unchecked_text;
void unchecked_words(const al_result *result, unchecked_text *words);

#endif
