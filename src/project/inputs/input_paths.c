/* input_paths.c: what a path that somebody names stands for: a file, a folder, standard input, or all that a
 * pattern matches. */
#include <stdlib.h>
#include <string.h>

#include "core/glob.h"
#include "core/text.h"
#include "platform/platform.h"
#include "project/file_path.h"
#include "project/inputs/input_append.h"

/* A copy without slashes that say nothing: `a//b/` is `a/b`, and a root stays. */
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

static bool add_clean_path(al_input_list *list, char *clean)
{
    al_file_info info;
    if (al_stat_path(clean, &info) == 0 && info.kind == AL_KIND_FOLDER)
        return al_input_add_folder(list, clean);
    return al_input_append(list, (al_input){.path = clean, .named_by_user = true});
}

/* ---- Patterns ------------------------------------------------------------------------------------------ */

/* A path whose last part is a pattern. */
typedef struct pattern {
    const char *path;
    size_t folder; /* how much of it is the folder, with its slash */
    char *small;   /* the last part in small letters */
} pattern;

static char *in_small_letters(const char *text)
{
    char *small = al_path_copy(text);
    if (small != NULL)
        al_make_lower(small, strlen(small));
    return small;
}

static bool add_match(al_input_list *list, const pattern *p, const char *name, bool *any)
{
    char *small = in_small_letters(name);
    const bool hidden = name[0] == '.' && p->small[0] != '.';
    const bool matches = small != NULL && !hidden && al_glob_matches(p->small, small);
    const bool ok = small != NULL;
    free(small);
    if (!matches)
        return ok;
    char *path = malloc(p->folder + strlen(name) + 1);
    if (path == NULL)
        return false;
    memcpy(path, p->path, p->folder);
    memcpy(path + p->folder, name, strlen(name) + 1);
    *any = true;
    return add_clean_path(list, path);
}

static bool add_matches(al_input_list *list, const pattern *p, bool *any)
{
    int error;
    al_folder_entry entry;
    char *folder = malloc(p->folder + 2);
    if (folder == NULL || p->small == NULL) {
        free(folder);
        return false;
    }
    memcpy(folder, p->folder > 0 ? p->path : ".", p->folder > 0 ? p->folder : 1);
    folder[p->folder > 0 ? p->folder : 1] = '\0';
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
    pattern p = {.path = path, .folder = slash != NULL ? (size_t)(slash - path) + 1 : 0};
    *any = false;
    if (strpbrk(path + p.folder, "*?") == NULL)
        return true;
    p.small = in_small_letters(path + p.folder);
    const bool ok = add_matches(list, &p, any);
    free(p.small);
    return ok;
}

/* ---- Paths --------------------------------------------------------------------------------------------- */

bool al_input_add_path(al_input_list *list, const char *path)
{
    char *clean = clean_path(path);
    bool any = false;
    const bool ok = clean != NULL && (!al_must_expand_patterns || al_input_add_pattern(list, clean, &any));
    if (ok && !any) /* then it is a name, and the check says that there is no such file */
        return add_clean_path(list, clean);
    free(clean);
    return ok;
}

bool al_input_add_stdin(al_input_list *list, const char *name)
{
    return al_input_append(list,
                           (al_input){.path = clean_path(name), .named_by_user = true, .from_stdin = true});
}
