/* file_check.h: one check from its beginning to its result. A file is checked by al_file_check_bytes; a
 * package by package.c, with the same beginning and end. */
#ifndef AL_ENGINE_FILE_CHECK_H
#define AL_ENGINE_FILE_CHECK_H

#include "core/reduce/bytes.h"
#include "engine/check.h"
#include "engine/result.h"
#include "formats/format.h"

/* What looks like damage to a whole file. It may be chance. */
typedef struct al_damage {
    bool converted; /* each line feed has a carriage return before it: */
    al_line_ends ends;
    bool zero_filled;    /* at least 1,024 zeros end the file: */
    uint64_t zeros_from; /* offset of the first one */
} al_damage;

typedef struct al_file_check {
    al_checker *checker;
    const al_subject *about;
    al_surveyed surveyed;       /* what is known of the file */
    const al_setting *settings; /* of the rules, for this file */
    al_budget budget;
    al_arena memory; /* of the check, freed at its end */
    al_result_block *block;
    al_sink sink;
    const char *name; /* base name */
    al_damage damage; /* of the whole file, if it is of a known format */
    al_span file;     /* its bytes, if it is of a known format or a text with findings; else none */
} al_file_check;

/* False when out of memory; al_file_check_end must be called in any case. */
bool al_file_check_begin(al_file_check *check, al_checker *checker, const al_subject *about);

/* Begins the list of findings, once the size of the file is known. */
void al_file_check_begin_findings(al_file_check *check, uint64_t size);

/* Recognises, reads and judges a file that is no package. */
void al_file_check_bytes(al_file_check *check, al_source *source);

/* For a file that is not read: it is of no known format. */
void al_file_check_skip(al_file_check *check, uint64_t size);

/* Reports why a file could not be read to its end. */
void al_file_check_report_source(al_file_check *check, const al_source *source);

/* Adds what rules across files found, and hands out the result, which is the caller's. NULL in `*result`, and
 * AL_OUT_OF_MEMORY, when memory ran out on the way: half a list of findings is no result. */
al_status al_file_check_end(al_file_check *check, al_result **result);

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

/* The options with which a file that is too large can be checked, all that are needed at once. */
typedef struct al_limit_advice {
    char text[160];
} al_limit_advice;

/* `reserved` bytes of the memory limit are taken by others, such as the package of a member. */
al_limit_advice al_limit_advice_for(const al_options *options, uint64_t file_size, uint64_t reserved);

#endif
