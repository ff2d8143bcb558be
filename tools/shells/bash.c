/* bash.c: the completion for bash, which needs the functions of bash-completion. */
#include "shells.h"

/* `xmf/\*` is what is put on the line: the shell is not to look for files of such names. */
static const char head[] =
    "# Completion of assetlint for bash. Made with the program, from its table of options.\n"
    "\n"
    "_assetlint_rules()\n"
    "{\n"
    "    local id before='' part=$1\n"
    "    [[ $part != *,* ]] || before=${part%,*}, part=${part##*,}\n"
    "    compopt -o nospace\n"
    "    for id in \"${_assetlint_ids[@]}\"; do\n"
    "        [[ $id != \"$part\"* ]] || COMPREPLY+=(\"$before$id$2\")\n"
    "    done\n"
    "}\n"
    "\n"
    "# What follows a = is a word of its own to bash: it alone is completed.\n"
    "_assetlint_rule_level()\n"
    "{\n"
    "    if [[ $cur == *=* ]]; then\n"
    "        COMPREPLY=($(compgen -W \"$*\" -- \"${cur#*=}\"))\n"
    "    else\n"
    "        _assetlint_rules \"$cur\" =\n"
    "    fi\n"
    "}\n"
    "\n"
    "_assetlint_word_to_file()\n"
    "{\n"
    "    if [[ $cur == *=* ]]; then\n"
    "        cur=${cur#*=}\n"
    "        _filedir\n"
    "    else\n"
    "        COMPREPLY=($(compgen -W \"$*\" -- \"$cur\"))\n"
    "    fi\n"
    "}\n"
    "\n"
    "_assetlint()\n"
    "{\n"
    "    local cur prev words cword split\n"
    "    _init_completion -s || return\n"
    "    local command=check\n";

static const char first_word[] = "    if [[ $cword -eq 1 && ${words[1]} != -* ]]; then\n"
                                 "        COMPREPLY=($(compgen -W \"$commands\" -- \"$cur\"))\n"
                                 "        _filedir\n"
                                 "        return\n"
                                 "    fi\n"
                                 "    if [[ $cword -gt 1 && \" $commands \" == *\" ${words[1]} \"* ]]; then\n"
                                 "        command=${words[1]}\n"
                                 "    fi\n"
                                 "    case $command:$prev in\n";

static void write_value(FILE *out, const manual_option *o)
{
    switch (o->kind) {
    case MANUAL_NONE:
    case MANUAL_ANY:
    case MANUAL_COMMAND: break;
    case MANUAL_PATH: fputs("_filedir", out); break;
    case MANUAL_FOLDER: fputs("_filedir -d", out); break;
    case MANUAL_WORD:
        fputs("COMPREPLY=($(compgen -W \"", out);
        write_words(out, o->words, " ");
        fputs("\" -- \"$cur\"))", out);
        break;
    case MANUAL_WORD_TO_FILE:
        fputs("_assetlint_word_to_file", out);
        write_words(out, o->words, " ");
        break;
    case MANUAL_RULE:
    case MANUAL_RULES: fputs("_assetlint_rules \"$cur\"", out); break;
    case MANUAL_RULE_LEVEL:
        fputs("_assetlint_rule_level", out);
        write_words(out, o->words, " ");
        break;
    }
    fputs("; return ;;\n", out);
}

static void write_values(FILE *out, const manual_page *page)
{
    for (size_t i = 0; i < page->option_count; i++) {
        const manual_option *o = &page->options[i];
        const option *row = manual_row(page, o);
        if (row == NULL || o->value == NULL)
            continue;
        fprintf(out, "        %s:--%s", page->command, o->name);
        if (row->letter != '\0')
            fprintf(out, " | %s:-%c", page->command, row->letter);
        fputs(o->kind == MANUAL_ANY ? ") true" : ") ", out);
        write_value(out, o);
    }
}

static void write_options(FILE *out, const manual_page *page)
{
    fprintf(out, "            %s) COMPREPLY=($(compgen -W \"", page->command);
    for (size_t i = 0; i < page->option_count; i++) {
        const option *row = manual_row(page, &page->options[i]);
        if (row != NULL)
            fprintf(out, " --%s", row->name);
        if (row != NULL && row->letter != '\0')
            fprintf(out, " -%c", row->letter);
    }
    fputs("\" -- \"$cur\")) ;;\n", out);
}

static void write_arguments(FILE *out, const manual_page *page)
{
    const char *what = NULL;
    switch (page->argument) {
    case MANUAL_PATH: what = "_filedir"; break;
    case MANUAL_FOLDER: what = "_filedir -d"; break;
    case MANUAL_RULE:
        what = "COMPREPLY=($(compgen -W \"${_assetlint_ids[*]}\" -X '*[*]' -- \"$cur\"))";
        break;
    case MANUAL_COMMAND: what = "COMPREPLY=($(compgen -W \"$commands\" -- \"$cur\"))"; break;
    case MANUAL_NONE:
    case MANUAL_ANY:
    case MANUAL_WORD:
    case MANUAL_WORD_TO_FILE:
    case MANUAL_RULES:
    case MANUAL_RULE_LEVEL: break;
    }
    if (what != NULL)
        fprintf(out, "        %s) %s ;;\n", page->command, what);
}

void write_bash(FILE *out)
{
    const manual_page *page;
    fputs(head, out);
    fputs("    local commands='", out);
    for (size_t i = 0; (page = manual_page_at(i)) != NULL; i++)
        fprintf(out, "%s%s", i > 0 ? " " : "", page->command);
    fputs("'\n", out);
    fputs(first_word, out);
    for (size_t i = 0; (page = manual_page_at(i)) != NULL; i++)
        write_values(out, page);
    fputs("    esac\n    if [[ $cur == -* ]]; then\n        case $command in\n", out);
    for (size_t i = 0; (page = manual_page_at(i)) != NULL; i++)
        if (page->option_count > 0)
            write_options(out, page);
    fputs("        esac\n        return\n    fi\n    case $command in\n", out);
    for (size_t i = 0; (page = manual_page_at(i)) != NULL; i++)
        write_arguments(out, page);
    fputs("    esac\n}\n\n_assetlint_ids=(", out);
    write_rules(out, "\n    ", "\\*");
    fputs("\n)\ncomplete -F _assetlint assetlint\n", out);
}
