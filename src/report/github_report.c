/* github_report.c: the report as commands of a GitHub workflow; each command becomes an annotation.
 *
 * GitHub keeps ten annotations per level and step, so only the ten most severe findings are written. They are
 * not known before the end, so the first ten findings of each severity are kept until then. The summary of
 * the step (step_summary.c) counts all of them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/forms.h"
#include "report/quota.h"
#include "report/texts.h"

enum { MOST_LINES = 10 };

/* Severities, in the order of writing. */
enum { CRASHES, OTHER_ERRORS, WARNINGS, NOTES, SEVERITIES };

typedef struct github_report {
    FILE *out;
    al_level show;
    rule_quota quota;
    text_list lines[SEVERITIES]; /* at most MOST_LINES of each */
    uint64_t found;              /* all findings that --show lets through */
} github_report;

static report_status begin_github(void *state, FILE *out, const report_settings *settings)
{
    github_report *github = state;
    github->out = out;
    github->show = settings->show;
    return quota_begin(&github->quota, settings->per_rule) ? REPORT_OK : REPORT_NO_MEMORY;
}

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
 * line 1. */
static char *line_of(const al_result *result, const al_finding *finding)
{
    char message[AL_MESSAGE_SIZE];
    (void)al_finding_message(finding, message, sizeof message);
    char *path = text_of("%s%s%s", result->path, result->member[0] != '\0' ? "!/" : "", result->member);
    char *words = text_of("0x%" PRIx64 "%s%s: %s", finding->offset, finding->field[0] != '\0' ? " " : "",
                          finding->field, message);
    char *file = command_text(path, true), *title = command_text(finding->rule->id, true);
    char *data = command_text(words, false);
    char *line = NULL;
    if (file != NULL && title != NULL && data != NULL)
        line = text_of("::%s file=%s,line=1,title=%s::%s\n", command_of(finding->level), file, title, data);
    free(path);
    free(words);
    free(file);
    free(title);
    free(data);
    return line;
}

static size_t severity_of(const al_finding *finding)
{
    switch (finding->level) {
    case AL_ERROR: return finding->crash ? CRASHES : OTHER_ERRORS;
    case AL_WARNING: return WARNINGS;
    case AL_NOTE:
    case AL_OFF: break;
    }
    return NOTES;
}

static report_status github_file(void *state, const al_result *result)
{
    github_report *github = state;
    if (result->omitted_level >= github->show)
        github->found += result->omitted;
    if (result->finding_count > 0)
        quota_next_file(&github->quota);
    for (size_t i = 0; i < result->finding_count; i++) {
        const al_finding *finding = &result->findings[i];
        if (finding->level < github->show)
            continue;
        github->found++;
        text_list *lines = &github->lines[severity_of(finding)];
        if (quota_take(&github->quota, finding) && lines->count < MOST_LINES &&
            !text_list_add(lines, line_of(result, finding)))
            return REPORT_NO_MEMORY;
    }
    return REPORT_OK;
}

static report_status finish_github(void *state, const report_totals *totals)
{
    const github_report *github = state;
    uint64_t written = 0;
    (void)totals;
    for (size_t severity = 0; severity < SEVERITIES; severity++)
        for (size_t i = 0; i < github->lines[severity].count && written < MOST_LINES; i++, written++)
            fputs(github->lines[severity].items[i], github->out);
    if (github->found > written)
        fprintf(github->out, "::notice title=assetlint::%" PRIu64 " more findings\n",
                github->found - written);
    return REPORT_OK;
}

static void release_github(void *state)
{
    github_report *github = state;
    for (size_t severity = 0; severity < SEVERITIES; severity++)
        text_list_end(&github->lines[severity]);
    quota_end(&github->quota);
}

const report_form github_form = {
    .name = "github",
    .show = AL_WARNING,
    .per_rule = UINT64_MAX,
    .size = sizeof(github_report),
    .begin = begin_github,
    .file = github_file,
    .finish = finish_github,
    .release = release_github,
};
