/* json_test.c: what the writer of JSON escapes, and where its objects and arrays end. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "report/json.h"

/* Ends the object, which must have this text. */
static void assert_json(json_object *object, const char *wanted)
{
    char *text = json_end(object);
    assert_non_null(text);
    assert_string_equal(text, wanted);
    free(text);
}

static void members_of_each_kind(void **state)
{
    (void)state;
    json_object object = json_begin();
    json_text(&object, JSON_ROOT, "text", "a");
    json_number(&object, JSON_ROOT, "number", UINT64_MAX);
    json_bool(&object, JSON_ROOT, "yes", true);
    json_bool(&object, JSON_ROOT, "no", false);
    assert_json(&object, "{\"text\":\"a\",\"number\":18446744073709551615,\"yes\":true,\"no\":false}");
    object = json_begin();
    assert_json(&object, "{}");
}

/* An object or array ends as soon as something is added to one around it. */
static void places_end_by_themselves(void **state)
{
    (void)state;
    json_object object = json_begin();
    const json_place list = json_array(&object, JSON_ROOT, "list");
    json_number_item(&object, list, 1);
    const json_place child = json_child_item(&object, list);
    json_text(&object, json_child(&object, child, "deep"), "a", "b");
    json_text(&object, child, "c", "");
    json_text_item(&object, list, "last");
    (void)json_child(&object, JSON_ROOT, "empty");
    (void)json_array(&object, JSON_ROOT, "none");
    assert_json(&object,
                "{\"list\":[1,{\"deep\":{\"a\":\"b\"},\"c\":\"\"},\"last\"],\"empty\":{},\"none\":[]}");
}

/* Every byte, at every place of texts up to three words, so that each way of reading them is used. */
static void every_byte_is_escaped_or_kept(void **state)
{
    (void)state;
    static const char *const named[256] = {['"'] = "\\\"", ['\\'] = "\\\\", ['\b'] = "\\b", ['\f'] = "\\f",
                                           ['\n'] = "\\n", ['\r'] = "\\r",  ['\t'] = "\\t"};
    for (size_t length = 1; length <= 25; length++)
        for (size_t place = 0; place < length; place++)
            for (unsigned byte = 1; byte < 256; byte++) {
                char text[32] = "", wanted[64], form[8] = {(char)byte, '\0'};
                memset(text, '~', length);
                text[place] = (char)byte;
                if (named[byte] != NULL)
                    memcpy(form, named[byte], strlen(named[byte]) + 1);
                else if (byte < 0x20)
                    (void)snprintf(form, sizeof form, "\\u%04x", byte);
                (void)snprintf(wanted, sizeof wanted, "{\"k\":\"%.*s%s%s\"}", (int)place, text, form,
                               text + place + 1);
                json_object object = json_begin();
                json_text(&object, JSON_ROOT, "k", text);
                assert_json(&object, wanted);
            }
}

static void texts_of_any_length(void **state)
{
    (void)state;
    for (size_t length = 900; length < 9000; length += 123) {
        char *text = calloc(1, length + 1);
        assert_non_null(text);
        memset(text, 'x', length);
        json_object object = json_begin();
        json_text(&object, JSON_ROOT, "a", text);
        json_text(&object, JSON_ROOT, "b", text);
        char *json = json_end(&object);
        assert_non_null(json);
        assert_int_equal(strlen(json), 2 * length + strlen("{\"a\":\"\",\"b\":\"\"}"));
        free(json);
        free(text);
    }
}

/* A missing text, or more nesting than the writer keeps, makes the whole object fail. */
static void failures_are_kept(void **state)
{
    (void)state;
    json_object object = json_begin();
    json_text(&object, JSON_ROOT, "a", NULL);
    json_text(&object, JSON_ROOT, "b", "c");
    assert_null(json_end(&object));
    object = json_begin();
    json_place place = JSON_ROOT;
    for (unsigned i = 0; i < JSON_DEPTH; i++)
        place = json_child(&object, place, "a");
    assert_null(json_end(&object));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_of_each_kind),
        cmocka_unit_test(places_end_by_themselves),
        cmocka_unit_test(every_byte_is_escaped_or_kept),
        cmocka_unit_test(texts_of_any_length),
        cmocka_unit_test(failures_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
