/* windows_error.h: errors of Windows as numbers of the C library, so that there is one set of texts. */
#ifndef AL_PLATFORM_WINDOWS_ERROR_H
#define AL_PLATFORM_WINDOWS_ERROR_H

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

/* A report can't be written to a name that means a device. */
enum { AL_ERROR_RESERVED = 9999 };

/* 0 stays 0; what has no number of the C library gets one that al_error_text knows. */
int al_errno_of_windows(DWORD error);

/* Of the call that has just failed: never 0. */
int al_windows_error(void);

#endif
