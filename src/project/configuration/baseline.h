/* baseline.h: findings that were there before, and are not to be reported again. */
#ifndef AL_PROJECT_CONFIGURATION_BASELINE_H
#define AL_PROJECT_CONFIGURATION_BASELINE_H

#include "core/arena.h"
#include "core/span.h"
#include "project/configuration/configuration.h"

typedef struct al_baseline_entry {
    uint64_t fingerprint;
    const char *rule, *path, *member, *field; /* the member is "" where there is none */
    uint64_t at, end;                         /* of the entry, in the file */
} al_baseline_entry;

typedef struct al_baseline {
    const char *path;           /* of the file, as given; the caller's */
    al_span text;               /* all of it */
    al_baseline_entry *entries; /* by fingerprint */
    uint32_t *by_path;          /* their numbers, by path and member, */
    uint32_t *by_place;         /* and in the order of the file */
    size_t count;
    al_buffer buffer;
    al_budget budget;
    al_arena arena;
} al_baseline;

/* Reads a file, in at most so many bytes of memory. NULL where that fails, and the mistake says why. */
al_baseline *al_baseline_read(const char *path, uint64_t memory, al_mistake *mistake);

/* The same of a text that is there already, for tests. */
al_baseline *al_baseline_parse(const char *path, al_span text, uint64_t memory, al_mistake *mistake);
void al_baseline_free(al_baseline *baseline); /* also of NULL */

/* The number of the first entry with that fingerprint, as findings have it; the count where there is none. */
size_t al_baseline_find(const al_baseline *baseline, const char *fingerprint);

/* Entries of one file: `by_path` from `first` to before `end`. */
void al_baseline_of_file(const al_baseline *baseline, const char *path, const char *member, size_t *first,
                         size_t *end);

#endif
