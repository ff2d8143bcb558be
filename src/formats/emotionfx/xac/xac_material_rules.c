/* xac_material_rules.c: rules about materials, their totals, and morph targets. */
#include <inttypes.h>

#include "core/reduce/extremes.h"
#include "core/text.h"
#include "formats/emotionfx/xac/xac.h"

/* ---- Layers -------------------------------------------------------------------------------------------- */

/* A layer belongs to the material that it is in; a chunk 4 to the last material before it. */
static void check_layer_material(al_sink *s, const xac_texture *t, int64_t owner)
{
    const int64_t material = al_i16_at(t->record, XAC_TEXTURE_AT_material);
    if (material == owner)
        return;
    al_claim claim =
        xac_texture_record_claim_at(XAC_LAYER_MATERIAL, t->record, XAC_TEXTURE_AT_material, t->path);
    if (owner >= 0)
        claim.expected = al_int(owner);
    if (owner < 0)
        al_report(s, &claim, "layer of material %" PRId64 " comes before any material", material);
    else
        al_report(s, &claim,
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

static void check_texture_name(al_sink *s, const xac_texture *t)
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
    al_claim claim = al_string_claim(XAC_LAYER_TEXTURE_NAME, &t->name);
    claim.actual = al_text_bytes(name);
    al_report(s, &claim, "texture name %s: \"%.*s\"", flaw, AL_SHOW(name));
}

static void judge_texture(al_sink *s, const xac_texture *t, int64_t owner)
{
    if (t->record.len < XAC_TEXTURE_BYTES)
        return;
    check_layer_material(s, t, owner);
    if (t->named)
        check_texture_name(s, t);
}

static void judge_layer(void *context, const xac_texture *t)
{
    const xac_judging *j = context;
    judge_texture(j->sink, t, j->materials_before);
}

/* The number of materials before a chunk; chunks are judged in their order. */
static void count_before(xac_judging *j, uint32_t chunk)
{
    for (; j->counted < chunk; j->counted++) {
        const uint32_t id = efx_known_id(&j->x->file, j->counted);
        j->materials_before += id == XAC_MATERIAL_CHUNK || id == XAC_FX_CHUNK;
    }
}

void xac_judge_material(void *judging, efx_reading *r)
{
    xac_material_head material;
    count_before(judging, r->number);
    if (xac_open_material(r, &material))
        (void)xac_each_texture(r, &material, judge_layer, judging);
}

void xac_judge_texture(void *judging, efx_reading *r)
{
    xac_judging *j = judging;
    xac_texture texture;
    count_before(j, r->number);
    (void)xac_read_texture(r, &texture);
    judge_texture(j->sink, &texture, (int64_t)j->materials_before - 1);
}

/* Of an FX material the texts are all that there is to judge. */
void xac_judge_fx(void *judging, efx_reading *r)
{
    al_string name;
    (void)judging;
    (void)xac_read_fx(r, &name);
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

static void check_total(al_sink *s, const xac_totals *t, const al_path *path, uint32_t field, uint64_t there,
                        const char *what)
{
    const uint32_t declared = al_u32_at(t->record, field);
    if (declared == there)
        return;
    al_claim claim = al_field_claim(XAC_MATERIAL_TOTAL, t->layout, t->record, field, path);
    claim.expected = al_uint(there);
    al_report(s, &claim, "%u %s are declared, there are %" PRIu64, declared, what, there);
}

void xac_judge_totals(void *judging, efx_reading *r)
{
    const xac_judging *j = judging;
    xac_totals t;
    if (!xac_read_totals(r, &t))
        return;
    const uint32_t *found = al_map_find(&j->lod_of, al_u32_at(t.record, t.lod));
    const xac_lod_materials there = found != NULL ? j->lods[*found] : (xac_lod_materials){.lod = 0};
    const uint64_t sum = (uint64_t)al_u32_at(t.record, t.standard) + al_u32_at(t.record, t.fx);
    if (!j->x->file.complete) { /* then only what contradicts itself can be reported */
        check_total(j->sink, &t, &r->path, t.total, sum, "materials of both kinds");
        return;
    }
    const uint64_t all = (uint64_t)there.standard + there.fx;
    const uint32_t total = al_u32_at(t.record, t.total);
    check_total(j->sink, &t, &r->path, t.total, total == all ? sum : all, "materials");
    check_total(j->sink, &t, &r->path, t.standard, there.standard, "standard materials");
    check_total(j->sink, &t, &r->path, t.fx, there.fx, "FX materials");
}

/* ---- Morph targets ------------------------------------------------------------------------------------- */

/* A range that is none, also with a NaN; `claim` is about its lower end. */
static void check_range(al_sink *s, const al_claim *claim, float low, float high)
{
    if (!(low <= high))
        al_report(s, claim, "range begins at %s and ends at %s", al_show_number((double)low).text,
                  al_show_number((double)high).text);
}

static void judge_target(void *context, const xac_morph *m)
{
    const xac_judging *j = context;
    const xac_morph_record row = xac_morph_record_read(m->record);
    const al_claim claim =
        xac_morph_record_claim_at(XAC_MORPH_RANGE, m->record, XAC_MORPH_AT_range_min, m->path);
    check_range(j->sink, &claim, row.range_min, row.range_max);
}

/* Whether a node is there; `claim` is about its number. */
static bool check_node(const xac_judging *j, const al_claim *claim, uint32_t node)
{
    const xac_file *x = j->x;
    if (!x->nodes_known || node < x->num_nodes)
        return true;
    al_report(j->sink, claim, "morph target changes node %u, there are %u nodes", node, x->num_nodes);
    return false;
}

static void check_vertices(const xac_judging *j, const xac_morph *m, const xac_deformation *d)
{
    const xac_mesh_entry *mesh = xac_find_mesh(j->x, d->row.node, false, m->lod);
    const uint32_t vertices = mesh != NULL ? mesh->vertices : 0;
    const al_span numbers = al_slice_available(d->vertices, 0, d->vertices.len / 4 * 4);
    al_tally bad = {.count = 0};
    if ((mesh == NULL && !j->x->file.complete) || numbers.len == 0 || al_max_u32(numbers) < vertices)
        return;
    for (uint64_t i = 0; i < numbers.len / 4; i++)
        if (al_u32_at(numbers, 4 * i) >= vertices)
            al_tally_add(&bad, i);
    const al_claim claim = {.rule = XAC_MORPH_VERTEX,
                            .offset = d->vertices.base,
                            .length = d->vertices.len,
                            .path = al_field(d->path, "vertices"),
                            .tally = &bad};
    al_report(j->sink, &claim,
              "vertices of the morph target that are not there: %" PRIu64
              " of %u, the first is %u: the %s node %u has %u",
              bad.count, d->row.num_vertices, al_u32_at(numbers, 4 * bad.first[0]),
              mesh != NULL ? "visual mesh of" : "meshless", d->row.node, vertices);
}

static void judge_deformation(void *context, const xac_morph *m, const xac_deformation *d)
{
    const xac_judging *j = context;
    const al_claim range = xac_deform_claim_at(XAC_MORPH_RANGE, d->record, XAC_DEFORM_AT_min, d->path);
    const al_claim node = xac_deform_claim_at(XAC_MORPH_NODE, d->record, XAC_DEFORM_AT_node, d->path);
    check_range(j->sink, &range, d->row.min, d->row.max);
    if (check_node(j, &node, d->row.node))
        check_vertices(j, m, d);
}

static void judge_transformation(void *context, const al_path *path, al_span record)
{
    const al_claim claim = xac_transform_claim_at(XAC_MORPH_NODE, record, XAC_TRANSFORM_AT_node, path);
    (void)check_node(context, &claim, al_u32_at(record, XAC_TRANSFORM_AT_node));
}

void xac_judge_morphs(void *judging, efx_reading *r)
{
    const xac_morph_visitor visitor = {.context = judging,
                                       .target = judge_target,
                                       .deformation = judge_deformation,
                                       .transformation = judge_transformation};
    (void)xac_each_morph(r, &visitor);
}
