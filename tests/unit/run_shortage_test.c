/* run_shortage_test.c: each allocation of a whole run fails once. The run says that memory is short, or hands
 * out the same results as without that failure; and it frees what it allocated. */
#include "failing_memory.h"
#include "made_results.h"
#include "test_folder.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "engine/options.h"

enum { MOST_ALLOCATIONS = 4000, MOST_TEXT = 1 << 13, MOST_PATHS = 4 };

/* Whether libarchive's allocations fail, too: the linker wraps them if libarchive is linked in. Then
 * libarchive 3.6 ends the program if a name is short of memory, and if a filter is, says that the format is
 * unknown. */
#ifdef UNIT_LINKS_LIBARCHIVE
enum { LIBARCHIVE_FAILS = 1 };
#else
enum { LIBARCHIVE_FAILS = 0 };
#endif

/* What is checked. `configuration`: assetlint.json is read; `baseline`: known.json; `stream`: libarchive
 * unpacks some of it. */
typedef struct setup {
    const char *paths[MOST_PATHS], *references[MOST_PATHS], *list;
    bool configuration, baseline, stream;
    uint64_t jobs, shards;
} setup;

/* What a run hands out. */
typedef struct heard {
    al_project *project;
    char text[MOST_TEXT];
    size_t length;
    bool told; /* that memory was short */
} heard;

static void add_text(heard *h, const char *text)
{
    h->length += (size_t)snprintf(h->text + h->length, sizeof h->text - h->length, "%s", text);
    assert_true(h->length < sizeof h->text);
}

static void add_finding(heard *h, const al_finding *finding)
{
    add_text(h, finding->rule->id);
    add_text(h, " ");
    add_text(h, finding->field);
    add_text(h, ": ");
    add_text(h, finding->message);
    add_text(h, "; ");
}

static bool on_result(void *context, const al_result *result)
{
    heard *h = context;
    al_partner partner = {.size = sizeof partner};
    add_text(h, result->base_path);
    add_text(h, "!/");
    add_text(h, result->member);
    add_text(h, al_file_status_name(result->status));
    for (size_t i = 0; i < result->finding_count; i++)
        add_finding(h, &result->findings[i]);
    for (size_t i = 0; i < result->suppressed_count; i++)
        add_finding(h, &result->suppressed[i].finding);
    for (size_t i = 0; al_project_partner(h->project, result, i, &partner); i++)
        add_text(h, partner.path);
    add_text(h, "\n");
    return true;
}

static void on_notice(void *context, const al_notice *notice)
{
    heard *h = context;
    assert_int_not_equal(notice->kind, AL_NOTICE_READS_TERMINAL);
    h->told = h->told || notice->kind == AL_NOTICE_NO_MEMORY || notice->kind == AL_NOTICE_UNREAD;
}

/* Not judged references, which the caller may ask for after the run. */
static void add_not_judged(heard *h)
{
    for (size_t i = 0; i < al_project_not_judged_count(h->project); i++) {
        const al_not_judged *item = al_project_not_judged(h->project, i);
        add_text(h, item->rule->id);
        add_text(h, item->path);
        add_text(h, item->reason);
        add_text(h, "\n");
    }
}

static al_status prepare(al_project *project, const setup *s)
{
    al_status status = AL_OK;
    for (size_t i = 0; status == AL_OK && i < MOST_PATHS && s->paths[i] != NULL; i++)
        status = al_project_add_path(project, s->paths[i]);
    for (size_t i = 0; status == AL_OK && i < MOST_PATHS && s->references[i] != NULL; i++)
        status = al_project_add_reference(project, s->references[i]);
    if (status == AL_OK && s->list != NULL)
        status = al_project_add_list(project, s->list, '\n');
    if (status == AL_OK)
        status = al_project_exclude(project, "a/*.bak");
    if (status == AL_OK && s->configuration)
        status = al_project_find_configuration(project);
    if (status == AL_OK && s->baseline)
        status = al_project_read_baseline(project, "known.json");
    if (status == AL_OK && s->shards > 0)
        status = al_project_set_shard(project, 1, s->shards);
    al_project_set_jobs(project, s->jobs);
    return status;
}

/* True if the run was complete. */
static bool run(const setup *s, const al_options *options, heard *h)
{
    *h = (heard){.project = al_project_new(options)};
    const al_client client = {.size = sizeof client, .context = h, .result = on_result, .notice = on_notice};
    al_project *project = h->project;
    if (project == NULL)
        return false;
    al_status status = prepare(project, s);
    if (status == AL_OK)
        status = al_project_list(project, &client); /* what a caller may do first */
    if (status == AL_OK)
        status = al_project_run(project, &client);
    if (status == AL_OK)
        add_not_judged(h);
    al_project_free(project);
    assert_true(status == AL_OK || status == AL_OUT_OF_MEMORY);
    return status == AL_OK && !h->told;
}

static void assert_shortage_is_told(const setup *s)
{
    static heard usual, now;
    int told = 0;
    assert_true(run(s, NULL, &usual));
    for (int n = 1;; n++) {
        const size_t blocks = failing_memory_blocks();
        assert_true(n < MOST_ALLOCATIONS);
        failing_memory_arm((unsigned long)n);
        const bool complete = run(s, NULL, &now);
        const bool failed = failing_memory_disarm();
        assert_int_equal(failing_memory_blocks(), blocks);
        assert_true(complete || failed);
        if (complete)
            assert_string_equal(now.text, usual.text);
        told += !complete;
        if (!failed)
            break;
    }
    assert_true(told > 0);
}

/* The same for each allocation of an arena, most of which ask the system for nothing. The n-th of the survey
 * fails, or that of a check. */
static void assert_shortage_in_arenas_is_told(const setup *s)
{
    enum { ENOUGH = 16 }; /* complete runs, one after the other */
    static heard usual, now;
    al_options *options = al_options_new();
    assert_non_null(options);
    assert_true(run(s, NULL, &usual));
    size_t complete = 0;
    for (uint64_t n = 1; complete < ENOUGH; n++) {
        assert_true(n < MOST_ALLOCATIONS);
        al_options_fail_allocation(options, n);
        complete = run(s, options, &now) ? complete + 1 : 0;
        assert_true(n > 1 || complete == 0);
        if (complete > 0)
            assert_string_equal(now.text, usual.text);
    }
    al_options_free(options);
}

static void mods_with_references(void **state)
{
    (void)state;
    static const setup setups[] = {
        {.paths = {UNIT_RULES "/x4/missing-mesh/near-older-half/mod"},
         .references = {UNIT_RULES "/x4/missing-mesh/near-older-half/half"},
         .jobs = 1},
        {.paths = {UNIT_RULES "/xmf/lod-extent/near"}, .jobs = 1},
        {.paths = {UNIT_RULES "/ani/unknown-bone/near-with/mod"},
         .references = {UNIT_RULES "/ani/unknown-bone/near-with/a"},
         .jobs = 2},
    };
    for (size_t i = 0; i < sizeof setups / sizeof setups[0]; i++)
        assert_shortage_is_told(&setups[i]);
    for (size_t i = 0; i < sizeof setups / sizeof setups[0]; i++)
        assert_shortage_in_arenas_is_told(&setups[i]);
}

static void packages(void **state)
{
    (void)state;
    static const setup setups[] = {
        {.paths = {UNIT_CORPUS "/cat/seeds/nested.cat", UNIT_CORPUS "/zip/seeds/nested.zip"}, .jobs = 1},
        {.paths = {UNIT_RULES "/ani/unknown-bone/fires-package.zip", UNIT_CORPUS "/tar/seeds/plain.tar.gz"},
         .stream = true,
         .jobs = 1},
    };
    for (size_t i = 0; i < sizeof setups / sizeof setups[0]; i++)
        if (!setups[i].stream || !LIBARCHIVE_FAILS)
            assert_shortage_is_told(&setups[i]);
    for (size_t i = 0; i < sizeof setups / sizeof setups[0]; i++)
        assert_shortage_in_arenas_is_told(&setups[i]);
}

static void settings(void **state)
{
    (void)state;
    static const setup setups[] = {
        {.paths = {"mod", "named.bgf"},
         .references = {"ref"},
         .list = "list",
         .configuration = true,
         .baseline = true,
         .jobs = 1},
        {.paths = {"mod"}, .configuration = true, .baseline = true, .jobs = 2},
        {.paths = {"mod"}, .jobs = 1, .shards = 2},
    };
    for (size_t i = 0; i < sizeof setups / sizeof setups[0]; i++)
        assert_shortage_is_told(&setups[i]);
    for (size_t i = 0; i < sizeof setups / sizeof setups[0]; i++)
        assert_shortage_in_arenas_is_told(&setups[i]);
}

static int begin(void **state)
{
    static const char configuration[] =
        "{\"exclude\": [\"mod/old/\"], \"levels\": {\"xmf/inflate\": \"note\"}, \"overrides\": [{\"paths\": "
        "[\"mod/*\"], \"ignore\": [\"xmf/data-gap\"]}], \"budgets\": [{\"bytes\": 1}], \"suppressions\": "
        "[{\"rule\": \"xmf/*\", \"path\": \"mod/x.xmf\", \"reason\": \"r\"}, {\"path\": \"mod/old/*.ani\", "
        "\"reason\": \"not entered\"}, {\"path\": \"mod/a/gone.xmf\", \"reason\": \"g\"}, "
        "{\"path\": \"mod/gone.xmf\", \"reason\": \"g\"}]}";
    static const made_entry entries[] = {{'1', "xmf/inflate", "mod/x.xmf", ""},
                                         {'2', "xmf/inflate", "mod/gone.xmf", ""}};
    static const char *const folders[] = {"mod", "mod/a", "mod/old", "ref"};
    static const char *const files[] = {"mod/x.xmf", "mod/a/y.bak", "mod/z.xmf", "mod/old/y.xmf",
                                        "named.bgf", "beside.bgf",  "ref/r.skl"};
    test_folder *f = calloc(1, sizeof *f);
    *state = f;
    if (f == NULL || test_folder_begin(f) != 0)
        return -1;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        test_folder_add_folder(f, folders[i]);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        test_folder_add_text(f, files[i], "XUMF");
    test_folder_add_text(f, "assetlint.json", configuration);
    test_folder_add_text(f, "known.json", made_baseline(entries, 2));
    test_folder_add_text(f, "mod/x.xmf.assetlintignore", "xmf/inflate # why\nxmf/truncated\n");
    test_folder_add_text(f, "list", "mod/x.xmf\nbeside.bgf\n");
    return 0;
}

static int end(void **state)
{
    const int failed = test_folder_end(*state);
    free(*state);
    return failed;
}

/* A run that leaves files open soon finds none to open. */
static int limit_open_files(void **state)
{
    const struct rlimit few = {.rlim_cur = 64, .rlim_max = 64};
    (void)state;
    return setrlimit(RLIMIT_NOFILE, &few);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mods_with_references),
        cmocka_unit_test(packages),
        cmocka_unit_test_setup_teardown(settings, begin, end),
    };
    return cmocka_run_group_tests(tests, limit_open_files, NULL);
}
