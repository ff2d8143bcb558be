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
    al_file_settings *settings;
    al_result *result;
    al_arena *arena; /* of the result */
    al_usage *usage;
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

/* A suppression may give the path itself, or its escaped form from a report. */
static bool path_matches(const char *glob, const char *path)
{
    char shown[AL_MAX_MESSAGE];
    if (al_glob_matches(glob, path))
        return true;
    const size_t length = strlen(path);
    return al_escape(path, length, shown, sizeof shown) != length && al_glob_matches(glob, shown);
}

bool al_suppression_names_file(const al_suppression *s, const char *path)
{
    return s->path == NULL || path_matches(s->path, path);
}

static bool applies_to_file(const suppressing *s, const al_suppression *what)
{
    return !what->expired && al_suppression_names_file(what, s->settings->path) &&
           (what->member == NULL || strcmp(what->member, s->result->member) == 0);
}

/* Lists the suppressions that apply to the file: none for most files. */
static bool list_suppressions(suppressing *s)
{
    const al_configuration *c = s->configuration;
    const size_t all = c != NULL ? c->suppression_count : 0;
    al_usage *usage = s->usage;
    size_t count = 0;
    for (size_t i = 0; i < all; i++)
        count += applies_to_file(s, &c->suppressions[i]);
    usage->suppressions = al_alloc(s->arena, count, sizeof *usage->suppressions);
    for (size_t i = 0; usage->suppressions != NULL && usage->suppression_count < count; i++)
        if (applies_to_file(s, &c->suppressions[i]))
            usage->suppressions[usage->suppression_count++] =
                (al_suppression_use){.suppression = (uint32_t)i};
    return usage->suppressions != NULL;
}

static bool matches_if_given(const char *wanted, const char *actual)
{
    return wanted == NULL || strcmp(wanted, actual) == 0;
}

/* Each suppression that matches counts as used; the first one gives the reason. */
static bool suppressed_by_configuration(suppressing *s, const al_finding *f, const char **reason)
{
    bool any = false;
    for (size_t i = 0; i < s->usage->suppression_count; i++) {
        al_suppression_use *use = &s->usage->suppressions[i];
        const al_suppression *what = &s->configuration->suppressions[use->suppression];
        if (!al_rule_set_has(&what->rules, f->rule_number) || !matches_if_given(what->field, f->field) ||
            !matches_if_given(what->fingerprint, f->fingerprint))
            continue;
        use->used = true;
        *reason = any ? *reason : what->reason;
        any = true;
    }
    return any;
}

/* ---- .assetlintignore and the baseline ----------------------------------------------------------------- */

static bool suppressed_by_sidecar(suppressing *s, const al_finding *f, const char **reason)
{
    al_sidecar *sidecar = &s->settings->sidecar;
    bool any = false;
    for (size_t i = 0; i < sidecar->count; i++) {
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

static bool suppressed_by_baseline(suppressing *s, const al_finding *f, const char **reason)
{
    const size_t at = s->baseline != NULL ? al_baseline_find(s->baseline, f->fingerprint) : 0;
    if (s->baseline == NULL || at == s->baseline->count)
        return false;
    s->usage->entries[s->usage->entry_count++] = (uint32_t)at;
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
static void list_rules_that_ran(const suppressing *s, al_rule_set *ran)
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
        const bool rule_ran = al_rule_set_has(&s->usage->across, i) || (runs && !al_is_across_files(rule));
        if (rule_ran && s->settings->rules[i].level != AL_OFF)
            al_rule_set_add(ran, i);
    }
}

/* If the file was checked to its end, notes which suppressions and lines could have been used. */
static void note_rules_that_ran(suppressing *s)
{
    const al_result *r = s->result;
    al_usage *usage = s->usage;
    al_sidecar *sidecar = &s->settings->sidecar;
    al_rule_set ran;
    if ((usage->suppression_count == 0 && sidecar->count == 0) || al_is_unchecked(r) ||
        r->status == AL_FILE_UNRECOGNIZED)
        return;
    list_rules_that_ran(s, &ran);
    for (size_t i = 0; s->configuration != NULL && i < usage->suppression_count; i++) {
        const al_suppression *what = &s->configuration->suppressions[usage->suppressions[i].suppression];
        usage->suppressions[i].ran = al_rule_sets_meet(&what->rules, &ran);
    }
    for (size_t i = 0; i < sidecar->count; i++)
        if (al_rule_sets_meet(&sidecar->lines[i].rules, &ran))
            sidecar->lines[i].ran = true;
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

static bool make_room(suppressing *s)
{
    const size_t count = s->result->finding_count + s->result->consequence_count;
    s->usage = al_alloc(s->arena, 1, sizeof *s->usage);
    s->kept = al_alloc(s->arena, count, sizeof *s->kept);
    s->suppressed = al_alloc(s->arena, count, sizeof *s->suppressed);
    uint32_t *entries = al_alloc(s->arena, count, sizeof *entries);
    if (s->usage == NULL || s->kept == NULL || s->suppressed == NULL || entries == NULL)
        return false;
    s->usage->entries = entries;
    return true;
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

static bool suppress_findings(suppressing *s, const al_survey *survey, size_t surveyed)
{
    al_result *r = s->result;
    if (!make_room(s) || !list_suppressions(s))
        return false;
    if (survey != NULL)
        al_survey_add_rules(survey, surveyed, &s->usage->across);
    note_rules_that_ran(s);
    const unlisted_findings unlisted = unlisted_of(r);
    bool ok = compare_all(s, r->findings, r->finding_count);
    const size_t listed = s->kept_count;
    ok = ok && compare_all(s, r->consequences, r->consequence_count);
    ok = ok && divide_kept(s, listed, unlisted);
    r->suppressed = s->suppressed;
    al_result_count(r);
    return ok;
}

static bool suppress_in(al_file_settings *settings, const al_survey *survey, al_result *result,
                        al_budget *budget)
{
    al_result_block *block = (al_result_block *)result;
    suppressing s = {.settings = settings,
                     .result = result,
                     .arena = &block->arena,
                     .configuration = settings->policy->configuration,
                     .baseline = settings->policy->baseline};
    if (s.configuration == NULL && s.baseline == NULL && settings->sidecar.count == 0)
        return true;
    block->arena.budget = budget;
    const bool ok = suppress_findings(&s, survey, block->surveyed);
    block->arena.budget = NULL; /* the budget ends before the result does */
    block->usage = s.usage;
    return ok;
}

bool al_suppress(al_file_settings *settings, const al_survey *survey, al_result *result, al_budget *budget)
{
    al_result_block *block = (al_result_block *)result;
    bool ok = suppress_in(settings, survey, result, budget);
    for (size_t i = 0; ok && i < result->member_count; i++)
        ok = suppress_in(settings, survey, result->members[i], budget);
    return ok && al_sidecar_report(&settings->sidecar, settings->policy, settings->rules, &block->sidecar);
}

const al_usage *al_usage_of(const al_result *result)
{
    return ((const al_result_block *)result)->usage;
}

al_result *al_take_sidecar_result(al_result *result)
{
    al_result_block *block = (al_result_block *)result;
    al_result *sidecar = block->sidecar;
    block->sidecar = NULL;
    return sidecar;
}
