/* budgets.h: compares a file with the budgets that the configuration gives it. */
#ifndef AL_ENGINE_BUDGETS_H
#define AL_ENGINE_BUDGETS_H

#include "core/findings.h"
#include "kit/job.h"

/* What a budget bounds. */
typedef enum al_measure {
    AL_MEASURE_TRIANGLES,
    AL_MEASURE_VERTICES,
    AL_MEASURE_MATERIALS,
    AL_MEASURE_BONES,
    AL_MEASURE_BYTES,
    AL_MEASURE_PIXELS,
    AL_MEASURE_TEXTURE_SIDE,
    AL_MEASURE_TEXTURE_BYTES
} al_measure;

enum { AL_MEASURES = AL_MEASURE_TEXTURE_BYTES + 1 };

/* Reports each measure of a file that is above its budget: `budgets` has AL_MEASURES numbers, or is NULL. The
 * sink's first rule is another one afterwards. */
void al_report_budgets(const uint64_t *budgets, al_sink *sink, const al_measures *measures);

#endif
