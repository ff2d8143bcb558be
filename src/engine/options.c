/* options.c: which rules are on, at which level, and the limits. */
#include "engine/options.h"

#include <stdlib.h>
#include <string.h>

#include "core/limits.h"

static void resolve_all(al_options *options);

void al_options_init(al_options *o)
{
    *o = (al_options){.limits = {[AL_LIMIT_FILE_SIZE] = AL_DEFAULT_MAX_FILE_SIZE,
                                 [AL_LIMIT_INFLATED] = AL_DEFAULT_MAX_INFLATED,
                                 [AL_LIMIT_MEMORY] = AL_DEFAULT_MAX_MEMORY},
                      .games = al_every_game()};
    resolve_all(o);
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

al_options *al_options_copy(const al_options *options)
{
    al_options *copy = malloc(sizeof *copy);
    if (copy != NULL)
        *copy = *options;
    return copy;
}

void al_options_set_limit(al_options *options, al_limit limit, uint64_t bytes)
{
    options->limits[limit] = bytes;
    options->limit_given[limit] = true;
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

bool al_pattern_matches(const char *pattern, const char *id)
{
    return matches(pattern, strlen(pattern), id);
}

bool al_pattern_matches_any(const char *pattern)
{
    bool any = false;
    for (size_t i = 0; i < al_rule_count() && !any; i++)
        any = al_pattern_matches(pattern, al_catalogue[i].id);
    return any;
}

bool al_rule_set_of(al_rule_set *set, const char *pattern)
{
    bool any = false;
    *set = (al_rule_set){.words = {0}};
    for (size_t i = 0; i < al_rule_count(); i++)
        if (pattern == NULL || al_pattern_matches(pattern, al_catalogue[i].id)) {
            al_rule_set_add(set, i);
            any = true;
        }
    return any;
}

/* ---- How each rule reports ----------------------------------------------------------------------------- */

/* How one rule reports, as far as scopes say. */
typedef struct verdict {
    bool on;
    al_setting setting;
} verdict;

static bool matches_one_of(const char *const *patterns, size_t count, const char *id)
{
    bool any = false;
    for (size_t i = 0; i < count && !any; i++)
        any = al_pattern_matches(patterns[i], id);
    return any;
}

/* A scope that selects rules turns on these, also if an earlier scope ignores them, and turns off all others.
 */
static void apply_scope(verdict *v, const al_scope *scope, const char *id)
{
    if (scope->select_count > 0)
        v->on = matches_one_of(scope->select, scope->select_count, id);
    if (matches_one_of(scope->ignore, scope->ignore_count, id))
        v->on = false;
    for (size_t i = scope->level_count; i > 0; i--)
        if (al_pattern_matches(scope->levels[i - 1].pattern, id)) {
            v->setting = (al_setting){.level = scope->levels[i - 1].level, .overridden = true};
            break;
        }
}

/* The options win over all scopes: their selection replaces that of scopes, but a rule that a scope ignores
 * stays off. */
static al_setting conclude(const al_options *o, size_t rule, const verdict *v)
{
    const bool selected = !o->selecting || o->selected[rule];
    const bool about = (al_catalogue[rule].games & o->games) != 0;
    if (!selected || o->ignored[rule] || (o->games_given && !about))
        return (al_setting){.level = AL_OFF};
    if (!v->on || !about)
        return (al_setting){.level = AL_OFF, .configured = true};
    if (o->levels[rule].overridden)
        return o->levels[rule];
    al_setting setting = v->setting;
    setting.configured = setting.level < al_catalogue[rule].level;
    return setting;
}

static verdict first_verdict(size_t rule)
{
    return (verdict){.on = true, .setting = {.level = al_catalogue[rule].level}};
}

/* A scope without its selection, if the options select rules. */
static al_scope narrowed(const al_options *o, const al_scope *scope)
{
    al_scope narrow = *scope;
    if (o->selecting)
        narrow.select_count = 0;
    return narrow;
}

void al_options_resolve(const al_options *options, const al_scope *const *scopes, size_t count,
                        al_setting *settings)
{
    for (size_t rule = 0; rule < al_rule_count(); rule++) {
        verdict v = first_verdict(rule);
        for (size_t i = 0; i < count; i++) {
            const al_scope scope = narrowed(options, scopes[i]);
            apply_scope(&v, &scope, al_catalogue[rule].id);
        }
        settings[rule] = conclude(options, rule, &v);
    }
}

/* Without a configuration there is no scope. */
static void resolve_all(al_options *options)
{
    al_options_resolve(options, NULL, 0, options->settings);
}

/* ---- The public functions ------------------------------------------------------------------------------ */

/* Marks the rules that a pattern matches; false if it matches none. */
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
    resolve_all(options);
    return status;
}

al_status al_options_ignore(al_options *options, const char *patterns, const char **bad)
{
    const al_status status = mark_all(options->ignored, patterns, bad);
    resolve_all(options);
    return status;
}

al_status al_options_set_level(al_options *options, const char *pattern, al_level level, const char **bad)
{
    bool marks[AL_MOST_RULES] = {false};
    const bool exists = level >= AL_OFF && level <= AL_ERROR;
    if (!exists || !mark(marks, pattern, strlen(pattern))) {
        if (bad != NULL)
            *bad = exists ? pattern : NULL;
        return AL_BAD_ARGUMENT;
    }
    for (size_t i = 0; i < al_rule_count(); i++)
        if (marks[i])
            options->levels[i] = (al_setting){.level = level, .overridden = true};
    resolve_all(options);
    return AL_OK;
}

al_status al_options_set_games(al_options *options, unsigned games)
{
    if (games == 0 || (games & ~al_every_game()) != 0)
        return AL_BAD_ARGUMENT;
    options->games = games;
    options->games_given = true;
    resolve_all(options);
    return AL_OK;
}

al_level al_options_level(const al_options *options, size_t rule_number)
{
    return rule_number < al_rule_count() ? options->settings[rule_number].level : AL_OFF;
}
