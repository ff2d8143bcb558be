/* path_test.c: paths in a document as text. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "core/path.h"

static void assert_path(const al_path *path, const char *wanted)
{
    char text[200];
    memset(text, '#', sizeof text);
    al_path_format(path, text, sizeof text);
    assert_string_equal(text, wanted);
}

static void the_whole_file_is_empty(void **state)
{
    (void)state;
    const al_path whole = {.name = NULL};
    assert_path(&whole, "");
}

static void fields_and_items(void **state)
{
    (void)state;
    const al_path header = al_field(NULL, "header");
    const al_path version = al_field(&header, "version");
    const al_path buffer = al_item(NULL, "buffers", 1);
    const al_path element = al_item(&buffer, "elements", 3);
    const al_path usage = al_field(&element, "usage");
    const al_path letter = al_field(NULL, "a"), of_letter = al_field(&letter, "b");
    assert_path(&of_letter, "a.b");
    assert_path(&header, "header");
    assert_path(&version, "header.version");
    assert_path(&buffer, "buffers[1]");
    assert_path(&element, "buffers[1].elements[3]");
    assert_path(&usage, "buffers[1].elements[3].usage");
}

static void the_first_and_the_last_item(void **state)
{
    (void)state;
    const al_path first = al_item(NULL, "nodes", 0), last = al_item(NULL, "nodes", UINT32_MAX);
    const al_path furthest = al_item(NULL, "nodes", INT64_MAX);
    assert_path(&first, "nodes[0]");
    assert_path(&last, "nodes[4294967295]");
    assert_path(&furthest, "nodes[9223372036854775807]");
}

/* A path of 28 characters, in buffers of every size. */
static void long_paths_are_cut(void **state)
{
    (void)state;
    static const char all[] = "buffers[1].elements[3].usage";
    const al_path buffer = al_item(NULL, "buffers", 1);
    const al_path element = al_item(&buffer, "elements", 3);
    const al_path usage = al_field(&element, "usage");
    for (size_t size = 1; size <= sizeof all + 3; size++) {
        char *out = malloc(size); /* of the exact size, so that AddressSanitizer sees a byte too many */
        assert_non_null(out);
        memset(out, '#', size);
        al_path_format(&usage, out, size);
        assert_non_null(memchr(out, '\0', size));
        if (size >= sizeof all) {
            assert_string_equal(out, all);
        } else {
            assert_int_equal(strlen(out), size - 1);
            if (size >= 4)
                assert_string_equal(out + size - 4, "...");
            assert_memory_equal(out, all, size >= 4 ? size - 4 : size - 1);
        }
        free(out);
    }
}

static void a_deep_path(void **state)
{
    (void)state;
    enum { DEPTH = 100 };
    al_path chain[DEPTH];
    char text[512];
    chain[0] = al_item(NULL, "n", 0);
    for (size_t i = 1; i < DEPTH; i++)
        chain[i] = al_item(&chain[i - 1], "n", i);
    al_path_format(&chain[DEPTH - 1], text, sizeof text);
    assert_int_equal(strlen(text), sizeof text - 1);
    assert_memory_equal(text, "n[0].n[1].n[2].", 15);
    assert_string_equal(text + sizeof text - 4, "...");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_file_is_empty),
        cmocka_unit_test(fields_and_items),
        cmocka_unit_test(the_first_and_the_last_item),
        cmocka_unit_test(long_paths_are_cut),
        cmocka_unit_test(a_deep_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
