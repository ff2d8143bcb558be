/* html_report.c: the report as a page that needs nothing else: the findings as JSON, and the viewer that
 * shows them (web/viewer, in html_viewer.h).
 *
 * The page is written at the end, since its verdict comes first; findings wait in a spool. In the JSON each
 * `<` is written `\u003c`, so that no text of a file can end the element or begin another one.
 *
 * What can be drawn of a file with findings is an element of its own, so that the viewer reads it only when
 * it is shown. All together take a limited size, so the smallest come first, and the others are left out.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "report/file_counts.h"
#include "report/forms.h"
#include "report/html_viewer.h"
#include "report/json.h"
#include "report/quota.h"
#include "report/record.h"
#include "report/rule_table.h"
#include "report/text_spool.h"
#include "report/texts.h"
#include "report/views_json.h"

enum {
    MOST_OF_VIEWS = 32000000,   /* bytes of all of them in the report */
    MEMORY_OF_VIEWS = 24 << 20, /* while they are made: in addition to --max-memory, which the checks have */
};

/* What can be drawn of a file: text in the temporary file of the report. */
typedef struct drawn_file {
    uint64_t number;   /* among the files of the report */
    long offset, size; /* TOO_LARGE: there is not enough memory to make it */
} drawn_file;

#define TOO_LARGE LONG_MAX

typedef struct html_report {
    FILE *out;
    report_settings settings;
    rule_quota quota;
    rule_table table;
    file_counts counts;
    al_byte_spool files, findings; /* with the separators between them */
    bool has_files, has_findings;
    uint64_t file_count;
    al_options *options; /* of the checker */
    al_checker *checker; /* NULL: without views */
    FILE *views;         /* NULL until there is a view */
    drawn_file *drawn;
    size_t drawn_count, drawn_capacity;
} html_report;

/* A checker that makes views, in little memory. */
static bool begin_views(html_report *html, const al_options *options)
{
    html->options = al_options_copy(options);
    if (html->options == NULL)
        return false;
    if (al_options_limit(options, AL_LIMIT_MEMORY) > MEMORY_OF_VIEWS)
        al_options_set_limit(html->options, AL_LIMIT_MEMORY, MEMORY_OF_VIEWS);
    html->checker = al_checker_new(html->options);
    return html->checker != NULL;
}

static report_status begin_html(void *state, FILE *out, const report_settings *settings)
{
    html_report *html = state;
    html->out = out;
    html->settings = *settings;
    file_counts_begin(&html->counts);
    if (!quota_begin(&html->quota, settings->per_rule) || !rule_table_begin(&html->table))
        return REPORT_NO_MEMORY;
    return !settings->views || begin_views(html, settings->options) ? REPORT_OK : REPORT_NO_MEMORY;
}

/* ---- Files and findings -------------------------------------------------------------------------------- */

/* Adds a record, and frees it. NULL stands for a record that could not be allocated. `any`: the list has
 * records already. */
static report_status add_record(al_byte_spool *list, char *record, bool *any)
{
    if (record == NULL)
        return REPORT_NO_MEMORY;
    report_status status = text_spool_add(list, *any ? ",\n" : "\n");
    if (status == REPORT_OK)
        status = text_spool_add(list, record);
    *any = true;
    free(record);
    return status;
}

static report_status keep_drawn(html_report *html, long offset, long size)
{
    if (html->drawn_count == html->drawn_capacity) {
        const size_t capacity = html->drawn_capacity > 0 ? 2 * html->drawn_capacity : 64;
        drawn_file *drawn = realloc(html->drawn, capacity * sizeof *drawn);
        if (drawn == NULL)
            return REPORT_NO_MEMORY;
        html->drawn = drawn;
        html->drawn_capacity = capacity;
    }
    html->drawn[html->drawn_count++] = (drawn_file){html->file_count - 1, offset, size};
    return REPORT_OK;
}

/* Adds what can be drawn of a file. A file that can't be read any more has nothing. */
static report_status add_views(html_report *html, const al_result *result)
{
    al_views *views = NULL;
    report_status status = REPORT_OK;
    if (html->views == NULL)
        html->views = al_temporary_file();
    if (html->views == NULL)
        return REPORT_NOT_WRITTEN;
    if (al_view_file(html->checker, result->raw_path, result->member, result, &views) != AL_OK)
        return REPORT_OK;
    const bool too_large = !al_views_are_whole(views) && al_views_count(views) == 0;
    const long offset = ftell(html->views);
    const bool whole = too_large || write_views_json(html->views, views);
    const long end = ftell(html->views);
    al_views_free(views);
    if (too_large)
        status = keep_drawn(html, 0, TOO_LARGE);
    else if (offset < 0 || end < 0 || ferror(html->views))
        status = REPORT_NOT_WRITTEN;
    else if (whole && end > offset)
        status = keep_drawn(html, offset, end - offset);
    return status;
}

static report_status html_file(void *state, const al_result *result)
{
    html_report *html = state;
    report_status status = REPORT_OK;
    bool any = false;
    file_counts_add(&html->counts, result);
    quota_next_file(&html->quota);
    rule_table_next_file(&html->table);
    html->file_count += !result->entry_only;
    if (!result->entry_only)
        status = add_record(&html->files, record_file(result, 0), &html->has_files);
    for (size_t i = 0; i < result->finding_count && status == REPORT_OK; i++) {
        const al_finding *finding = &result->findings[i];
        if (finding->level < html->settings.show)
            continue;
        rule_table_add(&html->table, finding);
        if (quota_take(&html->quota, finding))
            status = add_record(&html->findings, record_finding(result, finding, 0), &html->has_findings);
        any = true;
    }
    if (status == REPORT_OK && any && html->checker != NULL && !result->entry_only &&
        result->status == AL_FILE_FINDINGS)
        status = add_views(html, result);
    return status;
}

/* ---- The document -------------------------------------------------------------------------------------- */

static void write_json_text(FILE *out, const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end) {
        const char *bracket = memchr(text, '<', (size_t)(end - text));
        (void)fwrite(text, 1, (size_t)((bracket != NULL ? bracket : end) - text), out);
        if (bracket == NULL)
            return;
        fputs("\\u003c", out);
        text = bracket + 1;
    }
}

/* Writes JSON into an element of the page, and frees it. */
static report_status write_json(FILE *out, char *text)
{
    if (text == NULL)
        return REPORT_NO_MEMORY;
    write_json_text(out, text, strlen(text));
    free(text);
    return REPORT_OK;
}

static char *rule_text(const rule_sum *sum, const char *homepage)
{
    const al_rule *rule = sum->rule;
    json_object object = json_begin();
    json_text(&object, JSON_ROOT, "id", rule->id);
    json_text(&object, JSON_ROOT, "level", al_level_name(sum->level));
    json_number(&object, JSON_ROOT, "found", sum->found);
    json_number(&object, JSON_ROOT, "files", sum->files);
    json_bool(&object, JSON_ROOT, "cause", rule->cause);
    json_bool(&object, JSON_ROOT, "crash", rule->crash);
    json_text(&object, JSON_ROOT, "title", rule->title);
    json_text(&object, JSON_ROOT, "why", rule->why);
    json_text(&object, JSON_ROOT, "fix", rule->fix);
    json_text(&object, JSON_ROOT, "source", rule->source);
    if (homepage != NULL) {
        char *link = text_of("%s/rules/%s", homepage, rule->id);
        json_text(&object, JSON_ROOT, "link", link);
        free(link);
    }
    return json_end(&object);
}

/* Causes first, then the most severe rules. */
static report_status write_rules(html_report *html)
{
    report_status status = REPORT_OK;
    const size_t count = rule_table_arrange(&html->table);
    for (size_t i = 0; i < count && status == REPORT_OK; i++) {
        fputs(i > 0 ? ",\n" : "\n", html->out);
        status = write_json(html->out, rule_text(&html->table.sums[i], html->settings.homepage));
    }
    return status;
}

static char *verdict_text(const html_report *html, const report_totals *totals)
{
    json_object object = json_begin();
    json_add_tool(&object, JSON_ROOT, "tool");
    json_bool(&object, JSON_ROOT, "failed", totals->exit_status != 0);
    json_text(&object, JSON_ROOT, "counts", file_counts_words(&html->counts, totals).text);
    json_text(&object, JSON_ROOT, "show", al_level_name(html->settings.show));
    return json_end(&object);
}

/* The smallest first. */
static int compare_drawn(const void *a, const void *b)
{
    const drawn_file *one = a, *other = b;
    if (one->size != other->size)
        return one->size < other->size ? -1 : 1;
    return one->number < other->number ? -1 : one->number > other->number;
}

/* Decides which views the report has, and writes the numbers of the files whose views are left out. */
static void write_left_out(html_report *html)
{
    uint64_t sum = 0;
    size_t count = 0;
    if (html->drawn_count > 0)
        qsort(html->drawn, html->drawn_count, sizeof *html->drawn, compare_drawn);
    for (; count < html->drawn_count; count++) {
        sum += (uint64_t)html->drawn[count].size;
        if (sum > MOST_OF_VIEWS)
            break;
    }
    if (count < html->drawn_count)
        fputs("<script type=\"application/json\" data-views=\"left out\">[", html->out);
    for (size_t i = count; i < html->drawn_count; i++)
        fprintf(html->out, "%" PRIu64 "%s", html->drawn[i].number,
                i + 1 < html->drawn_count ? "," : "]</script>\n");
    html->drawn_count = count;
}

static report_status write_data(html_report *html, const report_totals *totals)
{
    FILE *out = html->out;
    fputs("{\"verdict\":", out);
    report_status status = write_json(out, verdict_text(html, totals));
    fputs(",\n\"summary\":", out);
    if (status == REPORT_OK)
        status = write_json(out, record_summary(totals, 0, NULL));
    fputs(",\n\"rules\":[", out);
    if (status == REPORT_OK)
        status = write_rules(html);
    fputs("],\n\"files\":[", out);
    if (status == REPORT_OK)
        status = text_spool_copy_with(&html->files, write_json_text, out);
    fputs("],\n\"findings\":[", out);
    if (status == REPORT_OK)
        status = text_spool_copy_with(&html->findings, write_json_text, out);
    fputs("]}", out);
    return status;
}

/* Writes what can be drawn of a file as an element of the page. */
static bool write_drawn(html_report *html, const drawn_file *drawn)
{
    char block[4096];
    size_t left = (size_t)drawn->size, got = 1;
    if (fseek(html->views, drawn->offset, SEEK_SET) != 0)
        return false;
    fprintf(html->out, "<script type=\"application/json\" data-views=\"%" PRIu64 "\">", drawn->number);
    for (; left > 0 && got > 0; left -= got) {
        got = fread(block, 1, left < sizeof block ? left : sizeof block, html->views);
        write_json_text(html->out, block, got);
    }
    fputs("</script>\n", html->out);
    return left == 0;
}

static report_status write_all_drawn(html_report *html)
{
    write_left_out(html);
    for (size_t i = 0; i < html->drawn_count; i++)
        if (!write_drawn(html, &html->drawn[i]))
            return REPORT_NOT_WRITTEN;
    return REPORT_OK;
}

static void write_part(FILE *out, const html_part *part)
{
    (void)fwrite(part->text, 1, part->length, out);
}

static report_status finish_html(void *state, const report_totals *totals)
{
    html_report *html = state;
    write_part(html->out, &html_viewer_head);
    fprintf(html->out, "<h1 id=\"verdict\">%s: %s</h1>\n", totals->exit_status != 0 ? "FAILED" : "OK",
            file_counts_words(&html->counts, totals).text);
    write_part(html->out, &html_viewer_body);
    fputs("<script type=\"application/json\" id=\"report\">", html->out);
    report_status status = write_data(html, totals);
    fputs("</script>\n", html->out);
    if (status == REPORT_OK)
        status = write_all_drawn(html);
    write_part(html->out, &html_viewer_script);
    return status;
}

static void release_html(void *state)
{
    html_report *html = state;
    al_byte_spool_end(&html->files);
    al_byte_spool_end(&html->findings);
    quota_end(&html->quota);
    rule_table_end(&html->table);
    al_checker_free(html->checker);
    al_options_free(html->options);
    free(html->drawn);
    if (html->views != NULL)
        (void)fclose(html->views);
}

const report_form html_form = {
    .name = "html",
    .show = AL_WARNING,
    .per_rule = UINT64_MAX,
    .size = sizeof(html_report),
    .begin = begin_html,
    .file = html_file,
    .finish = finish_html,
    .release = release_html,
};
