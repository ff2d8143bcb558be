/* fix_plan_test.c: numbers that a plan writes, and those that don't fit their field. */
#include "unit.h"

#include <math.h>
#include <string.h>

#include "kit/fix_keys.h"
#include "kit/fix_plan.h"

typedef struct fixture {
    al_budget budget;
    al_arena arena;
    al_job job;
    al_fix_plan plan;
} fixture;

static void begin(fixture *f)
{
    f->budget = al_budget_of(UINT64_MAX, 0);
    f->arena = al_arena_on(&f->budget);
    f->job = (al_job){.arena = &f->arena};
    f->plan = (al_fix_plan){.job = &f->job};
}

/* Sets a field of so many bytes, and returns whether that was planned. */
static bool sets(uint64_t size, al_value number)
{
    fixture f;
    begin(&f);
    const al_claim field = {.length = size, .path = al_field(NULL, "count")};
    al_fix_set(&f.plan, &field, number);
    const bool planned = f.plan.count == 1 && f.plan.items[0].bytes.len == size;
    assert_int_equal(planned, f.plan.refusal[0] == '\0');
    al_arena_free(&f.arena);
    return planned;
}

static void numbers_fit_their_fields(void **state)
{
    (void)state;
    assert_true(sets(8, al_uint(UINT64_MAX)));
    assert_true(sets(1, al_uint(255)));
    assert_false(sets(1, al_uint(256)));
    assert_false(sets(16, al_uint(1)));
    assert_true(sets(4, al_int(-1)));
    assert_false(sets(16, al_int(-1)));
    assert_true(sets(4, al_real(0.5)));
    assert_true(sets(8, al_real(0.5)));
    assert_false(sets(2, al_real(0.5)));
    assert_false(sets(4, al_text("four")));
    assert_false(sets(4, (al_value){.kind = AL_VALUE_NONE}));
}

/* A chunk may have declared fewer bytes than a fix takes away. */
static void numbers_that_become_smaller(void **state)
{
    (void)state;
    for (uint64_t was = 63; was <= 64; was++) {
        fixture f;
        begin(&f);
        const al_claim field = {.length = 4, .path = al_field(NULL, "length"), .actual = al_uint(was)};
        al_fix_add(&f.plan, &field, -64);
        assert_int_equal(f.plan.count, was == 64);
        assert_string_equal(f.plan.refusal,
                            was == 64 ? "" : "length is too small: 63, and the fix takes 64 away");
        al_fix_add(&f.plan, &field, 2);
        assert_int_equal(al_u32_at(f.plan.items[f.plan.count - 1].bytes, 0), was + 2);
        al_arena_free(&f.arena);
    }
}

static void assert_put(al_scalar type, double number, bool big_endian, const void *expected, size_t size)
{
    uint8_t bytes[8] = {0};
    al_put_number(bytes, type, number, big_endian);
    assert_memory_equal(bytes, expected, size);
}

static void numbers_of_all_types(void **state)
{
    const double real = -0.25;
    (void)state;
    assert_put(AL_TYPE_u8, 300, false, "\xFF", 1);
    assert_put(AL_TYPE_i16, -40000, true, "\x80\x00", 2);
    assert_put(AL_TYPE_i32, -2, false, "\xFE\xFF\xFF\xFF", 4);
    assert_put(AL_TYPE_u16, 258.4, true, "\x01\x02", 2);
    assert_put(AL_TYPE_f64, real, false, &real, sizeof real);
}

/* Of two rotations the one without a length stays. */
static void rotations_that_are_not_finite(void **state)
{
    fixture f;
    const float rotations[8] = {NAN, 0, 0, 1, 0, 0, 0, 2};
    const al_path path = al_field(NULL, "rotations");
    (void)state;
    begin(&f);
    const al_items items = al_items_of(al_span_of(rotations, sizeof rotations), 16, &path, NULL);
    al_fix_rotations(&f.plan, &items, AL_TYPE_f32, 1, 0.1);
    assert_int_equal(f.plan.count, 1);
    assert_int_equal(f.plan.items[0].offset, 16);
    assert_memory_equal(f.plan.items[0].bytes.ptr, ((float[]){0, 0, 0, 1}), 16);
    al_arena_free(&f.arena);
}

static void names_of_nodes(void **state)
{
    al_node_name two[] = {{.index = 1, .text = "hip"}, {.index = 4, .text = "knee"}};
    const al_node_names names = {.items = two, .count = 2};
    al_job job = {.node_names = NULL};
    (void)state;
    assert_null(al_name_of_node(&job, 1));
    job.node_names = &names;
    assert_string_equal(al_name_of_node(&job, 1), "hip");
    assert_string_equal(al_name_of_node(&job, 4), "knee");
    assert_null(al_name_of_node(&job, 2));
    assert_null(al_name_of_node(&job, 5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_fit_their_fields), cmocka_unit_test(numbers_that_become_smaller),
        cmocka_unit_test(numbers_of_all_types),     cmocka_unit_test(rotations_that_are_not_finite),
        cmocka_unit_test(names_of_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
