/* import_bbanim.c: loads a BBANIM as a game does: all frames of a space in one block, and events by frame. */
#include "believe_bbmod.h"
#include "import.h"

enum { PARENT = 1, WORLD = 2, BONE = 4, SPACES = 3, DAMAGED_PART = 10 };

typedef struct space {
    uint32_t transforms; /* of a frame */
    uint32_t damaged;
    float *all; /* BB_DUAL for each transform of each frame */
} space;

/* The bound is that of the page, and something for rounding. */
static bool is_damaged(const float *dual)
{
    double square = 0, dot = 0;
    for (size_t i = 0; i < 4; i++) {
        square += (double)dual[i] * (double)dual[i];
        dot += (double)dual[i] * (double)dual[4 + i];
    }
    return !(fabs(sqrt(square) - 1) <= 0.0101 && fabs(dot) <= 0.0101);
}

static void import_frame(believe_reader *r, space *s, uint32_t frame)
{
    for (uint32_t i = 0; i < s->transforms; i++) {
        float *dual = s->all + BB_DUAL * ((size_t)frame * s->transforms + i);
        for (unsigned k = 0; k < BB_DUAL; k++)
            dual[k] = next_f32(r); /* relies on bbanim/truncated */
        s->damaged += is_damaged(dual);
    }
}

static void import_frames(believe_reader *r, space spaces[SPACES], double duration)
{
    /* relies on bbanim/duration */
    believe_require(r, duration >= 1 && duration <= UINT32_MAX && duration == floor(duration),
                    "a number of frames is none");
    const uint32_t frames = (uint32_t)duration;
    const uint64_t transforms = (uint64_t)spaces[0].transforms + spaces[1].transforms + spaces[2].transforms;
    /* relies on bbanim/empty-frame, bbanim/count-range */
    believe_require(r, transforms > 0, "a frame has no bytes, and a player divides by their number");
    for (unsigned i = 0; i < SPACES; i++)
        spaces[i].all = import_room(r, frames * spaces[i].transforms, BB_DUAL_BYTES);
    for (uint32_t frame = 0; frame < frames; frame++)
        for (unsigned i = 0; i < SPACES; i++)
            import_frame(r, &spaces[i], frame);
    for (unsigned i = 0; i < SPACES; i++) /* relies on bbanim/frame-norm */
        believe_require(r, spaces[i].damaged <= frames * spaces[i].transforms / DAMAGED_PART,
                        "frames are damaged");
}

void import_bbanim(believe_reader *r)
{
    const unsigned minor = bb_read_start(r, "BBANIM", "bbanim");
    const uint8_t kinds = next_u8(r);
    const double duration = next_f64(r), tics = next_f64(r);
    const uint32_t nodes = next_u32(r), bones = next_u32(r);
    space spaces[SPACES] = {{.transforms = (kinds & PARENT) != 0 ? nodes : 0},
                            {.transforms = (kinds & WORLD) != 0 ? nodes : 0},
                            {.transforms = (kinds & BONE) != 0 ? bones : 0}};
    (void)import_room(r, nodes, BB_DUAL_BYTES); /* the pose that a frame replaces */
    believe_require(r, bones <= nodes, "a pose has less room than a frame"); /* relies on bbanim/bone-count */
    believe_require(r, tics > 0 && tics < (double)INFINITY,
                    "its time stands still"); /* relies on bbanim/tics */
    import_frames(r, spaces, duration);
    for (uint32_t left = minor >= 4 ? next_u32(r) : 0; left > 0; left--) {
        (void)next_f64(r);
        (void)bb_text(r);
    }
}
