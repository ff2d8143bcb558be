/* outline_test.c: a walk's announcements become lists, objects and values, nested like their paths. */
#include "unit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "kit/outline.h"
#include "layout_sample.h"
#include "notes.h"

/* ---- A visitor that records the dump as text ----------------------------------------------------------- */

typedef struct fixture {
    al_budget budget;
    al_arena arena;
    al_inflater *inflater;
    al_job job;
    al_visitor visitor;
    al_outline outline;
    uint8_t file[256];
    notes notes;
} fixture;

static void see_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    if (count == AL_UNKNOWN_COUNT)
        note(context, "%s?@%" PRIu64 "(", name, offset);
    else
        note(context, "%s#%" PRIu64 "@%" PRIu64 "(", name, count, offset);
}

static void see_list_end(void *context)
{
    note(context, ")");
}

static void see_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    note(context, "%s[%" PRId64 "]@%" PRIu64 "{", name, index, offset);
}

static void see_object_end(void *context, al_extent e)
{
    note(context, "}%" PRIu64 "+%" PRIu64 " ", e.offset, e.length);
}

static void see_value(void *context, const char *name, al_value v, const char *meaning, al_extent e)
{
    note(context, "%s=", name != NULL ? name : "");
    if (v.kind == AL_VALUE_TEXT)
        note(context, "'%.*s'", (int)v.as.text.length, v.as.text.bytes);
    else
        note(context, "%" PRIu64, v.as.uint_value);
    note(context, "%s%s@%" PRIu64 "+%" PRIu64 " ", meaning != NULL ? "~" : "", meaning != NULL ? meaning : "",
         e.offset, e.length);
}

static void see_series(void *context, const char *name, const al_series *s, al_extent e)
{
    note(context, "%s:%s*%" PRIu64, name, s->type, s->count);
    for (unsigned i = 0; i < s->components; i++)
        note(context, " %g..%g", s->minimum[i], s->maximum[i]);
    note(context, "@%" PRIu64 "+%" PRIu64 " ", e.offset, e.length);
}

static void see_item(void *context, const double *components, unsigned count, al_extent e)
{
    note(context, "<");
    for (unsigned i = 0; i < count; i++)
        note(context, "%s%g", i > 0 ? "," : "", components[i]);
    note(context, ">@%s%" PRIu64 "+%" PRIu64 " ", e.inflated ? "inflated " : "", e.offset, e.length);
}

static fixture *begin(bool full)
{
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->budget = al_budget_of(UINT64_MAX, 0);
    f->arena = al_arena_on(&f->budget);
    f->inflater = al_inflater_new();
    assert_non_null(f->inflater);
    al_inflater_start(f->inflater, &f->budget);
    f->visitor = (al_visitor){.size = sizeof(al_visitor),
                              .context = &f->notes,
                              .full = full,
                              .list = see_list,
                              .list_end = see_list_end,
                              .object = see_object,
                              .object_end = see_object_end,
                              .value = see_value,
                              .series = see_series,
                              .item = see_item};
    f->job = (al_job){.file = al_span_of(f->file, sizeof f->file),
                      .arena = &f->arena,
                      .inflater = f->inflater,
                      .max_inflated = UINT64_MAX};
    for (size_t i = 0; i < sizeof f->file; i++)
        f->file[i] = (uint8_t)i;
    al_outline_start(&f->outline, &f->job, &f->visitor);
    assert_ptr_equal(f->job.listener, &f->outline.listener);
    return f;
}

static void release(fixture *f)
{
    al_inflater_free(f->inflater);
    al_arena_free(&f->arena);
    free(f);
}

static void end(fixture *f, const char *wanted)
{
    al_outline_end(&f->outline);
    assert_string_equal(f->notes.text, wanted);
    release(f);
}

static al_span bytes_at(const fixture *f, uint64_t at, uint64_t size)
{
    return al_slice_available(f->job.file, at, size);
}

static void record(fixture *f, const al_path *path, uint64_t at)
{
    f->job.listener->record(f->job.listener->context, path, &small_layout, bytes_at(f, at, SMALL_BYTES));
}

static void list(fixture *f, const al_path *path, uint64_t count, uint64_t at)
{
    f->job.listener->list(f->job.listener->context, path, count, at);
}

static void array(fixture *f, const al_path *path, const al_form *form, uint64_t at, uint64_t size)
{
    const al_array a = {.path = path, .bytes = bytes_at(f, at, size), .size = size, .form = form};
    f->job.listener->array(f->job.listener->context, &a);
}

/* ---- Nesting ------------------------------------------------------------------------------------------- */

static void fields_of_the_file_itself(void **state)
{
    (void)state;
    fixture *f = begin(false);
    record(f, NULL, 0);
    end(f, "only=2@2+1 ");
}

static void items_share_their_list(void **state)
{
    (void)state;
    fixture *f = begin(false);
    const al_path nodes = al_field(NULL, "nodes");
    const al_path first = al_item(NULL, "nodes", 0), second = al_item(NULL, "nodes", 1);
    list(f, &nodes, 2, 0);
    record(f, &first, 0);
    record(f, &second, 3);
    end(f, "nodes#2@0(nodes[0]@0{only=2@2+1 }0+3 nodes[1]@3{only=5@5+1 }3+3 )");
}

static void a_list_without_announcement_has_unknown_length(void **state)
{
    (void)state;
    fixture *f = begin(false);
    const al_path chunk = al_item(NULL, "chunks", 7);
    record(f, &chunk, 9);
    end(f, "chunks?@9(chunks[7]@9{only=11@11+1 }9+3 )");
}

static void an_empty_list_is_shown(void **state)
{
    (void)state;
    fixture *f = begin(false);
    const al_path nodes = al_field(NULL, "nodes"), head = al_field(NULL, "head");
    list(f, &nodes, 0, 4);
    record(f, &head, 4);
    end(f, "nodes#0@4()head[-1]@4{only=6@6+1 }4+3 ");
}

static void an_object_goes_on_under_its_path(void **state)
{
    (void)state;
    fixture *f = begin(false);
    const al_path chunk = al_item(NULL, "chunks", 0), inner = al_field(&chunk, "lod");
    record(f, &chunk, 0);
    record(f, &chunk, 3);
    record(f, &inner, 6);
    record(f, &chunk, 9);
    end(f, "chunks?@0(chunks[0]@0{only=2@2+1 only=5@5+1 lod[-1]@6{only=8@8+1 }6+3 only=11@11+1 }0+12 )");
}

static void names_that_begin_alike_are_others(void **state)
{
    (void)state;
    fixture *f = begin(false);
    const al_path a = al_item(NULL, "node", 0), b = al_item(NULL, "nodes", 0);
    record(f, &a, 0);
    record(f, &b, 3);
    end(f, "node?@0(node[0]@0{only=2@2+1 }0+3 )nodes?@3(nodes[0]@3{only=5@5+1 }3+3 )");
}

static void texts_belong_to_objects_and_to_lists(void **state)
{
    (void)state;
    fixture *f = begin(false);
    memcpy(f->file, "hullwing", 8);
    const al_path bone = al_item(NULL, "bones", 0);
    const al_string name = {
        .path = al_field(&bone, "name"), .field = bytes_at(f, 0, 4), .text = bytes_at(f, 0, 4)};
    const al_string listed = {
        .path = al_item(NULL, "strings", 0), .field = bytes_at(f, 4, 4), .text = bytes_at(f, 4, 4)};
    f->job.listener->text(f->job.listener->context, &name);
    f->job.listener->text(f->job.listener->context, &listed);
    end(f, "bones?@0(bones[0]@0{name='hull'@0+4 }0+4 )strings?@4(='wing'@4+4 )");
}

/* Values that are nested deeper than in any format are left out, not shown in a wrong place. */
static void paths_that_go_too_deep(void **state)
{
    (void)state;
    fixture *f = begin(false);
    al_path steps[2 * AL_MAX_PATH_DEPTH];
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        steps[i] = al_item(i > 0 ? &steps[i - 1] : NULL, "x", i);
    record(f, &steps[sizeof steps / sizeof steps[0] - 1], 0);
    assert_int_equal(f->outline.depth, AL_MAX_PATH_DEPTH);
    assert_int_equal(f->outline.levels[1].index, AL_MAX_PATH_DEPTH); /* the outermost step that is shown */
    assert_int_equal(f->outline.levels[AL_MAX_PATH_DEPTH - 1].index, AL_MAX_PATH_DEPTH * 3 / 2 - 1);
    al_outline_end(&f->outline);
    const char *opened = f->notes.text, *closed = f->notes.text;
    size_t opens = 0, closes = 0;
    for (; (opened = strpbrk(opened, "({")) != NULL; opened++)
        opens++;
    for (; (closed = strpbrk(closed, ")}")) != NULL; closed++)
        closes++;
    assert_int_equal(opens, closes);
    end(f, f->notes.text);
}

/* ---- Arrays -------------------------------------------------------------------------------------------- */

static const al_form pairs = AL_NUMBERS(u8, 2, 1);

static void numbers_are_summarized(void **state)
{
    (void)state;
    fixture *f = begin(false);
    const al_path mesh = al_item(NULL, "meshes", 0), path = al_field(&mesh, "uv");
    array(f, &path, &pairs, 10, 6);
    end(f, "meshes?@10(meshes[0]@10{uv:u8*3 10..14 11..15@10+6 }10+6 )");
}

static void numbers_below_zero_have_a_greatest(void **state)
{
    (void)state;
    static const al_form form = AL_NUMBERS(i16, 1, 2);
    fixture *f = begin(false);
    const al_path path = al_field(NULL, "signed");
    memcpy(f->file + 10, "\xfe\xff\xfd\xff", 4); /* -2, -3 */
    array(f, &path, &form, 10, 4);
    end(f, "signed:i16*2 -3..-2@10+4 ");
}

static void numbers_one_by_one_when_asked_for(void **state)
{
    (void)state;
    fixture *f = begin(true);
    const al_path path = al_field(NULL, "uv");
    array(f, &path, &pairs, 10, 5); /* with half an item at its end */
    end(f, "uv#2@10(<10,11>@10+2 <12,13>@12+2 )");
    f = begin(true);
    f->job.unpacked = true;
    array(f, &path, &pairs, 10, 4);
    end(f, "uv#2@10(<10,11>@inflated 10+2 <12,13>@inflated 12+2 )");
}

static void few_numbers_are_values(void **state)
{
    (void)state;
    static const al_form form = {.listed = true, .type = AL_TYPE_u8, .numbers = 1, .stride = 2};
    fixture *f = begin(false);
    const al_path event = al_item(NULL, "events", 0), path = al_field(&event, "names");
    array(f, &path, &form, 10, 5); /* with half an item at its end */
    end(f, "events?@10(events[0]@10{names#2@10(=10@10+1 =12@12+1 )}10+5 )");
}

static void numbers_within_larger_items(void **state)
{
    (void)state;
    static const al_form form = {
        .type = AL_TYPE_u8, .numbers = 1, .at = 2, .stride = 4, .detached = true, .name = "BYTE"};
    fixture *f = begin(false);
    const al_path mesh = al_item(NULL, "meshes", 0), path = al_field(&mesh, "data");
    record(f, &mesh, 0);
    array(f, &path, &form, 40, 8);
    end(f,
        "meshes?@0(meshes[0]@0{only=2@2+1 data:BYTE*2 42..46@42+6 }0+3 )"); /* the object ends before them */
    f = begin(true);
    array(f, &path, &form, 40, 8);
    end(f, "meshes?@40(meshes[0]@40{data#2@42(<42>@42+1 <46>@46+1 )}40+0 )");
}

static bool unpack_half(al_span item, double *numbers)
{
    numbers[0] = al_u8_at(item, 0) / 2.0;
    return al_u8_at(item, 0) != 12;
}

/* Items that can't be unpacked keep their place. */
static void packed_numbers_are_unpacked(void **state)
{
    (void)state;
    static const al_form form = {
        .type = AL_TYPE_f64, .numbers = 1, .stride = 2, .name = "half", .unpack = unpack_half};
    const al_path path = al_field(NULL, "halves");
    fixture *f = begin(false);
    array(f, &path, &form, 10, 6);
    end(f, "halves:half*3 5..7@10+6 ");
    f = begin(true);
    array(f, &path, &form, 10, 4);
    end(f, "halves#2@10(<5>@10+2 <nan>@12+2 )");
}

static void between(fixture *f, const al_form *form, uint64_t run, uint64_t step)
{
    const al_path path = al_field(NULL, "some");
    const al_array a = {
        .path = &path, .bytes = bytes_at(f, 0, 16), .size = 16, .form = form, .run = run, .step = step};
    f->job.listener->array(f->job.listener->context, &a);
}

/* An item must not reach beyond a run; the last run is cut. */
static void arrays_between_others(void **state)
{
    (void)state;
    static const al_form bytes = AL_NUMBERS(u8, 1, 1), words = AL_NUMBERS(u16, 1, 2);
    static const al_form records = AL_MANY(small_layout, SMALL_BYTES);
    fixture *f = begin(false);
    between(f, &bytes, 3, 5);
    end(f, "some:u8*10 0..15@0+16 ");
    f = begin(false);
    between(f, &bytes, 1, 1);
    end(f, "some:u8*16 0..15@0+16 ");
    f = begin(true);
    between(f, &bytes, 1, 5);
    end(f, "some#4@0(<0>@0+1 <5>@5+1 <10>@10+1 <15>@15+1 )");
    f = begin(true);
    between(f, &words, 3, 5);
    end(f, "some#3@0(<256>@0+2 <1541>@5+2 <2826>@10+2 )");
    f = begin(true);
    between(f, &records, 3, 10);
    end(f, "some#2@0(some[0]@0{only=2@2+1 }0+3 some[1]@10{only=12@12+1 }10+3 )");
    f = begin(false);
    between(f, &records, 3, 10);
    end(f, "some[-1]@0{only:u8*2 2..12@2+14 }0+16 ");
}

static void few_records_are_shown_one_by_one(void **state)
{
    (void)state;
    static const al_form form = AL_RECORDS(small_layout, SMALL_BYTES);
    fixture *f = begin(false);
    const al_path path = al_field(NULL, "parts");
    array(f, &path, &form, 0, 6);
    end(f, "parts#2@0(parts[0]@0{only=2@2+1 }0+3 parts[1]@3{only=5@5+1 }3+3 )");
}

static void many_records_are_summarized_by_field(void **state)
{
    (void)state;
    static const al_form form = AL_MANY(small_layout, SMALL_BYTES);
    fixture *f = begin(false);
    const al_path path = al_field(NULL, "parts"), none = al_field(NULL, "others");
    array(f, &path, &form, 0, 6);
    array(f, &none, &form, 6, 0);
    end(f, "parts[-1]@0{only:u8*2 2..5@2+4 }0+6 others#0@6()");
    f = begin(false);
    array(f, &path, &form, 0, 3);
    end(f, "parts[-1]@0{only:u8*1 2..2@2+1 }0+3 ");
}

static void many_records_one_by_one_when_asked_for(void **state)
{
    (void)state;
    static const al_form form = AL_MANY(small_layout, SMALL_BYTES);
    fixture *f = begin(true);
    const al_path path = al_field(NULL, "parts");
    array(f, &path, &form, 0, 6);
    end(f, "parts#2@0(parts[0]@0{only=2@2+1 }0+3 parts[1]@3{only=5@5+1 }3+3 )");
}

static void bytes_without_a_form(void **state)
{
    (void)state;
    static const al_form form = {.stride = 1};
    fixture *f = begin(false);
    const al_path path = al_field(NULL, "data");
    array(f, &path, &form, 8, 16);
    end(f, "data=16~bytes@8+16 ");
}

/* ---- Compressed arrays, and their limits --------------------------------------------------------------- */

static al_array compressed(fixture *f, const al_path *path)
{
    const uint8_t plain[6] = {9, 1, 7, 3, 8, 2};
    uLongf size = 100;
    assert_int_equal(compress(f->file + 50, &size, plain, sizeof plain), Z_OK);
    return (al_array){.path = path,
                      .bytes = bytes_at(f, 50, size),
                      .compressed = true,
                      .size = sizeof plain,
                      .form = &pairs};
}

static void compressed_arrays_are_marked_as_inflated(void **state)
{
    (void)state;
    char wanted[100];
    const al_path path = al_field(NULL, "data");
    fixture *f = begin(true);
    const al_array a = compressed(f, &path);
    f->job.listener->array(f->job.listener->context, &a);
    end(f, "data#3@50(<9,1>@inflated 0+2 <7,3>@inflated 2+2 <8,2>@inflated 4+2 )");
    f = begin(false);
    const al_array b = compressed(f, &path);
    f->job.listener->array(f->job.listener->context, &b);
    (void)snprintf(wanted, sizeof wanted, "data:u8*3 7..9 1..3@50+%zu ", b.bytes.len);
    end(f, wanted);
}

static void arrays_beyond_the_limit_are_not_inflated(void **state)
{
    (void)state;
    char wanted[100];
    const al_path path = al_field(NULL, "data");
    fixture *f = begin(false);
    f->job.max_inflated = 5;
    const al_array a = compressed(f, &path);
    f->job.listener->array(f->job.listener->context, &a);
    (void)snprintf(wanted, sizeof wanted, "data=%zu~bytes@50+%zu ", a.bytes.len, a.bytes.len);
    end(f, wanted);
}

/* What is inflated counts together, what isn't compressed doesn't. */
static void the_limit_is_that_of_all_arrays(void **state)
{
    (void)state;
    const al_path path = al_field(NULL, "data"), plain = al_field(NULL, "uv");
    for (uint64_t most = 10; most <= 13; most++) {
        fixture *f = begin(false);
        f->job.max_inflated = most;
        const al_array a = compressed(f, &path);
        for (size_t i = 0; i < 2; i++) {
            f->notes.length = 0;
            array(f, &plain, &pairs, 10, 2);
            assert_string_equal(f->notes.text, "uv:u8*1 10..10 11..11@10+2 ");
            f->notes.length = 0;
            f->job.listener->array(f->job.listener->context, &a);
            assert_int_equal(strncmp(f->notes.text, "data:u8*3 ", 10) == 0, i == 0 || most >= 12);
        }
        release(f);
    }
    fixture *f = begin(false);
    f->job.max_inflated = 0;
    array(f, &plain, &pairs, 10, 2);
    end(f, "uv:u8*1 10..10 11..11@10+2 ");
}

/* Arrays that share bytes of the file are shown until their sum is too large for the size of the file. */
static void bytes_that_are_shown_too_often(void **state)
{
    (void)state;
    static const al_form form = AL_NUMBERS(u8, 1, 1);
    fixture *f = begin(false);
    const al_path path = al_field(NULL, "all");
    const char *again = "all=256~bytes@0+256 ";
    for (unsigned i = 0; i <= AL_MAX_SHOWN; i++) {
        f->notes.length = 0;
        array(f, &path, &form, 0, 256);
        assert_int_equal(strcmp(f->notes.text, again) == 0, i == AL_MAX_SHOWN);
    }
    end(f, again);
}

/* A text is no number, and a field behind the stride isn't there. */
static void fields_that_have_no_summary(void **state)
{
    (void)state;
    enum { SHORT = SAMPLE_AT_uv };
    static const al_form whole = AL_MANY(sample_layout, SAMPLE_BYTES), part = AL_MANY(sample_layout, SHORT);
    const al_form *const forms[] = {&whole, &part};
    const al_path path = al_field(NULL, "parts");
    for (size_t i = 0; i < 2; i++) {
        fixture *f = begin(false);
        array(f, &path, forms[i], 0, 2 * (uint64_t)forms[i]->stride);
        al_outline_end(&f->outline);
        assert_non_null(strstr(f->notes.text, " triangle:u16"));
        assert_int_equal(strstr(f->notes.text, " uv:f32") != NULL, i == 0);
        assert_null(strstr(f->notes.text, "word"));
        release(f);
    }
}

/* Arrays of up to four numbers are summarized; the third row isn't part of the layout. */
static void fields_with_many_numbers(void **state)
{
    (void)state;
    static const al_row rows[] = {{.offset = 0, .type = AL_TYPE_u8, .count = 4, .name = "four"},
                                  {.offset = 4, .type = AL_TYPE_u8, .count = 5, .name = "five"},
                                  {.offset = 9, .type = AL_TYPE_u8, .count = 1, .name = "behind"}};
    static const al_layout layout = {.title = "part", .size = 10, .rows = rows, .row_count = 2};
    static const al_form form = AL_MANY(layout, 10);
    const al_path path = al_field(NULL, "parts");
    fixture *f = begin(false);
    array(f, &path, &form, 0, 20);
    end(f, "parts[-1]@0{four:u8*2 0..10 1..11 2..12 3..13@0+20 }0+20 ");
}

/* ---- A listener beside the visitor --------------------------------------------------------------------- */

static void tap_record(void *context, const al_path *path, const al_layout *layout, al_span bytes)
{
    (void)path;
    note(context, "tap %s@%" PRIu64 " ", layout->title, bytes.base);
}

static void tap_text(void *context, const al_string *text)
{
    note(context, "tap %s ", text->path.name);
}

static void a_tap_comes_before_the_visitor(void **state)
{
    (void)state;
    fixture *f = begin(false);
    const al_listener tap = {.context = &f->notes, .record = tap_record, .text = tap_text};
    const al_path bone = al_item(NULL, "bones", 1);
    const al_string text = {
        .path = al_field(&bone, "name"), .field = bytes_at(f, 65, 3), .text = bytes_at(f, 65, 3)};
    f->outline.tap = &tap;
    record(f, &bone, 0);
    f->job.listener->text(f->job.listener->context, &text);
    end(f, "tap small record@0 bones?@0(bones[1]@0{only=2@2+1 tap name name='ABC'@65+3 }0+68 )");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_of_the_file_itself),
        cmocka_unit_test(items_share_their_list),
        cmocka_unit_test(a_list_without_announcement_has_unknown_length),
        cmocka_unit_test(an_empty_list_is_shown),
        cmocka_unit_test(an_object_goes_on_under_its_path),
        cmocka_unit_test(names_that_begin_alike_are_others),
        cmocka_unit_test(texts_belong_to_objects_and_to_lists),
        cmocka_unit_test(paths_that_go_too_deep),
        cmocka_unit_test(numbers_are_summarized),
        cmocka_unit_test(numbers_below_zero_have_a_greatest),
        cmocka_unit_test(numbers_one_by_one_when_asked_for),
        cmocka_unit_test(few_numbers_are_values),
        cmocka_unit_test(numbers_within_larger_items),
        cmocka_unit_test(packed_numbers_are_unpacked),
        cmocka_unit_test(arrays_between_others),
        cmocka_unit_test(few_records_are_shown_one_by_one),
        cmocka_unit_test(many_records_are_summarized_by_field),
        cmocka_unit_test(many_records_one_by_one_when_asked_for),
        cmocka_unit_test(bytes_without_a_form),
        cmocka_unit_test(compressed_arrays_are_marked_as_inflated),
        cmocka_unit_test(arrays_beyond_the_limit_are_not_inflated),
        cmocka_unit_test(the_limit_is_that_of_all_arrays),
        cmocka_unit_test(bytes_that_are_shown_too_often),
        cmocka_unit_test(fields_that_have_no_summary),
        cmocka_unit_test(fields_with_many_numbers),
        cmocka_unit_test(a_tap_comes_before_the_visitor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
