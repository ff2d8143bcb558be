/* skl_rules.c: the check of a Lost Saga SKL from end to end, and its rules but those about who is above whom.
 */
#include <inttypes.h>
#include <math.h>

#include "core/reduce/finite.h"
#include "formats/lostsaga/skl/skl.h"

static const double unit_tolerance = 0.01;

static void check_bone_count(const skl_file *k)
{
    if (!k->has_bones || k->bones != 0)
        return;
    const al_claim claim = lsa_header_claim(SKL_BONE_COUNT, &k->file, SKL_HEADER_AT_bones);
    al_report(k->file.job->sink, &claim, "skeleton has no bones");
}

/* ---- A bone -------------------------------------------------------------------------------------------- */

static void check_name(const skl_file *k, const skl_bone *bone)
{
    const al_claim claim = {.rule = SKL_EMPTY_BONE_NAME,
                            .offset = bone->name.field.base,
                            .length = bone->name.field.len,
                            .path = bone->name.path};
    if (bone->name.text.len == 0)
        al_report(k->file.job->sink, &claim, "bone has no name");
}

static al_span values_of(const skl_bone *bone, const al_row *row)
{
    return al_slice_available(bone->pose, row->offset, (uint64_t)row->count * 4);
}

static void check_pose_finite(const skl_file *k, const skl_bone *bone, const al_row *row)
{
    al_tally bad = {.count = 0};
    const al_span values = values_of(bone, row);
    for (uint32_t i = 0; i < values.len / 4; i++)
        if (!isfinite(al_f32_at(values, 4 * (uint64_t)i)))
            al_tally_add(&bad, i);
    if (bad.count == 0)
        return;
    al_claim claim = al_field_claim(SKL_NOT_FINITE, &skl_pose_layout, bone->pose, row->offset, &bone->path);
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
        al_field_claim(SKL_ROTATION_NORM, &skl_pose_layout, bone->pose, row->offset, &bone->path);
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

static void check_bone(void *context, const skl_bone *bone)
{
    const skl_file *k = context;
    lsa_check_string(&k->file, &bone->name);
    check_name(k, bone);
    check_pose(k, bone);
    if (bone->has_parent)
        lsa_check_string(&k->file, &bone->parent);
}

static void check_child(void *context, const skl_bone *bone, uint32_t number, const al_string *name)
{
    const skl_file *k = context;
    (void)bone, (void)number;
    lsa_check_string(&k->file, name);
}

void skl_check(al_job *job)
{
    skl_file k;
    if (!skl_parse(job, &k) || !k.file.supported)
        return;
    const skl_visits visits = {.bone = check_bone, .child = check_child, .context = &k};
    check_bone_count(&k);
    skl_each_bone(&k, &visits);
    skl_check_relations(&k);
    if (k.has_linked)
        lsa_check_string(&k.file, &k.linked);
    lsa_check_trailing_bytes(&k.file);
}

const al_hooks skl_hooks = {.limit_rule = SKL_LIMIT, .layouts = skl_layouts, .check = skl_check};
