/* source.h: the bytes of one file, which come from a path, a stream or memory. Files are read, never mapped:
 * a mapped file that shrinks kills the process. */
#ifndef AL_ENGINE_SOURCE_H
#define AL_ENGINE_SOURCE_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/limits.h"
#include "core/span.h"
#include "platform/platform.h"

typedef enum al_source_state {
    AL_SOURCE_READ,       /* nothing has failed so far */
    AL_SOURCE_UNREADABLE, /* `reason` says why */
    AL_SOURCE_TOO_LARGE,  /* larger than the limit of file sizes, which is `limit` */
    AL_SOURCE_TOO_MUCH,   /* needs more memory than the check may hold, which is `limit` */
    AL_SOURCE_NO_MEMORY   /* the budget's shortage is AL_SHORTAGE_SYSTEM */
} al_source_state;

/* A file that is read as a stream. */
typedef struct al_file_reader {
    al_file file;
    int error;       /* of the last call */
    bool waits;      /* a pipe, which may give nothing for a long time */
    al_watch *watch; /* counts the bytes and may stop the reading; or NULL */
} al_file_reader;

/* A stream of an open file from its current position. The caller closes the file. `reader` must outlive the
 * stream. */
al_stream al_stream_of_file(al_file_reader *reader, al_file file);

typedef struct al_source {
    al_stream stream;
    al_file_reader reader;
    bool opened;       /* the file of `reader` must be closed */
    al_buffer *buffer; /* for the bytes that are read, */
    al_budget *budget; /* and what pays for it */
    uint64_t max_size;
    al_source_state state;
    const char *what; /* could not be read: "file" */
    const char *reason;
    bool absent; /* no file has that path */
    uint64_t limit;
    uint64_t size; /* bytes, as the system or the caller said; else those that were read */
    bool sized;    /* the system or the caller said the size */
    bool at_end;
    bool already_read;        /* by the survey: the bytes are of no format */
    size_t length;            /* bytes that were read, without these: */
    uint8_t end[AL_END_SIZE]; /* the last ones of the file, if `end_length` is above 0 */
    size_t end_length;
    al_span memory;
} al_source;

/* Opens the file of that path. If that fails, the state says so and reading does nothing. The source must
 * stay at its address until it is closed. */
void al_source_open(al_source *source, const char *path);

/* The same for a path that was a file when its folder was listed. A named pipe or a device that took its
 * place is unreadable: nobody may ever write to it. */
void al_source_open_listed(al_source *source, const char *path);
void al_source_close(al_source *source);

al_source al_source_of_stream(const al_stream *stream);
al_source al_source_of_memory(al_span memory);

/* A file that can't be checked, since `what` can't be read: "list of the folder". */
al_source al_source_unreadable(const char *what, const char *reason);

/* A file of that size whose bytes are not needed again. */
al_source al_source_already_read(uint64_t size);

/* Sets where the bytes go and the limit of their number, before the first are read. */
void al_source_begin(al_source *source, al_buffer *buffer, al_budget *budget, uint64_t max_size);

/* The first reads the first bytes, enough for every magic, or more of a file that will `likely` be read
 * completely. The second reads the rest. */
void al_source_read_head(al_source *source, bool likely);
void al_source_read_rest(al_source *source);

/* Reads at least the first `length` bytes, or all if the file has fewer. */
void al_source_read_first(al_source *source, uint64_t length);

/* Reads the last AL_END_SIZE bytes of an opened file whose size is known, or the rest if that has no more. */
void al_source_read_end(al_source *source);

/* Begins, and reads all bytes. */
void al_source_read_whole(al_source *source, al_buffer *buffer, al_budget *budget, uint64_t max_size);

/* The bytes that were read, none before al_source_begin; valid until more are read. */
al_span al_source_bytes(const al_source *source);

/* The last bytes of the file, if they were read by themselves; valid as long as the source. */
al_span al_source_end(const al_source *source);

#endif
