/* own.c: results about files of ours. */
#include "project/configuration/own.h"

#include <string.h>

#include "core/text.h"
#include "formats/catalogue.h"
#include "project/configuration/baseline.h"

bool al_own_begin(al_own *own, const char *prefix, const al_options *options, const al_setting *settings,
                  const char *path, al_span text)
{
    *own = (al_own){
        .baseline = options->baseline,
        .budget = al_budget_of(UINT64_MAX, 0),
    };
    own->block = al_result_block_new(&own->budget);
    if (own->block == NULL)
        return false;
    al_arena *arena = &own->block->arena;
    al_result *r = &own->block->result;
    own->lines = al_lines_of(text, AL_COLUMNS_UTF8);
    r->path = al_escape_copy(arena, path, strlen(path));
    r->raw_path = al_copy_text(arena, path, strlen(path));
    r->member = r->version = "";
    r->format = prefix;
    r->size = text.len;
    own->sink = al_sink_of(arena, al_catalogue, settings, path, text.len);
    own->sink.first_rule = al_first_rule(prefix);
    own->sink.boundless = true;
    if (r->path != NULL && r->raw_path != NULL)
        return true;
    al_result_free(r);
    return false;
}

al_claim al_own_claim(al_own *own, size_t rule, uint64_t at, uint64_t end)
{
    al_claim claim = {.rule = rule};
    al_lines_go(&own->lines, at);
    al_lines behind = own->lines;
    al_lines_go(&behind, end);
    al_claim_lines(&claim, &own->lines, &behind);
    own->lines = behind;
    return claim;
}

/* Takes out what the baseline has; false when out of memory. */
static bool take_known(al_own *own)
{
    static const char why[] = "it is in the baseline";
    al_result *r = &own->block->result;
    al_finding *findings = own->sink.findings;
    const size_t count = own->sink.count;
    al_suppressed *known = al_alloc(&own->block->arena, count, sizeof *known);
    for (size_t i = 0; i < count && known != NULL; i++) {
        const bool is_known = own->baseline != NULL &&
                              al_baseline_find(own->baseline, findings[i].fingerprint) < own->baseline->count;
        if (is_known)
            known[r->suppressed_count++] =
                (al_suppressed){.finding = findings[i], .justification = why, .in_baseline = true};
        else
            findings[r->finding_count++] = findings[i];
    }
    r->findings = findings;
    r->suppressed = known;
    return known != NULL;
}

bool al_own_end(al_own *own, al_result **result)
{
    al_result *r = &own->block->result;
    *result = NULL;
    al_sink_finish(&own->sink);
    const bool ok = take_known(own) && own->budget.shortage == AL_SHORTAGE_NONE;
    own->block->arena.budget = NULL; /* it ends here; freeing doesn't need it */
    if (!ok || own->sink.count == 0) {
        al_result_free(r);
        return ok;
    }
    r->status = AL_FILE_FINDINGS;
    al_result_count(r);
    *result = r;
    return true;
}
