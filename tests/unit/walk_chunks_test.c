/* walk_chunks_test.c: walks through chunks, whose length is known, and through parts of a file with limits of
 * their own; and second looks at them.
 */
#include "walk_fixture.h"

#include <stdlib.h>
#include <string.h>

enum { AT = SAMPLE_BYTES, LEFT = 15, FILE_SIZE = AT + LEFT };

static const al_path parts_path = {.name = "parts", .index = -1};

/* A chunk in a file that begins with a counter; the walk is after the counter. */
static fixture *begin_chunk(uint32_t count, uint64_t extent)
{
    uint8_t bytes[FILE_SIZE] = {0};
    write_u32(bytes + SAMPLE_AT_count, count);
    fixture *f = begin(bytes, sizeof bytes);
    f->walk.at = AT;
    f->walk.extent = extent;
    return f;
}

static al_counter counter_of(const fixture *f)
{
    return sample_counter(al_slice_available(f->job.file, 0, SAMPLE_BYTES), SAMPLE_AT_count, NULL);
}

/* ---- Counts -------------------------------------------------------------------------------------------- */

static void assert_possible(uint32_t count, uint64_t size, uint64_t extent)
{
    fixture *f = begin_chunk(count, extent);
    const al_counter counter = counter_of(f);
    assert_true(al_walk_could_hold(&f->walk, count, size));
    assert_true(al_walk_count(&f->walk, &counter, size, "parts"));
    assert_goes_on(f);
    end(f);
}

static void assert_impossible(uint32_t count, uint64_t size, uint64_t extent, const char *actual,
                              const char *message)
{
    for (unsigned silent = 0; silent < 2; silent++) {
        fixture *f = begin_chunk(count, extent);
        const al_counter counter = counter_of(f);
        f->walk.silent = silent > 0;
        assert_false(al_walk_could_hold(&f->walk, count, size));
        assert_goes_on(f); /* the question alone doesn't stop the walk */
        assert_false(al_walk_count(&f->walk, &counter, size, "parts"));
        assert_true(f->walk.stopped);
        assert_false(f->walk.cut);
        assert_int_equal(f->sink.count, 1 - silent);
        if (silent == 0)
            assert_stopped(f, &(wanted){.rule = unit_rule("xani/count-range"),
                                        .offset = SAMPLE_AT_count,
                                        .length = 4,
                                        .field = "count",
                                        .actual = actual,
                                        .message = message});
        end(f);
    }
}

/* A chunk that reaches beyond the file: the file was cut, so counts are compared with the chunk. */
static void counts_in_a_chunk_that_is_cut(void **state)
{
    (void)state;
    assert_possible(20, 1, AT + 20);
    assert_impossible(21, 1, AT + 20, "21",
                      "parts: 21 of at least 1 byte each, where the chunk has 20 bytes left");
    assert_possible(4, 5, AT + 20);
    assert_impossible(5, 5, AT + 20, "5",
                      "parts: 5 of at least 5 bytes each, where the chunk has 20 bytes left");
}

/* Bytes in the file may be read beyond the declared end of the chunk. */
static void counts_of_available_bytes(void **state)
{
    (void)state;
    assert_possible(LEFT, 1, AT + 3);
    assert_impossible(LEFT + 1, 1, AT + 3, "16",
                      "parts: 16 of at least 1 byte each, where the chunk has 3 bytes left");
    assert_possible(LEFT, 1, 0);
    assert_impossible(LEFT + 1, 1, 0, "16",
                      "parts: 16 of at least 1 byte each, where the chunk has 0 bytes left");
}

/* Items without a size need no room; and the count of a chunk is unsigned. */
static void large_counts_in_a_chunk(void **state)
{
    (void)state;
    assert_possible(UINT32_MAX, 0, AT);
    assert_impossible(UINT32_MAX, 1, AT + 20, "4294967295",
                      "parts: 4294967295 of at least 1 byte each, where the chunk has 20 bytes left");
    assert_impossible(
        2, UINT64_C(1) << 63, AT + 20, "2",
        "parts: 2 of at least 9223372036854775808 bytes each, where the chunk has 20 bytes left");
    assert_impossible(1, UINT64_MAX, UINT64_MAX - 1, "1", /* the end needs 65 bits */
                      "parts: 1 of at least 18446744073709551615 bytes each, where the chunk has "
                      "18446744073709551569 bytes left");
}

/* Without a known end, counts are compared with `max_bytes`. */
static void counts_by_the_room(void **state)
{
    (void)state;
    fixture *f = begin_chunk(8, AL_NO_EXTENT);
    const al_counter counter = counter_of(f);
    f->walk.bytes = al_slice_available(f->job.file, AT, 1);
    f->walk.at = 0;
    f->walk.max_bytes = 24;
    assert_true(al_walk_could_hold(&f->walk, 8, 3));
    assert_false(al_walk_could_hold(&f->walk, 9, 3));
    assert_false(al_walk_could_hold(&f->walk, UINT32_C(1) << 31, 0)); /* which is negative */
    assert_true(al_walk_count(&f->walk, &counter, 3, "parts"));
    assert_false(al_walk_count(&f->walk, &counter, 4, "parts"));
    assert_stopped(f,
                   &(wanted){.rule = unit_rule("xani/count-range"),
                             .offset = SAMPLE_AT_count,
                             .length = 4,
                             .field = "count",
                             .actual = "8",
                             .message = "parts: 8 of at least 4 bytes each, in a file of 24 bytes" OR_CUT});
    end(f);
}

/* ---- Things -------------------------------------------------------------------------------------------- */

static wanted truncated(void)
{
    return (wanted){.rule = unit_rule("xani/truncated"),
                    .offset = AT,
                    .length = LEFT,
                    .field = "parts",
                    .message = "the file is cut off in a part: at least 5 bytes of 65 bytes are missing"};
}

/* An item of 20 bytes that is cut. */
static void assert_item_stops(uint64_t extent, bool blame, const wanted *w, uint64_t there)
{
    for (unsigned silent = 0; silent < 2; silent++) {
        fixture *f = begin_chunk(3, extent);
        const al_counter counter = counter_of(f);
        al_span out;
        f->walk.list_count = blame ? &counter : NULL;
        f->walk.silent = silent > 0;
        assert_false(al_walk_take(&f->walk, 20, &parts_path, "a part", &out));
        assert_span(out, AT, there);
        assert_rest(f, AT, LEFT);
        assert_true(f->walk.stopped);
        assert_int_equal(f->walk.cut, w->rule == unit_rule("xani/truncated"));
        assert_int_equal(f->sink.count, 1 - silent);
        if (silent == 0)
            assert_stopped(f, w);
        end(f);
    }
}

static void items_that_leave_their_chunk(void **state)
{
    (void)state;
    wanted w = {.rule = unit_rule("xani/count-range"),
                .offset = SAMPLE_AT_count,
                .length = 4,
                .field = "count",
                .actual = "3",
                .message = "a part of 20 bytes where the chunk has 19 bytes left"};
    assert_item_stops(AT + 19, true, &w, 0);
    w.message = "a part of 20 bytes where the chunk has 0 bytes left";
    assert_item_stops(AT, true, &w, 0);
    assert_item_stops(0, true, &w, 0); /* the walk is beyond it already */
}

static void items_of_a_cut_file(void **state)
{
    (void)state;
    const wanted cut = truncated();
    assert_item_stops(AT + 20, true, &cut, LEFT);  /* it would fit into the chunk */
    assert_item_stops(AT + 19, false, &cut, LEFT); /* there is no count to blame */
    assert_item_stops(AL_NO_EXTENT, true, &cut, LEFT);
}

static void items_beyond_the_extent_in_the_file(void **state)
{
    (void)state;
    fixture *f = begin_chunk(3, AT + 2);
    const al_counter counter = counter_of(f);
    al_span out;
    f->walk.list_count = &counter;
    assert_true(al_walk_take(&f->walk, LEFT, &parts_path, "a part", &out));
    assert_span(out, AT, LEFT);
    assert_goes_on(f);
    end(f);
}

static void an_array_that_leaves_its_chunk(void **state)
{
    (void)state;
    fixture *f = begin_chunk(5, AT + 19);
    const al_counter counter = counter_of(f);
    al_span out;
    assert_false(al_walk_array(&f->walk, &counter, &(al_form){.stride = 4}, &parts_path, "parts", &out));
    assert_span(out, AT, 0);
    assert_stopped(
        f, &(wanted){.rule = unit_rule("xani/count-range"),
                     .offset = SAMPLE_AT_count,
                     .length = 4,
                     .field = "count",
                     .actual = "5",
                     .message = "parts: 5 of at least 4 bytes each, where the chunk has 19 bytes left"});
    end(f);
}

static void assert_text_stops(uint64_t extent, bool cut, const wanted *w)
{
    static const uint8_t bytes[10] = {'.', '.', 9, 0, 0, 0, 'w', 'i', 'n', 'g'};
    fixture *f = begin(bytes, sizeof bytes);
    al_string text;
    f->walk.at = 2;
    f->walk.extent = extent;
    assert_false(al_walk_text(&f->walk, NULL, "name", &text));
    assert_int_equal(text.text.len, 0);
    assert_int_equal(f->walk.cut, cut);
    assert_stopped(f, w);
    end(f);
}

static void texts_in_a_chunk(void **state)
{
    (void)state;
    const wanted beyond = {.rule = unit_rule("xani/count-range"),
                           .offset = 2,
                           .length = 4,
                           .field = "name",
                           .actual = "9",
                           .message = "a text of 9 bytes where the chunk has 12 bytes left"};
    const wanted inside = {.rule = unit_rule("xani/truncated"),
                           .offset = 2,
                           .length = 8,
                           .field = "name",
                           .message =
                               "the file is cut off in a text: at least 5 bytes of 15 bytes are missing"};
    assert_text_stops(14, false, &beyond);
    assert_text_stops(15, true, &inside);
}

/* ---- Once more ----------------------------------------------------------------------------------------- */

static void count_records(void *context, const al_path *path, const al_layout *layout, al_span record)
{
    (void)path, (void)layout, (void)record;
    ++*(unsigned *)context;
}

/* A second look has the state of the walk without its errors, begins elsewhere, and announces nothing. */
static void a_second_look(void **state)
{
    (void)state;
    unsigned heard = 0;
    const al_listener listener = {.context = &heard, .record = count_records};
    fixture *f = begin_chunk(3, AT + 2);
    const al_counter counter = counter_of(f);
    al_span out;
    f->walk.listener = &listener;
    f->walk.list_count = &counter;
    assert_false(al_walk_take(&f->walk, LEFT + 1, &parts_path, "a part", &out));
    assert_int_equal(f->sink.count, 1);
    al_walk again = al_walk_again(&f->walk, 3);
    assert_true(al_walk_record(&again, &small_layout, &parts_path, &out));
    assert_span(out, 3, SMALL_BYTES);
    assert_span(al_walk_since(&again, 3), 3, SMALL_BYTES);
    assert_span(al_walk_since(&again, 4), 4, SMALL_BYTES - 1);
    assert_int_equal(again.extent, AT + 2);
    assert_false(al_walk_take(&again, FILE_SIZE, &parts_path, "a part", &out));
    assert_true(again.stopped);
    assert_false(again.cut); /* the count is still to blame */
    again = al_walk_again(&again, 0);
    assert_false(again.stopped);
    al_walk_end(&again, unit_rule("xani/trailing-bytes"), NULL, "nothing");
    assert_int_equal(f->sink.count, 1);
    assert_int_equal(heard, 0);
    assert_int_equal(f->walk.at, AT); /* the first walk keeps its place */
    end(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_in_a_chunk_that_is_cut),
        cmocka_unit_test(counts_of_available_bytes),
        cmocka_unit_test(large_counts_in_a_chunk),
        cmocka_unit_test(counts_by_the_room),
        cmocka_unit_test(items_that_leave_their_chunk),
        cmocka_unit_test(items_of_a_cut_file),
        cmocka_unit_test(items_beyond_the_extent_in_the_file),
        cmocka_unit_test(an_array_that_leaves_its_chunk),
        cmocka_unit_test(texts_in_a_chunk),
        cmocka_unit_test(a_second_look),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
