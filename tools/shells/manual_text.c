/* manual_text.c: the pages of the manual, in the markup of scdoc. */
#include "shells.h"

#include <assetlint/assetlint.h>
#include <ctype.h>
#include <string.h>

/* Escapes the characters that are markup. */
static void write_text(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (strchr("\\*_<>", text[i]) != NULL)
            fputc('\\', out);
        fputc(text[i], out);
    }
}

/* Adds the capital letter and the full stop of a sentence. */
static void write_sentence(FILE *out, const char *text)
{
    fputc(toupper((unsigned char)text[0]), out);
    write_text(out, text + 1, strlen(text + 1));
    fputs(".\n\n", out);
}

static void write_option(FILE *out, const manual_option *o)
{
    if (o->letter != '\0')
        fprintf(out, "*-%c*, ", o->letter);
    fprintf(out, "*--%s*", o->name);
    if (o->value != NULL) {
        fputs(" _", out);
        write_text(out, o->value, strlen(o->value));
        fputc('_', out);
    }
    fputs("\n\t", out);
    write_sentence(out, o->text);
}

static void write_command(FILE *out, const manual_page *page)
{
    fprintf(out, "*assetlint %s*\n\t", page->command);
    if (page->about != NULL) {
        write_text(out, page->about, strlen(page->about));
        fputs("\n\n", out);
    } else {
        write_sentence(out, page->brief);
    }
}

static void write_options(FILE *out, const manual_page *page)
{
    if (page->option_count == 0)
        return;
    fprintf(out, "## assetlint %s\n\n", page->command);
    for (size_t i = 0; i < page->option_count; i++) {
        if (page->options[i].name != NULL)
            write_option(out, &page->options[i]);
        else
            fprintf(out, "*%s*\n\n", page->options[i].text);
    }
}

static void write_examples(FILE *out, const manual_page *page)
{
    if (page->examples == NULL)
        return;
    write_sentence(out, page->brief);
    fprintf(out, "```\n%s```\n\n", page->examples);
}

static void write_synopsis(FILE *out)
{
    const manual_page *page;
    for (size_t i = 0; (page = manual_page_at(i)) != NULL; i++) {
        fprintf(out, i == 0 ? "*assetlint* [*%s*] " : "*assetlint* *%s* ", page->command);
        write_text(out, page->synopsis, strlen(page->synopsis));
        fputs(manual_page_at(i + 1) != NULL ? "++\n" : "\n\n", out);
    }
}

static void write_formats(FILE *out)
{
    for (size_t i = 0; i < al_format_count() + al_package_count(); i++) {
        const bool package = i >= al_format_count();
        const al_format_info *format = package ? al_package_at(i - al_format_count()) : al_format_at(i);
        fprintf(out, "*%s*\n\t", format->id);
        write_text(out, format->name, strlen(format->name));
        fputs(package ? ", with all its members\n\n" : "\n\n", out);
    }
}

const template_part manual_parts[] = {{"synopsis", write_synopsis, NULL}, {"formats", write_formats, NULL},
                                      {"commands", NULL, write_command},  {"options", NULL, write_options},
                                      {"examples", NULL, write_examples}, {NULL, NULL, NULL}};
