/* layout.h: records as data. The rows of a layout.def give structs and readers, typed fields and claims about
 * them, and a table for whoever listens to a walk, the format pages and the fuzzer.
 *
 *     AL_WORDS(xmf_buffer_type)
 *     AL_WORD(30, "index buffer")
 *     AL_WORDS_END(xmf_buffer_type)
 *
 *     AL_RECORD(XMF_DESC, xmf_desc, "buffer descriptor")
 *     AL_ENUM(XMF_DESC, 0x00, i32, type, "type", xmf_buffer_type, "what the buffer holds")
 *     AL_SCALAR(XMF_DESC, 0x08, i32, data_offset, "dataOffset", "from the start of the data section")
 *     AL_RANGE(XMF_DESC, 0x18, i32, compressed, "compressed", 0, 1, "whether zlib packs the data")
 *     AL_BYTES(XMF_DESC, 0x10, u8, 4, padding, "pad", "garbage")
 *     AL_NAMED(XMF_DESC, 0x40, i32, 2, sizes, "sizes", xmf_size, "a word for each number of an item")
 *     AL_RECORD_END(XMF_DESC, xmf_desc, 188)
 *
 * A scalar is a member of its type: legal is every value, or, of AL_ENUM, one that has a word, or, of
 * AL_RANGE, one from the least to the most. AL_BYTES is an array, AL_ENUMS one of values that have words,
 * AL_NAMED one of items that have, by their numbers, AL_TEXT characters up to a NUL: spans of their bytes.
 * `at` is where the record starts. Fields are of the type <id>_field, claims come from <id>_claim_at,
 * counters from <id>_counter. A folder declares its records by including kit/layout_declare.h with AL_LAYOUT
 * set to its layout.def, and defines them in one .c file by including kit/layout_define.h.
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
    AL_TYPE_u64,
    AL_TYPE_f16, /* of arrays alone */
    AL_TYPE_f32,
    AL_TYPE_f64
} al_scalar;

typedef uint8_t al_c_u8;
typedef uint16_t al_c_u16;
typedef int16_t al_c_i16;
typedef uint32_t al_c_u32;
typedef int32_t al_c_i32;
typedef uint64_t al_c_u64;
typedef float al_c_f32;
typedef double al_c_f64;

/* A value that has a name. */
typedef struct al_word {
    int64_t value;
    const char *word;
} al_word;

/* The values of a field that have one: a table, or, where names are found in another way, a function that
 * gives NULL for none. */
typedef struct al_words {
    const al_word *items;
    size_t count;
    const char *(*find)(int64_t value);
} al_words;

typedef struct al_row {
    uint32_t offset;
    al_scalar type;
    uint32_t count; /* 1: a scalar */
    bool text;      /* characters up to a NUL */
    bool bounded;   /* legal are the values from `least` to `most` */
    bool named;     /* of an array: words are those of its items' numbers */
    int64_t least, most;
    const al_words *words; /* NULL: values have no names. From a table: no other value is legal */
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

/* The value of one scalar. */
al_value al_value_at(al_span record, uint64_t offset, al_scalar type);

/* The word for a value, and for a value of a field; NULL when it has none. */
const char *al_find_word(const al_words *words, int64_t value);
const char *al_word_of(const al_row *row, al_value value);

/* Whether a value is one of a table; names that are found need not be all there are, so any will do. */
bool al_has_word(const al_words *words, int64_t value);

/* Whether the layout allows a value of a field. */
bool al_is_legal(const al_row *row, al_value value);

/* The row of the field at an offset, which the layout must have. */
const al_row *al_row_at(const al_layout *layout, uint32_t offset);

/* A claim about the field at `offset` of a record: its place, its path below `up`, and, of a scalar, its
 * value. */
al_claim al_field_claim(size_t rule, const al_layout *layout, al_span record, uint32_t offset,
                        const al_path *up);

/* The same of one item of a field that is an array. */
al_claim al_item_claim(size_t rule, const al_layout *layout, al_span record, uint32_t offset, uint32_t item,
                       const al_path *up);

/* Whether the layout allows the value of the scalar at `offset` of a record. Where the layout is known to the
 * compiler, <id>_is_legal asks the same without looking for the row. */
bool al_is_legal_at(const al_layout *layout, al_span record, uint32_t offset);

/* A field of a record that says how many of something follow. */
typedef struct al_counter {
    const al_layout *layout;
    al_span record;
    uint32_t field; /* its offset in the record */
    uint32_t size;  /* bytes of it; 0: the layout knows */
    const al_path *up;
} al_counter;

/* The count that it gives; of a signed field, its bits; UINT32_MAX instead of one above it. */
uint32_t al_counted(const al_counter *counter);

/* A claim about that field. */
al_claim al_counter_claim(size_t rule, const al_counter *counter);

/* Shows a visitor every field of a record that is there, and the items that are there of an array; what is
 * beyond the end of `record` is left out. */
void al_visit_record(const al_visitor *visitor, const al_layout *layout, al_span record);

#endif
