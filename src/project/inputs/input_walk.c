/* input_walk.c: finds the files of a folder and its subfolders. A list holds the folders that are still to be
 * read, so depth costs no stack. */
#include <stdlib.h>
#include <string.h>

#include "core/glob.h"
#include "core/text.h"
#include "platform/platform.h"
#include "project/file_path.h"
#include "project/inputs/input_append.h"

/* The length of a folder's path with a slash at its end; a root has one already. On a system without folders
 * of its own (WebAssembly), the empty path is the folder of all inputs, and adds no slash to their paths. */
static size_t length_of_root(const char *folder)
{
    const size_t length = strlen(folder);
    return length > 0 && folder[length - 1] != '/' ? length + 1 : length;
}

static char *join(const char *folder, const char *name)
{
    const size_t root = length_of_root(folder);
    const size_t name_length = strlen(name);
    char *path = malloc(root + name_length + 1);
    if (path == NULL)
        return NULL;
    memcpy(path, folder, strlen(folder));
    if (root > 0)
        path[root - 1] = '/';
    memcpy(path + root, name, name_length + 1);
    return path;
}

/* A search for files in a folder and its subfolders. */
typedef struct search {
    al_input_list *list;
    al_input_list waiting; /* folders that are still to be read */
    size_t root;           /* length of the first folder's path, with its slash */
} search;

/* These folders hold no assets of the mod, but may hold old versions of them. */
static bool is_version_control(const char *name)
{
    static const char *const names[] = {".git", ".hg", ".svn", ".bzr"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* `root`: length of the first folder's path, with its slash. */
static bool is_excluded(const al_input_list *list, size_t root, const char *path, bool *no_memory)
{
    for (size_t i = 0; i < list->excluded_count; i++)
        if (al_glob_matches(list->excluded[i], path + root))
            return true;
    return list->excludes != NULL && list->excludes(list->context, path, no_memory);
}

/* Takes over the path of a folder that is not entered. */
static bool add_left_out(al_input_list *list, char *path)
{
    if (path != NULL && list->left_out_count == list->left_out_capacity) {
        const size_t capacity = list->left_out_capacity == 0 ? 8 : list->left_out_capacity * 2;
        char **folders = realloc(list->left_out, capacity * sizeof *folders);
        if (folders == NULL) {
            free(path);
            return false;
        }
        list->left_out = folders;
        list->left_out_capacity = capacity;
    }
    if (path != NULL)
        list->left_out[list->left_out_count++] = path;
    return path != NULL;
}

/* A pattern with a slash at its end matches only folders. */
static bool add_folder(search *s, const char *folder, const char *name)
{
    if (is_version_control(name))
        return true;
    char *path = join(folder, name);
    char *slashed = path != NULL ? join(path, "") : NULL;
    bool no_memory = slashed == NULL;
    const bool excluded = slashed != NULL && (is_excluded(s->list, s->root, path, &no_memory) ||
                                              is_excluded(s->list, s->root, slashed, &no_memory));
    free(slashed);
    if (no_memory) {
        free(path);
        return false;
    }
    return excluded ? add_left_out(s->list, path) : al_input_append(&s->waiting, (al_input){.path = path});
}

static bool add_file(search *s, const char *folder, const char *name)
{
    char *path = join(folder, name);
    bool no_memory = path == NULL;
    const bool excluded = path != NULL && is_excluded(s->list, s->root, path, &no_memory);
    if (no_memory) {
        free(path);
        return false;
    }
    return al_input_append(
        s->list, (al_input){.path = path, .in_folder = true, .excluded = excluded, .folder_length = s->root});
}

static bool add_entry(search *s, const char *folder, const al_folder_entry *entry)
{
    switch (entry->kind) {
    case AL_KIND_FOLDER: return add_folder(s, folder, entry->name);
    case AL_KIND_UNKNOWN: /* the check says why */
    case AL_KIND_FILE: return add_file(s, folder, entry->name);
    case AL_KIND_PIPE:
    case AL_KIND_OTHER: return true;
    }
    return true;
}

static bool is_stopped(const search *s)
{
    return al_watch_stopped(s->list->watch);
}

/* Whether a file beside this one may be the .assetlintignore of that one. */
static bool is_sidecar(const char *name)
{
    static const char end[] = ".assetlintignore";
    return al_ends_with(name, end, sizeof end - 1);
}

/* Adds the entries of a folder. Most folders have no .assetlintignore files, and are no base of paths; the
 * inputs note which may be, so that no check looks at the others. The folder that the user named may be a
 * link. */
static bool add_entries(search *s, const char *path, al_folder *folder, int *error)
{
    const size_t first = s->list->count;
    const bool may_be_link = strlen(path) <= s->root;
    bool ok = true, any_sidecar = false, any_mark = false;
    al_folder_entry entry;
    while (ok && !is_stopped(s) && al_folder_next(folder, &entry, error)) {
        any_sidecar = any_sidecar || is_sidecar(entry.name);
        any_mark = any_mark || al_is_base_mark(entry.name);
        ok = add_entry(s, path, &entry);
    }
    for (size_t i = first; i < s->list->count; i++) {
        al_input *in = &s->list->items[i];
        in->no_sidecar = !any_sidecar && *error == 0;
        in->no_base = !any_mark && !may_be_link && *error == 0;
    }
    return ok;
}

/* Takes over the path of the folder. */
static bool read_folder(search *s, char *path)
{
    int error;
    al_folder *folder = al_folder_open(path, &error);
    const bool ok = folder == NULL || add_entries(s, path, folder, &error);
    al_folder_close(folder);
    if (ok && error != 0 && !al_is_out_of_memory(error))
        return add_left_out(s->list, al_path_copy(path)) &&
               al_input_append(
                   s->list,
                   (al_input){.path = path, .named_by_user = true, .error = error, .is_folder = true});
    free(path);
    return ok && error == 0;
}

static search search_of(al_input_list *list, const char *folder)
{
    return (search){.list = list, .root = length_of_root(folder)};
}

bool al_input_add_level(al_input_list *list, const char *folder)
{
    const size_t length = strlen(folder);
    char *path = al_path_copy(folder);
    if (path == NULL)
        return false;
    if (length > al_path_root(path))
        path[length - 1] = '\0';
    search s = search_of(list, path);
    const bool ok = read_folder(&s, path);
    al_input_free(&s.waiting);
    return ok;
}

bool al_input_add_folder(al_input_list *list, char *folder)
{
    search s = search_of(list, folder);
    bool ok = read_folder(&s, folder);
    while (ok && !is_stopped(&s) && s.waiting.count > 0)
        ok = read_folder(&s, s.waiting.items[--s.waiting.count].path);
    al_input_free(&s.waiting);
    return ok;
}

static bool is_in_left_out_folder(const al_input_list *list, const char *path)
{
    for (size_t i = 0; i < list->left_out_count; i++) {
        const size_t length = strlen(list->left_out[i]);
        if (strncmp(path, list->left_out[i], length) == 0 && path[length] == '/')
            return true;
    }
    return false;
}

/* Whether a folder would not be entered; its path ends with a slash. Changes the path. */
static bool would_leave_out(const al_input_list *list, size_t root, char *folder, bool *no_memory)
{
    if (is_excluded(list, root, folder, no_memory))
        return true;
    folder[strlen(folder) - 1] = '\0';
    const char *slash = strrchr(folder, '/');
    return is_version_control(slash != NULL ? slash + 1 : folder) ||
           is_excluded(list, root, folder, no_memory);
}

bool al_input_leaves_out(const al_input_list *list, const char *path, size_t folder_length, bool *no_memory)
{
    const size_t length = strlen(path);
    bool left_out = is_in_left_out_folder(list, path);
    for (size_t i = folder_length; i < length && !left_out; i++) {
        if (path[i] != '/')
            continue;
        char *folder = al_path_copy(path);
        if (folder == NULL) {
            *no_memory = true;
            return true;
        }
        folder[i + 1] = '\0';
        left_out = would_leave_out(list, folder_length, folder, no_memory);
        free(folder);
    }
    const bool is_file = length > folder_length && path[length - 1] != '/';
    return left_out || (is_file && is_excluded(list, folder_length, path, no_memory));
}
