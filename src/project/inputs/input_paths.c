/* input_paths.c: resolves a path that the user named: a file, a folder, standard input, or a pattern. */
#include <stdlib.h>
#include <string.h>

#include "core/glob.h"
#include "core/text.h"
#include "platform/platform.h"
#include "project/file_path.h"
#include "project/inputs/input_append.h"

/* A copy without redundant slashes: `a//b/` becomes `a/b`. A root keeps its slash. */
static char *clean_path(const char *path)
{
    const size_t length = strlen(path);
    char *clean = al_path_copy(path);
    if (clean == NULL)
        return NULL;
    al_path_use_slashes(clean);
    const size_t root = al_path_root(clean);
    size_t end = root;
    for (size_t i = root; i < length; i++)
        if (clean[i] != '/' || (end > 0 && clean[end - 1] != '/'))
            clean[end++] = clean[i];
    if (end > root && clean[end - 1] == '/')
        end--;
    clean[end] = '\0';
    return clean;
}

static bool note_given(const al_input_list *list, const char *clean, bool is_folder)
{
    return list->base == NULL || al_path_base_add(list->base, clean, is_folder);
}

static bool add_clean_path(al_input_list *list, char *clean)
{
    al_file_info info;
    const int error = al_stat_path(clean, &info);
    const bool is_folder = error == 0 && info.kind == AL_KIND_FOLDER;
    if (!note_given(list, clean, is_folder)) {
        free(clean);
        return false;
    }
    if (is_folder)
        return al_input_add_folder(list, clean);
    /* Opening what isn't there gives the reason; what is there may be a folder. */
    return al_input_append(
        list, (al_input){.path = clean, .named_by_user = true, .error = al_is_not_found(error) ? 0 : error});
}

/* ---- Patterns ------------------------------------------------------------------------------------------ */

/* A path whose last part is a pattern. */
typedef struct pattern {
    const char *path;
    size_t folder_length; /* length of its folder, with the slash */
    char *lower;          /* the last part in lower case */
} pattern;

static char *lower_case_copy(const char *text)
{
    char *lower = al_path_copy(text);
    if (lower != NULL)
        al_make_lower(lower, strlen(lower));
    return lower;
}

static bool add_match(al_input_list *list, const pattern *p, const char *name, bool *any)
{
    char *lower = lower_case_copy(name);
    const bool hidden = name[0] == '.' && p->lower[0] != '.';
    const bool matches = lower != NULL && !hidden && al_glob_matches(p->lower, lower);
    const bool ok = lower != NULL;
    free(lower);
    if (!matches)
        return ok;
    char *path = malloc(p->folder_length + strlen(name) + 1);
    if (path == NULL)
        return false;
    memcpy(path, p->path, p->folder_length);
    memcpy(path + p->folder_length, name, strlen(name) + 1);
    *any = true;
    return add_clean_path(list, path);
}

static bool add_matches(al_input_list *list, const pattern *p, bool *any)
{
    int error;
    al_folder_entry entry;
    char *folder = malloc(p->folder_length + 2);
    if (folder == NULL || p->lower == NULL) {
        free(folder);
        return false;
    }
    memcpy(folder, p->folder_length > 0 ? p->path : ".", p->folder_length > 0 ? p->folder_length : 1);
    folder[p->folder_length > 0 ? p->folder_length : 1] = '\0';
    al_folder *opened = al_folder_open(folder, &error);
    bool ok = true;
    while (opened != NULL && ok && al_folder_next(opened, &entry, &error))
        ok = entry.kind == AL_KIND_OTHER || entry.kind == AL_KIND_PIPE || add_match(list, p, entry.name, any);
    al_folder_close(opened);
    free(folder);
    return ok && !al_is_out_of_memory(error);
}

bool al_input_add_pattern(al_input_list *list, const char *path, bool *any)
{
    const char *slash = strrchr(path, '/');
    pattern p = {.path = path, .folder_length = slash != NULL ? (size_t)(slash - path) + 1 : 0};
    *any = false;
    if (strpbrk(path + p.folder_length, "*?") == NULL)
        return true;
    p.lower = lower_case_copy(path + p.folder_length);
    const bool ok = add_matches(list, &p, any);
    free(p.lower);
    return ok;
}

/* ---- Paths --------------------------------------------------------------------------------------------- */

bool al_input_add_path(al_input_list *list, const char *path)
{
    char *clean = clean_path(path);
    bool any = false;
    const bool ok = clean != NULL && (!al_must_expand_patterns() || al_input_add_pattern(list, clean, &any));
    if (ok && !any) /* a name without matches: its check reports that there is no such file */
        return add_clean_path(list, clean);
    free(clean);
    return ok;
}

bool al_input_add_stdin(al_input_list *list, const char *name)
{
    char *clean = clean_path(name);
    if (clean == NULL || !note_given(list, clean, false)) {
        free(clean);
        return false;
    }
    return al_input_append(list, (al_input){.path = clean, .named_by_user = true, .from_stdin = true});
}
