/* limit_advice.h: names the options with which a file that is too large can be checked. */
#ifndef AL_ENGINE_LIMIT_ADVICE_H
#define AL_ENGINE_LIMIT_ADVICE_H

#include <assetlint/assetlint.h>

/* The options in words, all that are needed at once. */
typedef struct al_limit_advice {
    char text[160];
} al_limit_advice;

/* `reserved` bytes of the memory limit are taken by others, such as the package of a member. */
al_limit_advice al_limit_advice_for(const al_options *options, uint64_t file_size, uint64_t reserved);

#endif
