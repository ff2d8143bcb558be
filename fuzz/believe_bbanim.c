/* believe_bbanim.c: reads a BBANIM as a game would that trusts it. */
#include "believe_bbmod.h"

/* not relied on: bbanim/wide-counts: what is read of such a file lies inside it, only it means nothing */

enum { TRANSFORM = 32, PARENT = 1, WORLD = 2, BONE = 4 };

/* The transforms of one space of a frame, copied as a game copies them. */
static const char *read_space(bb_reader *r, uint32_t count)
{
    uint8_t *transforms = believe_alloc(r->file, count, TRANSFORM);
    if (transforms == NULL)
        return believe_too_much;
    memcpy(transforms, r->file->data + r->at, (size_t)count * TRANSFORM); /* relies on bbanim/count-range */
    r->at += (size_t)count * TRANSFORM;
    return NULL;
}

static const char *read_frames(bb_reader *r, uint64_t frames, unsigned spaces, uint32_t nodes, uint32_t bones)
{
    const char *lie = NULL;
    bool empty = ((spaces & (PARENT | WORLD)) == 0 || nodes == 0) && ((spaces & BONE) == 0 || bones == 0);
    for (uint64_t i = 0; !empty && i < frames && lie == NULL; i++) {
        if ((spaces & PARENT) != 0)
            lie = read_space(r, nodes);
        if (lie == NULL && (spaces & WORLD) != 0)
            lie = read_space(r, nodes);
        if (lie == NULL && (spaces & BONE) != 0)
            lie = read_space(r, bones);
    }
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
    bb_reader r = {.file = file};
    const char *lie = bb_start(&r, "BBANIM", "bbanim");
    if (lie != NULL)
        return lie;
    unsigned spaces = bb_u8(&r);
    double duration = bb_f64(&r), tics = bb_f64(&r);
    uint32_t nodes = bb_u32(&r), bones = bb_u32(&r);
    if (!isfinite(tics) || tics <= 0) /* relies on bbanim/tics */
        return "time stands still";
    if (!isfinite(duration) || duration != floor(duration) || duration < 1)
        return "half a frame, or none"; /* relies on bbanim/duration */
    /* Only frames without transforms may be more than there are numbers for. */
    uint64_t frames = duration < 1e18 ? (uint64_t)duration : 0;
    lie = read_frames(&r, frames, spaces, nodes, bones);
    if (lie == NULL && r.minor >= 4)
        lie = read_events(&r);
    if (lie != NULL)
        return lie;
    return r.at <= file->size ? NULL : "its last event ends outside the file";
}
