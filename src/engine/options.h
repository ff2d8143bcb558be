/* options.h: what a check is to look for, and how far it may go. */
#ifndef AL_ENGINE_OPTIONS_H
#define AL_ENGINE_OPTIONS_H

#include "core/findings.h"
#include "formats/catalogue.h"

/* A rule pattern and the level that its rules get. */
typedef struct al_rule_level {
    const char *pattern;
    al_level level;
} al_rule_level;

/* What somebody says of rules: all three lists may be empty. */
typedef struct al_scope {
    const char **select, **ignore; /* patterns */
    const al_rule_level *levels;   /* later ones win */
    size_t select_count, ignore_count, level_count;
} al_scope;

struct al_configuration;
struct al_baseline;

struct al_options {
    const struct al_configuration *configuration;       /* NULL: there is none */
    const struct al_baseline *baseline;                 /* likewise */
    bool sidecars;                                      /* what lies beside files counts, see sidecar.h */
    bool limit_given[AL_LIMIT_MEMORY + 1], games_given; /* then the configuration's don't count */
    uint64_t limits[AL_LIMIT_MEMORY + 1];               /* by al_limit */
    uint64_t fail_allocation;
    bool selecting; /* al_options_select was called: */
    bool selected[AL_MOST_RULES];
    bool ignored[AL_MOST_RULES];
    unsigned games;                     /* rules about none of them are off */
    al_setting levels[AL_MOST_RULES];   /* before the three above */
    al_setting settings[AL_MOST_RULES]; /* what follows from all of it */
};

/* Options as al_options_new gives them, in memory of the caller. */
void al_options_init(al_options *options);

/* What the rules are set to where these scopes hold, the first of them for all files; what the options
 * themselves say wins over all of them. */
void al_options_resolve(const al_options *options, const al_scope *const *scopes, size_t count,
                        al_setting *settings);

/* Sets `settings` to what the rules are set to for any file: a rule that is on for some of them is on. */
void al_options_settle(al_options *options);

/* Whether a pattern matches the id of a rule; whether it matches that of any. */
bool al_pattern_matches(const char *pattern, const char *id);
bool al_pattern_matches_any(const char *pattern);

#endif
