/* options.h: what a check is to look for, and how far it may go. */
#ifndef AL_ENGINE_OPTIONS_H
#define AL_ENGINE_OPTIONS_H

#include "core/findings.h"
#include "formats/catalogue.h"

struct al_options {
    uint64_t limits[AL_LIMIT_MEMORY + 1]; /* by al_limit */
    uint64_t fail_allocation;
    bool selecting; /* al_options_select was called: */
    bool selected[AL_MOST_RULES];
    bool ignored[AL_MOST_RULES];
    unsigned games;                     /* rules about none of them are off */
    al_setting levels[AL_MOST_RULES];   /* before the three above */
    al_setting settings[AL_MOST_RULES]; /* what follows from all of it */
};

/* Options as al_options_new gives them, in memory of the caller. */
void al_options_init(al_options *options);

#endif
