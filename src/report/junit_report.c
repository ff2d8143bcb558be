/* junit_report.c: the report as JUnit's XML, which CI systems show as tests: a test case for each file.
 *
 * The counts come first in the file, so the cases wait in a spool. Findings about entries of a package that
 * are not files of a known format belong to the case of the package, but arrive between those of its members:
 * the members wait in a second spool until the package ends.
 *
 * The XML has only five kinds of lines, and all strings come from al_escape, which removes what XML 1.0
 * forbids; so no library is needed to write it.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "engine/result.h"
#include "report/counts.h"
#include "report/report.h"
#include "report/spool.h"
#include "report/texts.h"

typedef struct junit_report {
    report_base base;
    spool cases;   /* the last case has no end yet if `open` */
    spool members; /* the cases of its members */
    bool open;
    bool filled; /* the open case has a failure or an error, */
    bool failed; /* and it is a failure */
    uint64_t tests, failures, errors;
} junit_report;

/* ---- Test cases ---------------------------------------------------------------------------------------- */

/* Adds and frees a text. NULL stands for a text that could not be allocated. */
static void add_text(junit_report *junit, spool *to, char *text)
{
    report_note(&junit->base, text != NULL ? spool_add(to, text) : REPORT_NO_MEMORY);
    free(text);
}

/* Adds an element to a case; the first one ends the tag of the case. */
static void add_element(junit_report *junit, spool *to, bool first, const char *name, const char *type,
                        const char *message, const char *content)
{
    char *shown = xml_of(message), *text = xml_of(content);
    char *element = NULL;
    if (shown != NULL && text != NULL)
        element = text_of("%s      <%s type=\"%s\" message=\"%s\">%s</%s>\n", first ? ">\n" : "", name, type,
                          shown, text, name);
    free(shown);
    free(text);
    add_text(junit, to, element);
}

/* `entry` is the entry of a package that the finding is about, or "". */
static void add_failure(junit_report *junit, spool *to, bool first, const char *entry,
                        const al_finding *finding)
{
    char offset[32] = "";
    if (has_offset(finding))
        (void)snprintf(offset, sizeof offset, "0x%" PRIx64 ": ", finding->offset);
    char *values = finding_values(finding, AL_MESSAGE_SIZE - 1);
    char *title = text_of("%s%s%s", entry, entry[0] != '\0' ? ": " : "", finding->message);
    char *content = NULL;
    if (values != NULL)
        content = text_of("%s%s: %s [%s]%s%s\n%s", offset, al_level_name(finding->level), finding->message,
                          finding->rule->id, values[0] != '\0' ? " " : "", values, finding->rule->fix);
    if (title != NULL && content != NULL)
        add_element(junit, to, first, "failure", finding->rule->id, title, content);
    else
        report_note(&junit->base, REPORT_NO_MEMORY);
    free(values);
    free(title);
    free(content);
}

static void add_failures(junit_report *junit, spool *to, const al_result *result, bool *filled)
{
    const char *entry = result->entry_only ? result->member : "";
    const al_level fail_on = junit->base.settings.fail_on;
    for (size_t i = 0; i < result->finding_count; i++) {
        const al_finding *finding = &result->findings[i];
        if (fail_on == AL_OFF || finding->level < fail_on || !report_lists(&junit->base, finding))
            continue;
        add_failure(junit, to, !*filled, entry, finding);
        *filled = true;
    }
}

static void begin_case(junit_report *junit, spool *to, const al_result *result)
{
    char *path = xml_of(result->path), *member = xml_of(result->member);
    char *tag = NULL;
    if (path != NULL && member != NULL)
        tag = text_of("    <testcase name=\"%s%s%s\" classname=\"%s\"", path, member[0] != '\0' ? "!/" : "",
                      member, result->format);
    free(path);
    free(member);
    junit->tests++;
    add_text(junit, to, tag);
}

/* Adds the case of a result without its end. */
static void add_case(junit_report *junit, spool *to, const al_result *result, bool *filled, bool *failed)
{
    const bool unchecked = al_is_unchecked(result);
    begin_case(junit, to, result);
    *filled = unchecked;
    if (unchecked) {
        const unchecked_text why = unchecked_words(result);
        const char *rule = result->status == AL_FILE_LIMIT ? "file/limit" : "file/unreadable";
        add_element(junit, to, true, "error", rule, why.text, why.text);
        junit->errors++;
    } else {
        add_failures(junit, to, result, filled);
    }
    *failed = *filled && !unchecked;
}

static void end_case(junit_report *junit, spool *to, bool filled, bool failed)
{
    junit->failures += failed;
    report_note(&junit->base, spool_add(to, filled ? "    </testcase>\n" : "/>\n"));
}

/* Ends the open case, and adds the cases of its members behind it. */
static void end_open_case(junit_report *junit)
{
    if (!junit->open)
        return;
    junit->open = false;
    end_case(junit, &junit->cases, junit->filled, junit->failed);
    if (junit->base.status == REPORT_OK)
        report_note(&junit->base, spool_move(&junit->members, &junit->cases));
}

static void add_member(junit_report *junit, const al_result *result)
{
    bool filled, failed;
    add_case(junit, &junit->members, result, &filled, &failed);
    end_case(junit, &junit->members, filled, failed);
}

/* A case with an error gets no failures. */
static void add_entry(junit_report *junit, const al_result *result)
{
    if (junit->filled && !junit->failed)
        return;
    add_failures(junit, &junit->cases, result, &junit->filled);
    junit->failed = junit->filled;
}

static void junit_file(void *state, const al_result *result)
{
    junit_report *junit = state;
    if (junit->open && result->entry_only) {
        add_entry(junit, result);
    } else if (junit->open && result->member[0] != '\0') {
        add_member(junit, result);
    } else {
        end_open_case(junit);
        add_case(junit, &junit->cases, result, &junit->filled, &junit->failed);
        junit->open = true;
    }
}

/* ---- The document -------------------------------------------------------------------------------------- */

static void write_counts(const junit_report *junit)
{
    fprintf(junit->base.out,
            " name=\"assetlint\" tests=\"%" PRIu64 "\" failures=\"%" PRIu64 "\" errors=\"%" PRIu64 "\">\n",
            junit->tests, junit->failures, junit->errors);
}

static void finish_junit(void *state, const report_totals *totals)
{
    junit_report *junit = state;
    (void)totals;
    end_open_case(junit);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites", junit->base.out);
    write_counts(junit);
    fputs("  <testsuite", junit->base.out);
    write_counts(junit);
    report_note(&junit->base, spool_copy(&junit->cases, write_as_it_is, junit->base.out));
    fputs("  </testsuite>\n</testsuites>\n", junit->base.out);
}

static void release_junit(void *state)
{
    junit_report *junit = state;
    spool_end(&junit->cases);
    spool_end(&junit->members);
}

/* --fail-on decides which findings are failures, so by default --show hides none: otherwise a run that fails
 * because of a note would have no failed case. */
const report_form junit_form = {
    .name = "junit",
    .show = AL_NOTE,
    .per_rule = UINT64_MAX,
    .size = sizeof(junit_report),
    .temporary_files = 2,
    .file = junit_file,
    .finish = finish_junit,
    .release = release_junit,
};
