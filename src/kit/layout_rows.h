/* layout_rows.h: one pass over the rows of AL_LAYOUT. Who includes it defines what the pass makes of a row;
 * what it leaves undefined is nothing, or, of the forms of a scalar or an array, the same as AL_SCALAR or
 * AL_BYTES. */
/* checksrc: allow include-guard: included once for each pass */
#ifndef AL_WORDS
#define AL_WORDS(id)
#define AL_WORD(value, word)
#define AL_WORDS_END(id)
#endif
#ifndef AL_RECORD
#define AL_RECORD(ID, id, title)
#endif
#ifndef AL_RECORD_END
#define AL_RECORD_END(ID, id, size)
#endif
#ifndef AL_SCALAR
#define AL_SCALAR(ID, offset, type, member, name, meaning)
#endif
#ifndef AL_ENUM
#define AL_ENUM(ID, offset, type, member, name, words, meaning) \
    AL_SCALAR(ID, offset, type, member, name, meaning)
#endif
#ifndef AL_RANGE
#define AL_RANGE(ID, offset, type, member, name, least, most, meaning) \
    AL_SCALAR(ID, offset, type, member, name, meaning)
#endif
#ifndef AL_BYTES
#define AL_BYTES(ID, offset, type, count, member, name, meaning)
#endif
#ifndef AL_ENUMS
#define AL_ENUMS(ID, offset, type, count, member, name, words, meaning) \
    AL_BYTES(ID, offset, type, count, member, name, meaning)
#endif
#ifndef AL_NAMED
#define AL_NAMED(ID, offset, type, count, member, name, words, meaning) \
    AL_BYTES(ID, offset, type, count, member, name, meaning)
#endif
#ifndef AL_TEXT
#define AL_TEXT(ID, offset, length, member, name, meaning) \
    AL_BYTES(ID, offset, u8, length, member, name, meaning)
#endif

#include AL_LAYOUT

#undef AL_WORDS
#undef AL_WORD
#undef AL_WORDS_END
#undef AL_RECORD
#undef AL_RECORD_END
#undef AL_SCALAR
#undef AL_ENUM
#undef AL_RANGE
#undef AL_BYTES
#undef AL_ENUMS
#undef AL_NAMED
#undef AL_TEXT
