/* explain.c: one rule, explained to a person. */
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

static const char *confidence_sentence(al_confidence confidence)
{
    switch (confidence) {
    case AL_POSSIBLE: return "what it flags is possibly wrong";
    case AL_LIKELY: return "what it flags is likely wrong";
    case AL_CERTAIN: return "what it flags is certainly wrong";
    }
    return "";
}

void explain_rule(FILE *out, const al_rule *rule)
{
    write_paragraph(out, 0, rule->id);
    write_paragraph(out, 0, rule->title);
    fprintf(out, "\nLevel: %s; %s.\n", al_level_name(rule->level), confidence_sentence(rule->confidence));
    fputs("Games: ", out);
    write_games(out, rule->games);
    fprintf(out, "\nSince: assetlint %s\n", rule->since);
    if (rule->crash)
        write_paragraph(
            out, 0, "Crash: the game, or any reader that trusts the file, may crash or read out of bounds.");
    fputs("\nWhy it matters\n", out);
    write_paragraph(out, 2, rule->why);
    fputs("\nHow to fix it\n", out);
    write_paragraph(out, 2, rule->fix);
    fputs("\nSource\n", out);
    write_paragraph(out, 2, rule->source);
}
