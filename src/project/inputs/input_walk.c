/* input_walk.c: finds the files of a folder and its subfolders. A queue holds the folders that are still to
 * be read, so depth costs no stack, and several threads may read them. */
#include <stdlib.h>
#include <string.h>

#include "core/glob.h"
#include "core/text.h"
#include "platform/platform.h"
#include "project/file_path.h"
#include "project/inputs/folder_queue.h"
#include "project/inputs/input_append.h"

enum {
    FOLDERS_TO_SHARE = 8, /* fewer are read sooner than a thread starts */
    MOST_HELPERS = 63,
    COUNTED_AT_ONCE = 256 /* files: so seldom does a thread enter the lock of all */
};

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

/* A search for files in a folder and its subfolders. Its threads share all of it. */
typedef struct search {
    const al_input_list *list; /* its patterns exclude, and its watch may stop the search */
    folder_queue *queue;
    size_t root; /* length of the first folder's path, with its slash */
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

/* A pattern with a slash at its end matches only folders. */
static bool add_folder(const search *s, folder_content *found, const char *folder, const char *name)
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
    return excluded ? al_input_leave_out(&found->files, path)
                    : al_input_append(&found->folders, (al_input){.path = path});
}

static bool add_file(const search *s, folder_content *found, const char *folder, const char *name)
{
    char *path = join(folder, name);
    bool no_memory = path == NULL;
    const bool excluded = path != NULL && is_excluded(s->list, s->root, path, &no_memory);
    if (no_memory) {
        free(path);
        return false;
    }
    const al_input file = {.path = path, .in_folder = true, .excluded = excluded, .folder_length = s->root};
    return al_input_append(&found->files, file) &&
           (found->files.count % COUNTED_AT_ONCE != 0 || folder_queue_count(s->queue, found));
}

static bool add_entry(const search *s, folder_content *found, const char *folder,
                      const al_folder_entry *entry)
{
    switch (entry->kind) {
    case AL_KIND_FOLDER: return add_folder(s, found, folder, entry->name);
    case AL_KIND_UNKNOWN: /* the check says why */
    case AL_KIND_FILE: return add_file(s, found, folder, entry->name);
    case AL_KIND_PIPE:
    case AL_KIND_LINK:
    case AL_KIND_OTHER: return true;
    }
    return true;
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
static bool add_entries(const search *s, folder_content *found, const char *path, al_folder *folder,
                        int *error)
{
    const bool may_be_link = strlen(path) <= s->root;
    bool ok = true, any_sidecar = false, any_mark = false;
    al_folder_entry entry;
    while (ok && !al_watch_stopped(s->list->watch) && al_folder_next(folder, &entry, error)) {
        any_sidecar = any_sidecar || is_sidecar(entry.name);
        any_mark = any_mark || al_is_base_mark(entry.name);
        ok = add_entry(s, found, path, &entry);
    }
    for (size_t i = 0; i < found->files.count; i++) {
        al_input *in = &found->files.items[i];
        in->no_sidecar = !any_sidecar && *error == 0;
        in->no_base = !any_mark && !may_be_link && *error == 0;
    }
    return ok;
}

/* Takes over the path of a folder that can't be listed. */
static bool add_unlisted(folder_content *found, char *path, int error)
{
    const al_input unlisted = {.path = path, .named_by_user = true, .error = error, .is_folder = true};
    const bool noted = al_input_leave_out(&found->files, al_path_copy(path));
    return al_input_append(&found->files, unlisted) && noted;
}

/* Reads a folder that was taken from the queue. */
static void read_folder(const search *s, folder_content *found, char *path)
{
    int error;
    al_folder *folder = al_folder_open(path, &error);
    bool ok = folder == NULL || add_entries(s, found, path, folder, &error);
    al_folder_close(folder);
    if (ok && error != 0 && !al_is_out_of_memory(error)) {
        ok = add_unlisted(found, path, error);
    } else {
        ok = ok && error == 0;
        free(path);
    }
    folder_queue_give(s->queue, found, ok);
}

/* False when no folder is left. */
static bool read_next(const search *s, folder_content *found)
{
    char *path = folder_queue_take(s->queue);
    if (path != NULL)
        read_folder(s, found, path);
    return path != NULL;
}

/* Reads folders until enough of them wait for other threads. */
static void read_first(const search *s)
{
    folder_content found = {.counted = 0};
    while (folder_queue_length(s->queue) < FOLDERS_TO_SHARE && read_next(s, &found))
        ;
    folder_content_free(&found);
}

static void read_rest(void *context)
{
    folder_content found = {.counted = 0};
    while (read_next(context, &found))
        ;
    folder_content_free(&found);
}

/* Reads all folders; if they are many, with other threads, as far as the system allows those. */
static void read_all(search *s)
{
    al_thread *helpers[MOST_HELPERS];
    size_t count = 0;
    if (s->list->jobs > 1)
        read_first(s);
    while (count + 1 < s->list->jobs && count < MOST_HELPERS && folder_queue_length(s->queue) > 0) {
        helpers[count] = al_thread_start(read_rest, s);
        if (helpers[count] == NULL)
            break;
        count++;
    }
    read_rest(s);
    for (size_t i = 0; i < count; i++)
        al_thread_join(helpers[i]);
}

bool al_input_add_level(al_input_list *list, const char *folder)
{
    const size_t length = strlen(folder);
    char *path = al_path_copy(folder);
    if (path == NULL)
        return false;
    if (length > al_path_root(path))
        path[length - 1] = '\0';
    const size_t root = length_of_root(path);
    const search s = {.list = list, .root = root, .queue = folder_queue_new(list, path)};
    if (s.queue == NULL)
        return false;
    folder_content found = {.counted = 0};
    (void)read_next(&s, &found);
    folder_content_free(&found);
    return folder_queue_end(s.queue);
}

bool al_input_add_folder(al_input_list *list, char *folder)
{
    const size_t root = length_of_root(folder);
    search s = {.list = list, .root = root, .queue = folder_queue_new(list, folder)};
    if (s.queue == NULL)
        return false;
    read_all(&s);
    return folder_queue_end(s.queue);
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
