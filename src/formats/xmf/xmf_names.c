/* xmf_names.c: Direct3D's types of numbers, and kinds of meshes by their file name. */
#include <string.h>

#include "core/text.h"
#include "formats/xmf/xmf.h"

/* The numbers of each D3DDECLTYPE. The three numbers of UDEC3 and DEC3N, of ten bits each, are shown as one.
 */
static const al_form forms[] = {AL_NUMBERS(f32, 1, 4), AL_NUMBERS(f32, 2, 4), AL_NUMBERS(f32, 3, 4),
                                AL_NUMBERS(f32, 4, 4), AL_NUMBERS(u8, 4, 1),  AL_NUMBERS(u8, 4, 1),
                                AL_NUMBERS(i16, 2, 2), AL_NUMBERS(i16, 4, 2), AL_NUMBERS(u8, 4, 1),
                                AL_NUMBERS(i16, 2, 2), AL_NUMBERS(i16, 4, 2), AL_NUMBERS(u16, 2, 2),
                                AL_NUMBERS(u16, 4, 2), AL_NUMBERS(u32, 1, 4), AL_NUMBERS(u32, 1, 4),
                                AL_NUMBERS(f16, 2, 2), AL_NUMBERS(f16, 4, 2)};

static bool is_type(int32_t type)
{
    return type >= 0 && (size_t)type < sizeof forms / sizeof forms[0];
}

uint32_t xmf_type_size(int32_t type)
{
    return is_type(type) ? forms[type].stride : 0;
}

al_form xmf_type_form(int32_t type)
{
    al_form form = {.layout = NULL};
    if (is_type(type))
        form = forms[type];
    form.name = al_find_word(&xmf_decltype_words, type);
    return form;
}

bool xmf_is_float(const xmf_component *c)
{
    return c->form.numbers > 0 && (c->form.type == AL_TYPE_f32 || c->form.type == AL_TYPE_f16);
}

bool xmf_is_position(const xmf_component *c)
{
    return c->usage == XMF_POSITION && c->usage_index == 0;
}

bool xmf_is_collision_name(const char *name)
{
    static const char word[] = "-collision";
    if (!al_has_extension(name, "xmf", 3))
        return false;
    const char *at = strchr(name, word[0]);
    while (at != NULL && !al_same_ignoring_case(at, word, sizeof word - 1)) /* ends at the NUL, too */
        at = strchr(at + 1, word[0]);
    return at != NULL;
}

bool xmf_is_lod_name(const char *name)
{
    static const char word[] = "-lod";
    size_t end = strlen(name);
    if (!al_has_extension(name, "xmf", 3))
        return false;
    end -= sizeof ".xmf" - 1;
    const size_t digits_end = end;
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
        end--;
    return end < digits_end && end >= sizeof word - 1 &&
           al_same_ignoring_case(name + end - (sizeof word - 1), word, sizeof word - 1);
}
