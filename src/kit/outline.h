/* outline.h: builds the tree of lists, objects and values that dump shows from the announcements of a walk.
 * The tree follows from the paths, so dump and findings use the same names.
 */
#ifndef AL_KIT_OUTLINE_H
#define AL_KIT_OUTLINE_H

#include "core/limits.h"
#include "kit/job.h"
#include "kit/listener.h"

/* An open list, an open item of the list before it, or an open object. */
typedef struct al_outline_level {
    const char *name;
    int64_t index; /* of an item; -1: not an item */
    bool list;
    al_extent extent;
} al_outline_level;

typedef struct al_outline {
    al_listener listener; /* of the job */
    const al_visitor *visitor;
    /* Gets each record and text before the visitor does. NULL: no such listener. */
    const al_listener *tap;
    al_job *job;
    al_outline_level levels[AL_MAX_PATH_DEPTH];
    size_t depth;
    uint64_t seen, inflated; /* bytes read and inflated to show arrays */
} al_outline;

/* Makes `o` the listener of the job and shows what it gets to `visitor`. All three must outlive the walks of
 * the job. */
void al_outline_start(al_outline *o, al_job *job, const al_visitor *visitor);

/* Closes the open levels. */
void al_outline_end(al_outline *o);

#endif
