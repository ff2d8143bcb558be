/* windows_text.h: texts and paths between the program, whose texts are UTF-8, and Windows, whose texts are
 * UTF-16. */
#ifndef AL_PLATFORM_WINDOWS_TEXT_H
#define AL_PLATFORM_WINDOWS_TEXT_H

#include <stddef.h>
#include <wchar.h>

/* Names may hold halves of surrogate pairs: each becomes the three bytes that UTF-8 would have for it, and
 * back. To be freed; NULL with errno set: EILSEQ where the text is no UTF-8, ENOMEM. */
wchar_t *al_wide_text(const char *text);
char *al_narrow_text(const wchar_t *text, size_t length);

/* The same for a path of Windows, with `/` for each `\`. */
char *al_narrow_path(const wchar_t *path, size_t length);

/* Turns a path into one that Windows takes as it is: absolute, of any length, without names that mean devices
 * or other streams of a file. Returns an error; otherwise `*wide` is to be freed. */
int al_wide_path(const char *path, wchar_t **wide);

#endif
