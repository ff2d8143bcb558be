/* contents_test.c: the contents and facts of files and members that relations request. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "project/contents.h"

enum { MOST_FILES = 16 };

#define SEEDS UNIT_CORPUS "/"

static const uint64_t memory = UINT64_C(1) << 20;

/* Files, the request for each, and the answers as lines "NUMBER STATE SIZE BYTES FORMAT FACT...". */
typedef struct fixture {
    al_options options;
    al_related_file files[MOST_FILES];
    al_need asked[MOST_FILES];
    size_t count;
    char came[2048];
    bool enough; /* after the first */
} fixture;

static fixture new_fixture(void)
{
    fixture f = {.count = 0};
    al_options_init(&f.options);
    return f;
}

static void add(fixture *f, const char *path, const char *member, al_need asked)
{
    assert_true(f->count < MOST_FILES);
    f->asked[f->count] = asked;
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

static al_need needs(void *context, size_t number)
{
    const fixture *f = context;
    return f->asked[number];
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
    const al_facts facts = {.context = f, .add = write_fact};
    al_content_facts(content, &facts);
    write(f, "\n", 1);
    return !f->enough;
}

static void miss(void *context, size_t number, const char *reason)
{
    char line[256];
    const int length = snprintf(line, sizeof line, "%zu missed: %s\n", number, reason);
    write(context, line, (size_t)length);
}

static void assert_answers(fixture *f, const char *expected)
{
    const al_related_files all = {.files = f->files, .count = f->count, .checked = f->count};
    const al_looker looker = {.context = f, .needs = needs, .take = take, .miss = miss};
    assert_int_equal(al_look_into(&f->options, memory, &all, &looker), !f->enough);
    assert_string_equal(f->came, expected);
}

static void files_by_their_bytes_or_facts(void **state)
{
    (void)state;
    fixture f = new_fixture();
    add(&f, SEEDS "cat/seeds/empty.dat", "", AL_NEED_BYTES);
    add(&f, SEEDS "cat/seeds/no-such-file", "", AL_NEED_BYTES);
    add(&f, SEEDS "xani/seeds/one.ani", "", AL_NEED_NOTHING);
    add(&f, SEEDS "xani/seeds/one.ani", "", AL_NEED_BYTES);
    add(&f, SEEDS "xani/seeds/several.ani", "", AL_NEED_FACTS);
    add(&f, SEEDS "xmf/seeds/materials-garbage.xmf", "", AL_NEED_FACTS);
    add(&f, SEEDS "xmf/seeds/no-such-file", "", AL_NEED_FACTS);
    add(&f, SEEDS "xsm/seeds/good.xsm", "", AL_NEED_FACTS); /* these are read completely */
    add(&f, SEEDS "cat/seeds/one.cat", "", AL_NEED_FACTS);
    assert_answers(&f, "0 read 0 0 \n"
                       "1 unreadable 0 0 \n"
                       "3 read 304 304 \n"
                       "4 read 1008 0 xani anim_door_l/open anim_door_l/close anim_dish/turn\n"
                       "5 read 607 0 xmf props.metal\n"
                       "6 unreadable 0 0 \n"
                       "7 read 536 536 xsm root bone\n"
                       "8 read 85 0 \n");
}

static void members_of_packages(void **state)
{
    (void)state;
    fixture f = new_fixture();
    add(&f, SEEDS "cat/seeds/nested.cat", "b-lod0.xmf", AL_NEED_FACTS);
    add(&f, SEEDS "cat/seeds/nested.cat", "content.txt", AL_NEED_BYTES);
    add(&f, SEEDS "cat/seeds/nested.cat", "extensions/a/ext_01.cat", AL_NEED_NOTHING);
    add(&f, SEEDS "cat/seeds/nested.cat", "extensions/a/ext_01.cat!/ui/addons/menu.lua", AL_NEED_BYTES);
    add(&f, SEEDS "cat/seeds/nested.cat", "no/such.cat!/content.xml", AL_NEED_BYTES);
    add(&f, SEEDS "cat/seeds/no-such.cat", "content.xml", AL_NEED_BYTES);
    add(&f, SEEDS "xani/seeds/none.ani", "", AL_NEED_BYTES);
    assert_answers(&f, "3 read 40 40 \n"
                       "0 read 607 0 xmf props.metal\n"
                       "1 read 40 40 \n"
                       "5 missed: no such file or folder\n"
                       "6 read 16 16 \n");
}

static void a_receiver_may_stop(void **state)
{
    (void)state;
    fixture f = new_fixture();
    f.enough = true;
    add(&f, SEEDS "xani/seeds/none.ani", "", AL_NEED_BYTES);
    add(&f, SEEDS "xani/seeds/one.ani", "", AL_NEED_BYTES);
    assert_answers(&f, "0 read 16 16 \n");
}

static void contents_beyond_a_limit_are_too_large(void **state)
{
    (void)state;
    fixture f = new_fixture();
    al_options_set_limit(&f.options, AL_LIMIT_FILE_SIZE, 500);
    al_options_set_limit(&f.options, AL_LIMIT_INFLATED, 610);
    add(&f, SEEDS "cat/seeds/usual.cat", "assets/props/hull_data/part-lod0.xmf", AL_NEED_BYTES);
    add(&f, SEEDS "cat/seeds/usual.cat", "ui/addons/menu.lua", AL_NEED_BYTES);
    add(&f, SEEDS "xani/seeds/one.ani", "", AL_NEED_BYTES);
    add(&f, SEEDS "xani/seeds/several.ani", "", AL_NEED_BYTES);
    add(&f, SEEDS "xani/seeds/several.ani", "", AL_NEED_FACTS); /* their end is beyond it */
    assert_answers(&f, "0 too large 607 0 \n"
                       "2 read 304 304 \n"
                       "3 too large 1008 0 \n"
                       "4 too large 1008 0 \n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_by_their_bytes_or_facts),
        cmocka_unit_test(members_of_packages),
        cmocka_unit_test(a_receiver_may_stop),
        cmocka_unit_test(contents_beyond_a_limit_are_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
