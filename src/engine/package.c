/* package.c: checks the members of a package, one at a time: each is read into the checker's buffer, like a
 * file. */
#include "engine/package.h"

#include <inttypes.h>
#include <string.h>

#include "core/sort.h"
#include "engine/result.h"

#define AL_RULES "rules/file.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

/* A member as a stream. */
typedef struct reading {
    const al_container *kind;
    al_members *members;
} reading;

static int64_t read_member(void *context, void *buffer, size_t size)
{
    const reading *r = context;
    return r->kind->read(r->members, buffer, size);
}

static const char *reason_of_member(void *context)
{
    const reading *r = context;
    return r->members->end.unread;
}

/* The results of members, which are the caller's once they are in the result of the package. */
typedef struct results {
    al_result **items;
    uint64_t count, capacity;
    bool too_much;     /* they take more memory than is allowed */
    bool too_inflated; /* the packages in a package give more than is allowed */
} results;

/* Takes the result over, also when it fails. */
static bool keep(al_package *p, results *all, al_result *result)
{
    al_budget *budget = p->memory->budget;
    al_result **items = al_grow(p->kept, all->items, all->count, &all->capacity, sizeof(al_result *));
    if (items != NULL)
        all->items = items;
    if (items == NULL || !al_budget_charge(budget, al_result_memory(result))) {
        all->too_much = budget->shortage != AL_SHORTAGE_SYSTEM;
        al_result_free(result);
        return false;
    }
    items[all->count++] = result;
    return true;
}

/* The same with the results of what is in it, if it is a package. */
static bool keep_all(al_package *p, results *all, al_result *result)
{
    al_result *const *members = result->members;
    const size_t count = result->member_count;
    bool kept = true;
    result->member_count = 0;
    for (size_t i = 0; i < count; i++)
        if (kept)
            kept = keep(p, all, members[i]);
        else
            al_result_free(members[i]);
    result->members = NULL;
    if (kept)
        return keep(p, all, result);
    al_result_free(result);
    return false;
}

/* The member's path in the outermost package. NULL when memory is short. */
static const char *name_of(al_package *p, const al_member *member)
{
    return p->outer == NULL ? member->name : al_member_within(p->memory, p->member, member->name);
}

/* What is in a package in a package is read a second time, so that has a bound. */
static bool may_read(al_package *p, const al_member *member, results *all)
{
    if (p->outer == NULL)
        return true;
    all->too_inflated = member->size > p->outer->inflated;
    if (!all->too_inflated)
        p->outer->inflated -= member->size;
    return !all->too_inflated;
}

/* False when nothing more is to be checked. */
static bool check_member(al_package *p, const al_member *member, results *all)
{
    al_budget *budget = p->memory->budget;
    al_members *members = p->members;
    reading r = {.kind = p->kind, .members = members};
    const char *name = name_of(p, member);
    if (name == NULL) {
        members->end.no_memory = true;
        return false;
    }
    const al_stream stream = {
        .context = &r, .read = read_member, .reason = reason_of_member, .size = member->size};
    const al_subject about = {
        .path = p->path, .member = name, .reserved = p->reserved + budget->used, .within = p};
    al_source source = al_source_of_stream(&stream);
    al_result *result;
    if (p->check(p->checker, &about, &source, &result) != AL_OK) {
        al_budget_fail(budget);
        return false;
    }
    const bool own = p->kind->finish(members);
    if (own && result->status != AL_FILE_UNRECOGNIZED)
        return keep_all(p, all, result);
    al_result_free(result);
    return members->end.unread == NULL;
}

/* Reports what ended the reading too early. */
static void report_end(al_package *p, const al_members_end *end, const results *all)
{
    const al_budget *budget = p->memory->budget;
    al_claim claim = {.rule = FILE_UNREADABLE};
    p->sink->first_rule = 0; /* rules about files come first in the catalogue */
    if (end->unread != NULL) {
        p->result->status = AL_FILE_UNREADABLE;
        al_report(p->sink, &claim, "what is in it could not be read: %s", end->unread);
    }
    claim = (al_claim){.rule = FILE_LIMIT, .length = p->file.len, .limit = true};
    if ((end->no_memory || all->too_much) && budget->shortage != AL_SHORTAGE_SYSTEM)
        al_report(p->sink, &claim, "checking it takes more than the %" PRIu64 " bytes of max-memory",
                  budget->limit);
    else if (all->too_inflated)
        al_report(p->sink, &claim,
                  "what is in packages in the package is more than the %" PRIu64 " bytes of max-inflated",
                  p->outer->max_inflated);
}

/* By name; which of two of one name comes first is the same in every run. */
static int compare_results(const void *left, const void *right, void *context)
{
    const al_result *a = *(al_result *const *)left, *b = *(al_result *const *)right;
    (void)context;
    return strcmp(a->member, b->member);
}

static al_container_input input_of(const al_package *p)
{
    al_container_input in = {.file = p->file, .arena = p->memory, .sink = p->sink};
    if (p->outer != NULL) {
        in.path = p->member;
        in.outer = (al_outer){.kind = p->outer->kind, .members = p->outer->members};
    } else if (p->has_path) {
        in.path = p->path;
    }
    return in;
}

void al_package_show(al_package *p, const al_visitor *visitor)
{
    const al_container_input in = input_of(p);
    const results none = {.count = 0};
    p->sink->first_rule = al_first_rule(p->kind->info.id);
    const al_members_end end = {.no_memory = !p->kind->show(&in, visitor)};
    report_end(p, &end, &none);
}

void al_package_check(al_package *p)
{
    const al_container_input in = input_of(p);
    results all = {.count = 0};
    al_member member;
    p->sink->first_rule = al_first_rule(p->kind->info.id);
    al_members *members = p->kind->open(&in);
    p->members = members;
    while (members != NULL && p->kind->next(members, &member) && may_read(p, &member, &all) &&
           check_member(p, &member, &all))
        ;
    const al_members_end end = members != NULL ? members->end : (al_members_end){.no_memory = true};
    report_end(p, &end, &all);
    if (members != NULL)
        p->kind->close(members);
    al_sort(all.items, (size_t)all.count, sizeof *all.items, compare_results, NULL);
    p->result->members = all.items;
    p->result->member_count = (size_t)all.count;
}
