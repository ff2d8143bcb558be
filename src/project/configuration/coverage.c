/* coverage.c: compares suppressions and entries of the baseline with the files that exist. */
#include "project/configuration/coverage.h"

#include <stdlib.h>
#include <string.h>

#include "core/glob.h"
#include "platform/platform.h"
#include "project/paths.h"

bool al_coverage_begin(al_coverage *c, const al_policy *policy, const al_input_list *checked,
                       const al_input_list *excluded)
{
    *c = (al_coverage){.policy = policy, .checked = checked, .excluded = excluded};
    return al_input_folders_of(&c->folders, checked);
}

void al_coverage_end(al_coverage *c)
{
    al_input_folders_free(&c->folders);
}

void al_coverage_cut_short(al_coverage *c)
{
    al_input_folders_free(&c->folders);
}

bool al_coverage_has_folder(const al_coverage *c, const char *folder, bool *no_memory)
{
    return al_input_folders_cover(&c->folders, c->checked, folder, true, no_memory);
}

static bool leads_nowhere(const char *path)
{
    al_file_info info;
    return al_is_not_found(al_stat_path(path, &info));
}

static bool covers_file(const al_coverage *c, const char *path, bool *no_memory)
{
    return al_input_folders_cover(&c->folders, c->checked, path, false, no_memory);
}

bool al_coverage_misses(const al_coverage *c, const char *path, bool *no_memory)
{
    return covers_file(c, path, no_memory) && !al_exists(path) && leads_nowhere(path);
}

/* ---- Suppressions -------------------------------------------------------------------------------------- */

/* Whether one part of a path matches one part of a pattern. */
static bool part_matches(const char *pattern, size_t pattern_length, const char *name, size_t name_length,
                         bool *no_memory)
{
    char *texts = malloc(pattern_length + name_length + 2);
    if (texts == NULL) {
        *no_memory = true;
        return false;
    }
    char *second = texts + pattern_length + 1;
    memcpy(texts, pattern, pattern_length);
    texts[pattern_length] = '\0';
    memcpy(second, name, name_length);
    second[name_length] = '\0';
    const bool matches = strstr(texts, "**") != NULL || al_glob_matches(texts, second);
    free(texts);
    return matches;
}

/* Whether a pattern may match a file below a folder. */
static bool may_match_below(const char *pattern, const char *folder, bool *no_memory)
{
    while (folder[0] != '\0') {
        const size_t length = strcspn(pattern, "/"), folder_length = strcspn(folder, "/");
        const char *deep = strstr(pattern, "**");
        if (!part_matches(pattern, length, folder, folder_length, no_memory))
            return false;
        if (deep != NULL && deep < pattern + length)
            return true;
        if (pattern[length] == '\0')
            return false; /* it matches the folder, but nothing below */
        pattern += length + 1;
        folder += folder_length + (folder[folder_length] == '/');
    }
    return true;
}

/* Notes which suppressions apply to a file with that path. */
static bool note_file(const al_coverage *c, const al_input *in, bool left_out, al_noted_suppression *names)
{
    const al_configuration *configuration = c->policy->configuration;
    char *path = al_configuration_path(configuration, in->path);
    for (size_t i = 0; path != NULL && i < configuration->suppression_count; i++) {
        if ((left_out ? names[i].left_out : names[i].any) ||
            !al_suppression_names_file(&configuration->suppressions[i], path))
            continue;
        names[i].any = true;
        names[i].left_out = names[i].left_out || left_out;
    }
    free(path);
    return path != NULL;
}

static bool note_folder(const al_coverage *c, const char *folder, al_noted_suppression *names)
{
    const al_configuration *configuration = c->policy->configuration;
    char *path = al_configuration_path(configuration, folder);
    bool no_memory = path == NULL;
    for (size_t i = 0; !no_memory && i < configuration->suppression_count; i++) {
        const char *pattern = configuration->suppressions[i].path;
        names[i].left_out =
            names[i].left_out || pattern == NULL || may_match_below(pattern, path, &no_memory);
    }
    free(path);
    return !no_memory;
}

bool al_coverage_find_names(const al_coverage *c, al_noted_suppression *names)
{
    bool ok = true;
    for (size_t i = 0; ok && i < c->checked->count; i++)
        ok = note_file(c, &c->checked->items[i], false, names);
    for (size_t i = 0; ok && c->excluded != NULL && i < c->excluded->count; i++)
        ok = note_file(c, &c->excluded->items[i], true, names);
    for (size_t i = 0; ok && i < c->checked->left_out_count; i++)
        ok = note_folder(c, c->checked->left_out[i], names);
    return ok;
}

/* ---- The baseline -------------------------------------------------------------------------------------- */

/* A folder, and its path counted from its base: entries whose paths begin with that are for files in it. */
typedef struct counted_folder {
    char *path, *counted;
} counted_folder;

typedef struct counted_folders {
    counted_folder *items;
    size_t count;
    al_base_finder finder;
} counted_folders;

static void free_folders(counted_folders *all)
{
    for (size_t i = 0; i < all->count; i++) {
        free(all->items[i].path);
        free(all->items[i].counted);
    }
    free(all->items);
    al_base_finder_free(&all->finder);
}

/* Cuts off the last part of a path. */
static void cut(char *path)
{
    char *slash = strrchr(path, '/');
    *(slash != NULL ? slash : path) = '\0';
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* Cuts off what both paths have in common at their ends. */
static void cut_common_parts(char *path, char *counted)
{
    while (counted[0] != '\0' && strcmp(last_part(path), last_part(counted)) == 0) {
        cut(path);
        cut(counted);
    }
}

static bool is_known(const counted_folders *all, const char *path, const char *counted)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->items[i].path, path) == 0 && strcmp(all->items[i].counted, counted) == 0)
            return true;
    return false;
}

/* Takes over both paths, which are NULL when out of memory. */
static bool add_folder(counted_folders *all, char *path, char *counted)
{
    const bool known = path != NULL && counted != NULL && is_known(all, path, counted);
    counted_folder *items = NULL;
    if (path != NULL && counted != NULL && !known)
        items = realloc(all->items, (all->count + 1) * sizeof *items);
    if (items == NULL) {
        free(path);
        free(counted);
        return known;
    }
    all->items = items;
    items[all->count++] = (counted_folder){.path = path, .counted = counted};
    return true;
}

/* Adds the folder in which the paths of a file, which need not exist, begin to differ. */
static bool add_folder_of(counted_folders *all, const al_coverage *c, const char *file)
{
    const al_path_base *base = c->policy->base;
    char *path = al_path_normal(c->folders.current, file);
    char *counted = path != NULL ? al_base_path(&all->finder, base, file, false) : NULL;
    if (counted != NULL)
        cut_common_parts(path, counted);
    return add_folder(all, path, counted);
}

/* The files of one folder have the same base. */
static bool add_folders_of(counted_folders *all, const al_coverage *c, const al_input_list *list)
{
    const char *last = "";
    size_t length = 0;
    bool ok = true;
    for (size_t i = 0; ok && list != NULL && i < list->count; i++) {
        const char *path = list->items[i].path, *slash = strrchr(path, '/');
        const size_t folder = slash != NULL ? (size_t)(slash - path) : 0;
        if (i > 0 && folder == length && strncmp(path, last, length) == 0)
            continue;
        ok = add_folder_of(all, c, path);
        last = path;
        length = folder;
    }
    return ok;
}

/* The folders that were given count, too: all their files may be gone, or have a base of their own. */
static bool collect_folders(counted_folders *all, const al_coverage *c)
{
    bool ok = add_folders_of(all, c, c->checked) && add_folders_of(all, c, c->excluded);
    for (size_t i = 0; ok && i < c->folders.count; i++) {
        char *file = al_path_normal(c->folders.items[i].path, "file");
        ok = file != NULL && add_folder_of(all, c, file);
        free(file);
    }
    return ok;
}

/* The rest of a path from a base that begins with the path of a folder from that base; else NULL. */
static const char *path_in(const counted_folder *folder, const char *path)
{
    return folder->counted[0] == '\0' ? path : al_path_below(path, folder->counted);
}

/* The file of an entry if its path counts from the base of that folder; the caller frees it. NULL: its path
 * leads to another folder, or there is no memory. */
static char *file_in(const counted_folder *folder, const char *path, bool *no_memory)
{
    const char *rest = path_in(folder, path);
    char *file = rest != NULL ? al_path_normal(folder->path, rest) : NULL;
    *no_memory = rest != NULL && file == NULL;
    return file;
}

/* Whether the run would have checked the file of an entry. Asks the system nothing. */
static bool is_covered(const counted_folders *all, const al_coverage *c, const char *path, bool *no_memory)
{
    bool covered = false;
    for (size_t i = 0; i < all->count && !covered && !*no_memory; i++) {
        char *file = file_in(&all->items[i], path, no_memory);
        covered = file != NULL && covers_file(c, file, no_memory);
        free(file);
    }
    return covered;
}

/* An escaped path may be that of another file. */
static bool is_gone(const counted_folders *all, const al_coverage *c, const char *path, bool *no_memory)
{
    bool gone = false;
    if (strchr(path, '\\') != NULL || al_path_root(path) > 0 || !is_covered(all, c, path, no_memory))
        return false;
    for (size_t i = 0; i < all->count && !*no_memory; i++) {
        char *file = file_in(&all->items[i], path, no_memory);
        if (file != NULL && al_exists(file)) {
            free(file);
            return false;
        }
        gone = gone || (file != NULL && covers_file(c, file, no_memory) && leads_nowhere(file));
        free(file);
    }
    return gone;
}

static bool is_decided(const al_noted_entry *entry)
{
    return entry->known || entry->checked || entry->there;
}

bool al_coverage_find_gone(const al_coverage *c, al_noted_entry *noted)
{
    const al_baseline *b = c->policy->baseline;
    counted_folders all = {.count = 0};
    size_t first = 0;
    while (first < b->count && is_decided(&noted[first]))
        first++;
    bool no_memory = first < b->count && !collect_folders(&all, c);
    for (size_t i = first; i < b->count && !no_memory; i++)
        if (!is_decided(&noted[i]))
            noted[i].checked = is_gone(&all, c, b->entries[i].path, &no_memory);
    free_folders(&all);
    return !no_memory;
}
