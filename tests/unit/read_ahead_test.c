/* read_ahead_test.c: contents that several threads read ahead are those that one thread reads, in the same
 * order, also when memory is short, when the needs change meanwhile, and when the reading is stopped.
 */
#include "unit.h"

#include <stdatomic.h>
#include <string.h>

#include "core/text_hash.h"
#include "project/contents.h"
#include "relations/xml/xml_recording.h"

enum { FILES = 400, MOST_JOBS = 16 };

#define CORPUS UNIT_CORPUS "/"
#define RULES  UNIT_RULES "/"

static const struct {
    const char *path;
    al_need need;
} kinds[] = {
    {CORPUS "xani/seeds/several.ani", AL_NEED_FACTS},
    {RULES "x4/xml/fires-cut-tag/md/a.xml", AL_NEED_XML},
    {RULES "file/limit/fires-deep-xml/md/deep.xml", AL_NEED_XML},
    {CORPUS "xmf/seeds/large.xmf", AL_NEED_EXTENT},
    {CORPUS "xmf/seeds/no-such-file.xmf", AL_NEED_EXTENT},
    {CORPUS "xsm/seeds/good.xsm", AL_NEED_FACTS},
    {CORPUS "xmf/seeds/painted-collision.xmf", AL_NEED_NOTHING},
    {RULES "file/limit/fires-large-xml/md/large.xml", AL_NEED_XML},
    {CORPUS "xmf/seeds/half-compressed.xmf", AL_NEED_EXTENT},
    {RULES "file/limit/near-deep-xml/content.xml", AL_NEED_BYTES},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

typedef struct fixture {
    al_options options;
    al_related_file files[FILES];
    al_need needs[FILES];
    uint64_t memory, jobs;
    size_t changes_at; /* after this file the needs change; FILES: never */
    size_t stops_at;   /* the watch stops the reading when so many files were taken */
    size_t most;       /* files that are taken; then no more are wanted */
    size_t taken;
    uint64_t hash; /* of what was taken */
    atomic_bool stop;
    al_watch watch;
} fixture;

static void put(fixture *f, const void *bytes, size_t size)
{
    f->hash = al_hash_bytes(f->hash, bytes, size);
}

static void put_number(fixture *f, uint64_t number)
{
    put(f, &number, sizeof number);
}

static al_need needs(void *context, size_t number)
{
    const fixture *f = context;
    return f->needs[number];
}

static void take_fact(void *context, const al_fact *fact)
{
    fixture *f = context;
    put_number(f, (uint64_t)fact->kind);
    put(f, fact->name.ptr, fact->name.len);
}

static bool take_tag(void *context, const al_xml_tag *tag)
{
    fixture *f = context;
    put_number(f, tag->offset);
    put_number(f, tag->length);
    put_number(f, tag->depth);
    put(f, tag->name, strlen(tag->name));
    for (size_t i = 0; tag->attributes[i] != NULL; i++)
        put(f, tag->attributes[i], strlen(tag->attributes[i]) + 1);
    return true;
}

static bool take_end(void *context)
{
    put(context, ">", 1);
    return true;
}

static void take_xml(fixture *f, const al_content *content)
{
    const al_xml_visitor visitor = {.context = f, .start = take_tag, .end = take_end};
    const al_xml_result result = al_xml_read_content(content, &visitor);
    put_number(f, (uint64_t)result.outcome);
    put_number(f, result.offset);
    put(f, result.why, strlen(result.why));
    put(f, result.encoding, strlen(result.encoding));
}

static void take_extent(fixture *f, const al_content *content)
{
    if (content->extent != NULL)
        put(f, content->extent->high, sizeof content->extent->high);
}

/* From some file on, others are needed otherwise, or not at all. */
static void change_needs(fixture *f)
{
    for (size_t i = f->changes_at + 1; i < FILES; i++)
        f->needs[i] = i % 3 == 0 ? AL_NEED_NOTHING : i % 3 == 1 ? AL_NEED_BYTES : f->needs[i];
}

static bool take(void *context, size_t number, const al_content *content)
{
    fixture *f = context;
    const al_facts facts = {.context = f, .add = take_fact};
    put_number(f, number);
    put_number(f, (uint64_t)content->state);
    put_number(f, content->size);
    put(f, content->reason != NULL ? content->reason : "",
        content->reason != NULL ? strlen(content->reason) : 0);
    put(f, content->bytes.ptr, content->bytes.len);
    put(f, content->format, strlen(content->format));
    al_content_facts(content, &facts);
    if (f->needs[number] == AL_NEED_XML && content->state == AL_CONTENT_READ)
        take_xml(f, content);
    take_extent(f, content);
    if (number == f->changes_at)
        change_needs(f);
    if (++f->taken == f->stops_at)
        atomic_store(&f->stop, true);
    return f->taken < f->most;
}

static bool is_stopped(const void *context)
{
    const fixture *f = context;
    return atomic_load(&f->stop);
}

static void start(fixture *f, uint64_t memory)
{
    *f = (fixture){.memory = memory, .changes_at = FILES, .stops_at = FILES + 1, .most = FILES + 1};
    al_options_init(&f->options);
}

/* Reads all files with so many threads; returns whether it came to the end. */
static bool look(fixture *f, uint64_t jobs)
{
    for (size_t i = 0; i < FILES; i++) {
        f->files[i] = (al_related_file){.path = kinds[i % KINDS].path, .member = ""};
        f->needs[i] = kinds[i % KINDS].need;
    }
    const al_related_files all = {.files = f->files, .count = FILES, .checked = FILES};
    f->hash = AL_HASH_START;
    f->taken = 0;
    atomic_store(&f->stop, false);
    f->watch = (al_watch){.stopped = is_stopped, .context = f};
    const al_looker looker = {.context = f, .needs = needs, .take = take, .watch = &f->watch, .jobs = jobs};
    return al_look_into(&f->options, f->memory, &all, &looker);
}

/* Every number of threads gives what one thread gives. */
static void expect_same(fixture *f, bool whole)
{
    assert_int_equal(look(f, 1), whole);
    const uint64_t hash = f->hash, bytes = al_watch_bytes(&f->watch);
    const size_t taken = f->taken;
    for (uint64_t jobs = 2; jobs <= MOST_JOBS; jobs *= 2) {
        assert_int_equal(look(f, jobs), whole);
        assert_int_equal(f->taken, taken);
        assert_true(f->hash == hash);
        assert_true(al_watch_bytes(&f->watch) == bytes);
    }
}

static void threads_change_nothing(void **state)
{
    (void)state;
    fixture f;
    start(&f, UINT64_C(1) << 30);
    expect_same(&f, true);
    assert_int_equal(f.taken, FILES - FILES / KINDS);
}

static void little_memory_changes_nothing(void **state)
{
    (void)state;
    fixture f;
    for (uint64_t memory = 1024; memory <= UINT64_C(1) << 24; memory *= 4) {
        start(&f, memory);
        expect_same(&f, true);
    }
}

static void needs_may_change(void **state)
{
    (void)state;
    fixture f;
    for (size_t at = 0; at < FILES; at += 61) {
        start(&f, UINT64_C(1) << 30);
        f.changes_at = at;
        expect_same(&f, true);
    }
}

static void who_takes_may_stop(void **state)
{
    (void)state;
    fixture f;
    start(&f, UINT64_C(1) << 30);
    f.most = FILES / 3;
    expect_same(&f, false);
}

static void a_watch_stops_it(void **state)
{
    (void)state;
    fixture f;
    start(&f, UINT64_C(1) << 30);
    f.stops_at = FILES / 2;
    expect_same(&f, false);
    assert_int_equal(f.taken, FILES / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing), cmocka_unit_test(little_memory_changes_nothing),
        cmocka_unit_test(needs_may_change),       cmocka_unit_test(who_takes_may_stop),
        cmocka_unit_test(a_watch_stops_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
