/* rule_set.h: sets of rules, as bits. */
#ifndef AL_ENGINE_RULE_SET_H
#define AL_ENGINE_RULE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/options.h"

enum { AL_RULE_SET_WORDS = AL_MOST_RULES / 64 };

typedef struct al_rule_set {
    uint64_t words[AL_RULE_SET_WORDS];
} al_rule_set;

static inline void al_rule_set_add(al_rule_set *set, size_t rule)
{
    set->words[rule / 64] |= UINT64_C(1) << rule % 64;
}

static inline bool al_rule_set_has(const al_rule_set *set, size_t rule)
{
    return (set->words[rule / 64] >> rule % 64 & 1) != 0;
}

static inline bool al_rule_sets_meet(const al_rule_set *a, const al_rule_set *b)
{
    uint64_t both = 0;
    for (size_t i = 0; i < AL_RULE_SET_WORDS; i++)
        both |= a->words[i] & b->words[i];
    return both != 0;
}

/* The rules that a pattern matches; all rules if it is NULL. False if there are none. */
bool al_rule_set_of(al_rule_set *set, const char *pattern);

#endif
