/* usage_log.c: finds suppressions and entries of the baseline that nothing used. */
#include "project/configuration/usage_log.h"

#include <stdlib.h>
#include <string.h>

#include "core/glob.h"
#include "core/text.h"
#include "platform/platform.h"
#include "project/configuration/config_result.h"
#include "project/paths.h"
#include "relations/relations.h"

#define AL_RULES "rules/config.def"
#include "kit/rule_numbers.h"

enum { BASELINE_UNMATCHED }; /* its index in rules/baseline.def */

typedef struct noted_suppression {
    bool used;     /* it suppressed a finding */
    bool ran;      /* one of its rules ran for a file that it applies to */
    bool any;      /* a file has a name that it applies to */
    bool left_out; /* a file that was left out has, or may have, such a name */
} noted_suppression;

/* What is known of an entry of the baseline. Later ones override earlier ones. */
typedef enum entry_state {
    ENTRY_UNSEEN,      /* nothing */
    ENTRY_NO_MEMBER,   /* its package was checked, and has shown no such member */
    ENTRY_NOT_CHECKED, /* its file has a result, but its rule did not run */
    ENTRY_CHECKED,     /* its rule ran, or its file no longer exists */
    ENTRY_MATCHED
} entry_state;

struct al_usage_log {
    const al_policy *policy;
    const al_configuration *configuration; /* or NULL */
    const al_baseline *baseline;           /* or NULL */
    const al_input_list *checked;          /* the files of all shards, sorted */
    const al_input_list *excluded;         /* the files that were found and left out; or NULL */
    al_input_folders folders;              /* that the user named; none if the run ended too early */
    bool cut_short;
    bool of_shard;                   /* results of other files are not noted */
    noted_suppression *suppressions; /* as many as the configuration has */
    entry_state *entries;            /* as many as the baseline has */
};

static size_t suppressions_of(const al_usage_log *l)
{
    return l->configuration != NULL ? l->configuration->suppression_count : 0;
}

static size_t entries_of(const al_usage_log *l)
{
    return l->baseline != NULL ? l->baseline->count : 0;
}

al_usage_log *al_usage_log_new(const al_policy *policy, const al_input_list *inputs,
                               const al_input_list *excluded, bool of_shard)
{
    al_usage_log *l = calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    l->policy = policy;
    l->configuration = policy->configuration;
    l->baseline = policy->baseline;
    l->checked = inputs;
    l->excluded = excluded;
    l->of_shard = of_shard;
    l->suppressions = calloc(suppressions_of(l) + 1, sizeof *l->suppressions);
    l->entries = calloc(entries_of(l) + 1, sizeof *l->entries);
    if (l->suppressions != NULL && l->entries != NULL && al_input_folders_of(&l->folders, inputs))
        return l;
    al_usage_log_free(l);
    return NULL;
}

void al_usage_log_free(al_usage_log *log)
{
    if (log == NULL)
        return;
    al_input_folders_free(&log->folders);
    free(log->suppressions);
    free(log->entries);
    free(log);
}

void al_usage_log_cut_short(al_usage_log *log)
{
    log->cut_short = true;
    al_input_folders_free(&log->folders);
}

/* ---- Notes --------------------------------------------------------------------------------------------- */

void al_usage_log_note_used(al_usage_log *log, size_t suppression)
{
    log->suppressions[suppression].used = true;
}

void al_usage_log_note_ran(al_usage_log *log, size_t suppression)
{
    log->suppressions[suppression].ran = true;
}

static void note_entry(al_usage_log *l, size_t entry, entry_state state)
{
    if (l->entries[entry] < state)
        l->entries[entry] = state;
}

void al_usage_log_note_known(al_usage_log *log, size_t entry)
{
    const al_baseline_entry *entries = log->baseline->entries;
    for (size_t i = entry; i < log->baseline->count && entries[i].fingerprint == entries[entry].fingerprint;
         i++)
        note_entry(log, i, ENTRY_MATCHED);
}

/* Whether the rule of an entry ran for the file: then it would have reported the finding again if the fault
 * still existed. `across`: NULL for assetlint's own files. */
static bool rule_ran(const al_baseline_entry *entry, const al_rule_set *across)
{
    const al_rule *rule = al_rule_find(entry->rule);
    return across == NULL || rule == NULL || !al_is_across_files(rule) ||
           al_rule_set_has(across, (size_t)(rule - al_catalogue));
}

/* Notes the result of a file or of a member. A checked package has results for all of its members. */
static void note_entries(al_usage_log *l, const char *base_path, const char *member, bool checked,
                         const al_rule_set *across)
{
    size_t at, end;
    al_baseline_of_file(l->baseline, base_path, member, &at, &end);
    for (; at < end; at++) {
        const uint32_t number = l->baseline->by_path[at];
        const bool ran = checked && rule_ran(&l->baseline->entries[number], across);
        note_entry(l, number, ran ? ENTRY_CHECKED : ENTRY_NOT_CHECKED);
    }
    if (!checked || member[0] != '\0')
        return;
    al_baseline_of_file(l->baseline, base_path, NULL, &at, &end);
    for (; at < end; at++)
        note_entry(l, l->baseline->by_path[at], ENTRY_NO_MEMBER);
}

void al_usage_log_note(al_usage_log *log, const al_result *result, const al_rule_set *across)
{
    if (log->baseline != NULL)
        note_entries(log, result->base_path, result->member, !al_is_unchecked(result), across);
}

void al_usage_log_note_config_result(al_usage_log *log, const al_result *result)
{
    al_usage_log_note(log, result, NULL);
    for (size_t i = 0; log->baseline != NULL && i < result->suppressed_count; i++)
        al_usage_log_note_known(log,
                                al_baseline_find(log->baseline, result->suppressed[i].finding.fingerprint));
}

/* ---- Which files were searched ------------------------------------------------------------------------- */

static bool covers_file(const al_usage_log *l, const char *path, bool *no_memory)
{
    return al_input_folders_cover(&l->folders, l->checked, path, false, no_memory);
}

/* Whether there is surely no file of that path; the system may not say. */
static bool is_missing(const char *path)
{
    al_file_info info;
    return !al_exists(path) && al_is_not_found(al_stat_path(path, &info));
}

/* ---- The names of files -------------------------------------------------------------------------------- */

/* Notes which suppressions apply to a file with that path. */
static bool note_file(al_usage_log *l, const char *file, bool left_out)
{
    char *path = al_configuration_path(l->configuration, file);
    for (size_t i = 0; path != NULL && i < suppressions_of(l); i++) {
        noted_suppression *noted = &l->suppressions[i];
        if ((left_out ? noted->left_out : noted->any) ||
            !al_suppression_names_file(&l->configuration->suppressions[i], path))
            continue;
        noted->any = true;
        noted->left_out = noted->left_out || left_out;
    }
    free(path);
    return path != NULL;
}

/* Notes which suppressions may apply to a file below a folder. */
static bool note_folder(al_usage_log *l, const char *folder)
{
    char *relative = al_configuration_path(l->configuration, folder);
    char *path = relative != NULL ? al_path_in(relative, "") : NULL;
    free(relative);
    for (size_t i = 0; path != NULL && i < suppressions_of(l); i++) {
        const char *pattern = l->configuration->suppressions[i].path;
        if (pattern == NULL || al_glob_may_match_below(pattern, path))
            l->suppressions[i].left_out = true;
    }
    free(path);
    return path != NULL;
}

/* Notes which files the suppressions name. False when out of memory. */
static bool find_names(al_usage_log *l)
{
    bool ok = true;
    if (suppressions_of(l) == 0 || l->cut_short)
        return true;
    for (size_t i = 0; ok && i < l->checked->count; i++)
        ok = note_file(l, l->checked->items[i].path, false);
    for (size_t i = 0; ok && l->excluded != NULL && i < l->excluded->count; i++)
        ok = note_file(l, l->excluded->items[i].path, true);
    for (size_t i = 0; ok && i < l->checked->left_out_count; i++)
        ok = note_folder(l, l->checked->left_out[i]);
    return ok;
}

/* ---- The configuration --------------------------------------------------------------------------------- */

/* Whether a suppression is for one file: its path has no wildcard. */
static bool is_for_one_file(const al_suppression *s)
{
    return s->path != NULL && strpbrk(s->path, "*?") == NULL;
}

/* Whether every folder was searched that may hold files which a pattern matches. It may match any file in the
 * folder before its first wildcard; without a path, also with a fingerprint, it applies to all files. */
static bool was_all_searched(const al_usage_log *l, const al_suppression *s, bool *no_memory)
{
    const char *pattern = s->path != NULL ? s->path : "";
    char *above = al_path_join(pattern, strcspn(pattern, "*?"), "");
    if (above != NULL)
        al_path_cut(above);
    char *folder = above != NULL ? al_path_normal(l->configuration->root, above) : NULL;
    *no_memory = *no_memory || folder == NULL;
    const bool all =
        folder != NULL && al_input_folders_cover(&l->folders, l->checked, folder, true, no_memory);
    free(folder);
    free(above);
    return all;
}

static bool is_file_missing(const al_usage_log *l, const al_suppression *s, bool *no_memory)
{
    char *path = al_path_normal(l->configuration->root, s->path);
    *no_memory = *no_memory || path == NULL;
    const bool missing = path != NULL && covers_file(l, path, no_memory) && is_missing(path);
    free(path);
    return missing;
}

/* Nothing matched it, and nothing that was left out could have. */
static bool is_unused(const al_usage_log *l, size_t number, bool *no_memory)
{
    const al_suppression *s = &l->configuration->suppressions[number];
    const noted_suppression *noted = &l->suppressions[number];
    if (s->expired || noted->used)
        return false;
    if (is_for_one_file(s))
        return noted->ran || (!noted->any && is_file_missing(l, s, no_memory));
    return ((noted->ran && !l->of_shard) || !noted->any) && !noted->left_out &&
           was_all_searched(l, s, no_memory);
}

static const char *or_nothing(const char *text)
{
    return text != NULL ? text : "";
}

static void report_suppression(al_config_result *made, const al_usage_log *l, size_t number)
{
    const al_suppression *s = &l->configuration->suppressions[number];
    const char *what = s->rule != NULL ? s->rule : or_nothing(s->fingerprint);
    const char *in = s->path != NULL && what[0] != '\0' ? " in " : "", *path = or_nothing(s->path);
    al_claim claim = al_config_result_claim(made, CONFIG_UNUSED_SUPPRESSION, s->at, s->end);
    claim.path = al_item(NULL, "suppressions", number);
    if (!s->expired && !l->suppressions[number].ran && path[0] != '\0') {
        al_report(&made->sink, &claim, "no file has the path %s of this suppression%s%s, with the reason: %s",
                  path, what[0] != '\0' ? " of " : "", what, s->reason);
        return;
    }
    if (!s->expired) {
        al_report(&made->sink, &claim, "no finding matches this suppression of %s%s%s, with the reason: %s",
                  what, in, path, s->reason);
        return;
    }
    claim.rule = CONFIG_EXPIRED_SUPPRESSION;
    claim.actual = al_text(s->expires);
    al_report(&made->sink, &claim, "%s was the last day of this suppression of %s%s%s, with the reason: %s",
              s->expires, what, in, path, s->reason);
}

/* Notes that there is nothing to report about the configuration. */
static bool note_nothing(al_usage_log *l)
{
    al_base_finder finder = {.given = NULL};
    char *base_path = al_base_path(&finder, l->policy->base, l->configuration->path);
    if (base_path != NULL && l->baseline != NULL)
        note_entries(l, base_path, "", true, NULL);
    al_base_finder_free(&finder);
    free(base_path);
    return base_path != NULL;
}

bool al_usage_log_configuration(al_usage_log *log, al_result **result)
{
    const al_configuration *c = log->configuration;
    al_config_result made;
    bool no_memory = false;
    *result = NULL;
    if (c == NULL)
        return true;
    if (!find_names(log))
        return false;
    if (!al_config_result_begin(&made, "config", log->policy, log->policy->options.settings, c->path,
                                c->text))
        return false;
    for (size_t i = 0; i < c->suppression_count; i++)
        if (c->suppressions[i].expired || is_unused(log, i, &no_memory))
            report_suppression(&made, log, i);
    if (!al_config_result_end(&made, result) || no_memory) {
        al_result_free(*result);
        *result = NULL;
        return false;
    }
    if (log->cut_short || log->of_shard)
        return true; /* its findings are not known */
    if (*result == NULL)
        return note_nothing(log);
    al_usage_log_note_config_result(log, *result);
    return true;
}

/* ---- Files that are gone ------------------------------------------------------------------------------- */

/* A folder, and its path counted from its base: entries whose paths begin with that are for files in it. The
 * path is "" where no link leads to the folder. */
typedef struct counted_folder {
    char *path, *counted;
} counted_folder;

typedef struct counted_folders {
    counted_folder *items;
    size_t count;
    al_base_finder finder;
} counted_folders;

static void free_folders(counted_folders *all)
{
    for (size_t i = 0; i < all->count; i++) {
        free(all->items[i].path);
        free(all->items[i].counted);
    }
    free(all->items);
    al_base_finder_free(&all->finder);
}

/* Adds the folder in which the paths of a file, which need not exist, begin to differ. */
static bool add_folder_of(counted_folders *all, const al_usage_log *l, const char *file)
{
    char *path = al_path_normal(l->folders.current, file);
    char *counted = path != NULL ? al_base_path(&all->finder, l->policy->base, file) : NULL;
    while (counted != NULL && counted[0] != '\0' && strcmp(al_base_name(path), al_base_name(counted)) == 0) {
        al_path_cut(path);
        al_path_cut(counted);
    }
    bool known = false;
    for (size_t i = 0; counted != NULL && i < all->count && !known; i++)
        known = strcmp(all->items[i].path, path) == 0 && strcmp(all->items[i].counted, counted) == 0;
    counted_folder *items =
        counted != NULL && !known ? realloc(all->items, (all->count + 1) * sizeof *items) : NULL;
    if (items != NULL) {
        all->items = items;
        items[all->count++] = (counted_folder){.path = path, .counted = counted};
        return true;
    }
    free(path);
    free(counted);
    return known;
}

/* The files of one folder have the same base. */
static bool add_folders_of(counted_folders *all, const al_usage_log *l, const al_input_list *list)
{
    const char *last = NULL;
    bool ok = true;
    for (size_t i = 0; ok && list != NULL && i < list->count; i++) {
        const char *path = list->items[i].path;
        const size_t folder = al_folder_length(path);
        if (last == NULL || al_folder_length(last) != folder || strncmp(path, last, folder) != 0)
            ok = add_folder_of(all, l, path);
        last = path;
    }
    return ok;
}

/* The folders that were given count, too: all their files may be gone, or have a base of their own. */
static bool collect_folders(counted_folders *all, const al_usage_log *l)
{
    bool ok = add_folders_of(all, l, l->checked) && add_folders_of(all, l, l->excluded);
    for (size_t i = 0; ok && i < l->folders.count; i++) {
        char *file = al_path_normal(l->folders.items[i].path, "file");
        ok = file != NULL && add_folder_of(all, l, file);
        free(file);
    }
    return ok;
}

/* Whether the run would have checked the file of an entry, and there is no such file. An escaped path may be
 * that of another file. */
static bool is_gone(const counted_folders *all, const al_usage_log *l, const char *path, bool *no_memory)
{
    bool exists = strchr(path, '\\') != NULL || al_path_root(path) > 0, gone = false;
    for (size_t i = 0; i < all->count && !exists && !*no_memory; i++) {
        const counted_folder *folder = &all->items[i];
        const char *rest = folder->counted[0] == '\0' ? path : al_path_below(path, folder->counted);
        if (rest == NULL)
            continue;
        char *file = al_path_normal(folder->path, rest);
        *no_memory = file == NULL;
        exists = file != NULL && al_exists(file);
        gone = gone || (file != NULL && covers_file(l, file, no_memory) && is_missing(file));
        free(file);
    }
    return gone && !exists;
}

/* Entries whose files no longer exist count as checked. False when out of memory. */
static bool find_gone(al_usage_log *l)
{
    counted_folders all = {.count = 0};
    bool no_memory = false, collected = false;
    for (size_t i = 0; i < entries_of(l) && !l->cut_short && !no_memory; i++) {
        if (l->entries[i] != ENTRY_UNSEEN)
            continue;
        no_memory = !collected && !collect_folders(&all, l);
        collected = true;
        if (!no_memory && is_gone(&all, l, l->baseline->entries[i].path, &no_memory))
            l->entries[i] = ENTRY_CHECKED;
    }
    free_folders(&all);
    return !no_memory;
}

/* ---- The baseline -------------------------------------------------------------------------------------- */

/* A rule that is off finds nothing, so its entries don't count as unmatched. */
static bool is_off(const al_usage_log *l, const al_baseline_entry *entry)
{
    const al_rule *rule = al_rule_find(entry->rule);
    return rule != NULL && l->policy->options.settings[rule - al_catalogue].level == AL_OFF;
}

static void report_entry(al_config_result *made, const al_baseline_entry *entry, size_t number)
{
    al_claim claim = al_config_result_claim(made, BASELINE_UNMATCHED, entry->at, entry->end);
    const bool member = entry->member[0] != '\0', field = entry->field[0] != '\0';
    claim.path = al_item(NULL, "findings", number);
    al_report(&made->sink, &claim, "no finding of %s in %s%s%s%s%s matches this entry", entry->rule,
              entry->path, member ? "!/" : "", entry->member, field ? " at " : "", entry->field);
}

bool al_usage_log_baseline(al_usage_log *log, al_result **result)
{
    const al_baseline *b = log->baseline;
    al_config_result made;
    *result = NULL;
    if (entries_of(log) == 0)
        return true;
    if (!find_gone(log) || !al_config_result_begin(&made, "baseline", log->policy,
                                                   log->policy->options.settings, b->path, b->text))
        return false;
    for (size_t i = 0; i < b->count; i++) {
        const uint32_t number = b->by_place[i];
        const entry_state state = log->entries[number];
        if ((state == ENTRY_CHECKED || state == ENTRY_NO_MEMBER) && !is_off(log, &b->entries[number]))
            report_entry(&made, &b->entries[number], i);
    }
    return al_config_result_end(&made, result);
}
