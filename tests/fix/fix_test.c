/* fix_test.c: what `fix` makes of every fixture.
 *
 *     fix_test FIXTURES FIXED
 *
 * FIXED has the file that a fixture must become, under the same path; PATH.refused if its rule must stay
 * broken, at least in part, with the reason; and PATH.unsafe if its fix is unsafe, though other fixes of the
 * rule are safe. A fixture that breaks a rule with a fix must state one of them. Whatever a fixture is, its
 * fix does no harm: no rule at warning or above is broken more often, a second fix changes nothing, and
 * without AL_FIX_ALSO_UNSAFE nothing unsafe is done.
 */
#include "files.h"

#include <assetlint/assetlint.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/options.h"
#include "fix/file_fixers.h"
#include "formats/catalogue.h"
#include "formats/format.h"

enum { MAX_PATH_LENGTH = 1024 };

typedef struct tally {
    unsigned long passed, failed;
    bool wrong; /* the current case failed */
} tally;

static void end_case(tally *t)
{
    t->passed += !t->wrong;
    t->failed += t->wrong;
    t->wrong = false;
}

static bool note_check(tally *t, bool holds)
{
    t->wrong = t->wrong || !holds;
    return holds;
}

/* Returns whether it holds; prints the message if it doesn't. */
#define verify(t, holds, ...) \
    (note_check((t), (holds)) || ((void)printf(__VA_ARGS__), (void)putchar('\n'), false))

/* ---- The catalogue ------------------------------------------------------------------------------------- */

static bool has_number(const al_fixer *fixers, size_t first, size_t number)
{
    for (const al_fixer *f = fixers; f != NULL && f->plan != NULL; f++)
        if (first + f->rule == number)
            return true;
    return false;
}

/* Only the check of a whole mod finds what a reference should be. */
static bool is_about_references(const al_rule *rule)
{
    return strcmp(rule->format, "x4") == 0 || strcmp(rule->format, "pdx") == 0;
}

/* A rule has a fixer if, and only if, the catalogue says so. */
static void check_rule(tally *t, size_t number)
{
    const al_rule *rule = al_rule_at(number);
    bool has = has_number(al_file_fixers, 0, number);
    if (is_about_references(rule))
        return;
    for (size_t i = 0; i < al_format_count(); i++)
        has = has || has_number(al_formats[i].hooks->fixers, *al_formats[i].first_rule, number);
    const bool should = rule->fix_kind != AL_FIX_NONE;
    (void)verify(t, has == should, "%s: its row says that it has %s fix, and it has %s fixer", rule->id,
                 rule->fix_kind != AL_FIX_NONE ? "a" : "no", has ? "a" : "no");
    end_case(t);
}

/* ---- A fixture ----------------------------------------------------------------------------------------- */

typedef struct block {
    uint8_t *bytes; /* NULL: there is no such file */
    size_t size;
} block;

typedef struct fixture {
    const char *name; /* "xmf/inflate/fires-cut.xmf" */
    block file;
    block fixed, refused; /* what FIXED states */
    bool unsafe;
    const al_rule *rule; /* that it breaks; NULL: none, or none with a fix */
} fixture;

static block read_beneath(const char *folder, const char *name, const char *ending)
{
    char path[MAX_PATH_LENGTH];
    block b;
    (void)snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    b.bytes = files_read(path, &b.size);
    return b;
}

/* The rule with a fix that a fixture "FORMAT/RULE/fires..." breaks, or NULL. Packages are not fixed as such.
 */
static const al_rule *rule_of(const char *name)
{
    char id[MAX_PATH_LENGTH];
    const char *slash = strrchr(name, '/');
    (void)snprintf(id, sizeof id, "%.*s", slash != NULL ? (int)(slash - name) : 0, name);
    const al_rule *rule = slash != NULL && strncmp(slash, "/fires", strlen("/fires")) == 0 &&
                                  al_path_kind_of(name) == AL_PATH_FILE
                              ? al_rule_find(id)
                              : NULL;
    return rule != NULL && rule->fix_kind != AL_FIX_NONE && !is_about_references(rule) ? rule : NULL;
}

static al_fix *fix(tally *t, al_checker *checker, const char *name, const void *bytes, size_t size,
                   unsigned flags)
{
    al_fix *made;
    (void)verify(t, al_fix_memory(checker, name, "", bytes, size, NULL, flags, &made) == AL_OK,
                 "%s: can't be fixed", name);
    return made;
}

static const al_refusal *refusal_of(const al_fix *made, const al_rule *rule)
{
    for (size_t i = 0; i < al_fix_refusal_count(made); i++)
        if (al_fix_refusal(made, i)->rule == rule)
            return al_fix_refusal(made, i);
    return NULL;
}

static void print_fix(const al_fix *made)
{
    for (size_t i = 0; i < al_fix_change_count(made); i++) {
        const al_change *c = al_fix_change(made, i);
        (void)printf("    %s 0x%" PRIx64 "+%" PRIu64 " %s: %s becomes %s\n", c->rule->id, c->offset,
                     c->removed, c->field, c->before, c->after);
    }
    for (size_t i = 0; i < al_fix_refusal_count(made); i++)
        (void)printf("    %s stays: %s\n", al_fix_refusal(made, i)->rule->id,
                     al_fix_refusal(made, i)->reason);
}

/* How many elements break a rule. */
static uint64_t broken_by(const al_result *result, const al_rule *rule)
{
    uint64_t count = 0;
    for (size_t i = 0; i < result->finding_count; i++)
        count += result->findings[i].rule == rule ? result->findings[i].count : 0;
    for (size_t i = 0; i < result->consequence_count; i++)
        count += result->consequences[i].rule == rule ? result->consequences[i].count : 0;
    return count;
}

static void check_no_worse(tally *t, al_checker *checker, const fixture *f, const void *bytes, size_t size)
{
    al_result *before = NULL, *after = NULL;
    if (!verify(t,
                al_check_memory(checker, f->name, f->file.bytes, f->file.size, AL_NAMED, &before) == AL_OK &&
                    al_check_memory(checker, f->name, bytes, size, AL_NAMED, &after) == AL_OK,
                "%s: can't be checked", f->name))
        return;
    for (size_t i = 0; i < after->finding_count; i++) {
        const al_finding *a = &after->findings[i];
        (void)verify(t, a->level < AL_WARNING || broken_by(after, a->rule) <= broken_by(before, a->rule),
                     "%s: the fix breaks %s", f->name, a->rule->id);
    }
    al_result_free(before);
    al_result_free(after);
}

/* The fix is what the fixture states. */
static void check_stated(tally *t, const fixture *f, const al_fix *made)
{
    size_t size;
    const uint8_t *bytes = al_fix_bytes(made, &size);
    const al_refusal *refusal = refusal_of(made, f->rule);
    const char *reason = refusal != NULL ? refusal->reason : "nothing was refused";
    bool same = bytes == NULL && f->fixed.bytes == NULL;
    if (bytes != NULL && f->fixed.bytes != NULL)
        same = size == f->fixed.size && memcmp(bytes, f->fixed.bytes, size) == 0;
    (void)verify(t, f->fixed.bytes != NULL || f->refused.bytes != NULL, "%s: states no fix", f->name);
    if (!verify(t, same, "%s: its fix is not what it states", f->name))
        print_fix(made);
    if (f->refused.bytes != NULL)
        (void)verify(
            t, strlen(reason) == f->refused.size && memcmp(reason, f->refused.bytes, f->refused.size) == 0,
            "%s: the reason is not as stated: %s", f->name, reason);
    else
        (void)verify(t, refusal == NULL, "%s: refused: %s", f->name, reason);
}

/* Without AL_FIX_ALSO_UNSAFE nothing unsafe is done, and it is said what would be. */
static void check_held_back(tally *t, al_checker *checker, const fixture *f)
{
    al_fix *made = fix(t, checker, f->name, f->file.bytes, f->file.size, 0);
    for (size_t i = 0; made != NULL && i < al_fix_change_count(made); i++)
        (void)verify(t, al_fix_change(made, i)->kind == AL_FIX_SAFE, "%s: an unsafe change", f->name);
    const bool unsafe = f->unsafe || (f->rule != NULL && f->rule->fix_kind == AL_FIX_UNSAFE);
    if (made != NULL && f->rule != NULL && unsafe && f->refused.bytes == NULL) {
        const al_refusal *refusal = refusal_of(made, f->rule);
        (void)verify(t, refusal != NULL && refusal->held_back, "%s: its fix is not held back", f->name);
    }
    al_fix_free(made);
}

/* With too little memory a fix does less, and no harm. */
static void check_shortage(tally *t, al_checker *checker, const fixture *f)
{
    enum { LEAST = 3000, MOST = 1000000 };
    for (uint64_t limit = LEAST; limit < MOST; limit = limit * 3 / 2) {
        size_t size = 0;
        al_options *options = al_options_new();
        if (options == NULL)
            return;
        al_options_set_limit(options, AL_LIMIT_MEMORY, limit);
        al_checker *small = al_checker_new(options);
        al_fix *made = NULL;
        const al_status status =
            al_fix_memory(small, f->name, "", f->file.bytes, f->file.size, NULL, AL_FIX_ALSO_UNSAFE, &made);
        const uint8_t *bytes = status == AL_OK ? al_fix_bytes(made, &size) : NULL;
        if (bytes != NULL)
            check_no_worse(t, checker, f, bytes, size);
        al_fix_free(made);
        al_checker_free(small);
        al_options_free(options);
    }
}

/* Each allocation of a fix fails once: then there is no fix, or the same. */
static void check_allocations(tally *t, const fixture *f, const al_fix *whole, uint64_t first)
{
    enum { QUIET = 3 };
    al_options *options = al_options_new();
    al_checker *checker = options != NULL ? al_checker_new(options) : NULL;
    unsigned quiet = 0;
    for (uint64_t n = first; checker != NULL && quiet < QUIET; n++) {
        al_fix *made = NULL;
        al_options_fail_allocation(options, n);
        const al_status status =
            al_fix_memory(checker, f->name, "", f->file.bytes, f->file.size, NULL, AL_FIX_ALSO_UNSAFE, &made);
        const bool right = status == AL_OK ? al_fix_change_count(made) == al_fix_change_count(whole)
                                           : status == AL_OUT_OF_MEMORY && made == NULL;
        (void)verify(t, right, "%s: another fix if allocation %" PRIu64 " fails", f->name, n);
        quiet = status == AL_OK ? quiet + 1 : 0;
        al_fix_free(made);
    }
    al_checker_free(checker);
    al_options_free(options);
}

static void check_fixture(tally *t, al_checker *checker, const fixture *f)
{
    size_t size;
    al_fix *made = fix(t, checker, f->name, f->file.bytes, f->file.size, AL_FIX_ALSO_UNSAFE);
    if (made == NULL)
        return;
    if (f->rule != NULL || f->fixed.bytes != NULL) {
        check_stated(t, f, made);
        check_shortage(t, checker, f);
        check_allocations(t, f, made, 1);
        check_allocations(t, f, made, AL_FAIL_IN_PLANS + 1);
    }
    const uint8_t *bytes = al_fix_bytes(made, &size);
    if (bytes != NULL) {
        check_no_worse(t, checker, f, bytes, size);
        al_fix *again = fix(t, checker, f->name, bytes, size, AL_FIX_ALSO_UNSAFE);
        if (again != NULL &&
            !verify(t, al_fix_change_count(again) == 0, "%s: a second fix changes it", f->name))
            print_fix(again);
        al_fix_free(again);
    }
    check_held_back(t, checker, f);
    al_fix_free(made);
}

int main(int argc, char **argv)
{
    tally t = {0};
    file_list files = {0};
    al_checker *checker = al_checker_new(NULL);
    if (argc != 3 || checker == NULL || !files_find(&files, argv[1])) {
        (void)fputs("usage: fix_test FIXTURES FIXED\n", stderr);
        return 2;
    }
    for (size_t i = 0; i < al_rule_count(); i++)
        check_rule(&t, i);
    for (size_t i = 0; i < files.count; i++) {
        fixture f = {.name = files.paths[i] + strlen(argv[1]) + 1};
        f.rule = rule_of(f.name);
        f.file = read_beneath(argv[1], f.name, "");
        f.fixed = read_beneath(argv[2], f.name, "");
        f.refused = read_beneath(argv[2], f.name, ".refused");
        block unsafe = read_beneath(argv[2], f.name, ".unsafe");
        f.unsafe = unsafe.bytes != NULL;
        if (verify(&t, f.file.bytes != NULL, "%s: can't be read", f.name))
            check_fixture(&t, checker, &f);
        end_case(&t);
        free(f.file.bytes);
        free(f.fixed.bytes);
        free(f.refused.bytes);
        free(unsafe.bytes);
    }
    (void)printf("%lu passed, %lu failed\n", t.passed, t.failed);
    files_free(&files);
    al_checker_free(checker);
    return t.failed == 0 ? 0 : 1;
}
