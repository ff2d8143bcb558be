/* msh.h: the document of a Lost Saga MSH, for the rules. */
#ifndef AL_LOSTSAGA_MSH_H
#define AL_LOSTSAGA_MSH_H

#include "formats/lostsaga/lostsaga.h"
#include "kit/hooks.h"

#define AL_RULES "rules/msh.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/lostsaga/msh/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

/* Bits of the mask with names in rules. */
enum {
    MSH_HAS_POSITION = 0x1,
    MSH_HAS_WEIGHTS = 0x8,
    MSH_HAS_INDICES = 0x10,
    MSH_HAS_NORMAL = 0x20,
    MSH_HAS_COLORS = 0x40,
    MSH_HAS_UV1 = 0x200
};

enum { MSH_TYPE_ANIMATION = 1, MSH_TYPE_LIGHTMAP = 2, MSH_TYPE_COLORS = 6 };

enum { MSH_COLORS_VERSION = 2001, MSH_POINTS_VERSION = 2002, MSH_POINT_TEXTS = 3 };

/* The components of a vertex, in the order of the file. */
typedef enum msh_component_number {
    MSH_POSITION,
    MSH_NORMAL,
    MSH_TANGENT,
    MSH_BINORMAL,
    MSH_COLOR0,
    MSH_UV0,
    MSH_UV1,
    MSH_WEIGHTS,
    MSH_POSITION2,
    MSH_COMPONENTS
} msh_component_number;

typedef struct msh_component {
    const char *name; /* the field of findings */
    const char *what; /* a plural */
    uint32_t bit;
    al_form form; /* of one vertex */
} msh_component;

extern const msh_component msh_components[MSH_COMPONENTS];

typedef struct msh_file {
    lsa_file file;
    msh_header header;
    al_span submeshes;                                         /* the part that exists */
    al_span vertex_count, bone_count, face_count, point_count; /* records */
    uint32_t vertices, bones, faces, points;
    bool has_vertices, has_faces; /* the file is large enough for the count */
    bool has_components;          /* all bits of the mask are known, so the components were read */
    al_span components[MSH_COMPONENTS];
    uint64_t bones_at; /* where the names of the bones start */
    bool has_bones;    /* all names were read */
    al_span face_bytes;
    uint64_t points_at;
} msh_file;

extern const al_layout *const msh_layouts[];
extern const al_hooks msh_hooks;
extern const al_fixer msh_fixers[];

al_parsed msh_parse(al_job *job, void *document);
void msh_measure(const void *document, al_measures *measures);

/* Bits of the mask that no reader knows. */
uint32_t msh_unknown_bits(const msh_file *m);

al_items msh_array(const msh_file *m, msh_component_number number, const al_path *path);

/* Read the next bone or control point of a walk. False if it is incomplete; a point then has only its
 * existing texts. Its parts refer to the path of `bone` or `point`, so don't copy it. */
typedef struct msh_bone {
    al_path path;
    al_string name;
} msh_bone;

typedef struct msh_point {
    al_path path;
    al_string texts[MSH_POINT_TEXTS];
    unsigned text_count;
    al_span position;
} msh_point;

bool msh_read_bone(al_walk *w, uint32_t number, msh_bone *bone);
bool msh_read_point(al_walk *w, uint32_t number, msh_point *point);

/* ---- Rules --------------------------------------------------------------------------------------------- */

typedef struct msh_box {
    float low[3], high[3];
} msh_box;

msh_box msh_declared_box(const msh_file *m);

/* The box of all finite positions. False if there are none, or the file doesn't have all positions. */
bool msh_measure_box(const msh_file *m, msh_box *box) AL_MUST_USE;

/* Whether the minimum of a box is above its maximum, or one is a NaN. */
bool msh_is_inside_out(const msh_box *box);

/* How far a corner may be from that of a box that was measured. */
double msh_box_slack(const msh_box *measured);

/* Whether a radius is not half the diagonal of a box. */
bool msh_is_radius_off(double radius, const msh_box *box);

/* How much the sum of the weights of a vertex may differ from 1. */
#define MSH_SUM_TOLERANCE 1e-3

/* The weights of a vertex, and the numbers of the bones. */
enum { MSH_WEIGHTS_OF_VERTEX = 4 };
typedef struct msh_vertex {
    double weight[MSH_WEIGHTS_OF_VERTEX], bone[MSH_WEIGHTS_OF_VERTEX];
    double sum;
} msh_vertex;

msh_vertex msh_vertex_of(al_span item);
bool msh_is_descending(const msh_vertex *v);

/* The rules about submeshes, and about weights and bones. */
void msh_judge_submeshes(const msh_file *m);
void msh_judge_skin(const msh_file *m);

#endif
