/* json_keys_test.c: objects with known keys are read into structs, and each mistake has a place and a
 * sentence. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "core/json_keys.h"

typedef struct shelf {
    const char *name;
    uint64_t height;
} shelf;

typedef struct rack {
    uint64_t before; /* members that nothing sets, on each side of the list */
    shelf *shelves;
    uint64_t between;
    size_t shelf_count;
    shelf top;
    const char *note;
} rack;

static const al_json_key shelf_keys[] = {
    {"name", al_json_read_text, .place = offsetof(shelf, name), .what = "a name", .needed = true},
    {"height", al_json_read_whole, .place = offsetof(shelf, height), .what = "a height of whole metres"}};

static const al_json_table shelf_table = {"a shelf", "this shelf has no", shelf_keys, 2};
static const al_json_key shelf_item = {.read = al_json_read_table, .table = &shelf_table};

static const al_json_key rack_keys[] = {
    {"shelves", al_json_read_list, .what = "a list of shelves", .item = &shelf_item,
     AL_JSON_LIST(rack, shelves, shelf_count)},
    {"top", al_json_read_table, .place = offsetof(rack, top), .table = &shelf_table},
    {"note", al_json_read_text, .place = offsetof(rack, note), .what = "a note"}};

static const al_json_table rack_table = {"a rack", "this rack has no", rack_keys, 3};

typedef struct reading {
    al_budget budget;
    al_arena arena;
    al_mistake mistake;
    rack rack;
    bool ok;
} reading;

static void read_rack(reading *r, const char *text, uint64_t limit, uint64_t fail_at)
{
    *r = (reading){.budget = al_budget_of(limit, fail_at)};
    r->arena = al_arena_on(&r->budget);
    al_json_file file = {.text = al_span_of(text, strlen(text)), .arena = &r->arena, .mistake = &r->mistake};
    const al_json *root = al_json_parse(&file);
    r->ok = root != NULL && al_json_read_object(&file, root, &rack_table, &r->rack);
}

static void values_go_to_their_members(void **state)
{
    (void)state;
    reading r;
    read_rack(&r,
              "{\"note\": \"n\", \"top\": {\"height\": 18446744073709551615, \"name\": \"t\"},"
              " \"shelves\": [{\"name\": \"a\", \"height\": 1}, {\"name\": \"b\"}]}",
              UINT64_MAX, 0);
    assert_true(r.ok);
    assert_string_equal(r.rack.note, "n");
    assert_string_equal(r.rack.top.name, "t");
    assert_true(r.rack.top.height == UINT64_MAX);
    assert_int_equal(r.rack.shelf_count, 2);
    assert_string_equal(r.rack.shelves[0].name, "a");
    assert_int_equal(r.rack.shelves[0].height, 1);
    assert_string_equal(r.rack.shelves[1].name, "b");
    assert_int_equal(r.rack.shelves[1].height, 0);
    assert_int_equal(r.rack.before, 0);
    assert_int_equal(r.rack.between, 0);
    al_arena_free(&r.arena);
}

static void every_key_may_be_missing_that_is_not_needed(void **state)
{
    (void)state;
    reading r;
    read_rack(&r, "{}", UINT64_MAX, 0);
    assert_true(r.ok);
    assert_null(r.rack.shelves);
    al_arena_free(&r.arena);
    read_rack(&r, "{\"note\": \"n\"}", UINT64_MAX, 0);
    assert_true(r.ok);
    al_arena_free(&r.arena);
}

static void mistakes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t line, column;
        const char *what;
    } cases[] = {
        {"[", 1, 2, "unexpected end of the file"},
        {"{\"note\": \"a\",\n \"note\": \"b\"}", 2, 2, "duplicate key \"note\""},
        {"[]", 1, 1, "a rack in braces was expected, not a list"},
        {"{\"shelves\": [null]}", 1, 14, "a shelf in braces was expected, not null"},
        {"{\"shelves\": [{\"name\": \"a\"}, 1]}", 1, 29, "a shelf in braces was expected, not a number"},
        {"{\"shelves\": {}}", 1, 13, "a list of shelves was expected, not an object"},
        {"{\"note\": true}", 1, 10, "a note was expected, not true or false"},
        {"{\"top\": {\"name\": \"a\", \"height\": \"1\"}}", 1, 33,
         "a height of whole metres was expected, not a text"},
        {"{\"top\": {\"name\": \"a\", \"height\": 1.5}}", 1, 33, "a height of whole metres was expected"},
        {"{\"top\":\n{\"height\": 1}, \"note\": \"n\"}", 2, 1, "this shelf has no \"name\""},
        {"{\"shelfs\": []}", 1, 2, "unknown key \"shelfs\"; did you mean \"shelves\"?"},
        {"{\"nota\": []}", 1, 2, "unknown key \"nota\"; did you mean \"note\"?"},
        {"{\"colour\": 1}", 1, 2, "a rack has no key \"colour\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        reading r;
        read_rack(&r, cases[i].text, UINT64_MAX, 0);
        assert_false(r.ok);
        if (strcmp(r.mistake.text, cases[i].what) != 0 || r.mistake.line != cases[i].line ||
            r.mistake.column != cases[i].column)
            fail_msg("%s: %d:%d: %s", cases[i].text, (int)r.mistake.line, (int)r.mistake.column,
                     r.mistake.text);
        assert_false(r.mistake.no_memory);
        al_arena_free(&r.arena);
    }
}

static void memory_may_be_short(void **state)
{
    (void)state;
    static const char text[] = "{\"shelves\": [{\"name\": \"a\"}]}";
    reading r;
    read_rack(&r, text, 100, 0);
    assert_false(r.ok);
    assert_false(r.mistake.no_memory);
    assert_string_equal(r.mistake.text, "reading this file takes too much memory");
    assert_int_equal(r.mistake.line, 1);
    assert_int_equal(r.mistake.column, 1);
    al_arena_free(&r.arena);
    read_rack(&r, text, UINT64_MAX, 1);
    assert_false(r.ok);
    assert_true(r.mistake.no_memory);
    assert_string_equal(r.mistake.text, "");
    al_arena_free(&r.arena);
}

/* A list larger than what is left, after its text was read. */
static void memory_may_be_short_for_a_list(void **state)
{
    (void)state;
    static const char text[] = "{\"shelves\": [{}]}";
    reading r;
    r.budget = al_budget_of(UINT64_MAX, 0);
    r.arena = al_arena_on(&r.budget);
    al_json_file file = {.text = al_span_of(text, strlen(text)), .arena = &r.arena, .mistake = &r.mistake};
    const al_json_key wide = {"shelves", al_json_read_list, .what = "a list", .item = &shelf_item,
                              .item_size = 1 << 20};
    const al_json_table table = {"a rack", "this rack has no", &wide, 1};
    const al_json *root = al_json_parse(&file);
    assert_non_null(root);
    r.budget.limit = r.budget.used + 1000;
    r.mistake = (al_mistake){.line = 0};
    assert_false(al_json_read_object(&file, root, &table, &r.rack));
    assert_string_equal(r.mistake.text, "reading this file takes too much memory");
    r.budget.limit = UINT64_MAX;
    r.budget.fail_at = r.budget.calls + 1;
    assert_false(al_json_read_object(&file, root, &table, &r.rack));
    assert_true(r.mistake.no_memory);
    al_arena_free(&r.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_go_to_their_members),
        cmocka_unit_test(every_key_may_be_missing_that_is_not_needed),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(memory_may_be_short),
        cmocka_unit_test(memory_may_be_short_for_a_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
