/* hooks.h: what a format gives to the engine, which knows nothing else of it: how to read a file, how to
 * judge what was read, and what in it other files may refer to.
 */
#ifndef AL_KIT_HOOKS_H
#define AL_KIT_HOOKS_H

#include "kit/facts.h"
#include "kit/job.h"
#include "kit/layout.h"
#include "kit/measures.h"

typedef enum al_parsed {
    AL_READ,    /* there is a document of what could be read; what stopped it, if anything did, is reported */
    AL_REFUSED, /* there is none; a finding says why */
    AL_NO_MEMORY /* the engine says so */
} al_parsed;

typedef struct al_hooks {
    size_t limit_rule;                             /* its <id>/limit */
    const al_layout *const *layouts;               /* of its records; NULL behind the last */
    bool (*match)(al_span head, const char *name); /* NULL: recognised by its magic */
    size_t document_size;                          /* bytes of a document */

    /* Reads the job's file into `document`, which is all zero. Goes through the file once, in the order of
     * its bytes; reports only what stops it. */
    al_parsed (*parse)(al_job *job, void *document);

    /* Runs the rules over what was read. */
    void (*judge)(al_job *job, const void *document);

    /* Hands out what other files may refer to, and what of them this one refers to. NULL: nothing. */
    void (*facts)(const void *document, const al_facts *facts);

    /* How many bytes of a file hold all its facts, by what is in the first AL_HEAD_SIZE of them: `parse` is
     * given no more when nothing but facts are asked for. NULL: all of it. */
    uint64_t (*facts_end)(al_span head);

    /* Adds up what budgets bound, and that the format has. NULL: nothing of it. */
    void (*measure)(const void *document, al_measures *measures);
} al_hooks;

#endif
