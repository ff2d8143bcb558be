/* zsh.c: the completion for zsh. */
#include "shells.h"

#include <string.h>

static const char head[] =
    "#compdef assetlint\n"
    "# Completion of assetlint for zsh. Made with the program, from its table of options.\n"
    "\n"
    "_assetlint_rules()\n"
    "{\n"
    "    compset -P '*,'\n"
    "    compadd -S '' \"$@\" -a _assetlint_globs\n"
    "    compadd -S '' \"$@\" -a _assetlint_ids\n"
    "}\n"
    "\n"
    "_assetlint_rule_level()\n"
    "{\n"
    "    if compset -P '*='; then\n"
    "        compadd -- ${(s: :)1}\n"
    "    else\n"
    "        _assetlint_rules -S =\n"
    "    fi\n"
    "}\n"
    "\n"
    "_assetlint_word_to_file()\n"
    "{\n"
    "    if compset -P '*='; then\n"
    "        _files\n"
    "    else\n"
    "        compadd -- ${(s: :)1}\n"
    "    fi\n"
    "}\n"
    "\n"
    "_assetlint()\n"
    "{\n"
    "    local command=check\n";

static const char first_word[] = "    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n"
                                 "        _describe -t commands command commands\n"
                                 "        _files\n"
                                 "        return\n"
                                 "    fi\n"
                                 "    if (( CURRENT > 2 )) && [[ -n ${commands[(r)$words[2]:*]} ]]; then\n"
                                 "        command=$words[2]\n"
                                 "        shift words\n"
                                 "        (( CURRENT-- ))\n"
                                 "    fi\n"
                                 "    case $command in\n";

/* What completes a value, behind the colons of its specification. */
static void write_action(FILE *out, manual_kind kind, manual_words *words)
{
    switch (kind) {
    case MANUAL_NONE:
    case MANUAL_ANY: fputs(" ", out); break;
    case MANUAL_PATH: fputs("_files", out); break;
    case MANUAL_FOLDER: fputs("_files -/", out); break;
    case MANUAL_WORD:
        fputc('(', out);
        write_words(out, words, " ");
        fputc(')', out);
        break;
    case MANUAL_WORD_TO_FILE:
        fputs("{_assetlint_word_to_file \"", out);
        write_words(out, words, " ");
        fputs("\"}", out);
        break;
    case MANUAL_RULE: fputs("{compadd -a _assetlint_ids}", out); break;
    case MANUAL_RULES: fputs("_assetlint_rules", out); break;
    case MANUAL_RULE_LEVEL:
        fputs("{_assetlint_rule_level \"", out);
        write_words(out, words, " ");
        fputs("\"}", out);
        break;
    case MANUAL_COMMAND: fputs("{_describe -t commands command commands}", out); break;
    }
}

/* `'(-f --format)'{-f+,--format=}'[what it is for]:NAME:action'`; an option that repeats excludes nothing. */
static void write_option(FILE *out, const manual_option *o, const option *row)
{
    const char *equals = o->value != NULL ? "=" : "", *plus = o->value != NULL ? "+" : "";
    char brief[256];
    (void)snprintf(brief, sizeof brief, "[%.*s]", (int)brief_length(o->text), o->text);
    fputs(" \\\n                ", out);
    if (o->repeats && row->letter != '\0')
        fprintf(out, "'*'{-%c%s,--%s%s}", row->letter, plus, o->name, equals);
    else if (row->letter != '\0')
        fprintf(out, "'(-%c --%s)'{-%c%s,--%s%s}", row->letter, o->name, row->letter, plus, o->name, equals);
    else
        fprintf(out, "'%s--%s%s'", o->repeats ? "*" : "", o->name, equals);
    write_quoted(out, brief, strlen(brief), "'\\''");
    if (o->value == NULL)
        return;
    fprintf(out, "':%s:", o->value);
    write_action(out, o->kind, o->words);
    fputc('\'', out);
}

static void write_page(FILE *out, const manual_page *page)
{
    fprintf(out, "        %s)\n            _arguments -s -S", page->command);
    for (size_t i = 0; i < page->option_count; i++) {
        const option *row = manual_row(page, &page->options[i]);
        if (row != NULL)
            write_option(out, &page->options[i], row);
    }
    if (page->argument != MANUAL_NONE) {
        fprintf(out, " \\\n                '%s: :", page->argument == MANUAL_PATH ? "*" : "1");
        write_action(out, page->argument, NULL);
        fputc('\'', out);
    }
    fputs("\n            ;;\n", out);
}

void write_zsh(FILE *out)
{
    const manual_page *page;
    fputs(head, out);
    fputs("    local -a commands=(", out);
    for (size_t i = 0; (page = manual_page_at(i)) != NULL; i++)
        fprintf(out, "\n        '%s:%s'", page->command, page->brief);
    fputs("\n    )\n    local -a _assetlint_ids=(", out);
    write_rules(out, "\n        ", "*");
    fputs("\n    )\n    local -a _assetlint_globs=(${(M)_assetlint_ids:#*\\*})\n"
          "    _assetlint_ids=(${_assetlint_ids:#*\\*})\n",
          out);
    fputs(first_word, out);
    for (size_t i = 0; (page = manual_page_at(i)) != NULL; i++)
        write_page(out, page);
    fputs("    esac\n}\n\n_assetlint \"$@\"\n", out);
}
