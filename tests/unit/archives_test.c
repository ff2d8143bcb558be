/* archives_test.c: the members of zip, 7z and tar: one after another, by name, listed and shown. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "containers/archive.h"
#include "core/inflate.h"
#include "package_text.h"
#include "seed.h"
#include "stream.h"
#include "test_folder.h"

/* Of a seed, in memory if `disk` is false. */
static package *seed(const char *name, bool disk)
{
    static uint8_t bytes[PACKAGE_BYTES];
    char path[256];
    (void)snprintf(path, sizeof path, UNIT_CORPUS "/%s", name);
    return disk ? package_at(path)
                : package_of(name, bytes, read_seed(UNIT_CORPUS, name, bytes, sizeof bytes));
}

/* ---- One after another --------------------------------------------------------------------------------- */

/* The meshes and the text of the seeds. */
#define MESH               " 607: b4dca339\n"
#define TEXT               "readme.txt 20: 7316fc3e\n"
#define USUAL              "assets/part-lod0.xmf" MESH TEXT "assets/part-lod1.xmf" MESH
#define CUT_OFF            "it ends before its list of members: the end was cut off, or it is no zip"
#define LONG               "longlonglonglonglonglonglonglonglonglonglonglonglonglonglong"
#define REMARK(name, size) "remark 0, not checked on '" name "', " size " bytes: "
#define ENCRYPTED          "remark 1, not checked on "

typedef struct seed_case {
    const char *name, *text;
    uint64_t unpacked; /* bytes that reading it unpacks, */
    uint64_t read;     /* and reads from disk */
} seed_case;

static const seed_case seeds[] = {
    {"zip/seeds/stored.zip", USUAL, 1234, 3335},
    {"zip/seeds/deflated.zip", USUAL, 1234, 1063},
    {"zip/seeds/before.zip", USUAL, 1234, 3037},
    {"zip/seeds/zip64.zip", USUAL, 1234, 1402},
    {"zip/seeds/overlapping.zip", "a.xmf" MESH "b.xmf" MESH "c.xmf" MESH, 1821, 4095},
    {"zip/seeds/cut.zip", USUAL "remark 0, not checked on '', 0 bytes: " CUT_OFF "\n", 1234, 2888},
    {"zip/seeds/encrypted.zip", TEXT ENCRYPTED "'assets/part-lod0.xmf', 607 bytes: \n", 20, 1023},
    {"zip/seeds/empty.zip", "", 0, 22},
    {"7z/seeds/solid.7z", USUAL, 1234, 1462},
    {"7z/seeds/folders.7z", "assets/part-lod0.xmf" MESH TEXT "b.xmf" MESH "none.txt 0: 00000000\n", 1234,
     1442},
    {"7z/seeds/packed-list.7z", USUAL, 1406, 1465},
    {"7z/seeds/encrypted.7z",
     ENCRYPTED "'assets/part-lod0.xmf', 607 bytes: \n" ENCRYPTED "'readme.txt', 20 bytes: \n", 0, 159},
    {"7z/seeds/encrypted-list.7z", "remark 2, not checked on '', 0 bytes: \n", 0, 63},
    {"7z/seeds/empty.7z", "", 0, 44},
    {"tar/seeds/plain.tar", "assets/part-lod0.xmf" MESH, 607, 3590},
    {"tar/seeds/links.tar", "assets/part-lod0.xmf" MESH, 607, 3078},
    {"tar/seeds/pax.tar", "\xC3\xA4/" LONG LONG ".xmf" MESH, 607, 3590},
    {"tar/seeds/sparse.tar", "s.xmf 907: 7f43863e\n" TEXT, 927, 3590},
    {"tar/seeds/zeros.tar", "", 0, 1030},
    {"tar/seeds/plain.tar.gz", "assets/part-lod0.xmf" MESH, 607, 280},
    {"tar/seeds/plain.tar.xz", "assets/part-lod0.xmf" MESH, 607, 4187},
    {"tar/seeds/plain.tar.bz2", "assets/part-lod0.xmf" MESH, 607, 278},
};
enum { SEEDS = sizeof seeds / sizeof seeds[0], UNPACKED = 1 << 20 /* bytes that each may unpack */ };

static void seeds_give_their_members(void **state)
{
    (void)state;
    static const size_t pieces[] = {1, 19, 20, 606, 607, 1000};
    for (size_t i = 0; i < SEEDS; i++)
        for (size_t k = 0; k < 2 * sizeof pieces / sizeof pieces[0]; k++) {
            const bool disk = k % 2 != 0;
            package *p = seed(seeds[i].name, disk);
            assert_string_equal(package_read(p, pieces[k / 2]), seeds[i].text);
            assert_int_equal(UNPACKED - p->unpacked, seeds[i].unpacked);
            assert_int_equal(al_watch_bytes(&p->watch), disk ? seeds[i].read : 0);
            package_end(p);
        }
}

/* With `on_demand` the first byte that is read opens a member; without, the container does. */
static void members_may_be_opened_on_demand(void **state)
{
    (void)state;
    for (size_t i = 0; i < SEEDS; i++)
        for (unsigned disk = 0; disk < 2; disk++) {
            package *p = seed(seeds[i].name, disk != 0);
            p->in.on_demand = true;
            assert_string_equal(package_read(p, 100), seeds[i].text);
            assert_int_equal(UNPACKED - p->unpacked, seeds[i].unpacked);
            package_end(p);
        }
}

/* The text up to a member, and behind it that the limit is exceeded. */
static void the_limit_of_unpacked_bytes_is_exact(void **state)
{
    (void)state;
    for (size_t i = 0; i < SEEDS; i++)
        for (unsigned k = 0; k < 6 && seeds[i].unpacked > 0; k++) {
            package *p = seed(seeds[i].name, k % 2 != 0);
            const size_t piece = k / 2 == 0 ? 1 : k / 2 == 1 ? 100 : 1000;
            p->unpacked = seeds[i].unpacked;
            assert_string_equal(package_read(p, piece), seeds[i].text);
            assert_int_equal(p->unpacked, 0);
            package_end(p);
            p = seed(seeds[i].name, k % 2 != 0);
            p->unpacked = seeds[i].unpacked - 1;
            const char *lost = strstr(package_read(p, piece), " lost\n");
            assert_non_null(lost); /* the last member; its archive is not judged to its end */
            lost = strchr(lost, '\n') + 1;
            assert_true(strcmp(lost, "over limit\n") == 0 ||
                        strncmp(lost, ENCRYPTED, strlen(ENCRYPTED)) == 0);
            assert_non_null(strstr(lost, "over limit\n"));
            package_end(p);
        }
}

/* Every call for memory fails once. The budget knows that even if a zip can then be unpacked in another way.
 */
static void a_shortage_is_never_hidden(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * SEEDS; i++) {
        const seed_case *c = &seeds[i / 2];
        bool enough = false;
        for (uint64_t n = 1; !enough; n++) {
            package *p = seed(c->name, i % 2 != 0);
            p->budget.fail_at = n;
            const char *text = package_read(p, 100);
            const bool same = strcmp(text, c->text) == 0;
            enough = p->budget.shortage == AL_SHORTAGE_NONE;
            assert_true(same || !enough);
            assert_true(enough || strcmp(text, "not opened") == 0 || strstr(text, "no memory\n") != NULL ||
                        (same && c->name[0] == 'z'));
            package_end(p);
        }
    }
}

/* The same, but with too low a limit. A zip is unpacked whole where there is memory for that. */
static void any_limit_of_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < SEEDS; i++) {
        bool limited = false, enough = false;
        for (uint64_t limit = 0; limit < 4 << 20; limit = limit * 17 / 16 + 1024) {
            package *p = seed(seeds[i].name, true);
            p->budget.limit = limit;
            const char *text = package_read(p, 100);
            const bool here = strcmp(text, seeds[i].text) == 0;
            assert_true(here || p->budget.shortage == AL_SHORTAGE_LIMIT);
            limited = limited || !here;
            enough = enough || here;
            package_end(p);
        }
        assert_true(limited && (enough || strstr(seeds[i].name, ".bz2") != NULL));
    }
}

static bool is_stopped(const void *context)
{
    return *(const bool *)context;
}

static void a_stop_ends_the_reading(void **state)
{
    (void)state;
    for (size_t i = 0; i < SEEDS; i++)
        for (unsigned when = 0; when < 3 && seeds[i].unpacked > 600; when++) {
            char bytes[100];
            bool stopped = false;
            al_member member;
            package *p = seed(seeds[i].name, true);
            p->watch.stopped = is_stopped;
            p->watch.context = &stopped;
            al_members *m = p->kind->open(&p->in);
            stopped = when == 0;
            const bool any = p->kind->next(m, &member);
            if (any && when == 1)
                assert_int_equal(p->kind->read(m, bytes, sizeof bytes), sizeof bytes);
            stopped = true;
            if (any)
                (void)p->kind->finish(m);
            while (p->kind->next(m, &member))
                (void)p->kind->finish(m);
            p->kind->close(m);
            package_end(p);
        }
}

/* ---- By name ------------------------------------------------------------------------------------------- */

/* Opens a member and reads it: its size and the CRC-32 of its bytes. */
static const char *named(package *p, al_members *m, const char *name, size_t piece)
{
    static char text[200];
    static uint8_t bytes[PACKAGE_BYTES];
    al_stream stream;
    uint32_t sum = 0;
    int64_t got;
    const al_found found = p->kind->open_member(m, name, &p->arena, &stream);
    if (found != AL_FOUND)
        return found == AL_NOT_FOUND ? "not found" : "not readable";
    while ((got = stream.read(stream.context, bytes, piece)) > 0)
        sum = al_crc32(sum, bytes, (size_t)got);
    assert_true(got == 0 || got == -1);
    const char *why = got < 0 ? stream.reason(stream.context) : NULL;
    (void)snprintf(text, sizeof text, "%llu: %08x%s%s", (unsigned long long)stream.length, sum,
                   got < 0 ? " failed: " : "", why != NULL ? why : "");
    p->kind->close_member(&stream);
    return text;
}

/* Beside a member that is being read. */
static void members_are_found_in_any_case(void **state)
{
    (void)state;
    static const char *const names[] = {"zip/seeds/stored.zip", "zip/seeds/deflated.zip",
                                        "zip/seeds/zip64.zip", "7z/seeds/solid.7z",
                                        "7z/seeds/packed-list.7z"};
    for (size_t i = 0; i < 2 * sizeof names / sizeof names[0]; i++) {
        char bytes[1000];
        al_member member;
        package *p = seed(names[i / 2], i % 2 != 0);
        al_members *m = p->kind->open(&p->in);
        assert_true(p->kind->next(m, &member));
        assert_int_equal(p->kind->read(m, bytes, 100), 100);
        assert_string_equal(named(p, m, "Assets/part-LOD1.xmf", 100), "607: b4dca339");
        assert_string_equal(named(p, m, "README.txt", 1000), "20: 7316fc3e");
        assert_string_equal(named(p, m, "readme.tx", 100), "not found");
        assert_string_equal(named(p, m, "assets", 100), "not found"); /* it is a folder, or there is none */
        assert_string_equal(named(p, m, "", 100), "not found");
        assert_int_equal(p->kind->read(m, bytes, 1000), 507);
        assert_true(p->kind->finish(m));
        p->kind->close(m);
        package_end(p);
    }
}

static void members_of_tars_are_found(void **state)
{
    (void)state;
    static const char *const names[] = {"tar/seeds/plain.tar", "tar/seeds/plain.tar.gz",
                                        "tar/seeds/plain.tar.xz", "tar/seeds/plain.tar.bz2"};
    for (size_t i = 0; i < 2 * sizeof names / sizeof names[0]; i++) {
        package *p = seed(names[i / 2], i % 2 != 0);
        al_members *m = p->kind->open(&p->in);
        assert_string_equal(named(p, m, "ASSETS/part-lod0.xmf", 100), "607: b4dca339");
        assert_string_equal(named(p, m, "assets/part-lod0.xmf", 607), "607: b4dca339");
        assert_string_equal(named(p, m, "assets/", 100), "not found");
        assert_string_equal(named(p, m, "link.xmf", 100), "not found");
        p->kind->close(m);
        package_end(p);
    }
}

static void members_that_can_not_be_read(void **state)
{
    (void)state;
    package *p = seed("zip/seeds/encrypted.zip", true);
    al_members *m = p->kind->open(&p->in);
    assert_string_equal(named(p, m, "assets/part-lod0.xmf", 100), "not readable");
    assert_string_equal(named(p, m, "readme.txt", 100), "20: 7316fc3e");
    assert_string_equal(named(p, m, "b.txt", 100), "not found");
    p->kind->close(m);
    package_end(p);
    p = seed("zip/seeds/cut.zip", true);
    m = p->kind->open(&p->in);
    assert_string_equal(named(p, m, "readme.txt", 100), "20: 7316fc3e");
    assert_string_equal(named(p, m, "b.txt", 100), "not readable"); /* it may be what was cut off */
    p->kind->close(m);
    package_end(p);
}

static void members_without_bytes(void **state)
{
    (void)state;
    package *p = seed("7z/seeds/folders.7z", true);
    al_members *m = p->kind->open(&p->in);
    assert_string_equal(named(p, m, "none.txt", 100), "0: 00000000");
    assert_string_equal(named(p, m, "b.xmf", 100), "607: b4dca339");
    p->kind->close(m);
    package_end(p);
}

static void members_that_are_found_count(void **state)
{
    (void)state;
    static const char *const names[] = {"zip/seeds/stored.zip", "tar/seeds/plain.tar",
                                        "tar/seeds/plain.tar.gz"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (unsigned less = 0; less < 2; less++) {
            package *p = seed(names[i], true);
            p->unpacked = 607 - less;
            al_members *m = p->kind->open(&p->in);
            const char *text = named(p, m, "assets/part-lod0.xmf", 100);
            assert_int_equal(strcmp(text, "607: b4dca339") == 0, less == 0);
            assert_int_equal(m->end.over_limit, less != 0);
            assert_false(m->end.no_memory);
            if (less == 0)
                assert_int_equal(p->unpacked, 0);
            p->kind->close(m);
            package_end(p);
        }
}

/* What was unpacked before may be unpacked again, with the bytes in front of a member: in all eight times as
 * much as the limit. Here these are the 1,234 bytes of a stream. */
static void bytes_in_front_of_members_have_a_limit(void **state)
{
    (void)state;
    for (uint64_t unpacked = 154; unpacked <= 155; unpacked++) {
        package *p = seed("7z/seeds/solid.7z", true);
        p->unpacked = unpacked;
        al_members *m = p->kind->open(&p->in);
        assert_string_equal(named(p, m, "assets/part-lod1.xmf", 10),
                            unpacked == 155 ? "607: b4dca339" : "not readable");
        assert_int_equal(m->end.over_limit, unpacked != 155);
        p->kind->close(m);
        package_end(p);
    }
    package *p = seed("../build/fixtures/archive/unreadable/near-inflated.tar.gz", true);
    p->unpacked = 607 / 8; /* in front of it are 607 */
    al_members *m = p->kind->open(&p->in);
    assert_string_equal(named(p, m, "b.xmf", 1000), "not readable");
    assert_true(m->end.over_limit);
    p->kind->close(m);
    package_end(p);
}

/* Each call for memory of the archive fails once; that of the stream has its own. */
static void a_shortage_hides_no_member(void **state)
{
    (void)state;
    static const char *const names[] = {"zip/seeds/deflated.zip", "7z/seeds/solid.7z", "tar/seeds/plain.tar",
                                        "tar/seeds/plain.tar.gz"};
    for (size_t i = 0; i < 2 * sizeof names / sizeof names[0]; i++) {
        bool enough = false;
        for (uint64_t n = 1; !enough; n++) {
            package *p = seed(names[i / 2], i % 2 != 0);
            al_budget other = al_budget_of(1 << 20, 0);
            al_arena arena = al_arena_on(&other);
            al_stream stream;
            al_members *m = p->kind->open(&p->in);
            p->budget.fail_at = p->budget.calls + n;
            const al_found how = p->kind->open_member(m, "assets/part-lod0.xmf", &arena, &stream);
            enough = p->budget.shortage == AL_SHORTAGE_NONE;
            assert_int_equal(how, m->end.no_memory ? AL_NOT_READABLE : AL_FOUND);
            assert_true(!enough || how == AL_FOUND);
            assert_false(m->end.over_limit);
            if (how == AL_FOUND)
                p->kind->close_member(&stream);
            for (other.fail_at = other.calls + 1; names[i / 2][0] != 't' && other.fail_at > 0;
                 other.fail_at = 0)
                assert_int_equal(p->kind->open_member(m, "readme.txt", &arena, &stream), AL_NOT_READABLE);
            p->kind->close(m);
            al_arena_free(&arena);
            package_end(p);
        }
    }
}

/* A second reader of a tar takes the memory of its stream. The first two calls are for the stream itself. */
static void a_shortage_of_a_stream(void **state)
{
    (void)state;
    for (unsigned gzipped = 0; gzipped < 2; gzipped++) {
        al_found how = AL_NOT_READABLE;
        for (uint64_t n = 1; how != AL_FOUND; n++) {
            package *p = seed(gzipped != 0 ? "tar/seeds/plain.tar.gz" : "tar/seeds/plain.tar", true);
            al_budget other = al_budget_of(1 << 20, n);
            al_arena arena = al_arena_on(&other);
            al_stream stream;
            al_members *m = p->kind->open(&p->in);
            how = p->kind->open_member(m, "assets/part-lod0.xmf", &arena, &stream);
            assert_int_equal(how, other.shortage == AL_SHORTAGE_NONE ? AL_FOUND : AL_NOT_READABLE);
            assert_int_equal(m->end.no_memory, how != AL_FOUND && n > 2);
            if (how == AL_FOUND)
                p->kind->close_member(&stream);
            p->kind->close(m);
            al_arena_free(&arena);
            package_end(p);
        }
    }
}

/* The archive is closed before its first member was read, or within it. */
static void an_archive_may_be_closed_early(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4 * SEEDS; i++) {
        char bytes[100];
        al_member member;
        package *p = seed(seeds[i / 4].name, i % 2 != 0);
        al_members *m = p->kind->open(&p->in);
        if (p->kind->next(m, &member) && i % 4 >= 2)
            (void)p->kind->read(m, bytes, 10);
        p->kind->close(m);
        package_end(p);
    }
}

/* ---- Streams of a 7z ----------------------------------------------------------------------------------- */

#define BYTES(...)                                          \
    (const uint8_t[]){__VA_ARGS__}, sizeof(const uint8_t[]) \
    {                                                       \
        __VA_ARGS__                                         \
    }
/* Parts of lists, as seven_list_test.c has them. Names have one letter. */
#define PACKS(...)  6, 0, __VA_ARGS__, 0
#define FOLDER(...) 7, 11, 1, 0, __VA_ARGS__, 0
#define COPY        1, 1, 0, 12
#define TWO_OF(...) 8, 13, 2, 9, __VA_ARGS__
#define FILES       5, 2, 17, 9, 0, 'a', 0, 0, 0, 'b', 0, 0, 0, 0, 0

/* A 7z of bytes that count up, and that list. */
static package *seven_of(size_t packed, const uint8_t *list, size_t size)
{
    static uint8_t bytes[1 << 16] = "7z\xBC\xAF\x27\x1C\0\4";
    al_byte_writer w = {.at = bytes, .size = 12};
    al_put_number(&w, packed, 8);
    al_put_number(&w, size, 8);
    al_put_number(&w, al_crc32(0, list, size), 4);
    al_byte_writer sum = {.at = bytes, .size = 8};
    al_put_number(&sum, al_crc32(0, &bytes[12], 20), 4);
    for (size_t i = 0; i < packed; i++)
        al_put_number(&w, i, 1);
    memcpy(&bytes[w.size], list, size);
    return package_of("a.7z", bytes, w.size + size);
}

static void assert_read(package *p, const char *expected)
{
    assert_string_equal(package_read(p, 100), expected);
    package_end(p);
}

/* Both when the container opens the members, and on demand. */
#define ASSERT_SEVEN(expected, packed, ...)                          \
    do {                                                             \
        for (unsigned demand = 0; demand < 2; demand++) {            \
            package *of_list = seven_of(packed, BYTES(__VA_ARGS__)); \
            of_list->in.on_demand = demand != 0;                     \
            assert_read(of_list, expected);                          \
        }                                                            \
    } while (false)

static void members_that_share_a_stream(void **state)
{
    (void)state;
    ASSERT_SEVEN("a 4: 8bb98613\nb 6: 73921730\n", 10, 1, 4, PACKS(1, 9, 10), FOLDER(COPY, 10), TWO_OF(4, 0),
                 0, FILES);
}

#define CONSEQUENCE(size)                                                                              \
    "remark 0, not checked, a consequence on 'b', " size " bytes: the stream that it is packed in is " \
    "damaged\n"

/* Only the first of its members is reported. */
static void streams_that_end_too_early(void **state)
{
    (void)state;
    ASSERT_SEVEN("a 4: 0 bytes, 00000000 lost\n" REMARK(
                     "a", "4") "the archive ends in the middle of it\n" CONSEQUENCE("6"),
                 9, 1, 4, PACKS(1, 9, 100), FOLDER(COPY, 10), TWO_OF(4, 0), 0, FILES);
    ASSERT_SEVEN("a 4: 0 bytes, 00000000 lost\n" REMARK(
                     "a", "4") "the archive ends in the middle of it\n" CONSEQUENCE("1"),
                 9, 1, 4, PACKS(1, 9, 100), FOLDER(COPY, 5), TWO_OF(4, 0), 0, FILES);
    package *p = seven_of(9, BYTES(1, 4, PACKS(1, 9, 100), FOLDER(COPY, 10), TWO_OF(4, 0), 0, FILES));
    al_members *m = p->kind->open(&p->in);
    assert_string_equal(named(p, m, "A", 10), "not readable");
    assert_false(m->end.no_memory || m->end.over_limit);
    p->kind->close(m);
    package_end(p);
}

/* The next member can be read if only the checksum of one is wrong. */
static void a_wrong_sum_concerns_one_member(void **state)
{
    (void)state;
    ASSERT_SEVEN("a 4: 0 bytes, 00000000 lost\nb 6: 73921730\n" REMARK("a", "4") "its checksum is wrong\n",
                 10, 1, 4, PACKS(1, 9, 10), FOLDER(COPY, 10), TWO_OF(4, 10, 0, 0x80, 1, 2, 3, 4, 0), 0,
                 FILES);
    ASSERT_SEVEN("a 1: 0 bytes, 00000000 lost\nb 9: 40efab9e\n" REMARK("a", "1") "its checksum is wrong\n",
                 10, 1, 4, PACKS(1, 9, 10), FOLDER(COPY, 10), TWO_OF(1, 10, 0, 0x80, 1, 2, 3, 4, 0), 0,
                 FILES);
}

/* In front of the second member are 32,769 bytes, which are skipped in pieces: the last has a single byte. */
static void members_behind_large_ones(void **state)
{
    (void)state;
    package *p = seven_of(40000, BYTES(1, 4, PACKS(1, 9, 0xC0, 0x40, 0x9C), FOLDER(COPY, 0xC0, 0x40, 0x9C),
                                       TWO_OF(0xC0, 1, 0x80, 0), 0, FILES));
    al_members *m = p->kind->open(&p->in);
    assert_string_equal(named(p, m, "b", 1000), "7231: 13360a85");
    p->kind->close(m);
    package_end(p);
    p = seven_of(10, BYTES(1, 4, PACKS(1, 9, 10), FOLDER(COPY, 10), TWO_OF(1, 0), 0, FILES));
    m = p->kind->open(&p->in);
    assert_string_equal(named(p, m, "A", 10), "1: d202ef8d");
    assert_string_equal(named(p, m, "B", 10), "9: 40efab9e");
    p->kind->close(m);
    package_end(p);
}

/* They are unpacked before the first byte of a member. The coders have no methods, so there is none. */
static void side_streams_count(void **state)
{
    (void)state;
    for (uint64_t unpacked = 29; unpacked <= 30; unpacked++) {
        package *p =
            seven_of(16, BYTES(1, 4, PACKS(4, 9, 10, 1, 2, 3),
                               FOLDER(2, 1, 0, 0x14, 3, 3, 1, 0x1B, 4, 1, 1, 0, 0, 2, 3, 4, 12, 10, 20),
                               TWO_OF(4, 0), 0, FILES));
        p->unpacked = unpacked;
        const char *text = package_read(p, 100);
        assert_int_equal(strstr(text, "over limit") != NULL, unpacked < 30);
        assert_int_equal(p->unpacked, unpacked < 30 ? unpacked : 0);
        assert_int_equal(strstr(text, "remark 0, not checked on 'a', 4 bytes: ") != NULL, unpacked == 30);
        package_end(p);
    }
}

/* ---- Damage -------------------------------------------------------------------------------------------- */

#define BROKEN   "broken.xmf 608: 8db3bb26\n"
#define NOT_THIS "it is not what its name says, or damaged from its beginning\n"

/* Fixtures of archive/unreadable. Where no member is known, the first bytes are looked at once more. */
static const seed_case damaged[] = {
    {"fires-sum.zip",
     BROKEN "wrong.xmf 607: 600 bytes, 42b92309 lost\n" TEXT REMARK(
         "wrong.xmf", "607") "ZIP bad CRC: 0xb4dca339 should be 0x1\n",
     1235, 2965},
    {"fires-more.zip",
     "wrong.xmf 10: 0 bytes, 00000000 lost\n" BROKEN REMARK(
         "wrong.xmf", "10") "ZIP uncompressed data is wrong size (read 607, expected 10)\n",
     608, 1785},
    {"fires-fewer.zip",
     "wrong.xmf 10000: 0 bytes, 00000000 lost\n" BROKEN REMARK(
         "wrong.xmf", "10000") "ZIP uncompressed data is wrong size (read 607, expected 10000)\n",
     608, 1785},
    {"fires-method.zip",
     "wrong.xmf 607: 0 bytes, 00000000 lost\n" BROKEN REMARK(
         "wrong.xmf", "607") "Unsupported ZIP compression method (9: deflation-64-bit)\n",
     608, 2773},
    {"fires-cut-in-member.zip",
     BROKEN "last.xmf 607: 0 bytes, 00000000 lost\n" REMARK(
         "last.xmf", "607") "the zip ends in the middle of it\n" REMARK("", "0") CUT_OFF "\n",
     608, 2318},
    {"fires-sum.7z",
     "wrong.xmf 607: 600 bytes, 42b92309 lost\n" BROKEN TEXT REMARK("wrong.xmf",
                                                                    "607") "its checksum is wrong\n",
     1235, 1398},
    {"fires-cut.tar",
     BROKEN "last.xmf 607: 512 bytes, 9ea9244e lost\n" REMARK("last.xmf", "607") "Truncated tar archive\n",
     1120, 2566},
    {"fires-cut-head.tar", BROKEN REMARK("", "0") "Truncated tar archive\n", 608, 1642},
    {"fires-cut.tar.gz", REMARK("", "0") NOT_THIS, 0, 241 + AL_HEAD_SIZE},
    {"fires-sum.tar.gz", BROKEN "last.xmf" MESH REMARK("", "0") "its checksum is wrong\n", 1215, 258},
    {"fires-cut.tar.xz", REMARK("", "0") NOT_THIS, 0, 4630 + AL_HEAD_SIZE},
    {"fires-other.tar", REMARK("", "0") NOT_THIS, 0, 606 + AL_HEAD_SIZE},
};

static package *damaged_package(const seed_case *c, bool disk)
{
    char name[100];
    (void)snprintf(name, sizeof name, "../build/fixtures/archive/unreadable/%s", c->name);
    return seed(name, disk);
}

static void damage_concerns_what_it_is_in(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * sizeof damaged / sizeof damaged[0]; i++) {
        const seed_case *c = &damaged[i / 2];
        package *p = damaged_package(c, i % 2 != 0);
        assert_string_equal(package_read(p, 100), c->text);
        assert_int_equal(UNPACKED - p->unpacked, c->unpacked);
        assert_int_equal(al_watch_bytes(&p->watch), i % 2 != 0 ? c->read : 0);
        package_end(p);
    }
}

static void damaged_members_by_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        package *p = damaged_package(&damaged[i == 0 ? 0 : 5], true);
        al_members *m = p->kind->open(&p->in);
        assert_non_null(strstr(named(p, m, "wrong.xmf", 100), " failed: "));
        assert_false(m->end.no_memory || m->end.over_limit);
        p->kind->close(m);
        package_end(p);
    }
    package *p = damaged_package(&damaged[6], true); /* a tar that was cut off */
    al_members *m = p->kind->open(&p->in);
    assert_string_equal(named(p, m, "last.xmf", 100), "607: 9ea9244e failed: Truncated tar archive");
    assert_false(m->end.no_memory || m->end.over_limit);
    assert_string_equal(named(p, m, "behind.xmf", 100), "not readable");
    assert_false(m->end.no_memory || m->end.over_limit);
    p->kind->close(m);
    package_end(p);
}

static void a_shortage_is_no_damage(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof damaged / sizeof damaged[0]; i++) {
        bool enough = false;
        for (uint64_t n = 1; !enough; n++) {
            package *p = damaged_package(&damaged[i], true);
            p->budget.fail_at = n;
            const char *text = package_read(p, 100);
            enough = p->budget.shortage == AL_SHORTAGE_NONE;
            assert_true(enough ? strcmp(text, damaged[i].text) == 0
                               : strcmp(text, "not opened") == 0 || strstr(text, "no memory\n") != NULL ||
                                     damaged[i].name[strlen(damaged[i].name) - 1] == 'p');
            package_end(p);
        }
    }
}

/* Another program has cut the archive since it was opened. */
static void an_archive_may_become_shorter(void **state)
{
    static const struct {
        const char *name, *text;
    } cases[] = {
        {"zip/seeds/stored.zip", "it lies outside of the zip"},
        {"7z/seeds/solid.7z", "Truncated 7-Zip file body"},
        {"tar/seeds/plain.tar", "it became shorter while it was read"},
        {"tar/seeds/plain.tar.gz", "it is not what its name says, or damaged from its beginning"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static uint8_t bytes[PACKAGE_BYTES];
        const size_t size = read_seed(UNIT_CORPUS, cases[i].name, bytes, sizeof bytes);
        const char *name = strrchr(cases[i].name, '/') + 1;
        al_member member;
        test_folder_add_file(*state, name, bytes, size);
        package *p = package_at(name);
        p->in.on_demand = true;
        al_members *m = p->kind->open(&p->in);
        assert_int_equal(truncate(name, 40), 0);
        while (p->kind->next(m, &member)) {
            assert_int_equal(p->kind->read(m, bytes, 1000), -1);
            assert_false(p->kind->finish(m));
        }
        assert_true(m->remark_count > 0);
        assert_string_equal(m->remarks[0].text, cases[i].text);
        assert_false(m->end.no_memory || m->end.over_limit);
        p->kind->close(m);
        package_end(p);
    }
}

/* A folder can be opened, but not read. */
static void an_archive_that_can_not_be_read(void **state)
{
    static const char *const names[] = {"a.zip", "a.tar", "a.tar.gz", "a.7z"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        test_folder_add_folder(*state, names[i]);
        package *p = package_at(names[i]);
        p->in.size = 1000;
        assert_string_equal(package_read(p, 100),
                            i < 3 ? REMARK("", "0") "Is a directory\n" : REMARK("", "0") "it is no 7z\n");
        package_end(p);
        p = package_at(names[i]);
        p->in.size = 1000;
        assert_string_equal(package_list(p), "partly: Is a directory");
        package_end(p);
    }
}

/* ---- Zips ---------------------------------------------------------------------------------------------- */

enum { LARGE = 600000, LARGEST = 900000 };
static uint8_t zip_bytes[PACKAGE_BYTES], content[LARGEST];

typedef struct zipped {
    const char *name;
    size_t size, declared; /* bytes of `content` */
    int level;             /* of compression; -1: stored */
} zipped;

static void fill_content(void)
{
    uint32_t random = 1;
    for (size_t i = 0; i < LARGEST; i++)
        content[i] = (uint8_t)(unit_next(&random) >> 24); /* seven bits */
}

static void put_numbers(al_byte_writer *w, const zipped *z, size_t packed)
{
    al_put_number(w, z->level < 0 ? 0 : 8, 2);
    al_put_number(w, 0, 4);
    al_put_number(w, al_crc32(0, content, z->size), 4);
    al_put_number(w, packed, 4);
    al_put_number(w, z->declared, 4);
    al_put_number(w, strlen(z->name), 2);
}

static void put_bytes(al_byte_writer *w, const void *bytes, size_t size)
{
    memcpy(&w->at[w->size], bytes, size);
    w->size += size;
}

/* Writes a zip, also as a.zip in the current folder. */
static size_t make_zip(test_folder *f, const zipped *members, size_t count)
{
    static uint8_t listed[1000];
    al_byte_writer w = {.at = zip_bytes}, list = {.at = listed};
    for (size_t i = 0; i < count; i++) {
        const zipped *z = &members[i];
        size_t packed = z->size;
        uint8_t *stream = z->level < 0 ? NULL : stream_of(content, z->size, z->level, 0, &packed);
        const size_t place = w.size;
        packed -= stream != NULL ? 6 : 0; /* what is of zlib */
        al_put_number(&w, 0x04034B50, 4);
        al_put_number(&w, 20, 4);
        put_numbers(&w, z, packed);
        al_put_number(&w, 0, 2);
        put_bytes(&w, z->name, strlen(z->name));
        put_bytes(&w, stream != NULL ? &stream[2] : content, packed);
        free(stream);
        al_put_number(&list, 0x02014B50, 4);
        al_put_number(&list, 20 << 16, 6);
        put_numbers(&list, z, packed);
        al_put_number(&list, 0, 8);
        al_put_number(&list, 0, 4);
        al_put_number(&list, place, 4);
        put_bytes(&list, z->name, strlen(z->name));
    }
    const size_t start = w.size;
    put_bytes(&w, listed, list.size);
    al_put_number(&w, 0x06054B50, 4);
    al_put_number(&w, 0, 8);
    al_put_number(&w, list.size, 4);
    al_put_number(&w, start, 4);
    al_put_number(&w, 0, 2);
    if (f->count == 0)
        test_folder_add_file(f, "a.zip", zip_bytes, w.size);
    return w.size;
}

/* Members up to 2^18 bytes are unpacked at once, even for a reader that takes less. */
static void members_of_any_size(void **state)
{
    static const zipped members[] = {{"a", (1 << 18) - 1, (1 << 18) - 1, 6},
                                     {"b", 1 << 18, 1 << 18, 1},
                                     {"c", (1 << 18) + 1, (1 << 18) + 1, 6},
                                     {"d", LARGE, LARGE, 0},
                                     {"e", 1 << 18, 1 << 18, -1},
                                     {"f", (1 << 18) + 1, (1 << 18) + 1, -1},
                                     {"g", 0, 0, 6}};
    enum { MEMBERS = sizeof members / sizeof members[0] };
    static const size_t pieces[] = {1 << 15, 1 << 18, (1 << 18) + 1, LARGE, LARGE + 1};
    char expected[1000] = "";
    uint64_t all = 0;
    fill_content();
    for (size_t i = 0; i < MEMBERS; i++, all += i < MEMBERS ? members[i].size : 0)
        (void)snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%s %zu: %08x\n",
                       members[i].name, members[i].size, al_crc32(0, content, members[i].size));
    all += members[0].size;
    const size_t size = make_zip(*state, members, MEMBERS);
    for (size_t k = 0; k < 2 * sizeof pieces / sizeof pieces[0]; k++) {
        package *p = k % 2 != 0 ? package_at("a.zip") : package_of("a.zip", zip_bytes, size);
        p->unpacked = all;
        assert_string_equal(package_read(p, pieces[k / 2]), expected);
        assert_int_equal(p->unpacked, 0);
        package_end(p);
    }
}

/* Where the memory for all of its bytes is missing, libarchive unpacks a member. */
static void large_members_in_little_memory(void **state)
{
    static const zipped member = {"a", LARGEST, LARGEST, 0};
    char expected[100];
    (void)snprintf(expected, sizeof expected, "a %d: %08x\n", (int)LARGEST, al_crc32(0, content, LARGEST));
    (void)make_zip(*state, &member, 1);
    for (uint64_t limit = 600; limit <= 1600; limit += 50) {
        package *p = package_at("a.zip");
        p->budget.limit = limit << 10;
        const char *text = package_read(p, LARGEST);
        const bool enough = p->budget.shortage == AL_SHORTAGE_NONE;
        assert_true(enough || limit < 700);
        if (enough)
            assert_string_equal(text, expected);
        package_end(p);
    }
}

#define MORE        "it has more bytes than the list says\n"
#define WRONG(text) "ZIP uncompressed data is wrong size (read " text ")\n"

static void sizes_that_are_wrong(void **state)
{
    (void)state;
    static const struct {
        zipped member;
        const char *text;
    } cases[] = {
        {{"a", 300000, 299999, 6}, WRONG("300000, expected 299999")},
        {{"a", 300000, 300001, 6}, WRONG("300000, expected 300001")},
        {{"a", 1000, 999, 6}, WRONG("1000, expected 999")},
        {{"a", 1000, 1001, 6}, WRONG("1000, expected 1001")},
        {{"a", 300000, 299999, -1}, MORE},
        {{"a", 300000, 300001, -1}, WRONG("300000, expected 300001")},
        {{"a", 1000, 999, -1}, MORE},
        {{"a", 1000, 1001, -1}, WRONG("1000, expected 1001")},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t piece = 100; piece <= 400000; piece *= 4000) {
            test_folder none = {.count = 1};
            const size_t size = make_zip(&none, &cases[i].member, 1);
            package *p = package_of("a.zip", zip_bytes, size);
            const char *text = package_read(p, piece),
                       *remark = strstr(text, " lost\nremark 0, not checked on 'a', ");
            assert_non_null(remark);
            assert_non_null(strstr(remark, cases[i].text));
            package_end(p);
        }
}

static void names_that_repeat(void **state)
{
    (void)state;
    static const zipped members[] = {{"a", 0, 0, -1}, {"A", 0, 0, -1}, {"b", 0, 0, -1}, {"B", 0, 0, -1},
                                     {"b", 0, 0, -1}, {"a", 0, 0, -1}, {"c", 0, 0, -1}};
    test_folder none = {.count = 1};
    const size_t size = make_zip(&none, members, 7);
    package *p = package_of("a.zip", zip_bytes, size);
    assert_string_equal(package_read(p, 1),
                        "a 0: 00000000\nA 0: 00000000\nb 0: 00000000\nB 0: 00000000\nb 0: 00000000\n"
                        "a 0: 00000000\nc 0: 00000000\n"
                        "remark 4 on 'b', 0 bytes: \nremark 4 on 'a', 0 bytes: \n"
                        "remark 5 on 'b', 0 bytes: B\nremark 5 on 'a', 0 bytes: A\n");
    package_end(p);
    package *once = package_of("a.zip", zip_bytes, make_zip(&none, members, 5)); /* one name repeats */
    assert_non_null(strstr(package_list(once), "b 0: 00000000\nall"));
    package_end(once);
    p = package_of("a.zip", zip_bytes, make_zip(&none, members, 7));
    al_members *m = p->kind->open(&p->in);
    assert_string_equal(named(p, m, "C", 1), "0: 00000000");
    assert_string_equal(named(p, m, "", 1), "not found");
    p->kind->close(m);
    package_end(p);
}

/* A list needs no memory to unpack members. */
static void names_take_little_memory(void **state)
{
    (void)state;
    package *p = seed("zip/seeds/stored.zip", true);
    p->budget.limit = 100 << 10;
    p->names_only = true;
    assert_string_equal(package_list(p),
                        "assets/part-lod0.xmf 607\nreadme.txt 20\nassets/part-lod1.xmf 607\nall");
    package_end(p);
}

static void a_list_ends_at_a_limit(void **state)
{
    (void)state;
    package *p = seed("tar/seeds/plain.tar.gz", true);
    p->unpacked = 100;
    assert_non_null(strstr(package_list(p), "partly"));
    package_end(p);
}

/* ---- Tars ---------------------------------------------------------------------------------------------- */

/* Moves the 607 bytes of the sparse file in a tar behind the 300 of its hole. */
static package *hole_in_front(void)
{
    static uint8_t bytes[PACKAGE_BYTES];
    const size_t size = read_seed(UNIT_CORPUS, "tar/seeds/sparse.tar", bytes, sizeof bytes);
    unsigned sum = 0;
    bytes[396] = 300 >> 8; /* the offset, of twelve bytes */
    bytes[397] = 300 & 0xFF;
    memset(&bytes[148], ' ', 8);
    for (size_t i = 0; i < 512; i++)
        sum += bytes[i];
    (void)snprintf((char *)&bytes[148], 7, "%06o", sum);
    return package_of("a.tar", bytes, size);
}

static void holes_are_zeros(void **state)
{
    (void)state;
    static const size_t pieces[] = {1, 299, 300, 301, 906, 907, 1000};
    static uint8_t bytes[PACKAGE_BYTES], zeros[300];
    char expected[100], found[100];
    (void)read_seed(UNIT_CORPUS, "tar/seeds/sparse.tar", bytes, sizeof bytes);
    const uint32_t sum = al_crc32(al_crc32(0, zeros, 300), &bytes[512], 607);
    (void)snprintf(expected, sizeof expected, "s.xmf 907: %08x\n" TEXT, sum);
    (void)snprintf(found, sizeof found, "907: %08x", sum);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        package *p = hole_in_front();
        p->unpacked = 927;
        assert_string_equal(package_read(p, pieces[i]), expected);
        assert_int_equal(p->unpacked, 0);
        package_end(p);
        p = hole_in_front();
        p->unpacked = 906;
        al_members *m = p->kind->open(&p->in);
        assert_non_null(strstr(named(p, m, "s.xmf", pieces[i]), "failed"));
        assert_true(m->end.over_limit);
        p->unpacked = 907;
        assert_string_equal(named(p, m, "s.xmf", pieces[i]), found);
        assert_int_equal(p->unpacked, 0);
        p->kind->close(m);
        package_end(p);
        p = seed("tar/seeds/sparse.tar", true);
        m = p->kind->open(&p->in);
        assert_string_equal(named(p, m, "S.XMF", pieces[i]), "907: 7f43863e");
        assert_string_equal(named(p, m, "readme.txt", pieces[i]), "20: 7316fc3e");
        p->unpacked = 906;
        assert_non_null(strstr(named(p, m, "s.xmf", pieces[i]), "failed"));
        assert_true(m->end.over_limit);
        p->kind->close(m);
        package_end(p);
    }
}

static void put_zeros(al_byte_writer *w, size_t size)
{
    memset(&w->at[w->size], 0, size);
    w->size += size;
}

/* Writes the header of a file in a tar. */
static void put_tar_head(al_byte_writer *w, const char *name, size_t size, char type)
{
    uint8_t *head = &w->at[w->size];
    unsigned sum = 0;
    memset(head, 0, 512);
    (void)snprintf((char *)head, 100, "%s", name);
    memcpy(&head[100], "0000644\0000000000\0000000000", 24);
    (void)snprintf((char *)&head[124], 12, "%011zo", size);
    memcpy(&head[136], "00000000000\0        ", 20);
    head[156] = (uint8_t)type;
    memcpy(&head[257], "ustar\00000", 8);
    for (size_t i = 0; i < 512; i++)
        sum += head[i];
    (void)snprintf((char *)&head[148], 7, "%06o", sum);
    w->size += 512;
}

static void put_tar_bytes(al_byte_writer *w, const uint8_t *bytes, size_t size)
{
    put_bytes(w, bytes, size);
    while (w->size % 512 != 0)
        al_put_number(w, 0, 1);
}

static void put_tar_file(al_byte_writer *w, const char *name, size_t size)
{
    put_tar_head(w, name, size, '0');
    put_tar_bytes(w, content, size);
}

/* The first `size` bytes of zip_bytes as a gzip, whose checksum is wrong by `change`. */
static size_t gzip_of(size_t size, uint32_t change, uint8_t *out)
{
    size_t packed;
    uint8_t *stream = stream_of(zip_bytes, size, 1, 0, &packed);
    al_byte_writer w = {.at = out};
    put_bytes(&w, "\x1F\x8B\x08\0\0\0\0\0\0\xFF", 10);
    put_bytes(&w, &stream[2], packed - 6);
    al_put_number(&w, al_crc32(0, zip_bytes, size) ^ change, 4);
    al_put_number(&w, size, 4);
    free(stream);
    return w.size;
}

/* Longer ones than a piece of what libarchive reads, and than it may read to find the next one. */
static void members_of_tars_of_any_size(void **state)
{
    static uint8_t packed[PACKAGE_BYTES];
    static const size_t pieces[] = {100, 1 << 16, LARGE};
    char expected[200], small[100];
    al_byte_writer w = {.at = zip_bytes};
    fill_content();
    put_tar_file(&w, "a", LARGE);
    put_tar_file(&w, "b", 1000);
    put_tar_file(&w, "c", 1);
    put_zeros(&w, 1024);
    (void)snprintf(small, sizeof small, "1000: %08x", al_crc32(0, content, 1000));
    (void)snprintf(expected, sizeof expected, "a %d: %08x\nb %s\nc 1: %08x\n", (int)LARGE,
                   al_crc32(0, content, LARGE), small, al_crc32(0, content, 1));
    test_folder_add_file(*state, "a.tar", zip_bytes, w.size);
    const size_t size = gzip_of(w.size, 0, packed);
    test_folder_add_file(*state, "a.tar.gz", packed, size);
    for (size_t i = 0; i < 4 * sizeof pieces / sizeof pieces[0]; i++) {
        const bool gzipped = i % 4 >= 2;
        package *p = i % 2 != 0 ? package_at(gzipped ? "a.tar.gz" : "a.tar")
                     : gzipped  ? package_of("a.tar.gz", packed, size)
                                : package_of("a.tar", zip_bytes, w.size);
        assert_string_equal(package_read(p, pieces[i / 4]), expected);
        al_members *m = p->kind->open(&p->in);
        assert_string_equal(named(p, m, "b", pieces[i / 4]), small);
        p->kind->close(m);
        package_end(p);
    }
}

/* Of a compressed tar, skipped bytes are unpacked: only then its checksums are checked. */
static void skipped_members_of_compressed_tars(void **state)
{
    (void)state;
    al_member member;
    package *p = seed("tar/seeds/plain.tar.gz", true);
    al_members *m = p->kind->open(&p->in);
    assert_true(p->kind->next(m, &member));
    assert_int_equal(p->unpacked, UNPACKED);
    assert_true(p->kind->finish(m));
    assert_int_equal(p->unpacked, UNPACKED - 607);
    p->kind->close(m);
    package_end(p);
}

static void tars_of_few_bytes(void **state)
{
    (void)state;
    assert_read(package_of("a.tar", "", 0), REMARK("", "0") "it is empty\n");
    assert_read(package_of("a.tar", "x", 1), REMARK("", "0") NOT_THIS);
}

/* Its last eight bytes are read again when libarchive has read all. */
static void a_gzip_that_loses_its_end(void **state)
{
    static uint8_t bytes[PACKAGE_BYTES];
    const size_t size = read_seed(UNIT_CORPUS, "tar/seeds/plain.tar.gz", bytes, sizeof bytes);
    al_member member;
    test_folder_add_file(*state, "a.tar.gz", bytes, size);
    package *p = package_at("a.tar.gz");
    al_members *m = p->kind->open(&p->in);
    assert_true(p->kind->next(m, &member));
    assert_true(p->kind->finish(m));
    assert_int_equal(truncate("a.tar.gz", 100), 0);
    assert_false(p->kind->next(m, &member));
    assert_int_equal(m->remark_count, 1);
    assert_string_equal(m->remarks[0].text, "it became shorter while it was read");
    p->kind->close(m);
    package_end(p);
}

/* What is skipped of a file on disk counts as read. */
static void skipped_members_of_tars(void **state)
{
    al_byte_writer w = {.at = zip_bytes};
    put_tar_file(&w, "a", LARGE);
    put_tar_file(&w, "b", 10);
    put_zeros(&w, 1024);
    test_folder_add_file(*state, "a.tar", zip_bytes, w.size);
    for (unsigned cut = 0; cut < 2; cut++) {
        al_member member;
        if (cut != 0)
            assert_int_equal(truncate("a.tar", 300000), 0);
        package *p = package_at("a.tar");
        al_members *m = p->kind->open(&p->in);
        assert_true(p->kind->next(m, &member));
        assert_true(p->kind->finish(m));
        assert_int_equal(p->unpacked, UNPACKED);
        assert_int_equal(p->kind->next(m, &member), cut == 0);
        if (cut == 0)
            assert_string_equal(member.name, "b");
        else
            assert_string_equal(m->remarks[0].text,
                                "Truncated input file (needed 600064 bytes, only 299488 available)");
        assert_true(p->kind->finish(m) || cut != 0);
        assert_false(p->kind->next(m, &member));
        assert_int_equal(al_watch_bytes(&p->watch), 6 + p->in.size); /* the first six bytes twice */
        p->kind->close(m);
        package_end(p);
    }
}

/* The last 300 bytes of its only file are a hole. */
static void holes_beyond_the_limit(void **state)
{
    (void)state;
    package *p = seed("tar/seeds/sparse.tar", false);
    p->unpacked = 700;
    assert_string_equal(package_read(p, 1000), "s.xmf 907: 607 bytes, b4dca339 lost\nover limit\n");
    package_end(p);
}

/* A member of two blocks, of which only the second would be within the limit. */
static void blocks_beyond_the_limit(void **state)
{
    (void)state;
    al_byte_writer w = {.at = zip_bytes};
    put_tar_file(&w, "a", (1 << 16) + 50);
    put_zeros(&w, 1024);
    package *p = package_of("a.tar", zip_bytes, w.size);
    p->unpacked = 700;
    assert_string_equal(package_read(p, 100), "a 65586: 0 bytes, 00000000 lost\nover limit\n");
    package_end(p);
}

/* In front of a member may be eight pieces of 2^16 bytes, beside the first one of the file: here headers and
 * a comment. */
static void headers_of_tars_have_a_limit(void **state)
{
    (void)state;
    static uint8_t packed[PACKAGE_BYTES];
    for (size_t more = 0; more <= 512; more += 512)
        for (unsigned gzipped = 0; gzipped < 2; gzipped++) {
            al_byte_writer w = {.at = zip_bytes};
            const size_t size = (9 << 16) - 2048 + more;
            put_tar_file(&w, "a", 0);
            put_tar_file(&w, "a", 0);
            put_tar_head(&w, "pax", size, 'x');
            memset(content, 'c', size);
            char text[20];
            memcpy(content, text, (size_t)snprintf(text, sizeof text, "%zu comment=", size));
            content[size - 1] = '\n';
            put_tar_bytes(&w, content, size);
            put_tar_file(&w, "a", 0);
            put_zeros(&w, 1024);
            package *p = gzipped != 0 ? package_of("a.tar.gz", packed, gzip_of(w.size, 0, packed))
                                      : package_of("a.tar", zip_bytes, w.size);
            assert_string_equal(
                package_read(p, 100),
                more == 0 ? "a 0: 00000000\na 0: 00000000\na 0: 00000000\nremark 4 on 'a', 0 bytes: \n"
                          : "a 0: 00000000\na 0: 00000000\nover limit\n");
            package_end(p);
        }
}

/* So many zeros may follow the last member, beside the bytes that members may have. */
static void bytes_behind_the_last_member_have_a_limit(void **state)
{
    (void)state;
    static uint8_t packed[PACKAGE_BYTES];
    const size_t most = 16 << 20;
    uint8_t *zeros = calloc(most + 2, 1);
    assert_non_null(zeros);
    for (size_t more = 0; more <= 2; more++) {
        size_t length;
        uint8_t *stream = stream_of(zeros, most + more, 9, 0, &length);
        al_byte_writer w = {.at = packed};
        put_bytes(&w, "\x1F\x8B\x08\0\0\0\0\0\0\xFF", 10);
        put_bytes(&w, &stream[2], length - 6);
        al_put_number(&w, al_crc32(0, zeros, most + more), 4);
        al_put_number(&w, most + more, 4);
        free(stream);
        package *p = package_of("a.tar.gz", packed, w.size);
        p->unpacked = 1;
        assert_string_equal(package_read(p, 100), more <= 1 ? "" : "over limit\n");
        package_end(p);
    }
    free(zeros);
}

/* Names are judged when all are known, or when the rest can't be read; not at a limit. */
static void names_of_tars_that_repeat(void **state)
{
    (void)state;
    static uint8_t packed[PACKAGE_BYTES];
    al_byte_writer w = {.at = zip_bytes};
    fill_content();
    put_tar_file(&w, "a", 0);
    put_tar_file(&w, "a", 0);
    put_tar_file(&w, "b", LARGE);
    put_zeros(&w, 1024);
    const size_t size = gzip_of(w.size, 0, packed);
    for (unsigned gzipped = 0; gzipped < 2; gzipped++)
        for (unsigned i = 0; i < 3; i++) {
            const size_t whole = gzipped != 0 ? size : w.size;
            package *p = package_of(gzipped != 0 ? "a.tar.gz" : "a.tar", gzipped != 0 ? packed : zip_bytes,
                                    i == 1 ? whole / 2 : whole);
            p->unpacked = i == 2 ? LARGE - 1 : LARGE;
            const char *text = package_read(p, 1000);
            assert_int_equal(strstr(text, "remark 4 on 'a'") != NULL, i < 2);
            assert_int_equal(strstr(text, "remark 0, not checked on 'b'") != NULL, i == 1);
            assert_int_equal(strstr(text, "truncated gzip input") != NULL, i == 1 && gzipped != 0);
            assert_int_equal(strstr(text, "over limit") != NULL, i == 2);
            package_end(p);
        }
}

/* The checksum at the end of a gzip is that of all bytes. */
static void checksums_of_gzips(void **state)
{
    (void)state;
    static uint8_t packed[PACKAGE_BYTES];
    for (uint32_t change = 0; change < 2; change++) {
        al_byte_writer w = {.at = zip_bytes};
        put_tar_file(&w, "a", 0);
        put_zeros(&w, 200000);
        package *p = package_of("a.tar.gz", packed, gzip_of(w.size, change, packed));
        assert_string_equal(package_read(p, 100), change == 0
                                                      ? "a 0: 00000000\n"
                                                      : "a 0: 00000000\n" REMARK("", "0") "its checksum is "
                                                                                          "wrong\n");
        package_end(p);
    }
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

#define FILE_OF(size)   " size=" size "@0+0 kind='file'@0+0 encrypted=0~no@0+0 }+0\n"
#define SECRET_OF(size) " size=" size "@0+0 kind='file'@0+0 encrypted=1~yes@0+0 }+0\n"
#define OTHER_OF(size)  " size=" size "@0+0 kind='folder, link or device'@0+0 encrypted=0~no@0+0 }+0\n"
#define ITEM(i, name)   "members[" #i "]@0{ path='" name "'@0+0"

typedef struct list_case {
    const char *name, *listed, *shown;
} list_case;

static const list_case lists[] = {
    {"zip/seeds/stored.zip", USUAL "all",
     "members#5@0(\n" ITEM(0, "assets/") OTHER_OF("0") ITEM(1, "assets/part-lod0.xmf") FILE_OF("607")
         ITEM(2, "readme.txt") FILE_OF("20") ITEM(3, "assets/part-lod1.xmf") FILE_OF("607")
             ITEM(4, "link.xmf") OTHER_OF("20") ")\n"},
    {"zip/seeds/encrypted.zip", TEXT "partly",
     "members#2@0(\n" ITEM(0, "assets/part-lod0.xmf") SECRET_OF("607") ITEM(1, "readme.txt")
         FILE_OF("20") ")\n"},
    {"zip/seeds/cut.zip", USUAL "partly",
     "members#3@0(\n" ITEM(0, "assets/part-lod0.xmf") FILE_OF("607") ITEM(1, "readme.txt") FILE_OF("20")
         ITEM(2, "assets/part-lod1.xmf")
             FILE_OF("607") ")\n"
                            "archive/unreadable 0+0: it could not be unpacked: " CUT_OFF "\n"},
    {"7z/seeds/solid.7z", USUAL "all",
     "members#4@0(\n" ITEM(0, "assets/part-lod0.xmf") FILE_OF("607") ITEM(1, "readme.txt") FILE_OF("20")
         ITEM(2, "assets/part-lod1.xmf") FILE_OF("607") ITEM(3, "assets") OTHER_OF("0") ")\n"},
    {"7z/seeds/encrypted-list.7z", "partly",
     "members#0@0(\n)\n"
     "archive/encrypted 0+0: its list of members is encrypted, so nothing in it was checked\n"},
    {"tar/seeds/plain.tar", "assets/part-lod0.xmf" MESH "all",
     "members#3@0(\n" ITEM(0, "assets/") OTHER_OF("0") ITEM(1, "assets/part-lod0.xmf") FILE_OF("607")
         ITEM(2, "link.xmf") OTHER_OF("0") ")\n"},
    {"tar/seeds/plain.tar.gz", "assets/part-lod0.xmf" MESH "all",
     "members#3@0(\n" ITEM(0, "assets/") OTHER_OF("0") ITEM(1, "assets/part-lod0.xmf") FILE_OF("607")
         ITEM(2, "link.xmf") OTHER_OF("0") ")\n"},
    {"../build/fixtures/archive/unreadable/fires-head.tar", BROKEN "partly",
     "members#1@0(\n" ITEM(0, "broken.xmf")
         FILE_OF("608") ")\n"
                        "archive/unreadable 0+0: it could not be unpacked: Damaged tar archive\n"},
    {"tar/seeds/sparse.tar", "s.xmf 907: 7f43863e\n" TEXT "all",
     "members#2@0(\n" ITEM(0, "s.xmf") FILE_OF("907") ITEM(1, "readme.txt") FILE_OF("20") ")\n"},
};

static void archives_are_listed_and_shown(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (unsigned disk = 0; disk < 2; disk++) {
            package *p = seed(lists[i].name, disk != 0);
            assert_string_equal(package_list(p), lists[i].listed);
            package_end(p);
            p = seed(lists[i].name, disk != 0);
            assert_string_equal(package_show(p), lists[i].shown);
            assert_int_equal(p->unpacked, strcmp(lists[i].name, "tar/seeds/plain.tar.gz") == 0
                                              ? UNPACKED - 607
                                              : UNPACKED);
            package_end(p);
        }
}

static void lists_are_never_shortened_silently(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (uint64_t n = 1, left = 1; left > 0; n++) {
            package *listed = seed(lists[i].name, true), *shown = seed(lists[i].name, true);
            listed->budget.fail_at = shown->budget.fail_at = n;
            const char *text = package_list(listed);
            const bool enough = listed->budget.shortage == AL_SHORTAGE_NONE;
            assert_true(strcmp(text, lists[i].listed) == 0 ? enough || lists[i].name[0] == 'z'
                                                           : strcmp(text, "not listed") == 0 && !enough);
            text = package_show(shown);
            assert_true(shown->budget.shortage != AL_SHORTAGE_NONE || strcmp(text, lists[i].shown) == 0);
            assert_true(shown->budget.shortage == AL_SHORTAGE_NONE || strcmp(text, "not shown") == 0 ||
                        strstr(lists[i].shown, "archive/") !=
                            NULL); /* a finding that has no room is left out */
            left = enough && shown->budget.shortage == AL_SHORTAGE_NONE ? 0 : 1;
            package_end(shown);
            package_end(listed);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_give_their_members),
        cmocka_unit_test(members_may_be_opened_on_demand),
        cmocka_unit_test(the_limit_of_unpacked_bytes_is_exact),
        cmocka_unit_test(a_shortage_is_never_hidden),
        cmocka_unit_test(any_limit_of_memory),
        cmocka_unit_test(a_stop_ends_the_reading),
        cmocka_unit_test(members_are_found_in_any_case),
        cmocka_unit_test(members_of_tars_are_found),
        cmocka_unit_test(members_that_can_not_be_read),
        cmocka_unit_test(members_without_bytes),
        cmocka_unit_test(members_that_are_found_count),
        cmocka_unit_test(bytes_in_front_of_members_have_a_limit),
        cmocka_unit_test(a_shortage_hides_no_member),
        cmocka_unit_test(a_shortage_of_a_stream),
        cmocka_unit_test(an_archive_may_be_closed_early),
        cmocka_unit_test(members_that_share_a_stream),
        cmocka_unit_test(streams_that_end_too_early),
        cmocka_unit_test(a_wrong_sum_concerns_one_member),
        cmocka_unit_test(members_behind_large_ones),
        cmocka_unit_test(side_streams_count),
        cmocka_unit_test(damage_concerns_what_it_is_in),
        cmocka_unit_test(damaged_members_by_name),
        cmocka_unit_test(a_shortage_is_no_damage),
        IN_TEST_FOLDER(an_archive_may_become_shorter),
        IN_TEST_FOLDER(an_archive_that_can_not_be_read),
        IN_TEST_FOLDER(members_of_any_size),
        IN_TEST_FOLDER(large_members_in_little_memory),
        cmocka_unit_test(sizes_that_are_wrong),
        cmocka_unit_test(names_that_repeat),
        cmocka_unit_test(names_take_little_memory),
        cmocka_unit_test(a_list_ends_at_a_limit),
        cmocka_unit_test(holes_are_zeros),
        IN_TEST_FOLDER(members_of_tars_of_any_size),
        IN_TEST_FOLDER(skipped_members_of_tars),
        cmocka_unit_test(skipped_members_of_compressed_tars),
        cmocka_unit_test(tars_of_few_bytes),
        IN_TEST_FOLDER(a_gzip_that_loses_its_end),
        cmocka_unit_test(holes_beyond_the_limit),
        cmocka_unit_test(blocks_beyond_the_limit),
        cmocka_unit_test(headers_of_tars_have_a_limit),
        cmocka_unit_test(bytes_behind_the_last_member_have_a_limit),
        cmocka_unit_test(names_of_tars_that_repeat),
        cmocka_unit_test(checksums_of_gzips),
        cmocka_unit_test(archives_are_listed_and_shown),
        cmocka_unit_test(lists_are_never_shortened_silently),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
