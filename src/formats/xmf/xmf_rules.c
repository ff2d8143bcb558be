/* xmf_rules.c: runs all rules of an XMF; and the rules about its header. */
#include "formats/xmf/xmf.h"

static void check_primitive_type(const xmf_file *f, al_sink *s)
{
    if (f->header.primitive_type == XMF_HEADER_IS_primitive_type)
        return;
    al_claim claim = xmf_header_claim(XMF_PRIMITIVE_TYPE, f, XMF_HEADER_AT_primitive_type);
    claim.expected = al_int(XMF_HEADER_IS_primitive_type);
    al_report(s, &claim, "primitive type %d is not a list of triangles", (int)f->header.primitive_type);
}

static void check_collision_material(const xmf_file *f, al_sink *s)
{
    if (!f->is_collision || f->header.num_materials == 0)
        return;
    al_claim claim = xmf_header_claim(XMF_COLLISION_MATERIAL, f, XMF_HEADER_AT_num_materials);
    claim.expected = al_uint(0);
    al_report(s, &claim, "collision mesh has %u material%s, but the game never draws it",
              f->header.num_materials, AL_S(f->header.num_materials));
}

static void check_material_missing(const xmf_file *f, const char *name, al_sink *s)
{
    if (f->is_collision || f->header.num_materials > 0 || !xmf_is_lod_name(name))
        return;
    const al_claim claim = xmf_header_claim(XMF_MATERIAL_MISSING, f, XMF_HEADER_AT_num_materials);
    al_report(s, &claim, "visible mesh has no materials");
}

static void judge(al_job *job, const void *document)
{
    const xmf_file *f = document;
    check_primitive_type(f, job->sink);
    check_collision_material(f, job->sink);
    check_material_missing(f, job->name, job->sink);
    if (!f->has_tables)
        return;
    xmf_judge_buffers(f, job->sink);
    xmf_judge_declarations(job, f);
    xmf_judge_materials(f, job->sink);
    xmf_judge_data(job, f);
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

static void xmf_facts(const void *document, const al_facts *facts)
{
    const xmf_file *f = document;
    for (uint32_t i = 0; i < f->material_count; i++) {
        const xmf_material_range *m = &f->materials[i];
        const al_path path = al_field(&m->path, "name");
        const al_fact fact = {.kind = AL_FACT_MATERIAL,
                              .refers = true,
                              .path = &path,
                              .field = m->row.name,
                              .name = al_slice_available(m->row.name, 0, al_text_length(m->row.name))};
        facts->add(facts->context, &fact);
    }
}

/* The facts end with the tables; the data after them is most of a file. */
uint64_t xmf_facts_end(al_span head)
{
    const xmf_header h = xmf_header_read(head);
    return XMF_HEADER_BYTES + (uint64_t)h.num_data_buffers * h.data_buffer_desc_size +
           (uint64_t)h.num_materials * XMF_MATERIAL_BYTES;
}

/* Triangles are those of the index buffer; vertices are those that all vertex buffers have. Each row of the
 * material table counts as a material, because the game draws it separately. */
void xmf_measure(const void *document, al_measures *measures)
{
    const xmf_file *f = document;
    const xmf_buffer *indices = xmf_index_buffer(f);
    uint64_t vertices;
    if (indices != NULL && indices->sized && f->header.primitive_type == XMF_HEADER_IS_primitive_type)
        measures->triangles = indices->items / 3;
    if (xmf_vertex_count(f, &vertices))
        measures->vertices = vertices;
    measures->materials = f->material_count;
}

/* ---- The format ---------------------------------------------------------------------------------------- */

const al_hooks xmf_hooks = {.limit_rule = XMF_LIMIT,
                            .layouts = xmf_layouts,
                            .magic = &XMF_HEADER_MAGIC,
                            .document_size = sizeof(xmf_file),
                            .parse = xmf_parse,
                            .judge = judge,
                            .facts = xmf_facts,
                            .measure = xmf_measure,
                            .extent = xmf_extent,
                            .facts_end = xmf_facts_end,
                            .draw = xmf_draw};
