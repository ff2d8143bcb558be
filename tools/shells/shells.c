/* shells.c: what the generators share. */
#include "shells.h"

#include <assetlint/assetlint.h>
#include <string.h>

void write_action(FILE *out, const shell_action actions[SHELL_ACTIONS], manual_kind kind, manual_words *words)
{
    fputs(actions[kind].before, out);
    for (size_t i = 0; words != NULL && words(i) != NULL; i++)
        fprintf(out, " %s", words(i));
    fputs(actions[kind].after, out);
}

size_t brief_length(const char *text)
{
    size_t length = strcspn(text, ":;");
    const char *stop = strstr(text, ". ");
    return stop != NULL && (size_t)(stop - text) < length ? (size_t)(stop - text) : length;
}

void write_quoted(FILE *out, const char *text, size_t length, const char *quote)
{
    fputc('\'', out);
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\'')
            fputs(quote, out);
        else
            fputc(text[i], out);
    fputc('\'', out);
}

void write_rules(FILE *out, const char *before, const char *star)
{
    const char *last = "";
    for (size_t i = 0; i < al_rule_count(); i++) {
        const char *prefix = al_rule_at(i)->format;
        if (strcmp(prefix, last) != 0)
            fprintf(out, "%s'%s/%s'", before, prefix, star);
        last = prefix;
    }
    for (size_t i = 0; i < al_rule_count(); i++)
        fprintf(out, "%s%s", before, al_rule_at(i)->id);
}
