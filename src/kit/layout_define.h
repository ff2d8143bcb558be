/* layout_define.h: the tables from the rows of AL_LAYOUT, for one .c file of a folder. */
/* checksrc: allow include-guard: included once for each layout of a folder */
#define AL_WORDS(id)         static const al_word id##_items[] = {
#define AL_WORD(value, word) {(value), (word)},
#define AL_WORDS_END(id) \
    }                    \
    ;                    \
    const al_words id##_words = {.items = id##_items, .count = sizeof id##_items / sizeof id##_items[0]};
#include "kit/layout_rows.h"

#define AL_RECORD(ID, id, title) static const al_row id##_rows[] = {
#define AL_SCALAR(ID, offset_, type_, member, name_, meaning_) \
    {.offset = (offset_), .type = AL_TYPE_##type_, .count = 1, .name = (name_), .meaning = (meaning_)},
#define AL_ENUM(ID, offset_, type_, member, name_, words_, meaning_) \
    {.offset = (offset_),                                            \
     .type = AL_TYPE_##type_,                                        \
     .count = 1,                                                     \
     .name = (name_),                                                \
     .meaning = (meaning_),                                          \
     .words = &words_##_words},
#define AL_RANGE(ID, offset_, type_, member, name_, least_, most_, meaning_) \
    {.offset = (offset_),                                                    \
     .type = AL_TYPE_##type_,                                                \
     .count = 1,                                                             \
     .name = (name_),                                                        \
     .meaning = (meaning_),                                                  \
     .bounded = true,                                                        \
     .least = (least_),                                                      \
     .most = (most_)},
#define AL_BYTES(ID, offset_, type_, count_, member, name_, meaning_) \
    {.offset = (offset_), .type = AL_TYPE_##type_, .count = (count_), .name = (name_), .meaning = (meaning_)},
#define AL_ENUMS(ID, offset_, type_, count_, member, name_, words_, meaning_) \
    {.offset = (offset_),                                                     \
     .type = AL_TYPE_##type_,                                                 \
     .count = (count_),                                                       \
     .name = (name_),                                                         \
     .meaning = (meaning_),                                                   \
     .words = &words_##_words},
#define AL_NAMED(ID, offset_, type_, count_, member, name_, words_, meaning_) \
    {.offset = (offset_),                                                     \
     .type = AL_TYPE_##type_,                                                 \
     .count = (count_),                                                       \
     .name = (name_),                                                         \
     .meaning = (meaning_),                                                   \
     .named = true,                                                           \
     .words = &words_##_words},
#define AL_TEXT(ID, offset_, length, member, name_, meaning_) \
    {.offset = (offset_),                                     \
     .type = AL_TYPE_u8,                                      \
     .count = (length),                                       \
     .text = true,                                            \
     .name = (name_),                                         \
     .meaning = (meaning_)},
#define AL_RECORD_END(ID, id, size) \
    }                               \
    ;
#include "kit/layout_rows.h"

#define AL_RECORD(ID, id, title_) const al_layout id##_layout = {.title = (title_), .rows = id##_rows,
#define AL_RECORD_END(ID, id, size_)                                     \
    .size = (size_), .row_count = sizeof id##_rows / sizeof id##_rows[0] \
    }                                                                    \
    ;
#include "kit/layout_rows.h"

/* All layouts of the folder, for the format pages; NULL behind the last. Records that a format has from its
 * family come first: AL_LAYOUT_SHARED, as `&a_layout, &b_layout,`. */
const al_layout *const AL_LAYOUT_LIST[] = {
#ifdef AL_LAYOUT_SHARED
    AL_LAYOUT_SHARED
#endif
#define AL_RECORD(ID, id, title) &id##_layout,
#define AL_RECORD_END(ID, id, size)
#include "kit/layout_rows.h"
        NULL};
