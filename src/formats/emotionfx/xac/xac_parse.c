/* xac_parse.c: the table of an XAC's chunks, and what is kept of them on the way through the file. */
#include "formats/emotionfx/xac/xac.h"

#define AL_LAYOUT        "formats/emotionfx/xac/layout.def"
#define AL_LAYOUT_LIST   xac_layouts
#define AL_LAYOUT_SHARED EFX_LAYOUTS
#include "kit/layout_define.h"
#undef AL_LAYOUT

static bool read_nodes(void *document, efx_cursor *c, efx_chunk *chunk)
{
    (void)document, (void)chunk;
    return xac_each_node(c, NULL, NULL);
}

/* Remembers a mesh for skins and morph targets. Of two for one node the first counts. */
static bool note_mesh(efx_cursor *c, const xac_mesh *m)
{
    xac_file *x = xac_of(c);
    al_arena *arena = x->file.job->arena;
    const bool collision = m->row.is_collision != 0;
    if (m->row.node < 0)
        return true;
    const uint64_t key = xac_mesh_key(m->row.node, collision, m->lod);
    if (al_map_find(&x->mesh_of, key) != NULL)
        return true;
    xac_mesh_entry *meshes = al_grow(arena, x->meshes, x->mesh_count, &x->mesh_capacity, sizeof *x->meshes);
    if (meshes == NULL)
        return false;
    x->meshes = meshes; /* at once: the old ones are gone */
    if (!al_map_add(&x->mesh_of, arena, key, x->mesh_count))
        return false;
    meshes[x->mesh_count++] =
        (xac_mesh_entry){.chunk = c->chunk->number, .num_org = m->row.num_org, .vertices = m->row.vertices};
    return true;
}

static void see_mesh(void *context, const xac_mesh *m)
{
    efx_cursor *c = context;
    c->out_of_memory = !note_mesh(c, m);
}

static bool read_mesh(void *document, efx_cursor *c, efx_chunk *chunk)
{
    const xac_mesh_visitor visitor = {.context = c, .mesh = see_mesh};
    (void)document, (void)chunk;
    return xac_read_mesh(c, &visitor);
}

static bool read_skin(void *document, efx_cursor *c, efx_chunk *chunk)
{
    xac_skin skin;
    (void)document;
    const bool whole = xac_read_skin(c, &skin);
    chunk->skipped_by_length = !c->stopped && skin.mesh == NULL;
    return whole;
}

static bool read_material(void *document, efx_cursor *c, efx_chunk *chunk)
{
    (void)document, (void)chunk;
    return xac_read_material(c, &(xac_material_visitor){.context = NULL});
}

static bool read_texture(void *document, efx_cursor *c, efx_chunk *chunk)
{
    xac_texture texture;
    (void)document, (void)chunk;
    return xac_read_texture_chunk(c, &texture);
}

static bool read_fx(void *document, efx_cursor *c, efx_chunk *chunk)
{
    (void)document, (void)chunk;
    return xac_read_fx(c, &(xac_fx_visitor){.context = NULL});
}

static bool read_limits(void *document, efx_cursor *c, efx_chunk *chunk)
{
    al_span record;
    (void)document, (void)chunk;
    return efx_take_fixed(c, XAC_LIMITS_BYTES, &record);
}

static bool read_info(void *document, efx_cursor *c, efx_chunk *chunk)
{
    al_span record;
    (void)document;
    return efx_take_fixed(c, xac_info_size(chunk), &record) &&
           efx_take_texts(c, xac_info_texts, XAC_INFO_TEXTS, NULL, NULL);
}

/* The file within: as much of it as is there. False when memory is short. */
static bool parse_inside(efx_cursor *c, efx_chunk *chunk, uint64_t size)
{
    const xac_file *outer = xac_of(c);
    xac_file *inner = al_alloc(outer->file.job->arena, 1, sizeof *inner);
    if (inner == NULL)
        return false;
    al_span bytes = al_slice_available(c->file->bytes, c->at, size);
    bytes.big_endian = false; /* it has a header of its own to say so */
    chunk->inside = inner;
    inner->nested = true;
    inner->chunk_path = c->path;
    inner->path = al_field(&inner->chunk_path, "lod");
    return xac_parse(outer->file.job, bytes, inner);
}

static bool read_lod(void *document, efx_cursor *c, efx_chunk *chunk)
{
    const xac_file *x = document;
    al_span record, bytes;
    if (!efx_take_fixed(c, XAC_LOD_BYTES, &record))
        return false;
    const uint32_t size = al_u32_at(record, XAC_LOD_AT_size);
    const efx_count in = {&xac_lod_layout, record, XAC_LOD_AT_size, &c->path};
    if (!efx_count_fits(c, size, 1, "bytes of a file within the chunk", &in))
        return false;
    if (!x->nested && !parse_inside(c, chunk, size)) {
        c->out_of_memory = true;
        return false;
    }
    const xac_file *inner = chunk->inside;
    const efx_part part = {
        .what = "a file within a chunk", .path = al_field(&c->path, "lod"), .count = size, .size = 1};
    c->reports = inner == NULL || !inner->file.cut; /* one end of a file is told once, as deep as can be */
    const bool whole = efx_take(c, &part, &bytes);
    if (!whole)
        c->file->cut = true;
    return whole;
}

static bool read_morphs(void *document, efx_cursor *c, efx_chunk *chunk)
{
    (void)document, (void)chunk;
    return xac_each_morph(c, &(xac_morph_visitor){.context = NULL});
}

static bool read_groups(void *document, efx_cursor *c, efx_chunk *chunk)
{
    (void)document, (void)chunk;
    return xac_each_group(c, NULL, NULL);
}

static bool read_totals(void *document, efx_cursor *c, efx_chunk *chunk)
{
    const al_layout *layout = xac_totals_layout(chunk);
    al_span record;
    (void)document;
    return efx_take_fixed(c, layout->size, &record);
}

/* What exporters write as the length of a material of version 2: without its layers. */
static uint64_t material_habit(const efx_file *f, const efx_chunk *chunk)
{
    const uint64_t name_at = chunk->at + EFX_CHUNK_BYTES + XAC_MATERIAL_BYTES;
    return chunk->version == 2 ? XAC_MATERIAL_BYTES + 4 + (uint64_t)al_u32_at(f->bytes, name_at) : 0;
}

#define HANDLERS(reader, name) .read = (reader), .judge = xac_judge_##name

static const efx_kind kinds[] = {
    {XAC_OLD_NODE_CHUNK, "node", 4, HANDLERS(read_nodes, nodes), .second = xac_second_nodes},
    {XAC_MESH_CHUNK, "mesh", 2, HANDLERS(read_mesh, mesh)},
    {XAC_SKIN_CHUNK, "skinning", 4, HANDLERS(read_skin, skin)},
    {XAC_MATERIAL_CHUNK, "material", 3, HANDLERS(read_material, material), .habit = material_habit},
    {XAC_TEXTURE_CHUNK, "material layer", 2, HANDLERS(read_texture, texture)},
    {XAC_FX_CHUNK, "FX material", 3, HANDLERS(read_fx, fx)},
    {XAC_LIMIT_CHUNK, "limit", 1, HANDLERS(read_limits, limits)},
    {XAC_INFO_CHUNK, "info", 4, HANDLERS(read_info, info), .once = true},
    {XAC_LOD_CHUNK, "mesh LOD level", 1, HANDLERS(read_lod, lod)},
    {XAC_MORPH_CHUNK, "morph target", 1, HANDLERS(read_morphs, morphs)},
    {XAC_GROUPS_CHUNK, "node groups", 1, HANDLERS(read_groups, groups)},
    {XAC_NODES_CHUNK, "node hierarchy", 1, HANDLERS(read_nodes, nodes), .second = xac_second_nodes},
    {XAC_MORPHS_CHUNK, "morph targets", 1, HANDLERS(read_morphs, morphs)},
    {XAC_TOTALS_CHUNK, "material totals", 2, HANDLERS(read_totals, totals), .second = xac_second_totals},
};

const efx_format xac_format = {
    .magic = "XAC ",
    .rules = {EFX_RULES(XAC), .chunk_length_quirk = XAC_CHUNK_LENGTH_QUIRK},
    .kinds = kinds,
    .kind_count = sizeof kinds / sizeof kinds[0],
    .needs = {{"info", "info (chunk 7)", {XAC_INFO_CHUNK, XAC_INFO_CHUNK}},
              {"nodes", "nodes (chunk 11, or chunks 0)", {XAC_NODES_CHUNK, XAC_OLD_NODE_CHUNK}}},
    .need_count = 2,
};

bool xac_parse(al_job *job, al_span bytes, xac_file *x)
{
    x->file = (efx_file){
        .job = job, .format = &xac_format, .document = x, .bytes = bytes, .up = x->nested ? &x->path : NULL};
    return efx_parse(&x->file);
}
