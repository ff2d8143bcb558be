/* source.h: where the bytes of a file come from: from a path, from a stream of the caller, or from memory.
 * Files are read, never mapped: a mapped file that shrinks kills the process. */
#ifndef AL_ENGINE_SOURCE_H
#define AL_ENGINE_SOURCE_H

#include <assetlint/assetlint.h>

#include "containers/members.h"
#include "core/arena.h"
#include "core/span.h"
#include "platform/platform.h"

typedef enum al_source_state {
    AL_SOURCE_READ,       /* so far, all is well */
    AL_SOURCE_UNREADABLE, /* `reason` is why */
    AL_SOURCE_TOO_LARGE,  /* for the greatest size of a file, which is `limit` */
    AL_SOURCE_TOO_MUCH,   /* for the memory of a check, of which `limit` is allowed */
    AL_SOURCE_NO_MEMORY   /* the budget's shortage is AL_SHORTAGE_SYSTEM */
} al_source_state;

/* A file that is read as a stream. */
typedef struct al_file_reader {
    al_file file;
    int error;       /* of the last call */
    bool waits;      /* it may have nothing to read for a long time */
    al_watch *watch; /* of what is read; NULL: nobody watches */
} al_file_reader;

/* A stream of an open file from where it stands, to be closed by whoever opened it. Both live as long. */
al_stream al_stream_of_file(al_file_reader *reader, al_file file);

/* A member of an open package that is read as a stream. */
typedef struct al_member_reader {
    const al_container *kind;
    al_members *members;
} al_member_reader;

/* A stream of the member that was opened last. Both live as long. */
al_stream al_stream_of_member(al_member_reader *reader, const al_member *member);

typedef struct al_source {
    al_stream stream; /* without a size: that is below */
    al_file_reader reader;
    bool opened;       /* `reader` is to be closed */
    al_buffer *buffer; /* of what is read, */
    al_budget *budget; /* and what pays for it */
    uint64_t max_size;
    al_source_state state;
    const char *reason;
    bool absent; /* there is no such file */
    uint64_t limit;
    uint64_t size; /* as it was announced; otherwise what was read */
    bool sized;    /* it was announced */
    bool at_end;
    bool seen;     /* its bytes are of no format, and were read by somebody else */
    size_t length; /* of what was read */
    al_span memory;
} al_source;

/* A file of that path. It may be unreadable: then reading it does nothing. The source stays where it is until
 * it is closed. */
void al_source_open(al_source *source, const char *path);
void al_source_close(al_source *source);

al_source al_source_of_stream(const al_stream *stream);
al_source al_source_of_memory(al_span memory);

/* A file of that size whose bytes nobody needs any more. */
al_source al_source_seen(uint64_t size);

/* Says where the bytes go and how many may come, before the first are read. */
void al_source_begin(al_source *source, al_buffer *buffer, al_budget *budget, uint64_t max_size);

/* Reads the first bytes, enough for every magic; more of them, or all there are, of a file that will `likely`
 * be read as a whole. Then the rest. */
void al_source_read_head(al_source *source, bool likely);
void al_source_read_rest(al_source *source);

/* The first bytes, so many at least if there are as many, for what isn't needed as a whole. */
void al_source_read_first(al_source *source, uint64_t length);

/* All three, for what is read as a whole whatever its first bytes are. */
void al_source_read_whole(al_source *source, al_buffer *buffer, al_budget *budget, uint64_t max_size);

/* What was read; valid until more is. */
al_span al_source_bytes(const al_source *source);

#endif
