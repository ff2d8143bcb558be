/* promise.c: runs a check in every way, and compares the reports. */
#include "promise.h"

#include "assetlint/assetlint.h"
#include "believe.h"
#include "core/compiler.h"
#include "engine/options.h"
#include "report.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_REASON = 1024,
    MAX_NAME = 32,
    NAME_BYTES = 16, /* of the input that choose its name; byte 7 of an XMF has no other use */
    TIGHT_INFLATED = 1 << 10,
    TIGHT_MEMORY = 96 << 10,
    QUIET_CHECKS = 3 /* in a row that succeed: then no allocation is left to fail */
};

/* The memory that a check may use, in bytes: a checker's own buffers, and for each byte of the file twice
 * what it can inflate to (the data, and a mark for each item). Findings are reported whatever they cost.
 * Declared sizes must cost nothing. */
#define CHECKER_MEMORY     (INT64_C(1) << 20)
#define MEMORY_PER_BYTE    (INT64_C(2) * 1032)
#define MEMORY_PER_FINDING INT64_C(4096)
#define SEVERITIES         5
#define PACKAGE_MEMORY     (INT64_C(4) << 20)

/* Names that rules look at; other formats have one name with their extension. */
static const struct {
    const char *format, *name;
} special_names[] = {
    {"xmf", "m.xmf"}, {"xmf", "m-collision.xmf"}, {"xmf", "m-lod0.xmf"}, {"dds", "m.dds"}, {"dds", "m.gz"},
};

struct promise {
    const al_format_info *format;
    al_options *options;
    al_options *varied;         /* tight limits, failing allocations: a test sets them, and sets them back */
    al_checker *used_checker;   /* has checked all inputs before */
    al_checker *varied_checker; /* has the varied options */
    char plain_name[MAX_NAME];
    char reason[MAX_REASON];
};

typedef struct subject {
    const char *name;
    uint8_t *data; /* a block of exactly `size` bytes */
    size_t size;
    uint64_t choice; /* follows from the bytes; chooses among what is not tested on each input */
} subject;

/* ---- Set-up -------------------------------------------------------------------------------------------- */

static const al_format_info *find_format(const char *id)
{
    for (size_t i = 0; i < al_format_count(); i++)
        if (strcmp(al_format_at(i)->id, id) == 0)
            return al_format_at(i);
    for (size_t i = 0; i < al_package_count(); i++)
        if (strcmp(al_package_at(i)->id, id) == 0)
            return al_package_at(i);
    return NULL;
}

static bool is_package(const al_format_info *info)
{
    for (size_t i = 0; i < al_package_count(); i++)
        if (al_package_at(i) == info)
            return true;
    return false;
}

static void set_usual_limits(al_options *options)
{
    al_options_set_limit(options, AL_LIMIT_FILE_SIZE, PROMISE_MAX_MEMORY);
    al_options_set_limit(options, AL_LIMIT_INFLATED, PROMISE_MAX_INFLATED);
    al_options_set_limit(options, AL_LIMIT_MEMORY, PROMISE_MAX_MEMORY);
}

promise *promise_new(const char *format)
{
    const al_format_info *info = find_format(format);
    if (info == NULL || (!is_package(info) && believe_find(format) == NULL))
        return NULL;
    promise *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->format = info;
    p->options = al_options_new();
    p->varied = al_options_new();
    if (p->options != NULL && p->varied != NULL) {
        set_usual_limits(p->options);
        set_usual_limits(p->varied);
        p->used_checker = al_checker_new(p->options);
        p->varied_checker = al_checker_new(p->varied);
    }
    if (p->used_checker == NULL || p->varied_checker == NULL) {
        promise_free(p);
        return NULL;
    }
    size_t extension = strcspn(info->extensions, " ");
    (void)snprintf(p->plain_name, sizeof p->plain_name, "m.%.*s", (int)extension, info->extensions);
    return p;
}

void promise_free(promise *p)
{
    if (p == NULL)
        return;
    al_checker_free(p->varied_checker);
    al_checker_free(p->used_checker);
    al_options_free(p->varied);
    al_options_free(p->options);
    free(p);
}

const char *promise_name_at(const promise *p, size_t number)
{
    size_t found = 0;
    for (size_t i = 0; i < sizeof special_names / sizeof special_names[0]; i++)
        if (strcmp(special_names[i].format, p->format->id) == 0 && found++ == number)
            return special_names[i].name;
    return found == 0 && number == 0 ? p->plain_name : NULL;
}

const char *promise_name(const promise *p, const uint8_t *data, size_t size)
{
    size_t names = 1, sum = 0;
    while (promise_name_at(p, names) != NULL)
        names++;
    for (size_t i = 0; i < size && i < NAME_BYTES; i++)
        sum += data[i];
    return promise_name_at(p, sum % names);
}

/* ---- Reasons ------------------------------------------------------------------------------------------- */

static const char *explain(promise *p, const char *what, const al_finding *f)
{
    if (f == NULL || f->rule == NULL) {
        (void)snprintf(p->reason, sizeof p->reason, "%s", what);
        return p->reason;
    }
    (void)snprintf(p->reason, sizeof p->reason, "%s: %s [%s] at 0x%llx + %llu: %s", what, f->field,
                   f->rule->id, (unsigned long long)f->offset, (unsigned long long)f->length, f->message);
    return p->reason;
}

static const char *explain_problem(promise *p, report_problem problem)
{
    return problem.what != NULL ? explain(p, problem.what, problem.finding) : NULL;
}

/* ---- Memory: counted by AddressSanitizer's allocator; 0 without it ----------------------------------- */

/* For each thread, though the hooks are called for all of them: libFuzzer has a thread that allocates at any
 * time. */
static _Thread_local struct {
    bool started;
    int64_t live, peak;
} heap_use;

#if AL_WITH_ASAN

/* As declared in sanitizer/allocator_interface.h: gcc has the functions, but not the header. */
int __sanitizer_install_malloc_and_free_hooks(void (*malloc_hook)(const volatile void *, size_t),
                                              void (*free_hook)(const volatile void *));
size_t __sanitizer_get_allocated_size(const volatile void *block);

static void on_malloc(const volatile void *block, size_t size)
{
    if (block == NULL || !heap_use.started)
        return;
    heap_use.live += (int64_t)size;
    if (heap_use.live > heap_use.peak)
        heap_use.peak = heap_use.live;
}

static void on_free(const volatile void *block)
{
    if (block != NULL && heap_use.started)
        heap_use.live -= (int64_t)__sanitizer_get_allocated_size(block);
}

static void install_hooks(void)
{
    static bool installed;
    if (!installed)
        installed = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) != 0;
}

#else

static void install_hooks(void)
{
}

#endif

static void heap_use_start(void)
{
    install_hooks();
    heap_use.started = true;
    heap_use.live = 0;
    heap_use.peak = 0;
}

/* ---- Single promises ----------------------------------------------------------------------------------- */

static const char *check_memory_use(promise *p, const subject *s, const al_result *r)
{
    int64_t limit = (int64_t)PROMISE_MAX_MEMORY, linear = MEMORY_PER_BYTE * (int64_t)s->size;
    /* Findings in a full list may have replaced others, each one of every lower level. */
    int64_t kept = (int64_t)(r->finding_count + r->consequence_count);
    kept *= kept < REPORT_MOST_FINDINGS ? 1 : SEVERITIES;
    int64_t findings = MEMORY_PER_FINDING * kept;
    for (size_t i = 0; i < r->member_count; i++)
        findings += MEMORY_PER_FINDING *
                    (int64_t)(2 + r->members[i]->finding_count + r->members[i]->consequence_count);
    if (is_package(p->format)) { /* unpacking may use all memory up to the limit */
        linear = limit;
        findings += PACKAGE_MEMORY;
    }
    if (heap_use.peak <= CHECKER_MEMORY + findings + (linear < limit ? linear : limit))
        return NULL;
    (void)snprintf(p->reason, sizeof p->reason, "the check of %zu bytes took %lld bytes of memory", s->size,
                   (long long)heap_use.peak);
    return p->reason;
}

/* A new checker finds the same as one that has checked other files, and frees all its memory. */
static const char *check_afresh(promise *p, const subject *s, const al_result *expected)
{
    heap_use_start();
    al_checker *fresh = al_checker_new(p->options);
    if (fresh == NULL)
        return explain(p, "there is no memory for a checker", NULL);
    al_result *result;
    al_status status = al_check_memory(fresh, s->name, s->data, s->size, AL_NAMED, &result);
    const char *broken = NULL;
    if (status != AL_OK) {
        broken = explain(p, "one check of a file works, another fails", NULL);
    } else {
        broken = check_memory_use(p, s, result);
        if (broken == NULL)
            broken = explain_problem(p, report_compare(expected, result));
        al_result_free(result);
    }
    al_checker_free(fresh);
    return broken == NULL && heap_use.live != 0 ? explain(p, "the check did not free all memory", NULL)
                                                : broken;
}

static const char *check_dump(promise *p, const subject *s, const al_result *expected)
{
    const char *problem = dump_check(p->used_checker, s->name, s->data, s->size, false, expected);
    return problem != NULL ? explain(p, problem, NULL) : NULL;
}

static const char *check_full_dump(promise *p, const subject *s, const al_result *expected)
{
    const char *problem = dump_check(p->used_checker, s->name, s->data, s->size, true, expected);
    return problem != NULL ? explain(p, problem, NULL) : NULL;
}

static const char *check_views(promise *p, const subject *s, const al_result *expected)
{
    if (is_package(p->format))
        return NULL;
    const char *problem = views_check(p->used_checker, s->name, s->data, s->size, expected);
    return problem != NULL ? explain(p, problem, NULL) : NULL;
}

static const char *check_fix(promise *p, const subject *s, const al_result *expected)
{
    if (is_package(p->format))
        return NULL;
    const char *problem = fix_check(p->used_checker, s->name, s->data, s->size, expected);
    return problem != NULL ? explain(p, problem, NULL) : NULL;
}

/* A fix when an allocation fails: no fix, or a whole one. */
static const char *check_fix_without_memory(promise *p, const subject *s, const al_result *expected)
{
    enum { FAILING = 192 };
    al_fix *fix;
    (void)expected;
    if (is_package(p->format))
        return NULL;
    al_options_fail_allocation(p->varied, 1 + s->choice % FAILING);
    const al_status status =
        al_fix_memory(p->varied_checker, s->name, "", s->data, s->size, NULL, AL_FIX_ALSO_UNSAFE, &fix);
    al_options_fail_allocation(p->varied, 0);
    const bool right = status == AL_OK ? fix != NULL : status == AL_OUT_OF_MEMORY && fix == NULL;
    al_fix_free(fix);
    return right ? NULL : explain(p, "a fix without memory has another status, or a fix", NULL);
}

/* The views when memory is short, and when an allocation fails. */
static const char *check_views_without_memory(promise *p, const subject *s, const al_result *expected)
{
    enum { FAILING = 192 };
    (void)expected;
    if (is_package(p->format))
        return NULL;
    const uint64_t usual = al_options_limit(p->varied, AL_LIMIT_MEMORY);
    al_options_set_limit(p->varied, AL_LIMIT_MEMORY, TIGHT_MEMORY);
    const char *problem = views_check(p->varied_checker, s->name, s->data, s->size, NULL);
    al_options_set_limit(p->varied, AL_LIMIT_MEMORY, usual);
    al_options_fail_allocation(p->varied, 1 + s->choice % FAILING);
    if (problem == NULL)
        problem = views_check(p->varied_checker, s->name, s->data, s->size, NULL);
    al_options_fail_allocation(p->varied, 0);
    return problem != NULL ? explain(p, problem, NULL) : NULL;
}

/* With too little memory for libdeflate a check uses zlib, which refuses streams that libdeflate accepts
 * (believe_xmf.c says which). Only a build without libdeflate finds the same under any limit. */
static bool uses_libdeflate(void)
{
#ifdef AL_HAVE_LIBDEFLATE
    return true;
#else
    return false;
#endif
}

/* Whether a limit ended the check of the file, or of a file in it. */
static bool is_limited(const al_result *r)
{
    bool limited = r->status == AL_FILE_LIMIT;
    for (size_t i = 0; i < r->member_count; i++)
        limited = limited || r->members[i]->status == AL_FILE_LIMIT;
    return limited;
}

/* With a tight limit, a check reports that it was reached, or finds the same as without. */
static const char *check_limit(promise *p, const subject *s, const al_result *expected, al_limit limit,
                               uint64_t bytes)
{
    uint64_t usual = al_options_limit(p->varied, limit);
    al_options_set_limit(p->varied, limit, bytes);
    al_result *result;
    al_status status = al_check_memory(p->varied_checker, s->name, s->data, s->size, AL_NAMED, &result);
    al_options_set_limit(p->varied, limit, usual);
    if (status != AL_OK)
        return explain(p, "a limit made a check fail without a report", NULL);
    const char *broken = explain_problem(p, report_check(result, s->size));
    bool stricter = uses_libdeflate() && limit == AL_LIMIT_MEMORY && result->errors > expected->errors;
    if (broken == NULL && !is_limited(result) && !stricter)
        broken = explain_problem(p, report_compare(expected, result));
    al_result_free(result);
    return broken;
}

static const char *check_limits(promise *p, const subject *s, const al_result *expected)
{
    const char *broken = check_limit(p, s, expected, AL_LIMIT_INFLATED, TIGHT_INFLATED);
    if (broken == NULL)
        broken = check_limit(p, s, expected, AL_LIMIT_MEMORY, TIGHT_MEMORY);
    if (broken == NULL && s->size > 0)
        broken = check_limit(p, s, expected, AL_LIMIT_FILE_SIZE, s->size - 1);
    return broken;
}

/* The n-th allocation fails. `*failed` says whether there was one. */
static const char *check_failure(promise *p, const subject *s, const al_result *expected, uint64_t n,
                                 bool *failed)
{
    al_options_fail_allocation(p->varied, n);
    al_result *result;
    al_status status = al_check_memory(p->varied_checker, s->name, s->data, s->size, AL_NAMED, &result);
    al_options_fail_allocation(p->varied, 0);
    *failed = status != AL_OK;
    if (status == AL_OK) {
        const char *broken = explain_problem(p, report_compare(expected, result));
        al_result_free(result);
        return broken;
    }
    if (status != AL_OUT_OF_MEMORY || result != NULL)
        return explain(p, "a failed allocation has another status, or a report", NULL);
    return NULL;
}

/* Any of the first allocations fails. */
static const char *check_one_failure(promise *p, const subject *s, const al_result *expected)
{
    enum { FAILING = 32 };
    bool failed;
    return check_failure(p, s, expected, 1 + s->choice % FAILING, &failed);
}

static const char *check_failures(promise *p, const subject *s, const al_result *expected, uint64_t *runs)
{
    unsigned quiet = 0;
    for (uint64_t n = 1; quiet < QUIET_CHECKS; n++) {
        bool failed;
        const char *broken = check_failure(p, s, expected, n, &failed);
        if (broken != NULL)
            return broken;
        if (n == 1 && !failed)
            return explain(p, "the first allocation cannot be made to fail", NULL);
        quiet = failed ? 0 : quiet + 1;
        ++*runs;
    }
    /* And the checker still works. */
    bool failed;
    const char *broken = check_failure(p, s, expected, 0, &failed);
    return broken == NULL && failed ? explain(p, "a checker fails after memory was short", NULL) : broken;
}

/* No reader reads packages. */
static const char *check_belief(promise *p, const subject *s, const al_result *report)
{
    believe_fn *read = report_believable(report) ? believe_find(report->format) : NULL;
    const char *problem = read != NULL ? believe_run(read, s->name, s->data, s->size) : NULL;
    if (problem == NULL)
        return NULL;
    (void)snprintf(p->reason, sizeof p->reason, "no error was found, but %s", problem);
    return p->reason;
}

/* ---- All promises -------------------------------------------------------------------------------------- */

/* The promises that cost a check or more. Of 32 inputs of a fuzzer `share` test a promise, and no input tests
 * two. The sweep tests the first ones on each input, and one of those that are `drawn`. */
static const struct {
    const char *(*test)(promise *p, const subject *s, const al_result *report);
    unsigned share;
    bool drawn;
} costly_promises[] = {
    {check_views, 4, false},      {check_views_without_memory, 2, false},
    {check_fix, 8, false},        {check_fix_without_memory, 2, false},
    {check_afresh, 2, false},     {check_dump, 1, true},
    {check_full_dump, 2, true},   {check_limits, 1, true},
    {check_one_failure, 1, true},
};

enum { COSTLY_PROMISES = sizeof costly_promises / sizeof costly_promises[0], INPUTS = 32 };

/* The only promise that a fuzzer tests on the input; COSTLY_PROMISES for none. */
static size_t choose_promise(uint64_t choice)
{
    size_t chosen = 0;
    uint64_t left = choice % INPUTS;
    while (chosen < COSTLY_PROMISES && left >= costly_promises[chosen].share)
        left -= costly_promises[chosen++].share;
    return chosen;
}

/* The promise that the sweep draws. */
static size_t draw_promise(uint64_t choice)
{
    size_t first = 0;
    while (!costly_promises[first].drawn)
        first++;
    return first + (size_t)(choice % (COSTLY_PROMISES - first));
}

static const char *check_costly_promises(promise *p, subject *s, const al_result *report, promise_depth depth)
{
    const size_t chosen = depth == PROMISE_FAST ? choose_promise(s->choice) : draw_promise(s->choice);
    const char *broken = NULL;
    uint64_t runs = 0;
    s->choice /= INPUTS; /* the rest chooses among the cases of a promise */
    for (size_t i = 0; i < COSTLY_PROMISES && broken == NULL; i++) {
        const bool always =
            depth == PROMISE_THOROUGH || (depth == PROMISE_QUICK && !costly_promises[i].drawn);
        if (always || i == chosen)
            broken = costly_promises[i].test(p, s, report);
    }
    if (broken == NULL && depth == PROMISE_THOROUGH)
        broken = check_failures(p, s, report, &runs);
    return broken;
}

static const char *check_all(promise *p, subject *s, promise_depth depth)
{
    al_result *report;
    if (al_check_memory(p->used_checker, s->name, s->data, s->size, AL_NAMED, &report) != AL_OK)
        return explain(p, "a check failed though there is memory", NULL);
    const char *broken = explain_problem(p, report_check(report, s->size));
    if (broken == NULL)
        broken = check_belief(p, s, report);
    if (broken == NULL)
        broken = check_costly_promises(p, s, report, depth);
    al_result_free(report);
    return broken;
}

/* False without memory. */
static bool subject_start(subject *s, const char *name, const uint8_t *data, size_t size)
{
    *s = (subject){.name = name, .data = malloc(size), .size = size};
    if (s->data == NULL && size > 0)
        return false;
    if (size > 0)
        memcpy(s->data, data, size);
    s->choice = depth_choice(data, size);
    return true;
}

/* Frees the copy; false when it was written to. */
static bool subject_end(subject *s, const uint8_t *data)
{
    bool unchanged = s->size == 0 || memcmp(s->data, data, s->size) == 0;
    free(s->data);
    return unchanged;
}

const char *promise_check(promise *p, const char *name, const uint8_t *data, size_t size, promise_depth depth)
{
    subject s;
    if (!subject_start(&s, name, data, size))
        return explain(p, "there is no memory for a copy of the input", NULL);
    const char *broken = check_all(p, &s, depth);
    if (!subject_end(&s, data) && broken == NULL)
        broken = explain(p, "the check wrote to its input", NULL);
    return broken;
}

const char *promise_check_allocations(promise *p, const char *name, const uint8_t *data, size_t size,
                                      uint64_t *runs)
{
    subject s;
    if (!subject_start(&s, name, data, size))
        return explain(p, "there is no memory for a copy of the input", NULL);
    al_result *report;
    const char *broken = NULL;
    if (al_check_memory(p->used_checker, name, s.data, size, AL_NAMED, &report) != AL_OK) {
        broken = explain(p, "a check failed though there is memory", NULL);
    } else {
        broken = check_failures(p, &s, report, runs);
        al_result_free(report);
    }
    (void)subject_end(&s, data);
    return broken;
}
