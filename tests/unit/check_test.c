/* check_test.c: the check of one file through the public functions: sources of bytes, limits, results. */
#include "unit.h"
#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/limits.h"
#include "engine/check.h"
#include "engine/options.h"
#include "engine/source.h"
#include "mesh.h"
#include "results.h"

/* ---- Fixtures ------------------------------------------------------------------------------------------ */

/* The descriptor that the next file gets: a higher one than before means that one stayed open. */
static int next_descriptor(void)
{
    const int next = open("/dev/null", O_RDONLY);
    return next >= 0 && close(next) == 0 ? next : -1;
}

/* A new folder for each test, which is removed at the end. */
typedef struct fixture {
    int descriptor;
    char folder[40];
    char path[100];
    al_options *options;
    al_checker *checker;
} fixture;

static int begin(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    if (f == NULL)
        return -1;
    (void)snprintf(f->folder, sizeof f->folder, "unit_check_XXXXXX");
    if (mkdtemp(f->folder) == NULL) {
        free(f);
        return -1;
    }
    f->options = al_options_new();
    f->checker = al_checker_new(f->options);
    f->descriptor = next_descriptor();
    *state = f;
    return f->checker != NULL ? 0 : -1;
}

static int end(void **state)
{
    fixture *f = *state;
    if (f->path[0] != '\0')
        (void)unlink(f->path);
    (void)rmdir(f->folder);
    al_checker_free(f->checker);
    al_options_free(f->options);
    const bool open = next_descriptor() != f->descriptor;
    free(f);
    return open ? -1 : 0;
}

/* Writes the only file of the folder, and returns its path. */
static const char *write_file(fixture *f, const char *name, const void *bytes, size_t size)
{
    if (f->path[0] != '\0')
        (void)unlink(f->path);
    (void)snprintf(f->path, sizeof f->path, "%s/%s", f->folder, name);
    FILE *out = fopen(f->path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
    return f->path;
}

static al_result *check_memory(fixture *f, const char *name, const void *bytes, size_t size, unsigned flags)
{
    al_result *r = NULL;
    assert_int_equal(al_check_memory(f->checker, name, bytes, size, flags, &r), AL_OK);
    assert_non_null(r);
    return r;
}

static al_result *check_file(fixture *f, const char *path, unsigned flags)
{
    al_result *r = NULL;
    assert_int_equal(al_check_file(f->checker, path, flags, &r), AL_OK);
    assert_non_null(r);
    return r;
}

static void assert_status(const al_result *r, al_file_status status, size_t findings)
{
    if (r->status != status || r->finding_count != findings) {
        char *text = result_text(r);
        print_error("expected %s and %zu findings:\n%s", al_file_status_name(status), findings, text);
        free(text);
    }
    assert_int_equal(r->status, status);
    assert_int_equal(r->finding_count, findings);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

static void a_clean_file(void **state)
{
    fixture *f = *state;
    mesh m = mesh_plain(30, true);
    al_result *r = check_memory(f, "ships/hull.xmf", m.bytes, m.size, AL_NAMED);
    assert_status(r, AL_FILE_CLEAN, 0);
    assert_string_equal(r->path, "ships/hull.xmf");
    assert_string_equal(r->raw_path, "ships/hull.xmf");
    assert_string_equal(r->format, "xmf");
    assert_string_equal(r->version, "3");
    assert_int_equal(r->size, m.size);
    assert_int_equal(r->errors + r->warnings + r->notes, 0);
    al_result_free(r);
    mesh_free(&m);
}

static void a_result_outlives_everything_else(void **state)
{
    (void)state;
    mesh m = mesh_plain(30, true);
    char name[] = "hull.xmf";
    al_result *r = NULL;
    al_options *options = al_options_new();
    al_checker *checker = al_checker_new(options);
    mesh_set_i32(&m, 0x16, 5); /* strips, not triangles */
    assert_int_equal(al_check_memory(checker, name, m.bytes, m.size, 0, &r), AL_OK);
    al_checker_free(checker);
    al_options_free(options);
    mesh_free(&m);
    memset(name, '#', sizeof name - 1);
    assert_status(r, AL_FILE_FINDINGS, 1);
    const al_finding *finding = result_finding(r, "xmf/primitive-type", "header.primitiveType");
    assert_int_equal(finding->offset, 0x16);
    assert_int_equal(finding->length, 4);
    assert_words(finding->expected, "4");
    assert_words(finding->actual, "5");
    assert_string_equal(r->path, "hull.xmf");
    assert_int_equal(r->errors, 1);
    al_result_free(r);
    al_result_free(NULL);
}

static void default_options(void **state)
{
    (void)state;
    mesh m = mesh_plain(30, true);
    mesh_set_i32(&m, 0x16, 5);
    al_checker *checker = al_checker_new(NULL);
    al_result *r = NULL;
    assert_non_null(checker);
    assert_int_equal(al_check_memory(checker, "hull.xmf", m.bytes, m.size, 0, &r), AL_OK);
    assert_status(r, AL_FILE_FINDINGS, 1);
    al_result_free(r);
    al_checker_free(checker);
    al_checker_free(NULL);
    mesh_free(&m);
}

static void changed_options_take_effect(void **state)
{
    fixture *f = *state;
    mesh m = mesh_plain(30, true);
    mesh_set_i32(&m, 0x16, 5);
    assert_int_equal(al_options_set_level(f->options, "xmf/primitive-type", AL_NOTE, NULL), AL_OK);
    al_result *r = check_memory(f, "hull.xmf", m.bytes, m.size, 0);
    assert_status(r, AL_FILE_FINDINGS, 1);
    assert_int_equal(r->findings[0].level, AL_NOTE);
    assert_int_equal(r->notes, 1);
    assert_int_equal(r->errors, 0);
    al_result_free(r);
    assert_int_equal(al_options_ignore(f->options, "xmf/primitive-*", NULL), AL_OK);
    r = check_memory(f, "hull.xmf", m.bytes, m.size, 0);
    assert_status(r, AL_FILE_CLEAN, 0);
    al_result_free(r);
    mesh_free(&m);
}

static void names_are_escaped_for_people_and_kept_for_others(void **state)
{
    fixture *f = *state;
    mesh m = mesh_plain(30, true);
    al_result *r = check_memory(f, "a b#%/\xFF\n\xC3\xBC.xmf", m.bytes, m.size, 0);
    assert_string_equal(r->path, "a b#%/\\xFF\\x0A\xC3\xBC.xmf");
    assert_string_equal(r->raw_path, "a b#%/\xFF\n\xC3\xBC.xmf");
    assert_status(r, AL_FILE_CLEAN, 0);
    al_result_free(r);
    mesh_free(&m);
}

static void files_of_no_format(void **state)
{
    fixture *f = *state;
    for (unsigned named = 0; named <= 1; named++) {
        al_result *r = check_memory(f, "notes.txt", "hello", 5, named != 0 ? AL_NAMED : 0);
        assert_status(r, AL_FILE_UNRECOGNIZED, named);
        assert_string_equal(r->format, "");
        assert_string_equal(r->version, "");
        assert_int_equal(r->size, 5);
        assert_int_equal(r->warnings, named);
        if (named != 0) {
            const al_finding *finding = result_finding(r, "file/unrecognized", "");
            assert_int_equal(finding->offset, 0);
            assert_int_equal(finding->length, 5);
            assert_int_equal(finding->level, AL_WARNING);
        }
        al_result_free(r);
    }
    al_result *r = check_memory(f, "empty", NULL, 0, AL_NAMED);
    assert_status(r, AL_FILE_UNRECOGNIZED, 1);
    assert_int_equal(r->size, 0);
    al_result_free(r);
    assert_int_equal(al_options_ignore(f->options, "file/*", NULL), AL_OK);
    r = check_memory(f, "notes.txt", "hello", 5, AL_NAMED);
    assert_status(r, AL_FILE_UNRECOGNIZED, 0);
    al_result_free(r);
}

/* Formats and rules use the name of the member, not the path of the archive. */
static void members_of_an_archive(void **state)
{
    fixture *f = *state;
    mesh m = mesh_plain(30, true);
    mesh_set_i32(&m, 0x16, 5);
    al_result *r = NULL, *file = check_memory(f, "mod.zip", m.bytes, m.size, 0);
    assert_string_equal(file->member, "");
    assert_int_equal(al_check_member(f->checker, "mod.zip", "ships/\nhull.xmf", m.bytes, m.size, 0, &r),
                     AL_OK);
    assert_status(r, AL_FILE_FINDINGS, 1);
    assert_string_equal(r->path, "mod.zip");
    assert_string_equal(r->member, "ships/\\x0Ahull.xmf");
    assert_string_not_equal(r->findings[0].fingerprint, file->findings[0].fingerprint);
    al_result_free(r);
    al_result_free(file);
    mesh_free(&m);
    assert_int_equal(al_check_member(f->checker, "mod.zip", "a.xmf", "XUMx", 4, 0, &r), AL_OK);
    assert_string_equal(r->format, "xmf");
    al_result_free(r);
    assert_int_equal(al_check_member(f->checker, "a.xmf", "b.txt", "XUMx", 4, 0, &r), AL_OK);
    assert_string_equal(r->format, "");
    al_result_free(r);
}

/* A file with too many findings: the most severe ones are kept, of these the first, and the others counted.
 * That is no limit. */
static void more_findings_than_are_kept(void **state)
{
    fixture *f = *state;
    enum { ANIMS = 4000 };
    const size_t size = ANIM_HEADER + (size_t)ANIMS * ANIM_DESC;
    uint8_t *bytes = calloc(size, 1);
    assert_non_null(bytes);
    mesh m = {.bytes = bytes, .size = size};
    mesh_set_i32(&m, 0, ANIMS);
    mesh_set_i32(&m, 4, (int32_t)size);
    mesh_set_i32(&m, 8, 1);
    for (size_t i = 0; i < ANIMS; i++) {
        memset(bytes + ANIM_HEADER + i * ANIM_DESC, 'n', 128);   /* two names without an end */
        mesh_set_i32(&m, ANIM_HEADER + i * ANIM_DESC + 148, -1); /* a NaN */
    }
    al_result *r = check_memory(f, "ship.ani", bytes, size, 0);
    assert_int_equal(r->status, AL_FILE_FINDINGS);
    assert_int_equal(r->finding_count, AL_MAX_FINDINGS);
    assert_int_equal(r->errors + r->warnings, AL_MAX_FINDINGS);
    assert_int_equal(r->omitted, 3 * ANIMS - AL_MAX_FINDINGS);
    (void)result_finding(r, "xani/name-terminator", "anims[0].subName");
    al_result_free(r);
    mesh_free(&m);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static void files_and_bytes_give_the_same(void **state)
{
    fixture *f = *state;
    /* Smaller than the first read, and much larger. */
    static const uint32_t vertices[] = {3, 270, 30000, 65535};
    for (size_t i = 0; i < sizeof vertices / sizeof vertices[0]; i++)
        for (unsigned compressed = 0; compressed <= 1; compressed++) {
            mesh m = mesh_plain(vertices[i], compressed != 0);
            mesh_set_i32(&m, 0x16, 5);
            const char *path = write_file(f, "hull.xmf", m.bytes, m.size);
            al_result *from_file = check_file(f, path, 0);
            al_result *from_memory = check_memory(f, path, m.bytes, m.size, 0);
            assert_status(from_file, AL_FILE_FINDINGS, 1);
            assert_same_result(from_file, from_memory);
            al_result_free(from_file);
            al_result_free(from_memory);
            mesh_free(&m);
        }
}

static void a_file_of_no_format(void **state)
{
    fixture *f = *state;
    static const size_t sizes[] = {0, 5, 4096, 5000, 100000};
    uint8_t *bytes = calloc(100000, 1);
    assert_non_null(bytes);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const char *path = write_file(f, "notes.txt", bytes, sizes[i]);
        al_options_set_limit(f->options, AL_LIMIT_FILE_SIZE, 100000);
        al_result *r = check_file(f, path, AL_NAMED);
        assert_status(r, AL_FILE_UNRECOGNIZED, 1);
        assert_int_equal(r->size, sizes[i]);
        assert_int_equal(result_finding(r, "file/unrecognized", "")->length, sizes[i]);
        al_result_free(r);
        r = check_file(f, path, 0);
        assert_status(r, AL_FILE_UNRECOGNIZED, 0);
        al_result_free(r);
    }
    free(bytes);
}

/* Sizes around that of the first read. */
static void files_of_every_size_near_the_first_read(void **state)
{
    fixture *f = *state;
    for (size_t size = 4090; size <= 4100; size++) {
        uint8_t *bytes = calloc(size, 1);
        assert_non_null(bytes);
        memset(bytes, 'x', size); /* zeros would be damage */
        memcpy(bytes, "XUMF\4", 5);
        const char *path = write_file(f, "hull.xmf", bytes, size);
        al_result *from_file = check_file(f, path, 0);
        al_result *from_memory = check_memory(f, path, bytes, size, 0);
        assert_int_equal(from_file->size, size);
        assert_status(from_file, AL_FILE_FINDINGS, 1);
        assert_int_equal(from_file->errors, 1);
        assert_same_result(from_file, from_memory);
        al_result_free(from_file);
        al_result_free(from_memory);
        free(bytes);
    }
}

static void assert_unreadable(al_result *r, int error)
{
    const bool absent = error == ENOENT || error == ENOTDIR;
    assert_status(r, AL_FILE_UNREADABLE, 1);
    const al_finding *finding = result_finding(r, "file/unreadable", "");
    assert_int_equal(finding->offset, 0);
    assert_int_equal(finding->length, 0);
    assert_int_equal(finding->level, AL_ERROR);
    assert_non_null(strstr(finding->message, absent ? "no such file or folder" : strerror(error)));
    assert_string_equal(r->format, "");
    al_result_free(r);
}

/* Where rules look at the values of pixels, they are read. */
static void of_a_raw_picture_only_the_ends_are_read(void **state)
{
    enum { SIDE = 200, MOST_READ = 8192, DDS = 128, TGA = 18 };
    static const struct {
        const char *name;
        uint8_t tga_type, bits;
        bool whole;
    } cases[] = {{"a.dds", 0, 32, false}, {"a.tga", 2, 24, false}, {"a.tga", 3, 8, false},
                 {"a.tga", 2, 16, false}, {"a.tga", 2, 32, true},  {"a.tga", 10, 24, true}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static uint8_t bytes[DDS + SIDE * SIDE * 4] = {0};
        const size_t start = cases[i].tga_type == 0 ? DDS : TGA;
        al_watch watch = {.stopped = NULL};
        memcpy(bytes, "DDS \x7C\0\0\0\7\x10\0\0\xC8\0\0\0\xC8\0\0\0", 20);
        memcpy(bytes + 76, "\x20\0\0\0\x40\0\0\0\0\0\0\0\x20\0\0\0", 16);
        if (start == TGA) {
            memset(bytes, 0, TGA);
            bytes[2] = cases[i].tga_type;
            bytes[12] = bytes[14] = SIDE;
            bytes[16] = cases[i].bits;
        }
        const size_t size = start + (size_t)SIDE * SIDE * cases[i].bits / 8;
        al_checker_watch(f->checker, &watch);
        al_result *r = check_file(f, write_file(f, cases[i].name, bytes, size), AL_NAMED);
        assert_true(cases[i].whole ? al_watch_bytes(&watch) == size : al_watch_bytes(&watch) < MOST_READ);
        assert_true(cases[i].whole || r->finding_count == 0);
        assert_int_equal(r->size, size);
        assert_int_equal(r->measures.texture_bytes, size);
        al_result_free(r);
        al_checker_watch(f->checker, NULL);
    }
}

static void files_that_cannot_be_read(void **state)
{
    fixture *f = *state;
    char below[200];
    assert_unreadable(check_file(f, "unit_check_none.xmf", 0), ENOENT);
    assert_unreadable(check_file(f, "", 0), ENOENT);
    assert_unreadable(check_file(f, f->folder, 0), EISDIR);
    const char *path = write_file(f, "hull.xmf", "XUMF", 4);
    (void)snprintf(below, sizeof below, "%s/hull.xmf", path);
    assert_unreadable(check_file(f, below, AL_NAMED), ENOTDIR);
    assert_int_equal(chmod(path, 0), 0);
    if (access(path, R_OK) != 0) /* the superuser may read everything */
        assert_unreadable(check_file(f, path, 0), EACCES);
}

/* A stream of the bytes of a mesh, which fails as configured. */
typedef struct script {
    const uint8_t *bytes;
    size_t size, at;
    size_t at_a_time;   /* 0: as many as requested */
    size_t fails_at;    /* SIZE_MAX: never */
    int64_t failure;    /* the result of that read */
    const char *reason; /* the reason for it */
    unsigned calls;
} script;

static int64_t read_script(void *context, void *buffer, size_t size)
{
    script *s = context;
    s->calls++;
    assert_in_range(size, 1, SIZE_MAX);
    if (s->at >= s->fails_at)
        return s->failure;
    size_t most = s->size - s->at < size ? s->size - s->at : size;
    most = s->at_a_time > 0 && s->at_a_time < most ? s->at_a_time : most;
    most = s->fails_at - s->at < most ? s->fails_at - s->at : most;
    memcpy(buffer, s->bytes + s->at, most);
    s->at += most;
    return (int64_t)most;
}

static const char *reason_of_script(void *context)
{
    return ((const script *)context)->reason;
}

static script script_of(const mesh *m)
{
    return (script){.bytes = m->bytes, .size = m->size, .fails_at = SIZE_MAX, .failure = -1};
}

static al_result *check_script(fixture *f, script *s, uint64_t announced)
{
    al_result *r = NULL;
    const al_stream stream = {.size = sizeof stream,
                              .context = s,
                              .read = read_script,
                              .reason = reason_of_script,
                              .length = announced};
    s->at = s->calls = 0;
    assert_int_equal(al_check_stream(f->checker, "hull.xmf", &stream, 0, &r), AL_OK);
    assert_non_null(r);
    return r;
}

/* The stream fails in the first bytes, after them, or at the end. */
static void streams_that_cannot_be_read(void **state)
{
    fixture *f = *state;
    static const char *const reasons[] = {"the cable was cut", NULL};
    mesh m = mesh_plain(30000, false);
    const size_t places[] = {0, 3, 4096, 100000, m.size - 1, m.size};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        for (unsigned with_reason = 0; with_reason <= 1; with_reason++) {
            script s = script_of(&m);
            s.fails_at = places[i];
            s.reason = reasons[with_reason];
            al_result *r = check_script(f, &s, 0);
            assert_int_equal(s.at, places[i]);
            assert_status(r, AL_FILE_UNREADABLE, 1);
            const char *reason = reasons[with_reason] != NULL ? reasons[with_reason] : "unknown error";
            assert_non_null(strstr(result_finding(r, "file/unreadable", "")->message, reason));
            al_result_free(r);
        }
    script s = script_of(&m);
    s.fails_at = 5000;
    s.failure = INT64_MAX; /* more than requested */
    al_result *r = check_script(f, &s, 0);
    assert_status(r, AL_FILE_UNREADABLE, 1);
    al_result_free(r);
    mesh_free(&m);
}

static void a_stream_without_reasons(void **state)
{
    fixture *f = *state;
    script s = {.fails_at = 0, .failure = -1};
    const al_stream stream = {.size = sizeof stream, .context = &s, .read = read_script};
    al_result *r = NULL;
    assert_int_equal(al_check_stream(f->checker, "hull.xmf", &stream, 0, &r), AL_OK);
    assert_status(r, AL_FILE_UNREADABLE, 1);
    al_result_free(r);
}

static void reasons_are_escaped_and_copied(void **state)
{
    fixture *f = *state;
    char reason[] = "lost\nline";
    script s = {.fails_at = 0, .failure = -1, .reason = reason};
    al_result *r = check_script(f, &s, 0);
    memset(reason, '#', sizeof reason - 1);
    assert_non_null(strstr(result_finding(r, "file/unreadable", "")->message, "lost\\x0Aline"));
    al_result_free(r);
}

/* Reading ends at the announced size. */
static void streams_that_announce_their_size(void **state)
{
    fixture *f = *state;
    mesh m = mesh_plain(30000, false);
    script s = script_of(&m);
    al_result *from_memory = check_memory(f, "hull.xmf", m.bytes, m.size, 0);
    static const size_t at_a_time[] = {0, 1000, 100000};
    for (size_t i = 0; i < sizeof at_a_time / sizeof at_a_time[0]; i++)
        for (size_t more = 0; more <= 1; more++) { /* fewer may come */
            s.at_a_time = at_a_time[i];
            al_result *r = check_script(f, &s, m.size + more * 5000);
            assert_same_result(r, from_memory);
            al_result_free(r);
        }
    s.at_a_time = 0;
    al_result_free(check_script(f, &s, m.size));
    assert_int_equal(s.calls, 1);
    al_result_free(from_memory);
    mesh_free(&m);
}

static void announced_sizes_beyond_the_limit(void **state)
{
    fixture *f = *state;
    enum { SIZE = 3 << 20 };
    mesh large = {.bytes = calloc(SIZE, 1), .size = SIZE};
    assert_non_null(large.bytes);
    memcpy(large.bytes, "XUMF\4", 5);
    al_options_set_limit(f->options, AL_LIMIT_FILE_SIZE, SIZE - 1);
    script s = script_of(&large);
    al_result *r = check_script(f, &s, SIZE);
    assert_status(r, AL_FILE_LIMIT, 1);
    assert_int_equal(r->size, SIZE);
    assert_in_range(s.at, 1, SIZE / 2);
    al_result_free(r);
    mesh_free(&large);
}

/* A descriptor as a stream. */
static al_result *check_descriptor(fixture *f, int descriptor)
{
    al_result *r = NULL;
    al_file_reader reader;
    al_stream stream = al_stream_of_file(&reader, (al_file){.handle = descriptor});
    stream.size = sizeof stream;
    assert_int_equal(al_check_stream(f->checker, "hull.xmf", &stream, 0, &r), AL_OK);
    assert_non_null(r);
    return r;
}

static void descriptors_that_cannot_be_read(void **state)
{
    fixture *f = *state;
    const char *path = write_file(f, "hull.xmf", "XUMF", 4);
    assert_unreadable(check_descriptor(f, -1), EBADF);
    const int write_only = open(path, O_WRONLY | O_CLOEXEC);
    assert_true(write_only >= 0);
    assert_unreadable(check_descriptor(f, write_only), EBADF);
    assert_int_equal(close(write_only), 0);
}

static void unreadable_files_with_the_rule_off(void **state)
{
    fixture *f = *state;
    assert_int_equal(al_options_ignore(f->options, "file/unreadable", NULL), AL_OK);
    al_result *r = check_file(f, "unit_check_none.xmf", 0);
    assert_status(r, AL_FILE_UNREADABLE, 0);
    al_result_free(r);
}

/* ---- Pipes --------------------------------------------------------------------------------------------- */

typedef struct writer {
    int descriptor;
    const uint8_t *bytes;
    size_t size, at_a_time;
} writer;

static void *write_all(void *context)
{
    const writer *w = context;
    size_t at = 0;
    while (at < w->size) {
        const size_t left = w->size - at;
        const ssize_t n = write(w->descriptor, w->bytes + at, left < w->at_a_time ? left : w->at_a_time);
        if (n < 0)
            break; /* the reader has stopped */
        at += (size_t)n;
    }
    (void)close(w->descriptor);
    return NULL;
}

/* Checks a pipe that a thread writes to, `at_a_time` bytes each. */
static al_result *check_pipe(fixture *f, const mesh *m, size_t at_a_time)
{
    int ends[2];
    pthread_t thread;
    assert_int_equal(pipe(ends), 0);
    writer w = {.descriptor = ends[1], .bytes = m->bytes, .size = m->size, .at_a_time = at_a_time};
    assert_int_equal(pthread_create(&thread, NULL, write_all, &w), 0);
    al_result *r = check_descriptor(f, ends[0]);
    assert_int_equal(close(ends[0]), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    return r;
}

static void pipes_and_bytes_give_the_same(void **state)
{
    fixture *f = *state;
    static const uint32_t vertices[] = {3, 30000, 65535};
    static const size_t at_a_time[] = {1000, 4096, 1 << 20};
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++) {
            mesh m = mesh_plain(vertices[i], false);
            mesh_set_i32(&m, 0x16, 5);
            al_result *from_pipe = check_pipe(f, &m, at_a_time[j]);
            al_result *from_memory = check_memory(f, "hull.xmf", m.bytes, m.size, 0);
            assert_status(from_pipe, AL_FILE_FINDINGS, 1);
            assert_same_result(from_pipe, from_memory);
            al_result_free(from_pipe);
            al_result_free(from_memory);
            mesh_free(&m);
        }
}

static void a_pipe_of_single_bytes(void **state)
{
    fixture *f = *state;
    mesh m = mesh_plain(3, true);
    al_result *r = check_pipe(f, &m, 1);
    assert_status(r, AL_FILE_CLEAN, 0);
    assert_int_equal(r->size, m.size);
    al_result_free(r);
    m.size = 0;
    r = check_pipe(f, &m, 1);
    assert_status(r, AL_FILE_FINDINGS, 1);
    assert_int_equal(result_finding(r, "xmf/bad-magic", "header.magic")->length, 0);
    al_result_free(r);
    mesh_free(&m);
}

static void a_descriptor_is_read_from_where_it_stands(void **state)
{
    fixture *f = *state;
    enum { FRONT = 5000 };
    mesh m = mesh_plain(300, false);
    uint8_t *bytes = calloc(FRONT + m.size, 1);
    assert_non_null(bytes);
    memcpy(bytes + FRONT, m.bytes, m.size);
    const char *path = write_file(f, "hull.xmf", bytes, FRONT + m.size);
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    assert_int_equal(lseek(descriptor, FRONT, SEEK_SET), FRONT);
    al_result *r = check_descriptor(f, descriptor);
    assert_status(r, AL_FILE_CLEAN, 0);
    assert_int_equal(r->size, m.size);
    al_result_free(r);
    assert_int_equal(lseek(descriptor, 0, SEEK_CUR), FRONT + m.size); /* still open, at its end */
    assert_int_equal(close(descriptor), 0);
    free(bytes);
    mesh_free(&m);
}

/* ---- Limits -------------------------------------------------------------------------------------------- */

static void assert_limit(al_result *r, const char *option, uint64_t limit)
{
    char number[40];
    (void)snprintf(number, sizeof number, "%llu", (unsigned long long)limit);
    assert_status(r, AL_FILE_LIMIT, 1);
    const al_finding *finding = result_finding(r, "file/limit", "");
    assert_int_equal(finding->level, AL_ERROR);
    assert_non_null(strstr(finding->message, option));
    assert_non_null(strstr(finding->message, number));
    assert_int_equal(finding->offset, 0);
    assert_string_equal(r->format, "");
    al_result_free(r);
}

static void files_larger_than_the_limit(void **state)
{
    fixture *f = *state;
    static const uint32_t vertices[] = {3, 30, 3000, 65535};
    for (size_t i = 0; i < 4; i++) {
        mesh m = mesh_plain(vertices[i], false);
        const char *path = write_file(f, "hull.xmf", m.bytes, m.size);
        al_options_set_limit(f->options, AL_LIMIT_FILE_SIZE, m.size);
        al_result *r = check_file(f, path, 0);
        assert_status(r, AL_FILE_CLEAN, 0);
        al_result_free(r);
        r = check_pipe(f, &m, 1000);
        assert_status(r, AL_FILE_CLEAN, 0);
        al_result_free(r);
        for (uint64_t limit = m.size - 1; limit > 0;
             limit = limit > 1000 ? limit / 4 : limit - limit / 2 - 1) {
            al_options_set_limit(f->options, AL_LIMIT_FILE_SIZE, limit);
            al_result *from_file = check_file(f, path, 0);
            assert_int_equal(from_file->size, m.size); /* though not all of it was read */
            assert_limit(from_file, "max-file-size", limit);
            assert_limit(check_pipe(f, &m, 1000), "max-file-size", limit);
        }
        al_options_set_limit(f->options, AL_LIMIT_FILE_SIZE, 0);
        assert_limit(check_file(f, path, 0), "max-file-size", 0);
        mesh_free(&m);
    }
}

static void files_larger_than_memory(void **state)
{
    fixture *f = *state;
    mesh m = mesh_plain(30000, false);
    const char *path = write_file(f, "hull.xmf", m.bytes, m.size);
    static const uint64_t limits[] = {0, 1000, 4096, 100000, 300000};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        al_options_set_limit(f->options, AL_LIMIT_MEMORY, limits[i]);
        assert_limit(check_file(f, path, 0), "max-memory", limits[i]);
        assert_limit(check_pipe(f, &m, 4096), "max-memory", limits[i]);
    }
    al_options_set_limit(f->options, AL_LIMIT_MEMORY, 4 * m.size);
    al_result *r = check_file(f, path, 0);
    assert_status(r, AL_FILE_CLEAN, 0);
    al_result_free(r);
    mesh_free(&m);
}

/* The file fits into memory, but some of its parts don't: that is a finding of its format, and the rest is
 * checked. */
static void checks_that_need_more_than_memory(void **state)
{
    fixture *f = *state;
    mesh m = mesh_plain(30000, true);
    mesh_set_i32(&m, 0x16, 5);
    unsigned limited = 0, whole = 0;
    for (uint64_t limit = 1000; limit < 200000; limit += 1000) {
        al_options_set_limit(f->options, AL_LIMIT_MEMORY, limit);
        al_result *r = check_memory(f, "hull.xmf", m.bytes, m.size, 0);
        if (r->status == AL_FILE_LIMIT) {
            limited++;
            bool reported = false;
            for (size_t i = 0; i < r->finding_count; i++)
                reported = reported || strcmp(r->findings[i].rule->id, "xmf/limit") == 0;
            assert_true(reported);
        } else {
            whole++;
            assert_status(r, AL_FILE_FINDINGS, 1);
            (void)result_finding(r, "xmf/primitive-type", "header.primitiveType");
        }
        al_result_free(r);
    }
    assert_in_range(limited, 5, 100);
    assert_in_range(whole, 20, 195);
    mesh_free(&m);
}

static void inflated_bytes_have_a_limit(void **state)
{
    fixture *f = *state;
    mesh m = mesh_plain(300, true); /* 3,600 bytes of vertices, 600 of indices */
    al_options_set_limit(f->options, AL_LIMIT_INFLATED, 4200);
    al_result *r = check_memory(f, "hull.xmf", m.bytes, m.size, 0);
    assert_status(r, AL_FILE_CLEAN, 0);
    al_result_free(r);
    al_options_set_limit(f->options, AL_LIMIT_INFLATED, 4199);
    r = check_memory(f, "hull.xmf", m.bytes, m.size, 0);
    assert_status(r, AL_FILE_LIMIT, 1);
    const al_finding *finding = result_finding(r, "xmf/limit", "buffers[1].data");
    assert_int_equal(finding->offset + finding->length, m.size);
    al_result_free(r);
    al_options_set_limit(f->options, AL_LIMIT_INFLATED, 0);
    r = check_memory(f, "hull.xmf", m.bytes, m.size, 0);
    assert_status(r, AL_FILE_LIMIT, 2);
    (void)result_finding(r, "xmf/limit", "buffers[0].data");
    (void)result_finding(r, "xmf/limit", "buffers[1].data");
    al_result_free(r);
    mesh_free(&m);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_clean_file),
        TEST(a_result_outlives_everything_else),
        TEST(default_options),
        TEST(changed_options_take_effect),
        TEST(names_are_escaped_for_people_and_kept_for_others),
        TEST(files_of_no_format),
        TEST(members_of_an_archive),
        TEST(more_findings_than_are_kept),
        TEST(files_and_bytes_give_the_same),
        TEST(a_file_of_no_format),
        TEST(files_of_every_size_near_the_first_read),
        TEST(of_a_raw_picture_only_the_ends_are_read),
        TEST(files_that_cannot_be_read),
        TEST(streams_that_cannot_be_read),
        TEST(a_stream_without_reasons),
        TEST(reasons_are_escaped_and_copied),
        TEST(streams_that_announce_their_size),
        TEST(announced_sizes_beyond_the_limit),
        TEST(descriptors_that_cannot_be_read),
        TEST(unreadable_files_with_the_rule_off),
        TEST(pipes_and_bytes_give_the_same),
        TEST(a_pipe_of_single_bytes),
        TEST(a_descriptor_is_read_from_where_it_stands),
        TEST(files_larger_than_the_limit),
        TEST(files_larger_than_memory),
        TEST(checks_that_need_more_than_memory),
        TEST(inflated_bytes_have_a_limit),
    };
    (void)signal(SIGPIPE, SIG_IGN); /* a limit stops the reading before the writer is done */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
