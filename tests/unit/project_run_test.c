/* project_run_test.c: what a run does around its checks: results that no check made, a run that another
 * thread abandons. The checks are played by the test. */
#include "made_results.h"
#include "test_folder.h"
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "containers/members.h"
#include "core/limits.h"
#include "core/text.h"
#include "engine/result.h"
#include "platform/platform.h"
#include "project/pool.h"
#include "project/project.h"
#include "project/survey.h"

enum { MOST_TEXT = 1024 };

/* What the test plays, and what it notes. */
typedef struct played {
    void (*checks)(al_project *project, const pool_settings *settings); /* instead of those of pool.c */
    const pool_settings *salvaged;
    int salvages, finishes;
    char text[MOST_TEXT];
} played;

static played play;

static bool played_pool_run(const pool_settings *settings)
{
    play.checks(settings->context, settings);
    return true;
}

static void played_pool_salvage(const pool_settings *settings)
{
    play.salvages++;
    play.salvaged = settings;
}

static bool played_finish(output *o, bool complete)
{
    play.finishes++;
    return output_finish(o, complete);
}

#define pool_run      played_pool_run
#define pool_salvage  played_pool_salvage
#define output_finish played_finish
#include "project/project_run.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

/* ---- A project ----------------------------------------------------------------------------------------- */

typedef struct fixture {
    test_folder folder;
    al_project *project;
} fixture;

static int begin(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    *state = f;
    play = (played){.checks = NULL};
    if (f == NULL || test_folder_begin(&f->folder) != 0)
        return -1;
    test_folder_add_text(&f->folder, "a.xmf", "");
    test_folder_add_text(&f->folder, "b.xmf", "");
    f->project = al_project_new(NULL);
    return f->project != NULL && al_project_add_path(f->project, ".") == AL_OK ? 0 : -1;
}

static int end(void **state)
{
    fixture *f = *state;
    al_project_free(f->project);
    const int failed = test_folder_end(&f->folder);
    free(f);
    return failed;
}

static void add_text(const char *text)
{
    const size_t length = strlen(play.text);
    (void)snprintf(play.text + length, sizeof play.text - length, "%s", text);
}

static bool hear_result(void *context, const al_result *result)
{
    (void)context;
    add_text(result->path);
    add_text(" ");
    add_text(al_file_status_name(result->status));
    add_text("; ");
    return true;
}

static void hear_notice(void *context, const al_notice *notice)
{
    (void)context;
    add_text(notice->kind == AL_NOTICE_NO_MEMORY ? "no memory for " : "");
    add_text(notice->path != NULL ? notice->path : notice->text);
    add_text("; ");
}

static al_status run_project(al_project *project,
                             void (*checks)(al_project *project, const pool_settings *settings))
{
    const al_client client = {.size = sizeof client, .result = hear_result, .notice = hear_notice};
    play.checks = checks;
    play.text[0] = '\0';
    return al_project_run(project, &client);
}

static bool deliver(const pool_settings *s, size_t number, al_status status, al_result *result)
{
    const checked_input checked = {.status = status, .result = result};
    al_lock_enter(s->delivery);
    const bool go_on = s->receive(s->context, &s->inputs->items[number], &checked);
    al_lock_leave(s->delivery);
    al_result_free(result);
    return go_on;
}

/* ---- Results that no check made ------------------------------------------------------------------------ */

static void fail_both(al_project *project, const pool_settings *s)
{
    (void)project;
    assert_true(deliver(s, 0, AL_OUT_OF_MEMORY, NULL));
    assert_true(deliver(s, 1, AL_OUT_OF_MEMORY, NULL));
}

static void checks_without_memory(void **state)
{
    const fixture *f = *state;
    assert_int_equal(run_project(f->project, fail_both), AL_OK);
    assert_string_equal(play.text, "no memory for ./a.xmf; ./a.xmf unreadable; "
                                   "no memory for ./b.xmf; ./b.xmf unreadable; ");
}

/* A file of no known format with as many findings as suppressed ones, and one without either. */
static void find_both(al_project *project, const pool_settings *s)
{
    static made_result made;
    static al_suppressed suppressed[1];
    (void)project;
    made_result_begin(&made, "./a.xmf", "", "");
    (void)made_finding(&made, "file/unreadable", "", '1');
    suppressed[0] = (al_suppressed){.finding = made.findings[0], .justification = ""};
    made.result->suppressed = suppressed;
    made.result->suppressed_count = 1;
    made.result->status = AL_FILE_UNRECOGNIZED;
    assert_true(deliver(s, 0, AL_OK, made.result));
    made_result_begin(&made, "./b.xmf", "", "");
    made.result->status = AL_FILE_UNRECOGNIZED;
    assert_true(deliver(s, 1, AL_OK, made.result));
}

static void findings_about_files_of_no_known_format(void **state)
{
    const fixture *f = *state;
    assert_int_equal(run_project(f->project, find_both), AL_OK);
    assert_string_equal(play.text, "./a.xmf unrecognized; ");
}

/* ---- A run that is abandoned --------------------------------------------------------------------------- */

/* As another thread does while a check doesn't end. The delivery lock stays with that thread for ever; here
 * the test gives it back, as if the check had ended after all. */
static void abandon(al_project *project, const pool_settings *s)
{
    (void)s;
    al_project_abandon(project);
    assert_true(project->stop);
    assert_int_equal(play.salvages, 1);
    assert_ptr_equal(play.salvaged, &project->pool);
    assert_int_equal(play.finishes, 1);
    assert_int_equal(project->status, AL_STOPPED);
    al_lock_leave(project->delivery);
}

static void a_run_that_is_abandoned(void **state)
{
    const fixture *f = *state;
    assert_int_equal(run_project(f->project, abandon), AL_STOPPED);
    assert_int_equal(play.finishes, 1); /* results are handed out once */
}

/* No check has begun, or all have ended. */
static void a_run_without_checks_is_abandoned(void **state)
{
    const fixture *f = *state;
    assert_int_equal(al_project_list(f->project, NULL), AL_OK);
    al_project_abandon(f->project);
    assert_int_equal(play.salvages, 0);
    al_lock_leave(f->project->delivery);
}

/* ---- What is asked beyond the end ---------------------------------------------------------------------- */

static void numbers_beyond_the_end(void **state)
{
    const fixture *f = *state;
    al_not_judged list[2] = {{.count = 1}, {.count = 2}};
    assert_int_equal(al_project_list(f->project, NULL), AL_OK);
    assert_int_equal(al_project_file_count(f->project), 2);
    assert_string_equal(al_project_file(f->project, 1), "./b.xmf");
    f->project->inputs.checked.count = 1; /* as if the second place were only room */
    assert_string_equal(al_project_file(f->project, 0), "./a.xmf");
    assert_null(al_project_file(f->project, 1));
    f->project->inputs.checked.count = 2;
    f->project->not_judged = list;
    f->project->not_judged_count = 1;
    assert_ptr_equal(al_project_not_judged(f->project, 0), &list[0]);
    assert_null(al_project_not_judged(f->project, 1));
    f->project->not_judged_count = 0;
}

#define OF_PROJECT(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        OF_PROJECT(checks_without_memory),   OF_PROJECT(findings_about_files_of_no_known_format),
        OF_PROJECT(a_run_that_is_abandoned), OF_PROJECT(a_run_without_checks_is_abandoned),
        OF_PROJECT(numbers_beyond_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
