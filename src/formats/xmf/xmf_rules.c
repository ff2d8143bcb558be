/* xmf_rules.c: the check of an XMF from end to end, and the rules about its header. */
#include "formats/xmf/xmf.h"

al_claim xmf_header_claim(size_t rule, const xmf_file *f, uint32_t field)
{
    return al_field_claim(rule, &xmf_header_layout, f->header_record, field, &f->header_path);
}

al_claim xmf_desc_claim(size_t rule, const xmf_buffer *b, uint32_t field)
{
    return al_field_claim(rule, &xmf_desc_layout, b->record, field, &b->path);
}

al_claim xmf_material_claim(size_t rule, const xmf_material_range *m, uint32_t field)
{
    return al_field_claim(rule, &xmf_material_layout, m->record, field, &m->path);
}

al_claim xmf_data_claim(size_t rule, const xmf_buffer *b)
{
    return (al_claim){
        .rule = rule, .offset = b->stored.base, .length = b->stored.len, .path = al_field(&b->path, "data")};
}

const xmf_buffer *xmf_index_buffer(const xmf_file *f)
{
    for (uint32_t i = 0; i < f->buffer_count; i++)
        if (f->buffers[i].is_index)
            return &f->buffers[i];
    return NULL;
}

bool xmf_vertex_count(const xmf_file *f, uint64_t *count)
{
    bool known = false;
    *count = 0;
    for (uint32_t i = 0; i < f->buffer_count; i++) {
        const xmf_buffer *b = &f->buffers[i];
        if (b->is_index || !b->counted)
            continue;
        if (!known || b->items < *count)
            *count = b->items;
        known = true;
    }
    return known;
}

static void check_primitive_type(const xmf_file *f, al_sink *s)
{
    if (f->header.primitive_type == XMF_TRIANGLE_LIST)
        return;
    al_claim claim = xmf_header_claim(XMF_PRIMITIVE_TYPE, f, XMF_HEADER_AT_primitive_type);
    claim.expected = al_int(XMF_TRIANGLE_LIST);
    al_report(s, &claim, "primitive type %d is not a list of triangles", (int)f->header.primitive_type);
}

static void check_collision_material(const xmf_file *f, al_sink *s)
{
    if (!f->is_collision || f->header.num_materials == 0)
        return;
    al_claim claim = xmf_header_claim(XMF_COLLISION_MATERIAL, f, XMF_HEADER_AT_num_materials);
    claim.expected = al_uint(0);
    al_report(s, &claim, "collision mesh has %u material%s, nothing draws it", f->header.num_materials,
              f->header.num_materials == 1 ? "" : "s");
}

static void check_material_missing(const xmf_file *f, const char *name, al_sink *s)
{
    if (f->is_collision || f->header.num_materials > 0 || !xmf_is_lod_name(name))
        return;
    const al_claim claim = xmf_header_claim(XMF_MATERIAL_MISSING, f, XMF_HEADER_AT_num_materials);
    al_report(s, &claim, "mesh to be drawn has no materials");
}

void xmf_check_header(const xmf_file *f, al_sink *s)
{
    check_primitive_type(f, s);
    check_collision_material(f, s);
}

void xmf_check(al_job *job)
{
    xmf_file f;
    if (!xmf_parse(job, &f)) {
        al_report_memory_limit(job, XMF_LIMIT, (al_path){.name = NULL}, 0, f.file.len);
        return;
    }
    if (f.has_header) {
        xmf_check_header(&f, job->sink);
        check_material_missing(&f, job->name, job->sink);
    }
    if (!f.has_tables)
        return;
    xmf_check_buffers(&f, job->sink);
    xmf_check_declarations(job, &f);
    xmf_check_materials(&f, job->sink);
    xmf_check_data(job, &f);
}

const al_hooks xmf_hooks = {.limit_rule = XMF_LIMIT, .layouts = xmf_layouts, .check = xmf_check};
