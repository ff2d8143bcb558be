/* walk_test.c: walks through records, counted arrays and texts: the parts that they read, and where and how
 * they stop.
 */
#include "walk_fixture.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- One after another --------------------------------------------------------------------------------- */

/* A file with one of everything: a record with a `count` of 3, a single item, 3 items of 2 bytes, a small
 * record, a text with its length, a text with a NUL. */
enum { ITEM = 2, ITEMS = 3, THING = 5 };
enum {
    AT_THING = SAMPLE_BYTES,
    AT_ITEMS = AT_THING + THING,
    AT_SMALL = AT_ITEMS + ITEM * ITEMS,
    AT_TEXT = AT_SMALL + SMALL_BYTES,
    AT_TEXT_NUL = AT_TEXT + 4 + 6,
    FILE_SIZE = AT_TEXT_NUL + 5
};

static const uint8_t *one_of_everything(void)
{
    static uint8_t file[FILE_SIZE];
    for (size_t i = 0; i < FILE_SIZE; i++)
        file[i] = (uint8_t)(i + 1);
    write_u32(file + SAMPLE_AT_count, ITEMS);
    write_u32(file + AT_TEXT, 6);
    memcpy(file + AT_TEXT + 4, "engine", 6);
    memcpy(file + AT_TEXT_NUL, "hull", 5);
    return file;
}

enum { PARTS = 6 };

typedef struct parts {
    al_span record, thing, items, small;
    al_string text, text_nul;
    bool taken[PARTS];
} parts;

static parts take_all(al_walk *w)
{
    parts p;
    const al_path thing = al_field(NULL, "thing"), head = al_field(NULL, "head");
    const al_path items = al_field(&head, "items"), last = al_item(NULL, "smalls", 8);
    p.taken[0] = al_walk_record(w, &sample_layout, &head, &p.record);
    p.taken[1] = al_walk_take(w, THING, &thing, "a thing", &p.thing);
    const al_counter counter = {
        .layout = &sample_layout, .record = p.record, .field = SAMPLE_AT_count, .up = &head};
    p.taken[2] = al_walk_array(w, &counter, &(al_form){.stride = ITEM}, &items, "items", &p.items);
    p.taken[3] = al_walk_record(w, &small_layout, &last, &p.small);
    p.taken[4] = al_walk_text(w, &last, "title", &p.text);
    p.taken[5] = al_walk_text_nul(w, NULL, "name", &p.text_nul);
    return p;
}

static void a_whole_file(void **state)
{
    (void)state;
    fixture *f = begin(one_of_everything(), FILE_SIZE);
    const parts p = take_all(&f->walk);
    for (size_t i = 0; i < PARTS; i++)
        assert_true(p.taken[i]);
    assert_goes_on(f);
    assert_span(p.record, 0, SAMPLE_BYTES);
    assert_int_equal(al_u8_at(p.record, 0), 1);
    assert_span(p.thing, AT_THING, THING);
    assert_int_equal(al_u8_at(p.thing, 0), AT_THING + 1);
    assert_span(p.items, AT_ITEMS, (uint64_t)ITEM * ITEMS);
    assert_int_equal(al_u8_at(p.items, 0), AT_ITEMS + 1);
    assert_span(p.small, AT_SMALL, SMALL_BYTES);
    assert_span(p.text.field, AT_TEXT, 10);
    assert_span(p.text.text, AT_TEXT + 4, 6);
    assert_memory_equal(p.text.text.ptr, "engine", 6);
    assert_span(p.text_nul.field, AT_TEXT_NUL, 5);
    assert_span(p.text_nul.text, AT_TEXT_NUL, 4);
    assert_memory_equal(p.text_nul.text.ptr, "hull", 4);
    char field[40];
    al_path_format(&p.text_nul.path, field, sizeof field);
    assert_string_equal(field, "name");
    assert_rest(f, FILE_SIZE, 0);
    end(f);
}

/* The parts that the walk reads, and what the message says first if one is cut. */
typedef struct piece {
    uint64_t at, size;
    size_t number; /* of the part */
    const char *field, *start;
} piece;

static const piece pieces[] = {
    {0, SAMPLE_BYTES, 0, "head", "the file is cut off in the sample record"},
    {AT_THING, THING, 1, "thing", "the file is cut off in a thing"},
    {AT_ITEMS, 6, 2, "head.items", "the file is cut off in items"},
    {AT_SMALL, SMALL_BYTES, 3, "smalls[8]", "the file is cut off in the small record"},
    {AT_TEXT, 4, 4, "smalls[8].title", "the file is cut off in the length of a text"},
    {AT_TEXT, 10, 4, "smalls[8].title", "the file is cut off in a text"},
    {AT_TEXT_NUL, 5, 5, "name", "the file is cut off in a text"},
};

/* The piece that is cut in a file of `size` bytes. */
static const piece *cut_piece(uint64_t size)
{
    const piece *p = pieces;
    while (p->at + p->size <= size)
        p++;
    return p;
}

static al_span span_of_part(const parts *p, size_t number)
{
    const al_span spans[PARTS] = {p->record, p->thing, p->items, p->small, p->text.field, p->text_nul.field};
    return spans[number];
}

/* Parts before the cut are complete; the cut part has the available bytes; parts after it are empty. */
static void assert_parts(const parts *p, const piece *cut, uint64_t size)
{
    for (size_t i = 0; i < PARTS; i++) {
        assert_int_equal(p->taken[i], i < cut->number);
        if (i > cut->number)
            assert_int_equal(span_of_part(p, i).len, 0);
    }
    assert_span(span_of_part(p, cut->number), cut->at, size - cut->at);
    if (cut->number <= 4)
        assert_int_equal(p->text.text.len, 0);
}

static void a_file_that_is_cut_at_every_byte(void **state)
{
    (void)state;
    for (uint64_t size = 0; size < FILE_SIZE; size++) {
        fixture *f = begin(one_of_everything(), (size_t)size);
        const parts p = take_all(&f->walk);
        const piece *cut = cut_piece(size);
        assert_parts(&p, cut, size);
        char message[100];
        const uint64_t there = size - cut->at, whole = cut->at + cut->size, missing = whole - size;
        if (cut->at == AT_TEXT_NUL)
            (void)snprintf(message, sizeof message, "%s: %" PRIu64 " byte%s there, and no NUL", cut->start,
                           there, there == 1 ? " is" : "s are");
        else
            (void)snprintf(message, sizeof message,
                           "%s: at least %" PRIu64 " byte%s of %" PRIu64 " bytes %s missing", cut->start,
                           missing, missing == 1 ? "" : "s", whole, missing == 1 ? "is" : "are");
        const wanted w = {.rule = unit_rule("xani/truncated"),
                          .offset = cut->at,
                          .length = size - cut->at,
                          .field = cut->field,
                          .message = message};
        assert_stopped(f, &w);
        assert_rest(f, cut->at, size - cut->at);
        end(f);
    }
}

static void the_same_way_silently(void **state)
{
    (void)state;
    for (uint64_t size = 0; size <= FILE_SIZE; size++) {
        fixture *f = begin(one_of_everything(), (size_t)size);
        f->walk.silent = true;
        const parts p = take_all(&f->walk);
        if (size < FILE_SIZE)
            assert_parts(&p, cut_piece(size), size);
        else
            assert_true(p.taken[PARTS - 1]);
        assert_int_equal(f->walk.stopped, size < FILE_SIZE);
        assert_int_equal(f->sink.count, 0);
        end(f);
    }
}

/* ---- After a stop -------------------------------------------------------------------------------------- */

/* Asserts that nothing more is read or reported, though the file has more bytes. */
static void assert_walk_is_over(fixture *f)
{
    al_walk *w = &f->walk;
    const size_t count = f->sink.count;
    const al_span rest = al_walk_rest(w);
    const al_path path = al_field(NULL, "more");
    uint8_t record[SAMPLE_BYTES] = {0};
    write_u32(record + SAMPLE_AT_count, 1);
    const al_counter one = {.layout = &sample_layout,
                            .record = al_span_of(record, sizeof record),
                            .field = SAMPLE_AT_count,
                            .up = NULL};
    const al_span full = al_span_of(record, sizeof record);
    al_span out = full;
    assert_false(al_walk_take(w, 1, &path, "a thing", &out));
    assert_int_equal(out.len, 0);
    out = full;
    assert_false(al_walk_take(w, 0, &path, "a thing", &out));
    assert_int_equal(out.len, 0);
    out = full;
    assert_false(al_walk_record(w, &small_layout, &path, &out));
    assert_int_equal(out.len, 0);
    out = full;
    assert_false(al_walk_array(w, &one, &(al_form){.stride = 1}, &path, "things", &out));
    assert_int_equal(out.len, 0);
    assert_false(al_walk_count(w, &one, 1, "things"));
    al_string text = {.field = full, .text = full};
    assert_false(al_walk_text(w, NULL, "more", &text));
    assert_int_equal(text.field.len, 0);
    assert_int_equal(text.text.len, 0);
    assert_string_equal(text.path.name, "more");
    text = (al_string){.field = full, .text = full};
    assert_false(al_walk_text_nul(w, NULL, "more", &text));
    assert_int_equal(text.field.len, 0);
    assert_int_equal(text.text.len, 0);
    assert_string_equal(text.path.name, "more");
    assert_true(w->stopped);
    assert_int_equal(f->sink.count, count);
    assert_rest(f, rest.base, rest.len);
}

static void nothing_is_taken_after_a_stop(void **state)
{
    (void)state;
    for (unsigned silent = 0; silent < 2; silent++) {
        const al_path path = al_field(NULL, "thing");
        al_span out;
        al_string text;
        static const uint8_t bytes[20] = {9, 0, 0, 0, 'a'};

        fixture *f = begin(bytes, sizeof bytes); /* at an item */
        f->walk.silent = silent > 0;
        assert_false(al_walk_take(&f->walk, 21, &path, "a thing", &out));
        assert_walk_is_over(f);
        end(f);

        f = begin(bytes, sizeof bytes); /* at a count */
        f->walk.silent = silent > 0;
        const al_counter counter = {.layout = &sample_layout, .record = f->job.file, .field = 5, .up = NULL};
        f->block[5] = 21;
        assert_false(al_walk_count(&f->walk, &counter, 1, "things"));
        assert_walk_is_over(f);
        end(f);

        f = begin(bytes, sizeof bytes); /* at a text */
        f->walk.silent = silent > 0;
        f->block[0] = 17;
        assert_false(al_walk_text(&f->walk, NULL, "name", &text));
        assert_walk_is_over(f);
        end(f);

        f = begin("name of no end", 14); /* at a text without a NUL */
        f->walk.silent = silent > 0;
        assert_false(al_walk_text_nul(&f->walk, NULL, "name", &text));
        assert_int_equal(f->sink.count, silent > 0 ? 0 : 1);
        assert_walk_is_over(f);
        end(f);
    }
}

/* ---- Items with a size --------------------------------------------------------------------------------- */

static void items_at_the_border(void **state)
{
    (void)state;
    static const uint8_t bytes[10] = {0};
    const al_path path = al_item(NULL, "things", 2);
    al_span out;
    fixture *f = begin(bytes, 10);
    assert_true(al_walk_take(&f->walk, 0, &path, "a thing", &out));
    assert_span(out, 0, 0);
    assert_true(al_walk_take(&f->walk, 10, &path, "a thing", &out));
    assert_span(out, 0, 10);
    assert_true(al_walk_take(&f->walk, 0, &path, "a thing", &out)); /* an empty item at the end */
    assert_span(out, 10, 0);
    assert_goes_on(f);
    assert_false(al_walk_take(&f->walk, 1, &path, "a thing", &out));
    assert_span(out, 10, 0);
    assert_stopped(
        f, &(wanted){.rule = unit_rule("xani/truncated"),
                     .offset = 10,
                     .field = "things[2]",
                     .message = "the file is cut off in a thing: at least 1 byte of 11 bytes is missing"});
    end(f);
}

static void a_size_that_would_wrap(void **state)
{
    (void)state;
    static const uint8_t bytes[10] = {0};
    const al_path path = al_field(NULL, "thing");
    al_span out;
    fixture *f = begin(bytes, 10);
    assert_true(al_walk_take(&f->walk, 4, &path, "a thing", &out));
    assert_false(al_walk_take(&f->walk, UINT64_MAX - 3, &path, "a thing", &out)); /* ends at 0 in 64 bits */
    assert_span(out, 4, 6);
    assert_stopped(f, &(wanted){.rule = unit_rule("xani/truncated"),
                                .offset = 4,
                                .length = 6,
                                .field = "thing",
                                .message = "the file is cut off in a thing: at least 17592186044415.9 MB of "
                                           "17592186044415.9 MB are missing"});
    end(f);
}

/* A walk through a section names it, does not leave it, and reports offsets of the file. */
static void a_section_of_a_file(void **state)
{
    (void)state;
    uint8_t bytes[100] = {0};
    write_u32(bytes + 40, 6); /* the text would end inside the file, but outside the section */
    al_span out;
    al_string text;
    const al_path path = al_field(NULL, "thing");
    fixture *f = begin(bytes, sizeof bytes);
    f->walk.bytes = al_slice_available(f->job.file, 30, 19);
    f->walk.whole = "the section";
    assert_true(al_walk_take(&f->walk, 10, &path, "a thing", &out));
    assert_span(out, 30, 10);
    assert_false(al_walk_text(&f->walk, &path, "name", &text));
    assert_span(text.field, 40, 9);
    assert_stopped(f, &(wanted){.rule = unit_rule("xani/truncated"),
                                .offset = 40,
                                .length = 9,
                                .field = "thing.name",
                                .message = "the section ends in a text: 9 of its 10 bytes are there"});
    end(f);
}

/* The end of a section that a field declares: cut data is reported at the field, impossible counts are
 * not. */
static void a_declared_end(void **state)
{
    (void)state;
    const uint8_t bytes[16] = {4, 0, 0, 0, 9, 0, 0, 0};
    fixture *f = begin(bytes, sizeof bytes);
    const al_path field = al_field(NULL, "size"), path = al_field(NULL, "name");
    const al_claim declared = {.rule = unit_rule("xani/key-offset"), .offset = 0, .length = 4, .path = field};
    al_string text;
    al_span there;
    f->walk.bytes = al_slice_available(f->job.file, 4, 4);
    f->walk.whole = "the section";
    f->walk.end = &declared;
    assert_false(al_walk_text_at(&f->walk, &path, &text));
    assert_string_equal(text.path.name, "name");
    assert_true(f->walk.cut);
    assert_stopped(f, &(wanted){.rule = unit_rule("xani/key-offset"),
                                .offset = 0,
                                .length = 4,
                                .field = "size",
                                .message = "the section ends in a text: 4 of its 13 bytes are there"});
    assert_false(al_walk_take(&f->walk, 1, &path, "a thing", &there));
    assert_int_equal(f->sink.count, 1);
    end(f);

    const uint8_t impossible[8] = {4, 0, 0, 0, 200, 0, 0, 0};
    f = begin(impossible, sizeof impossible);
    f->walk.bytes = al_slice_available(f->job.file, 4, 4);
    f->walk.end = &declared;
    assert_false(al_walk_text_at(&f->walk, &path, &text));
    assert_false(f->walk.cut);
    assert_int_equal(f->sink.count, 1);
    assert_string_equal(f->sink.findings[0].rule->id, "xani/count-range");
    end(f);
}

/* ---- Counts -------------------------------------------------------------------------------------------- */

enum { COUNTED = SAMPLE_BYTES + 15 }; /* bytes of a file that begins with a counter */

static const al_path counter_path = {.name = "things", .index = 3};

static fixture *begin_counted(uint32_t count)
{
    uint8_t bytes[COUNTED] = {0};
    write_u32(bytes + SAMPLE_AT_count, count);
    write_u32(bytes + SAMPLE_AT_parent, count);
    return begin(bytes, sizeof bytes);
}

static al_counter counter_of(const fixture *f, uint32_t field)
{
    return (al_counter){.layout = &sample_layout,
                        .record = al_slice_available(f->job.file, 0, SAMPLE_BYTES),
                        .field = field,
                        .up = &counter_path};
}

static void assert_possible(uint32_t count, uint64_t smallest)
{
    fixture *f = begin_counted(count);
    const al_counter counter = counter_of(f, SAMPLE_AT_count);
    assert_int_equal(al_counted(&counter), count);
    assert_true(al_walk_count(&f->walk, &counter, smallest, "parts"));
    assert_goes_on(f);
    assert_rest(f, 0, COUNTED); /* nothing was read */
    end(f);
}

static void assert_impossible(uint32_t count, uint64_t smallest, const char *actual, const char *message)
{
    for (unsigned as_array = 0; as_array < (smallest <= UINT32_MAX ? 2 : 1); as_array++) {
        fixture *f = begin_counted(count);
        const al_counter counter = counter_of(f, SAMPLE_AT_count);
        const al_path path = al_field(NULL, "parts");
        al_span out;
        assert_true(al_walk_take(&f->walk, 45, &path, "a thing", &out));
        if (as_array > 0) {
            assert_false(al_walk_array(&f->walk, &counter, &(al_form){.stride = (uint32_t)smallest}, &path,
                                       "parts", &out));
            assert_span(out, 45, 0); /* nothing, at its place */
        } else {
            assert_false(al_walk_count(&f->walk, &counter, smallest, "parts"));
        }
        assert_stopped(f, &(wanted){.rule = unit_rule("xani/count-range"),
                                    .offset = SAMPLE_AT_count,
                                    .length = 4,
                                    .field = "things[3].count",
                                    .actual = actual,
                                    .message = message});
        end(f);
    }
}

static void counts_at_the_border(void **state)
{
    (void)state;
    assert_possible(0, 1);
    assert_possible(0, UINT64_MAX);
    assert_possible(COUNTED, 1);
    assert_impossible(COUNTED + 1, 1, "61",
                      "parts: 61 of at least 1 byte each, in a file of 60 bytes" OR_CUT);
    assert_possible(12, 5);
    assert_impossible(13, 5, "13", "parts: 13 of at least 5 bytes each, in a file of 60 bytes" OR_CUT);
    assert_possible(8, 7); /* 56 bytes, and */
    assert_impossible(9, 7, "9", "parts: 9 of at least 7 bytes each, in a file of 60 bytes" OR_CUT);
    assert_possible(1, COUNTED);
    assert_impossible(1, COUNTED + 1, "1",
                      "parts: 1 of at least 61 bytes each, in a file of 60 bytes" OR_CUT);
}

static void counts_whose_product_would_wrap(void **state)
{
    (void)state;
    assert_impossible(2, UINT64_C(1) << 63, "2",
                      "parts: 2 of at least 9223372036854775808 bytes each, in a file of 60 bytes" OR_CUT);
    assert_impossible(INT32_MAX, 1, "2147483647",
                      "parts: 2147483647 of at least 1 byte each, in a file of 60 bytes" OR_CUT);
}

/* Any number of items without a size fits, but a negative count is refused. */
static void counts_of_things_without_a_size(void **state)
{
    (void)state;
    assert_possible(INT32_MAX, 0);
    assert_impossible(UINT32_C(1) << 31, 0, "2147483648",
                      "the number of parts is 2147483648, or -2147483648 with a sign");
    assert_impossible(UINT32_MAX, 0, "4294967295", "the number of parts is 4294967295, or -1 with a sign");
}

static void counts_with_the_sign_bit(void **state)
{
    (void)state;
    assert_impossible(UINT32_C(1) << 31, 1, "2147483648",
                      "the number of parts is 2147483648, or -2147483648 with a sign");
    fixture *f = begin_counted(UINT32_MAX - 1); /* of a signed field */
    const al_counter counter = counter_of(f, SAMPLE_AT_parent);
    assert_false(al_walk_count(&f->walk, &counter, 4, "parts"));
    assert_stopped(f, &(wanted){.rule = unit_rule("xani/count-range"),
                                .offset = SAMPLE_AT_parent,
                                .length = 4,
                                .field = "things[3].parent",
                                .actual = "-2",
                                .message = "the number of parts is negative: -2"});
    end(f);
}

/* A count that is too high in a signed field; and one that is the sum of several fields, of which the first
 * is 0. */
static void counts_in_signed_fields(void **state)
{
    (void)state;
    fixture *f = begin_counted(COUNTED + 1);
    const al_counter counter = counter_of(f, SAMPLE_AT_parent);
    wanted w = {.rule = unit_rule("xani/count-range"),
                .offset = SAMPLE_AT_parent,
                .length = 4,
                .field = "things[3].parent",
                .actual = "61",
                .message = "parts: 61 of at least 1 byte each, in a file of 60 bytes" OR_CUT};
    assert_false(al_walk_count(&f->walk, &counter, 1, "parts"));
    assert_stopped(f, &w);
    end(f);
    f = begin_counted(0);
    const al_counter table = counter_of(f, SAMPLE_AT_parent);
    w.field = "things[3].parent[0]";
    w.actual = "0";
    assert_false(al_walk_count_item(&f->walk, &table, 0, COUNTED + 1, 1, "parts"));
    assert_stopped(f, &w);
    end(f);
}

static void a_count_that_is_silent(void **state)
{
    (void)state;
    fixture *f = begin_counted(COUNTED + 1);
    f->walk.silent = true;
    const al_counter counter = counter_of(f, SAMPLE_AT_count);
    assert_false(al_walk_count(&f->walk, &counter, 1, "parts"));
    assert_true(f->walk.stopped);
    assert_int_equal(f->sink.count, 0);
    end(f);
}

/* A count that a whole file could hold, but that doesn't fit into the rest: the file was cut, the count may
 * be right. */
static void an_array_that_a_file_could_hold(void **state)
{
    (void)state;
    const al_path path = al_field(NULL, "parts");
    al_span out;
    fixture *f = begin_counted(5);
    const al_counter five = counter_of(f, SAMPLE_AT_count);
    assert_true(al_walk_take(&f->walk, 45, &path, "a thing", &out));
    assert_true(
        al_walk_array(&f->walk, &five, &(al_form){.stride = 3}, &path, "parts", &out)); /* to the last byte */
    assert_span(out, 45, 15);
    assert_goes_on(f);
    assert_rest(f, COUNTED, 0);
    end(f);

    f = begin_counted(15);
    const al_counter fifteen = counter_of(f, SAMPLE_AT_count);
    assert_true(al_walk_take(&f->walk, 45, &path, "a thing", &out));
    assert_false(
        al_walk_array(&f->walk, &fifteen, &(al_form){.stride = 4}, &path, "parts", &out)); /* 60 bytes */
    assert_span(out, 45, 15);
    assert_stopped(
        f, &(wanted){.rule = unit_rule("xani/truncated"),
                     .offset = 45,
                     .length = 15,
                     .field = "parts",
                     .message = "the file is cut off in parts: at least 45 bytes of 105 bytes are missing"});
    end(f);
}

static void an_array_of_nothing(void **state)
{
    (void)state;
    const al_path path = al_field(NULL, "parts");
    al_span out;
    fixture *f = begin_counted(0);
    const al_counter none = counter_of(f, SAMPLE_AT_count);
    assert_true(al_walk_take(&f->walk, COUNTED, &path, "a thing", &out));
    assert_true(al_walk_array(&f->walk, &none, &(al_form){.stride = 128}, &path, "parts", &out));
    assert_span(out, COUNTED, 0);
    assert_goes_on(f);
    end(f);
}

/* In a section the size of the file decides which counts are possible: other files of this size have other
 * sections. */
static void a_count_in_a_section(void **state)
{
    (void)state;
    const al_path path = al_field(NULL, "parts");
    al_span out;
    fixture *f = begin_counted(COUNTED);
    const al_counter counter = counter_of(f, SAMPLE_AT_count);
    f->walk.bytes = al_slice_available(f->job.file, 50, 3);
    f->walk.whole = "the section";
    assert_true(al_walk_count(&f->walk, &counter, 1, "parts"));
    assert_false(al_walk_array(&f->walk, &counter, &(al_form){.stride = 1}, &path, "parts", &out));
    assert_span(out, 50, 3);
    assert_stopped(f, &(wanted){.rule = unit_rule("xani/truncated"),
                                .offset = 50,
                                .length = 3,
                                .field = "parts",
                                .message = "the section ends in parts: 3 of its 60 bytes are there"});
    end(f);
}

/* For example, one of several counts of a field, or a sum of two. */
static void a_number_without_a_counter(void **state)
{
    (void)state;
    const al_path up = al_field(NULL, "memory");
    for (unsigned silent = 0; silent < 2; silent++) {
        fixture *f = begin_counted(0);
        const al_counter table = sample_counter(f->job.file, SAMPLE_AT_triangle, &up);
        f->walk.silent = silent > 0;
        assert_true(al_walk_count_item(&f->walk, &table, 1, COUNTED, 1, "parts"));
        assert_goes_on(f);
        assert_false(al_walk_count_item(&f->walk, &table, 1, COUNTED + 1, 1, "parts"));
        assert_true(f->walk.stopped);
        assert_false(al_walk_count_item(&f->walk, &table, 1, 0, 1, "parts"));
        if (silent > 0)
            assert_int_equal(f->sink.count, 0);
        else
            assert_stopped(
                f, &(wanted){.rule = unit_rule("xani/count-range"),
                             .offset = SAMPLE_AT_triangle + 2,
                             .length = 2,
                             .field = "memory.triangle[1]",
                             .actual = "0",
                             .message = "parts: 61 of at least 1 byte each, in a file of 60 bytes" OR_CUT});
        end(f);
    }
}

/* ---- Texts with a length ------------------------------------------------------------------------------- */

enum { TEXT_FILE = 10 }; /* bytes: two, the length, and four more */

static fixture *begin_text(uint32_t length)
{
    uint8_t bytes[TEXT_FILE] = "..    wing";
    write_u32(bytes + 2, length);
    fixture *f = begin(bytes, sizeof bytes);
    const al_path path = al_field(NULL, "start");
    al_span out;
    assert_true(al_walk_take(&f->walk, 2, &path, "a start", &out));
    return f;
}

static void complete_texts(void **state)
{
    (void)state;
    for (uint32_t length = 0; length <= 4; length++) {
        fixture *f = begin_text(length);
        const al_path up = al_item(NULL, "bones", 7);
        al_string text;
        assert_true(al_walk_text(&f->walk, &up, "name", &text));
        assert_goes_on(f);
        assert_span(text.field, 2, 4 + length);
        assert_span(text.text, 6, length);
        if (length > 0)
            assert_memory_equal(text.text.ptr, "wing", length);
        char field[40];
        al_path_format(&text.path, field, sizeof field);
        assert_string_equal(field, "bones[7].name");
        assert_rest(f, 6 + length, 4 - length);
        end(f);
    }
}

static void assert_text_stops(uint32_t length, const wanted *w)
{
    for (unsigned silent = 0; silent < 2; silent++) {
        fixture *f = begin_text(length);
        f->walk.silent = silent > 0;
        const al_path up = al_item(NULL, "bones", 7);
        al_string text;
        assert_false(al_walk_text(&f->walk, &up, "name", &text));
        assert_span(text.field, 2, TEXT_FILE - 2); /* what there is of it */
        assert_int_equal(text.text.len, 0);
        assert_true(f->walk.stopped);
        if (silent > 0)
            assert_int_equal(f->sink.count, 0);
        else
            assert_stopped(f, w);
        assert_rest(f, 2, TEXT_FILE - 2);
        end(f);
    }
}

static void note_text(void *context, const al_string *text)
{
    *(al_string *)context = *text;
}

/* The bytes after the first NUL belong to the text, but are not shown. */
static void texts_are_shown_without_their_nul(void **state)
{
    (void)state;
    al_string text, shown = {.field = {.len = 0}};
    const al_listener listener = {.context = &shown, .text = note_text};
    fixture *f = begin("\5\0\0\0ab\0c", 9);
    f->walk.listener = &listener;
    assert_true(al_walk_text(&f->walk, NULL, "name", &text));
    assert_span(shown.text, 4, 5);
    f->walk.at = 0;
    f->walk.nul_ended = true;
    assert_true(al_walk_text(&f->walk, NULL, "name", &text));
    assert_span(text.text, 4, 5);
    assert_span(shown.text, 4, 2);
    assert_span(shown.field, 0, 9);
    end(f);
}

static void texts_beyond_the_end(void **state)
{
    (void)state;
    wanted w = {.rule = unit_rule("xani/truncated"),
                .offset = 2,
                .length = TEXT_FILE - 2,
                .field = "bones[7].name",
                .message = "the file is cut off in a text: at least 1 byte of 11 bytes is missing"};
    assert_text_stops(5, &w);
    w.message = "the file is cut off in a text: at least 6 bytes of 16 bytes are missing";
    assert_text_stops(TEXT_FILE, &w); /* a file of this size could hold so many bytes, so it was cut */
}

static void texts_longer_than_the_file(void **state)
{
    (void)state;
    wanted w = {.rule = unit_rule("xani/count-range"),
                .offset = 2,
                .length = 4,
                .field = "bones[7].name",
                .actual = "11",
                .message = "a text of 11 bytes in a file of 10 bytes" OR_CUT};
    assert_text_stops(TEXT_FILE + 1, &w);
    w.actual = "2147483648";
    w.message = "a text of 2147483648 bytes in a file of 10 bytes" OR_CUT;
    assert_text_stops(UINT32_C(1) << 31, &w);
    w.actual = "4294967295";
    w.message = "a text of 4294967295 bytes in a file of 10 bytes" OR_CUT;
    assert_text_stops(UINT32_MAX, &w); /* with the length in front, 3 in 32 bits */
}

/* ---- Texts with a NUL ---------------------------------------------------------------------------------- */

static void texts_with_a_nul(void **state)
{
    (void)state;
    fixture *f = begin("\0a\0bcd\0", 7);
    al_string text;
    assert_true(al_walk_text_nul(&f->walk, NULL, "name", &text)); /* of none */
    assert_span(text.field, 0, 1);
    assert_span(text.text, 0, 0);
    assert_true(al_walk_text_nul(&f->walk, NULL, "name", &text));
    assert_span(text.field, 1, 2);
    assert_span(text.text, 1, 1);
    assert_true(al_walk_text_nul(&f->walk, NULL, "name", &text)); /* to the last byte */
    assert_span(text.field, 3, 4);
    assert_span(text.text, 3, 3);
    assert_memory_equal(text.text.ptr, "bcd", 3);
    assert_goes_on(f);
    assert_rest(f, 7, 0);
    assert_false(al_walk_text_nul(&f->walk, NULL, "name", &text)); /* at the end of the file */
    assert_span(text.field, 7, 0);
    assert_stopped(f, &(wanted){.rule = unit_rule("xani/truncated"),
                                .offset = 7,
                                .field = "name",
                                .message = "the file is cut off in a text: 0 bytes are there, and no NUL"});
    end(f);
}

static void a_text_without_a_nul(void **state)
{
    (void)state;
    const al_path up = al_item(NULL, "bones", 7);
    al_string text;
    fixture *f = begin("a\0bcd", 5);
    assert_true(al_walk_text_nul(&f->walk, &up, "name", &text));
    assert_false(al_walk_text_nul(&f->walk, &up, "name", &text));
    assert_span(text.field, 2, 3);
    assert_span(text.text, 2, 3); /* what there is of it */
    assert_stopped(f, &(wanted){.rule = unit_rule("xani/truncated"),
                                .offset = 2,
                                .length = 3,
                                .field = "bones[7].name",
                                .message = "the file is cut off in a text: 3 bytes are there, and no NUL"});
    end(f);
}

/* A NUL after the section doesn't end a text in it. */
static void a_nul_behind_the_section(void **state)
{
    (void)state;
    al_string text;
    fixture *f = begin("..abc\0", 6);
    f->walk.bytes = al_slice_available(f->job.file, 2, 3);
    f->walk.whole = "the section";
    assert_false(al_walk_text_nul(&f->walk, NULL, "name", &text));
    assert_stopped(f,
                   &(wanted){.rule = unit_rule("xani/truncated"),
                             .offset = 2,
                             .length = 3,
                             .field = "name",
                             .message = "the section is cut off in a text: 3 bytes are there, and no NUL"});
    end(f);
}

/* ---- Byte order ---------------------------------------------------------------------------------------- */

static void a_file_of_the_other_order(void **state)
{
    (void)state;
    uint8_t bytes[SAMPLE_BYTES + 3 * 2 + 4 + 1] = {[SAMPLE_AT_count + 3] = 3, [SAMPLE_BYTES + 9] = 1};
    const al_path path = al_field(NULL, "parts");
    al_span record, out;
    al_string text;
    fixture *f = begin(bytes, sizeof bytes);
    f->walk.bytes.big_endian = true;
    assert_true(al_walk_record(&f->walk, &sample_layout, &path, &record));
    const al_counter counter = {.layout = &sample_layout, .record = record, .field = SAMPLE_AT_count};
    assert_int_equal(al_counted(&counter), 3);
    assert_true(al_walk_array(&f->walk, &counter, &(al_form){.stride = 2}, &path, "parts", &out));
    assert_true(out.big_endian);
    assert_true(al_walk_text(&f->walk, NULL, "name", &text));
    assert_span(text.text, SAMPLE_BYTES + 10, 1);
    assert_goes_on(f);
    assert_rest(f, sizeof bytes, 0);
    end(f);
}

/* ---- Counters ------------------------------------------------------------------------------------------ */

/* The layout knows the size of the field, so a counter of that field has this size. */
static void counters_of_every_size(void **state)
{
    (void)state;
    uint8_t bytes[SAMPLE_BYTES + WIDE_BYTES];
    memset(bytes, 0xFF, sizeof bytes);
    memcpy(bytes + SAMPLE_AT_kind, "\2\3\1", 3);
    write_u32(bytes + SAMPLE_AT_count, 0x05040302);
    write_u32(bytes + SAMPLE_BYTES + WIDE_AT_count, 7);
    write_u32(bytes + SAMPLE_BYTES + WIDE_AT_count + 4, 0);
    fixture *f = begin(bytes, sizeof bytes);
    const al_span first = al_slice_available(f->job.file, 0, SAMPLE_BYTES);
    const al_span second = al_slice_available(f->job.file, SAMPLE_BYTES, WIDE_BYTES);
    al_counter counters[] = {
        sample_counter(first, SAMPLE_AT_kind, NULL), sample_counter(first, SAMPLE_AT_width, NULL),
        sample_counter(first, SAMPLE_AT_count, NULL), wide_counter(second, WIDE_AT_count, NULL)};
    static const uint32_t sizes[] = {1, 2, 4, 8}, counts[] = {2, 0x103, 0x05040302, 7};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(counters[i].size, sizes[i]);
        assert_int_equal(al_counted(&counters[i]), counts[i]);
        counters[i].size = 0;
        assert_int_equal(al_counted(&counters[i]), counts[i]);
    }
    end(f);
}

/* A count of more than 32 bits is too large for any file. */
static void a_wide_count_that_is_too_large(void **state)
{
    (void)state;
    uint8_t bytes[WIDE_BYTES + 6] = {[WIDE_AT_count] = 3};
    const al_path path = al_field(NULL, "parts");
    al_span out;
    fixture *f = begin(bytes, sizeof bytes);
    al_counter counter = wide_counter(al_slice_available(f->job.file, 0, WIDE_BYTES), WIDE_AT_count, NULL);
    f->walk.at = WIDE_BYTES;
    assert_true(al_walk_array(&f->walk, &counter, &(al_form){.stride = 2}, &path, "parts", &out));
    assert_span(out, WIDE_BYTES, 6);
    f->block[WIDE_AT_count + 4] = 1; /* and 2^32 more */
    assert_int_equal(al_counted(&counter), UINT32_MAX);
    assert_false(al_walk_count(&f->walk, &counter, 1, "parts"));
    assert_stopped(
        f, &(wanted){.rule = unit_rule("xani/count-range"),
                     .offset = WIDE_AT_count,
                     .length = 8,
                     .field = "count",
                     .actual = "4294967299",
                     .message = "parts: 4294967299 of at least 1 byte each, in a file of 15 bytes" OR_CUT});
    end(f);
}

/* ---- Parts of records ---------------------------------------------------------------------------------- */

static void parts_of_records(void **state)
{
    (void)state;
    static const uint8_t bytes[7] = {1, 2, 3, 4, 5, 6, 7};
    const al_path path = al_item(NULL, "smalls", 1);
    al_span out;
    fixture *f = begin(bytes, sizeof bytes);
    assert_true(al_walk_part(&f->walk, &small_layout, 2, &path, "a small one", &out));
    assert_span(out, 0, 2);
    assert_int_equal(small_read(out).only, 0); /* beyond the part */
    assert_true(
        al_walk_part(&f->walk, &small_layout, 4, &path, "a small one", &out)); /* longer than the layout */
    assert_span(out, 2, 4);
    assert_goes_on(f);
    assert_false(al_walk_part(&f->walk, &small_layout, 3, &path, "a small one", &out));
    assert_span(out, 6, 1);
    assert_stopped(
        f,
        &(wanted){.rule = unit_rule("xani/truncated"),
                  .offset = 6,
                  .length = 1,
                  .field = "smalls[1]",
                  .message = "the file is cut off in a small one: at least 2 bytes of 9 bytes are missing"});
    end(f);
}

static void fields_of_an_object(void **state)
{
    (void)state;
    static const uint8_t bytes[5] = {1, 2, 3, 4, 5};
    const al_path up = al_item(NULL, "bones", 7);
    for (unsigned of_file = 0; of_file < 2; of_file++) {
        al_span out;
        fixture *f = begin(bytes, sizeof bytes);
        assert_true(al_walk_fields(&f->walk, &small_layout, of_file > 0 ? NULL : &up, &out));
        assert_span(out, 0, SMALL_BYTES);
        assert_goes_on(f);
        assert_false(al_walk_fields(&f->walk, &small_layout, of_file > 0 ? NULL : &up, &out));
        assert_span(out, SMALL_BYTES, 2);
        assert_stopped(f, &(wanted){.rule = unit_rule("xani/truncated"),
                                    .offset = SMALL_BYTES,
                                    .length = 2,
                                    .field = of_file > 0 ? "only" : "bones[7].only",
                                    .message =
                                        "the file is cut off in the small record: at least 1 byte of 6 bytes "
                                        "is missing"});
        end(f);
    }
}

/* ---- The end ------------------------------------------------------------------------------------------- */

static void bytes_after_the_last_item(void **state)
{
    (void)state;
    static const uint8_t bytes[5] = {0};
    const al_path path = al_field(NULL, "section");
    const wanted w = {.rule = unit_rule("xani/trailing-bytes"),
                      .offset = 2,
                      .length = 3,
                      .field = "section",
                      .message = "3 bytes after the last thing"};
    const al_level levels[] = {AL_OFF, AL_NOTE, AL_WARNING};
    const al_level usual = al_catalogue[unit_rule("xani/trailing-bytes")].level;
    for (size_t i = 0; i < 3; i++) {
        fixture *f = begin(bytes, sizeof bytes);
        f->walk.at = 2;
        al_walk_end_at(&f->walk, unit_rule("xani/trailing-bytes"), levels[i], &path, "the last thing");
        assert_reported(f, &w);
        assert_int_equal(f->sink.findings[0].level, levels[i] == AL_OFF ? usual : levels[i]);
        assert_false(f->walk.stopped);
        end(f);
    }
    fixture *f = begin(bytes, sizeof bytes);
    f->walk.at = 4;
    al_walk_end(&f->walk, unit_rule("xani/trailing-bytes"), NULL, "it");
    assert_reported(f, &(wanted){.rule = unit_rule("xani/trailing-bytes"),
                                 .offset = 4,
                                 .length = 1,
                                 .field = "",
                                 .message = "1 byte after it"});
    assert_int_equal(f->sink.findings[0].level, usual);
    end(f);
}

static void ends_without_a_finding(void **state)
{
    (void)state;
    static const uint8_t bytes[5] = {0};
    fixture *f = begin(bytes, sizeof bytes);
    f->walk.at = 5; /* nothing is left */
    al_walk_end(&f->walk, unit_rule("xani/trailing-bytes"), NULL, "it");
    f->walk.at = 2;
    f->walk.silent = true;
    al_walk_end(&f->walk, unit_rule("xani/trailing-bytes"), NULL, "it");
    f->walk.silent = false;
    f->walk.stopped = true; /* the stop is reported: the rest may belong to the cut part */
    al_walk_end(&f->walk, unit_rule("xani/trailing-bytes"), NULL, "it");
    f->walk.stopped = false;
    al_report_trailing(&f->sink, unit_rule("xani/trailing-bytes"), NULL, f->job.file, 5, "it");
    assert_goes_on(f);
    al_report_trailing(&f->sink, unit_rule("xani/trailing-bytes"), NULL,
                       al_slice_available(f->job.file, 0, 3), 1, "it");
    assert_reported(f, &(wanted){.rule = unit_rule("xani/trailing-bytes"),
                                 .offset = 1,
                                 .length = 2,
                                 .field = "",
                                 .message = "2 bytes after it"});
    end(f);
}

static void a_second_file_after_the_first(void **state)
{
    (void)state;
    static const uint8_t bytes[] = "MAGIC 1 first MAGIC 1 second";
    fixture *f = begin(bytes, sizeof bytes - 1);
    assert_true(al_begins_again(f->job.file, 14));
    assert_false(al_begins_again(f->job.file, 0));
    assert_false(al_begins_again(f->job.file, 13));
    assert_false(al_begins_again(al_slice_available(f->job.file, 0, 21), 14)); /* a byte too short */
    assert_true(al_begins_again(al_span_of("aaaaaaaaa", 9), 1));
    assert_false(al_begins_again(al_span_of("\0\0\0\0\0\0\0\0\0", 9), 1)); /* zeros are no beginning */
    f->walk.at = 14;
    al_walk_end(&f->walk, unit_rule("xani/trailing-bytes"), NULL, "it");
    assert_reported(f, &(wanted){.rule = unit_rule("xani/trailing-bytes"),
                                 .offset = 14,
                                 .length = 14,
                                 .field = "",
                                 .message = "14 bytes after it: a second file begins there, written behind "
                                            "the first"});
    end(f);
}

/* No file has so many items: the walk stops as at the end of the file. */
static void items_whose_size_would_wrap(void **state)
{
    (void)state;
    static const uint8_t bytes[8] = {0};
    const al_path path = al_field(NULL, "items");
    const al_form form = {.stride = 2};
    fixture *f = begin(bytes, sizeof bytes);
    al_span out;
    assert_false(al_walk_items(&f->walk, UINT64_MAX, &form, &path, "items", &out));
    assert_int_equal(out.len, sizeof bytes);
    assert_int_equal(f->sink.count, 1);
    assert_string_equal(f->sink.findings[0].field, "items");
    assert_int_equal(f->sink.findings[0].offset, 0);
    end(f);
}

static void a_record_of_the_file_itself_is_cut(void **state)
{
    (void)state;
    static const uint8_t bytes[SMALL_BYTES - 1] = {0};
    fixture *f = begin(bytes, sizeof bytes);
    al_span record;
    assert_false(al_walk_record(&f->walk, &small_layout, NULL, &record));
    assert_int_equal(f->sink.count, 1);
    assert_string_equal(f->sink.findings[0].field, "");
    assert_int_equal(f->sink.findings[0].length, SMALL_BYTES - 1);
    end(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_file),
        cmocka_unit_test(a_file_that_is_cut_at_every_byte),
        cmocka_unit_test(the_same_way_silently),
        cmocka_unit_test(nothing_is_taken_after_a_stop),
        cmocka_unit_test(items_at_the_border),
        cmocka_unit_test(a_size_that_would_wrap),
        cmocka_unit_test(a_section_of_a_file),
        cmocka_unit_test(a_declared_end),
        cmocka_unit_test(counts_at_the_border),
        cmocka_unit_test(counts_whose_product_would_wrap),
        cmocka_unit_test(counts_of_things_without_a_size),
        cmocka_unit_test(counts_with_the_sign_bit),
        cmocka_unit_test(counts_in_signed_fields),
        cmocka_unit_test(a_count_that_is_silent),
        cmocka_unit_test(an_array_that_a_file_could_hold),
        cmocka_unit_test(an_array_of_nothing),
        cmocka_unit_test(a_count_in_a_section),
        cmocka_unit_test(a_number_without_a_counter),
        cmocka_unit_test(complete_texts),
        cmocka_unit_test(texts_are_shown_without_their_nul),
        cmocka_unit_test(texts_beyond_the_end),
        cmocka_unit_test(texts_longer_than_the_file),
        cmocka_unit_test(texts_with_a_nul),
        cmocka_unit_test(a_text_without_a_nul),
        cmocka_unit_test(a_nul_behind_the_section),
        cmocka_unit_test(a_file_of_the_other_order),
        cmocka_unit_test(counters_of_every_size),
        cmocka_unit_test(a_wide_count_that_is_too_large),
        cmocka_unit_test(parts_of_records),
        cmocka_unit_test(fields_of_an_object),
        cmocka_unit_test(bytes_after_the_last_item),
        cmocka_unit_test(ends_without_a_finding),
        cmocka_unit_test(a_second_file_after_the_first),
        cmocka_unit_test(items_whose_size_would_wrap),
        cmocka_unit_test(a_record_of_the_file_itself_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
