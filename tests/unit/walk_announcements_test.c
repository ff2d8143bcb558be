/* walk_announcements_test.c: what a walk announces to its listener, and when it announces nothing. */
#include "notes.h"
#include "walk_fixture.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A record with a `count` of 3, 3 items of 2 bytes, the fields of a small record, a part of another, a text
 * with its length, a text with a NUL, three more bytes. */
enum { ITEM = 2, ITEMS = 3, PART = 2 };
enum {
    AT_ITEMS = SAMPLE_BYTES,
    AT_SMALL = AT_ITEMS + ITEM * ITEMS,
    AT_PART = AT_SMALL + SMALL_BYTES,
    AT_TEXT = AT_PART + PART,
    AT_TEXT_NUL = AT_TEXT + 4 + 6,
    AT_MORE = AT_TEXT_NUL + 5,
    FILE_SIZE = AT_MORE + 3
};

static const uint8_t *one_of_everything(void)
{
    static uint8_t file[FILE_SIZE];
    write_u32(file + SAMPLE_AT_count, ITEMS);
    write_u32(file + AT_TEXT, 6);
    memcpy(file + AT_TEXT + 4, "engine", 6);
    memcpy(file + AT_TEXT_NUL, "hull", 5);
    return file;
}

/* ---- A listener that records announcements ------------------------------------------------------------- */

static const char *show(const al_path *path)
{
    static char shown[64];
    static const al_path whole = {.name = NULL};
    al_path_format(path != NULL ? path : &whole, shown, sizeof shown);
    return shown;
}

static void on_record(void *context, const al_path *path, const al_layout *layout, al_span record)
{
    note(context, "record '%s' %s %" PRIu64 "+%zu\n", show(path), layout->title, record.base, record.len);
}

static void on_list(void *context, const al_path *path, uint64_t count, uint64_t offset)
{
    note(context, "list %s %" PRIu64 " @%" PRIu64 "\n", show(path), count, offset);
}

static void on_text(void *context, const al_string *text)
{
    note(context, "text %s %" PRIu64 "+%zu '%.*s'\n", show(&text->path), text->field.base, text->field.len,
         (int)text->text.len, (const char *)text->text.ptr);
}

static void on_array(void *context, const al_array *a)
{
    note(context, "array %s %" PRIu64 "+%zu of %" PRIu32 ", %" PRIu64 "%s\n", show(a->path), a->bytes.base,
         a->bytes.len, a->form->stride, a->size, a->compressed ? " inflated" : "");
}

static al_listener listener_of(notes *n)
{
    return (al_listener){
        .context = n, .record = on_record, .list = on_list, .text = on_text, .array = on_array};
}

/* ---- The way ------------------------------------------------------------------------------------------- */

static bool take_records(al_walk *w, al_span *record)
{
    static const al_form form = {.stride = ITEM};
    const al_path head = al_field(NULL, "head"), items = al_field(&head, "items"),
                  list = al_field(NULL, "smalls");
    const al_path first = al_item(NULL, "smalls", 0), second = al_item(NULL, "smalls", 1);
    const bool whole = al_walk_record(w, &sample_layout, &head, record);
    const al_counter counter = sample_counter(*record, SAMPLE_AT_count, &head);
    al_span out;
    return whole && al_walk_array(w, &counter, &form, &items, "items", &out) &&
           al_walk_list(w, &counter, 1, &list, "smalls") && al_walk_fields(w, &small_layout, &first, &out) &&
           al_walk_part(w, &small_layout, PART, &second, "a small one", &out);
}

static bool take_all(al_walk *w)
{
    const al_path more = al_field(NULL, "more");
    al_span record, out;
    al_string text;
    return take_records(w, &record) && al_walk_text(w, NULL, "title", &text) &&
           al_walk_text_nul(w, NULL, "name", &text) && al_walk_take(w, 3, &more, "more", &out);
}

/* The announcements of a file of `size` bytes. */
static notes heard_of(size_t size, bool silent)
{
    notes heard = {.length = 0};
    const al_listener listener = listener_of(&heard);
    fixture *f = begin(one_of_everything(), size);
    f->walk.listener = &listener;
    f->walk.silent = silent;
    assert_int_equal(take_all(&f->walk), size == FILE_SIZE);
    assert_int_equal(f->sink.count, size < FILE_SIZE && !silent);
    end(f);
    return heard;
}

static const char *const lines[] = {
    "record 'head' sample record 0+45\n",
    "array head.items 45+6 of 2, 6\n",
    "list smalls 3 @51\n",
    "record 'smalls[0]' small record 51+3\n",
    "record 'smalls[1]' small record 54+2\n",
    "text title 56+10 'engine'\n",
    "text name 66+5 'hull'\n",
};

enum { LINES = sizeof lines / sizeof lines[0] };

/* The first of the lines, and one more. */
static notes lines_and(size_t count, const char *last)
{
    notes n = {.length = 0};
    for (size_t i = 0; i < count; i++)
        note(&n, "%s", lines[i]);
    note(&n, "%s", last);
    return n;
}

static void assert_heard(size_t size, size_t count, const char *last)
{
    const notes expected = lines_and(count, last);
    for (unsigned silent = 0; silent < 2; silent++) { /* `silent` applies only to findings */
        const notes heard = heard_of(size, silent > 0);
        assert_string_equal(heard.text, expected.text);
    }
}

static void announcements_of_a_whole_file(void **state)
{
    (void)state;
    assert_heard(FILE_SIZE, LINES, "");
    assert_heard(FILE_SIZE - 1, LINES, ""); /* skipped bytes are not announced */
}

static void announcements_of_a_cut_file(void **state)
{
    (void)state;
    assert_heard(0, 0, ""); /* a cut record is not announced */
    assert_heard(1, 0, "record 'head' sample record 0+1\n");
    assert_heard(AT_ITEMS, 1, "");
    assert_heard(AT_ITEMS + 3, 1, "array head.items 45+3 of 2, 3\n");
    assert_heard(AT_SMALL, 3, "");
    assert_heard(AT_SMALL + 1, 3, "record 'smalls[0]' small record 51+1\n");
    assert_heard(AT_PART, 4, "");
    assert_heard(AT_PART + 1, 4, "record 'smalls[1]' small record 54+1\n");
    assert_heard(AT_TEXT, 5, "");
    assert_heard(AT_TEXT + 9, 5, ""); /* a cut text is not announced */
    assert_heard(AT_TEXT_NUL + 4, 6, "");
}

/* ---- Nothing ------------------------------------------------------------------------------------------- */

static void impossible_counts(void **state)
{
    (void)state;
    notes heard = {.length = 0};
    const al_listener listener = listener_of(&heard);
    const al_path path = al_field(NULL, "parts");
    al_span out;
    fixture *f = begin(one_of_everything(), FILE_SIZE);
    const al_counter counter = sample_counter(f->job.file, SAMPLE_AT_count, NULL);
    f->walk.listener = &listener;
    assert_false(al_walk_array(&f->walk, &counter, &(al_form){.stride = FILE_SIZE}, &path, "parts", &out));
    assert_true(f->walk.stopped);
    f->walk.stopped = false;
    assert_false(al_walk_list(&f->walk, &counter, FILE_SIZE, &path, "parts"));
    assert_false(al_walk_record(&f->walk, &small_layout, &path, &out)); /* the walk has stopped */
    assert_string_equal(heard.text, "");
    end(f);
}

static void an_empty_array_and_its_list(void **state)
{
    (void)state;
    notes heard = {.length = 0};
    const al_listener listener = listener_of(&heard);
    const al_path path = al_field(NULL, "parts");
    al_span out;
    fixture *f = begin(one_of_everything(), FILE_SIZE);
    const al_counter none = sample_counter(f->job.file, SAMPLE_AT_width, NULL);
    f->walk.listener = &listener;
    assert_true(al_walk_list(&f->walk, &none, 1, &path, "parts"));
    assert_true(al_walk_items(&f->walk, 0, &(al_form){.stride = 7}, &path, "parts", &out));
    assert_string_equal(heard.text, "list parts 0 @0\narray parts 0+0 of 7, 0\n");
    end(f);
}

static void a_second_look_is_not_announced(void **state)
{
    (void)state;
    notes heard = {.length = 0};
    const al_listener listener = listener_of(&heard);
    fixture *f = begin(one_of_everything(), FILE_SIZE);
    f->walk.listener = &listener;
    al_walk again = al_walk_again(&f->walk, 0);
    assert_true(take_all(&again));
    assert_string_equal(heard.text, "");
    end(f);
}

/* A listener gets only the announcements that it has functions for; it may have none. */
static void listeners_of_one_thing(void **state)
{
    (void)state;
    notes heard = {.length = 0};
    const al_listener all = listener_of(&heard);
    const al_listener some[] = {
        {.context = &heard},
        {.context = &heard, .record = all.record},
        {.context = &heard, .list = all.list},
        {.context = &heard, .text = all.text},
        {.context = &heard, .array = all.array},
    };
    const char *const wanted_lines[][3] = {
        {""}, {lines[0], lines[3], lines[4]}, {lines[2]}, {lines[5], lines[6]}, {lines[1]}};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        notes expected = {.length = 0};
        heard = (notes){.length = 0};
        fixture *f = begin(one_of_everything(), FILE_SIZE);
        f->walk.listener = &some[i];
        assert_true(take_all(&f->walk));
        for (size_t k = 0; k < 3 && wanted_lines[i][k] != NULL; k++)
            note(&expected, "%s", wanted_lines[i][k]);
        assert_string_equal(heard.text, expected.text);
        end(f);
    }
}

/* ---- By hand ------------------------------------------------------------------------------------------- */

static void announcements_by_hand(void **state)
{
    (void)state;
    notes heard = {.length = 0};
    const al_listener listener = listener_of(&heard);
    const al_path path = al_item(NULL, "smalls", 4), list = al_field(NULL, "smalls");
    const al_form form = {.stride = 4};
    fixture *f = begin(one_of_everything(), FILE_SIZE);
    const al_array array = {.path = &list,
                            .bytes = al_slice_available(f->job.file, 8, 12),
                            .compressed = true,
                            .size = 400,
                            .form = &form};
    for (unsigned listens = 0; listens < 2; listens++) {
        f->walk.listener = listens > 0 ? &listener : NULL;
        f->walk.at = 9;
        al_walk_announce_list(&f->walk, &list, 5);
        al_walk_announce_record(&f->walk, &small_layout, &path, al_slice_available(f->job.file, 2, 3));
        al_walk_announce_record(&f->walk, &small_layout, &path, al_slice_available(f->job.file, 2, 0));
        al_walk_announce_record(&f->walk, &small_layout, NULL, al_slice_available(f->job.file, 2, 1));
        al_walk_announce_array(&f->walk, &array);
    }
    assert_string_equal(heard.text, "list smalls 5 @9\n"
                                    "record 'smalls[4]' small record 2+3\n"
                                    "record '' small record 2+1\n"
                                    "array smalls 8+12 of 4, 400 inflated\n");
    assert_goes_on(f);
    end(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(announcements_of_a_whole_file),
        cmocka_unit_test(announcements_of_a_cut_file),
        cmocka_unit_test(impossible_counts),
        cmocka_unit_test(an_empty_array_and_its_list),
        cmocka_unit_test(a_second_look_is_not_announced),
        cmocka_unit_test(listeners_of_one_thing),
        cmocka_unit_test(announcements_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
