/* unpack.h: takes compression away, by libarchive, which is known here alone.
 *
 * libarchive allocates by itself, as much as a package tells it to. So it gets to see as little of one as
 * possible: of a zip or a 7z a small package made for it, with the packed bytes of one stream and a head that
 * we wrote; of a tar, whose heads only it reads, so many bytes at a time. It gets one filter, which we chose,
 * and so never starts a program. What it takes is charged before it begins.
 */
#ifndef AL_CONTAINERS_UNPACK_H
#define AL_CONTAINERS_UNPACK_H

#include "containers/pack_bytes.h"
#include "core/arena.h"
#include "core/span.h"

enum { UNPACK_MOST_PARTS = 3 };

/* A part of what libarchive reads: bytes in memory, or, where there are none, of the package. */
typedef struct unpack_part {
    al_span memory;
    uint64_t offset, length; /* in the package */
} unpack_part;

typedef enum unpack_form { UNPACK_ZIP, UNPACK_7Z, UNPACK_TAR } unpack_form;

/* What a tar is compressed by. */
typedef enum unpack_filter { UNPACK_PLAIN, UNPACK_GZIP, UNPACK_XZ, UNPACK_BZIP2 } unpack_filter;

typedef struct unpack_job {
    unpack_form form;
    unpack_filter filter; /* of a tar */
    unpack_part parts[UNPACK_MOST_PARTS];
    size_t part_count;
    uint64_t memory;    /* what it takes beside libarchive's own buffers */
    uint64_t *unpacked; /* bytes that may still come out of it; NULL: as many as there are */
    uint64_t heads;     /* of a compressed tar: bytes beside those of members that may come */
} unpack_job;

/* Why nothing more comes. */
typedef enum unpack_state {
    UNPACK_FINE = 0,
    UNPACK_END,      /* of all entries */
    UNPACK_BROKEN,   /* `reason` says how */
    UNPACK_TOO_MUCH, /* more bytes than may come */
    UNPACK_NO_MEMORY /* the budget says whether it was the limit */
} unpack_state;

typedef struct unpack_entry {
    const char *name; /* as it is stored; valid until the next one */
    uint64_t size;
    bool regular;
} unpack_entry;

/* Used again and again; all zero at first. */
typedef struct unpacker {
    unpack_job job;
    pack_bytes *bytes;
    al_budget *budget; /* pays for it while it is open */
    uint64_t charged;
    void *archive;   /* libarchive's, NULL: it is closed */
    void *stream;    /* of a compressed tar, what comes before */
    uint8_t *buffer; /* for bytes of the disk; the arena's */
    uint64_t size;   /* of all parts */
    uint64_t at;     /* the next byte that libarchive gets */
    uint64_t head_left;
    bool in_head;       /* it looks for the next entry */
    bool over;          /* it wanted more than it may have */
    const void *block;  /* the last that came, */
    size_t block_size;  /* its bytes, */
    size_t block_used;  /* of which so many were handed out */
    uint64_t block_at;  /* where it lies in the entry */
    uint64_t given;     /* bytes of the entry, holes included */
    uint64_t came;      /* out of the filter of a compressed tar, */
    uint64_t passed;    /* of which entries had so many; */
    uint32_t sum;       /* CRC-32 of all that came */
    unpack_state state; /* of the last call */
    const char *reason; /* kept until it is opened anew */
    char words[160];
} unpacker;

/* Takes memory of the arena the first time. False: `state` says why. */
bool unpack_open(unpacker *u, const unpack_job *job, pack_bytes *bytes, al_arena *arena) AL_MUST_USE;

/* Goes to the next entry; `entry` may be NULL. False: `state` says why. */
bool unpack_next(unpacker *u, unpack_entry *entry) AL_MUST_USE;

/* The next bytes of the entry, its holes as zeros. 0 at its end, -1 where `state` says why not. */
int64_t unpack_read(unpacker *u, void *buffer, size_t size);

/* Pays for bytes that are made for it: of a hole at the end, which libarchive leaves out. */
bool unpack_pay(unpacker *u, uint64_t bytes) AL_MUST_USE;

/* Goes through the rest of the entry, without its holes. False where `unpack_read` would give -1. */
bool unpack_pass(unpacker *u) AL_MUST_USE;

/* Goes through what is behind the last entry of a tar: only then its checksums have been looked at. */
bool unpack_rest(unpacker *u) AL_MUST_USE;

void unpack_close(unpacker *u);

#endif
