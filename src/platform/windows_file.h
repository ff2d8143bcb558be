/* windows_file.h: handles of files. */
#ifndef AL_PLATFORM_WINDOWS_FILE_H
#define AL_PLATFORM_WINDOWS_FILE_H

#include "platform/platform.h"
#include "platform/windows_error.h"

/* Opens a file or folder only to get its attributes. NULL on failure, with `*error` set; otherwise the caller
 * closes the handle. */
HANDLE al_open_for_attributes(const char *path, int *error);

/* The handle of a file, also of a standard stream. */
HANDLE al_handle_of(al_file file);

#endif
