/* bgf_names.c: finds the strings of a BGF by their hashes. */
#include "formats/anark/bgf/bgf_names.h"

#include <stdio.h>

#include "core/reduce/bytes.h"
#include "formats/anark/hash.h"

/* The characters that count for a hash, with the NUL. */
enum { HASHED = 100 };

static uint32_t hash_of(al_span text)
{
    uint64_t hash = 0;
    for (uint64_t i = 0; i < HASHED; i++) {
        const uint8_t character = al_u8_at(text, i); /* a NUL behind the end */
        const uint64_t sign = character > INT8_MAX ? UINT32_C(0xFFFFFF00) : 0;
        hash = (ANARK_TIMES(hash) + character + sign) & UINT32_MAX;
        if (character == 0)
            break;
    }
    return (uint32_t)hash;
}

/* The string whose length is at an offset of the section. */
static al_span string_at(al_span strings, uint64_t at)
{
    return al_slice_available(strings, at + 4, al_u32_at(strings, at));
}

void bgf_index_strings(bgf_file *f)
{
    const al_span strings = f->file.sections[BGF_SECTION_STRINGS].contents;
    uint64_t at = 0;
    for (uint32_t i = 0; i < f->items[BGF_SECTION_STRINGS] && at < strings.len && at <= UINT32_MAX; i++) {
        const uint64_t hash = hash_of(string_at(strings, at)) & ANARK_NAME_MASK;
        if (al_map_find(&f->names, hash) == NULL &&
            !al_map_add(&f->names, f->file.job->arena, hash, (uint32_t)at))
            return;
        at += 4 + (uint64_t)al_u32_at(strings, at);
    }
}

bool bgf_find_name(const bgf_file *f, uint32_t hash, bgf_name *name)
{
    const al_span strings = f->file.sections[BGF_SECTION_STRINGS].contents;
    const uint32_t *at = al_map_find(&f->names, hash & ANARK_NAME_MASK);
    const al_span text = at != NULL ? string_at(strings, *at) : (al_span){.len = 0};
    const char *attribute = al_find_word(&anark_attribute_words, hash);
    if (text.len > 0 && text.len < sizeof name->text && al_is_plain_ascii(text))
        (void)snprintf(name->text, sizeof name->text, "%.*s", AL_SHOW(text));
    else if (attribute != NULL)
        (void)snprintf(name->text, sizeof name->text, "%s", attribute);
    else
        return false;
    return true;
}
