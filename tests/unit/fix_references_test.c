/* fix_references_test.c: what fix makes of references for any findings, also for those that are not about the
 * file, and when memory is short. */
#include "unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "engine/options.h"
#include "fix/references.h"
#include "made_results.h"

static const char part[] = "<components><component name='c'>\n<part name='hul' wreck=\"a&amp;b\"><lods>"
                           "<lod index='0'/><lod index='1'/></lods></part></component></components>";
static const char gfx[] =
    "objectTypes = { EMFXActorType = { name = \"A\" actorfile = \"gfx\\anims\\a_b.xac\" "
    "idle = gfx/anims/a.xsm } }\n";
static const char changed[] = "the file is not the one that was checked",
                  unwritable[] = "the name has characters that can't be written there";

typedef struct fixture {
    al_options *options;
    al_checker *checker;
    made_result made;
    const char *text;
    size_t size;
    al_fix *fix;
} fixture;

static void begin_bytes(fixture *f, const char *text, size_t size, const char *format)
{
    *f = (fixture){.options = al_options_new(), .text = text, .size = size};
    assert_non_null(f->options);
    f->checker = al_checker_new(f->options);
    assert_non_null(f->checker);
    made_result_begin(&f->made, "a.xml", "", format);
}

static void begin(fixture *f, const char *text, const char *format)
{
    begin_bytes(f, text, strlen(text), format);
}

static void end(fixture *f)
{
    al_fix_free(f->fix);
    made_result_end(&f->made);
    al_checker_free(f->checker);
    al_options_free(f->options);
}

/* Adds a finding about the first place of `at` in the text. */
static al_finding *find(fixture *f, const char *rule, const char *field, const char *at, const char *actual,
                        const char *expected)
{
    al_finding *added = made_finding(&f->made, rule, field, '1');
    const char *place = strstr(f->text, at);
    added->offset = place != NULL ? (uint64_t)(place - f->text) : 0;
    added->length = strlen(at);
    added->actual = al_text(actual);
    added->expected = al_text(expected);
    added->fix_kind = AL_FIX_UNSAFE;
    return added;
}

static al_status run(fixture *f, unsigned flags)
{
    al_fix_free(f->fix);
    return al_fix_memory(f->checker, "a.xml", "", f->text, f->size, f->made.result, flags, &f->fix);
}

/* The text with `old` as `new` comes of it, by so many changes; NULL: nothing does. */
static void expect(fixture *f, const char *old, const char *new, size_t changes)
{
    char wanted[1024];
    size_t size;
    assert_int_equal(run(f, AL_FIX_ALSO_UNSAFE), AL_OK);
    const uint8_t *bytes = al_fix_bytes(f->fix, &size);
    assert_int_equal(al_fix_change_count(f->fix), changes);
    if (old == NULL) {
        assert_null(bytes);
        return;
    }
    const size_t before = (size_t)(strstr(f->text, old) - f->text);
    (void)snprintf(wanted, sizeof wanted, "%.*s%s%s", (int)before, f->text, new,
                   f->text + before + strlen(old));
    assert_int_equal(size, strlen(wanted));
    assert_memory_equal(bytes, wanted, size);
}

static void expect_refused(fixture *f, const char *reason, uint64_t count)
{
    const al_refusal *refusal = al_fix_refusal(f->fix, 0);
    assert_int_equal(al_fix_refusal_count(f->fix), reason != NULL);
    if (reason == NULL)
        return;
    assert_string_equal(refusal->reason, reason);
    assert_int_equal(refusal->count, count);
    assert_false(refusal->held_back);
}

/* ---- XML ----------------------------------------------------------------------------------------------- */

static void an_attribute_is_written(void **state)
{
    fixture f;
    (void)state;
    begin(&f, part, "xml");
    find(&f, "x4/missing-mesh", "part/@wreck", "a&amp;b", "a&b", "x/a&\"'<c-lod0.xmf");
    expect(&f, "a&amp;b", "a&amp;&quot;'&lt;c", 1);
    expect_refused(&f, NULL, 0);
    const al_change *change = al_fix_change(f.fix, 0);
    assert_string_equal(change->before, "a&b");
    assert_string_equal(change->after, "a&\"'<c");
    assert_string_equal(change->field, "part/@wreck");
    assert_int_equal(change->removed, strlen("a&amp;b"));
    end(&f);
}

static void levels_rename_their_part_once(void **state)
{
    fixture f;
    (void)state;
    begin(&f, part, "xml");
    find(&f, "x4/missing-mesh", "part/lods/lod[@index='0']", "<lod index='0'/>", "0", "a/hull-lod0.xmf");
    find(&f, "x4/missing-mesh", "part/lods/lod[@index='1']", "<lod index='1'/>", "1", "a/hull-lod1.xmf");
    expect(&f, "hul'", "hull'", 1);
    expect_refused(&f, NULL, 0);
    f.made.findings[1].expected = al_text("a/hall-lod1.xmf");
    expect(&f, "hul'", "hull'", 1);
    expect_refused(&f, "several names are proposed for it", 1);
    end(&f);
    begin(&f, "<a><lod index='0'/></a>", "xml");
    find(&f, "x4/missing-mesh", "a/lod[@index='0']", "<lod index='0'/>", "0", "a/hull-lod0.xmf");
    expect(&f, NULL, NULL, 0);
    expect_refused(&f, changed, 1);
    end(&f);
}

static void an_element_is_written_by_its_name(void **state)
{
    fixture f;
    (void)state;
    begin(&f, part, "xml");
    find(&f, "x4/missing-mesh", "part[@name='hul']", "<part name='hul' wreck=\"a&amp;b\">", "hul",
         "hull-lod0.xmf");
    find(&f, "x4/missing-mesh", "part/@wreck", "a&amp;b", "a&b", "a&b2-lod0.xmf");
    expect(&f, "hul' wreck=\"a&amp;b", "hull' wreck=\"a&amp;b2", 2);
    assert_string_equal(al_fix_change(f.fix, 1)->after, "a&b2");
    end(&f);
}

static void another_file_is_left_alone(void **state)
{
    static const struct {
        const char *field, *at, *actual;
        uint64_t moved;
    } cases[] = {{"part/@wreck", "a&amp;b", "a&c", 0},
                 {"part/@wreck", "a&amp;b", "a&b", 1},
                 {"part/@wreck", "a&amp;b", "a&b", 99},
                 {"part/@value", "a&amp;b", "a&b", 0},
                 {"part/@wreck", "a&amp;", "a&b", 0},
                 {"part", "<part name='hul'", "hul", 0},
                 {"part/@wreck", "a&amp;b", "a&b", UINT64_MAX / 2}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture f;
        begin(&f, part, "xml");
        find(&f, "x4/missing-mesh", cases[i].field, cases[i].at, cases[i].actual, "x-lod0.xmf")->offset +=
            cases[i].moved;
        expect(&f, NULL, NULL, 0);
        expect_refused(&f, changed, 1);
        end(&f);
    }
}

/* What is behind a mistake isn't known, so nothing is written. */
static void broken_xml_is_left_alone(void **state)
{
    fixture f;
    (void)state;
    begin(&f, "<a value='x'><b></a>", "xml");
    find(&f, "x4/index-path", "a/@value", "x", "x", "y");
    expect(&f, NULL, NULL, 0);
    expect_refused(&f, "other values of the file would change", 1);
    end(&f);
}

static void a_name_without_characters_is_refused(void **state)
{
    static const char *const names[] = {"a\x07", "a\xff", "a\n"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        fixture f;
        begin(&f, "<a value='x'/>", "xml");
        find(&f, "x4/index-path", "a/@value", "x", "x", names[i]);
        expect(&f, NULL, NULL, 0);
        expect_refused(&f, unwritable, 1);
        end(&f);
    }
}

static void unsafe_ones_are_held_back(void **state)
{
    fixture f;
    size_t size;
    (void)state;
    begin(&f, "<a value='x' name='n' ref='r'/>", "xml");
    find(&f, "x4/index-path", "a/@value", "x", "x", "y");
    find(&f, "x4/index-path", "a/@name", "n", "n", "m");
    find(&f, "x4/connection-ref", "a/@ref", "r'", "r", "s")->length = 1;
    f.made.findings[0].fix_kind = AL_FIX_SAFE;
    f.made.findings[1].offset = 19;
    f.made.findings[2].fix_kind = AL_FIX_NONE;
    assert_int_equal(run(&f, 0), AL_OK);
    assert_int_equal(al_fix_change_count(f.fix), 1);
    assert_int_equal(al_fix_change(f.fix, 0)->kind, AL_FIX_SAFE);
    assert_memory_equal(al_fix_bytes(f.fix, &size), "<a value='y'", 12);
    assert_int_equal(al_fix_refusal_count(f.fix), 1);
    assert_true(al_fix_refusal(f.fix, 0)->held_back);
    expect(&f, "x' name='n", "y' name='m", 2);
    end(&f);
}

/* ---- .gfx ---------------------------------------------------------------------------------------------- */

static void a_gfx_is_written(void **state)
{
    fixture f;
    (void)state;
    begin(&f, gfx, "clausewitz");
    find(&f, "pdx/missing-actor-file", "EMFXActorType[\"A\"].actorfile", "\"gfx\\anims\\a_b.xac\"",
         "gfx\\anims\\a_b.xac", "gfx/anims/AB c.xac");
    expect(&f, "a_b", "AB c", 1);
    assert_string_equal(al_fix_change(f.fix, 0)->field, "EMFXActorType[\"A\"].actorfile");
    f.made.findings[0].expected = al_text("gfx/anims/\xC3\xA4.xac");
    expect(&f, NULL, NULL, 0);
    expect_refused(&f, unwritable, 1);
    f.made.findings[0].actual = al_text("gfx\\anims\\c.xac");
    expect(&f, NULL, NULL, 0);
    expect_refused(&f, changed, 1);
    end(&f);
    begin(&f, gfx, "clausewitz");
    find(&f, "pdx/missing-motion", "EMFXActorType[\"A\"].idle", "gfx/anims/a.xsm", "gfx/anims/a.xsm",
         "gfx/anims/a b.xsm");
    expect(&f, NULL, NULL, 0);
    expect_refused(&f, unwritable, 1);
    f.made.findings[0].expected = al_text("gfx/anims/ab.xac");
    expect(&f, "a.xsm", "ab.xac", 1);
    end(&f);
}

/* ---- The result ---------------------------------------------------------------------------------------- */

/* Whether a file counts as `text` with the changes that `f` plans. */
static bool holds(fixture *f, const char *fixed)
{
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_arena_on(&budget);
    al_misspelling items[MADE_MOST];
    al_references r = {.arena = &arena,
                       .format = f->made.result->format,
                       .file = al_span_of(f->text, f->size),
                       .items = items,
                       .count = f->made.result->finding_count};
    for (size_t i = 0; i < r.count; i++)
        items[i] = (al_misspelling){.finding = &f->made.findings[i]};
    al_references_plan(&r);
    assert_int_equal(r.rewrite_count, r.count);
    const bool same = al_references_hold(&r, al_span_of(fixed, strlen(fixed)));
    al_arena_free(&arena);
    return same;
}

static void only_the_new_values_may_differ(void **state)
{
    static const char *const xml[] = {
        "<a value='x' b='1'><c/></a>", "<a value='z' b='1'><c/></a>",        "<a value='y' b='2'><c/></a>",
        "<a value='y' c='1'><c/></a>", "<a value='y' b='1'><d/></a>",        "<a value='y' b='1'/>",
        "<a value='y' b='1'/><c/>",    "<a value='y' b='1'><c><c/></c></a>", "<b value='y' b='1'><c/></b>"};
    static const char *const texts[] = {
        "EMFXActorType = { name = \"A\" actorfile = a_b.xac idle = a.xsm }",
        "EMFXActorType = { name = \"A\" actorfile = b.xac idle = b.xsm }",
        "EMFXActorType = { name = \"B\" actorfile = b.xac idle = a.xsm } EMFXActorType = { }",
        "EMFXActorType = { name = \"A\" actorfile = b.xac move = a.xsm }",
        "EMFXActorType = { name = \"A\" actorfile = b.xac }"};
    fixture f;
    (void)state;
    begin(&f, xml[0], "xml");
    find(&f, "x4/index-path", "a/@value", "x", "x", "y");
    assert_true(holds(&f, "<a value='y' b=\"1\"><c></c></a>"));
    for (size_t i = 0; i < sizeof xml / sizeof xml[0]; i++)
        assert_false(holds(&f, xml[i]));
    end(&f);
    begin(&f, texts[0], "clausewitz");
    find(&f, "pdx/missing-actor-file", "a", "a_b.xac", "a_b.xac", "b.xac");
    assert_true(holds(&f, "EMFXActorType = { name = \"A\" actorfile = b.xac idle = a.xsm }"));
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_false(holds(&f, texts[i]));
    end(&f);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* Each allocation fails once: nothing, or all. */
static void fail_each(fixture *f)
{
    bool done = false;
    for (uint64_t n = 1; !done; n++) {
        al_options_fail_allocation(f->options, n);
        const al_status status = run(f, AL_FIX_ALSO_UNSAFE);
        assert_true(status == AL_OK || status == AL_OUT_OF_MEMORY);
        assert_true(status == AL_OK || f->fix == NULL);
        assert_true(n < 500);
        done = status == AL_OK;
    }
    assert_int_equal(al_fix_change_count(f->fix), 2);
}

/* Too little memory is said; enough is enough. */
static void limit_each(fixture *f)
{
    bool done = false;
    al_options_fail_allocation(f->options, 0);
    for (uint64_t limit = 256; !done; limit += 256) {
        size_t size;
        al_options_set_limit(f->options, AL_LIMIT_MEMORY, limit);
        assert_int_equal(run(f, AL_FIX_ALSO_UNSAFE), AL_OK);
        done = al_fix_bytes(f->fix, &size) != NULL;
        assert_true(done || al_fix_change_count(f->fix) == 0);
        assert_true(limit < 1 << 20);
    }
    assert_int_equal(al_fix_change_count(f->fix), 2);
    assert_int_equal(al_fix_refusal_count(f->fix), 0);
}

static void memory_may_be_short(void **state)
{
    fixture f;
    (void)state;
    begin(&f, part, "xml");
    find(&f, "x4/missing-mesh", "part/@wreck", "a&amp;b", "a&b", "b-lod0.xmf");
    find(&f, "x4/missing-mesh", "part/lods/lod[@index='0']", "<lod index='0'/>", "0", "a/hull-lod0.xmf");
    fail_each(&f);
    limit_each(&f);
    end(&f);
    begin(&f, gfx, "clausewitz");
    find(&f, "pdx/missing-actor-file", "a", "\"gfx\\anims\\a_b.xac\"", "gfx\\anims\\a_b.xac",
         "gfx/anims/b.xac");
    find(&f, "pdx/missing-motion", "b", "gfx/anims/a.xsm", "gfx/anims/a.xsm", "gfx/anims/b.xsm");
    fail_each(&f);
    limit_each(&f);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_attribute_is_written),
        cmocka_unit_test(levels_rename_their_part_once),
        cmocka_unit_test(an_element_is_written_by_its_name),
        cmocka_unit_test(another_file_is_left_alone),
        cmocka_unit_test(broken_xml_is_left_alone),
        cmocka_unit_test(a_name_without_characters_is_refused),
        cmocka_unit_test(unsafe_ones_are_held_back),
        cmocka_unit_test(a_gfx_is_written),
        cmocka_unit_test(only_the_new_values_may_differ),
        cmocka_unit_test(memory_may_be_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
