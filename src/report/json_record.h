/* json_record.h: the objects of files and findings, as json and ndjson have them. */
#ifndef ASSETLINT_REPORT_JSON_RECORD_H
#define ASSETLINT_REPORT_JSON_RECORD_H

#include <assetlint/assetlint.h>

#include "report/json.h"

/* Each adds its members to `to`, an object. */
void json_add_file(json_object *object, cJSON *to, const al_result *result);
void json_add_finding(json_object *object, cJSON *to, const al_result *result, const al_finding *finding);

#endif
