/* mods_shortage_test.c: checks mods while memory is short: each allocation of the look across files fails
 * once.
 *
 *     mods_shortage_test FIXTURES
 *
 * Of each rule with fixtures that are folders, the first that fires is checked. A run then says that there
 * was no memory, or it has the usual results.
 */
#include "engine/options.h"
#include "files.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <assetlint/assetlint.h>

#include "core/map.h"

enum { QUIET_RUNS = 3 }; /* runs in a row without an effect: then there are no more allocations */

/* What a run handed out. */
typedef struct outcome {
    uint64_t hash;  /* of its results */
    bool no_memory; /* it said so */
} outcome;

static bool on_result(void *context, const al_result *result)
{
    outcome *o = context;
    o->hash = al_hash_text(al_hash_text(o->hash, result->path), result->member);
    for (size_t i = 0; i < result->finding_count; i++)
        o->hash =
            al_hash_text(al_hash_text(o->hash, result->findings[i].rule->id), result->findings[i].field);
    return true;
}

static void on_notice(void *context, const al_notice *notice)
{
    outcome *o = context;
    o->no_memory = o->no_memory || notice->kind == AL_NOTICE_NO_MEMORY;
}

/* Checks a folder; the n-th allocation of each check and of the look across files fails; 0: none. */
static outcome run(const char *folder, uint64_t n)
{
    outcome o = {.hash = AL_HASH_START, .no_memory = true};
    const al_client client = {.size = sizeof client, .context = &o, .result = on_result, .notice = on_notice};
    al_options *options = al_options_new();
    if (options != NULL)
        al_options_fail_allocation(options, n);
    al_project *project = options != NULL ? al_project_new(options) : NULL;
    if (project != NULL && al_project_add_path(project, folder) == AL_OK) {
        al_project_set_jobs(project, 1);
        o.no_memory = false;
        const al_status status = al_project_run(project, &client);
        o.no_memory = o.no_memory || status == AL_OUT_OF_MEMORY;
    }
    al_project_free(project);
    al_options_free(options);
    return o;
}

/* Returns the number of runs, 0 if one of them was wrong. */
static unsigned long test_folder(const char *folder)
{
    const outcome usual = run(folder, 0);
    unsigned long runs = 0;
    for (unsigned quiet = 0; quiet < QUIET_RUNS; runs++) {
        const outcome o = run(folder, runs + 1);
        quiet = o.no_memory ? 0 : quiet + 1;
        if (usual.no_memory || (!o.no_memory && o.hash != usual.hash)) {
            printf("%s: allocation %lu fails, and the results are others\n", folder, runs + 1);
            return 0;
        }
    }
    return runs;
}

/* Whether the file is in a folder FORMAT/RULE/fires*, whose path goes to `out`; `start` is that of FORMAT. */
static bool find_mod(char *out, size_t size, const char *path, size_t start)
{
    const char *rule = strchr(path + start, '/');
    const char *name = rule != NULL ? strchr(rule + 1, '/') : NULL;
    const char *end = name != NULL ? strchr(name + 1, '/') : NULL;
    if (end == NULL || strncmp(name + 1, "fires", 5) != 0)
        return false;
    (void)snprintf(out, size, "%.*s", (int)(end - path), path);
    return true;
}

/* Whether two fixtures are of one rule: their paths differ only behind the last slash. */
static bool same_rule(const char *left, const char *right)
{
    const size_t length = (size_t)(strrchr(left, '/') - left) + 1;
    return strncmp(left, right, length) == 0;
}

int main(int count, char **arguments)
{
    unsigned long passed = 0, failed = 0, cases = 0;
    file_list files = {0};
    char folder[512], before[512] = "";
    if (count != 2 || !files_find(&files, arguments[1]))
        return 2;
    for (size_t i = 0; i < files.count; i++) {
        if (!find_mod(folder, sizeof folder, files.paths[i], strlen(arguments[1]) + 1) ||
            same_rule(folder, before))
            continue;
        (void)snprintf(before, sizeof before, "%s", folder);
        const unsigned long runs = test_folder(folder);
        passed += runs > 0;
        failed += runs == 0;
        cases += runs;
    }
    files_free(&files);
    printf("enumerated: %lu cases\n%lu passed, %lu failed\n", cases, passed, failed);
    return failed > 0 || passed == 0 ? 1 : 0;
}
