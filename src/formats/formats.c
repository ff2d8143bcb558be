/* formats.c: the table of formats. */
#include <string.h>

#include "formats/catalogue.h"
#include "formats/format.h"

#define AL_FORMAT(ID, id, name, extensions) extern const al_hooks id##_hooks;
#include "formats/formats.def"
#undef AL_FORMAT

enum format_number {
#define AL_FORMAT(ID, id, name, extensions) NUMBER_##ID,
#include "formats/formats.def"
#undef AL_FORMAT
};

const al_format al_formats[] = {
#define AL_FORMAT(ID, id_, name_, extensions_)                           \
    {.info = {.id = #id_, .name = (name_), .extensions = (extensions_)}, \
     .hooks = &id_##_hooks,                                              \
     .first_rule = &al_first_rules[NUMBER_##ID]},
#include "formats/formats.def"
#undef AL_FORMAT
};

size_t al_format_count(void)
{
    return sizeof al_formats / sizeof al_formats[0];
}

const al_format_info *al_format_at(size_t number)
{
    return number < al_format_count() ? &al_formats[number].info : NULL;
}

const al_format *al_find_format(const char *id)
{
    for (size_t i = 0; i < al_format_count(); i++)
        if (strcmp(al_formats[i].info.id, id) == 0)
            return &al_formats[i];
    return NULL;
}
