/* windows_text.h: converts texts and paths between UTF-8, which the program uses, and UTF-16, which Windows
 * uses. */
#ifndef AL_PLATFORM_WINDOWS_TEXT_H
#define AL_PLATFORM_WINDOWS_TEXT_H

#include <stddef.h>
#include <wchar.h>

/* An unpaired surrogate, which names of files may contain, becomes the three bytes that UTF-8 would have for
 * it, and vice versa. The caller frees the result. NULL on failure, with errno: EILSEQ if the text is not
 * UTF-8, or ENOMEM. */
wchar_t *al_wide_text(const char *text);
char *al_narrow_text(const wchar_t *text, size_t length);

/* The same for a path of Windows; replaces each `\` by `/`. */
char *al_narrow_path(const wchar_t *path, size_t length);

/* Converts a path to an absolute one that Windows doesn't interpret: it has any length, and never leads to a
 * device or to another stream of a file. Returns an error; if that is 0, the caller frees `*wide`. */
int al_wide_path(const char *path, wchar_t **wide);

#endif
