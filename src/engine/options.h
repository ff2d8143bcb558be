/* options.h: which rules are on, at which level, and the limits. */
#ifndef AL_ENGINE_OPTIONS_H
#define AL_ENGINE_OPTIONS_H

#include "core/findings.h"
#include "formats/catalogue.h"

/* A rule pattern and the level that its rules get. */
typedef struct al_rule_level {
    const char *pattern;
    al_level level;
} al_rule_level;

/* Patterns that turn rules on and off, as a configuration gives them for all or some files. Each list may be
 * empty. */
typedef struct al_scope {
    const char **select, **ignore; /* patterns */
    const al_rule_level *levels;   /* later ones win */
    size_t select_count, ignore_count, level_count;
} al_scope;

/* What is read instead of a file. */
typedef struct al_substitute {
    const char *path;
    al_span bytes;
} al_substitute;

struct al_options {
    uint64_t limits[AL_LIMIT_MEMORY + 1];               /* by al_limit */
    bool limit_given[AL_LIMIT_MEMORY + 1], games_given; /* the caller set it, so no configuration does */
    uint64_t fail_allocation; /* for tests: the n-th of every check and of the survey fails; 0: none does */
    bool selecting;           /* al_options_select was called: only selected rules are on */
    bool selected[AL_MOST_RULES];
    bool ignored[AL_MOST_RULES];
    unsigned games;                     /* a rule about none of these al_games is off */
    al_setting levels[AL_MOST_RULES];   /* that were set, before selecting, ignoring and games */
    al_setting settings[AL_MOST_RULES]; /* what follows: how each rule reports */
    const al_substitute *substitutes;   /* of a project, for rules across files */
    size_t substitute_count;
};

/* For tests: the n-th allocation of every check fails, counted from 1; 0: none does. */
void al_options_fail_allocation(al_options *options, uint64_t n);

/* The same for the plans of a fix, which have checks before them: n + AL_FAIL_IN_PLANS. */
enum { AL_FAIL_IN_PLANS = 1 << 24 };

/* Options as al_options_new gives them, in memory of the caller. */
void al_options_init(al_options *options);

/* Writes to `settings` how each rule reports for a file that these scopes are about, later scopes winning
 * over earlier ones, and the options over all of them. */
void al_options_resolve(const al_options *options, const al_scope *const *scopes, size_t count,
                        al_setting *settings);

/* Whether a pattern matches the id of a rule; whether it matches that of any. */
bool al_pattern_matches(const char *pattern, const char *id);
bool al_pattern_matches_any(const char *pattern);

/* ---- Sets of rules, as bits ---------------------------------------------------------------------------- */

enum { AL_RULE_SET_WORDS = AL_MOST_RULES / 64 };

typedef struct al_rule_set {
    uint64_t words[AL_RULE_SET_WORDS];
} al_rule_set;

static inline void al_rule_set_add(al_rule_set *set, size_t rule)
{
    set->words[rule / 64] |= UINT64_C(1) << rule % 64;
}

static inline bool al_rule_set_has(const al_rule_set *set, size_t rule)
{
    return (set->words[rule / 64] >> rule % 64 & 1) != 0;
}

static inline bool al_rule_sets_meet(const al_rule_set *a, const al_rule_set *b)
{
    uint64_t both = 0;
    for (size_t i = 0; i < AL_RULE_SET_WORDS; i++)
        both |= a->words[i] & b->words[i];
    return both != 0;
}

/* The rules that a pattern matches; all rules if it is NULL. False if there are none. */
bool al_rule_set_of(al_rule_set *set, const char *pattern);

#endif
