/* xmf.h: the document of an XMF, for the rules.
 *
 * The parser fills in what the file has. A value that could not be found stays 0, and a flag says so. All
 * pointers are into the arena of the job, all spans into the file.
 */
#ifndef AL_XMF_H
#define AL_XMF_H

#include "core/inflate.h"
#include "core/path.h"
#include "kit/hooks.h"
#include "kit/walk.h"

#define AL_RULES "rules/xmf.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/xmf/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

enum {
    XMF_MIN_DESC_SIZE = 56,
    XMF_MAX_ELEMENTS = XMF_DESC_MAX_num_vertex_elements,
    XMF_STORED = 0,          /* desc.compressed */
    XMF_ZLIB = 1,            /* desc.compressed */
    XMF_INDEX_BUFFER = 30,   /* desc.type */
    XMF_INDICES_16 = 30,     /* desc.format */
    XMF_INDICES_32 = 31,     /* desc.format */
    XMF_DECLARED_FORMAT = 32 /* desc.format of a vertex buffer with elements, or 0 */
};

/* The values of D3DDECLTYPE and D3DDECLUSAGE that rules name. */
enum {
    XMF_FLOAT2 = 1,
    XMF_FLOAT3 = 2,
    XMF_FLOAT4 = 3,
    XMF_D3DCOLOR = 4,
    XMF_FLOAT16_2 = 15,
    XMF_FLOAT16_4 = 16
};
enum {
    XMF_POSITION = 0,
    XMF_NORMAL = 3,
    XMF_PSIZE = 4,
    XMF_TEXCOORD = 5,
    XMF_TANGENT = 6,
    XMF_BINORMAL = 7,
    XMF_COLOR = 10
};

/* One attribute of a vertex: an element of the declaration, or implied by the type of a buffer without
 * elements. */
typedef struct xmf_component {
    int32_t type;  /* D3DDECLTYPE */
    int32_t usage; /* D3DDECLUSAGE */
    int32_t usage_index;
    uint32_t size; /* in bytes; 0 for an unknown type */
    al_form form;  /* its numbers; form.at is the offset in the vertex */
    bool declared;
    al_path path;   /* of the element or the buffer */
    al_span record; /* of the element or the buffer */
} xmf_component;

typedef struct xmf_buffer {
    xmf_desc desc;
    al_span record;
    al_path path;
    bool is_index;
    bool counted;       /* no count is negative */
    uint64_t items;     /* numSections * itemsPerSection, if `counted` */
    bool sized;         /* the size fits into 63 bits and is possible for the compressed data */
    uint64_t data_size; /* inflated, if `sized` */
    bool placed;        /* the file has all bytes of the buffer */
    al_span stored;
    bool declaration_known; /* of a vertex buffer */
    uint32_t component_count;
    xmf_component *components;
    bool layout_known; /* all types are valid */
    uint32_t vertex_size;
} xmf_buffer;

typedef struct xmf_material_range {
    xmf_material row;
    al_span record;
    al_path path;
} xmf_material_range;

typedef struct xmf_file {
    al_span file;
    al_span header_record;
    al_path header_path;
    bool has_tables; /* the tables are in their place; `whole`: none of their rows is cut off */
    bool whole;
    xmf_header header;
    al_span tables;                        /* the existing part of descriptors and materials */
    uint64_t data_at;                      /* where the data section starts: after the tables */
    uint32_t buffer_count, material_count; /* complete rows */
    xmf_buffer *buffers;
    xmf_material_range *materials;
    bool is_collision; /* by its name */
} xmf_file;

extern const al_layout *const xmf_layouts[];
extern const al_hooks xmf_hooks;

al_parsed xmf_parse(al_job *job, void *document);
void xmf_measure(const void *document, al_measures *measures);
bool xmf_measure_bounds(const void *document, al_inflater *inflater, uint64_t most, al_mesh_bounds *bounds);
uint64_t xmf_facts_end(al_span head);
void xmf_draw(const al_job *job, const void *document, al_drawing *drawing);

/* ---- Questions about the document ---------------------------------------------------------------------- */

/* The index buffer that materials and vertices belong to: the first one; NULL if there is none. */
const xmf_buffer *xmf_index_buffer(const xmf_file *f);

/* The number of vertices that an index may refer to: those of the shortest vertex buffer. False if no buffer
 * has a valid number. */
bool xmf_vertex_count(const xmf_file *f, uint64_t *count);

/* Whether all bytes of a buffer exist, so that they can be visited; and whether the size of its items is
 * known. */
bool xmf_has_data(const xmf_buffer *b);
bool xmf_has_items(const xmf_buffer *b);

/* Whether a component is a set of texture coordinates. */
bool xmf_is_uv(const xmf_component *c);

/* Visits the data of a buffer in windows of complete granules; inflates it if it is compressed. */
al_inflated xmf_visit_data(al_inflater *inflater, const xmf_buffer *b, uint32_t granule,
                           al_window_visit *visit, void *context);

/* The component with POSITION 0, if it has at least three floats or half floats; NULL if there is none. */
const xmf_component *xmf_find_position(const xmf_buffer *b);

/* The vertex buffer whose positions make the bounds of the mesh; NULL if there is none, or it can't be read.
 */
const xmf_buffer *xmf_position_buffer(const xmf_file *f);

/* Measures the bounds of the vertices of that buffer: from its windows, one after the other. False at the
 * end if a position is infinite, or there is none. */
void xmf_bounds_begin(al_mesh_bounds *bounds, const xmf_buffer *b);
void xmf_bounds_extend(al_mesh_bounds *bounds, const xmf_component *position, al_span window);
bool xmf_bounds_end(const al_mesh_bounds *bounds) AL_MUST_USE;

/* A claim about a field of the header, a descriptor or a material. */
al_claim xmf_header_claim(size_t rule, const xmf_file *f, xmf_header_field field);
al_claim xmf_desc_claim(size_t rule, const xmf_buffer *b, xmf_desc_field field);
al_claim xmf_material_claim(size_t rule, const xmf_material_range *m, xmf_material_field field);

/* A claim about the bytes of a buffer that the file has completely. */
al_claim xmf_data_claim(size_t rule, const xmf_buffer *b);

/* ---- Words and types ----------------------------------------------------------------------------------- */

/* Whether a base name is that of a collision mesh, `*-collision*.xmf`, or of a level of detail,
 * `*-lod0.xmf`. */
bool xmf_is_collision_name(const char *name);
bool xmf_is_lod_name(const char *name);

/* The size of a D3DDECLTYPE in bytes, 0 if it is unknown, and its numbers. */
uint32_t xmf_type_size(int32_t type);
al_form xmf_type_form(int32_t type);

/* Whether the numbers are floats or half floats. */
bool xmf_is_float(const xmf_component *c);

/* Whether the component is POSITION 0. */
bool xmf_is_position(const xmf_component *c);

/* ---- Fixes --------------------------------------------------------------------------------------------- */

extern const al_fixer xmf_fixers[];

size_t xmf_find_streams(const void *document, al_stream_place *places);

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* The rules, by the part of the file that they check. */
void xmf_judge_declarations(al_job *job, const xmf_file *f);
void xmf_judge_data(al_job *job, const xmf_file *f);
void xmf_judge_materials(const xmf_file *f, al_sink *s);

#endif
