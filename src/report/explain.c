/* explain.c: one rule, explained to a person. */
#include <string.h>

#include "report/rules_report.h"
#include "report/texts.h"

enum { COLUMNS = 80 };

/* Letters, not bytes: what continues a letter of UTF-8 takes no column. */
static int columns_of(const char *text, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)text[i] & 0xC0) != 0x80;
    return columns;
}

/* Writes words until the line is full; a line end in the text starts a new one. */
static void write_paragraph(FILE *out, const char *indent, const char *text)
{
    int column = 0;
    while (*text != '\0') {
        const size_t length = strcspn(text, " \n");
        const int columns = columns_of(text, length);
        if (column > 0 && column + 1 + columns > COLUMNS) {
            fputc('\n', out);
            column = 0;
        }
        if (length > 0) {
            fputs(column == 0 ? indent : " ", out);
            column += column == 0 ? (int)strlen(indent) : 1;
            (void)fwrite(text, 1, length, out);
            column += columns;
        }
        text += length;
        if (*text == '\n') {
            fputc('\n', out);
            column = 0;
        }
        text += *text != '\0';
    }
    if (column > 0)
        fputc('\n', out);
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
    write_paragraph(out, "", rule->id);
    write_paragraph(out, "", rule->title);
    fprintf(out, "\nLevel: %s; %s.\n", al_level_name(rule->level), confidence_sentence(rule->confidence));
    fputs("Games: ", out);
    write_games(out, rule->games);
    fprintf(out, "\nSince: assetlint %s\n", rule->since);
    if (rule->crash)
        write_paragraph(
            out, "", "Crash: the game, or any reader that trusts the file, may crash or read out of bounds.");
    fputs("\nWhy it matters\n", out);
    write_paragraph(out, "  ", rule->why);
    fputs("\nHow to fix it\n", out);
    write_paragraph(out, "  ", rule->fix);
    fputs("\nSource\n", out);
    write_paragraph(out, "  ", rule->source);
}
