/* hooks.h: what a format gives to the engine, which knows nothing else of it. */
#ifndef AL_KIT_HOOKS_H
#define AL_KIT_HOOKS_H

#include "kit/job.h"
#include "kit/layout.h"

typedef struct al_hooks {
    size_t limit_rule;                             /* its <id>/limit */
    const al_layout *const *layouts;               /* of its records; NULL behind the last */
    bool (*match)(al_span head, const char *name); /* NULL: recognised by its magic */
    void (*check)(al_job *job);
    void (*dump)(al_job *job, const al_visitor *visitor);
} al_hooks;

#endif
