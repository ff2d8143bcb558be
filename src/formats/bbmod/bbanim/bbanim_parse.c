/* bbanim_parse.c: reads a BBANIM, in the order of the bytes: times, frames, events. */
#include "formats/bbmod/bbanim/bbanim.h"

#include <inttypes.h>
#include <math.h>

#define AL_LAYOUT      "formats/bbmod/bbanim/layout.def"
#define AL_LAYOUT_LIST bbanim_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

static const bbm_format bbanim_format = {.magic = {"BBANIM", "bbanim"},
                                         .magic_length = sizeof "BBANIM",
                                         .header = &bbanim_header_layout,
                                         .bad_magic = BBANIM_BAD_MAGIC,
                                         .unsupported_version = BBANIM_UNSUPPORTED_VERSION,
                                         .truncated = BBANIM_TRUNCATED,
                                         .count_range = BBANIM_COUNT_RANGE,
                                         .wide_counts = BBANIM_WIDE_COUNTS};

const bbanim_space bbanim_spaces[BBANIM_SPACE_KINDS] = {
    {"parentSpace", 1, false}, {"worldSpace", 2, false}, {"boneSpace", 4, true}};

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

/* ---- Counts -------------------------------------------------------------------------------------------- */

/* How many spaces have a transform for each bone, or for each node. */
static uint32_t spaces_of(const bbanim_file *f, bool of_bones)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < BBANIM_SPACE_KINDS; i++)
        count += bbanim_spaces[i].of_bones == of_bones && (f->spaces & bbanim_spaces[i].bit) != 0;
    return count;
}

/* Both counts are judged, also when the first can't be. */
static bool judge_counts(bbanim_file *f, al_walk *w)
{
    const al_counter nodes = {&bbanim_node_count_layout, f->node_count_record, 0, NULL};
    const al_counter bones = {&bbanim_bone_count_layout, f->bone_count_record, 0, NULL};
    const uint64_t node_size = (uint64_t)spaces_of(f, false) * BBM_DUAL_BYTES;
    const uint64_t bone_size = (uint64_t)spaces_of(f, true) * BBM_DUAL_BYTES;
    al_walk probe = *w;
    const bool nodes_fit = al_walk_count(&probe, &nodes, node_size, "nodes");
    probe = *w;
    const bool bones_fit = al_walk_count(&probe, &bones, bone_size, "bones");
    f->bones_counted = bones_fit;
    f->frame_size = f->node_count * node_size + f->bone_count * bone_size;
    return (nodes_fit || node_size == 0) && (bones_fit || bone_size == 0);
}

static bool read_times(bbanim_file *f, al_walk *w)
{
    bool whole = true;
    f->times = al_slice_available(w->bytes, w->at, BBANIM_TIMES_BYTES);
    for (size_t i = 0; whole && i < bbanim_times_layout.row_count; i++) {
        const al_row *row = &bbanim_times_layout.rows[i];
        const al_path path = al_field(NULL, row->name);
        al_span field;
        whole = al_walk_take(w, al_scalar_size(row->type), &path, "a number", &field);
    }
    f->spaces = al_u8_at(f->times, BBANIM_TIMES_AT_spaces);
    f->duration = al_f64_at(f->times, BBANIM_TIMES_AT_duration);
    f->tics = al_f64_at(f->times, BBANIM_TIMES_AT_tics);
    return whole;
}

static bool read_counts(bbanim_file *f, al_walk *w)
{
    if (!bbm_take_count(&f->base, w, &bbanim_node_count_layout, NULL, "a count", &f->node_count_record) ||
        !bbm_take_count(&f->base, w, &bbanim_bone_count_layout, NULL, "a count", &f->bone_count_record))
        return false;
    f->node_count = al_u32_at(f->node_count_record, 0);
    f->bone_count = al_u32_at(f->bone_count_record, 0);
    return judge_counts(f, w);
}

/* ---- Frames and events --------------------------------------------------------------------------------- */

static void report_duration(const bbanim_file *f, al_walk *w)
{
    al_claim claim =
        al_field_claim(BBANIM_COUNT_RANGE, &bbanim_times_layout, f->times, BBANIM_TIMES_AT_duration, NULL);
    w->stopped = true;
    if (!w->silent)
        al_report(w->job->sink, &claim,
                  "%.17g frames of %" PRIu64 " bytes each do not fit into a file of %zu bytes", f->duration,
                  f->frame_size, w->job->file.len);
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
    return al_walk_take(w, bytes, &path, "the frames", &f->frames);
}

static bool take_event(al_walk *w, bbanim_event_view *e)
{
    if (!al_walk_take(w, BBANIM_EVENT_BYTES, &e->path, "an event", &e->record))
        return false;
    e->named = al_walk_text_nul(w, &e->path, "name", &e->name);
    return e->named;
}

static bool walk_events(const bbanim_file *f, al_walk *w, bbanim_event_visit *visit, void *context)
{
    bool whole = true;
    for (uint32_t i = 0; whole && i < f->event_count; i++) {
        bbanim_event_view e = {.number = i, .path = al_item(NULL, "events", i), .extent.offset = w->at};
        whole = take_event(w, &e);
        e.extent.length = w->at - e.extent.offset;
        if (visit != NULL)
            visit(context, &e);
    }
    return whole;
}

static bool read_events(bbanim_file *f, al_walk *w)
{
    if (f->base.minor < BBANIM_FIRST_WITH_EVENTS)
        return true;
    if (!bbm_take_count(&f->base, w, &bbanim_event_count_layout, NULL, "a count", &f->event_count_record))
        return false;
    const al_counter counter = {&bbanim_event_count_layout, f->event_count_record, 0, NULL};
    f->events_at = w->at;
    if (!al_walk_count(w, &counter, BBANIM_EVENT_BYTES + 1, "events"))
        return false;
    f->event_count = al_counted(&counter);
    return walk_events(f, w, NULL, NULL);
}

void bbanim_each_event(const bbanim_file *f, bbanim_event_visit *visit, void *context)
{
    al_walk w = bbm_walk_from(&f->base, f->events_at, true);
    (void)walk_events(f, &w, visit, context);
}

/* ---- The file ------------------------------------------------------------------------------------------ */

static void read_all(bbanim_file *f, bool silent)
{
    al_walk w = bbm_walk_from(&f->base, f->base.start, silent);
    *f = (bbanim_file){.base = f->base};
    f->whole = read_times(f, &w) && read_counts(f, &w) && read_frames(f, &w) && read_events(f, &w);
    f->end = w.at;
}

static uint64_t end_of(void *document)
{
    bbanim_file *f = document;
    read_all(f, true);
    return f->whole ? f->end : UINT64_MAX;
}

void bbanim_parse(al_job *job, bbanim_file *f)
{
    *f = (bbanim_file){.base = bbm_file_of(job, &bbanim_format)};
    if (!f->base.readable)
        return;
    bbm_find_width(&f->base, end_of, f);
    read_all(f, false);
}
