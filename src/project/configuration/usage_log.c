/* usage_log.c: finds suppressions and entries of the baseline that nothing used. */
#include "project/configuration/usage_log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "project/configuration/config_result.h"
#include "project/configuration/coverage.h"
#include "project/paths.h"
#include "relations/relations.h"

#define AL_RULES "rules/config.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

enum { BASELINE_UNMATCHED }; /* its index in rules/baseline.def */

struct al_usage_log {
    const al_policy *policy;
    const al_configuration *configuration; /* or NULL */
    const al_baseline *baseline;           /* or NULL */
    al_coverage coverage;
    bool cut_short;
    bool of_shard;                      /* results of other files are not noted */
    al_noted_suppression *suppressions; /* as many as the configuration has */
    al_noted_entry *entries;            /* as many as the baseline has */
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
                               const al_input_list *excluded)
{
    al_usage_log *l = calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    l->policy = policy;
    l->configuration = policy->configuration;
    l->baseline = policy->baseline;
    l->suppressions = calloc(suppressions_of(l) + 1, sizeof *l->suppressions);
    l->entries = calloc(entries_of(l) + 1, sizeof *l->entries);
    if (l->suppressions != NULL && l->entries != NULL &&
        al_coverage_begin(&l->coverage, policy, inputs, excluded))
        return l;
    al_usage_log_free(l);
    return NULL;
}

void al_usage_log_free(al_usage_log *log)
{
    if (log == NULL)
        return;
    al_coverage_end(&log->coverage);
    free(log->suppressions);
    free(log->entries);
    free(log);
}

void al_usage_log_cut_short(al_usage_log *log)
{
    log->cut_short = true;
    al_coverage_cut_short(&log->coverage);
}

void al_usage_log_is_of_shard(al_usage_log *log)
{
    log->of_shard = true;
}

/* Whether the rule of an entry ran for the file: then it would have reported the finding again if the fault
 * still existed. `across`: NULL for assetlint's own files. */
static bool rule_ran(const al_baseline_entry *entry, const al_rule_set *across)
{
    const al_rule *rule = al_rule_find(entry->rule);
    return across == NULL || rule == NULL || !al_is_across_files(rule) ||
           al_rule_set_has(across, (size_t)(rule - al_catalogue));
}

static void note_entries(al_usage_log *l, const al_result *result, const al_rule_set *across)
{
    const bool checked = !al_is_unchecked(result);
    size_t at, end;
    al_baseline_of_file(l->baseline, result->base_path, result->member, &at, &end);
    for (; at < end; at++) {
        const uint32_t number = l->baseline->by_path[at];
        const bool ran = checked && rule_ran(&l->baseline->entries[number], across);
        l->entries[number].there = true;
        l->entries[number].checked = l->entries[number].checked || ran;
    }
    if (!checked || result->member[0] != '\0')
        return;
    al_baseline_of_file(l->baseline, result->base_path, NULL, &at, &end);
    for (; at < end; at++)
        l->entries[l->baseline->by_path[at]].package_checked = true;
}

void al_usage_log_note_known(al_usage_log *log, size_t entry)
{
    const al_baseline_entry *entries = log->baseline->entries;
    for (size_t i = entry; i < log->baseline->count && entries[i].fingerprint == entries[entry].fingerprint;
         i++)
        log->entries[i].known = true;
}

void al_usage_log_note_used(al_usage_log *log, size_t suppression)
{
    log->suppressions[suppression].used = true;
}

void al_usage_log_note_ran(al_usage_log *log, size_t suppression)
{
    log->suppressions[suppression].ran = true;
}

void al_usage_log_note(al_usage_log *log, const al_result *result, const al_rule_set *across)
{
    if (log->baseline != NULL)
        note_entries(log, result, across);
}

void al_usage_log_note_config_result(al_usage_log *log, const al_result *result)
{
    if (log->baseline == NULL)
        return;
    note_entries(log, result, NULL);
    for (size_t i = 0; i < result->suppressed_count; i++)
        al_usage_log_note_known(log,
                                al_baseline_find(log->baseline, result->suppressed[i].finding.fingerprint));
}

/* ---- The configuration --------------------------------------------------------------------------------- */

/* Whether all files of a folder are checked, except for those that are left out. The folder is the first
 * `length` bytes of `path`, which is relative to the folder of the configuration. */
static bool checks_all_of(const al_usage_log *l, const char *path, size_t length, bool *no_memory)
{
    char *below = calloc(length + 1, 1);
    if (below != NULL)
        memcpy(below, path, length);
    char *folder = below != NULL ? al_path_normal(l->configuration->root, below) : NULL;
    *no_memory = *no_memory || folder == NULL;
    const bool all = folder != NULL && al_coverage_has_folder(&l->coverage, folder, no_memory);
    free(folder);
    free(below);
    return all;
}

/* Whether a suppression is for one file: its path has no wildcard. */
static bool is_for_one_file(const al_suppression *s)
{
    return s->path != NULL && strpbrk(s->path, "*?") == NULL;
}

/* Whether every folder was searched that may hold files which a pattern matches. It may match any file in the
 * folder before its first wildcard; without a path, also with a fingerprint, it applies to all files. */
static bool was_all_searched(const al_usage_log *l, const al_suppression *s, bool *no_memory)
{
    const char *path = s->path != NULL ? s->path : "";
    size_t length = strcspn(path, "*?");
    while (length > 0 && path[length - 1] != '/')
        length--;
    return checks_all_of(l, path, length > 0 ? length - 1 : 0, no_memory);
}

static bool is_file_missing(const al_usage_log *l, const al_suppression *s, bool *no_memory)
{
    char *path = al_path_normal(l->configuration->root, s->path);
    *no_memory = *no_memory || path == NULL;
    const bool missing = path != NULL && al_coverage_misses(&l->coverage, path, no_memory);
    free(path);
    return missing;
}

/* Nothing matched it, and nothing that was left out could have. */
static bool is_unused(const al_usage_log *l, size_t number, bool *no_memory)
{
    const al_suppression *s = &l->configuration->suppressions[number];
    const al_noted_suppression *noted = &l->suppressions[number];
    if (s->expired || noted->used)
        return false;
    if (is_for_one_file(s))
        return noted->ran || (!noted->any && is_file_missing(l, s, no_memory));
    return ((noted->ran && !l->of_shard) || !noted->any) && !noted->left_out &&
           was_all_searched(l, s, no_memory);
}

/* Nobody needs the names of files if all suppressions matched something. */
static bool find_names(al_usage_log *l)
{
    bool needed = false;
    for (size_t i = 0; i < suppressions_of(l); i++)
        needed = needed || (!l->suppressions[i].used && !l->configuration->suppressions[i].expired);
    return !needed || l->cut_short || al_coverage_find_names(&l->coverage, l->suppressions);
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
    char *base_path = al_base_path(&finder, l->policy->base, l->configuration->path, false);
    const al_result nothing = {.base_path = base_path, .member = "", .status = AL_FILE_CLEAN};
    if (base_path != NULL)
        al_usage_log_note_config_result(l, &nothing);
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

/* Entries of files that are no longer there count as checked. */
static bool note_gone(const al_usage_log *l)
{
    for (size_t i = 0; i < entries_of(l); i++)
        if (l->entries[i].package_checked && !l->entries[i].there) /* a member */
            l->entries[i].checked = true;
    return l->cut_short || al_coverage_find_gone(&l->coverage, l->entries);
}

bool al_usage_log_baseline(const al_usage_log *log, al_result **result)
{
    const al_baseline *b = log->baseline;
    al_config_result made;
    *result = NULL;
    if (entries_of(log) == 0)
        return true;
    if (!note_gone(log))
        return false;
    if (!al_config_result_begin(&made, "baseline", log->policy, log->policy->options.settings, b->path,
                                b->text))
        return false;
    for (size_t i = 0; i < b->count; i++) {
        const uint32_t number = b->by_place[i];
        const al_baseline_entry *entry = &b->entries[number];
        if (log->entries[number].checked && !log->entries[number].known && !is_off(log, entry))
            report_entry(&made, entry, i);
    }
    return al_config_result_end(&made, result);
}
