/* format.h: a format as the engine sees it. */
#ifndef AL_FORMATS_FORMAT_H
#define AL_FORMATS_FORMAT_H

#include "kit/hooks.h"

typedef struct al_format {
    al_format_info info;
    const al_hooks *hooks;
    const size_t *first_rule; /* index of the format's first rule in the catalogue */
} al_format;

extern const al_format al_formats[];

/* The format with that id; NULL: there is none. */
const al_format *al_find_format(const char *id);

#endif
