/* marks.c: finds the part of a view that a finding is about, by the path of its field: the longest path of a
 * target that the field is, or is in.
 */
#include <string.h>

#include "core/number.h"
#include "core/sort.h"
#include "view/view.h"

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
    if (count == 0 || count >= sizeof digits)
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
    const bool whole = aim->marks == AL_MARKS_RANGE || aim->marks == AL_MARKS_BONE ||
                       aim->marks == AL_MARKS_TRACK || aim->marks == AL_MARKS_KEYS ||
                       aim->marks == AL_MARKS_FRAMES;
    return whole ? number : aim->first + number;
}
