/* bench_survey.c: compares the CPU time of the survey across files with that of the check of each file, on
 * the same folders in one run, and measures the memory of the survey.
 *
 *     bench_survey [--rounds N] [--ignore RULES] FOLDER...
 *
 * All folders are surveyed together, as assetlint check does with one thread. The files are found before
 * both. Rounds of the two alternate, so that a machine that slows down slows down both. With --ignore for all
 * rules across files it shows the cost of a survey that reads no file.
 *
 * The survey opens each XML file, and finds what is wrong in it; the check only reports that. So a third part
 * of each round does only this work: it reads each such file and tests that it is well-formed. The share of
 * the survey is printed both ways: with this work as part of the check, where it belongs, and as part of the
 * survey.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/check.h"
#include "engine/options.h"
#include "engine/source.h"
#include "project/configuration/configuration.h"
#include "project/inputs/input.h"
#include "project/survey.h"
#include "relations/xml/xml.h"

enum { MAX_ROUNDS = 999, USUAL_ROUNDS = 21, PER_FILES = 10000 };

typedef struct bench {
    al_options *options;
    al_input_list inputs;
    al_checker *checker;
    double surveys[MAX_ROUNDS], texts[MAX_ROUNDS], checks[MAX_ROUNDS];
    double shares[MAX_ROUNDS], all_shares[MAX_ROUNDS];
    size_t text_count;
    uint64_t memory, findings;
} bench;

static double cpu_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static al_survey *run_survey(const bench *b)
{
    al_survey *survey = al_survey_new(b->options);
    bool ok = survey != NULL;
    for (size_t i = 0; ok && i < b->inputs.count; i++)
        ok = al_survey_add_found(survey, b->inputs.items[i].path, b->inputs.items[i].folder_length);
    if (ok && al_survey_look(survey))
        return survey;
    al_survey_free(survey);
    return NULL;
}

static void check(bench *b, const al_survey *survey)
{
    b->findings = 0;
    for (size_t i = 0; i < b->inputs.count; i++) {
        const char *path = b->inputs.items[i].path;
        al_context context = {.settings = NULL};
        const al_subject about = {.path = path, .member = "", .context = &context};
        al_source source;
        al_result *result;
        al_survey_describe(survey, path, &context);
        const al_surveyed known = al_context_find(&context, "");
        if (known.read_as_text)
            source = al_source_already_read(known.size);
        else
            al_source_open(&source, path);
        if (al_check_source(b->checker, &about, &source, &result) == AL_OK) {
            b->findings += result->finding_count;
            al_result_free(result);
        }
        al_source_close(&source);
    }
}

static bool pass_tag(void *context, const al_xml_tag *tag)
{
    (void)context, (void)tag;
    return true;
}

/* Reads the XML files that the survey has checked. */
static void check_texts(bench *b, const al_survey *survey)
{
    static const al_xml_visitor no_visitor = {.start = pass_tag};
    al_buffer buffer = {.bytes = NULL};
    b->text_count = 0;
    for (size_t i = 0; i < b->inputs.count; i++) {
        const char *path = b->inputs.items[i].path;
        al_context context = {.settings = NULL};
        al_survey_describe(survey, path, &context);
        const al_surveyed known = al_context_find(&context, "");
        if (known.judged_as == NULL || strcmp(known.judged_as, "xml") != 0)
            continue;
        al_budget budget = al_budget_of(UINT64_MAX, 0);
        al_source source;
        al_buffer_start(&buffer);
        al_source_open(&source, path);
        al_source_read_whole(&source, &buffer, &budget, UINT64_MAX);
        (void)al_xml_read(al_source_bytes(&source), &budget, &no_visitor);
        al_source_close(&source);
        b->text_count++;
    }
    al_buffer_free(&buffer);
}

/* One survey, one check of XML files and one of all files; false when out of memory. */
static bool measure(bench *b, size_t round)
{
    const double start = cpu_seconds();
    al_survey *survey = run_survey(b);
    const double surveyed = cpu_seconds();
    if (survey == NULL)
        return false;
    check_texts(b, survey);
    const double read = cpu_seconds();
    check(b, survey);
    const double checked = cpu_seconds();
    b->memory = al_survey_memory(survey);
    al_survey_free(survey);
    b->surveys[round] = surveyed - start + (cpu_seconds() - checked);
    b->texts[round] = read - surveyed;
    b->checks[round] = checked - read;
    b->shares[round] = (b->surveys[round] - b->texts[round]) / (b->checks[round] + b->texts[round]);
    b->all_shares[round] = b->surveys[round] / b->checks[round];
    return true;
}

static int by_size(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b ? 1 : 0;
}

/* Prints the median and the minimum, multiplied by `times`. */
static void print_times(const char *what, double *values, unsigned rounds, double times, const char *unit)
{
    qsort(values, rounds, sizeof *values, by_size);
    printf("%-28s %9.3f %s median, %9.3f %s minimum\n", what, values[rounds / 2] * times, unit,
           values[0] * times, unit);
}

static bool run(bench *b, unsigned rounds)
{
    for (unsigned i = 0; i < rounds; i++)
        if (!measure(b, i))
            return false;
    printf("%zu files, %zu of them XML in mods, %u rounds, %llu findings\n", b->inputs.count, b->text_count,
           rounds, (unsigned long long)b->findings);
    print_times("survey", b->surveys, rounds, 1e3, "ms");
    print_times("the check of XML in it", b->texts, rounds, 1e3, "ms");
    print_times("check of all files", b->checks, rounds, 1e3, "ms");
    print_times("share of the survey", b->shares, rounds, 1e2, "%");
    print_times("share with the check of XML", b->all_shares, rounds, 1e2, "%");
    const double mib = 1 << 20;
    printf("%-28s %9.2f MiB for %d files, and %.2f MiB of the list of files\n", "memory of the survey",
           (double)b->memory / mib / (double)b->inputs.count * PER_FILES, PER_FILES,
           (double)al_input_memory(&b->inputs) / mib / (double)b->inputs.count * PER_FILES);
    return true;
}

/* Reads the options. Returns the index of the first path, 0 for wrong options. */
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
