/* believe.c: which believer reads which format, and what they all need. */
#include "believe.h"

#include <stdlib.h>
#include <string.h>

typedef struct believe_block {
    struct believe_block *next;
    void *bytes; /* apart from the link, so that both ends of the block border on memory that nobody may touch
                  */
} believe_block;

/* A row for each row of formats.def: a format without a believer does not link. */
#define AL_FORMAT(ID, id, ...)               {#id, believe_##id},
#define AL_FORMAT_OF_TWO_MAGICS(ID, id, ...) {#id, believe_##id},
#define AL_FORMAT_WITHOUT_MAGIC(ID, id, ...) {#id, believe_##id},
static const struct {
    const char *format;
    believe_fn *read;
} believers[] = {
#include "src/formats/formats.def"
};
#undef AL_FORMAT
#undef AL_FORMAT_OF_TWO_MAGICS
#undef AL_FORMAT_WITHOUT_MAGIC

const char believe_too_much[] = "it states a size that no machine has memory for";

believe_fn *believe_find(const char *format)
{
    for (size_t i = 0; i < sizeof believers / sizeof believers[0]; i++)
        if (strcmp(believers[i].format, format) == 0)
            return believers[i].read;
    return NULL;
}

void *believe_alloc(believe_file *file, uint64_t count, uint64_t size)
{
    believe_block *block = malloc(sizeof *block);
    if (block == NULL)
        return NULL;
    uint64_t bytes = count * size; /* a game multiplies, too; the sanitizer stops it when that wraps */
    /* The sanitizer lets a block of no bytes have one: what is handed out is its end. */
    block->bytes = malloc(bytes > 0 ? (size_t)bytes : 1);
    if (block->bytes == NULL) {
        free(block);
        return NULL;
    }
    block->next = file->blocks;
    file->blocks = block;
    if (bytes == 0)
        return (char *)block->bytes + 1;
    return memset(block->bytes, 0, (size_t)bytes);
}

void believe_free(believe_file *file)
{
    while (file->blocks != NULL) {
        believe_block *next = file->blocks->next;
        free(file->blocks->bytes);
        free(file->blocks);
        file->blocks = next;
    }
}

uint16_t believe_u16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

uint32_t believe_u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

int32_t believe_i32(const uint8_t *at)
{
    uint32_t bits = believe_u32(at);
    int32_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float believe_f32(const uint8_t *at)
{
    uint32_t bits = believe_u32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
