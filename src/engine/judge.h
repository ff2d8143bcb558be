/* judge.h: one file that is at hand, through the hooks of its format. */
#ifndef AL_ENGINE_JUDGE_H
#define AL_ENGINE_JUDGE_H

#include "formats/format.h"

/* Reads the job's file and judges what was read. Whoever listens hears of it while it is read. Memory that is
 * short is reported as the format's limit, or noted in the budget. */
void al_parse_and_judge(const al_format *format, al_job *job);

#endif
