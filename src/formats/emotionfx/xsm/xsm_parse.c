/* xsm_parse.c: reads an XSM: an info chunk, and submotions in a list (202) or one to a chunk (200). */
#include <math.h>

#include "core/reduce/bytes.h"
#include "core/reduce/floats.h"
#include "core/reduce/vectors.h"
#include "formats/emotionfx/xsm/xsm.h"

#define AL_LAYOUT        "formats/emotionfx/xsm/layout.def"
#define AL_LAYOUT_LIST   xsm_layouts
#define AL_LAYOUT_SHARED EFX_LAYOUTS
#include "kit/layout_define.h"
#undef AL_LAYOUT

/* ---- Forms --------------------------------------------------------------------------------------------- */

const al_form xsm_vector_keys = AL_MANY(xsm_vector_key_layout, XSM_VECTOR_KEY_BYTES);
const al_form xsm_wide_keys = AL_MANY(xsm_wide_key_layout, XSM_WIDE_KEY_BYTES);
const al_form xsm_narrow_keys = AL_MANY(xsm_narrow_key_layout, XSM_NARROW_KEY_BYTES);

#define POSITIONS      &xsm_vector_keys, "posKeys", "position keys", XSM_VECTOR_KEY_AT_time
#define ROTATIONS(a)   "rotKeys", "rotation keys", (a)
#define SCALES         &xsm_vector_keys, "scaleKeys", "scale keys", XSM_VECTOR_KEY_AT_time
#define SCALE_TURNS(a) "scaleRotKeys", "keys of the rotation of the scale", (a)

static const xsm_key_kind wide_kinds[XSM_KEY_ARRAYS] = {{POSITIONS},
                                                        {&xsm_wide_keys, ROTATIONS(XSM_WIDE_KEY_AT_time)},
                                                        {SCALES},
                                                        {&xsm_wide_keys, SCALE_TURNS(XSM_WIDE_KEY_AT_time)}};
static const xsm_key_kind narrow_kinds[XSM_KEY_ARRAYS] = {
    {POSITIONS},
    {&xsm_narrow_keys, ROTATIONS(XSM_NARROW_KEY_AT_time)},
    {SCALES},
    {&xsm_narrow_keys, SCALE_TURNS(XSM_NARROW_KEY_AT_time)}};

/* 200 version 1 ends before maxError. */
static const xsm_form wide_without_error = {&xsm_wide_layout, XSM_WIDE_AT_max_error, true,
                                            XSM_WIDE_AT_num_pos, wide_kinds};
static const xsm_form wide = {&xsm_wide_layout, XSM_WIDE_BYTES, true, XSM_WIDE_AT_num_pos, wide_kinds};
static const xsm_form narrow = {&xsm_narrow_layout, XSM_NARROW_BYTES, false, XSM_NARROW_AT_num_pos,
                                narrow_kinds};
_Static_assert(XSM_WIDE_AT_num_scale_rot - XSM_WIDE_AT_num_pos == 4 * XSM_SCALE_ROT &&
                   XSM_NARROW_AT_num_scale_rot - XSM_NARROW_AT_num_pos == 4 * XSM_SCALE_ROT,
               "the counts are in the order of the arrays");

static const xsm_form *form_of(const efx_chunk_header *h)
{
    static const xsm_form *const singles[] = {&wide_without_error, &wide, &narrow};
    static const xsm_form *const listed[] = {&wide, &narrow};
    return h->id == XSM_LIST_CHUNK ? listed[h->version - 1] : singles[h->version - 1];
}

/* ---- Poses --------------------------------------------------------------------------------------------- */

const float xsm_unit_tolerance = 0.01f;

bool xsm_is_pose_right(const xsm_form *form, al_span record)
{
    const size_t rotation = form->wide ? 16 : 8;
    const al_span rotations = al_slice_available(record, 0, XSM_POSE_ROTATIONS * rotation);
    const al_span vectors = al_slice_available(record, rotations.len, 4 * (uint64_t)XSM_POSE_FLOATS);
    return !(form->wide ? al_any_off_unit_f32(rotations, rotation, xsm_unit_tolerance)
                        : al_any_off_unit_i16(rotations, rotation, xsm_unit_tolerance)) &&
           !al_any_f32_not_finite(vectors);
}

/* ---- Readers ------------------------------------------------------------------------------------------- */

bool xsm_read_info(efx_reading *r, xsm_info *out)
{
    static const xsm_info versions[] = {{&xsm_info1_layout, XSM_INFO1_AT_fps, {.len = 0}},
                                        {&xsm_info2_layout, XSM_INFO2_AT_fps, {.len = 0}},
                                        {&xsm_info3_layout, XSM_INFO3_AT_fps, {.len = 0}}};
    static const char *const texts[] = {"sourceApp", "origFile", "exportDate", "motionName"};
    *out = versions[r->header.version - 1];
    return al_walk_record(&r->walk, out->layout, &r->path, &out->record) &&
           efx_take_texts(r, texts, sizeof texts / sizeof texts[0]);
}

enum { COUNTS_BYTES = 4 * XSM_KEY_ARRAYS };

/* The bytes that an array has by its count. */
static uint64_t size_of_keys(const xsm_form *form, al_span counts, uint32_t array)
{
    return (uint64_t)al_u32_at(counts, 4 * (uint64_t)array) * form->keys[array].form->stride;
}

/* Takes keys for a listener, or keys that are incomplete. */
static bool take_keys(efx_reading *r, xsm_submotion *s, uint32_t array)
{
    const xsm_key_kind *kind = &s->form->keys[array];
    const al_counter counter =
        efx_counter(s->form->layout, s->record, s->form->counts_at + 4 * array, s->path);
    const al_path path = al_field(s->path, kind->name);
    return al_walk_array(&r->walk, &counter, kind->form, &path, kind->what, &s->keys[array]);
}

static bool read_keys(efx_reading *r, xsm_submotion *s)
{
    al_span counts;
    if (!al_slice(s->record, s->form->counts_at, COUNTS_BYTES, &counts))
        return false;
    for (uint32_t i = 0; i < XSM_KEY_ARRAYS; i++) {
        const uint64_t size = size_of_keys(s->form, counts, i);
        if (size == 0 && r->walk.listener == NULL) /* as in most submotions */
            continue;
        if (!efx_take_without_listener(r, size, &s->keys[i]) && !take_keys(r, s, i))
            return false;
    }
    return true;
}

/* The bytes that a submotion and its parts have by their counts. */
typedef struct submotion_sizes {
    uint64_t name; /* with its length */
    uint64_t keys[XSM_KEY_ARRAYS];
    uint64_t all;
} submotion_sizes;

/* False if the counts are incomplete. */
static bool find_sizes(const xsm_form *form, al_span bytes, uint64_t at, submotion_sizes *out)
{
    al_span counts;
    if (!al_slice(bytes, at + form->counts_at, COUNTS_BYTES, &counts))
        return false;
    out->name = 4 + (uint64_t)al_u32_at(bytes, at + form->size);
    out->all = form->size + out->name;
    for (uint32_t i = 0; i < XSM_KEY_ARRAYS; i++) {
        out->keys[i] = size_of_keys(form, counts, i);
        out->all += out->keys[i];
    }
    return true;
}

/* Takes a whole submotion at once, as nearly all are. */
static bool take_submotion(efx_reading *r, const xsm_form *form, submotion_sizes *sizes, al_span *all)
{
    return find_sizes(form, r->walk.bytes, r->walk.at, sizes) &&
           efx_take_without_listener(r, sizes->all, all);
}

/* Divides the bytes of a whole submotion. */
static void divide_submotion(xsm_submotion *s, const submotion_sizes *sizes, al_span all)
{
    uint64_t at = s->form->size + sizes->name;
    s->name.path = al_field(s->path, "name");
    s->named = al_slice(all, 0, s->form->size, &s->record) &&
               al_slice(all, s->form->size, sizes->name, &s->name.field) &&
               al_slice(s->name.field, 4, sizes->name - 4, &s->name.text);
    for (uint32_t i = 0; i < XSM_KEY_ARRAYS; at += sizes->keys[i++])
        if (!al_slice(all, at, sizes->keys[i], &s->keys[i]))
            break;
}

/* Reads one submotion. An incomplete one is visited, too. */
static bool read_submotion(efx_reading *r, xsm_submotion *s, const al_counter *in, xsm_visit *visit,
                           void *context)
{
    submotion_sizes sizes;
    al_span all;
    if (take_submotion(r, s->form, &sizes, &all)) {
        if (visit != NULL) {
            divide_submotion(s, &sizes, all);
            visit(context, s);
        }
        return true;
    }
    if (!efx_take_item(r, s->form->layout, s->form->size, s->path, "a submotion", in, &s->record))
        return false;
    for (uint32_t i = 0; i < XSM_KEY_ARRAYS; i++)
        s->keys[i] = (al_span){.len = 0};
    s->named = al_walk_text(&r->walk, s->path, "name", &s->name);
    const bool whole = s->named && read_keys(r, s);
    if (visit != NULL)
        visit(context, s);
    return whole;
}

bool xsm_each_submotion(efx_reading *r, xsm_visit *visit, void *context)
{
    const xsm_form *form = form_of(&r->header);
    if (r->header.id == XSM_SUBMOTION_CHUNK) {
        xsm_submotion s = {.form = form, .path = &r->path, .chunk = r->number, .number = UINT32_MAX};
        return read_submotion(r, &s, NULL, visit, context);
    }
    al_span record;
    if (!al_walk_record(&r->walk, &xsm_list_layout, &r->path, &record))
        return false;
    const al_counter counter = xsm_list_counter(record, XSM_LIST_AT_num_submotions, &r->path);
    al_path path = al_field(&r->path, "submotions");
    if (!al_walk_list(&r->walk, &counter, form->size + 4, &path, "submotions"))
        return false;
    const uint32_t submotions = al_counted(&counter);
    xsm_submotion s = {.form = form, .path = &path, .chunk = r->number};
    for (uint32_t i = efx_first_item(r, submotions); i < submotions; i++) {
        path.index = s.number = i;
        r->item_at = r->walk.at;
        if (!read_submotion(r, &s, &counter, visit, context))
            return false;
    }
    return true;
}

/* ---- Chunks -------------------------------------------------------------------------------------------- */

static bool read_info(void *document, efx_reading *r)
{
    xsm_info info;
    (void)document;
    return xsm_read_info(r, &info);
}

static bool read_submotions(void *document, efx_reading *r)
{
    (void)document;
    return xsm_each_submotion(r, NULL, NULL);
}

/* Whether no time is below the one before it, and all are finite and not negative. Most rise from key to key:
 * then the first and the last decide. */
static bool times_agree(al_span keys, size_t stride, uint32_t time_at)
{
    const float first = al_f32_at(keys, time_at), last = al_f32_at(keys, keys.len - stride + time_at);
    if (!(first >= 0 && last < INFINITY))
        return false;
    if (!al_any_not_rising(keys, stride, time_at))
        return true;
    float before = 0;
    for (uint64_t at = 0; at < keys.len; at += stride) {
        const float time = al_f32_at(keys, at + time_at);
        if (!(time >= before))
            return false;
        before = time;
    }
    return true;
}

/* Whether keys are like those of working files: finite, with rising times, and rotations of length 1. */
static bool keys_agree(const xsm_form *form, uint32_t array, al_span keys)
{
    const xsm_key_kind *kind = &form->keys[array];
    const size_t stride = kind->form->stride;
    const bool rotations = array == XSM_ROT || array == XSM_SCALE_ROT;
    if (keys.len % stride != 0) /* the last one is incomplete */
        return false;
    if ((!rotations || form->wide) && al_any_f32_not_finite(keys))
        return false;
    if (rotations && (form->wide ? al_any_off_unit_f32(keys, stride, xsm_unit_tolerance)
                                 : al_any_off_unit_i16(keys, stride, xsm_unit_tolerance)))
        return false;
    return times_agree(keys, stride, kind->time_at);
}

static bool all_keys_agree(const xsm_submotion *s)
{
    bool agree = true;
    for (uint32_t i = 0; i < XSM_KEY_ARRAYS && agree; i++)
        agree = s->keys[i].len == 0 || keys_agree(s->form, i, s->keys[i]);
    return agree;
}

static void see_keys(void *context, const xsm_submotion *s)
{
    bool *agree = context;
    *agree = *agree && all_keys_agree(s);
}

/* The context of a search for doubt. */
typedef struct doubt_search {
    efx_doubt doubt;
    uint64_t base; /* of the bytes that are read */
} doubt_search;

static void see_submotion(void *context, const xsm_submotion *s)
{
    doubt_search *d = context;
    const bool right =
        d->doubt.found || (s->named && !al_any_control_char(s->name.text) && all_keys_agree(s));
    efx_note_item(&d->doubt, s->number, s->record.base - d->base, right);
}

static efx_doubt find_doubt(efx_reading *r)
{
    doubt_search d = {.doubt = {.layout = form_of(&r->header)->layout}, .base = r->walk.bytes.base};
    (void)xsm_each_submotion(r, see_submotion, &d);
    return d.doubt;
}

/* With a wrong count, keys are read from the wrong place. */
static bool submotions_agree(efx_reading *r)
{
    bool agree = true;
    return xsm_each_submotion(r, see_keys, &agree) && agree;
}

/* Most exporters compute the length of version 2 with the wide records of version 1, which adds 32 bytes for
 * each submotion: in 24 of 30 working files. The others add up to 96 bytes more: 6 %. Apart from that the
 * length is right. The length of version 1 says nothing: exporters computed it before they dropped keys. */
static uint64_t added_to_length(const efx_reading *r)
{
    const uint64_t submotions = al_u32_at(r->walk.bytes, r->walk.at);
    return (XSM_WIDE_BYTES - XSM_NARROW_BYTES) * submotions;
}

static bool is_complete(const efx_reading *r)
{
    return r->header.version == 2 && r->walk.extent == r->walk.bytes.len + added_to_length(r);
}

static bool is_cut(const efx_reading *r)
{
    const uint64_t added = added_to_length(r), most_added = added + added / 8;
    return r->header.version == 2 && r->walk.extent > r->walk.bytes.len + most_added;
}

/* Whether a scale is like those of nearly all working files. */
static bool is_usual_scale(al_span record, uint64_t at)
{
    static const float most = 1e4f;
    bool usual = true;
    for (uint64_t i = 0; i < 3; i++) {
        const float scale = fabsf(al_f32_at(record, at + 4 * i));
        usual = usual && scale > 1 / most && scale < most;
    }
    return usual;
}

/* Whether a record is in its place. In the wrong one, some rotations have other lengths, or counts are read
 * as scales. */
static bool is_in_place(const xsm_form *form, al_span record)
{
    return xsm_is_pose_right(form, record) &&
           is_usual_scale(record, form->wide ? XSM_WIDE_AT_pose_scale : XSM_NARROW_AT_pose_scale) &&
           is_usual_scale(record, form->wide ? XSM_WIDE_AT_bind_scale : XSM_NARROW_AT_bind_scale);
}

static bool is_far_off(const efx_reading *r, uint64_t item_at)
{
    const xsm_form *form = form_of(&r->header);
    const al_span rest = al_slice_available(r->walk.bytes, item_at, UINT64_MAX);
    submotion_sizes sizes;
    return find_sizes(form, rest, 0, &sizes) && sizes.all > al_sum(rest.len, XSM_WIDE_KEY_BYTES) &&
           is_in_place(form, al_slice_available(rest, 0, form->size));
}

static const char motion[] = "motion";

static const efx_kind kinds[] = {
    {XSM_INFO_CHUNK, 3, .once = true, .read = read_info},
    {XSM_LIST_CHUNK, 2, .required_content = motion, .once = true, .length_may_run_on = true,
     .read = read_submotions, .agrees = submotions_agree, .is_complete = is_complete, .is_cut = is_cut,
     .is_far_off = is_far_off, .find_doubt = find_doubt},
    {XSM_SUBMOTION_CHUNK, 3, .required_content = motion, .read = read_submotions, .agrees = submotions_agree},
};

static const efx_count counts[] = {
    {&xsm_list_layout, XSM_LIST_AT_num_submotions, &xsm_wide_layout,
     0}, /* the length of the chunk does not end the list */
    {&xsm_wide_layout, XSM_WIDE_AT_num_pos, NULL, 0},
    {&xsm_wide_layout, XSM_WIDE_AT_num_rot, NULL, 0},
    {&xsm_wide_layout, XSM_WIDE_AT_num_scale, NULL, 0},
    {&xsm_wide_layout, XSM_WIDE_AT_num_scale_rot, NULL, 0},
    {&xsm_narrow_layout, XSM_NARROW_AT_num_pos, NULL, 0},
    {&xsm_narrow_layout, XSM_NARROW_AT_num_rot, NULL, 0},
    {&xsm_narrow_layout, XSM_NARROW_AT_num_scale, NULL, 0},
    {&xsm_narrow_layout, XSM_NARROW_AT_num_scale_rot, NULL, 0},
};

const al_magic xsm_magic = {.bytes = "XSM ", .other = "XSM ", .size = 4};

static const efx_format format = {
    .magic = &xsm_magic,
    .rules = {EFX_RULES(XSM)},
    .kinds = kinds,
    .kind_count = sizeof kinds / sizeof kinds[0],
    .counts = counts,
    .count_count = sizeof counts / sizeof counts[0],
    .needs = {{"submotions", "submotions (chunk 202 or 200)", {XSM_LIST_CHUNK, XSM_SUBMOTION_CHUNK}}},
    .need_count = 1,
};

al_parsed xsm_parse(al_job *job, void *document)
{
    bool cut;
    return efx_parse(job, &format, job->file, NULL, document, &cut);
}
