/* catalogue.h: the number of every rule, from the rows of rules/<format>.def. */
#ifndef AL_FORMATS_CATALOGUE_H
#define AL_FORMATS_CATALOGUE_H

#include <assetlint/assetlint.h>

/* The crash column of a row. */
enum { AL_HARMLESS = false, AL_CRASH = true };

enum al_rule_number {
#define AL_RULE(number, id, level, crash, confidence, title, why, mend, source) number,
#include "rules/all.def"
#undef AL_RULE
    AL_RULE_COUNT
};

/* The rows, by number. */
extern const al_rule al_catalogue[AL_RULE_COUNT];

#endif
