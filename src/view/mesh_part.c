/* mesh_part.c: leaves out of a mesh what can't be drawn: vertices that are not finite, triangles that use one
 * of them or a vertex beyond the last. A large mesh is thinned by cells, so that it stays a surface: all
 * vertices in a cell of a grid become its first one, and triangles within a cell or two are left out.
 * Vertices and triangles keep their order.
 */
#include <math.h>
#include <string.h>

#include "core/sort.h"
#include "view/view.h"

enum { AXES = 3, UV = 2, SKIN = 4, MOST_LEFT = 1000 };
enum { FINITE = 1, MARKED = 2, USED = 4 }; /* flags of a vertex */

enum {
    FINEST = 256,
    COARSEST = 16,
    SLOTS = 1 << 18,
    MOST_CELLS = SLOTS / 2,
    FEWEST_LEFT = AL_VIEW_TRIANGLES / 8
};

#define NO_VERTEX UINT32_MAX

typedef struct part {
    al_arena *arena;
    al_drawn *drawn;
    al_drawn_mesh *mesh;
    uint8_t *vertices;     /* flags */
    uint8_t *marked;       /* triangles: 1 if a finding is about it */
    uint32_t *new_numbers; /* of vertices; before that the vertex that stands for each one, if `thinned` */
    bool thinned;
    uint32_t *vertex_of, *triangle_of;
    uint32_t step; /* each `step`-th triangle is kept of those that the cells leave */
    al_left_triangles *left;
} part;

/* ---- What is marked ------------------------------------------------------------------------------------ */

static void mark_elements(part *p, const al_aim *aims, size_t count)
{
    const uint32_t view = p->mesh->number;
    for (size_t i = 0; i < count; i++)
        for (unsigned e = 0; e < aims[i].count; e++) {
            const bool vertex = al_aims_at_vertices(&aims[i], view);
            if (!vertex && !al_aims_at_triangles(&aims[i], view))
                continue;
            const uint64_t number = al_aimed_number(&aims[i], e);
            if (vertex && number < p->mesh->read_vertices)
                p->vertices[number] |= MARKED;
            else if (!vertex && number < p->mesh->read_triangles)
                p->marked[number] = 1;
        }
}

static bool is_about_positions(const part *p, const al_aim *aims, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (aims[i].target != NULL && aims[i].target->view == p->mesh->number &&
            aims[i].target->marks == AL_MARKS_POSITIONS)
            return true;
    return false;
}

/* ---- What can be drawn --------------------------------------------------------------------------------- */

static void find_finite(part *p)
{
    const float *at = p->mesh->positions;
    for (uint32_t i = 0; i < p->mesh->read_vertices; i++, at += AXES) {
        if (isfinite(at[0]) && isfinite(at[1]) && isfinite(at[2]))
            p->vertices[i] |= FINITE;
        else
            p->drawn->view.not_finite++;
    }
}

static bool is_drawable(const part *p, const uint32_t *corners)
{
    for (int c = 0; c < AXES; c++)
        if (corners[c] >= p->mesh->read_vertices || (p->vertices[corners[c]] & FINITE) == 0)
            return false;
    return true;
}

/* Counts the triangles that can be drawn; keeps the first that can't. */
static uint32_t count_drawable(part *p)
{
    const al_drawn_mesh *m = p->mesh;
    uint32_t drawable = 0;
    for (uint32_t i = 0; i < m->read_triangles; i++) {
        const uint32_t *corners = m->indices + (size_t)i * AXES;
        const bool whole = is_drawable(p, corners);
        for (int c = 0; c < AXES; c++)
            p->drawn->view.beyond += corners[c] >= m->vertices;
        drawable += whole;
        if (!whole && p->left->count < MOST_LEFT) {
            al_left_triangle *left = &p->left->items[p->left->count++];
            left->number = i;
            memcpy(left->corners, corners, sizeof left->corners);
        }
    }
    return drawable;
}

/* ---- Cells --------------------------------------------------------------------------------------------- */

/* A grid over the finite vertices. */
typedef struct grid {
    double low[AXES], side; /* of a cell */
    uint32_t *slots;        /* a hash table: the first vertex of each cell */
    uint32_t cells;
} grid;

/* The sides of the box of the finite vertices; returns the longest one. */
static double measure(const part *p, double low[AXES])
{
    double longest = 0;
    for (int axis = 0; axis < AXES; axis++) {
        double high = -(double)INFINITY;
        low[axis] = (double)INFINITY;
        for (uint32_t i = 0; i < p->mesh->read_vertices; i++) {
            const double x = (double)p->mesh->positions[(size_t)i * AXES + (size_t)axis];
            if ((p->vertices[i] & FINITE) == 0)
                continue;
            low[axis] = x < low[axis] ? x : low[axis];
            high = x > high ? x : high;
        }
        longest = high - low[axis] > longest ? high - low[axis] : longest;
    }
    return longest;
}

/* The number of a cell: FINEST fits into nine bits. */
static uint32_t cell_of(const part *p, const grid *g, uint32_t vertex)
{
    uint32_t cell = 0;
    for (int axis = 0; axis < AXES; axis++) {
        const double x = (double)p->mesh->positions[(size_t)vertex * AXES + (size_t)axis];
        cell = cell << 9 | (uint32_t)((x - g->low[axis]) / g->side);
    }
    return cell;
}

/* The first vertex in the cell of one, which may be itself; NO_VERTEX: there are too many cells. */
static uint32_t first_in_cell(const part *p, grid *g, uint32_t vertex)
{
    const uint32_t cell = cell_of(p, g, vertex);
    uint32_t slot = (uint32_t)(((uint64_t)cell * 2654435761U >> 8) % SLOTS); /* 2^32 / the golden ratio */
    while (g->slots[slot] != NO_VERTEX && cell_of(p, g, g->slots[slot]) != cell)
        slot = (slot + 1) % SLOTS;
    if (g->slots[slot] == NO_VERTEX && g->cells++ < MOST_CELLS)
        g->slots[slot] = vertex;
    return g->slots[slot];
}

/* Finds the vertex that stands for each one. False: there are too many cells. */
static bool find_cells(part *p, grid *g)
{
    g->cells = 0;
    for (uint32_t i = 0; i < SLOTS; i++)
        g->slots[i] = NO_VERTEX;
    for (uint32_t i = 0; i < p->mesh->read_vertices; i++) {
        if ((p->vertices[i] & FINITE) == 0)
            continue;
        p->new_numbers[i] = first_in_cell(p, g, i);
        if (p->new_numbers[i] == NO_VERTEX)
            return false;
    }
    return true;
}

/* The corners that a triangle has when it is drawn. False: it lies within a cell or two. */
static bool thin_corners(const part *p, uint32_t triangle, uint32_t corners[AXES])
{
    memcpy(corners, p->mesh->indices + (size_t)triangle * AXES, AXES * sizeof *corners);
    if (!p->thinned || p->marked[triangle] != 0)
        return true;
    for (int c = 0; c < AXES; c++)
        corners[c] = p->new_numbers[corners[c]];
    return corners[0] != corners[1] && corners[1] != corners[2] && corners[0] != corners[2];
}

static uint32_t count_thinned(const part *p)
{
    uint32_t corners[AXES], count = 0;
    for (uint32_t i = 0; i < p->mesh->read_triangles; i++)
        count += is_drawable(p, p->mesh->indices + (size_t)i * AXES) && thin_corners(p, i, corners);
    return count;
}

/* Makes cells as small as possible. What is too much even with the largest ones is thinned by number, and so
 * is a mesh of which cells leave little: a vertex far away makes them too large. False if memory is short. */
static bool thin(part *p, uint32_t drawable)
{
    grid g = {.slots = al_alloc(p->arena, SLOTS, sizeof *g.slots)};
    const double longest = measure(p, g.low);
    uint32_t count = UINT32_MAX;
    if (g.slots == NULL)
        return false;
    p->thinned = true;
    for (uint32_t sides = FINEST; count > AL_VIEW_TRIANGLES && sides >= COARSEST; sides -= sides / 4) {
        g.side = longest > 0 ? longest / (sides - 0.5) : 1; /* the last vertex is within the last cell, too */
        count = find_cells(p, &g) ? count_thinned(p) : UINT32_MAX;
    }
    if (count < FEWEST_LEFT) {
        p->thinned = false;
        count = drawable;
    }
    p->step = (count + AL_VIEW_TRIANGLES - 1) / AL_VIEW_TRIANGLES;
    return true;
}

/* Moves the triangles that are kept to the front. Their indices are still those of the file. */
static void keep_triangles(part *p)
{
    al_drawn_mesh *m = p->mesh;
    uint32_t kept = 0, drawable = 0;
    for (uint32_t i = 0; i < m->read_triangles; i++) {
        uint32_t corners[AXES];
        if (!is_drawable(p, m->indices + (size_t)i * AXES) || !thin_corners(p, i, corners))
            continue;
        if (drawable++ % p->step != 0 && p->marked[i] == 0)
            continue;
        for (int c = 0; c < AXES; c++)
            p->vertices[corners[c]] |= USED;
        memcpy(m->indices + (size_t)kept * AXES, corners, sizeof corners);
        p->triangle_of[kept++] = i;
    }
    p->drawn->view.triangle_count = kept;
}

/* ---- Vertices ------------------------------------------------------------------------------------------ */

/* Moves what an array has of a vertex; the array may be NULL. */
static void move_item(void *array, size_t size, uint32_t from, uint32_t to)
{
    uint8_t *items = array;
    if (items != NULL)
        memmove(items + to * size, items + from * size, size);
}

static void move_vertex(const al_drawn_mesh *m, uint32_t from, uint32_t to)
{
    move_item(m->positions, AXES * sizeof *m->positions, from, to);
    move_item(m->normals, AXES, from, to);
    move_item(m->tangents, AXES, from, to);
    for (uint32_t i = 0; i < m->uv_count; i++)
        move_item(m->uvs[i], UV * sizeof *m->uvs[i], from, to);
    move_item(m->skin_bones, SKIN * sizeof *m->skin_bones, from, to);
    move_item(m->skin_weights, SKIN, from, to);
    move_item(m->skin_flaws, 1, from, to);
}

/* Without a choice of triangles all finite vertices are drawn, also unused ones. */
static void keep_vertices(part *p)
{
    const unsigned wanted = p->drawn->view.part ? USED | MARKED : FINITE;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->mesh->read_vertices; i++) {
        p->new_numbers[i] = NO_VERTEX;
        if ((p->vertices[i] & FINITE) == 0 || (p->vertices[i] & wanted) == 0)
            continue;
        move_vertex(p->mesh, i, kept);
        p->vertex_of[kept] = i;
        p->new_numbers[i] = kept++;
    }
    p->drawn->view.vertex_count = kept;
    const uint64_t corners = (uint64_t)p->drawn->view.triangle_count * AXES;
    for (uint64_t i = 0; i < corners; i++)
        p->mesh->indices[i] = p->new_numbers[p->mesh->indices[i]];
}

static void measure_box(al_view *v)
{
    for (uint32_t i = 0; i < v->vertex_count; i++)
        for (int axis = 0; axis < AXES; axis++) {
            const float x = v->positions[(size_t)i * AXES + (size_t)axis];
            v->box[axis] = i == 0 || x < v->box[axis] ? x : v->box[axis];
            v->box[axis + AXES] = i == 0 || x > v->box[axis + AXES] ? x : v->box[axis + AXES];
        }
}

/* ---- Ranges -------------------------------------------------------------------------------------------- */

/* The number in the view of the first triangle from that one of the file on. */
static uint32_t first_from(const part *p, uint32_t triangle)
{
    return (uint32_t)al_lower_bound(p->triangle_of, p->drawn->view.triangle_count, sizeof triangle, &triangle,
                                    al_compare_u32, NULL);
}

static bool move_ranges(const part *p)
{
    al_view *v = &p->drawn->view;
    al_view_range *ranges = al_alloc(p->arena, v->range_count, sizeof *ranges);
    if (ranges == NULL)
        return false;
    for (size_t i = 0; i < v->range_count; i++) {
        const uint32_t end = v->ranges[i].first + v->ranges[i].count;
        ranges[i] = v->ranges[i];
        ranges[i].first = first_from(p, ranges[i].first);
        ranges[i].count = first_from(p, end) - ranges[i].first;
    }
    v->ranges = ranges;
    return true;
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

static bool allocate(part *p)
{
    const al_drawn_mesh *m = p->mesh;
    p->vertices = al_alloc(p->arena, m->read_vertices, 1);
    p->marked = al_alloc(p->arena, m->read_triangles, 1);
    p->new_numbers = al_alloc(p->arena, m->read_vertices, sizeof *p->new_numbers);
    p->vertex_of = al_alloc(p->arena, m->read_vertices, sizeof *p->vertex_of);
    p->triangle_of = al_alloc(p->arena, m->read_triangles, sizeof *p->triangle_of);
    p->left->items = al_alloc(p->arena, MOST_LEFT, sizeof *p->left->items);
    return p->vertices != NULL && p->marked != NULL && p->new_numbers != NULL && p->vertex_of != NULL &&
           p->triangle_of != NULL && p->left->items != NULL;
}

static void show(part *p)
{
    al_view *v = &p->drawn->view;
    const al_drawn_mesh *m = p->mesh;
    v->positions = m->positions;
    v->normals = m->normals;
    v->tangents = m->tangents;
    v->uv_count = m->uv_count;
    for (uint32_t i = 0; i < m->uv_count; i++)
        v->uvs[i] = m->uvs[i];
    v->indices = m->indices;
    v->skin_bones = m->skin_bones;
    v->skin_weights = m->skin_weights;
    v->skin_flaws = m->skin_flaws;
    v->vertex_of = v->vertex_count < m->read_vertices ? p->vertex_of : NULL;
    v->triangle_of = v->triangle_count < m->read_triangles ? p->triangle_of : NULL;
}

bool al_view_mesh_part(al_arena *arena, al_drawn *drawn, const al_aim *aims, size_t aim_count,
                       al_left_triangles *left)
{
    part p = {.arena = arena, .drawn = drawn, .mesh = drawn->mesh, .left = left};
    if (!allocate(&p))
        return false;
    mark_elements(&p, aims, aim_count);
    find_finite(&p);
    p.step = 1;
    const uint32_t drawable = count_drawable(&p);
    drawn->view.part = drawable > AL_VIEW_TRIANGLES;
    if (drawn->view.part && !thin(&p, drawable))
        return false;
    drawn->view.exact = is_about_positions(&p, aims, aim_count);
    keep_triangles(&p);
    keep_vertices(&p);
    show(&p);
    measure_box(&drawn->view);
    return move_ranges(&p);
}

void al_view_clean_skin(al_drawn *mesh, size_t bone_count)
{
    const uint64_t slots = (uint64_t)mesh->view.vertex_count * SKIN;
    al_drawn_mesh *m = mesh->mesh;
    for (uint64_t i = 0; m->skin_bones != NULL && i < slots; i++)
        if (m->skin_bones[i] >= bone_count)
            m->skin_bones[i] = m->skin_weights[i] = 0;
}
