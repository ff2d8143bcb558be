/* believe_bbanim.c: loads a BBANIM as a game does: frame by frame to the declared duration, each into a block
 * of its own, and poses a model with it.
 */
#include "believe_bbmod.h"

enum { PARENT = 1, WORLD = 2, BONE = 4, SPACES = 3, DAMAGED_PART = 10 };

typedef struct animation {
    believe_reader *r;
    uint32_t counts[SPACES];  /* transforms of a frame */
    uint64_t damaged[SPACES]; /* transforms that are not rotations */
    float *pose;              /* by node: the dual quaternion */
} animation;

/* The page allows 0.01; the rest is for numbers that round otherwise here. */
static bool is_rotation(const float *dual)
{
    double square = 0, dot = 0;
    for (size_t i = 0; i < 4; i++) {
        square += (double)dual[i] * (double)dual[i];
        dot += (double)dual[i] * (double)dual[4 + i];
    }
    return fabs(sqrt(square) - 1) <= 0.0101 && fabs(dot) <= 0.0101;
}

/* The transforms of each space replace those of the model's first nodes. */
static void read_frame(animation *a, uint64_t transforms)
{
    believe_reader frame = next_part(a->r, transforms * BB_DUAL_BYTES); /* relies on bbanim/truncated */
    for (unsigned space = 0; space < SPACES; space++)
        for (size_t i = 0; i < a->counts[space]; i++) {
            float *dual = a->pose + i * BB_DUAL;
            for (size_t k = 0; k < BB_DUAL; k++)
                dual[k] = next_f32(&frame); /* relies on bbanim/bone-count */
            a->damaged[space] += !is_rotation(dual);
        }
}

static void read_frames(animation *a, double duration)
{
    const uint64_t transforms = (uint64_t)a->counts[0] + a->counts[1] + a->counts[2];
    /* relies on bbanim/duration */
    believe_require(a->r, duration >= 1 && duration <= UINT32_MAX && duration == floor(duration),
                    "its duration is not a number of frames");
    /* relies on bbanim/empty-frame */
    believe_require(a->r, transforms > 0, "a frame has no bytes, and a player divides by their number");
    const uint32_t count = (uint32_t)duration;
    size_t *frames = believe_alloc(a->r, count, sizeof *frames); /* relies on bbanim/count-range */
    for (uint32_t i = 0; i < count; i++) {
        frames[i] = a->r->at;
        read_frame(a, transforms);
    }
    for (unsigned i = 0; i < SPACES; i++)
        /* relies on bbanim/frame-norm, bbanim/wide-counts */
        believe_require(a->r, a->damaged[i] <= (uint64_t)count * a->counts[i] / DAMAGED_PART,
                        "its frames are damaged");
}

void believe_bbanim(believe_reader *r)
{
    const unsigned minor = bb_read_start(r, "BBANIM", "bbanim");
    const uint8_t spaces = next_u8(r);
    const double duration = next_f64(r), tics = next_f64(r);
    const uint32_t nodes = next_u32(r), bones = next_u32(r);
    animation a = {.r = r, .pose = believe_alloc(r, nodes, BB_DUAL_BYTES)};
    a.counts[0] = (spaces & PARENT) != 0 ? nodes : 0;
    a.counts[1] = (spaces & WORLD) != 0 ? nodes : 0;
    a.counts[2] = (spaces & BONE) != 0 ? bones : 0;
    believe_require(r, bones <= nodes, "a pose has less room than a frame"); /* relies on bbanim/bone-count */
    believe_require(r, isfinite(tics) && tics > 0, "its time stands still"); /* relies on bbanim/tics */
    read_frames(&a, duration);
    const uint32_t events = minor >= 4 ? next_u32(r) : 0;
    const char **names = believe_alloc(r, events, sizeof *names);
    for (uint32_t i = 0; i < events; i++) {
        (void)next_f64(r);
        names[i] = bb_text(r);
    }
    believe_require(r, r->at <= r->end,
                    "its last event ends outside the file"); /* relies on bbanim/truncated */
}
