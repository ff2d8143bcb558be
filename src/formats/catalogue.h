/* catalogue.h: all rules, from the rows of rules/<format>.def, in the order of formats.def. */
#ifndef AL_FORMATS_CATALOGUE_H
#define AL_FORMATS_CATALOGUE_H

#include <assetlint/assetlint.h>

/* Room for settings: a fixed number, so that a new row doesn't change what includes this. */
enum { AL_MOST_RULES = 1024 };

/* The rows. The rules about files of no format are the first. */
extern const al_rule al_catalogue[];

/* The number of the first rule of a format, in the order of formats.def. */
extern const size_t al_first_rules[];

/* The number of the first rule with that prefix, also where it is none of a format. */
size_t al_first_rule(const char *prefix);

#endif
