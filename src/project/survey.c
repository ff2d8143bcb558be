/* survey.c: collects the files that are checked together, and asks the relations about each. */
#include "project/survey.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "containers/members.h"
#include "core/sort.h"
#include "core/text.h"
#include "engine/options.h"
#include "engine/source.h"
#include "project/contents.h"
#include "relations/relations.h"

#define AL_RULES "rules/file.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

enum { MOST_RELATIONS = 32 };

/* A package, and the bytes of its largest member that is read. */
typedef struct package {
    const char *path;
    uint64_t largest;
} package;

/* A relation, and what it has seen. */
typedef struct view {
    const al_relation *relation;
    void *looked;
    size_t first_rule; /* what its rules count from */
    bool reading;      /* it has asked for files, and may ask for more */
    bool limited;      /* it took more memory than is allowed: it only says so, of */
    size_t last;       /* the file that it looked into last */
} view;

/* A file whose bytes were all read, and are of no format. */
typedef struct seen {
    uint64_t size;
    bool whole;
} seen;

struct al_survey {
    const al_options *options;
    al_budget budget;
    al_arena arena;
    package *packages;
    uint64_t package_count, package_capacity;
    al_related *files;
    uint64_t count, capacity;
    const char **with; /* the paths of references */
    bool *with_file;
    uint64_t with_count, with_capacity, with_file_capacity;
    bool beside; /* what is added now lies around files that were named by themselves */
    al_related_files all;
    seen *seen; /* of those that are checked */
    view views[MOST_RELATIONS];
    size_t view_count;
};

al_survey *al_survey_new(const al_options *options)
{
    al_survey *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->options = options;
    s->budget = al_budget_of(UINT64_MAX, 0);
    s->arena = al_arena_on(&s->budget);
    al_survey_reserve(s, 0);
    return s;
}

void al_survey_reserve(al_survey *survey, uint64_t bytes)
{
    uint64_t most;
    if (!al_add(survey->options->limits[AL_LIMIT_MEMORY], AL_FREE_FOR_NAMES, &most))
        most = UINT64_MAX;
    survey->budget.limit = most > bytes ? most - bytes : 0;
}

void al_survey_watch(al_survey *survey, al_watch *watch)
{
    survey->budget.watch = watch;
}

uint64_t al_survey_memory(const al_survey *survey)
{
    return survey->budget.used;
}

/* What is read of a package is paid by the survey as well, until it is given back. */
typedef struct reading {
    al_survey *survey;
    al_arena arena;
    al_buffer buffer;
} reading;

static reading start_reading(al_survey *s)
{
    return (reading){.survey = s, .arena = al_arena_on(&s->budget)};
}

static void end_reading(reading *r)
{
    r->survey->budget.used -= r->arena.held;
    al_buffer_release(&r->buffer, &r->survey->budget);
    al_arena_free(&r->arena);
    al_buffer_free(&r->buffer);
}

void al_survey_free(al_survey *survey)
{
    if (survey == NULL)
        return;
    al_arena_free(&survey->arena);
    free(survey);
}

static bool add(al_survey *s, const char *path, const char *member, bool alone)
{
    al_related *files = al_grow(&s->arena, s->files, s->count, &s->capacity, sizeof *files);
    if (files == NULL)
        return false;
    s->files = files;
    const unsigned with = (unsigned)s->with_count + s->beside;
    files[s->count++] = (al_related){.path = path, .member = member, .with = with, .alone = alone};
    return true;
}

static al_around wanted_by(const al_relation *r, const char *path)
{
    if (r->wants_below != NULL && al_has_extension_of(path, r->wants_below))
        return AL_AROUND_BELOW;
    const bool beside = r->wants_beside != NULL && al_has_extension_of(path, r->wants_beside);
    return beside ? AL_AROUND_BESIDE : AL_AROUND_NOTHING;
}

al_around al_survey_wants(const char *path)
{
    al_around most = AL_AROUND_NOTHING;
    for (size_t i = 0; al_relation_at(i) != NULL; i++) {
        const al_around wanted = wanted_by(al_relation_at(i), path);
        most = wanted > most ? wanted : most;
    }
    return most;
}

bool al_survey_add_beside(al_survey *survey, const char *path)
{
    survey->beside = true;
    return add(survey, path, "", true);
}

bool al_survey_begin_with(al_survey *survey, const char *path, bool file)
{
    const char **with =
        al_grow(&survey->arena, survey->with, survey->with_count, &survey->with_capacity, sizeof *with);
    if (with == NULL)
        return false;
    survey->with = with;
    bool *with_file = al_grow(&survey->arena, survey->with_file, survey->with_count,
                              &survey->with_file_capacity, sizeof *with_file);
    if (with_file == NULL)
        return false;
    survey->with_file = with_file;
    with_file[survey->with_count] = file;
    with[survey->with_count++] = path;
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
static void list_inner(listing *l, const char *name, const al_stream *stream)
{
    const al_options *options = l->survey->options;
    const al_container *kind = al_container_of(name);
    reading r = start_reading(l->survey);
    al_source source = al_source_of_stream(stream);
    al_source_read_whole(&source, &r.buffer, &l->survey->budget, options->limits[AL_LIMIT_FILE_SIZE]);
    const al_container_input in = {
        .file = al_source_bytes(&source), .unpacked = &l->left, .arena = &r.arena, .sink = l->in.sink};
    l->inner = name;
    if (source.state == AL_SOURCE_READ)
        (void)kind->list(&in, add_member, l);
    l->inner = NULL;
    l->ok = l->ok && l->survey->budget.shortage != AL_SHORTAGE_SYSTEM;
    end_reading(&r);
}

/* `stream`: of its bytes; NULL: they have to be looked for. */
static void add_inner(listing *l, const char *name, const al_stream *stream)
{
    al_stream other;
    if (stream != NULL) {
        list_inner(l, name, stream);
        return;
    }
    reading r = start_reading(l->survey);
    if (l->members == NULL)
        l->members = l->kind->open(&l->in);
    if (l->members != NULL && l->kind->open_other(l->members, name, &r.arena, &other) == AL_FOUND) {
        list_inner(l, name, &other);
        l->kind->close_other(&other);
    }
    l->ok = l->ok && l->survey->budget.shortage != AL_SHORTAGE_SYSTEM;
    end_reading(&r);
}

static void add_member(void *context, const al_member *member)
{
    listing *l = context;
    if (member->size > l->largest && member->size <= l->survey->options->limits[AL_LIMIT_FILE_SIZE])
        l->largest = member->size;
    if (l->ok && l->inner == NULL && al_container_of(member->name) != NULL && member->size <= l->left) {
        if (member->stream == NULL) /* what unpacks counts by itself */
            l->left -= member->size;
        add_inner(l, member->name, member->stream);
    }
    if (!l->ok)
        return;
    const char *name = name_in(l, member->name);
    l->ok = name != NULL && add(l->survey, l->path, name, false);
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
    unheard.first_rule = al_first_rule(l->kind->rules);
    l->in = (al_container_input){.path = l->path,
                                 .file = l->kind->by_parts ? al_span_of(NULL, 0) : al_source_bytes(source),
                                 .on_disk = l->kind->by_parts,
                                 .disk = source->reader.file,
                                 .size = source->size,
                                 .unpacked = &l->left,
                                 .arena = arena,
                                 .sink = &unheard};
    (void)l->kind->list(&l->in, add_member, l);
    if (l->members != NULL)
        l->kind->close(l->members);
}

/* What can't be read has no members; that it can't be is for the check to say. */
static bool add_members(al_survey *s, const al_container *kind, const char *path)
{
    reading r = start_reading(s);
    listing l = {
        .survey = s, .path = path, .kind = kind, .left = s->options->limits[AL_LIMIT_INFLATED], .ok = true};
    al_file_info info;
    al_source source;
    if (al_look(path, &info) == 0 && info.kind != AL_KIND_FILE) /* a pipe gives its bytes once */
        return add_package(s, path, 0);
    al_source_open(&source, path);
    if (!kind->by_parts)
        al_source_read_whole(&source, &r.buffer, &s->budget, s->options->limits[AL_LIMIT_FILE_SIZE]);
    if (source.state == AL_SOURCE_READ)
        list_members(&l, &source, &r.arena);
    al_source_close(&source);
    end_reading(&r);
    return l.ok && s->budget.shortage != AL_SHORTAGE_SYSTEM && add_package(s, path, l.largest);
}

bool al_survey_add_found(al_survey *survey, const char *path, size_t folder)
{
    const uint64_t before = survey->count;
    if (!al_survey_add(survey, path, true))
        return false;
    for (uint64_t i = before; i < survey->count; i++)
        survey->files[i].given = folder;
    return true;
}

bool al_survey_add(al_survey *survey, const char *path, bool whole)
{
    const al_container *kind = al_container_of(path);
    if (kind != NULL)
        return add_members(survey, kind, path);
    return add(survey, path, "", !whole);
}

/* ---- Relations ----------------------------------------------------------------------------------------- */

static int compare_files(const void *left, const void *right, void *context)
{
    const al_related *a = left, *b = right;
    (void)context;
    if (a->with != b->with)
        return a->with < b->with ? -1 : 1;
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

/* Files of the references up to that number; of 0 those that are checked. */
static size_t count_up_to(const al_survey *s, uint64_t with)
{
    size_t count = 0;
    while (count < s->count && s->files[count].with <= with)
        count++;
    return count;
}

/* What a relation has to know of a file; of those behind the others only who wants such is asked. */
static al_asked asked_by(const al_survey *s, const view *v, size_t number)
{
    const al_relation *r = v->relation;
    const bool knows = number < s->all.count || r->wants_beside != NULL || r->wants_below != NULL;
    return v->reading && knows ? r->asks(v->looked, number) : AL_ASKED_NOTHING;
}

/* What is asked for is the most that any of the relations wants. */
static al_asked asks(void *context, size_t number)
{
    const al_survey *s = context;
    al_asked most = AL_ASKED_NOTHING;
    for (size_t i = 0; i < s->view_count; i++) {
        const al_asked asked = asked_by(s, &s->views[i], number);
        most = asked > most ? asked : most;
    }
    return most;
}

/* A relation that wants too much is left out; what it saw until then is no view of the whole. */
static bool leave_out(al_survey *s, view *v)
{
    v->reading = false;
    v->limited = true;
    if (s->budget.shortage == AL_SHORTAGE_SYSTEM)
        return false;
    s->budget.shortage = AL_SHORTAGE_NONE;
    return true;
}

static bool take(void *context, size_t number, const al_content *content)
{
    al_survey *s = context;
    if (number < s->all.checked && content->state == AL_CONTENT_READ && content->formless)
        s->seen[number] = (seen){.size = content->size, .whole = true};
    for (size_t i = 0; i < s->view_count; i++) {
        view *v = &s->views[i];
        if (asked_by(s, v, number) == AL_ASKED_NOTHING)
            continue;
        v->last = number;
        if (!v->relation->take(v->looked, number, content) && !leave_out(s, v))
            return false;
    }
    return true;
}

/* Begins a round of all relations that look into files; `*any` when some of them wants to. */
static bool begin_round(al_survey *s, bool *any)
{
    *any = false;
    for (size_t i = 0; i < s->view_count; i++) {
        view *v = &s->views[i];
        if (!v->reading)
            continue;
        switch (v->relation->next(v->looked)) {
        case AL_ROUND_READ: *any = true; break;
        case AL_ROUND_LAST: v->reading = false; break;
        case AL_ROUND_NO_MEMORY:
            if (!leave_out(s, v))
                return false;
            break;
        }
    }
    return true;
}

/* What is left of the memory is for what is read, and for what the relations keep of it: each gets half,
 * since both are there at once. */
static bool look_once(al_survey *s)
{
    const al_looker looker = {.context = s, .asks = asks, .take = take, .watch = s->budget.watch};
    const uint64_t half = (s->budget.limit - s->budget.used) / 2;
    s->budget.limit -= half;
    const bool looked = al_look_into(s->options, half, &s->all, &looker);
    s->budget.limit += half;
    return looked;
}

static bool look_into_files(al_survey *s)
{
    bool any;
    while (begin_round(s, &any)) {
        if (!any)
            return true;
        if (!look_once(s))
            return false;
    }
    return false;
}

bool al_survey_look(al_survey *survey)
{
    al_survey *s = survey;
    al_sort(s->packages, (size_t)s->package_count, sizeof *s->packages, compare_packages, NULL);
    al_sort(s->files, (size_t)s->count, sizeof *s->files, compare_files, NULL);
    const size_t known = count_up_to(s, s->with_count);
    s->all = (al_related_files){.files = s->files,
                                .count = known,
                                .beside = (size_t)s->count - known,
                                .checked = count_up_to(s, 0),
                                .with = s->with,
                                .with_file = s->with_file,
                                .with_count = (size_t)s->with_count,
                                .settings = s->options->settings};
    s->seen = al_alloc(&s->arena, s->all.checked, sizeof *s->seen);
    if (s->seen == NULL)
        return false;
    for (size_t i = 0; i < MOST_RELATIONS && al_relation_at(i) != NULL; i++) {
        const al_relation *relation = al_relation_at(i);
        s->views[i] = (view){.relation = relation,
                             .looked = relation->begin(&s->all, &s->arena),
                             .first_rule = al_first_rule(relation->format),
                             .reading = relation->next != NULL};
        if (s->views[i].looked == NULL)
            return false;
        s->view_count = i + 1;
    }
    return look_into_files(s);
}

size_t al_survey_number(const al_survey *survey, const char *path, const char *member)
{
    const al_related wanted = {.path = path, .member = member};
    if (survey == NULL)
        return AL_SURVEY_NONE;
    const al_related *files = survey->files;
    const size_t count = survey->all.checked;
    const size_t at = al_lower_bound(files, count, sizeof wanted, &wanted, compare_files, NULL);
    return at < count && compare_files(&files[at], &wanted, NULL) == 0 ? at : AL_SURVEY_NONE;
}

bool al_survey_has_read(const al_survey *survey, size_t number, uint64_t *size)
{
    if (number == AL_SURVEY_NONE || !survey->seen[number].whole || survey->files[number].member[0] != '\0')
        return false;
    *size = survey->seen[number].size;
    return true;
}

const char *al_survey_judges(const al_survey *survey, size_t number)
{
    const char *format = NULL;
    for (size_t i = 0; number != AL_SURVEY_NONE && format == NULL && i < survey->view_count; i++) {
        const view *v = &survey->views[i];
        if (v->relation->judges != NULL)
            format = v->relation->judges(v->looked, number);
    }
    return format;
}

bool al_survey_knows_pictures(const al_survey *survey, size_t number)
{
    bool knows = false;
    for (size_t i = 0; number != AL_SURVEY_NONE && !knows && i < survey->view_count; i++) {
        const view *v = &survey->views[i];
        knows = !v->limited && v->relation->knows_pictures != NULL &&
                v->relation->knows_pictures(v->looked, number);
    }
    return knows;
}

void al_survey_add_rules(const al_survey *survey, size_t number, al_rule_set *ran)
{
    if (number == AL_SURVEY_NONE || survey->files[number].alone)
        return;
    for (size_t i = 0; i < survey->view_count; i++) {
        const view *v = &survey->views[i];
        if (v->limited || (v->relation->covers != NULL && !v->relation->covers(v->looked, number)))
            continue;
        for (size_t rule = 0; rule < al_rule_count(); rule++)
            if (al_relation_has(v->relation, &al_catalogue[rule]))
                al_rule_set_add(ran, rule);
    }
}

static void report_limit(const al_survey *survey, al_sink *sink)
{
    const al_claim claim = {.rule = FILE_LIMIT, .limit = true};
    sink->first_rule = 0; /* rules about files come first in the catalogue */
    al_report(sink, &claim,
              "looking at all files together takes more than the %" PRIu64 " bytes of max-memory",
              survey->options->limits[AL_LIMIT_MEMORY]);
}

void al_survey_report(const al_survey *survey, size_t number, al_sink *sink)
{
    for (size_t i = 0; number != AL_SURVEY_NONE && i < survey->view_count; i++) {
        const view *v = &survey->views[i];
        sink->first_rule = v->first_rule;
        if (!v->limited)
            v->relation->report(v->looked, number, sink);
        else if (v->last == number)
            report_limit(survey, sink);
    }
}
