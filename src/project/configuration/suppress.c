/* suppress.c: compares findings with suppressions, lines of .assetlintignore files and the baseline. */
#include "project/configuration/suppress.h"

#include <stdlib.h>
#include <string.h>

#include "core/glob.h"
#include "core/text.h"
#include "formats/format.h"
#include "relations/relations.h"

/* A result whose findings are being compared. */
typedef struct suppressing {
    const al_suppressors *by;
    al_result *result;
    al_arena *arena;      /* of the result */
    uint32_t *applicable; /* indices of the configuration's suppressions that are for the file */
    size_t applicable_count;
    const al_configuration *configuration; /* or NULL */
    const al_baseline *baseline;           /* or NULL */
    al_finding *kept;
    size_t kept_count;
    al_suppressed *suppressed;
} suppressing;

/* Consequences that are in no list, since they were left out, and the level that they have at most. */
typedef struct unlisted_findings {
    uint64_t count;
    al_level level;
} unlisted_findings;

/* ---- Suppressions of the configuration ----------------------------------------------------------------- */

static bool applies_to_file(const suppressing *s, const al_suppression *what)
{
    return !what->expired && al_suppression_names_file(what, s->by->settings->path) &&
           (what->member == NULL || strcmp(what->member, s->result->member) == 0);
}

/* None for most files. */
static bool list_suppressions(suppressing *s)
{
    const al_configuration *c = s->configuration;
    const size_t all = c != NULL ? c->suppression_count : 0;
    size_t count = 0;
    for (size_t i = 0; i < all; i++)
        count += applies_to_file(s, &c->suppressions[i]);
    s->applicable = al_alloc(s->arena, count, sizeof *s->applicable);
    for (size_t i = 0; s->applicable != NULL && s->applicable_count < count; i++)
        if (applies_to_file(s, &c->suppressions[i]))
            s->applicable[s->applicable_count++] = (uint32_t)i;
    return s->applicable != NULL;
}

static bool matches_if_given(const char *wanted, const char *actual)
{
    return wanted == NULL || strcmp(wanted, actual) == 0;
}

/* Each suppression that matches counts as used; the first one gives the reason. */
static bool suppressed_by_configuration(const suppressing *s, const al_finding *f, const char **reason)
{
    bool any = false;
    for (size_t i = 0; i < s->applicable_count; i++) {
        const al_suppression *what = &s->configuration->suppressions[s->applicable[i]];
        if (!al_rule_set_has(&what->rules, f->rule_number) || !matches_if_given(what->field, f->field) ||
            !matches_if_given(what->fingerprint, f->fingerprint))
            continue;
        if (s->by->log != NULL)
            al_usage_log_note_used(s->by->log, s->applicable[i]);
        *reason = any ? *reason : what->reason;
        any = true;
    }
    return any;
}

/* ---- .assetlintignore and the baseline ----------------------------------------------------------------- */

static bool suppressed_by_sidecar(const suppressing *s, const al_finding *f, const char **reason)
{
    al_sidecar *sidecar = s->by->sidecar;
    bool any = false;
    for (size_t i = 0; sidecar != NULL && i < sidecar->count; i++) {
        al_sidecar_line *line = &sidecar->lines[i];
        if (!al_rule_set_has(&line->rules, f->rule_number) || !matches_if_given(line->field, f->field))
            continue;
        line->used = true;
        if (!any)
            *reason = line->comment != NULL ? line->comment : "it is in the .assetlintignore beside the file";
        any = true;
    }
    return any;
}

static bool suppressed_by_baseline(const suppressing *s, const al_finding *f, const char **reason)
{
    const size_t at = s->baseline != NULL ? al_baseline_find(s->baseline, f->fingerprint) : 0;
    if (s->baseline == NULL || at == s->baseline->count)
        return false;
    if (s->by->log != NULL)
        al_usage_log_note_known(s->by->log, at);
    *reason = "it is in the baseline";
    return true;
}

/* Keeps a finding, or moves it to the suppressed ones. False when out of memory. */
static bool compare(suppressing *s, const al_finding *f)
{
    al_result *r = s->result;
    const char *reason = NULL;
    const bool by_configuration = suppressed_by_configuration(s, f, &reason);
    const bool by_sidecar = suppressed_by_sidecar(s, f, &reason); /* always, so that lines count as used */
    const bool in_baseline = !by_configuration && !by_sidecar && suppressed_by_baseline(s, f, &reason);
    if (reason == NULL) {
        s->kept[s->kept_count++] = *f;
        return true;
    }
    al_suppressed *out = &s->suppressed[r->suppressed_count++];
    *out = (al_suppressed){.finding = *f,
                           .justification = al_escape_copy(s->arena, reason, strlen(reason)),
                           .in_baseline = in_baseline};
    return out->justification != NULL;
}

/* ---- Which rules ran ----------------------------------------------------------------------------------- */

/* Whether rules with this prefix run for files of every format, or for all members of packages. */
static bool runs_for_every_file(const char *prefix)
{
    static const char *const prefixes[] = {"file", "budget", "archive"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (strcmp(prefixes[i], prefix) == 0)
            return true;
    return false;
}

/* Lists the rules that ran for a result: the rules of its format, the rules for every file, and the rules
 * across files that checked it. Rules with the same prefix follow each other in the catalogue, so each prefix
 * is compared once. */
static void list_rules_that_ran(const suppressing *s, const al_rule_set *across, al_rule_set *ran)
{
    const char *prefix = "";
    bool runs = false;
    *ran = (al_rule_set){.words = {0}};
    for (size_t i = 0; i < al_rule_count(); i++) {
        const al_rule *rule = &al_catalogue[i];
        if (rule->format != prefix) {
            prefix = rule->format;
            runs = strcmp(prefix, s->result->format) == 0 || runs_for_every_file(prefix);
        }
        const bool rule_ran = al_rule_set_has(across, i) || (runs && !al_is_across_files(rule));
        if (rule_ran && s->by->settings->rules[i].level != AL_OFF)
            al_rule_set_add(ran, i);
    }
}

/* If the file was checked to its end, notes which suppressions and lines could have been used. */
static void note_rules_that_ran(const suppressing *s, const al_rule_set *across)
{
    const al_result *r = s->result;
    al_sidecar *sidecar = s->by->sidecar;
    const uint64_t lines = sidecar != NULL ? sidecar->count : 0;
    al_rule_set ran;
    if ((s->applicable_count == 0 && lines == 0) || al_is_unchecked(r) || r->status == AL_FILE_UNRECOGNIZED)
        return;
    list_rules_that_ran(s, across, &ran);
    for (size_t i = 0; s->by->log != NULL && i < s->applicable_count; i++)
        if (al_rule_sets_meet(&s->configuration->suppressions[s->applicable[i]].rules, &ran))
            al_usage_log_note_ran(s->by->log, s->applicable[i]);
    for (size_t i = 0; i < lines; i++)
        if (al_rule_sets_meet(&sidecar->lines[i].rules, &ran))
            sidecar->lines[i].ran = true;
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

static bool make_room(suppressing *s)
{
    const size_t count = s->result->finding_count + s->result->consequence_count;
    s->kept = al_alloc(s->arena, count, sizeof *s->kept);
    s->suppressed = al_alloc(s->arena, count, sizeof *s->suppressed);
    return s->kept != NULL && s->suppressed != NULL;
}

/* Compares the findings of one list. Those that are kept come behind the kept ones of the list before. */
static bool compare_all(suppressing *s, const al_finding *findings, size_t count)
{
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++)
        ok = compare(s, &findings[i]);
    return ok;
}

/* The first cause among the kept findings, of which `listed` come before the consequences; NULL if there is
 * none. */
static al_finding *find_cause(const suppressing *s, size_t listed)
{
    for (size_t i = 0; i < listed; i++)
        if (s->kept[i].rule->cause)
            return &s->kept[i];
    return NULL;
}

static unlisted_findings unlisted_of(const al_result *r)
{
    unlisted_findings unlisted = {.count = 0};
    for (size_t i = 0; i < r->finding_count; i++) {
        const al_finding *f = &r->findings[i];
        unlisted.count += f->consequences;
        if (f->consequences > 0 && f->level > unlisted.level)
            unlisted.level = f->level;
    }
    unlisted.count -= r->consequence_count;
    return unlisted;
}

/* A suppressed cause hides nothing: what follows from it is listed. */
static void list_consequences(suppressing *s, unlisted_findings unlisted)
{
    al_result *r = s->result;
    r->finding_count = s->kept_count;
    r->consequences = NULL;
    r->consequence_count = 0;
    r->omitted += unlisted.count;
    if (unlisted.count > 0 && unlisted.level > r->omitted_level)
        r->omitted_level = unlisted.level;
    al_sort_by_place(s->kept, s->kept_count);
}

static bool divide_kept(suppressing *s, size_t listed, unlisted_findings unlisted)
{
    al_result *r = s->result;
    al_finding *cause = find_cause(s, listed);
    r->findings = s->kept;
    if (cause == NULL) {
        list_consequences(s, unlisted);
        return true;
    }
    r->finding_count = listed;
    r->consequences = &s->kept[listed];
    r->consequence_count = s->kept_count - listed;
    bool ok = true;
    for (size_t i = 0; i < listed && ok; i++)
        if (&s->kept[i] != cause && s->kept[i].consequences > 0)
            ok = al_set_consequences(s->arena, &s->kept[i], 0);
    return ok && al_set_consequences(s->arena, cause, unlisted.count + r->consequence_count);
}

static bool suppress_findings(suppressing *s)
{
    al_result *r = s->result;
    al_rule_set across = {.words = {0}};
    if (!make_room(s) || !list_suppressions(s))
        return false;
    if (s->by->survey != NULL)
        al_survey_add_rules(s->by->survey, r, &across);
    note_rules_that_ran(s, &across);
    if (s->by->log != NULL)
        al_usage_log_note(s->by->log, r, &across);
    const unlisted_findings unlisted = unlisted_of(r);
    bool ok = compare_all(s, r->findings, r->finding_count);
    const size_t listed = s->kept_count;
    ok = ok && compare_all(s, r->consequences, r->consequence_count);
    ok = ok && divide_kept(s, listed, unlisted);
    r->suppressed = s->suppressed;
    al_result_count(r);
    return ok;
}

static bool suppress_in(const al_suppressors *by, al_result *result, al_budget *budget)
{
    const al_policy *policy = by->settings->policy;
    al_arena *arena = &((al_result_block *)result)->arena;
    suppressing s = {.by = by,
                     .result = result,
                     .arena = arena,
                     .configuration = policy->configuration,
                     .baseline = policy->baseline};
    if (s.configuration == NULL && s.baseline == NULL && (by->sidecar == NULL || by->sidecar->count == 0))
        return true;
    arena->budget = budget;
    const bool ok = suppress_findings(&s);
    arena->budget = NULL; /* the budget ends before the result does */
    return ok;
}

bool al_suppress(const al_suppressors *by, al_result *result, al_budget *budget)
{
    bool ok = suppress_in(by, result, budget);
    for (size_t i = 0; ok && i < result->member_count; i++)
        ok = suppress_in(by, result->members[i], budget);
    return ok;
}
