/* file_path.c: normal and relative paths. */
#include "project/file_path.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"

char *al_path_copy(const char *path)
{
    const size_t size = strlen(path) + 1;
    char *copy = malloc(size);
    return copy != NULL ? memcpy(copy, path, size) : NULL;
}

/* A normal path under construction: "/a/b", "../a", or "" for the root of the system and for the current
 * folder. On systems with named roots, such as Windows, "C:" is a root. */
typedef struct path_text {
    char *text;
    size_t length;
    size_t root; /* bytes that `..` doesn't remove */
} path_text;

/* The length of a path's root, without the slash at its end. */
static size_t length_of_root(const char *path)
{
    const size_t root = al_path_root(path);
    return root > 0 && path[root - 1] == '/' ? root - 1 : root;
}

/* Appends a part, after a slash unless it is the first part of a relative path. False when out of memory. */
static bool push(path_text *path, const char *part, size_t length, bool absolute)
{
    const bool slash = absolute || path->length > 0; /* the root comes before the first slash */
    char *text = realloc(path->text, path->length + slash + length + 1);
    if (text == NULL)
        return false;
    path->text = text;
    if (slash)
        text[path->length++] = '/';
    memcpy(text + path->length, part, length);
    path->length += length;
    text[path->length] = '\0';
    return true;
}

/* Removes the last part. If the path is a link, removes the last part of the link's target, as the system
 * does for `..`. False if a relative path has no part to remove: then `..` stays in it. */
static bool pop(path_text *path, bool absolute)
{
    char *target = path->length > path->root ? al_link_target(path->text) : NULL;
    if (target != NULL) {
        const size_t length = strlen(target), root = length_of_root(target);
        free(path->text);
        *path = (path_text){
            .text = target, .length = length == al_path_root(target) ? root : length, .root = root};
        target[path->length] = '\0';
    }
    const char *slash = path->length > 0 ? strrchr(path->text, '/') : NULL;
    const char *last = slash != NULL ? slash + 1 : path->text;
    if (path->length <= path->root || strcmp(last, "..") == 0)
        return absolute;
    path->length = slash != NULL ? (size_t)(slash - path->text) : 0;
    path->text[path->length] = '\0';
    return true;
}

/* Appends the parts of `more`, but resolves empty parts, `.` and `..`. False when out of memory. */
static bool add_parts(path_text *path, const char *more, bool absolute)
{
    while (*more != '\0') {
        const size_t length = strcspn(more, "/");
        const bool up = length == 2 && memcmp(more, "..", 2) == 0;
        const bool stays = length == 0 || (length == 1 && more[0] == '.');
        if (!stays && !(up && pop(path, absolute)) && !push(path, more, length, absolute))
            return false;
        more += length;
        more += *more == '/';
    }
    return true;
}

char *al_path_normal(const char *folder, const char *path)
{
    const size_t root = al_path_root(path);
    const bool absolute = folder != NULL || root > 0;
    const bool lacks_drive = folder != NULL && root == 1 && al_path_root(folder) > 1; /* "/a" on Windows */
    const char *start = folder != NULL && (root == 0 || lacks_drive) ? folder : path;
    path_text whole = {.length = length_of_root(start), .root = length_of_root(start)};
    whole.text = calloc(whole.root + 1, 1);
    bool ok = whole.text != NULL;
    if (ok)
        memcpy(whole.text, start, whole.root);
    if (ok && folder != NULL && root == 0)
        ok = add_parts(&whole, folder + whole.root, absolute);
    if (ok && add_parts(&whole, path + root, absolute))
        return whole.text;
    free(whole.text);
    return NULL;
}

const char *al_path_below(const char *path, const char *root)
{
    const size_t length = strlen(root);
    if (strncmp(path, root, length) != 0 || (path[length] != '/' && path[length] != '\0'))
        return NULL;
    return path[length] == '/' ? path + length + 1 : path + length;
}

size_t al_path_common(const char *a, const char *b)
{
    size_t common = 0, i = 0;
    for (; a[i] != '\0' && a[i] == b[i]; i++)
        if (a[i] == '/')
            common = i;
    const bool a_ends = a[i] == '\0' || a[i] == '/', b_ends = b[i] == '\0' || b[i] == '/';
    return a_ends && b_ends ? i : common;
}

char *al_path_relative(const char *path, const char *root)
{
    const size_t common = al_path_common(path, root);
    const char *rest = path[common] == '/' ? path + common + 1 : path + common;
    size_t ups = 0;
    for (const char *up = root + common; *up != '\0'; up++)
        ups += *up == '/';
    char *relative = malloc(3 * ups + strlen(rest) + 1);
    if (relative == NULL)
        return NULL;
    for (size_t i = 0; i < ups; i++)
        memcpy(relative + 3 * i, "../", 3);
    memcpy(relative + 3 * ups, rest, strlen(rest) + 1);
    return relative;
}
