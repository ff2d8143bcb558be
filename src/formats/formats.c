/* formats.c: the table of formats. */
#include "formats/catalogue.h"
#include "formats/format.h"

#define AL_FORMAT(ID, id, name, extensions, magic, offset) extern const al_hooks id##_hooks;
#define AL_FORMAT_OF_TWO_MAGICS(ID, id, name, extensions, magic, other, offset) \
    extern const al_hooks id##_hooks;
#define AL_FORMAT_WITHOUT_MAGIC(ID, id, name, extensions) extern const al_hooks id##_hooks;
#include "formats/formats.def"
#undef AL_FORMAT
#undef AL_FORMAT_OF_TWO_MAGICS
#undef AL_FORMAT_WITHOUT_MAGIC

enum format_number {
#define AL_FORMAT(ID, id, name, extensions, magic, offset)                      NUMBER_##ID,
#define AL_FORMAT_OF_TWO_MAGICS(ID, id, name, extensions, magic, other, offset) NUMBER_##ID,
#define AL_FORMAT_WITHOUT_MAGIC(ID, id, name, extensions)                       NUMBER_##ID,
#include "formats/formats.def"
#undef AL_FORMAT
#undef AL_FORMAT_OF_TWO_MAGICS
#undef AL_FORMAT_WITHOUT_MAGIC
};

const al_format al_formats[] = {
#define AL_FORMAT(ID, id_, name_, extensions_, magic_, offset_) \
    AL_FORMAT_OF_TWO_MAGICS(ID, id_, name_, extensions_, magic_, magic_, offset_)
#define AL_FORMAT_OF_TWO_MAGICS(ID, id_, name_, extensions_, magic_, other_, offset_) \
    {.info = {.id = #id_, .name = (name_), .extensions = (extensions_)},              \
     .magic = (magic_),                                                               \
     .other_magic = (other_),                                                         \
     .magic_length = sizeof(magic_) - 1,                                              \
     .magic_offset = (offset_),                                                       \
     .hooks = &id_##_hooks,                                                           \
     .first_rule = &al_first_rules[NUMBER_##ID]},
#define AL_FORMAT_WITHOUT_MAGIC(ID, id_, name_, extensions_)             \
    {.info = {.id = #id_, .name = (name_), .extensions = (extensions_)}, \
     .hooks = &id_##_hooks,                                              \
     .first_rule = &al_first_rules[NUMBER_##ID]},
#include "formats/formats.def"
#undef AL_FORMAT
#undef AL_FORMAT_OF_TWO_MAGICS
#undef AL_FORMAT_WITHOUT_MAGIC
};

size_t al_format_count(void)
{
    return sizeof al_formats / sizeof al_formats[0];
}

const al_format_info *al_format_at(size_t number)
{
    return number < al_format_count() ? &al_formats[number].info : NULL;
}
