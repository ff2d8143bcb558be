/* xsm_parse.c: reads an XSM: an info chunk, and submotions in a list (202) or one to a chunk (200). */
#include "formats/emotionfx/xsm/xsm.h"

#define AL_LAYOUT        "formats/emotionfx/xsm/layout.def"
#define AL_LAYOUT_LIST   xsm_layouts
#define AL_LAYOUT_SHARED EFX_LAYOUTS
#include "kit/layout_define.h"
#undef AL_LAYOUT

const char *const xsm_info_texts[XSM_INFO_TEXTS] = {"sourceApp", "origFile", "exportDate", "motionName"};

const xsm_array_kind xsm_array_kinds[XSM_KEY_ARRAYS] = {
    [XSM_POS] = {"posKeys", "position keys", false},
    [XSM_ROT] = {"rotKeys", "rotation keys", true},
    [XSM_SCALE] = {"scaleKeys", "scale keys", false},
    [XSM_SCALE_ROT] = {"scaleRotKeys", "keys of the rotation of the scale", true},
};

#define WIDE_COUNTS                                                                                \
    {                                                                                              \
        XSM_WIDE_AT_num_pos, XSM_WIDE_AT_num_rot, XSM_WIDE_AT_num_scale, XSM_WIDE_AT_num_scale_rot \
    }

/* 200 version 1 ends before maxError. */
static const xsm_form wide_without_error = {&xsm_wide_layout, XSM_WIDE_AT_max_error, true,
                                            XSM_WIDE_AT_pose_pos, WIDE_COUNTS};
static const xsm_form wide = {&xsm_wide_layout, XSM_WIDE_BYTES, true, XSM_WIDE_AT_pose_pos, WIDE_COUNTS};
static const xsm_form narrow = {
    &xsm_narrow_layout,
    XSM_NARROW_BYTES,
    false,
    XSM_NARROW_AT_pose_pos,
    {XSM_NARROW_AT_num_pos, XSM_NARROW_AT_num_rot, XSM_NARROW_AT_num_scale, XSM_NARROW_AT_num_scale_rot}};

const xsm_form *xsm_form_of(const efx_chunk *chunk)
{
    static const xsm_form *const singles[] = {&wide_without_error, &wide, &narrow};
    static const xsm_form *const listed[] = {&wide, &narrow};
    return chunk->id == XSM_LIST_CHUNK ? listed[chunk->version - 1] : singles[chunk->version - 1];
}

const al_layout *xsm_info_layout(const efx_chunk *chunk)
{
    static const al_layout *const layouts[] = {&xsm_info1_layout, &xsm_info2_layout, &xsm_info3_layout};
    return layouts[chunk->version - 1];
}

const al_layout *xsm_key_layout(const xsm_form *form, uint32_t array)
{
    if (!xsm_array_kinds[array].rotates)
        return &xsm_vector_key_layout;
    return form->wide ? &xsm_wide_key_layout : &xsm_narrow_key_layout;
}

static bool read_info(void *document, efx_cursor *c, efx_chunk *chunk)
{
    const al_layout *layout = xsm_info_layout(chunk);
    al_span record;
    (void)document;
    return efx_take_fixed(c, layout->size, &record) &&
           efx_take_texts(c, xsm_info_texts, XSM_INFO_TEXTS, NULL, NULL);
}

/* Keys that are not all there: what there is of them. */
static bool stop_at_keys(efx_cursor *c, xsm_submotion *s, uint32_t array)
{
    const efx_count count = {
        .layout = s->form->layout, .record = s->record, .field = s->form->counts[array], .up = s->path};
    const efx_part part = {.what = xsm_array_kinds[array].what,
                           .path = al_field(s->path, xsm_array_kinds[array].name),
                           .count = al_u32_at(s->record, s->form->counts[array]),
                           .size = xsm_key_layout(s->form, array)->size,
                           .counted_by = &count};
    return efx_take(c, &part, &s->keys[array]);
}

static bool read_keys(efx_cursor *c, xsm_submotion *s)
{
    for (uint32_t i = 0; i < XSM_KEY_ARRAYS; i++) {
        const uint32_t count = al_u32_at(s->record, s->form->counts[i]);
        const bool whole = efx_take_whole(c, count, xsm_key_layout(s->form, i)->size, &s->keys[i]);
        s->array_count = i + 1;
        if (!whole)
            return stop_at_keys(c, s, i);
    }
    return true;
}

/* One submotion; what there is of it is visited even where it stops. */
static bool read_submotion(efx_cursor *c, xsm_submotion *s, const efx_count *counted_by, xsm_visit *visit,
                           void *context)
{
    const efx_part part = {
        .what = "a submotion", .path = *s->path, .count = 1, .size = s->form->size, .counted_by = counted_by};
    if (!efx_take(c, &part, &s->record))
        return false;
    s->array_count = 0;
    s->named = efx_take_text(c, s->path, "name", &s->name);
    const bool whole = s->named && read_keys(c, s);
    if (visit != NULL)
        visit(context, s);
    return whole;
}

bool xsm_each_submotion(efx_cursor *c, xsm_visit *visit, void *context)
{
    const xsm_form *form = xsm_form_of(c->chunk);
    if (c->chunk->id == XSM_SUBMOTION_CHUNK) {
        xsm_submotion s = {.form = form, .path = &c->path, .chunk = c->chunk->number, .number = UINT32_MAX};
        return read_submotion(c, &s, NULL, visit, context);
    }
    al_span record;
    if (!efx_take_fixed(c, XSM_LIST_BYTES, &record))
        return false;
    const efx_count count = {.layout = &xsm_list_layout, .record = record, .up = &c->path};
    const uint32_t submotions = al_u32_at(record, XSM_LIST_AT_num_submotions);
    if (!efx_count_fits(c, submotions, form->size + 4, "submotions", &count))
        return false;
    al_path path = al_item(&c->path, "submotions", 0);
    xsm_submotion s = {.form = form, .path = &path, .chunk = c->chunk->number};
    for (uint32_t i = 0; i < submotions; i++) {
        path.index = s.number = i;
        if (!read_submotion(c, &s, &count, visit, context))
            return false;
    }
    return true;
}

static bool read_submotions(void *document, efx_cursor *c, efx_chunk *chunk)
{
    const xsm_file *x = document;
    const bool ignored = chunk->again && chunk->kind->once;
    return xsm_each_submotion(c, ignored ? NULL : x->visit, document);
}

static const efx_kind kinds[] = {
    {
        .id = XSM_INFO_CHUNK,
        .name = "info",
        .versions = 3,
        .once = true,
        .read = read_info,
        .judge = xsm_judge_info,
    },
    {
        .id = XSM_LIST_CHUNK,
        .name = "submotions",
        .versions = 2,
        .once = true,
        .length_may_run_on = true,
        .read = read_submotions,
    },
    {
        .id = XSM_SUBMOTION_CHUNK,
        .name = "submotion",
        .versions = 3,
        .read = read_submotions,
    },
};

const efx_format xsm_format = {
    .magic = "XSM ",
    .rules = {EFX_RULES(XSM), .chunk_length_quirk = XSM_CHUNK_LENGTH_QUIRK},
    .kinds = kinds,
    .kind_count = sizeof kinds / sizeof kinds[0],
    .needs = {{"submotions", "submotions (chunk 202 or 200)", {XSM_LIST_CHUNK, XSM_SUBMOTION_CHUNK}}},
    .need_count = 1,
};

bool xsm_parse(al_job *job, xsm_visit *visit, xsm_file *x)
{
    *x = (xsm_file){.visit = visit,
                    .file = {.job = job, .format = &xsm_format, .document = x, .bytes = job->file}};
    return efx_parse(&x->file);
}
