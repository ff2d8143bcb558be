/* help.c: prints the texts of manual.c for --help. */
#include "cli/help.h"

#include <assetlint/assetlint.h>
#include <string.h>

#include "cli/manual.h"
#include "report/page.h"

enum { WIDTH = 80, TEXT_COLUMN = 28, GAP = 2, USAGE_COLUMN = 40, FORMAT_COLUMN = 11 };

static void write_words(page *p, int indent, const char *text)
{
    p->indent = indent;
    page_text(p, text);
    page_end_line(p);
    p->indent = 0;
}

/* ---- The options of a command -------------------------------------------------------------------------- */

static void write_option(page *p, const manual_page *manual, const manual_option *o)
{
    const option *row = manual_row(manual, o);
    char letter[] = "-x, ";
    letter[1] = row != NULL ? row->letter : '\0';
    p->indent = 0;
    page_to(p, letter[1] != '\0' ? 2 : 6);
    if (letter[1] != '\0')
        page_text(p, letter);
    page_text(p, "--");
    page_text(p, o->name);
    if (o->value != NULL) {
        page_text(p, " ");
        page_text(p, o->value);
    }
    if (p->column + GAP > TEXT_COLUMN)
        page_end_line(p);
    page_to(p, TEXT_COLUMN);
    write_words(p, TEXT_COLUMN, o->text);
}

static void write_examples(FILE *out, const char *examples)
{
    fputs("\nExamples:\n", out);
    while (*examples != '\0') {
        const size_t length = strcspn(examples, "\n") + 1;
        fprintf(out, "  %.*s", (int)length, examples);
        examples += length;
    }
}

static void print_page(FILE *out, const char *command)
{
    const manual_page *manual = manual_page_of(command);
    page p = {.out = out, .width = WIDTH};
    fprintf(out, "Usage: assetlint %s %s\n\n", strcmp(command, "check") == 0 ? "[check]" : command,
            manual->synopsis);
    write_words(&p, 0, manual->about);
    for (size_t i = 0; i < manual->option_count; i++) {
        const manual_option *o = &manual->options[i];
        if (o->name == NULL)
            fprintf(out, "\n%s:\n", o->text);
        else {
            if (i == 0)
                fputc('\n', out);
            write_option(&p, manual, o);
        }
    }
    if (manual->examples != NULL)
        write_examples(out, manual->examples);
}

void print_check_help(FILE *out)
{
    print_page(out, "check");
}

void print_rules_help(FILE *out)
{
    print_page(out, "rules");
}

void print_explain_help(FILE *out)
{
    print_page(out, "explain");
}

void print_dump_help(FILE *out)
{
    print_page(out, "dump");
}

/* ---- The program --------------------------------------------------------------------------------------- */

static void write_usages(page *p)
{
    const manual_page *manual;
    for (size_t i = 0; (manual = manual_page_at(i)) != NULL; i++) {
        p->indent = 0;
        page_to(p, 2);
        page_text(p, "assetlint ");
        page_text(p, i == 0 ? "[check]" : manual->command);
        page_text(p, " ");
        /* The command's own help lists its options. */
        page_text(p, strchr(manual->synopsis, '-') == NULL ? manual->synopsis : "[OPTIONS]");
        if (strchr(manual->synopsis, '-') != NULL && manual->argument != MANUAL_NONE)
            page_text(p, " FILE");
        page_to(p, USAGE_COLUMN);
        write_words(p, USAGE_COLUMN, manual->brief);
    }
}

static void write_format(page *p, const al_format_info *format, const char *suffix)
{
    p->indent = 0;
    page_to(p, 2);
    page_text(p, format->id);
    page_to(p, FORMAT_COLUMN);
    p->indent = FORMAT_COLUMN;
    page_text(p, format->name);
    write_words(p, FORMAT_COLUMN, suffix);
}

void print_help(FILE *out)
{
    page p = {.out = out, .width = WIDTH};
    write_words(
        &p, 0,
        "assetlint finds broken binary assets in game mods. It shows the place in the file, what happens in "
        "the game, and how to fix the file.");
    fputs("\nUsage:\n", out);
    write_usages(&p);
    write_examples(out, "assetlint ships/                      check every asset in a folder and below\n"
                        "assetlint -f sarif=assets.sarif .     also write a report for code scanning\n"
                        "assetlint explain xmf/data-range\n");
    fputc('\n', out);
    write_words(
        &p, 0,
        "Exit status: 0 no finding at or above --fail-on, 1 at least one, 2 wrong usage or nothing to "
        "check, 3 something could not be checked or written.");
    fputs("\nFormats:\n", out);
    for (size_t i = 0; i < al_format_count(); i++)
        write_format(&p, al_format_at(i), "");
    for (size_t i = 0; i < al_package_count(); i++)
        write_format(&p, al_package_at(i), ", with all its members");
}

void print_drag_help(FILE *out)
{
    page p = {.out = out, .width = WIDTH};
    write_words(
        &p, 0,
        "assetlint finds files in game mods that crash the game or look wrong in it.\n\n"
        "Drag a folder or a file onto assetlint.exe to check it: a whole mod, one file, or an archive "
        "(.zip, .7z, .cat).\n\n"
        "In a command prompt, assetlint --help lists what else it can do.");
}
