/* lines_report.c: the report for grep, editors and logs: one line for each finding, and a summary. */
#include <inttypes.h>
#include <stdlib.h>

#include "core/limits.h"
#include "report/counts.h"
#include "report/page.h"
#include "report/report.h"
#include "report/texts.h"

static void write_finding(report_base *lines, const char *path, const al_finding *finding)
{
    FILE *out = lines->out;
    const palette *c = palette_for(lines->settings.color);
    char *values = finding_values(finding, AL_MESSAGE_SIZE - 1);
    if (values == NULL) {
        report_note(lines, REPORT_NO_MEMORY);
        return;
    }
    fprintf(out, "%s%s%s", c->path, path, c->reset);
    if (has_offset(finding))
        fprintf(out, ":0x%" PRIx64, finding->offset);
    fprintf(out, ": %s%s%s: %s ", c->level[finding->level], al_level_name(finding->level), c->reset,
            finding->message);
    fprintf(out, "%s[%s]%s%s%s\n", c->quiet, finding->rule->id, c->reset, values[0] != '\0' ? " " : "",
            values);
    free(values);
}

static void write_refused(const report_base *lines, const char *path)
{
    const palette *c = palette_for(lines->settings.color);
    const size_t rules = al_rule_count();
    for (size_t i = 0; i < rules; i++) {
        const uint64_t refused = quota_refused(&lines->quota, i);
        if (refused == 0)
            continue;
        fprintf(lines->out, "%s%s%s: ... and %" PRIu64 " more %s[%s]%s\n", c->path, path, c->reset, refused,
                c->quiet, al_rule_at(i)->id, c->reset);
    }
}

static void write_omitted(const report_base *lines, const char *path, const al_result *result)
{
    const palette *c = palette_for(lines->settings.color);
    if (result->omitted_level < lines->settings.show || result->omitted == 0)
        return;
    fprintf(lines->out, "%s%s%s: ... and %" PRIu64 " more, left out: the most severe %d are listed\n",
            c->path, path, c->reset, result->omitted, AL_MAX_FINDINGS);
}

static void lines_file(void *state, const al_result *result)
{
    report_base *lines = state;
    if (result->finding_count == 0 && result->omitted == 0)
        return;
    char *path = path_of(result->path, result->member);
    if (path == NULL) {
        report_note(lines, REPORT_NO_MEMORY);
        return;
    }
    for (size_t i = 0; i < result->finding_count; i++)
        if (report_lists(lines, &result->findings[i]))
            write_finding(lines, path, &result->findings[i]);
    write_refused(lines, path);
    write_omitted(lines, path, result);
    free(path);
}

static void write_count(FILE *out, const char *before, uint64_t count, const char *singular)
{
    fprintf(out, "%s%" PRIu64 " %s%s", before, count, singular, count == 1 ? "" : "s");
}

static void write_verdict(const report_base *lines, const report_totals *totals, const char *settings)
{
    const palette *c = palette_for(lines->settings.color);
    FILE *out = lines->out;
    const bool failed = totals->exit_status != 0;
    fprintf(out, "%s%s%s: ", failed ? c->bad : c->good, verdict_word(totals), c->reset);
    if (totals->not_checked) {
        fprintf(out, "%s%s\n", not_checked_words(totals).text, settings);
        return;
    }
    write_count(out, "", file_counts_sum(&totals->counts), "file");
    fprintf(out, " checked, %" PRIu64 " clean", totals->clean - totals->counts.uncounted);
    if (totals->errors > 0 || totals->warnings > 0 || totals->notes > 0) {
        write_count(out, ", ", totals->errors, "error");
        write_count(out, ", ", totals->warnings, "warning");
        write_count(out, ", ", totals->notes, "note");
    }
    if (totals->unreadable > 0)
        fprintf(out, ", %" PRIu64 " unreadable", totals->unreadable);
    if (totals->limited > 0)
        fprintf(out, ", %" PRIu64 " stopped by a limit", totals->limited);
    if (totals->suppressed > 0)
        fprintf(out, ", %" PRIu64 " suppressed", totals->suppressed);
    if (totals->interrupted)
        fprintf(out, ", %s", interrupted_words(totals).text);
    if (totals->notes > 0 && lines->settings.show == AL_WARNING)
        fputs(" (--show note shows the notes)", out);
    fprintf(out, "%s\n", settings);
}

static void finish_lines(void *state, const report_totals *totals)
{
    report_base *lines = state;
    if (lines->settings.quiet)
        return;
    char *settings = configuration_words(totals, "; ");
    report_note(lines, settings != NULL ? REPORT_OK : REPORT_NO_MEMORY);
    write_verdict(lines, totals, settings != NULL ? settings : "");
    free(settings);
}

const report_form lines_form = {
    .name = "lines",
    .show = AL_WARNING,
    .per_rule = 20,
    .size = sizeof(report_base),
    .file = lines_file,
    .finish = finish_lines,
};
