/* xpm_parse.c: reads an XPM: an info chunk, and morph animations in a list (102) or one to a chunk (100). */
#include "formats/emotionfx/xpm/xpm.h"

#define AL_LAYOUT        "formats/emotionfx/xpm/layout.def"
#define AL_LAYOUT_LIST   xpm_layouts
#define AL_LAYOUT_SHARED EFX_LAYOUTS
#include "kit/layout_define.h"
#undef AL_LAYOUT

bool xpm_read_info(efx_reading *r)
{
    static const char *const texts[] = {"sourceApp", "origFile", "exportDate", "motionName"};
    al_span record;
    return al_walk_record(&r->walk, &xpm_info_layout, &r->path, &record) &&
           efx_take_texts(r, texts, sizeof texts / sizeof texts[0]);
}

static bool read_keys(efx_reading *r, xpm_anim *a)
{
    static const al_form form = AL_MANY(xpm_key_layout, XPM_KEY_BYTES);
    const al_counter counter = xpm_anim_record_counter(a->record, XPM_ANIM_AT_num_keys, a->path);
    const al_path path = al_field(a->path, "keys");
    if (efx_take_without_listener(r, (uint64_t)a->row.num_keys * XPM_KEY_BYTES, &a->keys))
        return true;
    return al_walk_array(&r->walk, &counter, &form, &path, "keys", &a->keys);
}

/* Skips a whole animation at once. */
static bool skip_anim(efx_reading *r)
{
    const al_span bytes = r->walk.bytes;
    const uint64_t at = r->walk.at;
    const uint64_t name = al_u32_at(bytes, at + XPM_ANIM_BYTES);
    const uint64_t keys = (uint64_t)al_u32_at(bytes, at + XPM_ANIM_AT_num_keys) * XPM_KEY_BYTES;
    al_span all;
    return efx_take_without_listener(r, XPM_ANIM_BYTES + 4 + name + keys, &all);
}

/* Reads one animation. An incomplete one is visited, too. */
static bool read_anim(efx_reading *r, xpm_anim *a, const al_counter *in, xpm_visit *visit, void *context)
{
    if (visit == NULL && skip_anim(r))
        return true;
    if (!efx_take_item(r, &xpm_anim_record_layout, XPM_ANIM_BYTES, a->path, "a morph animation", in,
                       &a->record))
        return false;
    a->row = xpm_anim_record_read(a->record);
    a->keys = (al_span){.len = 0};
    a->named = al_walk_text(&r->walk, a->path, "name", &a->name);
    const bool whole = a->named && read_keys(r, a);
    if (visit != NULL)
        visit(context, a);
    return whole;
}

bool xpm_each_anim(efx_reading *r, xpm_visit *visit, void *context)
{
    if (r->header.id == XPM_ANIM_CHUNK) {
        xpm_anim a = {.path = &r->path, .chunk = r->number, .number = UINT32_MAX};
        return read_anim(r, &a, NULL, visit, context);
    }
    al_span record;
    if (!al_walk_record(&r->walk, &xpm_list_layout, &r->path, &record))
        return false;
    const al_counter counter = xpm_list_counter(record, XPM_LIST_AT_num_anims, &r->path);
    al_path path = al_field(&r->path, "anims");
    if (!al_walk_list(&r->walk, &counter, XPM_ANIM_BYTES + 4, &path, "morph animations"))
        return false;
    const uint32_t anims = al_counted(&counter);
    xpm_anim a = {.path = &path, .chunk = r->number};
    for (uint32_t i = 0; i < anims; i++) {
        path.index = a.number = i;
        if (!read_anim(r, &a, &counter, visit, context))
            return false;
    }
    return true;
}

static bool read_info(void *document, efx_reading *r)
{
    (void)document;
    return xpm_read_info(r);
}

static bool read_anims(void *document, efx_reading *r)
{
    (void)document;
    return xpm_each_anim(r, NULL, NULL);
}

static const char motion[] = "motion";

static const efx_kind kinds[] = {
    {XPM_INFO_CHUNK, 1, .once = true, .read = read_info},
    {XPM_LIST_CHUNK, 1, .required_content = motion, .once = true, .read = read_anims},
    {XPM_ANIM_CHUNK, 1, .required_content = motion, .read = read_anims},
};

static const efx_count counts[] = {
    {&xpm_list_layout, XPM_LIST_AT_num_anims, &xpm_anim_record_layout, 0},
    {&xpm_anim_record_layout, XPM_ANIM_AT_num_keys, NULL, 0},
};

const al_magic xpm_magic = {.bytes = "XPM ", .other = "XPM ", .size = 4};

/* No exporter is known to write wrong lengths into an XPM, so chunk_length_quirk is never used. */
static const efx_format format = {
    .magic = &xpm_magic,
    .rules = {EFX_RULES(XPM), .chunk_length_quirk = XPM_CHUNK_LENGTH},
    .kinds = kinds,
    .kind_count = sizeof kinds / sizeof kinds[0],
    .counts = counts,
    .count_count = sizeof counts / sizeof counts[0],
    .needs = {{"anims", "morph animations (chunk 102 or 100)", {XPM_LIST_CHUNK, XPM_ANIM_CHUNK}}},
    .need_count = 1,
};

al_parsed xpm_parse(al_job *job, void *document)
{
    bool cut;
    return efx_parse(job, &format, job->file, NULL, document, &cut);
}
