/* related.c: the list of files. */
#include "unit.h"

#include "related.h"

void related_begin(related *r)
{
    *r = (related){.budget = al_budget_of(UINT64_MAX, 0)};
    r->arena = al_arena_on(&r->budget);
    r->all = (al_related_files){.files = r->files, .with = r->with, .with_file = r->with_file};
}

void related_end(related *r)
{
    al_arena_free(&r->arena);
}

int related_end_test(void **state)
{
    related_end(*state);
    return 0;
}

al_related *related_add(related *r, const char *path, const char *member)
{
    assert_true(r->all.count < RELATED_MOST);
    r->files[r->all.count] =
        (al_related){.path = path, .member = member, .with = (unsigned)r->all.with_count};
    r->all.checked += r->all.with_count == 0;
    return &r->files[r->all.count++];
}

void related_add_reference(related *r, const char *path, bool file)
{
    assert_true(r->all.with_count < RELATED_MOST_WITH);
    r->with[r->all.with_count] = path;
    r->with_file[r->all.with_count++] = file;
}
