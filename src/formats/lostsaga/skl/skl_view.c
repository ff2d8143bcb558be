/* skl_view.c: the skeleton of a Lost Saga SKL. Bones name their parents. */
#include <string.h>

#include "core/sort.h"
#include "formats/lostsaga/skl/skl.h"

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

void skl_view(const al_job *job, const void *document, al_drawing *d)
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
