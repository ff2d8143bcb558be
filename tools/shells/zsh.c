/* zsh.c: the completion for zsh. */
#include "shells.h"

#include <string.h>

static const shell_action actions[SHELL_ACTIONS] = {
    [MANUAL_NONE] = {" ", ""},
    [MANUAL_ANY] = {" ", ""},
    [MANUAL_PATH] = {"_files", ""},
    [MANUAL_FOLDER] = {"_files -/", ""},
    [MANUAL_WORD] = {"(", ")"},
    [MANUAL_WORD_TO_FILE] = {"{_assetlint_word_to_file \"", "\"}"},
    [MANUAL_RULE] = {"{compadd -a _assetlint_ids}", ""},
    [MANUAL_RULES] = {"_assetlint_rules", ""},
    [MANUAL_RULE_LEVEL] = {"{_assetlint_rule_level \"", "\"}"},
    [MANUAL_COMMAND] = {"{_describe -t commands command commands}", ""},
};

static void write_command(FILE *out, const manual_page *page)
{
    fprintf(out, "        '%s:%s'\n", page->command, page->brief);
}

static void write_ids(FILE *out)
{
    fputs("    local -a _assetlint_ids=(", out);
    write_rules(out, "\n        ", "*");
    fputs("\n    )\n", out);
}

/* `'(-f --format)'{-f+,--format=}'[what it is for]:NAME:action'`; an option that may repeat excludes nothing.
 */
static void write_option(FILE *out, const manual_option *o)
{
    const char *equals = o->value != NULL ? "=" : "", *plus = o->value != NULL ? "+" : "";
    char brief[256];
    (void)snprintf(brief, sizeof brief, "[%.*s]", (int)brief_length(o->text), o->text);
    fputs(" \\\n                ", out);
    if (o->repeats && o->letter != '\0')
        fprintf(out, "'*'{-%c%s,--%s%s}", o->letter, plus, o->name, equals);
    else if (o->letter != '\0')
        fprintf(out, "'(-%c --%s)'{-%c%s,--%s%s}", o->letter, o->name, o->letter, plus, o->name, equals);
    else
        fprintf(out, "'%s--%s%s'", o->repeats ? "*" : "", o->name, equals);
    write_quoted(out, brief, strlen(brief), "'\\''");
    if (o->value == NULL)
        return;
    fprintf(out, "':%s:", o->value);
    write_action(out, actions, o->kind, o->words);
    fputc('\'', out);
}

static void write_page(FILE *out, const manual_page *page)
{
    fprintf(out, "        %s)\n            _arguments -s -S", page->command);
    for (size_t i = 0; i < page->option_count; i++) {
        if (page->options[i].name != NULL)
            write_option(out, &page->options[i]);
    }
    if (page->argument != MANUAL_NONE) {
        fprintf(out, " \\\n                '%s: :", page->argument == MANUAL_PATH ? "*" : "1");
        write_action(out, actions, page->argument, NULL);
        fputc('\'', out);
    }
    fputs("\n            ;;\n", out);
}

const template_part zsh_parts[] = {{"commands", NULL, write_command},
                                   {"rules", write_ids, NULL},
                                   {"pages", NULL, write_page},
                                   {NULL, NULL, NULL}};
