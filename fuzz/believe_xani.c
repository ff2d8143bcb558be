/* believe_xani.c: reads an Egosoft ANI as an importer does that trusts it: the header, a descriptor for each
 * animation, then the keys of all of them, in the order of the file. Keys become curves: an interpolation is
 * looked up by its number.
 */
#include "believe.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { HEADER = 16, DESC = 160, NAME = 64, COUNTS_AT = 128, CHANNELS = 5, KEY = 128, KINDS = 8 };

typedef struct animation {
    char *label; /* both names with a slash between them */
    int32_t counts[CHANNELS];
} animation;

typedef struct curve_point {
    float value[3], control[12], time;
    uint8_t kind[3]; /* what the curve does from here on */
} curve_point;

typedef struct reading {
    believe_file *file;
    const uint8_t *at;
    int32_t anim_count;
    animation *anims;
    uint8_t *kinds; /* by the interpolation in the file */
} reading;

/* A name in a block of its own, up to its NUL. */
static const char *read_name(reading *r, const uint8_t *at)
{
    char *name = believe_alloc(r->file, 1, NAME);
    return name != NULL ? memcpy(name, at, NAME) : NULL;
}

static char *join(believe_file *file, const char *name, const char *sub_name)
{
    const size_t length = strlen(name), sub_length = strlen(sub_name); /* relies on xani/name-terminator */
    char *label = believe_alloc(file, length + sub_length + 2, 1);
    if (label == NULL)
        return NULL;
    memcpy(label, name, length);
    label[length] = '/';
    memcpy(label + length + 1, sub_name, sub_length);
    return label;
}

static const char *read_descriptors(reading *r)
{
    r->anims =
        believe_alloc(r->file, (uint64_t)r->anim_count, sizeof *r->anims); /* relies on xani/count-range */
    if (r->anims == NULL)
        return believe_too_much;
    for (int32_t i = 0; i < r->anim_count; i++) {
        animation *a = &r->anims[i];
        const char *name = read_name(r, r->at);
        const char *sub_name = read_name(r, r->at + NAME); /* relies on xani/truncated */
        a->label = name != NULL && sub_name != NULL ? join(r->file, name, sub_name) : NULL;
        if (a->label == NULL)
            return believe_too_much;
        for (size_t channel = 0; channel < CHANNELS; channel++)
            a->counts[channel] = believe_i32(r->at + COUNTS_AT + 4 * channel);
        r->at += DESC;
    }
    return NULL;
}

/* Whether a float and those behind it can be part of a curve. */
static bool are_usable(const uint8_t *at, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!isfinite(believe_f32(at + 4 * (size_t)i)))
            return false;
    return true;
}

static const char *read_key(reading *r, curve_point *point)
{
    for (size_t axis = 0; axis < 3; axis++) {
        point->value[axis] = believe_f32(r->at + 4 * axis);
        point->kind[axis] = r->kinds[believe_i32(r->at + 12 + 4 * axis)]; /* relies on xani/interpolation */
    }
    point->time = believe_f32(r->at + 24);
    for (size_t i = 0; i < 12; i++)
        point->control[i] = believe_f32(r->at + 28 + 4 * i);
    /* relies on xani/not-finite */
    const bool usable = are_usable(r->at, 3) && are_usable(r->at + 24, 18) && are_usable(r->at + 100, 6);
    r->at += KEY;
    return usable ? NULL : "a key holds a number that is not finite";
}

static const char *read_channel(reading *r, int32_t count)
{
    curve_point *points = believe_alloc(r->file, (uint64_t)count, sizeof *points);
    if (points == NULL)
        return believe_too_much;
    for (int32_t i = 0; i < count; i++) {
        const char *lie = read_key(r, &points[i]);
        if (lie != NULL)
            return lie;
    }
    return NULL;
}

const char *believe_xani(believe_file *file)
{
    reading r = {.file = file, .at = file->data + HEADER};
    r.anim_count = believe_i32(file->data);
    r.kinds = believe_alloc(file, KINDS, 1);
    if (r.kinds == NULL)
        return believe_too_much;
    if (believe_i32(file->data + 8) != 1) /* relies on xani/unsupported-version */
        return "a version that nobody has seen";
    const char *lie = read_descriptors(&r);
    if (lie == NULL && r.at != file->data + believe_i32(file->data + 4)) /* relies on xani/key-offset */
        lie = "the keys don't begin after the descriptors";
    for (int32_t i = 0; lie == NULL && i < r.anim_count; i++)
        for (size_t channel = 0; lie == NULL && channel < CHANNELS; channel++)
            lie = read_channel(&r, r.anims[i].counts[channel]);
    if (lie == NULL && r.at != file->data + file->size) /* relies on xani/trailing-bytes */
        lie = "bytes behind the last key";
    return lie;
}
