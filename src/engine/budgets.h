/* budgets.h: holds a file to the bounds that the configuration gives it. */
#ifndef AL_ENGINE_BUDGETS_H
#define AL_ENGINE_BUDGETS_H

#include "core/findings.h"
#include "kit/measures.h"
#include "project/configuration/file_settings.h"

/* Reports what there is too much of, in a file of a known format. The sink's rules are others afterwards. */
void al_report_budgets(const al_view *view, al_sink *sink, const al_measures *measures);

#endif
