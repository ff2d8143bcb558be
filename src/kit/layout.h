/* layout.h: records as data. The rows of a layout.def give structs and readers, typed fields and claims about
 * them, legal values, and a table for the listeners of a walk, the format pages and the fuzzer.
 *
 *     AL_WORDS(xmf_buffer_type)
 *     AL_WORD(30, "index buffer")
 *     AL_WORDS_END(xmf_buffer_type)
 *
 *     AL_RECORD(XMF_DESC, xmf_desc, "buffer descriptor")
 *     AL_ENUM(XMF_DESC, i32, type, "type", xmf_buffer_type, "what the buffer holds")
 *     AL_SCALAR(XMF_DESC, i32, data_offset, "dataOffset", "from the start of the data section")
 *     AL_RECORD_END(XMF_DESC, xmf_desc, 8)
 *
 * A field begins where the row before it ends. The compiler asserts that the rows take the bytes that
 * AL_RECORD_END gives. Each row begins with the record in capitals, and ends with the meaning for the format
 * page. `type` is one of al_scalar, `member` the name in C, `name` the name in findings and dumps:
 *
 *     AL_SCALAR(ID, type, member, name, meaning)                     a number, any value
 *     AL_CONSTANT(ID, type, member, name, value, meaning)            a number, one value
 *     AL_RANGE(ID, type, member, name, min, max, meaning)         a whole number, min <= value <= max
 *     AL_FLAG(ID, type, member, name, meaning)                       0 or 1
 *     AL_ENUM(ID, type, member, name, words, meaning)                a value of the table AL_WORDS(words)
 *     AL_BITS(ID, type, member, name, words, meaning)                a number whose bits have words
 *     AL_ARRAY(ID, type, count, member, name, meaning)               `count` numbers
 *     AL_ENUM_ARRAY(ID, type, count, member, name, words, meaning)   `count` values of a table
 *     AL_NAMED_ARRAY(ID, type, count, member, name, words, meaning)  numbers with a word for each index
 *     AL_TEXT(ID, count, member, name, meaning)                      `count` characters, up to a NUL
 *     AL_MAGIC(ID, count, bytes, meaning)                            the field `magic`; NULs fill it
 *     AL_MAGICS(ID, count, bytes, other, meaning)                    the same with a second spelling
 *     AL_GAP(ID, count, member)                                      bytes without a field
 *
 * In C a scalar is a member of its type, everything else an al_span of its bytes; `at` is the offset of the
 * record in the file. Fields are of the type <id>_field, <ID>_AT_member being their offsets. <ID>_IS_member,
 * <ID>_MIN_member, <ID>_MAX_member and <ID>_MAGIC are the legal values. <id>_claim_at makes claims,
 * <id>_counter counters. The header of a folder includes kit/layout_declare.h with AL_LAYOUT set to its
 * layout.def; one .c file of the folder includes kit/layout_define.h.
 */
#ifndef AL_KIT_LAYOUT_H
#define AL_KIT_LAYOUT_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/findings.h"
#include "core/span.h"

/* ---- Words for numbers and bits ------------------------------------------------------------------------ */

/* A value and its word. */
typedef struct al_word {
    int64_t value;
    const char *word;
} al_word;

/* The words of values: a table, or a function that returns NULL for a value without a word. The values of a
 * set of bits are its bits, in the order in which they are shown; `each` names bits that only have a number:
 * "level" for "levels 0, 2". */
typedef struct al_words {
    const al_word *items;
    size_t count;
    const char *(*find)(int64_t value);
    const char *each;
} al_words;

/* The word of a value; NULL without one. */
const char *al_find_word(const al_words *words, int64_t value);

/* Whether a value is in a table of words. Where a function finds the words, every value counts as legal: the
 * function need not know them all. */
bool al_has_word(const al_words *words, int64_t value);

typedef struct al_bits_text {
    char text[256];
} al_bits_text;

/* The words of the bits of a value, in the order of their table: "none" without a bit; "unknown 0xe0" for
 * bits without a word. Where bits only have a number: "levels 0, 2 to 5", and "all levels" if all of `size`
 * bytes are set. */
al_bits_text al_show_bits(const al_words *words, uint64_t value, uint32_t size);

/* The bits of a value that no word of a table has. */
uint64_t al_unknown_bits(const al_words *words, uint64_t value);

/* ---- Layouts ------------------------------------------------------------------------------------------- */
typedef enum al_scalar {
    AL_TYPE_u8,
    AL_TYPE_u16,
    AL_TYPE_i16,
    AL_TYPE_u32,
    AL_TYPE_i32,
    AL_TYPE_u64,
    AL_TYPE_f16, /* in arrays only */
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

typedef struct al_row {
    uint32_t offset;
    al_scalar type;
    uint32_t count; /* 1: a scalar */
    bool text;      /* characters up to a NUL */
    bool bounded;   /* legal are the values from `min` to `max` */
    bool named;     /* an array: the words belong to the indices of its items */
    bool bits;      /* the words belong to bits; any value is legal */
    int64_t min, max;
    const char *legal;     /* the legal value or bounds, or the magic, as layout.def has them; NULL without */
    const al_words *words; /* NULL: values have no words. With a table, only its values are legal */
    const char *name;
    const char *meaning;
} al_row;

typedef struct al_layout {
    const char *title;
    uint32_t size;
    const al_row *rows;
    size_t row_count;
} al_layout;

/* The bytes that files of a format have at `offset`. */
typedef struct al_magic {
    const char *bytes, *other; /* two spellings; both the same where there is one */
    uint32_t size, offset;
} al_magic;

/* Bytes of a value of that type. */
uint32_t al_scalar_size(al_scalar type);

/* "u8", "f32" and so on. */
const char *al_scalar_name(al_scalar type);

/* One scalar as a number. */
double al_number_at(al_span record, uint64_t offset, al_scalar type);

/* The value of one scalar. */
al_value al_value_at(al_span record, uint64_t offset, al_scalar type);

/* The word of a value of a field; NULL without one. */
const char *al_word_of(const al_row *row, al_value value);

/* Whether the layout allows a value of a field. */
bool al_is_legal(const al_row *row, al_value value);

/* The row of the field at `offset`, which must exist. */
const al_row *al_row_at(const al_layout *layout, uint32_t offset);

/* A claim about the field at `offset` of a record: its bytes, its path below `up`, and the value of a scalar.
 */
al_claim al_field_claim(size_t rule, const al_layout *layout, al_span record, uint32_t offset,
                        const al_path *up);

/* The same about one item of a field that is an array. */
al_claim al_item_claim(size_t rule, const al_layout *layout, al_span record, uint32_t offset, uint32_t item,
                       const al_path *up);

/* Whether the layout allows the value of the scalar at `offset` of a record. <id>_is_legal is faster where
 * the layout is known at compile time. */
bool al_is_legal_at(const al_layout *layout, al_span record, uint32_t offset);

/* A field of a record that holds a count. */
typedef struct al_counter {
    const al_layout *layout;
    al_span record;
    uint32_t field; /* its offset in the record */
    uint32_t size;  /* its bytes; 0: look them up in the layout */
    const al_path *up;
} al_counter;

/* The count: the bits of a signed field as an unsigned number, at most UINT32_MAX. */
uint32_t al_counted(const al_counter *counter);

/* A claim about that field. */
al_claim al_counter_claim(size_t rule, const al_counter *counter);

/* Shows a visitor the fields of a record, and the items of its arrays, that lie before the end of `record`.
 */
void al_visit_record(const al_visitor *visitor, const al_layout *layout, al_span record, bool inflated);

#endif
