/* merge.c: reads all parts in parallel, through a heap. */
#include "report/merge.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/number.h"
#include "core/sort.h"
#include "engine/result.h"
#include "report/texts.h"

/* ---- Parts of one run ---------------------------------------------------------------------------------- */

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
        part_refuse_shard(part, "this part is of another run than %.200s: its files to check were different",
                          first->name);
    else if (b->options != a->options)
        part_refuse_shard(part, "this part is of another run than %.200s: its options were different",
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
            part_refuse_shard(part, "part %s is given twice, first as %.200s", part->summary.shard,
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

/* ---- The heap ------------------------------------------------------------------------------------------ */

/* Whether a result is about a file of the project itself. It comes behind a checked file of the same path. */
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

/* Reads the next result of the first part in the heap. */
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

/* ---- The first pass ------------------------------------------------------------------------------------ */

/* The order must be that of a run: members and entries follow their package, and each file is in one part
 * only. */
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

static bool add_number(merge *m, merge_numbers *to, uint64_t number)
{
    uint64_t *items = al_grow(&m->arena, to->items, to->count, &to->capacity, sizeof *items);
    if (items == NULL)
        return false;
    to->items = items;
    items[to->count++] = number;
    return true;
}

/* Keeps the fingerprints that the baseline suppressed. */
static bool note_known(merge *m, const al_result *result)
{
    uint64_t number;
    for (size_t i = 0; i < result->suppressed_count; i++)
        if (result->suppressed[i].in_baseline &&
            al_parse_hexadecimal(result->suppressed[i].finding.fingerprint, &number) &&
            !add_number(m, &m->known, number))
            return false;
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

/* ---- Configuration and baseline ------------------------------------------------------------------------ */

static bool is_among(const merge_numbers *sorted, uint64_t wanted)
{
    const size_t count = (size_t)sorted->count;
    const size_t at = al_lower_bound(sorted->items, count, sizeof wanted, &wanted, al_compare_u64, NULL);
    return at < count && sorted->items[at] == wanted;
}

static void sort_numbers(merge_numbers *numbers)
{
    al_sort(numbers->items, (size_t)numbers->count, sizeof *numbers->items, al_compare_u64, NULL);
}

static int by_offset(const void *left, const void *right, void *context)
{
    const undecided_finding *a = *(const undecided_finding *const *)left,
                            *b = *(const undecided_finding *const *)right;
    (void)context;
    return al_compare_u64(&a->finding.offset, &b->finding.offset, NULL);
}

/* The undecided findings of all parts about the configuration or the baseline, by offset; parts may repeat
 * them. */
static const undecided_finding **collect(merge *m, size_t which, uint64_t *count)
{
    uint64_t all = 0;
    for (size_t i = 0; i < m->count; i++)
        all += m->parts[i].summary.part.own[which].undecided_count;
    const undecided_finding **list = al_alloc(&m->arena, all, sizeof *list);
    *count = 0;
    for (size_t i = 0; list != NULL && i < m->count; i++) {
        const part_own *own = &m->parts[i].summary.part.own[which];
        for (uint64_t j = 0; j < own->undecided_count; j++)
            list[(*count)++] = &own->undecided[j];
    }
    if (list != NULL)
        al_sort(list, (size_t)*count, sizeof *list, by_offset, NULL);
    return list;
}

static bool collect_used(merge *m, merge_numbers *used)
{
    for (size_t i = 0; i < m->count; i++) {
        const part_own *own = &m->parts[i].summary.part.own[PART_CONFIGURATION];
        for (size_t j = 0; j < own->used_count; j++)
            if (!add_number(m, used, own->used[j]))
                return false;
    }
    sort_numbers(used);
    return true;
}

/* Makes a result of the undecided findings, without those that a part contradicts: `matched` has the offsets
 * of the suppressions, or the fingerprints, that matched something. */
static bool decide(merge *m, size_t which, const merge_numbers *matched)
{
    static const char why[] = "it is in the baseline";
    const part_own *own = &m->parts[0].summary.part.own[which];
    al_result *r = &m->own[which];
    uint64_t count;
    const undecided_finding **list = collect(m, which, &count);
    al_finding *findings = al_alloc(&m->arena, count, sizeof *findings);
    al_suppressed *suppressed = al_alloc(&m->arena, count, sizeof *suppressed);
    if (list == NULL || findings == NULL || suppressed == NULL)
        return false;
    *r = (al_result){.path = own->path,
                     .raw_path = own->raw_path,
                     .base_path = own->base_path,
                     .member = "",
                     .format = part_own_formats[which],
                     .version = "",
                     .size = own->size,
                     .status = AL_FILE_FINDINGS,
                     .findings = findings,
                     .suppressed = suppressed};
    for (uint64_t i = 0; i < count; i++) {
        const bool again = i > 0 && by_offset(&list[i - 1], &list[i], NULL) == 0;
        const uint64_t number = which == PART_BASELINE ? list[i]->entry : list[i]->finding.offset;
        if (again || is_among(matched, number))
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
        if (own->given && (m->first == NULL || strcmp(own->raw_path, m->first) < 0))
            m->first = own->raw_path;
        if (own->given && r->finding_count + r->suppressed_count > 0)
            m->own_order[m->own_count++] = r;
    }
    if (m->own_count == PART_OWN && strcmp(m->own_order[0]->raw_path, m->own_order[1]->raw_path) > 0) {
        const al_result *first = m->own_order[1];
        m->own_order[1] = m->own_order[0];
        m->own_order[0] = first;
    }
}

/* The configuration comes first, since the baseline may have findings about it. */
static bool decide_own(merge *m)
{
    merge_numbers used = {.count = 0};
    if (!collect_used(m, &used) || !decide(m, PART_CONFIGURATION, &used) ||
        !note_known(m, &m->own[PART_CONFIGURATION]))
        return false;
    sort_numbers(&m->known);
    if (!decide(m, PART_BASELINE, &m->known))
        return false;
    order_own(m);
    return true;
}

/* ---- What was not judged ------------------------------------------------------------------------------- */

/* By rule and reason, then by the first file. */
static int compare_not_judged(const void *left, const void *right, void *context)
{
    const al_not_judged *a = left, *b = right;
    (void)context;
    if (a->rule != b->rule)
        return a->rule < b->rule ? -1 : 1;
    const int order = strcmp(a->reason, b->reason);
    return order != 0 ? order : strcmp(a->raw_path, b->raw_path);
}

/* Each part counts its own files only, so the counts of one rule and reason add up. */
static bool add_up_not_judged(merge *m)
{
    uint64_t count = 0;
    for (size_t i = 0; i < m->count; i++)
        count += m->parts[i].summary.totals.not_judged_count;
    al_not_judged *all = al_alloc(&m->arena, count, sizeof *all);
    if (all == NULL)
        return false;
    count = 0;
    for (size_t i = 0; i < m->count; i++)
        for (size_t j = 0; j < m->parts[i].summary.totals.not_judged_count; j++)
            all[count++] = m->parts[i].summary.totals.not_judged[j];
    al_sort(all, (size_t)count, sizeof *all, compare_not_judged, NULL);
    m->not_judged = all;
    for (uint64_t i = 0; i < count; i++) {
        al_not_judged *last = m->not_judged_count > 0 ? &all[m->not_judged_count - 1] : NULL;
        if (last != NULL && last->rule == all[i].rule && strcmp(last->reason, all[i].reason) == 0) {
            last->count += all[i].count;
            last->files += all[i].files;
        } else {
            all[m->not_judged_count++] = all[i];
        }
    }
    return true;
}

/* ---- The merge ----------------------------------------------------------------------------------------- */

bool merge_begin(merge *m, part_reader *parts, size_t count, al_budget *budget)
{
    *m = (merge){.parts = parts, .count = count, .arena = al_arena_on(budget)};
    if (!are_parts_of_one(m))
        return false;
    m->heap = al_alloc(&m->arena, count, sizeof(part_reader *));
    return m->heap != NULL && read_once(m) && decide_own(m) && add_up_not_judged(m);
}

/* Whether a result about the configuration or the baseline comes before another result. */
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
            if (!receive(context, m->own_order[next++]))
                return false;
        if (!receive(context, result) || !advance(m))
            return false;
    }
    for (; next < m->own_count; next++)
        if (!receive(context, m->own_order[next]))
            return false;
    return true;
}

void merge_end(merge *m)
{
    free(m->last_path);
    al_arena_free(&m->arena);
}
