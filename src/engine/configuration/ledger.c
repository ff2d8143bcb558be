/* ledger.c: what nothing made use of. */
#include "engine/configuration/ledger.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/configuration/baseline.h"
#include "engine/configuration/own.h"

#define AL_RULES "rules/config.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

enum { BASELINE_UNMATCHED }; /* the number that it has in rules/baseline.def */

struct al_ledger {
    const al_options *options;
    const al_configuration *configuration;
    const al_baseline *baseline;
    bool whole;
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

al_ledger *al_ledger_new(const al_options *options, bool whole)
{
    al_ledger *l = calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    l->options = options;
    l->configuration = options->configuration;
    l->baseline = options->baseline;
    l->whole = whole;
    l->used = calloc(suppressions_of(l) + 1, sizeof *l->used);
    l->ran = calloc(suppressions_of(l) + 1, sizeof *l->ran);
    l->known = calloc(entries_of(l) + 1, sizeof *l->known);
    l->checked = calloc(entries_of(l) + 1, sizeof *l->checked);
    if (l->used != NULL && l->ran != NULL && l->known != NULL && l->checked != NULL)
        return l;
    al_ledger_free(l);
    return NULL;
}

void al_ledger_free(al_ledger *ledger)
{
    if (ledger == NULL)
        return;
    free(ledger->used);
    free(ledger->ran);
    free(ledger->known);
    free(ledger->checked);
    free(ledger);
}

static void note_entries(al_ledger *l, const al_result *result)
{
    size_t at, end;
    if (result->status == AL_FILE_UNREADABLE || result->status == AL_FILE_LIMIT)
        return;
    al_baseline_of_file(l->baseline, result->path, result->member, &at, &end);
    for (; at < end; at++)
        l->checked[l->baseline->by_path[at]] = true;
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
        note_entries(ledger, result);
}

void al_ledger_note_own(al_ledger *ledger, const al_result *result)
{
    if (ledger->baseline == NULL)
        return;
    note_entries(ledger, result);
    for (size_t i = 0; i < result->suppressed_count; i++)
        note_known(ledger, al_baseline_find(ledger->baseline, result->suppressed[i].finding.fingerprint));
}

/* ---- The configuration --------------------------------------------------------------------------------- */

/* A fingerprint says nothing of where its file is: only when all was checked, that was too. */
static bool is_unused(const al_ledger *l, size_t number)
{
    const al_suppression *s = &l->configuration->suppressions[number];
    const bool checked = s->path != NULL || s->fingerprint == NULL || l->whole;
    return l->ran[number] && !l->used[number] && checked;
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
    const al_result nothing = {.path = c->path, .member = "", .status = AL_FILE_CLEAN};
    al_ledger_note_own(ledger, *result != NULL ? *result : &nothing);
    return true;
}

/* ---- The baseline -------------------------------------------------------------------------------------- */

/* Rules that are off found nothing because nobody asked. */
static bool is_off(const al_ledger *l, const al_baseline_entry *entry)
{
    for (size_t i = 0; i < al_rule_count(); i++)
        if (strcmp(al_catalogue[i].id, entry->rule) == 0)
            return l->options->settings[i].level == AL_OFF;
    return false;
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
