/* zip_list_test.c: the list of a zip of one member, byte for byte as APPNOTE.TXT has it, and the zip that
 * libarchive gets of that member. */
#include "unit.h"

#include <string.h>

#include "containers/pack_writer.h"
#include "containers/zip_list.h"

enum { HEADER_SIZE = 30, ENTRY_SIZE = 46, MOST = 512 };

/* A zip to be made. Its fields are those of its entry in the central directory. */
typedef struct made_zip {
    const char *name;
    const char *packed; /* a text */
    unsigned system;    /* that made it: 0 MS-DOS, 3 Unix */
    unsigned flags, method;
    uint32_t attributes;
    uint32_t place;  /* of the local header */
    uint32_t before; /* bytes in front of the zip, which its offsets don't count */
    size_t cut;      /* bytes that are missing at the end */
} made_zip;

/* A zip in memory, and what was read of it. */
typedef struct archive {
    uint8_t raw[MOST];
    pack_bytes bytes;
    al_budget budget;
    al_arena arena;
    pack_list list;
} archive;

static void put_text(pack_writer *w, const char *text)
{
    memcpy(&w->at[w->size], text, strlen(text));
    w->size += strlen(text);
}

static void put_local_header(pack_writer *w, const made_zip *z)
{
    const uint64_t packed = strlen(z->packed);
    pack_put(w, 0x04034B50, 4);
    pack_put(w, 20, 2);
    pack_put(w, z->flags, 2);
    pack_put(w, z->method, 2);
    pack_put(w, 0, 4); /* the time */
    pack_put(w, 0x01020304, 4);
    pack_put(w, packed, 4);
    pack_put(w, 100, 4);
    pack_put(w, strlen(z->name), 2);
    pack_put(w, 0, 2);
    put_text(w, z->name);
    put_text(w, z->packed);
}

static void put_entry(pack_writer *w, const made_zip *z)
{
    pack_put(w, 0x02014B50, 4);
    pack_put(w, 20, 1);
    pack_put(w, z->system, 1);
    pack_put(w, 20, 2);
    pack_put(w, z->flags, 2);
    pack_put(w, z->method, 2);
    pack_put(w, 0, 4); /* the time */
    pack_put(w, 0x01020304, 4);
    pack_put(w, strlen(z->packed), 4);
    pack_put(w, 100, 4);
    pack_put(w, strlen(z->name), 2);
    pack_put(w, 0, 8); /* no extra field, no comment; disk and internal attributes */
    pack_put(w, z->attributes, 4);
    pack_put(w, z->place, 4);
    put_text(w, z->name);
}

static void put_end(pack_writer *w, uint64_t start, uint64_t size)
{
    pack_put(w, 0x06054B50, 4);
    pack_put(w, 0, 4);
    pack_put(w, 1, 2);
    pack_put(w, 1, 2);
    pack_put(w, size, 4);
    pack_put(w, start, 4);
    pack_put(w, 0, 2);
}

static void read_zip(archive *a, const made_zip *z)
{
    *a = (archive){.budget = al_budget_of(1 << 20, 0)};
    a->arena = al_arena_on(&a->budget);
    pack_writer w = {.at = a->raw, .size = z->before};
    put_local_header(&w, z);
    const size_t start = w.size;
    put_entry(&w, z);
    put_end(&w, start - z->before, w.size - start);
    a->bytes = (pack_bytes){.memory = al_span_of(a->raw, w.size - z->cut), .size = w.size - z->cut};
    assert_true(zip_list_read(&a->list, &a->bytes, &a->arena));
}

static const pack_entry *only_entry(archive *a, const made_zip *z)
{
    read_zip(a, z);
    assert_null(a->list.broken);
    assert_int_equal(a->list.count, 1);
    const pack_entry *e = &a->list.entries[0];
    assert_string_equal(e->name, z->name);
    assert_int_equal(e->size, 100);
    assert_int_equal(e->packed, strlen(z->packed));
    assert_int_equal(e->sum, 0x01020304);
    assert_int_equal(e->method, z->method);
    assert_true(e->has_sum);
    return e;
}

/* ---- Kinds of entries ---------------------------------------------------------------------------------- */

typedef struct kind_case {
    const char *name;
    unsigned system;
    uint32_t attributes; /* 0x10: a folder of MS-DOS; the upper half: the mode of Unix */
    bool regular;
} kind_case;

static void files_are_told_from_folders_and_links(void **state)
{
    (void)state;
    static const kind_case cases[] = {
        {"a.xmf", 0, 0, true},          {"a.xmf", 0, 0x20, true},
        {"a", 0, 0x10, false},          {"a/", 0, 0, false},
        {"a/", 3, 0x81A40000, false},   {"a.xmf", 3, 0x81A40000, true},
        {"a", 3, 0x41ED0010, false},    {"a", 3, 0xA1FF0000, false},
        {"a.xmf", 3, 0, true},          {"a.xmf", 3, 0x10, true}, /* Unix has no such attribute */
        {"a.xmf", 0, 0xA1FF0000, true},                           /* and MS-DOS no such mode */
        {"a.xmf", 10, 0x10, false},     {"", 0, 0, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        archive a;
        const made_zip z = {.name = cases[i].name,
                            .packed = "",
                            .system = cases[i].system,
                            .attributes = cases[i].attributes};
        assert_int_equal(only_entry(&a, &z)->regular, cases[i].regular);
        al_arena_free(&a.arena);
    }
}

static void a_backslash_ends_a_folder(void **state)
{
    (void)state;
    for (size_t cut = 0; cut <= 22; cut += 22) { /* the local header alone says the same */
        archive a;
        read_zip(&a, &(made_zip){.name = "a\\", .packed = "", .cut = cut});
        assert_string_equal(a.list.entries[0].name, "a/");
        assert_false(a.list.entries[0].regular);
        al_arena_free(&a.arena);
    }
}

static void flags_of_encryption(void **state)
{
    (void)state;
    for (unsigned flag = 1; flag <= 0x8000; flag <<= 1) {
        archive a;
        const made_zip z = {.name = "a", .packed = "", .flags = flag};
        assert_int_equal(only_entry(&a, &z)->encrypted, flag == 1 || flag == 0x40);
        al_arena_free(&a.arena);
    }
}

static void headers_without_sizes_end_a_list_that_was_cut_off(void **state)
{
    (void)state;
    for (unsigned flag = 0; flag <= 8; flag += 8) {
        archive a;
        read_zip(&a, &(made_zip){.name = "a", .packed = "12", .flags = flag, .cut = 22});
        assert_string_equal(a.list.broken,
                            "it ends before its list of members: the end was cut off, or it is no zip");
        assert_int_equal(a.list.count, flag == 0);
        al_arena_free(&a.arena);
    }
}

/* ---- The zip of one member ----------------------------------------------------------------------------- */

typedef struct method_case {
    unsigned method;
    const char *packed; /* begins with what tells the decoder's memory */
    uint64_t memory;
    const char *refused;
} method_case;

static void methods_need_the_memory_of_their_decoder(void **state)
{
    (void)state;
    static const method_case cases[] = {
        {0, "stored", 0, NULL},
        {8, "deflated", 0, NULL},
        {9, "deflate64", 0, NULL},
        {12, "BZh9", 5 << 20, NULL},
        {14, "\x09\x14\x05\x01\x5D\x01\x02\x03\x04more", 0x04030201, NULL},
        {14, "\x09\x14\x05\x01\x5D\x01", 1, NULL}, /* it ends in its dictionary's size */
        {93, "zstd", 129 << 20, NULL},
        {98, "\xF1\x0F", 256 << 20, NULL},
        {98, "\x01\x10", 1 << 20, NULL},
        {95, "xz", 0, "Unsupported ZIP compression method (95: xz)"},
        {255, "", 0, NULL},
        {256, "", 0, "Unsupported ZIP compression method"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        archive a;
        zip_frame frame;
        unpack_job job = {.memory = 0};
        const made_zip z = {
            .name = "hull.xmf", .packed = cases[i].packed, .method = cases[i].method, .before = 7};
        const pack_entry *e = only_entry(&a, &z);
        const char *why = zip_job(e, &a.bytes, &frame, &job);
        if (cases[i].refused != NULL) {
            assert_string_equal(why, cases[i].refused);
        } else {
            assert_null(why);
            assert_true(job.memory == cases[i].memory);
            assert_int_equal(job.part_count, 3);
            assert_int_equal(job.parts[1].offset, 7 + HEADER_SIZE + 8);
            assert_int_equal(job.parts[1].length, strlen(cases[i].packed));
        }
        al_arena_free(&a.arena);
    }
}

static void assert_not_found(const made_zip *z, uint64_t packed, const char *expected)
{
    archive a;
    zip_frame frame;
    unpack_job job;
    pack_entry e = *only_entry(&a, z);
    e.packed = packed;
    assert_string_equal(zip_job(&e, &a.bytes, &frame, &job), expected);
    al_arena_free(&a.arena);
}

static void members_that_are_not_there(void **state)
{
    (void)state;
    const made_zip z = {.name = "a", .packed = "12345"};
    made_zip moved = z;
    moved.place = 1;
    assert_not_found(&moved, 5, "it isn't where the list says that it is");
    moved.place = UINT32_MAX - 1;
    assert_not_found(&moved, 5, "it lies outside of the zip");
    assert_not_found(&z, 5 + ENTRY_SIZE + 1 + 22 + 1, "the zip ends in the middle of it");
    assert_not_found(&z, UINT64_MAX, "the zip ends in the middle of it");
}

/* Bytes in front of the zip can't lead beyond what 64 bits count. */
static void a_place_beyond_64_bits_is_outside(void **state)
{
    (void)state;
    archive a = {.budget = al_budget_of(1 << 20, 0)};
    zip_frame frame;
    unpack_job job;
    a.arena = al_arena_on(&a.budget);
    pack_writer w = {.at = a.raw, .size = 7};
    put_entry(&w, &(made_zip){.name = "a", .packed = "", .place = UINT32_MAX});
    w.at[7 + 30] = 12; /* the length of the extra field, which has the place */
    pack_put(&w, 1, 2);
    pack_put(&w, 8, 2);
    pack_put(&w, UINT64_MAX - 6, 8);
    put_end(&w, 0, w.size - 7);
    a.bytes = (pack_bytes){.memory = al_span_of(a.raw, w.size), .size = w.size};
    assert_true(zip_list_read(&a.list, &a.bytes, &a.arena));
    assert_int_equal(a.list.count, 1);
    assert_true(a.list.entries[0].place == UINT64_MAX);
    assert_string_equal(zip_job(&a.list.entries[0], &a.bytes, &frame, &job), "it lies outside of the zip");
    al_arena_free(&a.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_told_from_folders_and_links),
        cmocka_unit_test(a_backslash_ends_a_folder),
        cmocka_unit_test(flags_of_encryption),
        cmocka_unit_test(headers_without_sizes_end_a_list_that_was_cut_off),
        cmocka_unit_test(methods_need_the_memory_of_their_decoder),
        cmocka_unit_test(members_that_are_not_there),
        cmocka_unit_test(a_place_beyond_64_bits_is_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
