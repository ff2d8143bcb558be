/* html_report.c: the report as a page that needs nothing else: the findings as JSON, and the viewer that
 * shows them (web/viewer, in html_viewer.h).
 *
 * The page is written at the end, since its verdict comes first; findings wait in a spool. In the JSON each
 * `<` is written `\u003c`, so that no text of a file can end the element or begin another one.
 */
#include <stdlib.h>
#include <string.h>

#include "report/counts.h"
#include "report/html_viewer.h"
#include "report/json_object.h"
#include "report/page_views.h"
#include "report/record.h"
#include "report/report.h"
#include "report/texts.h"

enum { MOST_OF_VIEWS = 32000000 }; /* bytes of all that can be drawn of files */

typedef struct html_report {
    report_base base;
    rule_table table;
    spool files, findings; /* with the separators between them */
    uint64_t file_count;
    page_views views;
} html_report;

static void begin_html(void *state)
{
    html_report *html = state;
    const report_settings *settings = &html->base.settings;
    if (!rule_table_begin(&html->table) ||
        (settings->views && !page_views_begin(&html->views, settings->options, MOST_OF_VIEWS)))
        report_note(&html->base, REPORT_NO_MEMORY);
}

/* ---- Files and findings -------------------------------------------------------------------------------- */

static void add_excerpt(json_object *object, const al_excerpt *e)
{
    const json_node lines = json_child(object, JSON_ROOT, "excerpt");
    if (e->above != NULL)
        json_text(object, lines, "above", e->above);
    json_text(object, lines, "before", e->before);
    json_text(object, lines, "marked", e->marked);
    json_text(object, lines, "behind", e->behind);
    if (e->below != NULL)
        json_text(object, lines, "below", e->below);
}

/* A finding as in JSON, with the kind of its fix and the lines around it. */
static char *finding_text(const al_result *result, const al_finding *finding)
{
    json_object object = json_begin();
    if (finding->fix_kind != AL_FIX_NONE)
        json_text(&object, JSON_ROOT, "fixKind", al_fix_kind_name(finding->fix_kind));
    if (finding->excerpt != NULL)
        add_excerpt(&object, finding->excerpt);
    char *more = json_end(&object), *record = record_finding(result, finding, false), *text = NULL;
    if (more != NULL && record != NULL) {
        const size_t length = strlen(more) - 1; /* without its brace */
        text = text_of("%.*s%s%s", (int)length, more, length > 1 ? "," : "", record + 1);
    }
    free(more);
    free(record);
    return text;
}

static char *measures_text(const al_measures *m)
{
    json_object object = json_begin();
    json_number(&object, JSON_ROOT, "triangles", m->triangles);
    json_number(&object, JSON_ROOT, "vertices", m->vertices);
    json_number(&object, JSON_ROOT, "materials", m->materials);
    json_number(&object, JSON_ROOT, "bones", m->bones);
    json_number(&object, JSON_ROOT, "uvSets", m->uv_sets);
    return json_end(&object);
}

/* A file as in JSON, with its measures. */
static char *file_text(const al_result *result)
{
    char *record = record_file(result, false), *measures = measures_text(&result->measures);
    char *text =
        record != NULL && measures != NULL ? text_of("{\"measures\":%s,%s", measures, record + 1) : NULL;
    free(record);
    free(measures);
    return text;
}

/* All findings are in the page, which hides those below the level that is shown until a reader asks for them.
 * What can be drawn of a file with findings that are shown is added, and of the files that belong to it. */
static void html_file(void *state, const al_result *result)
{
    html_report *html = state;
    bool any = false;
    html->table.file++;
    if (!result->entry_only)
        report_note(&html->base, spool_add_record(&html->files, file_text(result)));
    for (size_t i = 0; i < result->finding_count; i++) {
        const al_finding *finding = &result->findings[i];
        rule_table_add(&html->table, finding);
        if (quota_take(&html->base.quota, finding))
            report_note(&html->base, spool_add_record(&html->findings, finding_text(result, finding)));
        any = any || finding->level >= html->base.settings.show;
    }
    const uint64_t number = html->file_count;
    html->file_count += !result->entry_only;
    const bool is_shown = any && result->status == AL_FILE_FINDINGS;
    if (html->base.status != REPORT_OK || !page_views_are_drawn(&html->views) || result->entry_only)
        return;
    if (is_shown)
        report_note(&html->base, page_views_add(&html->views, result, number));
    report_note(&html->base,
                page_views_add_partners(&html->views, html->base.settings.project, result, number, is_shown));
}

/* ---- The document -------------------------------------------------------------------------------------- */

/* Writes JSON into an element of the page, and frees it. */
static void write_json(html_report *html, char *text)
{
    if (text != NULL)
        write_json_of_page(html->base.out, text, strlen(text));
    else
        report_note(&html->base, REPORT_NO_MEMORY);
    free(text);
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
static void write_rules(html_report *html)
{
    const size_t count = rule_table_arrange(&html->table);
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? ",\n" : "\n", html->base.out);
        write_json(html, rule_text(&html->table.sums[i], html->base.settings.homepage));
    }
}

static char *verdict_text(const html_report *html, const report_totals *totals, const char *counts)
{
    json_object object = json_begin();
    json_add_tool(&object, JSON_ROOT, "tool");
    json_text(&object, JSON_ROOT, "word", verdict_word(totals));
    json_text(&object, JSON_ROOT, "counts", counts);
    json_text(&object, JSON_ROOT, "show", al_level_name(html->base.settings.show));
    return json_end(&object);
}

static void write_data(html_report *html, const report_totals *totals, const char *counts)
{
    FILE *out = html->base.out;
    fputs("{\"verdict\":", out);
    write_json(html, verdict_text(html, totals, counts));
    fputs(",\n\"summary\":", out);
    write_json(html, record_summary(totals, &html->base.settings.shard, false));
    fputs(",\n\"rules\":[", out);
    write_rules(html);
    fputs("],\n\"files\":[", out);
    report_note(&html->base, spool_copy(&html->files, write_json_of_page, out));
    fputs("],\n\"findings\":[", out);
    report_note(&html->base, spool_copy(&html->findings, write_json_of_page, out));
    fputs("]}", out);
}

static void write_part(FILE *out, const html_part *part)
{
    (void)fwrite(part->text, 1, part->length, out);
}

static void finish_html(void *state, const report_totals *totals)
{
    html_report *html = state;
    char *counts = file_counts_words(totals);
    char *shown = counts != NULL ? xml_of(counts) : NULL;
    if (shown == NULL) {
        report_note(&html->base, REPORT_NO_MEMORY);
        free(counts);
        return;
    }
    write_part(html->base.out, &html_viewer_head);
    fprintf(html->base.out, "<h1 id=\"verdict\">%s: %s</h1>\n", verdict_word(totals), shown);
    write_part(html->base.out, &html_viewer_body);
    fputs("<script type=\"application/json\" id=\"report\">", html->base.out);
    write_data(html, totals, counts);
    fputs("</script>\n", html->base.out);
    report_note(&html->base, page_views_write(&html->views, html->base.out));
    write_part(html->base.out, &html_viewer_script);
    free(shown);
    free(counts);
}

static void release_html(void *state)
{
    html_report *html = state;
    spool_end(&html->files);
    spool_end(&html->findings);
    rule_table_end(&html->table);
    page_views_end(&html->views);
}

const report_form html_form = {
    .name = "html",
    .show = AL_WARNING,
    .per_rule = UINT64_MAX,
    .size = sizeof(html_report),
    .temporary_files = 4,
    .begin = begin_html,
    .file = html_file,
    .finish = finish_html,
    .release = release_html,
};
