/* common.h: what the files of all systems share. */
#ifndef AL_PLATFORM_COMMON_H
#define AL_PLATFORM_COMMON_H

#include "platform/platform.h"

/* The text of an errno whose wording differs among C libraries; NULL for any other error. */
const char *al_usual_error_text(int error);

/* ---- The form of paths on Windows, for its program and for WebAssembly on Windows ---------------------- */

bool al_is_separator(char c);
bool al_starts_with_drive(const char *path);

/* As al_path_root and al_path_use_slashes. */
size_t al_drive_root(const char *path);
void al_drive_use_slashes(char *path);

/* ---- What each system provides for outputs ------------------------------------------------------------- */

/* Opens an output, whose members are 0 or NULL. Returns an error; al_output_open then discards the output. */
int al_output_start(const char *path, al_output *output);

/* Has the system write to the disk what was written to a stream. Returns an error. */
int al_stream_sync(FILE *stream);

/* Renames a file, over an existing one. Returns an error. */
int al_replace_file(const char *from, const char *to);
void al_remove_file(const char *path);

/* Removes the temporary files of unfinished outputs; no output may be opened after it. Handlers of signals
 * and of console events may call it. */
void al_remove_unfinished(void);

/* Takes a temporary file off the list of those that an interrupt removes. */
void al_forget_unfinished(const char *path);

#endif
