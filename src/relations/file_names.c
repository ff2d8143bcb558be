/* file_names.c: copies of names. */
#include "relations/file_names.h"

#include "core/text.h"

bool al_is_kind(const al_related_file *file, const char *extension)
{
    return al_has_extension(al_inner_path(file), extension, strlen(extension));
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
