/* msh_submesh_rules.c: the rules about the submeshes of a Lost Saga MSH. Each has a range of the vertices
 * and one of the faces; together they have each vertex and each face once.
 */
#include <inttypes.h>

#include "core/reduce/floats.h"
#include "core/sort.h"
#include "core/work.h"
#include "formats/lostsaga/msh/msh.h"

/* The two lists that submeshes divide. */
typedef enum msh_kind { OF_VERTICES, OF_FACES, KINDS } msh_kind;

typedef struct range {
    uint64_t start, end;
    bool bad; /* it leaves the mesh, which a finding of the submesh reports */
} range;

static uint32_t count_of(const msh_file *m)
{
    return (uint32_t)(m->submeshes.len / MSH_SUBMESH_BYTES);
}

static al_span record_of(const msh_file *m, uint32_t number)
{
    return al_slice_available(m->submeshes, (uint64_t)number * MSH_SUBMESH_BYTES, MSH_SUBMESH_BYTES);
}

static bool is_known(const msh_file *m, msh_kind kind)
{
    return kind == OF_VERTICES ? m->has_vertices : m->has_faces;
}

static uint32_t total_of(const msh_file *m, msh_kind kind)
{
    return kind == OF_VERTICES ? m->vertices : m->faces;
}

static range range_of(const msh_file *m, uint32_t number, msh_kind kind)
{
    const msh_submesh s = msh_submesh_read(record_of(m, number));
    const bool of_faces = kind == OF_FACES;
    const uint64_t start = of_faces ? s.index_start / 3 : s.min_index;
    const uint64_t end = start + (of_faces ? s.face_count : s.vertex_count);
    const bool leaves = is_known(m, kind) && end > total_of(m, kind);
    return (range){.start = start, .end = end, .bad = leaves || (of_faces && s.index_start % 3 != 0)};
}

/* ---- One submesh --------------------------------------------------------------------------------------- */

static void check_vertices(const msh_file *m, uint32_t number, const al_path *path)
{
    const range r = range_of(m, number, OF_VERTICES);
    if (!r.bad)
        return;
    const msh_submesh_field field =
        r.start > m->vertices ? MSH_SUBMESH_AT_min_index : MSH_SUBMESH_AT_vertex_count;
    al_claim claim = msh_submesh_claim_at(MSH_SUBMESH_VERTICES, record_of(m, number), field, path);
    claim.reach = al_end_of(m->vertex_count);
    al_report(m->file.job->sink, &claim,
              "submesh has %" PRIu64 " %s from number %" PRIu64 " on, but the mesh has %" PRIu32,
              r.end - r.start, AL_BY_COUNT(r.end - r.start, "vertex", "vertices"), r.start, m->vertices);
}

static void check_faces(const msh_file *m, uint32_t number, const al_path *path)
{
    const range r = range_of(m, number, OF_FACES);
    const uint32_t first = al_u32_at(record_of(m, number), MSH_SUBMESH_AT_index_start);
    if (!r.bad)
        return;
    const bool start = first % 3 != 0 || r.start > m->faces;
    const msh_submesh_field field = start ? MSH_SUBMESH_AT_index_start : MSH_SUBMESH_AT_face_count;
    al_claim claim = msh_submesh_claim_at(MSH_SUBMESH_FACES, record_of(m, number), field, path);
    claim.reach = first % 3 != 0 ? 0 : al_end_of(m->face_count);
    if (first % 3 != 0)
        al_report(m->file.job->sink, &claim,
                  "submesh begins at index %" PRIu32 ", within a face: it is not a multiple of 3", first);
    else
        al_report(m->file.job->sink, &claim,
                  "submesh has %" PRIu64 " face%s from number %" PRIu64 " on, but the mesh has %" PRIu32,
                  r.end - r.start, AL_S(r.end - r.start), r.start, m->faces);
}

/* msh/index-range reports an index beyond all vertices. */
static bool is_outside(uint16_t index, const range *vertices, uint32_t all)
{
    return index < all && (index < vertices->start || index >= vertices->end);
}

static al_tally faces_outside(const al_items *faces, uint64_t first, const range *vertices, uint32_t all)
{
    al_tally bad = {.count = 0};
    for (uint64_t i = 0; i < al_items_count(faces); i++) {
        const al_span face = al_items_at(faces, i);
        if (is_outside(al_u16_at(face, 0), vertices, all) || is_outside(al_u16_at(face, 2), vertices, all) ||
            is_outside(al_u16_at(face, 4), vertices, all))
            al_tally_add(&bad, first + i);
    }
    return bad;
}

static void check_indices(const msh_file *m, uint32_t number, const al_path *path, const al_items *faces)
{
    const range vertices = range_of(m, number, OF_VERTICES), r = range_of(m, number, OF_FACES);
    const al_span record = record_of(m, number);
    const al_tally bad = faces_outside(faces, r.start, &vertices, m->vertices);
    const al_claim claim = {.rule = MSH_INDEX_OUTSIDE_SUBMESH,
                            .offset = record.base,
                            .length = record.len,
                            .path = *path,
                            .tally = &bad,
                            .reach = al_end_of(m->face_bytes)};
    if (bad.count > 0)
        al_report(m->file.job->sink, &claim,
                  "faces that use vertices outside of the range from %" PRIu64 " to below %" PRIu64
                  ": %" PRIu64 " of %" PRIu64 ", the first is face %" PRIu64,
                  vertices.start, vertices.end, bad.count, al_items_count(faces), bad.first[0]);
}

/* Checks the faces of a submesh against its vertices. False if submeshes share faces so often that the work
 * budget is used up. */
static bool check_drawn(const msh_file *m, uint32_t number, const al_path *path, al_work *work)
{
    const range r = range_of(m, number, OF_FACES);
    const al_span record = record_of(m, number);
    const bool aligned = al_u32_at(record, MSH_SUBMESH_AT_index_start) % 3 == 0;
    const al_span bytes =
        al_slice_available(m->face_bytes, r.start * MSH_FACE_BYTES, (r.end - r.start) * MSH_FACE_BYTES);
    const al_items faces = al_items_of(bytes, MSH_FACE_BYTES, path, "faces");
    if (!aligned || !m->has_vertices || !m->has_faces)
        return true;
    if (!al_work_pay(work, bytes.len)) {
        const al_claim claim = {
            .rule = MSH_LIMIT, .offset = record.base, .length = record.len, .path = *path, .limit = true};
        al_report(m->file.job->sink, &claim,
                  "faces of this submesh and those after it were not checked: submeshes share faces, which "
                  "have been read %d times",
                  AL_MAX_REREADS);
        return false;
    }
    check_indices(m, number, path, &faces);
    return true;
}

/* ---- All submeshes ------------------------------------------------------------------------------------- */

typedef struct part {
    uint32_t start, number;
} part;

static int by_start(const void *left, const void *right, void *context)
{
    (void)context;
    const part *a = left, *b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* Whether ranges follow one after the other, as exporters write them. */
static bool in_order(const msh_file *m, msh_kind kind)
{
    uint64_t end = 0;
    for (uint32_t i = 0; i < count_of(m); i++) {
        const range r = range_of(m, i, kind);
        if (r.bad || (r.end > r.start && r.start != end))
            return false;
        end = r.end > r.start ? r.end : end;
    }
    return end == total_of(m, kind);
}

/* Gaps and overlaps of the ranges. */
typedef struct coverage {
    uint8_t *off; /* by submesh: its range doesn't start where earlier ones end */
    bool ends_early;
    bool is_huge; /* a reader that copies what each submesh has needs far more memory than the mesh */
    uint64_t end[KINDS];
} coverage;

/* Copies of the mesh that the submeshes may be together, and vertices or faces that small ones may have. */
enum { MOST_COPIES = 4, SPARE_COPIES = 64 };

/* Goes through the ranges in the order of their starts. A range that leaves the mesh may explain a gap, so
 * then only overlaps count. */
static void measure(const msh_file *m, msh_kind kind, const part *parts, uint32_t count, coverage *c)
{
    uint64_t end = 0, copied = 0;
    bool any_bad = false;
    for (uint32_t i = 0; i < count; i++)
        any_bad = any_bad || range_of(m, parts[i].number, kind).bad;
    for (uint32_t i = 0; i < count; i++) {
        const range r = range_of(m, parts[i].number, kind);
        if (!r.bad && (r.start < end || (r.start > end && !any_bad)))
            c->off[parts[i].number] = 1;
        end = !r.bad && r.end > end ? r.end : end;
        copied += r.bad ? 0 : r.end - r.start;
    }
    c->end[kind] = end;
    c->is_huge = c->is_huge || copied > MOST_COPIES * (uint64_t)total_of(m, kind) + SPARE_COPIES;
    c->ends_early = c->ends_early || (!any_bad && end != total_of(m, kind));
}

static bool measure_kind(const msh_file *m, msh_kind kind, part *parts, coverage *c)
{
    uint32_t count = 0;
    c->end[kind] = total_of(m, kind);
    if (!is_known(m, kind) || in_order(m, kind))
        return false;
    for (uint32_t i = 0; i < count_of(m); i++) {
        const range r = range_of(m, i, kind);
        if (r.end > r.start || r.bad)
            parts[count++] = (part){.start = (uint32_t)r.start, .number = i};
    }
    al_sort(parts, count, sizeof *parts, by_start, NULL);
    measure(m, kind, parts, count, c);
    return true;
}

static void report_coverage(const msh_file *m, const coverage *c)
{
    al_tally off = {.count = 0};
    al_claim claim = {.rule = MSH_SUBMESH_COVERAGE,
                      .offset = m->submeshes.base,
                      .length = m->submeshes.len,
                      .path = al_field(NULL, "submeshes"),
                      .level = c->is_huge ? AL_ERROR : AL_WARNING,
                      .reach = AL_WHOLE_FILE};
    for (uint32_t i = 0; i < count_of(m); i++)
        if (c->off[i] != 0)
            al_tally_add(&off, i);
    if (off.count > 0) {
        claim.tally = &off;
        al_report(m->file.job->sink, &claim,
                  "submeshes whose vertices or faces don't start where those of another end: %" PRIu64
                  " of %" PRIu32 ", the first is submesh %" PRIu64,
                  off.count, count_of(m), off.first[0]);
    } else if (c->ends_early) {
        al_report(m->file.job->sink, &claim,
                  "submeshes end at vertex %" PRIu64 " of %" PRIu32 " and at face %" PRIu64 " of %" PRIu32,
                  c->end[OF_VERTICES], m->vertices, c->end[OF_FACES], m->faces);
    }
}

static void check_coverage(const msh_file *m)
{
    const uint32_t count = count_of(m);
    if (count == 0 || count != m->header.submeshes)
        return;
    coverage c = {.off = al_alloc(m->file.job->arena, count, sizeof *c.off)};
    part *parts = al_alloc(m->file.job->arena, count, sizeof *parts);
    if (c.off == NULL || parts == NULL) {
        al_report_no_memory(m->file.job);
        return;
    }
    const bool vertices = measure_kind(m, OF_VERTICES, parts, &c);
    const bool faces = measure_kind(m, OF_FACES, parts, &c);
    if (vertices || faces)
        report_coverage(m, &c);
}

void msh_judge_submeshes(const msh_file *m)
{
    al_work work = al_work_of(m->face_bytes.len, AL_MAX_REREADS);
    bool goes_on = true;
    for (uint32_t i = 0; i < count_of(m); i++) {
        const al_path path = al_item(NULL, "submeshes", i);
        check_vertices(m, i, &path);
        check_faces(m, i, &path);
        goes_on = goes_on && check_drawn(m, i, &path, &work);
    }
    check_coverage(m);
}
