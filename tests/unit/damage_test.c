/* damage_test.c: converted line ends, lost carriage returns and files that end in zeros. */
#include "unit.h"
#include "unit_rule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/damage.h"

enum { START = 100, FIRST_RULE = 5 };

typedef struct fixture {
    al_budget budget;
    al_arena arena;
    al_setting settings[AL_MOST_RULES];
    al_sink sink;
} fixture;

static void begin(fixture *f, uint64_t size)
{
    memset(f, 0, sizeof *f);
    f->budget = al_budget_of(UINT64_MAX, 0);
    f->arena = al_arena_on(&f->budget);
    for (size_t i = 0; i < al_rule_count(); i++)
        f->settings[i].level = al_catalogue[i].level;
    f->sink = al_sink_of(&f->arena, al_catalogue, f->settings, "a.xmf", size);
    f->sink.first_rule = FIRST_RULE;
}

/* Expects one finding, or none if `message` is NULL. */
static void end(fixture *f, const char *rule, uint64_t offset, uint64_t length, const char *message)
{
    assert_int_equal(f->sink.first_rule, FIRST_RULE);
    assert_int_equal(f->sink.count, message != NULL ? 1 : 0);
    if (message != NULL) {
        const al_finding *finding = &f->sink.findings[0];
        assert_string_equal(finding->rule->id, rule);
        assert_int_equal(finding->offset, offset);
        assert_int_equal(finding->length, length);
        assert_string_equal(finding->message, message);
    }
    al_arena_free(&f->arena);
}

/* ---- Carriage returns that were lost ------------------------------------------------------------------- */

/* The streams of a file, of which only the tables tell. */
typedef struct streams {
    size_t count;
    al_stream_place places[2];
} streams;

static size_t find_streams(const void *document, al_stream_place *places)
{
    const streams *all = document;
    memcpy(places, all->places, sizeof all->places);
    return all->count;
}

/* A file whose streams, one or two, lack so many bytes. Their line feeds are 8 bytes apart, from the first
 * byte on. */
static void check_lost(fixture *f, size_t count, size_t feeds, uint64_t missing, size_t returns)
{
    static const al_hooks hooks = {.find_streams = find_streams};
    static uint8_t bytes[START + 1000 * 8];
    const size_t size = START + feeds * 8 + 8;
    const uint64_t rest = size - START - 4 + missing;
    const streams all = {.count = count,
                         .places = {{START, count == 1 ? rest + 4 : 4, 9}, {START + 4, rest, 9}}};
    begin(f, size);
    memset(bytes, 0, size);
    memcpy(bytes + START - 3, "\r\n\n", 3); /* of the tables */
    for (size_t i = 0; i < feeds; i++)
        bytes[START + i * 8] = '\n';
    for (size_t i = 0; i < returns; i++)
        bytes[START + i * 8 - 1] = '\r';
    al_job job = {.file = al_span_of(bytes, size), .sink = &f->sink};
    al_report_lost_returns(&job, &hooks, &all);
}

static void carriage_returns_that_were_lost(void **state)
{
    static const struct {
        size_t feeds;
        uint64_t missing;
        size_t returns;
        bool reported;
    } cases[] = {{1, 0, 0, false},   {1, 1, 0, true},     {1, 2, 0, false},   {2, 2, 0, true},
                 {2, 1, 0, true},    {2, 1, 1, false},    {2, 1, 2, false},   {3, 3, 0, false},
                 {63, 2, 0, true},   {63, 3, 0, false},   {64, 3, 0, true},   {64, 4, 0, false},
                 {127, 3, 0, true},  {127, 4, 0, false},  {128, 4, 0, true},  {128, 5, 0, false},
                 {639, 11, 0, true}, {639, 12, 0, false}, {640, 12, 0, true}, {640, 13, 0, false},
                 {640, 12, 1, false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture f;
        char message[300];
        (void)snprintf(message, sizeof message,
                       "%d byte%s missing, and none of the %zu line feeds has a carriage return before it: "
                       "Git, or FTP in text mode, may have taken the file for a text and removed them",
                       (int)cases[i].missing, cases[i].missing == 1 ? " is" : "s are", cases[i].feeds);
        check_lost(&f, 1 + i % 2, cases[i].feeds, cases[i].missing, cases[i].returns);
        if (cases[i].reported)
            assert_int_equal(f.sink.findings[0].confidence, AL_LIKELY);
        end(&f, "file/line-ends", START, 1, cases[i].reported ? message : NULL);
    }
}

static void a_file_that_is_made_otherwise(void **state)
{
    static const al_hooks hooks = {.find_streams = find_streams};
    static const streams none = {.count = 0, .places = {{START, 4, 9}, {START, 4, 9}}};
    fixture f;
    (void)state;
    begin(&f, 1);
    al_job job = {.file = al_span_of("\n", 1), .sink = &f.sink};
    al_report_lost_returns(&job, &hooks, &none);
    end(&f, "", 0, 0, NULL);
}

/* ---- Damage that is found ------------------------------------------------------------------------------ */

static void zeros_at_the_end(void **state)
{
    static const struct {
        size_t before, zeros;
        bool filled;
    } cases[] = {{1, 0, false},    {1, 1, false},      {1, 1023, false}, {1, 1024, true},    {1, 1025, true},
                 {1, 4095, true},  {1, 4096, true},    {1, 4097, true},  {4096, 4096, true}, {1, 8192, true},
                 {7, 9000, true},  {0, 1023, false},   {0, 4096, true},  {0, 4097, true},    {0, 0, false},
                 {5000, 3, false}, {5000, 1024, true}, {0, 5000, true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture f;
        const size_t size = cases[i].before + cases[i].zeros;
        uint8_t *bytes = calloc(size + 1, 1);
        assert_non_null(bytes);
        memset(bytes, 1, cases[i].before);
        begin(&f, size);
        al_damage damage = al_find_damage(&f.sink, al_span_of(bytes, size));
        assert_int_equal(damage.zeros_from, cases[i].before);
        assert_int_equal(damage.zero_filled, cases[i].filled);
        assert_false(damage.converted);
        f.settings[unit_rule("file/zero-filled")].level = AL_OFF;
        damage = al_find_damage(&f.sink, al_span_of(bytes, size));
        assert_int_equal(damage.zeros_from, size);
        assert_false(damage.zero_filled);
        end(&f, "", 0, 0, NULL);
        free(bytes);
    }
}

/* A text is no file that was converted. */
static void line_feeds_with_carriage_returns(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
        uint64_t count; /* 0: it was not converted */
    } cases[] = {
        {"\1\r\n", 3, 1}, {"\1\r\n\r\n", 5, 2}, {"\1\n\r\n", 4, 0}, {"a\r\nb\r\n", 6, 0}, {"\1", 1, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture f;
        const al_span file = al_span_of(cases[i].bytes, cases[i].size);
        begin(&f, file.len);
        al_damage damage = al_find_damage(&f.sink, file);
        assert_int_equal(damage.converted, cases[i].count > 0);
        assert_int_equal(cases[i].count > 0 ? damage.ends.count : 0, cases[i].count);
        assert_int_equal(damage.zeros_from, file.len);
        f.settings[unit_rule("file/line-ends")].level = AL_OFF;
        damage = al_find_damage(&f.sink, file);
        assert_false(damage.converted);
        end(&f, "", 0, 0, NULL);
    }
}

/* ---- Damage that is reported --------------------------------------------------------------------------- */

static void one_line_feed_may_be_chance(void **state)
{
    const al_damage one = {.converted = true, .ends = {.count = 1, .first = 40}};
    const al_damage two = {.converted = true, .ends = {.count = 2, .first = 40}};
    const al_claim claim = {.rule = unit_rule("xmf/data-range") - FIRST_RULE, .offset = 50};
    fixture f;
    (void)state;
    begin(&f, 1000);
    al_report_damage(&f.sink, &one);
    end(&f, "", 0, 0, NULL);
    begin(&f, 1000);
    al_report_damage(&f.sink, &two);
    end(&f, "file/line-ends", 40, 2,
        "each of the 2 line feeds has a carriage return before it: Git, or FTP in text mode, took the file "
        "for a text and put them there");
    begin(&f, 1000);
    al_report(&f.sink, &claim, "%s", "an error");
    al_report_damage(&f.sink, &one);
    al_sink_finish(&f.sink);
    end(&f, "file/line-ends", 40, 2,
        "the only line feed has a carriage return before it: Git, or FTP in text mode, may have taken the "
        "file for a text and put it there; 1 other finding follows from it");
}

/* Neither a warning nor a limit shows that the file is broken. */
static void zeros_may_end_a_working_file(void **state)
{
    const al_damage filled = {.zero_filled = true, .zeros_from = 300};
    const al_damage both = {
        .zero_filled = true, .zeros_from = 300, .converted = true, .ends = {.count = 2, .first = 40}};
    const size_t range = unit_rule("xmf/data-range") - FIRST_RULE;
    const al_claim claims[] = {{.rule = range, .level = AL_WARNING, .offset = 500},
                               {.rule = range, .limit = true},
                               {.rule = range, .offset = 400, .length = 1}};
    fixture f;
    (void)state;
    for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++) {
        begin(&f, 1000);
        f.sink.damaged_from = 300;
        al_report(&f.sink, &claims[i], "%s", "an error");
        al_report_damage(&f.sink, &filled);
        al_sink_finish(&f.sink);
        if (i == 2)
            end(&f, "file/zero-filled", 300, 700,
                "700 of 1000 bytes are lost: from here to its end the file is nothing but zeros, as a copy "
                "or a download that stopped leaves it; 1 other finding follows from it");
        else
            end(&f, "xmf/data-range", claims[i].offset, 0, "an error");
    }
    begin(&f, 1000); /* an error in the first byte doesn't follow from them */
    al_report(&f.sink, &(al_claim){.rule = range, .length = 1}, "%s", "an error");
    al_report_damage(&f.sink, &filled);
    al_sink_finish(&f.sink);
    assert_int_equal(f.sink.count, 2);
    assert_int_equal(f.sink.consequence_count, 0);
    al_arena_free(&f.arena);
    begin(&f, 1000); /* line ends that were converted are an error beside the zeros */
    al_report_damage(&f.sink, &both);
    assert_int_equal(f.sink.count, 2);
    assert_int_equal(f.sink.reaches[1], 300);
    al_arena_free(&f.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(carriage_returns_that_were_lost),
        cmocka_unit_test(a_file_that_is_made_otherwise),
        cmocka_unit_test(zeros_at_the_end),
        cmocka_unit_test(line_feeds_with_carriage_returns),
        cmocka_unit_test(one_line_feed_may_be_chance),
        cmocka_unit_test(zeros_may_end_a_working_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
