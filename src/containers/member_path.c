/* member_path.c: applies the rules of Windows and of Unix, since a package may be unpacked on either. */
#include "containers/member_path.h"

static bool is_separator(uint8_t c)
{
    return c == '/' || c == '\\';
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
