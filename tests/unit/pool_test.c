/* pool_test.c: what the workers of a run do with each input: which are checked, and in which order results
 * come. The system's threads, and what the survey knows, are played by the test.
 */
#include "test_folder.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/check.h"
#include "platform/platform.h"
#include "project/notices.h"
#include "project/pool.h"
#include "project/survey.h"

enum { MOST_TEXT = 2048, MOST_INPUTS = 8, NEVER = 1000 };

/* What the test plays, and what it counts. One run at a time. */
typedef struct played {
    /* Set by tests. */
    atomic_int stop_at; /* the number of the question, from 1, from which on the run is stopped; 0: never */
    int most_threads;   /* that the system starts */
    int most_checkers;  /* that there is memory for */
    bool is_text;
    const char *failing; /* the path whose checks end without a result; or NULL */
    int accepted;        /* results after which the receiver wants no more; 0: it wants all */
    /* Noted. */
    atomic_int asked, checks[MOST_INPUTS], across, seen, pipes_asked, closed;
    int threads, joined, checkers, received;
    const al_watch *_Atomic watch; /* of the last check */
    const run_progress *progress;
    atomic_int shown; /* checks of the file that the progress shows */
    char text[MOST_TEXT];
} played;

static played now;

static al_thread *played_thread_start(void (*work)(void *context), void *context)
{
    if (now.threads >= now.most_threads)
        return NULL;
    now.threads++;
    return al_thread_start(work, context);
}

static void played_thread_join(al_thread *thread)
{
    now.joined++;
    al_thread_join(thread);
}

static al_checker *played_checker_new(const al_options *options)
{
    if (now.checkers == now.most_checkers)
        return NULL;
    now.checkers++;
    return al_checker_new(options);
}

static void played_checker_free(al_checker *checker)
{
    now.checkers -= checker != NULL;
    al_checker_free(checker);
}

static bool is_shown(const char *path)
{
    bool shown = false;
    for (size_t i = 0; i < MOST_INPUTS; i++) {
        const al_input *in = atomic_load(&now.progress->workers[i].input);
        shown = shown || (in != NULL && strcmp(in->path, path) == 0);
    }
    return shown;
}

/* Inputs are called "0", "1" and so on. */
static al_status played_check(al_checker *checker, const al_subject *about, al_source *source,
                              al_result **result)
{
    atomic_fetch_add(&now.checks[about->path[0] - '0'], 1);
    atomic_store(&now.watch, checker->watch);
    atomic_fetch_add(&now.shown, is_shown(about->path));
    atomic_fetch_add(&now.seen, source->already_read);
    atomic_fetch_add(&now.across, (int)about->context->surveyed_count);
    if (now.failing != NULL && strcmp(about->path, now.failing) == 0)
        return AL_OUT_OF_MEMORY;
    return al_check_source(checker, about, source, result);
}

static void played_describe(const al_survey *survey, const char *path, al_context *context)
{
    static const al_surveyed text = {.member = "", .judged_as = "xml", .read_as_text = true, .size = 4};
    (void)survey, (void)path;
    context->surveyed = &text;
    context->surveyed_count = now.is_text;
}

/* A pipe that gives what the file "pipe" has. */
static bool played_open_pipe(const char *path, const al_notices *notices, al_file *file)
{
    (void)notices;
    atomic_fetch_add(&now.pipes_asked, 1);
    return path[0] == '3' && al_file_open("pipe", file) == 0;
}

static void played_close(window *w)
{
    atomic_fetch_add(&now.closed, 1);
    window_close(w);
}

#define window_close       played_close
#define al_thread_start    played_thread_start
#define al_thread_join     played_thread_join
#define al_checker_new     played_checker_new
#define al_checker_free    played_checker_free
#define al_check_source    played_check
#define al_survey_describe played_describe
#define al_open_named_pipe played_open_pipe
#include "project/pool.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

/* ---- A run --------------------------------------------------------------------------------------------- */

typedef struct fixture {
    test_folder folder;
    run_progress progress;
    al_input items[MOST_INPUTS];
    al_input_list inputs;
    al_policy policy;
    pool_settings settings;
} fixture;

static bool is_over(const void *context)
{
    (void)context;
    const int number = atomic_fetch_add(&now.asked, 1) + 1, stop_at = atomic_load(&now.stop_at);
    return stop_at != 0 && number >= stop_at;
}

static void add_text(const char *text)
{
    const size_t length = strlen(now.text);
    (void)snprintf(now.text + length, sizeof now.text - length, "%s", text);
}

/* "PATH RULE[ and its ignore file]; ", with the message of a file that can't be read. */
static bool receive_result(void *context, const al_input *in, const checked_input *checked)
{
    al_result *result = checked->result;
    (void)context;
    add_text(in->path);
    add_text(checked->status != AL_OK ? " failed" : "");
    for (size_t i = 0; result != NULL && i < result->finding_count; i++) {
        const al_finding *f = &result->findings[i];
        add_text(" ");
        add_text(result->status == AL_FILE_UNREADABLE ? f->message : f->rule->id);
    }
    add_text(checked->ignore_file != NULL ? " and its ignore file; " : "; ");
    return ++now.received != now.accepted;
}

static int begin(void **state)
{
    static char names[MOST_INPUTS][2];
    fixture *f = calloc(1, sizeof *f);
    *state = f;
    if (f == NULL || test_folder_begin(&f->folder) != 0)
        return -1;
    now = (played){.most_threads = NEVER, .most_checkers = NEVER, .progress = &f->progress};
    al_options_init(&f->policy.options);
    f->policy.sidecars = true;
    for (size_t i = 0; i < MOST_INPUTS; i++) {
        (void)snprintf(names[i], sizeof names[i], "%zu", i);
        f->items[i].path = names[i];
        test_folder_add_text(&f->folder, names[i], "XUMF");
    }
    f->inputs = (al_input_list){.items = f->items, .count = 4};
    f->settings = (pool_settings){.inputs = &f->inputs,
                                  .policy = &f->policy,
                                  .jobs = 1,
                                  .progress = &f->progress,
                                  .receive = receive_result,
                                  .delivery = al_lock_new()};
    run_progress_begin(&f->progress, is_over, NULL);
    return f->settings.delivery != NULL ? 0 : -1;
}

static int end(void **state)
{
    fixture *f = *state;
    const int failed = test_folder_end(&f->folder);
    al_lock_free(f->settings.delivery);
    run_progress_end(&f->progress);
    free(f);
    return failed;
}

/* Runs it, and frees everything. */
static void check_all(fixture *f, uint64_t jobs, const char *expected)
{
    now.text[0] = '\0';
    now.received = 0;
    f->settings.jobs = jobs;
    f->settings.window = window_new();
    assert_non_null(f->settings.window);
    assert_true(pool_run(&f->settings));
    window_free(f->settings.window);
    if (expected != NULL)
        assert_string_equal(now.text, expected);
    assert_int_equal(now.checkers, 0);
    assert_int_equal(now.joined, now.threads);
}

/* How often the inputs were checked, as digits, for the inputs of the run. Forgets it. */
static void expect_checks(const fixture *f, const char *expected)
{
    char text[MOST_INPUTS + 1] = "";
    for (size_t i = 0; i < f->inputs.count; i++)
        text[i] = (char)('0' + atomic_exchange(&now.checks[i], 0));
    assert_string_equal(text, expected);
}

#define TRUNCATED(n) #n " xmf/truncated; "
static const char all_truncated[] = TRUNCATED(0) TRUNCATED(1) TRUNCATED(2) TRUNCATED(3);

/* ---- How many workers ---------------------------------------------------------------------------------- */

static void each_input_is_checked_once(void **state)
{
    fixture *f = *state;
    for (uint64_t jobs = 1; jobs <= 4; jobs++) {
        now.threads = now.joined = 0;
        atomic_store(&now.shown, 0);
        check_all(f, jobs, all_truncated);
        expect_checks(f, "1111");
        assert_int_equal(atomic_load(&now.shown), 4);
        for (size_t i = 0; i < RUN_MAX_WORKERS; i++)
            assert_null(atomic_load(&f->progress.workers[i].input));
        assert_int_equal(now.threads, jobs > 1 ? jobs : 0);
        assert_int_equal(f->progress.delivered, 4 * jobs);
    }
    now.threads = now.joined = 0;
    check_all(f, UINT64_MAX, all_truncated); /* more than inputs */
    assert_int_equal(now.threads, 4);
    f->inputs.count = 0;
    check_all(f, 2, "");
    assert_int_equal(now.threads, 4);
}

static void each_worker_has_its_own_progress(void **state)
{
    fixture *f = *state;
    f->inputs.count = 1;
    check_all(f, 2, TRUNCATED(0));
    assert_ptr_equal(atomic_load(&now.watch), &f->progress.workers[0].watch);
    worker workers[2];
    f->settings.window = window_new();
    assert_int_equal(start_workers(workers, &f->settings, 2), 2);
    for (size_t i = 0; i < 2; i++) {
        assert_ptr_equal(workers[i].progress, &f->progress.workers[i]);
        end_worker(&workers[i]);
    }
    window_free(f->settings.window);
}

/* Where it starts none, the calling thread checks. */
static void a_system_that_starts_few_threads(void **state)
{
    fixture *f = *state;
    for (int threads = 0; threads <= 2; threads++) {
        now.threads = now.joined = 0;
        now.most_threads = threads;
        check_all(f, 4, all_truncated);
        assert_int_equal(now.threads, threads);
        expect_checks(f, "1111");
    }
}

static void memory_for_few_workers(void **state)
{
    fixture *f = *state;
    for (int checkers = 1; checkers <= 3; checkers++) {
        now.threads = now.joined = 0;
        now.most_checkers = checkers;
        check_all(f, 4, all_truncated);
        assert_int_equal(now.threads, checkers);
    }
    now.most_checkers = 0;
    f->settings.window = window_new();
    for (uint64_t jobs = 1; jobs <= 2; jobs++) {
        f->settings.jobs = jobs;
        assert_false(pool_run(&f->settings));
    }
    window_free(f->settings.window);
}

/* ---- What is checked ----------------------------------------------------------------------------------- */

/* Its bytes come only once. */
static void a_pipe_is_read_once(void **state)
{
    fixture *f = *state;
    f->items[3].named_by_user = true;
    assert_int_equal(remove("3"), 0);
    assert_int_equal(mkfifo("3", 0600), 0);
    test_folder_add_text(&f->folder, "pipe", "XUMF");
    test_folder_add_text(&f->folder, "3.assetlintignore", "xmf/truncated\n");
    const int before = open("0", O_RDONLY);
    assert_int_equal(close(before), 0);
    for (uint64_t jobs = 1; jobs <= 3; jobs++) {
        check_all(f, jobs, all_truncated); /* what is no file has no ignore file */
        expect_checks(f, "1111");
    }
    assert_int_equal(now.pipes_asked, 3);
    const int after = open("0", O_RDONLY);
    assert_int_equal(after, before); /* no file stays open */
    assert_int_equal(close(after), 0);
}

static void inputs_that_cannot_be_read(void **state)
{
    fixture *f = *state;
    f->inputs.count = 2;
    f->items[0].error = f->items[1].error = ENOENT;
    f->items[1].is_folder = true;
    for (uint64_t jobs = 1; jobs <= 2; jobs++)
        check_all(f, jobs,
                  "0 file could not be read: no such file or folder; "
                  "1 list of the folder could not be read: no such file or folder; ");
}

/* A text that the survey has read is opened again only if the user named it. */
static void texts_that_the_survey_has_read(void **state)
{
    fixture *f = *state;
    f->inputs.count = 2;
    f->items[1].named_by_user = true;
    now.is_text = true;
    test_folder_add_text(&f->folder, "0.assetlintignore", "no/rule\n");
    check_all(f, 1, "0 and its ignore file; 1 xmf/truncated; ");
    assert_int_equal(now.seen, 1);
    assert_int_equal(now.across, 2);
}

/* What such a file would suppress must not be reported, also if only the survey has read the file itself. */
static void ignore_files_that_cannot_be_read(void **state)
{
    fixture *f = *state;
    f->inputs.count = 1;
    test_folder_add_link(&f->folder, "0.assetlintignore", "0.assetlintignore");
    now.is_text = true;
    for (unsigned listed = 0; listed <= 1; listed++) {
        now.across = 0;
        f->items[0].no_sidecar = listed; /* then its folder has no ignore files */
        check_all(f, 1, NULL);
        assert_int_equal(strstr(now.text, "assetlintignore") != NULL, !listed);
        assert_int_equal(now.across, listed);
    }
}

/* ---- The order of checks and results ------------------------------------------------------------------- */

static void a_check_that_fails(void **state)
{
    fixture *f = *state;
    now.failing = "1";
    for (uint64_t jobs = 1; jobs <= 2; jobs++) {
        check_all(f, jobs, TRUNCATED(0) "1 failed; " TRUNCATED(2) TRUNCATED(3));
        expect_checks(f, "1111");
    }
}

/* The checks that are at work end, and no others begin. */
static void a_receiver_that_wants_no_more(void **state)
{
    fixture *f = *state;
    now.accepted = 2;
    check_all(f, 1, TRUNCATED(0) TRUNCATED(1));
    expect_checks(f, "1100");
    for (uint64_t jobs = 2; jobs <= 4; jobs++) {
        atomic_store(&now.closed, 0);
        check_all(f, jobs, TRUNCATED(0) TRUNCATED(1));
        assert_true(atomic_load(&now.closed) > 0);
    }
}

/* ---- A run that is stopped ----------------------------------------------------------------------------- */

/* Wherever it is stopped: what was handed out is complete, and the check that was stopped has no result. */
static void a_run_that_is_stopped(void **state)
{
    fixture *f = *state;
    check_all(f, 1, all_truncated);
    const int questions = atomic_load(&now.asked);
    assert_in_range(questions, 8, NEVER);
    int delivered = 0;
    for (int n = 1; n <= questions; n++) {
        atomic_store(&now.asked, 0);
        atomic_store(&now.stop_at, n);
        check_all(f, 1, NULL);
        assert_int_equal(strncmp(all_truncated, now.text, strlen(now.text)), 0);
        assert_in_range(now.received, delivered, delivered + 1);
        delivered = now.received;
    }
    assert_int_equal(delivered, 4);
}

/* With several threads, results behind a check that was stopped are handed out, too; none comes twice. */
static void several_threads_that_are_stopped(void **state)
{
    fixture *f = *state;
    enum { ROUNDS = 60 };
    f->inputs.count = MOST_INPUTS;
    for (int n = 1; n <= ROUNDS; n++) {
        atomic_store(&now.asked, 0);
        atomic_store(&now.stop_at, n);
        check_all(f, 16, NULL);
        for (size_t i = 0; i < MOST_INPUTS; i++) {
            char one[] = "0 ";
            one[0] = (char)('0' + i);
            const char *first = strstr(now.text, one);
            assert_true(first == NULL || strstr(first + 1, one) == NULL);
        }
    }
}

/* The results that wait are handed out, though an earlier check does not end. */
static void results_behind_a_check_that_does_not_end(void **state)
{
    fixture *f = *state;
    static const char *const expected[] = {"3 xmf/truncated; 4 xmf/truncated; ", "3 xmf/truncated; "};
    f->inputs.count = MOST_INPUTS;
    for (int accepted = 0; accepted < 2; accepted++) {
        worker w;
        size_t number = 0;
        f->settings.window = window_new();
        assert_non_null(f->settings.window);
        window_open(f->settings.window, MOST_INPUTS);
        assert_true(begin_worker(&w, &f->settings, 0));
        while (number < 4)
            assert_true(window_take(f->settings.window, &number));
        window_put(f->settings.window, 1, (checked_input){.stopped = true});
        for (size_t i = 3; i <= 4; i++)
            window_put(f->settings.window, i, check_input(&w, &f->items[i]));
        now.accepted = accepted;
        now.received = 0;
        now.text[0] = '\0';
        pool_salvage(&f->settings);
        assert_string_equal(now.text, expected[accepted]);
        assert_false(window_take(f->settings.window, &number));
        end_worker(&w);
        window_free(f->settings.window);
    }
}

#define OF_RUN(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        OF_RUN(each_input_is_checked_once),
        OF_RUN(each_worker_has_its_own_progress),
        OF_RUN(a_system_that_starts_few_threads),
        OF_RUN(memory_for_few_workers),
        OF_RUN(a_pipe_is_read_once),
        OF_RUN(inputs_that_cannot_be_read),
        OF_RUN(texts_that_the_survey_has_read),
        OF_RUN(ignore_files_that_cannot_be_read),
        OF_RUN(a_check_that_fails),
        OF_RUN(a_receiver_that_wants_no_more),
        OF_RUN(a_run_that_is_stopped),
        OF_RUN(several_threads_that_are_stopped),
        OF_RUN(results_behind_a_check_that_does_not_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
