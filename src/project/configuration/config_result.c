/* config_result.c: makes results about assetlint's own files. */
#include "project/configuration/config_result.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "formats/catalogue.h"
#include "project/configuration/baseline.h"

bool al_config_result_begin(al_config_result *made, const char *prefix, const al_policy *policy,
                            const al_setting *rules, const char *path, al_span text)
{
    *made = (al_config_result){
        .baseline = policy->baseline,
        .budget = al_budget_of(UINT64_MAX, 0),
    };
    made->block = al_result_block_new(&made->budget);
    if (made->block == NULL)
        return false;
    al_result *r = &made->block->result;
    al_base_finder finder = {.given = NULL};
    char *base_path = al_base_path(&finder, policy->base, path);
    made->lines = al_lines_of(text, AL_COLUMNS_UTF8);
    const bool ok = base_path != NULL && al_result_set_paths(made->block, path, base_path, "");
    r->version = "";
    r->format = prefix;
    r->size = text.len;
    made->sink = al_sink_of(&made->block->arena, al_catalogue, rules, made->block->raw_base_path, text.len);
    made->sink.first_rule = al_first_rule(prefix);
    made->sink.unlimited = true;
    al_base_finder_free(&finder);
    free(base_path);
    if (ok)
        return true;
    al_result_free(r);
    return false;
}

al_claim al_config_result_claim(al_config_result *made, size_t rule, uint64_t at, uint64_t end)
{
    al_claim claim = {.rule = rule};
    al_lines_advance(&made->lines, at);
    al_lines after = made->lines;
    al_lines_advance(&after, end);
    al_claim_set_lines(&claim, &made->lines, &after);
    made->lines = after;
    return claim;
}

/* Moves findings that are in the baseline to the suppressed ones. False when out of memory. */
static bool suppress_known(al_config_result *made)
{
    static const char reason[] = "it is in the baseline";
    al_result *r = &made->block->result;
    al_finding *findings = made->sink.findings;
    const size_t count = made->sink.count;
    al_suppressed *known = al_alloc(&made->block->arena, count, sizeof *known);
    for (size_t i = 0; i < count && known != NULL; i++) {
        const bool is_known =
            made->baseline != NULL &&
            al_baseline_find(made->baseline, findings[i].fingerprint) < made->baseline->count;
        if (is_known)
            known[r->suppressed_count++] =
                (al_suppressed){.finding = findings[i], .justification = reason, .in_baseline = true};
        else
            findings[r->finding_count++] = findings[i];
    }
    r->findings = findings;
    r->suppressed = known;
    return known != NULL;
}

bool al_config_result_end(al_config_result *made, al_result **result)
{
    al_result *r = &made->block->result;
    *result = NULL;
    al_sink_finish(&made->sink);
    const bool ok = suppress_known(made) && made->budget.shortage == AL_SHORTAGE_NONE;
    made->block->arena.budget = NULL; /* the budget ends here; freeing doesn't need it */
    if (!ok || made->sink.count == 0) {
        al_result_free(r);
        return ok;
    }
    r->status = AL_FILE_FINDINGS;
    al_result_count(r);
    *result = r;
    return true;
}
