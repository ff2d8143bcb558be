/* marks.c: finds the part of a view that a finding is about, by the path of its field: the longest path of a
 * target that the field is, or is in; and says what to mark for it, in numbers of the view.
 */
#include <string.h>

#include "core/number.h"
#include "core/sort.h"
#include "view/view.h"

enum { CORNERS = 3 };

/* Targets in the order of their fields. Of equal fields, one that says what the elements are comes first. */
static int compare_targets(const void *left, const void *right, void *context)
{
    const al_target *a = left, *b = right;
    (void)context;
    const int order = strcmp(a->field, b->field);
    if (order != 0)
        return order;
    if ((a->marks == AL_MARKS_NOTHING) != (b->marks == AL_MARKS_NOTHING))
        return a->marks == AL_MARKS_NOTHING ? 1 : -1;
    if (a->view != b->view)
        return a->view < b->view ? -1 : 1;
    return a->first < b->first ? -1 : a->first > b->first;
}

/* Compares a target with the first `length` bytes of a field. */
typedef struct prefix {
    const char *text;
    size_t length;
} prefix;

static int compare_prefix(const void *left, const void *right, void *context)
{
    const al_target *target = left;
    const prefix *wanted = right;
    (void)context;
    const int order = strncmp(target->field, wanted->text, wanted->length);
    return order != 0 ? order : target->field[wanted->length] != '\0';
}

static const al_target *find_target(const al_drawing *d, const char *field, size_t length)
{
    const prefix wanted = {.text = field, .length = length};
    const size_t count = (size_t)d->target_count;
    const size_t at = al_lower_bound(d->targets, count, sizeof *d->targets, &wanted, compare_prefix, NULL);
    return at < count && compare_prefix(&d->targets[at], &wanted, NULL) == 0 ? &d->targets[at] : NULL;
}

/* Whether a path may end at that place of a field: "a[1].b" is in "a[1]", and that is in "a". */
static bool ends_name(char next)
{
    return next == '\0' || next == '.' || next == '[';
}

static const al_target *find_longest(const al_drawing *d, const char *field, size_t *length)
{
    for (size_t end = strlen(field); end > 0; end--)
        if (ends_name(field[end])) {
            const al_target *target = find_target(d, field, end);
            *length = end;
            if (target != NULL)
                return target;
        }
    return NULL;
}

/* Some rules are about something else than other findings of the field. */
static void set_marks(const al_drawing *d, const al_format *format, const al_finding *f, al_aim *aim)
{
    aim->marks = aim->target->marks;
    aim->first = aim->target->first;
    for (const al_target_rule *r = d->rules; r != NULL && r->marks != AL_MARKS_NOTHING; r++)
        if (*format->first_rule + r->rule == f->rule_number) {
            aim->marks = r->marks;
            aim->first += r->shift;
        }
}

/* The index behind the target's path: 12 of "bones[12].parent" if the target is "bones". */
static bool index_behind(const char *field, size_t length, uint64_t *index)
{
    char digits[24];
    const size_t count = field[length] == '[' ? strcspn(field + length + 1, "]") : 0;
    if (count >= sizeof digits)
        return false;
    memcpy(digits, field + length + 1, count);
    digits[count] = '\0';
    return al_parse_number(digits, index);
}

static al_aim aim_at(const al_drawing *d, const al_format *format, const al_finding *f)
{
    size_t length;
    al_aim aim = {.target = find_longest(d, f->field, &length)};
    if (aim.target == NULL)
        return aim;
    set_marks(d, format, f, &aim);
    for (unsigned i = 0; i < f->element_count; i++)
        aim.elements[aim.count++] = f->elements[i];
    if (aim.count == 0 && index_behind(f->field, length, &aim.elements[0]))
        aim.count = 1;
    return aim;
}

void al_views_aim(al_drawing *d, const al_format *format, const al_result *result, al_aim *aims)
{
    al_sort(d->targets, (size_t)d->target_count, sizeof *d->targets, compare_targets, NULL);
    for (size_t i = 0; i < result->finding_count; i++)
        aims[i] = aim_at(d, format, &result->findings[i]);
}

bool al_aims_at_vertices(const al_aim *aim, uint32_t view)
{
    return aim->target != NULL && aim->target->view == view &&
           (aim->marks == AL_MARKS_VERTICES || aim->marks == AL_MARKS_POSITIONS);
}

bool al_aims_at_triangles(const al_aim *aim, uint32_t view)
{
    return aim->target != NULL && aim->target->view == view &&
           (aim->marks == AL_MARKS_TRIANGLES || aim->marks == AL_MARKS_INDICES);
}

uint64_t al_aimed_number(const al_aim *aim, unsigned element)
{
    const uint64_t number = aim->elements[element];
    if (aim->target->map != NULL && aim->marks == aim->target->marks)
        return number < aim->target->count ? aim->target->map[number] : UINT32_MAX;
    if (aim->marks == AL_MARKS_INDICES)
        return aim->first + number / 3;
    return aim->marks == AL_MARKS_KEYS ? number : aim->first + number;
}

/* ---- Numbers of the view ------------------------------------------------------------------------------- */

/* Marks of one finding, each kind sorted at the end, without repetitions. */
typedef struct marking {
    al_arena *arena;
    const al_finding *finding;
    const al_view *view;
    const al_left_triangles *left;
    uint32_t *numbers; /* AL_VIEW_MARKS */
    size_t count;
    bool corners; /* some are corners of triangles that can't be drawn */
} marking;

static void add(marking *m, uint32_t number)
{
    if (m->count < AL_VIEW_MARKS)
        m->numbers[m->count++] = number;
}

static void sort_numbers(marking *m)
{
    size_t kept = 0;
    al_sort(m->numbers, m->count, sizeof *m->numbers, al_compare_u32, NULL);
    for (size_t i = 0; i < m->count; i++)
        if (kept == 0 || m->numbers[kept - 1] != m->numbers[i])
            m->numbers[kept++] = m->numbers[i];
    m->count = kept;
}

/* The number in the view of one in the file. False if it is not there. `list` has the numbers of the file
 * that the view has; NULL: it has the first `count`. */
static bool find_number(const uint32_t *list, uint32_t count, uint64_t in_file, uint32_t *place)
{
    if (in_file > UINT32_MAX)
        return false;
    const uint32_t wanted = *place = (uint32_t)in_file;
    if (list == NULL)
        return wanted < count;
    *place = (uint32_t)al_lower_bound(list, count, sizeof wanted, &wanted, al_compare_u32, NULL);
    return *place < count && list[*place] == wanted;
}

static bool find_vertex(const al_view *v, uint64_t in_file, uint32_t *number)
{
    return find_number(v->vertex_of, v->vertex_count, in_file, number);
}

static bool find_triangle(const al_view *v, uint64_t in_file, uint32_t *number)
{
    return find_number(v->triangle_of, v->triangle_count, in_file, number);
}

/* Adds the vertices that can be drawn of a triangle that can't. */
static void add_corners(marking *m, const al_left_triangle *left)
{
    uint32_t number;
    for (int i = 0; i < CORNERS; i++)
        if (find_vertex(m->view, left->corners[i], &number)) {
            add(m, number);
            m->corners = true;
        }
}

/* A vertex that is not drawn is shown by its neighbours. */
static void add_vertex(marking *m, uint64_t in_file)
{
    uint32_t number;
    if (find_vertex(m->view, in_file, &number)) {
        add(m, number);
        return;
    }
    for (size_t i = 0; i < m->left->count; i++) {
        const al_left_triangle *left = &m->left->items[i];
        if (left->corners[0] == in_file || left->corners[1] == in_file || left->corners[2] == in_file)
            add_corners(m, left);
    }
}

/* The triangle that is not drawn, with that number in the file; NULL: it is not among the first ones. */
static const al_left_triangle *find_left(const al_left_triangles *left, uint64_t number)
{
    for (size_t i = 0; i < left->count; i++)
        if (left->items[i].number == number)
            return &left->items[i];
    return NULL;
}

/* ---- What a finding doesn't list ----------------------------------------------------------------------- */

/* A finding lists its first elements. Where the view shows which the others are, all are marked: those with a
 * property that all listed ones have, and that as many have as the finding counts. */
static bool lists_all(const marking *m, const al_aim *aim)
{
    return m->finding->count <= aim->count;
}

static bool is_degenerate(const al_view *v, uint32_t triangle)
{
    const uint32_t *c = v->indices + (size_t)triangle * CORNERS;
    return c[0] == c[1] || c[1] == c[2] || c[0] == c[2];
}

static bool are_degenerate(const marking *m, const al_aim *aim)
{
    const al_view *v = m->view;
    uint64_t count = 0;
    uint32_t number;
    for (uint32_t i = 0; i < v->triangle_count; i++)
        count += is_degenerate(v, i);
    for (unsigned i = 0; i < aim->count; i++)
        if (!find_triangle(v, al_aimed_number(aim, i), &number) || !is_degenerate(v, number))
            return false;
    return !v->part && count == m->finding->count;
}

static void add_degenerate(marking *found, const al_aim *aim)
{
    if (lists_all(found, aim) || !are_degenerate(found, aim))
        return;
    for (uint32_t i = 0; i < found->view->triangle_count; i++)
        if (is_degenerate(found->view, i))
            add(found, i);
}

/* Whether a triangle is left out because of a vertex that the file doesn't have, or else of one that is not
 * finite. */
static bool is_beyond(const al_view *v, const al_left_triangle *left)
{
    return left->corners[0] >= v->vertices || left->corners[1] >= v->vertices ||
           left->corners[2] >= v->vertices;
}

static void add_left(marking *m, bool beyond)
{
    for (size_t i = 0; i < m->left->count; i++)
        if (is_beyond(m->view, &m->left->items[i]) == beyond)
            add_corners(m, &m->left->items[i]);
}

/* All vertices that are not finite, by their neighbours. */
static void add_not_finite(marking *m, const al_aim *aim)
{
    uint32_t number;
    if (lists_all(m, aim) || m->view->not_finite != m->finding->count)
        return;
    for (unsigned i = 0; i < aim->count; i++)
        if (find_vertex(m->view, al_aimed_number(aim, i), &number))
            return;
    add_left(m, false);
}

/* All indices beyond the vertices, by the other corners of their triangles. */
static void add_beyond(marking *m, const al_aim *aim)
{
    if (lists_all(m, aim) || aim->marks != AL_MARKS_INDICES || m->view->beyond != m->finding->count)
        return;
    for (unsigned i = 0; i < aim->count; i++) {
        const al_left_triangle *left = find_left(m->left, al_aimed_number(aim, i));
        if (left == NULL || !is_beyond(m->view, left))
            return;
    }
    add_left(m, true);
}

/* Flags of the vertices that triangles of the view use; NULL if memory is short. */
static uint8_t *find_used(const marking *m)
{
    const al_view *v = m->view;
    uint8_t *used = al_alloc(m->arena, v->vertex_count, 1);
    for (uint64_t i = 0; used != NULL && i < (uint64_t)v->triangle_count * CORNERS; i++)
        used[v->indices[i]] = 1;
    return used;
}

static bool are_unused(const marking *m, const al_aim *aim, const uint8_t *used)
{
    uint64_t count = 0;
    uint32_t number;
    for (uint32_t i = 0; i < m->view->vertex_count; i++)
        count += used[i] == 0;
    for (unsigned i = 0; i < aim->count; i++)
        if (!find_vertex(m->view, al_aimed_number(aim, i), &number) || used[number] != 0)
            return false;
    return count == m->finding->count;
}

/* All vertices that no triangle uses. False if memory is short. */
static bool add_unused(marking *m, const al_aim *aim)
{
    if (lists_all(m, aim) || m->view->part || m->left->count > 0)
        return true;
    const uint8_t *used = find_used(m);
    if (used == NULL)
        return false;
    const bool all = are_unused(m, aim, used);
    for (uint32_t i = 0; all && i < m->view->vertex_count; i++)
        if (used[i] == 0)
            add(m, i);
    return true;
}

/* ---- Kinds of marks ------------------------------------------------------------------------------------ */

static void set_vertices(marking *m, al_view_mark *mark)
{
    sort_numbers(m);
    mark->vertices = m->numbers;
    mark->vertex_count = m->count;
    mark->corners = m->corners;
}

static bool mark_vertices(marking *m, const al_aim *aim, al_view_mark *mark)
{
    for (unsigned i = 0; i < aim->count; i++)
        add_vertex(m, al_aimed_number(aim, i));
    add_not_finite(m, aim);
    const bool added = add_unused(m, aim);
    set_vertices(m, mark);
    return added;
}

/* The corners of triangles that are not drawn. */
static void mark_left_triangles(marking *m, const al_aim *aim, al_view_mark *mark)
{
    for (unsigned i = 0; i < aim->count; i++) {
        const al_left_triangle *left = find_left(m->left, al_aimed_number(aim, i));
        if (left != NULL)
            add_corners(m, left);
    }
    add_beyond(m, aim);
    set_vertices(m, mark);
}

static bool make_runs(const marking *found, al_view_mark *mark)
{
    al_view_run *runs = al_alloc(found->arena, found->count, sizeof *runs);
    for (size_t i = 0; runs != NULL && i < found->count; i++) {
        al_view_run *last = mark->triangle_count > 0 ? &runs[mark->triangle_count - 1] : NULL;
        if (last != NULL && last->first + last->count == found->numbers[i])
            last->count++;
        else
            runs[mark->triangle_count++] = (al_view_run){.first = found->numbers[i], .count = 1};
    }
    mark->triangles = runs;
    return runs != NULL;
}

static bool mark_triangles(marking *m, const al_aim *aim, al_view_mark *mark)
{
    uint32_t number;
    marking found = {.arena = m->arena, .finding = m->finding, .view = m->view};
    found.numbers = al_alloc(m->arena, AL_VIEW_MARKS, sizeof *found.numbers);
    if (found.numbers == NULL)
        return false;
    for (unsigned i = 0; i < aim->count; i++)
        if (find_triangle(m->view, al_aimed_number(aim, i), &number))
            add(&found, number);
    add_degenerate(&found, aim);
    sort_numbers(&found);
    mark_left_triangles(m, aim, mark);
    return make_runs(&found, mark);
}

/* Marks items of a list that has `length` of them. */
static size_t mark_items(marking *m, const al_aim *aim, size_t length, const uint32_t **items)
{
    const bool one = aim->marks == AL_MARKS_RANGE || aim->marks == AL_MARKS_BONE;
    if (one && aim->first < length)
        add(m, aim->first);
    for (unsigned i = 0; i < aim->count && !one; i++) {
        const uint64_t number = al_aimed_number(aim, i);
        if (number < length)
            add(m, (uint32_t)number);
    }
    sort_numbers(m);
    *items = m->numbers;
    return m->count;
}

static void mark_keys(marking *m, const al_aim *aim, al_view_mark *mark)
{
    const al_view *v = m->view;
    mark->track = aim->first < v->track_count ? (int64_t)aim->first : -1;
    if (mark->track < 0 || aim->marks != AL_MARKS_KEYS)
        return;
    mark->key_count = mark_items(m, aim, v->tracks[mark->track].keys, &mark->keys);
}

/* The rows of all levels that the file doesn't have. */
static bool mark_missing(const marking *m, al_view_mark *mark)
{
    const al_view *v = m->view;
    al_view_rows *rows = al_alloc(m->arena, v->level_count, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < v->level_count; i++)
        if (v->levels[i].missing > 0)
            rows[mark->row_count++] = (al_view_rows){
                .level = (uint32_t)i, .first = v->levels[i].first_missing, .count = v->levels[i].missing};
    mark->rows = rows;
    return rows != NULL;
}

/* The rows of pixels: their order is that of a picture with one level. */
static bool mark_pixels(marking *m, const al_aim *aim, al_view_mark *mark)
{
    const al_target *t = aim->target;
    al_view_rows *rows = al_alloc(m->arena, aim->count, sizeof *rows);
    for (unsigned i = 0; i < aim->count && t->count > 0; i++) {
        const uint64_t row = aim->elements[i] / t->count;
        if (row < m->view->height)
            add(m, t->step > 0 ? t->step - 1 - (uint32_t)row : (uint32_t)row);
    }
    sort_numbers(m);
    for (size_t i = 0; rows != NULL && m->view->level_count > 0 && i < m->count; i++)
        rows[mark->row_count++] = (al_view_rows){.first = m->numbers[i], .count = 1};
    mark->rows = rows;
    return rows != NULL;
}

static bool fill_mark(marking *m, const al_aim *aim, al_view_mark *mark)
{
    switch (aim->marks) {
    case AL_MARKS_NOTHING:
    case AL_MARKS_FRAMES: break;
    case AL_MARKS_VERTICES:
    case AL_MARKS_POSITIONS: return mark_vertices(m, aim, mark);
    case AL_MARKS_INDICES:
    case AL_MARKS_TRIANGLES: return mark_triangles(m, aim, mark);
    case AL_MARKS_RANGE: mark->range_count = mark_items(m, aim, m->view->range_count, &mark->ranges); break;
    case AL_MARKS_BONE:
    case AL_MARKS_BONES:
        mark->bone_count = mark_items(m, aim, m->view->bone_count + m->view->skin_name_count, &mark->bones);
        break;
    case AL_MARKS_TRACK:
    case AL_MARKS_KEYS: mark_keys(m, aim, mark); break;
    case AL_MARKS_PIXELS: return mark_pixels(m, aim, mark);
    case AL_MARKS_MISSING: return mark_missing(m, mark);
    }
    return true;
}

/* Whether a finding of elements, or of a view, names none: then it is about all of them. */
static bool is_whole(const al_aim *aim)
{
    const bool named =
        aim->marks == AL_MARKS_RANGE || aim->marks == AL_MARKS_BONE || aim->marks == AL_MARKS_TRACK;
    return aim->count == 0 && !named;
}

/* The marks of keys that are numbered frame by frame: one mark for each track. */
static size_t mark_frames(marking *m, const al_aim *aim, al_view_mark *marks)
{
    const al_target *t = aim->target;
    size_t count = 0;
    for (unsigned i = 0; i < aim->count && t->count > 0; i++) {
        const uint64_t track = aim->first + aim->elements[i] % t->count * t->step;
        const uint64_t key = aim->elements[i] / t->count;
        size_t at = 0;
        while (at < count && marks[at].track != (int64_t)track)
            at++;
        if (track >= m->view->track_count || key >= m->view->tracks[track].keys)
            continue;
        if (at == count) {
            marks[at] = marks[0];
            marks[at].track = (int64_t)track;
            marks[at].keys = m->numbers + (size_t)AL_FINDING_ELEMENTS * at;
            marks[at].key_count = 0;
            count++;
        }
        m->numbers[(size_t)AL_FINDING_ELEMENTS * at + marks[at].key_count++] = (uint32_t)key;
    }
    return count > 0 ? count : 1;
}

bool al_view_add_mark(al_arena *arena, const al_drawing *d, const al_left_triangles *left, const al_aim *aim,
                      const al_finding *finding, al_view_place *place)
{
    if (aim->target == NULL || aim->target->view >= d->view_count)
        return true;
    al_view_mark *marks = al_alloc(arena, AL_FINDING_ELEMENTS, sizeof *marks);
    const uint32_t view = aim->target->view;
    marking m = {.arena = arena, .finding = finding, .view = &d->views[view].view, .left = &left[view]};
    m.numbers = al_alloc(arena, AL_VIEW_MARKS, sizeof *m.numbers);
    if (marks == NULL || m.numbers == NULL)
        return false;
    marks[0] = (al_view_mark){.view = view, .track = -1, .total = finding->count, .whole = is_whole(aim)};
    place->marks = marks;
    place->mark_count = 1;
    if (aim->marks == AL_MARKS_FRAMES)
        place->mark_count = mark_frames(&m, aim, marks);
    return fill_mark(&m, aim, marks);
}
