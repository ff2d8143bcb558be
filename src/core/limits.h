/* limits.h: every number that bounds a loop or a buffer. Reaching one is a finding, never a quiet stop. */
#ifndef AL_CORE_LIMITS_H
#define AL_CORE_LIMITS_H

/* Defaults of what a user can set. */
#define AL_DEFAULT_MAX_FILE_SIZE (UINT64_C(1) << 30)
#define AL_DEFAULT_MAX_INFLATED  (UINT64_C(1) << 30)
#define AL_DEFAULT_MAX_MEMORY    (UINT64_C(1) << 30)

/* What the names of all files may take beside --max-memory: their paths, and what rules across files go by.
 * More of it is taken from the memory of each check. */
#define AL_FREE_FOR_NAMES (UINT64_C(16) << 20)

/* Bytes of a file that decide which format it is. */
#define AL_HEAD_SIZE 64

/* Findings kept for one file, the most severe; for a file that breaks more objects than this a further
 * finding says so. */
#define AL_MAX_FINDINGS 1000

/* Bytes of a message or value, and of a field path, with their NUL; longer ones end in "...". */
#define AL_MAX_MESSAGE 512
#define AL_MAX_FIELD   512

/* deflate cannot exceed 1032:1 (258 bytes from two bits); the rest is room for the zlib header and the first
 * code. */
#define AL_DEFLATE_RATIO 1032
#define AL_DEFLATE_SLACK 64

/* Inflated bytes that a visitor gets at once, at most: they stay in the first two levels of a cache. */
#define AL_WINDOW_SIZE 32768

/* Bytes that zlib inflates at a time: at each stop it copies its 32 KiB of history, so stops should be rare.
 */
#define AL_INFLATE_CHUNK (UINT32_C(256) << 10)

/* Blocks of at least so many bytes grow by moving pages, not bytes: glibc maps them one by one, whatever was
 * freed before (DEFAULT_MMAP_THRESHOLD_MAX in its malloc.c is as much), musl smaller ones too. Elsewhere the
 * old block may be there as well for that moment. */
#define AL_MOVED_BY_PAGES (UINT64_C(32) << 20)

/* What a buffer may keep from one file to the next: two of them are kept beside --max-memory where one thread
 * checks all. */
#define AL_MAX_KEPT_BUFFER (UINT64_C(16) << 20)

/* Up to here inflated data goes through libdeflate in one go. Measured on 1,452 real meshes: 1.8 times as
 * fast as zlib, and above this size the buffer costs more than it gains. */
#define AL_MAX_WHOLE_INFLATE (UINT64_C(16) << 20)

/* Streams shorter than this go to zlib alone. libdeflate takes codes that RFC 1951 leaves without a meaning
 * and that zlib refuses. No encoder writes them; most streams that have them are made by hand, and short.
 * What is left: of 62,656 single bits flipped in the first 88 bytes of 89 real streams, 5 were such codes and
 * changed no byte of the data. On 82 real meshes this limit costs less than half a percent. */
#define AL_MIN_WHOLE_INFLATE 1024

/* How often the bytes of a file may be read where its buffers share them: above it, work would be out of
 * proportion to the file. No working file shares any. */
#define AL_MAX_REREADS 8

/* How often the bytes of a file may be gone through to show what is in them: an array of vertices is, for
 * each of their sixteen elements at most. */
#define AL_MAX_SHOWN 128

/* Where the contents of a section don't end with it, other counts are tried in the place of those that are
 * there: as many things are gone through for that as the section and so many bytes more have, so many times.
 */
#define AL_MAX_FIT 2
#define AL_MIN_FIT 65536

/* How many names a path may have, twice: more than any format nests. */
#define AL_MAX_PATH_DEPTH 32

/* How deep nodes may lie in each other, the root being of level 1. A reader that calls itself for each child
 * needs a stack of so many frames, and 20,000 end one; the deepest of 2,500 working files has 15. */
#define AL_MAX_NODE_LEVEL 1000

/* Steps to find out which number of a chunk is wrong where its contents don't fit its length: so many for
 * each byte of the file, and for a small file as many as one wrong count in it takes. Beyond them the finding
 * names the chunk instead of the number. */
#define AL_SEARCH_PER_BYTE 2
#define AL_MIN_SEARCH      (UINT64_C(1) << 18)

/* What the parts of a run may take that are merged: a line of each, with what it holds, and the summaries. */
#define AL_MERGE_MEMORY (UINT64_C(1) << 30)

#endif
