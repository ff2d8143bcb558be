/* limits.h: all limits of loops and buffers. Reaching a limit is a finding; a check never stops silently. */
#ifndef AL_CORE_LIMITS_H
#define AL_CORE_LIMITS_H

/* Defaults of options. */
#define AL_DEFAULT_MAX_FILE_SIZE (UINT64_C(1) << 30)
#define AL_DEFAULT_MAX_INFLATED  (UINT64_C(1) << 30)
#define AL_DEFAULT_MAX_MEMORY    (UINT64_C(1) << 30)

/* The paths of all files, and the names that rules across files compare, may take --max-memory and this. */
#define AL_FREE_FOR_NAMES (UINT64_C(16) << 20)

/* A list of files: its bytes, its paths, and the bytes of one path. A list from a device may have no end; no
 * system has such long paths. */
#define AL_MAX_LIST_BYTES  (UINT64_C(256) << 20)
#define AL_MAX_LIST_PATHS  UINT64_C(2000000)
#define AL_MAX_LISTED_PATH (UINT64_C(1) << 20)

/* Bytes at the start of a file that determine its format. */
#define AL_HEAD_SIZE 64

/* Bytes at the end of a file that a check may need of one that is not read whole. */
#define AL_END_SIZE 32

/* Findings that are kept for one file, the most severe ones. The others are counted. */
#define AL_MAX_FINDINGS 1000

/* Bytes of a message or value, and of the path of a field, with the NUL; longer ones are cut and end in
 * "...". */
#define AL_MAX_MESSAGE 512
#define AL_MAX_FIELD   512

/* deflate can't compress better than 1032:1 (258 bytes from two bits). The slack is for the zlib header and
 * the first code. */
#define AL_DEFLATE_RATIO 1032
#define AL_DEFLATE_SLACK 64

/* The most inflated bytes that a visitor gets at once: they fit into the first two levels of the cache. */
#define AL_WINDOW_SIZE 32768

/* Bytes that zlib inflates in one call. Each call copies 32 KiB of history, so there should be few. */
#define AL_INFLATE_CHUNK (UINT32_C(256) << 10)

/* When a block of at least this size grows, the C library moves its pages instead of copying its bytes. glibc
 * always maps such blocks separately (DEFAULT_MMAP_THRESHOLD_MAX in its malloc.c has the same value); musl
 * also smaller ones. With other libraries the old and the new block may exist at the same time for a
 * moment. */
#define AL_MOVED_BY_PAGES (UINT64_C(32) << 20)

/* The most memory that a buffer keeps from one file to the next. A run with one thread keeps two such buffers
 * in addition to --max-memory. */
#define AL_MAX_KEPT_BUFFER (UINT64_C(16) << 20)

/* The largest inflated size for which libdeflate is used; it inflates a stream in one call. Measured with
 * 1,452 real meshes: 1.8 times as fast as zlib. Meshes of working mods are smaller; a larger one only takes
 * longer, as does one for which --max-memory leaves too little. */
#define AL_MAX_WHOLE_INFLATE (UINT64_C(64) << 20)

/* Streams shorter than this are inflated by zlib. libdeflate accepts codes to which RFC 1951 gives no meaning
 * and which zlib refuses. No encoder writes them; most streams with such codes are crafted, and short. The
 * remaining risk: we flipped 62,656 single bits in the first 88 bytes of 89 real streams; 5 of them gave such
 * codes, and changed no byte of the data. With 82 real meshes this limit costs less than half a percent of
 * the time. */
#define AL_MIN_WHOLE_INFLATE 1024

/* How often the same bytes of a file may be read because several buffers contain them. More would take time
 * out of proportion to the file. In working files, no buffers overlap. */
#define AL_MAX_REREADS 8

/* How often the bytes of a file may be read to show its content. An array of vertices is read once for each
 * element of a vertex, of which there are at most sixteen. */
#define AL_MAX_SHOWN 128

/* The most names in the path of a field: twice as many as any format needs. */
#define AL_MAX_PATH_DEPTH 32

/* How deep nodes may be nested; the root has level 1. A reader that recurses into each child needs so many
 * stack frames, and 20,000 levels overflow a stack. The deepest of 2,500 working files has 15 levels. */
#define AL_MAX_NODE_LEVEL 1000

/* If the content of a chunk doesn't fit its length, a parser searches for the wrong number in it. To follow
 * chains of chunks it takes at most AL_SEARCH_PER_BYTE steps for each byte of the file, plus AL_MIN_SEARCH.
 * To read a chunk again with other numbers it takes one step for each AL_BYTES_PER_TRIAL bytes, plus
 * AL_MIN_TRIALS, which suffices for one wrong count in a small file. If it finds no such number, the finding
 * names the chunk instead of the number. */
#define AL_SEARCH_PER_BYTE 2
#define AL_MIN_SEARCH      (UINT64_C(1) << 18)
#define AL_BYTES_PER_TRIAL 8
#define AL_MIN_TRIALS      (UINT64_C(1) << 14)

/* The tokens of deflate that the search for lost carriage returns reads in one file, in each of its three
 * ways: at most AL_RETURNS_PER_BYTE for each byte, so that it could try that many ways, and at most
 * AL_MAX_RETURNS_WORK, a second or two. Of 226 real meshes none needs two thirds of it. */
#define AL_RETURNS_PER_BYTE 4096
#define AL_MAX_RETURNS_WORK (UINT64_C(1) << 25)

#endif
