/* survey_read_test.c: the contents and facts of files and members that relations request. */
#include "test_folder.h"
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "platform/platform.h"
#include "project/survey_read.h"
#include "relations/names/names_file.h"

enum { MOST_FILES = 16 };

#define SEEDS UNIT_CORPUS "/"

static const uint64_t memory = UINT64_C(1) << 20;

/* Files, the request for each, and the answers as lines "NUMBER STATE SIZE BYTES FORMAT FACT...". */
typedef struct fixture {
    al_options options;
    al_related_file files[MOST_FILES];
    uint8_t asked[MOST_FILES];
    size_t count, siblings; /* the last ones of `count` are siblings */
    const al_names *names;  /* of reference 1; or NULL */
    char came[2048];
    bool enough; /* after the first */
} fixture;

static fixture new_fixture(void)
{
    fixture f = {.count = 0};
    al_options_init(&f.options);
    return f;
}

static void add(fixture *f, const char *path, const char *member, al_want asked)
{
    assert_true(f->count < MOST_FILES);
    f->asked[f->count] = (uint8_t)asked;
    f->files[f->count++] = (al_related_file){.path = path, .member = member};
}

static void write(fixture *f, const char *text, size_t length)
{
    const size_t used = strlen(f->came);
    (void)snprintf(f->came + used, sizeof f->came - used, "%.*s", (int)length, text);
}

static void write_fact(void *context, const al_fact *fact)
{
    if (fact->kind == AL_FACT_END)
        return;
    write(context, " ", 1);
    write(context, (const char *)fact->name.ptr, fact->name.len);
    if (fact->of.len > 0) {
        write(context, "/", 1);
        write(context, (const char *)fact->of.ptr, fact->of.len);
    }
}

static bool take(void *context, size_t number, const al_content *content)
{
    static const char *const states[] = {[AL_CONTENT_READ] = "read",
                                         [AL_CONTENT_UNREADABLE] = "unreadable",
                                         [AL_CONTENT_TOO_LARGE] = "too large"};
    fixture *f = context;
    char line[256];
    const int length = snprintf(line, sizeof line, "%zu %s %d %zu %s", number, states[content->state],
                                (int)content->size, content->bytes.len, content->format);
    write(f, line, (size_t)length);
    if (content->reason != NULL)
        write(f, content->reason, strlen(content->reason));
    al_content_facts(content, NULL, write_fact, f);
    write(f, "\n", 1);
    return !f->enough;
}

static void miss(void *context, size_t number, const char *reason)
{
    char line[256];
    const int length = snprintf(line, sizeof line, "%zu missed: %s\n", number, reason);
    write(context, line, (size_t)length);
}

/* The sum of the handles that the next files get: a file that stays open has one of them. */
static intptr_t next_handles(void)
{
    enum { COUNT = 8 };
    al_file files[COUNT];
    intptr_t sum = 0;
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(al_file_open(SEEDS "xani/seeds/one.ani", &files[i]), 0);
        sum += files[i].handle;
    }
    for (size_t i = 0; i < COUNT; i++)
        al_file_close(files[i]);
    return sum;
}

static void assert_answers(fixture *f, const char *expected)
{
    const size_t count = f->count - f->siblings;
    const al_related_files all = {.files = f->files,
                                  .count = count,
                                  .siblings = f->siblings,
                                  .checked = count,
                                  .names = f->names != NULL ? &f->names : NULL,
                                  .with_count = f->names != NULL};
    const al_looker looker = {.context = f, .wanted = f->asked, .take = take, .miss = miss};
    const intptr_t before = next_handles();
    assert_int_equal(al_look_into(&f->options, memory, &all, &looker), !f->enough);
    assert_string_equal(f->came, expected);
    assert_int_equal(next_handles(), before); /* no package stays open */
}

static void files_by_their_bytes_or_facts(void **state)
{
    (void)state;
    fixture f = new_fixture();
    add(&f, SEEDS "cat/seeds/empty.dat", "", AL_WANT_BYTES);
    add(&f, SEEDS "cat/seeds/no-such-file", "", AL_WANT_BYTES);
    add(&f, SEEDS "xani/seeds/one.ani", "", AL_WANT_NOTHING);
    add(&f, SEEDS "xani/seeds/one.ani", "", AL_WANT_BYTES);
    add(&f, SEEDS "xani/seeds/several.ani", "", AL_WANT_FACTS);
    add(&f, SEEDS "xmf/seeds/materials-garbage.xmf", "", AL_WANT_FACTS);
    add(&f, SEEDS "xmf/seeds/no-such-file", "", AL_WANT_FACTS);
    add(&f, SEEDS "xsm/seeds/good.xsm", "", AL_WANT_FACTS); /* these are read completely */
    add(&f, SEEDS "cat/seeds/one.cat", "", AL_WANT_FACTS);
    add(&f, UNIT_RULES "/xmf/limit/near-rereads.xmf", "", AL_WANT_FACTS); /* more than is read at first */
    add(&f, UNIT_RULES "/skl/shared-children/fires.skl", "", AL_WANT_FACTS);
    f.siblings = 2;
    assert_answers(&f, "0 read 0 0 \n"
                       "1 unreadable 0 0 no such file or folder\n"
                       "3 read 304 304 xani part_main/Misc\n"
                       "4 read 1008 0 xani anim_door_l/open anim_door_l/close anim_dish/turn\n"
                       "5 read 607 0 xmf props.metal\n"
                       "6 unreadable 0 0 no such file or folder\n"
                       "7 read 536 536 xsm root bone\n"
                       "8 read 85 0 \n"
                       "9 read 21982 0 xmf\n"
                       "10 read 5892 5892 skl  0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 "
                       "24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39\n");
}

static void members_of_packages(void **state)
{
    (void)state;
    fixture f = new_fixture();
    add(&f, SEEDS "cat/seeds/nested.cat", "b-lod0.xmf", AL_WANT_FACTS);
    add(&f, SEEDS "cat/seeds/nested.cat", "content.txt", AL_WANT_BYTES);
    add(&f, SEEDS "cat/seeds/nested.cat", "extensions/a/ext_01.cat", AL_WANT_NOTHING);
    add(&f, SEEDS "cat/seeds/nested.cat", "extensions/a/ext_01.cat!/ui/addons/menu.lua", AL_WANT_BYTES);
    add(&f, SEEDS "cat/seeds/nested.cat", "no/such.cat!/content.xml", AL_WANT_BYTES);
    add(&f, SEEDS "cat/seeds/no-such.cat", "content.xml", AL_WANT_BYTES);
    add(&f, SEEDS "xani/seeds/none.ani", "", AL_WANT_BYTES);
    assert_answers(&f, "3 read 40 40 \n"
                       "0 read 607 0 xmf props.metal\n"
                       "1 read 40 40 \n"
                       "5 missed: no such file or folder\n"
                       "6 read 16 16 xani\n");
}

/* The list of a catalog can be read, but not its data. */
static void a_package_whose_data_cannot_be_read(void **state)
{
    test_folder *folder = *state;
    fixture f = new_fixture();
    test_folder_add_text(folder, "a.cat", "x.txt 3 1500000000 acbd18db4cc2f85cedef654fccc4a4d8\n");
    test_folder_add_link(folder, "a.dat", "a.dat");
    add(&f, "a.cat", "x.txt", AL_WANT_BYTES);
    char expected[128];
    (void)snprintf(expected, sizeof expected, "0 missed: %s\n", al_error_text(ELOOP));
    assert_answers(&f, expected);
}

/* A package that is read from disk may be larger than a file may be; its members may not. */
static void a_package_is_larger_than_a_file(void **state)
{
    (void)state;
    fixture f = new_fixture();
    al_options_set_limit(&f.options, AL_LIMIT_FILE_SIZE, 610);
    add(&f, SEEDS "zip/seeds/pair.zip", "ext_01.dat", AL_WANT_BYTES);
    assert_answers(&f, "0 read 607 607 xmf props.metal\n");
}

/* Members may give exactly as many bytes as the limit. */
static void members_up_to_the_limit(void **state)
{
    (void)state;
    fixture f = new_fixture();
    al_options_set_limit(&f.options, AL_LIMIT_INFLATED, 607 + 40);
    add(&f, SEEDS "cat/seeds/usual.cat", "assets/props/hull_data/part-lod0.xmf", AL_WANT_BYTES);
    add(&f, SEEDS "cat/seeds/usual.cat", "ui/addons/menu.lua", AL_WANT_BYTES);
    assert_answers(&f, "0 read 607 607 xmf props.metal\n"
                       "1 read 40 40 \n");
}

static void a_receiver_may_stop(void **state)
{
    (void)state;
    fixture f = new_fixture();
    f.enough = true;
    add(&f, SEEDS "xani/seeds/none.ani", "", AL_WANT_BYTES);
    add(&f, SEEDS "xani/seeds/one.ani", "", AL_WANT_BYTES);
    assert_answers(&f, "0 read 16 16 xani\n");
}

/* What a file of names has stands for the files of the reference. */
static void files_of_a_file_of_names(void **state)
{
    static const char text[] = "assetlint names 1\ncomponent a.xac//xac//node//root\n"
                               "component a.xac//xac//node//arm\ncomponent b.xac//xac//node//paw\n";
    (void)state;
    for (int enough = 0; enough <= 1; enough++) {
        fixture f = new_fixture();
        al_budget budget = al_budget_of(UINT64_MAX, 0);
        al_arena arena = al_arena_on(&budget);
        al_mistake mistake;
        al_names names;
        assert_true(al_names_read(&names, al_span_of(text, sizeof text - 1), &arena, &mistake));
        f.names = &names;
        f.enough = enough != 0;
        add(&f, "game.names", "a.xac", AL_WANT_FACTS);
        add(&f, "game.names", "c.xac", AL_WANT_NOTHING);
        add(&f, "game.names", "b.xac", AL_WANT_FACTS);
        for (size_t i = 0; i < f.count; i++)
            f.files[i].with = 1;
        assert_answers(&f, enough ? "0 read 0 0 xac arm root\n"
                                  : "0 read 0 0 xac arm root\n2 read 0 0 xac paw\n");
        al_arena_free(&arena);
    }
}

static void contents_beyond_a_limit_are_too_large(void **state)
{
    (void)state;
    fixture f = new_fixture();
    al_options_set_limit(&f.options, AL_LIMIT_FILE_SIZE, 500);
    al_options_set_limit(&f.options, AL_LIMIT_INFLATED, 610);
    add(&f, SEEDS "cat/seeds/usual.cat", "assets/props/hull_data/part-lod0.xmf", AL_WANT_BYTES);
    add(&f, SEEDS "cat/seeds/usual.cat", "ui/addons/menu.lua", AL_WANT_BYTES);
    add(&f, SEEDS "xani/seeds/one.ani", "", AL_WANT_BYTES);
    add(&f, SEEDS "xani/seeds/several.ani", "", AL_WANT_BYTES);
    add(&f, SEEDS "xani/seeds/several.ani", "", AL_WANT_FACTS); /* their end is beyond it */
    assert_answers(&f, "0 too large 607 0 \n"
                       "2 read 304 304 xani part_main/Misc\n"
                       "3 too large 1008 0 \n"
                       "4 too large 1008 0 \n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_by_their_bytes_or_facts),
        cmocka_unit_test(members_of_packages),
        IN_TEST_FOLDER(a_package_whose_data_cannot_be_read),
        cmocka_unit_test(a_package_is_larger_than_a_file),
        cmocka_unit_test(members_up_to_the_limit),
        cmocka_unit_test(a_receiver_may_stop),
        cmocka_unit_test(files_of_a_file_of_names),
        cmocka_unit_test(contents_beyond_a_limit_are_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
