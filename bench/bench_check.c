/* bench_check.c: compares the CPU time of a check with its floor, on the same files in one run.
 *
 *     bench_check [--rounds N] FILE...
 *
 * The floor is the least work of any program that looks at all bytes of a file: read it, inflate it with the
 * fastest engine of this build, and touch every byte once. It is as simple and fast as possible, for good
 * files; files that it can't read are measured in neither. Rounds of the two alternate, so that a machine
 * that slows down slows down both.
 */
#include "assetlint/assetlint.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ZLIB_CONST
#include <zlib.h>

#ifdef AL_HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif

enum {
    MAX_ROUNDS = 99,
    USUAL_ROUNDS = 5,
    ZLIB_CHUNK = 256 << 10, /* zlib copies 32 KiB of history at each stop; larger chunks leave the cache */
    XMF_HEADER = 64,
    XMF_DESC_LEAST = 56
};

#define WHOLE_INFLATE     (UINT64_C(16) << 20) /* up to this size libdeflate inflates in one call; DESIGN 7 */
#define SECONDS_PER_ROUND 1.0

/* Kept from file to file, as a checker does. Each pass resets the numbers. */
typedef struct floor_state {
    uint8_t *file, *inflated;
    size_t file_capacity, inflated_capacity;
    uint8_t *chunk;
    z_stream zlib;
    uint64_t sum; /* of all words; printed, so that the compiler does not remove the reads */
    uint64_t bytes_read, bytes_touched;
#ifdef AL_HAVE_LIBDEFLATE
    struct libdeflate_decompressor *libdeflate;
#endif
} floor_state;

/* ---- The floor ----------------------------------------------------------------------------------------- */

static bool reserve(uint8_t **block, size_t *capacity, size_t size)
{
    if (size <= *capacity)
        return true;
    free(*block);
    *block = malloc(size);
    *capacity = *block != NULL ? size : 0;
    return *block != NULL;
}

static void touch(floor_state *f, const uint8_t *bytes, size_t size)
{
    uint64_t sum = 0, word;
    size_t at = 0;
    for (; at + sizeof word <= size; at += sizeof word) {
        memcpy(&word, bytes + at, sizeof word);
        sum += word;
    }
    for (; at < size; at++)
        sum += bytes[at];
    f->sum += sum;
    f->bytes_touched += size;
}

static bool inflate_in_chunks(floor_state *f, const uint8_t *stream, size_t size, uint64_t expected)
{
    if (inflateReset(&f->zlib) != Z_OK || size > UINT32_MAX)
        return false;
    f->zlib.next_in = stream;
    f->zlib.avail_in = (uInt)size;
    int result = Z_OK;
    while (result == Z_OK) {
        f->zlib.next_out = f->chunk;
        f->zlib.avail_out = ZLIB_CHUNK;
        result = inflate(&f->zlib, Z_NO_FLUSH);
        touch(f, f->chunk, ZLIB_CHUNK - f->zlib.avail_out);
    }
    return result == Z_STREAM_END && f->zlib.total_out == expected;
}

static bool inflate_buffer(floor_state *f, const uint8_t *stream, size_t size, uint64_t expected)
{
#ifdef AL_HAVE_LIBDEFLATE
    if (expected <= WHOLE_INFLATE) {
        size_t used, got;
        if (!reserve(&f->inflated, &f->inflated_capacity, (size_t)expected) ||
            libdeflate_zlib_decompress_ex(f->libdeflate, stream, size, f->inflated, (size_t)expected, &used,
                                          &got) != LIBDEFLATE_SUCCESS)
            return false;
        touch(f, f->inflated, got);
        return got == expected;
    }
#endif
    return inflate_in_chunks(f, stream, size, expected);
}

static uint32_t u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static bool floor_xmf(floor_state *f, size_t size)
{
    const uint8_t *data = f->file;
    size_t buffers = data[8], desc_size = data[9];
    size_t data_start = XMF_HEADER + buffers * desc_size + (size_t)data[10] * data[11];
    if (desc_size < XMF_DESC_LEAST || data_start > size)
        return false;
    for (size_t i = 0; i < buffers; i++) {
        const uint8_t *desc = data + XMF_HEADER + i * desc_size;
        size_t start = data_start + u32(desc + 8), stored = u32(desc + 24);
        uint64_t items = u32(desc + 28), item_size = u32(desc + 32);
        if (start > size || stored > size - start || u32(desc + 36) != 1)
            return false;
        if (u32(desc + 12) == 0)
            touch(f, data + start, stored);
        else if (!inflate_buffer(f, data + start, stored, items * item_size))
            return false;
    }
    return true;
}

static bool read_file(floor_state *f, const char *path, size_t *size)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    struct stat info;
    bool whole = fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
    *size = whole ? (size_t)info.st_size : 0;
    whole = whole && reserve(&f->file, &f->file_capacity, *size + 1);
    size_t at = 0;
    while (whole && at < *size) {
        ssize_t got = read(descriptor, f->file + at, *size - at);
        whole = got > 0;
        at += whole ? (size_t)got : 0;
    }
    (void)close(descriptor);
    f->bytes_read += at;
    return whole;
}

/* False when this simple reader can't read the file. */
static bool floor_file(floor_state *f, const char *path)
{
    size_t size;
    if (!read_file(f, path, &size))
        return false;
    if (size >= XMF_HEADER && memcmp(f->file, "XUMF", 4) == 0)
        return floor_xmf(f, size);
    touch(f, f->file, size);
    return size > 0;
}

static bool floor_start(floor_state *f)
{
    *f = (floor_state){.chunk = malloc(ZLIB_CHUNK)};
#ifdef AL_HAVE_LIBDEFLATE
    f->libdeflate = libdeflate_alloc_decompressor();
    if (f->libdeflate == NULL)
        return false;
#endif
    return f->chunk != NULL && inflateInit(&f->zlib) == Z_OK;
}

static void floor_end(floor_state *f)
{
#ifdef AL_HAVE_LIBDEFLATE
    libdeflate_free_decompressor(f->libdeflate);
#endif
    (void)inflateEnd(&f->zlib);
    free(f->chunk);
    free(f->inflated);
    free(f->file);
}

/* ---- Measuring ----------------------------------------------------------------------------------------- */

typedef struct bench {
    char **paths;
    size_t count;
    floor_state floor;
    al_checker *checker;
    uint64_t errors; /* found in a pass */
} bench;

static double cpu_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void pass_floor(bench *b)
{
    b->floor.bytes_read = b->floor.bytes_touched = b->floor.sum = 0;
    for (size_t i = 0; i < b->count; i++)
        (void)floor_file(&b->floor, b->paths[i]);
}

static void pass_check(bench *b)
{
    b->errors = 0;
    for (size_t i = 0; i < b->count; i++) {
        al_result *result;
        if (al_check_file(b->checker, b->paths[i], 0, &result) == AL_OK) {
            b->errors += result->errors;
            al_result_free(result);
        }
    }
}

static double measure(bench *b, void (*pass)(bench *), unsigned repeats)
{
    double start = cpu_seconds();
    for (unsigned i = 0; i < repeats; i++)
        pass(b);
    return (cpu_seconds() - start) / repeats;
}

/* The number of passes in a second. */
static unsigned repeats_for(bench *b)
{
    double once = measure(b, pass_floor, 1);
    return once >= SECONDS_PER_ROUND ? 1 : once <= 0 ? 1000 : (unsigned)(SECONDS_PER_ROUND / once) + 1;
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b ? 1 : 0;
}

static void print_line(const char *what, const double *sorted, unsigned rounds, const floor_state *f)
{
    double median = sorted[rounds / 2];
    printf("%s  %10.4f ms median, %10.4f ms minimum, %6.0f MB/s read, %6.0f MB/s inflated\n", what,
           median * 1e3, sorted[0] * 1e3, (double)f->bytes_read / 1e6 / median,
           (double)f->bytes_touched / 1e6 / median);
}

static void run(bench *b, unsigned rounds)
{
    double floors[MAX_ROUNDS], checks[MAX_ROUNDS], ratios[MAX_ROUNDS];
    pass_check(b);
    unsigned repeats = repeats_for(b);
    for (unsigned i = 0; i < rounds; i++) {
        floors[i] = measure(b, pass_floor, repeats);
        checks[i] = measure(b, pass_check, repeats);
        ratios[i] = checks[i] / floors[i];
    }
    qsort(floors, rounds, sizeof floors[0], by_size);
    qsort(checks, rounds, sizeof checks[0], by_size);
    qsort(ratios, rounds, sizeof ratios[0], by_size);
    printf("%u rounds of %u passes over %.1f MB, %.1f MB inflated, %llu errors found, sum %016llx\n", rounds,
           repeats, (double)b->floor.bytes_read / 1e6, (double)b->floor.bytes_touched / 1e6,
           (unsigned long long)b->errors, (unsigned long long)b->floor.sum);
    print_line("floor", floors, rounds, &b->floor);
    print_line("check", checks, rounds, &b->floor);
    printf("ratio  %.3f median of the rounds, %.3f of the minima\n", ratios[rounds / 2],
           checks[0] / floors[0]);
}

/* The peak memory of a process that only checks. */
static void measure_memory(bench *b)
{
    pid_t child = fork();
    if (child == 0) {
        pass_check(b);
        _exit(0);
    }
    struct rusage usage;
    if (child > 0 && waitpid(child, NULL, 0) == child && getrusage(RUSAGE_CHILDREN, &usage) == 0)
        printf("peak memory of checking: %.1f MiB\n", (double)usage.ru_maxrss / 1024);
}

/* Removes the files that the floor can't read. */
static void keep_readable_files(bench *b)
{
    size_t kept = 0;
    for (size_t i = 0; i < b->count; i++)
        if (floor_file(&b->floor, b->paths[i]))
            b->paths[kept++] = b->paths[i];
    printf("%zu files, %zu left out\n", kept, b->count - kept);
    b->count = kept;
}

int main(int count, char **arguments)
{
    unsigned rounds = USUAL_ROUNDS;
    int first = 1;
    if (count > 2 && strcmp(arguments[1], "--rounds") == 0) {
        unsigned long given = strtoul(arguments[2], NULL, 10);
        rounds = given < 1 ? 1 : given > MAX_ROUNDS ? MAX_ROUNDS : (unsigned)given;
        first = 3;
    }
    bench b = {.paths = arguments + first, .count = count > first ? (size_t)(count - first) : 0};
    b.checker = al_checker_new(NULL);
    if (b.count == 0 || b.checker == NULL || !floor_start(&b.floor)) {
        (void)fputs("usage: bench_check [--rounds N] FILE...\n", stderr);
        return 2;
    }
    measure_memory(&b); /* first, since a child starts with the memory of its parent */
    keep_readable_files(&b);
    if (b.count > 0)
        run(&b, rounds);
    floor_end(&b.floor);
    al_checker_free(b.checker);
    return b.count > 0 ? 0 : 1;
}
