/* own_files_test.c: findings in files that Victoria 2 itself has. None of these may be here, so the test
 * plays that the game has a file. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "core/md5.h"
#include "core/span.h"
#include "engine/options.h"
#include "relations/relations.h"

static const char *own_path; /* NULL: the game has none */

static bool played_has_md5(const uint8_t *md5)
{
    enum { MOST = 1 << 16 };
    static uint8_t bytes[MOST];
    uint8_t own[AL_MD5_SIZE];
    FILE *in = own_path != NULL ? fopen(own_path, "rb") : NULL;
    if (in == NULL)
        return false;
    al_md5 sum = al_md5_start();
    al_md5_add(&sum, al_span_of(bytes, fread(bytes, 1, MOST, in)));
    al_md5_end(&sum, own);
    assert_int_equal(fclose(in), 0);
    return memcmp(md5, own, sizeof own) == 0;
}

#define al_victoria2_has_md5 played_has_md5
#include "engine/file_check.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

#define ACTOR  UNIT_RULES "/xac/several/all-to-be-fixed.xac"
#define MOTION UNIT_RULES "/xsm/several/three-defects.xsm"
#define MESH   UNIT_RULES "/xmf/several/three-defects.xmf"

/* The result, to be freed; NULL when out of memory. */
static al_result *try_check(const al_options *options, const char *path, bool own)
{
    const al_subject about = {.path = path, .member = "", .flags = AL_NAMED};
    al_checker *checker = al_checker_new(options);
    assert_non_null(checker);
    al_file_check c;
    al_source source;
    al_result *result;
    own_path = own ? path : NULL;
    al_source_open(&source, path);
    if (al_file_check_begin(&c, checker, &about))
        al_file_check_bytes(&c, &source);
    const al_status status = al_file_check_end(&c, &result);
    assert_int_equal(status, result != NULL ? AL_OK : AL_OUT_OF_MEMORY);
    al_source_close(&source);
    al_checker_free(checker);
    return result;
}

static al_result *check(const al_options *options, const char *path, bool own)
{
    al_result *result = try_check(options, path, own);
    assert_non_null(result);
    return result;
}

/* All findings of the game's own file are notes, which say so. */
static void expect_notes(const char *path)
{
    al_result *other = check(NULL, path, false), *own = check(NULL, path, true);
    assert_true(other->errors > 1);
    assert_int_equal(own->finding_count, other->finding_count);
    assert_int_equal(own->errors + own->warnings, 0);
    assert_int_equal(own->notes, own->finding_count);
    for (size_t i = 0; i < own->finding_count; i++) {
        char expected[AL_MAX_MESSAGE];
        const al_finding *f = &own->findings[i], *before = &other->findings[i];
        (void)snprintf(expected, sizeof expected, "%s%s", before->message,
                       before->level != AL_NOTE ? "; this is Victoria 2's own file, unchanged" : "");
        assert_string_equal(f->message, expected);
        assert_ptr_equal(f->rule, before->rule);
        assert_int_equal(f->level, AL_NOTE);
        assert_false(f->crash);
    }
    al_result_free(other);
    al_result_free(own);
}

static void actors_and_motions_of_the_game(void **state)
{
    (void)state;
    expect_notes(ACTOR);
    expect_notes(MOTION);
}

/* Other formats aren't those of the game, and a level that the user gives stays. */
static void what_stays_as_it_is(void **state)
{
    (void)state;
    al_result *mesh = check(NULL, MESH, true);
    assert_true(mesh->errors > 1);
    al_result_free(mesh);
    al_options *options = al_options_new();
    assert_non_null(options);
    assert_int_equal(al_options_set_level(options, "xac/child-count", AL_ERROR, NULL), AL_OK);
    al_result *actor = check(options, ACTOR, true);
    assert_int_equal(actor->errors, 1);
    assert_int_equal(actor->notes, actor->finding_count - 1);
    for (size_t i = 0; i < actor->finding_count; i++)
        if (actor->findings[i].level == AL_ERROR)
            assert_string_equal(actor->findings[i].message,
                                "node 0 \"root\" declares 2 children, but 1 node has it as parent");
    al_result_free(actor);
    al_options_free(options);
}

/* A finding whose message finds no room is no finding. */
static void an_allocation_may_fail(void **state)
{
    (void)state;
    al_options *options = al_options_new();
    al_result *result = NULL;
    assert_non_null(options);
    while (result == NULL) {
        options->fail_allocation++;
        result = try_check(options, MOTION, true);
    }
    assert_in_range(options->fail_allocation, 10, 1000);
    assert_int_equal(result->notes, result->finding_count);
    al_result_free(result);
    al_options_free(options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actors_and_motions_of_the_game),
        cmocka_unit_test(what_stays_as_it_is),
        cmocka_unit_test(an_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
