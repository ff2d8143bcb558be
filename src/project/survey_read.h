/* survey_read.h: reads files for the rules across files, before any file is checked. */
#ifndef AL_PROJECT_SURVEY_READ_H
#define AL_PROJECT_SURVEY_READ_H

#include "engine/options.h"
#include "engine/source.h"
#include "relations/relations.h"

/* Decides which files are read, and gets their contents. `number` is the index of a file. */
typedef struct al_looker {
    void *context;
    const uint8_t *wanted;                                                 /* for each file: its al_want */
    bool (*take)(void *context, size_t number, const al_content *content); /* false ends the reading */
    /* The package that the file with that number is in, or one that is in it, could not be opened. */
    void (*miss)(void *context, size_t number, const char *reason);
    al_watch *watch; /* counts the bytes and may stop the reading; or NULL */
} al_looker;

/* Reads the files that are wanted, and hands out their contents in their order. Members of a package
 * come in the order of the package; those that can't be found or opened in it don't come. A content takes at
 * most `memory` bytes. False when the system has no memory, or when the looker or its watch ended the
 * reading. */
bool al_look_into(const al_options *options, uint64_t memory, const al_related_files *all,
                  const al_looker *looker) AL_MUST_USE;

/* Reads a file as far as it is wanted. `content` must have its scratch arena. If the shortage of the arena's
 * budget is then AL_SHORTAGE_SYSTEM, the content must not be used. */
void al_read_content(al_content *content, al_source *source, const char *name, al_want want);

/* Parses the bytes of a file, or those that hold all its facts, if they are of a known format, and puts the
 * document into `content`. */
void al_read_document(al_content *content, const char *name, al_span bytes);

#endif
