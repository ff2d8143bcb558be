/* explain.c: explains one rule to a person. */
#include "report/page.h"
#include "report/rules_report.h"
#include "report/texts.h"

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
    write_paragraph(out, 2, rule->fix);
}
