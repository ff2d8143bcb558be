/* hooks.h: the interface between the engine and a format: how to read a file, how to judge the document, and
 * which names other files may refer to.
 */
#ifndef AL_KIT_HOOKS_H
#define AL_KIT_HOOKS_H

#include "kit/drawing.h"
#include "kit/facts.h"
#include "kit/job.h"
#include "kit/layout.h"

typedef enum al_parsed {
    AL_READ,     /* the document has everything up to what stopped the parser, which is reported */
    AL_REFUSED,  /* no document; a finding says why */
    AL_NO_MEMORY /* the engine reports it */
} al_parsed;

typedef struct al_hooks {
    size_t limit_rule;                             /* number of its rule <id>/limit */
    const al_layout *const *layouts;               /* of its records; NULL behind the last */
    const al_magic *magic;                         /* NULL: a format without magic, recognised by `match` */
    bool (*match)(al_span head, const char *name); /* whether the first bytes and the name fit the format */
    size_t document_size;                          /* bytes of a document */

    /* Reads the job's file into `document`, which is all zero. Reads the file once, in the order of its
     * bytes, and reports only what stops it. */
    al_parsed (*parse)(al_job *job, void *document);

    /* Runs the rules over the document. */
    void (*judge)(al_job *job, const void *document);

    /* Adds the names that the file defines and those that it refers to. NULL: a format without facts. */
    void (*facts)(const void *document, const al_facts *facts);

    /* The number of bytes that hold all facts of a file, computed from its first AL_HEAD_SIZE bytes: where
     * only facts are needed, `parse` gets no more than these. NULL: the whole file. */
    uint64_t (*facts_end)(al_span head);

    /* Measures the box around the vertices of a mesh, whose data it inflates: at most `most` bytes. False if
     * the positions can't be read or are not finite. NULL: the format has none, or no rule compares them. */
    bool (*extent)(const void *document, al_inflater *inflater, uint64_t most, al_mesh_box *extent);

    /* Adds up the measures of budgets. NULL: the format has none of them. */
    void (*measure)(const void *document, al_measures *measures);

    /* Adds what can be drawn of the file, also of one that is broken: whatever the document has. May inflate
     * at most the job's max_inflated bytes. NULL: the format has nothing to draw. */
    void (*draw)(const al_job *job, const void *document, al_drawing *drawing);
} al_hooks;

#endif
