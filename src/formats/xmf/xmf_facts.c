/* xmf_facts.c: the materials that an XMF refers to. */
#include "formats/xmf/xmf.h"

void xmf_facts(const void *document, const al_facts *facts)
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
