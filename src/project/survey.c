/* survey.c: asks the relations which files they have to look into, and keeps what they know. */
#include "project/survey.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "containers/members.h"
#include "core/limits.h"
#include "core/sort.h"
#include "core/text.h"
#include "engine/result.h"
#include "formats/catalogue.h"
#include "project/survey_names.h"
#include "project/survey_read.h"
#include "relations/file_names.h"
#include "relations/relation_state.h"

#define AL_RULES "rules/file.def"
#include "kit/rule_numbers.h"

enum { MOST_RELATIONS = 32 };

/* A relation, and what it knows. */
typedef struct related {
    const al_relation *relation;
    al_relation_state *state;
    uint8_t *wanted; /* for each file: what the relation wants to have read of it */
    bool limited;    /* it reached the memory limit: it reports only that, */
    size_t last;     /* on the file that it read last */
} related;

struct al_survey {
    al_budget budget;
    al_arena arena;
    al_survey_names names;
    al_related_files all;
    uint64_t *text_sizes; /* of the files that are checked: 1 + the size of a text that was read to its end */
    bool *unread; /* for each file: it was needed, and couldn't be read; `whys` says why if that is known */
    const char **whys;
    uint8_t *wanted; /* for each file: the most that any relation wants of it, until it is read */
    related relations[MOST_RELATIONS];
    size_t relation_count;
    al_arena known_memory;     /* of all that checks are handed, which no limit ends: */
    al_kept_finding *findings; /* of all relations, by file */
    size_t finding_count;
    al_surveyed *known; /* files that this run reports on, by file: only those of which something is known */
    uint64_t known_count, known_capacity;
};

/* ---- Names --------------------------------------------------------------------------------------------- */

al_survey *al_survey_new(const al_options *options)
{
    al_survey *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->budget = al_budget_of(UINT64_MAX, options->fail_allocation);
    s->arena = al_arena_on(&s->budget);
    s->known_memory = al_exempt_arena_on(&s->budget);
    s->names = (al_survey_names){.options = options, .arena = &s->arena};
    al_survey_reserve(s, 0);
    return s;
}

void al_survey_free(al_survey *survey)
{
    if (survey == NULL)
        return;
    al_arena_free(&survey->arena);
    al_arena_free(&survey->known_memory);
    free(survey);
}

void al_survey_reserve(al_survey *survey, uint64_t bytes)
{
    const uint64_t most = al_sum(survey->names.options->limits[AL_LIMIT_MEMORY], AL_FREE_FOR_NAMES);
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

bool al_survey_add(al_survey *survey, const char *path, bool explicit_file)
{
    return al_survey_names_add(&survey->names, path, explicit_file);
}

bool al_survey_add_found(al_survey *survey, const char *path, size_t folder)
{
    al_survey_names *names = &survey->names;
    const uint64_t before = names->count;
    if (!al_survey_names_add(names, path, false))
        return false;
    for (uint64_t i = before; i < names->count; i++)
        names->files[i].root_length = folder;
    return true;
}

void al_survey_set_unreported(al_survey *survey, bool unreported)
{
    survey->names.unreported = unreported;
}

bool al_survey_add_unlisted(al_survey *survey, const char *path, const char *why)
{
    const char *kept = al_copy_text(&survey->arena, why, strlen(why));
    return kept != NULL && al_survey_names_add_unlisted(&survey->names, path, kept);
}

bool al_survey_begin_reference(al_survey *survey, const char *path, bool is_file)
{
    return al_survey_names_begin_reference(&survey->names, path, is_file);
}

bool al_survey_add_names(al_survey *survey, const al_names *names)
{
    return al_survey_names_add_names(&survey->names, names);
}

static al_siblings siblings_for(const al_relation *r, const char *path)
{
    if (r->subfolder_extensions != NULL && al_has_extension_of(path, r->subfolder_extensions))
        return AL_SIBLINGS_BELOW;
    const bool beside = r->sibling_extensions != NULL && al_has_extension_of(path, r->sibling_extensions);
    return beside ? AL_SIBLINGS_BESIDE : AL_SIBLINGS_NONE;
}

al_siblings al_survey_siblings_of(const char *path)
{
    al_siblings most = AL_SIBLINGS_NONE;
    for (size_t i = 0; al_relation_at(i) != NULL; i++) {
        const al_siblings wanted = siblings_for(al_relation_at(i), path);
        most = wanted > most ? wanted : most;
    }
    return most;
}

void al_survey_begin_siblings(al_survey *survey)
{
    survey->names.siblings = true;
}

/* ---- The look ------------------------------------------------------------------------------------------ */

/* A relation that reaches the memory limit is left out: what it knows is incomplete. False when the system
 * has no memory. */
static bool leave_out(al_survey *s, related *r)
{
    r->limited = true;
    if (s->budget.shortage == AL_SHORTAGE_SYSTEM)
        return false;
    s->budget.shortage = AL_SHORTAGE_NONE;
    return true;
}

static bool is_done(const related *r)
{
    return r->limited || r->state->done;
}

/* Lets the relations choose files. False when the system has no memory. */
static bool choose(al_survey *s)
{
    const size_t count = (size_t)s->names.count;
    for (size_t k = 0; k < s->relation_count; k++) {
        related *r = &s->relations[k];
        if (is_done(r))
            continue;
        memset(r->wanted, AL_WANT_NOTHING, count);
        if (!r->relation->choose(r->state, r->wanted) && !leave_out(s, r))
            return false;
        for (size_t i = 0; i < count && !is_done(r); i++)
            s->wanted[i] = r->wanted[i] > s->wanted[i] ? r->wanted[i] : s->wanted[i];
    }
    return true;
}

static bool all_done(const al_survey *s)
{
    for (size_t i = 0; i < s->relation_count; i++)
        if (!is_done(&s->relations[i]))
            return false;
    return true;
}

/* A member is read again for its check: only files count as read. */
static void note_read(al_survey *s, size_t index, const al_content *content)
{
    const bool is_file = index < s->all.checked && s->names.files[index].member[0] == '\0';
    if (!is_file || content->state != AL_CONTENT_READ || !content->unrecognized)
        return;
    s->text_sizes[index] = content->size + 1;
}

static const char too_large[] = "it takes more than max-file-size or max-memory";

static const char *keep_reason(al_survey *s, const char *why)
{
    const char *kept = why != too_large ? al_copy_text(&s->arena, why, strlen(why)) : too_large;
    if (kept == NULL && s->budget.shortage == AL_SHORTAGE_LIMIT)
        s->budget.shortage = AL_SHORTAGE_NONE; /* the survey goes on without these words */
    return kept != NULL ? kept : "there is no memory to say why";
}

/* Keeps the first reason. */
static void note_unread(al_survey *s, size_t index, const char *why)
{
    s->unread[index] = s->all.any_unread = true;
    if (why != NULL && s->whys[index] == NULL)
        s->whys[index] = keep_reason(s, why);
}

static void note_state(al_survey *s, size_t index, const al_content *content)
{
    switch (content->state) {
    case AL_CONTENT_READ: return;
    case AL_CONTENT_UNREADABLE: note_unread(s, index, content->reason); return;
    case AL_CONTENT_TOO_LARGE: note_unread(s, index, too_large); return;
    }
}

static bool take(void *context, size_t index, const al_content *content)
{
    al_survey *s = context;
    s->wanted[index] = AL_WANT_NOTHING;
    note_read(s, index, content);
    note_state(s, index, content);
    for (size_t i = 0; i < s->relation_count; i++) {
        related *r = &s->relations[i];
        if (is_done(r) || r->wanted[index] == AL_WANT_NOTHING)
            continue;
        r->last = index;
        if (!r->relation->read(r->state, index, content) && !leave_out(s, r))
            return false;
    }
    return true;
}

/* What is wrong with a package is told once: of the package. */
static void miss(void *context, size_t index, const char *reason)
{
    al_survey *s = context;
    al_surveyed_package *package = al_survey_names_package(&s->names, s->names.files[index].path);
    if (package != NULL && package->unread == NULL)
        package->unread = keep_reason(s, reason);
}

/* Members that were wanted and did not come. They aren't looked for again. */
static void note_missed(al_survey *s)
{
    for (size_t i = 0; i < s->all.count + s->all.siblings; i++) {
        if (s->wanted[i] != AL_WANT_NOTHING)
            note_unread(s, i, NULL);
        s->wanted[i] = AL_WANT_NOTHING;
    }
}

/* The memory that is left is divided: one half for the file that is read, one for what the relations keep. */
static bool look_once(al_survey *s)
{
    const al_looker looker = {
        .context = s, .wanted = s->wanted, .take = take, .miss = miss, .watch = s->budget.watch};
    const uint64_t half = (s->budget.limit - s->budget.used) / 2;
    s->budget.limit -= half;
    const bool looked = al_look_into(s->names.options, half, &s->all, &looker);
    s->budget.limit += half;
    if (looked)
        note_missed(s);
    return looked;
}

static bool look_into_files(al_survey *s)
{
    while (!all_done(s))
        if (!choose(s) || !look_once(s))
            return false;
    return true;
}

static bool begin_relation(al_survey *s, const al_relation *relation)
{
    related *r = &s->relations[s->relation_count++];
    r->relation = relation;
    r->state = al_relation_new(r->relation, &s->all, &s->arena);
    r->wanted = al_alloc(&s->arena, s->names.count, sizeof *r->wanted);
    return r->state != NULL && r->wanted != NULL;
}

/* Begins all relations, or only that one. */
static bool begin_relations(al_survey *s, const al_relation *only)
{
    if (only != NULL)
        return begin_relation(s, only);
    bool ok = true;
    for (size_t i = 0; ok && i < MOST_RELATIONS && al_relation_at(i) != NULL; i++)
        ok = begin_relation(s, al_relation_at(i));
    return ok;
}

/* Room for what is noted of all files. */
static bool make_notes(al_survey *s)
{
    s->text_sizes = al_alloc(&s->arena, s->all.checked, sizeof *s->text_sizes);
    s->unread = al_alloc(&s->arena, s->names.count, sizeof *s->unread);
    s->whys = al_alloc(&s->arena, s->names.count, sizeof *s->whys);
    s->wanted = al_alloc(&s->arena, s->names.count, sizeof *s->wanted);
    s->all.unread = s->unread;
    return s->text_sizes != NULL && s->unread != NULL && s->whys != NULL && s->wanted != NULL;
}

/* ---- What is known ------------------------------------------------------------------------------------- */

static int compare_findings(const void *left, const void *right, void *context)
{
    const al_kept_finding *a = left, *b = right;
    (void)context;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

/* A relation that was left out has one finding. */
static const al_kept_finding *limit_finding(al_survey *s, const related *r)
{
    char message[AL_MAX_MESSAGE];
    al_kept_finding *limit = al_alloc(&s->known_memory, 1, sizeof *limit);
    (void)snprintf(message, sizeof message,
                   "looking at all files together takes more than the %" PRIu64 " bytes of max-memory",
                   s->names.options->limits[AL_LIMIT_MEMORY]);
    if (limit == NULL)
        return NULL;
    *limit = (al_kept_finding){.file = r->last,
                               .claim = {.rule = FILE_LIMIT, .limit = true},
                               .message = al_copy_text(&s->known_memory, message, strlen(message))};
    return limit->message != NULL ? limit : NULL;
}

/* Puts the findings of a file together, in the order of the relations. */
static bool gather_findings(al_survey *s)
{
    uint64_t most = 0;
    for (size_t i = 0; i < s->relation_count; i++)
        most += s->relations[i].limited ? 1 : s->relations[i].state->finding_count;
    s->findings = al_alloc(&s->known_memory, most, sizeof *s->findings);
    for (size_t i = 0; s->findings != NULL && i < s->relation_count; i++) {
        const related *r = &s->relations[i];
        const al_kept_finding *from = r->limited ? limit_finding(s, r) : r->state->findings;
        const uint64_t count = r->limited ? 1 : r->state->finding_count;
        if (from == NULL && count > 0)
            return false;
        for (uint64_t k = 0; k < count; k++) {
            s->findings[s->finding_count] = from[k];
            s->findings[s->finding_count].order = s->finding_count;
            s->finding_count++;
        }
    }
    if (s->findings != NULL)
        al_sort(s->findings, s->finding_count, sizeof *s->findings, compare_findings, NULL);
    return s->findings != NULL;
}

/* The format that a place shows for a file of that name; NULL: of none. */
static const char *placed_format(const al_placed_format *formats, const char *name)
{
    for (const al_placed_format *f = formats; f != NULL && f->extension != NULL; f++)
        if (al_has_extension(name, f->extension, strlen(f->extension)))
            return f->format;
    return NULL;
}

/* Adds what a relation knows of a file. That a text is judged also counts if the relation was left out, since
 * the limit is reported then. */
static void describe(const al_survey *s, const related *r, al_surveyed *known)
{
    const uint8_t marks = r->state->marks[known->file];
    if (known->judged_as == NULL && (marks & AL_MARK_TEXT) != 0)
        known->judged_as = r->relation->text_format;
    if (r->limited)
        return;
    if (known->placed_as == NULL && (marks & AL_MARK_PLACED) != 0)
        known->placed_as =
            placed_format(r->relation->placed_formats, al_inner_path(&s->names.files[known->file]));
    if ((marks & AL_MARK_OF_MOD) != 0)
        known->games |= r->relation->games;
    known->knows_pictures = known->knows_pictures || (marks & AL_MARK_TEXTURES) != 0;
    known->among_lost_saga = known->among_lost_saga || (marks & AL_MARK_LOST_SAGA) != 0;
    known->wants_bounds = known->wants_bounds || (marks & AL_MARK_BOUNDS) != 0;
    if (r->state->uses != NULL && known->uses.count == 0)
        known->uses = r->state->uses[known->file];
    if (r->relation->name_nodes != NULL)
        known->node_names = r->relation->name_nodes(r->state, known->file);
}

/* `finding` is the index of the first finding that is not of a file before it, and is moved behind its own.
 */
static al_surveyed known_of(const al_survey *s, size_t file, size_t *finding)
{
    const size_t first = *finding;
    while (*finding < s->finding_count && s->findings[*finding].file == file)
        ++*finding;
    const bool too_big = s->unread[file] && s->whys[file] == too_large;
    al_surveyed known = {.file = file,
                         .member = s->names.files[file].member,
                         .unread = s->unread[file] && !too_big ? s->whys[file] : NULL,
                         .too_large = too_big,
                         .read_as_text = s->text_sizes[file] > 0,
                         .size = s->text_sizes[file] > 0 ? s->text_sizes[file] - 1 : 0,
                         .findings = s->findings + first,
                         .finding_count = *finding - first};
    for (size_t i = 0; i < s->relation_count; i++)
        describe(s, &s->relations[i], &known);
    return known;
}

static bool is_anything(const al_surveyed *k)
{
    return k->judged_as != NULL || k->placed_as != NULL || k->unread != NULL || k->read_as_text ||
           k->knows_pictures || k->wants_bounds || k->node_names != NULL || k->among_lost_saga ||
           k->too_large || k->games != 0 || k->uses.count > 0 || k->finding_count > 0;
}

/* Of most files nothing is known. */
static bool gather_known(al_survey *s)
{
    size_t finding = 0;
    for (size_t i = 0; i < s->all.checked; i++) {
        const al_surveyed known = known_of(s, i, &finding);
        if (s->names.files[i].unreported || !is_anything(&known))
            continue;
        if (!AL_APPEND(&s->known_memory, s->known, s->known_count, s->known_capacity, known))
            return false;
    }
    return true;
}

/* Lets all relations look at the files, or only that one. */
static bool look_with(al_survey *s, const al_relation *only)
{
    al_survey_names *names = &s->names;
    al_arena scratch = al_arena_on(&s->budget);
    al_survey_names_sort(names);
    const size_t count = al_survey_names_up_to(names, names->reference_count);
    s->all = (al_related_files){.files = names->files,
                                .count = count,
                                .siblings = (size_t)names->count - count,
                                .checked = al_survey_names_up_to(names, 0),
                                .with = names->references,
                                .with_file = names->reference_is_file,
                                .names = names->reference_names,
                                .with_count = (size_t)names->reference_count,
                                .settings = names->options->settings,
                                .gaps = names->gaps,
                                .gap_count = (size_t)names->gap_count,
                                .most_inflated = names->options->limits[AL_LIMIT_INFLATED],
                                .scratch = &scratch};
    const bool looked = make_notes(s) && begin_relations(s, only) && look_into_files(s);
    al_arena_return(&scratch);
    return looked;
}

bool al_survey_look(al_survey *survey)
{
    return look_with(survey, NULL) && gather_findings(survey) && gather_known(survey);
}

bool al_survey_look_for_names(al_survey *survey)
{
    return look_with(survey, &al_names_index) && !survey->relations[0].limited;
}

const char *const *al_survey_name_lines(const al_survey *survey, size_t *count)
{
    return al_names_lines(survey->relations[0].state, count);
}

const char *al_survey_first_gap(const al_survey *survey)
{
    const al_survey_names *names = &survey->names;
    if (names->gap_count > 0)
        return names->gaps[0].start;
    for (size_t i = 0; i < names->count && survey->all.any_unread; i++)
        if (survey->unread[i])
            return names->files[i].path;
    return NULL;
}

/* ---- What checks are handed ---------------------------------------------------------------------------- */

/* Tells of the file, or of the member of a package. False when out of memory. */
static bool tell(al_survey *s, const al_related_file *file, const char *why, al_unread_listener *listener,
                 void *context)
{
    const char *path = file->path;
    if (file->member[0] != '\0')
        path = al_member_within(&s->arena, path, file->member);
    if (path != NULL)
        listener(context, path, why);
    return path != NULL;
}

bool al_survey_tell_unread(al_survey *survey, al_unread_listener *listener, void *context)
{
    const al_survey_names *names = &survey->names;
    bool ok = true;
    for (uint64_t i = 0; i < names->unlisted_count; i++)
        if (!names->unlisted[i].reported)
            listener(context, names->unlisted[i].path, names->unlisted[i].why);
    for (uint64_t i = 0; i < names->package_count; i++) {
        const al_surveyed_package *p = &names->packages[i];
        if (p->unread != NULL && !p->reported)
            listener(context, p->path, p->unread);
    }
    for (size_t i = 0; ok && i < names->count; i++) {
        const al_related_file *file = &names->files[i];
        if (survey->unread[i] && survey->whys[i] != NULL && (file->with > 0 || file->unreported))
            ok = tell(survey, file, survey->whys[i], listener, context);
    }
    return ok;
}

static int compare_known(const void *left, const void *right, void *context)
{
    const al_surveyed *a = left, *b = right;
    (void)context;
    return (a->file > b->file) - (a->file < b->file);
}

static size_t first_known(const al_survey *s, size_t file)
{
    const al_surveyed wanted = {.file = file};
    return al_lower_bound(s->known, (size_t)s->known_count, sizeof wanted, &wanted, compare_known, NULL);
}

void al_survey_describe(const al_survey *survey, const char *path, al_context *context)
{
    size_t count;
    const size_t file = al_survey_names_find(&survey->names, survey->all.checked, path, &count);
    const size_t first = first_known(survey, file), end = first_known(survey, file + count);
    const al_surveyed_package *package = al_survey_names_package(&survey->names, path);
    context->surveyed = end > first ? &survey->known[first] : NULL;
    context->surveyed_count = end - first;
    context->unread = package != NULL && package->with == 0 ? package->unread : NULL;
}

/* The index of the checked file that a result is about; AL_NO_FILE: it isn't known. */
static size_t file_of(const al_survey *s, const al_result *result, const char *member)
{
    return al_survey_names_find_file(&s->names, s->all.checked, result->raw_path, member);
}

/* Compares a result without its members. */
static bool compare_one(const al_survey *s, al_result *result, const al_setting *rules, al_budget *budget)
{
    const al_result_block *block = (const al_result_block *)result;
    const bool measured = block->bounds.vertices > 0;
    const size_t file = measured ? file_of(s, result, block->raw_member) : AL_NO_FILE;
    al_amendment found;
    if (file == AL_NO_FILE)
        return true;
    al_amend_begin(&found, result, budget, rules, s->names.files[file].member);
    for (size_t i = 0; i < s->relation_count; i++) {
        const related *r = &s->relations[i];
        if (!r->limited && r->relation->compare_bounds != NULL)
            r->relation->compare_bounds(r->state, file, &block->bounds, &found.sink);
    }
    return al_amend_end(&found);
}

bool al_survey_compare(al_survey *survey, al_result *result, const al_setting *rules, al_budget *budget)
{
    bool ok = compare_one(survey, result, rules, budget);
    for (size_t i = 0; ok && i < result->member_count; i++)
        ok = compare_one(survey, result->members[i], rules, budget);
    return ok;
}

/* ---- What reports ask for ------------------------------------------------------------------------------ */

static al_partner describe_partner(const al_survey *survey, const al_listed_partner *listed)
{
    al_partner partner = {.size = sizeof partner,
                          .role = listed->role,
                          .path = listed->missing,
                          .member = "",
                          .texture = listed->texture != NULL ? listed->texture : ""};
    if (listed->missing == NULL) {
        partner.path = survey->names.files[listed->file].path;
        partner.member = survey->names.files[listed->file].member;
    }
    return partner;
}

size_t al_survey_partners(const al_survey *survey, const al_result *result,
                          al_partner partners[AL_MOST_PARTNERS])
{
    al_partner_list list = {.count = 0};
    const size_t index = file_of(survey, result, result->member);
    for (size_t i = 0; i < survey->relation_count && index != AL_NO_FILE; i++) {
        const related *r = &survey->relations[i];
        if (!r->limited && r->state->uses != NULL && r->state->uses[index].count > 0)
            al_add_partner(&list, AL_PARTNER_REFERRER, r->state->uses[index].file);
        if (!r->limited && r->relation->find_partners != NULL)
            r->relation->find_partners(r->state, index, &list);
    }
    for (size_t i = 0; i < list.count; i++)
        partners[i] = describe_partner(survey, &list.items[i]);
    return list.count;
}

/* Rules come in the order of the catalogue. */
static int compare_not_judged(const void *left, const void *right, void *context)
{
    const al_not_judged *a = left, *b = right;
    (void)context;
    if (a->rule != b->rule)
        return a->rule < b->rule ? -1 : 1;
    return strcmp(a->reason, b->reason);
}

static al_not_judged describe_not_judged(const al_survey *survey, const al_kept_not_judged *from,
                                         al_arena *arena)
{
    const al_related_file *file = &survey->names.files[from->first_file];
    return (al_not_judged){.rule = &al_catalogue[from->rule],
                           .count = from->references,
                           .files = from->files,
                           .path = al_escape_copy(arena, file->path, strlen(file->path)),
                           .raw_path = al_copy_text(arena, file->path, strlen(file->path)),
                           .member = al_escape_copy(arena, file->member, strlen(file->member)),
                           .reason = from->reason};
}

bool al_survey_list_not_judged(const al_survey *survey, al_arena *arena, al_not_judged **list, size_t *count)
{
    size_t most = 0;
    bool ok = true;
    for (size_t i = 0; i < survey->relation_count; i++)
        most += survey->relations[i].state->not_judged.count;
    *list = al_alloc(arena, most, sizeof **list);
    *count = 0;
    if (*list == NULL)
        return false;
    for (size_t i = 0; i < survey->relation_count; i++) {
        const related *r = &survey->relations[i];
        for (size_t k = 0; k < r->state->not_judged.count && !r->limited; k++) {
            al_not_judged *item = &(*list)[(*count)++];
            *item = describe_not_judged(survey, &r->state->not_judged.items[k], arena);
            ok = ok && item->path != NULL && item->raw_path != NULL && item->member != NULL;
        }
    }
    al_sort(*list, *count, sizeof **list, compare_not_judged, NULL);
    return ok;
}

void al_survey_add_rules(const al_survey *survey, const al_result *result, al_rule_set *ran)
{
    const size_t index = file_of(survey, result, ((const al_result_block *)result)->raw_member);
    if (index == AL_NO_FILE || survey->names.files[index].explicit)
        return;
    for (size_t i = 0; i < survey->relation_count; i++) {
        const related *r = &survey->relations[i];
        const uint8_t marks = r->state->marks[index];
        if (r->limited || (marks & AL_MARK_UNSURE) != 0 || (marks & AL_MARK_COMPARED) == 0)
            continue;
        for (size_t rule = 0; rule < al_rule_count(); rule++)
            if (al_relation_has(r->relation, &al_catalogue[rule]))
                al_rule_set_add(ran, rule);
    }
}
