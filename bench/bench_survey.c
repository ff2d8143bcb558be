/* bench_survey.c: the CPU time of the first look across files against that of the check of each, on the same
 * folders in one run, and the memory that the look keeps.
 *
 *     bench_survey [--rounds N] [--ignore RULES] FOLDER...
 *
 * All folders are surveyed together, as assetlint check does it with one thread. Finding the files comes
 * before both and is in neither. Rounds of the two alternate, so that a machine that slows down slows down
 * both. With rules across files ignored it shows what the look costs where it asks for nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/check.h"
#include "engine/configuration/configuration.h"
#include "engine/input.h"
#include "engine/options.h"
#include "engine/relate.h"

enum { MAX_ROUNDS = 999, USUAL_ROUNDS = 21, PER_FILES = 10000 };

typedef struct bench {
    al_options *options;
    al_input_list inputs;
    al_checker *checker;
    double surveys[MAX_ROUNDS], checks[MAX_ROUNDS], shares[MAX_ROUNDS];
    uint64_t memory, findings;
} bench;

static double cpu_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static al_survey *look(const bench *b)
{
    al_survey *survey = al_survey_new(b->options);
    bool ok = survey != NULL;
    for (size_t i = 0; ok && i < b->inputs.count; i++)
        ok = al_survey_add_found(survey, b->inputs.items[i].path, b->inputs.items[i].folder);
    if (ok && al_survey_look(survey))
        return survey;
    al_survey_free(survey);
    return NULL;
}

static void check(bench *b, const al_survey *survey)
{
    b->findings = 0;
    al_checker_relate(b->checker, survey);
    for (size_t i = 0; i < b->inputs.count; i++) {
        al_result *result;
        if (al_check_file(b->checker, b->inputs.items[i].path, 0, &result) != AL_OK)
            continue;
        b->findings += result->finding_count;
        al_result_free(result);
    }
    al_checker_relate(b->checker, NULL);
}

/* One look and one check; false when out of memory. */
static bool measure(bench *b, double *of_survey, double *of_check)
{
    const double start = cpu_seconds();
    al_survey *survey = look(b);
    const double between = cpu_seconds();
    if (survey == NULL)
        return false;
    check(b, survey);
    const double end = cpu_seconds();
    b->memory = al_survey_memory(survey);
    al_survey_free(survey);
    *of_survey = between - start + (cpu_seconds() - end);
    *of_check = end - between;
    return true;
}

static int by_size(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b ? 1 : 0;
}

static bool run(bench *b, unsigned rounds)
{
    for (unsigned i = 0; i < rounds; i++) {
        if (!measure(b, &b->surveys[i], &b->checks[i]))
            return false;
        b->shares[i] = b->surveys[i] / b->checks[i];
    }
    qsort(b->surveys, rounds, sizeof b->surveys[0], by_size);
    qsort(b->checks, rounds, sizeof b->checks[0], by_size);
    qsort(b->shares, rounds, sizeof b->shares[0], by_size);
    const unsigned middle = rounds / 2;
    printf("%zu files, %u rounds, %llu findings\n", b->inputs.count, rounds, (unsigned long long)b->findings);
    printf("survey  %9.3f ms median, %9.3f ms minimum\n", b->surveys[middle] * 1e3, b->surveys[0] * 1e3);
    printf("check   %9.3f ms median, %9.3f ms minimum\n", b->checks[middle] * 1e3, b->checks[0] * 1e3);
    printf("share   %9.1f %% median of the rounds, %.1f %% of the minima\n", b->shares[middle] * 100,
           b->surveys[0] / b->checks[0] * 100);
    printf("memory  %9.2f MiB of the survey, %.2f MiB for %d files; %.2f MiB of the list of files\n",
           (double)b->memory / (1 << 20), (double)b->memory / (1 << 20) / (double)b->inputs.count * PER_FILES,
           PER_FILES, (double)al_input_memory(&b->inputs) / (1 << 20));
    return true;
}

/* Reads the options; the paths begin at the argument that it returns, or nowhere: 0. */
static int read_options(bench *b, int count, char **arguments, unsigned *rounds)
{
    int at = 1;
    const char *bad;
    for (; at + 1 < count && strncmp(arguments[at], "--", 2) == 0; at += 2) {
        if (strcmp(arguments[at], "--rounds") == 0) {
            const unsigned long given = strtoul(arguments[at + 1], NULL, 10);
            *rounds = given < 1 ? 1 : given > MAX_ROUNDS ? MAX_ROUNDS : (unsigned)given;
        } else if (strcmp(arguments[at], "--ignore") != 0 ||
                   al_options_ignore(b->options, arguments[at + 1], &bad) != AL_OK) {
            return 0;
        }
    }
    return at < count ? at : 0;
}

int main(int count, char **arguments)
{
    static bench b;
    unsigned rounds = USUAL_ROUNDS;
    b.options = al_options_new();
    if (b.options != NULL)
        al_options_set_sidecars(b.options, true); /* as the program does */
    b.checker = b.options != NULL ? al_checker_new(b.options) : NULL;
    const int first = b.checker != NULL ? read_options(&b, count, arguments, &rounds) : 0;
    if (first == 0) {
        (void)fputs("usage: bench_survey [--rounds N] [--ignore RULES] FOLDER...\n", stderr);
        return 2;
    }
    bool ok = true;
    for (int i = first; ok && i < count; i++)
        ok = al_input_add_path(&b.inputs, arguments[i]);
    al_input_sort(&b.inputs);
    ok = ok && b.inputs.count > 0 && run(&b, rounds);
    al_input_free(&b.inputs);
    al_checker_free(b.checker);
    al_options_free(b.options);
    return ok ? 0 : 1;
}
