/* job.h: what the code of a format works with while it reads and judges one file. */
#ifndef AL_KIT_JOB_H
#define AL_KIT_JOB_H

#include "core/arena.h"
#include "core/findings.h"
#include "core/inflate.h"
#include "core/span.h"
#include "kit/measures.h"

struct al_listener;

/* It belongs to the engine, and lasts as long as the check; so does all that it points to. */
typedef struct al_job {
    const char *name; /* base name of the file */
    al_span file;
    al_arena *arena; /* memory of the check, gone after it */
    al_sink *sink;
    al_inflater *inflater;
    uint64_t max_inflated;
    size_t limit_rule;       /* the format's `limit` */
    bool pictures_are_known; /* rules across files say which of the pictures that it names there are */
    al_measures *measures;   /* gets what budgets bound; all zero; NULL: nobody asks */
    const struct al_listener *listener; /* hears what is read; NULL: nobody */
    char version[16];                   /* filled in by the format, when it could be read */
} al_job;

/* Reports that the memory limit ended something, unless memory ran out for another reason: then there will be
 * no verdict at all. `rule` is the format's `limit`; offset, length and path are those of what could not be
 * judged. */
void al_report_memory_limit(al_job *job, size_t rule, al_path path, uint64_t offset, uint64_t length);

/* The same of the whole file, as the format's `limit`. */
void al_report_no_memory(al_job *job);

/* Reports that a file does not begin with its magic of `size` bytes, and what it is instead where that is
 * known. `behind` is what else belongs to the magic, for the message: " and a NUL". */
void al_report_magic(al_sink *s, const al_claim *claim, al_span file, size_t size, const char *magic,
                     const char *behind);

#endif
