/* drawing.h: what a format has to draw of a file: its `draw` hook adds meshes, skeletons, curves and
 * pictures to a drawing, and says which field of a finding belongs to which part of them.
 *
 *     al_drawn_mesh *mesh = al_draw_mesh(d, &path, "", vertices, triangles);
 *     if (mesh == NULL)
 *         return;
 *     fill mesh->positions and mesh->indices, set mesh->read_vertices and mesh->read_triangles
 *     al_draw_target(d, &positions_path, AL_MARKS_VERTICES, mesh->number, 0);
 *
 * A document may be that of a broken file. What the file has of positions and indices is taken as it is:
 * src/view leaves out what can't be drawn. If memory is short, functions return NULL or do nothing, and the
 * drawing says so.
 */
#ifndef AL_KIT_DRAWING_H
#define AL_KIT_DRAWING_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/path.h"
#include "core/span.h"
#include "kit/listener.h"

/* What the elements of a finding are that belongs to a target. */
typedef enum al_marks {
    AL_MARKS_NOTHING,   /* the view as a whole */
    AL_MARKS_VERTICES,  /* vertices of a mesh, from the target's `first` on */
    AL_MARKS_POSITIONS, /* the same, and the finding is about positions */
    AL_MARKS_INDICES,   /* indices of a mesh, three for each triangle */
    AL_MARKS_TRIANGLES, /* triangles of a mesh */
    AL_MARKS_BONES,     /* bones of a skeleton */
    AL_MARKS_KEYS,      /* keys of the track `first` */
    AL_MARKS_FRAMES,    /* all keys of several tracks, frame by frame: `count` in each frame, whose tracks are
                           `first`, `first` + `step`, ... */
    AL_MARKS_RANGE,     /* the finding is about the range, bone or track with the number `first`, */
    AL_MARKS_BONE,      /* whatever its elements are */
    AL_MARKS_TRACK,
    AL_MARKS_PIXELS, /* pixels of a picture in the order of the file, in rows of `count`; the first one is the
                        lowest of `step` rows, or the highest if that is 0 */
    AL_MARKS_MISSING /* the rows of a picture that the file doesn't have, whatever the elements are */
} al_marks;

/* A field, with all that it holds, and what it is in the views. */
typedef struct al_target {
    const char *field;
    al_marks marks;
    uint32_t view, first;
    uint32_t count, step; /* of AL_MARKS_FRAMES and AL_MARKS_PIXELS; `count` also of `map` */
    const uint32_t *map;  /* the number in the view of each element; UINT32_MAX: none; NULL: the same */
} al_target;

/* A rule whose elements are something else than its field holds. */
typedef struct al_target_rule {
    size_t rule; /* number among the rules of the format */
    al_marks marks;
    uint32_t shift; /* added to the target's `first` */
} al_target_rule;

/* A mesh as the file has it. */
typedef struct al_drawn_mesh {
    uint32_t number;                        /* of the view */
    uint32_t vertices;                      /* room for them in `positions` */
    uint32_t triangles;                     /* room for them in `indices` */
    uint32_t read_vertices, read_triangles; /* that were filled in */
    float *positions;                       /* three for each vertex */
    int8_t *normals, *tangents;             /* the same, as al_draw_directions writes them, or NULL */
    float *uvs[AL_VIEW_UV_SETS];            /* two for each vertex; `uv_count` of them */
    uint32_t uv_count;
    uint32_t *indices;    /* three for each triangle */
    uint16_t *skin_bones; /* four for each vertex, or NULL */
    uint8_t *skin_weights;
    uint8_t *skin_flaws;     /* one for each vertex */
    const char **skin_names; /* of bones without a skeleton, or NULL */
    uint32_t skin_name_room;
} al_drawn_mesh;

/* One view. The mesh is in numbers of the file; the other kinds are complete. */
typedef struct al_drawn {
    al_view view;
    al_drawn_mesh *mesh;   /* NULL: not a mesh */
    al_view_range *ranges; /* those of the view, */
    al_view_bone *bones;
    al_view_track *tracks;
    al_view_level *levels;
    uint64_t room; /* and the room for them */
} al_drawn;

typedef struct al_drawing {
    al_arena *arena;
    al_drawn *views;
    uint64_t view_count, view_room;
    al_target *targets;
    uint64_t target_count, target_room;
    const al_target_rule *rules; /* set by the format; the last one has AL_MARKS_NOTHING */
    bool partial;                /* memory was short, so something is missing */
} al_drawing;

/* Adds a mesh, whose arrays have room for so many vertices and triangles of the file, all zero. `vertices`
 * and `triangles` are what the file says that it has. `name` is copied, as all texts are. */
al_drawn_mesh *al_draw_mesh(al_drawing *d, const al_path *path, al_span name, uint64_t vertices,
                            uint64_t triangles) AL_MUST_USE;

/* Adds normals or tangents to a mesh, all zero. False if memory is short. */
bool al_draw_normals(al_drawing *d, al_drawn_mesh *mesh) AL_MUST_USE;
bool al_draw_tangents(al_drawing *d, al_drawn_mesh *mesh) AL_MUST_USE;

/* Adds a set of texture coordinates, all zero. NULL if memory is short, or the mesh has AL_VIEW_UV_SETS of
 * them. */
float *al_draw_uvs(al_drawing *d, al_drawn_mesh *mesh) AL_MUST_USE;

/* Adds a skin, all zero: then the positions are relative to the model. False if memory is short. */
bool al_draw_skin(al_drawing *d, al_drawn_mesh *mesh, uint32_t skeleton) AL_MUST_USE;

/* Adds a skin whose bones have only names here; their targets mark bones of the mesh. `count` names follow by
 * al_draw_skin_name. */
bool al_draw_named_skin(al_drawing *d, al_drawn_mesh *mesh, uint32_t count) AL_MUST_USE;
void al_draw_skin_name(al_drawing *d, al_drawn_mesh *mesh, const al_path *path, al_span name);

/* Adds a range of triangles of the file to the mesh that was added last, and the range's target. */
void al_draw_range(al_drawing *d, const al_path *path, al_span name, uint64_t first, uint64_t count,
                   int64_t material);

/* Sets the texture of the range that was added last. */
void al_draw_texture(al_drawing *d, al_span texture);

/* Adds a skeleton, without bones; returns the number of the view. */
uint32_t al_draw_skeleton(al_drawing *d, const al_path *path, al_span name);

/* Adds a bone to the skeleton that was added last, and its target. Of `bone` only place, parent and number
 * count: the parent is taken as it is, src/view leaves out what is no parent. */
void al_draw_bone(al_drawing *d, const al_path *path, al_span name, const al_view_bone *bone);

/* Adds curves in seconds that are relative to parents, without tracks. Its view may be changed. */
uint32_t al_draw_curves(al_drawing *d, const al_path *path, al_span name);

/* The same in frames, and in one of the spaces of al_view; `space` lives for ever. */
uint32_t al_draw_frames(al_drawing *d, const al_path *path, double per_second, const char *space);

/* A track as a format adds it. */
typedef struct al_drawn_track {
    const al_path *path;    /* of the keys */
    al_span bone;           /* the name of what it moves, */
    const uint32_t *number; /* or its number; NULL: it has none */
    const char *channel;    /* lives for ever */
    uint64_t keys;
    uint32_t components; /* at most 4 */
} al_drawn_track;

/* Adds a track to the curves that were added last, and its target; `times` and `values` are to be filled. */
bool al_draw_track(al_drawing *d, const al_drawn_track *track, float **times, float **values) AL_MUST_USE;

/* Adds a picture without levels, of which the file has as many as `levels`. `coding` says how pixels are
 * stored. Returns the number of the view. */
uint32_t al_draw_picture(al_drawing *d, const char *coding, uint32_t width, uint32_t height, uint32_t levels);

/* Adds a level of that size to the picture that was added last, sampled down where it is too large. Its
 * `pixels` are to be filled: they are all zero, which is transparent. The result may be changed until the
 * next call; NULL if memory is short. */
al_view_level *al_draw_level(al_drawing *d, uint32_t number, uint32_t width, uint32_t height,
                             uint8_t **pixels);

/* Says that findings about a field, or about something in it, belong to a view. The result may be changed
 * until the next call; NULL if memory is short. */
al_target *al_draw_target(al_drawing *d, const al_path *path, al_marks marks, uint32_t view, uint32_t first);

/* A weight as a byte: 255 is 1; what is no weight is 0. */
uint8_t al_draw_weight(float weight);

/* Sets the flaw of a vertex whose weights add up to `sum`. */
void al_draw_sum(al_drawn_mesh *mesh, uint32_t vertex, double sum, double tolerance);

/* Copies numbers of an array into floats: `numbers` of each item, from the item `first` on, at most as many
 * as there is room for. Returns the number behind the last item. */
uint64_t al_draw_numbers(float *out, uint64_t room, uint64_t first, unsigned numbers, al_span items,
                         const al_form *form);

/* A number of a normal or tangent as a signed byte: 127 is 1; what is no number is 0. */
int8_t al_draw_direction(double number);

/* Copies normals or tangents, the first three numbers of each item, as al_draw_numbers does. */
void al_draw_directions(int8_t *out, uint64_t room, uint64_t first, al_span items, const al_form *form);

#endif
