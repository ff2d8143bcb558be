/* configuration_paths.c: finds the configuration, makes paths relative to its folder, and compares files with
 * its patterns. */
#include "project/configuration/configuration.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/glob.h"
#include "core/limits.h"
#include "core/text.h"
#include "engine/source.h"
#include "platform/platform.h"
#include "project/paths.h"

/* ---- Finding it ---------------------------------------------------------------------------------------- */

/* Replaces a folder by the folder above it, in the form that a user would write: `a/b` becomes `a`; `a`
 * becomes "", the current folder. `folder` must have room for three more bytes. */
static void go_up(char *folder)
{
    while (strcmp(al_base_name(folder), ".") == 0 && strchr(folder, '/') != NULL)
        *strrchr(folder, '/') = '\0';
    const char *slash = strrchr(folder, '/');
    const size_t root = al_path_root(folder), above = slash != NULL ? (size_t)(slash - folder) : 0;
    if (folder[0] == '\0' || strcmp(folder, ".") == 0)
        memcpy(folder, "..", 3);
    else if (strcmp(al_base_name(folder), "..") == 0)
        memcpy(folder + strlen(folder), "/..", 4);
    else
        folder[above > root ? above : root] = '\0';
}

/* Whether no folder is above this path; if the current folder is unknown, whether none can be named. */
static bool is_top(const char *path, const char *current, bool *no_memory)
{
    if (current == NULL && al_path_root(path) == 0)
        return path[0] == '\0' || strcmp(al_base_name(path), ".") == 0 ||
               strcmp(al_base_name(path), "..") == 0;
    char *whole = al_path_normal(current, path);
    const bool top = whole == NULL || al_path_root(whole) == strlen(whole);
    *no_memory = whole == NULL;
    free(whole);
    return top;
}

/* Finds the configuration in a folder, or in the nearest folder above. Frees `folder`. */
static char *find_upwards(char *folder, const char *current, bool *no_memory)
{
    for (;;) {
        al_file_info about;
        char *path = al_path_in(folder, AL_CONFIGURATION_NAME);
        const size_t length = strlen(folder);
        char *longer = path != NULL ? realloc(folder, length + 4) : NULL;
        folder = longer != NULL ? longer : folder;
        *no_memory = longer == NULL;
        const bool found = path != NULL && al_stat_link(path, &about) == 0 &&
                           (about.kind == AL_KIND_FILE || about.kind == AL_KIND_LINK);
        if (found || *no_memory || is_top(folder, current, no_memory)) {
            free(folder);
            if (found && !*no_memory)
                return path;
            free(path);
            return NULL;
        }
        free(path);
        go_up(folder);
    }
}

/* The folder of a path, or the path itself if it is a folder. Keeps the form in which it was given, but
 * without slashes at its end. */
static char *folder_of(const char *path)
{
    al_file_info about;
    char *folder = al_path_in(path, "");
    if (folder == NULL)
        return NULL;
    const bool is_folder = al_stat_path(path, &about) == 0 && about.kind == AL_KIND_FOLDER;
    size_t length = strlen(folder);
    const size_t root = al_path_root(folder), least = root > 1 ? root : 1;
    while (length > least && folder[length - 1] == '/')
        length--;
    if (!is_folder) {
        while (length > root && folder[length - 1] != '/')
            length--;
        while (length > least && folder[length - 1] == '/')
            length--;
    }
    folder[length] = '\0';
    return folder;
}

char *al_configuration_find(const char *path, bool *no_memory)
{
    char *current;
    const bool ok = al_path_current(&current);
    char *folder = path[0] != '\0' ? folder_of(path) : calloc(1, 1);
    *no_memory = !ok || folder == NULL;
    char *found = *no_memory ? NULL : find_upwards(folder, current, no_memory);
    if (!ok)
        free(folder);
    free(current);
    return found;
}

/* ---- Reading it ---------------------------------------------------------------------------------------- */

bool al_read_whole_text(const char *path, uint64_t most, al_buffer *buffer, al_budget *budget, al_span *text,
                        al_mistake *mistake)
{
    static const char too_large[] = "this file is too large";
    al_source source;
    al_source_open(&source, path);
    al_source_read_whole(&source, buffer, budget, most);
    const char *why = source.state == AL_SOURCE_UNREADABLE ? source.reason : too_large;
    *mistake = (al_mistake){.line = 1, .column = 1, .no_memory = source.state == AL_SOURCE_NO_MEMORY};
    (void)snprintf(mistake->text, sizeof mistake->text, "%s", why);
    *text = al_source_bytes(&source);
    al_source_close(&source);
    return source.state == AL_SOURCE_READ;
}

/* ---- Paths relative to it ------------------------------------------------------------------------------ */

/* A copy of an absolute normal path, with links resolved as far as the path exists. The caller frees it. */
static char *without_links(const char *path)
{
    char *prefix = al_path_copy(path), *target = NULL;
    size_t end = strlen(path);
    if (prefix == NULL)
        return NULL;
    while (end > 0 && (target = al_link_target(prefix)) == NULL) {
        while (end > 0 && prefix[--end] != '/')
            ;
        prefix[end] = '\0';
    }
    if (target != NULL && al_path_root(target) == strlen(target) && strchr(target, '\0')[-1] == '/')
        strchr(target, '\0')[-1] = '\0'; /* path + end begins with a slash */
    char *whole = target != NULL ? al_path_join(target, strlen(target), path + end) : al_path_copy(path);
    free(prefix);
    free(target);
    return whole;
}

bool al_configuration_set_paths(al_configuration *c, const char *path)
{
    const char *slash = strrchr(path, '/');
    const size_t root = al_path_root(path), above = slash != NULL ? (size_t)(slash - path) : 0;
    const size_t length = above > root ? above : root;
    c->path = al_copy_text(&c->arena, path, strlen(path));
    c->folder = al_copy_text(&c->arena, path, length);
    if (c->path == NULL || c->folder == NULL || !al_path_current(&c->current))
        return false;
    if (c->current == NULL)
        return true; /* paths stay as given */
    c->root = al_path_normal(c->current, c->folder);
    c->real_root = c->root != NULL ? without_links(c->root) : NULL;
    return c->real_root != NULL;
}

/* Compares the paths as given; if the file isn't below the folder then, compares them with links resolved. */
char *al_configuration_path(const al_configuration *c, const char *path)
{
    char *whole = al_path_normal(c->current, path);
    if (whole == NULL || c->root == NULL)
        return whole;
    const char *inside = al_path_below(whole, c->root);
    char *real = inside == NULL ? without_links(whole) : NULL;
    if (real != NULL)
        inside = al_path_below(real, c->real_root);
    char *relative = inside != NULL ? al_path_copy(inside) : al_path_relative(whole, c->root);
    free(real);
    free(whole);
    return relative;
}

bool al_configuration_leaves(const al_configuration *c, const char *path, bool *no_memory)
{
    char *whole = c->root != NULL ? al_path_normal(c->current, path) : NULL;
    char *real = whole != NULL ? without_links(whole) : NULL;
    const bool leaves = real == NULL || al_path_below(real, c->real_root) == NULL;
    *no_memory = c->root != NULL && real == NULL;
    free(real);
    free(whole);
    return leaves;
}

/* ---- Patterns ------------------------------------------------------------------------------------------ */

bool al_globs_match(const al_globs *globs, const char *path)
{
    bool any = !globs->given;
    for (size_t i = 0; i < globs->count && !any; i++)
        any = al_glob_matches(globs->items[i], path);
    return any;
}

/* A suppression may give the path itself, or its escaped form from a report. */
static bool path_matches(const char *glob, const char *path)
{
    char shown[AL_MAX_MESSAGE];
    if (al_glob_matches(glob, path))
        return true;
    const size_t length = strlen(path);
    return al_escape(path, length, shown, sizeof shown) != length && al_glob_matches(glob, shown);
}

bool al_suppression_names_file(const al_suppression *s, const char *path)
{
    return s->path == NULL || path_matches(s->path, path);
}

/* A pattern with a slash at its end matches only folders. */
bool al_configuration_excludes(const void *context, const char *path, bool *no_memory)
{
    const al_configuration *c = context;
    if (c->exclude.count == 0)
        return false;
    char *relative = al_configuration_path(c, path);
    bool excluded = relative != NULL && al_globs_match(&c->exclude, relative);
    *no_memory = *no_memory || relative == NULL;
    if (relative != NULL && !excluded && path[0] != '\0' && path[strlen(path) - 1] == '/') {
        char *slashed = al_path_in(relative, "");
        excluded = slashed != NULL && al_globs_match(&c->exclude, slashed);
        *no_memory = *no_memory || slashed == NULL;
        free(slashed);
    }
    free(relative);
    return excluded;
}
