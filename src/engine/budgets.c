/* budgets.c: counts and their budgets. */
#include "engine/budgets.h"

#include <inttypes.h>

#include "formats/catalogue.h"

/* By al_measure. */
static const char *const nouns[AL_MEASURES] = {"triangle", "vertices", "material", "bone", "byte"};

/* The ending of the noun: "vertices" are many already. */
static const char *ending_of(size_t measure, uint64_t count)
{
    return measure == AL_MEASURE_VERTICES ? "" : AL_S(count);
}

void al_report_budgets(const uint64_t *budgets, al_sink *sink, const al_measures *measures)
{
    const uint64_t counts[AL_MEASURES] = {[AL_MEASURE_TRIANGLES] = measures->triangles,
                                          [AL_MEASURE_VERTICES] = measures->vertices,
                                          [AL_MEASURE_MATERIALS] = measures->materials,
                                          [AL_MEASURE_BONES] = measures->bones,
                                          [AL_MEASURE_BYTES] = sink->size};
    if (budgets == NULL)
        return;
    sink->first_rule = al_first_rule("budget");
    for (size_t i = 0; i < AL_MEASURES; i++) {
        if (counts[i] <= budgets[i])
            continue;
        const al_claim claim = {
            .rule = i, .length = sink->size, .expected = al_uint(budgets[i]), .actual = al_uint(counts[i])};
        al_report(sink, &claim, "%" PRIu64 " %s%s, the budget is %" PRIu64, counts[i], nouns[i],
                  ending_of(i, counts[i]), budgets[i]);
    }
}
