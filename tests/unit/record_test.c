/* record_test.c: tests results as JSON. */
#include "unit.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "report/json_object.h"

static void expect_json(const al_result *result, const char *expected)
{
    char *json = al_result_json(result);
    assert_non_null(json);
    assert_string_equal(json, expected);
    al_json_free(json);
}

static const char file_line[] =
    "{\"kind\":\"file\",\"path\":\"a.zip\",\"format\":\"zip\",\"version\":\"\",\"size\":9,"
    "\"status\":\"findings\"}\n";

/* Integers above 2^53 are exact. */
static void a_file_and_its_findings(void **state)
{
    (void)state;
    const uint64_t elements[] = {0, UINT64_MAX};
    const al_finding finding = {.rule = al_rule_find("xmf/data-range"),
                                .level = AL_ERROR,
                                .confidence = AL_CERTAIN,
                                .crash = true,
                                .offset = (UINT64_C(1) << 53) + 1,
                                .length = 4,
                                .in_inflated = true,
                                .inflated_offset = 0,
                                .field = "buffers[1]",
                                .message = "a \"quote\"",
                                .expected = {.kind = AL_VALUE_INT, .as.int_value = -1},
                                .actual = {.kind = AL_VALUE_UINT, .as.uint_value = UINT64_MAX},
                                .count = 2,
                                .elements = elements,
                                .element_count = 2,
                                .fingerprint = "0123456789abcdef"};
    const al_result result = {.path = "a\\xFF.xmf",
                              .member = "",
                              .format = "xmf",
                              .version = "3.0",
                              .size = UINT64_MAX,
                              .status = AL_FILE_FINDINGS,
                              .omitted = 1,
                              .findings = &finding,
                              .finding_count = 1};
    expect_json(
        &result,
        "{\"kind\":\"file\",\"path\":\"a\\\\xFF.xmf\",\"format\":\"xmf\",\"version\":\"3.0\","
        "\"size\":18446744073709551615,\"status\":\"findings\",\"omitted\":1}\n"
        "{\"kind\":\"finding\",\"rule\":\"xmf/data-range\",\"level\":\"error\",\"confidence\":\"certain\","
        "\"crash\":true,\"path\":\"a\\\\xFF.xmf\",\"format\":\"xmf\",\"offset\":9007199254740993,"
        "\"length\":4,\"inflatedOffset\":0,\"field\":\"buffers[1]\",\"message\":\"a \\\"quote\\\"\","
        "\"expected\":\"-1\",\"actual\":\"18446744073709551615\",\"count\":2,"
        "\"elements\":[0,18446744073709551615],\"fingerprint\":\"0123456789abcdef\"}\n");
}

/* A package with a member, and with a finding about an entry that is no file of its own. */
static al_result package_of(al_result *const *members, size_t count)
{
    return (al_result){.path = "a.zip",
                       .member = "",
                       .format = "zip",
                       .version = "",
                       .size = 9,
                       .status = AL_FILE_FINDINGS,
                       .members = members,
                       .member_count = count};
}

static void members_follow(void **state)
{
    (void)state;
    const al_finding finding = {.rule = al_rule_find("archive/path"),
                                .level = AL_WARNING,
                                .format = "zip",
                                .field = "",
                                .message = "m",
                                .count = 1,
                                .fingerprint = "0000000000000001"};
    al_result entry = {.path = "a.zip",
                       .member = "../b",
                       .format = "",
                       .version = "",
                       .entry_only = true,
                       .findings = &finding,
                       .finding_count = 1};
    al_result file = {.path = "a.zip", .member = "c.xmf", .format = "xmf", .version = "", .size = 7};
    al_result *const members[] = {&entry, &file};
    const al_result package = package_of(members, 2);
    char expected[1024];
    (void)snprintf(
        expected, sizeof expected, "%s%s", file_line,
        "{\"kind\":\"finding\",\"rule\":\"archive/path\",\"level\":\"warning\","
        "\"confidence\":\"possible\",\"crash\":false,\"path\":\"a.zip\",\"member\":\"../b\","
        "\"format\":\"zip\",\"offset\":0,\"length\":0,\"field\":\"\","
        "\"message\":\"m\",\"count\":1,\"elements\":[],\"fingerprint\":\"0000000000000001\"}\n"
        "{\"kind\":\"file\",\"path\":\"a.zip\",\"member\":\"c.xmf\",\"format\":\"xmf\",\"version\":\"\","
        "\"size\":7,\"status\":\"clean\"}\n");
    expect_json(&package, expected);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

static size_t allocations_left;

static void *limited_malloc(size_t size)
{
    return allocations_left > 0 && allocations_left-- > 0 ? malloc(size) : NULL;
}

static char *with_allocations(const al_result *result, size_t count)
{
    cJSON_Hooks limited = {.malloc_fn = limited_malloc, .free_fn = free};
    allocations_left = count;
    cJSON_InitHooks(&limited);
    char *json = al_result_json(result);
    cJSON_InitHooks(NULL);
    return json;
}

/* Each allocation of cJSON fails once: then there is no JSON, and never a part of it. */
static void memory_may_be_short(void **state)
{
    (void)state;
    enum { ENOUGH = 1000 };
    const al_result package = package_of(NULL, 0);
    size_t count = 0;
    for (char *json = NULL; json == NULL && count < ENOUGH; count++) {
        json = with_allocations(&package, count);
        if (json != NULL)
            assert_string_equal(json, file_line);
        al_json_free(json);
    }
    assert_in_range(count, 5, ENOUGH - 1);
}

static void an_object_that_failed_stays_so(void **state)
{
    (void)state;
    json_object object = json_begin();
    json_text(&object, JSON_ROOT, "a", NULL);
    json_text(&object, json_child(&object, JSON_ROOT, "b"), "c", "d");
    assert_null(json_end(&object));
    assert_false(json_write(&object, stdout));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_and_its_findings),
        cmocka_unit_test(members_follow),
        cmocka_unit_test(memory_may_be_short),
        cmocka_unit_test(an_object_that_failed_stays_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
