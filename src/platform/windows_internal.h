/* windows_internal.h: what the files of Windows share. */
#ifndef AL_PLATFORM_WINDOWS_INTERNAL_H
#define AL_PLATFORM_WINDOWS_INTERNAL_H

#define WIN32_LEAN_AND_MEAN
#include <wchar.h>
#include <windows.h>

#include "platform/platform.h"

/* ---- Errors are translated to errno, so that one list of texts is enough ------------------------------- */

/* The name of an output means a device, such as CON. */
enum { AL_ERROR_RESERVED = 9999 };

/* 0 for success. An error without an errno gets a number that al_error_text understands. */
int al_errno_of_windows(DWORD error);

/* The error of the call that has just failed; never 0. */
int al_windows_error(void);

/* ---- Texts and paths are UTF-8 in the program, UTF-16 in Windows --------------------------------------- */

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

/* ---- Files and interrupts ------------------------------------------------------------------------------ */

/* The handle of a file, also of a standard stream. */
HANDLE al_handle_of(al_file file);

/* The event that the first interrupt sets, for functions that wait; NULL if al_catch_interrupts was not
 * called. */
HANDLE al_interrupt_event(void);

/* True for an event of the console that al_catch_interrupts handles. */
bool al_is_caught_event(DWORD event);

#endif
