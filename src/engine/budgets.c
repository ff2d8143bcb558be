/* budgets.c: counts and their budgets. */
#include "engine/budgets.h"

#include <inttypes.h>

#include "formats/catalogue.h"

#define AL_RULES "rules/budget.def"
#include "kit/rule_numbers.h"

/* How a measure is reported. */
typedef struct wording {
    size_t rule;
    const char *one, *many;
    const char *field; /* tells apart the findings of bounds that have one rule; NULL: only this one has it */
} wording;

static const wording wordings[AL_MEASURES] = {
    [AL_MEASURE_TRIANGLES] = {BUDGET_TRIANGLES, "triangle", "triangles", NULL},
    [AL_MEASURE_VERTICES] = {BUDGET_VERTICES, "vertex", "vertices", NULL},
    [AL_MEASURE_MATERIALS] = {BUDGET_MATERIALS, "material", "materials", NULL},
    [AL_MEASURE_BONES] = {BUDGET_BONES, "bone", "bones", NULL},
    [AL_MEASURE_BYTES] = {BUDGET_BYTES, "byte", "bytes", NULL},
    [AL_MEASURE_PIXELS] = {BUDGET_TEXTURE_SIZE, "pixel", "pixels", "pixels"},
    [AL_MEASURE_TEXTURE_SIDE] = {BUDGET_TEXTURE_SIZE, "pixel on the longer side", "pixels on the longer side",
                                 "side"},
    [AL_MEASURE_TEXTURE_BYTES] = {BUDGET_TEXTURE_SIZE, "byte of texture", "bytes of texture", "bytes"}};

void al_report_budgets(const uint64_t *budgets, al_sink *sink, const al_measures *measures)
{
    const uint64_t width = measures->width, height = measures->height;
    const uint64_t counts[AL_MEASURES] = {[AL_MEASURE_TRIANGLES] = measures->triangles,
                                          [AL_MEASURE_VERTICES] = measures->vertices,
                                          [AL_MEASURE_MATERIALS] = measures->materials,
                                          [AL_MEASURE_BONES] = measures->bones,
                                          [AL_MEASURE_BYTES] = sink->size,
                                          [AL_MEASURE_PIXELS] = al_product(width, height),
                                          [AL_MEASURE_TEXTURE_SIDE] = width > height ? width : height,
                                          [AL_MEASURE_TEXTURE_BYTES] = measures->texture_bytes};
    if (budgets == NULL)
        return;
    sink->first_rule = al_first_rule("budget");
    for (size_t i = 0; i < AL_MEASURES; i++) {
        const wording *w = &wordings[i];
        if (counts[i] <= budgets[i])
            continue;
        const al_claim claim = {.rule = w->rule,
                                .length = sink->size,
                                .path = al_field(NULL, w->field),
                                .expected = al_uint(budgets[i]),
                                .actual = al_uint(counts[i])};
        al_report(sink, &claim, "%" PRIu64 " %s, the budget is %" PRIu64, counts[i],
                  counts[i] == 1 ? w->one : w->many, budgets[i]);
    }
}
