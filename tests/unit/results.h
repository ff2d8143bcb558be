/* results.h: functions for tests that inspect results. */
#ifndef ASSETLINT_TESTS_RESULTS_H
#define ASSETLINT_TESTS_RESULTS_H

#include <assetlint/assetlint.h>

/* The whole content of a result as text, which the caller frees. */
char *result_text(const al_result *r);

/* Asserts that two results are equal, byte for byte. */
void assert_same_result(const al_result *a, const al_result *b);

/* The finding of that rule and field; asserts that there is one. */
const al_finding *result_finding(const al_result *r, const char *rule, const char *field);

#endif
