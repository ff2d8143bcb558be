/* believe.c: finds and runs trusting readers, and what several of them do: values, trees, triangles, keys. */
#include "believe.h"

#include <setjmp.h>
#include <stdlib.h>

typedef struct believe_block {
    struct believe_block *next;
    void *bytes; /* apart from the link, so that sanitizers see an access beyond either end */
} believe_block;

typedef struct believe_file {
    believe_block *blocks;
    uint64_t memory, steps; /* that readers may still take */
    const char *problem;
    jmp_buf stop;
} believe_file;

/* What a reader may take for each byte of the file, and of what it unpacks to, and for any file. */
enum { TAKEN_PER_BYTE = 256, ALWAYS_TAKEN = 1 << 20 };

/* A row for each row of formats.def: a format without a reader does not link. */
#define AL_FORMAT(ID, id, ...) {#id, believe_##id},
static const struct {
    const char *format;
    believe_fn *read;
} readers[] = {
#include "src/formats/formats.def"
};
#undef AL_FORMAT

believe_fn *believe_find(const char *format)
{
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++)
        if (strcmp(readers[i].format, format) == 0)
            return readers[i].read;
    return NULL;
}

/* ---- A run of a reader --------------------------------------------------------------------------------- */

/* A function of its own: a variable that changes after setjmp has no certain value after the jump. */
static void run(believe_fn *read, believe_reader *r)
{
    if (setjmp(r->file->stop) == 0)
        read(r);
}

const char *believe_run(believe_fn *read, const char *name, const uint8_t *data, size_t size)
{
    const uint64_t limit = ALWAYS_TAKEN + TAKEN_PER_BYTE * (uint64_t)size;
    believe_file file = {.memory = limit, .steps = limit};
    believe_reader r = {.file = &file, .name = name, .data = data, .end = size};
    run(read, &r);
    while (file.blocks != NULL) {
        believe_block *next = file.blocks->next;
        free(file.blocks->bytes);
        free(file.blocks);
        file.blocks = next;
    }
    return file.problem;
}

void believe_require(const believe_reader *r, bool holds, const char *problem)
{
    if (holds)
        return;
    r->file->problem = problem;
    longjmp(r->file->stop, 1);
}

void believe_unpacked(const believe_reader *r, uint64_t bytes)
{
    r->file->memory += TAKEN_PER_BYTE * bytes;
    r->file->steps += TAKEN_PER_BYTE * bytes;
}

uint64_t believe_deflated(int32_t stored, uint64_t size)
{
    enum { RATIO = 1032, SLACK = 64 };
    return size <= RATIO * (uint64_t)(uint32_t)stored + SLACK ? size : 0;
}

void believe_step(const believe_reader *r)
{
    believe_require(r, r->file->steps > 0, "a loop or a recursion goes on and on");
    r->file->steps--;
}

void *believe_alloc(const believe_reader *r, uint64_t count, uint64_t size)
{
    static const char no_memory[] = "it states a size that no machine has memory for";
    uint64_t bytes = count * size; /* a game multiplies, too; the sanitizer stops it when that wraps */
    believe_require(r, bytes <= r->file->memory,
                    "a reader of it takes far more memory than the file has bytes");
    r->file->memory -= bytes;
    believe_block *block = malloc(sizeof *block);
    believe_require(r, block != NULL, no_memory);
    *block = (believe_block){.next = r->file->blocks, .bytes = malloc(bytes > 0 ? (size_t)bytes : 1)};
    r->file->blocks = block;
    believe_require(r, block->bytes != NULL, no_memory);
    /* The sanitizer would allow one byte in a block of none: the end of that byte is handed out. */
    return bytes > 0 ? memset(block->bytes, 0, (size_t)bytes) : (char *)block->bytes + 1;
}

/* ---- Values -------------------------------------------------------------------------------------------- */

uint16_t believe_u16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

uint32_t believe_u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static int32_t i32_of(uint32_t bits)
{
    int32_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float f32_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

int32_t believe_i32(const uint8_t *at)
{
    return i32_of(believe_u32(at));
}

float believe_f32(const uint8_t *at)
{
    return f32_of(believe_u32(at));
}

uint8_t next_u8(believe_reader *r)
{
    return r->data[r->at++];
}

bool next_flag(believe_reader *r)
{
    const uint8_t value = next_u8(r);
    believe_require(r, value <= 1, "a flag is neither 0 nor 1");
    return value == 1;
}

uint16_t next_u16(believe_reader *r)
{
    const uint8_t *at = r->data + r->at;
    r->at += 2;
    const uint16_t big = (uint16_t)(at[0] << 8 | at[1]);
    return r->big_endian ? big : believe_u16(at);
}

int16_t next_i16(believe_reader *r)
{
    const uint16_t bits = next_u16(r);
    int16_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint32_t next_u32(believe_reader *r)
{
    if (r->big_endian) {
        const uint32_t high = next_u16(r);
        return high << 16 | next_u16(r);
    }
    r->at += 4;
    return believe_u32(r->data + r->at - 4);
}

int32_t next_i32(believe_reader *r)
{
    return i32_of(next_u32(r));
}

float next_f32(believe_reader *r)
{
    return f32_of(next_u32(r));
}

double next_f64(believe_reader *r)
{
    const uint64_t low = next_u32(r), bits = low | (uint64_t)next_u32(r) << 32;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

bool next_finite(believe_reader *r, uint64_t count)
{
    bool finite = true;
    for (uint64_t i = 0; i < count; i++)
        finite = isfinite(next_f32(r)) && finite;
    return finite;
}

void *next_bytes(believe_reader *r, uint64_t count, uint64_t size)
{
    void *copy = believe_alloc(r, count, size);
    memcpy(copy, r->data + r->at, (size_t)(count * size));
    r->at += (size_t)(count * size);
    return copy;
}

believe_reader next_part(believe_reader *r, uint64_t size)
{
    believe_reader part = *r;
    part.data = next_bytes(r, size, 1); /* relies on FORMAT/truncated */
    part.at = 0;
    part.end = (size_t)size;
    return part;
}

char *next_text(believe_reader *r, uint32_t *length)
{
    const uint32_t bytes = next_u32(r);
    char *text = believe_alloc(r, (uint64_t)bytes + 1, 1);
    memcpy(text, r->data + r->at, bytes);
    r->at += bytes;
    if (length != NULL)
        *length = bytes;
    return text;
}

/* ---- Trees, triangles, keys ---------------------------------------------------------------------------- */

typedef struct tree {
    believe_reader *r;
    int32_t *first_child, *next_sibling; /* -1: none */
    uint32_t visited;
} tree;

static void visit(tree *t, int32_t at, unsigned level)
{
    /* relies on FORMAT/nesting */
    believe_require(t->r, level < BELIEVE_LEVELS, "a tree is deeper than a stack");
    believe_step(t->r);
    t->visited++;
    for (int32_t child = t->first_child[at]; child != -1; child = t->next_sibling[child])
        visit(t, child, level + 1);
}

void believe_tree(believe_reader *r, const int32_t *parents, uint32_t count)
{
    tree t = {.r = r};
    t.first_child = believe_alloc(r, count, sizeof(int32_t));
    t.next_sibling = believe_alloc(r, count, sizeof(int32_t));
    memset(t.first_child, 0xFF, count * sizeof(int32_t));
    for (uint32_t i = 0; i < count; i++) {
        t.next_sibling[i] = -1;
        if (parents[i] == -1)
            continue;
        /* relies on FORMAT/parent-index */
        believe_require(r, parents[i] >= 0 && (uint32_t)parents[i] < count, "a parent doesn't exist");
        t.next_sibling[i] = t.first_child[parents[i]];
        t.first_child[parents[i]] = (int32_t)i;
    }
    for (uint32_t i = 0; i < count; i++)
        if (parents[i] == -1)
            visit(&t, (int32_t)i, 0);
    believe_require(r, t.visited == count, "a thing is below no root"); /* relies on FORMAT/parent-cycle */
}

void believe_draw(believe_reader *r, const float *positions, uint32_t count, const uint32_t *corners,
                  uint32_t corner_count)
{
    for (size_t i = 0; i < corner_count; i++) {
        const float *at = positions + 3 * (size_t)corners[i];
        believe_require(r, corners[i] < count, "a corner has no vertex"); /* relies on FORMAT/index-range */
        believe_require(r, isfinite(at[0]) && isfinite(at[1]) && isfinite(at[2]), "a corner is not finite");
    }
}

void believe_play(believe_reader *r, const float *times, uint32_t count)
{
    float last = 0;
    for (uint32_t i = 0; i < count; i++) {
        /* relies on FORMAT/key-not-finite */
        believe_require(r, isfinite(times[i]), "the time of a key is not finite");
        /* relies on FORMAT/key-order */
        believe_require(r, times[i] >= last, "a key comes before the key before it, or before the start");
        last = times[i];
    }
}
