/* bbanim_rules.c: the rules of a BBANIM. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/reduce/vectors.h"
#include "formats/bbmod/bbanim/bbanim.h"

static const double unit_tolerance = 1e-2;

/* If more than one in DAMAGED transforms of a space is wrong, they are damaged, not merely inexact. */
enum { DAMAGED = 10 };

enum { NODE_SPACES = 3, BONE_SPACE = 4 };

/* ---- Times and counts ---------------------------------------------------------------------------------- */

static void check_duration(const bbanim_file *f, al_sink *s)
{
    const al_claim claim =
        bbanim_length_claim_at(BBANIM_DURATION, f->length, BBANIM_LENGTH_AT_duration, NULL);
    if (f->length.len == BBANIM_LENGTH_BYTES && !bbanim_is_duration(f->duration))
        al_report(s, &claim, "animation lasts %s frames", al_show_number(f->duration).text);
}

static void check_tics(const bbanim_file *f, al_sink *s)
{
    const al_claim claim = bbanim_rate_claim_at(BBANIM_TICS, f->rate, BBANIM_RATE_AT_tics, NULL);
    if (f->rate.len == BBANIM_RATE_BYTES && !(isfinite(f->tics) && f->tics > 0))
        al_report(s, &claim, "animation has %s frames per second", al_show_number(f->tics).text);
}

static void check_spaces(const bbanim_file *f, al_sink *s)
{
    al_claim claim = bbanim_kind_claim_at(BBANIM_SPACES, f->kind, BBANIM_KIND_AT_spaces, NULL);
    claim.expected = al_text("1 to 7");
    const bool known = al_unknown_bits(&bbanim_space_words, f->spaces) == 0;
    if (f->kind.len == 0 || (f->spaces != 0 && known))
        return;
    if (f->spaces == 0)
        al_report(s, &claim, "animation has transforms in no space");
    else
        al_report(s, &claim, "spaces are %u = %s", f->spaces,
                  al_show_bits(&bbanim_space_words, f->spaces, 1).text);
}

static void check_bone_count(const bbanim_file *f, al_sink *s)
{
    if (!f->bones_fit || f->bone_count <= f->node_count)
        return;
    const al_claim claim = al_counter_claim(BBANIM_BONE_COUNT, &f->bones);
    al_report(s, &claim, "animation has %u bone%s, but only %u node%s", f->bone_count, AL_S(f->bone_count),
              f->node_count, AL_S(f->node_count));
}

/* A reader loops over all frames, even if they have no bytes. Reports the first reason why they have none. */
static void check_empty_frame(const bbanim_file *f, al_sink *s)
{
    if (!f->has_counts || f->frame_size > 0 || !(f->duration > 0))
        return;
    const bool of_bones = (f->spaces & NODE_SPACES) == 0, none = of_bones && (f->spaces & BONE_SPACE) == 0;
    al_claim claim = bbanim_kind_claim_at(BBANIM_EMPTY_FRAME, f->kind, BBANIM_KIND_AT_spaces, NULL);
    if (!none)
        claim = al_counter_claim(BBANIM_EMPTY_FRAME, of_bones ? &f->bones : &f->nodes);
    const char *missing = none ? "space" : (of_bones ? "bones" : "nodes");
    al_report(s, &claim, "frames have no bytes, but the duration is %s: the animation has no %s",
              al_show_number(f->duration).text, missing);
}

/* ---- Frames -------------------------------------------------------------------------------------------- */

/* The transforms of one space, in all frames. */
typedef struct space_check {
    const bbanim_file *file;
    const bbanim_space *space;
    uint64_t offset; /* in a frame */
    uint32_t count;  /* in a frame */
    uint64_t all;    /* existing ones in all frames */
    al_tally bad;    /* numbered across all frames */
    bbm_dual first;
} space_check;

/* `first` is the number of the first transform. */
static void check_transforms(space_check *c, al_span transforms, uint64_t first)
{
    for (uint64_t i = 0; i < transforms.len / BBM_DUAL_BYTES; i++) {
        const bbm_dual q = bbm_dual_of(al_slice_available(transforms, i * BBM_DUAL_BYTES, BBM_DUAL_BYTES));
        if (bbm_is_unit(&q, unit_tolerance))
            continue;
        c->first = c->bad.count == 0 ? q : c->first;
        al_tally_add(&c->bad, first + i);
    }
}

/* Looks at the single transforms only of blocks with a bad one. */
static void check_frame(space_check *c, al_span transforms, uint64_t frame)
{
    enum { BLOCK = 64 };
    for (uint64_t at = 0; at < transforms.len; at += (uint64_t)BLOCK * BBM_DUAL_BYTES) {
        const al_span block = al_slice_available(transforms, at, (uint64_t)BLOCK * BBM_DUAL_BYTES);
        if (al_any_off_dual(block, BBM_DUAL_BYTES, (float)unit_tolerance))
            check_transforms(c, block, frame * c->count + at / BBM_DUAL_BYTES);
    }
}

/* `end` is the end of the last transform of the space. */
static void report_space(const space_check *c, al_sink *s, uint64_t end)
{
    const uint64_t number = c->bad.first[0];
    const char *what = c->space->of_bones ? "bone" : "node";
    if (c->bad.count == 0)
        return;
    const al_span bytes = al_slice_available(c->file->frames, c->offset, end - c->offset);
    const al_claim claim = {.rule = BBANIM_FRAME_NORM,
                            .level = c->bad.count > c->all / DAMAGED ? AL_OFF : AL_WARNING,
                            .offset = bytes.base,
                            .length = bytes.len,
                            .path = al_field(NULL, c->space->name),
                            .tally = &c->bad};
    if (!c->first.finite)
        al_report(s, &claim,
                  "transforms that are not of unit length: %" PRIu64 " of %" PRIu64
                  ", the first is that of %s %" PRIu64 " in frame %" PRIu64 ", which is not finite",
                  c->bad.count, c->all, what, number % c->count, number / c->count);
    else
        al_report(s, &claim,
                  "transforms that are not of unit length: %" PRIu64 " of %" PRIu64
                  ", the first is that of %s %" PRIu64 " in frame %" PRIu64
                  ": length %.6g, product of its parts %.6g",
                  c->bad.count, c->all, what, number % c->count, number / c->count, c->first.length,
                  c->first.dot);
}

/* Also checks the existing part of an incomplete last frame. If frames have only one space, its transforms
 * are contiguous across all frames. */
static void check_space(const bbanim_file *f, uint32_t space, al_sink *s)
{
    space_check c = {.file = f, .space = &bbanim_spaces[space]};
    uint64_t end = 0;
    c.count = bbanim_transforms(f, space, &c.offset);
    if (c.count == 0)
        return;
    const uint64_t size = (uint64_t)c.count * BBM_DUAL_BYTES;
    const bool alone = size == f->frame_size;
    const uint64_t run = alone ? f->frames.len : size, step = alone ? f->frames.len : f->frame_size;
    for (uint64_t at = c.offset; at < f->frames.len; at += step) {
        const al_span there = al_slice_available(f->frames, at, run);
        const uint64_t whole = there.len / BBM_DUAL_BYTES;
        check_frame(&c, al_slice_available(there, 0, whole * BBM_DUAL_BYTES), at / f->frame_size);
        c.all += whole;
        end = at + there.len;
    }
    report_space(&c, s, end);
}

/* ---- Events -------------------------------------------------------------------------------------------- */

static void check_event(const bbanim_file *f, const bbanim_event_view *e)
{
    const double frame = bbanim_event_read(e->record).frame;
    const al_claim claim =
        bbanim_event_claim_at(BBANIM_EVENT_FRAME, e->record, BBANIM_EVENT_AT_frame, &e->path);
    if (e->record.len == BBANIM_EVENT_BYTES && !(frame >= 0 && frame < f->duration))
        al_report(f->base.job->sink, &claim, "event \"%.*s\" is in frame %s of %.17g", AL_SHOW(e->name.text),
                  al_show_number(frame).text, f->duration);
    if (e->named)
        al_check_string(f->base.job, BBANIM_STRING_CONTROL_CHAR, &e->name);
}

static void check_events(const bbanim_file *f)
{
    al_walk w = al_walk_again(&f->base.walk, f->events_at);
    bool whole = true;
    for (uint32_t i = 0; i < f->events && whole; i++) {
        bbanim_event_view event;
        whole = bbanim_read_event(&w, i, &event);
        check_event(f, &event);
    }
}

/* ---- The file ------------------------------------------------------------------------------------------ */

/* Below version 3.4 this is only a note: a program that saves such a file again appends an empty list of
 * events. */
static void check_trailing_bytes(const bbanim_file *f)
{
    const bool old = f->base.minor < BBANIM_FIRST_WITH_EVENTS;
    if (f->whole)
        al_walk_end_at(&f->base.walk, BBANIM_TRAILING_BYTES, old ? AL_NOTE : AL_OFF, NULL,
                       old ? "the last frame" : "the last event");
}

static void judge(al_job *job, const void *document)
{
    const bbanim_file *f = document;
    if (f->form->wide)
        bbm_report_wide(&f->base, &f->nodes);
    check_spaces(f, job->sink);
    check_duration(f, job->sink);
    check_tics(f, job->sink);
    check_bone_count(f, job->sink);
    check_empty_frame(f, job->sink);
    for (uint32_t i = 0; i < BBANIM_SPACES_OF_A_FRAME; i++)
        check_space(f, i, job->sink);
    check_events(f);
    check_trailing_bytes(f);
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

static void bbanim_facts(const void *document, const al_facts *facts)
{
    const bbanim_file *f = document;
    if (!f->has_counts || !f->nodes_fit || !f->bones_fit) /* the counts are damaged */
        return;
    al_add_number(facts, AL_FACT_NODE_COUNT, true, &f->nodes);
    al_add_number(facts, AL_FACT_BONE_COUNT, true, &f->bones);
}

void bbanim_measure(const void *document, al_measures *measures)
{
    const bbanim_file *f = document;
    measures->bones = f->has_counts && f->bones_fit ? f->bone_count : 0;
}

/* ---- The view ------------------------------------------------------------------------------------------ */

enum { REAL = 4, AXES = 3, TRACKS_OF_A_TRANSFORM = 2 };

/* The transforms of one node or bone in all frames. */
typedef struct transform_series {
    const bbanim_file *file;
    uint32_t number; /* of the node or bone */
    uint64_t at;     /* in a frame */
    uint64_t frames;
} transform_series;

static al_span transform_at(const transform_series *t, uint64_t frame)
{
    return al_slice_available(t->file->frames, frame * t->file->frame_size + t->at, BBM_DUAL_BYTES);
}

static void draw_series(const transform_series *t, const al_path *path, al_span bone, al_drawing *d)
{
    const al_drawn_track rotation = {.path = path,
                                     .bone = bone,
                                     .number = &t->number,
                                     .channel = "rotation",
                                     .keys = t->frames,
                                     .components = REAL};
    const al_drawn_track position = {.path = path,
                                     .bone = bone,
                                     .number = &t->number,
                                     .channel = "position",
                                     .keys = t->frames,
                                     .components = AXES};
    float *times, *values;
    if (al_draw_track(d, &rotation, &times, &values))
        for (uint64_t i = 0; i < t->frames; i++) {
            times[i] = (float)i;
            for (uint32_t c = 0; c < REAL; c++)
                values[i * REAL + c] =
                    al_f32_at(transform_at(t, i), BBANIM_TRANSFORM_AT_real + 4 * (uint64_t)c);
        }
    if (al_draw_track(d, &position, &times, &values))
        for (uint64_t i = 0; i < t->frames; i++) {
            times[i] = (float)i;
            bbm_translation(transform_at(t, i), values + i * AXES);
        }
}

/* Nodes and bones have no names here: they have those of the model. */
static void draw_space(const bbanim_file *f, uint32_t space, al_drawing *d)
{
    uint64_t offset;
    const uint32_t count = bbanim_transforms(f, space, &offset);
    const al_path path = al_field(NULL, bbanim_spaces[space].name);
    if (count == 0)
        return;
    const double rate = isfinite(f->tics) && f->tics > 0 ? f->tics : 0;
    const uint32_t view = al_draw_frames(d, &path, rate, bbanim_spaces[space].relative);
    for (uint32_t i = 0; i < count; i++) {
        const al_path item = al_item(NULL, bbanim_spaces[space].name, i);
        char name[32];
        const int length =
            snprintf(name, sizeof name, "%s %u", bbanim_spaces[space].of_bones ? "bone" : "node", i);
        const transform_series t = {.file = f,
                                    .number = i,
                                    .at = offset + (uint64_t)i * BBM_DUAL_BYTES,
                                    .frames = f->frames.len / f->frame_size};
        draw_series(&t, &item, al_span_of(name, (size_t)length), d);
    }
    al_target *target = al_draw_target(d, &path, AL_MARKS_FRAMES, view, 0);
    if (target != NULL) {
        target->count = count;
        target->step = TRACKS_OF_A_TRANSFORM;
    }
}

static void bbanim_view(const al_job *job, const void *document, al_drawing *d)
{
    const bbanim_file *f = document;
    (void)job;
    if (f->frame_size == 0 || f->frames.len < f->frame_size)
        return;
    for (uint32_t i = 0; i < BBANIM_SPACES_OF_A_FRAME; i++)
        draw_space(f, i, d);
}

/* ---- The format ---------------------------------------------------------------------------------------- */

const al_hooks bbanim_hooks = {.limit_rule = BBANIM_LIMIT,
                               .layouts = bbanim_layouts,
                               .magic = &BBANIM_HEADER_MAGIC,
                               .document_size = sizeof(bbanim_file),
                               .parse = bbanim_parse,
                               .judge = judge,
                               .facts = bbanim_facts,
                               .measure = bbanim_measure,
                               .view = bbanim_view};
