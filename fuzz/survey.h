/* survey.h: where the fields of an input lie, as the walk through it announces them, and its records, as a
 * dump shows them. */
#ifndef ASSETLINT_FUZZ_SURVEY_H
#define ASSETLINT_FUZZ_SURVEY_H

#include "assetlint/assetlint.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of an input; what lies beyond is left to a fuzzer's own mutations. */
enum { SURVEY_FIELDS = 4096, SURVEY_RECORDS = 1024, SURVEY_NEST = 32, SURVEY_LEGAL = 8 };
#define SURVEY_NO_LIST UINT_MAX

typedef struct survey_field {
    size_t offset, length; /* inside the input, and not empty */
    al_value_kind kind;
    bool big_endian;
    size_t legal_count; /* of the values that the layout allows: the ends of a range, or the first that have
                           words */
    int64_t legal[SURVEY_LEGAL];
} survey_field;

typedef struct survey_record {
    size_t offset, length;
    unsigned list; /* records of one list have one number */
} survey_record;

typedef struct survey {
    const uint8_t *data;
    size_t size;
    survey_field fields[SURVEY_FIELDS];
    size_t field_count;
    survey_record records[SURVEY_RECORDS];
    size_t record_count;
    unsigned nest[SURVEY_NEST]; /* the numbers of the lists around what comes next */
    unsigned depth, lists;
} survey;

/* Surveys the input as it is now; of one that nothing is known of, nothing is found. What is inflated is left
 * out. */
void survey_take(survey *s, al_checker *checker, const char *name, const uint8_t *data, size_t size);

/* A field of up to eight bytes as a number, whatever it is. */
uint64_t survey_get(const uint8_t *data, const survey_field *f);
void survey_put(uint8_t *data, const survey_field *f, uint64_t value);

#endif
