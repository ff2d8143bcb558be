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
                            .view = xmf_view};
