/* xac.h: an XAC as it is read, for the rules and for dump.
 *
 * What a chunk holds is never stored: a reader goes through it and shows views to a visitor. Stored is what
 * one chunk has to know of another: which meshes there are, how many nodes and materials.
 */
#ifndef AL_EMOTIONFX_XAC_H
#define AL_EMOTIONFX_XAC_H

#include "core/map.h"
#include "formats/emotionfx/chunks.h"
#include "kit/hooks.h"

#define AL_RULES "rules/xac.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

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

enum { XAC_POSITIONS = 0, XAC_ORIGINAL_VERTICES = 5, XAC_ATTRIBUTE_TYPES = 8, XAC_INFO_TEXTS = 4 };

/* A mesh that skins and morph targets may look for. */
typedef struct xac_mesh_entry {
    uint32_t chunk;
    uint32_t num_org, vertices;
} xac_mesh_entry;

/* What there is of one level of detail. */
typedef struct xac_lod_materials {
    uint32_t lod, standard, fx;
} xac_lod_materials;

/* A node, for the rules about all of them. */
typedef struct xac_node_entry {
    uint64_t at; /* of its record, in the file's bytes */
    int32_t parent;
    uint32_t chunk, number; /* UINT32_MAX: the chunk is the node */
    uint32_t children;      /* nodes that name it as parent */
} xac_node_entry;

typedef struct xac_file {
    efx_file file;
    al_path chunk_path, path; /* of a file within a chunk 8: of the chunk, and of the file */
    bool nested;              /* it is such a file */
    bool nodes_known;         /* how many nodes there are: `num_nodes` */
    bool has_nodes;           /* some chunk holds nodes; the first that does is `node_chunk` */
    bool out_of_memory;
    uint32_t num_nodes, node_chunk;
    uint32_t old_nodes; /* chunks 0 */
    uint32_t mesh_count;
    xac_mesh_entry *meshes;
    uint64_t mesh_capacity;
    al_map mesh_of; /* node, kind and lod: number in `meshes` */
    /* From here on for the rules alone. */
    uint32_t materials;        /* chunks 3 and 5 */
    uint32_t materials_before; /* a chunk that is being judged, */
    uint32_t counted;          /* of chunks before which they were counted */
    uint32_t lod_count;
    xac_lod_materials *lods;
    uint64_t lod_capacity;
    al_map lod_of, totals_of; /* lod: number in `lods`, number of its chunk 13 */
    xac_node_entry *nodes;
    uint64_t node_count, node_capacity;
    al_names names;
    uint8_t *bones;      /* for each bone whether a skin names it; all 0 between two skins */
    uint32_t bones_room; /* bones there is room for */
} xac_file;

extern const efx_format xac_format;

/* `bytes` of `job`'s file, or of a file within it. False when memory is short. */
bool xac_parse(al_job *job, al_span bytes, xac_file *x) AL_MUST_USE;
xac_file *xac_of(const efx_cursor *c);

/* Records of a version that puts a level of detail before some of the fields: by how many bytes they move. */
uint32_t xac_shift(const efx_chunk *chunk);
uint32_t xac_lod_of(const efx_chunk *chunk, al_span record);

/* ---- Nodes: chunks 0 and 11 ---- */

typedef struct xac_node {
    const al_path *path;
    uint32_t chunk, number; /* UINT32_MAX: the chunk is the node */
    const al_layout *layout;
    uint32_t parent_at;
    al_span record;
    bool named;
    al_string name;
} xac_node;

typedef void xac_node_visit(void *context, const xac_node *node);
bool xac_each_node(efx_cursor *c, xac_node_visit *visit, void *context);
const al_layout *xac_node_layout_of(const efx_chunk *chunk);
uint32_t xac_node_size(const efx_chunk *chunk);

/* ---- Meshes: chunk 1 ---- */

typedef struct xac_mesh {
    const al_path *path;
    const al_layout *layout;
    al_span record;
    uint32_t shift;
    xac_mesh1 row;
    uint32_t lod;
} xac_mesh;

typedef struct xac_attributes {
    const al_path *path;
    al_span record;
    xac_layer row;
    al_span data; /* what there is of it */
} xac_attributes;

typedef struct xac_submesh {
    const al_path *path;
    al_span record;
    xac_submesh_record row;
    bool has_bones;         /* indices are all there */
    al_span indices, bones; /* what there is of them */
} xac_submesh;

/* Any of them may be NULL. */
typedef struct xac_mesh_visitor {
    void *context;
    void (*mesh)(void *context, const xac_mesh *mesh);
    void (*layer)(void *context, const xac_mesh *mesh, const xac_attributes *layer);
    void (*submesh)(void *context, const xac_mesh *mesh, const xac_submesh *submesh);
    void (*layers_end)(void *context);
} xac_mesh_visitor;

/* True when the mesh was read to its end. */
bool xac_read_mesh(efx_cursor *c, const xac_mesh_visitor *visitor);

/* What a mesh is found by; `node` is not negative. */
uint64_t xac_mesh_key(int64_t node, bool collision, uint32_t lod);

/* The first mesh of a node that is the visual or the collision one of a level of detail; NULL: none. */
const xac_mesh_entry *xac_find_mesh(const xac_file *x, int64_t node, bool collision, uint32_t lod);

/* ---- Skins: chunk 2 ---- */

typedef struct xac_skin {
    const al_path *path;
    const al_layout *layout;
    al_span record;
    int32_t node;
    uint32_t lod;
    bool is_collision;
    bool counts_bones; /* it has numLocalBones: */
    uint32_t local_bones, local_bones_at;
    uint32_t num_influences, num_influences_at;
    const xac_mesh_entry *mesh; /* that it bends; NULL: it isn't known where the chunk ends */
    bool listed;                /* versions above 1: two tables */
    al_span influences, ranges; /* what there is of them */
    al_span table;              /* version 1: for each vertex a number, and so many influences */
    bool whole;
} xac_skin;

/* False when the chunk stops, or `mesh` is NULL. */
bool xac_read_skin(efx_cursor *c, xac_skin *out);

/* ---- Materials: chunks 3, 4, 5 ---- */

typedef struct xac_texture {
    const al_path *path;
    al_span record;
    bool named;
    al_string name;
} xac_texture;

typedef struct xac_material_visitor {
    void *context;
    void (*record)(void *context, const al_layout *layout, al_span record);
    efx_text_visit *text;
    void (*texture)(void *context, const xac_texture *texture);
    void (*layers)(void *context, uint64_t count);
    void (*layers_end)(void *context);
} xac_material_visitor;

bool xac_read_material(efx_cursor *c, const xac_material_visitor *visitor);
bool xac_read_texture_chunk(efx_cursor *c, xac_texture *out);

/* The parameters of an FX material, kind by kind. */
typedef struct xac_parameter {
    const char *list; /* "ints" */
    uint32_t number;
    al_scalar type;
    uint32_t components; /* 0: a bitmap */
    al_span value;
    al_string name, file; /* `file` of a bitmap alone */
} xac_parameter;

typedef struct xac_fx_visitor {
    void *context;
    void (*record)(void *context, const al_layout *layout, al_span record);
    efx_text_visit *text;
    void (*list)(void *context, const char *name, uint32_t count);
    void (*parameter)(void *context, const xac_parameter *parameter);
    void (*list_end)(void *context);
} xac_fx_visitor;

bool xac_read_fx(efx_cursor *c, const xac_fx_visitor *visitor);

/* ---- Node groups: chunk 10 ---- */

typedef struct xac_group {
    const al_path *path;
    al_span record;
    bool named;
    al_string name;
    al_span nodes; /* what there is of them */
} xac_group;

typedef void xac_group_visit(void *context, const xac_group *group);
bool xac_each_group(efx_cursor *c, xac_group_visit *visit, void *context);

/* ---- Morph targets: chunks 9 and 12 ---- */

typedef struct xac_morph {
    const al_path *path;
    bool listed; /* in a chunk 12 */
    al_span record;
    uint32_t lod; /* of the meshes that it deforms */
    al_string name;
} xac_morph;

typedef struct xac_deformation {
    const al_path *path;
    al_span record;
    xac_deform row;
    al_span vertices; /* what there is of the vertices' numbers */
} xac_deformation;

typedef struct xac_morph_visitor {
    void *context;
    void (*target)(void *context, const xac_morph *target, bool named);
    void (*deformation)(void *context, const xac_morph *target, const xac_deformation *deformation);
    void (*transformation)(void *context, const al_path *path, al_span record);
    void (*list)(void *context, const char *name, uint64_t count);
    void (*list_end)(void *context);
    void (*target_end)(void *context, const xac_morph *target);
} xac_morph_visitor;

bool xac_each_morph(efx_cursor *c, const xac_morph_visitor *visitor);

/* ---- The rest ---- */

extern const char *const xac_info_texts[XAC_INFO_TEXTS];
const al_layout *xac_info_layout(const efx_chunk *chunk);
uint32_t xac_info_size(const efx_chunk *chunk);
const al_layout *xac_totals_layout(const efx_chunk *chunk);

/* Bytes of a vertex's attribute; 0 for an unknown type. */
uint32_t xac_attribute_size(uint32_t type);
const char *xac_attribute_name(uint32_t type);

/* Whether a second chunk 0, 11 or 13 is one too many: hooks of the table. */
bool xac_second_nodes(void *document, const efx_chunk *chunk, uint32_t *first);
bool xac_second_totals(void *document, const efx_chunk *chunk, uint32_t *first);

/* All rules of a file. */
void xac_judge(xac_file *x);

#define XAC_KIND(name) void xac_judge_##name(void *document, efx_cursor *c, const efx_chunk *chunk);
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

/* The hooks of the format. */
void xac_check(al_job *job);
extern const al_layout *const xac_layouts[];
extern const al_hooks xac_hooks;

#endif
