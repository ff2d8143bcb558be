/* bbmod.h: the document of a BBMOD, for the rules.
 *
 * Meshes and nodes are not stored: bbmod_parse walks them once and keeps where their lists start, and rules
 * walk them again with the same readers.
 */
#ifndef AL_BBMOD_BBMOD_H
#define AL_BBMOD_BBMOD_H

#include "core/limits.h"
#include "core/reduce/floats.h"
#include "formats/bbmod/family.h"
#include "kit/arrays.h"
#include "kit/hooks.h"
#include "kit/names.h"

#define AL_RULES "rules/bbmod.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/bbmod/bbmod/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

/* Flags of the components of a vertex, with the names of the vertex format. */
enum {
    BBMOD_VERTICES = 1,
    BBMOD_NORMALS = 2,
    BBMOD_TEXTURE_COORDS = 4,
    BBMOD_TEXTURE_COORDS_2 = 8,
    BBMOD_COLORS = 16,
    BBMOD_TANGENT_W = 32,
    BBMOD_BONES = 64,
    BBMOD_IDS = 128
};

/* Components of a vertex, in the order of the file. */
typedef enum bbmod_part {
    BBMOD_POSITIONS,
    BBMOD_PART_NORMALS,
    BBMOD_UVS,
    BBMOD_UVS_2,
    BBMOD_PART_COLORS,
    BBMOD_TANGENTS,
    BBMOD_BONE_INDICES,
    BBMOD_BONE_WEIGHTS,
    BBMOD_PART_IDS,
    BBMOD_PARTS
} bbmod_part;

typedef struct bbmod_component {
    const char *name; /* "positions" */
    uint32_t flag;
    uint32_t numbers; /* floats; bytes if the component is a colour */
    bool bytes;
} bbmod_component;

extern const bbmod_component bbmod_components[BBMOD_PARTS];

/* The offset of a component in a vertex; false if vertices with these flags don't have it. */
bool bbmod_find_part(uint32_t flags, bbmod_part part, uint32_t *offset);
uint32_t bbmod_part_size(bbmod_part part);

/* Layouts that depend on the version and on the width of numbers. */
typedef struct bbmod_form {
    const al_layout *format; /* the vertex format of each mesh; up to 3.1, of all meshes */
    const uint32_t *flags;   /* the component of each of its fields */
    bbm_field material;      /* in the first record of a mesh */
    bbm_field vertex_count;  /* in the record before its vertices */
    bbm_field mesh_count, node_count, bone_count, material_count;
    bbm_field node_index, is_bone, transform, node_meshes; /* in the record of a node */
    bbm_field child_count;
    al_form numbers; /* a node's list of meshes */
    bool format_in_mesh;
    bool boxed; /* bounding boxes of meshes are valid */
    bool wide;
} bbmod_form;

/* Each part is complete unless the file ends in it. */
typedef struct bbmod_mesh {
    al_path path;
    al_span start;
    bool has_material; /* the material was read */
    al_span format;
    al_span data;
    bool has_data; /* everything before the vertices was read */
    bool counted;  /* the file is large enough for the vertices */
    uint32_t flags, stride;
    al_counter vertex_counter;
    uint32_t vertex_count;
    al_span vertices; /* the part that exists */
    al_span extent;
} bbmod_mesh;

typedef struct bbmod_node {
    uint32_t number; /* in the order of the file */
    uint32_t level;  /* 1: the root; not counted above AL_MAX_NODE_LEVEL */
    al_path path;
    bool named; /* the name was read */
    al_string name;
    bool has_record; /* the record was read */
    al_span record;
    al_span meshes; /* the part of the list of meshes that exists */
    al_span extent;
} bbmod_node;

typedef struct bbmod_material {
    al_path path;
    al_string name;
} bbmod_material;

/* A list with a count before it. */
typedef struct bbmod_list {
    al_counter counter;
    uint32_t count; /* as declared, or corrected: bbmod_file.right_count */
    bool counted;   /* the count was read, and the file is large enough for it */
    bool whole;     /* the whole list was read */
    uint64_t at;    /* where the list starts; 0: not known */
} bbmod_list;

typedef struct bbmod_file {
    bbm_file base;
    const bbmod_form *form;
    al_span format; /* of the vertices of all meshes, up to 3.1 */
    bbmod_list meshes, nodes, bones, materials;
    bool recounted; /* the declared number of meshes is wrong, and `right_count` is right */
    uint32_t right_count;
    uint32_t tree_nodes;  /* nodes of the tree that were read; nodes.count may differ */
    uint32_t named_nodes; /* those with a name that is not empty */
    uint32_t bone_nodes;  /* those with isBone */
    al_span bone_data;    /* the part of the bones that exists */
} bbmod_file;

extern const al_layout *const bbmod_layouts[];
extern const al_hooks bbmod_hooks;
extern const al_fixer bbmod_fixers[];

al_parsed bbmod_parse(al_job *job, void *document);
void bbmod_measure(const void *document, al_measures *measures);
void bbmod_draw(const al_job *job, const void *document, al_drawing *drawing);

/* A walk from the start of a list. */
al_walk bbmod_again(const bbmod_file *f, const bbmod_list *list);

/* Read the next mesh or the next name of a material of a walk. False if it is incomplete. Its parts refer to
 * the path of `mesh` or `material`, so don't copy it. */
bool bbmod_read_mesh(const bbmod_file *f, al_walk *w, uint32_t number, bbmod_mesh *mesh);
bool bbmod_read_material(al_walk *w, uint32_t number, bbmod_material *material);

/* The state of a walk through the tree of nodes. */
typedef struct bbmod_tree {
    uint32_t number;                  /* of the next node */
    uint64_t expected;                /* nodes in total, as far as known */
    uint64_t beyond;                  /* remaining nodes below the last level, which come first */
    uint32_t level;                   /* level of the next node if there are no such nodes */
    uint32_t left[AL_MAX_NODE_LEVEL]; /* by level - 1: remaining children of the node above */
} bbmod_tree;

/* Starts before the first node. */
void bbmod_start_tree(bbmod_tree *tree);

/* Reads the existing part of the next node. False if there is no further node. */
bool bbmod_next_node(const bbmod_file *f, al_walk *w, bbmod_tree *tree, bbmod_node *node);

/* A number in a node's list of meshes. */
uint64_t bbmod_mesh_at(const bbmod_file *f, const al_items *meshes, uint64_t number);

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* How much a dual quaternion may differ from one of unit length, the sum of the weights of a vertex from 1,
 * and a corner of a box from that of the positions, as a share of the diagonal. */
#define BBMOD_UNIT_TOLERANCE   1e-3
#define BBMOD_WEIGHT_TOLERANCE 1e-3
#define BBMOD_BOX_TOLERANCE    1e-3

/* A set of small numbers. */
typedef struct bbmod_set {
    uint8_t *bits;
    uint64_t size; /* members are below it; 0 if memory was short */
} bbmod_set;

bool bbmod_set_has(const bbmod_set *set, uint64_t number);
void bbmod_set_add(bbmod_set *set, uint64_t number);

/* The context of the rules. */
typedef struct bbmod_judging {
    const bbmod_file *file;
    al_job *job;
    bbmod_set used;    /* materials that meshes have */
    bbmod_set indices; /* of nodes */
    bbmod_set bones;   /* bones with an offset */
    al_names names;    /* of nodes */
    al_names material_names;
    uint64_t *drawers;     /* by mesh: where the name of the first node that draws it begins; 0: none does */
    uint64_t drawer_count; /* 0 if memory was short */
    al_span *bone_names;   /* by bone: the name of its node, empty if no node is that bone; NULL if memory was
                              short */
    al_tally deep;         /* nodes below AL_MAX_NODE_LEVEL */
    al_span first_deep, first_deep_name;
    al_lanes lanes; /* for vertices with `lane_flags` */
    uint32_t lane_flags;
} bbmod_judging;

/* Checks the vertices of a mesh in one pass for all rules. `node` is the name of the first node that draws
 * the mesh; empty if no node does. */
void bbmod_judge_vertices(bbmod_judging *j, const bbmod_mesh *m, al_span node);

/* Whether a float is a whole number from 0 to below `count`. */
bool bbmod_is_number(float value, uint64_t count);

#endif
