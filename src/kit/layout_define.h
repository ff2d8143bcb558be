/* layout_define.h: the tables from the rows of AL_LAYOUT, for one .c file of a folder. */
/* checksrc: allow include-guard: included once for each layout of a folder */
#define AL_WORDS(id)         static const al_word id##_items[] = {
#define AL_WORD(value, word) {(value), (word)},
#define AL_WORDS_END(id) \
    }                    \
    ;                    \
    const al_words id##_words = {.items = id##_items, .count = sizeof id##_items / sizeof id##_items[0]};
#include "kit/layout_rows.h"

#define AL_MAGICS(ID, count, bytes_, other_, meaning)              \
    _Static_assert(sizeof(bytes_) >= (count), "all of the magic"); \
    const al_magic ID##_MAGIC = {                                  \
        .bytes = (bytes_), .other = (other_), .size = (count), .offset = ID##_AT_magic};
#include "kit/layout_rows.h"

/* A row of al_row: the columns that all have, then those of its kind. */
#define AL_ROW(ID, type_, count_, member, name_, meaning_, ...) \
    {.offset = ID##_AT_##member,                                \
     .type = AL_TYPE_##type_,                                   \
     .count = (count_),                                         \
     .name = (name_),                                           \
     .meaning = (meaning_),                                     \
     __VA_ARGS__},
#define AL_BOUNDS(min_, max_, legal_) .bounded = true, .min = (min_), .max = (max_), .legal = (legal_)

#define AL_RECORD(ID, id, title)                   static const al_row id##_rows[] = {
#define AL_SCALAR(ID, type, member, name, meaning) AL_ROW(ID, type, 1, member, name, meaning, .words = NULL)
#define AL_ENUM(ID, type, member, name, words_, meaning) \
    AL_ROW(ID, type, 1, member, name, meaning, .words = &words_##_words)
#define AL_BITS(ID, type, member, name, words_, meaning) \
    AL_ROW(ID, type, 1, member, name, meaning, .words = &words_##_words, .bits = true)
#define AL_RANGE(ID, type, member, name, min, max, meaning) \
    AL_ROW(ID, type, 1, member, name, meaning, AL_BOUNDS(min, max, #min " to " #max))
#define AL_CONSTANT(ID, type, member, name, value, meaning) \
    AL_ROW(ID, type, 1, member, name, meaning, AL_BOUNDS(value, value, #value))
#define AL_FLAG(ID, type, member, name, meaning) \
    AL_ROW(ID, type, 1, member, name, meaning, AL_BOUNDS(0, 1, "0 or 1"))
#define AL_ARRAY(ID, type, count, member, name, meaning) \
    AL_ROW(ID, type, count, member, name, meaning, .words = NULL)
#define AL_ENUM_ARRAY(ID, type, count, member, name, words_, meaning) \
    AL_ROW(ID, type, count, member, name, meaning, .words = &words_##_words)
#define AL_NAMED_ARRAY(ID, type, count, member, name, words_, meaning) \
    AL_ROW(ID, type, count, member, name, meaning, .words = &words_##_words, .named = true)
#define AL_TEXT(ID, count, member, name, meaning) AL_ROW(ID, u8, count, member, name, meaning, .text = true)
#define AL_MAGICS(ID, count, bytes, other, meaning) \
    AL_ROW(ID, u8, count, magic, "magic", meaning, .text = true, .legal = (bytes))
#define AL_RECORD_END(ID, id, size) \
    }                               \
    ;
#include "kit/layout_rows.h"
#undef AL_ROW
#undef AL_BOUNDS

#define AL_RECORD(ID, id, title_) const al_layout id##_layout = {.title = (title_), .rows = id##_rows,
#define AL_RECORD_END(ID, id, size_)                                     \
    .size = (size_), .row_count = sizeof id##_rows / sizeof id##_rows[0] \
    }                                                                    \
    ;
#include "kit/layout_rows.h"

/* All layouts of the folder, for the format pages; NULL behind the last. Records that a format shares with
 * its family come first: AL_LAYOUT_SHARED, as `&a_layout, &b_layout,`.
 */
const al_layout *const AL_LAYOUT_LIST[] = {
#ifdef AL_LAYOUT_SHARED
    AL_LAYOUT_SHARED
#endif
#define AL_RECORD(ID, id, title) &id##_layout,
#define AL_RECORD_END(ID, id, size)
#include "kit/layout_rows.h"
        NULL};
