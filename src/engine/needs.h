/* needs.h: which limits would have to be higher for a file that is too large. */
#ifndef AL_ENGINE_NEEDS_H
#define AL_ENGINE_NEEDS_H

#include <assetlint/assetlint.h>

/* The options that let a file of that size be read, in words; they are named together, so that nobody raises
 * one only to meet the next. */
typedef struct al_needs {
    char text[160];
} al_needs;

/* `reserved` bytes of memory are taken by others, such as the package that it is in. */
al_needs al_needs_of(const al_options *options, uint64_t file_size, uint64_t reserved);

#endif
