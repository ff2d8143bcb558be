/* text_test.c: printed and escaped characters, and the cuts of long texts. */
#include "unit.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/compiler.h"
#include "core/map.h"
#include "core/text.h"

enum { MOST = 64 };

/* The size of the first character, by decoding it: the length in its first bits, its number, and whether that
 * number needs this length. 0 if there is no printable character. */
static size_t decode(const uint8_t *b, size_t len)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const size_t n =
        b[0] < 0x80 ? 1 : (b[0] >> 5 == 6 ? 2 : (b[0] >> 4 == 14 ? 3 : (b[0] >> 3 == 30 ? 4 : 0)));
    if (n == 0 || n > len)
        return 0;
    uint32_t number = n == 1 ? b[0] : b[0] % (1u << (7 - n));
    for (size_t i = 1; i < n; i++) {
        if (b[i] >> 6 != 2)
            return 0;
        number = number * 64 + b[i] % 64;
    }
    const bool character = number >= least[n] && number <= 0x10FFFF && (number < 0xD800 || number > 0xDFFF);
    const bool control = number < 0x20 || (number >= 0x7F && number < 0xA0);
    return character && !control && number != 0xFFFE && number != 0xFFFF ? n : 0;
}

/* The expected result of al_escape, and the places where a cut is allowed. */
typedef struct expectation {
    char text[4 * MOST + 1];
    size_t length;
    bool border[4 * MOST + 1];
} expectation;

/* Line by line the rows with Cf, and two others, of UnicodeData.txt 15.0. */
static bool is_invisible(uint32_t c)
{
    return c == 0xAD || (c >= 0x600 && c <= 0x605) || c == 0x61C || c == 0x6DD || c == 0x70F || c == 0x890 ||
           c == 0x891 || c == 0x8E2 || c == 0x180E || (c >= 0x200B && c <= 0x200F) || c == 0x2028 ||
           c == 0x2029 || (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x2064) ||
           (c >= 0x2066 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) || c == 0x110BD ||
           c == 0x110CD || (c >= 0x13430 && c <= 0x1343F) || (c >= 0x1BCA0 && c <= 0x1BCA3) ||
           (c >= 0x1D173 && c <= 0x1D17A) || c == 0xE0001 || (c >= 0xE0020 && c <= 0xE007F);
}

/* The escape of an invisible character, by its bytes; NULL for all others. */
static const char *invisible(const uint8_t *bytes, size_t n)
{
    static char form[16];
    uint32_t number = n == 1 ? bytes[0] : bytes[0] % (1u << (7 - n));
    for (size_t i = 1; i < n; i++)
        number = number * 64 + bytes[i] % 64;
    (void)snprintf(form, sizeof form, "\\u{%" PRIX32 "}", number);
    return is_invisible(number) ? form : NULL;
}

static void expect(expectation *e, const uint8_t *bytes, size_t len)
{
    *e = (expectation){.border[0] = true};
    for (size_t at = 0; at < len;) {
        const size_t n = decode(bytes + at, len - at);
        const char *form = n > 0 ? invisible(bytes + at, n) : NULL;
        if (form != NULL)
            memcpy(e->text + e->length, form, strlen(form) + 1);
        else if (n > 0)
            memcpy(e->text + e->length, bytes + at, n);
        else
            (void)snprintf(e->text + e->length, 5, "\\x%02X", bytes[at]);
        e->length += form != NULL ? strlen(form) : n > 0 ? n : 4;
        at += n > 0 ? n : 1;
        e->border[e->length] = true;
    }
}

static void compare(const uint8_t *bytes, size_t len)
{
    expectation e;
    char out[4 * MOST + 1];
    expect(&e, bytes, len);
    const size_t length = al_escape((const char *)bytes, len, out, sizeof out);
    if (length != e.length || strlen(out) != e.length || memcmp(out, e.text, e.length) != 0)
        fail_msg("%zu bytes from %02x %02x are written as %s, not as %s", len, bytes[0],
                 len > 1 ? bytes[1] : 0, out, e.text);
}

static void escape(const char *text, const char *wanted)
{
    char out[4 * MOST + 1];
    assert_int_equal(al_escape(text, strlen(text), out, sizeof out), strlen(wanted));
    assert_string_equal(out, wanted);
}

static void plain_text_stays(void **state)
{
    (void)state;
    escape("", "");
    escape("ships/hull collision.xmf", "ships/hull collision.xmf");
    escape("#%&\\\"'<>", "#%&\\\"'<>");
    escape("gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x9A\x80",
           "gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x9A\x80");
}

static void controls_are_escaped(void **state)
{
    (void)state;
    escape("a\nb\tc\r", "a\\x0Ab\\x09c\\x0D");
    escape("\x1B[31m", "\\x1B[31m");
    escape("\x7F~", "\\x7F~");
    escape("\xC2\x80\xC2\x9B\xC2\x9F", "\\xC2\\x80\\xC2\\x9B\\xC2\\x9F"); /* C1 */
    escape("\xC2\xA0", "\xC2\xA0");                                       /* the first after them */
    escape("\xEF\xBF\xBD\xEF\xBF\xBE\xEF\xBF\xBF", "\xEF\xBF\xBD\\xEF\\xBF\\xBE\\xEF\\xBF\\xBF");
    char out[16];
    assert_int_equal(al_escape("a\0b", 3, out, sizeof out), 6);
    assert_string_equal(out, "a\\x00b");
}

/* A reader must see all characters of a name, in their order. */
static void invisible_characters_are_escaped(void **state)
{
    (void)state;
    escape("a\xE2\x80\xAE"
           "fmx.exe",
           "a\\u{202E}fmx.exe");
    escape("\xEF\xBB\xBF"
           "a",
           "\\u{FEFF}a");
    escape("a\xE2\x80\xA8"
           "b\xE2\x80\xA9",
           "a\\u{2028}b\\u{2029}");
    escape("\xD8\x9C\xD8\x9B\xD8\x9D", "\\u{61C}\xD8\x9B\xD8\x9D");
}

/* All that have three or four bytes, except for those that have none of these characters around them. */
static void every_character(void **state)
{
    (void)state;
    for (uint32_t c = 0x800; c <= 0xE01FF; c = c == 0x1D1FF ? 0xDFF00 : c + 1) {
        const uint8_t three[] = {(uint8_t)(0xE0 | c >> 12), (uint8_t)(0x80 | (c >> 6 & 0x3F)),
                                 (uint8_t)(0x80 | (c & 0x3F))};
        const uint8_t four[] = {(uint8_t)(0xF0 | c >> 18), (uint8_t)(0x80 | (c >> 12 & 0x3F)),
                                (uint8_t)(0x80 | (c >> 6 & 0x3F)), (uint8_t)(0x80 | (c & 0x3F))};
        if (c < 0x10000)
            compare(three, sizeof three);
        else
            compare(four, sizeof four);
    }
}

static void commands_are_escaped(void **state)
{
    (void)state;
    escape("##[error]a", "#\\x23[error]a");
    escape("a###[b##[", "a##\\x23[b#\\x23[");
    escape("#[##][# #[", "#[##][# #[");
    escape("##[ ##", "#\\x23[ ##");
    escape("##\xC3\xBC[\xE2\x80\x8B##[", "##\xC3\xBC[\\u{200B}#\\x23[");
    escape("[##[a", "[#\\x23[a");
    escape("##vso[task.complete]", "#\\x23vso[task.complete]");
    escape("#####VsO[##", "####\\x23VsO[##");
    escape("##vso", "##vso");
    escape("##teamcity[x", "#\\x23teamcity[x");
    escape("###TeamCity[", "##\\x23TeamCity[");
    escape("##teamcity", "##teamcity");
    escape("##teamcitx[ ##teamcit[", "##teamcitx[ ##teamcit[");
    escape("##vs0[ ##vso", "##vs0[ ##vso");
    escape("#vso[", "#vso[");
    char out[16];
    static const char longer[] = "##[\n##["; /* what lies around a text doesn't make it a command */
    assert_int_equal(al_escape(longer + 1, 3, out, sizeof out), 6);
    assert_string_equal(out, "#[\\x0A");
    assert_int_equal(al_escape(longer + 3, 3, out, sizeof out), 6);
    assert_string_equal(out, "\\x0A##");
    assert_int_equal(al_escape("##[", 3, out, 4), 6); /* an escape is not cut */
    assert_string_equal(out, "#");
}

static void commands_at_the_start_of_a_line(void **state)
{
    (void)state;
    assert_true(al_begins_command("::"));
    assert_true(al_begins_command(
        " \t\xC2\xA0\xE1\x9A\x80\xE2\x80\x80\xE2\x80\x8A\xE2\x80\xAF\xE2\x81\x9F\xE3\x80\x80::a"));
    assert_false(al_begins_command(""));
    assert_false(al_begins_command(" :a:"));
    assert_false(al_begins_command("a::"));
    assert_false(al_begins_command("\xE2\x80\x8B::")); /* no blank; al_escape changes it */
}

/* The rows of table 3-7 of the Unicode standard: the last before and the first within each range. */
static void the_edges_of_utf_8(void **state)
{
    (void)state;
    assert_int_equal(al_utf8_length("", 0), 0);
    assert_int_equal(al_utf8_length("\x80", 1), 0);
    escape("\x80\xBF", "\\x80\\xBF");
    escape("\xC0\x80\xC1\xBF", "\\xC0\\x80\\xC1\\xBF");
    escape("\xC2\xBF\xDF\xBF", "\xC2\xBF\xDF\xBF");
    escape("\xE0\x9F\xBF", "\\xE0\\x9F\\xBF");
    escape("\xE0\xA0\x80", "\xE0\xA0\x80");
    escape("\xED\x9F\xBF", "\xED\x9F\xBF");
    escape("\xED\xA0\x80", "\\xED\\xA0\\x80"); /* surrogates */
    escape("\xED\xBF\xBF", "\\xED\\xBF\\xBF");
    escape("\xEE\x80\x80", "\xEE\x80\x80");
    escape("\xF0\x8F\xBF\xBF", "\\xF0\\x8F\\xBF\\xBF");
    escape("\xF0\x90\x80\x80", "\xF0\x90\x80\x80");
    escape("\xF4\x8F\xBF\xBF", "\xF4\x8F\xBF\xBF"); /* U+10FFFF */
    escape("\xF4\x90\x80\x80", "\\xF4\\x90\\x80\\x80");
    escape("\xF5\x80\x80\x80", "\\xF5\\x80\\x80\\x80");
    escape("\xFE\xFF", "\\xFE\\xFF");
    escape("\xE2\x82", "\\xE2\\x82"); /* cut off */
    escape("\xE2\x82z", "\\xE2\\x82z");
    escape("\xE2\xE2\x82\xAC", "\\xE2\xE2\x82\xAC"); /* the character after a broken one is complete */
    escape("\xF0\x9F\x9A", "\\xF0\\x9F\\x9A");
    escape("\xC3", "\\xC3");
    char out[16];
    assert_int_equal(al_escape("a\xE2\x82\xAC", 3, out, sizeof out),
                     9); /* its last byte is behind the text */
    assert_string_equal(out, "a\\xE2\\x82");
}

static void every_two_bytes(void **state)
{
    (void)state;
    assert_int_equal(al_utf8_length("", 0), 0);
    for (uint32_t n = 0; n < 65536; n++) {
        const uint8_t bytes[2] = {(uint8_t)(n / 256), (uint8_t)(n % 256)};
        compare(bytes, 2);
        if (n < 256)
            compare(bytes + 1, 1);
    }
}

static void every_edge_of_longer_ones(void **state)
{
    (void)state;
    static const uint8_t tails[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBD,
                                    0xBE, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xF0, 0xFF};
    enum { TAILS = sizeof tails / sizeof tails[0] };
    for (uint32_t lead = 0xC0; lead <= 0xFF; lead++)
        for (uint32_t second = 0; second <= 0xFF; second++)
            for (uint32_t n = 0; n < (lead < 0xE0 ? TAILS : TAILS * TAILS); n++) {
                const uint8_t bytes[4] = {(uint8_t)lead, (uint8_t)second, tails[n / TAILS], tails[n % TAILS]};
                compare(bytes, n % TAILS == 0 ? 3 : 4);
            }
}

/* Every text is cut at a border of its characters and escapes, as far back as the room allows. */
static void cuts_split_nothing(void **state)
{
    (void)state;
    static const char text[] =
        "a\n\xC3\xBC\xE2\x80\xAE\xE2\x82\xAC\xF0\x9F\x9A\x80\xFFz\xE2\x82 \x7F\xF0\x9F!";
    expectation e;
    expect(&e, (const uint8_t *)text, strlen(text));
    for (size_t size = 1; size <= e.length + 2; size++) {
        char *out = malloc(size);
        assert_non_null(out);
        memset(out, '#', size);
        assert_int_equal(al_escape(text, strlen(text), out, size), e.length);
        size_t fits = size - 1 < e.length ? size - 1 : e.length;
        while (!e.border[fits])
            fits--;
        assert_non_null(memchr(out, '\0', size));
        assert_int_equal(strlen(out), fits);
        assert_memory_equal(out, e.text, fits);
        free(out);
    }
}

static void no_room(void **state)
{
    (void)state;
    char untouched = '#';
    assert_int_equal(al_escape("ab", 2, NULL, 0), 2);
    assert_int_equal(al_escape("a\n", 2, NULL, 0), 5);
    assert_int_equal(al_escape("a\n", 2, &untouched, 0), 5);
    assert_int_equal(untouched, '#');
    assert_int_equal(al_escape(NULL, 0, &untouched, 1), 0);
    assert_int_equal(untouched, '\0');
}

/* No more of a text is read than fits. */
static void the_start_of_a_text(void **state)
{
    (void)state;
    static const char open_end[4] = {'a', '\n', 'b', 'c'};
    char out[4];
    al_escape_start(open_end, out, sizeof out);
    assert_string_equal(out, "a");
    al_escape_start("ab", out, sizeof out);
    assert_string_equal(out, "ab");
    al_escape_start("abcd", out, sizeof out);
    assert_string_equal(out, "abc");
}

static void copies_are_complete(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    char text[1000];
    memset(text, 0x01, sizeof text);
    const char *copy = al_escape_copy(&a, text, sizeof text);
    assert_non_null(copy);
    assert_int_equal(strlen(copy), 4000);
    assert_string_equal(copy + 3996, "\\x01");
    assert_string_equal(al_escape_copy(&a, NULL, 0), "");
    static const char plain[] = "ships/a.xmf";
    assert_ptr_equal(al_escaped(&a, plain, sizeof plain - 1), plain);
    static const char brackets[] = "abc[d]##";
    assert_ptr_equal(al_escaped(&a, brackets, sizeof brackets - 1), brackets);
    assert_string_equal(al_escaped(&a, "a\n", 2), "a\\x0A");
    assert_string_equal(al_escaped(&a, "\n", 1), "\\x0A");
    al_arena_free(&a);

    al_budget failing = al_budget_of(UINT64_MAX, 1);
    a = al_arena_on(&failing);
    assert_null(al_escape_copy(&a, "x", 1));
    al_arena_free(&a);
}

/* Of ASCII alone, whatever the locale. */
static void only_letters_of_ascii_have_a_case(void **state)
{
    (void)state;
    for (unsigned byte = 0; byte < 256; byte++) {
        const bool capital = byte >= 'A' && byte <= 'Z';
        assert_int_equal(al_to_lower((uint8_t)byte), capital ? byte + 32 : byte);
    }
    char part[] = "ABC";
    al_make_lower(part, 2);
    assert_string_equal(part, "abC");
    assert_true(al_same_ignoring_case("aZ1[", "Az1[", 4));
    assert_false(al_same_ignoring_case("@", "`", 1)); /* 32 apart, and no letters */
    assert_false(al_same_ignoring_case("\xC4", "\xE4", 1));
}

static int order_of(const char *a, const char *b)
{
    return al_compare_ignoring_case(al_span_of(a, strlen(a)), al_span_of(b, strlen(b)));
}

static void the_order_of_names(void **state)
{
    (void)state;
    assert_int_equal(order_of("", ""), 0);
    assert_int_equal(order_of("Part", "pART"), 0);
    assert_true(order_of("part", "parts") < 0 && order_of("parts", "part") > 0);
    assert_true(order_of("a_", "aB") < 0); /* compared as lower case, which sorts after it */
    assert_int_equal(al_compare_ignoring_case(al_span_of("a\0b", 3), al_span_of("A\0c", 3)), 0);
}

static void extensions_of_names(void **state)
{
    (void)state;
    assert_true(al_ends_with("hull.XMF", ".xmf", 4));
    assert_false(al_ends_with("xmf", ".xmf", 4));
    assert_true(al_ends_with(".xmf", ".xmf", 4));
    assert_true(al_has_extension_of("a.b", "xmf b"));
    assert_true(al_has_extension("hull.XMF", "xmf", 3));
    assert_true(al_has_extension("a.b.xmf", "xmf", 3));
    assert_false(al_has_extension(".xmf", "xmf", 3)); /* nothing before it */
    assert_false(al_has_extension("hullxmf", "xmf", 3));
    assert_false(al_has_extension("hull.xmf2", "xmf", 3));
    assert_true(al_has_extension_of("a.cat", "cat"));
    assert_true(al_has_extension_of("a.DAT", "cat dat"));
    assert_true(al_has_extension_of("a.cat", "cat  dat "));
    assert_false(al_has_extension_of("a.ca", "cat dat"));
    assert_false(al_has_extension_of("a.cat dat", "cat"));
    assert_false(al_has_extension_of("a.", ""));
    unsigned index;
    assert_true(al_find_extension("a.TAR.gz", "cat  tar tar.gz gz ", &index));
    assert_int_equal(index, 2);
    assert_false(al_find_extension(".cat", "cat dat", &index));
    assert_true(al_find_extension("a.dat", " cat dat", &index));
    assert_int_equal(index, 2); /* the list begins with a word of no letters */
}

static void a_text_in_small_letters_is_not_copied(void **state)
{
    static const char small[] = "a\xC3\x84_9", capital[] = "aB";
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_arena_on(&budget);
    (void)state;
    assert_ptr_equal(al_in_small(&arena, small, sizeof small - 1), small);
    assert_ptr_equal(al_in_small(&arena, capital, 1), capital); /* what follows doesn't count */
    assert_string_equal(al_in_small(&arena, capital, 2), "ab");
    assert_string_equal(capital, "aB");
    al_arena_free(&arena);
}

/* From draft-eastlake-fnv. */
static void hashes(void **state)
{
    (void)state;
    assert_true(al_hash_bytes(AL_HASH_START, "", 0) == AL_HASH_START);
    assert_true(al_hash_bytes(AL_HASH_START, "a", 1) == UINT64_C(0xAF63DC4C8601EC8C));
    assert_true(al_hash_bytes(AL_HASH_START, "foobar", 6) == UINT64_C(0x85944171F73967E8));
    assert_true(al_hash_bytes(al_hash_bytes(AL_HASH_START, "foo", 3), "bar", 3) ==
                UINT64_C(0x85944171F73967E8));
    assert_true(al_hash_text(AL_HASH_START, "foo") == al_hash_bytes(AL_HASH_START, "foo", 4));
    assert_true(al_mul_modulo(UINT64_MAX, UINT64_MAX) == 1);
    assert_true(al_mul_modulo(UINT64_C(1) << 32, UINT64_C(1) << 31) == UINT64_C(1) << 63);
    assert_true(al_mul_modulo(UINT64_C(1) << 32, UINT64_C(1) << 32) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text_stays),
        cmocka_unit_test(controls_are_escaped),
        cmocka_unit_test(invisible_characters_are_escaped),
        cmocka_unit_test(every_character),
        cmocka_unit_test(commands_are_escaped),
        cmocka_unit_test(commands_at_the_start_of_a_line),
        cmocka_unit_test(the_edges_of_utf_8),
        cmocka_unit_test(every_two_bytes),
        cmocka_unit_test(every_edge_of_longer_ones),
        cmocka_unit_test(cuts_split_nothing),
        cmocka_unit_test(no_room),
        cmocka_unit_test(the_start_of_a_text),
        cmocka_unit_test(copies_are_complete),
        cmocka_unit_test(only_letters_of_ascii_have_a_case),
        cmocka_unit_test(the_order_of_names),
        cmocka_unit_test(extensions_of_names),
        cmocka_unit_test(a_text_in_small_letters_is_not_copied),
        cmocka_unit_test(hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
