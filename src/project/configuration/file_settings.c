/* file_settings.c: settings of a file, and findings of it that don't count. */
#include "project/configuration/file_settings.h"

#include <stdlib.h>
#include <string.h>

#include "core/glob.h"
#include "core/text.h"
#include "formats/format.h"
#include "relations/relations.h"

/* ---- Settings ------------------------------------------------------------------------------------------ */

/* Notes which overrides are about the file; whether they are others than those of the file before. */
static bool match_overrides(al_view *v, const al_configuration *c)
{
    bool other = !v->resolved;
    for (size_t i = 0; i < c->override_count; i++) {
        const bool matches = al_globs_match(&c->overrides[i].paths, v->path);
        other = other || v->matched[i] != matches;
        v->matched[i] = matches;
    }
    return other;
}

static bool resolve(al_view *v, const al_configuration *c)
{
    const al_scope **scopes = calloc(c->override_count + 1, sizeof *scopes);
    size_t count = 0;
    if (scopes == NULL)
        return false;
    scopes[count++] = &c->scope;
    for (size_t i = 0; i < c->override_count; i++)
        if (v->matched[i])
            scopes[count++] = &c->overrides[i].scope;
    al_options_resolve(v->options, scopes, count, v->own);
    free(scopes);
    v->resolved = true;
    return true;
}

static bool configure(al_view *v, const al_configuration *c, const char *path)
{
    v->path = al_configuration_path(c, path);
    if (v->path == NULL)
        return false;
    if (c->override_count == 0)
        return true;
    if (v->own == NULL)
        v->own = calloc(AL_MOST_RULES, sizeof *v->own);
    if (v->matched == NULL)
        v->matched = calloc(c->override_count, sizeof *v->matched);
    if (v->own == NULL || v->matched == NULL || (match_overrides(v, c) && !resolve(v, c)))
        return false;
    v->settings = v->own;
    return true;
}

static void close_file(al_view *v)
{
    free(v->path);
    v->path = NULL;
    al_sidecar_close(&v->sidecar);
}

bool al_view_open(al_view *view, const al_options *options, const char *path, bool on_disk)
{
    close_file(view);
    view->options = options;
    view->settings = options->settings;
    if (options->configuration != NULL && !configure(view, options->configuration, path))
        return false;
    return !options->sidecars || !on_disk || al_sidecar_open(&view->sidecar, path);
}

void al_view_free(al_view *view)
{
    close_file(view);
    free(view->own);
    free(view->matched);
    *view = (al_view){.path = NULL};
}

bool al_view_bounds(const al_view *view, uint64_t most[AL_MEASURES])
{
    const al_configuration *c = view->options->configuration;
    bool any = false;
    for (size_t i = 0; i < AL_MEASURES; i++)
        most[i] = UINT64_MAX;
    for (size_t b = 0; c != NULL && b < c->budget_count; b++) {
        const al_bounds *bounds = &c->budgets[b];
        const bool about = al_globs_match(&bounds->paths, view->path);
        for (size_t i = 0; about && i < AL_MEASURES; i++)
            if (bounds->given[i] && bounds->most[i] < most[i]) {
                most[i] = bounds->most[i];
                any = true;
            }
    }
    return any;
}

/* ---- What doesn't count -------------------------------------------------------------------------------- */

/* One result whose findings are gone through. */
typedef struct sieve {
    al_view *view;
    al_result_block *block;
    const al_configuration *configuration; /* NULL: there is none */
    const al_baseline *baseline;           /* likewise */
    al_use *about;                         /* of the suppressions that are about the file */
    size_t about_count;
    al_suppressed *out;
    size_t out_count;
} sieve;

/* A path as it is, or as reports show it. */
static bool is_path(const char *glob, const char *path)
{
    char shown[AL_MAX_MESSAGE];
    if (al_glob_matches(glob, path))
        return true;
    const size_t length = strlen(path);
    return al_escape(path, length, shown, sizeof shown) != length && al_glob_matches(glob, shown);
}

/* Whether a suppression is about the file, whatever its findings are. */
static bool is_about(const sieve *s, const al_suppression *what)
{
    const al_result *r = &s->block->result;
    return !what->expired && (what->path == NULL || is_path(what->path, s->view->path)) &&
           (what->member == NULL || strcmp(what->member, r->member) == 0);
}

/* Lists the suppressions that are about the file: for most files there are none. */
static bool list_suppressions(sieve *s)
{
    const al_configuration *c = s->configuration;
    const size_t all = c != NULL ? c->suppression_count : 0;
    size_t count = 0;
    al_uses *uses = &s->block->uses;
    if (uses->listed) {
        s->about = uses->of;
        s->about_count = uses->count;
        return true;
    }
    for (size_t i = 0; i < all; i++)
        count += is_about(s, &c->suppressions[i]);
    s->about = al_alloc(&s->block->arena, count, sizeof *s->about);
    for (size_t i = 0; s->about != NULL && i < all && s->about_count < count; i++)
        if (is_about(s, &c->suppressions[i]))
            s->about[s->about_count++] = (al_use){.suppression = (uint32_t)i};
    uses->of = s->about;
    uses->count = s->about_count;
    uses->listed = s->about != NULL;
    return s->about != NULL;
}

static bool is_given(const char *wanted, const char *there)
{
    return wanted == NULL || strcmp(wanted, there) == 0;
}

/* Whether a finding is suppressed; all suppressions that do so are made use of. The reason is the first's. */
static bool by_configuration(sieve *s, const al_finding *f, const char **reason)
{
    bool any = false;
    for (size_t i = 0; i < s->about_count; i++) {
        const al_suppression *what = &s->configuration->suppressions[s->about[i].suppression];
        if (!al_rule_set_has(&what->rules, f->rule_number) || !is_given(what->field, f->field) ||
            !is_given(what->fingerprint, f->fingerprint))
            continue;
        s->about[i].used = true;
        *reason = any ? *reason : what->reason;
        any = true;
    }
    return any;
}

static bool by_sidecar(sieve *s, const al_finding *f, const char **reason)
{
    al_sidecar *sidecar = &s->view->sidecar;
    bool any = false;
    for (size_t i = 0; i < sidecar->count; i++) {
        al_sidecar_line *line = &sidecar->lines[i];
        if (!al_rule_set_has(&line->rules, f->rule_number) || !is_given(line->field, f->field))
            continue;
        line->used = true;
        if (!any)
            *reason = line->comment != NULL ? line->comment : "it is in the .assetlintignore beside the file";
        any = true;
    }
    return any;
}

static bool by_baseline(sieve *s, const al_finding *f, const char **reason)
{
    const size_t at = s->baseline != NULL ? al_baseline_find(s->baseline, f->fingerprint) : 0;
    if (s->baseline == NULL || at == s->baseline->count)
        return false;
    s->block->uses.known[s->block->uses.known_count++] = (uint32_t)at;
    *reason = "it is in the baseline";
    return true;
}

/* Whether a finding counts; notes it where it doesn't. Memory is short where the reason is NULL. */
static bool counts(sieve *s, const al_finding *f, bool *ok)
{
    const char *reason = NULL;
    const bool here = by_configuration(s, f, &reason), beside = by_sidecar(s, f, &reason);
    const bool suppressed = here || beside;
    if (!suppressed && !by_baseline(s, f, &reason))
        return true;
    al_suppressed *out = &s->out[s->out_count++];
    *out = (al_suppressed){.finding = *f,
                           .justification = al_escape_copy(&s->block->arena, reason, strlen(reason)),
                           .in_baseline = !suppressed};
    *ok = *ok && out->justification != NULL;
    return false;
}

/* ---- Which rules ran ----------------------------------------------------------------------------------- */

/* Rules about whatever file it is, and about members of packages. */
static bool is_of_every_file(const char *prefix)
{
    static const char *const of_each[] = {"file", "budget", "archive"};
    for (size_t i = 0; i < sizeof of_each / sizeof of_each[0]; i++)
        if (strcmp(of_each[i], prefix) == 0)
            return true;
    return false;
}

/* The rules that ran for a result: those of its format, of every file, and those across files that were asked
 * about it. Prefixes stand together in the catalogue, so each is looked at once. */
static void note_rules(const al_view *v, const al_result *r, const al_rule_set *across, al_rule_set *ran)
{
    const char *prefix = "";
    bool runs = false;
    *ran = (al_rule_set){.words = {0}};
    for (size_t i = 0; i < al_rule_count(); i++) {
        const al_rule *rule = &al_catalogue[i];
        if (rule->format != prefix) {
            prefix = rule->format;
            runs = strcmp(prefix, r->format) == 0 || is_of_every_file(prefix);
        }
        const bool ran_here = al_rule_set_has(across, i) || (runs && !al_is_across_files(rule));
        if (ran_here && v->settings[i].level != AL_OFF)
            al_rule_set_add(ran, i);
    }
}

/* Notes what could have been made use of: where a file was checked to its end. */
static void note_run(sieve *s)
{
    const al_result *r = &s->block->result;
    al_sidecar *sidecar = &s->view->sidecar;
    al_rule_set ran;
    if ((s->about_count == 0 && sidecar->count == 0) || al_is_unchecked(r) ||
        r->status == AL_FILE_UNRECOGNIZED)
        return;
    note_rules(s->view, r, &s->block->uses.across, &ran);
    for (size_t i = 0; s->configuration != NULL && i < s->about_count; i++) {
        const al_suppression *what = &s->configuration->suppressions[s->about[i].suppression];
        s->about[i].ran = s->about[i].ran || al_rule_sets_meet(&what->rules, &ran);
    }
    for (size_t i = 0; i < sidecar->count; i++)
        if (al_rule_sets_meet(&sidecar->lines[i].rules, &ran))
            sidecar->lines[i].ran = true;
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

/* Room for what is there and what may come. */
static bool make_room(sieve *s)
{
    al_arena *arena = &s->block->arena;
    al_uses *uses = &s->block->uses;
    const al_result *r = &s->block->result;
    const size_t findings = r->finding_count;
    s->out = al_alloc(arena, findings + r->suppressed_count, sizeof *s->out);
    uint32_t *known = al_alloc(arena, findings + uses->known_count, sizeof *known);
    if (s->out == NULL || known == NULL)
        return false;
    if (r->suppressed_count > 0)
        memcpy(s->out, r->suppressed, r->suppressed_count * sizeof *s->out);
    if (uses->known_count > 0)
        memcpy(known, uses->known, uses->known_count * sizeof *known);
    s->out_count = r->suppressed_count;
    uses->known = known;
    return true;
}

bool al_view_suppress(al_view *view, al_result_block *block, al_finding *findings, const al_survey *survey,
                      size_t number)
{
    al_result *r = &block->result;
    sieve s = {.view = view,
               .block = block,
               .configuration = view->options->configuration,
               .baseline = view->options->baseline};
    if (s.configuration == NULL && s.baseline == NULL && view->sidecar.count == 0)
        return true;
    if (!make_room(&s) || !list_suppressions(&s))
        return false;
    al_survey_add_rules(survey, number, &block->uses.across);
    note_run(&s);
    size_t kept = 0;
    bool ok = true;
    for (size_t i = 0; i < r->finding_count && ok; i++)
        if (counts(&s, &findings[i], &ok))
            findings[kept++] = findings[i];
    r->finding_count = kept;
    r->suppressed = s.out;
    r->suppressed_count = s.out_count;
    return ok;
}
