/* wasi_host.h: what a page hands to the program beside WASI: the inputs, which stay where they are until they
 * are read, and room for temporary files. web/assetlint.js has the other side of it.
 */
#ifndef AL_PLATFORM_WASI_HOST_H
#define AL_PLATFORM_WASI_HOST_H

#include <stdint.h>

/* checksrc: allow extension: nothing else is said by it */
#define AL_FROM_HOST(name) __attribute__((import_module("assetlint"), import_name(name)))

/* Inputs, numbered from 0 in the order of the bytes of their paths, no two of which are the same. A path has
 * neither a slash at its ends nor parts that are empty, `.` or `..`, and none is a folder of another. */
AL_FROM_HOST("input_count") uint32_t al_host_input_count(void);

/* Bytes of the path, without a NUL. */
AL_FROM_HOST("input_path_length") uint32_t al_host_input_path_length(uint32_t number);
AL_FROM_HOST("input_path") void al_host_input_path(uint32_t number, char *path);
AL_FROM_HOST("input_size") uint64_t al_host_input_size(uint32_t number);

/* Returns how many bytes it read, 0 at the end, and less than 0 where they can't be had. */
AL_FROM_HOST("input_read")
int32_t al_host_input_read(uint32_t number, uint64_t place, void *buffer, uint32_t size);

/* A descriptor of a new file that has no name, or less than 0. */
AL_FROM_HOST("temporary") int32_t al_host_temporary(void);

#endif
