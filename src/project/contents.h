/* contents.h: looks into files, one at a time, for the relations among them. */
#ifndef AL_PROJECT_CONTENTS_H
#define AL_PROJECT_CONTENTS_H

#include "engine/options.h"
#include "relations/relations.h"

/* Who wants to look into which files. */
typedef struct al_looker {
    void *context;
    al_need (*needs)(void *context, size_t number);
    bool (*take)(void *context, size_t number, const al_content *content); /* false: that is enough */
    al_watch *watch; /* of the looking; NULL: nobody watches */
} al_looker;

/* Hands over what is in those of the files that the looker asks for, in their order but for members of
 * packages, which come in the order of the package, and may be missing where it can't be read. What they hold
 * is there one at a time, and takes at most `memory` bytes. False when the system has no memory, or the
 * looker has enough. */
bool al_look_into(const al_options *options, uint64_t memory, const al_related_files *all,
                  const al_looker *looker) AL_MUST_USE;

/* What a format reads of bytes that are all of a file, or all of it that has facts; `content` has the memory
 * for that. */
void al_read_document(al_content *content, const char *name, al_span bytes);

#endif
