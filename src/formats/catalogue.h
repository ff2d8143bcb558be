/* catalogue.h: all rules, from the rows of rules/<format>.def, in the order of formats.def. */
#ifndef AL_FORMATS_CATALOGUE_H
#define AL_FORMATS_CATALOGUE_H

#include <assetlint/assetlint.h>

/* Room for settings: a fixed number, so that a new rule doesn't rebuild everything that includes this. */
enum { AL_MOST_RULES = 640 };

/* All rules. The first ones are those of files without a format. */
extern const al_rule al_catalogue[];

/* The index of each format's first rule, in the order of formats.def. */
extern const size_t al_first_rules[];

/* Index of the first rule with that prefix, which need not be a format's; al_rule_count() if there is none.
 */
size_t al_first_rule(const char *prefix);

#endif
