/* input_walk.c: finds the files at the paths that the user named: a file, a folder with its subfolders, a
 * pattern, and the siblings of a file; and tells which files it would have found. A list holds the folders
 * that are still to be read, so depth costs no stack. */
#include <stdlib.h>
#include <string.h>

#include "core/glob.h"
#include "core/text.h"
#include "platform/platform.h"
#include "project/inputs/input.h"
#include "project/paths.h"
#include "project/survey.h"

/* ---- Folders ------------------------------------------------------------------------------------------- */

/* The length of a folder's path with a slash at its end; a root has one already. On a system without folders
 * of its own (WebAssembly), the empty path is the folder of all inputs, and adds no slash to their paths. */
static size_t length_of_root(const char *folder)
{
    const size_t length = strlen(folder);
    return length > 0 && folder[length - 1] != '/' ? length + 1 : length;
}

/* A search for files in a folder. */
typedef struct search {
    al_input_list *list;
    size_t root;           /* length of the first folder's path, with its slash */
    bool excluded;         /* the folder that is read is excluded: its files are named, not checked */
    al_input_list waiting; /* subfolders that are still to be read: the one that was found last comes next, so
                              that few wait */
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

/* The path of the folder has no slash at its end; a pattern that has one matches only folders. */
static bool is_folder_excluded(const al_input_list *list, size_t root, const char *path, bool *no_memory)
{
    char *slashed = al_path_in(path, "");
    *no_memory = *no_memory || slashed == NULL;
    const bool excluded = slashed != NULL && (is_excluded(list, root, path, no_memory) ||
                                              is_excluded(list, root, slashed, no_memory));
    free(slashed);
    return excluded;
}

static bool add_subfolder(search *s, const char *folder, const char *name)
{
    if (is_version_control(name))
        return true;
    char *path = al_path_in(folder, name);
    bool no_memory = path == NULL;
    const bool excluded =
        path != NULL && (s->excluded || is_folder_excluded(s->list, s->root, path, &no_memory));
    const bool begins = excluded && !s->excluded;
    if (no_memory || (begins && !al_input_leave_out(s->list, al_path_copy(path)))) {
        free(path);
        return false;
    }
    return al_input_append(&s->waiting, (al_input){.path = path, .excluded = excluded});
}

static bool add_file(const search *s, const char *folder, const char *name)
{
    char *path = al_path_in(folder, name);
    bool no_memory = path == NULL;
    const bool excluded = path != NULL && (s->excluded || is_excluded(s->list, s->root, path, &no_memory));
    if (no_memory) {
        free(path);
        return false;
    }
    return al_input_append(
        s->list, (al_input){.path = path, .in_folder = true, .excluded = excluded, .folder_length = s->root});
}

static bool add_entry(search *s, const char *folder, const al_folder_entry *entry)
{
    switch (entry->kind) {
    case AL_KIND_FOLDER: return add_subfolder(s, folder, entry->name);
    case AL_KIND_UNKNOWN: /* the check says why */
    case AL_KIND_FILE: return add_file(s, folder, entry->name);
    case AL_KIND_LINK:
    case AL_KIND_PIPE:
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

/* Adds the entries of a folder. Most folders have no .assetlintignore files; the inputs note which have none,
 * so that no check looks for them. */
static bool add_entries(search *s, const char *path, al_folder *folder, int *error)
{
    const size_t first = s->list->count;
    bool ok = true, any_sidecar = false;
    al_folder_entry entry;
    while (ok && !al_watch_stopped(s->list->watch) && al_folder_next(folder, &entry, error)) {
        any_sidecar = any_sidecar || is_sidecar(entry.name);
        ok = add_entry(s, path, &entry);
    }
    for (size_t i = first; i < s->list->count; i++)
        s->list->items[i].no_sidecar = !any_sidecar && *error == 0;
    return ok;
}

/* Takes over the path of a folder that can't be listed. */
static bool add_unlisted(const search *s, char *path, int error)
{
    const al_input unlisted = {.path = path, .named_by_user = true, .error = error, .is_folder = true};
    const bool noted = al_input_leave_out(s->list, al_path_copy(path));
    return al_input_append(s->list, unlisted) && noted;
}

/* Takes over the path. */
static bool read_folder(search *s, char *path)
{
    int error;
    al_folder *folder = al_folder_open(path, &error);
    const bool ok = folder == NULL || add_entries(s, path, folder, &error);
    al_folder_close(folder);
    if (ok && error != 0 && !al_is_out_of_memory(error) && !s->excluded)
        return add_unlisted(s, path, error);
    free(path);
    return ok && (error == 0 || (s->excluded && !al_is_out_of_memory(error)));
}

bool al_input_add_level(al_input_list *list, const char *folder)
{
    const size_t length = strlen(folder);
    char *path = al_path_copy(folder);
    if (path == NULL)
        return false;
    if (length > al_path_root(path))
        path[length - 1] = '\0';
    search s = {.list = list, .root = length_of_root(path)};
    const bool ok = read_folder(&s, path);
    al_input_free(&s.waiting);
    return ok;
}

/* Adds every regular file in a folder and its subfolders. A folder that can't be listed is added itself.
 * Takes over the path, also if that fails. */
static bool add_folder(al_input_list *list, char *folder)
{
    search s = {.list = list, .root = length_of_root(folder)};
    bool ok = read_folder(&s, folder);
    while (ok && s.waiting.count > 0 && !al_watch_stopped(list->watch)) {
        const al_input next = s.waiting.items[--s.waiting.count];
        s.excluded = next.excluded;
        ok = read_folder(&s, next.path);
    }
    al_input_free(&s.waiting);
    return ok;
}

/* ---- What is left out ---------------------------------------------------------------------------------- */

static bool is_in_left_out_folder(const al_input_list *list, const char *path)
{
    for (size_t i = 0; i < list->left_out_count; i++) {
        const size_t length = strlen(list->left_out[i]);
        if (strncmp(path, list->left_out[i], length) == 0 && path[length] == '/')
            return true;
    }
    return false;
}

bool al_input_leaves_out(const al_input_list *list, const char *path, size_t folder_length, bool *no_memory)
{
    const size_t length = strlen(path);
    bool left_out = is_in_left_out_folder(list, path);
    for (size_t i = folder_length; i < length && !left_out; i++) {
        if (path[i] != '/')
            continue;
        char *folder = al_path_join(path, i, "");
        *no_memory = *no_memory || folder == NULL;
        left_out = folder == NULL || is_version_control(al_base_name(folder)) ||
                   is_folder_excluded(list, folder_length, folder, no_memory);
        free(folder);
    }
    const bool is_file = length > folder_length && path[length - 1] != '/';
    return left_out || (is_file && is_excluded(list, folder_length, path, no_memory));
}

/* ---- Folders that the user named ----------------------------------------------------------------------- */

static char *normal(const al_input_folders *folders, const char *path, size_t length)
{
    char *copy = al_path_join(path, length, "");
    char *made = copy != NULL ? al_path_normal(folders->current, copy) : NULL;
    free(copy);
    return made;
}

static bool note_named(al_input_folders *folders, const char *path, size_t length)
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
    const al_input *last = NULL;
    *folders = (al_input_folders){.count = 0};
    if (!al_path_current(&folders->current))
        return false;
    for (size_t i = 0; i < list->count; i++) {
        const al_input *in = &list->items[i];
        const bool again = last != NULL && in->folder_length == last->folder_length &&
                           strncmp(in->path, last->path, in->folder_length) == 0;
        if (!in->in_folder || again)
            continue;
        if (!note_named(folders, in->path, in->folder_length))
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

/* The path of what lies in a folder, as the list would have it; the caller frees it. */
static char *path_in(const al_input_folder *folder, const char *below, bool is_folder)
{
    char *path = al_path_join(folder->given, folder->given_length, below);
    char *slashed = path != NULL && is_folder ? al_path_in(path, "") : NULL;
    if (!is_folder)
        return path;
    free(path);
    return slashed;
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

/* Whether a path is in a folder that is `above` or below it. */
static bool is_in_inner(const al_input_folders *folders, const char *above, const char *path)
{
    for (size_t i = 0; i < folders->count; i++) {
        const char *folder = folders->items[i].path;
        if (al_path_below(folder, above) != NULL && al_path_below(path, folder) != NULL)
            return true;
    }
    return false;
}

bool al_input_drop_in_folders(al_input_list *list, const char *reference, const al_input_folders *folders)
{
    char *above = al_path_normal(folders->current, reference);
    bool ok = above != NULL;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        al_input *in = &list->items[i];
        char *path = ok ? al_path_normal(folders->current, in->path) : NULL;
        ok = ok && path != NULL;
        if (ok && is_in_inner(folders, above, path))
            free(in->path);
        else
            list->items[kept++] = *in;
        free(path);
    }
    list->count = kept;
    free(above);
    return ok;
}

/* ---- Paths --------------------------------------------------------------------------------------------- */

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
        return add_folder(list, clean);
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
    char *path = al_path_join(p->path, p->folder_length, name);
    *any = true;
    return path != NULL && add_clean_path(list, path);
}

static bool add_matches(al_input_list *list, const pattern *p, bool *any)
{
    int error;
    al_folder_entry entry;
    char *folder = al_path_join(p->path, p->folder_length, p->folder_length > 0 ? "" : ".");
    if (folder == NULL || p->lower == NULL) {
        free(folder);
        return false;
    }
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
    pattern p = {.path = path, .folder_length = al_folder_length(path)};
    *any = false;
    if (strpbrk(path + p.folder_length, "*?") == NULL)
        return true;
    p.lower = lower_case_copy(path + p.folder_length);
    const bool ok = add_matches(list, &p, any);
    free(p.lower);
    return ok;
}

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

/* ---- Siblings ------------------------------------------------------------------------------------------ */

/* The folders to list: `deep` with their subfolders, `flat` without. Each path ends with a slash, so that the
 * subfolders of a folder follow it directly when the paths are sorted. */
typedef struct folders {
    al_input_list deep, flat;
} folders;

static bool add_folder_of(al_input_list *to, const char *path)
{
    const size_t length = al_folder_length(path);
    return al_input_append(to, (al_input){.path = al_path_join(path, length, length > 0 ? "" : "./")});
}

static bool collect_folders(folders *all, const al_input_list *inputs)
{
    bool ok = true;
    for (size_t i = 0; ok && i < inputs->count; i++) {
        const al_input *in = &inputs->items[i];
        const al_siblings wanted =
            in->in_folder || in->from_stdin ? AL_SIBLINGS_NONE : al_survey_siblings_of(in->path);
        if (wanted != AL_SIBLINGS_NONE)
            ok = add_folder_of(wanted == AL_SIBLINGS_BELOW ? &all->deep : &all->flat, in->path);
    }
    al_input_sort(&all->deep);
    al_input_sort(&all->flat);
    return ok;
}

/* Skips a folder inside of one that was listed with its subfolders. */
static bool list_folders(al_input_list *siblings, const folders *all)
{
    const char *last = NULL;
    bool ok = true;
    for (size_t i = 0; ok && i < all->deep.count; i++) {
        const char *folder = all->deep.items[i].path;
        if (last != NULL && strncmp(folder, last, strlen(last)) == 0)
            continue;
        last = folder;
        ok = al_input_add_path(siblings, folder);
    }
    for (size_t i = 0; ok && i < all->flat.count; i++)
        ok = al_input_add_level(siblings, all->flat.items[i].path);
    return ok;
}

bool al_input_add_siblings(al_input_list *siblings, const al_input_list *inputs)
{
    folders all = {.deep = {0}};
    const bool ok = collect_folders(&all, inputs) && list_folders(siblings, &all);
    al_input_free(&all.deep);
    al_input_free(&all.flat);
    al_input_sort(siblings);
    return ok;
}
