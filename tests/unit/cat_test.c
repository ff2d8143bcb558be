/* cat_test.c: the members of a .cat and its .dat: one after another, by name, listed and shown. */
#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "containers/members.h"
#include "package_text.h"
#include "test_folder.h"

/* MD5 of texts. */
#define ONE     "f97c5d29941bfb1b2fdab0874906ab82" /* "one" */
#define THREE   "35d6d33467aae9a2e3dccb4b6b027878" /* "three" */
#define NOTHING "d41d8cd98f00b204e9800998ecf8427e"
#define ZEROS   "00000000000000000000000000000000"

static const char two_lines[] = "a.lua 3 17 " ONE "\nB/c d.lua 5 -1 " THREE "\n";

static package *package_with(test_folder *f, const char *cat, const char *dat)
{
    test_folder_add_text(f, "mod.cat", cat);
    test_folder_add_text(f, "mod.dat", dat);
    return package_at("mod.cat");
}

/* ---- One after another --------------------------------------------------------------------------------- */

static void members_are_read_in_pieces_of_any_size(void **state)
{
    package *p = package_with(*state, two_lines, "onethree");
    for (size_t piece = 1; piece <= 9; piece++) {
        assert_string_equal(package_read(p, piece), "a.lua 3: 7a6c86f1\nB/c d.lua 5: 46c5d8f5\n");
        assert_int_equal(al_watch_bytes(&p->watch), 8 * piece);
    }
    package_end(p);
}

/* Most of it is for bytes that are skipped. */
static void reading_takes_little_memory(void **state)
{
    package *p = package_with(*state, two_lines, "onethree");
    p->budget.limit = 80 << 10;
    assert_string_equal(package_read(p, 9), "a.lua 3: 7a6c86f1\nB/c d.lua 5: 46c5d8f5\n");
    package_end(p);
}

/* Opens the package, reads `count` bytes of its first member, and ends that. */
static bool finishes_first(package *p, int64_t count, al_members **members)
{
    char bytes[8];
    al_member member;
    *members = p->kind->open(&p->in);
    assert_non_null(*members);
    assert_true(p->kind->next(*members, &member));
    if (count > 0)
        assert_int_equal(p->kind->read(*members, bytes, (size_t)count), count);
    return p->kind->finish(*members);
}

static void skipped_bytes_have_a_sum_too(void **state)
{
    package *p = package_with(*state, "a.lua 3 17 " ONE "\nb.lua 5 1 " THREE "\n", "oneThree");
    al_member member;
    al_members *members;
    for (int64_t count = 0; count <= 3; count++) {
        assert_true(finishes_first(p, count, &members));
        assert_int_equal(p->sink.count, count > 0);
        assert_true(p->kind->next(members, &member));
        assert_true(p->kind->finish(members)); /* the sizes fit, so only the member is wrong */
        assert_int_equal(p->sink.count, 1);
        assert_string_equal(p->sink.findings[0].rule->id, "cat/md5");
        assert_false(p->kind->next(members, &member));
        p->kind->close(members);
    }
    package_end(p);
}

static void a_wrong_sum_is_shown_beside_the_right_one(void **state)
{
    package *p = package_with(
        *state, "a.lua 3 17 0123456789aBcDeF0123456789abcdef\nb.lua 0 1 " ZEROS "\nc.lua 1 1 " ZEROS "\n",
        "one\x80");
    assert_string_equal(
        package_read(p, 9),
        "a.lua 3: 7a6c86f1\nb.lua 0: 00000000\nc.lua 1: 3fba6cad\n"
        "cat/md5 0+43 lines[0]: \"a.lua\": the MD5 of its bytes is " ONE
        ", not 0123456789abcdef0123456789abcdef\n"
        "cat/md5 87+42 lines[2]: \"c.lua\": the MD5 of its bytes is 8d39dd7eef115ea6975446ef4082951f"
        ", not " ZEROS "\n");
    package_end(p);
}

typedef struct sizes_case {
    const char *dat, *text;
    size_t findings;
} sizes_case;

#define CONVERTED ", one for each line feed: Git, or FTP in text mode, has converted its line ends"

/* A member of seven bytes and one of a single byte. Neither ever has its MD5; only the first is reported. */
static void converted_line_ends_explain_other_sizes(void **state)
{
    (void)state;
    static const char cat[] = "a 7 1 " ONE "\nb 1 1 " ZEROS "\n";
    static const sizes_case cases[] = {
        {"1\n34567", "8 bytes, the .dat has 7\n", 2}, /* one may be chance */
        {"1\r\n4\r\n\r\n9", "8 bytes, the .dat has 9\n", 2},
        {"1\n3\n56", "8 bytes, the .dat has 6: 2 fewer" CONVERTED "\n", 1},
        {"1234\n\n", "8 bytes, the .dat has 6: 2 fewer" CONVERTED "\n", 1},
        {"\r\n3\r\n6789A", "8 bytes, the .dat has 10: 2 more" CONVERTED "\n", 1},
        {"1\n3456", "8 bytes, the .dat has 6\n", 1},
        {"\n\n\n456", "8 bytes, the .dat has 6\n", 1},
        {"123456789ABC", "8 bytes, the .dat has 12\n", 2},
        {"", "8 bytes, the .dat has 0\n", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_folder folder;
        assert_int_equal(test_folder_begin(&folder), 0);
        package *p = package_with(&folder, cat, cases[i].dat);
        const char *found = strstr(package_read(p, 9), "sizes add up to ");
        assert_non_null(found);
        assert_memory_equal(found + strlen("sizes add up to "), cases[i].text, strlen(cases[i].text));
        assert_int_equal(p->sink.count, cases[i].findings);
        assert_int_equal(strstr(p->text, " lost\n") != NULL, strlen(cases[i].dat) > 6);
        const al_finding *sizes = &p->sink.findings[p->sink.count - 1];
        assert_int_equal(sizes->expected.as.uint_value, 8);
        assert_int_equal(sizes->actual.as.uint_value, strlen(cases[i].dat));
        package_end(p);
        assert_int_equal(test_folder_end(&folder), 0);
    }
}

/* It is read in pieces of 65,536 bytes; the last one may have a single byte. */
static void line_feeds_of_a_large_dat(void **state)
{
    static char dat[(2 << 16) + 2];
    memset(dat, '\n', sizeof dat - 1);
    package *p = package_with(*state, "a 262146 1 " ONE "\n", dat);
    assert_non_null(strstr(package_read(p, 9), "the .dat has 131073: 131073 fewer, one for each line feed"));
    package_end(p);
}

/* Then nothing has the bytes of members, not even of those that have none. */
static void a_dat_may_be_missing(void **state)
{
    (void)state;
    package *p = package_with(*state, "a 0 1 " NOTHING "\n", "");
    assert_string_equal(package_read(p, 9), "a 0: 00000000\n");
    assert_int_equal(rename("mod.dat", "away.dat"), 0);
    assert_string_equal(package_read(p, 9),
                        "cat/missing-dat 0+0: there is no .dat beside it, which would have the "
                        "bytes of its 1 member\n");
    assert_int_equal(rename("away.dat", "mod.dat"), 0);
    package_end(p);
}

static void a_dat_may_become_shorter(void **state)
{
    char bytes[8];
    al_member member;
    package *p = package_with(*state, two_lines, "onethree");
    al_members *m = p->kind->open(&p->in);
    assert_true(p->kind->next(m, &member));
    assert_true(p->kind->finish(m));
    assert_true(p->kind->next(m, &member));
    assert_int_equal(truncate("mod.dat", 5), 0);
    assert_int_equal(p->kind->read(m, bytes, 8), 2);
    assert_null(m->end.failure);
    assert_int_equal(p->kind->read(m, bytes, 8), -1);
    assert_string_equal(m->end.failure, "it became shorter while it was read");
    assert_false(p->kind->finish(m));
    assert_false(p->kind->next(m, &member));
    assert_int_equal(p->sink.count, 0);
    p->kind->close(m);
    package_end(p);
}

static bool is_stopped(const void *context)
{
    return *(const bool *)context;
}

static void a_stop_ends_the_reading(void **state)
{
    char bytes[8];
    bool stopped = false;
    al_member member;
    package *p = package_with(*state, two_lines, "onethree");
    p->watch.stopped = is_stopped;
    p->watch.context = &stopped;
    al_members *m = p->kind->open(&p->in);
    assert_true(p->kind->next(m, &member));
    assert_int_equal(p->kind->read(m, bytes, 2), 2);
    stopped = true;
    assert_int_equal(p->kind->read(m, bytes, 1), -1);
    assert_true(m->end.no_memory);
    assert_false(p->kind->finish(m));
    assert_int_equal(p->sink.count, 0);
    p->kind->close(m);
    package_end(p);
}

/* ---- By name ------------------------------------------------------------------------------------------- */

/* How a member is found; its bytes are compared. */
static al_found found(package *p, al_members *m, const char *name, const char *bytes)
{
    al_stream stream;
    char buffer[16];
    size_t size = 0;
    int64_t got;
    const al_found how = p->kind->open_member(m, name, &p->arena, &stream);
    if (how != AL_FOUND)
        return how;
    assert_int_equal(stream.length, strlen(bytes));
    while ((got = stream.read(stream.context, &buffer[size], size == 0 ? 1 : sizeof buffer - size)) > 0)
        size += (size_t)got;
    assert_int_equal(got, 0);
    assert_int_equal(size, strlen(bytes));
    assert_memory_equal(buffer, bytes, size);
    p->kind->close_member(&stream);
    return how;
}

static void members_are_found_in_any_case(void **state)
{
    package *p =
        package_with(*state, "x 1 1 " ZEROS "\na.lua 3 17 " ONE "\nB/c d.lua 5 -1 " THREE "\n", "!onethree");
    al_members *m = p->kind->open(&p->in);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(found(p, m, "b/C D.lua", "three"), AL_FOUND);
        assert_int_equal(found(p, m, "A.lua", "one"), AL_FOUND);
        assert_int_equal(found(p, m, "X", "!"), AL_FOUND); /* no one compares its MD5 */
        assert_int_equal(found(p, m, "a.lu", ""), AL_NOT_FOUND);
    }
    p->kind->close(m);
    package_end(p);
}

static void members_around_a_broken_line(void **state)
{
    static const char cat[] = "a.lua 3 17 " ONE "\nc 9 1 " ONE "\nno line\nb.lua 5 1 " THREE "\n";
    package *p = package_with(*state, cat, "onethree");
    al_members *m = p->kind->open(&p->in);
    assert_int_equal(found(p, m, "a.lua", "one"), AL_FOUND);
    assert_int_equal(found(p, m, "c", ""), AL_NOT_READABLE); /* the .dat ends in it */
    assert_int_equal(found(p, m, "b.lua", "three"), AL_NOT_READABLE);
    assert_int_equal(found(p, m, "d.lua", ""), AL_NOT_READABLE); /* it may be the broken line's */
    p->kind->close(m);
    package_end(p);
}

static void a_list_in_memory_has_no_dat(void **state)
{
    (void)state;
    static const char cat[] = "a 0 1 " NOTHING "\n";
    package *p = package_of("mod.cat", cat, sizeof cat - 1);
    al_members *m = p->kind->open(&p->in);
    assert_int_equal(found(p, m, "a", ""), AL_NOT_READABLE);
    p->kind->close(m);
    package_end(p);
}

/* If the sizes don't add up, the MD5 tells whether the bytes are the member's. */
static void members_of_a_changed_dat_are_found_by_their_sum(void **state)
{
    static const char cat[] = "a 3 1 " ONE "\nb 3 1 " ONE "\nc 5 1 " THREE "\nd 0 1 " NOTHING "\n";
    package *p = package_with(*state, cat, "oneeonthree");
    assert_int_equal(truncate("mod.dat", 10), 0);
    al_members *m = p->kind->open(&p->in);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(found(p, m, "a", "one"), AL_FOUND);
        assert_int_equal(found(p, m, "b", ""), AL_NOT_READABLE);
        assert_int_equal(found(p, m, "c", ""), AL_NOT_READABLE); /* it ends behind the .dat, */
        assert_int_equal(found(p, m, "d", ""), AL_NOT_READABLE); /* and so it begins there */
    }
    p->kind->close(m);
    package_end(p);
}

/* Also if they are the last ones of the .dat. "0cc1..." is the MD5 of "a". */
static void members_at_the_end_of_a_changed_dat(void **state)
{
    static const char cat[] = "a 3 1 " ONE "\nb 5 1 " THREE "\nx 1 1 0cc175b9c0f1b6a831c399e269772661\n"
                              "c 0 1 " NOTHING "\nd 1 1 " ONE "\n";
    package *p = package_with(*state, cat, "onethreea");
    al_members *m = p->kind->open(&p->in);
    assert_int_equal(found(p, m, "x", "a"), AL_FOUND);
    assert_int_equal(found(p, m, "b", "three"), AL_FOUND);
    assert_int_equal(found(p, m, "c", ""), AL_FOUND);
    assert_int_equal(found(p, m, "d", ""), AL_NOT_READABLE);
    assert_int_equal(rename("mod.dat", "away.dat"), 0);
    assert_int_equal(found(p, m, "a", ""), AL_NOT_READABLE);
    assert_null(m->end.failure); /* whether it has its bytes could not be told */
    assert_int_equal(found(p, m, "b", ""), AL_NOT_READABLE);
    assert_non_null(m->end.failure);
    p->kind->close(m);
    assert_int_equal(rename("away.dat", "mod.dat"), 0);
    package_end(p);
}

/* What takes the place of the .dat later: a folder can't be read, and a pipe has no places to go to. */
static void a_dat_may_be_replaced(void **state)
{
    char byte, path[64];
    int pipe_ends[2];
    al_stream stream;
    package *p = package_with(*state, two_lines, "onethree");
    al_members *m = p->kind->open(&p->in);
    assert_int_equal(rename("mod.dat", "away.dat"), 0);
    assert_int_equal(mkdir("mod.dat", 0700), 0);
    assert_int_equal(p->kind->open_member(m, "a.lua", &p->arena, &stream), AL_FOUND);
    assert_int_equal(stream.read(stream.context, &byte, 1), -1);
    assert_non_null(stream.reason(stream.context));
    p->kind->close_member(&stream);
    assert_int_equal(rmdir("mod.dat"), 0);
    assert_int_equal(pipe(pipe_ends), 0);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", pipe_ends[0]);
    assert_int_equal(symlink(path, "mod.dat"), 0);
    assert_int_equal(p->kind->open_member(m, "b/c d.lua", &p->arena, &stream), AL_NOT_READABLE);
    assert_non_null(m->end.failure);
    assert_int_equal(close(pipe_ends[0]) | close(pipe_ends[1]), 0);
    assert_int_equal(rename("away.dat", "mod.dat"), 0);
    p->kind->close(m);
    package_end(p);
}

/* An inner package gives back the .dat that it has got from its outer one. */
static void a_list_within_a_package(void **state)
{
    package *outer = package_with(*state, "in.dat 8 1 " ZEROS "\nout.lua 3 1 " ONE "\n", "onethreeone");
    al_members *m = outer->kind->open(&outer->in);
    package *p = package_of("in.cat", two_lines, sizeof two_lines - 1);
    p->in.path = "in.cat";
    p->in.outer = (al_package){.kind = outer->kind, .members = m};
    assert_string_equal(package_read(p, 2), "a.lua 3: 7a6c86f1\nB/c d.lua 5: 46c5d8f5\n");
    package_end(p);
    outer->kind->close(m);
    package_end(outer);
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

typedef struct line_case {
    const char *text;
    bool broken;
} line_case;

static void lines_that_nearly_have_four_fields(void **state)
{
    (void)state;
    static const line_case cases[] = {
        {"a.lua 9 0 " ONE, false},
        {"a.lua : 0 " ONE, true},
        {"a.lua / 0 " ONE, true},
        {"a.lua  0 " ONE, true},
        {"a.lua 18446744073709551615 0 " ONE, false},
        {"a.lua 18446744073709551616 0 " ONE, true},
        {"a.lua 18446744073709551620 0 " ONE, true},
        {"a.lua 1 -0 " ONE, false},
        {"a.lua 1 - " ONE, true},
        {"a.lua 1 : " ONE, true},
        {"a.lua 1 0 " ONE "\r", false},
        {"a.lua 1 0 0123456789abcdefABCDEF0123456789", false},
        {"a.lua 1 0 0123456789abcdefABCDEF012345678:", true},
        {"a.lua 1 0 0123456789abcdefABCDEF01234567:8", true},
        {"a.lua 1 0 0123456789abcdefABCDEF012345678g", true},
        {"a.lua 1 0 0123456789abcdefABCDEF01234567g8", true},
        {"a.lua 1 0 0123456789abcdefABCDEF01234567@8", true},
        {"a.lua 1 0 0123456789abcdefABCDEF012345678`", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        package *p = package_of("mod.cat", cases[i].text, strlen(cases[i].text));
        const char *text = package_list(p);
        if ((strstr(text, "partly") != NULL) != cases[i].broken)
            fail_msg("%s: %s", cases[i].text, text);
        package_end(p);
    }
}

/* A letter and a colon; letters are those of ASCII. */
static void more_wrong_lines_than_findings_are_counted(void **state)
{
    enum { MORE = 3, LINES = AL_MAX_FINDINGS + MORE };
    char text[2 * LINES];
    (void)state;
    for (size_t i = 0; i < LINES; i++)
        memcpy(&text[2 * i], "a\n", 2);
    package *p = package_of("in.cat", text, sizeof text);
    al_members *members = p->kind->open(&p->in);
    assert_non_null(members);
    assert_int_equal(p->sink.count, AL_MAX_FINDINGS);
    assert_int_equal(p->sink.findings[AL_MAX_FINDINGS - 1].offset, 2 * (AL_MAX_FINDINGS - 1));
    assert_int_equal(p->sink.left_out[0].counts[AL_ERROR] + p->sink.left_out[1].counts[AL_ERROR], MORE);
    p->kind->close(members);
    package_end(p);
}

static void drives_have_a_letter(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        bool drive;
    } cases[] = {{"a:", true},  {"b:", true},  {"z:", true},  {"A:x", true}, {"Z:", true}, {"@:", false},
                 {"[:", false}, {"`:", false}, {"{:", false}, {"a;", false}, {"a", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *path = cases[i].path, *how = al_path_leads_out(al_span_of(path, strlen(path)));
        assert_int_equal(how != NULL, cases[i].drive);
    }
}

static void findings_about_paths(void **state)
{
    (void)state;
    static const char cat[] = "a 1 1 " ONE "\n/b 1 1 " ONE "\nA 1 1 " ONE "\n";
    package *p = package_of("mod.cat", cat, sizeof cat - 1);
    assert_string_equal(package_read(p, 9),
                        "cat/path 39+2 lines[1].path: \"/b\" begins with a separator\n"
                        "cat/duplicate 79+1 lines[2].path: \"A\" is there twice: line 1 names it "
                        "first\n");
    package_end(p);
}

static void lists_have_what_the_lines_say(void **state)
{
    package *p = package_with(*state, two_lines, "");
    assert_string_equal(package_list(p), "a.lua 3\nB/c d.lua 5\nall");
    package_end(p);
    static const char broken[] = "a.lua 3 17 " ONE "\nno line\nb.lua 5 1 " THREE "\n";
    p = package_of("mod.cat", broken, sizeof broken - 1);
    assert_string_equal(package_list(p), "a.lua 3\npartly");
    package_end(p);
}

#define FIELDS "`path size time md5`"

/* Places in the .dat are known up to the line that is broken. */
static void fields_are_shown_with_their_places(void **state)
{
    (void)state;
    static const char text[] = "a 3 -17 " ONE "\n"
                               "b 5 9223372036854775807 " THREE "\r\n"
                               "c 0 9223372036854775808 " NOTHING "\n"
                               "x\n"
                               "d 1 1 " ONE "\n"
                               " 1 1 " ONE "\n"
                               "e 1 1 " ONE "0\n";
    package *p = package_of("mod.cat", text, sizeof text - 1);
    assert_string_equal(
        package_show(p),
        "lines#7@0(\n"
        "lines[0]@0{ path='a'@0+1 size=3@2+1 time=-17@4+3 md5='" ONE "'@8+32 offset=0~in the .dat@40+0 }+40\n"
        "lines[1]@41{ path='b'@41+1 size=5@43+1 time=9223372036854775807@45+19 md5='" THREE
        "'@65+32 offset=3~in the .dat@97+0 }+56\n"
        "lines[2]@99{ path='c'@99+1 size=0@101+1 time='9223372036854775808'@103+19 md5='" NOTHING
        "'@123+32 offset=8~in the .dat@155+0 }+56\n"
        "lines[3]@156{ text='x'@156+1 }+1\n"
        "lines[4]@158{ path='d'@158+1 size=1@160+1 time=1@162+1 md5='" ONE "'@164+32 }+38\n"
        "lines[5]@197{ text=' 1 1 " ONE "'@197+37 }+37\n"
        "lines[6]@235{ text='e 1 1 " ONE "0'@235+39 }+39\n"
        ")\n"
        "cat/line 156+1 lines[3]: line 4 is not " FIELDS ": the 4 members from here on can't be found\n"
        "cat/line 197+37 lines[5]: line 6 is not " FIELDS " either\n"
        "cat/line 235+39 lines[6]: line 7 is not " FIELDS " either\n");
    package_end(p);
}

/* Every call for memory fails once. */
static void a_shortage_is_never_hidden(void **state)
{
    static const char members[] = "a.lua 3: 7a6c86f1\nB/c d.lua 5: 46c5d8f5\n/x 0: 00000000\ncat/path ";
    bool enough = false;
    package_end(package_with(*state, "a.lua 3 17 " ONE "\nB/c d.lua 5 -1 " THREE "\n/x 0 1 " NOTHING "\n",
                             "onethree"));
    test_folder_add_text(*state, "two.cat", two_lines); /* without findings */
    for (uint64_t n = 1; !enough; n++) {
        package *read = package_at("mod.cat"), *listed = package_at("mod.cat"),
                *shown = package_at("two.cat");
        read->budget.fail_at = listed->budget.fail_at = shown->budget.fail_at = n;
        const char *text = package_read(read, 9);
        enough = strncmp(text, members, strlen(members)) == 0;
        assert_true(enough || strcmp(text, "not opened") == 0 || strstr(text, "no memory\n") != NULL);
        text = package_list(listed);
        assert_string_equal(text,
                            listed->budget.calls < n ? "a.lua 3\nB/c d.lua 5\n/x 0\nall" : "not listed");
        text = package_show(shown);
        assert_int_equal(strcmp(text, "not shown") == 0, shown->budget.calls >= n);
        package_end(shown);
        package_end(listed);
        package_end(read);
    }
}

static void a_shortage_hides_no_member(void **state)
{
    bool enough = false;
    package_end(package_with(*state, two_lines, "onethree"));
    for (uint64_t n = 1; !enough; n++) {
        package *p = package_at("mod.cat");
        al_budget other = al_budget_of(1 << 20, 0); /* of the stream */
        al_arena arena = al_arena_on(&other);
        al_stream stream;
        al_members *m = p->kind->open(&p->in);
        p->budget.fail_at = p->budget.calls + n;
        const al_found how = p->kind->open_member(m, "a.lua", &arena, &stream);
        enough = p->budget.shortage == AL_SHORTAGE_NONE;
        assert_int_equal(how, enough ? AL_FOUND : AL_NOT_READABLE);
        assert_int_equal(m->end.no_memory, !enough);
        if (enough)
            p->kind->close_member(&stream);
        other.fail_at = other.calls + 1;
        assert_int_equal(p->kind->open_member(m, "b/c d.lua", &arena, &stream), AL_NOT_READABLE);
        assert_int_equal(other.shortage, AL_SHORTAGE_SYSTEM);
        p->kind->close(m);
        al_arena_free(&arena);
        package_end(p);
    }
}

static void letters_are_as_large_as_those_they_replace(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"a.cat", "a.dat"}, {"A.CAT", "A.DAT"}, {"a.caT", "a.daT"}, {"a.AZz", "a.DAt"}, {"a.@[`", "a.dat"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char path[8];
        (void)snprintf(path, sizeof path, "%s", cases[i][0]);
        al_name_container_data(path, "dat");
        assert_string_equal(path, cases[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_TEST_FOLDER(members_are_read_in_pieces_of_any_size),
        IN_TEST_FOLDER(reading_takes_little_memory),
        IN_TEST_FOLDER(skipped_bytes_have_a_sum_too),
        IN_TEST_FOLDER(a_wrong_sum_is_shown_beside_the_right_one),
        cmocka_unit_test(converted_line_ends_explain_other_sizes),
        IN_TEST_FOLDER(line_feeds_of_a_large_dat),
        IN_TEST_FOLDER(a_dat_may_be_missing),
        IN_TEST_FOLDER(a_dat_may_become_shorter),
        IN_TEST_FOLDER(a_stop_ends_the_reading),
        IN_TEST_FOLDER(members_are_found_in_any_case),
        IN_TEST_FOLDER(members_around_a_broken_line),
        cmocka_unit_test(a_list_in_memory_has_no_dat),
        IN_TEST_FOLDER(members_of_a_changed_dat_are_found_by_their_sum),
        IN_TEST_FOLDER(members_at_the_end_of_a_changed_dat),
        IN_TEST_FOLDER(a_dat_may_be_replaced),
        IN_TEST_FOLDER(a_list_within_a_package),
        cmocka_unit_test(lines_that_nearly_have_four_fields),
        cmocka_unit_test(more_wrong_lines_than_findings_are_counted),
        cmocka_unit_test(drives_have_a_letter),
        cmocka_unit_test(findings_about_paths),
        IN_TEST_FOLDER(lists_have_what_the_lines_say),
        cmocka_unit_test(fields_are_shown_with_their_places),
        IN_TEST_FOLDER(a_shortage_is_never_hidden),
        IN_TEST_FOLDER(a_shortage_hides_no_member),
        cmocka_unit_test(letters_are_as_large_as_those_they_replace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
