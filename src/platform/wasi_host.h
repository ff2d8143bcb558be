/* wasi_host.h: functions of the page or of Node that the program calls in addition to WASI's. web/wasi.js
 * passes both to a host: web/memory.js for files in memory, web/node/system.js for those of the machine.
 *
 * The program calls WASI's own functions for files, not those of the C library, which know no current folder
 * and no paths of Windows. A path means to the host what it means to the system; WASI's type `unknown` is a
 * named pipe.
 */
#ifndef AL_PLATFORM_WASI_HOST_H
#define AL_PLATFORM_WASI_HOST_H

#include <stdbool.h>
#include <stdint.h>

/* checksrc: allow extension: C has no other way to name an import */
#define AL_FROM_HOST(name) __attribute__((import_module("assetlint"), import_name(name)))

/* The folder that WASI's functions want with each path: the host's current folder. */
enum { AL_HOST_FOLDER = 3 };

/* The system has paths with drives and `\`, and a shell that doesn't expand patterns. */
AL_FROM_HOST("is_windows") bool al_host_is_windows(void);

/* These copy a path into a buffer, cut to its size, without a NUL, and return the path's length; a negative
 * error on failure. `target` is al_link_target's: 0 if the path is not a link that leads to something.
 * `place` follows links even to a file that doesn't exist. */
AL_FROM_HOST("current_folder") int32_t al_host_current_folder(char *buffer, uint32_t size);
AL_FROM_HOST("target") int32_t al_host_target(const char *path, char *buffer, uint32_t size);
AL_FROM_HOST("place") int32_t al_host_place(const char *path, char *buffer, uint32_t size);

/* Opens the file that al_output_open describes, or al_output_replace if it must be `whole`, and returns its
 * descriptor; a negative error on failure. Copies two paths into a buffer, each with a NUL: the one that the
 * file must be renamed to, and the one that it has now, empty if the file is written directly. */
AL_FROM_HOST("output")
int32_t al_host_output(const char *path, bool whole, char *buffer, uint32_t size);

/* The descriptor of a new temporary file; a negative number on failure. */
AL_FROM_HOST("temporary") int32_t al_host_temporary(void);

/* Columns of a terminal; 0 if the descriptor is not that of a terminal. */
AL_FROM_HOST("terminal_width") int32_t al_host_terminal_width(uint32_t descriptor);

/* As al_file_wait, al_catch_interrupts and al_interrupted. */
AL_FROM_HOST("wait") bool al_host_wait(uint32_t descriptor, int32_t milliseconds);
AL_FROM_HOST("catch_interrupts") bool al_host_catch_interrupts(int32_t exit_status);
AL_FROM_HOST("interrupted") bool al_host_interrupted(void);

#endif
