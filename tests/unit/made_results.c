/* made_results.c: results with any findings, and a policy made of texts. */
#include "made_results.h"

#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *made_baseline(const made_entry *entries, size_t count)
{
    static char text[MADE_SHOWN];
    int length = snprintf(text, sizeof text, "{\"tool\": \"assetlint\", \"version\": 1, \"findings\": [");
    for (size_t i = 0; i < count; i++) {
        const made_entry *e = &entries[i];
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "%s\n{\"fingerprint\": \"000000000000000%c\", \"rule\": \"%s\", \"path\": \"%s\", "
                           "\"member\": \"%s\", \"field\": \"\"}",
                           i > 0 ? "," : "", e->digit, e->rule, e->path, e->member);
    }
    assert_true(length + 2 < MADE_SHOWN);
    (void)snprintf(text + length, sizeof text - (size_t)length, "]}");
    return text;
}

void made_policy_begin(made_policy *made, const char *configuration, const char *baseline)
{
    al_mistake mistake;
    *made = (made_policy){.configuration = NULL};
    al_options_init(&made->policy.options);
    if (configuration != NULL) {
        made->configuration = al_configuration_read(
            "assetlint.json", (const al_span[]){al_span_of(configuration, strlen(configuration))},
            "2026-05-17", &mistake);
        assert_non_null(made->configuration);
        al_policy_configure(&made->policy, made->configuration);
    }
    if (baseline != NULL) {
        made->baseline =
            al_baseline_read("known.json", (const al_span[]){al_span_of(baseline, strlen(baseline))},
                             UINT64_C(1) << 20, &mistake);
        assert_non_null(made->baseline);
        made->policy.baseline = made->baseline;
    }
}

void made_policy_end(made_policy *made)
{
    al_configuration_free(made->configuration);
    al_baseline_free(made->baseline);
}

void made_result_begin(made_result *made, const char *path, const char *member, const char *format)
{
    *made = (made_result){.budget = al_budget_of(UINT64_MAX, 0)};
    al_result_block *block = al_result_block_new(&made->budget);
    assert_non_null(block);
    assert_true(al_result_set_paths(block, path, NULL, member));
    made->result = &block->result;
    made->result->format = format;
    made->result->version = "";
    made->result->findings = made->findings;
    made->result->consequences = made->consequences;
}

void made_result_end(made_result *made)
{
    al_result_free(made->result);
}

static void put(al_finding *to, const char *rule, const char *field, char digit)
{
    const al_rule *found = al_rule_find(rule);
    assert_non_null(found);
    *to = (al_finding){.rule = found,
                       .rule_number = (size_t)(found - al_rule_at(0)),
                       .field = field,
                       .level = found->level,
                       .message = ""};
    (void)snprintf(to->fingerprint, sizeof to->fingerprint, "000000000000000%c", digit);
}

al_finding *made_finding(made_result *made, const char *rule, const char *field, char digit)
{
    al_finding *added = &made->findings[made->result->finding_count++];
    assert_true(made->result->finding_count <= MADE_MOST);
    put(added, rule, field, digit);
    made->result->status = AL_FILE_FINDINGS;
    return added;
}

al_finding *made_consequence(made_result *made, const char *rule, const char *field, char digit)
{
    al_finding *added = &made->consequences[made->result->consequence_count++];
    assert_true(made->result->consequence_count <= MADE_MOST);
    put(added, rule, field, digit);
    return added;
}

const char *made_result_text(const al_result *result)
{
    static char text[MADE_SHOWN];
    int length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < result->finding_count; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s %s; ",
                           result->findings[i].rule->id, result->findings[i].field);
    for (size_t i = 0; i < result->consequence_count; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "> %s %s; ",
                           result->consequences[i].rule->id, result->consequences[i].field);
    for (size_t i = 0; i < result->suppressed_count; i++) {
        const al_suppressed *s = &result->suppressed[i];
        length +=
            snprintf(text + length, sizeof text - (size_t)length, "(%s %s: %s%s); ", s->finding.rule->id,
                     s->finding.field, s->in_baseline ? "*" : "", s->justification);
    }
    return text;
}

const char *findings_text(const al_result *result)
{
    static char text[MADE_SHOWN];
    int length = 0;
    text[0] = '\0';
    for (size_t i = 0; result != NULL && i < result->finding_count; i++) {
        const al_finding *f = &result->findings[i];
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "%s %" PRIu64 ":%" PRIu64 "+%" PRIu64 " %s: %s\n", f->rule->id, f->line, f->column,
                           f->length, f->field, f->message);
    }
    return text;
}
