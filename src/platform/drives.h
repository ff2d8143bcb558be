/* drives.h: the form of paths on Windows, for the program of Windows and for WebAssembly on Windows. */
#ifndef AL_PLATFORM_DRIVES_H
#define AL_PLATFORM_DRIVES_H

#include <stdbool.h>
#include <stddef.h>

bool al_is_separator(char c);
bool al_starts_with_drive(const char *path);

/* As al_path_root and al_path_use_slashes. */
size_t al_drive_root(const char *path);
void al_drive_use_slashes(char *path);

#endif
