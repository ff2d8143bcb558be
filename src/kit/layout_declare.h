/* layout_declare.h: structs, field offsets and prototypes from the rows of AL_LAYOUT. */
/* checksrc: allow include-guard: a format's header includes it once for each of its layouts */
#include "kit/layout.h"

#define AL_RECORD(ID, id, title) \
    typedef struct id {          \
        uint64_t at;
#define AL_SCALAR(ID, offset, type, member, name, meaning)       al_c_##type member;
#define AL_BYTES(ID, offset, type, count, member, name, meaning) al_span member;
#define AL_TEXT(ID, offset, length, member, name, meaning)       al_span member;
#define AL_RECORD_END(ID, id, size)     \
    }                                   \
    id;                                 \
    extern const al_layout id##_layout; \
    id id##_read(al_span record);
#include AL_LAYOUT
#undef AL_RECORD
#undef AL_SCALAR
#undef AL_BYTES
#undef AL_TEXT
#undef AL_RECORD_END

#define AL_RECORD(ID, id, title)                                 enum {
#define AL_SCALAR(ID, offset, type, member, name, meaning)       ID##_AT_##member = (offset),
#define AL_BYTES(ID, offset, type, count, member, name, meaning) ID##_AT_##member = (offset),
#define AL_TEXT(ID, offset, length, member, name, meaning)       ID##_AT_##member = (offset),
#define AL_RECORD_END(ID, id, size) \
    ID##_BYTES = (size)             \
    }                               \
    ;
#include AL_LAYOUT
#undef AL_RECORD
#undef AL_SCALAR
#undef AL_BYTES
#undef AL_TEXT
#undef AL_RECORD_END
