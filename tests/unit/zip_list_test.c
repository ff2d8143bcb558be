/* zip_list_test.c: the list of a zip of one member, byte for byte as APPNOTE.TXT has it, and the zip that
 * libarchive gets of that member. */
#include "unit.h"

#include <string.h>

#include "containers/archive.h"
#include "containers/zip_list.h"
#include "core/inflate.h"

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
    al_package_bytes bytes;
    al_budget budget;
    al_arena arena;
    al_archive_list list;
} archive;

static void put_text(al_byte_writer *w, const char *text)
{
    memcpy(&w->at[w->size], text, strlen(text));
    w->size += strlen(text);
}

static void put_local_header(al_byte_writer *w, const made_zip *z)
{
    const uint64_t packed = strlen(z->packed);
    al_put_number(w, 0x04034B50, 4);
    al_put_number(w, 20, 2);
    al_put_number(w, z->flags, 2);
    al_put_number(w, z->method, 2);
    al_put_number(w, 0, 4); /* the time */
    al_put_number(w, 0x01020304, 4);
    al_put_number(w, packed, 4);
    al_put_number(w, 100, 4);
    al_put_number(w, strlen(z->name), 2);
    al_put_number(w, 0, 2);
    put_text(w, z->name);
    put_text(w, z->packed);
}

static void put_entry(al_byte_writer *w, const made_zip *z)
{
    al_put_number(w, 0x02014B50, 4);
    al_put_number(w, 20, 1);
    al_put_number(w, z->system, 1);
    al_put_number(w, 20, 2);
    al_put_number(w, z->flags, 2);
    al_put_number(w, z->method, 2);
    al_put_number(w, 0, 4); /* the time */
    al_put_number(w, 0x01020304, 4);
    al_put_number(w, strlen(z->packed), 4);
    al_put_number(w, 100, 4);
    al_put_number(w, strlen(z->name), 2);
    al_put_number(w, 0, 8); /* no extra field, no comment; disk and internal attributes */
    al_put_number(w, z->attributes, 4);
    al_put_number(w, z->place, 4);
    put_text(w, z->name);
}

static void put_end(al_byte_writer *w, uint64_t start, uint64_t size)
{
    al_put_number(w, 0x06054B50, 4);
    al_put_number(w, 0, 4);
    al_put_number(w, 1, 2);
    al_put_number(w, 1, 2);
    al_put_number(w, size, 4);
    al_put_number(w, start, 4);
    al_put_number(w, 0, 2);
}

static void read_zip(archive *a, const made_zip *z)
{
    *a = (archive){.budget = al_budget_of(1 << 20, 0)};
    a->arena = al_arena_on(&a->budget);
    al_byte_writer w = {.at = a->raw, .size = z->before};
    put_local_header(&w, z);
    const size_t start = w.size;
    put_entry(&w, z);
    put_end(&w, start - z->before, w.size - start);
    a->bytes = (al_package_bytes){.memory = al_span_of(a->raw, w.size - z->cut), .size = w.size - z->cut};
    assert_true(zip_list_read(&a->list, &a->bytes, &a->arena));
}

static const al_archive_entry *only_entry(archive *a, const made_zip *z)
{
    read_zip(a, z);
    assert_null(a->list.broken);
    assert_int_equal(a->list.count, 1);
    const al_archive_entry *e = &a->list.entries[0];
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
        {"a.xmf", 0, 0x01, true},       {"a.xmf", 0, 0x20, true},
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

/* Slashes, and no "./" in front. */
static void names_as_members_have_them(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{"\\a\\b", "/a/b"}, {"./.\\a", "a"}, {".]a", ".]a"}, {"..", ".."},
                                           {"./", ""},         {".", "."},      {"a]b", "a]b"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        archive a;
        read_zip(&a, &(made_zip){.name = cases[i][0], .packed = ""});
        assert_string_equal(a.list.entries[0].name, cases[i][1]);
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
        const al_archive_entry *e = only_entry(&a, &z);
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
    al_archive_entry e = *only_entry(&a, z);
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

/* It may be the last thing of a zip without a list. */
static void a_member_without_bytes_needs_no_place(void **state)
{
    (void)state;
    archive a;
    zip_frame frame;
    unpack_job job;
    read_zip(&a, &(made_zip){.name = "a", .packed = "", .cut = ENTRY_SIZE + 1 + 22});
    assert_int_equal(a.list.count, 1);
    assert_null(zip_job(&a.list.entries[0], &a.bytes, &frame, &job));
    al_arena_free(&a.arena);
}

/* Bytes in front of the zip can't lead beyond what 64 bits count. */
static void a_place_beyond_64_bits_is_outside(void **state)
{
    (void)state;
    archive a = {.budget = al_budget_of(1 << 20, 0)};
    zip_frame frame;
    unpack_job job;
    a.arena = al_arena_on(&a.budget);
    al_byte_writer w = {.at = a.raw, .size = 7};
    put_entry(&w, &(made_zip){.name = "a", .packed = "", .place = UINT32_MAX});
    w.at[7 + 30] = 12; /* the length of the extra field, which has the place */
    al_put_number(&w, 1, 2);
    al_put_number(&w, 8, 2);
    al_put_number(&w, UINT64_MAX - 6, 8);
    put_end(&w, 0, w.size - 7);
    a.bytes = (al_package_bytes){.memory = al_span_of(a.raw, w.size), .size = w.size};
    assert_true(zip_list_read(&a.list, &a.bytes, &a.arena));
    assert_int_equal(a.list.count, 1);
    assert_true(a.list.entries[0].place == UINT64_MAX);
    assert_string_equal(zip_job(&a.list.entries[0], &a.bytes, &frame, &job), "it lies outside of the zip");
    al_arena_free(&a.arena);
}

/* ---- The end ------------------------------------------------------------------------------------------- */

static void begin(archive *a, al_byte_writer *w)
{
    *a = (archive){.budget = al_budget_of(1 << 20, 0)};
    a->arena = al_arena_on(&a->budget);
    *w = (al_byte_writer){.at = a->raw};
}

static const made_zip plain = {.name = "a", .packed = "12345"};

/* Reads what was written; NULL if the list is whole, else what is wrong. */
static const char *read_written(archive *a, const al_byte_writer *w)
{
    a->bytes = (al_package_bytes){.memory = al_span_of(a->raw, w->size), .size = w->size};
    assert_true(zip_list_read(&a->list, &a->bytes, &a->arena));
    return a->list.broken;
}

#define NO_LIST "it ends before its list of members: the end was cut off, or it is no zip"

static void assert_found_entry(archive *a, const al_byte_writer *w)
{
    assert_null(read_written(a, w));
    assert_int_equal(a->list.count, 1);
    assert_string_equal(a->list.entries[0].name, "a");
    assert_int_equal(a->list.entries[0].packed, 5);
}

/* A zip of one member; `start`, `size` and the length of the comment as its end declares them. */
static size_t put_zip(al_byte_writer *w, uint64_t wrong_start, uint64_t wrong_size, unsigned comment)
{
    const size_t before = w->size;
    put_local_header(w, &plain);
    const size_t start = w->size;
    put_entry(w, &plain);
    const size_t end = w->size;
    put_end(w, start - before + wrong_start, end - start + wrong_size);
    w->at[w->size - 2] = (uint8_t)comment;
    return end;
}

static void a_comment_may_follow_the_end(void **state)
{
    (void)state;
    for (unsigned declared = 0; declared <= 4; declared++)
        for (unsigned there = 0; there <= 4; there++) {
            archive a;
            al_byte_writer w;
            begin(&a, &w);
            (void)put_zip(&w, 0, 0, declared);
            put_text(&w, &"PK\5\6"[4 - there]); /* not a magic unless it is whole */
            if (there >= declared)
                assert_found_entry(&a, &w);
            else
                assert_string_equal(read_written(&a, &w), NO_LIST);
            al_arena_free(&a.arena);
        }
}

/* The last one in which a comment fits; this one has bytes of the first in its comment. */
static void the_last_end_counts(void **state)
{
    (void)state;
    archive a;
    al_byte_writer w;
    begin(&a, &w);
    (void)put_zip(&w, 0, 0, 22);
    put_end(&w, 0, 0);
    assert_null(read_written(&a, &w));
    assert_int_equal(a.list.count, 0);
    al_arena_free(&a.arena);
}

static void every_byte_of_the_magic_counts(void **state)
{
    (void)state;
    for (size_t at = 0; at < 4; at++) {
        archive a;
        al_byte_writer w;
        begin(&a, &w);
        const size_t end = put_zip(&w, 0, 0, 0);
        w.at[end + at] ^= 0x40;
        assert_string_equal(read_written(&a, &w), NO_LIST);
        al_arena_free(&a.arena);
    }
    archive a;
    al_byte_writer w;
    begin(&a, &w);
    const size_t end = put_zip(&w, 0, 0, 0);
    w.at[end + 4] = 1; /* the number of a disk */
    assert_found_entry(&a, &w);
    al_arena_free(&a.arena);
}

/* It is a record of 22 bytes. */
static void an_end_may_be_cut_off(void **state)
{
    (void)state;
    for (size_t before = 0; before <= 30; before += 30)
        for (size_t size = 4; size <= 22; size++) {
            archive a;
            al_byte_writer w;
            begin(&a, &w);
            w.size = before;
            put_end(&w, 0, 0);
            w.size = before + size;
            const char *broken = read_written(&a, &w);
            if (size == 22)
                assert_null(broken);
            else
                assert_string_equal(broken, NO_LIST);
            al_arena_free(&a.arena);
        }
}

/* What is too large by one lies outside of the file. */
static void places_of_the_list(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        archive a;
        al_byte_writer w;
        begin(&a, &w);
        (void)put_zip(&w, i == 1 ? 1 : 0, i == 2 ? 37 : i == 3 ? UINT32_MAX - 47 : 0, 0);
        if (i == 0)
            assert_found_entry(&a, &w);
        else
            assert_string_equal(read_written(&a, &w), NO_LIST);
        al_arena_free(&a.arena);
    }
}

/* Comments have 65,535 bytes at most, so what is in front of as many is no end. */
static void an_end_is_not_far_from_the_end(void **state)
{
    (void)state;
    static uint8_t raw[MOST + (1 << 16)];
    for (size_t behind = 65534; behind <= 65536; behind++) {
        archive a;
        al_byte_writer w;
        begin(&a, &w);
        w.at = raw;
        memset(raw, 0, sizeof raw);
        (void)put_zip(&w, 0, 0, 0);
        a.bytes = (al_package_bytes){.memory = al_span_of(raw, w.size + behind), .size = w.size + behind};
        assert_true(zip_list_read(&a.list, &a.bytes, &a.arena));
        assert_int_equal(a.list.broken == NULL, behind <= 65535);
        al_arena_free(&a.arena);
    }
}

/* ---- Zip64 --------------------------------------------------------------------------------------------- */

/* What a zip with one member declares in the records of Zip64, and how large its end record is. */
typedef struct made_end64 {
    uint64_t start, size, place; /* are too large by these numbers; at most UINT64_MAX */
    size_t change;               /* the byte of both records that is wrong; 0: none */
    bool plain;                  /* the other end record has the numbers, too */
} made_end64;

static void put_end64(al_byte_writer *w, uint64_t start, uint64_t size, const made_end64 *m)
{
    const size_t place = w->size;
    al_put_number(w, 0x06064B50, 4);
    al_put_number(w, 44, 8);
    al_put_number(w, 45, 2);
    al_put_number(w, 45, 2);
    al_put_number(w, 0, 8);
    al_put_number(w, 1, 8);
    al_put_number(w, 1, 8);
    al_put_number(w, al_sum(size, m->size), 8);
    al_put_number(w, al_sum(start, m->start), 8);
    al_put_number(w, 0x07064B50, 4);
    al_put_number(w, 0, 4);
    al_put_number(w, al_sum(place, m->place), 8);
    al_put_number(w, 1, 4);
    if (m->change > 0)
        w->at[place + m->change - 1] ^= 0x40;
    put_end(w, m->plain ? start : UINT32_MAX, m->plain ? size : UINT32_MAX);
}

static const char *read_end64_of(archive *a, const made_end64 *m)
{
    al_byte_writer w;
    begin(a, &w);
    put_local_header(&w, &plain);
    const size_t start = w.size;
    put_entry(&w, &plain);
    put_end64(&w, start, w.size - start, m);
    return read_written(a, &w);
}

static void ends_of_zip64(void **state)
{
    (void)state;
    static const made_end64 cases[] = {
        {.start = 0},   {.start = 1},          {.start = 1 << 20}, {.size = 1},    {.size = UINT64_MAX},
        {.place = 1},   {.place = UINT64_MAX}, {.place = 1 << 20}, {.change = 1},  {.change = 2},
        {.change = 3},  {.change = 4},         {.change = 57},     {.change = 58}, {.change = 59},
        {.change = 60}, {.change = 61}, /* the number of a disk */
    };
    enum { CASES = sizeof cases / sizeof cases[0] };
    for (size_t i = 0; i < CASES; i++) {
        archive a;
        const char *broken = read_end64_of(&a, &cases[i]);
        if ((broken == NULL) != (i == 0 || i == CASES - 1))
            fail_msg("case %zu: %s", i, broken != NULL ? broken : "");
        al_arena_free(&a.arena);
    }
}

/* Without a right record of Zip64 the other one counts. Here it has no members, and its list begins behind
 * the record of Zip64. */
static void an_end_of_zip64_that_is_wrong(void **state)
{
    (void)state;
    static const made_end64 cases[] = {{.start = 1 << 20},  {.size = 1 << 20}, {.place = 1 << 20},
                                       {.place = 1},        {.change = 1},     {.change = 57},
                                       {.size = UINT64_MAX}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        archive a;
        al_byte_writer w;
        made_end64 m = cases[i];
        begin(&a, &w);
        m.plain = true;
        put_end64(&w, 0, 0, &m);
        if (read_written(&a, &w) != NULL || a.list.count != 0)
            fail_msg("case %zu: %s", i, a.list.broken);
        al_arena_free(&a.arena);
    }
}

/* The locator may be at the start of the file, if the record is in the comment. */
static void a_locator_at_the_start(void **state)
{
    (void)state;
    archive a;
    al_byte_writer w;
    uint8_t record[56];
    begin(&a, &w);
    put_end64(&w, 0, 0, &(made_end64){.place = 42});
    memcpy(record, a.raw, sizeof record);
    memmove(a.raw, &a.raw[56], 42);
    memcpy(&a.raw[42], record, sizeof record);
    a.raw[40] = sizeof record; /* the length of the comment */
    assert_null(read_written(&a, &w));
    al_arena_free(&a.arena);
}

/* A list of no members may be right in front of the record, or the record at the start of the file. */
static void a_zip64_without_members(void **state)
{
    (void)state;
    for (unsigned size = 0; size <= 1; size++) {
        archive a;
        al_byte_writer w;
        begin(&a, &w);
        put_end64(&w, 0, size, &(made_end64){.start = 0});
        assert_int_equal(read_written(&a, &w) == NULL, size == 0);
        assert_int_equal(a.list.count, 0);
        al_arena_free(&a.arena);
    }
}

/* The end record needs 20 bytes in front of it. */
static void a_locator_that_is_cut_off(void **state)
{
    (void)state;
    archive a;
    al_byte_writer w;
    begin(&a, &w);
    put_end64(&w, 0, 0, &(made_end64){.start = 0});
    memmove(a.raw, &a.raw[57], w.size - 57);
    w.size -= 57;
    assert_non_null(read_written(&a, &w));
    al_arena_free(&a.arena);
}

/* ---- The list ------------------------------------------------------------------------------------------ */

/* An entry whose numbers of 32 bits have these values, with an extra field and a comment. */
typedef struct extra_case {
    uint32_t size, packed, place;
    uint8_t extra[48];
    size_t extra_size;
    uint64_t expected[3]; /* the same numbers */
} extra_case;

#define N64(value) value, 0, 0, 0, 1, 0, 0, 0 /* 2^32 + value */

static void numbers_of_64_bits(void **state)
{
    (void)state;
    static const uint64_t big = UINT64_C(1) << 32, most = UINT32_MAX;
    const extra_case cases[] = {
        {1, 2, 3, {0}, 0, {1, 2, 3}},
        {1, 2, 3, {1, 0, 24, 0, N64(7), N64(8), N64(9)}, 28, {1, 2, 3}},
        {(uint32_t)most, 2, 3, {1, 0, 24, 0, N64(7), N64(8), N64(9)}, 28, {big + 7, 2, 3}},
        {1, (uint32_t)most, 3, {1, 0, 8, 0, N64(7)}, 12, {1, big + 7, 3}},
        {1, 2, (uint32_t)most, {1, 0, 8, 0, N64(7)}, 12, {1, 2, big + 7}},
        {(uint32_t)most,
         (uint32_t)most,
         (uint32_t)most,
         {1, 0, 24, 0, N64(7), N64(8), N64(9)},
         28,
         {big + 7, big + 8, big + 9}},
        {(uint32_t)most, (uint32_t)most, 3, {1, 0, 15, 0, N64(7), N64(8)}, 19, {big + 7, most, 3}},
        {(uint32_t)most, 2, 3, {1, 0, 7, 0, N64(7)}, 11, {most, 2, 3}},
        {(uint32_t)most, 2, 3, {1, 0, 8, 0, N64(7)}, 11, {most, 2, 3}}, /* the extra field is cut off */
        {(uint32_t)most, 2, 3, {2, 0, 1, 0, 9, 1, 0, 8, 0, N64(7)}, 17, {big + 7, 2, 3}},
        {(uint32_t)most, 2, 3, {2, 0, 0, 0, 1, 0, 8, 0, N64(7)}, 16, {big + 7, 2, 3}},
        {(uint32_t)most, 2, 3, {1, 0, 0, 0, 1, 0, 8, 0, N64(7)}, 16, {most, 2, 3}}, /* only the first one */
        {(uint32_t)most, 2, 3, {1, 1, 8, 0, N64(7)}, 12, {most, 2, 3}},
        {(uint32_t)most, 2, 3, {1, 0, 8}, 3, {most, 2, 3}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const extra_case *c = &cases[i];
        archive a;
        al_byte_writer w;
        begin(&a, &w);
        for (unsigned k = 0; k < 2; k++) { /* twice, so that each is skipped */
            const size_t at = w.size;
            put_entry(&w, &plain);
            al_byte_writer numbers = {.at = &w.at[at], .size = 20};
            al_put_number(&numbers, c->packed, 4);
            al_put_number(&numbers, c->size, 4);
            numbers.size = 30;
            al_put_number(&numbers, c->extra_size, 2);
            al_put_number(&numbers, 3, 2); /* the comment */
            numbers.size = 42;
            al_put_number(&numbers, c->place, 4);
            memcpy(&w.at[w.size], c->extra, c->extra_size);
            w.size += c->extra_size;
            put_text(&w, "abc");
        }
        put_end(&w, 0, w.size);
        assert_null(read_written(&a, &w));
        assert_int_equal(a.list.count, 2);
        for (unsigned k = 0; k < 2; k++) {
            const al_archive_entry *e = &a.list.entries[k];
            if (e->size != c->expected[0] || e->packed != c->expected[1] || e->place != c->expected[2])
                fail_msg("case %zu", i);
        }
        al_arena_free(&a.arena);
    }
}

/* What comes before the damage is read. */
static void lists_that_are_damaged(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        archive a;
        al_byte_writer w;
        begin(&a, &w);
        put_entry(&w, &plain);
        const size_t second = w.size;
        put_entry(&w, &plain);
        if (i > 0 && i < 5)
            w.at[second + i - 1] ^= 0x40; /* its magic */
        if (i == 5)
            w.at[second + 32] = 1; /* the length of a comment, which isn't there */
        put_end(&w, 0, w.size);
        const char *broken = read_written(&a, &w);
        if (i == 0)
            assert_null(broken);
        else
            assert_string_equal(broken, "its list of members is damaged");
        assert_int_equal(a.list.count, i == 0 ? 2 : 1);
        al_arena_free(&a.arena);
    }
}

/* ---- Without a list ------------------------------------------------------------------------------------ */

static void headers_have_what_a_list_would_say(void **state)
{
    (void)state;
    static const made_zip first = {.name = "b/c", .packed = "123", .method = 8, .flags = 1};
    for (unsigned i = 0; i < 6; i++) {
        archive a;
        al_byte_writer w;
        begin(&a, &w);
        put_local_header(&w, &first);
        const size_t second = w.size;
        put_local_header(&w, &plain);
        if (i > 0 && i < 5)
            w.at[second + i - 1] ^= 0x40;
        if (i == 5)
            w.size = second + HEADER_SIZE; /* the name is missing */
        assert_string_equal(read_written(&a, &w), NO_LIST);
        assert_int_equal(a.list.count, i == 0 ? 2 : 1);
        const al_archive_entry *e = &a.list.entries[0];
        assert_string_equal(e->name, "b/c");
        assert_int_equal(e->size, 100);
        assert_int_equal(e->packed, 3);
        assert_int_equal(e->place, 0);
        assert_int_equal(e->sum, 0x01020304);
        assert_int_equal(e->method, 8);
        assert_true(e->regular && e->encrypted && e->has_sum);
        if (i == 0) {
            assert_int_equal(a.list.entries[1].place, second);
            assert_int_equal(a.list.entries[1].method, 0);
            assert_false(a.list.entries[1].encrypted);
        }
        al_arena_free(&a.arena);
    }
}

static void headers_of_folders(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool regular;
    } cases[] = {{"a/", false}, {"a\\", false}, {"a0", true}, {"a]", true},
                 {"", true},    {"/", false},   {"\\", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        archive a;
        al_byte_writer w;
        begin(&a, &w);
        put_local_header(&w, &(made_zip){.name = cases[i].name, .packed = ""});
        (void)read_written(&a, &w);
        assert_int_equal(a.list.count, 1);
        assert_int_equal(a.list.entries[0].regular, cases[i].regular);
        al_arena_free(&a.arena);
    }
}

static void headers_with_extra_fields(void **state)
{
    (void)state;
    archive a;
    al_byte_writer w;
    begin(&a, &w);
    put_local_header(&w, &plain);
    w.at[28] = 2; /* of the five bytes behind the name, two are an extra field */
    w.at[18] = 3;
    put_local_header(&w, &plain);
    (void)read_written(&a, &w);
    assert_int_equal(a.list.count, 2);
    assert_int_equal(a.list.entries[1].place, HEADER_SIZE + 6);
    al_arena_free(&a.arena);
}

/* ---- Members ------------------------------------------------------------------------------------------- */

/* As APPNOTE.TXT has them: libarchive gets the records of Zip64 and one member with the name "m". */
static void the_zip_around_a_member(void **state)
{
    (void)state;
    archive a;
    zip_frame frame;
    unpack_job job;
    uint8_t expected[256];
    const al_archive_entry *e = only_entry(&a, &(made_zip){.name = "a", .packed = "12345", .method = 8});
    assert_null(zip_job(e, &a.bytes, &frame, &job));
    assert_int_equal(job.form, UNPACK_ZIP);
    al_byte_writer w = {.at = expected};
    al_put_number(&w, 0x04034B50, 4);
    for (unsigned back = 0; back < 2; back++) {
        if (back == 1) {
            assert_int_equal(job.parts[0].memory.len, w.size);
            assert_memory_equal(job.parts[0].memory.ptr, expected, w.size);
            w.size = 0;
            al_put_number(&w, 0x02014B50, 4);
            al_put_number(&w, 0, 2); /* MS-DOS */
        }
        al_put_number(&w, 45, 2);
        al_put_number(&w, 0, 2);
        al_put_number(&w, 8, 2);
        al_put_number(&w, 0, 4);
        al_put_number(&w, 0x01020304, 4);
        al_put_number(&w, UINT64_MAX, 8);
        al_put_number(&w, 1, 2);
        al_put_number(&w, 20, 2);
        for (unsigned i = 0; back == 1 && i < 7; i++)
            al_put_number(&w, 0, 2); /* comment, disk, attributes and place */
        put_text(&w, "m\1");
        al_put_number(&w, 16 << 8, 3);
        al_put_number(&w, 100, 8);
        al_put_number(&w, 5, 8);
    }
    const uint64_t size = w.size, start = job.parts[0].memory.len + 5;
    put_end64(&w, start, size, &(made_end64){.place = start});
    assert_int_equal(job.parts[2].memory.len, w.size);
    w.size -= 10;
    al_put_number(&w, size, 4); /* the end record has the size */
    assert_memory_equal(job.parts[2].memory.ptr, expected, job.parts[2].memory.len);
    al_arena_free(&a.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_told_from_folders_and_links),
        cmocka_unit_test(a_backslash_ends_a_folder),
        cmocka_unit_test(names_as_members_have_them),
        cmocka_unit_test(flags_of_encryption),
        cmocka_unit_test(headers_without_sizes_end_a_list_that_was_cut_off),
        cmocka_unit_test(methods_need_the_memory_of_their_decoder),
        cmocka_unit_test(members_that_are_not_there),
        cmocka_unit_test(a_member_without_bytes_needs_no_place),
        cmocka_unit_test(a_place_beyond_64_bits_is_outside),
        cmocka_unit_test(a_comment_may_follow_the_end),
        cmocka_unit_test(the_last_end_counts),
        cmocka_unit_test(every_byte_of_the_magic_counts),
        cmocka_unit_test(an_end_may_be_cut_off),
        cmocka_unit_test(places_of_the_list),
        cmocka_unit_test(an_end_is_not_far_from_the_end),
        cmocka_unit_test(ends_of_zip64),
        cmocka_unit_test(an_end_of_zip64_that_is_wrong),
        cmocka_unit_test(a_locator_at_the_start),
        cmocka_unit_test(a_zip64_without_members),
        cmocka_unit_test(a_locator_that_is_cut_off),
        cmocka_unit_test(numbers_of_64_bits),
        cmocka_unit_test(lists_that_are_damaged),
        cmocka_unit_test(headers_have_what_a_list_would_say),
        cmocka_unit_test(headers_of_folders),
        cmocka_unit_test(headers_with_extra_fields),
        cmocka_unit_test(the_zip_around_a_member),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
