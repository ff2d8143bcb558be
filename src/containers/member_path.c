/* member_path.c: takes and makes paths by the rules of Windows and of Unix, since a package may be unpacked
 * on either. */
#include "containers/member_path.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"

static bool is_separator(uint8_t c)
{
    return c == '/' || c == '\\';
}

const char *al_member_name(al_span stored, al_arena *arena)
{
    al_span name = al_slice_available(stored, 0, al_text_length(stored));
    while (al_u8_at(name, 0) == '.' && is_separator(al_u8_at(name, 1)))
        name = al_slice_available(name, 2, UINT64_MAX);
    char *copy = al_copy_bytes(arena, name);
    for (size_t i = 0; copy != NULL && i < name.len; i++)
        if (copy[i] == '\\')
            copy[i] = '/';
    return copy;
}

const char *al_member_within(al_arena *arena, const char *inner, const char *member)
{
    const size_t size = strlen(inner) + strlen(member) + sizeof "!/";
    char *path = al_alloc(arena, size, 1);
    if (path != NULL)
        (void)snprintf(path, size, "%s!/%s", inner, member);
    return path;
}

void al_name_container_data(char *path, const char *extension)
{
    const size_t letters = strlen(extension);
    char *end = path + strlen(path) - letters;
    for (size_t i = 0; i < letters; i++)
        end[i] = (char)(end[i] >= 'A' && end[i] <= 'Z' ? extension[i] - 'a' + 'A' : extension[i]);
}

static bool is_letter(uint8_t c)
{
    c |= 0x20;
    return c >= 'a' && c <= 'z';
}

/* Whether a part of the path is `..`. */
static bool leads_up(al_span path)
{
    for (uint64_t start = 0, i = 0; i <= path.len; i++) {
        if (i < path.len && !is_separator(al_u8_at(path, i)))
            continue;
        if (i - start == 2 && al_u8_at(path, start) == '.' && al_u8_at(path, start + 1) == '.')
            return true;
        start = i + 1;
    }
    return false;
}

const char *al_path_leads_out(al_span path)
{
    if (is_separator(al_u8_at(path, 0)))
        return "begins with a separator";
    if (is_letter(al_u8_at(path, 0)) && al_u8_at(path, 1) == ':')
        return "names a drive";
    return leads_up(path) ? "leads out of the package by `..`" : NULL;
}
