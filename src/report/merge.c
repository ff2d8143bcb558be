/* merge.c: reads parts side by side. */
#include "report/merge.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/digits.h"
#include "core/sort.h"
#include "engine/result.h"
#include "report/texts.h"

/* ---- Whether they belong together ---------------------------------------------------------------------- */

static int by_number(const void *left, const void *right, void *context)
{
    const uint64_t a = ((const part_reader *)left)->summary.part.number;
    const uint64_t b = ((const part_reader *)right)->summary.part.number;
    (void)context;
    return (a > b) - (a < b);
}

static bool refuse(merge *m, part_reader *part)
{
    m->wrong = part;
    return false;
}

static bool is_of_run(merge *m, part_reader *part, const part_reader *first)
{
    const report_part *a = &first->summary.part, *b = &part->summary.part;
    if (b->count != a->count)
        part_refuse_shard(part, "this part is one of %" PRIu64 ", but %.200s is one of %" PRIu64, b->count,
                          first->name, a->count);
    else if (b->files != a->files)
        part_refuse_shard(
            part, "this part is of another run than %.200s: not the same files were there to be checked",
            first->name);
    else if (b->options != a->options)
        part_refuse_shard(part, "this part is of another run than %.200s: the options were others",
                          first->name);
    else
        return true;
    return refuse(m, part);
}

static bool is_complete(merge *m, part_reader *first)
{
    const uint64_t count = first->summary.part.count;
    uint64_t missing = 1;
    for (size_t i = 0; i < m->count; i++) {
        part_reader *part = &m->parts[i];
        if (i > 0 && by_number(part - 1, part, NULL) == 0) {
            part_refuse_shard(part, "part %s was given before, as %.200s", part->summary.shard,
                              (part - 1)->name);
            return refuse(m, part);
        }
        missing += part->summary.part.number == missing;
    }
    if (m->count == count)
        return true;
    part_refuse_shard(&m->parts[0], "part %" PRIu64 "/%" PRIu64 " is missing%s", missing, count,
                      count - m->count > 1 ? ", and it is not the only one" : "");
    return refuse(m, &m->parts[0]);
}

static bool are_parts_of_one(merge *m)
{
    for (size_t i = 1; i < m->count; i++)
        if (!is_of_run(m, &m->parts[i], &m->parts[0]))
            return false;
    al_sort(m->parts, m->count, sizeof *m->parts, by_number, NULL);
    return is_complete(m, &m->parts[0]);
}

/* ---- Side by side -------------------------------------------------------------------------------------- */

/* What is said of a file of ours: a check gives it behind the file of that path, if there is one. */
static bool is_own(const al_result *result)
{
    return strcmp(result->format, "config") == 0;
}

static bool comes_before(const part_reader *a, const part_reader *b)
{
    const int order = strcmp(a->result.raw_path, b->result.raw_path);
    return order != 0 ? order < 0 : is_own(&a->result) < is_own(&b->result);
}

static void swap(part_reader **a, part_reader **b)
{
    part_reader *kept = *a;
    *a = *b;
    *b = kept;
}

static void sink_down(merge *m, size_t at)
{
    for (;;) {
        const size_t left = 2 * at + 1, right = left + 1;
        size_t least = at;
        if (left < m->heap_count && comes_before(m->heap[left], m->heap[least]))
            least = left;
        if (right < m->heap_count && comes_before(m->heap[right], m->heap[least]))
            least = right;
        if (least == at)
            return;
        swap(&m->heap[at], &m->heap[least]);
        at = least;
    }
}

static bool start(merge *m)
{
    m->heap_count = 0;
    for (size_t i = 0; i < m->count; i++) {
        part_rewind(&m->parts[i]);
        switch (part_next(&m->parts[i])) {
        case PART_RESULT: m->heap[m->heap_count++] = &m->parts[i]; break;
        case PART_END: break;
        case PART_WRONG: return refuse(m, &m->parts[i]);
        }
    }
    for (size_t i = m->heap_count / 2; i > 0; i--)
        sink_down(m, i - 1);
    return true;
}

/* Goes on behind the first of the heap. */
static bool advance(merge *m)
{
    switch (part_next(m->heap[0])) {
    case PART_RESULT: break;
    case PART_END: m->heap[0] = m->heap[--m->heap_count]; break;
    case PART_WRONG: return refuse(m, m->heap[0]);
    }
    sink_down(m, 0);
    return true;
}

/* ---- The first time ------------------------------------------------------------------------------------ */

/* The order is that of a run: members and entries follow their package, and no two parts have one file. */
static bool is_in_order(merge *m, part_reader *part)
{
    const al_result *r = &part->result;
    const int order = m->last_path == NULL ? -1 : strcmp(m->last_path, r->raw_path);
    const bool follows = order == 0 && part == m->last_part && !is_own(r) && !m->last_own;
    const bool behind = order < 0 || (order == 0 && is_own(r) && !m->last_own);
    if (!behind && !(follows && (r->member[0] != '\0' || r->entry_only))) {
        part_refuse_result(part, "this file is out of order, or in another part as well");
        return refuse(m, part);
    }
    if (order != 0) {
        free(m->last_path);
        m->last_path = text_of("%s", r->raw_path);
    }
    m->last_part = part;
    m->last_own = is_own(r);
    return m->last_path != NULL;
}

static bool note_known(merge *m, const al_result *result)
{
    for (size_t i = 0; i < result->suppressed_count; i++) {
        if (!result->suppressed[i].in_baseline)
            continue;
        uint64_t *known = al_grow(&m->arena, m->known, m->known_count, &m->known_capacity, sizeof *m->known);
        if (known == NULL)
            return false;
        m->known = known;
        if (al_parse_hexadecimal(result->suppressed[i].finding.fingerprint, &known[m->known_count]))
            m->known_count++;
    }
    return true;
}

static bool read_once(merge *m)
{
    if (!start(m))
        return false;
    while (m->heap_count > 0)
        if (!is_in_order(m, m->heap[0]) || !note_known(m, &m->heap[0]->result) || !advance(m))
            return false;
    return true;
}

/* ---- What is said of files of ours --------------------------------------------------------------------- */

static bool is_among(const uint64_t *numbers, uint64_t count, uint64_t wanted)
{
    const size_t at = al_lower_bound(numbers, (size_t)count, sizeof wanted, &wanted, al_compare_u64, NULL);
    return at < count && numbers[at] == wanted;
}

static int by_place(const void *left, const void *right, void *context)
{
    const part_statement *a = *(const part_statement *const *)left,
                         *b = *(const part_statement *const *)right;
    (void)context;
    return al_compare_u64(&a->finding.offset, &b->finding.offset, NULL);
}

/* All statements of the parts about one of our files, by their places: parts may say the same. */
static const part_statement **collect(merge *m, size_t which, uint64_t *count)
{
    uint64_t all = 0;
    for (size_t i = 0; i < m->count; i++)
        all += m->parts[i].summary.part.own[which].statement_count;
    const part_statement **list = al_alloc(&m->arena, all, sizeof *list);
    *count = 0;
    for (size_t i = 0; list != NULL && i < m->count; i++) {
        const part_own *own = &m->parts[i].summary.part.own[which];
        for (uint64_t j = 0; j < own->statement_count; j++)
            list[(*count)++] = &own->statements[j];
    }
    if (list != NULL)
        al_sort(list, (size_t)*count, sizeof *list, by_place, NULL);
    return list;
}

static uint64_t *collect_used(merge *m, uint64_t *count)
{
    uint64_t all = 0;
    for (size_t i = 0; i < m->count; i++)
        all += m->parts[i].summary.part.own[PART_CONFIGURATION].used_count;
    uint64_t *used = al_alloc(&m->arena, all, sizeof *used);
    *count = 0;
    for (size_t i = 0; used != NULL && i < m->count; i++) {
        const part_own *own = &m->parts[i].summary.part.own[PART_CONFIGURATION];
        if (own->used_count > 0)
            memcpy(used + *count, own->used, (size_t)own->used_count * sizeof *used);
        *count += own->used_count;
    }
    if (used != NULL)
        al_sort(used, (size_t)*count, sizeof *used, al_compare_u64, NULL);
    return used;
}

/* Whether nothing of any part matches what a statement is about. */
static bool holds(const part_statement *s, size_t which, const uint64_t *used, uint64_t used_count)
{
    return !is_among(used, used_count, which == PART_BASELINE ? s->entry : s->finding.offset);
}

/* What the parts say of one of our files together, as a result; `used` is what takes statements back. */
static bool decide(merge *m, size_t which, const uint64_t *used, uint64_t used_count)
{
    static const char why[] = "it is in the baseline";
    static const char *const formats[PART_OWN] = {"config", "baseline"};
    const part_own *own = &m->parts[0].summary.part.own[which];
    al_result *r = &m->own[which];
    uint64_t count;
    const part_statement **list = collect(m, which, &count);
    al_finding *findings = al_alloc(&m->arena, count, sizeof *findings);
    al_suppressed *suppressed = al_alloc(&m->arena, count, sizeof *suppressed);
    if (list == NULL || findings == NULL || suppressed == NULL)
        return false;
    *r = (al_result){.path = own->path,
                     .raw_path = own->raw_path,
                     .member = "",
                     .format = formats[which],
                     .version = "",
                     .size = own->size,
                     .status = AL_FILE_FINDINGS,
                     .findings = findings,
                     .suppressed = suppressed};
    for (uint64_t i = 0; i < count; i++) {
        const bool again = i > 0 && by_place(&list[i - 1], &list[i], NULL) == 0;
        if (again || !holds(list[i], which, used, used_count))
            continue;
        if (list[i]->in_baseline)
            suppressed[r->suppressed_count++] =
                (al_suppressed){.finding = list[i]->finding, .justification = why, .in_baseline = true};
        else
            findings[r->finding_count++] = list[i]->finding;
    }
    al_result_count(r);
    return true;
}

static void order_own(merge *m)
{
    for (size_t i = 0; i < PART_OWN; i++) {
        const part_own *own = &m->parts[0].summary.part.own[i];
        const al_result *r = &m->own[i];
        if (own->there && (m->first == NULL || strcmp(own->raw_path, m->first) < 0))
            m->first = own->raw_path;
        if (own->there && r->finding_count + r->suppressed_count > 0)
            m->own_order[m->own_count++] = r;
    }
    if (m->own_count == PART_OWN && strcmp(m->own_order[0]->raw_path, m->own_order[1]->raw_path) > 0) {
        const al_result *first = m->own_order[1];
        m->own_order[1] = m->own_order[0];
        m->own_order[0] = first;
    }
}

/* The baseline may know what is said of the configuration, so that comes first. */
static bool decide_own(merge *m)
{
    uint64_t used_count;
    const uint64_t *used = collect_used(m, &used_count);
    if (used == NULL || !decide(m, PART_CONFIGURATION, used, used_count) ||
        !note_known(m, &m->own[PART_CONFIGURATION]))
        return false;
    al_sort(m->known, (size_t)m->known_count, sizeof *m->known, al_compare_u64, NULL);
    if (!decide(m, PART_BASELINE, m->known, m->known_count))
        return false;
    order_own(m);
    return true;
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

bool merge_begin(merge *m, part_reader *parts, size_t count, al_budget *budget)
{
    *m = (merge){.parts = parts, .count = count, .arena = al_arena_on(budget)};
    if (!are_parts_of_one(m))
        return false;
    m->heap = al_alloc(&m->arena, count, sizeof(part_reader *));
    return m->heap != NULL && read_once(m) && decide_own(m);
}

/* Whether what is said of ours comes before the result. */
static bool own_comes_before(const merge *m, const al_result *own, const al_result *result)
{
    return strcmp(result->raw_path, m->first) > 0 && strcmp(own->raw_path, result->raw_path) <= 0;
}

bool merge_results(merge *m, merge_receiver receive, void *context)
{
    size_t next = 0;
    if (!start(m))
        return false;
    while (m->heap_count > 0) {
        const al_result *result = &m->heap[0]->result;
        while (next < m->own_count && own_comes_before(m, m->own_order[next], result))
            if (!receive(context, m->own_order[next++], true))
                return false;
        if (!receive(context, result, is_own(result)) || !advance(m))
            return false;
    }
    for (; next < m->own_count; next++)
        if (!receive(context, m->own_order[next], true))
            return false;
    return true;
}

void merge_end(merge *m)
{
    free(m->last_path);
    al_arena_free(&m->arena);
}
