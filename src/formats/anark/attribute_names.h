/* attribute_names.h: names of attributes and types of parameters, which a BGF stores as hashes. */
#ifndef AL_ANARK_ATTRIBUTE_NAMES_H
#define AL_ANARK_ATTRIBUTE_NAMES_H

#include <stdint.h>

#include "core/span.h"
#include "kit/layout.h"

/* Hashes are compared by their low bits: typeAndName has no others. */
enum { ANARK_NAME_BITS = 27, ANARK_NAME_MASK = (1 << ANARK_NAME_BITS) - 1 };

/* Anark's hash of a name: it starts as 0; for each character c, and once more for the NUL, h = h * 0x1003F +
 * c in 32 bits. Only the first 100 characters count. */
uint32_t anark_hash(al_span name);

/* The hashes of the known attributes, made once for each check. */
enum { ANARK_ATTRIBUTES = 109 };
typedef struct anark_index {
    uint32_t hashes[ANARK_ATTRIBUTES];
} anark_index;

anark_index anark_index_attributes(void);

/* The name of an attribute; NULL if it is unknown. */
const char *anark_attribute_name(const anark_index *index, uint32_t hash);

/* The words of fields that hold such hashes. */
extern const al_words anark_attribute_words, anark_param_type_words;

/* What the value of a parameter is. */
typedef enum anark_param_kind {
    ANARK_PARAM_UNKNOWN,
    ANARK_PARAM_INT,
    ANARK_PARAM_FLOAT,
    ANARK_PARAM_COLOUR, /* 0 to 255, as a float */
    ANARK_PARAM_BOOL,
    ANARK_PARAM_STRING
} anark_param_kind;

/* The kind of a parameter by the hash of its type's name, and the name. */
anark_param_kind anark_param_kind_of(uint32_t hash, const char **name);

#endif
