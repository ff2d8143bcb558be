/* text_report.c: the report for people and for editors: a line for each finding, and a summary. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/forms.h"
#include "report/place.h"
#include "report/quota.h"

/* What switches a terminal's colours; all empty without colours. */
typedef struct palette {
    const char *path, *rule, *reset;
    const char *level[AL_ERROR + 1];
    const char *good, *bad;
} palette;

static const palette plain = {"", "", "", {"", "", "", ""}, "", ""};
static const palette colored = {
    .path = "\033[1m",
    .rule = "\033[2m",
    .reset = "\033[0m",
    .level =
        {[AL_OFF] = "", [AL_NOTE] = "\033[1;36m", [AL_WARNING] = "\033[1;33m", [AL_ERROR] = "\033[1;31m"},
    .good = "\033[1;32m",
    .bad = "\033[1;31m",
};

typedef struct text_report {
    FILE *out;
    report_settings settings;
    const palette *colors;
    rule_quota quota;
} text_report;

static report_status begin_text(void **state, FILE *out, const report_settings *settings)
{
    text_report *text = calloc(1, sizeof *text);
    if (text == NULL)
        return REPORT_NO_MEMORY;
    *state = text;
    text->out = out;
    text->settings = *settings;
    text->colors = settings->color ? &colored : &plain;
    return quota_begin(&text->quota, settings->text_limit) ? REPORT_OK : REPORT_NO_MEMORY;
}

/* Where findings are: PATH, or PATH!/MEMBER inside of an archive. */
static void write_place(const text_report *text, const al_result *result)
{
    const palette *c = text->colors;
    fprintf(text->out, "%s%s%s%s%s", c->path, result->path, result->member[0] != '\0' ? "!/" : "",
            result->member, c->reset);
}

/* A value that would be lost on the line is quoted. */
static void write_actual(FILE *out, const char *before, const al_finding *finding)
{
    char value[AL_MESSAGE_SIZE];
    (void)al_value_words(finding->actual, value, sizeof value);
    const char *quote = value[0] == '\0' || strpbrk(value, " ,") != NULL ? "\"" : "";
    fprintf(out, "%s%s%s%s", before, quote, value, quote);
}

static void write_values(FILE *out, const al_finding *finding)
{
    const bool of_field = finding->field[0] != '\0', has_actual = finding->actual.kind != AL_VALUE_NONE;
    char value[AL_MESSAGE_SIZE];
    if (has_actual)
        write_actual(out, of_field ? " = " : " actual ", finding);
    if (finding->expected.kind == AL_VALUE_NONE)
        return;
    (void)al_value_words(finding->expected, value, sizeof value);
    fprintf(out, of_field || has_actual ? ", expected %s" : " expected %s", value);
}

static void write_finding(const text_report *text, const al_result *result, const al_finding *finding)
{
    FILE *out = text->out;
    const palette *c = text->colors;
    char message[AL_MESSAGE_SIZE];
    (void)al_finding_message(finding, message, sizeof message);
    write_place(text, result);
    if (has_place(finding))
        fprintf(out, ":0x%" PRIx64, finding->offset);
    fprintf(out, ": %s%s%s: %s ", c->level[finding->level], al_level_name(finding->level), c->reset, message);
    fprintf(out, "%s[%s]%s", c->rule, finding->rule->id, c->reset);
    if (finding->field[0] != '\0')
        fprintf(out, " %s", finding->field);
    write_values(out, finding);
    fputc('\n', out);
}

static void write_refused(const text_report *text, const al_result *result)
{
    const palette *c = text->colors;
    const size_t rules = al_rule_count();
    for (size_t i = 0; i < rules; i++) {
        const uint64_t refused = quota_refused(&text->quota, i);
        if (refused == 0)
            continue;
        write_place(text, result);
        fprintf(text->out, ": ... and %" PRIu64 " more %s[%s]%s\n", refused, c->rule, al_rule_at(i)->id,
                c->reset);
    }
}

static report_status text_file(void *state, const al_result *result)
{
    text_report *text = state;
    if (result->finding_count == 0)
        return REPORT_OK;
    quota_next_file(&text->quota);
    for (size_t i = 0; i < result->finding_count; i++) {
        const al_finding *finding = &result->findings[i];
        if (finding->level >= text->settings.show && quota_take(&text->quota, finding))
            write_finding(text, result, finding);
    }
    write_refused(text, result);
    return REPORT_OK;
}

static void write_count(FILE *out, const char *before, uint64_t count, const char *one)
{
    fprintf(out, "%s%" PRIu64 " %s%s", before, count, one, count == 1 ? "" : "s");
}

static report_status finish_text(void *state, const report_totals *totals)
{
    const text_report *text = state;
    const palette *c = text->colors;
    FILE *out = text->out;
    if (text->settings.quiet)
        return REPORT_OK;
    const bool failed = totals->exit_status != 0;
    fprintf(out, "%s%s%s: ", failed ? c->bad : c->good, failed ? "FAILED" : "OK", c->reset);
    write_count(out, "", totals->files, "file");
    fprintf(out, " checked, %" PRIu64 " clean", totals->clean);
    if (totals->errors > 0 || totals->warnings > 0 || totals->notes > 0) {
        write_count(out, ", ", totals->errors, "error");
        write_count(out, ", ", totals->warnings, "warning");
        write_count(out, ", ", totals->notes, "note");
    }
    if (totals->unreadable > 0)
        fprintf(out, ", %" PRIu64 " unreadable", totals->unreadable);
    if (totals->limited > 0)
        fprintf(out, ", %" PRIu64 " stopped by a limit", totals->limited);
    if (totals->notes > 0 && text->settings.show == AL_WARNING)
        fputs(" (--show note shows the notes)", out);
    fputc('\n', out);
    return REPORT_OK;
}

static void release_text(void *state)
{
    text_report *text = state;
    if (text != NULL)
        quota_end(&text->quota);
    free(text);
}

const report_form text_form = {
    .name = "text",
    .begin = begin_text,
    .file = text_file,
    .finish = finish_text,
    .release = release_text,
};
