/* outline.h: what a walk announces, as the tree of lists, objects and values that dump shows. It is made from
 * the paths alone, so what is shown is called as findings call it.
 */
#ifndef AL_KIT_OUTLINE_H
#define AL_KIT_OUTLINE_H

#include "core/limits.h"
#include "kit/job.h"
#include "kit/listener.h"

/* A list, an item of the list before it, or an object of its own, that is open. */
typedef struct al_outline_level {
    const char *name;
    int64_t index; /* of an item; -1: an object */
    bool list;
    al_extent extent;
} al_outline_level;

typedef struct al_outline {
    al_listener listener; /* to be given to a job */
    const al_visitor *visitor;
    /* Hears of each record and text before it is shown, with its layout. NULL: nobody. */
    const al_listener *tap;
    al_job *job;
    al_outline_level levels[AL_MAX_PATH_DEPTH];
    size_t depth;
    uint64_t seen, inflated; /* bytes that were gone through to show arrays */
} al_outline;

/* Makes `o` listen for `visitor` to the walks of `job`. All three live as long as these do. */
void al_outline_start(al_outline *o, al_job *job, const al_visitor *visitor);

/* Ends what is still open. */
void al_outline_end(al_outline *o);

#endif
