/* fish.c: the completion for fish. */
#include "shells.h"

#include <string.h>

static const char head[] =
    "# Completion of assetlint for fish. Made with the program, from its table of options.\n"
    "\n"
    "function __assetlint_command\n"
    "    set -l words (commandline -opc)\n"
    "    if set -q words[2]; and contains -- $words[2] $__assetlint_commands\n"
    "        echo $words[2]\n"
    "    else\n"
    "        echo check\n"
    "    end\n"
    "end\n"
    "\n"
    "# The value that is being written, without the option in front.\n"
    "function __assetlint_value\n"
    "    string replace -r -- '^--[a-z-]+=' '' (commandline -ct)\n"
    "end\n"
    "\n"
    "function __assetlint_rules\n"
    "    set -l before (string match -r -- '.*,' (__assetlint_value))\n"
    "    printf '%s\\n' \"$before\"$__assetlint_ids\n"
    "end\n"
    "\n"
    "function __assetlint_rule_level\n"
    "    set -l before (string match -r -- '.*=' (__assetlint_value))\n"
    "    if set -q before[1]\n"
    "        printf '%s\\n' $before$argv\n"
    "    else\n"
    "        printf '%s=\\n' (__assetlint_rules)\n"
    "    end\n"
    "end\n"
    "\n"
    "function __assetlint_word_to_file\n"
    "    set -l value (__assetlint_value)\n"
    "    set -l before (string match -r -- '[^=]*=' $value)\n"
    "    if set -q before[1]\n"
    "        printf '%s\\n' $before[1](__fish_complete_path (string replace -- $before[1] '' $value))\n"
    "    else\n"
    "        printf '%s\\n' $argv\n"
    "    end\n"
    "end\n"
    "\n";

static void write_value(FILE *out, const manual_option *o)
{
    switch (o->kind) {
    case MANUAL_NONE:
    case MANUAL_ANY:
    case MANUAL_COMMAND:
    case MANUAL_RULE: fputs(" -x", out); return;
    case MANUAL_PATH: fputs(" -r -F", out); return;
    case MANUAL_FOLDER: fputs(" -x -a '(__fish_complete_directories)'", out); return;
    case MANUAL_WORD: fputs(" -x -a '", out); break;
    case MANUAL_WORD_TO_FILE: fputs(" -x -a '(__assetlint_word_to_file", out); break;
    case MANUAL_RULES: fputs(" -x -a '(__assetlint_rules)'", out); return;
    case MANUAL_RULE_LEVEL: fputs(" -x -a '(__assetlint_rule_level", out); break;
    }
    write_words(out, o->words, " ");
    fputs(o->kind == MANUAL_WORD ? "'" : ")'", out);
}

static void write_page(FILE *out, const manual_page *page)
{
    static const char in_command[] = "complete -c assetlint -n 'test (__assetlint_command) =";
    static const char later[] = "; and test (count (commandline -opc)) -gt 1";
    for (size_t i = 0; i < page->option_count; i++) {
        const manual_option *o = &page->options[i];
        const option *row = manual_row(page, o);
        if (row == NULL)
            continue;
        fprintf(out, "%s %s' -l %s", in_command, page->command, o->name);
        if (row->letter != '\0')
            fprintf(out, " -s %c", row->letter);
        if (o->value != NULL)
            write_value(out, o);
        fputs(" -d ", out);
        write_quoted(out, o->text, brief_length(o->text), "\\'");
        fputc('\n', out);
    }
    if (page->argument == MANUAL_RULE)
        fprintf(out, "%s %s%s' -f -a '(string match -v -- \"*\\**\" $__assetlint_ids)'\n", in_command,
                page->command, later);
    else if (page->argument == MANUAL_COMMAND)
        fprintf(out, "%s %s%s' -f -a '$__assetlint_commands'\n", in_command, page->command, later);
    else if (page->argument == MANUAL_NONE)
        fprintf(out, "%s %s%s' -f\n", in_command, page->command, later);
}

void write_fish(FILE *out)
{
    const manual_page *page;
    fputs(head, out);
    fputs("set -g __assetlint_commands", out);
    for (size_t i = 0; (page = manual_page_at(i)) != NULL; i++)
        fprintf(out, " %s", page->command);
    fputs("\nset -g __assetlint_ids", out);
    write_rules(out, " \\\n    ", "*");
    fputs("\n\n", out);
    for (size_t i = 0; (page = manual_page_at(i)) != NULL; i++) {
        fprintf(out, "complete -c assetlint -n 'test (count (commandline -opc)) -eq 1' -a %s -d ",
                page->command);
        write_quoted(out, page->brief, strlen(page->brief), "\\'");
        fputc('\n', out);
    }
    for (size_t i = 0; (page = manual_page_at(i)) != NULL; i++)
        write_page(out, page);
}
