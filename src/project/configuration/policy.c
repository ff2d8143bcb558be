/* policy.c: combines options and configuration. */
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
