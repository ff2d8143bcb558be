/* all_rules.h: the number of every rule in the catalogue, by the names that its format has for it. */
#ifndef ALL_RULES_H
#define ALL_RULES_H

enum {
#define AL_RULES_OF(ID)
#define AL_RULE(number, ...) number,
#include "rules/all.def"
#undef AL_RULE
#undef AL_RULES_OF
};

#endif
