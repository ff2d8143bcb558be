/* input_list.c: the list of inputs, and the folders that the user named. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/sort.h"
#include "platform/platform.h"
#include "project/inputs/input.h"
#include "project/paths.h"

enum {
    ALLOCATION_COST = 16, /* about what the C library adds to each */
    LEAST_ITEMS = 64,
    LONGEST_FOLDER = 4096
};

uint64_t al_input_memory(const al_input_list *list)
{
    return list->path_bytes + (uint64_t)list->capacity * sizeof *list->items;
}

/* Takes the room for one more item, in steps that double. False when out of memory. */
static bool make_room(al_input_list *list)
{
    if (list->count < list->capacity)
        return true;
    const size_t capacity = list->capacity == 0 ? LEAST_ITEMS : list->capacity * 2;
    al_input *items =
        capacity > SIZE_MAX / sizeof *items ? NULL : realloc(list->items, capacity * sizeof *items);
    if (items == NULL)
        return false;
    list->items = items;
    list->capacity = capacity;
    return true;
}

static bool is_within_limit(const al_input_list *list)
{
    return list->most_bytes == 0 || al_input_memory(list) <= list->most_bytes;
}

bool al_input_append(al_input_list *list, al_input item)
{
    if (item.path == NULL)
        return false;
    list->path_bytes += strlen(item.path) + ALLOCATION_COST;
    if (!is_within_limit(list) || !make_room(list)) {
        free(item.path);
        return false;
    }
    list->items[list->count++] = item;
    al_watch_add(list->watch, 1);
    return true;
}

bool al_input_leave_out(al_input_list *list, char *folder)
{
    if (folder != NULL && list->left_out_count == list->left_out_capacity) {
        const size_t capacity = list->left_out_capacity == 0 ? 8 : list->left_out_capacity * 2;
        char **folders = realloc(list->left_out, capacity * sizeof *folders);
        if (folders == NULL) {
            free(folder);
            return false;
        }
        list->left_out = folders;
        list->left_out_capacity = capacity;
    }
    if (folder != NULL)
        list->left_out[list->left_out_count++] = folder;
    return folder != NULL;
}

/* By path; among equal paths, the input to keep comes first. */
static int compare_inputs(const void *left, const void *right, void *context)
{
    (void)context;
    const al_input *a = left;
    const al_input *b = right;
    const int order = strcmp(a->path, b->path);
    if (order != 0)
        return order;
    if (a->from_stdin != b->from_stdin)
        return a->from_stdin ? -1 : 1;
    if (a->excluded != b->excluded)
        return a->excluded ? 1 : -1;
    return (int)b->named_by_user - (int)a->named_by_user;
}

void al_input_sort(al_input_list *list)
{
    if (list->count == 0)
        return;
    al_sort(list->items, list->count, sizeof *list->items, compare_inputs, NULL);
    size_t kept = 1;
    for (size_t i = 1; i < list->count; i++) {
        al_input *last = &list->items[kept - 1];
        if (strcmp(list->items[i].path, last->path) == 0) {
            const al_input *again = &list->items[i];
            if (again->in_folder && (!last->in_folder || again->folder_length < last->folder_length))
                last->folder_length = again->folder_length; /* the upper one of two folders */
            last->in_folder = last->in_folder || again->in_folder;
            last->no_sidecar = last->no_sidecar && again->no_sidecar;
            last->no_base = last->no_base && again->no_base;
            last->is_folder = last->is_folder || again->is_folder;
            last->error = last->error != 0 ? last->error : again->error;
            free(list->items[i].path);
        } else {
            list->items[kept++] = list->items[i];
        }
    }
    list->count = kept;
}

bool al_input_split_excluded(al_input_list *list, al_input_list *excluded)
{
    size_t kept = 0;
    bool ok = true;
    for (size_t i = 0; i < list->count; i++)
        if (!list->items[i].excluded)
            list->items[kept++] = list->items[i];
        else if (ok)
            ok = al_input_append(excluded, list->items[i]);
        else
            free(list->items[i].path);
    list->count = kept;
    return ok;
}

void al_input_free(al_input_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i].path);
    free(list->items);
    for (size_t i = 0; i < list->left_out_count; i++)
        free(list->left_out[i]);
    free(list->left_out);
    *list = (al_input_list){0};
}

/* ---- The folders that the user named ------------------------------------------------------------------- */

static char *normal(const al_input_folders *folders, const char *path, size_t length)
{
    char *copy = calloc(length + 1, 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, path, length);
    char *made = al_path_normal(folders->current, copy);
    free(copy);
    return made;
}

static bool add_folder(al_input_folders *folders, const char *path, size_t length)
{
    al_input_folder *items = realloc(folders->items, (folders->count + 1) * sizeof *items);
    if (items == NULL)
        return false;
    folders->items = items;
    items[folders->count] =
        (al_input_folder){.path = normal(folders, path, length), .given = path, .given_length = length};
    return items[folders->count++].path != NULL;
}

bool al_input_folders_of(al_input_folders *folders, const al_input_list *list)
{
    char current[LONGEST_FOLDER];
    const al_input *last = NULL;
    *folders = (al_input_folders){.count = 0};
    if (al_current_folder(current, sizeof current) &&
        (folders->current = al_path_normal(NULL, current)) == NULL)
        return false;
    for (size_t i = 0; i < list->count; i++) {
        const al_input *in = &list->items[i];
        const bool again = last != NULL && in->folder_length == last->folder_length &&
                           strncmp(in->path, last->path, in->folder_length) == 0;
        if (!in->in_folder || again)
            continue;
        if (!add_folder(folders, in->path, in->folder_length))
            return false;
        last = in;
    }
    return true;
}

void al_input_folders_free(al_input_folders *folders)
{
    for (size_t i = 0; i < folders->count; i++)
        free(folders->items[i].path);
    free(folders->items);
    free(folders->current);
    *folders = (al_input_folders){.count = 0};
}

bool al_input_folders_hold(const al_input_folders *folders, const char *path)
{
    for (size_t i = 0; i < folders->count; i++)
        if (al_path_below(path, folders->items[i].path) != NULL)
            return true;
    return false;
}

/* The path of what lies in a folder, as the list would have it; the caller frees it. */
static char *path_in(const al_input_folder *folder, const char *below, bool is_folder)
{
    const size_t length = strlen(below);
    const bool slash = is_folder && length > 0;
    char *path = malloc(folder->given_length + length + slash + 1);
    if (path == NULL)
        return NULL;
    memcpy(path, folder->given, folder->given_length);
    memcpy(path + folder->given_length, below, length + 1);
    memcpy(path + folder->given_length + length, "/", slash);
    path[folder->given_length + length + slash] = '\0';
    return path;
}

bool al_input_folders_cover(const al_input_folders *folders, const al_input_list *list, const char *path,
                            bool is_folder, bool *no_memory)
{
    bool covered = false;
    for (size_t i = 0; i < folders->count && !covered; i++) {
        const al_input_folder *folder = &folders->items[i];
        const char *below = al_path_below(path, folder->path);
        char *given = below != NULL ? path_in(folder, below, is_folder) : NULL;
        *no_memory = *no_memory || (below != NULL && given == NULL);
        covered = given != NULL && !al_input_leaves_out(list, given, folder->given_length, no_memory);
        free(given);
    }
    return covered;
}

/* Lists in `inner` the folders that are `above` or below it. `folders` keeps their paths; the caller frees
 * `inner->items`. */
static bool find_inner(const al_input_folders *folders, const char *above, al_input_folders *inner)
{
    char *normal_above = normal(folders, above, strlen(above));
    *inner = (al_input_folders){.items = calloc(folders->count + 1, sizeof *inner->items)};
    for (size_t i = 0; normal_above != NULL && inner->items != NULL && i < folders->count; i++)
        if (al_path_below(folders->items[i].path, normal_above) != NULL)
            inner->items[inner->count++] = folders->items[i];
    const bool ok = normal_above != NULL && inner->items != NULL;
    free(normal_above);
    return ok;
}

static bool drop_from(al_input_list *list, const al_input_folders *folders, const al_input_folders *inner)
{
    size_t kept = 0;
    bool ok = true;
    for (size_t i = 0; i < list->count; i++) {
        al_input *in = &list->items[i];
        char *path = ok ? normal(folders, in->path, strlen(in->path)) : NULL;
        ok = ok && path != NULL;
        if (ok && al_input_folders_hold(inner, path))
            free(in->path);
        else
            list->items[kept++] = *in;
        free(path);
    }
    list->count = kept;
    return ok;
}

bool al_input_drop_in_folders(al_input_list *list, const char *reference, const al_input_folders *folders)
{
    al_input_folders inner;
    const bool found = find_inner(folders, reference, &inner);
    const bool ok = found && (inner.count == 0 || drop_from(list, folders, &inner));
    free(inner.items);
    return ok;
}
