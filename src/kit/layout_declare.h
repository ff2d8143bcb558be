/* layout_declare.h: what the rows of AL_LAYOUT give to the code that reads the records: constants, structs,
 * typed fields, readers, claims.
 */
/* checksrc: allow include-guard: a format's header includes it once for each of its layouts */
#include "kit/layout.h"

#define AL_WORDS(id) extern const al_words id##_words;
#define AL_WORD(value, word)
#define AL_WORDS_END(id)
#include "kit/layout_rows.h"

/* <ID>_IS_member, <ID>_MIN_member, <ID>_MAX_member, <ID>_MAGIC: the values that a layout allows. */
#define AL_CONSTANT(ID, type, member, name, value, meaning) enum { ID##_IS_##member = (value) };
#define AL_RANGE(ID, type, member, name, min, max, meaning) \
    enum { ID##_MIN_##member = (min), ID##_MAX_##member = (max) };
#define AL_MAGICS(ID, count, bytes, other, meaning) extern const al_magic ID##_MAGIC;
#include "kit/layout_rows.h"

/* <ID>_AT_member: offsets of the fields. Each field begins behind the last byte of the one before. The fields
 * of a record have a type of their own, so that the compiler notices a field of another record.
 */
#define AL_BYTES_OF(ID, member, size) ID##_AT_##member, ID##_LAST_##member = ID##_AT_##member + (size)-1,

#define AL_RECORD(ID, id, title) \
    typedef enum id##_field      \
    {
#define AL_GAP(ID, count, member)                  AL_BYTES_OF(ID, member, count)
#define AL_SCALAR(ID, type, member, name, meaning) AL_BYTES_OF(ID, member, (int)sizeof(al_c_##type))
#define AL_ARRAY(ID, type, count, member, name, meaning) \
    AL_BYTES_OF(ID, member, (count) * (int)sizeof(al_c_##type))
#define AL_RECORD_END(ID, id, size)                                                              \
    ID##_END                                                                                     \
    }                                                                                            \
    id##_field;                                                                                  \
    _Static_assert((int)ID##_END == (size), "the rows of " #ID " take as many bytes as it has"); \
    enum { ID##_BYTES = (size) };                                                                \
    extern const al_layout id##_layout;
#include "kit/layout_rows.h"
#undef AL_BYTES_OF

#define AL_RECORD(ID, id, title) \
    typedef struct id {          \
        uint64_t at; /* where the record starts */
#define AL_SCALAR(ID, type, member, name, meaning)       al_c_##type member;
#define AL_ARRAY(ID, type, count, member, name, meaning) al_span member;
#define AL_RECORD_END(ID, id, size) \
    }                               \
    id;
#include "kit/layout_rows.h"

/* <id>_read: the whole record. Fields beyond the end of `record` are 0. */
#define AL_RECORD(ID, id, title)               \
    static inline id id##_read(al_span record) \
    {                                          \
        id r = {.at = record.base};
#define AL_SCALAR(ID, type, member, name, meaning) r.member = al_##type##_at(record, ID##_AT_##member);
#define AL_ARRAY(ID, type, count, member, name, meaning) \
    r.member = al_slice_available(record, ID##_AT_##member, (uint64_t)(count) * sizeof(al_c_##type));
#define AL_RECORD_END(ID, id, size) \
    return r;                       \
    }
#include "kit/layout_rows.h"

/* <id>_is_legal: whether the layout allows the value of a field. The compiler knows the field, so no row is
 * looked up.
 */
#define AL_RECORD(ID, id, title)                                       \
    static inline bool id##_is_legal(al_span record, id##_field field) \
    {                                                                  \
        (void)record, (void)field;
#define AL_ENUM(ID, type, member, name, words, meaning) \
    if (field == ID##_AT_##member)                      \
        return al_has_word(&words##_words, (int64_t)al_##type##_at(record, field));
#define AL_RANGE(ID, type, member, name, min, max, meaning)       \
    if (field == ID##_AT_##member)                                \
        return (int64_t)al_##type##_at(record, field) >= (min) && \
               (int64_t)al_##type##_at(record, field) <= (max);
#define AL_RECORD_END(ID, id, size) \
    return true;                    \
    }
#include "kit/layout_rows.h"

/* <id>_size_of_field: bytes of a scalar. */
#define AL_RECORD(ID, id, title)                                \
    static inline uint32_t id##_size_of_field(id##_field field) \
    {                                                           \
        (void)field;
#define AL_SCALAR(ID, type, member, name, meaning) \
    if (field == ID##_AT_##member)                 \
        return sizeof(al_c_##type);
#define AL_RECORD_END(ID, id, size) \
    return 0;                       \
    }
#include "kit/layout_rows.h"

/* <id>_claim_at: a claim about a field. <id>_counter: a field that holds a count. */
#define AL_RECORD(ID, id, title)                                                                           \
    static inline al_claim id##_claim_at(size_t rule, al_span record, id##_field field, const al_path *up) \
    {                                                                                                      \
        return al_field_claim(rule, &id##_layout, record, (uint32_t)field, up);                            \
    }                                                                                                      \
    static inline al_counter id##_counter(al_span record, id##_field field, const al_path *up)             \
    {                                                                                                      \
        return (al_counter){.layout = &id##_layout,                                                        \
                            .record = record,                                                              \
                            .field = (uint32_t)field,                                                      \
                            .size = id##_size_of_field(field),                                             \
                            .up = up};                                                                     \
    }
#include "kit/layout_rows.h"
