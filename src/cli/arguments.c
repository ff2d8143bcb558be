/* arguments.c: long and short options in any order, with a suggestion for misspelled names. */
#include "cli/arguments.h"

#include <stdbool.h>
#include <string.h>

#include "cli/message.h"
#include "core/suggest.h"
#include "report/report.h"

static int unknown_option(const option_scanner *s, const char *name, size_t length)
{
    al_suggestion near = {.meant = name, .length = length};
    for (size_t i = 0; i < s->page->option_count; i++)
        if (s->page->options[i].name != NULL)
            al_suggest(&near, s->page->options[i].name);
    if (near.best != NULL)
        message("unknown option --%.*s; did you mean --%s?", (int)length, name, near.best);
    else
        (void)usage_error(s->page->command, "unknown option --%.*s", (int)length, name);
    return OPTION_WRONG;
}

static int next_long(option_scanner *s, const char *name)
{
    const size_t length = strcspn(name, "=");
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    const manual_option *found = NULL;
    for (size_t i = 0; i < s->page->option_count && found == NULL; i++) {
        const manual_option *o = &s->page->options[i];
        if (o->name != NULL && strlen(o->name) == length && memcmp(o->name, name, length) == 0)
            found = o;
    }
    if (found == NULL)
        return unknown_option(s, name, length);
    if (found->value == NULL && value != NULL) {
        (void)usage_error(s->page->command, "--%s takes no value", found->name);
        return OPTION_WRONG;
    }
    if (found->value != NULL && value == NULL && *s->next == NULL) {
        (void)usage_error(s->page->command, "--%s needs a value", found->name);
        return OPTION_WRONG;
    }
    if (found->value != NULL && value == NULL)
        value = *s->next++;
    s->value = value;
    return found->id;
}

/* People write a long option with one dash, or the form of the report as an option: -html. */
static bool is_meant_long(const option_scanner *s, const char *word)
{
    const size_t length = strcspn(word, "=");
    for (size_t i = 0; i < s->page->option_count && length > 1; i++) {
        const char *name = s->page->options[i].name;
        if (name != NULL && strlen(name) == length && memcmp(name, word, length) == 0) {
            message("unknown option -%s; did you mean --%s?", word, word);
            return true;
        }
    }
    for (size_t i = 0; report_form_at(i) != NULL; i++)
        if (strcmp(report_form_at(i)->name, word) == 0) {
            message("unknown option -%s; did you mean -f %s=FILE?", word, word);
            return true;
        }
    return false;
}

static void refuse_letter(const option_scanner *s, char letter)
{
    if (letter == 'v')
        message(
            "unknown option -v; --show note shows all that was found, and assetlint --version the version");
    else if (letter == 'o')
        message("unknown option -o; -f FORMAT=FILE writes a report into a file, such as -f html=report.html");
    else
        (void)usage_error(s->page->command, "unknown option -%c", letter);
}

static int next_short(option_scanner *s)
{
    const char letter = *s->cluster++;
    const manual_option *found = NULL;
    for (size_t i = 0; i < s->page->option_count && found == NULL; i++)
        if (s->page->options[i].letter == letter) /* which is not 0 */
            found = &s->page->options[i];
    if (found == NULL) {
        refuse_letter(s, letter);
        return OPTION_WRONG;
    }
    if (found->value != NULL) {
        s->value = *s->cluster != '\0' ? s->cluster : *s->next;
        if (s->value == NULL) {
            (void)usage_error(s->page->command, "-%c needs a value", letter);
            return OPTION_WRONG;
        }
        if (*s->cluster == '\0')
            s->next++;
        s->cluster = NULL;
    }
    return found->id;
}

int option_next(option_scanner *s)
{
    s->value = NULL;
    if (s->cluster != NULL && *s->cluster != '\0')
        return next_short(s);
    const char *argument = *s->next;
    if (argument == NULL)
        return OPTION_END;
    s->next++;
    if (!s->words_only && strcmp(argument, "--") == 0) {
        s->words_only = true;
        return option_next(s);
    }
    if (s->words_only || argument[0] != '-' || argument[1] == '\0') {
        s->value = argument;
        return OPTION_WORD;
    }
    if (argument[1] == '-')
        return next_long(s, argument + 2);
    if (is_meant_long(s, argument + 1))
        return OPTION_WRONG;
    s->cluster = argument + 1;
    return next_short(s);
}
