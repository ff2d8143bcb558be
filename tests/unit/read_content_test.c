/* read_content_test.c: what is read of one file for the rules across files: its bytes or its facts. */
#include "mesh.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "project/survey_read.h"

enum { MATERIALS = 50, MOST_FILE = 1 << 20 };

typedef struct fixture {
    al_options options;
    al_buffer buffer;
    al_budget budget;
    al_arena scratch;
    al_content content;
    /* The stream that gives the file. */
    const uint8_t *bytes;
    size_t size, given;
    unsigned reads;
    bool fails;
} fixture;

static int64_t read_bytes(void *context, void *buffer, size_t size)
{
    fixture *f = context;
    const size_t left = f->size - f->given, now = size < left ? size : left;
    f->reads++;
    if (f->fails)
        return -1;
    memcpy(buffer, f->bytes + f->given, now);
    f->given += now;
    return (int64_t)now;
}

static void begin(fixture *f, const void *bytes, size_t size)
{
    *f = (fixture){.bytes = bytes, .size = size};
    al_options_init(&f->options);
    al_options_set_limit(&f->options, AL_LIMIT_FILE_SIZE, MOST_FILE);
}

/* `length`: bytes that the stream announces. */
static void read_file(fixture *f, const char *name, al_want want, uint64_t length)
{
    const al_stream stream = {.size = sizeof stream, .context = f, .read = read_bytes, .length = length};
    al_source source = al_source_of_stream(&stream);
    f->budget = al_budget_of(MOST_FILE * 2, 0);
    f->scratch = al_arena_on(&f->budget);
    f->content = (al_content){.format = "", .scratch = &f->scratch};
    f->given = 0;
    al_buffer_start(&f->buffer);
    al_source_begin(&source, &f->buffer, &f->budget, MOST_FILE);
    al_read_content(&f->content, &source, name, want);
}

static void end(fixture *f)
{
    al_arena_free(&f->scratch);
    al_buffer_free(&f->buffer);
}

static void count_fact(void *context, const al_fact *fact)
{
    size_t *count = context;
    *count += fact->kind == AL_FACT_MATERIAL;
}

/* A mesh whose table of materials is longer than what is read at first. */
static mesh mesh_with_materials(void)
{
    const mesh plain = mesh_plain(9, false);
    const size_t table = mesh_data_at(2, 0), data = mesh_data_at(2, 1), rest = plain.size - data;
    mesh m = {.size = table + (size_t)MATERIALS * MESH_MATERIAL + rest};
    m.bytes = malloc(m.size);
    assert_non_null(m.bytes);
    memcpy(m.bytes, plain.bytes, table);
    for (size_t i = 0; i < MATERIALS; i++)
        memcpy(m.bytes + table + i * MESH_MATERIAL, plain.bytes + table, MESH_MATERIAL);
    memcpy(m.bytes + m.size - rest, plain.bytes + data, rest);
    m.bytes[10] = MATERIALS;
    free(plain.bytes);
    return m;
}

static void facts_far_behind_the_beginning(void **state)
{
    (void)state;
    fixture f;
    mesh m = mesh_with_materials();
    size_t materials = 0;
    begin(&f, m.bytes, m.size);
    read_file(&f, "a.xmf", AL_WANT_FACTS, m.size);
    al_content_facts(&f.content, NULL, count_fact, &materials);
    assert_int_equal(materials, MATERIALS);
    assert_true(f.given < m.size); /* the data behind them is not read */
    end(&f);
    mesh_free(&m);
}

/* A file of a known size that is needed completely is read at once. */
static void whole_files(void **state)
{
    (void)state;
    fixture f;
    mesh m = mesh_with_materials();
    begin(&f, m.bytes, m.size);
    read_file(&f, "a", AL_WANT_BYTES, m.size); /* only its bytes tell the format */
    assert_int_equal(f.content.bytes.len, m.size);
    assert_int_equal(f.reads, 1);
    assert_false(f.content.unrecognized);
    al_arena_free(&f.scratch);
    read_file(&f, "a", AL_WANT_BYTES, 0); /* of an unknown size */
    assert_int_equal(f.content.bytes.len, m.size);
    end(&f);
    mesh_free(&m);
}

/* One that is too large, and can't be read either: that comes first. */
static void a_large_file_that_cannot_be_read(void **state)
{
    (void)state;
    fixture f;
    begin(&f, "", 0);
    f.fails = true;
    read_file(&f, "a.xmf", AL_WANT_BYTES, 2 * (uint64_t)MOST_FILE);
    assert_int_equal(f.content.state, AL_CONTENT_UNREADABLE);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_far_behind_the_beginning),
        cmocka_unit_test(whole_files),
        cmocka_unit_test(a_large_file_that_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
