/* reused_checker_test.c: a checker that has checked other files, or has failed, finds what a new one finds.
 */
#include "test_folder.h"
#include "unit.h"

#include "engine/check.h"
#include "mesh.h"
#include "results.h"

enum { FILES = 8 };

/* Large and small files, clean and broken, in memory and in the folder. */
typedef struct fixture {
    al_options *options;
    mesh of[FILES];
} fixture;

static const char *const names[FILES] = {"a.xmf", "b.xmf", "c-collision.xmf", "d-lod0.xmf",
                                         "e.xmf", "f.xmf", "g.ani",           "h.txt"};

static void begin(fixture *f, test_folder *folder)
{
    *f = (fixture){al_options_new(),
                   {mesh_plain(30, true), mesh_plain(30000, true), mesh_plain(300, false),
                    mesh_plain(65535, false), mesh_plain(3000, true), mesh_plain(3000, true), anim_plain(40),
                    mesh_plain(900, true)}};
    assert_non_null(f->options);
    mesh_set_i32(&f->of[4], mesh_desc_at(0, 28), 2999);            /* inflates to more than declared */
    mesh_set_i32(&f->of[5], mesh_data_at(2, 1) + 100, 0x55555555); /* a damaged stream */
    mesh_set_i32(&f->of[6], ANIM_HEADER + 132, 7);                 /* declares keys that are missing */
    for (size_t i = 0; i < FILES; i++)
        test_folder_add_file(folder, names[i], f->of[i].bytes, f->of[i].size);
}

static void end(fixture *f)
{
    for (size_t i = 0; i < FILES; i++)
        mesh_free(&f->of[i]);
    al_options_free(f->options);
}

/* Checks the bytes of a file, or the file, which uses the kept buffer. */
static al_status check(const fixture *f, al_checker *checker, size_t file, bool from_file, al_result **result)
{
    return from_file
               ? al_check_file(checker, names[file], AL_NAMED, result)
               : al_check_memory(checker, names[file], f->of[file].bytes, f->of[file].size, AL_NAMED, result);
}

/* Checks each file with a checker that has checked the others and with a new one. */
static void compare_reused_and_new(const fixture *f, al_checker *worn, uint64_t memory)
{
    al_options_set_limit(f->options, AL_LIMIT_MEMORY, memory);
    for (size_t i = 0; i < (size_t)2 * FILES; i++) {
        al_checker *fresh = al_checker_new(f->options);
        al_result *worn_result, *fresh_result;
        assert_int_equal(check(f, worn, i / 2, i % 2 == 1, &worn_result), AL_OK);
        assert_int_equal(check(f, fresh, i / 2, i % 2 == 1, &fresh_result), AL_OK);
        assert_same_result(worn_result, fresh_result);
        al_result_free(worn_result);
        al_result_free(fresh_result);
        al_checker_free(fresh);
    }
}

static void a_reused_checker_finds_what_a_new_one_finds(void **state)
{
    fixture f;
    begin(&f, *state);
    al_checker *worn = al_checker_new(f.options);
    assert_non_null(worn);
    compare_reused_and_new(&f, worn, UINT64_C(1) << 30);
    compare_reused_and_new(&f, worn, UINT64_C(1) << 30);
    for (uint64_t memory = 3000; memory < 1200000; memory += memory / 12)
        compare_reused_and_new(&f, worn, memory);
    for (uint64_t memory = 0; memory <= 12; memory++) /* limits just below and above the needs of the file */
        compare_reused_and_new(&f, worn, f.of[3].size - 6 + memory);
    al_checker_free(worn);
    end(&f);
}

/* Each allocation of a check fails once: there is no result, or the usual one. */
static void compare_failing(const fixture *f, size_t file, bool from_file)
{
    al_checker *checker = al_checker_new(f->options);
    al_result *usual, *r;
    unsigned failed = 0;
    assert_int_equal(check(f, checker, file, from_file, &usual), AL_OK);
    for (uint64_t n = 1, quiet = 0; quiet < 3; n++) {
        r = usual;
        al_options_fail_allocation(f->options, n);
        const al_status status = check(f, checker, file, from_file, &r);
        if (status == AL_OK) {
            assert_same_result(r, usual);
            quiet++;
        } else {
            assert_int_equal(status, AL_OUT_OF_MEMORY);
            assert_null(r);
            failed++;
            quiet = 0;
        }
        al_result_free(r);
        al_options_fail_allocation(f->options, 0);
        assert_int_equal(check(f, checker, file, false, &r), AL_OK); /* the checker still works */
        assert_same_result(r, usual);
        al_result_free(r);
    }
    assert_in_range(failed, 2, 100);
    al_result_free(usual);
    al_checker_free(checker);
}

static void allocations_that_fail(void **state)
{
    fixture f;
    begin(&f, *state);
    for (size_t i = 0; i < FILES; i++) {
        compare_failing(&f, i, false);
        compare_failing(&f, i, true);
    }
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_TEST_FOLDER(a_reused_checker_finds_what_a_new_one_finds),
        IN_TEST_FOLDER(allocations_that_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
