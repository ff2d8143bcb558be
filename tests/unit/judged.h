/* judged.h: checks of a format whose memory and findings a test can inspect. */
#ifndef ASSETLINT_TESTS_JUDGED_H
#define ASSETLINT_TESTS_JUDGED_H

#include "core/findings.h"
#include "kit/job.h"
#include "kit/listener.h"

/* A check. Its memory is charged to `budget`; that of its findings is, too, but has no limit. */
typedef struct judged {
    al_budget budget;
    al_arena memory, kept;
    al_setting *settings;
    al_sink sink;
    al_job job;
} judged;

/* A check of a file with the name `name`, which begins with judged_run. `bytes` and `name` must live as long.
 */
judged *judged_start(const char *name, const uint8_t *bytes, size_t size, uint64_t limit);
void judged_run(judged *j, const al_listener *listener);
void judged_end(judged *j);

/* The number of findings of a rule. */
size_t judged_count(const judged *j, const char *rule);

/* The index of the finding of that rule and field; asserts that there is one. */
size_t judged_find(const judged *j, const char *rule, const char *field);

#endif
