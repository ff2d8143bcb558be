/* xac_material_rules.c: rules about materials and their totals. */
#include <inttypes.h>
#include <math.h>

#include "core/text.h"
#include "formats/emotionfx/xac/xac.h"

bool xac_flag_claim(const al_layout *layout, al_span record, uint32_t field, const al_path *path,
                    al_claim *claim)
{
    if (al_u8_at(record, field) <= 1)
        return false;
    *claim = al_field_claim(XAC_BOOL_VALUE, layout, record, field, path);
    claim->expected = al_text("0 or 1");
    return true;
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

/* The first field with a float that is not finite; NULL if there is none. */
static const al_row *first_not_finite(const al_layout *layout, al_span record)
{
    for (size_t i = 0; i < layout->row_count; i++) {
        const al_row *row = &layout->rows[i];
        for (uint32_t k = 0; row->type == AL_TYPE_f32 && k < row->count; k++)
            if (!isfinite(al_f32_at(record, row->offset + 4 * (uint64_t)k)))
                return row;
    }
    return NULL;
}

static void check_double_sided(const xac_judging *j, const xac_material_head *m, const al_path *path)
{
    al_claim claim;
    if (xac_flag_claim(m->layout, m->record, m->double_sided, path, &claim))
        al_report(j->sink, &claim, "doubleSided of the material \"%.*s\" is %u, neither 0 nor 1",
                  AL_SHOW(m->name.text), al_u8_at(m->record, m->double_sided));
}

/* Reports a record once, at the first such field. */
static void check_finite(const xac_judging *j, const al_layout *layout, al_span record, const al_path *path,
                         const al_string *name)
{
    const al_row *row = first_not_finite(layout, record);
    double number = 0;
    if (row == NULL)
        return;
    for (uint32_t i = 0; i < row->count && isfinite(number); i++)
        number = (double)al_f32_at(record, row->offset + 4 * (uint64_t)i);
    const al_claim claim = al_field_claim(XAC_MATERIAL_NOT_FINITE, layout, record, row->offset, path);
    al_report(j->sink, &claim, "%s of \"%.*s\" is not finite: %s", row->name, AL_SHOW(name->text),
              al_show_number(number).text);
}

/* ---- Layers -------------------------------------------------------------------------------------------- */

/* A layer belongs to the material that contains it; a chunk 4 to the last material before it. A number
 * without a material is worse than that of another one: readers take the number for an index. */
static void check_layer_material(const xac_judging *j, const xac_texture *t, int64_t owner)
{
    const int64_t material = al_i16_at(t->record, XAC_TEXTURE_AT_material);
    if (material == owner)
        return;
    al_claim claim =
        xac_texture_record_claim_at(XAC_LAYER_MATERIAL, t->record, XAC_TEXTURE_AT_material, t->path);
    claim.expected = al_int(owner);
    if (material < 0 || (j->x->file.complete && material >= j->materials)) {
        al_report(j->sink, &claim,
                  "layer \"%.*s\" has the material number %" PRId64
                  ", but the file has %u material%s and the "
                  "layer belongs to number %" PRId64,
                  AL_SHOW(t->name.text), material, j->materials, AL_S(j->materials), owner);
        return;
    }
    claim.level = AL_WARNING;
    al_report(j->sink, &claim,
              "layer \"%.*s\" has the material number %" PRId64 ", but belongs to material %" PRId64,
              AL_SHOW(t->name.text), material, owner);
}

static bool ends_like_file(al_span name)
{
    static const char *const ends[] = {".dds", ".tga", ".png",  ".jpg", ".jpeg",
                                       ".bmp", ".tif", ".tiff", ".psd"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const al_span end = al_span_of(ends[i], ends[i][4] == '\0' ? 4 : 5);
        al_span last;
        if (name.len >= end.len && al_slice(name, name.len - end.len, end.len, &last) &&
            al_compare_ignoring_case(last, end) == 0)
            return true;
    }
    return false;
}

static bool has_separator(al_span name)
{
    for (uint64_t i = 0; i < name.len; i++)
        if (al_u8_at(name, i) == '/' || al_u8_at(name, i) == '\\')
            return true;
    return false;
}

/* What is wrong with a name so that the game can't find its file; NULL: nothing. Blanks at the end are
 * checked separately. */
static const char *flaw_of(al_span name)
{
    if (al_u8_at(name, 0) == ' ')
        return "begins with a blank";
    if (has_separator(name))
        return "holds a path";
    if (ends_like_file(name))
        return "ends as a file does";
    return al_u8_at(name, name.len - 1) == '.' ? "ends with a dot" : NULL;
}

static al_span without_end(al_span name, bool dots)
{
    uint64_t end = name.len;
    while (end > 0 && (al_u8_at(name, end - 1) == ' ' || (dots && al_u8_at(name, end - 1) == '.')))
        end--;
    return al_slice_available(name, 0, end);
}

al_span xac_texture_stem(al_span name)
{
    static const al_span none = {.len = 0};
    al_span stem = without_end(name, false);
    if (stem.len == 0 || flaw_of(stem) == NULL)
        return name;
    for (uint64_t before = stem.len + 1; stem.len < before;) {
        before = stem.len;
        if (ends_like_file(stem))
            while (al_u8_at(stem, stem.len - 1) != '.')
                stem.len--;
        stem = without_end(stem, true);
    }
    return stem.len > 0 && flaw_of(stem) == NULL ? stem : none;
}

/* Blanks at the end do no harm if the file name has them, too, as in all three known cases. If the files are
 * known, a rule across files checks that. */
static void check_texture_name(const xac_judging *j, const xac_texture *t)
{
    const al_span name = t->name.text;
    const bool known = j->efx.job->pictures_are_known;
    const al_span plain = without_end(name, known);
    const char *flaw = name.len == 0 || (known && plain.len == 0) ? NULL
                       : plain.len == 0                           ? "is blank"
                                                                  : flaw_of(plain);
    if (flaw == NULL && (known || plain.len == name.len))
        return;
    al_claim claim = al_string_claim(XAC_LAYER_TEXTURE_NAME, &t->name);
    claim.actual = al_text_bytes(name);
    claim.level = flaw != NULL ? AL_WARNING : AL_NOTE;
    al_report(j->sink, &claim, "texture name %s: \"%.*s\"", flaw != NULL ? flaw : "ends with a blank",
              AL_SHOW(name));
}

static void judge_texture(const xac_judging *j, const xac_texture *t)
{
    if (t->record.len < XAC_TEXTURE_BYTES)
        return;
    check_finite(j, &xac_texture_record_layout, t->record, t->path, &t->name);
    if (t->named)
        check_texture_name(j, t);
}

static void judge_layer(void *context, const xac_texture *t)
{
    const xac_judging *j = context;
    judge_texture(j, t);
    if (t->record.len == XAC_TEXTURE_BYTES)
        check_layer_material(j, t, j->materials_before);
}

/* Counts the materials before a chunk; chunks are checked in their order. */
static void count_before(xac_judging *j, uint32_t chunk)
{
    for (; j->counted < chunk; j->counted++) {
        const uint32_t id = efx_known_id(&j->x->file, j->counted);
        j->materials_before += id == XAC_MATERIAL_CHUNK || id == XAC_FX_CHUNK;
    }
}

void xac_judge_material(void *judging, efx_reading *r)
{
    xac_judging *j = judging;
    xac_material_head material;
    count_before(j, r->number);
    xac_judge_place(j, r);
    if (xac_open_material(r, &material))
        (void)xac_each_texture(r, &material, judge_layer, j);
    if (material.record.len < material.layout->size)
        return;
    check_finite(j, material.layout, material.record, &r->path, &material.name);
    check_double_sided(j, &material, &r->path);
}

/* A chunk 4 belongs to the last material before it, which has to exist. */
void xac_judge_texture(void *judging, efx_reading *r)
{
    xac_judging *j = judging;
    xac_texture t;
    count_before(j, r->number);
    (void)xac_read_texture(r, &t);
    judge_texture(j, &t);
    if (t.record.len < XAC_TEXTURE_BYTES)
        return;
    const int64_t material = al_i16_at(t.record, XAC_TEXTURE_AT_material);
    const bool later = material >= j->materials_before && material < j->materials;
    if (j->materials_before > 0 && !later) {
        check_layer_material(j, &t, (int64_t)j->materials_before - 1);
        return;
    }
    const al_span header =
        al_slice_available(j->x->file.bytes, j->x->file.chunks[r->number].at, EFX_CHUNK_BYTES);
    const al_claim claim = efx_chunk_header_claim_at(XAC_CHUNK_ORDER, header, EFX_CHUNK_AT_id, &r->path);
    al_report(j->sink, &claim,
              "layer \"%.*s\" of material %" PRId64 " comes before it: there %s %u material%s so far",
              AL_SHOW(t.name.text), material, AL_THERE(j->materials_before));
}

/* ---- FX materials -------------------------------------------------------------------------------------- */

/* A parameter of an FX material. */
static void on_record(void *context, const al_path *path, const al_layout *layout, al_span record)
{
    const xac_judging *j = context;
    const bool floats =
        layout == &xac_float_layout || layout == &xac_color_layout || layout == &xac_vector_layout;
    if (floats && record.len == layout->size)
        check_finite(j, layout, record, path, j->fx_name);
}

/* The listener that checks the texts belongs to the rules of all formats of the family. */
void xac_judge_fx(void *judging, efx_reading *r)
{
    xac_judging *j = judging;
    al_string name = {.text = {.len = 0}};
    al_listener both = *r->walk.listener;
    both.record = on_record;
    r->walk.listener = &both;
    j->fx_name = &name;
    xac_judge_place(j, r);
    (void)xac_read_fx(r, &name);
    j->fx_name = NULL;
    r->walk.listener = NULL;
}

/* ---- Totals -------------------------------------------------------------------------------------------- */

bool xac_second_totals(void *judging, uint32_t number, uint32_t *first)
{
    xac_judging *j = judging;
    const uint32_t lod = j->x->file.chunks[number].supported ? xac_lod_of(j->x, number) : 0;
    const uint32_t *found = al_map_find(&j->totals_of, lod);
    *first = found != NULL ? *found : 0;
    if (found == NULL && !al_map_add(&j->totals_of, j->efx.job->arena, lod, number))
        j->efx.out_of_memory = true;
    return found != NULL;
}

/* Reports a number that is wrong. False if it is right. */
static bool check_total(al_sink *s, const xac_totals *t, const al_path *path, uint32_t field, uint64_t there)
{
    const uint32_t declared = al_u32_at(t->record, field);
    if (declared == there)
        return false;
    al_claim claim = al_field_claim(XAC_MATERIAL_TOTAL, t->layout, t->record, field, path);
    claim.expected = al_uint(there);
    claim.reach = AL_WHOLE_FILE;
    al_report(s, &claim,
              "%s is %u, but the file has %" PRIu64 " such material%s: the chunk has total %u, standard %u, "
              "fx %u",
              al_row_at(t->layout, field)->name, declared, there, AL_S(there), al_u32_at(t->record, t->total),
              al_u32_at(t->record, t->standard), al_u32_at(t->record, t->fx));
    return true;
}

/* Whether the three numbers agree with each other, for a file that was not read to its end. */
static void check_sum(al_sink *s, const xac_totals *t, const al_path *path)
{
    const uint32_t standard = al_u32_at(t->record, t->standard), fx = al_u32_at(t->record, t->fx);
    const uint32_t total = al_u32_at(t->record, t->total);
    const uint64_t sum = (uint64_t)standard + fx;
    if (total == sum)
        return;
    al_claim claim = al_field_claim(XAC_MATERIAL_TOTAL, t->layout, t->record, t->total, path);
    claim.expected = al_uint(sum);
    al_report(s, &claim, "total is %u, but standard and fx are %u and %u", total, standard, fx);
}

/* One finding tells what is wrong, since the total follows from the numbers of both kinds. */
void xac_judge_totals(void *judging, efx_reading *r)
{
    xac_judging *j = judging;
    xac_totals t;
    xac_judge_place(j, r);
    if (!xac_read_totals(r, &t))
        return;
    const uint32_t *found = al_map_find(&j->lod_of, xac_lod_of(j->x, r->number));
    const xac_lod_materials there = found != NULL ? j->of_lods[*found] : (xac_lod_materials){.lod = 0};
    if (!j->x->file.complete) { /* then only contradictions can be reported */
        check_sum(j->sink, &t, &r->path);
        return;
    }
    if (r->header.version > 1 && j->materials_unknown > 0)
        return; /* these may be of any level */
    if (!check_total(j->sink, &t, &r->path, t.standard, there.standard) &&
        !check_total(j->sink, &t, &r->path, t.fx, there.fx))
        (void)check_total(j->sink, &t, &r->path, t.total, (uint64_t)there.standard + there.fx);
}

uint64_t xac_materials_of(const xac_judging *j, uint32_t lod)
{
    const uint32_t *found = al_map_find(&j->lod_of, lod);
    const uint64_t known = found != NULL ? (uint64_t)j->of_lods[*found].standard + j->of_lods[*found].fx : 0;
    return lod == 0 ? known : known + j->materials_unknown; /* those may be of level 0 */
}
