/* seven_list_test.c: lists of 7z archives, byte for byte as 7zFormat.txt has them. */
#include "unit.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "containers/archive.h"
#include "containers/seven_list.h"
#include "core/inflate.h"

enum { START = 32, PACKED = 64, SECTION = 1 << 20 /* memory of any folder */ };

#define BYTES(...)                                          \
    (const uint8_t[]){__VA_ARGS__}, sizeof(const uint8_t[]) \
    {                                                       \
        __VA_ARGS__                                         \
    }

/* Parts of lists. A coder is the length of its id, with flags; the id; if flagged, the numbers of its
 * streams; if flagged, its properties behind their length. */
#define COPY           1, 0
#define AES            0x24, 6, 0xF1, 7, 1, 2, 0, 0
#define PACKS(...)     6, 0, __VA_ARGS__, 0 /* a number, 9, sizes */
#define FOLDERS(count) 7, 11, count, 0
#define SIZES(...)     12, __VA_ARGS__, 0
#define ONE_FOLDER     PACKS(1, 9, 10), FOLDERS(1), 1, COPY, SIZES(10)
#define HUGE_NUMBER    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF
#define END            0

/* An archive in memory, and what was read of it. */
typedef struct archive {
    uint8_t *bytes;
    size_t size;
    al_package_bytes in;
    al_budget budget;
    al_arena arena;
    uint64_t unpacked; /* bytes that a packed list may have */
    seven_list list;
    bool enough;
} archive;

/* The record at the start, PACKED bytes that count up, and the list. */
static void write_archive(archive *a, const uint8_t *list, size_t size)
{
    *a = (archive){.bytes = malloc(START + PACKED + size), .size = START + PACKED + size, .unpacked = 1000};
    assert_non_null(a->bytes);
    al_byte_writer w = {.at = a->bytes};
    memcpy(a->bytes, "7z\xBC\xAF\x27\x1C\0\4", 8);
    w.size = 12;
    al_put_number(&w, PACKED, 8);
    al_put_number(&w, size, 8);
    al_put_number(&w, al_crc32(0, list, size), 4);
    w.size = 8;
    al_put_number(&w, al_crc32(0, &a->bytes[12], 20), 4);
    for (size_t i = 0; i < PACKED; i++)
        a->bytes[START + i] = (uint8_t)i;
    memcpy(&a->bytes[START + PACKED], list, size);
}

static void read_again(archive *a)
{
    a->in = (al_package_bytes){.memory = al_span_of(a->bytes, a->size), .size = a->size};
    a->budget = al_budget_of(1 << 30, 0);
    a->arena = al_arena_on(&a->budget);
    a->enough = seven_list_read(&a->list, &a->in, &a->arena, &a->unpacked);
}

static archive read_list(const uint8_t *list, size_t size)
{
    archive a;
    write_archive(&a, list, size);
    read_again(&a);
    a.in.memory = al_span_of(a.bytes, a.size);
    return a;
}

static void end(archive *a)
{
    al_arena_free(&a->arena);
    free(a->bytes);
}

static void assert_whole(const archive *a, uint64_t folders, uint64_t members)
{
    assert_true(a->enough);
    assert_null(a->list.members.broken);
    assert_false(a->list.members.encrypted);
    assert_int_equal(a->list.folder_count, folders);
    assert_int_equal(a->list.members.count, members);
}

static void assert_broken(const archive *a, const char *why)
{
    assert_true(a->enough);
    assert_non_null(a->list.members.broken);
    assert_string_equal(a->list.members.broken, why);
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

typedef struct number_case {
    uint8_t bytes[9];
    size_t size;
    uint64_t value;
} number_case;

/* As the size of the only coder. */
static void numbers_have_up_to_nine_bytes(void **state)
{
    (void)state;
    static const number_case cases[] = {
        {{0x00}, 1, 0},
        {{0x7F}, 1, 0x7F},
        {{0x80, 0x80}, 2, 0x80},
        {{0xBF, 0xFE}, 2, 0x3FFE},
        {{0xC1, 0x02, 0x03}, 3, 0x10302},
        {{0xE1, 0x02, 0x03, 0x04}, 4, 0x1040302},
        {{0xF1, 0x02, 0x03, 0x04, 0x05}, 5, 0x105040302},
        {{0xF9, 0x02, 0x03, 0x04, 0x05, 0x06}, 6, 0x10605040302},
        {{0xFD, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07}, 7, 0x1070605040302},
        {{0xFE, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08}, 8, 0x8070605040302},
        {{0xFF, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09}, 9, 0x908070605040302},
    };
    static const uint8_t front[] = {1, 4, PACKS(1, 9, 10), FOLDERS(1), 1, COPY, 12};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t list[64] = {0}; /* all behind the number are ends */
        memcpy(list, front, sizeof front);
        memcpy(&list[sizeof front], cases[i].bytes, cases[i].size);
        archive a = read_list(list, sizeof front + cases[i].size + 3);
        assert_whole(&a, 1, 0);
        assert_true(a.list.folders[0].size == cases[i].value);
        end(&a);
    }
}

/* ---- Folders ------------------------------------------------------------------------------------------- */

typedef struct coder_case {
    const uint8_t *coder;
    size_t size;
    uint64_t memory;
    bool encrypted;
} coder_case;

static void a_folder_needs_the_memory_of_its_decoder(void **state)
{
    (void)state;
    const coder_case cases[] = {
        {BYTES(COPY), 0, false},
        {BYTES(0x23, 3, 1, 1, 5, 0x5D, 1, 2, 3, 4), 0x04030201, false}, /* LZMA */
        {BYTES(0x23, 3, 1, 1, 0), 0, false},
        {BYTES(3, 3, 1, 1), 0, false},
        {BYTES(0x28, 0, 0, 0, 0, 0, 3, 1, 1, 5, 0, 0, 0, 1, 0), 0x10000, false},
        {BYTES(0x29, 0, 0, 0, 0, 0, 3, 1, 1, 7, 5, 0, 0, 0, 1, 0), 0x10000, false},
        {BYTES(0x23, 3, 4, 1, 5, 6, 0, 0, 0x10, 0), 0x100000, false}, /* PPMd */
        {BYTES(0x21, 0x21, 1, 0), 4096, false},                       /* LZMA2 */
        {BYTES(0x21, 0x21, 1, 1), 6144, false},
        {BYTES(0x21, 0x21, 1, 24), 16 << 20, false},
        {BYTES(0x21, 0x21, 1, 39), UINT64_C(3) << 30, false},
        {BYTES(0x21, 0x21, 1, 40), UINT32_MAX, false},
        {BYTES(0x21, 0x21, 1, 41), UINT32_MAX, false},
        {BYTES(3, 4, 2, 2), 5 << 20, false}, /* bzip2 */
        {BYTES(3, 4, 1, 8), 0, false},       /* deflate */
        {BYTES(AES), 0, true},
        {BYTES(4, 6, 0xF1, 1, 1), 0, true},
        {BYTES(4, 6, 0xF1, 3, 3), 0, true},
        {BYTES(4, 6, 0xF1, 7, 2), 0, false},
        {BYTES(0x31, 0, 1, 1, 2, 9, 9), 0, false}, /* flags for numbers of streams and properties */
    };
    static const uint8_t front[] = {1, 4, PACKS(1, 9, 10), FOLDERS(1), 1};
    static const uint8_t back[] = {SIZES(20), END, END};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t list[64];
        al_byte_writer w = {.at = list, .size = sizeof front};
        memcpy(list, front, sizeof front);
        memcpy(&list[w.size], cases[i].coder, cases[i].size);
        memcpy(&list[w.size + cases[i].size], back, sizeof back);
        archive a = read_list(list, w.size + cases[i].size + sizeof back);
        assert_whole(&a, 1, 0);
        const seven_folder *f = &a.list.folders[0];
        assert_true(f->memory == SECTION + cases[i].memory);
        assert_int_equal(f->encrypted, cases[i].encrypted);
        assert_int_equal(f->coders.len, 1 + cases[i].size);
        assert_memory_equal(f->coders.ptr, &list[sizeof front - 1], f->coders.len);
        assert_int_equal(f->place, START);
        assert_int_equal(f->packed, 10);
        assert_int_equal(f->size, 20);
        assert_int_equal(f->side_bytes, 0);
        assert_int_equal(f->members, 1);
        end(&a);
    }
}

static void coders_add_up(void **state)
{
    (void)state;
    archive a = read_list(BYTES(1, 4, PACKS(1, 9, 10), FOLDERS(1), 2, 0x21, 0x21, 1, 0, 3, 4, 2, 2, 0, 1,
                                SIZES(20, 30), END, END));
    assert_whole(&a, 1, 0);
    assert_int_equal(a.list.folders[0].memory, SECTION + 4096 + (5 << 20));
    assert_int_equal(a.list.folders[0].size, 20); /* the second coder's output is the first one's input */
    end(&a);
}

/* A coder with four packed streams (as BCJ2, which 7-Zip uses for programs), of which one is unpacked by
 * another coder. */
#define FOUR_STREAMS(in, out) 2, COPY, 0x14, 3, 3, 1, 0x1B, 4, 1, in, out, 0, 2, 3, 4

static void side_streams_are_kept_in_memory(void **state)
{
    (void)state;
    archive a = read_list(BYTES(1, 4, PACKS(5, 9, 10, 1, 2, 3, 8), FOLDERS(2), FOUR_STREAMS(1, 0), 1, COPY,
                                SIZES(10, 20, 8), END, END));
    assert_whole(&a, 2, 0);
    const seven_folder *f = &a.list.folders[0];
    assert_int_equal(f->size_count, 2);
    assert_int_equal(f->pack_count, 4);
    assert_int_equal(f->size, 20);
    assert_int_equal(f->side_bytes, 30);
    assert_int_equal(f->memory, SECTION + 30);
    assert_int_equal(f->packed, 16);
    for (uint64_t i = 0; i < 4; i++)
        assert_int_equal(f->packs[i], i == 0 ? 10 : i);
    assert_int_equal(a.list.folders[1].place, START + 16);
    assert_int_equal(a.list.folders[1].packed, 8);
    assert_int_equal(a.list.folders[1].pack_count, 1);
    assert_int_equal(a.list.folders[1].side_bytes, 0);
    end(&a);
}

static void the_size_is_that_of_the_output_that_no_coder_takes(void **state)
{
    (void)state;
    archive a = read_list(
        BYTES(1, 4, PACKS(4, 9, 10, 1, 2, 3), FOLDERS(1), FOUR_STREAMS(1, 1), SIZES(10, 20), END, END));
    assert_whole(&a, 1, 0);
    assert_int_equal(a.list.folders[0].size, 10);
    end(&a);
}

/* A coder may take two packed streams, and four coders one after another take one. */
static void the_most_streams_and_coders(void **state)
{
    (void)state;
    archive a =
        read_list(BYTES(1, 4, PACKS(2, 9, 10, 11), FOLDERS(1), 1, 0x10, 2, 1, 0, 1, SIZES(20), END, END));
    assert_whole(&a, 1, 0);
    assert_int_equal(a.list.folders[0].pack_count, 2);
    assert_int_equal(a.list.folders[0].side_bytes, 20);
    end(&a);
    a = read_list(BYTES(1, 4, PACKS(8, 9, 1, 1, 1, 1, 1, 1, 1, 1), FOLDERS(1), 1, 0x10, 8, 1, 0, 1, 2, 3, 4,
                        5, 6, 7, SIZES(20), END, END));
    assert_whole(&a, 1, 0);
    assert_int_equal(a.list.folders[0].pack_count, 8);
    end(&a);
    a = read_list(BYTES(1, 4, PACKS(1, 9, 1), FOLDERS(1), 1, 0x10, 8, 8, 1, 0, 2, 1, 3, 2, 4, 3, 5, 4, 6, 5,
                        7, 6, SIZES(1, 2, 3, 4, 5, 6, 7, 8), END, END));
    assert_whole(&a, 1, 0);
    assert_int_equal(a.list.folders[0].size_count, 8);
    assert_int_equal(a.list.folders[0].size, 8);
    end(&a);
    a = read_list(BYTES(1, 4, PACKS(1, 9, 10), FOLDERS(1), 4, COPY, COPY, COPY, COPY, 1, 0, 2, 1, 3, 2,
                        SIZES(1, 2, 3, 4), END, END));
    assert_whole(&a, 1, 0);
    assert_int_equal(a.list.folders[0].size, 4);
    end(&a);
}

/* Each sum is behind a bit that says whether it is there. */
static void sums_may_be_of_some_folders(void **state)
{
    (void)state;
    archive a =
        read_list(BYTES(1, 4, 6, 0, 3, 9, 10, 20, 30, 10, 0, 0xA0, 7, 7, 7, 7, 8, 8, 8, 8, END, FOLDERS(2), 1,
                        COPY, 1, COPY, 12, 10, 20, 10, 0, 0x80, 4, 3, 2, 1, END, END, END));
    assert_whole(&a, 2, 0);
    assert_true(a.list.folders[0].has_sum);
    assert_int_equal(a.list.folders[0].sum, 0x01020304);
    assert_false(a.list.folders[1].has_sum);
    assert_int_equal(a.list.folders[1].sum, 0);
    assert_int_equal(a.list.folders[1].place, START + 10);
    end(&a);
}

static void properties_of_the_archive_are_skipped(void **state)
{
    (void)state;
    archive a = read_list(BYTES(1, 2, 5, 2, 9, 9, 6, 0, END, 4, ONE_FOLDER, END, END));
    assert_whole(&a, 1, 0);
    assert_int_equal(a.list.folders[0].size, 10);
    end(&a);
    a = read_list(BYTES(1, 2, 5, 100, 9));
    assert_broken(&a, "its list of members is damaged");
    end(&a);
}

/* What doesn't fit 64 bits is more than any limit. */
static void side_streams_may_be_too_large(void **state)
{
    (void)state;
    archive a = read_list(BYTES(1, 4, PACKS(4, 9, 10, 1, 2, 3), FOLDERS(1), FOUR_STREAMS(1, 0),
                                SIZES(2, HUGE_NUMBER), END, END));
    assert_whole(&a, 1, 0);
    assert_true(a.list.folders[0].side_bytes == UINT64_MAX);
    assert_true(a.list.folders[0].memory == UINT64_MAX);
    end(&a);
}

/* ---- Members ------------------------------------------------------------------------------------------- */

#define MEMBERS_OF(count) 8, 13, count
#define NINE(...)         THREE(THREE(__VA_ARGS__))
#define THREE(...)        __VA_ARGS__, __VA_ARGS__, __VA_ARGS__
#define NAMES_OF(size)    17, (size) + 1, 0
#define LETTER(c)         (c), 0, 0, 0

typedef struct member_case {
    const char *name;
    uint64_t size, packed, place; /* `place` is the folder */
    uint32_t sum;
    bool has_sum, regular;
} member_case;

static void assert_members(const archive *a, const member_case *expected, size_t count)
{
    assert_true(a->enough);
    assert_null(a->list.members.broken);
    assert_int_equal(a->list.members.count, count);
    for (size_t i = 0; i < count; i++) {
        const al_archive_entry *e = &a->list.members.entries[i];
        assert_string_equal(e->name, expected[i].name);
        assert_int_equal(e->size, expected[i].size);
        assert_int_equal(e->packed, expected[i].packed);
        assert_true(e->place == expected[i].place);
        assert_int_equal(e->has_sum, expected[i].has_sum);
        assert_int_equal(e->sum, expected[i].sum);
        assert_int_equal(e->regular, expected[i].regular);
        assert_false(e->encrypted);
    }
}

/* Three folders: one with a checksum of its own for its only member, one without members, and one with two
 * members, of which the second has a checksum. */
static void members_lie_one_behind_the_other_in_their_folders(void **state)
{
    (void)state;
    static const member_case expected[] = {{"a", 10, 0, 0, 0x04030201, true, true},
                                           {"b", 12, 0, 2, 0, false, true},
                                           {"c", 18, 12, 2, 0x08070605, true, true}};
    archive a =
        read_list(BYTES(1, 4, PACKS(3, 9, 10, 20, 30), FOLDERS(3), 1, COPY, 1, COPY, 1, COPY, 12, 10, 20, 30,
                        10, 0, 0xC0, 1, 2, 3, 4, 9, 9, 9, 9, 0, 8, 13, 1, 0, 2, 9, 12, 10, 0, 0x40, 5, 6, 7,
                        8, 0, 0, 5, 3, NAMES_OF(12), LETTER('a'), LETTER('b'), LETTER('c'), 0, 0));
    assert_members(&a, expected, 3);
    end(&a);
}

#define EIGHT(...) \
    __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__
#define SUM 1, 2, 3, 4

/* Bits are of those members only that have no checksum of their folder: of the last two, of eight. */
static void sums_of_many_members(void **state)
{
    (void)state;
    archive a = read_list(BYTES(1, 4, PACKS(9, 9, EIGHT(1), 10), FOLDERS(9), EIGHT(1, COPY), 1, COPY, 12,
                                EIGHT(1), 10, 10, 0, 0xFF, 0, EIGHT(SUM), 0, 8, 13, EIGHT(1), 2, 9, 4, 10, 0,
                                0x40, 5, 6, 7, 8, 0, 0, 5, 10, 0, 0));
    assert_true(a.enough);
    assert_null(a.list.members.broken);
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(a.list.members.entries[i].sum, i < 8 ? 0x04030201 : i == 8 ? 0 : 0x08070605);
    end(&a);
    a = read_list(BYTES(1, 4, ONE_FOLDER, MEMBERS_OF(8), 9, 1, 1, 1, 1, 1, 1, 1, 10, 0, 0xFF, EIGHT(SUM), 0,
                        0, 5, 8, 0, 0));
    assert_true(a.enough);
    assert_null(a.list.members.broken);
    assert_int_equal(a.list.members.entries[7].sum, 0x04030201);
    end(&a);
}

/* A folder with a checksum and two members: these have their own ones. */
static void a_folder_has_no_sum_for_two_members(void **state)
{
    (void)state;
    static const member_case expected[] = {{"a", 4, 0, 0, 0x08070605, true, true},
                                           {"b", 6, 4, 0, 0x0C0B0A09, true, true}};
    archive a = read_list(BYTES(1, 4, PACKS(1, 9, 10), FOLDERS(1), 1, COPY, 12, 10, 10, 1, 1, 2, 3, 4, 0,
                                MEMBERS_OF(2), 9, 4, 10, 1, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 5, 2,
                                NAMES_OF(8), LETTER('a'), LETTER('b'), 0, 0));
    assert_members(&a, expected, 2);
    end(&a);
}

/* Of nine files the last has bytes; of the others, the first and the last two are files. */
static void files_without_bytes(void **state)
{
    (void)state;
    archive a = read_list(
        BYTES(1, 4, ONE_FOLDER, 0, 5, 9, 14, 2, 0xFF, 0, 15, 1, 0x83, NAMES_OF(36), NINE(LETTER('x')), 0, 0));
    assert_true(a.enough);
    assert_null(a.list.members.broken);
    assert_int_equal(a.list.members.count, 9);
    for (unsigned i = 0; i < 9; i++) {
        const al_archive_entry *e = &a.list.members.entries[i];
        assert_int_equal(e->size, i == 8 ? 10 : 0);
        assert_true(e->place == (i == 8 ? 0 : UINT64_MAX));
        assert_int_equal(e->regular, i == 0 || i >= 6);
    }
    end(&a);
    a = read_list(BYTES(1, 5, 1, 14, 1, 0x80, 17, 5, 0, LETTER('x'), 0, 0)); /* no bits: folders */
    assert_members(&a, &(member_case){.name = "x", .place = UINT64_MAX}, 1);
    end(&a);
}

typedef struct attribute_case {
    uint8_t bytes[4];
    bool regular;
} attribute_case;

static void attributes_tell_files_from_folders_and_links(void **state)
{
    (void)state;
    static const attribute_case cases[] = {
        {{0, 0, 0, 0}, true},          {{0x20, 0, 0, 0}, true},           {{0x10, 0, 0, 0}, false},
        {{0, 4, 0, 0}, false},         {{0, 0, 0xA4, 0x81}, true},        {{0, 0x80, 0xA4, 0x81}, true},
        {{0x10, 0x80, 0, 0x80}, true}, {{0x10, 0x80, 0xED, 0x41}, false}, {{0, 0x80, 0xFF, 0xA1}, false},
        {{0, 0x80, 0, 0x90}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const uint8_t *b = cases[i].bytes;
        archive a = read_list(BYTES(1, 4, ONE_FOLDER, 0, 5, 1, 21, 6, 1, 0, b[0], b[1], b[2], b[3], 0, 0));
        assert_members(&a, &(member_case){.name = "", .size = 10, .regular = cases[i].regular}, 1);
        end(&a);
        /* A file without bytes must be a file by both. */
        a = read_list(BYTES(1, 5, 1, 14, 1, 0x80, 15, 1, 0x80, 21, 6, 1, 0, b[0], b[1], b[2], b[3], 0, 0));
        assert_members(&a, &(member_case){.name = "", .place = UINT64_MAX, .regular = cases[i].regular}, 1);
        end(&a);
    }
}

/* The first and the third of three files have some. */
static void attributes_of_some_files(void **state)
{
    (void)state;
    archive a = read_list(BYTES(1, 4, ONE_FOLDER, MEMBERS_OF(3), 9, 1, 2, 0, 0, 5, 3, 21, 11, 0, 0xA0, 0,
                                0x10, 0, 0, 0, 0x20, 0, 0, 0, 0, 0));
    static const member_case expected[] = {
        {"", 1, 0, 0, 0, false, false}, {"", 2, 1, 0, 0, false, true}, {"", 7, 3, 0, 0, false, true}};
    assert_members(&a, expected, 3);
    end(&a);
}

/* ---- Names --------------------------------------------------------------------------------------------- */

typedef struct name_case {
    const uint8_t *utf16;
    size_t size;
    const char *utf8;
} name_case;

static void names_become_utf8(void **state)
{
    (void)state;
    const name_case cases[] = {
        {BYTES('A', 0, 0x7F, 0), "A\x7F"},
        {BYTES(0x80, 0, 0xFF, 7), "\xC2\x80\xDF\xBF"},
        {BYTES(0, 8, 0xFF, 0xD7), "\xE0\xA0\x80\xED\x9F\xBF"},
        {BYTES(0, 0xE0, 0xFF, 0xFF), "\xEE\x80\x80\xEF\xBF\xBF"},
        {BYTES(0, 0xD8, 0, 0xDC, 'x', 0), "\xF0\x90\x80\x80x"},
        {BYTES(0xFF, 0xDB, 0xFF, 0xDF), "\xF4\x8F\xBF\xBF"},
        {BYTES(1, 0xD8, 2, 0xDC), "\xF0\x90\x90\x82"},
        {BYTES(0, 0xD8, 'x', 0), "\xED\xA0\x80x"}, /* half a pair */
        {BYTES(0, 0xDC, 'x', 0), "\xED\xB0\x80x"},
        {BYTES(0xFF, 0xDB, 0xFF, 0xDB), "\xED\xAF\xBF\xED\xAF\xBF"},
        {BYTES(0, 0xD8, 0, 0xE0), "\xED\xA0\x80\xEE\x80\x80"},
        {BYTES(0, 0xDC, 0, 0xDC), "\xED\xB0\x80\xED\xB0\x80"},
        {BYTES(0xFF, 0xD7, 0, 0xDC), "\xED\x9F\xBF\xED\xB0\x80"},
        {BYTES('.', 0, '\\', 0, 'a', 0, '\\', 0, 'b', 0), "a/b"},
        {BYTES(0, 1, 1, 0), "\xC4\x80\x01"}, /* each has a byte that is 0 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t list[64] = {1, 4, ONE_FOLDER, 0, 5, 1, NAMES_OF(0)};
        const size_t front = sizeof(const uint8_t[]){1, 4, ONE_FOLDER, 0, 5, 1, NAMES_OF(0)};
        list[front - 2] = (uint8_t)(cases[i].size + 3);
        memcpy(&list[front], cases[i].utf16, cases[i].size);
        archive a = read_list(list, front + cases[i].size + 4); /* the end of the name, and of two lists */
        assert_members(&a, &(member_case){.name = cases[i].utf8, .size = 10, .regular = true}, 1);
        end(&a);
    }
}

/* Of characters that take three bytes in UTF-8. */
static void names_have_any_length(void **state)
{
    (void)state;
    for (size_t length = 1; length < 60; length++) {
        uint8_t list[256] = {1, 4, ONE_FOLDER, 0, 5, 1};
        char expected[256] = "";
        al_byte_writer w = {.at = list, .size = sizeof(const uint8_t[]){1, 4, ONE_FOLDER, 0, 5, 1}};
        al_put_number(&w, 17, 1);
        al_put_number(&w, 0x80, 1); /* a number of two bytes */
        al_put_number(&w, 2 * length + 3, 1);
        al_put_number(&w, 0, 1);
        for (size_t i = 0; i < length; i++) {
            al_put_number(&w, 0x0840 + i, 2);
            expected[3 * i] = '\xE0';
            expected[3 * i + 1] = (char)(0xA1 + i / 64);
            expected[3 * i + 2] = (char)(0x80 + i % 64);
        }
        archive a = read_list(list, w.size + 4);
        assert_members(&a, &(member_case){.name = expected, .size = 10, .regular = true}, 1);
        end(&a);
    }
}

/* ---- Damage -------------------------------------------------------------------------------------------- */

#define FRONT 1, 4, PACKS(1, 9, 10), FOLDERS(1)
#define BACK  SIZES(10), END, END

typedef struct damage {
    const uint8_t *list;
    size_t size;
} damage;

static void assert_all_damaged(const damage *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        archive a = read_list(cases[i].list, cases[i].size);
        assert_broken(&a, "its list of members is damaged");
        assert_int_equal(a.budget.shortage, AL_SHORTAGE_NONE);
        end(&a);
    }
}

#define ASSERT_ALL_DAMAGED(...)                                    \
    do {                                                           \
        const damage cases[] = {__VA_ARGS__};                      \
        assert_all_damaged(cases, sizeof cases / sizeof cases[0]); \
    } while (false)

/* Each differs from a list that is read in one place. */
static void damaged_coders(void **state)
{
    (void)state;
    archive a = read_list(BYTES(FRONT, 1, COPY, BACK));
    assert_whole(&a, 1, 0);
    end(&a);
    ASSERT_ALL_DAMAGED(
        {BYTES(FRONT, 0, BACK)},                                               /* no coder */
        {BYTES(FRONT, 5, COPY, COPY, COPY, COPY, COPY, 1, 0, 2, 1, 3, 2, 4, 3, /* too many */
               SIZES(10, 10, 10, 10, 10), END, END)},
        {BYTES(FRONT, 1, 0x81, 0, BACK)},          /* a flag that no version has */
        {BYTES(FRONT, 1, 0x10, 1, 0, BACK)},       /* no output */
        {BYTES(FRONT, 1, 0x10, 0, 1, BACK)},       /* no input */
        {BYTES(FRONT, 1, 0x10, 1, 2, 0, 0, BACK)}, /* fewer inputs than outputs */
        {BYTES(FRONT, 1, 0x10, 9, 1, BACK)},       /* too many */
        {BYTES(FRONT, 2, 0x10, 5, 1, 0x10, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, SIZES(10, 10), END, END)},
        {BYTES(FRONT, 1, 0x10, 9, 9, BACK)}, {BYTES(FRONT, 2, 0x10, 5, 5, 0x10, 4, 4, BACK)},
        {BYTES(FRONT, 2, COPY, COPY, 8, 0, SIZES(10, 10), END, END)}, /* a pair with a stream beyond */
        {BYTES(FRONT, 2, COPY, COPY, 1, 8, SIZES(10, 10), END, END)},
        {BYTES(1, 4, PACKS(2, 9, 10, 10), FOLDERS(1), 1, 0x10, 2, 1, 0, 8, BACK)},
        {BYTES(FRONT, 1, 0x21, 0x21, 100, 0, BACK)}, /* properties beyond the end */
        {BYTES(FRONT, 1, 15, 0, BACK)});             /* an id beyond the end */
}

static void damaged_folders(void **state)
{
    (void)state;
    ASSERT_ALL_DAMAGED(
        {BYTES(1, 4, PACKS(1, 9, 10), 7, 12, 1, 0, 1, COPY, BACK)}, /* 11 is missing */
        {BYTES(1, 4, PACKS(1, 9, 10), 7, 11, 1, 1, 1, COPY, BACK)}, /* in another stream */
        {BYTES(1, 4, PACKS(1, 9, 10), 7, 11, 100, 0, 1, COPY, BACK)},
        {BYTES(FRONT, 1, COPY, 13, 10, END, END, END)}, /* 12 is missing */
        {BYTES(FRONT, 1, COPY, 12, 10, 9, END, END)},   /* END is missing */
        {BYTES(FRONT, 1, COPY, 12, 10, 10, 1, 1, 2, 3, 4, 9, END, END)},
        {BYTES(1, 4, PACKS(1, 9, 10), FOLDERS(2), 1, COPY, 1, COPY, SIZES(10, 10), END, END)}, /* one pack */
        {BYTES(1, 4, PACKS(2, 9, HUGE_NUMBER, 1), FOLDERS(1), 1, 0x10, 2, 1, 0, 1, BACK)},
        {BYTES(1, 4, 6, 0xFF, 0xDF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 9, 1, END, FOLDERS(1), 1,
               COPY, BACK)}); /* the first byte has the highest offset there is, and an end behind it */
}

static void damaged_packs(void **state)
{
    (void)state;
    ASSERT_ALL_DAMAGED({BYTES(1, 4, 6, 0xFF, 0xE0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 9, 1, END,
                              FOLDERS(1), 1, COPY, BACK)}, /* no 64 bits have that offset */
                       {BYTES(1, 4, 6, 0, 1, 8, 10, END, FOLDERS(1), 1, COPY, BACK)},
                       {BYTES(1, 4, 6, 0, 100, 9, 10, END, FOLDERS(1), 1, COPY, BACK)},
                       {BYTES(1, 4, 6, 0, 1, 9, 10, 9, FOLDERS(1), 1, COPY, BACK)},
                       {BYTES(1, 4, 6, 0, 1, 9, 10, 10, 1, 1, 2, 3, 4, 9, FOLDERS(1), 1, COPY, BACK)});
}

static void damaged_members(void **state)
{
    (void)state;
    archive a = read_list(BYTES(1, 4, ONE_FOLDER, MEMBERS_OF(2), 9, 10, END, END, END));
    assert_whole(&a, 1, 0);
    end(&a);
    ASSERT_ALL_DAMAGED(
        {BYTES(1, 4, ONE_FOLDER, MEMBERS_OF(2), 9, 11, END, END, END)}, /* larger than the folder */
        {BYTES(1, 4, ONE_FOLDER, MEMBERS_OF(3), 9, 6, 5, END, END, END)},
        {BYTES(1, 4, ONE_FOLDER, MEMBERS_OF(2), END, END, END)}, /* without sizes */
        {BYTES(1, 4, ONE_FOLDER, MEMBERS_OF(100), 9, 10, END, END, END)},
        {BYTES(1, 4, ONE_FOLDER, MEMBERS_OF(1), 9, 11, END, END)},
        {BYTES(1, 4, ONE_FOLDER, MEMBERS_OF(1), 10, 1, 1, 2, 3, 4, 9, END, END)},
        {BYTES(1, 4, ONE_FOLDER, 9, END)}, /* no END of streams */
        {BYTES(1, 4, ONE_FOLDER, END, 3)}, /* nor of the list */
        {BYTES(1, 4, ONE_FOLDER, END)},    /* which ends there */
        {BYTES(3, 4, ONE_FOLDER, END, END)}, {BYTES(0)}, {BYTES(1, 5, HUGE_NUMBER, 14, 1, 0x80, END, END)},
        {BYTES(1, 4, 6, 0, HUGE_NUMBER, 9, 10, END, FOLDERS(1), 1, COPY, BACK)},
        {BYTES(1, 4, PACKS(1, 9, 10), 7, 11, HUGE_NUMBER, 0, 1, COPY, BACK)},
        {BYTES(1, 4, ONE_FOLDER, 8, 13, HUGE_NUMBER, 9, 10, END, END, END)});
}

static void damaged_files(void **state)
{
    (void)state;
    archive a = read_list(BYTES(1, 4, ONE_FOLDER, 0, 5, 1, 17, 5, 0, 'a', 0, 0, 0, 0, 0));
    assert_members(&a, &(member_case){.name = "a", .size = 10, .regular = true}, 1);
    end(&a);
    ASSERT_ALL_DAMAGED(
        {BYTES(1, 4, ONE_FOLDER, 0, 5, 1, 17, 5, 1, 'a', 0, 0, 0, 0, 0)}, /* in another stream */
        {BYTES(1, 4, ONE_FOLDER, 0, 5, 1, 17, 4, 0, 'a', 0, 0, 0, 0)},    /* half an end */
        {BYTES(1, 4, ONE_FOLDER, 0, 5, 1, 17, 3, 0, 'a', 0, 0, 0)},       /* no end */
        {BYTES(1, 4, ONE_FOLDER, 0, 5, 1, 17, 1, 0, 0, 0)},               /* no name */
        {BYTES(1, 4, ONE_FOLDER, 0, 5, 1, 17, 5, 0, 'a', 0, 0, 0, 17, 5, 0, 'a', 0, 0, 0, 0,
               0)}, /* names twice */
        {BYTES(1, 4, ONE_FOLDER, 0, 5, 1, 17, 100, 0, 'a', 0, 0, 0, 0, 0)},
        {BYTES(1, 4, ONE_FOLDER, 0, 5, 1, 21, 6, 1, 1, 0, 0, 0, 0, 0, 0)},
        {BYTES(1, 4, ONE_FOLDER, 0, 5, 1, 21, 5, 1, 0, 0, 0, 0, 0, 0)}, /* three bytes */
        {BYTES(1, 4, ONE_FOLDER, 0, 5, 1, 21, 6, 1, 0, 0, 0, 0, 0, 21, 6, 1, 0, 0, 0, 0, 0, 0, 0)},
        {BYTES(1, 4, ONE_FOLDER, 0, 5, 1, 14, 0, 0, 0)}, /* no bits */
        {BYTES(1, 4, ONE_FOLDER, 0, 5, 1, 14, 1, 0x80, 15, 0, 0, 0)},
        {BYTES(1, 5, 1, 15, 1, 0x80, 14, 1, 0x80, 0,
               0)}, /* bits of files before those that tell their number */
        {BYTES(1, 5, 2, 14, 1, 0xC0, 14, 1, 0xC0, 0, 0)}, /* these bits twice */
        {BYTES(1, 4, ONE_FOLDER, 0, 5, 2, 0, 0)},         /* two files, one stream */
        {BYTES(1, 5, 1, 0, 0)},                           /* no stream */
        {BYTES(1, 4, ONE_FOLDER, 0, 5, 100, 0, 0)}, {BYTES(1, 4, ONE_FOLDER, 0, 5, 1, 0, 9)});
}

/* ---- A 7z of one folder -------------------------------------------------------------------------------- */

#define NUMBER(value) 0xFF, value, 0, 0, 0, 0, 0, 0, 0

static void the_list_of_a_single_folder(void **state)
{
    (void)state;
    static const uint8_t expected[] = {
        1, 4,  6,         NUMBER(0), NUMBER(4),          9,  NUMBER(10), NUMBER(1),  NUMBER(2), NUMBER(3), 0,
        7, 11, NUMBER(1), 0,         FOUR_STREAMS(1, 0), 12, NUMBER(10), NUMBER(20), 0,         8,         0,
        0, 5,  NUMBER(1), 17,        NUMBER(5),          0,  'm',        0,          0,         0,         0,
        0};
    archive a = read_list(
        BYTES(1, 4, 6, 5, 4, 9, 10, 1, 2, 3, 0, FOLDERS(1), FOUR_STREAMS(1, 0), SIZES(10, 20), END, END));
    al_budget budget = al_budget_of(1 << 20, 0);
    al_arena arena = al_arena_on(&budget);
    unpack_job job;
    assert_whole(&a, 1, 0);
    assert_true(seven_job(&a.list.folders[0], &arena, &job));
    assert_int_equal(job.form, UNPACK_7Z);
    assert_int_equal(job.memory, a.list.folders[0].memory);
    assert_int_equal(job.part_count, 3);
    assert_int_equal(job.parts[2].memory.len, sizeof expected);
    assert_memory_equal(job.parts[2].memory.ptr, expected, sizeof expected);
    assert_int_equal(job.parts[1].memory.len, 0);
    assert_int_equal(job.parts[1].offset, START + 5);
    assert_int_equal(job.parts[1].length, 16);
    uint8_t start[START] = {'7', 'z', 0xBC, 0xAF, 0x27, 0x1C, 0, 4};
    al_byte_writer w = {.at = start, .size = 12};
    al_put_number(&w, 16, 8);
    al_put_number(&w, sizeof expected, 8);
    al_put_number(&w, al_crc32(0, expected, sizeof expected), 4);
    w.size = 8;
    al_put_number(&w, al_crc32(0, &start[12], 20), 4);
    assert_int_equal(job.parts[0].memory.len, START);
    assert_memory_equal(job.parts[0].memory.ptr, start, START);
    al_arena_free(&arena);
    end(&a);
}

/* ---- Packed lists -------------------------------------------------------------------------------------- */

/* A list of a single folder, packed as the bytes `of` the archive, whose list says where they are. */
static archive read_packed(const uint8_t *inner, size_t inner_size, const uint8_t *list, size_t size,
                           uint64_t unpacked)
{
    archive a;
    write_archive(&a, list, size);
    assert_in_range(inner_size, 0, PACKED);
    memcpy(&a.bytes[START], inner, inner_size);
    a.unpacked = unpacked;
    read_again(&a);
    return a;
}

#define INNER            BYTES(1, 5, 1, 14, 1, 0x80, 0, 0)
#define PACKED_LIST(...) 0x17, PACKS(1, 9, 8), FOLDERS(1), 1, COPY, 12, 8, __VA_ARGS__, END

static void a_list_may_be_packed(void **state)
{
    (void)state;
    static const uint8_t inner[] = {1, 5, 1, 14, 1, 0x80, 0, 0};
    const uint32_t sum = al_crc32(0, inner, sizeof inner);
    const uint8_t s[4] = {(uint8_t)sum, (uint8_t)(sum >> 8), (uint8_t)(sum >> 16), (uint8_t)(sum >> 24)};
    const damage good[] = {{BYTES(PACKED_LIST(0))}, {BYTES(PACKED_LIST(10, 1, s[0], s[1], s[2], s[3], 0))}};
    for (size_t i = 0; i < 2; i++)
        for (uint64_t unpacked = 7; unpacked <= 9; unpacked++) {
            archive a = read_packed(inner, sizeof inner, good[i].list, good[i].size, unpacked);
            assert_int_equal(a.enough, unpacked >= 8);
            if (a.enough) {
                assert_members(&a, &(member_case){.name = "", .place = UINT64_MAX}, 1);
                assert_int_equal(a.unpacked, unpacked - 8);
                assert_int_equal(a.budget.used, a.arena.held);
            }
            end(&a);
        }
    const damage bad[] = {
        {BYTES(PACKED_LIST(10, 1, s[0] ^ 1, s[1], s[2], s[3], 0))},
        {BYTES(0x17, 6, 0x80, 200, 1, 9, 8, 0, FOLDERS(1), 1, COPY, 12, 8, 0, END)}, /* outside of the file */
        {BYTES(0x17, PACKS(1, 9, 0x80, 200), FOLDERS(1), 1, COPY, 12, 8, 0, END)},
        {BYTES(0x17, PACKS(1, 9, 8), FOLDERS(1), 1, COPY, 12, 9, 0, END)}, /* it unpacks to less */
        {BYTES(0x17, PACKS(2, 9, 4, 4), FOLDERS(2), 1, COPY, 1, COPY, 12, 4, 4, 0, END)}, /* two folders */
        {BYTES(0x17, PACKS(1, 9, 8), FOLDERS(0), 12, 0, END)},                            /* and none */
        {BYTES(0x17, 6, 1, 1, 9, 7, 0, FOLDERS(1), 1, COPY, 12, 7, 0, END)}, /* it begins with 5 */
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        archive a = read_packed(inner, sizeof inner, bad[i].list, bad[i].size, 1000);
        assert_broken(&a, "its list of members is damaged");
        end(&a);
    }
}

/* At the end of the file or of its start. */
static void places_of_lists(void **state)
{
    (void)state;
    archive a = read_list(BYTES(1, 0));
    assert_whole(&a, 0, 0);
    a.size--;
    read_again(&a);
    assert_broken(&a, "it ends before its list of members: the end was cut off");
    a.size = START + PACKED - 1; /* the list begins behind the end */
    read_again(&a);
    assert_broken(&a, "it ends before its list of members: the end was cut off");
    a.size = START - 1;
    read_again(&a);
    assert_broken(&a, "it is no 7z");
    a.size = START;
    memset(&a.bytes[12], 0, 20);
    al_byte_writer w = {.at = a.bytes, .size = 8};
    al_put_number(&w, al_crc32(0, &a.bytes[12], 20), 4);
    read_again(&a);
    assert_whole(&a, 0, 0);
    a.bytes[5] ^= 1;
    read_again(&a);
    assert_broken(&a, "it is no 7z");
    end(&a);
}

static void every_shortage_is_one(void **state)
{
    (void)state;
    archive a;
    write_archive(&a,
                  BYTES(1, 4, ONE_FOLDER, 0, 5, 1, 17, 5, 0, 'a', 0, 0, 0, 21, 6, 1, 0, 0, 0, 0, 0, 0, 0));
    a.enough = false;
    for (uint64_t n = 1; !a.enough; n++) {
        a.in = (al_package_bytes){.memory = al_span_of(a.bytes, a.size), .size = a.size};
        a.budget = al_budget_of(1 << 30, n);
        a.arena = al_arena_on(&a.budget);
        a.enough = seven_list_read(&a.list, &a.in, &a.arena, &a.unpacked);
        assert_int_equal(a.enough, a.budget.shortage == AL_SHORTAGE_NONE);
        if (a.enough)
            assert_members(&a, &(member_case){.name = "a", .size = 10, .regular = true}, 1);
        assert_true(a.enough || n < 20);
        al_arena_free(&a.arena);
    }
    free(a.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_up_to_nine_bytes),
        cmocka_unit_test(a_folder_needs_the_memory_of_its_decoder),
        cmocka_unit_test(coders_add_up),
        cmocka_unit_test(side_streams_are_kept_in_memory),
        cmocka_unit_test(the_size_is_that_of_the_output_that_no_coder_takes),
        cmocka_unit_test(the_most_streams_and_coders),
        cmocka_unit_test(sums_may_be_of_some_folders),
        cmocka_unit_test(properties_of_the_archive_are_skipped),
        cmocka_unit_test(side_streams_may_be_too_large),
        cmocka_unit_test(members_lie_one_behind_the_other_in_their_folders),
        cmocka_unit_test(sums_of_many_members),
        cmocka_unit_test(a_folder_has_no_sum_for_two_members),
        cmocka_unit_test(files_without_bytes),
        cmocka_unit_test(attributes_tell_files_from_folders_and_links),
        cmocka_unit_test(attributes_of_some_files),
        cmocka_unit_test(names_become_utf8),
        cmocka_unit_test(names_have_any_length),
        cmocka_unit_test(damaged_coders),
        cmocka_unit_test(damaged_folders),
        cmocka_unit_test(damaged_packs),
        cmocka_unit_test(damaged_members),
        cmocka_unit_test(damaged_files),
        cmocka_unit_test(the_list_of_a_single_folder),
        cmocka_unit_test(a_list_may_be_packed),
        cmocka_unit_test(places_of_lists),
        cmocka_unit_test(every_shortage_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
