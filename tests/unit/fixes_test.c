/* fixes_test.c: what a caller of al_fix gets: changes, refusals, the bytes; members, limits and failures.
 * What the fixers do is tested in tests/fix. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include <assetlint/assetlint.h>

#include "engine/options.h"
#include "mesh.h"

enum { MAXIMUM = 48, FIRST_MATERIAL_COUNT = 4 }; /* offsets in a descriptor, and in a material */

/* A mesh whose index buffer says that its highest index is 7, with four bytes behind its end. */
typedef struct fixture {
    mesh clean, broken;
    al_options *options;
    al_checker *checker;
} fixture;

static void set_maximum(mesh *m, double maximum)
{
    memcpy(m->bytes + mesh_desc_at(1, MAXIMUM), &maximum, sizeof maximum);
}

static int begin(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    if (f == NULL)
        return -1;
    f->clean = mesh_plain(6, true);
    set_maximum(&f->clean, 5);
    f->broken = (mesh){.bytes = malloc(f->clean.size + 4), .size = f->clean.size + 4};
    f->options = al_options_new();
    f->checker = al_checker_new(f->options);
    if (f->broken.bytes == NULL || f->checker == NULL)
        return -1;
    memcpy(f->broken.bytes, f->clean.bytes, f->clean.size);
    memcpy(f->broken.bytes + f->clean.size, "rest", 4);
    set_maximum(&f->broken, 7);
    *state = f;
    return 0;
}

static int end(void **state)
{
    fixture *f = *state;
    al_checker_free(f->checker);
    al_options_free(f->options);
    mesh_free(&f->clean);
    mesh_free(&f->broken);
    free(f);
    return 0;
}

static al_fix *fix_of(const fixture *f, const mesh *m, const al_result *result, unsigned flags)
{
    al_fix *fix = NULL;
    assert_int_equal(al_fix_memory(f->checker, "m.xmf", "", m->bytes, m->size, result, flags, &fix), AL_OK);
    assert_non_null(fix);
    return fix;
}

static void assert_bytes(const al_fix *fix, const mesh *expected)
{
    size_t size;
    const uint8_t *bytes = al_fix_bytes(fix, &size);
    assert_int_equal(size, expected->size);
    assert_memory_equal(bytes, expected->bytes, size);
}

static void assert_unchanged(const al_fix *fix)
{
    size_t size = 1;
    assert_null(al_fix_bytes(fix, &size));
    assert_int_equal(size, 0);
    assert_int_equal(al_fix_change_count(fix), 0);
    assert_null(al_fix_change(fix, 0));
}

/* ---- What is handed out -------------------------------------------------------------------------------- */

static void changes_in_the_order_of_the_catalogue(void **state)
{
    const fixture *f = *state;
    al_fix *fix = fix_of(f, &f->broken, NULL, 0);
    assert_bytes(fix, &f->clean);
    assert_int_equal(al_fix_change_count(fix), 2);
    const al_change *cut = al_fix_change(fix, 0), *set = al_fix_change(fix, 1);
    assert_string_equal(cut->rule->id, "xmf/trailing-bytes");
    assert_string_equal(cut->field, "");
    assert_int_equal(cut->offset, f->clean.size);
    assert_int_equal(cut->removed, 4);
    assert_int_equal(cut->added, 0);
    assert_string_equal(cut->before, "4 bytes");
    assert_string_equal(cut->after, "nothing");
    assert_string_equal(set->rule->id, "xmf/index-maximum");
    assert_int_equal(set->kind, AL_FIX_SAFE);
    assert_string_equal(set->field, "buffers[1].max");
    assert_int_equal(set->offset, mesh_desc_at(1, MAXIMUM));
    assert_int_equal(set->removed, sizeof(double));
    assert_string_equal(set->before, "7");
    assert_string_equal(set->after, "5");
    assert_null(al_fix_change(fix, 2));
    assert_null(al_fix_refusal(fix, 0));
    al_fix_free(fix);
    fix = fix_of(f, &f->clean, NULL, 0);
    assert_unchanged(fix);
    al_fix_free(fix);
}

static void rules_that_are_off_stay_broken(void **state)
{
    const fixture *f = *state;
    assert_int_equal(al_options_ignore(f->options, "xmf/index-maximum", NULL), AL_OK);
    al_fix *fix = fix_of(f, &f->broken, NULL, 0);
    assert_int_equal(al_fix_change_count(fix), 1);
    assert_string_equal(al_fix_change(fix, 0)->rule->id, "xmf/trailing-bytes");
    al_fix_free(fix);
}

/* Only what the given result has is fixed, and nothing that it suppresses. */
static void a_result_says_what_is_fixed(void **state)
{
    const fixture *f = *state;
    al_result *all;
    assert_int_equal(al_check_memory(f->checker, "m.xmf", f->broken.bytes, f->broken.size, 0, &all), AL_OK);
    al_result one = *all;
    one.findings = &all->findings[0];
    one.finding_count = 1;
    al_fix *fix = fix_of(f, &f->broken, &one, 0);
    assert_int_equal(al_fix_change_count(fix), 1);
    assert_ptr_equal(al_fix_change(fix, 0)->rule, all->findings[0].rule);
    al_fix_free(fix);
    const al_suppressed suppressed = {.finding = all->findings[0], .justification = "as it is meant"};
    one.findings = all->findings;
    one.finding_count = all->finding_count;
    one.suppressed = &suppressed;
    one.suppressed_count = 1;
    fix = fix_of(f, &f->broken, &one, 0);
    assert_int_equal(al_fix_change_count(fix), 1);
    assert_ptr_equal(al_fix_change(fix, 0)->rule, all->findings[1].rule);
    al_fix_free(fix);
    al_result_free(all);
}

/* The only material has too few indices: it gets all of them, which is a choice. */
static void unsafe_fixes_are_held_back(void **state)
{
    const fixture *f = *state;
    mesh m = mesh_plain(6, true);
    const size_t at = MESH_HEADER + 2 * MESH_DESC + FIRST_MATERIAL_COUNT;
    const int32_t right = mesh_i32(&m, at);
    mesh_set_i32(&m, at, 3);
    al_fix *fix = fix_of(f, &m, NULL, 0);
    assert_unchanged(fix);
    const al_refusal *refusal = al_fix_refusal(fix, 0);
    assert_non_null(refusal);
    assert_string_equal(refusal->rule->id, "xmf/material-sum");
    assert_int_equal(refusal->kind, AL_FIX_UNSAFE);
    assert_int_equal(refusal->count, 1);
    assert_true(refusal->held_back);
    assert_null(al_fix_refusal(fix, 1));
    al_fix_free(fix);
    fix = fix_of(f, &m, NULL, AL_FIX_ALSO_UNSAFE);
    mesh_set_i32(&m, at, right);
    assert_bytes(fix, &m);
    assert_null(al_fix_refusal(fix, 0));
    al_fix_free(fix);
    mesh_free(&m);
}

/* ---- Other files --------------------------------------------------------------------------------------- */

static void files_without_fixes(void **state)
{
    const fixture *f = *state;
    al_fix *fix;
    const mesh text = {.bytes = (uint8_t[]){"a text"}, .size = 6}, nothing = {.bytes = NULL};
    fix = fix_of(f, &text, NULL, 0);
    assert_unchanged(fix);
    al_fix_free(fix);
    fix = fix_of(f, &nothing, NULL, 0);
    assert_unchanged(fix);
    al_fix_free(fix);
    assert_int_equal(al_fix_file(f->checker, "absent.xmf", "", NULL, 0, &fix), AL_OK);
    assert_unchanged(fix);
    al_fix_free(fix);
    al_fix_free(NULL);
}

static void a_limit_of_memory_refuses(void **state)
{
    const fixture *f = *state;
    bool refused = false;
    for (uint64_t memory = 4096; memory < 64 * 1024; memory += 512) {
        al_options_set_limit(f->options, AL_LIMIT_MEMORY, memory);
        al_fix *fix = fix_of(f, &f->broken, NULL, 0);
        const al_refusal *refusal = al_fix_refusal(fix, 0);
        if (refusal != NULL)
            refused = refused || strstr(refusal->reason, "max-memory") != NULL;
        al_fix_free(fix);
    }
    assert_true(refused);
}

static void every_allocation_may_fail(void **state)
{
    const fixture *f = *state;
    al_fix *fix = NULL;
    al_status status = AL_OUT_OF_MEMORY;
    unsigned quiet = 0;
    for (uint64_t n = 1; quiet < 3; n++) {
        al_options_fail_allocation(f->options, n);
        status = al_fix_memory(f->checker, "m.xmf", "", f->broken.bytes, f->broken.size, NULL, 0, &fix);
        assert_true(status == AL_OK || status == AL_OUT_OF_MEMORY);
        assert_int_equal(fix != NULL, status == AL_OK);
        if (status == AL_OK)
            assert_bytes(fix, &f->clean);
        quiet = status == AL_OK ? quiet + 1 : 0;
        al_fix_free(fix);
    }
}

static void kinds_have_names(void **state)
{
    (void)state;
    assert_string_equal(al_fix_kind_name(AL_FIX_NONE), "");
    assert_string_equal(al_fix_kind_name(AL_FIX_SAFE), "safe");
    assert_string_equal(al_fix_kind_name(AL_FIX_UNSAFE), "unsafe");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(changes_in_the_order_of_the_catalogue, begin, end),
        cmocka_unit_test_setup_teardown(rules_that_are_off_stay_broken, begin, end),
        cmocka_unit_test_setup_teardown(a_result_says_what_is_fixed, begin, end),
        cmocka_unit_test_setup_teardown(unsafe_fixes_are_held_back, begin, end),
        cmocka_unit_test_setup_teardown(files_without_fixes, begin, end),
        cmocka_unit_test_setup_teardown(a_limit_of_memory_refuses, begin, end),
        cmocka_unit_test_setup_teardown(every_allocation_may_fail, begin, end),
        cmocka_unit_test(kinds_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
