/* wasi_tree.c: finds paths in the sorted list of inputs, where the files of a folder are next to each
 * other. */
#include "platform/wasi_tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "platform/wasi_host.h"

/* The paths of all inputs; read from the host once. */
static struct {
    char **paths;
    uint32_t count;
    bool complete;
} tree;

static char *read_path(uint32_t number)
{
    const uint32_t length = al_host_input_path_length(number);
    char *path = malloc((size_t)length + 1);
    if (path == NULL)
        return NULL;
    al_host_input_path(number, path);
    path[length] = '\0';
    return path;
}

/* False when out of memory. */
static bool read_tree(void)
{
    if (tree.complete)
        return true;
    const uint32_t count = al_host_input_count();
    if (tree.paths == NULL)
        tree.paths = calloc((size_t)count + 1, sizeof *tree.paths);
    if (tree.paths == NULL)
        return false;
    for (; tree.count < count; tree.count++) {
        tree.paths[tree.count] = read_path(tree.count);
        if (tree.paths[tree.count] == NULL)
            return false;
    }
    tree.complete = true;
    return true;
}

const char *al_tree_path(uint32_t number)
{
    return read_tree() && number < tree.count ? tree.paths[number] : NULL;
}

/* Compares the first `length` bytes of each path: finds the first that is not less than `bytes`, or, with
 * `after`, the first that is greater. */
static uint32_t search(uint32_t first, uint32_t end, const char *bytes, size_t length, bool after)
{
    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        const int order = strncmp(tree.paths[middle], bytes, length);
        if (order < 0 || (after && order == 0))
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

uint32_t al_tree_skip(uint32_t first, uint32_t end, const char *prefix, size_t length)
{
    return search(first, end, prefix, length, true);
}

/* Resolves `.`, `..` and empty parts, and puts a slash behind each part. Returns the length. */
static size_t normalise(const char *path, char *normal)
{
    size_t length = 0;
    while (*path != '\0') {
        const size_t part = strcspn(path, "/");
        const bool up = part == 2 && memcmp(path, "..", 2) == 0;
        if (up && length > 0) /* `..` of the root is the root */
            do
                length--;
            while (length > 0 && normal[length - 1] != '/');
        if (part > 0 && !up && !(part == 1 && path[0] == '.')) {
            memcpy(normal + length, path, part);
            length += part;
            normal[length++] = '/';
        }
        path += part;
        path += *path == '/';
    }
    normal[length] = '\0';
    return length;
}

/* Looks for a folder, then for a file. `normal` is the normalised path, with a slash at its end. */
static int find_normal(const char *path, char *normal, size_t length, al_tree_entry *entry)
{
    entry->prefix = (uint32_t)length;
    entry->first = search(0, tree.count, normal, length, false);
    entry->end = al_tree_skip(entry->first, tree.count, normal, length);
    entry->is_folder = entry->end > entry->first || length == 0;
    if (entry->is_folder)
        return 0;
    normal[length - 1] = '\0'; /* the search compares the NUL, too */
    entry->first = search(0, tree.count, normal, length, false);
    entry->end = entry->first + 1;
    if (entry->first >= tree.count || strcmp(tree.paths[entry->first], normal) != 0)
        return ENOENT;
    return path[strlen(path) - 1] == '/' ? ENOTDIR : 0;
}

int al_tree_find(const char *path, al_tree_entry *entry)
{
    *entry = (al_tree_entry){.first = 0};
    if (!read_tree())
        return ENOMEM;
    char *normal = malloc(strlen(path) + 2);
    if (normal == NULL)
        return ENOMEM;
    const int error = find_normal(path, normal, normalise(path, normal), entry);
    free(normal);
    return error;
}
