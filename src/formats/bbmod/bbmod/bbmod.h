/* bbmod.h: a BBMOD as it was read, for the rules.
 *
 * Meshes and nodes are not stored: bbmod_parse goes through them once and keeps where their lists begin, and
 * rules go through them again with the same readers.
 */
#ifndef AL_BBMOD_BBMOD_H
#define AL_BBMOD_BBMOD_H

#include "core/limits.h"
#include "core/reduce/finite.h"
#include "formats/bbmod/family.h"
#include "kit/hooks.h"
#include "kit/items.h"
#include "kit/names.h"

#define AL_RULES "rules/bbmod.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

#define AL_LAYOUT "formats/bbmod/bbmod/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

/* What a vertex may have; the names of the flags are those of the vertex format. */
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
    uint32_t numbers; /* floats; of colours, bytes */
    bool bytes;
} bbmod_component;

extern const bbmod_component bbmod_components[BBMOD_PARTS];

/* Where a component lies in a vertex; false when vertices of these flags have none. */
bool bbmod_find_part(uint32_t flags, bbmod_part part, uint32_t *offset);
uint32_t bbmod_part_size(bbmod_part part);

/* How a version, and a width of numbers, lays out what others have otherwise. */
typedef struct bbmod_form {
    const al_layout *format; /* of the vertices: of each mesh or, up to 3.1, of all */
    const uint32_t *flags;   /* what each field of it stands for */
    bbm_field material;      /* in the start of a mesh */
    bbm_field vertex_count;  /* in the record before its vertices */
    bbm_field mesh_count, node_count, bone_count, material_count;
    bbm_field node_index, is_bone, transform, node_meshes; /* in the record of a node */
    bbm_field child_count;
    al_form numbers; /* of the meshes that a node draws */
    bool format_in_mesh;
    bool boxed; /* boxes of meshes mean something */
    bool wide;
} bbmod_form;

/* Each part of it is whole unless the file ends in it. */
typedef struct bbmod_mesh {
    al_path path;
    al_span start;
    bool has_material; /* the material is there */
    al_span format;
    al_span data;
    bool has_data; /* all before the vertices is there */
    bool counted;  /* the file could hold so many vertices */
    uint32_t flags, stride;
    al_counter vertex_counter;
    uint32_t vertex_count;
    al_span vertices; /* what there is of them */
    al_span extent;
} bbmod_mesh;

typedef struct bbmod_node {
    uint32_t number; /* in the order of the file */
    uint32_t level;  /* 1: the root; above AL_MAX_NODE_LEVEL it is not counted on */
    al_path path;
    bool named; /* the name was read, and */
    al_string name;
    bool has_record; /* its record, and */
    al_span record;
    al_span meshes; /* what there is of the list of meshes */
    al_span extent;
} bbmod_node;

typedef struct bbmod_material {
    al_path path;
    al_string name;
} bbmod_material;

/* A list, and the count before it. */
typedef struct bbmod_list {
    al_counter counter;
    uint32_t count; /* as declared */
    bool counted;   /* the count was read, and the file could hold so many */
    bool whole;     /* all of the list was read */
    uint64_t at;    /* where it begins; 0: not known */
} bbmod_list;

typedef struct bbmod_file {
    bbm_file base;
    const bbmod_form *form;
    al_span format; /* of the vertices of all meshes, up to 3.1 */
    bbmod_list meshes, nodes, bones, materials;
    uint32_t tree_nodes;  /* in the tree, as far as it was read; nodes.count need not be their number */
    uint32_t named_nodes; /* of them, those with a name that isn't empty */
    uint32_t bone_nodes;  /* of them, those with isBone */
    al_span bone_data;    /* what there is of the bones */
} bbmod_file;

extern const al_layout *const bbmod_layouts[];
extern const al_hooks bbmod_hooks;

al_parsed bbmod_parse(al_job *job, void *document);
void bbmod_facts(const void *document, const al_facts *facts);
void bbmod_measure(const void *document, al_measures *measures);

/* A walk from where a list begins. */
al_walk bbmod_again(const bbmod_file *f, const bbmod_list *list);

/* Read the next mesh and the next name of a material of a walk. False where it is not all there. What was
 * read has the path of `mesh` or `material`, so it must stay where it is. */
bool bbmod_read_mesh(const bbmod_file *f, al_walk *w, uint32_t number, bbmod_mesh *mesh);
bool bbmod_read_material(al_walk *w, uint32_t number, bbmod_material *material);

/* What is still to come of the nodes, which are a tree. */
typedef struct bbmod_tree {
    uint32_t number;                  /* of the next node */
    uint64_t expected;                /* nodes, all in all */
    uint64_t beyond;                  /* of them, those below a node of the last level; they come first */
    uint32_t level;                   /* of those that come next otherwise */
    uint32_t left[AL_MAX_NODE_LEVEL]; /* by level - 1: children of the node above that are to come */
} bbmod_tree;

/* Before the first of them. */
void bbmod_start_tree(bbmod_tree *tree);

/* The next node, as far as it is there. False when there is none. */
bool bbmod_next_node(const bbmod_file *f, al_walk *w, bbmod_tree *tree, bbmod_node *node);

/* A number of the list of meshes that a node draws. */
uint64_t bbmod_mesh_at(const bbmod_file *f, const al_items *meshes, uint64_t number);

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* A set of small numbers. */
typedef struct bbmod_set {
    uint8_t *bits;
    uint64_t size; /* the numbers below it can be members; 0 where memory was short */
} bbmod_set;

bool bbmod_set_has(const bbmod_set *set, uint64_t number);
void bbmod_set_add(bbmod_set *set, uint64_t number);

/* What the rules work with. */
typedef struct bbmod_judging {
    const bbmod_file *file;
    al_job *job;
    bbmod_set drawn;     /* meshes that a node draws */
    bbmod_set used;      /* materials that a mesh has */
    bbmod_set indices;   /* of nodes */
    bbmod_set bones;     /* that an offset is for */
    al_names names;      /* of nodes */
    al_span *bone_names; /* by bone: the name of its node; empty where no node is that bone, NULL where memory
                            was short */
    al_tally deep;       /* nodes */
    al_span first_deep, first_deep_name;
    al_lanes lanes;      /* of vertices with */
    uint32_t lane_flags; /* these */
} bbmod_judging;

/* The vertices of a mesh: one pass over them for all rules. */
void bbmod_judge_vertices(bbmod_judging *j, const bbmod_mesh *m);

/* Whether a float is the number of one of `count` things. */
bool bbmod_is_number(float value, uint64_t count);

#endif
