/* project_test.c: al_project as a client sees it: results in order, suppressed findings, mistakes, shards, a
 * run that is stopped, and runs whose workers are refused memory. */
#include "mesh.h"
#include "test_folder.h"
#include "unit.h"

#include <assetlint/assetlint.h>
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/platform.h"

enum { MAX_TEXT = 1 << 14 };

typedef struct fixture {
    test_folder folder;
    al_options *options;
} fixture;

static int begin(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    if (f == NULL)
        return -1;
    f->options = al_options_new();
    *state = f;
    return f->options != NULL ? test_folder_begin(&f->folder) : -1;
}

static int end(void **state)
{
    fixture *f = *state;
    const int failed = test_folder_end(&f->folder);
    al_options_free(f->options);
    free(f);
    return failed;
}

static void add_folder(fixture *f, const char *name)
{
    test_folder_add_folder(&f->folder, name);
}

static void add_text(fixture *f, const char *name, const char *text)
{
    test_folder_add_text(&f->folder, name, text);
}

/* `cut`: bytes that are missing at the end. */
static void add_mesh(fixture *f, const char *name, uint32_t vertices, size_t cut)
{
    mesh m = mesh_plain(vertices, false);
    test_folder_add_file(&f->folder, name, m.bytes, m.size - cut);
    mesh_free(&m);
}

/* ---- A client ------------------------------------------------------------------------------------------ */

/* What a run hands out, as "PATH STATUS [RULE...] (SUPPRESSED...: WHY); ". */
typedef struct heard {
    char text[MAX_TEXT];
    size_t results, last; /* the result after which no more are wanted; 0: all are */
    atomic_bool stopped;
    al_project *project; /* stopped at the first result; or NULL */
} heard;

static void append(heard *h, const char *text)
{
    const size_t length = strlen(h->text);
    (void)snprintf(h->text + length, sizeof h->text - length, "%s", text);
}

static bool on_result(void *context, const al_result *result)
{
    heard *h = context;
    assert_int_equal(result->member_count, 0);
    append(h, result->path);
    append(h, result->member[0] != '\0' ? "!/" : "");
    append(h, result->member);
    append(h, " ");
    append(h, al_file_status_name(result->status));
    for (size_t i = 0; i < result->finding_count; i++) {
        append(h, " ");
        append(h, result->findings[i].rule->id);
    }
    for (size_t i = 0; i < result->suppressed_count; i++) {
        append(h, " (");
        append(h, result->suppressed[i].finding.rule->id);
        append(h, ": ");
        append(h, result->suppressed[i].justification);
        append(h, ")");
    }
    append(h, "; ");
    if (h->project != NULL)
        al_project_stop(h->project);
    return ++h->results != h->last;
}

static bool is_stopped(void *context)
{
    const heard *h = context;
    return atomic_load(&h->stopped);
}

static al_client client_of(heard *h)
{
    return (al_client){.size = sizeof(al_client), .context = h, .result = on_result, .stopped = is_stopped};
}

static al_status run(al_project *project, heard *h)
{
    const al_client client = client_of(h);
    return al_project_run(project, &client);
}

static al_project *project_of(const fixture *f, const char *path)
{
    al_project *project = al_project_new(f->options);
    assert_non_null(project);
    assert_int_equal(al_project_add_path(project, path), AL_OK);
    return project;
}

static al_summary sum_of(const al_project *project)
{
    al_summary sum = {.size = sizeof sum};
    al_project_summary(project, &sum);
    return sum;
}

/* ---- What is handed out -------------------------------------------------------------------------------- */

static void a_mod_with_its_configuration(void **state)
{
    fixture *f = *state;
    heard h = {.results = 0};
    add_folder(f, "mod");
    add_mesh(f, "mod/b.xmf", 9, 4);
    add_mesh(f, "mod/a.xmf", 9, 0);
    add_mesh(f, "mod/c.xmf", 9, 4);
    add_text(f, "mod/c.xmf.assetlintignore", "xmf/* # known\n");
    add_text(f, "mod/assetlint.json",
             "{\"fail-on\": \"warning\", \"exclude\": [\"d*\"], \"suppressions\": ["
             "{\"rule\": \"xmf/data-range\", \"path\": \"b.xmf\", \"reason\": \"a test\"},"
             "{\"rule\": \"xmf/index-range\", \"path\": \"b.xmf\", \"reason\": \"never\"}]}");
    al_project *project = project_of(f, "mod");
    assert_null(al_project_configuration(project));
    assert_int_equal(al_project_find_configuration(project), AL_OK);
    const al_configuration_info *c = al_project_configuration(project);
    assert_non_null(c);
    assert_string_equal(c->path, "mod/assetlint.json");
    assert_true(c->has_fail_on);
    assert_int_equal(c->fail_on, AL_WARNING);
    assert_int_equal(c->exclude_count, 1);
    assert_int_equal(run(project, &h), AL_OK);
    assert_string_equal(h.text, "mod/a.xmf clean; mod/b.xmf findings (xmf/data-range: a test); "
                                "mod/c.xmf findings (xmf/data-range: known); "
                                "mod/assetlint.json findings config/unused-suppression; ");
    assert_int_equal(sum_of(project).done, 5);
    assert_false(sum_of(project).stopped);
    assert_int_equal(al_project_exit(project), AL_EXIT_FINDINGS);

    const al_summary first = sum_of(project);
    heard again = {.results = 0};
    assert_int_equal(run(project, &again), AL_OK);
    assert_string_equal(again.text, h.text);
    const al_summary second = sum_of(project);
    assert_int_equal(second.inputs, first.inputs);
    assert_int_equal(second.done, first.done);
    assert_int_equal(second.files, first.files);
    assert_int_equal(second.unread, first.unread);
    assert_true(second.listed && !second.stopped);
    assert_int_equal(al_project_exit(project), AL_EXIT_FINDINGS);
    al_project_free(project);
}

/* Bytes are substituted for one run. */
static void a_run_with_another_text(void **state)
{
    fixture *f = *state;
    add_folder(f, "mod");
    add_folder(f, "mod/libraries");
    add_text(f, "mod/content.xml", "<content id=\"mod\" version=\"100\"/>");
    add_text(f, "mod/libraries/a.xml", "<a>");
    al_project *project = project_of(f, "mod");
    static const char broken[] = "mod/content.xml clean; mod/libraries/a.xml findings x4/xml; ";
    static const char *const expected[] = {
        broken, "mod/content.xml clean; mod/libraries/a.xml clean; ", broken,
        "mod/content.xml findings x4/xml; mod/libraries/a.xml findings x4/xml; "};
    for (int i = 0; i < 4; i++) {
        heard h = {.results = 0};
        if (i == 1) {
            assert_int_equal(al_project_substitute(project, "mod/libraries/a.xml", "<a/>", 4), AL_OK);
        } else if (i == 3) {
            assert_int_equal(al_project_substitute(project, "mod/libraries/b.xml", "<", 1), AL_OK);
            assert_int_equal(al_project_substitute(project, "mod/content.xml", "<", 1), AL_OK);
        }
        assert_int_equal(run(project, &h), AL_OK);
        assert_string_equal(h.text, expected[i]);
        assert_int_equal(al_project_exit(project), i == 1 ? AL_EXIT_FINE : AL_EXIT_FINDINGS);
    }
    al_project_free(project);
}

static void mistakes_have_a_place(void **state)
{
    fixture *f = *state;
    add_text(f, "assetlint.json",
             "{\n  \"fail-on\": \"never\",\n  \"levels\": {\"xmf/no-such\": \"off\"}\n}");
    add_text(f, "known.json", "[]");
    al_project *project = project_of(f, ".");
    assert_int_equal(al_project_find_configuration(project), AL_CONFIG_ERROR);
    assert_string_equal(al_project_mistake(project)->path, "./assetlint.json");
    assert_int_equal(al_project_mistake(project)->line, 3);
    assert_int_equal(al_project_mistake(project)->column, 14);
    assert_non_null(strstr(al_project_mistake(project)->text, "no rule matches"));
    al_project_free(project);
    project = project_of(f, ".");
    assert_int_equal(al_project_read_baseline(project, "known.json"), AL_CONFIG_ERROR);
    assert_string_equal(al_project_mistake(project)->path, "known.json");
    assert_int_equal(al_project_mistake(project)->line, 1);
    assert_int_equal(al_project_read_baseline(project, "absent.json"), AL_CONFIG_ERROR);
    al_project_free(project);
}

static void bad_arguments(void **state)
{
    fixture *f = *state;
    al_project *project = project_of(f, ".");
    assert_int_equal(al_project_set_shard(project, 0, 2), AL_BAD_ARGUMENT);
    assert_int_equal(al_project_set_shard(project, 3, 2), AL_BAD_ARGUMENT);
    assert_int_equal(al_project_set_date(project, "2026-1-01"), AL_BAD_ARGUMENT);
    assert_int_equal(al_project_set_date(project, "2026-01-0x"), AL_BAD_ARGUMENT);
    assert_int_equal(al_project_set_date(project, "2026-01-0:"), AL_BAD_ARGUMENT);
    assert_int_equal(al_project_set_date(project, "/026-01-01"), AL_BAD_ARGUMENT);
    assert_int_equal(al_project_set_date(project, "2026/01-01"), AL_BAD_ARGUMENT);
    assert_int_equal(al_project_set_date(project, "2026-02-30"), AL_BAD_ARGUMENT);
    assert_int_equal(al_project_set_date(project, "2026-13-01"), AL_BAD_ARGUMENT);
    assert_int_equal(al_project_set_date(project, "2026-01-011"), AL_BAD_ARGUMENT);
    assert_int_equal(al_project_set_date(project, ""), AL_BAD_ARGUMENT);
    assert_int_equal(al_project_set_date(project, "1999-09-09"), AL_OK);
    assert_int_equal(al_project_set_date(project, "2026-01-01"), AL_OK);
    assert_int_equal(al_project_add_list(project, "absent.txt", '\n'), AL_OK);
    assert_int_equal(al_project_add_list(project, "more.txt", '\n'), AL_BAD_ARGUMENT);
    const al_client without_size = {.result = NULL};
    assert_int_equal(al_project_list(project, &without_size), AL_BAD_ARGUMENT);
    assert_int_equal(al_project_run(project, &without_size), AL_BAD_ARGUMENT);
    assert_int_equal(al_project_run(project, NULL), AL_UNREADABLE);
    al_project_free(project);
    al_project_free(NULL);
    static const struct {
        size_t paths, references;
    } not_one[] = {{0, 0}, {0, 2}, {1, 0}, {1, 1}, {1, 2}};
    for (size_t i = 0; i < sizeof not_one / sizeof not_one[0]; i++) {
        project = not_one[i].paths > 0 ? project_of(f, ".") : al_project_new(f->options);
        for (size_t k = 0; k < not_one[i].references; k++)
            assert_int_equal(al_project_add_reference(project, "."), AL_OK);
        assert_int_equal(al_project_write_names(project, NULL, NULL, NULL), AL_BAD_ARGUMENT);
        al_project_free(project);
    }
    for (al_status status = AL_OK; status <= AL_STOPPED; status++)
        assert_true(al_status_text(status)[0] != '\0');
}

static void shards_are_the_whole(void **state)
{
    fixture *f = *state;
    heard whole = {.results = 0}, parts[2] = {{.results = 0}, {.results = 0}};
    add_mesh(f, "a.xmf", 9, 4);
    add_mesh(f, "b.xmf", 9, 0);
    add_mesh(f, "c.xmf", 9, 4);
    al_project *project = project_of(f, ".");
    assert_int_equal(run(project, &whole), AL_OK);
    al_project_free(project);
    for (uint64_t i = 0; i < 2; i++) {
        project = project_of(f, ".");
        assert_int_equal(al_project_set_shard(project, i + 1, 2), AL_OK);
        assert_int_equal(run(project, &parts[i]), AL_OK);
        assert_int_equal(al_project_file_count(project), 3);
        assert_string_equal(al_project_file(project, 2), "./c.xmf");
        assert_null(al_project_file(project, 3));
        al_project_free(project);
    }
    assert_string_equal(parts[0].text, "./a.xmf findings xmf/data-range; ./c.xmf findings xmf/data-range; ");
    assert_string_equal(parts[1].text, "./b.xmf clean; ");
    assert_int_equal(whole.results, 3);
}

/* Results about assetlint's own files come where their paths belong. */
/* They come behind all others, in the order of their paths. */
#define BOTH_FILES \
    "./a.xmf clean; ./y.xmf clean; ./a.xmf.assetlintignore findings config/unused-suppression; "
#define CONFIGURATION "./assetlint.json findings config/unused-suppression; "
#define LAST          "./y.xmf.assetlintignore findings config/unused-suppression; "

static void own_files_have_their_place(void **state)
{
    static const char *const names[] = {"./aa.json", "./known.json", "./zz.json"};
    static const char configuration[] =
        "{\"suppressions\": [{\"rule\": \"xmf/inflate\", \"path\": \"y.xmf\", \"reason\": \"r\"}]}";
    static const char baseline[] =
        "{\"tool\": \"assetlint\", \"version\": 1, \"findings\": [{\"fingerprint\": \"0000000000000001\","
        " \"rule\": \"xmf/inflate\", \"path\": \"a.xmf\", \"field\": \"\"}]}";
    static const char *const expected[] = {
        BOTH_FILES "./aa.json findings baseline/unmatched; " CONFIGURATION LAST,
        BOTH_FILES CONFIGURATION "./known.json findings baseline/unmatched; " LAST,
        BOTH_FILES CONFIGURATION LAST "./zz.json findings baseline/unmatched; "};
    fixture *f = *state;
    add_mesh(f, "a.xmf", 9, 0);
    add_mesh(f, "y.xmf", 9, 0);
    add_text(f, "a.xmf.assetlintignore", "xmf/data-range\n");
    add_text(f, "y.xmf.assetlintignore", "xmf/data-range\n");
    add_text(f, "assetlint.json", configuration);
    for (size_t i = 0; i < 3; i++) {
        heard h = {.results = 0};
        add_text(f, names[i], baseline);
        al_project *project = project_of(f, ".");
        assert_int_equal(al_project_find_configuration(project), AL_OK);
        assert_int_equal(al_project_read_baseline(project, names[i]), AL_OK);
        assert_int_equal(run(project, &h), AL_OK);
        assert_string_equal(h.text, expected[i]);
        al_project_free(project);
    }
}

/* The first shard reports on the configuration; other shards may use the suppressions of other files. */
static void the_first_shard_judges_own_files(void **state)
{
    fixture *f = *state;
    add_mesh(f, "a.xmf", 9, 0);
    add_text(f, "assetlint.json",
             "{\"suppressions\": [{\"rule\": \"xmf/inflate\", \"path\": \"a.xmf\", \"reason\": \"r\"}]}");
    static const struct {
        uint64_t shard, shards;
        const char *expected;
    } cases[] = {{1, 1, "./a.xmf clean; ./assetlint.json findings config/unused-suppression; "},
                 {1, 2, "./a.xmf clean; ./assetlint.json findings config/unused-suppression; "},
                 {2, 2, ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        heard h = {.results = 0};
        al_project *project = project_of(f, ".");
        assert_int_equal(al_project_find_configuration(project), AL_OK);
        assert_int_equal(al_project_set_shard(project, cases[i].shard, cases[i].shards), AL_OK);
        assert_int_equal(run(project, &h), AL_OK);
        assert_string_equal(h.text, cases[i].expected);
        al_project_free(project);
    }
}

/* Suppressions expire by the date that was set; without one none does. */
static void suppressions_expire_by_a_date(void **state)
{
    fixture *f = *state;
    add_mesh(f, "a.xmf", 9, 4);
    add_text(f, "assetlint.json",
             "{\"suppressions\": [{\"rule\": \"xmf/*\", \"reason\": \"r\", \"expires\": \"2026-05-16\"}]}");
    for (unsigned dated = 0; dated <= 1; dated++) {
        heard h = {.results = 0};
        al_project *project = project_of(f, ".");
        if (dated)
            assert_int_equal(al_project_set_date(project, "2026-05-17"), AL_OK);
        assert_int_equal(al_project_read_configuration(project, "assetlint.json"), AL_OK);
        assert_int_equal(al_project_read_configuration(project, "assetlint.json"), AL_BAD_ARGUMENT);
        assert_int_equal(run(project, &h), AL_OK);
        assert_string_equal(h.text, dated ? "./a.xmf findings xmf/data-range; "
                                            "assetlint.json findings config/expired-suppression; "
                                          : "./a.xmf findings (xmf/data-range: r); ");
        al_project_free(project);
    }
}

/* What the run means follows from the options, the configuration, suppressions, and what was not checked. */
static void the_exit_of_a_run(void **state)
{
    fixture *f = *state;
    static const struct {
        const char *configuration;
        int fail_on; /* an al_level, or -1: not given */
        al_exit expected;
        bool changed; /* by the configuration */
    } cases[] = {
        {"{}", -1, AL_EXIT_FINDINGS, false},
        {"{\"fail-on\": \"never\"}", -1, AL_EXIT_FINE, true},
        {"{\"fail-on\": \"never\"}", AL_ERROR, AL_EXIT_FINDINGS, false},
        {"{\"fail-on\": \"error\"}", AL_OFF, AL_EXIT_FINE, false},
        {"{\"levels\": {\"xmf/*\": \"off\"}}", -1, AL_EXIT_FINE, true},
        {"{\"levels\": {\"xmf/*\": \"off\"}}", AL_OFF, AL_EXIT_FINE, false},
        {"{\"levels\": {\"xmf/*\": \"warning\"}}", -1, AL_EXIT_FINE, true},
        {"{\"levels\": {\"xmf/*\": \"warning\"}}", AL_WARNING, AL_EXIT_FINDINGS, false},
        {"{\"levels\": {\"xmf/*\": \"note\"}, \"fail-on\": \"note\"}", -1, AL_EXIT_FINDINGS, false},
        {"{\"levels\": {\"xmf/*\": \"note\"}, \"fail-on\": \"warning\"}", -1, AL_EXIT_FINE, true},
        {"{\"suppressions\": [{\"rule\": \"xmf/*\", \"reason\": \"r\"}]}", -1, AL_EXIT_FINE, false},
        {"{\"suppressions\": [{\"rule\": \"xmf/*\", \"reason\": \"r\", \"expires\": \"2026-05-16\"}]}", -1,
         AL_EXIT_FINDINGS, false},
        {"{\"limits\": {\"max-file-size\": 100}, \"fail-on\": \"never\"}", -1, AL_EXIT_UNCHECKED, true},
    };
    add_mesh(f, "x.xmf", 9, 4);
    add_mesh(f, "z.xmf", 9, 0);
    add_text(f, "y.txt", "of no known format");
    add_text(f, "assetlint.json", "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        heard h = {.results = 0};
        FILE *out = fopen("assetlint.json", "wb");
        assert_non_null(out);
        assert_true(fputs(cases[i].configuration, out) >= 0);
        assert_int_equal(fclose(out), 0);
        al_project *project = project_of(f, ".");
        assert_int_equal(al_project_set_date(project, "2026-05-17"), AL_OK);
        if (cases[i].fail_on >= 0)
            al_project_set_fail_on(project, (al_level)cases[i].fail_on);
        assert_int_equal(al_project_find_configuration(project), AL_OK);
        assert_int_equal(run(project, &h), AL_OK);
        assert_int_equal(al_project_exit(project), cases[i].expected);
        assert_int_equal(al_project_configuration(project)->changes_exit, cases[i].changed);
        assert_int_equal(sum_of(project).inputs, 4);
        assert_int_equal(sum_of(project).files, h.results);
        al_project_free(project);
    }
}

/* A run that was stopped has not checked everything, and neither has one whose list can't be read. */
static void the_exit_of_a_run_that_ends_early(void **state)
{
    fixture *f = *state;
    heard h = {.results = 0};
    add_mesh(f, "x.xmf", 9, 0);
    al_project *project = project_of(f, ".");
    al_project_stop(project);
    assert_int_equal(run(project, &h), AL_STOPPED);
    assert_int_equal(al_project_exit(project), AL_EXIT_UNCHECKED);
    al_project_free(project);
    project = project_of(f, ".");
    assert_int_equal(al_project_add_list(project, "absent.txt", '\n'), AL_OK);
    assert_int_equal(al_project_run(project, NULL), AL_UNREADABLE);
    assert_int_equal(al_project_exit(project), AL_EXIT_UNCHECKED);
    al_project_free(project);
}

/* What a mistake quotes of the file forges no line and no colour of a terminal. */
static void mistakes_are_escaped(void **state)
{
    fixture *f = *state;
    add_text(f, "assetlint.json", "{\"levels\": {\"\\u001b[31m\\u0007\": \"off\"}}");
    al_project *project = project_of(f, ".");
    assert_int_equal(al_project_find_configuration(project), AL_CONFIG_ERROR);
    assert_string_equal(al_project_mistake(project)->text, "no rule matches \"\\x1B[31m\\x07\"");
    al_project_free(project);
}

/* The search begins at the first path. That of standard input is only a name, and "-" is none. */
static void the_search_for_a_configuration(void **state)
{
    static const struct {
        const char *path, *found;
        bool input;
    } cases[] = {
        {"mod/a.xmf", "mod/assetlint.json", false},
        {"mod/a.xmf", "mod/assetlint.json", true},
        {"-", "-/assetlint.json", false},
        {"-", "assetlint.json", true},
        {NULL, "assetlint.json", false},
        {"a.xmf", "assetlint.json", false},
    };
    fixture *f = *state;
    add_folder(f, "mod");
    add_folder(f, "-");
    add_text(f, "mod/assetlint.json", "{}");
    add_text(f, "-/assetlint.json", "{}");
    add_text(f, "assetlint.json", "{}");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        al_project *project = al_project_new(f->options);
        if (cases[i].input)
            assert_int_equal(al_project_add_standard_input(project, cases[i].path), AL_OK);
        else if (cases[i].path != NULL)
            assert_int_equal(al_project_add_path(project, cases[i].path), AL_OK);
        assert_int_equal(al_project_find_configuration(project), AL_OK);
        assert_string_equal(al_project_configuration(project)->path, cases[i].found);
        al_project_free(project);
    }
}

static void hear_configuration(void *context, const al_notice *notice)
{
    heard *h = context;
    assert_true(notice->kind == AL_NOTICE_UNUSED_CONFIGURATION ||
                notice->kind == AL_NOTICE_FOREIGN_CONFIGURATION || notice->kind == AL_NOTICE_LIST);
    append(h, notice->kind == AL_NOTICE_UNUSED_CONFIGURATION ? "not used: "
              : notice->kind == AL_NOTICE_LIST               ? "unreadable: "
                                                             : "used for others: ");
    append(h, notice->path);
    append(h, notice->kind != AL_NOTICE_LIST ? notice->text : "");
    append(h, "; ");
}

/* Of configurations that are not used only a run tells that has looked for one, and that has all files. */
static void configurations_that_are_not_used(void **state)
{
    static const struct {
        bool finds, reads, absent;
        const char *told;
    } cases[] = {
        {false, false, false, ""},
        {false, true, false, ""},
        {true, false, false, "not used: mod/b/assetlint.json; used for others: mod/a/assetlint.jsonmod/b; "},
        {true, false, true, "unreadable: absent.txt; "},
        {false, false, true, "unreadable: absent.txt; "},
    };
    fixture *f = *state;
    add_folder(f, "mod");
    add_folder(f, "mod/a");
    add_folder(f, "mod/b");
    add_text(f, "mod/a/assetlint.json", "{}");
    add_text(f, "mod/b/assetlint.json", "{}");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        heard h = {.results = 0};
        const al_client client = {.size = sizeof client, .context = &h, .notice = hear_configuration};
        al_project *project = project_of(f, "mod/a");
        assert_int_equal(al_project_add_path(project, "mod/b"), AL_OK);
        if (cases[i].absent)
            assert_int_equal(al_project_add_list(project, "absent.txt", '\n'), AL_OK);
        if (cases[i].finds)
            assert_int_equal(al_project_find_configuration(project), AL_OK);
        if (cases[i].reads)
            assert_int_equal(al_project_read_configuration(project, "mod/a/assetlint.json"), AL_OK);
        assert_int_equal(al_project_list(project, &client), cases[i].absent ? AL_UNREADABLE : AL_OK);
        assert_string_equal(h.text, cases[i].told);
        al_project_free(project);
    }
}

/* The first one is named, and the others are counted. */
static void many_configurations_that_are_not_used(void **state)
{
    static const char *const told[] = {
        "not used: mod/a/assetlint.json; used for others: mod/c/assetlint.jsonmod/a; ",
        "not used: mod/a/assetlint.json and 1 other; used for others: mod/c/assetlint.jsonmod/a; ",
        "not used: mod/a/assetlint.json and 2 others; used for others: mod/c/assetlint.jsonmod/a; "};
    static const char *const folders[] = {"mod/c", "mod/a", "mod/b", "mod/d"};
    fixture *f = *state;
    add_folder(f, "mod");
    for (size_t i = 0; i < 4; i++) {
        char path[32];
        add_folder(f, folders[i]);
        (void)snprintf(path, sizeof path, "%s/assetlint.json", folders[i]);
        add_text(f, path, "{}");
    }
    for (size_t others = 1; others <= 3; others++) {
        heard h = {.results = 0};
        const al_client client = {.size = sizeof client, .context = &h, .notice = hear_configuration};
        al_project *project = project_of(f, folders[0]);
        for (size_t i = 1; i <= others; i++)
            assert_int_equal(al_project_add_path(project, folders[i]), AL_OK);
        assert_int_equal(al_project_find_configuration(project), AL_OK);
        assert_int_equal(al_project_list(project, &client), AL_OK);
        assert_string_equal(h.text, told[others - 1]);
        al_project_free(project);
    }
}

/* Files of no known format: those that were named and archives that can't be read have a result, the data of
 * a package has none. */
static void files_of_no_known_format(void **state)
{
    fixture *f = *state;
    heard named = {.results = 0}, found = {.results = 0};
    add_text(f, "a.bin", "");
    add_text(f, "b.dat", "");
    add_text(f, "c.zip", "PK\003\004");
    add_text(f, "assetlint.json", "{\"levels\": {\"file/unrecognized\": \"off\"}}");
    al_project *project = project_of(f, "a.bin");
    assert_int_equal(al_project_add_path(project, "b.dat"), AL_OK);
    assert_int_equal(al_project_find_configuration(project), AL_OK);
    assert_int_equal(run(project, &named), AL_OK);
    assert_string_equal(named.text, "a.bin unrecognized; ");
    al_project_free(project);
    project = project_of(f, ".");
    assert_int_equal(run(project, &found), AL_OK);
    assert_string_equal(found.text, "./c.zip unreadable archive/unreadable; ");
    al_project_free(project);
}

static void count_unread(void *context, const al_notice *notice)
{
    size_t *count = context;
    assert_int_equal(notice->kind, AL_NOTICE_UNREAD);
    assert_string_equal(notice->path, "absent.zip");
    assert_string_equal(notice->text, "no such file or folder");
    ++*count;
}

static void references_that_cannot_be_read(void **state)
{
    fixture *f = *state;
    size_t count = 0;
    add_mesh(f, "a.xmf", 9, 0);
    al_project *project = project_of(f, "a.xmf");
    assert_int_equal(al_project_add_reference(project, "absent.zip"), AL_OK);
    const al_client client = {.size = sizeof client, .context = &count, .notice = count_unread};
    assert_int_equal(al_project_run(project, &client), AL_OK);
    assert_int_equal(count, 1);
    assert_int_equal(sum_of(project).unread, 1);
    al_project_free(project);
}

static bool stop_at_once(void *context)
{
    (void)context;
    return true;
}

/* A client, and what it asks for, may have fewer fields than there are now. */
static void clients_of_an_earlier_version(void **state)
{
    fixture *f = *state;
    al_summary sum = {.size = offsetof(al_summary, done), .done = 77};
    al_progress progress = {.size = offsetof(al_progress, files), .files = 77};
    add_mesh(f, "a.xmf", 9, 0);
    al_project *project = project_of(f, "a.xmf");
    const al_client client = {.size = offsetof(al_client, stopped), .stopped = stop_at_once};
    assert_int_equal(al_project_run(project, &client), AL_OK);
    al_project_summary(project, &sum);
    assert_int_equal(sum.inputs, 1);
    assert_int_equal(sum.done, 77);
    al_project_progress(project, &progress);
    assert_int_equal(progress.phase, AL_PHASE_CHECK);
    assert_int_equal(progress.files, 77);
    al_project_free(project);
}

/* What a pipe gives can be read only once, whatever the number of workers. */
static void a_pipe_among_files(void **state)
{
    fixture *f = *state;
    add_mesh(f, "a.xmf", 9, 0);
    add_mesh(f, "z.xmf", 9, 4);
    for (uint64_t jobs = 1; jobs <= 3; jobs++) {
        heard h = {.results = 0};
        assert_int_equal(mkfifo("pipe.xmf", 0600), 0);
        const pid_t writer = fork();
        assert_true(writer >= 0);
        if (writer == 0) {
            const int out = open("pipe.xmf", O_WRONLY);
            _exit(out < 0 || write(out, "XUMF", 4) != 4);
        }
        al_project *project = project_of(f, "a.xmf");
        assert_int_equal(al_project_add_path(project, "pipe.xmf"), AL_OK);
        assert_int_equal(al_project_add_path(project, "z.xmf"), AL_OK);
        al_project_set_jobs(project, jobs);
        assert_int_equal(run(project, &h), AL_OK);
        al_project_free(project);
        assert_int_equal(waitpid(writer, NULL, 0), writer);
        assert_int_equal(remove("pipe.xmf"), 0);
        assert_string_equal(h.text,
                            "a.xmf clean; pipe.xmf findings xmf/truncated; z.xmf findings xmf/data-range; ");
    }
}

static void standard_input_among_files(void **state)
{
    fixture *f = *state;
    add_mesh(f, "a.xmf", 9, 0);
    add_mesh(f, "z.xmf", 9, 4);
    add_text(f, "given", "XUMF");
    const int before = dup(STDIN_FILENO);
    for (uint64_t jobs = 1; jobs <= 3; jobs++) {
        heard h = {.results = 0};
        const int in = open("given", O_RDONLY);
        assert_int_equal(dup2(in, STDIN_FILENO), STDIN_FILENO);
        assert_int_equal(close(in), 0);
        al_project *project = project_of(f, "a.xmf");
        assert_int_equal(al_project_add_standard_input(project, "input.xmf"), AL_OK);
        assert_int_equal(al_project_add_path(project, "z.xmf"), AL_OK);
        al_project_set_jobs(project, jobs);
        const al_status status = run(project, &h);
        al_project_free(project);
        if (before >= 0)
            assert_int_equal(dup2(before, STDIN_FILENO), STDIN_FILENO);
        assert_int_equal(status, AL_OK);
        assert_string_equal(h.text,
                            "a.xmf clean; input.xmf findings xmf/truncated; z.xmf findings xmf/data-range; ");
    }
    if (before >= 0)
        assert_int_equal(close(before), 0);
}

/* Texts are read by the survey; one that was named gets a result all the same. */
static void named_texts_and_unknown_files(void **state)
{
    fixture *f = *state;
    add_text(f, "a.xml", "<a/>");
    add_text(f, "b.bin", "");
    for (uint64_t jobs = 1; jobs <= 2; jobs++) {
        heard h = {.results = 0};
        al_project *project = project_of(f, "a.xml");
        assert_int_equal(al_project_add_path(project, "b.bin"), AL_OK);
        al_project_set_jobs(project, jobs);
        assert_int_equal(run(project, &h), AL_OK);
        assert_string_equal(h.text, "a.xml clean; b.bin unrecognized file/unrecognized; ");
        al_project_free(project);
        h = (heard){.results = 0};
        project = project_of(f, ".");
        al_project_set_jobs(project, jobs);
        assert_int_equal(run(project, &h), AL_OK);
        assert_string_equal(h.text, "");
        assert_int_equal(sum_of(project).done, 2);
        al_project_free(project);
    }
}

/* What an ignore file would suppress must not be reported. */
static void an_ignore_file_that_cannot_be_read(void **state)
{
    fixture *f = *state;
    add_mesh(f, "a.xmf", 9, 4);
    test_folder_add_link(&f->folder, "a.xmf.assetlintignore", "a.xmf.assetlintignore");
    add_text(f, "assetlint.json", "{}");
    for (uint64_t jobs = 1; jobs <= 2; jobs++) {
        heard h = {.results = 0};
        al_project *project = project_of(f, "a.xmf");
        assert_int_equal(al_project_find_configuration(project), AL_OK);
        al_project_set_jobs(project, jobs);
        assert_int_equal(run(project, &h), AL_OK);
        assert_string_equal(h.text, "a.xmf unreadable file/unreadable; ");
        al_project_free(project);
    }
}

/* ---- Runs that end early ------------------------------------------------------------------------------- */

static void add_meshes(fixture *f, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char name[40];
        (void)snprintf(name, sizeof name, "%02zu.xmf", i);
        add_mesh(f, name, 9, 0);
    }
}

static void a_client_that_wants_no_more(void **state)
{
    fixture *f = *state;
    add_meshes(f, 20);
    for (uint64_t jobs = 1; jobs <= 4; jobs++) {
        heard h = {.last = 3};
        al_project *project = project_of(f, ".");
        al_project_set_jobs(project, jobs);
        assert_int_equal(run(project, &h), AL_STOPPED);
        assert_int_equal(h.results, 3);
        assert_true(sum_of(project).stopped);
        assert_true(sum_of(project).listed);
        assert_int_equal(sum_of(project).inputs, 20);
        assert_int_equal(sum_of(project).done, 3);
        al_project_free(project);
    }
}

/* Whoever wants no more after the last result has stopped nothing. */
static void a_client_that_wants_no_more_in_the_end(void **state)
{
    fixture *f = *state;
    add_meshes(f, 3);
    heard h = {.last = 3};
    al_project *project = project_of(f, ".");
    assert_int_equal(run(project, &h), AL_OK);
    assert_false(sum_of(project).stopped);
    al_project_free(project);
}

static void a_run_that_is_stopped(void **state)
{
    fixture *f = *state;
    add_meshes(f, 20);
    heard before = {.results = 0}, during = {.results = 0};
    atomic_store(&before.stopped, true);
    al_project *project = project_of(f, ".");
    assert_int_equal(run(project, &before), AL_STOPPED);
    assert_int_equal(before.results, 0);
    assert_false(sum_of(project).listed);
    al_project_free(project);
    project = project_of(f, ".");
    al_project_set_jobs(project, 1);
    during.project = project;
    assert_int_equal(run(project, &during), AL_STOPPED);
    assert_int_equal(during.results, 1);
    al_project_free(project);
}

static void progress_reaches_the_end(void **state)
{
    fixture *f = *state;
    heard h = {.results = 0};
    al_progress progress = {.size = sizeof progress};
    add_meshes(f, 5);
    al_project *project = project_of(f, ".");
    al_project_progress(project, &progress);
    assert_int_equal(progress.phase, AL_PHASE_LIST);
    for (int runs = 0; runs < 2; runs++) {
        assert_int_equal(run(project, &h), AL_OK);
        al_project_progress(project, &progress);
        assert_int_equal(progress.phase, AL_PHASE_CHECK);
        assert_int_equal(progress.files, 5);
        assert_int_equal(progress.done, 5);
        assert_null(progress.path);
    }
    al_project_free(project);
}

/* ---- Workers that are refused memory ------------------------------------------------------------------- */

/* Large and empty files, as many workers as there are: the gate refuses memory while workers begin, and
 * postponed files are checked exclusively. Each run finds the same. */
static void runs_of_many_workers_in_little_memory(void **state)
{
    enum { LARGE = 12, EMPTY = 6, RUNS = 24, VERTICES = 30000 };
    fixture *f = *state;
    heard first = {.results = 0};
    for (size_t i = 0; i < LARGE; i++) {
        char name[40];
        (void)snprintf(name, sizeof name, "large%02zu.xmf", i);
        add_mesh(f, name, VERTICES, i % 3 == 0 ? 4 : 0);
    }
    for (size_t i = 0; i < EMPTY; i++) {
        char name[40];
        (void)snprintf(name, sizeof name, "empty%zu.xmf", i);
        add_text(f, name, "");
    }
    al_options_set_limit(f->options, AL_LIMIT_MEMORY, UINT64_C(1) << 20);
    for (size_t i = 0; i < RUNS; i++) {
        static const uint64_t jobs[] = {1, 2, 4, 16};
        heard h = {.results = 0};
        al_project *project = project_of(f, ".");
        al_project_set_jobs(project, jobs[i % 4]);
        assert_int_equal(run(project, &h), AL_OK);
        al_project_free(project);
        if (i == 0)
            first = h;
        assert_int_equal(h.results, LARGE + EMPTY);
        assert_string_equal(h.text, first.text);
    }
}

/* A thread reads the progress again and again. Nothing but the run's own atomic values may order what it
 * reads and what the workers write: ThreadSanitizer sees the rest. */
typedef struct watched {
    al_project *project;
    atomic_bool ended;
    atomic_uint looks;
    unsigned seen;   /* a bit for each file */
    unsigned phases; /* and for each phase */
} watched;

static _Thread_local bool is_watcher;

static void watch(void *context)
{
    watched *w = context;
    is_watcher = true;
    while (!atomic_load_explicit(&w->ended, memory_order_relaxed)) {
        al_progress progress = {.size = sizeof progress};
        al_project_progress(w->project, &progress);
        w->phases |= 1u << progress.phase;
        if (progress.path != NULL)
            w->seen |= 1u << (progress.path[strlen("./0")] - '0');
        atomic_fetch_add_explicit(&w->looks, 1, memory_order_relaxed);
    }
}

/* Lets the watcher look once more; the look that goes on may have begun before. The watcher asks, too. */
static bool wait_for_a_look(void *context)
{
    watched *w = context;
    const unsigned before = atomic_load_explicit(&w->looks, memory_order_relaxed);
    while (!is_watcher && atomic_load_explicit(&w->looks, memory_order_relaxed) - before < 2)
        (void)sched_yield();
    return false;
}

static void files_in_work_are_told(void **state)
{
    enum { FILES = 4 };
    fixture *f = *state;
    add_meshes(f, FILES);
    for (uint64_t jobs = 1; jobs <= 2; jobs++) {
        watched w = {.project = project_of(f, ".")};
        al_progress progress = {.size = sizeof progress};
        const al_client client = {.size = sizeof client, .context = &w, .stopped = wait_for_a_look};
        al_project_set_jobs(w.project, jobs);
        al_thread *watcher = al_thread_start(watch, &w);
        assert_non_null(watcher);
        assert_int_equal(al_project_run(w.project, &client), AL_OK);
        atomic_store_explicit(&w.ended, true, memory_order_relaxed);
        al_thread_join(watcher);
        if (jobs == 1) /* the first file in work hides the others */
            assert_int_equal(w.seen, (1 << FILES) - 1);
        assert_true(w.seen != 0);
        assert_int_equal(w.phases, 1u << AL_PHASE_LIST | 1u << AL_PHASE_SURVEY | 1u << AL_PHASE_CHECK);
        al_project_progress(w.project, &progress);
        assert_null(progress.path);
        assert_true(progress.bytes > 0 && progress.bytes == progress.all_bytes);
        al_project_free(w.project);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_mod_with_its_configuration, begin, end),
        cmocka_unit_test_setup_teardown(a_run_with_another_text, begin, end),
        cmocka_unit_test_setup_teardown(mistakes_have_a_place, begin, end),
        cmocka_unit_test_setup_teardown(bad_arguments, begin, end),
        cmocka_unit_test_setup_teardown(shards_are_the_whole, begin, end),
        cmocka_unit_test_setup_teardown(own_files_have_their_place, begin, end),
        cmocka_unit_test_setup_teardown(the_first_shard_judges_own_files, begin, end),
        cmocka_unit_test_setup_teardown(a_pipe_among_files, begin, end),
        cmocka_unit_test_setup_teardown(standard_input_among_files, begin, end),
        cmocka_unit_test_setup_teardown(named_texts_and_unknown_files, begin, end),
        cmocka_unit_test_setup_teardown(an_ignore_file_that_cannot_be_read, begin, end),
        cmocka_unit_test_setup_teardown(a_client_that_wants_no_more, begin, end),
        cmocka_unit_test_setup_teardown(suppressions_expire_by_a_date, begin, end),
        cmocka_unit_test_setup_teardown(the_exit_of_a_run, begin, end),
        cmocka_unit_test_setup_teardown(the_exit_of_a_run_that_ends_early, begin, end),
        cmocka_unit_test_setup_teardown(mistakes_are_escaped, begin, end),
        cmocka_unit_test_setup_teardown(the_search_for_a_configuration, begin, end),
        cmocka_unit_test_setup_teardown(configurations_that_are_not_used, begin, end),
        cmocka_unit_test_setup_teardown(many_configurations_that_are_not_used, begin, end),
        cmocka_unit_test_setup_teardown(files_of_no_known_format, begin, end),
        cmocka_unit_test_setup_teardown(references_that_cannot_be_read, begin, end),
        cmocka_unit_test_setup_teardown(clients_of_an_earlier_version, begin, end),
        cmocka_unit_test_setup_teardown(a_client_that_wants_no_more_in_the_end, begin, end),
        cmocka_unit_test_setup_teardown(a_run_that_is_stopped, begin, end),
        cmocka_unit_test_setup_teardown(progress_reaches_the_end, begin, end),
        cmocka_unit_test_setup_teardown(files_in_work_are_told, begin, end),
        cmocka_unit_test_setup_teardown(runs_of_many_workers_in_little_memory, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
