/* package_test.c: packages as files: which packages are read, limits and failures during their check, and
 * damaged .cat and .dat files. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "containers/members.h"
#include "core/md5.h"
#include "engine/check.h"
#include "engine/options.h"
#include "mesh.h"
#include "project/survey.h"
#include "results.h"

enum { MOST_TEXT = 1 << 15 };

/* A new folder with one package, which is removed at the end. */
typedef struct fixture {
    char folder[40], cat[100], dat[100];
    char text[MOST_TEXT]; /* of the .cat */
    size_t text_size;
    uint8_t *data; /* of the .dat */
    size_t data_size;
    al_options *options;
    al_checker *checker;
} fixture;

static void name_files(fixture *f, const char *cat, const char *dat)
{
    (void)snprintf(f->cat, sizeof f->cat, "%s/%s", f->folder, cat);
    (void)snprintf(f->dat, sizeof f->dat, "%s/%s", f->folder, dat);
}

static int begin(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    if (f == NULL)
        return -1;
    (void)snprintf(f->folder, sizeof f->folder, "unit_package_XXXXXX");
    if (mkdtemp(f->folder) == NULL)
        return -1;
    name_files(f, "mod.cat", "mod.dat");
    f->options = al_options_new();
    f->checker = al_checker_new(f->options);
    *state = f;
    return f->checker != NULL ? 0 : -1;
}

static int end(void **state)
{
    fixture *f = *state;
    (void)unlink(f->cat);
    (void)unlink(f->dat);
    (void)rmdir(f->dat);
    (void)rmdir(f->folder);
    al_checker_free(f->checker);
    al_options_free(f->options);
    free(f->data);
    free(f);
    return 0;
}

static void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

/* Writes one byte into a file. Writing the whole file again is slow on some file systems. */
static void write_byte(const char *path, size_t at, char byte)
{
    FILE *out = fopen(path, "r+b");
    assert_non_null(out);
    assert_int_equal(fseek(out, (long)at, SEEK_SET), 0);
    assert_int_equal(fwrite(&byte, 1, 1, out), 1);
    assert_int_equal(fclose(out), 0);
}

/* Appends a member to both. */
static void add(fixture *f, const char *name, const void *bytes, size_t size)
{
    uint8_t md5[AL_MD5_SIZE];
    al_md5 sum = al_md5_start();
    al_md5_add(&sum, al_span_of(bytes, size));
    al_md5_end(&sum, md5);
    int length = snprintf(f->text + f->text_size, MOST_TEXT - f->text_size, "%s %zu 1 ", name, size);
    for (size_t i = 0; i < sizeof md5; i++)
        length += snprintf(f->text + f->text_size + length, MOST_TEXT - f->text_size - (size_t)length, "%02x",
                           md5[i]);
    f->text_size += (size_t)length;
    f->text[f->text_size++] = '\n';
    f->data = realloc(f->data, f->data_size + size + 1);
    assert_non_null(f->data);
    memcpy(f->data + f->data_size, bytes, size);
    f->data_size += size;
}

static void add_mesh(fixture *f, const char *name)
{
    mesh m = mesh_plain(30, true);
    add(f, name, m.bytes, m.size);
    mesh_free(&m);
}

static void add_broken_mesh(fixture *f, const char *name)
{
    mesh m = mesh_plain(30, true);
    m.bytes[4] = 9; /* its version */
    add(f, name, m.bytes, m.size);
    mesh_free(&m);
}

static void write_package(const fixture *f)
{
    write_file(f->cat, f->text, f->text_size);
    write_file(f->dat, f->data, f->data_size);
}

/* Three meshes, the second of them broken, and a script. Their names are not in order. */
static void add_usual(fixture *f)
{
    add_mesh(f, "c/part-lod1.xmf");
    add_broken_mesh(f, "b\\part.xmf");
    add(f, "a.lua", "return", 6);
    add_mesh(f, "./a/part-lod0.xmf");
}

static al_result *check_by(al_checker *checker, const char *path)
{
    al_result *r = NULL;
    assert_int_equal(al_check_file(checker, path, AL_NAMED, &r), AL_OK);
    assert_non_null(r);
    return r;
}

static al_result *check(const fixture *f)
{
    return check_by(f->checker, f->cat);
}

static void assert_result(const al_result *r, const char *member, al_file_status status, const char *rule)
{
    assert_string_equal(r->member, member);
    assert_int_equal(r->status, status);
    assert_int_equal(r->finding_count, rule != NULL ? 1 : 0);
    if (rule != NULL)
        assert_string_equal(r->findings[0].rule->id, rule);
}

/* ---- What is read -------------------------------------------------------------------------------------- */

static void members_come_by_name(void **state)
{
    fixture *f = *state;
    add_usual(f);
    write_package(f);
    al_result *r = check(f);
    assert_result(r, "", AL_FILE_CLEAN, NULL);
    assert_string_equal(r->format, "cat");
    assert_int_equal(r->size, f->text_size);
    assert_int_equal(r->member_count, 3);
    assert_result(r->members[0], "a/part-lod0.xmf", AL_FILE_CLEAN, NULL);
    assert_result(r->members[1], "b/part.xmf", AL_FILE_FINDINGS, "xmf/unsupported-version");
    assert_result(r->members[2], "c/part-lod1.xmf", AL_FILE_CLEAN, NULL);
    uint64_t memory = al_result_memory(r);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(r->members[i]->path, f->cat);
        assert_string_equal(r->members[i]->format, "xmf");
        assert_int_equal(r->members[i]->member_count, 0);
        memory += al_result_memory(r->members[i]);
    }
    assert_int_equal(al_result_memory_of_all(r), memory);
    assert_int_equal(r->errors, 0);
    assert_int_equal(r->members[1]->errors, 1);
    al_result_free(r);
}

static void a_fingerprint_knows_the_member(void **state)
{
    fixture *f = *state;
    add_broken_mesh(f, "a.xmf");
    add_broken_mesh(f, "b.xmf");
    write_package(f);
    al_result *r = check(f);
    assert_int_equal(r->member_count, 2);
    assert_string_not_equal(r->members[0]->findings[0].fingerprint, r->members[1]->findings[0].fingerprint);
    al_result_free(r);
}

static void a_dat_is_skipped(void **state)
{
    fixture *f = *state;
    add_mesh(f, "a.xmf"); /* so that it begins like a mesh */
    write_package(f);
    al_result *r = check_by(f->checker, f->dat);
    assert_result(r, "", AL_FILE_UNRECOGNIZED, "file/unrecognized");
    al_result_free(r);
    assert_int_equal(al_check_file(f->checker, f->dat, 0, &r), AL_OK);
    assert_result(r, "", AL_FILE_UNRECOGNIZED, NULL);
    al_result_free(r);
    assert_true(al_is_container_data("a/MOD.DAT"));
    assert_false(al_is_container_data("a/mod.data"));
    assert_false(al_is_container_data(".dat"));
}

static void the_dat_has_the_case_of_the_cat(void **state)
{
    fixture *f = *state;
    name_files(f, "MOD.CAT", "MOD.DAT");
    add_usual(f);
    write_package(f);
    al_result *r = check(f);
    assert_result(r, "", AL_FILE_CLEAN, NULL);
    assert_int_equal(r->member_count, 3);
    al_result_free(r);
}

/* Packs the .cat and .dat as the only two members of a new package. */
static void pack_within(fixture *f, const char *cat, const char *dat)
{
    char text[MOST_TEXT];
    const size_t text_size = f->text_size, data_size = f->data_size;
    uint8_t *data = f->data;
    memcpy(text, f->text, text_size);
    f->data = NULL;
    f->text_size = f->data_size = 0;
    add(f, dat, data, data_size); /* first, since the .dat may come in any place */
    add(f, cat, text, text_size);
    free(data);
}

static void add_nested(fixture *f)
{
    add_usual(f);
    pack_within(f, "ext\\inner.cat", "ext/Inner.DAT");
    add_mesh(f, "ext/inner.cat extra.xmf"); /* its name sorts between the two of the inner package */
}

static void a_package_in_a_package_is_read(void **state)
{
    fixture *f = *state;
    add_nested(f);
    write_package(f);
    al_result *r = check(f);
    assert_result(r, "", AL_FILE_CLEAN, NULL);
    assert_int_equal(r->member_count, 5);
    assert_result(r->members[0], "ext/inner.cat", AL_FILE_CLEAN, NULL);
    assert_string_equal(r->members[0]->format, "cat");
    assert_result(r->members[1], "ext/inner.cat extra.xmf", AL_FILE_CLEAN, NULL);
    assert_result(r->members[2], "ext/inner.cat!/a/part-lod0.xmf", AL_FILE_CLEAN, NULL);
    assert_result(r->members[3], "ext/inner.cat!/b/part.xmf", AL_FILE_FINDINGS, "xmf/unsupported-version");
    assert_result(r->members[4], "ext/inner.cat!/c/part-lod1.xmf", AL_FILE_CLEAN, NULL);
    for (size_t i = 0; i < r->member_count; i++)
        assert_int_equal(r->members[i]->member_count, 0);
    al_result_free(r);
}

static void the_third_level_is_not_read(void **state)
{
    fixture *f = *state;
    add_usual(f);
    pack_within(f, "c.cat", "c.dat");
    pack_within(f, "b.cat", "b.dat");
    write_package(f);
    al_result *r = check(f);
    assert_result(r, "", AL_FILE_CLEAN, NULL);
    assert_int_equal(r->member_count, 2);
    assert_result(r->members[0], "b.cat", AL_FILE_CLEAN, NULL);
    assert_result(r->members[1], "b.cat!/c.cat", AL_FILE_LIMIT, "file/limit");
    assert_string_equal(r->members[1]->format, "cat");
    al_result_free(r);
}

/* Many lists use the same .dat: their total work is bounded. */
static void one_dat_of_many_lists(void **state)
{
    fixture *f = *state;
    const size_t size = 1 << 16;
    uint8_t *bytes = calloc(size, 1);
    assert_non_null(bytes);
    add(f, "zeros.bin", bytes, size);
    free(bytes);
    char line[MOST_TEXT];
    const size_t length = f->text_size;
    memcpy(line, f->text, length);
    pack_within(f, "a.cat", "a.dat");
    for (unsigned i = 1; i < 8; i++)
        add(f, "a.cat", line, length);
    write_package(f);
    al_options_set_limit(f->options, AL_LIMIT_INFLATED, 5 * size);
    al_result *r = check(f);
    size_t limited = 0;
    assert_int_equal(r->member_count, 8);
    for (size_t i = 0; i < r->member_count; i++)
        limited += r->members[i]->status == AL_FILE_LIMIT;
    assert_int_equal(limited, 3);
    al_result_free(r);
}

/* Behind a member that may not be read a second time no other one is checked. */
static void the_first_member_that_is_too_large_ends_an_inner_package(void **state)
{
    fixture *f = *state;
    const size_t size = 1 << 16;
    uint8_t *bytes = calloc(size, 1);
    assert_non_null(bytes);
    add_mesh(f, "a.xmf");
    add(f, "zeros.bin", bytes, size);
    add_mesh(f, "b.xmf");
    free(bytes);
    pack_within(f, "in.cat", "in.dat");
    write_package(f);
    al_options_set_limit(f->options, AL_LIMIT_INFLATED, size);
    al_result *r = check(f);
    assert_int_equal(r->member_count, 2);
    assert_result(r->members[0], "in.cat", AL_FILE_LIMIT, "file/limit");
    assert_string_equal(r->members[0]->findings[0].message,
                        "the packages inside this package have more than the 65536 bytes of max-inflated");
    assert_result(r->members[1], "in.cat!/a.xmf", AL_FILE_CLEAN, NULL);
    al_result_free(r);
}

/* Without its package, a member is checked like a file. */
static void a_member_by_itself_is_judged_alone(void **state)
{
    fixture *f = *state;
    static const char text[] = "../a.lua 1 1 0cc175b9c0f1b6a831c399e269772661\n";
    al_result *r = NULL;
    assert_int_equal(al_check_member(f->checker, "mod.zip", "in.cat", text, sizeof text - 1, AL_NAMED, &r),
                     AL_OK);
    assert_result(r, "in.cat", AL_FILE_FINDINGS, "cat/path");
    al_result_free(r);
}

/* Text in memory has no files beside it. */
static void text_alone_is_judged_alone(void **state)
{
    fixture *f = *state;
    static const char text[] = "../a.lua 1 1 0cc175b9c0f1b6a831c399e269772661\n";
    al_result *r = NULL;
    assert_int_equal(al_check_memory(f->checker, "mod.cat", text, sizeof text - 1, AL_NAMED, &r), AL_OK);
    assert_result(r, "", AL_FILE_FINDINGS, "cat/path");
    assert_string_equal(r->format, "cat");
    al_result_free(r);
}

static void a_folder_is_no_dat(void **state)
{
    fixture *f = *state;
    add_usual(f);
    write_file(f->cat, f->text, f->text_size);
    assert_int_equal(mkdir(f->dat, 0777), 0);
    al_result *r = check(f);
    assert_result(r, "", AL_FILE_FINDINGS, "cat/missing-dat");
    al_result_free(r);
}

/* The .dat is a link to itself. */
static void a_dat_that_can_not_be_read(void **state)
{
    fixture *f = *state;
    add_usual(f);
    write_file(f->cat, f->text, f->text_size);
    assert_int_equal(symlink("mod.dat", f->dat), 0);
    al_result *r = check(f);
    assert_result(r, "", AL_FILE_UNREADABLE, "file/unreadable");
    assert_int_equal(r->member_count, 0);
    al_result_free(r);
}

/* ---- One member ---------------------------------------------------------------------------------------- */

/* What was received last. */
typedef struct receiver {
    unsigned times;
    char name[64];
    uint64_t bytes, memory, held;
    al_file_status status;
} receiver;

static void receive(void *context, const al_checked *checked)
{
    receiver *r = context;
    r->times++;
    (void)snprintf(r->name, sizeof r->name, "%s", checked->name);
    r->bytes = checked->bytes.len;
    r->memory = checked->memory;
    r->held = al_result_memory(checked->result);
    r->status = checked->result->status;
}

static void only_one_member_is_checked(void **state)
{
    fixture *f = *state;
    mesh m = mesh_plain(30, true);
    const size_t size = m.size;
    mesh_free(&m);
    const struct {
        const char *only, *name; /* NULL: nothing is received */
        uint64_t bytes;
        al_file_status status;
        size_t members; /* that have a result */
    } cases[] = {{"ext/inner.cat!/b/part.xmf", "part.xmf", size, AL_FILE_FINDINGS, 2},
                 {"ext/inner.cat!/a/part-lod0.xmf", "part-lod0.xmf", size, AL_FILE_CLEAN, 2},
                 {"ext/inner.cat", "inner.cat", 0, AL_FILE_CLEAN, 1},
                 {"ext/inner.cat extra.xmf", "inner.cat extra.xmf", size, AL_FILE_CLEAN, 1},
                 {"ext/inner.cat!/a", NULL, 0, AL_FILE_CLEAN, 1},
                 {"ext/inner.cat!", NULL, 0, AL_FILE_CLEAN, 0},
                 {"ext/inner.ca", NULL, 0, AL_FILE_CLEAN, 0},
                 {"e\\x01.xmf", "e\001.xmf", size, AL_FILE_CLEAN, 1},
                 {"", "mod.cat", 0, AL_FILE_CLEAN, 0}};
    const uint64_t memory = UINT64_C(1) << 20;
    add_nested(f);
    add_mesh(f, "e\001.xmf");
    write_package(f);
    al_options_set_limit(f->options, AL_LIMIT_MEMORY, memory);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        receiver got = {.times = 0};
        const al_subject about = {
            .path = f->cat, .member = "", .only = cases[i].only, .receive = receive, .receiver = &got};
        al_source source;
        al_result *r = NULL;
        al_source_open(&source, f->cat);
        assert_int_equal(al_check_source(f->checker, &about, &source, &r), AL_OK);
        al_source_close(&source);
        assert_int_equal(got.times, cases[i].name != NULL ? 1 : 0);
        assert_int_equal(r->member_count, cases[i].members);
        if (cases[i].name != NULL) {
            assert_string_equal(got.name, cases[i].name);
            assert_int_equal(got.bytes, cases[i].bytes);
            assert_int_equal(got.status, cases[i].status);
            /* The packages around it hold memory, too. */
            if (cases[i].only[0] == '\0')
                assert_int_equal(got.memory, memory - got.held);
            else
                assert_in_range(got.memory, memory / 2, memory - got.held - got.bytes - 1);
        }
        al_result_free(r);
    }
}

/* ---- Limits and failures ------------------------------------------------------------------------------- */

static void the_size_of_a_file_is_that_of_a_member(void **state)
{
    fixture *f = *state;
    add_mesh(f, "a.xmf");
    mesh large = mesh_plain(3000, false);
    add(f, "b.xmf", large.bytes, large.size);
    mesh_free(&large);
    static const uint8_t unknown[5000] = {1}; /* only its MD5 is computed */
    add(f, "z.bin", unknown, sizeof unknown);
    add_mesh(f, "c.xmf");
    write_package(f);
    al_options_set_limit(f->options, AL_LIMIT_FILE_SIZE, 2000);
    al_result *r = check(f);
    assert_result(r, "", AL_FILE_CLEAN, NULL);
    assert_int_equal(r->member_count, 3);
    assert_result(r->members[0], "a.xmf", AL_FILE_CLEAN, NULL);
    assert_result(r->members[1], "b.xmf", AL_FILE_LIMIT, "file/limit");
    assert_result(r->members[2], "c.xmf", AL_FILE_CLEAN, NULL);
    al_result_free(r);
}

/* Eight megabytes are checked with a limit of one. */
static void a_dat_is_never_held_as_a_whole(void **state)
{
    fixture *f = *state;
    const size_t size = 8 << 20;
    uint8_t *bytes = calloc(size, 1);
    assert_non_null(bytes);
    add(f, "a.bin", bytes, size);
    free(bytes);
    add_mesh(f, "b.xmf");
    write_package(f);
    al_options_set_limit(f->options, AL_LIMIT_MEMORY, 1 << 20);
    al_result *r = check(f);
    assert_result(r, "", AL_FILE_CLEAN, NULL);
    assert_int_equal(r->member_count, 1);
    assert_result(r->members[0], "b.xmf", AL_FILE_CLEAN, NULL);
    al_result_free(r);
}

static bool is_limited(const al_result *r)
{
    bool limited = r->status == AL_FILE_LIMIT;
    for (size_t i = 0; i < r->member_count; i++)
        limited = limited || r->members[i]->status == AL_FILE_LIMIT;
    return limited;
}

/* With any memory the result either reports a lack of memory or is the usual one. */
static void any_memory(void **state)
{
    fixture *f = *state;
    bool limited = false, enough = false;
    add_nested(f);
    write_package(f);
    al_result *expected = check(f);
    for (uint64_t memory = 0; memory < 1 << 20; memory = memory * 9 / 8 + 512) {
        al_options_set_limit(f->options, AL_LIMIT_MEMORY, memory);
        al_result *r = check(f);
        const bool here = is_limited(r);
        limited = limited || here;
        enough = enough || !here;
        if (!here) {
            assert_same_result(r, expected);
            assert_int_equal(r->member_count, 5);
            for (size_t i = 0; i < 5; i++)
                assert_same_result(r->members[i], expected->members[i]);
        }
        al_result_free(r);
    }
    assert_true(limited && enough);
    al_result_free(expected);
}

/* The name of a member may take more memory than is left: that is said as well. */
static void any_memory_for_a_name(void **state)
{
    static char name[9000];
    fixture *f = *state;
    size_t limited = 0, whole = 0;
    memset(name, 'n', sizeof name - 1);
    memcpy(name + sizeof name - 5, ".xmf", 5);
    add_mesh(f, name);
    add_mesh(f, "short.xmf"); /* behind it, so that it is not checked either */
    pack_within(f, "in.cat", "in.dat");
    write_package(f);
    for (uint64_t memory = 1 << 17; memory < 1 << 18; memory += sizeof name / 2) {
        al_options_set_limit(f->options, AL_LIMIT_MEMORY, memory);
        al_result *r = check(f);
        const bool here = is_limited(r);
        limited += here;
        whole += r->member_count == 3 && !here;
        assert_true(here || r->member_count == 3);
        for (size_t i = 0; i < r->member_count && r->member_count < 3; i++)
            assert_string_not_equal(r->members[i]->member, "in.cat!/short.xmf");
        al_result_free(r);
    }
    assert_true(limited > 0 && whole > 0);
}

/* What an archive says of its entries is there as a whole, or it is said that memory is short. */
static void any_memory_for_remarks(void **state)
{
    static const char *const paths[] = {UNIT_RULES "/archive/case-collision/fires-and-duplicate.zip",
                                        UNIT_RULES "/archive/duplicate/fires-members.zip",
                                        UNIT_RULES "/archive/encrypted/fires-inner.zip"};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        size_t limited = 0, whole = 0;
        al_options_set_limit(f->options, AL_LIMIT_MEMORY, 1 << 20);
        al_result *expected = check_by(f->checker, paths[i]);
        for (uint64_t memory = 0; memory < 1 << 20; memory += memory / 64 + 64) {
            al_options_set_limit(f->options, AL_LIMIT_MEMORY, memory);
            al_result *r = check_by(f->checker, paths[i]);
            if (is_limited(r)) {
                limited++;
            } else {
                assert_same_result(r, expected);
                assert_int_equal(r->member_count, expected->member_count);
                for (size_t k = 0; k < r->member_count; k++)
                    assert_same_result(r->members[k], expected->members[k]);
                whole++;
            }
            al_result_free(r);
        }
        assert_true(limited > 0 && whole > 0);
        al_result_free(expected);
    }
}

static void see_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    (void)context, (void)name, (void)count, (void)offset;
}

static void see_end(void *context)
{
    (void)context;
}

static void see_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    (void)context, (void)name, (void)index, (void)offset;
}

static void see_object_end(void *context, al_extent extent)
{
    (void)context, (void)extent;
}

static void count_value(void *context, const char *name, al_value value, const char *meaning,
                        al_extent extent)
{
    (void)name, (void)value, (void)meaning, (void)extent;
    ++*(size_t *)context;
}

/* The list of members is shown whole, or it is said that memory is short. */
static void any_memory_for_a_list(void **state)
{
    fixture *f = *state;
    size_t shown = 0, limited = 0, whole = 0;
    const al_visitor visitor = {.size = sizeof visitor,
                                .context = &shown,
                                .list = see_list,
                                .list_end = see_end,
                                .object = see_object,
                                .object_end = see_object_end,
                                .value = count_value};
    add_nested(f);
    write_package(f);
    for (uint64_t memory = 0; memory < 1 << 20; memory = memory * 9 / 8 + 512) {
        al_result *r = NULL;
        al_options_set_limit(f->options, AL_LIMIT_MEMORY, memory);
        shown = 0;
        assert_int_equal(al_dump_file(f->checker, f->cat, &visitor, &r), AL_OK);
        if (r->status == AL_FILE_LIMIT) {
            assert_string_equal(r->findings[0].rule->id, "file/limit");
            limited++;
        } else {
            assert_int_equal(r->status, AL_FILE_CLEAN);
            assert_int_equal(shown, 15); /* three of each member */
            whole++;
        }
        al_result_free(r);
    }
    assert_true(limited > 0 && whole > 0);
}

static void every_allocation_may_fail(void **state)
{
    fixture *f = *state;
    uint64_t n = 1;
    add_nested(f);
    write_package(f);
    for (al_status status = AL_OUT_OF_MEMORY; status != AL_OK; n++) {
        al_result *r = NULL;
        al_options_fail_allocation(f->options, n);
        status = al_check_file(f->checker, f->cat, AL_NAMED, &r);
        assert_true(status == AL_OK || status == AL_OUT_OF_MEMORY);
        assert_int_equal(r != NULL, status == AL_OK);
        if (r != NULL)
            assert_int_equal(r->member_count, 5);
        al_result_free(r);
    }
    assert_true(n > 8);
}

/* ---- Damage -------------------------------------------------------------------------------------------- */

static void assert_sound(const al_result *r)
{
    assert_true(r->status != AL_FILE_CLEAN || r->finding_count == 0);
    for (size_t i = 0; i < r->finding_count; i++) {
        const al_finding *finding = &r->findings[i];
        assert_true(finding->offset <= r->size && finding->length <= r->size - finding->offset);
    }
    for (size_t i = 0; i < r->member_count; i++)
        assert_sound(r->members[i]);
}

/* The same findings twice, in the same order. */
static void check_damaged(const fixture *f)
{
    al_result *one = check(f), *two = check(f);
    assert_sound(one);
    assert_same_result(one, two);
    assert_int_equal(one->member_count, two->member_count);
    for (size_t i = 0; i < one->member_count; i++)
        assert_same_result(one->members[i], two->members[i]);
    al_result_free(one);
    al_result_free(two);
}

static void every_truncation(void **state)
{
    fixture *f = *state;
    add_usual(f);
    write_package(f);
    for (size_t size = f->data_size; size > 0; size--) {
        assert_int_equal(truncate(f->dat, (off_t)size - 1), 0);
        al_result *r = check(f);
        assert_sound(r);
        assert_string_equal(r->findings[0].rule->id, "cat/size-sum");
        al_result_free(r);
    }
    write_file(f->dat, f->data, f->data_size);
    for (size_t size = f->text_size; size > 0; size--) {
        assert_int_equal(truncate(f->cat, (off_t)size - 1), 0);
        check_damaged(f);
    }
}

static void every_byte_of_the_list(void **state)
{
    static const char values[] = {'\0', '\n', '\r', ' ', '9', '/', '\xFF'};
    fixture *f = *state;
    add_usual(f);
    write_package(f);
    for (size_t at = 0; at < f->text_size; at++) {
        for (size_t i = 0; i < sizeof values; i++) {
            write_byte(f->cat, at, values[i]);
            check_damaged(f);
        }
        write_byte(f->cat, at, f->text[at]);
    }
}

static void every_byte_of_an_inner_list(void **state)
{
    static const char values[] = {'\n', ' ', '9', '\xFF'};
    fixture *f = *state;
    add_broken_mesh(f, "b.xmf");
    add_mesh(f, "a.xmf");
    const size_t list = f->data_size, size = f->text_size; /* it comes after the .dat */
    pack_within(f, "in.cat", "in.dat");
    write_package(f);
    for (size_t at = list; at < list + size; at++) {
        for (size_t i = 0; i < sizeof values; i++) {
            write_byte(f->dat, at, values[i]);
            check_damaged(f);
        }
        write_byte(f->dat, at, (char)f->data[at]);
    }
    for (size_t at = 0; at < f->text_size; at++) {
        write_byte(f->cat, at, '7');
        check_damaged(f);
        write_byte(f->cat, at, f->text[at]);
    }
}

/* Checks the package with a survey that knows it. */
static al_result *check_surveyed(fixture *f, const al_survey *survey)
{
    al_context context = {.settings = NULL};
    const al_subject about = {.path = f->cat, .member = "", .context = &context};
    al_source source;
    al_result *result;
    al_survey_describe(survey, f->cat, &context);
    al_source_open(&source, f->cat);
    assert_int_equal(al_check_source(f->checker, &about, &source, &result), AL_OK);
    al_source_close(&source);
    return result;
}

static void a_survey_knows_members_of_inner_packages(void **state)
{
    fixture *f = *state;
    al_survey *survey = al_survey_new(f->options);
    assert_non_null(survey);
    add_mesh(f, "a/part-lod1.xmf");
    pack_within(f, "in.cat", "in.dat");
    add_mesh(f, "a/part-lod0.xmf"); /* of another package */
    write_package(f);
    assert_true(al_survey_add(survey, f->cat, false));
    assert_true(al_survey_look(survey));
    al_result *r = check_surveyed(f, survey);
    assert_int_equal(r->member_count, 3);
    assert_result(r->members[0], "a/part-lod0.xmf", AL_FILE_CLEAN, NULL);
    assert_result(r->members[1], "in.cat", AL_FILE_CLEAN, NULL);
    assert_result(r->members[2], "in.cat!/a/part-lod1.xmf", AL_FILE_FINDINGS, "xmf/missing-lod0");
    al_result_free(r);
    al_survey_free(survey);
}

static void kinds_are_known_by_their_names(void **state)
{
    (void)state;
    static const struct {
        const char *name, *id;
    } names[] = {{"a.zip", "zip"},   {"a.7Z", "7z"},      {"a.tar", "tar"},     {"a.TAR.gz", "tar"},
                 {"a.b.tgz", "tar"}, {"a.tar.xz", "tar"}, {"a.tar.bz2", "tar"}, {"a/b.Cat", "cat"}};
    assert_int_equal(al_package_count(), 4);
    assert_null(al_package_at(4));
    assert_null(al_container_at(4));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_string_equal(al_container_of(names[i].name)->info.id, names[i].id);
    assert_int_equal(al_path_kind_of("a/b.Cat"), AL_PATH_PACKAGE);
    assert_int_equal(al_path_kind_of("a/b.Dat"), AL_PATH_PACKAGE_DATA);
    assert_int_equal(al_path_kind_of("a/b.xmf"), AL_PATH_FILE);
    assert_null(al_container_of("a.gz"));
    assert_null(al_container_of("tar.gz"));
    assert_null(al_container_of("a.zipx"));
    assert_null(al_container_of("a/b.cats"));
    assert_null(al_container_of("cat"));
    assert_string_equal(al_prefix_name("cat"), al_package_at(3)->name);
    assert_string_equal(al_prefix_name("archive"), "Archives (zip, 7z, tar)");
    assert_string_equal(al_prefix_name("xmf"), al_format_at(0)->name);
    assert_string_equal(al_prefix_name("file"), "Every file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(members_come_by_name, begin, end),
        cmocka_unit_test_setup_teardown(a_fingerprint_knows_the_member, begin, end),
        cmocka_unit_test_setup_teardown(a_dat_is_skipped, begin, end),
        cmocka_unit_test_setup_teardown(the_dat_has_the_case_of_the_cat, begin, end),
        cmocka_unit_test_setup_teardown(a_package_in_a_package_is_read, begin, end),
        cmocka_unit_test_setup_teardown(the_third_level_is_not_read, begin, end),
        cmocka_unit_test_setup_teardown(one_dat_of_many_lists, begin, end),
        cmocka_unit_test_setup_teardown(the_first_member_that_is_too_large_ends_an_inner_package, begin, end),
        cmocka_unit_test_setup_teardown(a_member_by_itself_is_judged_alone, begin, end),
        cmocka_unit_test_setup_teardown(text_alone_is_judged_alone, begin, end),
        cmocka_unit_test_setup_teardown(a_folder_is_no_dat, begin, end),
        cmocka_unit_test_setup_teardown(a_dat_that_can_not_be_read, begin, end),
        cmocka_unit_test_setup_teardown(only_one_member_is_checked, begin, end),
        cmocka_unit_test_setup_teardown(the_size_of_a_file_is_that_of_a_member, begin, end),
        cmocka_unit_test_setup_teardown(a_dat_is_never_held_as_a_whole, begin, end),
        cmocka_unit_test_setup_teardown(any_memory, begin, end),
        cmocka_unit_test_setup_teardown(any_memory_for_a_name, begin, end),
        cmocka_unit_test_setup_teardown(any_memory_for_remarks, begin, end),
        cmocka_unit_test_setup_teardown(any_memory_for_a_list, begin, end),
        cmocka_unit_test_setup_teardown(every_allocation_may_fail, begin, end),
        cmocka_unit_test_setup_teardown(every_truncation, begin, end),
        cmocka_unit_test_setup_teardown(every_byte_of_the_list, begin, end),
        cmocka_unit_test_setup_teardown(every_byte_of_an_inner_list, begin, end),
        cmocka_unit_test_setup_teardown(a_survey_knows_members_of_inner_packages, begin, end),
        cmocka_unit_test(kinds_are_known_by_their_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
