/* bash.c: the completion for bash, which needs the functions of bash-completion. */
#include "shells.h"

static const shell_action actions[SHELL_ACTIONS] = {
    [MANUAL_NONE] = {"true", ""},
    [MANUAL_ANY] = {"true", ""},
    [MANUAL_PATH] = {"_filedir", ""},
    [MANUAL_FOLDER] = {"_filedir -d", ""},
    [MANUAL_WORD] = {"COMPREPLY=($(compgen -W \"", "\" -- \"$cur\"))"},
    [MANUAL_WORD_TO_FILE] = {"_assetlint_word_to_file", ""},
    [MANUAL_RULE] = {"COMPREPLY=($(compgen -W \"${_assetlint_ids[*]}\" -X '*[*]' -- \"$cur\"))", ""},
    [MANUAL_RULES] = {"_assetlint_rules \"$cur\"", ""},
    [MANUAL_RULE_LEVEL] = {"_assetlint_rule_level", ""},
    [MANUAL_COMMAND] = {"COMPREPLY=($(compgen -W \"$commands\" -- \"$cur\"))", ""},
};

static void write_commands(FILE *out)
{
    const manual_page *page;
    fputs("    local commands='", out);
    for (size_t i = 0; (page = manual_page_at(i)) != NULL; i++)
        fprintf(out, "%s%s", i > 0 ? " " : "", page->command);
    fputs("'\n", out);
}

static void write_values(FILE *out, const manual_page *page)
{
    for (size_t i = 0; i < page->option_count; i++) {
        const manual_option *o = &page->options[i];
        if (o->value == NULL)
            continue;
        fprintf(out, "        %s:--%s", page->command, o->name);
        if (o->letter != '\0')
            fprintf(out, " | %s:-%c", page->command, o->letter);
        fputs(") ", out);
        write_action(out, actions, o->kind, o->words);
        fputs("; return ;;\n", out);
    }
}

static void write_options(FILE *out, const manual_page *page)
{
    if (page->option_count == 0)
        return;
    fprintf(out, "            %s) COMPREPLY=($(compgen -W \"", page->command);
    for (size_t i = 0; i < page->option_count; i++) {
        const manual_option *o = &page->options[i];
        if (o->name != NULL)
            fprintf(out, " --%s", o->name);
        if (o->letter != '\0')
            fprintf(out, " -%c", o->letter);
    }
    fputs("\" -- \"$cur\")) ;;\n", out);
}

static void write_argument(FILE *out, const manual_page *page)
{
    if (page->argument == MANUAL_NONE)
        return;
    fprintf(out, "        %s) ", page->command);
    write_action(out, actions, page->argument, NULL);
    fputs(" ;;\n", out);
}

/* `xmf/\*` is inserted: the shell must not look for files of such names. */
static void write_ids(FILE *out)
{
    fputs("_assetlint_ids=(", out);
    write_rules(out, "\n    ", "\\*");
    fputs("\n)\n", out);
}

const template_part bash_parts[] = {{"commands", write_commands, NULL}, {"values", NULL, write_values},
                                    {"options", NULL, write_options},   {"arguments", NULL, write_argument},
                                    {"rules", write_ids, NULL},         {NULL, NULL, NULL}};
