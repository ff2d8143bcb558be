/* file_names.c: copies of names. */
#include "relations/file_names.h"

#include "core/text.h"

bool al_is_kind(const al_related_file *file, const char *extension)
{
    return al_has_extension(al_inner_path(file), extension, strlen(extension));
}

/* The characters behind the last dot of a name; 0 if there are none, or too many. */
static uint64_t extension_of(const char *name, size_t length)
{
    uint64_t packed = 0;
    for (size_t i = 0; i <= AL_LONGEST_EXTENSION && i < length; i++) {
        const uint8_t byte = al_to_lower((uint8_t)name[length - 1 - i]);
        if (byte == '.')
            return packed;
        if (i < AL_LONGEST_EXTENSION)
            packed |= (uint64_t)byte << 8 * i;
    }
    return 0;
}

static bool has(const al_extensions *set, uint64_t extension)
{
    for (size_t i = set->count; i > 0; i--) /* most files have the extension of the file before */
        if (set->items[i - 1] == extension)
            return true;
    return false;
}

void al_extensions_add(al_extensions *set, const al_related_file *file)
{
    const char *name = al_inner_path(file);
    const uint64_t extension = extension_of(name, strlen(name));
    if (extension == 0 || has(set, extension))
        return;
    if (set->count < AL_MOST_EXTENSIONS)
        set->items[set->count++] = extension;
    else
        set->too_many = true;
}

bool al_may_have_extension(const al_related_files *all, const char *extensions)
{
    const al_extensions *set = all->extensions;
    uint64_t wanted = 0;
    if (set == NULL || set->too_many)
        return true;
    for (const char *at = extensions;; at++) {
        if (*at != ' ' && *at != '\0')
            wanted = wanted << 8 | (uint8_t)*at;
        else if (has(set, wanted))
            return true;
        else
            wanted = 0;
        if (*at == '\0')
            return false;
    }
}

char *al_full_path(al_arena *arena, const al_related_file *file)
{
    const size_t outer = strlen(file->path), inner = strlen(file->member);
    char *path = al_alloc(arena, (uint64_t)outer + AL_INSIDE_LENGTH + inner + 1, 1);
    if (path == NULL)
        return NULL;
    memcpy(path, file->path, outer);
    if (inner > 0) {
        memcpy(path + outer, AL_INSIDE, AL_INSIDE_LENGTH);
        memcpy(path + outer + AL_INSIDE_LENGTH, file->member, inner);
    }
    return path;
}

size_t al_last_part(const char *path, size_t length)
{
    size_t start = length;
    while (start > 0 && path[start - 1] != '/' && path[start - 1] != '\\')
        start--;
    return start;
}

char *al_plain_path(al_arena *arena, al_span path)
{
    char *plain = al_lower_bytes(arena, path);
    size_t length = 0;
    for (size_t i = 0; plain != NULL && plain[i] != '\0'; i++) {
        const char c = plain[i] == '\\' ? '/' : plain[i];
        if (c != '/' || (length > 0 && plain[length - 1] != '/'))
            plain[length++] = c;
    }
    if (plain != NULL)
        plain[length] = '\0';
    return plain;
}
