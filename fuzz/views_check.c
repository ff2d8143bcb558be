/* views_check.c: reads all views of a file as a program would that draws them. */
#include "report.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { AXES = 3, UV = 2, SLOTS = 4, CHANNELS = 4, MOST_BYTES = 4096, MOST_RECORDS = 3, MOST_FIELDS = 64 };

typedef struct views_test {
    const al_views *views;
    uint64_t size;       /* of the file */
    const char *problem; /* the first */
} views_test;

static void require(views_test *t, bool kept, const char *problem)
{
    if (!kept && t->problem == NULL)
        t->problem = problem;
}

/* ---- Views --------------------------------------------------------------------------------------------- */

static void check_positions(views_test *t, const al_view *v)
{
    for (size_t i = 0; i < (size_t)v->vertex_count * AXES; i++) {
        const float x = v->positions[i];
        require(t, isfinite(x) && x >= v->box[i % AXES] && x <= v->box[i % AXES + AXES],
                "a vertex lies outside of the box of its view");
        require(t, v->normals == NULL || v->normals[i] >= -INT8_MAX, "a normal is longer than 1");
        require(t, v->tangents == NULL || v->tangents[i] >= -INT8_MAX, "a tangent is longer than 1");
    }
}

static void check_uvs(views_test *t, const al_view *v)
{
    volatile float last = 0;
    require(t, v->uv_count <= AL_VIEW_UV_SETS, "a mesh has too many sets of texture coordinates");
    for (size_t set = 0; set < v->uv_count; set++)
        for (size_t i = 0; i < (size_t)v->vertex_count * UV; i++)
            last = v->uvs[set][i];
    (void)last;
}

static void check_numbers(views_test *t, const uint32_t *numbers, uint32_t count, uint64_t all)
{
    for (uint32_t i = 0; numbers != NULL && i < count; i++)
        require(t, numbers[i] < all && (i == 0 || numbers[i] > numbers[i - 1]),
                "the numbers of vertices or triangles in the file do not rise");
}

static void check_skin(views_test *t, const al_view *v)
{
    const al_view *skeleton = v->skeleton >= 0 ? al_views_at(t->views, (size_t)v->skeleton) : NULL;
    require(t, v->bone < 0 || (skeleton != NULL && (uint64_t)v->bone < skeleton->bone_count),
            "a mesh hangs on a bone that is not there");
    if (v->skin_bones == NULL)
        return;
    require(t, skeleton != NULL ? skeleton->kind == AL_VIEW_SKELETON : v->skin_names != NULL,
            "a skin has neither a skeleton nor names of bones");
    const size_t bones = skeleton != NULL ? skeleton->bone_count : v->skin_name_count;
    for (size_t i = 0; i < (size_t)v->vertex_count * SLOTS; i++)
        require(t, v->skin_weights[i] == 0 || v->skin_bones[i] < bones,
                "a vertex has a weight of a bone that is not there");
    for (size_t i = 0; i < v->vertex_count; i++)
        require(t, v->skin_flaws[i] <= AL_FLAW_NO_WEIGHT, "a vertex has an unknown flaw");
    for (size_t i = 0; v->skin_names != NULL && i < v->skin_name_count; i++)
        require(t, strlen(v->skin_names[i]) < SIZE_MAX, "a bone has no name");
}

static void check_mesh(views_test *t, const al_view *v)
{
    check_positions(t, v);
    check_uvs(t, v);
    for (size_t i = 0; i < (size_t)v->triangle_count * AXES; i++)
        require(t, v->indices[i] < v->vertex_count, "an index is beyond the vertices of its view");
    check_numbers(t, v->vertex_of, v->vertex_count, UINT32_MAX);
    check_numbers(t, v->triangle_of, v->triangle_count, UINT32_MAX);
    require(t, v->part || v->triangle_count <= AL_VIEW_TRIANGLES, "a large mesh is not shown by a part");
    for (size_t i = 0; i < v->range_count; i++) {
        const al_view_range *r = &v->ranges[i];
        require(t, r->first <= v->triangle_count && r->count <= v->triangle_count - r->first,
                "a range is beyond the triangles");
        require(t, strlen(r->name) < SIZE_MAX && strlen(r->field) < SIZE_MAX, "a range has no name");
    }
    check_skin(t, v);
}

static void check_skeleton(views_test *t, const al_view *v)
{
    for (size_t i = 0; i < v->bone_count && t->problem == NULL; i++) {
        size_t steps = 0;
        for (int64_t at = (int64_t)i; at >= 0 && steps <= v->bone_count && t->problem == NULL; steps++) {
            require(t, (uint64_t)at < v->bone_count, "the parent of a bone is not there");
            at = t->problem == NULL ? v->bones[at].parent : -1;
            if (i >= 256) /* those of the first bones are followed, so that the test stays linear */
                break;
        }
        require(t, steps <= v->bone_count, "the parents of a bone never end");
    }
}

static void check_curves(views_test *t, const al_view *v)
{
    volatile float sum = 0;
    require(t, v->unit != NULL && v->space != NULL, "curves have no unit or no space");
    require(t, isfinite(v->per_second) && v->per_second >= 0, "curves have no speed");
    for (size_t i = 0; i < v->track_count; i++) {
        const al_view_track *track = &v->tracks[i];
        require(t, track->components >= 1 && track->components <= SLOTS, "a track has no value");
        for (size_t k = 0; k < track->keys; k++)
            sum = track->times[k];
        for (size_t k = 0; k < (size_t)track->keys * track->components; k++)
            sum = track->values[k];
    }
    (void)sum;
}

static void check_picture(views_test *t, const al_view *v)
{
    volatile uint8_t last = 0;
    require(t, v->coding != NULL, "a picture has no coding");
    for (size_t i = 0; i < v->level_count; i++) {
        const al_view_level *l = &v->levels[i];
        require(t, l->number < v->all_levels && (i == 0 || l->number > v->levels[i - 1].number),
                "a level is not there, or not in order");
        require(t,
                l->shown_width <= AL_VIEW_SIDE && l->shown_height <= AL_VIEW_SIDE &&
                    (l->shown_width - 1) * (uint64_t)l->step < l->width &&
                    (l->shown_height - 1) * (uint64_t)l->step < l->height,
                "a level is shown larger than it is");
        require(t, l->first_missing <= l->height && l->missing <= l->height - l->first_missing,
                "a missing row is not in the level");
        for (size_t k = 0; k < (size_t)l->shown_width * l->shown_height * CHANNELS; k++)
            last = l->pixels[k];
    }
    (void)last;
}

static void check_view(views_test *t, const al_view *v)
{
    require(t, v->name != NULL && v->field != NULL, "a view has no name");
    switch (v->kind) {
    case AL_VIEW_MESH: check_mesh(t, v); return;
    case AL_VIEW_SKELETON: check_skeleton(t, v); return;
    case AL_VIEW_CURVES: check_curves(t, v); return;
    case AL_VIEW_PICTURE: check_picture(t, v); return;
    }
}

/* ---- Places -------------------------------------------------------------------------------------------- */

static void check_list(views_test *t, const uint32_t *numbers, size_t count, size_t all)
{
    require(t, count <= AL_VIEW_MARKS, "there are too many marks");
    for (size_t i = 0; i < count; i++)
        require(t, numbers[i] < all && (i == 0 || numbers[i] > numbers[i - 1]),
                "a mark is beyond what its view has");
}

static void check_mark(views_test *t, const al_view_mark *m)
{
    const al_view *v = al_views_at(t->views, m->view);
    require(t, v != NULL, "a mark is in a view that is not there");
    if (v == NULL)
        return;
    for (size_t i = 0; i < m->triangle_count; i++)
        require(t,
                m->triangles[i].count > 0 && m->triangles[i].first < v->triangle_count &&
                    m->triangles[i].count <= v->triangle_count - m->triangles[i].first,
                "a marked triangle is not there");
    check_list(t, m->vertices, m->vertex_count, v->vertex_count);
    check_list(t, m->bones, m->bone_count, v->bone_count + v->skin_name_count);
    check_list(t, m->ranges, m->range_count, v->range_count);
    for (size_t i = 0; i < m->row_count; i++)
        require(t,
                m->rows[i].level < v->level_count && m->rows[i].first < v->levels[m->rows[i].level].height &&
                    m->rows[i].count <= v->levels[m->rows[i].level].height - m->rows[i].first,
                "a marked row is not there");
    require(t, m->track < 0 || (uint64_t)m->track < v->track_count, "a marked track is not there");
    require(t, m->key_count == 0 || m->track >= 0, "marked keys have no track");
    if (t->problem == NULL && m->key_count > 0)
        check_list(t, m->keys, m->key_count, v->tracks[m->track].keys);
}

static void check_bytes(views_test *t, const al_view_place *p)
{
    volatile uint8_t last = 0;
    const bool inside = p->offset <= t->size && p->length <= t->size - p->offset && p->from <= t->size &&
                        p->size <= t->size - p->from;
    require(t, p->size <= MOST_BYTES && (p->inflated_of != NULL || inside), "bytes lie outside of the file");
    for (size_t i = 0; i < p->size; i++)
        last = p->bytes[i];
    (void)last;
    require(t, p->record_count <= MOST_RECORDS, "there are too many records");
    for (size_t i = 0; i < p->record_count; i++) {
        const al_view_record *r = &p->records[i];
        require(t, r->field != NULL && r->field_count <= MOST_FIELDS, "a record has too many fields");
        for (size_t f = 0; f < r->field_count; f++) {
            char words[AL_MESSAGE_SIZE];
            require(t, r->fields[f].name != NULL && r->fields[f].type != NULL, "a field has no name");
            (void)al_value_words(r->fields[f].value, words, sizeof words);
        }
    }
}

static void check_place(views_test *t, const al_view_place *p)
{
    for (size_t i = 0; i < p->mark_count; i++)
        check_mark(t, &p->marks[i]);
    check_bytes(t, p);
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

const char *views_check(al_checker *checker, const char *name, const void *data, size_t size,
                        const al_result *expected)
{
    al_views *views;
    const al_status status = al_view_memory(checker, name, "", data, size, NULL, &views);
    if (status != AL_OK)
        return expected != NULL ? "the views of a file fail, though its check works" : NULL;
    views_test t = {.views = views, .size = size};
    const al_result *result = al_views_result(views);
    require(&t, result != NULL, "views have no result");
    if (result != NULL && expected != NULL && expected->member_count == 0)
        t.problem = report_compare(expected, result).what;
    for (size_t i = 0; i < al_views_count(views) && t.problem == NULL; i++)
        check_view(&t, al_views_at(views, i));
    const al_view_place *place;
    for (size_t i = 0; t.problem == NULL && (place = al_views_place(views, i)) != NULL; i++)
        check_place(&t, place);
    al_views_free(views);
    return t.problem;
}
