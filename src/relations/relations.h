/* relations.h: rules across files. Each looks once at all files that there are, and then says of a file what
 * is wrong with it among the others.
 *
 * A file is here what a survey knows of it before any is checked: where it is. A relation that needs to know
 * what is in files will get it from the `facts` of their formats (kit/facts.h), collected by the survey.
 */
#ifndef AL_RELATIONS_RELATIONS_H
#define AL_RELATIONS_RELATIONS_H

#include <stddef.h>

#include "core/arena.h"
#include "core/findings.h"

/* A file that is checked together with all of its folder or package. */
typedef struct al_related {
    const char *path;
    const char *member; /* its path inside of `path`, a package; "" for a file */
} al_related;

/* All that some relation wants, by path and then by member, byte for byte. */
typedef struct al_related_files {
    const al_related *files;
    size_t count;
} al_related_files;

typedef struct al_relation {
    const char *format; /* the prefix of its rules; it reports them by the numbers that they have there */

    /* Whether a file or member of that name is among those it has to know of: all others are left out. */
    bool (*wants)(const char *name);

    /* Looks at all files. What it returns lives in the arena and is only read from then on, by several
     * threads. NULL when memory is short. */
    void *(*look)(const al_related_files *all, al_arena *arena);

    /* Reports what is wrong with the file of that number among the others. */
    void (*report)(const void *looked, size_t number, al_sink *sink);
} al_relation;

/* NULL beyond the last. */
const al_relation *al_relation_at(size_t number);

#endif
