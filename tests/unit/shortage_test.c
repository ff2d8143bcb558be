/* shortage_test.c: failing malloc. Every allocation of the library goes through this file, and the n-th of a
 * run fails. This also tests the count of allocations in the budget. */
#include "failing_memory.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "core/limits.h"
#include "mesh.h"
#include "relations/xml/xml.h"
#include "results.h"

/* ---- A visitor that does nothing ----------------------------------------------------------------------- */

static void see_list(void *context, const char *name, uint64_t count, uint64_t e)
{
    (void)name, (void)count, (void)e;
    ++*(unsigned long *)context;
}

static void see_end(void *context)
{
    ++*(unsigned long *)context;
}

static void see_object_end(void *context, al_extent e)
{
    (void)e;
    ++*(unsigned long *)context;
}

static void see_object(void *context, const char *name, int64_t index, uint64_t e)
{
    (void)name, (void)index, (void)e;
    ++*(unsigned long *)context;
}

static void see_value(void *context, const char *name, al_value v, const char *meaning, al_extent e)
{
    (void)name, (void)v, (void)meaning, (void)e;
    ++*(unsigned long *)context;
}

static void see_series(void *context, const char *name, const al_series *s, al_extent e)
{
    (void)name, (void)s, (void)e;
    ++*(unsigned long *)context;
}

static void see_item(void *context, const double *components, unsigned count, al_extent e)
{
    (void)components, (void)count, (void)e;
    ++*(unsigned long *)context;
}

/* ---- Whole checks, from options to result -------------------------------------------------------------- */

typedef al_status check_way(al_checker *checker, const char *path, const mesh *m, al_result **r);

static al_status run_memory(al_checker *checker, const char *path, const mesh *m, al_result **r)
{
    return al_check_memory(checker, path, m->bytes, m->size, AL_NAMED, r);
}

static al_status run_file(al_checker *checker, const char *path, const mesh *m, al_result **r)
{
    (void)m;
    return al_check_file(checker, path, AL_NAMED, r);
}

static al_status run_dump(al_checker *checker, const char *path, const mesh *m, al_result **r)
{
    unsigned long calls = 0;
    const al_visitor visitor = {.size = sizeof(al_visitor),
                                .context = &calls,
                                .list = see_list,
                                .list_end = see_end,
                                .object = see_object,
                                .object_end = see_object_end,
                                .value = see_value,
                                .series = see_series,
                                .item = see_item};
    return al_dump_memory(checker, path, m->bytes, m->size, &visitor, r);
}

/* One run; NULL if it ran out of memory. */
static al_result *run_check(check_way *way, const char *path, const mesh *m)
{
    al_result *r = NULL;
    al_options *options = al_options_new();
    al_checker *checker = options != NULL ? al_checker_new(options) : NULL;
    if (checker != NULL) {
        const al_status status = way(checker, path, m, &r);
        if (status != AL_OK) {
            assert_int_equal(status, AL_OUT_OF_MEMORY);
            assert_null(r);
        }
    }
    al_checker_free(checker);
    al_options_free(options);
    return r;
}

static void each_allocation_fails(check_way *way, const char *path, const mesh *m)
{
    unsigned failed = 0;
    al_result *usual = run_check(way, path, m);
    assert_non_null(usual);
    const size_t blocks = failing_memory_blocks();
    for (unsigned long n = 1;; n++) {
        failing_memory_arm(n);
        al_result *r = run_check(way, path, m);
        if (!failing_memory_disarm()) { /* the run has fewer allocations */
            assert_same_result(r, usual);
            al_result_free(r);
            break;
        }
        if (r != NULL)
            assert_same_result(r, usual); /* the run worked without that memory */
        else
            failed++;
        al_result_free(r);
        assert_int_equal(failing_memory_blocks(), blocks);
    }
    assert_in_range(failed, 4, 200);
    al_result_free(usual);
}

static void checks_of_a_mesh(void **state)
{
    (void)state;
    mesh m = mesh_plain(3000, true);
    mesh_set_i32(&m, 0x16, 5);
    each_allocation_fails(run_memory, "hull.xmf", &m);
    each_allocation_fails(run_dump, "hull.xmf", &m);
    mesh_free(&m);
    m = mesh_plain(3000, false);
    each_allocation_fails(run_memory, "hull.xmf", &m);
    mesh_free(&m);
}

static void checks_of_damaged_streams(void **state)
{
    (void)state;
    mesh m = mesh_plain(30000, true);
    memset(m.bytes + mesh_data_at(2, 1) + 2000, 0x55, 10);
    mesh_set_i32(&m, mesh_desc_at(1, 28), 29997);
    each_allocation_fails(run_memory, "hull.xmf", &m);
    mesh_free(&m);
}

static void checks_of_an_animation(void **state)
{
    (void)state;
    mesh m = anim_plain(5);
    mesh_set_i32(&m, 4, 0);
    each_allocation_fails(run_memory, "ship.ani", &m);
    each_allocation_fails(run_dump, "ship.ani", &m);
    mesh_free(&m);
}

static void checks_of_unknown_files(void **state)
{
    (void)state;
    mesh m = anim_plain(0);
    each_allocation_fails(run_memory, "notes.txt", &m);
    each_allocation_fails(run_file, "unit_shortage_none.xmf", &m);
    mesh_free(&m);
}

static void checks_of_a_file(void **state)
{
    (void)state;
    static const char path[] = "unit_shortage.xmf";
    mesh m = mesh_plain(3000, true);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(m.bytes, 1, m.size, out), m.size);
    assert_int_equal(fclose(out), 0);
    each_allocation_fails(run_file, path, &m);
    assert_int_equal(remove(path), 0);
    mesh_free(&m);
}

/* ---- Single allocations -------------------------------------------------------------------------------- */

/* A block that is too small to be moved by its pages, and one that isn't. */
static void a_block_that_cannot_grow_stays(void **state)
{
    (void)state;
    static const uint64_t sizes[] = {12000, 2 * (uint64_t)AL_MOVED_BY_PAGES};
    for (size_t i = 0; i < 2; i++) {
        al_budget budget = al_budget_of(UINT64_MAX, 0);
        al_arena arena = al_arena_on(&budget);
        uint8_t *memory = al_resize(&arena, NULL, 0, sizes[i]);
        assert_non_null(memory);
        memory[sizes[i] - 1] = 7;
        const uint64_t used = budget.used;
        failing_memory_arm(1);
        assert_null(al_resize(&arena, memory, sizes[i], 2 * sizes[i]));
        assert_true(failing_memory_disarm());
        assert_int_equal(budget.used, used);
        assert_int_equal(budget.shortage, AL_SHORTAGE_SYSTEM);
        assert_int_equal(memory[sizes[i] - 1], 7);
        al_arena_free(&arena);
    }
}

static bool pass_start(void *context, const al_xml_tag *tag)
{
    (void)context, (void)tag;
    return true;
}

/* The parser of XML allocates by functions of its own. */
static void texts_of_xml(void **state)
{
    (void)state;
    static char text[40000];
    const al_xml_visitor visitor = {.start = pass_start};
    bool failed = true;
    (void)snprintf(text, sizeof text, "<a b='%030000d'><c d='e'/></a>", 0);
    for (unsigned long n = 1; failed; n++) {
        al_budget budget = al_budget_of(UINT64_MAX, 0);
        failing_memory_arm(n);
        const al_xml_result result = al_xml_read(al_span_of(text, strlen(text)), &budget, &visitor);
        failed = failing_memory_disarm();
        assert_int_equal(result.outcome, failed ? AL_XML_NO_MEMORY : AL_XML_WHOLE);
        assert_int_equal(budget.shortage, failed ? AL_SHORTAGE_SYSTEM : AL_SHORTAGE_NONE);
        assert_int_equal(budget.used, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checks_of_a_mesh),       cmocka_unit_test(checks_of_damaged_streams),
        cmocka_unit_test(checks_of_an_animation), cmocka_unit_test(checks_of_unknown_files),
        cmocka_unit_test(checks_of_a_file),       cmocka_unit_test(a_block_that_cannot_grow_stays),
        cmocka_unit_test(texts_of_xml),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
