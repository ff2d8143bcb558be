/* github_report.c: the report as commands of a GitHub workflow; each command becomes an annotation.
 *
 * GitHub keeps ten annotations per level and step, so only ten findings are written: the causes of others and
 * the most severe ones first, and of one rule no more than three while another rule of the level waits. They
 * are not known before the end, so for each severity as many findings are kept as may be written. The summary
 * of the step counts all of them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/counts.h"
#include "report/report.h"
#include "report/texts.h"

enum { MOST_LINES = 10, MOST_OF_RULE = 3 };

/* Severities, in the order of writing; all up to OTHER_ERRORS count as one level. */
enum { LINE_ENDS, OTHER_CAUSES, CRASHES, OTHER_ERRORS, WARNINGS, NOTES, SEVERITIES };

typedef struct annotation {
    char *line;
    size_t rule;
    unsigned turn; /* 1: chosen, 2: chosen when no other rule of the level waited; 0: not chosen */
} annotation;

/* The findings of a severity that may be written: the first three of each rule, then others. */
typedef struct annotations {
    annotation items[MOST_LINES];
    size_t count, first_count; /* all, and those of the first three of each rule */
} annotations;

typedef struct github_report {
    report_base base;
    annotations kept[SEVERITIES];
    uint64_t found; /* all findings that --show lets through */
} github_report;

/* Escapes text for a command; in the value of a property colons and commas are escaped, too. To be freed;
 * NULL when out of memory, or when `text` is NULL. */
static char *command_text(const char *text, bool property)
{
    static const char hex[] = "0123456789ABCDEF";
    char *escaped = text != NULL ? malloc(3 * strlen(text) + 1) : NULL;
    size_t end = 0;
    for (; escaped != NULL && *text != '\0'; text++) {
        const unsigned char byte = (unsigned char)*text;
        if (strchr(property ? "%\r\n:," : "%\r\n", byte) == NULL) {
            escaped[end++] = *text;
            continue;
        }
        escaped[end++] = '%';
        escaped[end++] = hex[byte >> 4];
        escaped[end++] = hex[byte & 0xF];
    }
    if (escaped != NULL)
        escaped[end] = '\0';
    return escaped;
}

static const char *command_of(al_level level)
{
    switch (level) {
    case AL_ERROR: return "error";
    case AL_WARNING: return "warning";
    case AL_NOTE:
    case AL_OFF: break;
    }
    return "notice";
}

/* To be freed; NULL when out of memory. A binary file has no lines, but an annotation needs one: always
 * line 1. GitHub knows the files of the repository, so a member of a package is named in the message. */
static char *line_of(const al_result *result, const al_finding *finding)
{
    char *words =
        text_of("%s%s0x%" PRIx64 "%s%s: %s", result->member, result->member[0] != '\0' ? ": " : "",
                finding->offset, finding->field[0] != '\0' ? " " : "", finding->field, finding->message);
    char *file = command_text(result->path, true), *data = command_text(words, false);
    char *line = NULL;
    if (file != NULL && data != NULL)
        line = text_of("::%s file=%s,line=%" PRIu64 ",title=%s::%s\n", command_of(finding->level), file,
                       finding->line > 0 ? finding->line : 1, finding->rule->id, data);
    free(words);
    free(file);
    free(data);
    return line;
}

/* ---- Keeping ------------------------------------------------------------------------------------------- */

static size_t severity_of(const al_finding *finding)
{
    if (finding->rule->cause)
        return strcmp(finding->rule->id, "file/line-ends") == 0 ? LINE_ENDS : OTHER_CAUSES;
    switch (finding->level) {
    case AL_ERROR: return finding->crash ? CRASHES : OTHER_ERRORS;
    case AL_WARNING: return WARNINGS;
    case AL_NOTE:
    case AL_OFF: break;
    }
    return NOTES;
}

/* How many annotations of a rule have this turn, in so many lists. */
static size_t count_turn(const annotations *kept, size_t lists, size_t rule, unsigned turn)
{
    size_t count = 0;
    for (size_t list = 0; list < lists; list++)
        for (size_t i = 0; i < kept[list].count; i++)
            count += kept[list].items[i].rule == rule && kept[list].items[i].turn == turn;
    return count;
}

static void keep(github_report *github, const al_result *result, const al_finding *finding)
{
    annotations *kept = &github->kept[severity_of(finding)];
    const bool first = count_turn(kept, 1, finding->rule_number, 0) < MOST_OF_RULE;
    const size_t at = first ? kept->first_count : kept->count;
    if (at == MOST_LINES)
        return;
    char *line = line_of(result, finding);
    if (line == NULL) {
        report_note(&github->base, REPORT_NO_MEMORY);
        return;
    }
    if (kept->count == MOST_LINES)
        free(kept->items[--kept->count].line);
    memmove(&kept->items[at + 1], &kept->items[at], (kept->count - at) * sizeof *kept->items);
    kept->items[at] = (annotation){.line = line, .rule = finding->rule_number};
    kept->count++;
    kept->first_count += first;
}

static void github_file(void *state, const al_result *result)
{
    github_report *github = state;
    if (result->omitted_level >= github->base.settings.show)
        github->found += result->omitted;
    for (size_t i = 0; i < result->finding_count; i++) {
        const al_finding *finding = &result->findings[i];
        if (finding->level < github->base.settings.show)
            continue;
        github->found++;
        if (quota_take(&github->base.quota, finding))
            keep(github, result, finding);
    }
}

/* ---- Choosing ------------------------------------------------------------------------------------------ */

/* Chooses among the severities of one level while there is room. In the first turn, rules that have three
 * annotations of the level are skipped. */
static void choose(annotations *level, size_t severities, size_t *left)
{
    for (unsigned turn = 1; turn <= 2; turn++)
        for (size_t severity = 0; severity < severities; severity++)
            for (size_t i = 0; *left > 0 && i < level[severity].count; i++) {
                annotation *item = &level[severity].items[i];
                if (item->turn > 0 ||
                    (turn == 1 && count_turn(level, severities, item->rule, 1) == MOST_OF_RULE))
                    continue;
                item->turn = turn;
                --*left;
            }
}

static void write_turn(FILE *out, const annotations *kept, unsigned turn)
{
    for (size_t i = 0; i < kept->count; i++)
        if (kept->items[i].turn == turn)
            fputs(kept->items[i].line, out);
}

static void finish_github(void *state, const report_totals *totals)
{
    github_report *github = state;
    size_t left = MOST_LINES;
    (void)totals;
    choose(&github->kept[LINE_ENDS], OTHER_ERRORS + 1, &left);
    choose(&github->kept[WARNINGS], 1, &left);
    choose(&github->kept[NOTES], 1, &left);
    for (size_t severity = 0; severity < SEVERITIES; severity++)
        for (unsigned turn = 1; turn <= 2; turn++)
            write_turn(github->base.out, &github->kept[severity], turn);
    const uint64_t more = github->found - (MOST_LINES - left);
    if (more > 0)
        fprintf(github->base.out, "::notice title=assetlint::%" PRIu64 " more finding%s\n", more,
                more == 1 ? "" : "s");
}

static void release_github(void *state)
{
    github_report *github = state;
    for (size_t severity = 0; severity < SEVERITIES; severity++)
        for (size_t i = 0; i < github->kept[severity].count; i++)
            free(github->kept[severity].items[i].line);
}

const report_form github_form = {
    .name = "github",
    .show = AL_WARNING,
    .per_rule = UINT64_MAX,
    .size = sizeof(github_report),
    .file = github_file,
    .finish = finish_github,
    .release = release_github,
};

/* ---- The summary of the step --------------------------------------------------------------------------- */

/* The verdict in Markdown, which GitHub shows on the page of a workflow's run. It is added at
 * the end of the file in GITHUB_STEP_SUMMARY, behind the summaries of other commands of the step.
 *
 * It shows no text from checked files, at most one row for each rule, and one line for each reason why a rule
 * could not judge, so it stays short.
 */
typedef struct step_summary {
    report_base base;
    rule_table rules;
} step_summary;

static void begin_summary(void *state)
{
    step_summary *summary = state;
    if (!rule_table_begin(&summary->rules))
        report_note(&summary->base, REPORT_NO_MEMORY);
}

static void summary_file(void *state, const al_result *result)
{
    step_summary *summary = state;
    summary->rules.file++;
    for (size_t i = 0; i < result->finding_count; i++)
        if (result->findings[i].level >= summary->base.settings.show)
            rule_table_add(&summary->rules, &result->findings[i]);
}

static void write_row(step_summary *summary, const rule_sum *sum)
{
    char *title = markdown_of(sum->rule->title);
    if (title == NULL)
        report_note(&summary->base, REPORT_NO_MEMORY);
    fprintf(summary->base.out, "| %s | ", al_level_name(sum->level));
    if (summary->base.settings.homepage != NULL)
        fprintf(summary->base.out, "[`%s`](%s/rules/%s)", sum->rule->id, summary->base.settings.homepage,
                sum->rule->id);
    else
        fprintf(summary->base.out, "`%s`", sum->rule->id);
    fprintf(summary->base.out, " | %" PRIu64 " | %" PRIu64 " | %s |\n", sum->found, sum->files,
            title != NULL ? title : "");
    free(title);
}

static void write_number_of(FILE *out, uint64_t count, const char *singular, const char *behind)
{
    fprintf(out, "%" PRIu64 " %s%s%s", count, singular, count == 1 ? "" : "s", behind);
}

static void write_not_judged(step_summary *summary, const report_totals *totals)
{
    const char *before = "\n";
    for (size_t i = 0; i < totals->not_judged_count; i++) {
        const al_not_judged *item = &totals->not_judged[i];
        if (item->rule->level < summary->base.settings.show)
            continue;
        char *reason = markdown_of(item->reason);
        if (reason == NULL)
            report_note(&summary->base, REPORT_NO_MEMORY);
        fprintf(summary->base.out, "%s- Not judged by `%s`: ", before, item->rule->id);
        write_number_of(summary->base.out, item->count, "reference", " in ");
        write_number_of(summary->base.out, item->files, "file", ": ");
        fprintf(summary->base.out, "%s\n", reason != NULL ? reason : "");
        free(reason);
        before = "";
    }
}

static void finish_summary(void *state, const report_totals *totals)
{
    step_summary *summary = state;
    FILE *out = summary->base.out;
    char *words = file_counts_words(totals);
    report_note(&summary->base, words != NULL ? REPORT_OK : REPORT_NO_MEMORY);
    /* An empty line first, since the file may end in the middle of a line or a paragraph. */
    fprintf(out, "\n## assetlint: %s\n\n%s. ", verdict_word(totals), words != NULL ? words : "");
    free(words);
    write_number_of(out, totals->errors, "error", ", ");
    write_number_of(out, totals->warnings, "warning", ", ");
    write_number_of(out, totals->notes, "note", ".\n");
    const size_t count = rule_table_arrange(&summary->rules);
    if (count > 0)
        fputs("\n| level | rule | found | files | what it is |\n| --- | --- | ---: | ---: | --- |\n", out);
    for (size_t i = 0; i < count; i++)
        write_row(summary, &summary->rules.sums[i]);
    if (count > 0)
        fprintf(out, "\n`assetlint explain %s` tells what it means and how to fix it.\n",
                summary->rules.sums[0].rule->id);
    write_not_judged(summary, totals);
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
