/* x4_path.c: normalises paths, which people write with either separator, and with too many of them. */
#include <string.h>

#include "core/text.h"
#include "relations/file_names.h"
#include "relations/x4/x4.h"

static const char extensions[] = "extensions";
enum { EXTENSIONS = sizeof extensions - 1 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_separator(char c)
{
    return c == '/' || c == '\\';
}

char *x4_normal_path(al_arena *arena, const char *value)
{
    size_t start = 0, end = strlen(value), length = 0;
    while (start < end && is_blank(value[start]))
        start++;
    while (end > start && is_blank(value[end - 1]))
        end--;
    char *path = al_alloc(arena, (uint64_t)(end - start) + 1, 1);
    for (size_t i = start; path != NULL && i < end; i++)
        if (!is_separator(value[i]))
            path[length++] = (char)al_to_lower((uint8_t)value[i]);
        else if (length > 0 && path[length - 1] != '/')
            path[length++] = '/';
    if (path != NULL && length > 0 && path[length - 1] == '/')
        path[length - 1] = '\0';
    return path;
}

bool x4_extension_path(const char *path, const char **name, size_t *length, const char **rest)
{
    if (strncmp(path, extensions, EXTENSIONS) != 0 || path[EXTENSIONS] != '/')
        return false;
    *name = path + EXTENSIONS + 1;
    *length = strcspn(*name, "/");
    *rest = *name + *length + 1;
    return (*name)[*length] == '/';
}

bool x4_may_be_extension_path(const char *value)
{
    while (is_blank(*value) || is_separator(*value))
        value++;
    return al_to_lower((uint8_t)*value) == 'e' && al_same_ignoring_case(value, extensions, EXTENSIONS) &&
           is_separator(value[EXTENSIONS]);
}

char *x4_join(al_arena *arena, const char *before, const char *behind)
{
    const size_t first = strlen(before), second = strlen(behind);
    char *joined = al_alloc(arena, (uint64_t)first + second + 1, 1);
    if (joined == NULL)
        return NULL;
    memcpy(joined, before, first);
    memcpy(joined + first, behind, second);
    return joined;
}

static char *value_of(x4_state *v, const char *path)
{
    static const char *const endings[] = {".gz", ".xml", ".dds", ".tga"};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t ending = strlen(endings[i]);
        if (length > ending && memcmp(path + length - ending, endings[i], ending) == 0)
            length -= ending;
    }
    char *value = al_copy_text(v->base.arena, path, length);
    v->base.no_memory = v->base.no_memory || value == NULL;
    for (char *c = value; c != NULL && (c = strchr(c, '/')) != NULL;)
        *c = '\\';
    return value;
}

const char *x4_value_of(x4_state *v, const char *path)
{
    return value_of(v, path);
}

/* Writes the folders in front that a proposal and a value share as the value has them. */
static void keep_case(char *proposal, const char *value)
{
    for (;;) {
        while (is_blank(*value) || is_separator(*value))
            value++;
        const size_t length = strcspn(proposal, "\\");
        if (proposal[length] == '\0' || strcspn(value, "/\\") != length ||
            !al_same_ignoring_case(proposal, value, length))
            return;
        memcpy(proposal, value, length);
        proposal += length + 1;
        value += length;
    }
}

const char *x4_value_like(x4_state *v, const char *value, const char *path)
{
    const char *name, *rest;
    size_t length;
    if (path == NULL)
        return NULL;
    char *start = x4_normal_path(v->base.arena, value);
    if (start != NULL)
        start[x4_extension_path(start, &name, &length, &rest) ? rest - start : 0] = '\0';
    const char *whole = start != NULL ? x4_join(v->base.arena, start, path) : NULL;
    v->base.no_memory = v->base.no_memory || whole == NULL;
    char *proposal = whole != NULL ? value_of(v, whole) : NULL;
    if (proposal != NULL)
        keep_case(proposal, value);
    return proposal;
}

al_fix_kind x4_fix_of(x4_state *v, const char *value, const char *proposal)
{
    const char *path = x4_normal_path(v->base.arena, value);
    const char *spelt = path != NULL ? x4_value_of(v, path) : NULL;
    v->base.no_memory = v->base.no_memory || spelt == NULL;
    const bool same = spelt != NULL && strlen(spelt) == strlen(proposal) &&
                      al_same_ignoring_case(spelt, proposal, strlen(spelt));
    return same ? AL_FIX_SAFE : AL_FIX_UNSAFE;
}

char *x4_folder_of(al_arena *arena, const char *path)
{
    const size_t length = al_folder_length(path);
    return al_copy_text(arena, path, length > 0 ? length - 1 : 0);
}
