/* judged.c: checks of a format whose memory and findings a test can inspect. */
#include "judged.h"

#include <stdlib.h>
#include <string.h>

#include "engine/judge.h"
#include "engine/recognize.h"
#include "formats/catalogue.h"
#include "unit.h"

judged *judged_start(const char *name, const uint8_t *bytes, size_t size, uint64_t limit)
{
    judged *j = calloc(1, sizeof *j);
    assert_non_null(j);
    j->settings = calloc(AL_MOST_RULES, sizeof *j->settings);
    assert_non_null(j->settings);
    for (size_t i = 0; i < al_rule_count(); i++)
        j->settings[i].level = al_catalogue[i].level;
    j->budget = al_budget_of(limit, 0);
    j->memory = al_arena_on(&j->budget);
    j->kept = al_exempt_arena_on(&j->budget);
    j->sink = al_sink_of(&j->kept, al_catalogue, j->settings, name, size);
    j->job = (al_job){.name = name,
                      .file = al_span_of(bytes, size),
                      .arena = &j->memory,
                      .sink = &j->sink,
                      .inflater = al_inflater_new(),
                      .max_inflated = UINT64_MAX};
    assert_non_null(j->job.inflater);
    al_inflater_start(j->job.inflater, &j->budget);
    return j;
}

void judged_run(judged *j, const al_listener *listener)
{
    const al_format *format = al_recognize(al_slice_available(j->job.file, 0, AL_HEAD_SIZE), j->job.name);
    assert_non_null(format);
    j->job.listener = listener;
    al_parse_and_judge(format, &j->job);
}

void judged_end(judged *j)
{
    al_inflater_free(j->job.inflater);
    al_arena_free(&j->memory);
    al_arena_free(&j->kept);
    free(j->settings);
    free(j);
}

size_t judged_count(const judged *j, const char *rule)
{
    size_t count = 0;
    for (size_t i = 0; i < j->sink.count; i++)
        count += strcmp(j->sink.findings[i].rule->id, rule) == 0;
    return count;
}

size_t judged_find(const judged *j, const char *rule, const char *field)
{
    for (size_t i = 0; i < j->sink.count; i++)
        if (strcmp(j->sink.findings[i].rule->id, rule) == 0 && strcmp(j->sink.findings[i].field, field) == 0)
            return i;
    fail_msg("no %s of %s in %s", rule, field, j->job.name);
    return 0;
}
