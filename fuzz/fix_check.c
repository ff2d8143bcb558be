/* fix_check.c: fixes a file, and tests what is promised of a fix: the fixed file is no worse, the changes are
 * those that make it, each run gives the same, and a second fix changes nothing. */
#include "report.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The findings of a rule at warning or above, with those that follow from a cause. */
static uint64_t count_of(const al_result *r, const al_rule *rule)
{
    uint64_t count = 0;
    for (size_t i = 0; i < r->finding_count; i++)
        count += r->findings[i].rule == rule && r->findings[i].level >= AL_WARNING;
    for (size_t i = 0; i < r->consequence_count; i++)
        count += r->consequences[i].rule == rule;
    return count;
}

/* A report lists some findings only, if there are very many. */
static const char *compare(const al_result *before, const al_result *after)
{
    if (strcmp(before->format, after->format) != 0)
        return "a fix gives a file of another format";
    for (size_t i = 0; i < after->finding_count && before->omitted == 0; i++) {
        const al_finding *f = &after->findings[i];
        if (f->level >= AL_WARNING && count_of(before, f->rule) == 0)
            return "the fixed file breaks a rule that it did not break before";
    }
    return NULL;
}

/* The sizes of the changes must add up to the size of the fixed file. */
static const char *check_changes(const al_fix *fix, size_t size, size_t fixed_size)
{
    uint64_t now = size;
    const al_change *c;
    for (size_t i = 0; (c = al_fix_change(fix, i)) != NULL; i++) {
        if (c->kind == AL_FIX_NONE || c->before == NULL || c->after == NULL || c->field == NULL)
            return "a change says too little";
        if (c->removed > now)
            return "a change removes more than there is";
        now = now - c->removed + c->added;
    }
    if (al_fix_change_count(fix) > 0 && now != fixed_size)
        return "the changes do not make the fixed file";
    return NULL;
}

static const char *fix_again(al_checker *checker, const char *name, const void *data, size_t size,
                             const al_fix *first)
{
    al_fix *second;
    size_t size_of_first, size_of_second;
    const uint8_t *a = al_fix_bytes(first, &size_of_first), *b;
    if (al_fix_memory(checker, name, "", data, size, NULL, AL_FIX_ALSO_UNSAFE, &second) != AL_OK)
        return "a second run of a fix fails";
    b = al_fix_bytes(second, &size_of_second);
    const bool same = size_of_first == size_of_second && (a == NULL) == (b == NULL) &&
                      (a == NULL || memcmp(a, b, size_of_first) == 0) &&
                      al_fix_change_count(first) == al_fix_change_count(second);
    al_fix_free(second);
    return same ? NULL : "a second run of a fix gives another file";
}

static const char *check_fixed(al_checker *checker, const char *name, const al_result *before,
                               const al_fix *fix)
{
    size_t size, unused;
    const uint8_t *bytes = al_fix_bytes(fix, &size);
    al_result *after;
    al_fix *second;
    if (al_check_memory(checker, name, bytes, size, AL_NAMED, &after) != AL_OK)
        return "the check of a fixed file fails";
    const char *problem = compare(before, after);
    al_result_free(after);
    if (problem != NULL)
        return problem;
    if (al_fix_memory(checker, name, "", bytes, size, NULL, AL_FIX_ALSO_UNSAFE, &second) != AL_OK)
        return "the fix of a fixed file fails";
    if (al_fix_bytes(second, &unused) != NULL)
        problem = "the fix of a fixed file changes it";
    al_fix_free(second);
    return problem;
}

static bool has_fix(const al_result *r)
{
    for (size_t i = 0; i < r->finding_count; i++)
        if (r->findings[i].fix_kind != AL_FIX_NONE)
            return true;
    return false;
}

const char *fix_check(al_checker *checker, const char *name, const void *data, size_t size,
                      const al_result *report)
{
    al_fix *fix;
    size_t fixed_size;
    if (!has_fix(report))
        return NULL;
    if (al_fix_memory(checker, name, "", data, size, NULL, AL_FIX_ALSO_UNSAFE, &fix) != AL_OK)
        return "a fix fails, though the check works";
    const bool changed = al_fix_bytes(fix, &fixed_size) != NULL;
    const char *problem = check_changes(fix, size, fixed_size);
    if (problem == NULL && changed != (al_fix_change_count(fix) > 0))
        problem = "a fix changes the file without a change, or the other way round";
    if (problem == NULL)
        problem = fix_again(checker, name, data, size, fix);
    if (problem == NULL && changed)
        problem = check_fixed(checker, name, report, fix);
    al_fix_free(fix);
    return problem;
}
