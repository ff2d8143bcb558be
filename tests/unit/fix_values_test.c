/* fix_values_test.c: a fix that changes other values than it says is noticed, wherever they are. */
#include "unit.h"

#include "fix/values.h"
#include "seed.h"

enum { ROOM = 4096, MEMORY = 1 << 20 };

typedef struct fixture {
    al_checker *checker;
    const al_format *format;
    uint8_t bytes[ROOM];
    size_t size;
} fixture;

static void open_seed(fixture *f)
{
    f->size = read_seed(UNIT_CORPUS "/msh/seeds", "good.msh", f->bytes, sizeof f->bytes);
    f->checker = al_checker_new(NULL);
    assert_non_null(f->checker);
    f->format = al_find_format("msh");
}

/* The digest of the file without the values at a field; "": with all. */
static al_digest digest(const fixture *f, const char *field)
{
    const char *touched[] = {field};
    const al_fix_plan plan = {.touched = touched, .touched_count = 1};
    const al_digest d =
        al_digest_of(f->checker, MEMORY, f->format, "a.msh", al_span_of(f->bytes, f->size), &plan);
    assert_int_equal(d.shortage, AL_SHORTAGE_NONE);
    return d;
}

/* Whether changing a byte changes the digest. */
static bool is_seen(fixture *f, size_t offset, const char *field)
{
    const al_digest before = digest(f, field);
    f->bytes[offset] ^= 1;
    const al_digest after = digest(f, field);
    f->bytes[offset] ^= 1;
    return before.hash != after.hash || before.count != after.count;
}

enum { BOX_MIN_AT = 16, RADIUS_AT = 40, POSITIONS_AT = 68 };

static void each_value_is_seen(void **state)
{
    (void)state;
    fixture f = {.format = NULL};
    open_seed(&f);
    assert_true(is_seen(&f, BOX_MIN_AT, ""));
    assert_true(is_seen(&f, RADIUS_AT, ""));
    assert_true(is_seen(&f, POSITIONS_AT, ""));
    al_checker_free(f.checker);
}

static void only_the_touched_value_may_change(void **state)
{
    (void)state;
    fixture f = {.format = NULL};
    open_seed(&f);
    assert_false(is_seen(&f, RADIUS_AT, "header.radius"));
    assert_true(is_seen(&f, BOX_MIN_AT, "header.radius"));
    assert_true(is_seen(&f, POSITIONS_AT, "header.radius"));
    assert_false(is_seen(&f, BOX_MIN_AT, "header.bbMin"));
    assert_false(is_seen(&f, BOX_MIN_AT, "header"));
    assert_false(is_seen(&f, POSITIONS_AT, "positions"));
    assert_true(is_seen(&f, BOX_MIN_AT, "position"));
    al_checker_free(f.checker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_value_is_seen),
        cmocka_unit_test(only_the_touched_value_may_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
