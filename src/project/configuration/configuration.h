/* configuration.h: what assetlint.json says. */
#ifndef AL_PROJECT_CONFIGURATION_CONFIGURATION_H
#define AL_PROJECT_CONFIGURATION_CONFIGURATION_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/json_keys.h"
#include "core/span.h"
#include "engine/budgets.h"
#include "engine/options.h"
#include "engine/rule_set.h"

/* Patterns of paths, which begin at the folder of the configuration. */
typedef struct al_globs {
    const char **items;
    size_t count;
    bool given; /* otherwise all paths are meant */
} al_globs;

/* Rules for some files. */
typedef struct al_override {
    al_globs paths;
    al_scope scope;
} al_override;

typedef struct al_bounds {
    al_globs paths;
    uint64_t most[AL_MEASURES];
    bool given[AL_MEASURES];
} al_bounds;

/* Findings that don't count; NULL of a part that isn't given. */
typedef struct al_suppression {
    const char *rule, *path, *member, *field, *fingerprint, *reason, *expires;
    al_rule_set rules; /* that it is about */
    uint64_t at, end;  /* of the entry, in the file */
    bool expired;
} al_suppression;

/* A path with its place in the file. */
typedef struct al_reference {
    const char *path; /* as it is to be opened */
    uint64_t at;
} al_reference;

typedef struct al_configuration {
    const char *path;   /* of the file, as reports name it */
    const char *folder; /* that it is in, as given: "" is the current one */
    char *root;         /* the same from the root of the system; NULL: nobody knows, and paths are as given */
    char *real_root;    /* that without links on its way; NULL likewise */
    char *current;      /* the current folder; NULL where the system doesn't say */
    al_span text;       /* all of the file */
    unsigned games;     /* 0: not given */
    bool has_fail_on;
    al_level fail_on;                     /* AL_OFF: never */
    uint64_t limits[AL_LIMIT_MEMORY + 1]; /* 0: not given */
    al_scope scope;                       /* of all files */
    al_globs exclude;
    al_reference *with;
    al_override *overrides;
    al_bounds *budgets;
    al_suppression *suppressions;
    size_t with_count, override_count, budget_count, suppression_count;
    al_buffer buffer; /* of the text */
    al_budget budget;
    al_arena arena; /* of all else */
} al_configuration;

/* The path of the configuration for what is checked: `name` in the folder of `path`, or in the folder that it
 * is, or in the nearest one above. To be freed; NULL where there is none, and with `*no_memory` where that is
 * short. */
char *al_configuration_find(const char *path, bool *no_memory);

/* Reads a file; `today` is a date, YYYY-MM-DD. NULL where that fails, and the mistake says why. */
al_configuration *al_configuration_read(const char *path, const char *today, al_mistake *mistake);

/* The same of a text that is there already, for tests; the span is kept. */
al_configuration *al_configuration_parse(const char *path, al_span text, const char *today,
                                         al_mistake *mistake);
void al_configuration_free(al_configuration *configuration); /* also of NULL */

/* The path of a file from the folder of the configuration, which globs are about. To be freed; NULL when out
 * of memory. */
char *al_configuration_path(const al_configuration *configuration, const char *path);

bool al_globs_match(const al_globs *globs, const char *path);

/* Whether a file or folder that was found is left out. `context` is the configuration; for the list of
 * inputs. */
bool al_configuration_excludes(const void *context, const char *path);

#endif
