/* skl_dump.c: shows what was read of a Lost Saga SKL. */
#include "formats/lostsaga/skl/skl.h"

static void dump_bone(void *context, const skl_bone *bone)
{
    const al_visitor *v = context;
    v->object(v->context, "bones", bone->number, al_extent_of(bone->extent));
    al_visit_string(v, &bone->name);
    al_visit_record(v, &skl_pose_layout, bone->pose, NULL);
    if (bone->has_parent)
        al_visit_string(v, &bone->parent);
    al_visit_record(v, &skl_children_layout, bone->child_count, NULL);
    v->list(v->context, "children", bone->children,
            (al_extent){.offset = bone->extent.base + bone->extent.len, .length = 0});
}

static void dump_child(void *context, const skl_bone *bone, uint32_t number, const al_string *name)
{
    const al_visitor *v = context;
    (void)bone;
    v->object(v->context, "children", number, al_extent_of(name->field));
    al_visit_string(v, name);
    v->object_end(v->context);
}

static void dump_bone_end(void *context, const skl_bone *bone)
{
    const al_visitor *v = context;
    (void)bone;
    v->list_end(v->context);
    v->object_end(v->context);
}

void skl_dump(al_job *job, const al_visitor *v)
{
    skl_file k;
    al_visitor visitor = *v;
    const skl_visits visits = {
        .bone = dump_bone, .child = dump_child, .end = dump_bone_end, .context = &visitor};
    if (!skl_parse(job, &k))
        return;
    lsa_dump_header(&k.file, v, NULL);
    if (!k.file.supported)
        return;
    const al_span bones = al_slice_available(
        job->file, SKL_HEADER_BYTES, k.bones_end > SKL_HEADER_BYTES ? k.bones_end - SKL_HEADER_BYTES : 0);
    v->list(v->context, "bones", k.read, al_extent_of(bones));
    skl_each_bone(&k, &visits);
    v->list_end(v->context);
    if (k.has_linked)
        al_visit_string(v, &k.linked);
}
