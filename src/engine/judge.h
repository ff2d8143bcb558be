/* judge.h: from the bytes of a file to its findings: the part of a check that files of all kinds share. */
#ifndef AL_ENGINE_JUDGE_H
#define AL_ENGINE_JUDGE_H

#include "engine/file_check.h"

/* ---- Parts of a check ---------------------------------------------------------------------------------- */

/* The job for these bytes, behind which the file has `unread` more. */
al_job al_judge_job(al_file_check *check, al_span file, uint64_t unread);

/* Reads and judges the job's file, and shows it to the visitor. */
void al_judge_as(al_file_check *check, const al_format *format, al_job *job);

/* Reports a picture whose extension, or gzip, is that of another kind: readers that go by its bytes read it
 * all the same. */
void al_judge_kind(al_file_check *check, const al_format *format, const al_format *other);

/* Reports a file of no known format. A text file has one only where a rule across files judges it. `start`:
 * its first bytes, or none; `what` it is, for the message. */
void al_report_unrecognized(al_file_check *check, uint64_t size, al_span start, const char *what);

/* Gives a finding another message. */
void al_set_message(al_file_check *check, al_finding *finding, const char *message, size_t length);

/* ---- Without a check ----------------------------------------------------------------------------------- */

/* A file that was checked is read once more, for another purpose: nothing is reported. */
typedef struct al_rereading {
    al_arena arena; /* of the parser, to be freed by the caller */
    al_sink sink;   /* takes nothing */
    al_job job;
} al_rereading;

/* Of a picture in a gzip, the picture is read. `name` is the base name of the file. `budget` pays for the
 * memory; it and `r` must stay where they are. */
void al_reread(al_rereading *r, al_checker *checker, al_budget *budget, const al_format *format,
               const char *name, al_span file);

/* Reads the job's file, which announces its records to the job's listener, and judges what was read. If
 * memory runs out, that is reported as the format's limit, or noted in the budget. */
void al_parse_and_judge(const al_format *format, al_job *job);

#endif
