/* recognize_test.c: recognizing the format of a file by its first bytes and its name; and comparisons of
 * names. */
#include "unit.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "core/text.h"
#include "engine/recognize.h"
#include "formats/catalogue.h"
#include "mesh.h"
#include "results.h"

static const char *format_of(const void *head, size_t size, const char *name)
{
    uint8_t *exact = malloc(size > 0 ? size : 1);
    assert_non_null(exact);
    memcpy(exact, head, size);
    const al_format *format = al_recognize(al_span_of(exact, size), name);
    free(exact);
    return format != NULL ? format->info.id : "none";
}

static const char *format_in_place(const void *head, size_t size, const char *name)
{
    const al_format *format = al_recognize_in_place(al_span_of(head, size), name, "xani");
    return format != NULL ? format->info.id : "none";
}

/* ---- Formats ------------------------------------------------------------------------------------------- */

static void the_table_of_formats(void **state)
{
    (void)state;
    static const struct {
        const char *id, *extensions;
    } formats[] = {{"xmf", "xmf"},     {"xani", "ani"},      {"xac", "xac"}, {"xsm", "xsm"}, {"xpm", "xpm"},
                   {"bbmod", "bbmod"}, {"bbanim", "bbanim"}, {"msh", "msh"}, {"cms", "cms"}, {"skl", "skl"},
                   {"ani", "ani"},     {"bgf", "bgf"},       {"bsg", "bsg"}, {"bgp", "bgp"}, {"dds", "dds"},
                   {"tga", "tga"},     {"png", "png"},       {"bmp", "bmp"}};
    const size_t count = sizeof formats / sizeof formats[0];
    assert_int_equal(al_format_count(), count);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(al_format_at(i)->id, formats[i].id);
        assert_string_equal(al_format_at(i)->extensions, formats[i].extensions);
    }
    assert_null(al_format_at(count));
    assert_null(al_format_at(SIZE_MAX));
    for (size_t i = 0; i < al_format_count(); i++) {
        assert_ptr_equal(al_format_at(i), &al_formats[i].info);
        const size_t first = *al_formats[i].first_rule, limit = first + al_formats[i].hooks->limit_rule;
        assert_non_null(strstr(al_rule_at(limit)->id, "/limit"));
        assert_string_equal(al_rule_at(limit)->format, al_format_at(i)->id);
        assert_string_equal(al_rule_at(first)->format, al_format_at(i)->id);
        assert_string_not_equal(al_rule_at(first - 1)->format, al_format_at(i)->id);
        assert_non_null(al_formats[i].hooks->layouts[0]);
    }
}

static void place_comes_before_bytes(void **state)
{
    (void)state;
    static const char zeros[16] = {0};
    assert_string_equal(format_of(zeros, sizeof zeros, "ship.ani"), "none");
    assert_string_equal(format_in_place(zeros, sizeof zeros, "ship.ani"), "xani");
    assert_string_equal(format_in_place("", 0, "ship.ANI"), "xani");
    assert_string_equal(format_in_place("XUMF", 4, "ship.ani"), "xani");
    assert_string_equal(format_in_place("RIF", 3, "ship.ani"), "xani");
    assert_string_equal(format_in_place("RIFF", 4, "ship.ani"), "none");
    assert_string_equal(format_in_place("ANI", 4, "ship.ani"), "ani"); /* and its NUL */
    assert_string_equal(format_in_place("XUMF", 4, "ship.xmf"), "xmf");
    assert_string_equal(format_in_place("BM", 2, "ship.bmp"), "xani"); /* which has no magic */
}

static void magic_comes_first(void **state)
{
    (void)state;
    assert_string_equal(format_of("XUMF", 4, "hull.xmf"), "xmf");
    assert_string_equal(format_of("XUMF", 4, "hull"), "xmf");
    assert_string_equal(format_of("XUMF", 4, "hull.txt"), "xmf");
    assert_string_equal(format_of("XUMF", 4, ""), "xmf");
    mesh m = anim_plain(1);
    memcpy(m.bytes, "XUMF", 4);
    assert_string_equal(format_of(m.bytes, AL_HEAD_SIZE, "hull.ani"), "xmf");
    mesh_free(&m);
    assert_string_equal(format_of("XUM", 3, "hull.txt"), "none");
    assert_string_equal(format_of("xumf", 4, "hull.txt"), "none");
    assert_string_equal(format_of(" XUMF", 5, "hull.txt"), "none");
    assert_string_equal(format_of("", 0, "hull.txt"), "none");
}

/* Converters wrote it in lower case, later ones in upper case; a mixture is neither. */
static void a_magic_in_two_spellings(void **state)
{
    (void)state;
    assert_string_equal(format_of("BBMOD", 6, "tree.txt"), "bbmod");
    assert_string_equal(format_of("bbmod", 6, "tree.txt"), "bbmod");
    assert_string_equal(format_of("BBANIM", 7, "tree.bbmod"), "bbanim");
    assert_string_equal(format_of("bbanim", 7, ""), "bbanim");
    assert_string_equal(format_of("bbMOD", 6, "tree.txt"), "none");
    assert_string_equal(format_of("bbmod", 5, "tree.txt"), "none");
    assert_string_equal(format_of("bbmode", 6, "tree.txt"), "none");
    assert_string_equal(format_of("bbMOD", 6, "tree.bbmod"), "bbmod");
    assert_string_equal(format_of("\0\1\1", 3, "walk.BBANIM"), "bbanim");
}

static void the_extension_breaks_ties(void **state)
{
    (void)state;
    static const char *const names[] = {"hull.xmf", "hull.XMF",     "HULL.Xmf",
                                        "a.b.xmf",  "hull.txt.xmf", "#%.xmf"};
    static const char *const others[] = {"hull",    "xmf",       "hullxmf",   "hull.xmf.bak",
                                         "hull.xm", "hull.xmfx", "hull.xmf ", ""};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_string_equal(format_of("<html>", 6, names[i]), "xmf");
        assert_string_equal(format_of("XUM", 3, names[i]), "xmf");
        assert_string_equal(format_of("", 0, names[i]), "xmf");
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_string_equal(format_of("<html>", 6, others[i]), "none");
}

/* Windows and Lost Saga also have .ani files. Egosoft's is recognized by its version, or by the size of its
 * keys. */
static void animations(void **state)
{
    (void)state;
    mesh m = anim_plain(3);
    assert_string_equal(format_of(m.bytes, m.size, "SHIP_DATA.ANI"), "xani");
    assert_string_equal(format_of(m.bytes, 16, "ship.ani"), "xani");
    for (size_t size = 0; size < 16; size++)
        assert_string_equal(format_of(m.bytes, size, "ship.ani"), "none");
    assert_string_equal(format_of(m.bytes, m.size, "ship.xani"), "none");
    assert_string_equal(format_of(m.bytes, m.size, "ship"), "none");
    assert_string_equal(format_of(m.bytes, m.size, "ani"), "none");
    mesh_set_i32(&m, 8, 2); /* of another version, but its keys are at the right place */
    assert_string_equal(format_of(m.bytes, m.size, "ship.ani"), "xani");
    mesh_set_i32(&m, 4, 177);
    assert_string_equal(format_of(m.bytes, m.size, "ship.ani"), "none");
    mesh_set_i32(&m, 8, 1);
    assert_string_equal(format_of(m.bytes, m.size, "ship.ani"), "xani");
    mesh_set_i32(&m, 8, 0);
    mesh_set_i32(&m, 0, INT32_MAX); /* 16 + 160 * that, in 32 bits */
    mesh_set_i32(&m, 4, -144);
    assert_string_equal(format_of(m.bytes, m.size, "ship.ani"), "none");
    mesh_set_i32(&m, 0, -1);
    assert_string_equal(format_of(m.bytes, m.size, "ship.ani"), "xani");
    mesh_free(&m);
}

/* Lost Saga's has a magic; an .ani with neither this magic nor plausible keys is unknown. */
static void animations_of_others(void **state)
{
    (void)state;
    uint8_t head[AL_HEAD_SIZE] = {0};
    memcpy(head, "RIFF\x24\0\0\0ACONanih", 16);
    assert_string_equal(format_of(head, sizeof head, "cursor.ani"), "none");
    assert_string_equal(format_of("", 0, "dance.ani"), "none");
    assert_string_equal(format_of("ANI", 3, "dance.ani"), "none");
    assert_string_equal(format_of("ANI", 4, "dance.ani"), "ani"); /* with its NUL */
    assert_string_equal(format_of("ANI", 4, "dance.txt"), "ani");
    mesh m = anim_plain(1);
    memcpy(m.bytes, "ANI", 4); /* the version is 1 */
    assert_string_equal(format_of(m.bytes, m.size, "dance.ani"), "ani");
    memcpy(m.bytes, "ANJ", 4);
    assert_string_equal(format_of(m.bytes, m.size, "dance.ani"), "xani");
    memcpy(m.bytes, "ANI\1", 4);
    assert_string_equal(format_of(m.bytes, m.size, "dance.ani"), "xani");
    mesh_free(&m);
}

/* A picture is recognised under the name of any picture, or by its magic; under that of a model it is a
 * broken model. */
static void pictures(void **state)
{
    (void)state;
    static const char bmp[] = "BM\x4E\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0", tga[] = "\0\0\x0A";
    assert_string_equal(format_of("DDS ", 4, "hull.txt"), "dds");
    assert_string_equal(format_of("DDS ", 4, "hull.tga"), "dds");
    assert_string_equal(format_of("DDS ", 4, "hull.xmf"), "xmf");
    assert_string_equal(format_of("DDS ", 4, "hull.ani"), "none");
    assert_string_equal(format_of("\x89PNG\r\n\x1A\n", 8, "hull.dds"), "png");
    assert_string_equal(format_of("\x89PNG\r\n\x1A", 7, "hull.dds"), "dds");
    static const char *const names[] = {"a.bmp", "a.dds", "a.tga", "a.png", "a.gz"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_string_equal(format_of(bmp, sizeof bmp, names[i]), "bmp");
    assert_string_equal(format_of(bmp, sizeof bmp, "a.txt"), "none");
    assert_string_equal(format_of(tga, sizeof tga - 1, "a.TGA"), "tga");
    assert_string_equal(format_of(tga, sizeof tga - 1, "a.gz"), "tga");
    assert_string_equal(format_of(tga, sizeof tga - 1, "a.dds"), "dds");
    assert_string_equal(format_of(tga, sizeof tga - 1, "a"), "none");
    assert_string_equal(format_of("\0\0\x04", 3, "a.gz"), "none");
    assert_string_equal(format_of("\0\2\x02", 3, "a.gz"), "none");
    assert_string_equal(format_of("", 0, "a.tga"), "tga");
}

/* The end of a file may be all that was read of it. */
static void a_footer_at_the_end(void **state)
{
    (void)state;
    const al_format *tga = al_find_format("tga"), *bmp = al_find_format("bmp");
    const al_magic *footer = tga->hooks->footer;
    uint8_t end[64] = {1};
    memcpy(end + 1, footer->bytes, footer->size);
    assert_true(al_has_footer(al_span_of(end + 1, footer->size), tga));
    assert_true(al_has_footer(al_span_of(end, footer->size + 1), tga));
    assert_false(al_has_footer(al_span_of(end + 2, footer->size - 1), tga));
    assert_false(al_has_footer(al_span_of(end, footer->size), tga));
    assert_false(al_has_footer(al_span_of(end + 1, footer->size), bmp));
    assert_ptr_equal(al_recognize_by_end(bmp, al_span_of(end, footer->size + 1)), tga);
    assert_ptr_equal(al_recognize_by_end(bmp, al_span_of(end, footer->size)), bmp);
}

/* ---- From outside -------------------------------------------------------------------------------------- */

static al_result *check(const char *path, const void *bytes, size_t size)
{
    al_checker *checker = al_checker_new(NULL);
    al_result *r = NULL;
    assert_non_null(checker);
    assert_int_equal(al_check_memory(checker, path, bytes, size, AL_NAMED, &r), AL_OK);
    al_checker_free(checker);
    return r;
}

static void a_known_extension_with_another_magic(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 3, 4, 6};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        al_result *r = check("ships/hull.XMF", "<html>", sizes[i]);
        assert_int_equal(r->status, AL_FILE_FINDINGS);
        assert_int_equal(r->finding_count, 1);
        assert_string_equal(r->format, "xmf");
        const al_finding *finding = result_finding(r, "xmf/bad-magic", "header.magic");
        assert_int_equal(finding->offset, 0);
        assert_int_equal(finding->length, sizes[i] < 4 ? sizes[i] : 4);
        assert_words(finding->expected, "XUMF");
        al_result_free(r);
    }
}

/* The file is checked as the format of its content, but the game uses the extension. */
static void the_extension_of_another_format(void **state)
{
    (void)state;
    mesh m = mesh_plain(3, false);
    static const struct {
        const char *name, *rule, *expected, *message;
    } wrong[] = {{"hull.xac", "xac/bad-magic", "XAC ",
                  "this is an XMF mesh, not an XAC actor: rename it to end in .xmf"},
                 {"a/HULL.BBMOD", "bbmod/bad-magic", "BBMOD",
                  "this is an XMF mesh, not a BBMOD model: rename it to end in .xmf"},
                 {"hull.bgp", "bgp/bad-magic", NULL,
                  "this is an XMF mesh, not a BGP game plan: rename it to end in .xmf"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        al_result *r = check(wrong[i].name, m.bytes, m.size);
        assert_string_equal(r->format, "xmf");
        assert_int_equal(r->finding_count, 1);
        const al_finding *finding = result_finding(r, wrong[i].rule, "");
        assert_int_equal(finding->offset, 0);
        assert_int_equal(finding->length, 4);
        assert_words(finding->actual, "XUMF");
        if (wrong[i].expected != NULL)
            assert_words(finding->expected, wrong[i].expected);
        assert_message(finding, wrong[i].message);
        al_result_free(r);
    }
    static const char *const right[] = {"hull.XMF", "hull", "hull.txt", "hull.ani", "hull.xac.bak"};
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        al_result *r = check(right[i], m.bytes, m.size);
        assert_int_equal(r->status, AL_FILE_CLEAN);
        al_result_free(r);
    }
    mesh_free(&m);
}

/* The name of the folder doesn't matter. */
static void only_the_base_name_counts(void **state)
{
    (void)state;
    al_result *r = check("hull.xmf/readme", "<html>", 6);
    assert_int_equal(r->status, AL_FILE_UNRECOGNIZED);
    al_result_free(r);
    r = check("readme/hull.xmf", "<html>", 6);
    assert_string_equal(r->format, "xmf");
    al_result_free(r);
    mesh m = mesh_plain(3, false);
    r = check("a/x-collision.xmf/hull.xmf", m.bytes, m.size); /* a collision mesh would have no material */
    assert_int_equal(r->status, AL_FILE_CLEAN);
    al_result_free(r);
    r = check("x/hull-Collision.xmf", m.bytes, m.size);
    (void)result_finding(r, "xmf/collision-material", "header.numMaterials");
    al_result_free(r);
    mesh_free(&m);
}

static void an_animation_is_checked_as_one(void **state)
{
    (void)state;
    mesh m = anim_plain(3);
    al_result *r = check("ship.ani", m.bytes, m.size);
    assert_int_equal(r->status, AL_FILE_CLEAN);
    assert_string_equal(r->format, "xani");
    assert_string_equal(r->version, "1");
    al_result_free(r);
    mesh_free(&m);
}

/* ---- Names --------------------------------------------------------------------------------------------- */

static void names_ignore_the_case_of_ascii(void **state)
{
    (void)state;
    assert_true(al_same_ignoring_case("Hull.XMF", "hULL.xmf", 8));
    assert_true(al_same_ignoring_case("", "x", 0));
    assert_false(al_same_ignoring_case("hull", "hulk", 4));
    assert_false(
        al_same_ignoring_case("\xC3\x84", "\xC3\xA4", 2)); /* letters of other alphabets have no case here */
    assert_false(al_same_ignoring_case("[", "{", 1));      /* neighbours of the letters */
    assert_false(al_same_ignoring_case("@", "`", 1));
    assert_true(al_ends_with("hull-LOD0", "-lod0", 5));
    assert_true(al_ends_with("-lod0", "-lod0", 5));
    assert_false(al_ends_with("lod0", "-lod0", 5));
    assert_true(al_has_extension("hull.Xmf", "xmf", 3));
    assert_true(al_has_extension("a.b.xmf", "xmf", 3));
    assert_false(al_has_extension("hullxmf", "xmf", 3));
    assert_false(al_has_extension("xmf", "xmf", 3));
    assert_false(al_has_extension(".xmf", "xmf", 3)); /* a name that begins with a dot */
    assert_false(al_has_extension("", "xmf", 3));
}

static int compare(const char *a, size_t a_len, const char *b, size_t b_len)
{
    const int one = al_compare_ignoring_case(al_span_of(a, a_len), al_span_of(b, b_len));
    const int two = al_compare_ignoring_case(al_span_of(b, b_len), al_span_of(a, a_len));
    assert_int_equal(one > 0, two < 0); /* in both orders */
    assert_int_equal(one == 0, two == 0);
    return one;
}

static void texts_are_ordered(void **state)
{
    (void)state;
    assert_true(compare("hull", 4, "HULL", 4) == 0);
    assert_true(compare("hull", 4, "hull\0x", 6) == 0); /* up to the NUL */
    assert_true(compare("hull\0a", 6, "HULL\0b", 6) == 0);
    assert_true(compare("", 0, "\0x", 2) == 0);
    assert_true(compare("hul", 3, "hull", 4) < 0);
    assert_true(compare("hull", 4, "hulm", 4) < 0);
    assert_true(compare("HULM", 4, "hull", 4) > 0);
    assert_true(compare("", 0, "a", 1) < 0);
    assert_true(compare("_", 1, "a", 1) < 0);
    assert_true(compare("_", 1, "A", 1) < 0);
    assert_true(compare("\xC3\xBC", 2, "z", 1) > 0); /* bytes are unsigned, even if char is signed */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_of_formats),
        cmocka_unit_test(place_comes_before_bytes),
        cmocka_unit_test(magic_comes_first),
        cmocka_unit_test(a_magic_in_two_spellings),
        cmocka_unit_test(the_extension_breaks_ties),
        cmocka_unit_test(animations),
        cmocka_unit_test(animations_of_others),
        cmocka_unit_test(pictures),
        cmocka_unit_test(a_footer_at_the_end),
        cmocka_unit_test(a_known_extension_with_another_magic),
        cmocka_unit_test(the_extension_of_another_format),
        cmocka_unit_test(only_the_base_name_counts),
        cmocka_unit_test(an_animation_is_checked_as_one),
        cmocka_unit_test(names_ignore_the_case_of_ascii),
        cmocka_unit_test(texts_are_ordered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
