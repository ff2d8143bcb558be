/* layout_define.h: tables and readers from the rows of AL_LAYOUT, for one .c file of a folder. */
/* checksrc: allow include-guard: included once for each layout of a folder */
#define AL_RECORD(ID, id, title) \
    id id##_read(al_span record) \
    {                            \
        id r = {.at = record.base};
#define AL_SCALAR(ID, offset, type, member, name, meaning) r.member = al_##type##_at(record, offset);
#define AL_BYTES(ID, offset, type, count, member, name, meaning) \
    r.member = al_slice_available(record, offset, (uint64_t)(count) * sizeof(al_c_##type));
#define AL_TEXT(ID, offset, length, member, name, meaning) \
    r.member = al_slice_available(record, offset, length);
#define AL_RECORD_END(ID, id, size) \
    return r;                       \
    }
#include AL_LAYOUT
#undef AL_RECORD
#undef AL_SCALAR
#undef AL_BYTES
#undef AL_TEXT
#undef AL_RECORD_END

#define AL_RECORD(ID, id, title) static const al_row id##_rows[] = {
#define AL_SCALAR(ID, offset, type, member, name, meaning) \
    {(offset), AL_TYPE_##type, 1, false, (name), (meaning)},
#define AL_BYTES(ID, offset, type, count, member, name, meaning) \
    {(offset), AL_TYPE_##type, (count), false, (name), (meaning)},
#define AL_TEXT(ID, offset, length, member, name, meaning) \
    {(offset), AL_TYPE_u8, (length), true, (name), (meaning)},
#define AL_RECORD_END(ID, id, size) \
    }                               \
    ;
#include AL_LAYOUT
#undef AL_RECORD
#undef AL_SCALAR
#undef AL_BYTES
#undef AL_TEXT
#undef AL_RECORD_END

#define AL_RECORD(ID, id, title_) const al_layout id##_layout = {.title = (title_), .rows = id##_rows,
#define AL_SCALAR(ID, offset, type, member, name, meaning)
#define AL_BYTES(ID, offset, type, count, member, name, meaning)
#define AL_TEXT(ID, offset, length, member, name, meaning)
#define AL_RECORD_END(ID, id, size_)                                     \
    .size = (size_), .row_count = sizeof id##_rows / sizeof id##_rows[0] \
    }                                                                    \
    ;
#include AL_LAYOUT
#undef AL_RECORD
#undef AL_SCALAR
#undef AL_BYTES
#undef AL_TEXT
#undef AL_RECORD_END

/* All layouts of the folder, for the format pages; NULL behind the last. Records that a format has from its
 * family come first: AL_LAYOUT_SHARED, as `&a_layout, &b_layout,`. */
const al_layout *const AL_LAYOUT_LIST[] = {
#ifdef AL_LAYOUT_SHARED
    AL_LAYOUT_SHARED
#endif
#define AL_RECORD(ID, id, title) &id##_layout,
#define AL_SCALAR(ID, offset, type, member, name, meaning)
#define AL_BYTES(ID, offset, type, count, member, name, meaning)
#define AL_TEXT(ID, offset, length, member, name, meaning)
#define AL_RECORD_END(ID, id, size)
#include AL_LAYOUT
#undef AL_RECORD
#undef AL_SCALAR
#undef AL_BYTES
#undef AL_TEXT
#undef AL_RECORD_END
        NULL};
