/* views_json_test.c: the bundle of views that no file has: bytes in base64, and numbers at the limits of
 * their types. */
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "report/dump.h"
#include "view/view.h"

enum { MOST = 1 << 17 };

/* The bundle of some views, of which a finding has a place or not. To be freed. */
static char *bundle_of(const al_view *list, size_t count, const al_view_place *place)
{
    al_finding finding = {.field = "f", .rule = al_rule_at(0)};
    const al_result result = {.path = "a.xmf",
                              .member = "",
                              .format = "xmf",
                              .version = "3",
                              .size = 9,
                              .findings = &finding,
                              .finding_count = place != NULL};
    al_view_place copy = place != NULL ? *place : (al_view_place){.marks = NULL};
    const al_views views = {.result = &result, .views = list, .count = count, .places = &copy};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_true(write_views_json(out, &views));
    assert_int_equal(fclose(out), 0);
    return text;
}

/* A member of which only a part could be drawn, with two of each. */
static void lists_have_commas(void **state)
{
    (void)state;
    static const al_view_level levels[] = {{.width = 1}, {.width = 2}};
    static const al_view list[] = {{.kind = AL_VIEW_SKELETON, .name = "a", .field = "x"},
                                   {.kind = AL_VIEW_PICTURE,
                                    .name = "",
                                    .field = "",
                                    .coding = "DXT1",
                                    .levels = levels,
                                    .level_count = 2}};
    static const al_view_mark marks[] = {{.view = 0, .track = -1, .total = 1, .whole = true},
                                         {.view = 1, .track = 0, .total = 2, .corners = true}};
    const al_finding findings[] = {{.field = "f", .rule = al_rule_at(0)},
                                   {.field = "g", .rule = al_rule_at(1)}};
    const al_result result = {.path = "a.zip",
                              .member = "b.xmf",
                              .format = "xmf",
                              .version = "",
                              .findings = findings,
                              .finding_count = 2};
    al_view_place places[] = {{.marks = marks, .mark_count = 2}, {.marks = NULL}};
    const al_views views = {.result = &result, .views = list, .count = 2, .places = places, .partial = true},
                   none = {.result = NULL};
    char wanted[512], *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_true(write_views_json(out, &none));
    assert_int_equal(fflush(out), 0);
    assert_string_equal(text, "");
    assert_true(write_views_json(out, &views));
    assert_int_equal(fclose(out), 0);
    assert_non_null(strstr(
        text, "{\"path\":\"a.zip\",\"member\":\"b.xmf\",\"format\":\"xmf\",\"version\":\"\",\"size\":0,"
              "\"limited\":true,\"views\":[{\"kind\":\"skeleton\",\"name\":\"a\",\"field\":\"x\","
              "\"bones\":[]},{\"kind\":\"picture\","));
    assert_non_null(strstr(text, "\"data\":\"AwA=\"}},{\"number\":0,\"width\":2,"));
    (void)snprintf(
        wanted, sizeof wanted,
        "\"findings\":[{\"rule\":\"%s\",\"field\":\"f\",\"marks\":[{\"view\":0,\"total\":1,\"whole\":true},"
        "{\"view\":1,\"track\":0,\"total\":2,\"corners\":true}]},"
        "{\"rule\":\"%s\",\"field\":\"g\",\"marks\":[]}]}",
        al_rule_at(0)->id, al_rule_at(1)->id);
    assert_non_null(strstr(text, wanted));
    free(text);
}

/* ---- Bytes --------------------------------------------------------------------------------------------- */

static void assert_base64(const void *bytes, size_t size, const char *letters)
{
    const al_view_place place = {.offset = 5, .length = 2, .from = 4, .bytes = bytes, .size = size};
    char wanted[4096];
    char *text = bundle_of(NULL, 0, &place);
    (void)snprintf(
        wanted, sizeof wanted,
        "{\"path\":\"a.xmf\",\"format\":\"xmf\",\"version\":\"3\",\"size\":9,\"views\":[],\"findings\":["
        "{\"rule\":\"%s\",\"field\":\"f\",\"marks\":[],\"bytes\":{\"offset\":5,\"length\":2,\"from\":4,"
        "\"data\":\"%s\",\"records\":[]}}]}",
        al_rule_at(0)->id, letters);
    assert_string_equal(text, wanted);
    free(text);
}

static void bytes_are_in_base64(void **state)
{
    (void)state;
    static const uint8_t all[] = {0x00, 0x10, 0x83, 0x10, 0x51, 0x87, 0x20, 0x92, 0x8B, 0x30, 0xD3, 0x8F,
                                  0x41, 0x14, 0x93, 0x51, 0x55, 0x97, 0x61, 0x96, 0x9B, 0x71, 0xD7, 0x9F,
                                  0x82, 0x18, 0xA3, 0x92, 0x59, 0xA7, 0xA2, 0x9A, 0xAB, 0xB2, 0xDB, 0xAF,
                                  0xC3, 0x1C, 0xB3, 0xD3, 0x5D, 0xB7, 0xE3, 0x9E, 0xBB, 0xF3, 0xDF, 0xBF};
    assert_base64("Man", 0, "");
    assert_base64("Man", 1, "TQ==");
    assert_base64("Man", 2, "TWE=");
    assert_base64("Man", 3, "TWFu");
    assert_base64("ManM", 4, "TWFuTQ==");
    assert_base64(all, sizeof all, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
}

/* They are written in pieces of 256 times four letters. */
static void long_bytes_are_in_base64(void **state)
{
    (void)state;
    enum { PIECES = 600 };
    char bytes[3 * PIECES + 1], letters[4 * PIECES + 1];
    for (size_t i = 0; i < PIECES; i++) {
        memcpy(bytes + 3 * i, i % 2 == 0 ? "Man" : "\0\1\2", 3);
        memcpy(letters + 4 * i, i % 2 == 0 ? "TWFu" : "AAEC", 5);
        if (i % 256 == 255 || i == PIECES - 1)
            assert_base64(bytes, 3 * i + 3, letters);
    }
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

/* The value of a letter in base64. */
static uint32_t value_of(char letter)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = strchr(alphabet, letter);
    return at != NULL ? (uint32_t)(at - alphabet) : 0;
}

/* The bytes behind a key, whose value begins with these words. */
static size_t numbers_of(const char *text, const char *key, uint8_t *bytes)
{
    static uint8_t deflated[MOST];
    size_t size = 0;
    const char *at = strstr(text, key);
    assert_non_null(at);
    for (at += strlen(key); *at != '"'; at += 4) {
        const uint32_t word =
            value_of(at[0]) << 18 | value_of(at[1]) << 12 | value_of(at[2]) << 6 | value_of(at[3]);
        for (int i = 0; i < 3 && at[i + 1] != '='; i++)
            deflated[size++] = (uint8_t)(word >> (16 - 8 * i) & 0xFF);
    }
    z_stream z = {.next_in = deflated, .avail_in = (uInt)size, .next_out = bytes, .avail_out = MOST};
    assert_int_equal(inflateInit2(&z, -15), Z_OK);
    assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
    assert_int_equal(z.avail_in, 0);
    assert_int_equal(inflateEnd(&z), Z_OK);
    return z.total_out;
}

static void assert_numbers(const char *text, const char *key, const void *expected, size_t size)
{
    static uint8_t bytes[MOST];
    assert_int_equal(numbers_of(text, key, bytes), size);
    assert_memory_equal(bytes, expected, size);
}

/* As IEEE 754 binary16: rounded, with subnormal numbers, and infinite from half a step above the largest. */
static const struct {
    float value;
    uint16_t half;
} halves[] = {
    {0, 0},
    {-0.0F, 0x8000},
    {1, 0x3C00},
    {-2, 0xC000},
    {0.1F, 0x2E66},
    {65504, 0x7BFF},
    {65519, 0x7BFF},
    {65520, 0x7C00},
    {-1e9F, 0xFC00},
    {INFINITY, 0x7C00},
    {NAN, 0x7E00},
    {1.0F / 16384, 0x0400},
    {1023.0F / 16777216, 0x03FF},
    {1.0F / 16777216, 0x0001},
    {0.5F / 16777216, 0x0001},
    {0.25F / 16777216, 0},
    {-1.0F / 32768, 0x8200},
    {1 + 1.0F / 2048, 0x3C01}, /* halfway: up */
    {1 + 1.0F / 4096, 0x3C00},
    {1 + 4095.0F / 8388608, 0x3C00}, /* just below halfway */
    {1023.5F / 16777216, 0x0400},
    {2047, 0x67FF},
};
enum { HALVES = sizeof halves / sizeof halves[0], VERTICES = HALVES / 2 };

static void texture_coordinates_are_half_floats(void **state)
{
    (void)state;
    float positions[3 * VERTICES] = {0}, uvs[HALVES];
    uint16_t expected[HALVES];
    for (size_t i = 0; i < HALVES; i++) {
        uvs[i] = halves[i].value;
        expected[i] = halves[i].half;
    }
    const al_view v = {.kind = AL_VIEW_MESH,
                       .name = "",
                       .field = "",
                       .vertex_count = VERTICES,
                       .positions = positions,
                       .uvs = {uvs},
                       .uv_count = 1,
                       .skeleton = -1,
                       .bone = -1};
    char *text = bundle_of(&v, 1, NULL);
    assert_numbers(text, "\"uv0\":{\"type\":\"f16\",\"count\":22,\"data\":\"", expected, sizeof expected);
    assert_null(strstr(text, "\"uv1\""));
    assert_null(strstr(text, "\"skeleton\""));
    assert_null(strstr(text, "\"bone\""));
    assert_null(strstr(text, "\"skin\""));
    assert_null(strstr(text, "\"tangents\""));
    free(text);
}

/* Each array under its own key, and a flaw of the first vertex. */
static void a_mesh_with_everything(void **state)
{
    (void)state;
    static const float positions[3] = {0}, first[] = {1, 2}, second[] = {0, -2};
    static const int8_t normals[] = {127, 0, -128}, tangents[] = {1, 2, -3};
    static const uint16_t bones[] = {1, 0, 0, 300}, halves_of[] = {0, 0xC000};
    static const uint8_t weights[] = {200, 0, 0, 55};
    static const uint32_t numbers[] = {70000};
    static const char *const names[] = {"hip", "knee"};
    static const al_view_range ranges[] = {
        {.name = "a", .field = "x", .first = 0, .count = 1, .material = -1, .texture = "wood"},
        {.name = "b", .field = "y", .first = 1, .count = 2, .material = 3, .texture = ""}};
    uint8_t flaws[] = {AL_FLAW_SUM};
    al_view v = {.kind = AL_VIEW_MESH,
                 .name = "",
                 .field = "",
                 .vertex_count = 1,
                 .positions = positions,
                 .normals = normals,
                 .tangents = tangents,
                 .uvs = {first, second},
                 .uv_count = 2,
                 .vertex_of = numbers,
                 .ranges = ranges,
                 .range_count = 2,
                 .skin_bones = bones,
                 .skin_weights = weights,
                 .skin_flaws = flaws,
                 .skin_names = names,
                 .skin_name_count = 2,
                 .skeleton = -1,
                 .bone = -1};
    char *text = bundle_of(&v, 1, NULL);
    assert_numbers(text, "\"normals\":{\"type\":\"s8\",\"count\":3,\"data\":\"", normals, sizeof normals);
    assert_numbers(text, "\"tangents\":{\"type\":\"s8\",\"count\":3,\"data\":\"", tangents, sizeof tangents);
    assert_numbers(text, "\"uv1\":{\"type\":\"f16\",\"count\":2,\"data\":\"", halves_of, sizeof halves_of);
    assert_numbers(text, "\"vertexOf\":{\"type\":\"u32\",\"count\":1,\"data\":\"", numbers, sizeof numbers);
    assert_numbers(text, "\"bones\":{\"type\":\"u16\",\"count\":4,\"data\":\"", bones, sizeof bones);
    assert_numbers(text, "\"weights\":{\"type\":\"u8\",\"count\":4,\"data\":\"", weights, sizeof weights);
    assert_numbers(text, "\"flaws\":{\"type\":\"u8\",\"count\":1,\"data\":\"", flaws, sizeof flaws);
    assert_non_null(strstr(text, ",\"names\":[\"hip\",\"knee\"]}"));
    assert_non_null(
        strstr(text, ",\"ranges\":[{\"name\":\"a\",\"field\":\"x\",\"first\":0,\"count\":1,\"material\":-1,"
                     "\"texture\":\"wood\"},{\"name\":\"b\",\"field\":\"y\",\"first\":1,\"count\":2,"
                     "\"material\":3}],"));
    free(text);
    flaws[0] = AL_FLAW_NONE;
    text = bundle_of(&v, 1, NULL);
    assert_null(strstr(text, "\"flaws\""));
    free(text);
}

/* In steps of the box, which is flat along z. */
static void positions_are_steps_of_their_box(void **state)
{
    (void)state;
    static const float positions[] = {-1, 10, 5, 1, 30, 5, 0, 15, 5};
    static const uint16_t steps[] = {0, 0, 0, 65535, 65535, 0, 32768, 16384, 0};
    static const float nan_first[] = {NAN, 10, 5};
    static const uint32_t bits[] = {0x7FC00000, 0x41200000, 0x40A00000};
    al_view v = {.kind = AL_VIEW_MESH,
                 .name = "",
                 .field = "",
                 .vertex_count = 3,
                 .box = {-1, 10, 5, 1, 30, 5},
                 .positions = positions,
                 .skeleton = 0,
                 .bone = 0};
    char *text = bundle_of(&v, 1, NULL);
    assert_numbers(text, "\"positions\":{\"type\":\"q16\",\"count\":9,\"data\":\"", steps, sizeof steps);
    assert_non_null(strstr(text, "\"box\":[-1,10,5,1,30,5]"));
    assert_non_null(strstr(text, ",\"skeleton\":0,\"bone\":0}"));
    free(text);
    v.exact = true;
    v.vertex_count = 1;
    v.positions = nan_first;
    text = bundle_of(&v, 1, NULL);
    assert_numbers(text, "\"positions\":{\"type\":\"f32\",\"count\":3,\"data\":\"", bits, sizeof bits);
    free(text);
}

/* More bytes than are deflated at once, which take more room than is written at once. */
static void many_pixels(void **state)
{
    (void)state;
    enum { SIDE = 128, SIZE = SIDE * SIDE * 4 };
    static uint8_t pixels[SIZE];
    uint32_t chance = 7;
    for (size_t i = 0; i < SIZE; i++)
        pixels[i] = (uint8_t)(unit_next(&chance) >> 16 & 0xFF);
    const al_view_level level = {.width = SIDE,
                                 .height = SIDE,
                                 .step = 1,
                                 .shown_width = SIDE,
                                 .shown_height = SIDE,
                                 .pixels = pixels};
    const al_view v = {.kind = AL_VIEW_PICTURE,
                       .name = "",
                       .field = "",
                       .coding = "32 bits",
                       .levels = &level,
                       .level_count = 1};
    char *text = bundle_of(&v, 1, NULL);
    assert_numbers(text, "\"pixels\":{\"type\":\"u8\",\"count\":65536,\"data\":\"", pixels, sizeof pixels);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_have_commas),
        cmocka_unit_test(bytes_are_in_base64),
        cmocka_unit_test(long_bytes_are_in_base64),
        cmocka_unit_test(texture_coordinates_are_half_floats),
        cmocka_unit_test(a_mesh_with_everything),
        cmocka_unit_test(positions_are_steps_of_their_box),
        cmocka_unit_test(many_pixels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
