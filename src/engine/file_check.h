/* file_check.h: one check from its beginning to its result. A file is checked by al_file_check_bytes; a
 * package by package.c, with the same beginning and end. */
#ifndef AL_ENGINE_FILE_CHECK_H
#define AL_ENGINE_FILE_CHECK_H

#include "engine/check.h"
#include "engine/damage.h"
#include "engine/result.h"
#include "formats/format.h"

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

/* The options with which a file that is too large can be checked, all that are needed at once. */
typedef struct al_limit_advice {
    char text[160];
} al_limit_advice;

/* `reserved` bytes of the memory limit are taken by others, such as the package of a member. */
al_limit_advice al_limit_advice_for(const al_options *options, uint64_t file_size, uint64_t reserved);

#endif
