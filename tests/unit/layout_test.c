/* layout_test.c: the code made from the rows of a layout.def: a struct, its reader, offsets, calls of a
 * visitor, claims. */
#include "unit.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/layout.h"
#include "notes.h"

extern const al_words sample_parent_words;
#define AL_LAYOUT "tests/unit/layout_sample.def"
#include "kit/layout_declare.h"
extern const al_layout *const sample_layouts[];
#define AL_LAYOUT_LIST sample_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

enum { BASE = 1000 };

static const char *name_of_parent(int64_t value)
{
    return value == INT32_MIN ? "none" : NULL;
}

const al_words sample_parent_words = {.find = name_of_parent};

static const uint8_t bytes[SAMPLE_BYTES] = {
    0xFE,                                           /* kind */
    0x01, 0x80,                                     /* width 0x8001 */
    0xFF, 0xFF,                                     /* shift -1 */
    0x78, 0x56, 0x34, 0x92,                         /* count 0x92345678 */
    0x00, 0x00, 0x00, 0x80,                         /* parent INT32_MIN */
    0x00, 0x00, 0x20, 0xC0,                         /* weight -2.5 */
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xF8, 0x3F, /* time 1.5 */
    0x01, 0x00, 0x02, 0x00, 0xFF, 0xFF,             /* triangle 1, 2, 65535 */
    0x00, 0x00, 0x00, 0x3F, 0x00, 0x00, 0x80, 0xFF, /* uv 0.5, -infinity */
    'b',  'o',  'n',  'e',  0x00, 0xEE              /* word, and garbage after it */
};

/* The record, or its first `len` bytes, in a block of exactly that size. */
static al_span record_of(size_t len)
{
    uint8_t *block = malloc(len > 0 ? len : 1);
    assert_non_null(block);
    memcpy(block, bytes, len);
    al_span record = al_span_of(block, len);
    record.base = BASE;
    if (len == 0)
        free(block);
    return record;
}

static void drop(al_span record)
{
    free((uint8_t *)(uintptr_t)record.ptr);
}

/* ---- Struct and reader --------------------------------------------------------------------------------- */

static void rows_become_offsets(void **state)
{
    (void)state;
    assert_int_equal(SAMPLE_AT_kind, 0);
    assert_int_equal(SAMPLE_AT_parent, 9);
    assert_int_equal(SAMPLE_AT_triangle, 25);
    assert_int_equal(SAMPLE_AT_word, 39);
    assert_int_equal(SAMPLE_BYTES, 45);
    assert_int_equal(SMALL_AT_only, 2);
    assert_int_equal(SMALL_BYTES, 3);
}

static void rows_become_a_table(void **state)
{
    (void)state;
    assert_string_equal(sample_layout.title, "sample record");
    assert_int_equal(sample_layout.size, 45);
    assert_int_equal(sample_layout.row_count, 10);
    const al_row *first = &sample_layout.rows[0], *triangle = &sample_layout.rows[7];
    const al_row *last = &sample_layout.rows[9];
    assert_string_equal(first->name, "kind");
    assert_string_equal(first->meaning, "first");
    assert_int_equal(first->type, AL_TYPE_u8);
    assert_int_equal(first->count, 1);
    assert_false(first->text);
    assert_int_equal(triangle->offset, 25);
    assert_int_equal(triangle->type, AL_TYPE_u16);
    assert_int_equal(triangle->count, 3);
    assert_false(triangle->text);
    assert_string_equal(last->name, "word");
    assert_int_equal(last->count, 6);
    assert_true(last->text);
    assert_ptr_equal(sample_layouts[0], &sample_layout);
    assert_ptr_equal(sample_layouts[1], &small_layout);
    assert_ptr_equal(sample_layouts[2], &wide_layout);
    assert_ptr_equal(sample_layouts[3], &fixed_layout);
    assert_null(sample_layouts[4]);
}

static void rows_become_constants(void **state)
{
    (void)state;
    assert_int_equal(FIXED_IS_version, 0x10);
    assert_int_equal(FIXED_AT_unknown, 6);
    assert_int_equal(FIXED_AT_shift, 8);
    assert_int_equal(FIXED_MIN_shift, -2);
    assert_int_equal(FIXED_MAX_shift, 7);
    assert_memory_equal(FIXED_MAGIC.bytes, "ABC", 4);
    assert_string_equal(FIXED_MAGIC.other, "ABC");
    assert_int_equal(FIXED_MAGIC.size, 4);
    assert_int_equal(FIXED_MAGIC.offset, 0);
    const char *const legal[] = {"ABC", "0x10", "-2 to 7", "0 or 1"};
    assert_int_equal(fixed_layout.row_count, 5);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(fixed_layout.rows[i].legal, legal[i]);
    assert_true(fixed_layout.rows[0].text);
    const uint8_t good[FIXED_BYTES] = {'A', 'B', 'C', 0, 0x10, 0, 9, 9, 7, 0, 1, 255};
    const uint8_t bad[FIXED_BYTES] = {'A', 'B', 'C', 0, 0x11, 0, 9, 9, 8, 0, 2, 255};
    assert_true(fixed_layout.rows[4].bits);
    assert_null(al_word_of(&fixed_layout.rows[4], al_uint(254)));
    assert_true(al_is_legal_at(&fixed_layout, al_span_of(good, sizeof good), FIXED_AT_bits));
    assert_true(fixed_is_legal(al_span_of(good, sizeof good), FIXED_AT_bits));
    static const fixed_field fields[] = {FIXED_AT_version, FIXED_AT_shift, FIXED_AT_flag};
    for (size_t i = 0; i < 3; i++) {
        assert_true(fixed_is_legal(al_span_of(good, sizeof good), fields[i]));
        assert_true(al_is_legal_at(&fixed_layout, al_span_of(good, sizeof good), fields[i]));
        assert_false(fixed_is_legal(al_span_of(bad, sizeof bad), fields[i]));
        assert_false(al_is_legal_at(&fixed_layout, al_span_of(bad, sizeof bad), fields[i]));
    }
}

static void bits_are_shown_in_words(void **state)
{
    static const al_word items[] = {
        {0x20, "normal"}, {1, "position"}, {6, "both"}, {UINT32_C(1) << 31, "last"}};
    static const al_words words = {.items = items, .count = 4};
    static const struct {
        uint64_t value;
        const char *text;
    } cases[] = {
        {0, "none"},
        {1, "position"},
        {0x21, "normal, position"},
        {6, "both"},
        {2, "unknown 0x2"},
        {0xD9, "position, unknown 0xd8"},
        {0xFFFFFFFF, "normal, position, both, last, unknown 0x7fffffd8"},
        {UINT64_C(1) << 63, "unknown 0x8000000000000000"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(al_show_bits(&words, cases[i].value, 4).text, cases[i].text);
    assert_int_equal(al_unknown_bits(&words, 0xFF), 0xD8);
    assert_int_equal(al_unknown_bits(&words, 0x27), 0);
}

/* The rows behind the last one are no part of the tables. */
static void tables_of_words_end(void **state)
{
    (void)state;
    static const al_word dense[] = {{0, "zero"}, {1, "one"}, {2, "two"}},
                         loose[] = {{5, "five"}, {-3, "less"}, {9, "x"}};
    const al_words two = {.items = dense, .count = 2}, both = {.items = loose, .count = 2},
                   none = {.items = dense, .count = 0};
    assert_string_equal(al_find_word(&two, 0), "zero");
    assert_string_equal(al_find_word(&two, 1), "one");
    assert_null(al_find_word(&two, 2));
    assert_null(al_find_word(&two, -1));
    assert_null(al_find_word(&none, 0));
    assert_string_equal(al_find_word(&both, 5), "five");
    assert_string_equal(al_find_word(&both, -3), "less");
    assert_null(al_find_word(&both, 9));
    assert_null(al_find_word(&both, 0));
    assert_string_equal(al_show_bits(&two, 3, 1).text, "zero, one, unknown 0x2");
    assert_int_equal(al_unknown_bits(&two, 3), 2);
}

static void words_of_one_letter_are_separated(void **state)
{
    (void)state;
    static const al_word items[] = {{1, "x"}, {2, "y"}, {4, "z"}};
    static const al_words words = {.items = items, .count = 3};
    assert_string_equal(al_show_bits(&words, 7, 1).text, "x, y, z");
    assert_string_equal(al_show_bits(&words, 9, 1).text, "x, unknown 0x8");
}

static void bits_without_words_are_numbers(void **state)
{
    static const al_words words = {.each = "level"};
    static const struct {
        uint64_t value;
        uint32_t size;
        const char *text;
    } cases[] = {
        {0, 4, "none"},
        {1, 4, "level 0"},
        {0x80, 1, "level 7"},
        {3, 4, "levels 0, 1"},
        {7, 4, "levels 0 to 2"},
        {0x8D, 1, "levels 0, 2, 3, 7"},
        {0xFF, 1, "all levels"},
        {0xFF, 2, "levels 0 to 7"},
        {UINT64_MAX, 8, "all levels"},
        {0xFFFFFFFE, 4, "levels 1 to 31"},
        {0x182, 1, "levels 1, 7"}, /* bits beyond the size aren't looked at */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(al_show_bits(&words, cases[i].value, cases[i].size).text, cases[i].text);
}

#define HUNDRED                                          \
    "01234567890123456789012345678901234567890123456789" \
    "01234567890123456789012345678901234567890123456789"

static void many_words_end_with_the_text(void **state)
{
    static const al_word items[] = {{1, HUNDRED}, {2, HUNDRED}, {4, HUNDRED}};
    static const al_words words = {.items = items, .count = 3};
    (void)state;
    assert_int_equal(strlen(al_show_bits(&words, 7, 4).text), sizeof(al_bits_text) - 1);
}

static void sizes_of_scalars(void **state)
{
    (void)state;
    assert_int_equal(al_scalar_size(AL_TYPE_u8), 1);
    assert_int_equal(al_scalar_size(AL_TYPE_u16), 2);
    assert_int_equal(al_scalar_size(AL_TYPE_i16), 2);
    assert_int_equal(al_scalar_size(AL_TYPE_u32), 4);
    assert_int_equal(al_scalar_size(AL_TYPE_i32), 4);
    assert_int_equal(al_scalar_size(AL_TYPE_f32), 4);
    assert_int_equal(al_scalar_size(AL_TYPE_u64), 8);
    assert_int_equal(al_scalar_size(AL_TYPE_f64), 8);
}

static void a_record_is_read(void **state)
{
    (void)state;
    const al_span record = record_of(SAMPLE_BYTES);
    const sample r = sample_read(record);
    assert_int_equal(r.at, BASE);
    assert_int_equal(r.kind, 0xFE);
    assert_int_equal(r.width, 0x8001);
    assert_int_equal(r.shift, -1);
    assert_int_equal(r.count, UINT64_C(0x92345678));
    assert_int_equal(r.parent, INT32_MIN);
    assert_true(r.weight == -2.5f);
    assert_true(r.time == 1.5);
    assert_int_equal(r.triangle.base, BASE + 25);
    assert_int_equal(r.triangle.len, 6);
    assert_int_equal(r.uv.len, 8);
    assert_int_equal(r.word.base, BASE + 39);
    assert_int_equal(r.word.len, 6);
    assert_memory_equal(r.word.ptr, "bone\0\xEE", 6);
    drop(record);
}

static void a_short_record_reads_as_zero_from_its_end_on(void **state)
{
    (void)state;
    const al_span record = record_of(27);
    const sample r = sample_read(record);
    assert_true(r.time == 1.5);
    assert_int_equal(r.triangle.len, 2); /* what there is of it */
    assert_int_equal(r.uv.len, 0);
    assert_int_equal(r.uv.base, BASE + 27);
    assert_int_equal(r.word.len, 0);
    drop(record);

    const al_span none = {.base = BASE};
    const sample empty = sample_read(none);
    assert_int_equal(empty.at, BASE);
    assert_int_equal(empty.kind, 0);
    assert_int_equal(empty.count, 0);
    assert_true(empty.time == 0);
    assert_int_equal(empty.word.len, 0);
}

/* ---- Visiting ------------------------------------------------------------------------------------------ */

static void see_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    note(context, "%s[%" PRIu64 "]@%" PRIu64 "(", name, count, offset);
}

static void see_list_end(void *context)
{
    note(context, ") ");
}

static void see_value(void *context, const char *name, al_value v, const char *meaning, al_extent e)
{
    assert_false(e.inflated);
    note(context, "%s=", name != NULL ? name : "");
    switch (v.kind) {
    case AL_VALUE_NONE: note(context, "none"); break;
    case AL_VALUE_UINT: note(context, "%" PRIu64, v.as.uint_value); break;
    case AL_VALUE_INT: note(context, "%" PRId64, v.as.int_value); break;
    case AL_VALUE_REAL: note(context, "%g", v.as.real_value); break;
    case AL_VALUE_TEXT:
        note(context, "%zu'%.*s'", v.as.text.length, (int)v.as.text.length, v.as.text.bytes);
        break;
    }
    note(context, "%s%s@%" PRIu64 "+%" PRIu64 " ", meaning != NULL ? "~" : "", meaning != NULL ? meaning : "",
         e.offset, e.length);
}

static void assert_visit(size_t len, const char *wanted)
{
    notes w = {.length = 0};
    const al_visitor v = {.size = sizeof(al_visitor),
                          .context = &w,
                          .list = see_list,
                          .list_end = see_list_end,
                          .value = see_value};
    const al_span record = record_of(len);
    al_visit_record(&v, &sample_layout, record, false);
    assert_string_equal(w.text, wanted);
    drop(record);
}

static void bits_are_visited_with_their_words(void **state)
{
    static const uint8_t record[FIXED_BYTES] = {'A', 'B', 'C', 0, 0x10, 0, 9, 9, 7, 0, 1, 255};
    notes w = {.length = 0};
    const al_visitor v = {.size = sizeof(al_visitor), .context = &w, .value = see_value};
    (void)state;
    al_visit_record(&v, &fixed_layout, al_span_of(record, sizeof record), false);
    assert_non_null(strstr(w.text, "bits=255~even, odd, unknown 0x1@11+1"));
}

static void every_field_is_visited(void **state)
{
    (void)state;
    assert_visit(SAMPLE_BYTES,
                 "kind=254~odd@1000+1 width=32769@1001+2 shift=-1@1003+2 count=2452903544@1005+4 "
                 "parent=-2147483648~none@1009+4 weight=-2.5@1013+4 time=1.5@1017+8 "
                 "triangle[3]@1025(=1~first@1025+2 =2@1027+2 =65535~last@1029+2 ) "
                 "uv[2]@1031(=0.5@1031+4 =-inf@1035+4 ) word=4'bone'@1039+6 ");
}

static void fields_that_are_cut_off_are_left_out(void **state)
{
    (void)state;
    static const char front[] =
        "kind=254~odd@1000+1 width=32769@1001+2 shift=-1@1003+2 count=2452903544@1005+4 ";
    assert_visit(9, front);
    assert_visit(12, front); /* three bytes of the parent are no parent */
    assert_visit(2, "kind=254~odd@1000+1 ");
    assert_visit(0, "");
    assert_visit(26, "kind=254~odd@1000+1 width=32769@1001+2 shift=-1@1003+2 count=2452903544@1005+4 "
                     "parent=-2147483648~none@1009+4 weight=-2.5@1013+4 time=1.5@1017+8 ");
    assert_visit(30, "kind=254~odd@1000+1 width=32769@1001+2 shift=-1@1003+2 count=2452903544@1005+4 "
                     "parent=-2147483648~none@1009+4 weight=-2.5@1013+4 time=1.5@1017+8 "
                     "triangle[2]@1025(=1~first@1025+2 =2@1027+2 ) "); /* two items, and half of one */
    char with_parent[200];
    (void)snprintf(with_parent, sizeof with_parent, "%sparent=-2147483648~none@1009+4 ", front);
    assert_visit(13, with_parent);
}

static void text_without_an_end_is_all_of_it(void **state)
{
    (void)state;
    notes w = {.length = 0};
    uint8_t full[SAMPLE_BYTES];
    memcpy(full, bytes, sizeof full);
    memcpy(full + SAMPLE_AT_word, "bonenr", 6);
    const al_visitor v = {.size = sizeof(al_visitor),
                          .context = &w,
                          .list = see_list,
                          .list_end = see_list_end,
                          .value = see_value};
    al_visit_record(&v, &sample_layout, al_span_of(full, sizeof full), false);
    assert_non_null(strstr(w.text, "word=6'bonenr'@39+6 "));
}

static void values_by_type(void **state)
{
    (void)state;
    const al_span record = record_of(SAMPLE_BYTES);
    assert_int_equal(al_value_at(record, SAMPLE_AT_shift, AL_TYPE_i16).kind, AL_VALUE_INT);
    assert_int_equal(al_value_at(record, SAMPLE_AT_shift, AL_TYPE_i16).as.int_value, -1);
    assert_int_equal(al_value_at(record, SAMPLE_AT_shift, AL_TYPE_u16).kind, AL_VALUE_UINT);
    assert_int_equal(al_value_at(record, SAMPLE_AT_shift, AL_TYPE_u16).as.uint_value, 65535);
    assert_int_equal(al_value_at(record, SAMPLE_AT_count, AL_TYPE_i32).as.int_value,
                     INT64_C(0x92345678) - INT64_C(0x100000000));
    assert_true(al_value_at(record, SAMPLE_AT_time, AL_TYPE_f64).as.real_value == 1.5);
    assert_int_equal(al_value_at(record, SAMPLE_BYTES, AL_TYPE_u32).as.uint_value, 0);
    drop(record);
}

/* ---- Claims -------------------------------------------------------------------------------------------- */

static void assert_claim(const al_claim *c, uint64_t offset, uint64_t length, const char *field)
{
    char text[100];
    al_path_format(&c->path, text, sizeof text);
    assert_int_equal(c->rule, 5);
    assert_int_equal(c->offset, offset);
    assert_int_equal(c->length, length);
    assert_string_equal(text, field);
    assert_int_equal(c->level, AL_OFF);
    assert_int_equal(c->expected.kind, AL_VALUE_NONE);
    assert_null(c->tally);
    assert_false(c->in_inflated);
    assert_false(c->limit);
}

static void a_claim_about_a_field(void **state)
{
    (void)state;
    const al_span record = record_of(SAMPLE_BYTES);
    const al_path up = al_item(NULL, "samples", 4);
    al_claim c = al_field_claim(5, &sample_layout, record, SAMPLE_AT_parent, &up);
    assert_claim(&c, BASE + 9, 4, "samples[4].parent");
    assert_int_equal(c.actual.kind, AL_VALUE_INT);
    assert_int_equal(c.actual.as.int_value, INT32_MIN);

    c = al_field_claim(5, &sample_layout, record, SAMPLE_AT_kind, NULL);
    assert_claim(&c, BASE, 1, "kind");
    assert_int_equal(c.actual.as.uint_value, 0xFE);

    c = al_field_claim(5, &sample_layout, record, SAMPLE_AT_triangle, &up); /* of an array: no value */
    assert_claim(&c, BASE + 25, 6, "samples[4].triangle");
    assert_int_equal(c.actual.kind, AL_VALUE_NONE);

    c = al_field_claim(5, &sample_layout, record, SAMPLE_AT_word, &up);
    assert_claim(&c, BASE + 39, 6, "samples[4].word");
    assert_int_equal(c.actual.kind, AL_VALUE_NONE);
    drop(record);
}

static void a_claim_stays_in_the_record(void **state)
{
    (void)state;
    const al_path up = al_item(NULL, "samples", 4);
    const al_span record = record_of(11);
    al_claim c = al_field_claim(5, &sample_layout, record, SAMPLE_AT_parent, &up);
    assert_claim(&c, BASE + 9, 2, "samples[4].parent"); /* what is there of it */
    c = al_field_claim(5, &sample_layout, record, SAMPLE_AT_word, &up);
    assert_claim(&c, BASE + 11, 0, "samples[4].word");
    drop(record);
}

static void a_claim_about_an_item(void **state)
{
    (void)state;
    const al_span record = record_of(SAMPLE_BYTES);
    const al_path up = al_item(NULL, "samples", 4);
    const al_claim c = al_item_claim(5, &sample_layout, record, SAMPLE_AT_triangle, 2, &up);
    assert_claim(&c, BASE + 29, 2, "samples[4].triangle[2]");
    assert_int_equal(c.actual.as.uint_value, 65535);
    drop(record);
}

/* ---- Words and legal values ---------------------------------------------------------------------------- */

static void words_belong_to_values(void **state)
{
    (void)state;
    const al_row *kind = al_row_at(&sample_layout, SAMPLE_AT_kind);
    const al_row *parent = al_row_at(&sample_layout, SAMPLE_AT_parent);
    const al_row *width = al_row_at(&sample_layout, SAMPLE_AT_width);
    assert_string_equal(al_word_of(kind, al_uint(0)), "even");
    assert_string_equal(al_word_of(kind, al_uint(254)), "odd");
    assert_null(al_word_of(kind, al_uint(1)));
    assert_null(al_word_of(kind, al_real(0)));
    assert_null(al_word_of(kind, al_uint(UINT64_MAX)));
    assert_string_equal(al_word_of(parent, al_int(INT32_MIN)), "none");
    assert_null(al_word_of(parent, al_int(3)));
    assert_null(al_word_of(width, al_uint(0)));
}

static void rows_define_legal_values(void **state)
{
    (void)state;
    assert_true(al_has_word(&sample_parent_words, 12345));
    assert_true(al_has_word(&sample_kind_words, 254));
    assert_false(al_has_word(&sample_kind_words, 1));
    const al_row *kind = al_row_at(&sample_layout, SAMPLE_AT_kind);
    const al_row *shift = al_row_at(&sample_layout, SAMPLE_AT_shift);
    const al_row *parent = al_row_at(&sample_layout, SAMPLE_AT_parent);
    assert_true(al_is_legal(kind, al_uint(254)));
    assert_false(al_is_legal(kind, al_uint(1)));
    assert_true(al_is_legal(shift, al_int(-2)));
    assert_true(al_is_legal(shift, al_int(7)));
    assert_false(al_is_legal(shift, al_int(-3)));
    assert_false(al_is_legal(shift, al_int(8)));
    assert_false(al_is_legal(shift, al_real(1)));
    assert_true(al_is_legal(parent, al_int(12345))); /* values without a name may be legal, too */
    assert_true(al_is_legal(al_row_at(&sample_layout, SAMPLE_AT_count), al_uint(UINT32_MAX)));

    const al_row highest = {.bounded = true, .min = INT64_MAX, .max = INT64_MAX};
    assert_true(al_is_legal(&highest, al_uint(INT64_MAX)));
    assert_false(al_is_legal(&highest, al_uint((uint64_t)INT64_MAX + 1)));
    assert_false(al_is_legal(&highest, al_uint(INT64_MAX - 1)));

    uint8_t full[SAMPLE_BYTES] = {[SAMPLE_AT_kind] = 1, [SAMPLE_AT_shift] = 7};
    assert_false(sample_is_legal(al_span_of(full, sizeof full), SAMPLE_AT_kind));
    assert_true(sample_is_legal(al_span_of(full, sizeof full), SAMPLE_AT_shift));
    assert_false(al_is_legal_at(&sample_layout, al_span_of(full, sizeof full), SAMPLE_AT_kind));
    assert_true(al_is_legal_at(&sample_layout, al_span_of(full, sizeof full), SAMPLE_AT_shift));
}

static void counters_have_the_size_of_their_field(void **state)
{
    (void)state;
    const al_span record = record_of(SAMPLE_BYTES);
    const al_counter kind = sample_counter(record, SAMPLE_AT_kind, NULL);
    const al_counter width = sample_counter(record, SAMPLE_AT_width, NULL);
    const al_counter count = sample_counter(record, SAMPLE_AT_count, NULL);
    assert_int_equal(al_counted(&kind), 0xFE);
    assert_int_equal(al_counted(&width), 0x8001);
    assert_int_equal(al_counted(&count), 0x92345678);
    drop(record);
}

static void wide_counts_end_where_a_count_does(void **state)
{
    (void)state;
    const uint8_t nines[] = {9, 0x78, 0x56, 0x34, 0x92, 0, 0, 0, 0, 9, 0xFF, 0xFF, 0xFF, 0xFF,
                             0, 0,    0,    0,    9,    0, 0, 0, 0, 1, 0,    0,    0};
    const al_span file = al_span_of(nines, sizeof nines);
    const uint32_t counts[] = {0x92345678, UINT32_MAX, UINT32_MAX};
    for (uint64_t i = 0; i < 3; i++) {
        const al_counter counter =
            wide_counter(al_slice_available(file, i * WIDE_BYTES, WIDE_BYTES), WIDE_AT_count, NULL);
        assert_int_equal(al_counted(&counter), counts[i]);
        const al_claim claim = al_counter_claim(3, &counter);
        assert_int_equal(claim.rule, 3);
        assert_int_equal(claim.offset, i * WIDE_BYTES + WIDE_AT_count);
        assert_int_equal(claim.length, 8);
        assert_string_equal(claim.path.name, "count");
        assert_int_equal(claim.actual.kind, AL_VALUE_UINT);
        assert_true(claim.actual.as.uint_value == (i == 2 ? UINT64_C(1) << 32 : counts[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_become_offsets),
        cmocka_unit_test(rows_become_a_table),
        cmocka_unit_test(rows_become_constants),
        cmocka_unit_test(bits_are_shown_in_words),
        cmocka_unit_test(tables_of_words_end),
        cmocka_unit_test(words_of_one_letter_are_separated),
        cmocka_unit_test(bits_without_words_are_numbers),
        cmocka_unit_test(many_words_end_with_the_text),
        cmocka_unit_test(bits_are_visited_with_their_words),
        cmocka_unit_test(sizes_of_scalars),
        cmocka_unit_test(a_record_is_read),
        cmocka_unit_test(a_short_record_reads_as_zero_from_its_end_on),
        cmocka_unit_test(every_field_is_visited),
        cmocka_unit_test(fields_that_are_cut_off_are_left_out),
        cmocka_unit_test(text_without_an_end_is_all_of_it),
        cmocka_unit_test(values_by_type),
        cmocka_unit_test(a_claim_about_a_field),
        cmocka_unit_test(a_claim_stays_in_the_record),
        cmocka_unit_test(a_claim_about_an_item),
        cmocka_unit_test(words_belong_to_values),
        cmocka_unit_test(rows_define_legal_values),
        cmocka_unit_test(counters_have_the_size_of_their_field),
        cmocka_unit_test(wide_counts_end_where_a_count_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
