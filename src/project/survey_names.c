/* survey_names.c: collects the names of files, and reads the lists of packages for those of their members. */
#include "project/survey_names.h"

#include <string.h>

#include "containers/each_member.h"
#include "core/sort.h"
#include "core/text.h"
#include "engine/result.h"
#include "engine/source.h"
#include "formats/catalogue.h"

/* ---- Files --------------------------------------------------------------------------------------------- */

static unsigned current_reference(const al_survey_names *names)
{
    return (unsigned)names->reference_count + names->siblings;
}

static bool is_reported(const al_survey_names *names)
{
    return current_reference(names) == 0 && !names->unreported;
}

bool al_survey_names_add_file(al_survey_names *names, const char *path, const char *member,
                              bool explicit_file)
{
    const al_related_file file = {.path = path,
                                  .member = member,
                                  .with = current_reference(names),
                                  .explicit = explicit_file || names->siblings,
                                  .unreported = names->unreported};
    return AL_APPEND(names->arena, names->files, names->count, names->capacity, file);
}

/* ---- What is not known --------------------------------------------------------------------------------- */

/* Adds a gap whose files begin with the first `length` bytes of a path, and then with `behind`. */
static bool add_gap(al_survey_names *names, const char *path, size_t length, const char *behind)
{
    char *start = al_alloc(names->arena, (uint64_t)length + strlen(behind) + 1, 1);
    if (start == NULL)
        return false;
    memcpy(start, path, length);
    memcpy(start + length, behind, strlen(behind) + 1);
    const al_gap gap = {.start = start, .with = current_reference(names)};
    return AL_APPEND(names->arena, names->gaps, names->gap_count, names->gap_capacity, gap);
}

/* For the game the members of a catalog lie in its folder. */
static bool add_package_gap(al_survey_names *names, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (al_has_extension(path, "cat", 3))
        return add_gap(names, path, slash != NULL ? (size_t)(slash - path) + 1 : 0, "");
    return add_gap(names, path, strlen(path), "!/");
}

bool al_survey_names_add_unlisted(al_survey_names *names, const char *path, const char *why)
{
    const size_t length = strlen(path);
    const al_unlisted unlisted = {.path = path, .reported = is_reported(names), .why = why};
    return AL_APPEND(names->arena, names->unlisted, names->unlisted_count, names->unlisted_capacity,
                     unlisted) &&
           add_gap(names, path, length, length > 0 && path[length - 1] == '/' ? "" : "/");
}

/* ---- References ---------------------------------------------------------------------------------------- */

bool al_survey_names_begin_reference(al_survey_names *names, const char *path, bool is_file)
{
    uint64_t files = names->reference_count, lists = names->reference_count;
    return AL_APPEND(names->arena, names->reference_is_file, files, names->is_file_capacity, is_file) &&
           AL_APPEND(names->arena, names->reference_names, lists, names->names_capacity, NULL) &&
           AL_APPEND(names->arena, names->references, names->reference_count, names->reference_capacity,
                     path);
}

bool al_survey_names_add_names(al_survey_names *names, const al_names *file)
{
    const size_t reference = (size_t)names->reference_count - 1;
    size_t count;
    const size_t first = al_names_of_kind(file, AL_NAME_FILE, &count);
    bool ok = true;
    names->reference_names[reference] = file;
    for (size_t i = first; ok && i < first + count; i++)
        ok = al_survey_names_add_file(names, names->references[reference], al_names_path(&file->items[i]),
                                      false);
    return ok;
}

/* ---- Members of packages ------------------------------------------------------------------------------- */

/* What is read of a package: the survey's budget pays for it until end_reading. */
typedef struct reading {
    al_arena arena;
    al_buffer buffer;
} reading;

static reading begin_reading(const al_survey_names *names)
{
    return (reading){.arena = al_arena_on(names->arena->budget)};
}

static void end_reading(reading *r)
{
    al_buffer_release(&r->buffer, r->arena.budget);
    al_buffer_free(&r->buffer);
    al_arena_return(&r->arena);
}

/* The list of a package, while it is read. */
typedef struct listing {
    al_survey_names *names;
    const char *path;
    al_container_input in;
    al_package open;   /* for the packages in it; not open before the first of these */
    const char *inner; /* the package in the package whose members come; NULL: the package's own come */
    uint64_t left;     /* bytes that packages in it may still give */
    bool partly;       /* not all members are known */
    const char *why;   /* the system couldn't read the package: the reason; or NULL */
    bool ok;
} listing;

static bool system_has_memory(const al_survey_names *names)
{
    return names->arena->budget->shortage != AL_SHORTAGE_SYSTEM;
}

/* The member's path in the outermost package, in the survey's memory. NULL when that is short. */
static const char *name_in(const listing *l, const char *member)
{
    al_arena *arena = l->names->arena;
    if (l->inner == NULL)
        return al_copy_text(arena, member, strlen(member));
    return al_member_within(arena, l->inner, member);
}

static void add_member(void *context, const al_member *member);

static void note_why(listing *l, const char *why)
{
    if (why == NULL || l->why != NULL)
        return;
    l->why = al_copy_text(l->names->arena, why, strlen(why));
    l->ok = l->ok && l->why != NULL;
}

/* Not all members of a package in the package are known. */
static void note_inner_gap(listing *l, const char *name)
{
    const char *path = al_member_within(l->names->arena, l->path, name);
    l->ok = l->ok && path != NULL && add_package_gap(l->names, path);
}

/* Lists a package in the package. The check reports what is wrong with either. */
static void list_inner(listing *l, const char *name, const al_stream *stream)
{
    const uint64_t most = l->names->options->limits[AL_LIMIT_FILE_SIZE];
    const al_container *kind = al_container_of(name);
    reading r = begin_reading(l->names);
    al_source source = al_source_of_stream(stream);
    al_source_read_whole(&source, &r.buffer, r.arena.budget, most);
    const al_container_input in = {
        .file = al_source_bytes(&source), .unpacked = &l->left, .arena = &r.arena, .sink = l->in.sink};
    al_listed listed = {.partly = true};
    l->inner = name;
    if (source.state == AL_SOURCE_READ && !al_list_members(kind, &in, add_member, l, &listed))
        listed.partly = true;
    l->inner = NULL;
    if (source.state == AL_SOURCE_UNREADABLE)
        note_why(l, source.reason);
    if (listed.partly)
        note_inner_gap(l, name);
    l->ok = l->ok && system_has_memory(l->names);
    end_reading(&r);
}

/* `stream` gives the bytes of the package in the package; NULL: they have to be looked for. */
static void add_inner(listing *l, const char *name, const al_stream *stream)
{
    al_stream other;
    if (stream != NULL) {
        list_inner(l, name, stream);
        return;
    }
    reading r = begin_reading(l->names);
    al_package *p = &l->open;
    const bool open = p->members != NULL || al_package_open(p, p->kind, &l->in);
    if (open && p->kind->open_member(p->members, name, &r.arena, &other) == AL_FOUND) {
        list_inner(l, name, &other);
        p->kind->close_member(&other);
    } else {
        note_why(l, open ? p->members->end.failure : NULL);
        note_inner_gap(l, name);
    }
    l->ok = l->ok && system_has_memory(l->names);
    end_reading(&r);
}

static void add_member(void *context, const al_member *member)
{
    listing *l = context;
    if (l->ok && l->inner == NULL && al_container_of(member->name) != NULL) {
        const bool fits = member->size <= l->left;
        if (fits && member->stream == NULL) /* a container that unpacks counts the bytes itself */
            l->left -= member->size;
        if (fits)
            add_inner(l, member->name, member->stream);
        else
            note_inner_gap(l, member->name);
    }
    if (!l->ok)
        return;
    const char *name = name_in(l, member->name);
    l->ok = name != NULL && al_survey_names_add_file(l->names, l->path, name, false);
}

static bool add_package(al_survey_names *names, const char *path, const char *unread)
{
    const al_surveyed_package package = {
        .path = path, .with = current_reference(names), .reported = is_reported(names), .unread = unread};
    return AL_APPEND(names->arena, names->packages, names->package_count, names->package_capacity, package);
}

static void list_members(listing *l, al_source *source, al_arena *arena)
{
    al_sink ignored = al_sink_of(arena, al_catalogue, l->names->options->settings, l->path, source->size);
    const al_container *kind = l->open.kind;
    ignored.first_rule = al_first_rule(kind->rules);
    l->in = al_package_file(kind, l->path, source->reader.file, source->size, al_source_bytes(source));
    l->in.unpacked = &l->left;
    l->in.arena = arena;
    l->in.sink = &ignored;
    al_listed listed = {.partly = false};
    l->partly = !al_list_members(kind, &l->in, add_member, l, &listed) || listed.partly;
    note_why(l, listed.why);
    al_package_close(&l->open);
}

/* A package is a file, too. One that can't be read has no members here. */
static bool add_members(al_survey_names *names, const al_container *kind, const char *path)
{
    const uint64_t *limits = names->options->limits;
    reading r = begin_reading(names);
    listing l = {
        .names = names, .path = path, .open = {.kind = kind}, .left = limits[AL_LIMIT_INFLATED], .ok = true};
    al_file_info info;
    al_source source;
    if (!al_survey_names_add_file(names, path, "", false))
        return false;
    if (al_stat_path(path, &info) == 0 && info.kind != AL_KIND_FILE) /* a pipe gives its bytes only once */
        return add_package(names, path, NULL);
    al_source_open_listed(&source, path);
    if (!kind->reads_from_disk)
        al_source_read_whole(&source, &r.buffer, r.arena.budget, limits[AL_LIMIT_FILE_SIZE]);
    l.partly = true;
    if (source.state == AL_SOURCE_READ)
        list_members(&l, &source, &r.arena);
    else if (source.state == AL_SOURCE_UNREADABLE)
        note_why(&l, source.reason);
    al_source_close(&source);
    end_reading(&r);
    if (l.partly && !add_package_gap(names, path))
        return false;
    return l.ok && system_has_memory(names) && add_package(names, path, l.why);
}

bool al_survey_names_add(al_survey_names *names, const char *path, bool explicit_file)
{
    const al_container *kind = names->siblings ? NULL : al_container_of(path);
    if (kind != NULL)
        return add_members(names, kind, path);
    return al_survey_names_add_file(names, path, "", explicit_file);
}

/* ---- Order --------------------------------------------------------------------------------------------- */

static int compare_files(const void *left, const void *right, void *context)
{
    const al_related_file *a = left, *b = right;
    (void)context;
    if (a->with != b->with)
        return a->with < b->with ? -1 : 1;
    const int order = strcmp(a->path, b->path);
    return order != 0 ? order : strcmp(a->member, b->member);
}

static int compare_packages(const void *left, const void *right, void *context)
{
    const al_surveyed_package *a = left, *b = right;
    (void)context;
    const int order = strcmp(a->path, b->path);
    return order != 0 ? order : (a->with > b->with) - (a->with < b->with);
}

static int compare_gaps(const void *left, const void *right, void *context)
{
    const al_gap *a = left, *b = right;
    (void)context;
    if (a->with != b->with)
        return a->with < b->with ? -1 : 1;
    return strcmp(a->start, b->start);
}

void al_survey_names_sort(al_survey_names *names)
{
    al_sort(names->packages, (size_t)names->package_count, sizeof *names->packages, compare_packages, NULL);
    al_sort(names->files, (size_t)names->count, sizeof *names->files, compare_files, NULL);
    al_sort(names->gaps, (size_t)names->gap_count, sizeof *names->gaps, compare_gaps, NULL);
}

size_t al_survey_names_up_to(const al_survey_names *names, uint64_t reference)
{
    size_t count = 0;
    while (count < names->count && names->files[count].with <= reference)
        count++;
    return count;
}

size_t al_survey_names_find(const al_survey_names *names, size_t count, const char *path, size_t *found)
{
    const al_related_file wanted = {.path = path, .member = ""};
    const al_related_file *files = names->files;
    const size_t first = al_lower_bound(files, count, sizeof wanted, &wanted, compare_files, NULL);
    size_t end = first;
    while (end < count && strcmp(files[end].path, path) == 0)
        end++;
    *found = end - first;
    return first;
}

size_t al_survey_names_find_file(const al_survey_names *names, size_t count, const char *path,
                                 const char *member)
{
    const al_related_file wanted = {.path = path, .member = member};
    const al_related_file *files = names->files;
    const size_t at = al_lower_bound(files, count, sizeof wanted, &wanted, compare_files, NULL);
    return at < count && compare_files(&files[at], &wanted, NULL) == 0 ? at : AL_NO_FILE;
}

al_surveyed_package *al_survey_names_package(const al_survey_names *names, const char *path)
{
    const al_surveyed_package wanted = {.path = path};
    al_surveyed_package *packages = names->packages;
    const size_t count = (size_t)names->package_count;
    const size_t at = al_lower_bound(packages, count, sizeof wanted, &wanted, compare_packages, NULL);
    return at < count && strcmp(packages[at].path, path) == 0 ? &packages[at] : NULL;
}
