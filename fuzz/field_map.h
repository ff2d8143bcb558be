/* field_map.h: the places of an input's fields, which the walk through it announces, and of its records,
 * which a dump shows. */
#ifndef ASSETLINT_FUZZ_FIELD_MAP_H
#define ASSETLINT_FUZZ_FIELD_MAP_H

#include "assetlint/assetlint.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Limits of a map. Whatever is beyond them is left to the fuzzer's own mutations. */
enum { MAP_FIELDS = 4096, MAP_RECORDS = 1024, MAP_NEST = 32, MAP_LEGAL = 8 };
#define MAP_NO_LIST UINT_MAX

typedef struct mapped_field {
    size_t offset, length; /* inside the input, and not empty */
    al_value_kind kind;
    bool big_endian;
    size_t
        legal_count; /* of the values that the layout allows: both ends of a range, or the first named ones */
    int64_t legal[MAP_LEGAL];
} mapped_field;

typedef struct mapped_record {
    size_t offset, length;
    unsigned list; /* number of its list */
} mapped_record;

typedef struct field_map {
    const uint8_t *data;
    size_t size;
    mapped_field fields[MAP_FIELDS];
    size_t field_count;
    mapped_record records[MAP_RECORDS];
    size_t record_count;
    unsigned nest[MAP_NEST]; /* the numbers of the open lists */
    unsigned depth, lists;
} field_map;

/* Maps the input as it is now. An input of no known format has no fields. Inflated bytes are left out. */
void field_map_make(field_map *map, al_checker *checker, const char *name, const uint8_t *data, size_t size);

/* Reads or sets a field of up to eight bytes as a number, whatever its kind. */
uint64_t mapped_field_get(const uint8_t *data, const mapped_field *f);
void mapped_field_put(uint8_t *data, const mapped_field *f, uint64_t value);

#endif
