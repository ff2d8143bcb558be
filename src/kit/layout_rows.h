/* layout_rows.h: one pass over the rows of AL_LAYOUT. A file defines the macros of the rows that it needs,
 * then includes this one. A row without a macro of its own counts as the more general row: a flag as a range,
 * a range as a scalar, a text as an array. Without that, the row expands to nothing. All macros are undefined
 * again at the end. kit/layout.h explains the columns.
 */
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
#ifndef AL_GAP
#define AL_GAP(ID, count, member)
#endif
#ifndef AL_SCALAR
#define AL_SCALAR(ID, type, member, name, meaning)
#endif
#ifndef AL_ENUM
#define AL_ENUM(ID, type, member, name, words, meaning) AL_SCALAR(ID, type, member, name, meaning)
#endif
#ifndef AL_BITS
#define AL_BITS(ID, type, member, name, words, meaning) AL_SCALAR(ID, type, member, name, meaning)
#endif
#ifndef AL_RANGE
#define AL_RANGE(ID, type, member, name, min, max, meaning) AL_SCALAR(ID, type, member, name, meaning)
#endif
#ifndef AL_CONSTANT
#define AL_CONSTANT(ID, type, member, name, value, meaning) \
    AL_RANGE(ID, type, member, name, value, value, meaning)
#endif
#ifndef AL_FLAG
#define AL_FLAG(ID, type, member, name, meaning) AL_RANGE(ID, type, member, name, 0, 1, meaning)
#endif
#ifndef AL_ARRAY
#define AL_ARRAY(ID, type, count, member, name, meaning)
#endif
#ifndef AL_ENUM_ARRAY
#define AL_ENUM_ARRAY(ID, type, count, member, name, words, meaning) \
    AL_ARRAY(ID, type, count, member, name, meaning)
#endif
#ifndef AL_NAMED_ARRAY
#define AL_NAMED_ARRAY(ID, type, count, member, name, words, meaning) \
    AL_ARRAY(ID, type, count, member, name, meaning)
#endif
#ifndef AL_TEXT
#define AL_TEXT(ID, count, member, name, meaning) AL_ARRAY(ID, u8, count, member, name, meaning)
#endif
#ifndef AL_MAGICS
#define AL_MAGICS(ID, count, bytes, other, meaning) AL_TEXT(ID, count, magic, "magic", meaning)
#endif
#ifndef AL_MAGIC
#define AL_MAGIC(ID, count, bytes, meaning) AL_MAGICS(ID, count, bytes, bytes, meaning)
#endif

#include AL_LAYOUT

#undef AL_WORDS
#undef AL_WORD
#undef AL_WORDS_END
#undef AL_RECORD
#undef AL_RECORD_END
#undef AL_GAP
#undef AL_SCALAR
#undef AL_ENUM
#undef AL_BITS
#undef AL_RANGE
#undef AL_CONSTANT
#undef AL_FLAG
#undef AL_ARRAY
#undef AL_ENUM_ARRAY
#undef AL_NAMED_ARRAY
#undef AL_TEXT
#undef AL_MAGIC
#undef AL_MAGICS
