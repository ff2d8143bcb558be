/* wasi_internal.h: what the files of WASI share. */
#ifndef AL_PLATFORM_WASI_INTERNAL_H
#define AL_PLATFORM_WASI_INTERNAL_H

#include <wasi/api.h>

#include "platform/platform.h"

/* The longest path of Windows has 32,767 characters of at most 3 bytes. */
enum { AL_LONGEST_PATH = 100000 };

al_file_kind al_kind_of(__wasi_filetype_t type);

/* Opens a file or a folder. Returns an error. */
int al_open_path(const char *path, __wasi_oflags_t how, __wasi_fdflags_t flags, __wasi_fd_t *descriptor);

/* A path that a function of wasi_host.h derives from another one, for the caller to free. NULL on failure, if
 * there is no such path, and when out of memory. */
char *al_derived_path(int32_t (*derive)(const char *path, char *buffer, uint32_t size), const char *path);

#endif
