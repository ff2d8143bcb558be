/* windows_file.h: what the files of this folder ask about open files. */
#ifndef AL_PLATFORM_WINDOWS_FILE_H
#define AL_PLATFORM_WINDOWS_FILE_H

#include "platform/platform.h"
#include "platform/windows_error.h"

/* Opens what a path leads to, to ask for what it is. NULL with `*error` set when that can't be had; otherwise
 * to be closed. */
HANDLE al_open_for_attributes(const char *path, int *error);

/* The handle behind a file: the standard streams have numbers. */
HANDLE al_handle_of(al_file file);

#endif
