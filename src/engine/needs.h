/* needs.h: names the options with which a file that is too large can be checked. */
#ifndef AL_ENGINE_NEEDS_H
#define AL_ENGINE_NEEDS_H

#include <assetlint/assetlint.h>

/* The options in words, all that are needed at once. */
typedef struct al_needs {
    char text[160];
} al_needs;

/* `reserved` bytes of the memory limit are taken by others, such as the package of a member. */
al_needs al_needs_of(const al_options *options, uint64_t file_size, uint64_t reserved);

#endif
