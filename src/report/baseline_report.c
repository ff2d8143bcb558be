/* baseline_report.c: the findings of a run as a baseline, for --write-baseline. Files come in the order of
 * the run. Findings of a file are sorted by rule and field, since offsets change with every export.
 *
 * Findings about a file that could not be checked are left out, since its other problems are unknown.
 */
#include <stdlib.h>
#include <string.h>

#include "core/sort.h"
#include "report/json_object.h"
#include "report/report.h"

typedef struct baseline_report {
    report_base base;
    bool any;
} baseline_report;

static void begin_baseline(void *state)
{
    const baseline_report *b = state;
    fputs("{\"tool\":\"assetlint\",\"version\":1,\"findings\":[", b->base.out);
}

static bool is_left_out(const al_finding *f)
{
    const char *name = strchr(f->rule->id, '/') + 1;
    return strcmp(name, "limit") == 0 || strcmp(name, "unreadable") == 0 ||
           strcmp(f->rule->format, "baseline") == 0;
}

static int by_rule(const void *left, const void *right, void *context)
{
    const al_finding *a = *(const al_finding *const *)left, *b = *(const al_finding *const *)right;
    (void)context;
    const int order = strcmp(a->rule->id, b->rule->id);
    return order != 0 ? order : strcmp(a->field, b->field);
}

static void write_entry(baseline_report *b, const al_result *result, const al_finding *finding)
{
    json_object o = json_begin();
    json_text(&o, JSON_ROOT, "fingerprint", finding->fingerprint);
    json_text(&o, JSON_ROOT, "rule", finding->rule->id);
    json_text(&o, JSON_ROOT, "path", result->base_path);
    if (result->member[0] != '\0')
        json_text(&o, JSON_ROOT, "member", result->member);
    json_text(&o, JSON_ROOT, "field", finding->field);
    fputs(b->any ? ",\n" : "\n", b->base.out);
    b->any = true;
    if (!json_write(&o, b->base.out))
        report_note(&b->base, REPORT_NO_MEMORY);
}

/* What follows from a cause is in the baseline, too: beside a suppressed cause it would be listed. Findings
 * of the old baseline stay in the new one; findings that the configuration suppresses need no baseline. */
static void baseline_file(void *state, const al_result *result)
{
    baseline_report *b = state;
    const size_t most = result->finding_count + result->consequence_count + result->suppressed_count;
    const al_finding **findings = calloc(most + 1, sizeof *findings);
    size_t count = 0;
    if (findings == NULL) {
        report_note(&b->base, REPORT_NO_MEMORY);
        return;
    }
    for (size_t i = 0; i < result->finding_count; i++)
        if (!is_left_out(&result->findings[i]))
            findings[count++] = &result->findings[i];
    for (size_t i = 0; i < result->consequence_count; i++)
        findings[count++] = &result->consequences[i];
    for (size_t i = 0; i < result->suppressed_count; i++)
        if (result->suppressed[i].in_baseline && !is_left_out(&result->suppressed[i].finding))
            findings[count++] = &result->suppressed[i].finding;
    al_sort(findings, count, sizeof *findings, by_rule, NULL);
    for (size_t i = 0; i < count; i++)
        write_entry(b, result, findings[i]);
    free(findings);
}

static void finish_baseline(void *state, const report_totals *totals)
{
    const baseline_report *b = state;
    (void)totals;
    fputs(b->any ? "\n]}\n" : "]}\n", b->base.out);
}

const report_form baseline_form = {
    .name = "baseline",
    .show = AL_NOTE,
    .per_rule = UINT64_MAX,
    .size = sizeof(baseline_report),
    .begin = begin_baseline,
    .file = baseline_file,
    .finish = finish_baseline,
    .whole_only = true, /* findings of unchecked files would be missing */
};
