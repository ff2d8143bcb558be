/* clausewitz_test.c: reading texts of Clausewitz games, including malformed ones. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "relations/paradox/clausewitz.h"

enum { ROOM = 4096 };

/* "key{", "}", "key=value", and for a flaw its kind in capitals with the offset of its token. */
typedef struct heard {
    char text[ROOM];
} heard;

static void write(heard *h, const char *text, size_t length)
{
    const size_t used = strlen(h->text);
    assert_true(used + length < ROOM);
    memcpy(h->text + used, text, length);
    h->text[used + length] = '\0';
}

static void write_span(heard *h, al_span span)
{
    if (span.len > 0)
        write(h, (const char *)span.ptr, span.len);
}

static void hear_open(void *context, const al_clausewitz_item *object)
{
    assert_int_equal(object->value.len, 1);
    write_span(context, object->key);
    write(context, "{ ", 2);
}

static void hear_close(void *context)
{
    write(context, "} ", 2);
}

static void hear_value(void *context, const al_clausewitz_item *item)
{
    assert_true(item->whole.len == item->value.len || item->whole.len > item->value.len);
    write_span(context, item->key);
    if (item->key.len > 0)
        write(context, "=", 1);
    write_span(context, item->value);
    write(context, " ", 1);
}

static void hear_flaw(void *context, al_clausewitz_flaw flaw, al_span token)
{
    static const char *const names[] = {[AL_FLAW_OPEN_QUOTE] = "QUOTE",
                                        [AL_FLAW_NO_VALUE] = "NO-VALUE",
                                        [AL_FLAW_NO_KEY] = "NO-KEY",
                                        [AL_FLAW_STRAY] = "STRAY",
                                        [AL_FLAW_STRAY_AT_END] = "STRAY-AT-END",
                                        [AL_FLAW_OPEN_BRACE] = "OPEN",
                                        [AL_FLAW_TOO_DEEP] = "DEEP"};
    char text[64];
    const int length = snprintf(text, sizeof text, "%s@%d+%zu ", names[flaw], (int)token.base, token.len);
    write(context, text, (size_t)length);
}

static heard read_text(const char *text, size_t length)
{
    heard h = {.text = ""};
    const al_clausewitz_visitor visitor = {
        .context = &h, .open = hear_open, .close = hear_close, .value = hear_value, .flaw = hear_flaw};
    al_clausewitz_read(al_span_of(text, length), &visitor);
    return h;
}

static void assert_heard(const char *text, const char *expected)
{
    const heard h = read_text(text, strlen(text));
    assert_string_equal(h.text, expected);
}

static void objects_and_values(void **state)
{
    (void)state;
    assert_heard("", "");
    assert_heard("a = b", "a=b ");
    assert_heard("a=b c=\"d e\"", "a=b c=d e ");
    assert_heard("o = { a = b { c } }", "o{ a=b { c } } ");
    assert_heard("list = { 1 2 \"x y\" }", "list{ 1 2 x y } ");
    assert_heard("age <= child x<y a > 5 b >=6", "age=child x<y a=5 b=6 ");
    assert_heard("a >5 b <c", "a=5 b=c ");
    assert_heard("\"quoted key\" = gfx\\anims\\a.xac", "quoted key=gfx\\anims\\a.xac ");
    assert_heard("a = \"\" b = c", "a= b=c ");
}

static void a_key_needs_no_operator_before_an_object(void **state)
{
    (void)state;
    assert_heard("o { a = b } p{}", "o{ a=b } p{ } ");
    assert_heard("x o { }", "x o{ } ");
}

static void comments_and_marks(void **state)
{
    (void)state;
    assert_heard("# all } of = it \"\na = b # c = {\r\nd = \"#e\"", "a=b d=#e ");
    assert_heard("a#b\n=#c\n d", "a=d ");
    assert_heard("\xEF\xBB\xBF"
                 "a = b",
                 "a=b ");
    assert_heard("\xEF\xBB"
                 "a = b",
                 "\xEF\xBB"
                 "a=b ");
    assert_heard("a\tb\vc\fd\r\n", "a b c d ");
    assert_heard("a\x0E=\x08", "a\x0E=\x08 ");
    assert_heard("a = \xE9\xEF\xBC\x9D}", "a=\xE9\xEF\xBC\x9D STRAY-AT-END@8+1 ");
}

static void quotes_end_with_their_line(void **state)
{
    (void)state;
    assert_heard("a = \"b c\nd = e", "QUOTE@4+4 a=b c d=e ");
    assert_heard("\"b\r\nc", "QUOTE@0+2 b c ");
    assert_heard("x \"y", "x QUOTE@2+2 y ");
    assert_heard("x\"y z\"w", "x y z w ");
    assert_heard("a = \"", "QUOTE@4+1 a= ");
}

static void missing_values_and_keys(void **state)
{
    (void)state;
    assert_heard("a = }", "NO-VALUE@0+1 STRAY-AT-END@4+1 ");
    assert_heard("o = { key = }", "o{ NO-VALUE@6+3 } ");
    assert_heard("key =", "NO-VALUE@0+3 ");
    assert_heard("key = = b", "NO-VALUE@0+3 key=b ");
    assert_heard("= b", "NO-KEY@0+1 b ");
    assert_heard("=", "NO-KEY@0+1 ");
    assert_heard("= }", "NO-KEY@0+1 STRAY-AT-END@2+1 ");
    assert_heard("= = b", "NO-KEY@0+1 b ");
}

/* A word between two operators is a key, whose item begins anew. Text in quotes is a value. */
static void the_key_before_another_key_has_no_value(void **state)
{
    (void)state;
    assert_heard("a = b = c", "NO-VALUE@0+1 b=c ");
    assert_heard("idle =\n\tmove = \"x\"", "NO-VALUE@0+4 move=x ");
    assert_heard("idle = # = \"a\"\n move#\n= x", "NO-VALUE@0+4 move=x ");
    assert_heard("a = b <= c", "NO-VALUE@0+1 b=c ");
    assert_heard("a = b > c", "NO-VALUE@0+1 b=c ");
    assert_heard("idle = attach = { x }", "NO-VALUE@0+4 attach{ x } ");
    assert_heard("o = { a = b = }", "o{ NO-VALUE@6+1 NO-VALUE@10+1 } ");
    assert_heard("a = b = c = d", "NO-VALUE@0+1 NO-VALUE@4+1 c=d ");
    assert_heard("\"a b\" = c = d", "NO-VALUE@0+5 c=d ");
    assert_heard("= b = c", "NO-KEY@0+1 b=c ");
    assert_heard("a = \"b\" = c", "a=b NO-KEY@8+1 c ");
    assert_heard("a = \"\" = c", "a= NO-KEY@7+1 c ");
    assert_heard("a = b {", "a=b { OPEN@6+1 ");
}

static void unbalanced_braces(void **state)
{
    (void)state;
    assert_heard("a = { b = { c", "a{ b{ c OPEN@4+1 OPEN@10+1 ");
    assert_heard("} a", "STRAY@0+1 a ");
    assert_heard("a } # x\n}  ", "a STRAY-AT-END@2+1 STRAY-AT-END@8+1 ");
    assert_heard("}}a}", "STRAY@0+1 STRAY@1+1 a STRAY-AT-END@3+1 ");
    assert_heard("} } a = b }", "STRAY@0+1 STRAY@2+1 a=b STRAY-AT-END@10+1 ");
}

/* Each level is read, but objects that are too deep are not handed out. */
static void objects_that_are_too_deep(void **state)
{
    (void)state;
    char text[4 * AL_CLAUSEWITZ_DEPTH + 16] = "";
    size_t length = 0;
    for (int i = 0; i <= AL_CLAUSEWITZ_DEPTH; i++)
        text[length++] = '{';
    memcpy(text + length, "a", 1);
    length++;
    for (int i = 0; i <= AL_CLAUSEWITZ_DEPTH; i++)
        text[length++] = '}';
    memcpy(text + length, " b", 2);
    heard h = read_text(text, length + 2);
    assert_non_null(strstr(h.text, "{ DEEP@64+1 } "));
    assert_null(strstr(h.text, "a"));
    assert_string_equal(h.text + strlen(h.text) - 4, "} b ");
}

/* The deepest object that is handed out has values, and one that is deeper has none, nor is it left open. */
static void objects_of_the_deepest_level(void **state)
{
    (void)state;
    enum { ALL = AL_CLAUSEWITZ_DEPTH };
    char text[2 * ALL + 8] = "";
    heard expected = {.text = ""};
    memset(text, '{', ALL);
    text[ALL] = 'a';
    memset(text + ALL + 1, '}', ALL);
    for (int i = 0; i <= 2 * ALL; i++) {
        const char word[] = {text[i], ' '};
        write(&expected, word, sizeof word);
    }
    assert_heard(text, expected.text);
    memset(text, '{', ALL + 1);
    text[ALL + 1] = '\0';
    const heard open = read_text(text, ALL + 1);
    assert_non_null(strstr(open.text, "DEEP@64+1 OPEN@0+1 "));
    assert_string_equal(open.text + strlen(open.text) - strlen("OPEN@62+1 OPEN@63+1 "),
                        "OPEN@62+1 OPEN@63+1 ");
}

static void count_flaw(void *context, al_clausewitz_flaw flaw, al_span token)
{
    uint64_t *count = context;
    *count += flaw == AL_FLAW_STRAY && token.len == 1;
}

static void pass_over(void *context, const al_clausewitz_item *item)
{
    (void)context, (void)item;
}

static void pass_over_end(void *context)
{
    (void)context;
}

/* Each stray token depends on the next one: searching for it each time would take hours here. */
static void many_strays_are_read_once(void **state)
{
    enum { MANY = 1 << 20 };
    static char text[MANY];
    uint64_t count = 0;
    (void)state;
    memset(text, '}', MANY);
    text[MANY - 1] = 'a';
    const al_clausewitz_visitor visitor = {
        .context = &count, .open = pass_over, .close = pass_over_end, .value = pass_over, .flaw = count_flaw};
    al_clausewitz_read(al_span_of(text, MANY), &visitor);
    assert_int_equal(count, MANY - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_and_values),
        cmocka_unit_test(a_key_needs_no_operator_before_an_object),
        cmocka_unit_test(comments_and_marks),
        cmocka_unit_test(quotes_end_with_their_line),
        cmocka_unit_test(missing_values_and_keys),
        cmocka_unit_test(the_key_before_another_key_has_no_value),
        cmocka_unit_test(unbalanced_braces),
        cmocka_unit_test(objects_that_are_too_deep),
        cmocka_unit_test(objects_of_the_deepest_level),
        cmocka_unit_test(many_strays_are_read_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
