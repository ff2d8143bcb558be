/* view.h: the views of one file while they are made, for the files of this folder. */
#ifndef AL_VIEW_VIEW_H
#define AL_VIEW_VIEW_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/findings.h"
#include "formats/format.h"
#include "kit/drawing.h"
#include "kit/job.h"
#include "kit/listener.h"

struct al_views {
    al_budget budget;
    al_arena arena; /* of all that the views hold */
    al_result *own; /* the result of the check, with those of members; or NULL */
    const al_result *result;
    const al_view *views;
    size_t count;
    al_view_place *places; /* one for each finding */
    bool partial;
    bool received;
    bool wanted_result; /* `result` was given */
};

/* ---- marks.c: what a finding is about, in numbers of the file and of the views ------------------------- */

/* The part of a view that a finding is about. */
typedef struct al_aim {
    const al_target *target; /* NULL: the finding has no place in a view */
    al_marks marks;          /* what the elements are */
    uint32_t first;          /* the target's, or another by the rule */
    uint64_t elements[AL_FINDING_ELEMENTS];
    unsigned count;
} al_aim;

/* Finds the targets of all findings: `aims` has one for each of them. Sorts the targets of the drawing. */
void al_views_aim(al_drawing *drawing, const al_format *format, const al_result *result, al_aim *aims);

/* Whether the elements are vertices, or triangles, of the view with that number; and the number in the file
 * of such an element. */
bool al_aims_at_vertices(const al_aim *aim, uint32_t view);
bool al_aims_at_triangles(const al_aim *aim, uint32_t view);
uint64_t al_aimed_number(const al_aim *aim, unsigned element);

/* A triangle that is not drawn, with its vertices in numbers of the file. */
typedef struct al_left_triangle {
    uint32_t number;
    uint32_t corners[3];
} al_left_triangle;

/* The first triangles that are not drawn because of a vertex. */
typedef struct al_left_triangles {
    al_left_triangle *items;
    size_t count;
} al_left_triangles;

/* Adds the marks of a finding to its place. `left` has one for each view. False if memory is short. */
bool al_view_add_mark(al_arena *arena, const al_drawing *drawing, const al_left_triangles *left,
                      const al_aim *aim, const al_finding *finding, al_view_place *place) AL_MUST_USE;

/* ---- mesh_part.c: the part of a mesh that can be drawn ------------------------------------------------- */

/* Moves what can be drawn of a mesh to the front of its arrays, and sets the numbers of the view. `aims` has
 * one for each of the `aim_count` findings. False if memory is short. */
bool al_view_mesh_part(al_arena *arena, al_drawn *drawn, const al_aim *aims, size_t aim_count,
                       al_left_triangles *left) AL_MUST_USE;

/* Takes the weight from bones that aren't there. `bone_count` is that of the skeleton or of the names. */
void al_view_clean_skin(al_drawn *mesh, size_t bone_count);

/* ---- records.c: the bytes of a finding ----------------------------------------------------------------- */

/* Parses the file of the job again, whose parser announces records, and writes the bytes and records of all
 * findings of the result to `places`, in memory of the arena. False if memory is short. */
bool al_view_find_records(const al_job *job, const al_hooks *hooks, al_arena *arena, const al_result *result,
                          const al_aim *aims, al_view_place *places) AL_MUST_USE;

#endif
