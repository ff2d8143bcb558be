/* believe_xani.c: reads an Egosoft ANI as an importer does that trusts it: the header, a descriptor for each
 * animation, then the keys of all of them, in the order of the file. Keys become curves: it looks up an
 * interpolation by its number.
 */
#include "believe.h"

enum { HEADER = 16, DESC_GAP = 12, NAME = 64, CHANNELS = 5, INTERPOLATIONS = 8 };

typedef struct animation {
    char *label; /* both names with a slash between them */
    int32_t counts[CHANNELS];
} animation;

typedef struct curve_point {
    float value[3], time, control[18];
    uint8_t interpolation[3]; /* of the curve behind the point */
} curve_point;

static char *join(believe_reader *r, const char *name, const char *sub_name)
{
    const size_t length = strlen(name), sub_length = strlen(sub_name); /* relies on xani/name-terminator */
    char *label = believe_alloc(r, length + sub_length + 2, 1);
    memcpy(label, name, length);
    label[length] = '/';
    memcpy(label + length + 1, sub_name, sub_length);
    return label;
}

static void read_descriptor(believe_reader *r, animation *a)
{
    const char *name = next_bytes(r, 1, NAME), *sub_name = next_bytes(r, 1, NAME);
    a->label = join(r, name, sub_name);
    for (size_t channel = 0; channel < CHANNELS; channel++)
        a->counts[channel] = next_i32(r);
    r->at += DESC_GAP;
}

static void read_floats(believe_reader *r, float *values, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        values[i] = next_f32(r);
        believe_require(r, isfinite(values[i]), "a key holds a number that is not finite");
    }
}

static void read_key(believe_reader *r, const uint8_t *known, curve_point *point)
{
    float tangents[6];
    read_floats(r, point->value, 3); /* relies on xani/not-finite */
    for (size_t axis = 0; axis < 3; axis++)
        point->interpolation[axis] = known[next_i32(r)]; /* relies on xani/interpolation */
    read_floats(r, &point->time, 1);
    read_floats(r, point->control, 17);
    r->at += 4;
    read_floats(r, tangents, 6);
    r->at += 4;
}

void believe_xani(believe_reader *r)
{
    const uint8_t *known = believe_alloc(r, INTERPOLATIONS, 1);
    const int32_t count = next_i32(r), keys_at = next_i32(r);
    believe_require(r, next_i32(r) == 1, "its version is unknown"); /* relies on xani/unsupported-version */
    r->at = HEADER;
    animation *animations = believe_alloc(r, (uint64_t)count, sizeof *animations);
    for (int32_t i = 0; i < count; i++)
        read_descriptor(r, &animations[i]);
    /* relies on xani/key-offset */
    believe_require(r, r->at == (size_t)keys_at, "the keys don't begin after the descriptors");
    for (int32_t i = 0; i < count; i++)
        for (size_t channel = 0; channel < CHANNELS; channel++) {
            const int32_t keys = animations[i].counts[channel];
            curve_point *points = believe_alloc(r, (uint64_t)keys, sizeof *points);
            for (int32_t k = 0; k < keys; k++)
                read_key(r, known, &points[k]);
        }
    believe_require(r, r->at == r->end, "bytes follow the last key"); /* relies on xani/trailing-bytes */
}
