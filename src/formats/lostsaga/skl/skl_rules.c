/* skl_rules.c: the rules of a Lost Saga SKL, except those about parents and children. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/reduce/floats.h"
#include "core/sort.h"
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
    al_report(k->file.job->sink, &claim, "%s of the bone \"%.*s\" has the length %s, not 1", row->name,
              AL_SHOW(bone->name.text), al_show_real(sqrt(square), 6).text);
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

/* ---- Facts --------------------------------------------------------------------------------------------- */

static void skl_facts(const void *document, const al_facts *facts)
{
    const skl_file *k = document;
    const al_counter bones = skl_header_counter(k->file.header, SKL_HEADER_AT_bones, &k->file.header_path);
    al_walk w = skl_bones(k);
    if (k->bones > 0)
        al_add_number(facts, AL_FACT_NODE_COUNT, false, &bones);
    for (uint32_t i = 0; i < k->read; i++) {
        skl_bone bone;
        const bool whole = skl_read_bone(&w, i, &bone);
        al_add_text(facts, AL_FACT_NODE, false, &bone.name);
        if (whole)
            skl_skip_children(&w, &bone);
    }
    if (k->linked.text.len > 0)
        al_add_text(facts, AL_FACT_SKELETON, true, &k->linked);
}

void skl_measure(const void *document, al_measures *measures)
{
    measures->bones = ((const skl_file *)document)->bones;
}

/* ---- The drawing --------------------------------------------------------------------------------------- */

enum { AXES = 3, QUATERNION = 4 };

typedef struct named_bone {
    al_span name;
    uint32_t number;
} named_bone;

static int compare_names(al_span a, al_span b)
{
    const size_t shorter = a.len < b.len ? a.len : b.len;
    const int order = shorter > 0 ? memcmp(a.ptr, b.ptr, shorter) : 0;
    if (order != 0 || a.len == b.len)
        return order;
    return a.len < b.len ? -1 : 1;
}

/* Of equal names the first bone comes first. */
static int compare_bones(const void *left, const void *right, void *context)
{
    const named_bone *a = left, *b = right;
    (void)context;
    const int order = compare_names(a->name, b->name);
    return order != 0 ? order : (a->number > b->number) - (a->number < b->number);
}

static int64_t find_bone(const named_bone *bones, size_t count, al_span name)
{
    const named_bone wanted = {.name = name};
    const size_t at = al_lower_bound(bones, count, sizeof *bones, &wanted, compare_bones, NULL);
    return at < count && compare_names(bones[at].name, name) == 0 ? (int64_t)bones[at].number : -1;
}

/* The names of all bones, sorted; NULL if memory is short. */
static named_bone *read_names(const skl_file *k, al_drawing *d)
{
    named_bone *bones = al_alloc(d->arena, k->read, sizeof *bones);
    al_walk w = skl_bones(k);
    d->partial = d->partial || bones == NULL;
    for (uint32_t i = 0; i < k->read && bones != NULL; i++) {
        skl_bone bone;
        if (skl_read_bone(&w, i, &bone))
            skl_skip_children(&w, &bone);
        bones[i] = (named_bone){.name = bone.name.text, .number = i};
    }
    if (bones != NULL)
        al_sort(bones, k->read, sizeof *bones, compare_bones, NULL);
    return bones;
}

static void read_pose(al_span pose, al_view_bone *bone)
{
    for (uint32_t i = 0; i < AXES; i++) {
        bone->position[i] = al_f32_at(pose, SKL_POSE_AT_local_pos + 4 * (uint64_t)i);
        bone->scale[i] = 1;
    }
    for (uint32_t i = 0; i < QUATERNION; i++)
        bone->rotation[i] = al_f32_at(pose, SKL_POSE_AT_local_quat + 4 * (uint64_t)i);
}

static void skl_draw(const al_job *job, const void *document, al_drawing *d)
{
    const skl_file *k = document;
    const al_span none = {.len = 0};
    const named_bone *names = k->read > 0 ? read_names(k, d) : NULL;
    al_walk w = skl_bones(k);
    (void)job;
    if (names == NULL)
        return;
    const uint32_t view = al_draw_skeleton(d, NULL, none);
    const al_path list = al_field(NULL, "bones");
    (void)al_draw_target(d, &list, AL_MARKS_BONES, view, 0);
    for (uint32_t i = 0; i < k->read; i++) {
        skl_bone bone;
        if (skl_read_bone(&w, i, &bone))
            skl_skip_children(&w, &bone);
        al_view_bone drawn = {.parent = -1, .number = -1};
        if (bone.has_parent && bone.parent.text.len > 0)
            drawn.parent = find_bone(names, k->read, bone.parent.text);
        read_pose(bone.pose, &drawn);
        al_draw_bone(d, &bone.path, bone.name.text, &drawn);
    }
}

/* ---- The format ---------------------------------------------------------------------------------------- */

static const al_fixer fixers[] = {
    {SKL_TRAILING_BYTES, al_fix_cut_off},
    {.plan = NULL},
};

const al_hooks skl_hooks = {.limit_rule = SKL_LIMIT,
                            .layouts = skl_layouts,
                            .magic = &SKL_HEADER_MAGIC,
                            .document_size = sizeof(skl_file),
                            .parse = skl_parse,
                            .judge = judge,
                            .facts = skl_facts,
                            .measure = skl_measure,
                            .draw = skl_draw,
                            .fixers = fixers};
