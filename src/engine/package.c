/* package.c: checks any file: file_check.c judges those that are no packages. The members of a package are
 * checked one at a time, each read into the checker's buffer like a file. A member that is a package is
 * checked in the same way, but one inside of that is not opened. */
#include <inttypes.h>
#include <string.h>

#include "containers/each_member.h"
#include "containers/unsupported.h"
#include "core/limits.h"
#include "core/sort.h"
#include "core/text.h"
#include "engine/budgets.h"
#include "engine/file_check.h"
#include "engine/recognize.h"

#define AL_RULES "rules/file.def"
#include "kit/rule_numbers.h"

/* The results of members. The result of the package owns them in the end. */
typedef struct results {
    al_result **items;
    uint64_t count, capacity;
    bool too_much;     /* they exceed the memory limit */
    bool too_inflated; /* the packages in a package exceed the limit of inflated bytes */
} results;

/* A package that is being checked. */
typedef struct package {
    al_file_check *check;
    al_package open;
    struct package *outer; /* the package that this one is a member of; NULL: it is a file */
    al_span file;          /* all bytes of the package, unless they are read from disk: */
    bool on_disk;          /* then `disk` is the open file */
    al_file disk;
    uint64_t size;         /* bytes of the package */
    bool has_path;         /* the file is on disk, and the data of a .cat beside it */
    uint64_t inflated;     /* bytes that the packages in it may still give, together */
    uint64_t max_inflated; /* the same at first */
    results all;
} package;

/* Owns the result, also on failure. */
static bool keep_result(package *p, al_result *result)
{
    al_budget *budget = &p->check->budget;
    if (!al_budget_charge(budget, al_result_memory(result)) ||
        !AL_ADD(&p->check->block->arena, p->all, result)) {
        p->all.too_much = budget->shortage != AL_SHORTAGE_SYSTEM;
        al_result_free(result);
        return false;
    }
    ((al_result_block *)result)->number = p->all.count;
    return true;
}

/* The same for a result with those of its members. */
static bool keep_results(package *p, al_result *result)
{
    al_result *const *members = result->members;
    const size_t count = result->member_count;
    bool kept = true;
    result->member_count = 0;
    for (size_t i = 0; i < count; i++)
        if (kept)
            kept = keep_result(p, members[i]);
        else
            al_result_free(members[i]);
    result->members = NULL;
    if (kept)
        return keep_result(p, result);
    al_result_free(result);
    return false;
}

/* The member's path in the outermost package. NULL when memory is short. */
static const char *name_of(package *p, const al_member *member)
{
    return p->outer == NULL ? member->name
                            : al_member_within(&p->check->memory, p->check->about->member, member->name);
}

/* The members of a package in a package are read a second time, so their bytes are bounded. Containers that
 * unpack count the bytes themselves. */
static bool may_read(package *p, const al_member *member)
{
    if (p->outer == NULL || p->open.kind->reads_from_disk || p->outer->open.kind->reads_from_disk)
        return true;
    p->all.too_inflated = member->size > p->outer->inflated;
    if (!p->all.too_inflated)
        p->outer->inflated -= member->size;
    return !p->all.too_inflated;
}

/* Whether a member is checked: all are, unless only one is asked for. That may be in this member, a package.
 */
static bool is_wanted(package *p, const char *name)
{
    const char *only = p->check->about->only;
    if (only == NULL)
        return true;
    const char *shown = al_escape_copy(&p->check->memory, name, strlen(name));
    if (shown == NULL)
        return false;
    const size_t length = strlen(shown);
    return strncmp(only, shown, length) == 0 &&
           (only[length] == '\0' || strncmp(only + length, "!/", 2) == 0);
}

static al_status check_source(al_checker *checker, const al_subject *about, al_source *source, package *outer,
                              al_result **result);

/* False when no further member is to be checked. */
static bool check_member(void *context, al_package *open, const al_member *member)
{
    package *p = context;
    al_budget *budget = &p->check->budget;
    al_members *members = open->members;
    if (!may_read(p, member))
        return false;
    const char *name = name_of(p, member);
    if (name == NULL) {
        members->end.no_memory = true;
        return false;
    }
    if (!is_wanted(p, name)) {
        (void)open->kind->finish(members);
        return true;
    }
    const al_subject about = {.path = p->check->about->path,
                              .member = name,
                              .context = p->check->about->context,
                              .only = p->check->about->only,
                              .receive = p->check->about->receive,
                              .receiver = p->check->about->receiver,
                              .whole = p->check->about->whole,
                              .reserved = p->check->about->reserved + budget->used};
    al_source source = al_source_of_stream(member->stream);
    al_result *result;
    if (check_source(p->check->checker, &about, &source, p, &result) != AL_OK) {
        al_budget_fail(budget);
        return false;
    }
    const bool own = open->kind->finish(members);
    if (own && (result->status != AL_FILE_UNRECOGNIZED || result->finding_count > 0))
        return keep_results(p, result);
    al_result_free(result);
    return true;
}

/* Reports why not all members were read. */
static void report_end(package *p, const al_members_end *end)
{
    const al_budget *budget = &p->check->budget;
    al_claim claim = {.rule = FILE_UNREADABLE};
    const bool too_much = end->over_limit || (p->outer != NULL && p->outer->open.members->end.over_limit);
    p->check->sink.first_rule = 0; /* rules about files come first in the catalogue */
    if (end->failure != NULL && !too_much) {
        p->check->block->result.status = AL_FILE_UNREADABLE;
        al_report(&p->check->sink, &claim, "the members of the package could not be read: %s", end->failure);
    }
    claim = (al_claim){.rule = FILE_LIMIT, .length = p->size, .limit = true};
    if ((end->no_memory || p->all.too_much) && budget->shortage != AL_SHORTAGE_SYSTEM)
        al_report(&p->check->sink, &claim,
                  "checking the package takes more than the %" PRIu64 " byte%s of max-memory", budget->limit,
                  AL_S(budget->limit));
    else if (too_much)
        al_report(&p->check->sink, &claim,
                  "unpacking the package takes more than the %" PRIu64 " byte%s of max-inflated",
                  p->max_inflated, AL_S(p->max_inflated));
    else if (p->all.too_inflated)
        al_report(&p->check->sink, &claim,
                  "the packages inside this package have more than the %" PRIu64 " byte%s of max-inflated",
                  p->max_inflated, AL_S(p->max_inflated));
}

/* By name; members of the same name keep their order. */
static int compare_results(const void *left, const void *right, void *context)
{
    const al_result_block *a = *(al_result_block *const *)left, *b = *(al_result_block *const *)right;
    const int names = strcmp(a->result.member, b->result.member);
    (void)context;
    return names != 0 ? names : (a->number > b->number) - (a->number < b->number);
}

static al_container_input input_of(package *p)
{
    package *root = p->outer != NULL ? p->outer : p;
    al_container_input in = p->outer != NULL
                                ? al_package_within(&p->outer->open, p->check->about->member, p->file)
                                : (al_container_input){.path = p->has_path ? p->check->about->path : NULL,
                                                       .file = p->file,
                                                       .size = p->size};
    in.on_disk = p->on_disk;
    in.disk = p->disk;
    in.unpacked = &root->inflated;
    in.arena = &p->check->memory;
    in.sink = &p->check->sink;
    return in;
}

/* ---- Remarks about entries ----------------------------------------------------------------------------- */

/* A remark, and the path of its entry in the outermost package. */
typedef struct entry_remark {
    const al_remark *remark;
    const char *member, *shown; /* raw, and escaped as results have it */
} entry_remark;

static int compare_remarks(const void *left, const void *right, void *context)
{
    const entry_remark *a = left, *b = right;
    (void)context;
    const int order = strcmp(a->shown, b->shown);
    if (order != 0 || a->remark->kind == b->remark->kind)
        return order;
    return a->remark->kind < b->remark->kind ? -1 : 1;
}

/* A result of that member comes before, so that the search ends behind the last one. */
static int compare_member(const void *left, const void *right, void *context)
{
    const al_result *result = *(al_result *const *)left;
    (void)context;
    return strcmp(result->member, right) <= 0 ? -1 : 1;
}

/* The last result of that member; NULL if it has none. */
static al_result *find_result(const results *all, uint64_t count, const char *shown)
{
    const size_t end =
        al_lower_bound(all->items, (size_t)count, sizeof *all->items, shown, compare_member, NULL);
    const bool found = end > 0 && strcmp(all->items[end - 1]->member, shown) == 0;
    return found ? all->items[end - 1] : NULL;
}

static bool report_remark(package *p, al_result *result, const entry_remark *r)
{
    al_amendment amendment;
    al_amend_begin(&amendment, result, &p->check->budget, p->check->settings, r->member);
    amendment.sink.format = p->open.kind->info.id;
    amendment.sink.first_rule = al_first_rule(p->open.kind->rules);
    p->open.kind->report(r->remark, &amendment.sink);
    if (!al_amend_end(&amendment))
        return false;
    if (r->remark->not_checked)
        result->status = AL_FILE_UNREADABLE;
    return true;
}

/* An entry of no known format has no result: it gets one that holds the remark, or tells that it is
 * unreadable. */
static al_result *new_result(package *p, const entry_remark *r)
{
    al_result *result = al_result_new(&p->check->budget, &p->check->block->result, r->member);
    if (result == NULL)
        return NULL;
    result->size = r->remark->size;
    result->entry_only = !r->remark->not_checked;
    return keep_result(p, result) ? result : NULL;
}

/* A remark that follows from another one is reported only for files that would have been checked. */
static bool is_reported(const al_remark *remark)
{
    return remark->member[0] != '\0' && (!remark->is_consequence || al_has_known_extension(remark->member));
}

static bool collect_remarks(package *p, entry_remark *list, size_t *count)
{
    const al_members *members = p->open.members;
    for (uint64_t i = 0; i < members->remark_count; i++) {
        const al_remark *remark = &members->remarks[i];
        if (!is_reported(remark))
            continue;
        const char *name = p->outer == NULL
                               ? remark->member
                               : al_member_within(&p->check->memory, p->check->about->member, remark->member);
        const char *shown = name != NULL ? al_escape_copy(&p->check->memory, name, strlen(name)) : NULL;
        if (shown == NULL)
            return false;
        list[(*count)++] = (entry_remark){.remark = remark, .member = name, .shown = shown};
    }
    al_sort(list, *count, sizeof *list, compare_remarks, NULL);
    return true;
}

/* The results must be sorted; new ones are added behind them. An entry that could not be read always gets a
 * new result: one with its name belongs to another entry. */
static bool report_remarks(package *p)
{
    const al_members *members = p->open.members;
    const uint64_t sorted = p->all.count;
    size_t count = 0;
    entry_remark *list = al_alloc(&p->check->memory, members->remark_count, sizeof *list);
    if (list == NULL || !collect_remarks(p, list, &count))
        return false;
    al_result *last = NULL;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && compare_remarks(&list[i - 1], &list[i], NULL) == 0)
            continue; /* the same remark about another entry of that name */
        if (i == 0 || strcmp(list[i].shown, list[i - 1].shown) != 0)
            last = list[i].remark->not_checked ? NULL : find_result(&p->all, sorted, list[i].shown);
        if (last == NULL)
            last = new_result(p, &list[i]);
        if (last == NULL || !report_remark(p, last, &list[i]))
            return false;
        last->entry_only = last->entry_only && !list[i].remark->not_checked;
        if (last->entry_only && last->finding_count > 0 && p->check->block->result.status == AL_FILE_CLEAN)
            p->check->block->result.status = AL_FILE_FINDINGS;
    }
    return true;
}

/* Those about the package itself. */
static void report_own_remarks(package *p)
{
    const al_members *members = p->open.members;
    for (uint64_t i = 0; i < members->remark_count; i++) {
        if (members->remarks[i].member[0] != '\0')
            continue;
        p->check->sink.first_rule = al_first_rule(p->open.kind->rules);
        p->open.kind->report(&members->remarks[i], &p->check->sink);
        if (members->remarks[i].not_checked)
            p->check->block->result.status = AL_FILE_UNREADABLE;
    }
}

/* ---- The package --------------------------------------------------------------------------------------- */

/* Shows the list of members, and reports what is wrong with it, without reading the members. */
static void show(package *p, const al_visitor *visitor)
{
    const al_container_input in = input_of(p);
    p->check->sink.first_rule = al_first_rule(p->open.kind->rules);
    const al_members_end end = {.no_memory = !p->open.kind->show(&in, visitor)};
    report_end(p, &end);
}

static void sort_results(package *p)
{
    al_sort(p->all.items, (size_t)p->all.count, sizeof *p->all.items, compare_results, NULL);
}

static void check_open_package(package *p)
{
    al_members *members = p->open.members;
    al_each_member(&p->open, check_member, p);
    sort_results(p);
    if (p->open.kind->report != NULL) {
        report_own_remarks(p);
        members->end.no_memory = !report_remarks(p) || members->end.no_memory;
        sort_results(p);
    }
    report_end(p, &members->end);
}

static void check_members(package *p)
{
    const al_container_input in = input_of(p);
    p->check->sink.first_rule = al_first_rule(p->open.kind->rules);
    if (al_package_open(&p->open, p->open.kind, &in))
        check_open_package(p);
    else
        report_end(p, &(al_members_end){.no_memory = true});
    al_package_close(&p->open);
    p->check->block->result.members = p->all.items;
    p->check->block->result.member_count = (size_t)p->all.count;
}

/* ---- A package that is no package ---------------------------------------------------------------------- */

/* The first bytes of the package, of which `buffer` has room for AL_HEAD_SIZE. */
static al_span head_of(const package *p, uint8_t *buffer)
{
    int error;
    if (!p->on_disk)
        return al_slice_available(p->file, 0, AL_HEAD_SIZE);
    const size_t size =
        al_file_seek(p->disk, 0) == 0 ? al_file_read(p->disk, buffer, AL_HEAD_SIZE, &error) : 0;
    return al_span_of(buffer, size);
}

/* Whether it can't be read as what its name says. */
static bool is_unreadable(package *p)
{
    const al_container_input in = input_of(p);
    al_package opened;
    al_member member;
    bool unreadable = false;
    if (al_package_open(&opened, p->open.kind, &in) && !opened.kind->next(opened.members, &member))
        for (uint64_t i = 0; i < opened.members->remark_count && !unreadable; i++)
            unreadable =
                opened.members->remarks[i].member[0] == '\0' && opened.members->remarks[i].not_checked;
    al_package_close(&opened);
    return unreadable;
}

/* Reports an archive of a kind that can't be read, whatever its name is. A tar begins with the name of a
 * file, so the first bytes alone don't decide. */
static bool report_unsupported(package *p)
{
    uint8_t buffer[AL_HEAD_SIZE];
    al_unsupported archive;
    if (strcmp(p->open.kind->rules, "archive") != 0 ||
        !al_find_unsupported(head_of(p, buffer), p->check->name, &archive) || !is_unreadable(p))
        return false;
    al_report_unsupported(&archive, &p->check->sink);
    p->check->block->result.status = AL_FILE_UNRECOGNIZED;
    p->check->block->result.format = "";
    return true;
}

/* Whether its bytes can be read where they lie on disk: its size must be known. */
static bool is_on_disk(const al_container *kind, const al_source *source)
{
    al_file_info info;
    return kind->reads_from_disk && source->opened && source->sized && source->state == AL_SOURCE_READ &&
           al_stat_file(source->reader.file, &info) == 0 && info.kind == AL_KIND_FILE;
}

static void check_open(al_file_check *c, const al_container *kind, al_source *source, package *outer,
                       bool on_disk)
{
    const al_context *context = c->about->context;
    const uint64_t max_inflated = c->checker->options->limits[AL_LIMIT_INFLATED];
    package p = {.check = c,
                 .open = {.kind = kind},
                 .outer = outer,
                 .on_disk = on_disk,
                 .disk = source->reader.file,
                 .has_path = source->opened,
                 .inflated = max_inflated,
                 .max_inflated = max_inflated,
                 .size = source->size};
    if (!p.on_disk)
        p.file = al_source_bytes(source);
    if (report_unsupported(&p))
        return;
    if (c->about->visitor != NULL)
        show(&p, c->about->visitor);
    else
        check_members(&p);
    al_report_budgets(context != NULL ? context->budgets : NULL, &c->sink, &(al_measures){.bones = 0});
}

/* The package has a buffer of its own, since its members are read into the checker's. */
static void check_package(al_file_check *c, const al_container *kind, al_source *source, package *outer)
{
    al_buffer buffer = {.bytes = NULL};
    const bool on_disk = is_on_disk(kind, source);
    if (!on_disk)
        al_source_read_whole(source, &buffer, &c->budget, c->checker->options->limits[AL_LIMIT_FILE_SIZE]);
    al_file_check_begin_findings(c, source->size);
    c->block->result.format = kind->info.id;
    if (source->state == AL_SOURCE_READ)
        check_open(c, kind, source, outer, on_disk);
    else
        al_file_check_report_source(c, source);
    al_buffer_free(&buffer);
}

/* Each package within another multiplies what there is to read, so the third is not opened. */
static void refuse_depth(al_file_check *c, const al_container *kind, uint64_t size)
{
    const al_claim claim = {.rule = FILE_LIMIT, .limit = true};
    al_file_check_begin_findings(c, size);
    c->block->result.format = kind->info.id;
    al_report(
        &c->sink, &claim,
        "assetlint doesn't read a package that is inside a package inside a package: unpack the outer one");
}

/* Gives a checked file to the receiver, if it is the one that was asked for. The budget ended with the
 * check, but the bytes of the file are still held. */
static void hand_out(const al_file_check *c, const al_source *source, const al_result *result)
{
    const bool is_package = al_container_of(c->name) != NULL;
    const al_span none = {.ptr = NULL}, bytes = is_package ? none : al_source_bytes(source);
    const uint64_t held = al_result_memory(result) + bytes.len;
    const al_checked checked = {.checker = c->checker,
                                .name = c->name,
                                .bytes = bytes,
                                .memory = c->budget.limit - (held < c->budget.limit ? held : c->budget.limit),
                                .result = result};
    if (strcmp(result->member, c->about->only) == 0)
        c->about->receive(c->about->receiver, &checked);
}

/* `outer`: the package that the source is a member of; NULL: it is a file. */
static al_status check_source(al_checker *checker, const al_subject *about, al_source *source, package *outer,
                              al_result **result)
{
    al_file_check c;
    if (al_file_check_begin(&c, checker, about)) {
        const al_container *kind = al_container_of(c.name);
        if (kind != NULL && outer != NULL && outer->outer != NULL)
            refuse_depth(&c, kind, source->size);
        else if (kind != NULL)
            check_package(&c, kind, source, outer);
        else if (al_is_container_data(c.name))
            al_file_check_skip(&c, source->size); /* it is read through its list */
        else
            al_file_check_bytes(&c, source);
    }
    const al_status status = al_file_check_end(&c, result);
    if (status == AL_OK && about->receive != NULL)
        hand_out(&c, source, *result);
    return status;
}

al_status al_check_source(al_checker *checker, const al_subject *about, al_source *source, al_result **result)
{
    return check_source(checker, about, source, NULL, result);
}
