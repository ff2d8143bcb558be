/* emotionfx_test.c: XAC, XSM and XPM files that are too large for fixtures: with very many chunks, and with
 * data whose check could take too long for the size of the file.
 */
#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "judged.h"
#include "kit/listener.h"
#include "writer.h"

enum { MEGABYTE = 1000000 };

/* ---- Files --------------------------------------------------------------------------------------------- */

static void put_zeros(writer *w, size_t size)
{
    static const uint8_t zeros[256];
    assert_in_range(size, 0, sizeof zeros);
    put(w, zeros, size);
}

static void put_text(writer *w, const char *text)
{
    put_u32(w, (uint32_t)strlen(text));
    put(w, text, strlen(text));
}

static void put_chunk(writer *w, uint32_t id, uint32_t length, uint32_t version)
{
    put_u32(w, id);
    put_u32(w, length);
    put_u32(w, version);
}

static void put_header(writer *w, const char *magic)
{
    static const uint8_t version[] = {1, 0, 0, 0};
    put(w, magic, 4);
    put(w, version, sizeof version);
}

static writer start(size_t capacity, const char *magic)
{
    writer w = {.bytes = malloc(capacity), .capacity = capacity};
    assert_non_null(w.bytes);
    put_header(&w, magic);
    return w;
}

/* ---- Checks -------------------------------------------------------------------------------------------- */

static judged *check(const writer *w, const char *name, uint64_t limit, const al_listener *listener)
{
    judged *j = judged_start(name, w->bytes, w->size, limit);
    judged_run(j, listener);
    return j;
}

static void end(judged *j, writer *w)
{
    judged_end(j);
    free(w->bytes);
}

/* ---- Very many chunks ---------------------------------------------------------------------------------- */

/* Writes a chunk of the smallest size; `number` makes it differ from the others. */
typedef void put_small(writer *w, uint32_t number);

static void put_unknown(writer *w, uint32_t number)
{
    (void)number;
    put_chunk(w, 99, 0, 1);
}

static void put_unknown_of_many_ids(writer *w, uint32_t number)
{
    put_chunk(w, 1000 + number, 0, 1);
}

static void put_node(writer *w, uint32_t number)
{
    char name[16];
    (void)snprintf(name, sizeof name, "%" PRIx32, number);
    put_chunk(w, 0, 80 + (uint32_t)strlen(name), 1);
    put_zeros(w, 76);
    put_text(w, name);
}

static void put_mesh(writer *w, uint32_t number)
{
    put_chunk(w, 1, 28, 1);
    put_u32(w, number);
    put_zeros(w, 24);
}

static void put_layer(writer *w, uint32_t number)
{
    (void)number;
    put_chunk(w, 4, 32, 1);
    put_zeros(w, 32);
}

static void put_fx(writer *w, uint32_t number)
{
    put_chunk(w, 5, 40, 3);
    put_u32(w, number);
    put_zeros(w, 36);
}

static void put_lod(writer *w, uint32_t number)
{
    (void)number;
    put_chunk(w, 8, 16, 1);
    put_u32(w, 0);
    put_u32(w, 8);
    put_header(w, "XAC ");
}

static void put_lod_with_a_node(writer *w, uint32_t number)
{
    (void)number;
    put_chunk(w, 8, 16 + 93, 1);
    put_u32(w, 0);
    put_u32(w, 8 + 93);
    put_header(w, "XAC ");
    put_node(w, number % 16);
}

static void put_groups(writer *w, uint32_t number)
{
    (void)number;
    put_chunk(w, 10, 2, 1);
    put_zeros(w, 2);
}

static void put_totals(writer *w, uint32_t number)
{
    put_chunk(w, 13, 16, 2);
    put_u32(w, number);
    put_zeros(w, 12);
}

static void put_submotion(writer *w, uint32_t number)
{
    put_chunk(w, 200, 108, 3);
    put_zeros(w, 100);
    put_u32(w, 4);
    put_u32(w, 0x20202020u + number);
}

static void put_anim(writer *w, uint32_t number)
{
    put_chunk(w, 100, 28, 1);
    put_zeros(w, 20);
    put_u32(w, 4);
    put_u32(w, 0x20202020u + number);
}

static writer file_of(size_t size, const char *magic, put_small *put_one)
{
    writer w = start(size, magic);
    for (uint32_t i = 0; w.size + 256 <= w.capacity; i++)
        put_one(&w, i);
    return w;
}

/* A check needs at most twelve times the size of the file: for 25 MB, 300 MB. */
static void many_chunks_within_the_memory(void **state)
{
    static const struct {
        const char *magic, *name;
        put_small *put_one;
    } files[] = {{"XAC ", "a.xac", put_unknown},   {"XAC ", "a.xac", put_unknown_of_many_ids},
                 {"XAC ", "a.xac", put_node},      {"XAC ", "a.xac", put_mesh},
                 {"XAC ", "a.xac", put_layer},     {"XAC ", "a.xac", put_fx},
                 {"XAC ", "a.xac", put_lod},       {"XAC ", "a.xac", put_lod_with_a_node},
                 {"XAC ", "a.xac", put_groups},    {"XAC ", "a.xac", put_totals},
                 {"XSM ", "a.xsm", put_submotion}, {"XPM ", "a.xpm", put_anim}};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const size_t size = (i == 0 ? 25 : 4) * (size_t)MEGABYTE;
        const uint64_t limit = 11 * (uint64_t)size; /* without the file itself */
        writer w = file_of(size, files[i].magic, files[i].put_one);
        judged *f = check(&w, files[i].name, limit, NULL);
        assert_false(f->sink.limited);
        assert_int_equal(f->budget.shortage, AL_SHORTAGE_NONE);
        assert_in_range(f->budget.used, 1, limit);
        if (i == 0) /* 16 bytes for a chunk of 12, and the unused room of the list */
            assert_in_range(f->budget.used, size, 2 * size);
        end(f, &w);
    }
}

/* ---- Dump ---------------------------------------------------------------------------------------------- */

typedef struct counts {
    uint64_t objects, values, lists;
} counts;

static void see_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    (void)name, (void)count, (void)offset;
    ((counts *)context)->lists++;
}

static void see_list_end(void *context)
{
    (void)context;
}

static void see_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    (void)name, (void)index, (void)offset;
    ((counts *)context)->objects++;
}

static void see_object_end(void *context, al_extent extent)
{
    (void)context, (void)extent;
}

static void see_value(void *context, const char *name, al_value value, const char *meaning, al_extent extent)
{
    (void)name, (void)value, (void)meaning, (void)extent;
    ((counts *)context)->values++;
}

/* All of them are shown, though the check has used memory before. */
static void a_million_chunks_are_shown(void **state)
{
    (void)state;
    enum { CHUNKS = 1050000, CHUNK_BYTES = 12, HEADER_BYTES = 8, HEADER_FIELDS = 5, CHUNK_FIELDS = 3 };
    counts seen = {.objects = 0};
    const al_visitor visitor = {.size = sizeof(al_visitor),
                                .context = &seen,
                                .list = see_list,
                                .list_end = see_list_end,
                                .object = see_object,
                                .object_end = see_object_end,
                                .value = see_value};
    writer w = start(HEADER_BYTES + (size_t)CHUNKS * CHUNK_BYTES, "XAC ");
    for (uint32_t i = 0; i < CHUNKS; i++)
        put_unknown(&w, i);
    al_checker *checker = al_checker_new(NULL);
    al_result *result = NULL;
    assert_non_null(checker);
    assert_int_equal(al_dump_memory(checker, "a.xac", w.bytes, w.size, &visitor, &result), AL_OK);
    assert_int_equal(seen.lists, 1);
    assert_int_equal(seen.objects, 1 + CHUNKS);
    assert_int_equal(seen.values, HEADER_FIELDS + (uint64_t)CHUNKS * CHUNK_FIELDS);
    al_result_free(result);
    al_checker_free(checker);
    free(w.bytes);
}

/* ---- Bounded work -------------------------------------------------------------------------------------- */

/* Counts the announced bytes, which are those that were walked. */
typedef struct walked {
    uint64_t bytes, chunks;
} walked;

static void on_record(void *context, const al_path *path, const al_layout *layout, al_span record)
{
    walked *w = context;
    (void)layout;
    w->bytes += record.len;
    w->chunks += path->up == NULL && strcmp(path->name, "chunks") == 0 && record.len == 12;
}

static void on_list(void *context, const al_path *path, uint64_t count, uint64_t offset)
{
    (void)context, (void)path, (void)count, (void)offset;
}

static void on_text(void *context, const al_string *text)
{
    ((walked *)context)->bytes += text->field.len;
}

static void on_array(void *context, const al_array *array)
{
    ((walked *)context)->bytes += array->bytes.len;
}

/* Meshes whose layers reach to the end of the file, though their chunks have no length. Unless `last` is 0,
 * the file ends in a chunk with that id. */
static writer meshes_without_end(uint32_t count, uint32_t last)
{
    enum { CHUNK = 40, LAYER = 12, NO_VERTEX = 0 };
    writer w = start(8 + (size_t)count * CHUNK + 12, "XAC ");
    for (uint32_t i = 0; i < count; i++) {
        put_chunk(&w, 1, 28, 1);
        put_u32(&w, 0);
        put_u32(&w, 0);
        put_u32(&w, NO_VERTEX);
        put_u32(&w, 0);
        put_u32(&w, UINT32_MAX); /* submeshes that don't fit, which stops the mesh */
        put_u32(&w, (count - 1 - i) * CHUNK / LAYER);
        put_u32(&w, 0);
    }
    if (last != 0)
        put_chunk(&w, last, 0, 1);
    return w;
}

/* If the lengths lead to the end of the file, nothing is read beyond them. With an unknown chunk at the end
 * the lengths may be wrong, and going back costs work. The announcements are bounded, and the reported chunks
 * are as many as a file may have findings. */
static void going_back_is_bounded(void **state)
{
    (void)state;
    enum { CHUNKS = 3000, UNKNOWN = 77 };
    static const uint32_t last[] = {0, UNKNOWN};
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++) {
        walked heard = {.bytes = 0};
        const al_listener listener = {
            .context = &heard, .record = on_record, .list = on_list, .text = on_text, .array = on_array};
        writer w = meshes_without_end(CHUNKS, last[i]);
        judged *f = check(&w, "a.xac", UINT64_MAX, &listener);
        assert_in_range(heard.bytes, CHUNKS * 12, 2 * (uint64_t)w.size); /* 1,500 times the file in total */
        assert_int_equal(heard.chunks, CHUNKS + (last[i] != 0));
        assert_int_equal(judged_count(f, "xac/count-range") + judged_count(f, "xac/chunk-length"),
                         AL_MAX_FINDINGS);
        end(f, &w);
    }
}

/* Chunks of nodes whose names are a byte longer than their lengths: corrected lengths are tried for each, as
 * far as the budget of work allows. */
static void trying_values_is_bounded(void **state)
{
    (void)state;
    enum { CHUNKS = 400, NODES = 20, NODE = 164, PART = NODES * NODE, SECONDS = 5 };
    writer w = start(8 + (size_t)CHUNKS * (20 + PART), "XAC ");
    for (uint32_t i = 0; i < CHUNKS; i++) {
        put_chunk(&w, 11, 8 + PART, 1);
        put_u32(&w, NODES);
        put_u32(&w, NODES);
        for (uint32_t k = 0; k < NODES; k++) {
            put_zeros(&w, 156);
            put_u32(&w, 3);
            put_zeros(&w, 4);
        }
    }
    const clock_t began = clock();
    judged *f = check(&w, "a.xac", UINT64_MAX, NULL);
    assert_true(clock() - began < (clock_t)SECONDS * CLOCKS_PER_SEC);
    assert_int_equal(judged_count(f, "xac/count-range") + judged_count(f, "xac/chunk-length"), CHUNKS);
    end(f, &w);
}

/* A node, its mesh of `count` original vertices, and a skin of `count` influences, of which each vertex has
 * `each`. */
static writer skin_that_overlaps(uint32_t count, uint32_t each)
{
    enum { INFLUENCE = 8, RANGE = 8 };
    writer w = start(300 + (size_t)count * (INFLUENCE + RANGE), "XAC ");
    put_node(&w, 0);
    put_chunk(&w, 1, 28, 1);
    put_u32(&w, 0);
    put_u32(&w, count);
    put_zeros(&w, 20);
    put_chunk(&w, 2, 12 + count * (INFLUENCE + RANGE), 2);
    put_u32(&w, 0);
    put_u32(&w, count);
    put_u32(&w, 0);
    for (uint32_t i = 0; i < count; i++) {
        put_f32(&w, 1 / (float)each);
        put_u32(&w, 0);
    }
    for (uint32_t i = 0; i < count; i++) {
        put_u32(&w, 0);
        put_u32(&w, each);
    }
    return w;
}

/* A wrong count is found in the middle of a long list, where only the items around it are read again. */
static void a_count_in_a_long_list_is_found(void **state)
{
    (void)state;
    enum { ITEMS = 3000, WRONG = 1500, COUNTS_AT = 80, RECORD = 100, NAME = 5 };
    writer w = start(MEGABYTE, "XSM ");
    put_chunk(&w, 202, 4 + ITEMS * (RECORD + NAME), 2);
    put_u32(&w, ITEMS);
    for (uint32_t i = 0; i < ITEMS; i++) {
        put_zeros(&w, COUNTS_AT);
        put_u32(&w, i == WRONG ? 1 : 0);
        put_zeros(&w, RECORD - COUNTS_AT - 4);
        put_text(&w, "a");
    }
    judged *f = check(&w, "a.xsm", UINT64_MAX, NULL);
    assert_int_equal(judged_count(f, "xsm/count-range"), 1);
    assert_int_equal(judged_count(f, "xsm/truncated"), 0);
    end(f, &w);
}

/* A table has 8 bytes for each influence; the sums read at most 128 influences for each entry. */
static void sums_are_bounded(void **state)
{
    (void)state;
    enum { COUNT = 2048, MOST = 128 };
    for (uint32_t more = 0; more <= 1; more++) {
        writer w = skin_that_overlaps(COUNT, MOST + more);
        judged *f = check(&w, "a.xac", UINT64_MAX, NULL);
        assert_int_equal(judged_count(f, "xac/limit"), more);
        assert_int_equal(f->sink.limited, more);
        assert_int_equal(judged_count(f, "xac/influence-count"), 1);
        assert_int_equal(judged_count(f, "xac/influence-sum"), 0);
        end(f, &w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_chunks_within_the_memory),   cmocka_unit_test(a_million_chunks_are_shown),
        cmocka_unit_test(going_back_is_bounded),           cmocka_unit_test(trying_values_is_bounded),
        cmocka_unit_test(a_count_in_a_long_list_is_found), cmocka_unit_test(sums_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
