/* believe_xani.c: reads an Egosoft ANI as a game would that trusts it. */
#include "believe.h"

#include <math.h>
#include <string.h>

enum { HEADER = 16, DESC = 160, NAME = 64, COUNTS_AT = 128, CHANNELS = 5, KEY = 128 };

/* Where the numbers of a key lie that have to be finite, as (offset, how many floats). */
static const struct {
    size_t at;
    unsigned count;
} key_reals[] = {{0, 3}, {24, 1}, {28, 12}, {76, 5}, {100, 6}};

static const char *read_name(believe_file *file, const uint8_t *at)
{
    char *name = believe_alloc(file, 1, NAME);
    if (name == NULL)
        return believe_too_much;
    memcpy(name, at, NAME);
    return strlen(name) < NAME ? NULL : "a name has no end"; /* relies on xani/name-terminator */
}

static const char *read_key(const uint8_t *key)
{
    for (size_t i = 0; i < sizeof key_reals / sizeof key_reals[0]; i++)
        for (unsigned k = 0; k < key_reals[i].count; k++)
            if (!isfinite(believe_f32(key + key_reals[i].at + 4 * (size_t)k)))
                return "a key holds a number that is not finite"; /* relies on xani/not-finite */
    return NULL;
}

/* The keys of one channel, copied as a game copies them: as many as the header states. */
static const char *read_channel(believe_file *file, uint64_t at, int32_t count)
{
    uint8_t *keys = believe_alloc(file, (uint64_t)count, KEY);
    if (keys == NULL)
        return believe_too_much;
    memcpy(keys, file->data + at, (size_t)count * KEY); /* relies on xani/count-range */
    for (int32_t i = 0; i < count; i++) {
        const char *lie = read_key(keys + (size_t)i * KEY);
        if (lie != NULL)
            return lie;
    }
    return NULL;
}

const char *believe_xani(believe_file *file)
{
    int32_t anims = believe_i32(file->data);
    uint64_t at = (uint64_t)believe_i32(file->data + 4);
    if (believe_i32(file->data + 8) != 1) /* relies on xani/truncated, xani/unsupported-version */
        return "a version that nobody has seen";
    if (at != HEADER + DESC * (uint64_t)anims) /* relies on xani/key-offset */
        return "the keys don't start after the descriptions";
    for (int32_t i = 0; i < anims; i++) {
        const uint8_t *desc = file->data + HEADER + (size_t)i * DESC;
        const char *lie = read_name(file, desc);
        if (lie == NULL)
            lie = read_name(file, desc + NAME);
        for (size_t channel = 0; lie == NULL && channel < CHANNELS; channel++) {
            int32_t count = believe_i32(desc + COUNTS_AT + 4 * channel);
            lie = read_channel(file, at, count);
            at += (uint64_t)count * KEY;
        }
        if (lie != NULL)
            return lie;
    }
    return at <= file->size ? NULL : "the keys end outside the file";
}
