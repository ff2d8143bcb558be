/* xac_material_rules.c: rules about materials, their totals, and morph targets. */
#include <inttypes.h>

#include "core/reduce/extremes.h"
#include "core/text.h"
#include "formats/emotionfx/xac/xac.h"

/* ---- Layers -------------------------------------------------------------------------------------------- */

/* A layer belongs to the material that it is in; a chunk 4 to the last material before it. */
static void check_layer_material(const xac_file *x, const xac_texture *t, int64_t owner)
{
    const int64_t material = al_i16_at(t->record, XAC_TEXTURE_AT_material);
    if (material == owner)
        return;
    al_claim claim = al_field_claim(XAC_LAYER_MATERIAL, &xac_texture_record_layout, t->record,
                                    XAC_TEXTURE_AT_material, t->path);
    if (owner >= 0)
        claim.expected = al_int(owner);
    if (owner < 0)
        al_report(x->file.job->sink, &claim, "layer of material %" PRId64 " comes before any material",
                  material);
    else
        al_report(x->file.job->sink, &claim,
                  "layer says that it belongs to material %" PRId64 ", it is one of material %" PRId64,
                  material, owner);
}

static bool ends_like_file(al_span name)
{
    static const char *const ends[] = {".dds", ".tga", ".png",  ".jpg", ".jpeg",
                                       ".bmp", ".tif", ".tiff", ".psd"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const al_span end = al_span_of(ends[i], ends[i][4] == '\0' ? 4 : 5);
        al_span last;
        if (name.len >= end.len && al_slice(name, name.len - end.len, end.len, &last) &&
            al_compare_text(last, end) == 0)
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

static void check_texture_name(const xac_file *x, const xac_texture *t)
{
    const al_span name = t->name.text;
    const char *flaw = NULL;
    if (name.len == 0)
        return;
    if (al_u8_at(name, 0) == ' ' || al_u8_at(name, name.len - 1) == ' ')
        flaw = "begins or ends with a blank";
    else if (has_separator(name))
        flaw = "holds a path";
    else if (ends_like_file(name))
        flaw = "ends as a file does";
    if (flaw == NULL)
        return;
    const al_claim claim = {.rule = XAC_LAYER_TEXTURE_NAME,
                            .offset = t->name.field.base,
                            .length = t->name.field.len,
                            .path = t->name.path,
                            .actual = al_text_bytes(name)};
    al_report(x->file.job->sink, &claim, "texture name %s: \"%.*s\"", flaw, AL_SHOW(name));
}

static void judge_texture(const xac_file *x, const xac_texture *t, int64_t owner)
{
    if (t->record.len < XAC_TEXTURE_BYTES)
        return;
    check_layer_material(x, t, owner);
    if (!t->named)
        return;
    efx_check_text(&x->file, &t->name);
    check_texture_name(x, t);
}

static void judge_layer(void *context, const xac_texture *t)
{
    const xac_file *x = context;
    judge_texture(x, t, x->materials_before);
}

/* The number of materials before a chunk; chunks are judged in their order. */
static void count_before(xac_file *x, const efx_chunk *chunk, uint32_t *next)
{
    for (; *next < chunk->number; ++*next)
        x->materials_before +=
            x->file.chunks[*next].id == XAC_MATERIAL_CHUNK || x->file.chunks[*next].id == XAC_FX_CHUNK;
}

static void judge_text(void *context, const al_string *text)
{
    const xac_file *x = context;
    efx_check_text(&x->file, text);
}

void xac_judge_material(void *document, efx_cursor *c, const efx_chunk *chunk)
{
    xac_file *x = document;
    const xac_material_visitor visitor = {.context = x, .text = judge_text, .texture = judge_layer};
    count_before(x, chunk, &x->counted);
    (void)xac_read_material(c, &visitor);
}

void xac_judge_texture(void *document, efx_cursor *c, const efx_chunk *chunk)
{
    xac_file *x = document;
    xac_texture texture;
    count_before(x, chunk, &x->counted);
    (void)xac_read_texture_chunk(c, &texture);
    judge_texture(x, &texture, (int64_t)x->materials_before - 1);
}

/* ---- FX materials -------------------------------------------------------------------------------------- */

static void judge_parameter(void *context, const xac_parameter *p)
{
    judge_text(context, &p->name);
    judge_text(context, &p->file);
}

void xac_judge_fx(void *document, efx_cursor *c, const efx_chunk *chunk)
{
    const xac_fx_visitor visitor = {.context = document, .text = judge_text, .parameter = judge_parameter};
    (void)chunk;
    (void)xac_read_fx(c, &visitor);
}

/* ---- Totals -------------------------------------------------------------------------------------------- */

bool xac_second_totals(void *document, const efx_chunk *chunk, uint32_t *first)
{
    xac_file *x = document;
    const al_span record = al_slice_available(x->file.bytes, chunk->at + EFX_CHUNK_BYTES, XAC_TOTALS2_BYTES);
    const uint32_t lod = chunk->supported ? xac_lod_of(chunk, record) : 0;
    const uint32_t *found = al_map_find(&x->totals_of, lod);
    *first = found != NULL ? *found : 0;
    if (found == NULL && !al_map_add(&x->totals_of, x->file.job->arena, lod, chunk->number))
        x->out_of_memory = true;
    return found != NULL;
}

static void check_total(const xac_file *x, const efx_chunk *chunk, const al_path *path, al_span record,
                        uint32_t field, uint64_t there, const char *what)
{
    const uint32_t at = field + xac_shift(chunk);
    if (al_u32_at(record, at) == there)
        return;
    al_claim claim = al_field_claim(XAC_MATERIAL_TOTAL, xac_totals_layout(chunk), record, at, path);
    claim.expected = al_uint(there);
    al_report(x->file.job->sink, &claim, "%u %s are declared, there are %" PRIu64, al_u32_at(record, at),
              what, there);
}

void xac_judge_totals(void *document, efx_cursor *c, const efx_chunk *chunk)
{
    const xac_file *x = document;
    const al_layout *layout = xac_totals_layout(chunk);
    al_span record;
    if (!efx_take_fixed(c, layout->size, &record))
        return;
    const uint32_t *found = al_map_find(&x->lod_of, xac_lod_of(chunk, record));
    const xac_lod_materials there = found != NULL ? x->lods[*found] : (xac_lod_materials){.lod = 0};
    const uint64_t sum = (uint64_t)al_u32_at(record, XAC_TOTALS1_AT_standard + xac_shift(chunk)) +
                         al_u32_at(record, XAC_TOTALS1_AT_fx + xac_shift(chunk));
    if (!x->file.complete) { /* then only what contradicts itself can be told */
        check_total(x, chunk, &c->path, record, XAC_TOTALS1_AT_total, sum, "materials of both kinds");
        return;
    }
    const uint64_t all = (uint64_t)there.standard + there.fx;
    const uint32_t total = al_u32_at(record, XAC_TOTALS1_AT_total + xac_shift(chunk));
    check_total(x, chunk, &c->path, record, XAC_TOTALS1_AT_total, total == all ? sum : all, "materials");
    check_total(x, chunk, &c->path, record, XAC_TOTALS1_AT_standard, there.standard, "standard materials");
    check_total(x, chunk, &c->path, record, XAC_TOTALS1_AT_fx, there.fx, "FX materials");
}

/* ---- Morph targets ------------------------------------------------------------------------------------- */

/* `low` and `high` are fields of a record: a range that is none, also with a NaN. */
static void check_range(const xac_file *x, const al_layout *layout, al_span record, uint32_t low,
                        uint32_t high, const al_path *path)
{
    const float least = al_f32_at(record, low), greatest = al_f32_at(record, high);
    if (least <= greatest)
        return;
    const al_claim claim = al_field_claim(XAC_MORPH_RANGE, layout, record, low, path);
    al_report(x->file.job->sink, &claim, "range begins at %s and ends at %s",
              al_show_number((double)least).text, al_show_number((double)greatest).text);
}

static void judge_target(void *context, const xac_morph *m, bool named)
{
    const xac_file *x = context;
    check_range(x, &xac_morph_record_layout, m->record, XAC_MORPH_AT_range_min, XAC_MORPH_AT_range_max,
                m->path);
    if (named)
        efx_check_text(&x->file, &m->name);
}

/* False when the node is not there. */
static bool check_node(const xac_file *x, const al_layout *layout, al_span record, const al_path *path)
{
    const uint32_t node = al_u32_at(record, 0); /* of both records */
    if (!x->nodes_known || node < x->num_nodes)
        return true;
    const al_claim claim = al_field_claim(XAC_MORPH_NODE, layout, record, 0, path);
    al_report(x->file.job->sink, &claim, "morph target changes node %u, there are %u nodes", node,
              x->num_nodes);
    return false;
}

static void check_vertices(const xac_file *x, const xac_morph *m, const xac_deformation *d)
{
    const xac_mesh_entry *mesh = xac_find_mesh(x, d->row.node, false, m->lod);
    const uint32_t vertices = mesh != NULL ? mesh->vertices : 0;
    const al_span numbers = al_slice_available(d->vertices, 0, d->vertices.len / 4 * 4);
    al_tally bad = {.count = 0};
    if ((mesh == NULL && !x->file.complete) || numbers.len == 0 || al_max_u32(numbers) < vertices)
        return;
    for (uint64_t i = 0; i < numbers.len / 4; i++)
        if (al_u32_at(numbers, 4 * i) >= vertices)
            al_tally_add(&bad, i);
    const al_claim claim = {.rule = XAC_MORPH_VERTEX,
                            .offset = d->vertices.base,
                            .length = d->vertices.len,
                            .path = al_field(d->path, "vertices"),
                            .tally = &bad};
    al_report(x->file.job->sink, &claim,
              "vertices of the morph target that are not there: %" PRIu64
              " of %u, the first is %u: the %s node %u has %u",
              bad.count, d->row.num_vertices, al_u32_at(numbers, 4 * bad.first[0]),
              mesh != NULL ? "visual mesh of" : "meshless", d->row.node, vertices);
}

static void judge_deformation(void *context, const xac_morph *m, const xac_deformation *d)
{
    const xac_file *x = context;
    check_range(x, &xac_deform_layout, d->record, XAC_DEFORM_AT_min, XAC_DEFORM_AT_max, d->path);
    if (check_node(x, &xac_deform_layout, d->record, d->path))
        check_vertices(x, m, d);
}

static void judge_transformation(void *context, const al_path *path, al_span record)
{
    (void)check_node(context, &xac_transform_layout, record, path);
}

void xac_judge_morphs(void *document, efx_cursor *c, const efx_chunk *chunk)
{
    const xac_morph_visitor visitor = {.context = document,
                                       .target = judge_target,
                                       .deformation = judge_deformation,
                                       .transformation = judge_transformation};
    (void)chunk;
    (void)xac_each_morph(c, &visitor);
}
