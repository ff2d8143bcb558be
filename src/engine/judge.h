/* judge.h: has the format of a file read and judge it. */
#ifndef AL_ENGINE_JUDGE_H
#define AL_ENGINE_JUDGE_H

#include "formats/format.h"

/* Reads the job's file, which announces its records to the job's listener, and judges what was read. If
 * memory runs out, that is reported as the format's limit, or noted in the budget. */
void al_parse_and_judge(const al_format *format, al_job *job);

#endif
