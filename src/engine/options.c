/* options.c: which rules are on, at which level, and the limits. */
#include "engine/options.h"

#include <stdlib.h>
#include <string.h>

#include "core/limits.h"

/* Settles what the rules are set to after all that was said. */
static void settle(al_options *o)
{
    for (size_t i = 0; i < al_rule_count(); i++) {
        const bool about = (al_catalogue[i].games & o->games) != 0;
        const bool on = (!o->selecting || o->selected[i]) && !o->ignored[i] && about;
        o->settings[i] = on ? o->levels[i] : (al_setting){.level = AL_OFF};
    }
}

void al_options_init(al_options *o)
{
    *o = (al_options){.limits = {[AL_LIMIT_FILE_SIZE] = AL_DEFAULT_MAX_FILE_SIZE,
                                 [AL_LIMIT_INFLATED] = AL_DEFAULT_MAX_INFLATED,
                                 [AL_LIMIT_MEMORY] = AL_DEFAULT_MAX_MEMORY},
                      .games = AL_EVERY_GAME};
    for (size_t i = 0; i < al_rule_count(); i++)
        o->levels[i].level = al_catalogue[i].level;
    settle(o);
}

al_options *al_options_new(void)
{
    al_options *options = malloc(sizeof *options);
    if (options != NULL)
        al_options_init(options);
    return options;
}

void al_options_free(al_options *options)
{
    free(options);
}

void al_options_set_limit(al_options *options, al_limit limit, uint64_t bytes)
{
    options->limits[limit] = bytes;
}

uint64_t al_options_limit(const al_options *options, al_limit limit)
{
    return options->limits[limit];
}

void al_options_fail_allocation(al_options *options, uint64_t n)
{
    options->fail_allocation = n;
}

/* `*` is any run of characters, slashes too; `?` any one. Goes back to the last star only, so it is linear
 * enough: patterns and ids are short. */
static bool matches(const char *pattern, size_t len, const char *text)
{
    size_t p = 0, t = 0, star = SIZE_MAX, star_text = 0;
    while (text[t] != '\0') {
        if (p < len && pattern[p] == '*') {
            star = p++;
            star_text = t;
        } else if (p < len && (pattern[p] == '?' || pattern[p] == text[t])) {
            p++;
            t++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            t = ++star_text;
        } else {
            return false;
        }
    }
    while (p < len && pattern[p] == '*')
        p++;
    return p == len;
}

/* Marks the rules that a pattern matches; false when there is none. */
static bool mark(bool *marks, const char *pattern, size_t len)
{
    bool any = false;
    for (size_t i = 0; i < al_rule_count(); i++) {
        if (!matches(pattern, len, al_catalogue[i].id))
            continue;
        marks[i] = true;
        any = true;
    }
    return any;
}

/* Marks the rules of patterns with commas between them. Nothing is marked when one of them matches no rule.
 */
static al_status mark_all(bool *marks, const char *patterns, const char **bad)
{
    bool all[AL_MOST_RULES] = {false};
    for (const char *pattern = patterns;; pattern++) {
        const size_t len = strcspn(pattern, ",");
        if (!mark(all, pattern, len)) {
            if (bad != NULL)
                *bad = pattern;
            return AL_BAD_ARGUMENT;
        }
        pattern += len;
        if (*pattern == '\0')
            break;
    }
    for (size_t i = 0; i < al_rule_count(); i++)
        marks[i] = marks[i] || all[i];
    return AL_OK;
}

al_status al_options_select(al_options *options, const char *patterns, const char **bad)
{
    const al_status status = mark_all(options->selected, patterns, bad);
    options->selecting = options->selecting || status == AL_OK;
    settle(options);
    return status;
}

al_status al_options_ignore(al_options *options, const char *patterns, const char **bad)
{
    const al_status status = mark_all(options->ignored, patterns, bad);
    settle(options);
    return status;
}

al_status al_options_set_level(al_options *options, const char *pattern, al_level level)
{
    bool marks[AL_MOST_RULES] = {false};
    if (level < AL_OFF || level > AL_ERROR || !mark(marks, pattern, strlen(pattern)))
        return AL_BAD_ARGUMENT;
    for (size_t i = 0; i < al_rule_count(); i++)
        if (marks[i])
            options->levels[i] = (al_setting){.level = level, .overridden = true};
    settle(options);
    return AL_OK;
}

al_status al_options_set_games(al_options *options, unsigned games)
{
    if (games == 0 || (games & ~(unsigned)AL_EVERY_GAME) != 0)
        return AL_BAD_ARGUMENT;
    options->games = games;
    settle(options);
    return AL_OK;
}

al_level al_options_level(const al_options *options, size_t rule_number)
{
    return rule_number < al_rule_count() ? options->settings[rule_number].level : AL_OFF;
}
