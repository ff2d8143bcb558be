/* configuration.h: the contents of assetlint.json. */
#ifndef AL_PROJECT_CONFIGURATION_CONFIGURATION_H
#define AL_PROJECT_CONFIGURATION_CONFIGURATION_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/json_keys.h"
#include "core/span.h"
#include "engine/budgets.h"
#include "engine/options.h"

/* Patterns of paths. They are relative to the folder of the configuration. */
typedef struct al_globs {
    const char **items;
    size_t count;
    bool given; /* false: every path matches */
} al_globs;

/* Rules for some files. */
typedef struct al_override {
    al_globs paths;
    al_scope scope;
} al_override;

/* The most of one measure that a file may have. */
typedef struct al_bound {
    uint64_t most;
    bool given;
} al_bound;

typedef struct al_bounds {
    al_globs paths;
    al_bound of[AL_MEASURES];
} al_bounds;

/* Which findings to suppress; members that aren't given are NULL. */
typedef struct al_suppression {
    const char *rule, *path, *member, *field, *fingerprint, *reason, *expires;
    al_rule_set rules; /* that `rule` matches */
    uint64_t at, end;  /* bytes of the entry in the file */
    bool expired;
} al_suppression;

/* A path of "with". */
typedef struct al_reference {
    const char *path; /* to be opened */
    uint64_t at;      /* place in the file */
} al_reference;

typedef struct al_configuration {
    const char *path;   /* of the file, as reports name it */
    const char *folder; /* of the file, as given; "": the current folder */
    char *root;         /* `folder` as an absolute path; NULL: unknown, paths stay as given */
    char *real_root;    /* `root` with links resolved; NULL likewise */
    char *current;      /* the current folder; NULL: the system doesn't say */
    al_span text;       /* of the file */
    unsigned games;     /* 0: not given */
    bool has_fail_on;
    al_level fail_on;                     /* AL_OFF: never */
    uint64_t limits[AL_LIMIT_MEMORY + 1]; /* 0: not given */
    al_scope scope;                       /* for all files */
    al_globs exclude;
    al_reference *with;
    al_override *overrides;
    al_bounds *budgets;
    al_suppression *suppressions;
    size_t with_count, override_count, budget_count, suppression_count;
    al_buffer buffer; /* of the text */
    al_budget budget;
    al_arena arena; /* of everything else */
} al_configuration;

/* Finds the configuration for a path that is checked: assetlint.json in the folder `path`, or in the folder
 * of the file `path`, or in the nearest folder above; it may be a link. The caller frees the result. NULL if
 * there is none, or when out of memory, which sets `*no_memory`. */
char *al_configuration_find(const char *path, bool *no_memory);

/* Reads a file, or a text that has been read and that must stay; `today` is a date, YYYY-MM-DD, or "":
 * then nothing has expired. NULL if that fails: then `mistake` says why. */
al_configuration *al_configuration_read(const char *path, const al_span *text, const char *today,
                                        al_mistake *mistake);
void al_configuration_free(al_configuration *configuration); /* may be NULL */

/* The path of a file relative to the folder of the configuration, to compare with globs. The caller frees it;
 * NULL when out of memory. */
char *al_configuration_path(const al_configuration *configuration, const char *path);

/* Whether a path leads out of the folder of the configuration, links followed. */
bool al_configuration_leaves(const al_configuration *configuration, const char *path, bool *no_memory);

bool al_globs_match(const al_globs *globs, const char *path);

/* Whether a suppression applies to a file with that path, which is relative to the folder of the
 * configuration. */
bool al_suppression_names_file(const al_suppression *suppression, const char *path);

/* Whether "exclude" matches a file or folder that was found; the path of a folder ends with a slash.
 * `context` is the configuration. For al_input_list. When out of memory, sets `*no_memory`. */
bool al_configuration_excludes(const void *context, const char *path, bool *no_memory);

/* ---- For the files of configuration/ and their tests --------------------------------------------------- */

#define AL_CONFIGURATION_NAME "assetlint.json"

/* Refuses a pattern that matches no rule. `at`: its place in the file. */
bool al_read_rules(al_json_file *file, uint64_t at, const char *pattern);

/* Whether a text is a date of the calendar, YYYY-MM-DD. */
bool al_is_date(const char *text);

al_json_read_value al_read_fingerprint;        /* const char *: 16 digits, as in findings */
al_json_read_value al_read_fingerprint_number; /* uint64_t: the value of these digits */
al_json_read_value al_read_level;              /* al_level; key->what is the name of AL_OFF */

/* Sets the path, the folder, and the absolute paths of a configuration. False when out of memory. */
bool al_configuration_set_paths(al_configuration *c, const char *path) AL_MUST_USE;

/* Reads a file of at most `most` bytes. False if that fails: then `mistake` says why. */
bool al_read_whole_text(const char *path, uint64_t most, al_buffer *buffer, al_budget *budget, al_span *text,
                        al_mistake *mistake);

#endif
