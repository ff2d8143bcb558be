/* walk_fixture.c: a walk through a few bytes. */
#include "walk_fixture.h"

#include <stdlib.h>
#include <string.h>

extern const al_layout *const sample_layouts[];
const al_words sample_parent_words = {.find = NULL};
#define AL_LAYOUT      "tests/unit/layout_sample.def"
#define AL_LAYOUT_LIST sample_layouts
#include "kit/layout_define.h"

fixture *begin(const void *bytes, size_t size)
{
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->block = malloc(size > 0 ? size : 1);
    assert_non_null(f->block);
    if (size > 0)
        memcpy(f->block, bytes, size);
    f->budget = al_budget_of(UINT64_MAX, 0);
    f->arena = al_exempt_arena_on(&f->budget);
    for (size_t i = 0; i < al_rule_count(); i++)
        f->settings[i].level = al_catalogue[i].level;
    f->sink = al_sink_of(&f->arena, al_catalogue, f->settings, "a.ani", size);
    f->job =
        (al_job){.name = "a.ani", .file = al_span_of(f->block, size), .arena = &f->arena, .sink = &f->sink};
    f->walk = al_walk_of(&f->job, unit_rule("xani/truncated"), unit_rule("xani/count-range"));
    return f;
}

void end(fixture *f)
{
    al_arena_free(&f->arena);
    free(f->block);
    free(f);
}

void assert_reported(const fixture *f, const wanted *w)
{
    assert_int_equal(f->sink.count, 1);
    const al_finding *got = &f->sink.findings[0];
    assert_message(got, w->message);
    assert_string_equal(got->rule->id, al_catalogue[w->rule].id);
    assert_int_equal(got->offset, w->offset);
    assert_int_equal(got->length, w->length);
    assert_string_equal(got->field, w->field);
    assert_no_value(got->expected);
    if (w->actual == NULL)
        assert_no_value(got->actual);
    else
        assert_words(got->actual, w->actual);
    assert_int_equal(got->count, 1);
    assert_int_equal(got->element_count, 0);
    assert_false(got->in_inflated);
    assert_false(f->sink.limited);
}

void assert_stopped(const fixture *f, const wanted *w)
{
    assert_true(f->walk.stopped);
    assert_reported(f, w);
    assert_int_equal(f->sink.findings[0].level, AL_ERROR);
}

void assert_goes_on(const fixture *f)
{
    assert_false(f->walk.stopped);
    assert_int_equal(f->sink.count, 0);
}

void assert_span(al_span s, uint64_t base, uint64_t len)
{
    assert_int_equal(s.base, base);
    assert_int_equal(s.len, len);
}

void assert_rest(const fixture *f, uint64_t base, uint64_t len)
{
    assert_span(al_walk_rest(&f->walk), base, len);
}

void write_u32(uint8_t *p, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        p[i] = (uint8_t)(value >> (8 * i) & 0xFF);
}
