/* file_settings.c: combines options and configuration, for the run and for each file, and reads the
 * .assetlintignore of a file. */
#include "project/configuration/file_settings.h"

#include <stdlib.h>

#include "project/configuration/policy.h"

/* Turns on the rules that an override turns on, since some file may match it. */
static void add_override(al_policy *p, const al_override *override)
{
    al_setting overridden[AL_MOST_RULES] = {{.level = AL_OFF}};
    const al_scope *const scopes[] = {&p->configuration->scope, &override->scope};
    al_options_resolve(&p->options, scopes, 2, overridden);
    for (size_t i = 0; i < al_rule_count(); i++)
        if (p->options.settings[i].level == AL_OFF)
            p->options.settings[i] = overridden[i];
}

void al_policy_configure(al_policy *policy, const al_configuration *configuration)
{
    al_options *options = &policy->options;
    const al_scope *scope = &configuration->scope;
    policy->configuration = configuration;
    for (size_t i = 0; i <= AL_LIMIT_MEMORY; i++)
        if (!options->limit_given[i] && configuration->limits[i] > 0)
            options->limits[i] = configuration->limits[i];
    if (!options->games_given && configuration->games != 0)
        options->games = configuration->games;
    al_options_resolve(options, &scope, 1, options->settings);
    for (size_t i = 0; i < configuration->override_count; i++)
        add_override(policy, &configuration->overrides[i]);
}

/* ---- One file ------------------------------------------------------------------------------------------ */

/* Notes which overrides match the file. True if they differ from those of the previous file. */
static bool match_overrides(al_file_settings *s, const al_configuration *c)
{
    bool differ = !s->is_resolved;
    for (size_t i = 0; i < c->override_count; i++) {
        const bool matches = al_globs_match(&c->overrides[i].paths, s->path);
        differ = differ || s->matched[i] != matches;
        s->matched[i] = matches;
    }
    return differ;
}

static bool resolve(al_file_settings *s, const al_configuration *c)
{
    const al_scope **scopes = calloc(c->override_count + 1, sizeof *scopes);
    size_t count = 0;
    if (scopes == NULL)
        return false;
    scopes[count++] = &c->scope;
    for (size_t i = 0; i < c->override_count; i++)
        if (s->matched[i])
            scopes[count++] = &c->overrides[i].scope;
    al_options_resolve(&s->policy->options, scopes, count, s->resolved);
    free(scopes);
    s->is_resolved = true;
    return true;
}

static bool set_rules(al_file_settings *s, const al_configuration *c)
{
    if (c->override_count == 0)
        return true;
    if (s->resolved == NULL)
        s->resolved = calloc(AL_MOST_RULES, sizeof *s->resolved);
    if (s->matched == NULL)
        s->matched = calloc(c->override_count, sizeof *s->matched);
    if (s->resolved == NULL || s->matched == NULL || (match_overrides(s, c) && !resolve(s, c)))
        return false;
    s->rules = s->resolved;
    return true;
}

/* The lowest budget of each measure counts. */
static void set_budgets(al_file_settings *s, const al_configuration *c)
{
    for (size_t i = 0; i < AL_MEASURES; i++)
        s->most[i] = UINT64_MAX;
    for (size_t b = 0; b < c->budget_count; b++) {
        const al_bounds *bounds = &c->budgets[b];
        const bool matches = al_globs_match(&bounds->paths, s->path);
        for (size_t i = 0; matches && i < AL_MEASURES; i++)
            if (bounds->of[i].given && bounds->of[i].most < s->most[i]) {
                s->most[i] = bounds->of[i].most;
                s->budgets = s->most;
            }
    }
}

static void close_file(al_file_settings *s)
{
    free(s->path);
    free(s->base_path);
    s->path = s->base_path = NULL;
    s->budgets = NULL;
    al_sidecar_close(&s->sidecar);
}

bool al_file_settings_begin(al_file_settings *settings, const al_policy *policy, const char *path)
{
    const al_configuration *c = policy->configuration;
    close_file(settings);
    settings->policy = policy;
    settings->rules = policy->options.settings;
    if (c == NULL)
        return true;
    settings->path = al_configuration_path(c, path);
    if (settings->path == NULL || !set_rules(settings, c))
        return false;
    set_budgets(settings, c);
    return true;
}

bool al_file_settings_open(al_file_settings *settings, const al_policy *policy, const char *path,
                           bool may_have_sidecar)
{
    if (!al_file_settings_begin(settings, policy, path))
        return false;
    settings->base_path = al_base_path(&settings->base_finder, policy->base, path);
    const bool looks = policy->sidecars && may_have_sidecar;
    return settings->base_path != NULL && (!looks || al_sidecar_open(&settings->sidecar, path));
}

void al_file_settings_free(al_file_settings *settings)
{
    close_file(settings);
    al_base_finder_free(&settings->base_finder);
    free(settings->resolved);
    free(settings->matched);
    *settings = (al_file_settings){.path = NULL};
}
