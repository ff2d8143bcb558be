/* xpm_parse.c: reads an XPM: an info chunk, and morph animations in a list (102) or one to a chunk (100). */
#include "formats/emotionfx/xpm/xpm.h"

#define AL_LAYOUT        "formats/emotionfx/xpm/layout.def"
#define AL_LAYOUT_LIST   xpm_layouts
#define AL_LAYOUT_SHARED EFX_LAYOUTS
#include "kit/layout_define.h"
#undef AL_LAYOUT

const char *const xpm_info_texts[XPM_INFO_TEXTS] = {"sourceApp", "origFile", "exportDate", "motionName"};

static bool read_info(void *document, efx_cursor *c, efx_chunk *chunk)
{
    al_span record;
    (void)document, (void)chunk;
    return efx_take_fixed(c, XPM_INFO_BYTES, &record) &&
           efx_take_texts(c, xpm_info_texts, XPM_INFO_TEXTS, NULL, NULL);
}

static bool read_keys(efx_cursor *c, xpm_anim *a)
{
    const efx_count count = {
        .layout = &xpm_anim_record_layout, .record = a->record, .field = XPM_ANIM_AT_num_keys, .up = a->path};
    const efx_part part = {.what = "keys",
                           .path = al_field(a->path, "keys"),
                           .count = a->row.num_keys,
                           .size = XPM_KEY_BYTES,
                           .counted_by = &count};
    return efx_take(c, &part, &a->keys);
}

/* One animation; what there is of it is visited even where it stops. */
static bool read_anim(efx_cursor *c, xpm_anim *a, const efx_count *counted_by, xpm_visit *visit,
                      void *context)
{
    const efx_part part = {.what = "a morph animation",
                           .path = *a->path,
                           .count = 1,
                           .size = XPM_ANIM_BYTES,
                           .counted_by = counted_by};
    if (!efx_take(c, &part, &a->record))
        return false;
    a->row = xpm_anim_record_read(a->record);
    a->named = efx_take_text(c, a->path, "name", &a->name);
    const bool whole = a->named && read_keys(c, a);
    if (visit != NULL)
        visit(context, a);
    return whole;
}

bool xpm_each_anim(efx_cursor *c, xpm_visit *visit, void *context)
{
    if (c->chunk->id == XPM_ANIM_CHUNK) {
        xpm_anim a = {.path = &c->path, .chunk = c->chunk->number, .number = UINT32_MAX};
        return read_anim(c, &a, NULL, visit, context);
    }
    al_span record;
    if (!efx_take_fixed(c, XPM_LIST_BYTES, &record))
        return false;
    const efx_count count = {.layout = &xpm_list_layout, .record = record, .up = &c->path};
    const uint32_t anims = al_u32_at(record, XPM_LIST_AT_num_anims);
    if (!efx_count_fits(c, anims, XPM_ANIM_BYTES + 4, "morph animations", &count))
        return false;
    for (uint32_t i = 0; i < anims; i++) {
        const al_path path = al_item(&c->path, "anims", i);
        xpm_anim a = {.path = &path, .chunk = c->chunk->number, .number = i};
        if (!read_anim(c, &a, &count, visit, context))
            return false;
    }
    return true;
}

static bool read_anims(void *document, efx_cursor *c, efx_chunk *chunk)
{
    const xpm_file *x = document;
    const bool ignored = chunk->again && chunk->kind->once;
    return xpm_each_anim(c, ignored ? NULL : x->visit, document);
}

static const efx_kind kinds[] = {
    {
        .id = XPM_INFO_CHUNK,
        .name = "info",
        .versions = 1,
        .once = true,
        .read = read_info,
        .judge = xpm_judge_info,
    },
    {
        .id = XPM_LIST_CHUNK,
        .name = "morph animations",
        .versions = 1,
        .once = true,
        .read = read_anims,
    },
    {
        .id = XPM_ANIM_CHUNK,
        .name = "morph animation",
        .versions = 1,
        .read = read_anims,
    },
};

/* No chunk of an XPM has a habit of stating a wrong length, so its quirk is nobody's rule. */
static const efx_format format = {
    .magic = "XPM ",
    .rules = {EFX_RULES(XPM), .chunk_length_quirk = XPM_CHUNK_LENGTH},
    .kinds = kinds,
    .kind_count = sizeof kinds / sizeof kinds[0],
    .needs = {{"anims", "morph animations (chunk 102 or 100)", {XPM_LIST_CHUNK, XPM_ANIM_CHUNK}}},
    .need_count = 1,
};

bool xpm_parse(al_job *job, xpm_visit *visit, xpm_file *x)
{
    *x = (xpm_file){.visit = visit,
                    .file = {.job = job, .format = &format, .document = x, .bytes = job->file}};
    return efx_parse(&x->file);
}
