/* baseline_base.c: finds out that the paths of a baseline count from another folder than those of this run: a
 * folder has got an assetlint.json since then, or lost its .git, or a part of the tree is checked.
 *
 * The files of a run have one base, or several. Where none of a base's files has an entry, the same entries
 * are tried from each folder above and below that base: the folder counts from which most files have one.
 */
#include "project/configuration/baseline_base.h"

#include <stdlib.h>
#include <string.h>

#include "core/map.h"
#include "core/text.h"
#include "platform/platform.h"

/* A folder from which the paths of the baseline may count. */
typedef struct candidate {
    const char *folder; /* normal and absolute, as all folders here */
    size_t files;       /* that have an entry from there */
} candidate;

typedef struct run_base {
    const char *folder;
    bool holds; /* an entry is for a file below it */
    candidate *candidates;
    uint64_t count, capacity;
} run_base;

typedef struct moving {
    al_baseline *baseline;
    const al_path_base *given;
    al_base_finder finder;
    bool *located; /* for each entry: a file of this run has its path */
    run_base *bases;
    uint64_t count, capacity;
} moving;

/* A checked file: its whole path, and the part that counts from its base. */
typedef struct base_file {
    char *whole, *counted;
} base_file;

/* False when out of memory. `counted` is empty for a file of no folder of the run: a link led there. */
static bool open_file(moving *m, const char *path, base_file *file)
{
    file->whole = al_path_normal(m->given->current, path);
    file->counted = al_base_path(&m->finder, m->given, path);
    if (file->whole == NULL || file->counted == NULL)
        return false;
    const size_t whole = strlen(file->whole), counted = strlen(file->counted);
    if (counted >= whole || file->whole[whole - counted - 1] != '/' ||
        strcmp(file->whole + whole - counted, file->counted) != 0)
        file->counted[0] = '\0';
    return true;
}

/* NULL when out of memory. The files of a base mostly follow one another. */
static run_base *base_of(moving *m, const base_file *file)
{
    al_arena *a = &m->baseline->arena;
    const size_t length = strlen(file->whole) - strlen(file->counted) - 1;
    for (uint64_t i = m->count; i > 0; i--)
        if (strncmp(m->bases[i - 1].folder, file->whole, length) == 0 &&
            m->bases[i - 1].folder[length] == '\0')
            return &m->bases[i - 1];
    const char *folder = al_copy_text(a, file->whole, length);
    if (folder == NULL || !AL_APPEND(a, m->bases, m->count, m->capacity, (run_base){.folder = folder}))
        return NULL;
    return &m->bases[m->count - 1];
}

/* Notes the entries of a file. */
static bool locate(moving *m, const base_file *file)
{
    run_base *base = base_of(m, file);
    size_t at, end;
    if (base == NULL)
        return false;
    al_baseline_of_file(m->baseline, file->counted, NULL, &at, &end);
    base->holds = base->holds || at < end;
    for (; at < end; at++)
        m->located[m->baseline->by_path[at]] = true;
    return true;
}

static bool add_candidate(moving *m, run_base *base, const char *whole, size_t length)
{
    al_arena *a = &m->baseline->arena;
    for (uint64_t i = 0; i < base->count; i++)
        if (strncmp(base->candidates[i].folder, whole, length) == 0 &&
            base->candidates[i].folder[length] == '\0') {
            base->candidates[i].files++;
            return true;
        }
    const candidate c = {.folder = al_copy_text(a, whole, length), .files = 1};
    return c.folder != NULL && AL_APPEND(a, base->candidates, base->count, base->capacity, c);
}

/* Tries the folders above a file of a base without entries. */
static bool try_folders(moving *m, const base_file *file)
{
    run_base *base = base_of(m, file);
    bool ok = base != NULL;
    for (const char *slash = ok && !base->holds ? file->whole : NULL;
         ok && slash != NULL && (slash = strchr(slash, '/')) != NULL; slash++) {
        size_t at, end;
        al_baseline_of_file(m->baseline, slash + 1, NULL, &at, &end);
        if (at < end && !m->located[m->baseline->by_path[at]])
            ok = add_candidate(m, base, file->whole, (size_t)(slash - file->whole));
    }
    return ok;
}

static bool each_file(moving *m, const al_input_list *files, bool (*look)(moving *m, const base_file *file))
{
    bool ok = true;
    for (size_t i = 0; ok && i < files->count; i++) {
        base_file file = {.whole = NULL};
        ok = open_file(m, files->items[i].path, &file) && (file.counted[0] == '\0' || look(m, &file));
        free(file.whole);
        free(file.counted);
    }
    return ok;
}

/* Whether an entry is for a file below the base that this run doesn't check: then the base is the right one.
 * False also when out of memory. */
static bool holds_unchecked(const moving *m, const run_base *base, bool *no_memory)
{
    bool exists = false;
    for (size_t i = 0; i < m->baseline->count && !exists && !*no_memory; i++) {
        char *path = al_path_in(base->folder[0] != '\0' ? base->folder : "/", m->baseline->entries[i].path);
        *no_memory = path == NULL;
        exists = path != NULL && al_exists(path);
        free(path);
    }
    return exists;
}

/* The folder from which most files have an entry; NULL: there is none, or more than one. */
static const char *best_folder(const run_base *base)
{
    const candidate *best = NULL;
    bool several = false;
    for (uint64_t i = 0; i < base->count; i++) {
        const candidate *c = &base->candidates[i];
        several = best != NULL && (c->files == best->files || (several && c->files < best->files));
        if (best == NULL || c->files > best->files)
            best = c;
    }
    return several || best == NULL ? NULL : best->folder;
}

static uint64_t fingerprint_of(const al_baseline_entry *e, const char *path)
{
    const uint64_t file = al_hash_text(al_hash_text(al_hash_text(AL_HASH_START, e->rule), path), e->member);
    return al_hash_text(file, e->field);
}

/* Counts the path of an entry from the base of this run. An entry with escaped names stays: its fingerprint
 * can't be told from them. False when out of memory. */
static bool move_entry(moving *m, al_baseline_entry *e, const char *from, const char *to)
{
    if (fingerprint_of(e, e->path) != e->fingerprint)
        return true;
    char *whole = al_path_normal(from, e->path);
    char *path = whole != NULL ? al_path_relative(whole, to) : NULL;
    bool ok = path != NULL;
    /* What lies outside of this base may be below another one. */
    if (ok && (m->count == 1 || strncmp(path, "../", 3) != 0)) {
        const char *kept = al_copy_text(&m->baseline->arena, path, strlen(path));
        ok = kept != NULL;
        if (ok) {
            e->path = kept;
            e->fingerprint = fingerprint_of(e, kept);
        }
    }
    free(path);
    free(whole);
    return ok;
}

static bool move_entries(moving *m, const run_base *base, const char *from, const al_notices *notices)
{
    const size_t above = strlen(from), below = strlen(base->folder);
    const char *folder = above < below ? base->folder + above + 1 : from + below + 1;
    bool ok = true;
    for (size_t i = 0; ok && i < m->baseline->count; i++)
        ok = m->located[i] || move_entry(m, &m->baseline->entries[i], from, base->folder);
    al_notify(notices, above < below ? AL_NOTICE_BASE_BELOW : AL_NOTICE_BASE_ABOVE, m->baseline->path,
              folder);
    return ok;
}

static bool move_bases(moving *m, const al_input_list *files, const al_notices *notices)
{
    bool no_memory = !each_file(m, files, locate);
    for (uint64_t i = 0; i < m->count && !no_memory; i++)
        m->bases[i].holds = m->bases[i].holds || holds_unchecked(m, &m->bases[i], &no_memory);
    bool ok = !no_memory && each_file(m, files, try_folders);
    for (uint64_t i = 0; ok && i < m->count; i++) {
        const char *from = best_folder(&m->bases[i]);
        ok = from == NULL || move_entries(m, &m->bases[i], from, notices);
    }
    al_baseline_sort(m->baseline);
    return ok;
}

bool al_baseline_move(al_baseline *baseline, const al_path_base *given, const al_input_list *files,
                      const al_notices *notices)
{
    moving m = {.baseline = baseline, .given = given};
    if (baseline->count == 0 || given->current == NULL)
        return true;
    m.located = al_alloc(&baseline->arena, baseline->count, sizeof *m.located);
    const bool ok = m.located != NULL && move_bases(&m, files, notices);
    al_base_finder_free(&m.finder);
    return ok;
}
