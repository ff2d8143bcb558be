/* lods.c: whether the levels of detail of each part are numbered from 0 without a gap. Their names alone say
 * it. Case makes no difference, since it makes none to Windows, where the games run.
 */
#include "relations/lods.h"

#include <string.h>

#include "core/sort.h"
#include "core/text.h"

#define AL_RULES "rules/xmf.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

/* Digits of a level: what has more is a number of something else. */
enum { MOST_DIGITS = 6 };

static const char extension[] = ".xmf";
static const char word[] = "-lod";

/* A file that is a level of a part. */
typedef struct level {
    const char *path, *member;
    size_t stem; /* how much of the name is in front of -lodN.xmf */
    uint32_t number;
    size_t file;
} level;

/* What is said of a file. */
typedef struct verdict {
    bool first;              /* it is the lowest of its part, but not 0 */
    bool gap;                /* one is missing before it */
    uint32_t number, before; /* this is its number, and that of the next lower */
} verdict;

/* ---- Names --------------------------------------------------------------------------------------------- */

/* The number between -lod and .xmf, as the game writes it: without zeros in front. */
static bool read_level(const char *name, level *l)
{
    if (!al_ends_with(name, extension, sizeof extension - 1))
        return false;
    const size_t end = strlen(name) - (sizeof extension - 1);
    size_t start = end;
    while (start > 0 && name[start - 1] >= '0' && name[start - 1] <= '9')
        start--;
    if (start == end || end - start > MOST_DIGITS || (name[start] == '0' && end - start > 1))
        return false;
    if (start < sizeof word - 1 || !al_same_text(name + start - (sizeof word - 1), word, sizeof word - 1))
        return false;
    l->stem = start - (sizeof word - 1);
    l->number = 0;
    for (size_t i = start; i < end; i++)
        l->number = l->number * 10 + (uint32_t)(name[i] - '0');
    return true;
}

static const char *name_of(const level *l)
{
    return l->member[0] != '\0' ? l->member : l->path;
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

static int compare_parts(const level *a, const level *b)
{
    const bool inside = a->member[0] != '\0';
    if (inside != (b->member[0] != '\0'))
        return inside ? 1 : -1;
    const int package = inside ? strcmp(a->path, b->path) : 0;
    if (package != 0)
        return package;
    return al_compare_text(al_span_of(name_of(a), a->stem), al_span_of(name_of(b), b->stem));
}

static int compare_levels(const void *left, const void *right, void *context)
{
    const level *a = left, *b = right;
    (void)context;
    const int part = compare_parts(a, b);
    if (part != 0)
        return part;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return a->file < b->file ? -1 : a->file > b->file;
}

/* `lower` is the next lower level of the same part, or NULL. */
static verdict verdict_of(const level *l, const level *lower)
{
    if (lower == NULL)
        return (verdict){.first = l->number > 0, .number = l->number};
    return (verdict){.gap = l->number - lower->number > 1, .number = l->number, .before = lower->number};
}

static void judge(const level *levels, size_t count, verdict *verdicts)
{
    const level *lower = NULL;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || compare_parts(&levels[i - 1], &levels[i]) != 0)
            lower = NULL;
        else if (levels[i - 1].number < levels[i].number)
            lower = &levels[i - 1];
        verdicts[levels[i].file] = verdict_of(&levels[i], lower);
    }
}

static void *look(const al_related_files *all, al_arena *arena)
{
    size_t count = 0;
    verdict *verdicts = al_alloc(arena, all->checked, sizeof *verdicts);
    level *levels = al_alloc(arena, all->checked, sizeof *levels);
    if (verdicts == NULL || levels == NULL)
        return NULL;
    for (size_t i = 0; i < all->checked; i++) {
        level l = {.path = all->files[i].path, .member = all->files[i].member, .file = i};
        if (!all->files[i].alone && read_level(name_of(&l), &l))
            levels[count++] = l;
    }
    al_sort(levels, count, sizeof *levels, compare_levels, NULL);
    judge(levels, count, verdicts);
    return verdicts;
}

static void report(const void *looked, size_t number, al_sink *sink)
{
    const verdict *v = (const verdict *)looked + number;
    al_claim claim = {.actual = al_uint(v->number)};
    if (v->first) {
        claim.rule = XMF_MISSING_LOD0;
        claim.expected = al_uint(0);
        al_report(sink, &claim, "part has no level of detail 0, its lowest is this one: %u", v->number);
    }
    if (v->gap) {
        claim.rule = XMF_LOD_GAP;
        claim.expected = al_uint((uint64_t)v->before + 1);
        const uint32_t missing = v->number - v->before - 1;
        al_report(
            sink, &claim,
            "level of detail %u of the part comes next after level %u, %u level%s between them %s missing",
            v->number, v->before, missing, AL_S(missing), missing == 1 ? "is" : "are");
    }
}

static const char *const rules[] = {"xmf/lod-gap", "xmf/missing-lod0", NULL};

const al_relation al_lods_relation = {.format = "xmf", .rules = rules, .begin = look, .report = report};
