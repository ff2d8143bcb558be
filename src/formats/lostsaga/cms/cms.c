/* cms.c: reads and judges a Lost Saga CMS: vertices, then faces. */
#include "formats/lostsaga/lostsaga.h"
#include "kit/hooks.h"

#define AL_RULES "rules/cms.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/lostsaga/cms/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

extern const al_layout *const cms_layouts[];
extern const al_hooks cms_hooks; /* for formats.c */

typedef struct cms_file {
    lsa_file file;
    uint32_t vertices, faces;
    bool has_vertices; /* the file is large enough for the count */
    bool has_faces;
    al_span positions;  /* the part that exists */
    al_span face_count; /* the record */
    al_span face_bytes;
} cms_file;

#define AL_LAYOUT      "formats/lostsaga/cms/layout.def"
#define AL_LAYOUT_LIST cms_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

/* ---- Reading ------------------------------------------------------------------------------------------- */

static const lsa_format format = {.header = &cms_header_layout,
                                  .magic = &CMS_HEADER_MAGIC,
                                  .rules = {LSA_RULES(CMS), .bad_magic = CMS_BAD_MAGIC}};

static bool read_vertices(cms_file *c)
{
    al_walk *w = &c->file.walk;
    const al_counter counter =
        cms_header_counter(c->file.header, CMS_HEADER_AT_vertices, &c->file.header_path);
    const al_form form = AL_NUMBERS(f32, 3, 4);
    const al_path path = al_field(NULL, "vertices");
    c->vertices = al_counted(&counter);
    c->has_vertices = al_walk_count(w, &counter, CMS_VERTEX_BYTES, "vertices");
    return al_walk_array(w, &counter, &form, &path, "vertices", &c->positions);
}

static bool read_faces(cms_file *c)
{
    al_walk *w = &c->file.walk;
    const al_form form = AL_NUMBERS(u16, 3, 2);
    const al_path path = al_field(NULL, "faces");
    if (!al_walk_fields(w, &cms_faces_layout, NULL, &c->face_count))
        return false;
    const al_counter counter = cms_faces_counter(c->face_count, CMS_FACES_AT_faces, NULL);
    c->faces = al_counted(&counter);
    c->has_faces = al_walk_count(w, &counter, CMS_FACE_BYTES, "faces");
    return al_walk_array(w, &counter, &form, &path, "faces", &c->face_bytes);
}

static al_parsed cms_parse(al_job *job, void *document)
{
    cms_file *c = document;
    c->file.whole = lsa_open(&c->file, job, &format) && read_vertices(c) && read_faces(c);
    return c->file.supported ? AL_READ : AL_REFUSED;
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

static void check_empty(const cms_file *c)
{
    al_sink *s = c->file.job->sink;
    if (c->has_vertices && c->vertices == 0) {
        const al_claim claim =
            cms_header_claim_at(CMS_EMPTY, c->file.header, CMS_HEADER_AT_vertices, &c->file.header_path);
        al_report(s, &claim, "collision mesh has no vertices");
    }
    if (c->has_faces && c->faces == 0) {
        const al_claim claim = cms_faces_claim_at(CMS_EMPTY, c->face_count, CMS_FACES_AT_faces, NULL);
        al_report(s, &claim, "collision mesh has no faces");
    }
}

static void judge(al_job *job, const void *document)
{
    static const al_position_rules position_rules = {CMS_POSITION_RANGE, CMS_NO_EXTENT};
    const cms_file *c = document;
    (void)job;
    const al_path vertices = al_field(NULL, "vertices"), faces = al_field(NULL, "faces");
    const al_items positions = al_items_of(c->positions, CMS_VERTEX_BYTES, &vertices, "positions");
    const al_items triangles = al_items_of(c->face_bytes, CMS_FACE_BYTES, &faces, "faces");
    check_empty(c);
    lsa_check_positions(&c->file, &positions, positions.bytes.len / CMS_VERTEX_BYTES == c->vertices,
                        CMS_NOT_FINITE, &position_rules);
    lsa_check_faces(&c->file, &triangles, c->vertices, CMS_INDEX_RANGE, CMS_DEGENERATE_TRIANGLE);
    lsa_check_trailing_bytes(&c->file, "the last face");
}

/* ---- The drawing --------------------------------------------------------------------------------------- */

static void cms_draw(const al_job *job, const void *document, al_drawing *d)
{
    const cms_file *c = document;
    const al_path vertices = al_field(NULL, "vertices"), faces = al_field(NULL, "faces");
    const al_items positions = al_items_of(c->positions, CMS_VERTEX_BYTES, &vertices, NULL);
    const al_items triangles = al_items_of(c->face_bytes, CMS_FACE_BYTES, &faces, NULL);
    (void)job;
    if (c->positions.len > 0 && lsa_draw_mesh(d, &positions, &triangles, c->vertices, c->faces) == NULL)
        d->partial = true;
}

/* ---- The format ---------------------------------------------------------------------------------------- */

static const al_fixer fixers[] = {
    {CMS_TRAILING_BYTES, al_fix_cut_off},
    {.plan = NULL},
};

const al_hooks cms_hooks = {.limit_rule = CMS_LIMIT,
                            .layouts = cms_layouts,
                            .magic = &CMS_HEADER_MAGIC,
                            .document_size = sizeof(cms_file),
                            .parse = cms_parse,
                            .judge = judge,
                            .draw = cms_draw,
                            .fixers = fixers};
