/* believe_bbanim.c: reads a BBANIM as an importer does: frame by frame to the declared duration, each into a
 * block of its own, and poses a model with it.
 */
#include "believe_bbmod.h"

enum { PARENT = 1, WORLD = 2, BONE = 4, SPACES = 3, DAMAGED = 10 };

typedef struct bb_animation {
    believe_reader *r;
    unsigned spaces;
    uint32_t nodes, bones;
    float *pose;                       /* by node: the dual quaternion */
    uint64_t all[SPACES], bad[SPACES]; /* transforms of a space, and those that are not rotations */
} bb_animation;

/* The page allows 0.01; the rest is for numbers that round otherwise here. */
static bool is_rotation(const uint8_t *dual)
{
    double square = 0, dot = 0;
    for (size_t i = 0; i < 4; i++) {
        double real = (double)believe_f32(dual + 4 * i), moved = (double)believe_f32(dual + 16 + 4 * i);
        square += real * real;
        dot += real * moved;
    }
    return fabs(sqrt(square) - 1) <= 0.0101 && fabs(dot) <= 0.0101;
}

/* The transforms of one space of a frame replace the model's. */
static void pose_space(bb_animation *a, const uint8_t *transforms, uint32_t count, unsigned space)
{
    for (size_t i = 0; i < count; i++) {
        const uint8_t *dual = transforms + i * BB_DUAL_BYTES;
        for (size_t k = 0; k < BB_DUAL; k++)
            a->pose[i * BB_DUAL + k] = believe_f32(dual + 4 * k); /* relies on bbanim/bone-count */
        a->all[space]++;
        a->bad[space] += !is_rotation(dual);
    }
}

/* The transforms of the bones are those of the first nodes. */
static float sum_of_bones(const bb_animation *a)
{
    float sum = 0;
    for (size_t i = 0; i < a->bones; i++)
        sum += fabsf(a->pose[i * BB_DUAL]) > 1 ? 1.0f : 0.0f;
    return sum;
}

/* A frame in one block. The first transform is that of the root, which moves the whole model. */
static uint8_t *read_frame(bb_animation *a)
{
    const uint32_t counts[SPACES] = {(a->spaces & PARENT) != 0 ? a->nodes : 0,
                                     (a->spaces & WORLD) != 0 ? a->nodes : 0,
                                     (a->spaces & BONE) != 0 ? a->bones : 0};
    uint8_t *frame = next_bytes(a->r, (uint64_t)counts[0] + counts[1] + counts[2], BB_DUAL_BYTES);
    const float root = believe_f32(frame); /* relies on bbanim/empty-frame */
    const uint8_t *at = frame;
    for (unsigned i = 0; i < SPACES; i++) {
        pose_space(a, at, counts[i], i);
        at += (size_t)counts[i] * BB_DUAL_BYTES;
    }
    believe_require(a->r, sum_of_bones(a) <= 1e9f || !(root > 1e9f), "a root is moved out of the world");
    return frame;
}

static void read_frames(bb_animation *a, double duration)
{
    /* relies on bbanim/duration */
    believe_require(a->r, isfinite(duration) && duration == floor(duration) && duration >= 1,
                    "its duration is not a number of frames");
    const uint64_t count = (uint64_t)duration;
    uint8_t **frames = believe_alloc(a->r, count, sizeof *frames);
    a->pose = believe_alloc(a->r, a->nodes, BB_DUAL_BYTES);
    for (uint64_t i = 0; i < count; i++)
        frames[i] = read_frame(a);
    for (unsigned i = 0; i < SPACES; i++)
        /* relies on bbanim/frame-norm, bbanim/wide-counts */
        believe_require(a->r, a->bad[i] <= a->all[i] / DAMAGED, "its frames are damaged");
}

void believe_bbanim(believe_reader *r)
{
    const unsigned minor = bb_read_start(r, "BBANIM", "bbanim");
    bb_animation a = {.r = r, .spaces = next_u8(r)};
    const double duration = next_f64(r), tics = next_f64(r);
    a.nodes = next_u32(r);
    a.bones = next_u32(r);
    believe_require(r, isfinite(tics) && tics > 0, "its time stands still"); /* relies on bbanim/tics */
    read_frames(&a, duration);
    const uint32_t events = minor >= 4 ? next_u32(r) : 0;
    const char **names = believe_alloc(r, events, sizeof *names);
    for (uint32_t i = 0; i < events; i++) {
        (void)next_f64(r);
        names[i] = bb_text(r);
    }
    believe_require(r, r->at <= r->end, "its last event ends outside the file");
}
