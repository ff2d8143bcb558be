/* paths.c: normal and relative paths, and paths that count from their base. */
#include "project/paths.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "project/configuration/configuration.h"

char *al_path_copy(const char *path)
{
    const size_t size = strlen(path) + 1;
    char *copy = malloc(size);
    return copy != NULL ? memcpy(copy, path, size) : NULL;
}

char *al_path_join(const char *text, size_t length, const char *more)
{
    const size_t more_length = strlen(more);
    char *joined = malloc(length + more_length + 1);
    if (joined == NULL)
        return NULL;
    memcpy(joined, text, length);
    memcpy(joined + length, more, more_length + 1);
    return joined;
}

char *al_path_in(const char *folder, const char *name)
{
    const size_t length = strlen(folder), name_length = strlen(name);
    const bool slash = length > 0 && folder[length - 1] != '/';
    char *path = malloc(length + slash + name_length + 1);
    if (path == NULL)
        return NULL;
    memcpy(path, folder, length);
    path[length] = '/';
    memcpy(path + length + slash, name, name_length + 1);
    return path;
}

void al_path_cut(char *path)
{
    char *slash = strrchr(path, '/');
    *(slash != NULL ? slash : path) = '\0';
}

bool al_path_current(char **current)
{
    enum { LONGEST_FOLDER = 4096 };
    char folder[LONGEST_FOLDER];
    *current = NULL;
    if (!al_current_folder(folder, sizeof folder))
        return true;
    *current = al_path_normal(NULL, folder);
    return *current != NULL;
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

/* ---- The paths that were given ------------------------------------------------------------------------- */

bool al_path_base_add(al_path_base *b, const char *path, bool is_folder)
{
    if (!b->knows_current && !al_path_current(&b->current))
        return false;
    b->knows_current = true;
    char *folder = al_path_normal(b->current, path);
    if (folder == NULL)
        return false;
    if (!is_folder)
        al_path_cut(folder);
    if (b->given == NULL) {
        b->given = folder;
        return true;
    }
    b->given[al_path_common(b->given, folder)] = '\0';
    free(folder);
    return true;
}

void al_path_base_free(al_path_base *base)
{
    free(base->current);
    free(base->given);
    *base = (al_path_base){.current = NULL};
}

/* ---- Folders that are a base --------------------------------------------------------------------------- */

static const char *const marks[] = {"/" AL_CONFIGURATION_NAME, "/.git"};

/* Whether the folder, the first `length` bytes of a normal path, is a base. */
static bool is_base(const char *path, size_t length, bool relative, bool *no_memory)
{
    const bool is_current = relative && length == 0; /* its path gets no slash */
    bool found = false;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0] && !found && !*no_memory; i++) {
        char *probe = al_path_join(path, length, marks[i] + is_current);
        *no_memory = probe == NULL;
        found = probe != NULL && al_exists(probe);
        free(probe);
    }
    return found;
}

/* If a base is above the target of a link, the path of the target from that base, with a slash behind it.
 * Else NULL. */
static char *path_of_target(const char *target, bool *no_memory)
{
    const size_t root = length_of_root(target), end = strlen(target);
    size_t length = end;
    while (!is_base(target, length, false, no_memory) && !*no_memory) {
        if (length <= root)
            return NULL;
        while (length > root && target[--length] != '/')
            ;
    }
    if (*no_memory)
        return NULL;
    const size_t start = length < end ? length + 1 : end;
    char *path = al_path_join(target + start, end - start, start < end ? "/" : "");
    *no_memory = path == NULL;
    return path;
}

/* ---- The folders above a file -------------------------------------------------------------------------- */

/* If the folder, the first `length` bytes of a path, is a link: as path_of_target. Else NULL. */
static char *path_through_link(const char *folder, size_t length, bool *no_memory)
{
    char *here = al_path_join(folder, length, "");
    char *target = here != NULL ? al_link_target(here) : NULL;
    *no_memory = here == NULL;
    char *path = target != NULL ? path_of_target(target, no_memory) : NULL;
    free(target);
    free(here);
    return path;
}

/* The path of a file from the nearest base above it. `whole` is its normal path. NULL if there is none, or
 * when out of memory, which sets `*no_memory`. */
static char *path_from_base(const char *whole, bool is_relative, bool *no_memory)
{
    const size_t root = length_of_root(whole);
    char *start = NULL; /* what the path of the folder is from its base */
    size_t length = strlen(whole);
    do {
        while (length > root && whole[--length] != '/')
            ;
        if (is_base(whole, length, is_relative, no_memory)) {
            start = al_path_join("", 0, "");
            *no_memory = start == NULL;
        } else if (!*no_memory && length > root) {
            start = path_through_link(whole, length, no_memory);
        }
    } while (start == NULL && !*no_memory && length > root);
    if (start == NULL)
        return NULL;
    char *path = al_path_join(start, strlen(start), whole + length + (whole[length] == '/'));
    *no_memory = path == NULL;
    free(start);
    return path;
}

/* ---- The path of a file -------------------------------------------------------------------------------- */

/* A file that is below none of the paths that were given, such as a configuration, may be beside them. */
static char *path_from_given(const al_path_base *base, const char *whole)
{
    if (base->given == NULL)
        return al_path_copy(whole);
    const char *below = al_path_below(whole, base->given);
    return below != NULL ? al_path_copy(below) : al_path_relative(whole, base->given);
}

/* The length of the folder in a path as it was given, with its slash. */
static size_t length_of_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : al_path_root(path);
}

/* Keeps what the paths of all files in the folder of this one begin with. */
static void remember(al_base_finder *f, const char *path, const char *counted)
{
    const size_t folder = length_of_folder(path), name = strlen(path + folder), whole = strlen(counted);
    free(f->given);
    free(f->start);
    f->given = f->start = NULL;
    if (name == 0 || name > whole || strcmp(counted + whole - name, path + folder) != 0)
        return;
    f->given = al_path_join(path, folder, "");
    f->start = al_path_join(counted, whole - name, "");
}

/* NULL: not in the folder of the last file, or out of memory. */
static char *path_beside_last(const al_base_finder *f, const char *path)
{
    const size_t folder = length_of_folder(path);
    const char *name = path + folder;
    const bool beside = f->given != NULL && f->start != NULL && strlen(f->given) == folder &&
                        memcmp(f->given, path, folder) == 0;
    const bool named = name[0] != '\0' && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
    return beside && named ? al_path_join(f->start, strlen(f->start), name) : NULL;
}

static char *find_path(const al_path_base *base, const char *path)
{
    char *whole = al_path_normal(base->current, path);
    bool no_memory = whole == NULL;
    char *counted = NULL;
    if (whole != NULL)
        counted = path_from_base(whole, base->current == NULL && al_path_root(whole) == 0, &no_memory);
    if (counted == NULL && !no_memory)
        counted = path_from_given(base, whole);
    free(whole);
    return counted;
}

char *al_base_path(al_base_finder *f, const al_path_base *base, const char *path)
{
    if (base == NULL)
        return al_path_copy(path);
    char *counted = path_beside_last(f, path);
    if (counted != NULL)
        return counted;
    counted = find_path(base, path);
    if (counted != NULL)
        remember(f, path, counted);
    return counted;
}

void al_base_finder_free(al_base_finder *f)
{
    free(f->given);
    free(f->start);
    *f = (al_base_finder){.given = NULL};
}
