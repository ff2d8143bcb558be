/* field_map.h: where the fields of an input lie, as the walk through it announces them, and its records, as a
 * dump shows them. */
#ifndef ASSETLINT_FUZZ_FIELD_MAP_H
#define ASSETLINT_FUZZ_FIELD_MAP_H

#include "assetlint/assetlint.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of an input; what lies beyond is left to a fuzzer's own mutations. */
enum { MAP_FIELDS = 4096, MAP_RECORDS = 1024, MAP_NEST = 32, MAP_LEGAL = 8 };
#define MAP_NO_LIST UINT_MAX

typedef struct mapped_field {
    size_t offset, length; /* inside the input, and not empty */
    al_value_kind kind;
    bool big_endian;
    size_t legal_count; /* of the values that the layout allows: the ends of a range, or the first that have
                           words */
    int64_t legal[MAP_LEGAL];
} mapped_field;

typedef struct mapped_record {
    size_t offset, length;
    unsigned list; /* records of one list have one number */
} mapped_record;

typedef struct field_map {
    const uint8_t *data;
    size_t size;
    mapped_field fields[MAP_FIELDS];
    size_t field_count;
    mapped_record records[MAP_RECORDS];
    size_t record_count;
    unsigned nest[MAP_NEST]; /* the numbers of the lists around what comes next */
    unsigned depth, lists;
} field_map;

/* Surveys the input as it is now; of one that nothing is known of, nothing is found. What is inflated is left
 * out. */
void field_map_make(field_map *map, al_checker *checker, const char *name, const uint8_t *data, size_t size);

/* A field of up to eight bytes as a number, whatever it is. */
uint64_t mapped_field_get(const uint8_t *data, const mapped_field *f);
void mapped_field_put(uint8_t *data, const mapped_field *f, uint64_t value);

#endif
