/* file_names.c: copies of names, and the gaps that files lie in: these are sorted, and each folder above a
 * file is looked up. */
#include "relations/file_names.h"

#include <string.h>

#include "core/sort.h"
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

char *al_reference_start(const al_related_files *all, unsigned with, al_arena *arena)
{
    const char *path = all->with[with - 1];
    char *start = al_alloc(arena, (uint64_t)strlen(path) + AL_INSIDE_LENGTH + 1, 1);
    size_t end = 0;
    for (; start != NULL && *path != '\0'; path++)
        if (*path != '/' || end == 0 || start[end - 1] != '/')
            start[end++] = *path;
    if (start == NULL)
        return NULL;
    if (all->with_file[with - 1])
        memcpy(start + end, AL_INSIDE, AL_INSIDE_LENGTH);
    else if (end == 0 || start[end - 1] != '/')
        start[end] = '/';
    return start;
}

const struct al_names *al_names_of(const al_related_files *all, size_t file)
{
    const unsigned with = all->files[file].with;
    return all->names != NULL && with > 0 && with <= all->with_count ? all->names[with - 1] : NULL;
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

/* ---- Files that are not known -------------------------------------------------------------------------- */

/* The first `length` bytes of PATH or PATH!/MEMBER. */
typedef struct start_of {
    const al_related_file *file;
    size_t path, length; /* `path`: bytes of PATH */
} start_of;

static uint8_t byte_at(const start_of *s, size_t at)
{
    const size_t behind = s->path + AL_INSIDE_LENGTH;
    if (at < s->path)
        return (uint8_t)s->file->path[at];
    return at < behind ? (uint8_t)AL_INSIDE[at - s->path] : (uint8_t)s->file->member[at - behind];
}

static int compare_start(const void *left, const void *right, void *context)
{
    const al_gap *gap = left;
    const start_of *s = right;
    (void)context;
    if (gap->with != s->file->with)
        return gap->with < s->file->with ? -1 : 1;
    for (size_t i = 0; i < s->length; i++)
        if ((uint8_t)gap->start[i] != byte_at(s, i))
            return (uint8_t)gap->start[i] < byte_at(s, i) ? -1 : 1; /* also where the gap is shorter */
    return gap->start[s->length] != '\0';
}

static bool has_gap(const al_related_files *all, const start_of *s)
{
    const size_t at = al_lower_bound(all->gaps, all->gap_count, sizeof *all->gaps, s, compare_start, NULL);
    return at < all->gap_count && compare_start(&all->gaps[at], s, NULL) == 0;
}

bool al_is_in_gap(const al_related_files *all, size_t file)
{
    const al_related_file *of = &all->files[file];
    const size_t path = strlen(of->path), member = strlen(of->member);
    start_of s = {.file = of, .path = path};
    const size_t length = member > 0 ? path + AL_INSIDE_LENGTH + member : path;
    bool found = all->gap_count > 0 && has_gap(all, &s); /* the folder of all files has no name */
    for (; !found && all->gap_count > 0 && s.length < length; s.length++)
        found = s.length > 0 && byte_at(&s, s.length - 1) == '/' && has_gap(all, &s);
    return found;
}

bool al_is_gap_in_references(const al_related_files *all)
{
    for (size_t i = 0; i < all->gap_count; i++)
        if (all->gaps[i].with > 0)
            return true;
    return false;
}
