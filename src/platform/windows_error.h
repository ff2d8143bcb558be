/* windows_error.h: translates errors of Windows to errno, so that one list of texts is enough. */
#ifndef AL_PLATFORM_WINDOWS_ERROR_H
#define AL_PLATFORM_WINDOWS_ERROR_H

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

/* The name of an output means a device, such as CON. */
enum { AL_ERROR_RESERVED = 9999 };

/* 0 for success. An error without an errno gets a number that al_error_text understands. */
int al_errno_of_windows(DWORD error);

/* The error of the call that has just failed; never 0. */
int al_windows_error(void);

#endif
