/* related.c: the list of files. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "related.h"
#include "relations/relation_state.h"

void related_begin(related *r)
{
    *r = (related){.budget = al_budget_of(UINT64_MAX, 0)};
    r->arena = al_arena_on(&r->budget);
    r->all = (al_related_files){.files = r->files, .with = r->with, .with_file = r->with_file};
}

void related_end(related *r)
{
    al_arena_free(&r->arena);
    al_options_free(r->options);
}

int related_end_test(void **state)
{
    related_end(*state);
    return 0;
}

al_related_file *related_add(related *r, const char *path, const char *member)
{
    assert_true(r->all.count < RELATED_MOST);
    r->files[r->all.count] =
        (al_related_file){.path = path, .member = member, .with = (unsigned)r->all.with_count};
    r->all.checked += r->all.with_count == 0;
    return &r->files[r->all.count++];
}

void related_add_of(related *r, const char *path, const char *format)
{
    const size_t number = (size_t)(related_add(r, path, "") - r->files);
    r->formats[number] = format;
}

void related_add_reference(related *r, const char *path, bool file)
{
    assert_true(r->all.with_count < RELATED_MOST_WITH);
    r->with[r->all.with_count] = path;
    r->with_file[r->all.with_count++] = file;
}

void related_add_text(related *r, const char *path, const char *text)
{
    const size_t number = (size_t)(related_add(r, path, "") - r->files);
    r->texts[number] = text;
}

static void hand_out(related *r, const al_relation *relation, void *state, size_t number)
{
    al_arena scratch = al_arena_on(&r->budget);
    const char *text = r->texts[number] != NULL ? r->texts[number] : "";
    const char *format = r->formats[number] != NULL ? r->formats[number] : "";
    const al_content content = {
        .format = format, .bytes = al_span_of(text, strlen(text)), .size = strlen(text), .scratch = &scratch};
    assert_true(relation->take(state, number, &content));
    al_arena_free(&scratch);
}

static void set_options(related *r)
{
    if (r->options == NULL)
        r->options = al_options_new();
    assert_non_null(r->options);
    r->all.settings = r->options->settings;
}

void *related_look(related *r, const al_relation *relation)
{
    set_options(r);
    void *state = relation->begin(&r->all, &r->arena);
    assert_non_null(state);
    while (relation->begin_round != NULL && relation->begin_round(state) == AL_ROUND_READ)
        for (size_t i = 0; i < r->all.count; i++)
            if (relation->needs(state, i) != AL_NEED_NOTHING)
                hand_out(r, relation, state, i);
    return state;
}

void related_assert_text_too_large(related *r, const al_relation *relation, size_t number)
{
#if SIZE_MAX > UINT32_MAX
    const uint8_t byte = ' ';
    set_options(r);
    void *state = relation->begin(&r->all, &r->arena);
    assert_non_null(state);
    assert_int_equal(relation->begin_round(state), AL_ROUND_READ);
    for (size_t i = 0; i < r->all.count; i++)
        if (i != number && relation->needs(state, i) != AL_NEED_NOTHING)
            hand_out(r, relation, state, i);
    al_content content = {.format = "", .scratch = &r->arena}; /* nothing of it may be read */
    content.bytes = (al_span){.ptr = &byte, .len = (size_t)UINT32_MAX + 1};
    assert_true(relation->take(state, number, &content));
    while (relation->begin_round(state) == AL_ROUND_READ)
        continue;
    const al_relation_state *base = state;
    assert_int_equal(base->finding_count, 1);
    assert_int_equal(base->findings[0].file, number);
    assert_true(base->findings[0].claim.limit);
#else
    (void)r, (void)relation, (void)number; /* there are no such texts */
#endif
}

void related_assert_not_judged(related *r, const al_relation *relation, const char *expected)
{
    const al_unjudged_list *list = relation->not_judged(related_look(r, relation));
    char text[2048] = "";
    for (size_t i = 0; i < list->count; i++) {
        const al_unjudged *item = &list->items[i];
        const size_t used = strlen(text);
        (void)snprintf(text + used, sizeof text - used, "%s%s %d/%d %s: %s", i > 0 ? "; " : "",
                       al_catalogue[item->rule].id, (int)item->references, (int)item->files,
                       r->files[item->first_file].path, item->reason);
    }
    assert_string_equal(text, expected);
}
