/* usage_log.c: finds suppressions and entries of the baseline that nothing used. */
#include "project/configuration/usage_log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "project/configuration/config_result.h"
#include "project/configuration/suppress.h"
#include "project/file_path.h"
#include "relations/relations.h"

#define AL_RULES "rules/config.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

enum { BASELINE_UNMATCHED }; /* its index in rules/baseline.def */

struct al_usage_log {
    const al_policy *policy;
    const al_configuration *configuration; /* or NULL */
    const al_baseline *baseline;           /* or NULL */
    al_input_folders folders;              /* that the user named: all files in them are checked */
    bool cut_short;
    bool *used, *ran;      /* of each suppression */
    bool *known, *checked; /* of each entry: a finding matched; its file was checked */
};

static size_t suppressions_of(const al_usage_log *l)
{
    return l->configuration != NULL ? l->configuration->suppression_count : 0;
}

static size_t entries_of(const al_usage_log *l)
{
    return l->baseline != NULL ? l->baseline->count : 0;
}

/* Notes which folders the user named. Only suppressions need them. */
static bool note_folders(al_usage_log *l, const al_input_list *inputs)
{
    const bool needed = l->configuration != NULL && l->configuration->suppression_count > 0;
    return !needed || al_input_folders_of(&l->folders, inputs);
}

al_usage_log *al_usage_log_new(const al_policy *policy, const al_input_list *inputs)
{
    al_usage_log *l = calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    l->policy = policy;
    l->configuration = policy->configuration;
    l->baseline = policy->baseline;
    l->used = calloc(suppressions_of(l) + 1, sizeof *l->used);
    l->ran = calloc(suppressions_of(l) + 1, sizeof *l->ran);
    l->known = calloc(entries_of(l) + 1, sizeof *l->known);
    l->checked = calloc(entries_of(l) + 1, sizeof *l->checked);
    if (l->used != NULL && l->ran != NULL && l->known != NULL && l->checked != NULL &&
        note_folders(l, inputs))
        return l;
    al_usage_log_free(l);
    return NULL;
}

void al_usage_log_free(al_usage_log *log)
{
    if (log == NULL)
        return;
    al_input_folders_free(&log->folders);
    free(log->used);
    free(log->ran);
    free(log->known);
    free(log->checked);
    free(log);
}

void al_usage_log_cut_short(al_usage_log *log)
{
    log->cut_short = true;
    al_input_folders_free(&log->folders); /* so that no folder counts as checked */
}

/* Whether the rule of an entry ran for the file: then it would have reported the finding again if the fault
 * still existed. `usage`: NULL for assetlint's own files. */
static bool rule_ran(const al_baseline_entry *entry, const al_usage *usage)
{
    const al_rule *rule = al_rule_find(entry->rule);
    return usage == NULL || rule == NULL || !al_is_across_files(rule) ||
           al_rule_set_has(&usage->across, (size_t)(rule - al_catalogue));
}

static void note_entries(al_usage_log *l, const al_result *result, const al_usage *usage)
{
    size_t at, end;
    if (al_is_unchecked(result))
        return;
    al_baseline_of_file(l->baseline, result->path, result->member, &at, &end);
    for (; at < end; at++) {
        const uint32_t number = l->baseline->by_path[at];
        l->checked[number] = l->checked[number] || rule_ran(&l->baseline->entries[number], usage);
    }
}

/* `number` is the first entry with its fingerprint; all entries with that fingerprint are known then. */
static void note_known(al_usage_log *l, size_t number)
{
    const al_baseline_entry *entries = l->baseline->entries;
    for (size_t i = number; i < l->baseline->count && entries[i].fingerprint == entries[number].fingerprint;
         i++)
        l->known[i] = true;
}

void al_usage_log_note(al_usage_log *log, const al_result *result)
{
    const al_usage *usage = al_usage_of(result);
    for (size_t i = 0; usage != NULL && i < usage->suppression_count; i++) {
        const al_suppression_use *use = &usage->suppressions[i];
        log->used[use->suppression] = log->used[use->suppression] || use->used;
        log->ran[use->suppression] = log->ran[use->suppression] || use->ran;
    }
    for (size_t i = 0; usage != NULL && i < usage->entry_count; i++)
        note_known(log, usage->entries[i]);
    if (log->baseline != NULL)
        note_entries(log, result, usage);
}

void al_usage_log_note_config_result(al_usage_log *log, const al_result *result)
{
    if (log->baseline == NULL)
        return;
    note_entries(log, result, NULL);
    for (size_t i = 0; i < result->suppressed_count; i++)
        note_known(log, al_baseline_find(log->baseline, result->suppressed[i].finding.fingerprint));
}

bool al_usage_log_has_used(const al_usage_log *log, size_t suppression)
{
    return log->used[suppression];
}

/* ---- The configuration --------------------------------------------------------------------------------- */

/* Whether all files of a folder are checked. The folder is the first `length` bytes of `path`, which is
 * relative to the folder of the configuration. */
static bool checks_all_of(const al_usage_log *l, const char *path, size_t length)
{
    char *below = calloc(length + 1, 1);
    if (below != NULL)
        memcpy(below, path, length);
    char *folder = below != NULL ? al_path_normal(l->configuration->root, below) : NULL;
    const bool all = folder != NULL && al_input_folders_hold(&l->folders, folder);
    free(folder);
    free(below);
    return all;
}

/* Whether every file that a suppression may apply to was checked. A pattern may match any file in the folder
 * before its first wildcard; without a path, also with a fingerprint, it applies to all files. */
static bool was_all_checked(const al_usage_log *l, const al_suppression *s)
{
    const char *path = s->path != NULL ? s->path : "";
    size_t length = strcspn(path, "*?");
    if (s->path != NULL && path[length] == '\0')
        return true;
    while (length > 0 && path[length - 1] != '/')
        length--;
    return checks_all_of(l, path, length > 0 ? length - 1 : 0);
}

static bool is_unused(const al_usage_log *l, size_t number)
{
    return l->ran[number] && !l->used[number] && was_all_checked(l, &l->configuration->suppressions[number]);
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

bool al_usage_log_configuration(al_usage_log *log, al_result **result)
{
    const al_configuration *c = log->configuration;
    al_config_result made;
    *result = NULL;
    if (c == NULL)
        return true;
    if (!al_config_result_begin(&made, "config", log->policy, log->policy->options.settings, c->path,
                                c->text))
        return false;
    for (size_t i = 0; i < c->suppression_count; i++)
        if (c->suppressions[i].expired || is_unused(log, i))
            report_suppression(&made, log, i);
    if (!al_config_result_end(&made, result))
        return false;
    if (log->cut_short)
        return true; /* its findings are not known */
    const al_result nothing = {.path = c->path, .member = "", .status = AL_FILE_CLEAN};
    al_usage_log_note_config_result(log, *result != NULL ? *result : &nothing);
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

bool al_usage_log_baseline(const al_usage_log *log, al_result **result)
{
    const al_baseline *b = log->baseline;
    al_config_result made;
    *result = NULL;
    if (entries_of(log) == 0)
        return true;
    if (!al_config_result_begin(&made, "baseline", log->policy, log->policy->options.settings, b->path,
                                b->text))
        return false;
    for (size_t i = 0; i < b->count; i++) {
        const uint32_t number = b->by_place[i];
        const al_baseline_entry *entry = &b->entries[number];
        if (log->checked[number] && !log->known[number] && !is_off(log, entry))
            report_entry(&made, entry, i);
    }
    return al_config_result_end(&made, result);
}
