/* xac.h: the document of an XAC, for the rules.
 *
 * The contents of chunks are not stored: a reader walks a chunk and passes views to a visitor. The document
 * only has what one chunk needs to know of another: the meshes, and the number of nodes.
 */
#ifndef AL_EMOTIONFX_XAC_H
#define AL_EMOTIONFX_XAC_H

#include "core/map.h"
#include "formats/emotionfx/chunks.h"

#define AL_RULES "rules/xac.def"
#include "kit/rule_numbers.h"

/* The words of fields with a bit for each level of detail. */
extern const al_words xac_level_words;

#define AL_LAYOUT "formats/emotionfx/xac/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

enum {
    XAC_OLD_NODE_CHUNK = 0,
    XAC_MESH_CHUNK = 1,
    XAC_SKIN_CHUNK = 2,
    XAC_MATERIAL_CHUNK = 3,
    XAC_TEXTURE_CHUNK = 4,
    XAC_FX_CHUNK = 5,
    XAC_LIMIT_CHUNK = 6,
    XAC_INFO_CHUNK = 7,
    XAC_LOD_CHUNK = 8,
    XAC_MORPH_CHUNK = 9,
    XAC_GROUPS_CHUNK = 10,
    XAC_NODES_CHUNK = 11,
    XAC_MORPHS_CHUNK = 12,
    XAC_TOTALS_CHUNK = 13
};

enum {
    XAC_POSITIONS = 0,
    XAC_NORMALS = 1,
    XAC_TANGENTS = 2,
    XAC_UVS = 3,
    XAC_COLOURS = 4,
    XAC_ORIGINAL_VERTICES = 5
};

/* The number of levels of detail that readers support: a node has a mask with a bit for each. */
enum { XAC_MOST_LODS = 32 };

/* The most original vertices that are plausible: four times the vertices, and 64. Readers reserve memory for
 * them. Working files have at most 1.07 times as many as vertices. */
enum { XAC_MOST_ORIGINALS = 4, XAC_SPARE_ORIGINALS = 64 };

/* A mesh that skins and morph targets may refer to. */
typedef struct xac_mesh_entry {
    uint32_t chunk;
    int32_t node;
    uint32_t lod;
    bool is_collision;
    bool odd_kind; /* isCollision is neither 0 nor 1, so the mesh may be of the other kind */
    bool twice;    /* another mesh has the same node, kind and level of detail */
    bool skinned;  /* a skin was read with its number of original vertices */
    uint32_t num_org, vertices;
} xac_mesh_entry;

typedef struct xac_file xac_file;

/* A file inside of a chunk 8. */
typedef struct xac_nested_file {
    uint32_t chunk;
    const xac_file *file;
} xac_nested_file;

struct xac_file {
    efx_file file;    /* first */
    bool nested;      /* it is inside of a chunk 8 */
    bool nodes_known; /* `num_nodes` is known */
    bool has_nodes;   /* a chunk has nodes; the first one is `node_chunk` */
    uint32_t num_nodes, node_chunk;
    uint32_t mesh_count, inside_count;
    uint32_t lost_meshes; /* those that can't be read, or belong to a node that has another mesh */
    uint64_t mesh_capacity, inside_capacity;
    xac_mesh_entry *meshes;
    al_map mesh_of;                /* from node, kind and lod to the index in `meshes` */
    xac_nested_file *nested_files; /* in the order of their chunks */
};

extern const al_layout *const xac_layouts[];
extern const al_hooks xac_hooks;
extern const al_fixer xac_fixers[];
extern const al_magic xac_magic;

al_parsed xac_parse(al_job *job, void *document);
void xac_measure(const void *document, al_measures *measures);
void xac_draw(const al_job *job, const void *document, al_drawing *drawing);

/* The document that a chunk belongs to. */
const xac_file *xac_of(const efx_reading *r);

/* Where chunks of a kind have their level of detail. */
typedef struct xac_lod_place {
    uint32_t id, version; /* this and later versions */
    const al_layout *layout;
    uint32_t field;
} xac_lod_place;

/* NULL if chunks of that kind and version have none, and for chunks 8, whose level has no limit. */
const xac_lod_place *xac_lod_place_of(efx_chunk_header header);

/* The level of detail of a chunk of a known version; 0 if it has none. */
uint32_t xac_lod_of(const xac_file *x, uint32_t chunk);

/* ---- Nodes: chunks 0 and 11 ---- */

typedef struct xac_node_form {
    const al_layout *layout;
    uint32_t size;                 /* of the record; the layout may have more fields */
    uint32_t parent, num_children; /* fields */
} xac_node_form;

const xac_node_form *xac_node_form_of(const efx_chunk_header *h);

typedef struct xac_node {
    const al_path *path;
    const xac_node_form *form;
    uint32_t chunk, number; /* UINT32_MAX: the chunk is the node */
    al_span record;
    bool named;
    al_string name;
} xac_node;

typedef void xac_node_visit(void *context, const xac_node *node);
bool xac_each_node(efx_reading *r, xac_node_visit *visit, void *context);

/* ---- Meshes: chunk 1 ---- */

typedef struct xac_mesh_form {
    const al_layout *layout;
    uint32_t node, lod, num_org, vertices, indices, num_submeshes, num_layers, is_collision; /* fields */
} xac_mesh_form;

typedef struct xac_mesh {
    const al_path *path;
    const xac_mesh_form *form;
    al_span record;
    int32_t node;
    uint32_t lod, num_org, vertices, indices, num_submeshes, num_layers;
    bool is_collision, odd_kind; /* odd: isCollision is neither 0 nor 1 */
} xac_mesh;

typedef struct xac_attributes {
    const al_path *path;
    al_span record;
    xac_layer row;
    al_span data; /* the part that exists */
} xac_attributes;

typedef struct xac_submesh {
    const al_path *path;
    al_span record;
    xac_submesh_record row;
    al_span indices, bones; /* the part that exists */
} xac_submesh;

/* Read the parts of a mesh, in their order. False if the walk stops. */
bool xac_open_mesh(efx_reading *r, xac_mesh *out) AL_MUST_USE;
typedef void xac_layer_visit(void *context, const xac_attributes *layer);
bool xac_each_layer(efx_reading *r, const xac_mesh *m, xac_layer_visit *visit, void *context);
typedef void xac_submesh_visit(void *context, const xac_submesh *submesh);
bool xac_each_submesh(efx_reading *r, const xac_mesh *m, xac_submesh_visit *visit, void *context);

/* The key of a mesh in `mesh_of`; `node` is not negative. */
uint64_t xac_mesh_key(int64_t node, bool collision, uint32_t lod);

/* The first visual or collision mesh of a node and level of detail; without one, the mesh there that may be
 * of either kind. NULL: none. */
const xac_mesh_entry *xac_find_mesh(const xac_file *x, int64_t node, bool collision, uint32_t lod);

/* The size in bytes of an attribute type, and its name; 0 for an unknown type. */
uint32_t xac_attribute_size(uint32_t type);
const char *xac_attribute_name(uint32_t type);

/* ---- Skins: chunk 2 ---- */

typedef struct xac_skin_form {
    const al_layout *layout;
    uint32_t node, lod, num_local_bones, num_influences, is_collision; /* fields */
} xac_skin_form;

typedef struct xac_skin {
    const al_path *path;
    const xac_skin_form *form;
    al_span record;
    int32_t node;
    uint32_t lod, num_influences;
    bool is_collision, odd_kind; /* odd: isCollision is neither 0 nor 1 */
    const xac_mesh_entry *mesh;  /* the mesh of the skin; NULL: the end of the chunk is not known, */
    bool excused;                /* because that mesh can't be read */
    bool listed;                 /* versions above 1: the skin has two tables */
    al_span influences, ranges;  /* the part that exists */
    al_span table;               /* version 1: for each vertex a count and its influences */
} xac_skin;

/* Read a skin up to its tables, or all of it. False if the walk stops, or `mesh` is NULL. */
bool xac_open_skin(efx_reading *r, xac_skin *out) AL_MUST_USE;
bool xac_read_skin(efx_reading *r, xac_skin *out) AL_MUST_USE;

/* ---- Materials: chunks 3, 4, 5 ---- */

typedef struct xac_texture {
    const al_path *path;
    al_span record;
    bool named;
    al_string name;
} xac_texture;

/* The record of a material before its layers. */
typedef struct xac_material_head {
    const al_layout *layout;
    uint32_t num_layers, double_sided; /* fields */
    al_span record;
    bool named;
    al_string name;
} xac_material_head;

bool xac_open_material(efx_reading *r, xac_material_head *out) AL_MUST_USE;
typedef void xac_texture_visit(void *context, const xac_texture *texture);
bool xac_each_texture(efx_reading *r, const xac_material_head *m, xac_texture_visit *visit, void *context);

/* A layer in its own chunk. */
bool xac_read_texture(efx_reading *r, xac_texture *out);

/* An FX material: texts, and named parameters. */
bool xac_read_fx(efx_reading *r, al_string *name);

/* The name of a texture without an extension and dots at its end, if it has such; empty if it is wrong even
 * without them. */
al_span xac_texture_stem(al_span name);

typedef struct xac_totals {
    const al_layout *layout;
    uint32_t total, standard, fx; /* fields */
    al_span record;
} xac_totals;

bool xac_read_totals(efx_reading *r, xac_totals *out) AL_MUST_USE;

/* ---- Node groups: chunk 10 ---- */

typedef struct xac_group {
    const al_path *path;
    al_span record;
    al_string name;
    al_span nodes; /* the part that exists */
} xac_group;

typedef void xac_group_visit(void *context, const xac_group *group);
bool xac_each_group(efx_reading *r, xac_group_visit *visit, void *context);

/* ---- Morph targets: chunks 9 and 12 ---- */

typedef struct xac_morph {
    const al_path *path;
    bool listed; /* it is in a chunk 12 */
    al_span record;
    uint32_t lod; /* of the meshes that it changes */
    bool named;
    al_string name;
} xac_morph;

typedef struct xac_deformation {
    const al_path *path;
    al_span record;
    xac_deform row;
    al_span vertices; /* the existing part of the vertex numbers */
} xac_deformation;

typedef struct xac_morph_visitor {
    void *context;
    void (*target)(void *context, const xac_morph *target);
    void (*deformation)(void *context, const xac_morph *target, const xac_deformation *deformation);
    void (*transformation)(void *context, const al_path *path, al_span record);
} xac_morph_visitor;

bool xac_each_morph(efx_reading *r, const xac_morph_visitor *visitor);

/* ---- The rest ---- */

bool xac_read_limits(efx_reading *r, al_span *record) AL_MUST_USE;
bool xac_read_info(efx_reading *r);

/* Finds the count of original vertices, which is in the mesh of the skin. */
bool xac_count_of_skin(efx_reading *r, efx_outer_count *out);

/* Nodes with a mesh of the kind that the skin needs. */
bool xac_node_for_skin(efx_reading *r, uint32_t number, efx_choice *out);

/* Whether the mesh of the skin, or its number of vertices, is not known. */
bool xac_skin_is_excused(efx_reading *r);

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* How much the sum of the weights of a vertex, and the length of a rotation of a node, may differ from 1. */
#define XAC_SUM_TOLERANCE  1e-3
#define XAC_UNIT_TOLERANCE 0.01f

/* The number of weights that may be added up for each byte of a table. Ranges that don't overlap need an
 * eighth. */
#define XAC_SUMS_PER_BYTE 16

/* The materials of one level of detail. */
typedef struct xac_lod_materials {
    uint32_t lod, standard, fx;
} xac_lod_materials;

/* A node, for the rules about all nodes. */
typedef struct xac_node_entry {
    uint64_t at; /* offset of its record in the file's bytes */
    int32_t parent;
    uint32_t chunk, number; /* UINT32_MAX: the chunk is the node */
    uint32_t children;      /* nodes with this parent */
    uint32_t doubtful;      /* those of them whose parent is reported as wrong */
} xac_node_entry;

/* The context of the rules. */
typedef struct xac_judging {
    efx_judging efx; /* first */
    const xac_file *x;
    al_sink *sink;
    uint32_t chunk;             /* the chunk that is checked */
    uint32_t nodes_before;      /* nodes before that chunk */
    uint32_t old_nodes, looked; /* number of chunks 0 among the first `looked` chunks */
    uint32_t lods;              /* number of levels of detail */
    uint32_t last_lod;          /* the highest level of a chunk that is not about morph targets */
    bool lods_declared;         /* the info chunk has that number */
    al_map nodeless_meshes;     /* from kind and lod to the node of the first mesh without an existing node */
    al_map skins;               /* from node, kind and lod to the number of the chunk */
    al_map without_originals;   /* chunks of meshes of which no layer has original vertices */
    const al_string *fx_name;   /* of the FX material that is checked */
    al_span target;             /* name of the morph target that is checked */
    bool meshless;              /* vertices of a target have no mesh, in the chunk that is checked */
    uint32_t materials;         /* number of chunks 3 and 5 */
    uint32_t materials_unknown; /* those of an unknown version, so with an unknown lod */
    uint32_t materials_before;  /* materials before the chunk that is checked */
    uint32_t counted;           /* number of chunks that were counted for that */
    uint32_t next_inside;       /* nested files that were checked */
    uint32_t lost_meshes;       /* those that explain missing meshes of skins */
    uint32_t lod_count;
    xac_lod_materials *of_lods;
    uint64_t lod_capacity;
    al_map lod_of, totals_of; /* from lod to the index in `of_lods`, or to the number of its chunk 13 */
    xac_node_entry *nodes;
    uint64_t node_count, node_capacity;
    al_names names;
} xac_judging;

/* Runs all rules of a file; `up` is the path of the chunk that has it. */
void xac_judge(al_job *job, const xac_file *x, const al_path *up);

/* A node in messages: its number and, if it was read and is not empty, its name: `node 3 "arm"`. */
typedef struct xac_node_text {
    char text[96];
} xac_node_text;
xac_node_text xac_show_node(const xac_judging *j, int64_t number);

/* A claim that a flag is neither 0 nor 1. False if it is. */
bool xac_flag_claim(const al_layout *layout, al_span record, uint32_t field, const al_path *path,
                    al_claim *claim);

/* Whether the node certainly does not exist before the chunk that is checked. */
bool xac_lacks_node(const xac_judging *j, int64_t number);

/* Rules about all nodes together; call it after the rules about each node. */
void xac_judge_skeleton(xac_judging *j);
bool xac_second_nodes(void *judging, uint32_t number,
                      uint32_t *first); /* or a chunk 0 in a file with a chunk 11 */

/* Rules about the place of a chunk and its level of detail; call it before all others about the chunk. */
void xac_judge_place(xac_judging *j, const efx_reading *r);
void xac_check_lod(const xac_judging *j, const al_claim *claim, uint32_t lod);

/* Whether no mesh and no material of the actor is of the level of detail, nor of a higher one. */
bool xac_is_above_last_lod(const xac_judging *j, uint32_t lod);
void xac_find_lods(xac_judging *j);

/* Whether a mesh of that kind and level of detail has no existing node. Then a skin without a mesh may be
 * correct. Sets `*node`, which may be NULL, to the node number of the first such mesh. */
bool xac_has_nodeless_mesh(const xac_judging *j, bool collision, uint32_t lod, int32_t *node);

/* The number of materials that a mesh of a level of detail can use. */
uint64_t xac_materials_of(const xac_judging *j, uint32_t lod);

/* The rules of the chunks, for their table. */
#define XAC_KIND(name) void xac_judge_##name(void *judging, efx_reading *r);
XAC_KIND(nodes)
XAC_KIND(mesh)
XAC_KIND(skin)
XAC_KIND(material)
XAC_KIND(texture)
XAC_KIND(fx)
XAC_KIND(limits)
XAC_KIND(info)
XAC_KIND(lod)
XAC_KIND(morphs)
XAC_KIND(groups)
XAC_KIND(totals)
#undef XAC_KIND
bool xac_second_totals(void *judging, uint32_t number,
                       uint32_t *first); /* there is another for the same level */

#endif
