/* results.h: what tests ask of a result. */
#ifndef ASSETLINT_TESTS_RESULTS_H
#define ASSETLINT_TESTS_RESULTS_H

#include <assetlint/assetlint.h>

/* Everything that a result says, as text that is the caller's. */
char *result_text(const al_result *r);

/* Asserts that two results say the same, byte for byte. */
void assert_same_result(const al_result *a, const al_result *b);

/* The finding of that rule and field; asserts that there is one. */
const al_finding *result_finding(const al_result *r, const char *rule, const char *field);

#endif
