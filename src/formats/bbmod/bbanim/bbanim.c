/* bbanim.c: reads and judges a BBANIM: times, frames, events. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/reduce/vectors.h"
#include "formats/bbmod/family.h"
#include "kit/hooks.h"

#define AL_RULES "rules/bbanim.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/bbmod/bbanim/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

extern const al_layout *const bbanim_layouts[];
extern const al_hooks bbanim_hooks; /* for formats.c */

enum { BBANIM_SPACES_OF_A_FRAME = 3, BBANIM_FIRST_WITH_EVENTS = 4 };

/* A coordinate space of transforms, in the order of a frame. */
typedef struct bbanim_space {
    const char *name;     /* "parentSpace" */
    const char *relative; /* `space` of al_view */
    uint8_t bit;          /* of `spaces` */
    bool of_bones;        /* one transform for each bone instead of each node */
} bbanim_space;

/* The counts of nodes and bones, with 4 or 8 bytes. */
typedef struct bbanim_form {
    bbm_field nodes, bones;
    bool wide;
} bbanim_form;

typedef struct bbanim_file {
    bbm_file base;
    const bbanim_form *form;
    al_span kind, length, rate; /* records */
    uint8_t spaces;
    double duration, tics;
    al_counter nodes, bones;
    uint32_t node_count, bone_count;
    bool has_counts;     /* both were read */
    bool nodes_fit;      /* the file is large enough for the nodes */
    bool bones_fit;      /* the file is large enough for the bones */
    uint64_t frame_size; /* bytes */
    al_span frames;      /* the part that exists */
    uint32_t events;     /* the count, if the file is large enough for it */
    uint64_t events_at;
    bool whole; /* the whole file was read */
} bbanim_file;

/* Reads the next event of a walk. False if it is incomplete. Its parts refer to the path of `event`, so
 * don't copy it. */
typedef struct bbanim_event_view {
    al_path path;
    al_span record;
    bool named;
    al_string name;
} bbanim_event_view;
bool bbanim_read_event(al_walk *w, uint32_t number, bbanim_event_view *event);

#define AL_LAYOUT      "formats/bbmod/bbanim/layout.def"
#define AL_LAYOUT_LIST bbanim_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

/* ---- Reading ------------------------------------------------------------------------------------------- */

static const bbm_format format = {BBM_FORMAT(BBANIM, bbanim)};

static const bbanim_form narrow = {
    .nodes = BBM_FIELD(BBANIM_NODE_COUNT, bbanim_node_count, node_count),
    .bones = BBM_FIELD(BBANIM_BONE_COUNT, bbanim_bone_count, bone_count),
};

static const bbanim_form wide = {
    .nodes = BBM_WIDE(BBANIM_WIDE_NODE_COUNT, bbanim_wide_node_count, node_count),
    .bones = BBM_WIDE(BBANIM_WIDE_BONE_COUNT, bbanim_wide_bone_count, bone_count),
    .wide = true,
};

static const bbanim_space bbanim_spaces[BBANIM_SPACES_OF_A_FRAME] = {
    {"parentSpace", "parent", 1, false}, {"worldSpace", "world", 2, false}, {"boneSpace", "bone", 4, true}};

/* Whether a duration is a valid number of frames. */
static bool bbanim_is_duration(double duration)
{
    return isfinite(duration) && duration >= 1 && floor(duration) == duration;
}

/* The number of transforms of a space in a frame, 0 if it has none, and their offset in the frame. */
static uint32_t bbanim_transforms(const bbanim_file *f, uint32_t space, uint64_t *offset)
{
    *offset = 0;
    for (uint32_t i = 0; i < space; i++) {
        uint64_t before;
        const uint64_t size = (uint64_t)bbanim_transforms(f, i, &before) * BBM_DUAL_BYTES;
        *offset = before + size;
    }
    if ((f->spaces & bbanim_spaces[space].bit) == 0)
        return 0;
    return bbanim_spaces[space].of_bones ? f->bone_count : f->node_count;
}

/* ---- Times and counts ---------------------------------------------------------------------------------- */

static bool read_times(bbanim_file *f, al_walk *w)
{
    const bool whole = al_walk_fields(w, &bbanim_kind_layout, NULL, &f->kind) &&
                       al_walk_fields(w, &bbanim_length_layout, NULL, &f->length) &&
                       al_walk_fields(w, &bbanim_rate_layout, NULL, &f->rate);
    f->spaces = bbanim_kind_read(f->kind).spaces;
    f->duration = bbanim_length_read(f->length).duration;
    f->tics = bbanim_rate_read(f->rate).tics;
    return whole;
}

/* The number of spaces with a transform for each bone, or for each node. */
static uint32_t spaces_of(const bbanim_file *f, bool of_bones)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < BBANIM_SPACES_OF_A_FRAME; i++)
        count += bbanim_spaces[i].of_bones == of_bones && (f->spaces & bbanim_spaces[i].bit) != 0;
    return count;
}

/* Checks both counts, also if the first is wrong. Nodes or bones without transforms take no bytes, so the
 * file could have any number of them. But readers reserve memory for them, so at most as many as the file
 * has bytes are accepted. */
static bool judge_counts(bbanim_file *f, const al_walk *w)
{
    const uint64_t node_size = (uint64_t)spaces_of(f, false) * BBM_DUAL_BYTES;
    const uint64_t bone_size = (uint64_t)spaces_of(f, true) * BBM_DUAL_BYTES;
    al_walk probe = *w;
    f->nodes_fit = al_walk_count(&probe, &f->nodes, node_size > 0 ? node_size : 1, "nodes");
    probe = *w;
    f->bones_fit = al_walk_count(&probe, &f->bones, bone_size > 0 ? bone_size : 1, "bones");
    f->frame_size = f->node_count * node_size + f->bone_count * bone_size;
    return (f->nodes_fit || node_size == 0) && (f->bones_fit || bone_size == 0);
}

static bool read_counts(bbanim_file *f, al_walk *w)
{
    f->has_counts = bbm_take_count(w, f->form->nodes, NULL, &f->nodes) &&
                    bbm_take_count(w, f->form->bones, NULL, &f->bones);
    if (!f->has_counts)
        return false;
    f->node_count = al_counted(&f->nodes);
    f->bone_count = al_counted(&f->bones);
    return judge_counts(f, w);
}

/* ---- Frames and events --------------------------------------------------------------------------------- */

static void report_duration(const bbanim_file *f, const al_walk *w)
{
    const al_claim claim =
        bbanim_length_claim_at(BBANIM_COUNT_RANGE, f->length, BBANIM_LENGTH_AT_duration, NULL);
    if (!w->silent)
        al_report(w->job->sink, &claim,
                  "%s frames of %" PRIu64
                  " bytes each do not fit into a file of %zu bytes: it is cut off, or the "
                  "number is wrong",
                  al_show_real(f->duration, 17).text, f->frame_size, w->job->file.len);
}

/* Announces the transforms of each space, which alternate with those of the others. */
static void show_frames(const bbanim_file *f, const al_walk *w)
{
    const al_form form = AL_MANY(bbanim_transform_layout, BBANIM_TRANSFORM_BYTES);
    for (uint32_t i = 0; i < BBANIM_SPACES_OF_A_FRAME; i++) {
        const al_path path = al_field(NULL, bbanim_spaces[i].name);
        uint64_t offset;
        const uint32_t count = bbanim_transforms(f, i, &offset);
        al_array array = {.path = &path, .bytes = al_slice_available(f->frames, offset, UINT64_MAX)};
        array.size = array.bytes.len;
        array.form = &form;
        array.run = (uint64_t)count * BBM_DUAL_BYTES;
        array.step = f->frame_size;
        if (array.size > 0 && count > 0)
            al_walk_announce_array(w, &array);
    }
}

static bool read_frames(bbanim_file *f, al_walk *w)
{
    const al_path path = al_field(NULL, "frames");
    if (!bbanim_is_duration(f->duration))
        return false;
    const uint64_t most = f->frame_size > 0 ? w->job->file.len / f->frame_size : UINT64_MAX;
    if (f->frame_size > 0 && f->duration > (double)most) {
        report_duration(f, w);
        return false;
    }
    const uint64_t bytes = f->frame_size > 0 ? (uint64_t)f->duration * f->frame_size : 0;
    const bool whole = al_walk_take(w, bytes, &path, "the frames", &f->frames);
    show_frames(f, w);
    return whole;
}

bool bbanim_read_event(al_walk *w, uint32_t number, bbanim_event_view *e)
{
    *e = (bbanim_event_view){.path = al_item(NULL, "events", number)};
    if (!al_walk_part(w, &bbanim_event_layout, BBANIM_EVENT_BYTES, &e->path, "an event", &e->record))
        return false;
    e->named = al_walk_text_nul(w, &e->path, "name", &e->name);
    return e->named;
}

static bool read_events(bbanim_file *f, al_walk *w)
{
    const al_path path = al_field(NULL, "events");
    al_span record;
    if (f->base.minor < BBANIM_FIRST_WITH_EVENTS)
        return true;
    if (!al_walk_fields(w, &bbanim_event_count_layout, NULL, &record))
        return false;
    const al_counter counter = bbanim_event_count_counter(record, BBANIM_EVENT_COUNT_AT_event_count, NULL);
    f->events_at = w->at;
    if (!al_walk_list(w, &counter, BBANIM_EVENT_BYTES + 1, &path, "events"))
        return false;
    f->events = al_counted(&counter);
    for (uint32_t i = 0; i < f->events; i++) {
        bbanim_event_view event;
        if (!bbanim_read_event(w, i, &event))
            return false;
    }
    return true;
}

/* ---- The file ------------------------------------------------------------------------------------------ */

static bool read_all(bbanim_file *f, al_walk *w)
{
    f->whole = read_times(f, w) && read_counts(f, w) && read_frames(f, w) && read_events(f, w);
    return f->whole;
}

/* Whether the file can be read to its end in that form. */
static bool is_whole(const bbanim_file *f, const bbanim_form *form)
{
    bbanim_file trial = *f;
    al_walk w = al_walk_again(&f->base.walk, f->base.walk.at);
    trial.form = form;
    return read_all(&trial, &w) && bbm_ends_well(&w);
}

static al_parsed bbanim_parse(al_job *job, void *document)
{
    bbanim_file *f = document;
    if (!bbm_open(&f->base, job, &format))
        return AL_REFUSED;
    f->form = f->base.minor == 0 && !is_whole(f, &narrow) && is_whole(f, &wide) ? &wide : &narrow;
    (void)read_all(f, &f->base.walk);
    return AL_READ;
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

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
    const char *name = al_name_of_node(c->file->base.job, number % c->count);
    const char *before = name != NULL ? " \"" : "", *behind = name != NULL ? "\"" : "";
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
                  ", the first is that of %s %" PRIu64 "%s%s%s in frame %" PRIu64 ", which is not finite",
                  c->bad.count, c->all, what, number % c->count, before, name != NULL ? name : "", behind,
                  number / c->count);
    else
        al_report(s, &claim,
                  "transforms that are not of unit length: %" PRIu64 " of %" PRIu64
                  ", the first is that of %s %" PRIu64 "%s%s%s in frame %" PRIu64
                  ": length %s, product of its parts %s",
                  c->bad.count, c->all, what, number % c->count, before, name != NULL ? name : "", behind,
                  number / c->count, al_show_real(c->first.length, 6).text,
                  al_show_real(c->first.dot, 6).text);
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
        al_report(f->base.job->sink, &claim, "event \"%.*s\" is in frame %s of %s", AL_SHOW(e->name.text),
                  al_show_number(frame).text, al_show_real(f->duration, 17).text);
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

static void bbanim_measure(const void *document, al_measures *measures)
{
    const bbanim_file *f = document;
    measures->bones = f->has_counts && f->bones_fit ? f->bone_count : 0;
}

/* ---- The drawing --------------------------------------------------------------------------------------- */

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

static void bbanim_draw(const al_job *job, const void *document, al_drawing *d)
{
    const bbanim_file *f = document;
    (void)job;
    if (f->frame_size == 0 || f->frames.len < f->frame_size)
        return;
    for (uint32_t i = 0; i < BBANIM_SPACES_OF_A_FRAME; i++)
        draw_space(f, i, d);
}

/* ---- Fixes --------------------------------------------------------------------------------------------- */

/* The spaces of a frame lie one behind the other, so that all frames are changed at once. */
static void fix_frames(al_fix_plan *plan, const void *document)
{
    static const al_form form = {.type = AL_TYPE_f32, .numbers = BBM_DUAL_BYTES / 4};
    const bbanim_file *f = document;
    const al_path path = al_field(NULL, "frames");
    const al_items transforms = al_items_of(f->frames, BBM_DUAL_BYTES, &path, NULL);
    uint8_t *copy = al_fix_copy(plan, transforms.bytes);
    for (uint64_t i = 0; i < al_items_count(&transforms) && copy != NULL; i++)
        bbm_fix_dual(plan, al_items_at(&transforms, i), &copy[i * BBM_DUAL_BYTES], unit_tolerance);
    al_fix_rewrite(plan, &transforms, copy, &form);
    for (const al_finding *of = al_fix_next(plan, NULL); of != NULL; of = al_fix_next(plan, of)) {
        const al_path space = al_field(NULL, of->field);
        al_fix_touch(plan, &space);
    }
}

/* ---- The format ---------------------------------------------------------------------------------------- */

static const al_fixer fixers[] = {
    {BBANIM_WIDE_COUNTS, bbm_fix_wide_counts},
    {BBANIM_TRAILING_BYTES, al_fix_cut_off},
    {BBANIM_FRAME_NORM, fix_frames},
    {.plan = NULL},
};

const al_hooks bbanim_hooks = {.limit_rule = BBANIM_LIMIT,
                               .layouts = bbanim_layouts,
                               .magic = &BBANIM_HEADER_MAGIC,
                               .document_size = sizeof(bbanim_file),
                               .parse = bbanim_parse,
                               .judge = judge,
                               .facts = bbanim_facts,
                               .measure = bbanim_measure,
                               .draw = bbanim_draw,
                               .fixers = fixers};
