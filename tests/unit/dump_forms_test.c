/* dump_forms_test.c: a dump as text and as JSON, whole: lists, objects, values of every kind and series. */
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/dump.h"

static al_extent at(uint64_t offset, uint64_t length)
{
    return (al_extent){.offset = offset, .length = length};
}

static al_value text(const char *bytes, size_t length)
{
    return (al_value){.kind = AL_VALUE_TEXT, .as.text = {.bytes = bytes, .length = length}};
}

/* A file that no format has: an object in a list in an object, and lists of values. */
static void show_file(const al_visitor *v, void *d)
{
    static const al_value none = {.kind = AL_VALUE_NONE},
                          large = {.kind = AL_VALUE_UINT, .as.uint_value = UINT64_MAX},
                          below = {.kind = AL_VALUE_INT, .as.int_value = INT64_MIN},
                          half = {.kind = AL_VALUE_REAL, .as.real_value = 0.5},
                          infinite = {.kind = AL_VALUE_REAL, .as.real_value = -(double)INFINITY};
    static const double item[] = {1, -0.25};
    static const al_series
        points = {.type = "FLOAT2", .count = 3, .components = 2, .minimum = {0, -1, 9}, .maximum = {2, 1}},
        numbers = {.type = "u16", .count = 2, .components = 1, .minimum = {5}, .maximum = {5}},
        wrong = {.type = "f32",
                 .count = 1,
                 .components = 2,
                 .minimum = {(double)INFINITY},
                 .maximum = {-(double)INFINITY}},
        shapeless = {.type = "bytes", .count = 9};
    v->object(d, "header", -1, 0);
    v->value(d, "none", none, NULL, at(0, 1));
    v->value(d, "large", large, "most", at(1, 8));
    v->value(d, "below", below, NULL, at(9, 8));
    v->value(d, "half", half, NULL, at(0x12345, 4));
    v->value(d, "name", text("a \"b\"\xFF", 6), NULL, at(21, 6));
    v->list(d, "deep", 1, 27);
    v->object(d, "deep", 0, 27);
    v->list(d, "deeper", 1, 27);
    v->object(d, "deeper", 0, 27);
    v->value(d, "end", none, NULL, at(27, 0));
    v->object_end(d, at(27, 0));
    v->list_end(d);
    v->object_end(d, at(27, 0));
    v->list_end(d);
    v->object_end(d, at(0, 27));
    v->list(d, "parts", 2, 27);
    v->object(d, "parts", 0, 27);
    v->list(d, "empty", 0, 27);
    v->list_end(d);
    v->list(d, "color", 3, 27);
    v->value(d, NULL, half, NULL, at(27, 4));
    v->value(d, NULL, infinite, NULL, at(31, 4));
    v->value(d, NULL, text("", 0), "no meaning", at(35, 0));
    v->list_end(d);
    v->series(d, "points", &points, at(35, 24));
    v->series(d, "numbers", &numbers, at(59, 4));
    v->series(d, "wrong", &wrong, at(63, 8));
    v->series(d, "shapeless", &shapeless, at(71, 9));
    v->object_end(d, at(27, 53));
    v->object(d, "parts", 1, 80);
    v->object_end(d, at(80, 0));
    v->list_end(d);
    v->list(d, "items", AL_UNKNOWN_COUNT, 80);
    v->item(d, item, 2, (al_extent){.offset = 16, .length = 8, .inflated = true});
    v->item(d, item, 1, (al_extent){.offset = 24, .length = 4, .inflated = true});
    v->list_end(d);
    v->list(d, "rest", 0, 80);
    v->list_end(d);
}

static void assert_dump(size_t form, const char *path, const char *expected)
{
    static const al_result result = {.format = "xmf", .version = "3", .size = 80, .status = AL_FILE_FINDINGS};
    const dump_form *f = dump_form_at(form);
    char *shown = NULL;
    size_t size;
    FILE *out = open_memstream(&shown, &size);
    assert_non_null(out);
    dump d = dump_begin(out, path);
    show_file(&f->visitor, &d);
    f->finish(&d, &result);
    assert_int_equal(fclose(out), 0);
    assert_false(d.failed);
    assert_int_equal(d.depth, 1);
    assert_string_equal(shown, expected);
    free(shown);
}

static void text_is_a_tree(void **state)
{
    (void)state;
    assert_dump(0, "a.xmf",
                "a.xmf\n"
                "0x0000    header\n"
                "0x0000      none = -\n"
                "0x0001      large = 18446744073709551615 (most)\n"
                "0x0009      below = -9223372036854775808\n"
                "0x12345     half = 0.5\n"
                "0x0015      name = \"a \"b\"\\xFF\"\n"
                "0x001b      deep (1)\n"
                "0x001b        deep[0]\n"
                "0x001b          deeper (1)\n"
                "0x001b            deeper[0]\n"
                "0x001b              end = -\n"
                "0x001b    parts (2)\n"
                "0x001b      parts[0]\n"
                "0x001b        empty (0)\n"
                "0x001b        color (3) = 0.5, -inf, \"\"\n"
                "0x0023        points: 3 FLOAT2, min (0, -1), max (2, 1)\n"
                "0x003b        numbers: 2 u16, min 5, max 5\n"
                "0x003f        wrong: 1 f32\n"
                "0x0047        shapeless: 9 bytes\n"
                "0x0050      parts[1]\n"
                "0x0050    items\n"
                "+0x0010     [0] = (1, -0.25)\n"
                "+0x0018     [1] = 1\n"
                "0x0050    rest (0)\n"
                "a.xmf: xmf version 3, 80 bytes\n");
}

static void json_is_one_object(void **state)
{
    (void)state;
    assert_dump(
        1, "a.xmf",
        "{\n"
        " \"@path\":\"a.xmf\",\n"
        " \"header\":{\"@offset\":0,\n"
        "  \"none\":{\"@offset\":0,\"@length\":1,\"value\":null},\n"
        "  \"large\":{\"@offset\":1,\"@length\":8,\"value\":18446744073709551615,\"meaning\":\"most\"},\n"
        "  \"below\":{\"@offset\":9,\"@length\":8,\"value\":-9223372036854775808},\n"
        "  \"half\":{\"@offset\":74565,\"@length\":4,\"value\":0.5},\n"
        "  \"name\":{\"@offset\":21,\"@length\":6,\"value\":\"a \\\"b\\\"\\\\xFF\"},\n"
        "  \"deep\":[\n"
        "   {\"@offset\":27,\n"
        "    \"deeper\":[\n"
        "     {\"@offset\":27,\n"
        "      \"end\":{\"@offset\":27,\"@length\":0,\"value\":null},\n"
        "      \"@length\":0\n"
        "     }\n"
        "    ],\n"
        "    \"@length\":0\n"
        "   }\n"
        "  ],\n"
        "  \"@length\":27\n"
        " },\n"
        " \"parts\":[\n"
        "  {\"@offset\":27,\n"
        "   \"empty\":[],\n"
        "   \"color\":[\n"
        "    {\"@offset\":27,\"@length\":4,\"value\":0.5},\n"
        "    {\"@offset\":31,\"@length\":4,\"value\":\"-inf\"},\n"
        "    {\"@offset\":35,\"@length\":0,\"value\":\"\",\"meaning\":\"no meaning\"}\n"
        "   ],\n"
        "   \"points\":{\"@offset\":35,\"@length\":24,\"type\":\"FLOAT2\",\"count\":3,"
        "\"min\":[0,-1],\"max\":[2,1]},\n"
        "   \"numbers\":{\"@offset\":59,\"@length\":4,\"type\":\"u16\",\"count\":2,"
        "\"min\":[5],\"max\":[5]},\n"
        "   \"wrong\":{\"@offset\":63,\"@length\":8,\"type\":\"f32\",\"count\":1},\n"
        "   \"shapeless\":{\"@offset\":71,\"@length\":9,\"type\":\"bytes\",\"count\":9},\n"
        "   \"@length\":53\n"
        "  },\n"
        "  {\"@offset\":80,\n"
        "   \"@length\":0\n"
        "  }\n"
        " ],\n"
        " \"items\":[\n"
        "  {\"@inflatedOffset\":16,\"@length\":8,\"value\":[1,-0.25]},\n"
        "  {\"@inflatedOffset\":24,\"@length\":4,\"value\":[1]}\n"
        " ],\n"
        " \"rest\":[],\n"
        " \"@format\":\"xmf\",\n"
        " \"@version\":\"3\",\n"
        " \"@size\":80,\n"
        " \"@status\":\"findings\"\n"
        "}\n");
}

/* A CI system would obey a line that begins with ::. */
static void a_path_is_no_command(void **state)
{
    (void)state;
    static const al_result result = {.format = "xmf", .version = "", .size = 1};
    char *shown = NULL;
    size_t size;
    FILE *out = open_memstream(&shown, &size);
    dump d = dump_begin(out, "::a");
    const al_value one = {.kind = AL_VALUE_UINT, .as.uint_value = 1};
    dump_form_at(0)->visitor.value(&d, "one", one, NULL, at(0, 1));
    dump_form_at(0)->finish(&d, &result);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(shown, "./::a\n0x0000    one = 1\n./::a: xmf, 1 bytes\n");
    free(shown);
}

/* Behind the size of what a gzip holds, all places are in that. */
static void a_picture_in_a_gzip_is_inflated(void **state)
{
    (void)state;
    static const char *const dumps[] = {"a.gz\n"
                                        "0x0000    picture = 132 (bytes)\n"
                                        "+0x0004   header\n"
                                        "+0x0008     list (1)\n"
                                        "a.gz: dds, 44 bytes\n",
                                        "{\n"
                                        " \"@path\":\"a.gz\",\n"
                                        " \"picture\":{\"@offset\":0,\"@length\":44,\"value\":132,"
                                        "\"meaning\":\"bytes\"},\n"
                                        " \"header\":{\"@inflatedOffset\":4,\n"
                                        "  \"list\":[],\n"
                                        "  \"@length\":8\n"
                                        " },\n"
                                        " \"@format\":\"dds\",\n"
                                        " \"@version\":\"\",\n"
                                        " \"@size\":44,\n"
                                        " \"@status\":\"clean\"\n"
                                        "}\n"};
    static const al_result result = {.format = "dds", .version = "", .size = 44, .status = AL_FILE_CLEAN};
    for (size_t i = 0; i < 2; i++) {
        const dump_form *f = dump_form_at(i);
        char *shown = NULL;
        size_t size;
        FILE *out = open_memstream(&shown, &size);
        assert_non_null(out);
        dump d = dump_begin(out, "a.gz");
        f->visitor.unpacked(&d, 132, at(0, 44));
        f->visitor.object(&d, "header", -1, 4);
        f->visitor.list(&d, "list", 1, 8);
        f->visitor.list_end(&d);
        f->visitor.object_end(&d, at(4, 8));
        f->finish(&d, &result);
        assert_int_equal(fclose(out), 0);
        assert_string_equal(shown, dumps[i]);
        free(shown);
    }
}

static void forms_have_numbers(void **state)
{
    (void)state;
    static const char *const names[] = {"text", "json", "views"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_string_equal(dump_form_at(i)->name, names[i]);
    assert_null(dump_form_at(sizeof names / sizeof names[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_a_tree),       cmocka_unit_test(json_is_one_object),
        cmocka_unit_test(a_path_is_no_command), cmocka_unit_test(a_picture_in_a_gzip_is_inflated),
        cmocka_unit_test(forms_have_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
