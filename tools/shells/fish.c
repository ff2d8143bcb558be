/* fish.c: the completion for fish. */
#include "shells.h"

#include <string.h>

static const shell_action actions[SHELL_ACTIONS] = {
    [MANUAL_NONE] = {" -x", ""},
    [MANUAL_ANY] = {" -x", ""},
    [MANUAL_PATH] = {" -r -F", ""},
    [MANUAL_FOLDER] = {" -x -a '(__fish_complete_directories)'", ""},
    [MANUAL_WORD] = {" -x -a '", "'"},
    [MANUAL_WORD_TO_FILE] = {" -x -a '(__assetlint_word_to_file", ")'"},
    [MANUAL_RULE] = {" -x", ""},
    [MANUAL_RULES] = {" -x -a '(__assetlint_rules)'", ""},
    [MANUAL_RULE_LEVEL] = {" -x -a '(__assetlint_rule_level", ")'"},
    [MANUAL_COMMAND] = {" -x", ""},
};

static void write_commands(FILE *out)
{
    const manual_page *page;
    fputs("set -g __assetlint_commands", out);
    for (size_t i = 0; (page = manual_page_at(i)) != NULL; i++)
        fprintf(out, " %s", page->command);
    fputc('\n', out);
}

static void write_ids(FILE *out)
{
    fputs("set -g __assetlint_ids", out);
    write_rules(out, " \\\n    ", "*");
    fputc('\n', out);
}

static void write_brief(FILE *out, const manual_page *page)
{
    fprintf(out, "complete -c assetlint -n 'test (count (commandline -opc)) -eq 1' -a %s -d ", page->command);
    write_quoted(out, page->brief, strlen(page->brief), "\\'");
    fputc('\n', out);
}

static void write_page(FILE *out, const manual_page *page)
{
    static const char in_command[] = "complete -c assetlint -n 'test (__assetlint_command) =";
    static const char later[] = "; and test (count (commandline -opc)) -gt 1";
    for (size_t i = 0; i < page->option_count; i++) {
        const manual_option *o = &page->options[i];
        if (o->name == NULL)
            continue;
        fprintf(out, "%s %s' -l %s", in_command, page->command, o->name);
        if (o->letter != '\0')
            fprintf(out, " -s %c", o->letter);
        if (o->value != NULL)
            write_action(out, actions, o->kind, o->words);
        fputs(" -d ", out);
        write_quoted(out, o->text, brief_length(o->text), "\\'");
        fputc('\n', out);
    }
    const char *argument = NULL;
    if (page->argument == MANUAL_RULE)
        argument = " -a '(string match -v -- \"*\\**\" $__assetlint_ids)'";
    else if (page->argument == MANUAL_COMMAND)
        argument = " -a '$__assetlint_commands'";
    else if (page->argument == MANUAL_NONE)
        argument = "";
    if (argument != NULL)
        fprintf(out, "%s %s%s' -f%s\n", in_command, page->command, later, argument);
}

const template_part fish_parts[] = {{"commands", write_commands, NULL},
                                    {"rules", write_ids, NULL},
                                    {"briefs", NULL, write_brief},
                                    {"pages", NULL, write_page},
                                    {NULL, NULL, NULL}};
