/* layout.h: records as data. The rows of a layout.def give a struct, the function that fills it, the offset
 * of every field, and a table for `dump` and the format pages.
 *
 *     AL_RECORD(XMF_DESC, xmf_desc, "buffer descriptor")
 *     AL_SCALAR(XMF_DESC, 0x08, i32, data_offset, "dataOffset", "from the start of the data section")
 *     AL_BYTES(XMF_DESC, 0x10, u8, 4, padding, "pad", "garbage")
 *     AL_RECORD_END(XMF_DESC, xmf_desc, 188)
 *
 * A scalar is a member of its type; AL_BYTES, an array, is a span of its bytes. `at` is where the record
 * starts. A folder declares its records by including kit/layout_declare.h with AL_LAYOUT set to its
 * layout.def, and defines them in one .c file by including kit/layout_define.h.
 */
#ifndef AL_KIT_LAYOUT_H
#define AL_KIT_LAYOUT_H

#include <assetlint/assetlint.h>

#include "core/findings.h"
#include "core/span.h"

typedef enum al_scalar {
    AL_TYPE_u8,
    AL_TYPE_u16,
    AL_TYPE_i16,
    AL_TYPE_u32,
    AL_TYPE_i32,
    AL_TYPE_f32,
    AL_TYPE_f64
} al_scalar;

typedef uint8_t al_c_u8;
typedef uint16_t al_c_u16;
typedef int16_t al_c_i16;
typedef uint32_t al_c_u32;
typedef int32_t al_c_i32;
typedef float al_c_f32;
typedef double al_c_f64;

typedef struct al_row {
    uint32_t offset;
    al_scalar type;
    uint32_t count; /* 1: a scalar */
    bool text;      /* characters up to a NUL */
    const char *name;
    const char *meaning;
} al_row;

typedef struct al_layout {
    const char *title;
    uint32_t size;
    const al_row *rows;
    size_t row_count;
} al_layout;

uint32_t al_scalar_size(al_scalar type);

/* Tells the visitor of every field of a record that is there; fields beyond the end of `record` are left out.
 * `meaning`, when not NULL, gives a word for a value, or NULL. */
typedef const char *al_meaning(const al_row *row, al_value value);
void al_visit_record(const al_visitor *visitor, const al_layout *layout, al_span record, al_meaning *meaning);

/* The value of one scalar. */
al_value al_value_at(al_span record, uint64_t offset, al_scalar type);

/* Where a span lies, for a visitor. */
al_extent al_extent_of(al_span s);

/* The summary of a large array, one item after another. */
al_series al_series_of(const char *type, unsigned components);
void al_series_add(al_series *series, const double *numbers);

/* A claim about the field at `offset` of a record: its place, its path below `up`, and, of a scalar, its
 * value. */
al_claim al_field_claim(size_t rule, const al_layout *layout, al_span record, uint32_t offset,
                        const al_path *up);

#endif
