/* skl_rules.c: the rules of a Lost Saga SKL, except those about parents and children. */
#include <inttypes.h>
#include <math.h>

#include "core/reduce/floats.h"
#include "formats/lostsaga/skl/skl.h"

static const double unit_tolerance = 0.01;

static void check_bone_count(const skl_file *k)
{
    if (!k->has_bones || k->bones != 0)
        return;
    const al_claim claim =
        skl_header_claim_at(SKL_BONE_COUNT, k->file.header, SKL_HEADER_AT_bones, &k->file.header_path);
    al_report(k->file.job->sink, &claim, "skeleton has no bones");
}

/* ---- A bone -------------------------------------------------------------------------------------------- */

static void check_name(const skl_file *k, const skl_bone *bone)
{
    const al_claim claim = al_string_claim(SKL_EMPTY_BONE_NAME, &bone->name);
    if (bone->name.text.len == 0)
        al_report(k->file.job->sink, &claim, "bone has no name");
}

static al_span values_of(const skl_bone *bone, const al_row *row)
{
    return al_slice_available(bone->pose, row->offset, (uint64_t)row->count * 4);
}

static void check_pose_finite(const skl_file *k, const skl_bone *bone, const al_row *row)
{
    const al_items values = al_items_of(values_of(bone, row), 4, &bone->path, NULL);
    const al_tally bad = al_find_not_finite(&values, NULL);
    if (bad.count == 0)
        return;
    al_claim claim = skl_pose_claim_at(SKL_NOT_FINITE, bone->pose, (skl_pose_field)row->offset, &bone->path);
    claim.tally = &bad;
    al_report(k->file.job->sink, &claim,
              "numbers of %s of the bone \"%.*s\" that are not finite: %" PRIu64 " of %" PRIu32
              ", the first is number %" PRIu64,
              row->name, AL_SHOW(bone->name.text), bad.count, row->count, bad.first[0]);
}

static void check_rotation(const skl_file *k, const skl_bone *bone, const al_row *row)
{
    const al_span values = values_of(bone, row);
    double square = 0;
    for (uint64_t i = 0; i < row->count; i++) {
        const double value = (double)al_f32_at(values, 4 * i);
        square += value * value;
    }
    if (!isfinite(square) || fabs(sqrt(square) - 1) <= unit_tolerance || values.len < 16)
        return;
    const al_claim claim =
        skl_pose_claim_at(SKL_ROTATION_NORM, bone->pose, (skl_pose_field)row->offset, &bone->path);
    al_report(k->file.job->sink, &claim, "%s of the bone \"%.*s\" has the length %.6g, not 1", row->name,
              AL_SHOW(bone->name.text), sqrt(square));
}

static void check_pose(const skl_file *k, const skl_bone *bone)
{
    const bool finite = !al_any_f32_not_finite(bone->pose);
    for (size_t i = 0; i < skl_pose_layout.row_count; i++) {
        const al_row *row = &skl_pose_layout.rows[i];
        if (!finite)
            check_pose_finite(k, bone, row);
        if (row->count == 4)
            check_rotation(k, bone, row);
    }
}

static void check_bone(const skl_file *k, const skl_bone *bone)
{
    lsa_check_string(&k->file, &bone->name);
    check_name(k, bone);
    check_pose(k, bone);
    if (bone->has_parent)
        lsa_check_string(&k->file, &bone->parent);
}

static void check_bones(const skl_file *k)
{
    al_walk w = skl_bones(k);
    skl_bone bone;
    skl_child child;
    for (uint32_t i = 0; i < k->read; i++) {
        (void)skl_read_bone(&w, i, &bone);
        check_bone(k, &bone);
        for (uint32_t c = 0; c < bone.children && skl_read_child(&w, &bone, c, &child); c++)
            lsa_check_string(&k->file, &child.name);
    }
}

static void judge(al_job *job, const void *document)
{
    const skl_file *k = document;
    (void)job;
    check_bone_count(k);
    check_bones(k);
    skl_judge_relations(k);
    if (k->has_linked)
        lsa_check_string(&k->file, &k->linked);
    lsa_check_trailing_bytes(&k->file, "the linked skeleton");
}

const al_hooks skl_hooks = {.limit_rule = SKL_LIMIT,
                            .layouts = skl_layouts,
                            .magic = &SKL_HEADER_MAGIC,
                            .document_size = sizeof(skl_file),
                            .parse = skl_parse,
                            .judge = judge,
                            .facts = skl_facts,
                            .measure = skl_measure,
                            .view = skl_view};
