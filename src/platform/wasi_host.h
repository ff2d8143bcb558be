/* wasi_host.h: functions of the page or of Node that the program calls in addition to WASI's: they read
 * inputs and create temporary files. web/assetlint.js implements them. */
#ifndef AL_PLATFORM_WASI_HOST_H
#define AL_PLATFORM_WASI_HOST_H

#include <stdint.h>

/* checksrc: allow extension: C has no other way to name an import */
#define AL_FROM_HOST(name) __attribute__((import_module("assetlint"), import_name(name)))

/* The inputs have numbers from 0 on, sorted by the bytes of their paths. All paths differ. A path doesn't
 * begin or end with a slash and has no part that is empty, `.` or `..`. No input is in a folder with another
 * input's path. */
AL_FROM_HOST("input_count") uint32_t al_host_input_count(void);

/* A path, and its length in bytes; without a NUL. */
AL_FROM_HOST("input_path_length") uint32_t al_host_input_path_length(uint32_t number);
AL_FROM_HOST("input_path") void al_host_input_path(uint32_t number, char *path);
AL_FROM_HOST("input_size") uint64_t al_host_input_size(uint32_t number);

/* Returns how many bytes it read, 0 at the end of the input, a negative number on failure. */
AL_FROM_HOST("input_read")
int32_t al_host_input_read(uint32_t number, uint64_t offset, void *buffer, uint32_t size);

/* The descriptor of a new temporary file; a negative number on failure. */
AL_FROM_HOST("temporary") int32_t al_host_temporary(void);

#endif
