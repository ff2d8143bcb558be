/* rule_numbers.h: numbers the rules of one format, from the rows of AL_RULES. Claims refer to rules by these
 * numbers. They don't depend on the rules of other formats. */
/* checksrc: allow include-guard: included once for each format */
#include "rules/common.def"

enum {
#define AL_RULE(number, ...) number,
#include AL_RULES
#undef AL_RULE
};
#undef AL_RULES
