/* relate.c: collects the files that are checked together, and asks the relations about each. */
#include "engine/relate.h"

#include <stdlib.h>
#include <string.h>

#include "containers/members.h"
#include "core/sort.h"
#include "core/text.h"
#include "engine/options.h"
#include "engine/source.h"
#include "relations/relations.h"

enum { MOST_RELATIONS = 32 };

/* Names may take so much, whatever the limit of memory: it is little beside the program. */
static const uint64_t least_memory = UINT64_C(16) << 20;

/* A package, and the bytes of its largest member that is read. */
typedef struct package {
    const char *path;
    uint64_t largest;
} package;

struct al_survey {
    const al_options *options;
    al_budget budget;
    al_arena arena;
    package *packages;
    uint64_t package_count, package_capacity;
    al_related *files;
    uint64_t count, capacity;
    size_t relations;
    void *looked[MOST_RELATIONS];       /* what each of them saw, */
    size_t first_rules[MOST_RELATIONS]; /* and what its rules count from */
};

al_survey *al_survey_new(const al_options *options)
{
    al_survey *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->options = options;
    const uint64_t memory = options->limits[AL_LIMIT_MEMORY];
    s->budget = al_budget_of(memory > least_memory ? memory : least_memory, 0);
    s->arena = al_arena_on(&s->budget);
    return s;
}

void al_survey_free(al_survey *survey)
{
    if (survey == NULL)
        return;
    al_arena_free(&survey->arena);
    free(survey);
}

static bool is_wanted(const char *name)
{
    for (size_t i = 0; al_relation_at(i) != NULL; i++)
        if (al_relation_at(i)->wants(name))
            return true;
    return false;
}

static bool add(al_survey *s, const char *path, const char *member)
{
    al_related *files = al_grow(&s->arena, s->files, s->count, &s->capacity, sizeof *files);
    if (files == NULL)
        return false;
    s->files = files;
    files[s->count++] = (al_related){.path = path, .member = member};
    return true;
}

/* ---- What is in packages ------------------------------------------------------------------------------- */

/* One look at a package that was read. */
typedef struct listing {
    al_survey *survey;
    const char *path;
    const al_container *kind;
    al_container_input in;
    al_members *members; /* of the package, open for those in it; NULL before the first */
    const char *inner;   /* the package in the package whose members come; NULL: its own do */
    uint64_t largest;    /* of the members that are read */
    uint64_t left;       /* bytes that packages in it may give */
    bool ok;
} listing;

/* The member's path in the outermost package, in the survey's memory. NULL when that is short. */
static const char *name_in(const listing *l, const char *member)
{
    al_arena *arena = &l->survey->arena;
    if (l->inner == NULL)
        return al_copy_text(arena, member, strlen(member));
    return al_member_within(arena, l->inner, member);
}

static void add_member(void *context, const al_member *member);

/* Lists what is in a package in the package. What is wrong with either is for the check to say. */
static void add_inner(listing *l, const char *name)
{
    const al_options *options = l->survey->options;
    const al_container *kind = al_container_of(name);
    al_buffer buffer = {.bytes = NULL};
    al_budget budget = al_budget_of(options->limits[AL_LIMIT_MEMORY], 0);
    al_arena arena = al_arena_on(&budget);
    al_stream stream;
    if (l->members == NULL)
        l->members = l->kind->open(&l->in);
    if (l->members != NULL && l->kind->open_other(l->members, name, &arena, &stream) == AL_FOUND) {
        al_source source = al_source_of_stream(&stream);
        al_source_read_whole(&source, &buffer, &budget, options->limits[AL_LIMIT_FILE_SIZE]);
        const al_container_input in = {.file = al_source_bytes(&source), .arena = &arena};
        l->inner = name;
        if (source.state == AL_SOURCE_READ)
            (void)kind->list(&in, add_member, l);
        l->inner = NULL;
        l->kind->close_other(&stream);
    }
    l->ok = l->ok && budget.shortage != AL_SHORTAGE_SYSTEM;
    al_arena_free(&arena);
    al_buffer_free(&buffer);
}

static void add_member(void *context, const al_member *member)
{
    listing *l = context;
    if (member->size > l->largest && member->size <= l->survey->options->limits[AL_LIMIT_FILE_SIZE])
        l->largest = member->size;
    if (l->ok && l->inner == NULL && al_container_of(member->name) != NULL && member->size <= l->left) {
        l->left -= member->size;
        add_inner(l, member->name);
    }
    if (!l->ok || !is_wanted(member->name))
        return;
    const char *name = name_in(l, member->name);
    l->ok = name != NULL && add(l->survey, l->path, name);
}

static bool add_package(al_survey *s, const char *path, uint64_t largest)
{
    package *packages =
        al_grow(&s->arena, s->packages, s->package_count, &s->package_capacity, sizeof *packages);
    if (packages == NULL)
        return false;
    s->packages = packages;
    packages[s->package_count++] = (package){.path = path, .largest = largest};
    return true;
}

static void list_members(listing *l, al_source *source, al_arena *arena)
{
    al_sink unheard = al_sink_of(arena, al_catalogue, l->survey->options->settings, l->path, source->size);
    unheard.first_rule = al_first_rule(l->kind->info.id);
    l->in = (al_container_input){
        .path = l->path, .file = al_source_bytes(source), .arena = arena, .sink = &unheard};
    (void)l->kind->list(&l->in, add_member, l);
    if (l->members != NULL)
        l->kind->close(l->members);
}

/* What can't be read has no members; that it can't be is for the check to say. */
static bool add_members(al_survey *s, const al_container *kind, const char *path)
{
    al_buffer buffer = {.bytes = NULL};
    al_budget budget = al_budget_of(s->options->limits[AL_LIMIT_MEMORY], 0);
    al_arena arena = al_arena_on(&budget);
    listing l = {
        .survey = s, .path = path, .kind = kind, .left = s->options->limits[AL_LIMIT_INFLATED], .ok = true};
    al_file_info info;
    al_source source;
    if (al_look(path, &info) == 0 && info.kind != AL_KIND_FILE) /* a pipe gives its bytes once */
        return add_package(s, path, 0);
    al_source_open(&source, path);
    al_source_read_whole(&source, &buffer, &budget, s->options->limits[AL_LIMIT_FILE_SIZE]);
    if (source.state == AL_SOURCE_READ)
        list_members(&l, &source, &arena);
    al_source_close(&source);
    al_arena_free(&arena);
    al_buffer_free(&buffer);
    return l.ok && budget.shortage != AL_SHORTAGE_SYSTEM && add_package(s, path, l.largest);
}

bool al_survey_add(al_survey *survey, const char *path, bool whole)
{
    const al_container *kind = al_container_of(path);
    if (kind != NULL)
        return add_members(survey, kind, path);
    return !whole || !is_wanted(path) || add(survey, path, "");
}

/* ---- Relations ----------------------------------------------------------------------------------------- */

static int compare_files(const void *left, const void *right, void *context)
{
    const al_related *a = left, *b = right;
    (void)context;
    const int order = strcmp(a->path, b->path);
    return order != 0 ? order : strcmp(a->member, b->member);
}

static int compare_packages(const void *left, const void *right, void *context)
{
    (void)context;
    return strcmp(((const package *)left)->path, ((const package *)right)->path);
}

uint64_t al_survey_largest(const al_survey *survey, const char *path)
{
    const package wanted = {.path = path};
    const size_t count = (size_t)survey->package_count;
    const size_t at = al_lower_bound(survey->packages, count, sizeof wanted, &wanted, compare_packages, NULL);
    const bool found = at < count && compare_packages(&survey->packages[at], &wanted, NULL) == 0;
    return found ? survey->packages[at].largest : 0;
}

bool al_survey_look(al_survey *survey)
{
    al_sort(survey->packages, (size_t)survey->package_count, sizeof *survey->packages, compare_packages,
            NULL);
    al_sort(survey->files, (size_t)survey->count, sizeof *survey->files, compare_files, NULL);
    const al_related_files all = {.files = survey->files, .count = (size_t)survey->count};
    for (size_t i = 0; i < MOST_RELATIONS && al_relation_at(i) != NULL; i++) {
        survey->looked[i] = al_relation_at(i)->look(&all, &survey->arena);
        survey->first_rules[i] = al_first_rule(al_relation_at(i)->format);
        if (survey->looked[i] == NULL)
            return false;
        survey->relations = i + 1;
    }
    return true;
}

void al_survey_report(const al_survey *survey, const char *path, const char *member, al_sink *sink)
{
    const al_related wanted = {.path = path, .member = member};
    const size_t count = (size_t)survey->count;
    const size_t at = al_lower_bound(survey->files, count, sizeof wanted, &wanted, compare_files, NULL);
    if (at == count || compare_files(&survey->files[at], &wanted, NULL) != 0)
        return;
    for (size_t i = 0; i < survey->relations; i++) {
        sink->first_rule = survey->first_rules[i];
        al_relation_at(i)->report(survey->looked[i], at, sink);
    }
}
