/* believe_bbanim.c: reads a BBANIM as an importer does: frame by frame to the declared duration, each into a
 * block of its own, and poses a model with it.
 */
#include "believe_bbmod.h"

enum { PARENT = 1, WORLD = 2, BONE = 4, SPACES = 3, DAMAGED = 10 };

typedef struct bb_animation {
    bb_reader r;
    unsigned spaces;
    uint32_t nodes, bones;
    float *pose;                       /* by node: the dual quaternion */
    uint64_t all[SPACES], bad[SPACES]; /* transforms of a space, and those that are no rotation */
} bb_animation;

/* The page allows 0.01; numbers that only just do may come out otherwise here. */
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

/* The transforms of one space of a frame, as many as the file says, take the place of the model's. */
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
static const char *read_frame(bb_animation *a, uint8_t **frame)
{
    const uint32_t counts[SPACES] = {(a->spaces & PARENT) != 0 ? a->nodes : 0,
                                     (a->spaces & WORLD) != 0 ? a->nodes : 0,
                                     (a->spaces & BONE) != 0 ? a->bones : 0};
    uint64_t transforms = (uint64_t)counts[0] + counts[1] + counts[2];
    *frame = bb_bytes(&a->r, transforms, BB_DUAL_BYTES);
    if (*frame == NULL)
        return believe_too_much;
    float root = believe_f32(*frame); /* relies on bbanim/empty-frame */
    const uint8_t *at = *frame;
    for (unsigned i = 0; i < SPACES; i++) {
        pose_space(a, at, counts[i], i);
        at += (size_t)counts[i] * BB_DUAL_BYTES;
    }
    return sum_of_bones(a) > 1e9f && root > 1e9f ? "a root is moved to where nobody is" : NULL;
}

static const char *read_frames(bb_animation *a, double duration)
{
    const char *lie = NULL;
    if (!isfinite(duration) || duration != floor(duration) || duration < 1)
        return "half a frame, or none"; /* relies on bbanim/duration */
    uint64_t count = (uint64_t)duration;
    uint8_t **frames = believe_alloc(a->r.file, count, sizeof *frames);
    a->pose = believe_alloc(a->r.file, a->nodes, BB_DUAL_BYTES);
    if (frames == NULL || a->pose == NULL)
        return believe_too_much;
    for (uint64_t i = 0; i < count && lie == NULL; i++)
        lie = read_frame(a, &frames[i]);
    for (unsigned i = 0; i < SPACES && lie == NULL; i++)
        if (a->bad[i] > a->all[i] / DAMAGED)
            lie = "its frames are damaged"; /* relies on bbanim/frame-norm, bbanim/wide-counts */
    return lie;
}

static const char *read_events(bb_reader *r)
{
    uint32_t count = bb_u32(r);
    const char **names = believe_alloc(r->file, count, sizeof *names);
    if (names == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < count; i++) {
        (void)bb_f64(r);
        names[i] = bb_string(r);
        if (names[i] == NULL)
            return believe_too_much;
    }
    return NULL;
}

const char *believe_bbanim(believe_file *file)
{
    bb_animation a = {.r = {.file = file}};
    const char *lie = bb_start(&a.r, "BBANIM", "bbanim");
    if (lie != NULL)
        return lie;
    a.spaces = bb_u8(&a.r);
    double duration = bb_f64(&a.r), tics = bb_f64(&a.r);
    a.nodes = bb_u32(&a.r);
    a.bones = bb_u32(&a.r);
    if (!isfinite(tics) || tics <= 0) /* relies on bbanim/tics */
        return "time stands still";
    lie = read_frames(&a, duration);
    if (lie == NULL && a.r.minor >= 4)
        lie = read_events(&a.r);
    if (lie != NULL)
        return lie;
    return a.r.at <= file->size ? NULL : "its last event ends outside the file";
}
