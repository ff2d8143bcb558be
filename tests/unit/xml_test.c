/* xml_test.c: tags and attributes with their bytes in every encoding, the end of reading, and its memory. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "relations/xml/xml.h"

enum { ROOM = 4096 };

/* The tags that the reader handed out: "<name@OFFSET+LENGTH", " a=VALUE@OFFSET+LENGTH" for each attribute,
 * ">" for an end. */
typedef struct heard {
    char text[ROOM];
    size_t length;
    unsigned most; /* stops after this number of tags; 0: never */
    unsigned tags, deepest;
} heard;

static void put(heard *h, const char *text)
{
    const size_t length = strlen(text);
    if (length >= sizeof h->text - h->length)
        return;
    memcpy(h->text + h->length, text, length + 1);
    h->length += length;
}

static bool start(void *context, const al_xml_tag *tag)
{
    heard *h = context;
    char text[256];
    (void)snprintf(text, sizeof text, "<%s@%d+%d", tag->name, (int)tag->offset, (int)tag->length);
    put(h, text);
    for (size_t i = 0; tag->attributes[i] != NULL; i += 2) {
        const al_span bytes = al_xml_attribute_bytes(tag, tag->attributes[i]);
        (void)snprintf(text, sizeof text, " %s=%s@%d+%d", tag->attributes[i], tag->attributes[i + 1],
                       (int)bytes.base, (int)bytes.len);
        put(h, text);
        assert_ptr_equal(al_xml_attribute(tag, tag->attributes[i]), tag->attributes[i + 1]);
    }
    assert_null(al_xml_attribute(tag, "no-such"));
    h->tags++;
    h->deepest = tag->depth > h->deepest ? tag->depth : h->deepest;
    return h->most == 0 || h->tags < h->most;
}

static void end(void *context)
{
    heard *h = context;
    put(h, ">");
}

static al_xml_result read_bytes(heard *h, const void *bytes, size_t size)
{
    al_budget budget = al_budget_of(UINT64_C(1) << 24, 0);
    const al_xml_visitor visitor = {.context = h, .start = start, .end = end};
    const al_xml_result result = al_xml_read(al_span_of(bytes, size), &budget, &visitor);
    assert_int_equal(budget.used, 0); /* all memory was released */
    return result;
}

static al_xml_result read_text(heard *h, const char *text)
{
    return read_bytes(h, text, strlen(text));
}

static void assert_whole(const char *text, const char *expected)
{
    heard h = {.length = 0};
    assert_int_equal(read_text(&h, text).outcome, AL_XML_WHOLE);
    assert_string_equal(h.text, expected);
}

static void tags_with_their_bytes(void **state)
{
    (void)state;
    assert_whole("<a/>", "<a@0+4>");
    assert_whole("<a>\n <b c='d'>e</b></a>\n", "<a@0+3<b@5+9 c=d@11+1>>");
    assert_whole("<a b = \"c d\" e='' />", "<a@0+20 b=c d@8+3 e=@16+0>");
    assert_whole("<a bb='1' b='2'\n\tb2=\"3\"/>", "<a@0+25 bb=1@7+1 b=2@13+1 b2=3@21+1>");
    assert_whole("<a b='c=\"d\" b=e' c='&lt;&#65;'/>", "<a@0+32 b=c=\"d\" b=e@6+9 c=<A@20+9>");
    assert_whole("<a\rb='c'\rd='e'/>", "<a@0+16 b=c@6+1 d=e@12+1>");
    assert_whole("<q xab='1' ab='2'/>", "<q@0+19 xab=1@8+1 ab=2@15+1>");
    assert_whole("<!-- <x/> --><?p <y/>?><a><![CDATA[<z/>]]></a>", "<a@23+3>");
}

static void encodings(void **state)
{
    (void)state;
    assert_whole("\xEF\xBB\xBF<a b='\xC3\xA4'/>", "<a@3+11 b=\xC3\xA4@9+2>");
    assert_whole("<?xml version='1.0' encoding='ISO-8859-1'?><a b='\xE4'/>", "<a@43+10 b=\xC3\xA4@49+1>");
    assert_whole("<?xml version='1.0' encoding='windows-1252'?><a b='\x80'/>",
                 "<a@45+10 b=\xE2\x82\xAC@51+1>");
    assert_whole("<?xml version='1.0' encoding='windows-1251'?><a b='\xE6'/>", "<a@45+10 b=\xD0\xB6@51+1>");
    static const char wide[] = "\xFF\xFE<\0a\0 \0b\0=\0'\0c\0d\0'\0/\0>";
    static const char turned[] = "\xFE\xFF\0<\0a\0 \0b\0=\0'\0c\0d\0'\0/\0>";
    heard h = {.length = 0}, other = {.length = 0};
    const al_xml_result little = read_bytes(&h, wide, sizeof wide);
    assert_int_equal(little.outcome, AL_XML_WHOLE);
    assert_string_equal(h.text, "<a@2+22 b=cd@14+4>");
    assert_int_equal(little.text.columns, AL_COLUMNS_UTF16);
    assert_int_equal(read_bytes(&other, turned, sizeof turned - 1).outcome, AL_XML_WHOLE);
    assert_string_equal(other.text, h.text);
}

static al_columns columns_of(const char *text, size_t size)
{
    heard h = {.length = 0};
    return read_bytes(&h, text, size).text.columns;
}

static void columns_follow_the_encoding(void **state)
{
    (void)state;
    static const char utf_8[] = "<?xml version='1.0' encoding='UTF-8'?><a/>";
    static const char latin_1[] = "<?xml version='1.0' encoding='ISO-8859-1'?><a/>";
    static const char wide[] =
        "<\0?\0x\0m\0l\0 \0v\0e\0r\0s\0i\0o\0n\0=\0'\0001\0.\0000\0'\0 \0e\0n\0c\0o\0d\0i\0n\0g\0"
        "=\0'\0u\0t\0f\0-\0001\0006\0'\0?\0>\0<\0a\0/\0>";
    assert_int_equal(columns_of("<a/>", 4), AL_COLUMNS_UTF8);
    assert_int_equal(columns_of(utf_8, sizeof utf_8 - 1), AL_COLUMNS_UTF8);
    assert_int_equal(columns_of(latin_1, sizeof latin_1 - 1), AL_COLUMNS_BYTES);
    assert_int_equal(columns_of(wide, sizeof wide), AL_COLUMNS_UTF16);
    assert_int_equal(columns_of("\xFF\xFE", 2), AL_COLUMNS_UTF16);
    assert_int_equal(columns_of("\xFF", 1), AL_COLUMNS_UTF8);
}

static void assert_ends(const char *text, al_xml_outcome outcome, uint64_t offset, const char *why)
{
    heard h = {.length = 0};
    const al_xml_result result = read_text(&h, text);
    assert_int_equal(result.outcome, outcome);
    assert_int_equal(result.offset, offset);
    assert_string_equal(result.why, why);
}

#define JUNK "junk after document element"
#define QUOTES(quote, attribute, other)                                                     \
    "invalid token: a " quote " inside of the value of " attribute " ends it, write " other \
    " or &quot; instead"

static void errors_and_their_places(void **state)
{
    (void)state;
    assert_ends("<a>\n<b></a>", AL_XML_BROKEN, 9, "mismatched tag: </a>, but <b> of line 2 is still open");
    assert_ends("<a><b>", AL_XML_BROKEN, 6,
                "the file ends before its elements do: <b> of line 1 is still open");
    assert_ends("<a><b c=", AL_XML_BROKEN, 3,
                "unclosed token: the tag that begins here has no >, or a quote in it has no end");
    assert_ends("<a/>\n<b/>", AL_XML_BROKEN, 5,
                "second root element: <b> of line 2 follows the end of <a> of line 1, put it inside");
    assert_ends("<a/> b", AL_XML_BROKEN, 5, JUNK ": text behind the end of <a> of line 1, the root");
    assert_ends("<a/></b>", AL_XML_BROKEN, 5, "</b> ends nothing: no element is open");
    assert_ends("<a b=\"c\" sel=\"d[@e=\"f\"]\"/>", AL_XML_BROKEN, 20, QUOTES("\"", "sel", "'"));
    assert_ends("<a b='c['d']'/>", AL_XML_BROKEN, 9, QUOTES("'", "b", "\""));
    assert_ends("<a b='c'd='e'/>", AL_XML_BROKEN, 8, "invalid token");
    assert_ends("<a b 'c'd/>", AL_XML_BROKEN, 5, "invalid token");
    assert_ends("<a b='1' b='2'/>", AL_XML_BROKEN, 9, "duplicate attribute");
    assert_ends("<a>\x01</a>", AL_XML_BROKEN, 3, "invalid token");
    assert_ends("<a>&b;</a>", AL_XML_BROKEN, 3, "undefined entity: for a bare & write &amp;");
    assert_ends("", AL_XML_WITHOUT_ELEMENT, 0, "the file ends before its elements do");
    assert_ends("<!-- a -->\n", AL_XML_WITHOUT_ELEMENT, 11, "the file ends before its elements do");
    assert_ends("<!-- a", AL_XML_BROKEN, 0, "unclosed token: the comment that begins here has no -->");
    assert_ends("<a/><?b", AL_XML_BROKEN, 4, "unclosed token: <? begins here, and there is no ?>");
    heard h = {.length = 0};
    const al_xml_result result = read_text(&h, "<?xml version='1.0' encoding='big5'?><a/>");
    assert_int_equal(result.outcome, AL_XML_UNKNOWN_ENCODING);
    assert_string_equal(result.encoding, "big5");
}

#define MISPLACED "XML or text declaration not at start of entity"
#define AMPERSAND "invalid token: a bare &, write &amp; instead"
#define TWICE     "the file has two lines <?xml ...?>, delete this one"
#define NOT_FIRST "<?xml ...?> must begin the file, delete what is in front of it"
#define IN_TAG    "invalid token: < inside of a tag, a quote or a > is missing in front of it"
#define NO_CHARACTER(byte, encoding, which) \
    "invalid token: byte " byte " is no character of " encoding ", " which

static void what_has_to_change(void **state)
{
    (void)state;
    assert_ends("<a>\n<b c=''>\n<d/></B></a>", AL_XML_BROKEN, 19,
                "mismatched tag: </B>, but <b> of line 2 is still open");
    assert_ends("<?xml version='1.0'?>\n<?xml version='1.0'?><a/>", AL_XML_BROKEN, 22, MISPLACED ": " TWICE);
    assert_ends("\xEF\xBB\xBF<?xml version='1.0'?>\n<?xml version='1.0'?><a/>", AL_XML_BROKEN, 25,
                MISPLACED ": " TWICE);
    assert_ends("\n\n\n<?xml version='1.0'?><a/>", AL_XML_BROKEN, 3, MISPLACED ": " NOT_FIRST);
    assert_ends("<?xml version='1.0'?><a/><?xml version='1.0'?>", AL_XML_BROKEN, 25, JUNK ": " TWICE);
    assert_ends("<a/><?xml version='1.0'?>", AL_XML_BROKEN, 4, JUNK ": " NOT_FIRST);
    assert_ends("<a>b & c</a>", AL_XML_BROKEN, 6, AMPERSAND);
    assert_ends("<a b='R&D'/>", AL_XML_BROKEN, 9, AMPERSAND);
    assert_ends("<a>&&amp;</a>", AL_XML_BROKEN, 4, AMPERSAND);
    assert_ends("<a>&#x;</a>", AL_XML_BROKEN, 6, AMPERSAND);
    assert_ends("<a b='&amp;c<'/>", AL_XML_BROKEN, 12, IN_TAG);
    assert_ends("<a b='\xE4'/>", AL_XML_BROKEN, 6,
                NO_CHARACTER("0xE4", "UTF-8", "and the file declares no other encoding"));
    assert_ends("<?xml version='1.0' encoding='utf-8'?><a>\xE4 </a>", AL_XML_BROKEN, 41,
                NO_CHARACTER("0xE4", "utf-8", "the encoding that the file declares"));
    assert_ends("<?xml version='1.0' encoding='windows-1252'?><a>\x81</a>", AL_XML_BROKEN, 48,
                NO_CHARACTER("0x81", "windows-1252", "the encoding that the file declares"));
    assert_ends("<?xml version='1.0' encoding='utf-16'?><a/>", AL_XML_BROKEN, 30,
                "encoding specified in XML declaration is incorrect: the file declares utf-16, but its bytes "
                "are not of it");
}

/* The same for a text in UTF-16, with a byte order mark if wanted. The offset counts characters. */
static void assert_wide_ends(const char *text, bool mark, uint64_t offset, const char *why)
{
    char bytes[512];
    size_t size = 0;
    heard h = {.length = 0};
    if (mark) {
        bytes[size++] = '\xFF';
        bytes[size++] = '\xFE';
    }
    for (; *text != '\0'; text++) {
        assert_true(size + 2 <= sizeof bytes);
        bytes[size++] = *text;
        bytes[size++] = '\0';
    }
    const al_xml_result result = read_bytes(&h, bytes, size);
    assert_int_equal(result.outcome, AL_XML_BROKEN);
    assert_string_equal(result.why, why);
    assert_int_equal(result.offset, 2 * offset + (mark ? 2 : 0));
}

static void what_has_to_change_in_utf_16(void **state)
{
    (void)state;
    for (unsigned mark = 0; mark < 2; mark++) {
        assert_wide_ends("<a>\n<bc></a>", mark > 0, 10,
                         "mismatched tag: </a>, but <bc> of line 2 is still open");
        assert_wide_ends("<a>b & c</a>", mark > 0, 6, AMPERSAND);
        assert_wide_ends("<?xml version='1.0'?>\n<?xml version='1.0'?><a/>", mark > 0, 22,
                         MISPLACED ": " TWICE);
        assert_wide_ends("<a/><?xml version='1.0'?>", mark > 0, 4, JUNK ": " NOT_FIRST);
    }
}

static void names_in_reasons(void **state)
{
    (void)state;
#define FORTY "0123456789012345678901234567890123456789"
    assert_ends("<a><b\tc=''></a>", AL_XML_BROKEN, 13,
                "mismatched tag: </a>, but <b> of line 1 is still open");
    assert_ends("<a><b\nc=''></a>", AL_XML_BROKEN, 13,
                "mismatched tag: </a>, but <b> of line 1 is still open");
    assert_ends("<a><b\rc=''></a\r>", AL_XML_BROKEN, 13,
                "mismatched tag: </a>, but <b> of line 1 is still open");
    assert_ends("<a><n" FORTY "abcdef></a>", AL_XML_BROKEN, 54,
                "mismatched tag: </a>, but <n" FORTY "abcdef> of line 1 is still open");
    assert_ends("<a><n" FORTY "abcdefg></a>", AL_XML_BROKEN, 55,
                "mismatched tag: </a>, but <n" FORTY "abcdef> of line 1 is still open");
    assert_ends("<a><n\xC3\xA4></a>", AL_XML_BROKEN, 10,
                "mismatched tag: </a>, but <n\xC3\xA4> of line 1 is still open");
    assert_ends("<?xml version='1.0' encoding='ISO-8859-1'?><a><n\xE4></a>", AL_XML_BROKEN, 52,
                "mismatched tag: </a>, but <n?> of line 1 is still open");
#undef FORTY
}

static void characters_of_entities(void **state)
{
    (void)state;
    static const char inside[] = "azAZ09_-.", outside[] = "`{@[/:,^";
    char text[128];
    for (const char *at = inside; *at != '\0'; at++) {
        (void)snprintf(text, sizeof text, "<a>&x%c </a>", *at);
        assert_ends(text, AL_XML_BROKEN, 6, AMPERSAND);
    }
    for (const char *at = outside; *at != '\0'; at++) {
        (void)snprintf(text, sizeof text, "<a><![CDATA[&%c\x01]]></a>", *at);
        assert_ends(text, AL_XML_BROKEN, 14, "invalid token");
    }
    for (unsigned length = 63; length <= 65; length++) {
        char name[66] = "";
        memset(name, 'x', length);
        (void)snprintf(text, sizeof text, "<a>&%s </a>", name);
        assert_ends(text, AL_XML_BROKEN, 4 + length, length <= 64 ? AMPERSAND : "invalid token");
    }
    assert_ends("<a>\x80</a>", AL_XML_BROKEN, 3,
                NO_CHARACTER("0x80", "UTF-8", "and the file declares no other encoding"));
    assert_ends(
        "<a>\xC3", AL_XML_BROKEN, 3,
        "partial character: byte 0xC3 is no character of UTF-8, and the file declares no other encoding");
}

/* Declared entities aren't expanded, and no other file is opened. */
static void entities(void **state)
{
    (void)state;
    assert_whole("<!DOCTYPE a SYSTEM 'no/such.dtd' [<!ENTITY b '<c/>'>]><a>&b;&d;</a>", "<a@54+3>");
    assert_whole("<!DOCTYPE a [<!ENTITY b SYSTEM '/etc/passwd'>]><a>&b;</a>", "<a@47+3>");
    char text[2048] = "<!DOCTYPE a [<!ENTITY e0 'aaaaaaaaaa'>";
    for (int i = 1; i < 12; i++) {
        const size_t length = strlen(text);
        (void)snprintf(text + length, sizeof text - length,
                       "<!ENTITY e%d '&e%d;&e%d;&e%d;&e%d;&e%d;&e%d;&e%d;&e%d;'>", i, i - 1, i - 1, i - 1,
                       i - 1, i - 1, i - 1, i - 1, i - 1);
    }
    const size_t length = strlen(text);
    (void)snprintf(text + length, sizeof text - length, "]><a b='&e11;'/>");
    heard h = {.length = 0};
    assert_int_equal(read_text(&h, text).outcome, AL_XML_BROKEN);
}

static void depth_has_a_limit(void **state)
{
    (void)state;
    enum { LEVELS = AL_XML_MOST_DEPTH + 1 };
    char *text = calloc(LEVELS, 7 + 1);
    assert_non_null(text);
    for (size_t i = 0; i < LEVELS; i++)
        memcpy(text + i * 3, "<a>", 3);
    for (size_t i = 0; i < LEVELS; i++)
        memcpy(text + (LEVELS * 3) + i * 4, "</a>", 4);
    heard h = {.length = 0};
    const al_xml_result result = read_text(&h, text);
    assert_int_equal(result.outcome, AL_XML_TOO_DEEP);
    assert_int_equal(result.offset, 3 * LEVELS);
    assert_int_equal(h.deepest, AL_XML_MOST_DEPTH);
    heard one_less = {.length = 0};
    memset(text, ' ', 3);
    memset(text + LEVELS * 7 - 4, ' ', 4);
    assert_int_equal(read_text(&one_less, text).outcome, AL_XML_WHOLE);
    assert_int_equal(one_less.deepest, AL_XML_MOST_DEPTH);
    text[LEVELS * 3] = '\0';
    assert_ends(text, AL_XML_BROKEN, LEVELS * 3,
                "the file ends before its elements do: <a> of line 1 is still open");
    free(text);
}

static void a_receiver_may_stop(void **state)
{
    (void)state;
    heard h = {.most = 2};
    assert_int_equal(read_text(&h, "<a><b/><c/></a>").outcome, AL_XML_NO_MEMORY);
    assert_string_equal(h.text, "<a@0+3<b@3+4");
}

/* The chunks that the parser gets end anywhere in a tag. */
static void long_files(void **state)
{
    (void)state;
    enum { TAGS = 30000 };
    char *text = calloc(TAGS + 2, 16);
    assert_non_null(text);
    size_t length = 3;
    memcpy(text, "<a>", length);
    for (int i = 0; i < TAGS; i++) {
        memcpy(text + length, "<bb c='dddd'/>\n", 15);
        length += 15;
    }
    memcpy(text + length, "</a>", 4);
    heard h = {.length = 0};
    const al_xml_result result = read_bytes(&h, text, length + 4);
    assert_int_equal(result.outcome, AL_XML_WHOLE);
    assert_int_equal(h.tags, TAGS + 1);
    free(text);
}

/* A tag of many parts: each further one is twice as large. */
static void long_tags(void **state)
{
    (void)state;
    enum { MOST = 3 << 20 };
    static const char start_of_tag[] = "<a><b c='", end_of_tag[] = "'/><d/></a>";
    char *text = malloc(MOST);
    assert_non_null(text);
    for (size_t length = 100 << 10; length < MOST; length += 300 << 10) {
        const size_t first = sizeof start_of_tag - 1, last = sizeof end_of_tag - 1;
        memset(text, 'x', length);
        memcpy(text, start_of_tag, first);
        memcpy(text + length - last, end_of_tag, last);
        heard h = {.length = 0};
        const al_xml_result result = read_bytes(&h, text, length);
        assert_int_equal(result.outcome, AL_XML_WHOLE);
        assert_int_equal(h.tags, 3);
        text[length - last] = 'x'; /* the value doesn't end */
        h = (heard){.length = 0};
        assert_int_equal(read_bytes(&h, text, length).outcome, AL_XML_BROKEN);
        assert_int_equal(h.tags, 1);
    }
    free(text);
}

static void any_allocation_may_fail(void **state)
{
    (void)state;
    static const char text[] = "<?xml version='1.0' encoding='windows-1252'?><!DOCTYPE a [<!ENTITY b 'c'>]>"
                               "<a b='&b;' dddddddddddddddddddddddddddddd='e'><f g='h'/></a>";
    const al_span bytes = al_span_of(text, sizeof text - 1);
    bool ended = false;
    for (uint64_t n = 1; !ended && n < 1000; n++) {
        heard h = {.length = 0};
        const al_xml_visitor visitor = {.context = &h, .start = start, .end = end};
        al_budget budget = al_budget_of(UINT64_MAX, n);
        const al_xml_result result = al_xml_read(bytes, &budget, &visitor);
        ended = budget.shortage == AL_SHORTAGE_NONE;
        assert_int_equal(result.outcome, ended ? AL_XML_WHOLE : AL_XML_NO_MEMORY);
        assert_int_equal(budget.used, 0);
    }
    assert_true(ended);
}

static void memory_has_a_limit(void **state)
{
    (void)state;
    heard h = {.length = 0};
    const al_xml_visitor visitor = {.context = &h, .start = start, .end = end};
    al_budget budget = al_budget_of(4000, 0);
    const al_xml_result result = al_xml_read(al_span_of("<a/>", 4), &budget, &visitor);
    assert_int_equal(result.outcome, AL_XML_NO_MEMORY);
    assert_int_equal(budget.shortage, AL_SHORTAGE_LIMIT);
    assert_int_equal(budget.used, 0);
}

static void names_of_encodings(void **state)
{
    (void)state;
    int map[256];
    static const char *const known[] = {"windows-1252", "WINDOWS-1250", "cp1257", "iso-8859-2",
                                        "ISO-8859-16",  "koi8-r",       "cp866",  "iso-8859-15"};
    static const char *const unknown[] = {
        "big5", "shift_jis", "windows-932", "windows-125", "iso-8859-", "gbk", "iso-8859-100", "", "utf-16"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        assert_true(al_xml_one_byte_encoding(known[i], map));
        for (int c = 0; c < 128; c++)
            assert_int_equal(map[c], c);
    }
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        assert_false(al_xml_one_byte_encoding(unknown[i], map));
    assert_true(al_xml_is_utf8("UTF-8"));
    assert_false(al_xml_is_utf8("UTF-16"));
}

typedef struct mapping {
    int byte, character; /* -1: none */
} mapping;

/* Asserts the characters of some bytes, and that all others are those of Latin 1. */
static void assert_map(const char *name, const mapping *changed, size_t count)
{
    int map[257], expected[257];
    memset(map, 0x55, sizeof map);
    for (int i = 0; i < 256; i++)
        expected[i] = i;
    for (size_t i = 0; i < count; i++)
        expected[changed[i].byte] = changed[i].character;
    expected[256] = map[256];
    assert_true(al_xml_one_byte_encoding(name, map));
    for (int i = 0; i <= 256; i++)
        if (map[i] != expected[i])
            fail_msg("%s: 0x%02X is 0x%04X, not 0x%04X", name, (unsigned)i, (unsigned)map[i],
                     (unsigned)expected[i]);
}

static void characters_of_encodings(void **state)
{
    (void)state;
    static const int windows_1252[32] = {0x20AC, -1,     0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                         0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, -1,     0x017D, -1,
                                         -1,     0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                         0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, -1,     0x017E, 0x0178};
    static const mapping latin_9[] = {{0xA4, 0x20AC}, {0xA6, 0x0160}, {0xA8, 0x0161}, {0xB4, 0x017D},
                                      {0xB8, 0x017E}, {0xBC, 0x0152}, {0xBD, 0x0153}, {0xBE, 0x0178}};
    mapping changed[128];
    size_t count = 0;
    for (int i = 0xA1; i <= 0xFF; i++) /* Cyrillic letters, and three other characters */
        changed[count++] = (mapping){i, i == 0xAD   ? 0xAD
                                        : i == 0xF0 ? 0x2116
                                        : i == 0xFD ? 0xA7
                                                    : i + 0x0360};
    assert_map("ISO-8859-5", changed, count);
    for (count = 0; count < 32; count++)
        changed[count] = (mapping){0x80 + (int)count, windows_1252[count]};
    assert_map("windows-1252", changed, count);
    for (int i = 0xC0; i <= 0xFF; i++)
        changed[count++] = (mapping){i, i + 0x0350};
    changed[count++] = (mapping){0xA8, 0x0401};
    changed[count++] = (mapping){0xB8, 0x0451};
    assert_map("windows-1251", changed, count);
    assert_map("iso-8859-15", latin_9, sizeof latin_9 / sizeof latin_9[0]);
    assert_map("latin1", NULL, 0);
    assert_map("iso-8859-2", NULL, 0); /* read as if it were Latin 1 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_with_their_bytes),
        cmocka_unit_test(encodings),
        cmocka_unit_test(columns_follow_the_encoding),
        cmocka_unit_test(errors_and_their_places),
        cmocka_unit_test(what_has_to_change),
        cmocka_unit_test(what_has_to_change_in_utf_16),
        cmocka_unit_test(names_in_reasons),
        cmocka_unit_test(characters_of_entities),
        cmocka_unit_test(entities),
        cmocka_unit_test(depth_has_a_limit),
        cmocka_unit_test(a_receiver_may_stop),
        cmocka_unit_test(long_files),
        cmocka_unit_test(long_tags),
        cmocka_unit_test(any_allocation_may_fail),
        cmocka_unit_test(memory_has_a_limit),
        cmocka_unit_test(names_of_encodings),
        cmocka_unit_test(characters_of_encodings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
