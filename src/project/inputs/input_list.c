/* input_list.c: the list of inputs. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/sort.h"
#include "project/inputs/input.h"

enum {
    ALLOCATION_COST = 16, /* about what the C library adds to each */
    LEAST_ITEMS = 64
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
    char **folders =
        folder != NULL ? realloc(list->left_out, (list->left_out_count + 1) * sizeof *folders) : NULL;
    if (folders == NULL) {
        free(folder);
        return false;
    }
    list->left_out = folders;
    folders[list->left_out_count++] = folder;
    return true;
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
