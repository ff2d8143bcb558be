/* xsm_fix.c: the fixers of XSM motions. */
#include "formats/emotionfx/xsm/xsm.h"
#include "kit/fix_keys.h"

/* ---- Keys ---------------------------------------------------------------------------------------------- */

typedef struct keys_fix {
    al_fix_plan *plan;
    al_fix_keys *fix;
    int64_t change; /* of the bytes of the chunk */
} keys_fix;

static void fix_submotion(void *context, const xsm_submotion *s)
{
    keys_fix *k = context;
    for (uint32_t i = 0; i < XSM_KEY_ARRAYS && s->named; i++) {
        const xsm_key_kind *kind = &s->form->keys[i];
        const al_path path = al_field(s->path, kind->name);
        const al_items items = al_items_of(s->keys[i], kind->form->stride, &path, kind->what);
        const al_keys keys = {.items = &items, .time_at = kind->time_at};
        const al_counter count = efx_counter(s->form->layout, s->record, s->form->counts_at + 4 * i, s->path);
        k->change += k->fix(k->plan, &keys, &count);
    }
}

/* Visits the submotions that can be read. */
static void fix_each(const xsm_file *x, xsm_visit *visit, keys_fix *k)
{
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        k->change = 0;
        if (!efx_is_readable(&x->file, i) || r.header.id == XSM_INFO_CHUNK)
            continue;
        (void)xsm_each_submotion(&r, visit, k);
        efx_fix_length(k->plan, &r, k->change);
    }
}

static void fix_first_key(al_fix_plan *plan, const void *document)
{
    fix_each(document, fix_submotion, &(keys_fix){.plan = plan, .fix = al_fix_first_key});
}

static void fix_key_order(al_fix_plan *plan, const void *document)
{
    fix_each(document, fix_submotion, &(keys_fix){.plan = plan, .fix = al_fix_key_order});
}

static void fix_equal_keys(al_fix_plan *plan, const void *document)
{
    fix_each(document, fix_submotion, &(keys_fix){.plan = plan, .fix = al_fix_equal_keys});
}

/* ---- Rotations ----------------------------------------------------------------------------------------- */

static void normalise(al_fix_plan *plan, const xsm_submotion *s, al_span bytes, uint32_t stride,
                      const al_path *path)
{
    const al_items items = al_items_of(bytes, stride, path, NULL);
    al_fix_rotations(plan, &items, s->form->wide ? AL_TYPE_f32 : AL_TYPE_i16,
                     s->form->wide ? 1 : XSM_NARROW_UNIT, (double)xsm_unit_tolerance);
}

static void normalise_submotion(void *context, const xsm_submotion *s)
{
    const keys_fix *k = context;
    for (size_t i = 0; i < XSM_POSE_ROTATIONS; i++) {
        const al_row *row = &s->form->layout->rows[i];
        const uint32_t size = row->count * al_scalar_size(row->type);
        const al_path path = al_field(s->path, row->name);
        normalise(k->plan, s, al_slice_available(s->record, row->offset, size), size, &path);
    }
    for (uint32_t i = 0; i < XSM_KEY_ARRAYS && s->named; i++) {
        const xsm_key_kind *kind = &s->form->keys[i];
        const al_path path = al_field(s->path, kind->name);
        if (i == XSM_ROT || i == XSM_SCALE_ROT)
            normalise(k->plan, s, s->keys[i], kind->form->stride, &path);
    }
}

static void fix_rotations(al_fix_plan *plan, const void *document)
{
    fix_each(document, normalise_submotion, &(keys_fix){.plan = plan});
}

const al_fixer xsm_fixers[] = {
    {XSM_TRAILING_BYTES, al_fix_cut_off},
    {XSM_CHUNK_LENGTH, al_fix_to_expected},
    {XSM_FIRST_KEY_TIME, fix_first_key},
    {XSM_KEY_ORDER, fix_key_order},
    {XSM_KEY_DUPLICATE, fix_equal_keys},
    {XSM_ROTATION_NORM, fix_rotations},
    {.plan = NULL},
};
