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
