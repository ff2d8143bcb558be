/* wasi_tree.c: looks paths up in the sorted list of inputs. What lies in a folder stands side by side there.
 */
#include "platform/wasi_tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "platform/wasi_host.h"

/* The host is asked for each path once. */
static struct {
    char **paths;
    uint32_t count;
    bool asked;
} tree;

static char *ask_for_path(uint32_t number)
{
    const uint32_t length = al_host_input_path_length(number);
    char *path = malloc((size_t)length + 1);
    if (path == NULL)
        return NULL;
    al_host_input_path(number, path);
    path[length] = '\0';
    return path;
}

/* False when there is no memory for it. */
static bool ask_host(void)
{
    if (tree.asked)
        return true;
    const uint32_t count = al_host_input_count();
    if (tree.paths == NULL)
        tree.paths = calloc((size_t)count + 1, sizeof *tree.paths);
    if (tree.paths == NULL)
        return false;
    for (; tree.count < count; tree.count++) {
        tree.paths[tree.count] = ask_for_path(tree.count);
        if (tree.paths[tree.count] == NULL)
            return false;
    }
    tree.asked = true;
    return true;
}

const char *al_tree_path(uint32_t number)
{
    return ask_host() && number < tree.count ? tree.paths[number] : NULL;
}

/* The first input from `first` on that isn't less than these bytes; with `behind` the first whose own first
 * bytes are more. */
static uint32_t search(uint32_t first, uint32_t end, const char *bytes, size_t length, bool behind)
{
    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        const int order = strncmp(tree.paths[middle], bytes, length);
        if (order < 0 || (behind && order == 0))
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

/* Writes the path without what says nothing, and with a slash behind each part. Returns its length. */
static size_t make_normal(const char *path, char *normal)
{
    size_t length = 0;
    while (*path != '\0') {
        const size_t part = strcspn(path, "/");
        const bool up = part == 2 && memcmp(path, "..", 2) == 0;
        if (up && length > 0) /* above the uppermost folder there is none */
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

/* `normal` ends with a slash; its last part may be a file's name. */
static int find_normal(const char *path, char *normal, size_t length, al_tree_place *place)
{
    place->prefix = (uint32_t)length;
    place->first = search(0, tree.count, normal, length, false);
    place->end = al_tree_skip(place->first, tree.count, normal, length);
    place->is_folder = place->end > place->first || length == 0;
    if (place->is_folder)
        return 0;
    normal[length - 1] = '\0'; /* and now with its NUL */
    place->first = search(0, tree.count, normal, length, false);
    place->end = place->first + 1;
    if (place->first >= tree.count || strcmp(tree.paths[place->first], normal) != 0)
        return ENOENT;
    return path[strlen(path) - 1] == '/' ? ENOTDIR : 0;
}

int al_tree_find(const char *path, al_tree_place *place)
{
    *place = (al_tree_place){.first = 0};
    if (!ask_host())
        return ENOMEM;
    char *normal = malloc(strlen(path) + 2);
    if (normal == NULL)
        return ENOMEM;
    const int error = find_normal(path, normal, make_normal(path, normal), place);
    free(normal);
    return error;
}
