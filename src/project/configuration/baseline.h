/* baseline.h: known findings, which are not reported again. */
#ifndef AL_PROJECT_CONFIGURATION_BASELINE_H
#define AL_PROJECT_CONFIGURATION_BASELINE_H

#include "core/arena.h"
#include "core/span.h"
#include "project/configuration/configuration.h"

typedef struct al_baseline_entry {
    uint64_t fingerprint;
    const char *rule, *path, *member, *field; /* "": no member */
    uint64_t at, end;                         /* bytes of the entry in the file */
} al_baseline_entry;

typedef struct al_baseline {
    const char *path;           /* of the file, as given; the caller owns it */
    al_span text;               /* of the file */
    al_baseline_entry *entries; /* sorted by fingerprint */
    uint32_t *by_path;          /* indices of entries, sorted by path and member */
    uint32_t *by_place;         /* indices of entries, in the order of the file */
    size_t count;
    al_buffer buffer;
    al_budget budget;
    al_arena arena;
} al_baseline;

/* Reads a file, or a text that has been read and that must stay, with at most `memory` bytes. NULL if that
 * fails: then `mistake` says why. */
al_baseline *al_baseline_read(const char *path, const al_span *text, uint64_t memory, al_mistake *mistake);
void al_baseline_free(al_baseline *baseline); /* may be NULL */

/* To be called after entries were changed. */
void al_baseline_sort(al_baseline *baseline);

/* Index of the first entry with a fingerprint, given as text like in findings; `count` if there is none. */
size_t al_baseline_find(const al_baseline *baseline, const char *fingerprint);

/* The entries of a file, or of a member, are by_path[*first] to by_path[*end - 1]. `member`: NULL for the
 * file and all of its members. */
void al_baseline_of_file(const al_baseline *baseline, const char *path, const char *member, size_t *first,
                         size_t *end);

#endif
