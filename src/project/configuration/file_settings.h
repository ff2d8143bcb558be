/* file_settings.h: what the options and the configuration say of the file that is being checked, and which of
 * its findings don't count. */
#ifndef AL_PROJECT_CONFIGURATION_FILE_SETTINGS_H
#define AL_PROJECT_CONFIGURATION_FILE_SETTINGS_H

#include "engine/result.h"
#include "project/configuration/baseline.h"
#include "project/configuration/configuration.h"
#include "project/configuration/sidecar.h"
#include "project/survey.h"

/* Of one checker, from file to file. All zero at first. */
typedef struct al_view {
    const al_options *options;
    char *path;                 /* of the file, from the folder of the configuration; NULL: there is none */
    const al_setting *settings; /* of the rules for the file */
    al_setting *own;            /* where overrides matter: room for them, */
    bool *matched;              /* and which overrides they are of, */
    bool resolved;              /* once they are of any */
    al_sidecar sidecar;
} al_view;

/* Begins with a file, or a package with all that is in it; `on_disk` when the path leads to it, so that there
 * may be something beside it. False when out of memory. */
bool al_view_open(al_view *view, const al_options *options, const char *path, bool on_disk) AL_MUST_USE;
void al_view_free(al_view *view);

/* Takes those of the findings out of their result that don't count: they become its suppressed ones. What was
 * made use of is noted in the block. `number` is the file's in the survey of those that are checked together,
 * AL_SURVEY_NONE where there is none. False when out of memory. */
bool al_view_suppress(al_view *view, al_result_block *block, al_finding *findings, const al_survey *survey,
                      size_t number) AL_MUST_USE;

/* The bounds of a file: UINT64_MAX where there is none. False when there is none at all. */
bool al_view_bounds(const al_view *view, uint64_t most[AL_MEASURES]);

#endif
