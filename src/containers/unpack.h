/* unpack.h: decompresses members of archives through libarchive, which only unpack.c knows.
 *
 * libarchive allocates by itself, as much as an archive tells it to. So it sees as little of one as possible.
 * Instead of a zip or 7z it reads a small archive that we write: the packed bytes of one stream between
 * headers of ours. The headers of a tar only libarchive reads; of these it gets a limited number of bytes. It
 * uses one filter, which we choose, so that it never starts a program. The memory that it needs is charged to
 * the budget before it begins.
 */
#ifndef AL_CONTAINERS_UNPACK_H
#define AL_CONTAINERS_UNPACK_H

#include "containers/members.h"
#include "core/arena.h"
#include "core/span.h"
#include "platform/platform.h"

/* The bytes of a package: those of a file on disk are read in pieces, those from a pipe or from another
 * package are in memory. */
typedef struct al_package_bytes {
    al_span memory; /* the whole package; empty if it is on disk */
    al_file file;
    bool on_disk;
    uint64_t size;
    al_watch *watch; /* counts the bytes that are read of the file */
    int error;       /* of the last time the file was read; 0: none */
    int first_error; /* of all times; 0: none */
} al_package_bytes;

al_package_bytes al_package_bytes_of(const al_container_input *in);

/* Reads `size` bytes. False if there are fewer, or they can't be read. */
bool al_package_bytes_read(al_package_bytes *bytes, uint64_t offset, void *buffer, size_t size) AL_MUST_USE;

/* `size` bytes in memory, in the arena if they are on disk. False if there are fewer, they can't be read, or
 * memory is short (then the arena's budget says so). */
bool al_package_bytes_span(al_package_bytes *bytes, uint64_t offset, uint64_t size, al_arena *arena,
                           al_span *span) AL_MUST_USE;

/* ---- libarchive ---------------------------------------------------------------------------------------- */

enum {
    UNPACK_MOST_PARTS = 3,
    UNPACK_MEMORY = 1 << 19 /* of a reader of libarchive, measured: 320 KiB with the buffers of deflate */
};

/* A part of what libarchive reads: bytes in memory or, if there are none, bytes of the package. */
typedef struct unpack_part {
    al_span memory;
    uint64_t offset, length; /* in the package */
} unpack_part;

typedef enum unpack_form { UNPACK_ZIP, UNPACK_7Z, UNPACK_TAR } unpack_form;

/* The compression of a tar. */
typedef enum unpack_filter { UNPACK_PLAIN, UNPACK_GZIP, UNPACK_XZ, UNPACK_BZIP2 } unpack_filter;

typedef struct unpack_job {
    unpack_form form;
    unpack_filter filter; /* of a tar */
    unpack_part parts[UNPACK_MOST_PARTS];
    size_t part_count;
    uint64_t memory;       /* bytes of decoders, beside the buffers of libarchive itself */
    uint64_t *unpacked;    /* bytes that may still be unpacked, counted down */
    uint64_t header_bytes; /* compressed tar: bytes that are not of members and may be unpacked */
} unpack_job;

/* Why there are no more bytes. */
typedef enum unpack_state {
    UNPACK_FINE = 0, /* there may be more */
    UNPACK_END,      /* of all entries */
    UNPACK_BROKEN,   /* for `reason` */
    UNPACK_TOO_MUCH, /* a limit of the job is reached */
    UNPACK_NO_MEMORY /* the budget tells whether of the limit or of the system */
} unpack_state;

typedef struct unpack_entry {
    const char *name; /* as stored; valid until the next entry */
    uint64_t size;
    bool regular;
} unpack_entry;

/* Can be used for one job after another. All zero at first. */
typedef struct unpacker {
    unpack_job job;
    al_package_bytes *bytes;
    al_budget *budget;
    uint64_t charged; /* to the budget, while it is open */
    void *archive;    /* of libarchive; NULL: closed */
    void *entry;      /* the last one of the archive */
    void *stream;     /* compressed tar: the archive that only decompresses */
    uint8_t *buffer;  /* for bytes on disk, in the arena */
    uint64_t size;    /* of all parts */
    uint64_t at;      /* offset of the next byte for libarchive */
    uint64_t header_left;
    bool in_header;     /* libarchive is looking for the next entry */
    bool over_limit;    /* it asked for more than the limits allow */
    const void *block;  /* the last block of bytes, */
    size_t block_size;  /* its size, */
    size_t block_used;  /* the bytes that were read of it, */
    uint64_t block_at;  /* and its offset in the entry */
    uint64_t given;     /* bytes of the entry that were read, with holes */
    uint64_t came;      /* compressed tar: bytes out of the filter, */
    uint64_t of_files;  /* those of them that were of entries, */
    uint32_t sum;       /* and the CRC-32 of all */
    unpack_state state; /* of the last call */
    const char *reason; /* kept until the next job */
    char words[160];
} unpacker;

/* Starts a job. Takes memory of the arena the first time. False: `state` says why. */
bool unpack_open(unpacker *u, const unpack_job *job, al_package_bytes *bytes, al_arena *arena) AL_MUST_USE;

/* Goes to the next entry; `entry` may be NULL. False: `state` says why. */
bool unpack_next(unpacker *u, unpack_entry *entry) AL_MUST_USE;

/* Reads bytes of the entry, holes as zeros. Returns how many; 0 at its end, -1 if `state` says why not. */
int64_t unpack_read(unpacker *u, void *buffer, size_t size);

/* Counts bytes that the caller makes itself: of a hole at the end, which libarchive leaves out. */
bool unpack_pay(unpacker *u, uint64_t bytes) AL_MUST_USE;

/* Skips the rest of the entry, without its holes. False if `unpack_read` would return -1. */
bool unpack_skip(unpacker *u) AL_MUST_USE;

/* Reads what follows the last entry of a tar: only after that its checksums are checked. */
bool unpack_trailer(unpacker *u) AL_MUST_USE;

void unpack_close(unpacker *u);

#endif
