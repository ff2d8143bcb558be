/* format.h: what the engine and a format have to say to each other. */
#ifndef AL_FORMATS_FORMAT_H
#define AL_FORMATS_FORMAT_H

#include "kit/hooks.h"

typedef struct al_format {
    al_format_info info;
    const char *magic;       /* NULL: recognised by its hook `match` */
    const char *other_magic; /* of the same length; where there is but one, that one */
    size_t magic_length, magic_offset;
    const al_hooks *hooks;
    const size_t *first_rule; /* in the catalogue: what its rule numbers count from */
} al_format;

extern const al_format al_formats[];

#endif
