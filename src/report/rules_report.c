/* rules_report.c: the list of rules as text, as JSON, and as Markdown for the documentation; and one rule,
 * explained to a person. */
#include "report/rules_report.h"

#include <stdlib.h>
#include <string.h>

#include "report/json_object.h"
#include "report/page.h"
#include "report/texts.h"

static bool is_first_of_format(size_t rule_number)
{
    return rule_number == 0 ||
           strcmp(al_rule_at(rule_number - 1)->format, al_rule_at(rule_number)->format) != 0;
}

static report_status write_text(FILE *out)
{
    const size_t rules = al_rule_count();
    size_t width = 0;
    for (size_t i = 0; i < rules; i++) {
        const size_t length = strlen(al_rule_at(i)->id);
        width = length > width ? length : width;
    }
    for (size_t i = 0; i < rules; i++) {
        const al_rule *rule = al_rule_at(i);
        if (is_first_of_format(i))
            fprintf(out, "%s%s\n", i > 0 ? "\n" : "", al_prefix_name(rule->format));
        fprintf(out, "  %-*s  %-7s  %-5s  %-6s  %s\n", (int)width, rule->id, al_level_name(rule->level),
                rule->crash ? "crash" : "", al_fix_kind_name(rule->fix_kind), rule->title);
    }
    return REPORT_OK;
}

static void add_games(json_object *object, unsigned games)
{
    const json_node names = json_array(object, JSON_ROOT, "games");
    for (size_t i = 0; al_game_name(i) != NULL; i++)
        if ((games >> i & 1) != 0)
            json_text(object, names, NULL, al_game_name(i));
}

static report_status write_json(FILE *out)
{
    const size_t rules = al_rule_count();
    fputc('[', out);
    for (size_t i = 0; i < rules; i++) {
        const al_rule *rule = al_rule_at(i);
        json_object object = json_begin();
        json_text(&object, JSON_ROOT, "id", rule->id);
        json_text(&object, JSON_ROOT, "format", rule->format);
        json_text(&object, JSON_ROOT, "level", al_level_name(rule->level));
        json_text(&object, JSON_ROOT, "confidence", al_confidence_name(rule->confidence));
        json_bool(&object, JSON_ROOT, "crash", rule->crash);
        json_text(&object, JSON_ROOT, "title", rule->title);
        json_text(&object, JSON_ROOT, "why", rule->why);
        json_text(&object, JSON_ROOT, "fix", rule->fix);
        if (rule->fix_kind != AL_FIX_NONE)
            json_text(&object, JSON_ROOT, "fixKind", al_fix_kind_name(rule->fix_kind));
        json_text(&object, JSON_ROOT, "source", rule->source);
        json_text(&object, JSON_ROOT, "since", rule->since);
        add_games(&object, rule->games);
        fputs(i > 0 ? ",\n" : "\n", out);
        if (!json_write(&object, out))
            return REPORT_NO_MEMORY;
    }
    fputs("\n]\n", out);
    return REPORT_OK;
}

static bool write_cell(FILE *out, const char *text)
{
    char *cell = markdown_of(text);
    if (cell != NULL)
        fprintf(out, " %s |", cell);
    free(cell);
    return cell != NULL;
}

static report_status write_markdown(FILE *out)
{
    const size_t rules = al_rule_count();
    for (size_t i = 0; i < rules; i++) {
        const al_rule *rule = al_rule_at(i);
        if (is_first_of_format(i)) {
            fprintf(out, "%s## %s\n\n", i > 0 ? "\n" : "", al_prefix_name(rule->format));
            fputs("| Rule | Level | Crash | Fix | Finds | Why it matters | How to fix it | Source | Since "
                  "| Games |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
                  out);
        }
        fprintf(out, "| `%s` | %s | %s | %s |", rule->id, al_level_name(rule->level),
                rule->crash ? "yes" : "", al_fix_kind_name(rule->fix_kind));
        if (!write_cell(out, rule->title) || !write_cell(out, rule->why) || !write_cell(out, rule->fix) ||
            !write_cell(out, rule->source))
            return REPORT_NO_MEMORY;
        fprintf(out, " %s | %s |\n", rule->since, games_of(rule->games).text);
    }
    return REPORT_OK;
}

static const catalogue_form forms[] = {
    {"text", write_text}, {"json", write_json}, {"markdown", write_markdown}};

const catalogue_form *catalogue_form_at(size_t number)
{
    return number < sizeof forms / sizeof forms[0] ? &forms[number] : NULL;
}

/* ---- One rule ------------------------------------------------------------------------------------------ */

enum { COLUMNS = 80 };

static void write_paragraph(FILE *out, int indent, const char *text)
{
    page p = {.out = out, .width = COLUMNS, .indent = indent};
    page_text(&p, text);
    if (p.column > 0)
        page_end_line(&p);
}

/* The confidence comes with its evidence, so that the reader can judge it. */
static void write_certainty(FILE *out, const al_rule *rule)
{
    page p = {.out = out, .width = COLUMNS};
    page_text(&p, "How sure: ");
    page_text(&p, al_confidence_name(rule->confidence));
    page_text(&p, ". ");
    page_text(&p, rule->source);
    page_end_line(&p);
}

static void write_games(FILE *out, unsigned games)
{
    page p = {.out = out, .width = COLUMNS};
    page_text(&p, "Games: ");
    page_text(&p, games_of(games).text);
    page_end_line(&p);
}

void explain_rule(FILE *out, const al_rule *rule)
{
    write_paragraph(out, 0, rule->id);
    write_paragraph(out, 0, rule->title);
    fprintf(out, "\nLevel: %s\n", al_level_name(rule->level));
    write_certainty(out, rule);
    write_games(out, rule->games);
    fprintf(out, "Since: assetlint %s\n", rule->since);
    if (rule->crash)
        write_paragraph(out, 0, "Crash: a program that trusts the file may crash or read out of bounds.");
    fputs("\nWhy it matters\n", out);
    write_paragraph(out, 2, rule->why);
    fputs("\nHow to fix it\n", out);
    if (rule->fix_kind != AL_FIX_NONE)
        write_paragraph(out, 2, fix_words(rule->fix_kind));
    write_paragraph(out, 2, rule->fix);
}
