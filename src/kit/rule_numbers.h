/* rule_numbers.h: the numbers of one format's rules, from the rows of AL_RULES: those that claims give. A
 * changed row of another format changes none of them. */
/* checksrc: allow include-guard: included once for each format */
#include "rules/common.def"

enum {
#define AL_RULE(number, ...) number,
#include AL_RULES
#undef AL_RULE
};
