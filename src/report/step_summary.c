/* step_summary.c: the verdict in Markdown, which GitHub shows on the page of a workflow's run. It is added at
 * the end of the file in GITHUB_STEP_SUMMARY, behind the summaries of other commands of the step.
 *
 * It shows no text from checked files, at most one row for each rule, and one line for each reason why a rule
 * could not judge, so it stays short.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "report/counts.h"
#include "report/report.h"
#include "report/texts.h"

typedef struct step_summary {
    FILE *out;
    al_level show;
    const char *homepage;
    file_counts files;
    rule_table rules;
} step_summary;

static report_status begin_summary(void *state, FILE *out, const report_settings *settings)
{
    step_summary *summary = state;
    summary->out = out;
    summary->show = settings->show;
    summary->homepage = settings->homepage;
    file_counts_begin(&summary->files);
    return rule_table_begin(&summary->rules) ? REPORT_OK : REPORT_NO_MEMORY;
}

static report_status summary_file(void *state, const al_result *result)
{
    step_summary *summary = state;
    file_counts_add(&summary->files, result);
    rule_table_next_file(&summary->rules);
    for (size_t i = 0; i < result->finding_count; i++)
        if (result->findings[i].level >= summary->show)
            rule_table_add(&summary->rules, &result->findings[i]);
    return REPORT_OK;
}

/* False when out of memory. */
static bool write_row(const step_summary *summary, const rule_sum *sum)
{
    char *title = markdown_of(sum->rule->title);
    if (title == NULL)
        return false;
    fprintf(summary->out, "| %s | ", al_level_name(sum->level));
    if (summary->homepage != NULL)
        fprintf(summary->out, "[`%s`](%s/rules/%s)", sum->rule->id, summary->homepage, sum->rule->id);
    else
        fprintf(summary->out, "`%s`", sum->rule->id);
    fprintf(summary->out, " | %" PRIu64 " | %" PRIu64 " | %s |\n", sum->found, sum->files, title);
    free(title);
    return true;
}

static void write_count(FILE *out, uint64_t count, const char *singular, const char *behind)
{
    fprintf(out, "%" PRIu64 " %s%s%s", count, singular, count == 1 ? "" : "s", behind);
}

/* False when out of memory. */
static bool write_not_judged(const step_summary *summary, const report_totals *totals)
{
    const char *before = "\n";
    for (size_t i = 0; i < totals->not_judged_count; i++) {
        const al_not_judged *item = &totals->not_judged[i];
        if (item->rule->level < summary->show)
            continue;
        char *reason = markdown_of(item->reason);
        if (reason == NULL)
            return false;
        fprintf(summary->out, "%s- Not judged by `%s`: ", before, item->rule->id);
        write_count(summary->out, item->count, "reference", " in ");
        write_count(summary->out, item->files, "file", ": ");
        fprintf(summary->out, "%s\n", reason);
        free(reason);
        before = "";
    }
    return true;
}

static report_status finish_summary(void *state, const report_totals *totals)
{
    step_summary *summary = state;
    FILE *out = summary->out;
    const file_counts_text words = file_counts_words(&summary->files, totals);
    /* An empty line first, since the file may end in the middle of a line or a paragraph. */
    fprintf(out, "\n## assetlint: %s\n\n%s. ", totals->exit_status != 0 ? "FAILED" : "OK", words.text);
    write_count(out, totals->errors, "error", ", ");
    write_count(out, totals->warnings, "warning", ", ");
    write_count(out, totals->notes, "note", ".\n");
    const size_t count = rule_table_arrange(&summary->rules);
    if (count > 0)
        fputs("\n| level | rule | found | files | what it is |\n| --- | --- | ---: | ---: | --- |\n", out);
    for (size_t i = 0; i < count; i++)
        if (!write_row(summary, &summary->rules.sums[i]))
            return REPORT_NO_MEMORY;
    if (count > 0)
        fprintf(out, "\n`assetlint explain %s` tells what it means and how to fix it.\n",
                summary->rules.sums[0].rule->id);
    return write_not_judged(summary, totals) ? REPORT_OK : REPORT_NO_MEMORY;
}

static void release_summary(void *state)
{
    step_summary *summary = state;
    rule_table_end(&summary->rules);
}

const report_form step_summary_form = {
    .name = "step summary",
    .show = AL_WARNING,
    .per_rule = UINT64_MAX,
    .appends = true,
    .size = sizeof(step_summary),
    .begin = begin_summary,
    .file = summary_file,
    .finish = finish_summary,
    .release = release_summary,
};
