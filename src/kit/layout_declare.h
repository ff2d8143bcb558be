/* layout_declare.h: what the rows of AL_LAYOUT give to those who read the records: structs, typed fields,
 * readers. */
/* checksrc: allow include-guard: a format's header includes it once for each of its layouts */
#include "kit/layout.h"

#define AL_WORDS(id) extern const al_words id##_words;
#define AL_WORD(value, word)
#define AL_WORDS_END(id)
#include "kit/layout_rows.h"

/* The fields of a record have a type of their own, so that the compiler sees a field of another. */
#define AL_RECORD(ID, id, title) \
    typedef enum id##_field      \
    {
#define AL_SCALAR(ID, offset, type, member, name, meaning)       ID##_AT_##member = (offset),
#define AL_BYTES(ID, offset, type, count, member, name, meaning) ID##_AT_##member = (offset),
#define AL_RECORD_END(ID, id, size) \
    }                               \
    id##_field;                     \
    enum { ID##_BYTES = (size) };   \
    extern const al_layout id##_layout;
#include "kit/layout_rows.h"

#define AL_RECORD(ID, id, title) \
    typedef struct id {          \
        uint64_t at; /* where the record starts */
#define AL_SCALAR(ID, offset, type, member, name, meaning)       al_c_##type member;
#define AL_BYTES(ID, offset, type, count, member, name, meaning) al_span member;
#define AL_RECORD_END(ID, id, size) \
    }                               \
    id;
#include "kit/layout_rows.h"

/* The whole record; what is beyond the end of `record` is 0. */
#define AL_RECORD(ID, id, title)               \
    static inline id id##_read(al_span record) \
    {                                          \
        id r = {.at = record.base};
#define AL_SCALAR(ID, offset, type, member, name, meaning) r.member = al_##type##_at(record, offset);
#define AL_BYTES(ID, offset, type, count, member, name, meaning) \
    r.member = al_slice_available(record, offset, (uint64_t)(count) * sizeof(al_c_##type));
#define AL_RECORD_END(ID, id, size) \
    return r;                       \
    }
#include "kit/layout_rows.h"

/* Whether a field has a value that the layout allows: of one that the compiler knows, no row is looked up. */
#define AL_RECORD(ID, id, title)                                       \
    static inline bool id##_is_legal(al_span record, id##_field field) \
    {                                                                  \
        (void)record, (void)field;
#define AL_ENUM(ID, offset, type, member, name, words, meaning) \
    if (field == ID##_AT_##member)                              \
        return al_has_word(&words##_words, (int64_t)al_##type##_at(record, offset));
#define AL_RANGE(ID, offset, type, member, name, least, most, meaning) \
    if (field == ID##_AT_##member)                                     \
        return (int64_t)al_##type##_at(record, offset) >= (least) &&   \
               (int64_t)al_##type##_at(record, offset) <= (most);
#define AL_RECORD_END(ID, id, size) \
    return true;                    \
    }
#include "kit/layout_rows.h"

/* Bytes of a scalar field. */
#define AL_RECORD(ID, id, title)                                \
    static inline uint32_t id##_size_of_field(id##_field field) \
    {                                                           \
        (void)field;
#define AL_SCALAR(ID, offset, type, member, name, meaning) \
    if (field == ID##_AT_##member)                         \
        return sizeof(al_c_##type);
#define AL_RECORD_END(ID, id, size) \
    return 0;                       \
    }
#include "kit/layout_rows.h"

/* A claim about a field, and a counter that it is. */
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
