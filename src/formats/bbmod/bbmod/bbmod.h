/* bbmod.h: a BBMOD as it is read, for the rules and for dump.
 *
 * Meshes and nodes are not stored: bbmod_parse goes through them once and keeps where their lists begin, and
 * rules and dump visit them again with the same readers.
 */
#ifndef AL_BBMOD_BBMOD_H
#define AL_BBMOD_BBMOD_H

#include "formats/bbmod/family.h"
#include "kit/hooks.h"

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

/* How a version lays out a mesh. */
typedef struct bbmod_form {
    const al_layout *mesh;   /* its start */
    const al_layout *format; /* of the vertices: of each mesh or, up to 3.1, of all */
    const al_layout *data;   /* before the vertices */
    uint32_t count_at;       /* the number of vertices in it */
    bool format_in_mesh;
} bbmod_form;

/* A view: it lives as long as its visit. Each part of it is whole unless the file ends in it. */
typedef struct bbmod_mesh {
    uint32_t number;
    al_path path;
    al_span start, start_upper;
    bool has_material; /* both of them are there */
    al_span format;
    al_span data;
    bool has_data; /* all before the vertices is there */
    bool counted;  /* the file could hold so many vertices */
    uint32_t flags, stride;
    uint32_t vertex_count;
    al_span vertices; /* what there is of them */
    al_extent extent;
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
    al_span child_count;
    al_extent extent;
} bbmod_node;

/* A list, and the count before it. */
typedef struct bbmod_list {
    al_span record; /* of the count, what there is of it */
    uint32_t count; /* as declared */
    bool counted;   /* the count was read, and the file could hold so many */
    bool whole;     /* all of the list was read */
    uint64_t at, end;
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

/* Reads all of it. Reports what stops it. */
void bbmod_parse(al_job *job, bbmod_file *f);

/* Visits what was read of the meshes, the nodes and the names of the materials, silently. */
typedef void bbmod_mesh_visit(void *context, const bbmod_mesh *mesh);
typedef void bbmod_node_visit(void *context, const bbmod_node *node);
typedef void bbmod_name_visit(void *context, uint32_t number, const al_string *name);
void bbmod_each_mesh(const bbmod_file *f, bbmod_mesh_visit *visit, void *context);
void bbmod_each_node(const bbmod_file *f, bbmod_node_visit *visit, void *context);
void bbmod_each_material(const bbmod_file *f, bbmod_name_visit *visit, void *context);

/* What the records of a mesh say. */
uint64_t bbmod_material_of(const bbmod_mesh *mesh);

/* A number of the list of meshes that a node draws. */
uint64_t bbmod_node_mesh(const bbmod_file *f, const bbmod_node *node, uint64_t number);
uint64_t bbmod_node_mesh_count(const bbmod_file *f, const bbmod_node *node);

/* The hooks of the format. */
void bbmod_check(al_job *job);
extern const al_layout *const bbmod_layouts[];
extern const al_hooks bbmod_hooks;

#endif
