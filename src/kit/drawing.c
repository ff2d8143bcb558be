/* drawing.c: collects what a format has to draw. */
#include "kit/drawing.h"

#include <math.h>

#include "core/limits.h"
#include "core/text.h"
#include "kit/layout.h"

enum { AXES = 3, UV = 2, BONES_PER_VERTEX = 4, CHANNELS = 4 };

/* Notes that memory is short, if `memory` is NULL. */
static void *needed(al_drawing *d, void *memory)
{
    if (memory == NULL)
        d->partial = true;
    return memory;
}

static void *allocate(al_drawing *d, uint64_t count, uint64_t size)
{
    return needed(d, al_alloc(d->arena, count, size));
}

static const char *text_of(al_drawing *d, al_span text)
{
    const char *copy =
        needed(d, al_escape_copy(d->arena, text.len > 0 ? (const char *)text.ptr : "", text.len));
    return copy != NULL ? copy : "";
}

static const char *field_of(al_drawing *d, const al_path *path)
{
    char text[AL_MAX_FIELD];
    if (path == NULL)
        return "";
    al_path_format(path, text, sizeof text);
    return text_of(d, al_span_of(text, strlen(text)));
}

/* ---- Views --------------------------------------------------------------------------------------------- */

static al_drawn *add_view(al_drawing *d, al_view_kind kind, const al_path *path, al_span name)
{
    const al_drawn view = {.view = {.kind = kind, .skeleton = -1, .bone = -1}};
    if (d->view_count == UINT32_MAX || !AL_APPEND(d->arena, d->views, d->view_count, d->view_room, view))
        return needed(d, NULL);
    al_drawn *drawn = &d->views[d->view_count - 1];
    drawn->view.name = text_of(d, name);
    drawn->view.field = field_of(d, path);
    return drawn;
}

static al_drawn *last_view(al_drawing *d, al_view_kind kind)
{
    al_drawn *last = d->view_count > 0 ? &d->views[d->view_count - 1] : NULL;
    return last != NULL && last->view.kind == kind ? last : NULL;
}

static uint32_t last_number(const al_drawing *d)
{
    return (uint32_t)d->view_count - 1;
}

al_target *al_draw_target(al_drawing *d, const al_path *path, al_marks marks, uint32_t view, uint32_t first)
{
    const al_target target = {.field = field_of(d, path), .marks = marks, .view = view, .first = first};
    if (AL_APPEND(d->arena, d->targets, d->target_count, d->target_room, target))
        return &d->targets[d->target_count - 1];
    return needed(d, NULL);
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

al_drawn_mesh *al_draw_mesh(al_drawing *d, const al_path *path, al_span name, uint64_t vertices,
                            uint64_t triangles)
{
    if (vertices >= UINT32_MAX / AXES || triangles >= UINT32_MAX / AXES) {
        d->partial = true;
        return NULL;
    }
    al_drawn_mesh *mesh = allocate(d, 1, sizeof *mesh);
    if (mesh == NULL)
        return NULL;
    mesh->vertices = (uint32_t)vertices;
    mesh->triangles = (uint32_t)triangles;
    mesh->positions = allocate(d, vertices * AXES, sizeof(float));
    mesh->indices = allocate(d, triangles * AXES, sizeof(uint32_t));
    al_drawn *drawn =
        mesh->positions != NULL && mesh->indices != NULL ? add_view(d, AL_VIEW_MESH, path, name) : NULL;
    if (drawn == NULL)
        return NULL;
    drawn->mesh = mesh;
    drawn->view.vertices = vertices;
    drawn->view.triangles = triangles;
    mesh->number = last_number(d);
    (void)al_draw_target(d, path, AL_MARKS_NOTHING, mesh->number, 0);
    return mesh;
}

static bool add_directions(al_drawing *d, const al_drawn_mesh *mesh, int8_t **directions)
{
    *directions = allocate(d, (uint64_t)mesh->vertices * AXES, sizeof **directions);
    return *directions != NULL;
}

bool al_draw_normals(al_drawing *d, al_drawn_mesh *mesh)
{
    return add_directions(d, mesh, &mesh->normals);
}

bool al_draw_tangents(al_drawing *d, al_drawn_mesh *mesh)
{
    return add_directions(d, mesh, &mesh->tangents);
}

float *al_draw_uvs(al_drawing *d, al_drawn_mesh *mesh)
{
    if (mesh->uv_count == AL_VIEW_UV_SETS)
        return NULL;
    float *uvs = allocate(d, (uint64_t)mesh->vertices * UV, sizeof *uvs);
    if (uvs != NULL)
        mesh->uvs[mesh->uv_count++] = uvs;
    return uvs;
}

static bool add_skin(al_drawing *d, al_drawn_mesh *mesh)
{
    uint16_t *bones = allocate(d, (uint64_t)mesh->vertices * BONES_PER_VERTEX, sizeof *bones);
    uint8_t *weights = allocate(d, (uint64_t)mesh->vertices * BONES_PER_VERTEX, sizeof *weights);
    uint8_t *flaws = allocate(d, mesh->vertices, sizeof *flaws);
    if (bones == NULL || weights == NULL || flaws == NULL)
        return false;
    mesh->skin_bones = bones;
    mesh->skin_weights = weights;
    mesh->skin_flaws = flaws;
    return true;
}

bool al_draw_skin(al_drawing *d, al_drawn_mesh *mesh, uint32_t skeleton)
{
    if (!add_skin(d, mesh))
        return false;
    d->views[mesh->number].view.skeleton = skeleton;
    d->views[mesh->number].view.bone = -1;
    return true;
}

bool al_draw_named_skin(al_drawing *d, al_drawn_mesh *mesh, uint32_t count)
{
    mesh->skin_names = allocate(d, count, sizeof *mesh->skin_names);
    if (mesh->skin_names == NULL || !add_skin(d, mesh))
        return false;
    mesh->skin_name_room = count;
    d->views[mesh->number].view.skin_names = mesh->skin_names;
    return true;
}

void al_draw_skin_name(al_drawing *d, al_drawn_mesh *mesh, const al_path *path, al_span name)
{
    al_view *v = &d->views[mesh->number].view;
    if (v->skin_name_count == mesh->skin_name_room)
        return;
    (void)al_draw_target(d, path, AL_MARKS_BONE, mesh->number, (uint32_t)v->skin_name_count);
    mesh->skin_names[v->skin_name_count++] = text_of(d, name);
}

void al_draw_range(al_drawing *d, const al_path *path, al_span name, uint64_t first, uint64_t count,
                   int64_t material)
{
    al_drawn *drawn = last_view(d, AL_VIEW_MESH);
    if (drawn == NULL)
        return;
    const uint64_t most = drawn->mesh->triangles;
    const uint64_t begin = first < most ? first : most;
    al_view *v = &drawn->view;
    al_view_range *ranges =
        needed(d, al_grow(d->arena, drawn->ranges, v->range_count, &drawn->room, sizeof *ranges));
    if (ranges == NULL)
        return;
    v->ranges = drawn->ranges = ranges;
    ranges[v->range_count++] =
        (al_view_range){.name = text_of(d, name),
                        .field = field_of(d, path),
                        .first = (uint32_t)begin,
                        .count = (uint32_t)(count < most - begin ? count : most - begin),
                        .material = material,
                        .texture = ""};
    (void)al_draw_target(d, path, AL_MARKS_RANGE, last_number(d), (uint32_t)v->range_count - 1);
}

void al_draw_texture(al_drawing *d, al_span texture)
{
    al_drawn *drawn = last_view(d, AL_VIEW_MESH);
    if (drawn != NULL && drawn->view.range_count > 0)
        drawn->ranges[drawn->view.range_count - 1].texture = text_of(d, texture);
}

/* ---- Skeletons ----------------------------------------------------------------------------------------- */

uint32_t al_draw_skeleton(al_drawing *d, const al_path *path, al_span name)
{
    if (add_view(d, AL_VIEW_SKELETON, path, name) == NULL)
        return 0;
    (void)al_draw_target(d, path, AL_MARKS_NOTHING, last_number(d), 0);
    return last_number(d);
}

void al_draw_bone(al_drawing *d, const al_path *path, al_span name, const al_view_bone *bone)
{
    al_drawn *drawn = last_view(d, AL_VIEW_SKELETON);
    if (drawn == NULL)
        return;
    al_view *v = &drawn->view;
    al_view_bone *bones =
        needed(d, al_grow(d->arena, drawn->bones, v->bone_count, &drawn->room, sizeof *bones));
    if (bones == NULL)
        return;
    v->bones = drawn->bones = bones;
    al_view_bone *added = &bones[v->bone_count++];
    *added = *bone;
    added->name = text_of(d, name);
    added->field = field_of(d, path);
    (void)al_draw_target(d, path, AL_MARKS_BONE, last_number(d), (uint32_t)v->bone_count - 1);
}

/* ---- Curves -------------------------------------------------------------------------------------------- */

static uint32_t add_curves(al_drawing *d, const al_path *path, al_span name, const char *unit,
                           double per_second, const char *space)
{
    al_drawn *drawn = add_view(d, AL_VIEW_CURVES, path, name);
    if (drawn == NULL)
        return 0;
    drawn->view.unit = unit;
    drawn->view.per_second = per_second;
    drawn->view.space = space;
    (void)al_draw_target(d, path, AL_MARKS_NOTHING, last_number(d), 0);
    return last_number(d);
}

uint32_t al_draw_curves(al_drawing *d, const al_path *path, al_span name)
{
    return add_curves(d, path, name, "seconds", 1, "parent");
}

uint32_t al_draw_frames(al_drawing *d, const al_path *path, double per_second, const char *space)
{
    const al_span none = {.len = 0};
    return add_curves(d, path, none, "frames", per_second, space);
}

bool al_draw_track(al_drawing *d, const al_drawn_track *track, float **times, float **values)
{
    al_drawn *drawn = last_view(d, AL_VIEW_CURVES);
    if (drawn == NULL || track->keys > UINT32_MAX)
        return false;
    al_view *v = &drawn->view;
    *times = allocate(d, track->keys, sizeof(float));
    *values = allocate(d, track->keys, sizeof(float) * (uint64_t)track->components);
    al_view_track *tracks =
        needed(d, al_grow(d->arena, drawn->tracks, v->track_count, &drawn->room, sizeof *tracks));
    if (tracks == NULL)
        return false;
    v->tracks = drawn->tracks = tracks; /* the old address is no longer valid */
    if (*times == NULL || *values == NULL)
        return false;
    const char *bone = text_of(d, track->bone);
    tracks[v->track_count++] = (al_view_track){.name = bone,
                                               .field = field_of(d, track->path),
                                               .bone = track->number == NULL ? bone : "",
                                               .number = track->number != NULL ? (int64_t)*track->number : -1,
                                               .channel = track->channel,
                                               .keys = (uint32_t)track->keys,
                                               .components = track->components,
                                               .times = *times,
                                               .values = *values};
    (void)al_draw_target(d, track->path, AL_MARKS_KEYS, last_number(d), (uint32_t)v->track_count - 1);
    return true;
}

/* ---- Pictures ------------------------------------------------------------------------------------------ */

uint32_t al_draw_picture(al_drawing *d, const char *coding, uint32_t width, uint32_t height, uint32_t levels)
{
    const al_span none = {.len = 0};
    al_drawn *drawn = add_view(d, AL_VIEW_PICTURE, NULL, none);
    if (drawn == NULL)
        return 0;
    drawn->view.coding = text_of(d, al_span_of(coding, strlen(coding)));
    drawn->view.width = width;
    drawn->view.height = height;
    drawn->view.all_levels = levels;
    return last_number(d);
}

al_view_level *al_draw_level(al_drawing *d, uint32_t number, uint32_t width, uint32_t height,
                             uint8_t **pixels)
{
    al_drawn *drawn = last_view(d, AL_VIEW_PICTURE);
    if (drawn == NULL || width == 0 || height == 0)
        return NULL;
    al_view *v = &drawn->view;
    const uint32_t step = ((width > height ? width : height) - 1) / AL_VIEW_SIDE + 1;
    al_view_level level = {.number = number, .width = width, .height = height, .step = step};
    level.shown_width = (width - 1) / step + 1;
    level.shown_height = (height - 1) / step + 1;
    level.pixels = *pixels = allocate(d, (uint64_t)level.shown_width * level.shown_height, CHANNELS);
    if (level.pixels == NULL)
        return NULL;
    al_view_level *levels =
        needed(d, al_grow(d->arena, drawn->levels, v->level_count, &drawn->room, sizeof *levels));
    if (levels == NULL)
        return NULL;
    v->levels = drawn->levels = levels; /* the old address is no longer valid */
    levels[v->level_count] = level;
    return &levels[v->level_count++];
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

uint8_t al_draw_weight(float weight)
{
    if (!(weight > 0))
        return 0;
    return weight < 1 ? (uint8_t)lroundf(weight * UINT8_MAX) : UINT8_MAX;
}

void al_draw_sum(al_drawn_mesh *mesh, uint32_t vertex, double sum, double tolerance)
{
    const bool is_one = fabs(sum - 1) <= tolerance;
    mesh->skin_flaws[vertex] = is_one ? AL_FLAW_NONE : sum == 0 ? AL_FLAW_NO_WEIGHT : AL_FLAW_SUM;
}

uint64_t al_draw_numbers(float *out, uint64_t room, uint64_t first, unsigned numbers, al_span items,
                         const al_form *form)
{
    const uint32_t size = al_scalar_size(form->type);
    al_span item;
    uint64_t number = first;
    for (uint64_t at = 0; number < room && al_slice(items, at, form->stride, &item); at += form->stride) {
        for (unsigned i = 0; i < numbers; i++)
            out[number * numbers + i] = (float)al_number_at(item, form->at + (uint64_t)i * size, form->type);
        number++;
    }
    return number;
}

int8_t al_draw_direction(double number)
{
    if (!(number > -1))
        return number <= -1 ? -INT8_MAX : 0;
    return number < 1 ? (int8_t)lround(number * INT8_MAX) : INT8_MAX;
}

void al_draw_directions(int8_t *out, uint64_t room, uint64_t first, al_span items, const al_form *form)
{
    float numbers[AXES] = {0};
    al_span item;
    uint64_t number = first;
    for (uint64_t at = 0; number < room && al_slice(items, at, form->stride, &item); at += form->stride) {
        (void)al_draw_numbers(numbers, 1, 0, AXES, item, form);
        for (unsigned i = 0; i < AXES; i++)
            out[number * AXES + i] = al_draw_direction((double)numbers[i]);
        number++;
    }
}
