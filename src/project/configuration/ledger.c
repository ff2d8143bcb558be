/* ledger.c: what nothing made use of. */
#include "project/configuration/ledger.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result.h"
#include "project/configuration/baseline.h"
#include "project/configuration/own.h"
#include "project/file_path.h"
#include "relations/relations.h"

#define AL_RULES "rules/config.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

enum { BASELINE_UNMATCHED }; /* the number that it has in rules/baseline.def */

struct al_ledger {
    const al_options *options;
    const al_configuration *configuration;
    const al_baseline *baseline;
    al_input_folders folders; /* that were named: all in them is checked */
    bool cut_short;
    bool *used, *ran;      /* of the suppressions */
    bool *known, *checked; /* of the entries: a finding matched; their file was checked */
};

static size_t suppressions_of(const al_ledger *l)
{
    return l->configuration != NULL ? l->configuration->suppression_count : 0;
}

static size_t entries_of(const al_ledger *l)
{
    return l->baseline != NULL ? l->baseline->count : 0;
}

/* Takes down which folders were named; only suppressions ask for them. */
static bool note_folders(al_ledger *l, const al_input_list *inputs)
{
    const bool asked = l->configuration != NULL && l->configuration->suppression_count > 0;
    return !asked || al_input_folders_of(&l->folders, inputs);
}

al_ledger *al_ledger_new(const al_options *options, const al_input_list *inputs)
{
    al_ledger *l = calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    l->options = options;
    l->configuration = options->configuration;
    l->baseline = options->baseline;
    l->used = calloc(suppressions_of(l) + 1, sizeof *l->used);
    l->ran = calloc(suppressions_of(l) + 1, sizeof *l->ran);
    l->known = calloc(entries_of(l) + 1, sizeof *l->known);
    l->checked = calloc(entries_of(l) + 1, sizeof *l->checked);
    if (l->used != NULL && l->ran != NULL && l->known != NULL && l->checked != NULL &&
        note_folders(l, inputs))
        return l;
    al_ledger_free(l);
    return NULL;
}

void al_ledger_free(al_ledger *ledger)
{
    if (ledger == NULL)
        return;
    al_input_folders_free(&ledger->folders);
    free(ledger->used);
    free(ledger->ran);
    free(ledger->known);
    free(ledger->checked);
    free(ledger);
}

/* No folder counts as checked. */
void al_ledger_cut_short(al_ledger *ledger)
{
    ledger->cut_short = true;
    al_input_folders_free(&ledger->folders);
}

/* The number of a rule; their count of one that there isn't. */
static size_t number_of(const char *id)
{
    size_t number = 0;
    while (number < al_rule_count() && strcmp(al_catalogue[number].id, id) != 0)
        number++;
    return number;
}

/* Whether what an entry is about could have been found again. `uses`: NULL for our own files. */
static bool was_asked(const al_baseline_entry *entry, const al_uses *uses)
{
    const size_t rule = number_of(entry->rule);
    return uses == NULL || rule == al_rule_count() || !al_is_across_files(&al_catalogue[rule]) ||
           al_rule_set_has(&uses->across, rule);
}

static void note_entries(al_ledger *l, const al_result *result, const al_uses *uses)
{
    size_t at, end;
    if (al_is_unchecked(result))
        return;
    al_baseline_of_file(l->baseline, result->path, result->member, &at, &end);
    for (; at < end; at++) {
        const uint32_t number = l->baseline->by_path[at];
        l->checked[number] = l->checked[number] || was_asked(&l->baseline->entries[number], uses);
    }
}

/* Of entries with the same fingerprint the first stands for all. */
static void note_known(al_ledger *l, size_t number)
{
    const al_baseline_entry *entries = l->baseline->entries;
    for (size_t i = number; i < l->baseline->count && entries[i].fingerprint == entries[number].fingerprint;
         i++)
        l->known[i] = true;
}

void al_ledger_note(al_ledger *ledger, const al_result *result)
{
    const al_uses *uses = al_result_uses(result);
    for (size_t i = 0; i < uses->count; i++) {
        const al_use *use = &uses->of[i];
        ledger->used[use->suppression] = ledger->used[use->suppression] || use->used;
        ledger->ran[use->suppression] = ledger->ran[use->suppression] || use->ran;
    }
    for (size_t i = 0; i < uses->known_count; i++)
        note_known(ledger, uses->known[i]);
    if (ledger->baseline != NULL)
        note_entries(ledger, result, uses);
}

void al_ledger_note_own(al_ledger *ledger, const al_result *result)
{
    if (ledger->baseline == NULL)
        return;
    note_entries(ledger, result, NULL);
    for (size_t i = 0; i < result->suppressed_count; i++)
        note_known(ledger, al_baseline_find(ledger->baseline, result->suppressed[i].finding.fingerprint));
}

bool al_ledger_has_used(const al_ledger *ledger, size_t suppression)
{
    return ledger->used[suppression];
}

/* ---- The configuration --------------------------------------------------------------------------------- */

/* Whether all that is in a folder is checked; it is so many bytes of a path from the configuration's. */
static bool checks_all_of(const al_ledger *l, const char *path, size_t length)
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

/* Whether every file that an entry may be about was checked. A pattern is about all in the folder before its
 * first sign; an entry without a path, also one of a fingerprint, is about all there is. */
static bool was_all_checked(const al_ledger *l, const al_suppression *s)
{
    const char *path = s->path != NULL ? s->path : "";
    size_t length = strcspn(path, "*?");
    if (s->path != NULL && path[length] == '\0')
        return true;
    while (length > 0 && path[length - 1] != '/')
        length--;
    return checks_all_of(l, path, length > 0 ? length - 1 : 0);
}

static bool is_unused(const al_ledger *l, size_t number)
{
    return l->ran[number] && !l->used[number] && was_all_checked(l, &l->configuration->suppressions[number]);
}

static const char *or_nothing(const char *text)
{
    return text != NULL ? text : "";
}

static void report_suppression(al_own *own, const al_ledger *l, size_t number)
{
    const al_suppression *s = &l->configuration->suppressions[number];
    const char *what = s->rule != NULL ? s->rule : or_nothing(s->fingerprint);
    const char *in = s->path != NULL && what[0] != '\0' ? " in " : "", *path = or_nothing(s->path);
    al_claim claim = al_own_claim(own, CONFIG_UNUSED_SUPPRESSION, s->at, s->end);
    claim.path = al_item(NULL, "suppressions", number);
    if (!s->expired) {
        al_report(&own->sink, &claim, "no finding matches this suppression of %s%s%s, with the reason: %s",
                  what, in, path, s->reason);
        return;
    }
    claim.rule = CONFIG_EXPIRED_SUPPRESSION;
    claim.actual = al_text(s->expires);
    al_report(&own->sink, &claim, "%s was the last day of this suppression of %s%s%s, with the reason: %s",
              s->expires, what, in, path, s->reason);
}

bool al_ledger_configuration(al_ledger *ledger, al_result **result)
{
    const al_configuration *c = ledger->configuration;
    al_own own;
    *result = NULL;
    if (c == NULL)
        return true;
    if (!al_own_begin(&own, "config", ledger->options, ledger->options->settings, c->path, c->text))
        return false;
    for (size_t i = 0; i < c->suppression_count; i++)
        if (c->suppressions[i].expired || is_unused(ledger, i))
            report_suppression(&own, ledger, i);
    if (!al_own_end(&own, result))
        return false;
    if (ledger->cut_short)
        return true; /* nobody knows what would have been said of it */
    const al_result nothing = {.path = c->path, .member = "", .status = AL_FILE_CLEAN};
    al_ledger_note_own(ledger, *result != NULL ? *result : &nothing);
    return true;
}

/* ---- The baseline -------------------------------------------------------------------------------------- */

/* Rules that are off found nothing because nobody asked. */
static bool is_off(const al_ledger *l, const al_baseline_entry *entry)
{
    const size_t rule = number_of(entry->rule);
    return rule < al_rule_count() && l->options->settings[rule].level == AL_OFF;
}

static void report_entry(al_own *own, const al_baseline_entry *entry, size_t number)
{
    al_claim claim = al_own_claim(own, BASELINE_UNMATCHED, entry->at, entry->end);
    const bool member = entry->member[0] != '\0', field = entry->field[0] != '\0';
    claim.path = al_item(NULL, "findings", number);
    al_report(&own->sink, &claim, "no finding of %s in %s%s%s%s%s matches this entry", entry->rule,
              entry->path, member ? "!/" : "", entry->member, field ? " at " : "", entry->field);
}

bool al_ledger_baseline(const al_ledger *ledger, al_result **result)
{
    const al_baseline *b = ledger->baseline;
    al_own own;
    *result = NULL;
    if (entries_of(ledger) == 0)
        return true;
    if (!al_own_begin(&own, "baseline", ledger->options, ledger->options->settings, b->path, b->text))
        return false;
    for (size_t i = 0; i < b->count; i++) {
        const uint32_t number = b->by_place[i];
        const al_baseline_entry *entry = &b->entries[number];
        if (ledger->checked[number] && !ledger->known[number] && !is_off(ledger, entry))
            report_entry(&own, entry, i);
    }
    return al_own_end(&own, result);
}
