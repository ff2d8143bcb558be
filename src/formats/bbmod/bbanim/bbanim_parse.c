/* bbanim_parse.c: reads a BBANIM, in the order of the bytes: times, frames, events. */
#include "formats/bbmod/bbanim/bbanim.h"

#include <inttypes.h>
#include <math.h>

#define AL_LAYOUT      "formats/bbmod/bbanim/layout.def"
#define AL_LAYOUT_LIST bbanim_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

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

const bbanim_space bbanim_spaces[BBANIM_SPACES_OF_A_FRAME] = {
    {"parentSpace", "parent", 1, false}, {"worldSpace", "world", 2, false}, {"boneSpace", "bone", 4, true}};

bool bbanim_is_duration(double duration)
{
    return isfinite(duration) && duration >= 1 && floor(duration) == duration;
}

uint32_t bbanim_transforms(const bbanim_file *f, uint32_t space, uint64_t *offset)
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
                  "%.17g frames of %" PRIu64 " bytes each do not fit into a file of %zu bytes", f->duration,
                  f->frame_size, w->job->file.len);
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

al_parsed bbanim_parse(al_job *job, void *document)
{
    bbanim_file *f = document;
    if (!bbm_open(&f->base, job, &format))
        return AL_REFUSED;
    f->form = f->base.minor == 0 && !is_whole(f, &narrow) && is_whole(f, &wide) ? &wide : &narrow;
    (void)read_all(f, &f->base.walk);
    return AL_READ;
}
