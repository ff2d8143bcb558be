/* source.h: where the bytes of a file come from. Files are read, never mapped: a mapped file that shrinks
 * kills the process. */
#ifndef AL_ENGINE_SOURCE_H
#define AL_ENGINE_SOURCE_H

#include "core/arena.h"

typedef enum al_source_state {
    AL_SOURCE_READ,       /* so far, all is well */
    AL_SOURCE_UNREADABLE, /* `error` is why */
    AL_SOURCE_TOO_LARGE,  /* for the greatest size of a file, which is `limit` */
    AL_SOURCE_TOO_MUCH,   /* for the memory of a check, of which `limit` is allowed */
    AL_SOURCE_NO_MEMORY   /* the budget's shortage is AL_SHORTAGE_SYSTEM */
} al_source_state;

typedef struct al_source {
    int descriptor;
    al_source_state state;
    int error; /* an errno */
    uint64_t limit;
    uint64_t size; /* as the system gives it; of a pipe, what was read of it */
    bool regular;  /* the system's size is to be believed */
    bool at_end;
    size_t length; /* bytes in the buffer */
} al_source;

/* A file of that path. It may be unreadable: then reading it does nothing. */
al_source al_source_open(const char *path);

/* An open descriptor, which al_source_close leaves alone: don't call it. */
al_source al_source_of(int descriptor);
void al_source_close(al_source *source);

/* Reads the first bytes into `buffer`, enough for every magic; more of them, or all there are, of a file that
 * will likely be read as a whole. Then the rest. */
void al_source_read_head(al_source *source, al_buffer *buffer, al_budget *budget, uint64_t max_size,
                         bool likely);
void al_source_read_rest(al_source *source, al_buffer *buffer, al_budget *budget, uint64_t max_size);

#endif
