/* xmf_data_rules.c: rules about the contents of the buffers. Each buffer is inflated once, and every rule
 * looks at the same window while it is in the cache: first with a fast test of the whole window, and at each
 * item only if that finds something.
 */
#include <inttypes.h>
#include <math.h>

#include "core/limits.h"
#include "core/reduce/floats.h"
#include "core/reduce/indices.h"
#include "formats/xmf/xmf.h"
#include "kit/arrays.h"

/* How many bytes of data were read. Buffers may share bytes, so it has a limit. */
typedef struct data_use {
    uint64_t read, inflated;
} data_use;

typedef enum allowance { ALLOWED, READ_TOO_OFTEN, INFLATED_TOO_MUCH } allowance;

/* The state of the check of one file's data. */
typedef struct data_check {
    al_job *job;
    const xmf_file *file;
    data_use spent;
    bool vertices_known; /* xmf_vertex_count */
    uint64_t vertices;
    uint64_t held; /* the most vertices that a vertex buffer really has */
} data_check;

/* Items that break a rule, and the place of the first one in the inflated data. */
typedef struct bad_items {
    al_tally tally;
    uint64_t first_at;
} bad_items;

static void offend(bad_items *o, uint64_t element, uint64_t at)
{
    if (o->tally.count == 0)
        o->first_at = at;
    al_tally_add(&o->tally, element);
}

/* Whether the limits allow reading one more buffer; adds it to `data_use` if so. */
static allowance spend(const al_job *job, const xmf_file *f, const xmf_buffer *b, data_use *spent)
{
    const bool compressed = b->desc.compressed == XMF_ZLIB;
    if (b->stored.len > AL_MAX_REREADS * (uint64_t)f->file.len - spent->read)
        return READ_TOO_OFTEN;
    if (compressed && b->data_size > job->max_inflated - spent->inflated)
        return INFLATED_TOO_MUCH;
    spent->read += b->stored.len;
    spent->inflated += compressed ? b->data_size : 0;
    return ALLOWED;
}

/* False if reading or inflating the buffer would exceed the limits of this file. */
static bool within_limits(data_check *d, const xmf_buffer *b)
{
    const allowance allowed = spend(d->job, d->file, b, &d->spent);
    if (allowed == ALLOWED)
        return true;
    al_claim claim = xmf_data_claim(XMF_LIMIT, b);
    claim.limit = true;
    if (allowed == READ_TOO_OFTEN)
        al_report(d->job->sink, &claim,
                  "buffer was not checked: the buffers share bytes, which have been read %d times",
                  AL_MAX_REREADS);
    else
        al_report(d->job->sink, &claim,
                  "buffer was not checked: its %" PRIu64 " bytes go beyond the limit of %" PRIu64
                  " inflated bytes",
                  b->data_size, d->job->max_inflated);
    return false;
}

/* If data of missing sections is missing, xmf/buffer-sections reports it. */
static void report_inflated_size(const xmf_buffer *b, const al_inflated *r, al_sink *s)
{
    if (b->desc.num_sections != 1)
        return;
    al_claim claim = xmf_data_claim(XMF_INFLATED_SIZE, b);
    claim.in_inflated = true;
    claim.inflated_offset = r->produced;
    claim.expected = al_uint(b->data_size);
    if (r->verdict == AL_INFLATE_SHORT) {
        claim.actual = al_uint(r->produced);
        al_report(s, &claim, "buffer inflates to %" PRIu64 " byte%s, %d item%s of %d byte%s need %" PRIu64,
                  r->produced, AL_S(r->produced), (int)b->desc.items_per_section,
                  AL_S(b->desc.items_per_section), (int)b->desc.item_size, AL_S(b->desc.item_size),
                  b->data_size);
    } else {
        claim.actual = al_text("more");
        al_report(s, &claim, "buffer inflates to more than the %" PRIu64 " byte%s of its %d item%s",
                  b->data_size, AL_S(b->data_size), (int)b->desc.items_per_section,
                  AL_S(b->desc.items_per_section));
    }
}

static void report_inflate(const xmf_buffer *b, const al_inflated *r, al_sink *s)
{
    al_claim claim = xmf_data_claim(XMF_INFLATE, b);
    claim.in_inflated = true;
    claim.inflated_offset = r->produced;
    if (r->verdict == AL_INFLATE_TRUNCATED)
        al_report(s, &claim,
                  "compressed data ends before its end mark, after %" PRIu64 " of %" PRIu64 " bytes",
                  r->produced, b->data_size);
    else
        al_report(s, &claim, "compressed data is damaged after %" PRIu64 " of %" PRIu64 " bytes: %s",
                  r->produced, b->data_size, r->why != NULL ? r->why : "not a zlib stream");
}

static void check_stream_trailing(const xmf_buffer *b, const al_inflated *r, al_sink *s)
{
    const al_span rest = al_slice_available(b->stored, r->consumed, UINT64_MAX);
    al_claim claim = xmf_data_claim(XMF_STREAM_TRAILING, b);
    claim.offset = rest.base;
    claim.length = rest.len;
    if (rest.len > 0)
        al_report(s, &claim, "%zu of the buffer's %zu bytes follow the end of its compressed data", rest.len,
                  b->stored.len);
}

/* Checks the result of inflating. True if rules can check the inflated data. */
static bool check_stream(data_check *d, const xmf_buffer *b, const al_inflated *r)
{
    switch (r->verdict) {
    case AL_INFLATE_WHOLE: check_stream_trailing(b, r, d->job->sink); return true;
    case AL_INFLATE_SHORT:
    case AL_INFLATE_LONG: report_inflated_size(b, r, d->job->sink); return true;
    case AL_INFLATE_TRUNCATED:
    case AL_INFLATE_CORRUPT: report_inflate(b, r, d->job->sink); return false;
    case AL_INFLATE_NO_MEMORY: {
        const al_claim claim = xmf_data_claim(XMF_LIMIT, b);
        al_report_memory_limit(d->job, XMF_LIMIT, claim.path, claim.offset, claim.length);
        return false;
    }
    }
    return false;
}

/* A claim about items of a buffer. If the buffer is not compressed, the place of the first is in the file. */
static al_claim bad_items_claim(size_t rule, const xmf_buffer *b, const bad_items *o)
{
    al_claim claim = xmf_data_claim(rule, b);
    claim.tally = &o->tally;
    claim.in_inflated = b->desc.compressed == XMF_ZLIB;
    claim.inflated_offset = o->first_at;
    return claim;
}

/* ---- Vertices ---- */

typedef struct vertex_scan {
    const xmf_buffer *buffer;
    bool judged; /* the components are known from the declaration */
    al_lanes *lanes;
    bad_items not_finite[XMF_MAX_ELEMENTS];
    const xmf_component *position; /* POSITION 0, of three floats or half floats at least; NULL: none */
    al_positions positions;
    bool measured; /* the bounds are needed */
    al_mesh_bounds bounds;
} vertex_scan;

static al_lane_kind lane_of(const vertex_scan *v, const xmf_component *c)
{
    if (!xmf_is_float(c))
        return AL_LANE_OTHER;
    if (c->form.type == AL_TYPE_f16)
        return AL_LANE_F16_PAIR;
    return c == v->position ? AL_LANE_FAR_F32 : AL_LANE_F32;
}

static bool set_lanes(vertex_scan *v)
{
    enum { MAX_WORDS = XMF_MAX_ELEMENTS * 4 }; /* the largest types have 16 bytes */
    al_lane_kind kinds[MAX_WORDS];
    const xmf_buffer *b = v->buffer;
    uint32_t words = 0;
    for (uint32_t i = 0; i < b->component_count; i++) {
        const xmf_component *c = &b->components[i];
        for (uint32_t w = 0; w < c->size / 4; w++)
            kinds[words++] = lane_of(v, c);
    }
    return al_lanes_set(v->lanes, kinds, words);
}

static bool component_is_finite(al_span vertex, const xmf_component *c)
{
    const uint32_t size = al_scalar_size(c->form.type);
    for (uint32_t i = 0; i < c->form.numbers; i++) {
        const uint64_t at = c->form.at + (uint64_t)i * size;
        if (!isfinite(size == 2 ? al_f16_at(vertex, at) : al_f32_at(vertex, at)))
            return false;
    }
    return true;
}

/* Finds the components that are not finite. */
static void find_not_finite(vertex_scan *v, al_span vertex)
{
    const xmf_buffer *b = v->buffer;
    for (uint32_t i = 0; i < b->component_count; i++) {
        const xmf_component *c = &b->components[i];
        if (xmf_is_float(c) && !component_is_finite(vertex, c))
            offend(&v->not_finite[i], vertex.base / b->vertex_size, vertex.base + c->form.at);
    }
}

/* Looks at the vertices that may have a number that is not finite, or a position that is too far away. */
static void check_odd_vertices(vertex_scan *v, al_span window)
{
    const uint32_t size = v->buffer->vertex_size;
    const uint64_t count = window.len / size;
    for (uint64_t i = 0; (i = al_next_not_finite(window, v->lanes, size, i)) < count; i++) {
        const al_span vertex = al_slice_available(window, i * size, size);
        find_not_finite(v, vertex);
        if (v->position != NULL)
            al_positions_find_beyond(&v->positions, vertex, &v->position->form, vertex.base / size);
    }
}

static void check_vertices_window(void *context, al_span window)
{
    vertex_scan *v = context;
    if (!v->judged)
        return;
    if (v->position != NULL)
        al_positions_take(&v->positions, window, &v->position->form);
    if (v->measured)
        xmf_bounds_extend(&v->bounds, v->position, window);
    if (al_any_not_finite(window, v->lanes))
        check_odd_vertices(v, window);
}

static void check_not_finite(const vertex_scan *v, al_sink *s)
{
    const xmf_buffer *b = v->buffer;
    for (uint32_t i = 0; i < b->component_count; i++) {
        const xmf_component *c = &b->components[i];
        const bad_items *o = &v->not_finite[i];
        const char *usage = al_find_word(&xmf_declusage_words, c->usage);
        if (o->tally.count == 0)
            continue;
        al_claim claim = bad_items_claim(XMF_NOT_FINITE, b, o);
        claim.path = al_field(&c->path, "data");
        claim.level = c->usage == XMF_POSITION ? AL_ERROR : AL_WARNING;
        al_report(s, &claim,
                  "vertices whose %s %d is not finite: %" PRIu64 " of %" PRIu64
                  ", the first is vertex %" PRIu64,
                  usage != NULL ? usage : "element", (int)c->usage_index, o->tally.count, b->items,
                  o->tally.first[0]);
    }
}

static void check_vertex_positions(const vertex_scan *v, bool whole, al_sink *s)
{
    static const al_position_rules rules = {XMF_POSITION_RANGE, XMF_NO_EXTENT};
    if (v->position == NULL || al_positions_are_right(&v->positions))
        return;
    const al_form *form = &v->position->form;
    const bad_items beyond = {.first_at = v->positions.beyond.first[0] * form->stride + form->at};
    al_claim claim = bad_items_claim(0, v->buffer, &beyond);
    claim.tally = NULL;
    claim.path = al_field(&v->position->path, "data");
    al_check_positions(s, &v->positions, &rules, &claim, whole, "");
}

/* Rules across files compare the bounds of meshes, so this pass measures them if they need it. */
static void begin_bounds(vertex_scan *v, const data_check *d)
{
    v->measured = d->job->bounds != NULL && v->judged && v->buffer == xmf_position_buffer(d->file);
    if (v->measured)
        xmf_bounds_begin(&v->bounds, v->buffer);
}

static void end_bounds(const vertex_scan *v, const data_check *d, al_inflate_verdict verdict)
{
    if (v->measured && verdict == AL_INFLATE_WHOLE && xmf_bounds_end(&v->bounds))
        *d->job->bounds = v->bounds;
}

static void check_vertices(data_check *d, const xmf_buffer *b)
{
    al_lanes lanes; /* not a part of the scan, which is zeroed */
    vertex_scan v = {.buffer = b, .lanes = &lanes, .position = xmf_find_position(b)};
    /* half floats can't be too far away */
    if (v.position != NULL && v.position->form.type == AL_TYPE_f32)
        v.positions.most = AL_FAR_POSITION;
    v.judged = b->layout_known && b->desc.item_size == (int64_t)b->vertex_size && set_lanes(&v);
    begin_bounds(&v, d);
    const uint32_t granule = v.judged ? b->vertex_size : 1;
    const al_inflated r = xmf_visit_data(d->job->inflater, b, granule, check_vertices_window, &v);
    const bool all = r.verdict == AL_INFLATE_WHOLE || r.verdict == AL_INFLATE_LONG;
    if (all && b->desc.item_size > 0 && b->items > d->held) /* items without bytes prove nothing */
        d->held = b->items;
    end_bounds(&v, d, r.verdict);
    if (!check_stream(d, b, &r))
        return;
    check_not_finite(&v, d->job->sink);
    check_vertex_positions(&v, all, d->job->sink);
}

/* ---- Indices ---- */

typedef struct index_scan {
    const xmf_buffer *buffer;
    bool wide;     /* 32 bit */
    uint32_t size; /* bytes of an index */
    bool bounded;  /* the number of vertices is known */
    uint32_t vertices;
    uint8_t *seen; /* one byte for each vertex, or NULL */
    uint32_t highest;
    bad_items range, degenerate;
} index_scan;

static uint32_t index_at(const index_scan *x, al_span window, uint64_t number)
{
    return x->wide ? al_u32_at(window, number * 4) : al_u16_at(window, number * 2);
}

/* Looks at one block of the window after the other, and at each index only if a fast test of the block finds
 * something: most have nothing to find. */
enum { BLOCK = 960 }; /* bytes, of whole triangles */

static bool any_degenerate(const index_scan *x, al_span indices)
{
    bool degenerate;
    if (!x->wide)
        return al_any_degenerate_u16(indices);
    (void)al_max_of_triangles_u32(indices, &degenerate);
    return degenerate;
}

static void find_out_of_range(index_scan *x, al_span window)
{
    for (uint64_t at = 0; at < window.len; at += BLOCK) {
        const al_span block = al_slice_available(window, at, BLOCK);
        if ((x->wide ? al_max_u32(block) : al_max_u16(block)) < x->vertices)
            continue;
        for (uint64_t i = 0; i < block.len / x->size; i++)
            if (index_at(x, block, i) >= x->vertices)
                offend(&x->range, block.base / x->size + i, block.base + i * x->size);
    }
}

static void find_degenerate(index_scan *x, al_span window)
{
    for (uint64_t at = 0; at < window.len; at += BLOCK) {
        const al_span block = al_slice_available(window, at, BLOCK);
        if (!any_degenerate(x, block))
            continue;
        for (uint64_t i = 0; i + 3 <= block.len / x->size; i += 3) {
            const uint32_t a = index_at(x, block, i), b = index_at(x, block, i + 1),
                           c = index_at(x, block, i + 2);
            if (a == b || b == c || c == a)
                offend(&x->degenerate, (block.base / x->size + i) / 3, block.base + i * x->size);
        }
    }
}

static void check_indices_window(void *context, al_span window)
{
    index_scan *x = context;
    const uint32_t highest = x->wide ? al_max_u32(window) : al_max_u16(window);
    const uint32_t limit = x->seen != NULL ? x->vertices : 0;
    const uint64_t degenerate = x->wide ? al_scan_triangles_u32(window, x->seen, limit)
                                        : al_scan_triangles_u16(window, x->seen, limit);
    x->highest = highest > x->highest ? highest : x->highest;
    if (x->bounded && highest >= x->vertices)
        find_out_of_range(x, window);
    if (degenerate > 0)
        find_degenerate(x, window);
}

static void check_index_range(const index_scan *x, al_sink *s)
{
    if (x->range.tally.count == 0)
        return;
    const al_claim claim = bad_items_claim(XMF_INDEX_RANGE, x->buffer, &x->range);
    al_report(s, &claim, "indices beyond the %u vertices: %" PRIu64 " of %" PRIu64 ", the highest is %u",
              x->vertices, x->range.tally.count, x->buffer->items, x->highest);
}

static void check_degenerate(const index_scan *x, al_sink *s)
{
    if (x->degenerate.tally.count == 0)
        return;
    const al_claim claim = bad_items_claim(XMF_DEGENERATE_TRIANGLE, x->buffer, &x->degenerate);
    al_report(s, &claim,
              "triangles that use a vertex twice: %" PRIu64 " of %" PRIu64 ", the first is triangle %" PRIu64,
              x->degenerate.tally.count, x->buffer->items / 3, x->degenerate.tally.first[0]);
}

static void check_unreferenced(const index_scan *x, al_sink *s)
{
    const al_span seen = al_span_of(x->seen, x->seen != NULL ? x->vertices : 0);
    al_tally unseen = {.count = 0};
    const uint64_t count = al_count_unmarked(seen);
    if (count == 0)
        return;
    for (uint64_t i = al_find_unmarked(seen, 0); i < seen.len && unseen.count < AL_FINDING_ELEMENTS;
         i = al_find_unmarked(seen, i + 1))
        al_tally_add(&unseen, i);
    unseen.count = count;
    al_claim claim = xmf_data_claim(XMF_UNREFERENCED_VERTEX, x->buffer);
    claim.tally = &unseen;
    al_report(s, &claim, "vertices that no index uses: %" PRIu64 " of %u, the first is vertex %" PRIu64,
              unseen.count, x->vertices, unseen.first[0]);
}

/* Allocates memory for xmf/unreferenced-vertex: a byte for each vertex that really exists, so never more
 * than was inflated. */
static bool start_seen(data_check *d, index_scan *x)
{
    if (!x->bounded || x->vertices > d->held || x->buffer != xmf_index_buffer(d->file) ||
        !al_rule_is_on(d->job->sink, XMF_UNREFERENCED_VERTEX))
        return true;
    x->seen = al_alloc(d->job->arena, x->vertices, 1);
    return x->seen != NULL;
}

/* Whether the indices can be read; otherwise xmf/index-format reports why. */
static bool has_indices(const xmf_buffer *b)
{
    return (b->desc.format == XMF_INDICES_16 && b->desc.item_size == 2) ||
           (b->desc.format == XMF_INDICES_32 && b->desc.item_size == 4);
}

static void ignore_bytes(void *context, al_span window)
{
    (void)context, (void)window;
}

/* Checks only the compressed stream. */
static void check_stream_alone(data_check *d, const xmf_buffer *b)
{
    const al_inflated r = xmf_visit_data(d->job->inflater, b, 1, ignore_bytes, NULL);
    (void)check_stream(d, b, &r);
}

static void check_indices(data_check *d, const xmf_buffer *b)
{
    index_scan x = {.buffer = b, .wide = b->desc.format == XMF_INDICES_32};
    x.size = x.wide ? 4 : 2;
    x.bounded = d->vertices_known && d->vertices <= UINT32_MAX;
    x.vertices = x.bounded ? (uint32_t)d->vertices : 0;
    if (!start_seen(d, &x)) {
        const al_claim claim = xmf_data_claim(XMF_LIMIT, b);
        al_report_memory_limit(d->job, XMF_LIMIT, claim.path, claim.offset, claim.length);
    }
    const al_inflated r = xmf_visit_data(d->job->inflater, b, 3 * x.size, check_indices_window, &x);
    if (!check_stream(d, b, &r))
        return;
    check_index_range(&x, d->job->sink);
    check_degenerate(&x, d->job->sink);
    if (r.verdict != AL_INFLATE_SHORT)
        check_unreferenced(&x, d->job->sink);
}

/* Checks vertices first, wherever the index buffer is: then the number of existing vertices is known. */
void xmf_judge_data(al_job *job, const xmf_file *f)
{
    data_check d = {.job = job, .file = f};
    d.vertices_known = xmf_vertex_count(f, &d.vertices);
    for (int indices = 0; indices <= 1; indices++) {
        for (uint32_t i = 0; i < f->buffer_count; i++) {
            const xmf_buffer *b = &f->buffers[i];
            if (b->is_index != (indices == 1))
                continue;
            if (!xmf_has_data(b) || !within_limits(&d, b))
                continue;
            if (!b->is_index)
                check_vertices(&d, b);
            else if (has_indices(b))
                check_indices(&d, b);
            else
                check_stream_alone(&d, b);
        }
    }
}
