/* xml_engines_test.c: what is read by the reader of plain XML and by expat after it is what expat alone says:
 * the same tags with the same bytes in the same order, and the same end.
 */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text_hash.h"
#include "relations/x4/xml.h"
#include "relations/x4/xml_plain.h"

/* All that a reading handed out, and how it ended. */
typedef struct heard {
    uint64_t hash;        /* of each call: its name, attributes, place and depth */
    uint64_t calls, most; /* the visitor has no memory for more */
    al_xml_result result;
} heard;

static void hear_number(heard *h, uint64_t number)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    h->hash = al_hash_text(h->hash, text);
}

static bool on_start(void *context, const al_xml_tag *tag)
{
    heard *h = context;
    h->hash = al_hash_text(h->hash, tag->name);
    for (size_t i = 0; tag->attributes[i] != NULL; i++)
        h->hash = al_hash_text(h->hash, tag->attributes[i]);
    hear_number(h, tag->offset);
    hear_number(h, tag->length);
    hear_number(h, tag->depth);
    return ++h->calls <= h->most;
}

static bool on_end(void *context)
{
    heard *h = context;
    h->hash = al_hash_text(h->hash, "/");
    return ++h->calls <= h->most;
}

static heard read_with(al_xml_result (*read)(al_span, al_budget *, const al_xml_visitor *), al_span bytes,
                       uint64_t most)
{
    heard h = {.hash = AL_HASH_START, .most = most};
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    const al_xml_visitor visitor = {.context = &h, .start = on_start, .end = on_end};
    h.result = read(bytes, &budget, &visitor);
    assert_int_equal(budget.used, 0);
    return h;
}

static void compare_with(al_span bytes, uint64_t most)
{
    const heard both = read_with(al_xml_read, bytes, most);
    const heard expat = read_with(al_xml_read_with_expat, bytes, most);
    assert_int_equal(both.result.outcome, expat.result.outcome);
    assert_int_equal(both.calls, expat.calls);
    assert_true(both.hash == expat.hash);
    if (both.result.outcome == AL_XML_NO_MEMORY) /* where that was makes no difference to anybody */
        return;
    assert_int_equal(both.result.offset, expat.result.offset);
    assert_string_equal(both.result.why, expat.result.why);
    assert_int_equal(both.result.text.columns, expat.result.text.columns);
}

/* In a block of its exact size, so that AddressSanitizer sees every byte read too many. */
static void compare(const char *text, size_t length)
{
    uint8_t *exact = malloc(length > 0 ? length : 1);
    assert_non_null(exact);
    memcpy(exact, text, length);
    compare_with(al_span_of(exact, length), UINT64_MAX);
    free(exact);
}

/* Whether expat isn't asked. */
static bool is_plain(const char *text)
{
    heard h = {.hash = AL_HASH_START, .most = UINT64_MAX};
    const al_xml_visitor visitor = {.context = &h, .start = on_start, .end = on_end};
    const al_xml_text bytes = {.bytes = al_span_of(text, strlen(text)), .columns = AL_COLUMNS_UTF8};
    uint64_t calls;
    const al_xml_plain plain = al_xml_read_plain(&bytes, &visitor, &calls);
    assert_int_equal(calls, h.calls);
    return plain == AL_XML_PLAIN_WHOLE;
}

static const char *const plain[] = {
    "<a/>",
    "\xEF\xBB\xBF<a/>",
    "<?xml version=\"1.0\" encoding=\"Utf-8\" standalone='no' ?>\r\n<a b = \"it's>\" c:d.e-f_0='\"]]>'\t/>\n",
    "<?xml version='1.0'?><!-- & < - ]]> --><index>\n\t<a v=\"a\\b\"/> text > ! \r\n</index >\n<!---->\n",
    "<?xml version='1.0' standalone='yes'?><a><b><c></c></b><b a=''/></a>",
    "<_:-.9><:/></_:-.9>",
};

/* Whole or broken, expat has to say it. */
static const char *const others[] = {
    "",
    " ",
    "<a>&lt;</a>",
    "<a b='&#10;'/>",
    "<a b='\t'/>",
    "<a b='<'/>",
    "<a b='1' b='2'/>",
    "<a b='1'c='2'/>",
    "<a>]]></a>",
    "<a>]</a>",
    "<a><![CDATA[x]]></a>",
    "<?pi?><a/>",
    "<a><?pi?></a>",
    "<!DOCTYPE a><a/>",
    "<!DOCTYPE a [<!ENTITY e '<b/>'>]><a>&e;</a>",
    "<a/><b/>",
    "<a></b>",
    "<a>",
    "</a>",
    "<a/>x",
    "x<a/>",
    "<a><!-- -- --></a>",
    "<a><!-- --",
    "<?xml version='1.1'?><a/>",
    "<?xml version='1.0' encoding='latin1'?><a/>",
    "<?xml encoding='utf-8'?><a/>",
    "<?xml version='1.0' standalone='maybe'?><a/>",
    "<?xml version='1.0' standalone='yes' encoding='utf-8'?><a/>",
    " <?xml version='1.0'?><a/>",
    "<?xml version='1.0'?>",
    "<a\x7F/>",
    "<a>\x7F</a>",
    "<a>\x01</a>",
    "<\xC3\xA4/>",
    "<a>\xC3\xA4</a>",
    "<a>\xFF</a>",
    "<a / >",
    "< a/>",
    "</a ><a>",
    "<a b/>",
    "<a b=1/>",
    "<a 1='2'/>",
    "<1/>",
    "<a><b></a></b>",
};

static void what_is_plain(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        assert_true(is_plain(plain[i]));
        compare(plain[i], strlen(plain[i]));
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_false(is_plain(others[i]));
        compare(others[i], strlen(others[i]));
    }
}

/* At every place every byte is another, or one is missing, or the text ends. */
static void every_change(const char *text)
{
    char changed[256];
    const size_t length = strlen(text);
    assert_true(length < sizeof changed);
    for (size_t at = 0; at < length; at++) {
        compare(text, at);
        memcpy(changed, text, length);
        for (unsigned byte = 0; byte < 256; byte++) {
            changed[at] = (char)byte;
            compare(changed, length);
        }
        memmove(changed + at, text + at + 1, length - at - 1);
        compare(changed, length - 1);
    }
}

static void every_change_of_plain_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        every_change(plain[i]);
}

/* Texts out of words that mean something, most of them broken, and a visitor whose memory ends. */
static void words_by_chance(void **state)
{
    (void)state;
    static const char *const words[] = {"<a>", "</a>", "<b c='d' ", "/>",  ">", "<",        "'",  "\"",
                                        " ",   "\n",   "<!--",      "-->", "-", "&amp;",    "x",  "]]>",
                                        "<a>", "</a>", "<a/>",      "=",   "c", "\xC3\xA4", "<?", "?>"};
    uint32_t chance = 91;
    for (unsigned round = 0; round < 40000; round++) {
        char text[256] = "<a>";
        size_t length = 3;
        for (uint32_t count = unit_next(&chance) % 16; count > 0; count--) {
            const char *word = words[unit_next(&chance) % (sizeof words / sizeof words[0])];
            memcpy(text + length, word, strlen(word));
            length += strlen(word);
        }
        memcpy(text + length, "</a>", 4);
        compare(text, length + 4);
        compare_with(al_span_of(text, length + 4), unit_next(&chance) % 8);
    }
}

static void repeat(char *to, const char *text, unsigned times)
{
    for (to += strlen(to); times > 0; times--, to += strlen(to))
        memcpy(to, text, strlen(text) + 1);
}

/* At the limits of the quick reader and one beyond it hands over in the midst of the text. */
static void at_its_limits(void **state)
{
    (void)state;
    static char text[20000];
    for (unsigned depth = 63; depth <= 66; depth++) {
        text[0] = '\0';
        repeat(text, "<a b='c'>", depth);
        repeat(text, "</a>", depth);
        assert_int_equal(is_plain(text), depth <= 64);
        compare(text, strlen(text));
    }
    for (unsigned more = 0; more <= 3; more++) { /* "<a b=''/>" has nine bytes */
        (void)snprintf(text, sizeof text, "<x><y/><a b='");
        repeat(text, "v", 4096 - 9 - 1 + more);
        repeat(text, "'/></x>", 1);
        assert_int_equal(is_plain(text), more <= 1);
        compare(text, strlen(text));
    }
    for (unsigned count = 31; count <= 34; count++) {
        (void)snprintf(text, sizeof text, "<x><y/><a");
        for (unsigned i = 0; i < count; i++)
            (void)snprintf(text + strlen(text), sizeof text - strlen(text), " n%u='%u'", i, i);
        repeat(text, "/></x>", 1);
        assert_int_equal(is_plain(text), count <= 32);
        compare(text, strlen(text));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_plain),
        cmocka_unit_test(every_change_of_plain_texts),
        cmocka_unit_test(words_by_chance),
        cmocka_unit_test(at_its_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
