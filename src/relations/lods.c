/* lods.c: whether the levels of detail of each part are numbered from 0 without a gap. Their names alone say
 * it. Case makes no difference, since it makes none to Windows, where the games run. The levels of a mod may
 * be spread over its folder and its catalogs. Those of a part of which some takes the place of one of the
 * game's own are not judged: the game has the others.
 */
#include "relations/lods.h"

#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/x4/x4_spot.h"

#define AL_RULES "rules/xmf.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

/* Digits of a level: what has more is a number of something else. */
enum { MOST_DIGITS = 6 };

static const char extension[] = ".xmf";
static const char word[] = "-lod";

/* A file that is a level of a part. */
typedef struct level {
    const char *package, *name; /* "" for what is in a folder */
    size_t stem;                /* how much of the name is in front of -lodN.xmf */
    uint32_t number;
    bool replaces; /* it takes the place of one of the game's */
    size_t file;
} level;

/* What is said of a file. */
typedef struct verdict {
    bool first;              /* it is the lowest of its part, but not 0 */
    bool gap;                /* one is missing before it */
    uint32_t number, before; /* this is its number, and that of the next lower */
} verdict;

/* The verdicts of all files, by their index. */
typedef struct view {
    verdict *verdicts;
    size_t first_rule;
    al_not_judged_list not_judged;
} view;

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
    if (start < sizeof word - 1 ||
        !al_same_ignoring_case(name + start - (sizeof word - 1), word, sizeof word - 1))
        return false;
    l->stem = start - (sizeof word - 1);
    l->number = 0;
    for (size_t i = start; i < end; i++)
        l->number = l->number * 10 + (uint32_t)(name[i] - '0');
    return true;
}

/* ---- Where they are ------------------------------------------------------------------------------------ */

/* The folders with a content.xml, as their paths begin; sorted. */
typedef struct roots {
    const char **items;
    uint64_t count, capacity;
} roots;

static int compare_texts(const void *left, const void *right, void *context)
{
    (void)context;
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static bool find_roots(roots *to, const al_related_files *all, al_arena *arena)
{
    for (size_t i = 0; i < all->checked; i++) {
        const al_related_file *file = &all->files[i];
        x4_spot spot;
        if (file->explicit || !x4_is_content(file->member[0] != '\0' ? file->member : file->path))
            continue;
        if (!x4_find_spot(&spot, file, arena))
            return false;
        const char *slash = strrchr(spot.path, '/');
        spot.path[slash != NULL ? slash + 1 - spot.path : 0] = '\0';
        const char **items = al_grow(arena, to->items, to->count, &to->capacity, sizeof *items);
        if (items == NULL)
            return false;
        to->items = items;
        items[to->count++] = spot.path;
    }
    al_sort(to->items, (size_t)to->count, sizeof *to->items, compare_texts, NULL);
    return true;
}

/* Whether a catalog lies beside a content.xml, so that it is part of that mod. */
static bool is_of_mod(const roots *r, const x4_spot *spot)
{
    const char cut = spot->path[spot->floor], *path = spot->path;
    spot->path[spot->floor] = '\0';
    const size_t count = (size_t)r->count;
    const size_t at = al_lower_bound(r->items, count, sizeof *r->items, &path, compare_texts, NULL);
    const bool found = at < count && strcmp(r->items[at], path) == 0;
    spot->path[spot->floor] = cut;
    return found;
}

/* Moves what is in a catalog of a mod to where it lies for the game. False when memory is short. */
static bool place(level *l, const al_related_file *file, const roots *r, al_arena *arena)
{
    x4_spot spot;
    *l = (level){.package = file->member[0] != '\0' ? file->path : "",
                 .name = file->member[0] != '\0' ? file->member : file->path};
    if (file->member[0] == '\0')
        return true;
    if (!x4_find_spot(&spot, file, arena))
        return false;
    l->replaces = spot.replaces;
    if (!spot.lifted || !is_of_mod(r, &spot))
        return true;
    static const char inside[] = "!/";
    const size_t outer = strlen(file->path), behind = sizeof inside - 1;
    const bool packed =
        strncmp(spot.path, file->path, outer) == 0 && strncmp(spot.path + outer, inside, behind) == 0;
    l->package = packed ? file->path : "";
    l->name = packed ? spot.path + outer + behind : spot.path;
    return true;
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

static int compare_parts(const level *a, const level *b)
{
    const int package = strcmp(a->package, b->package);
    if (package != 0)
        return package;
    return al_compare_ignoring_case(al_span_of(a->name, a->stem), al_span_of(b->name, b->stem));
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

static void judge_part(view *v, const level *levels, size_t count)
{
    static const char reason[] = "the game has the other levels: some files of the part replace the game's";
    const level *lower = NULL;
    bool replaces = false;
    for (size_t i = 0; i < count; i++)
        replaces = replaces || levels[i].replaces;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && levels[i - 1].number < levels[i].number)
            lower = &levels[i - 1];
        const verdict found = verdict_of(&levels[i], lower);
        if (!replaces)
            v->verdicts[levels[i].file] = found;
        else if (found.first || found.gap)
            al_not_judged_add(&v->not_judged, v->first_rule + (found.first ? XMF_MISSING_LOD0 : XMF_LOD_GAP),
                              reason, levels[i].file, 1);
    }
}

static void judge(view *v, const level *levels, size_t count)
{
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && compare_parts(&levels[first], &levels[end]) == 0;)
            end++;
        judge_part(v, levels + first, end - first);
    }
}

static void *look(const al_related_files *all, al_arena *arena)
{
    size_t count = 0;
    view *v = al_alloc(arena, 1, sizeof *v);
    level *levels = al_alloc(arena, all->checked, sizeof *levels);
    roots r = {.count = 0};
    if (v == NULL || levels == NULL || !find_roots(&r, all, arena))
        return NULL;
    *v = (view){.verdicts = al_alloc(arena, all->checked, sizeof *v->verdicts),
                .first_rule = al_first_rule("xmf"),
                .not_judged = {.all = all}};
    if (v->verdicts == NULL)
        return NULL;
    for (size_t i = 0; i < all->checked; i++) {
        const al_related_file *file = &all->files[i];
        level l;
        if (file->explicit || !read_level(file->member[0] != '\0' ? file->member : file->path, &l))
            continue;
        if (!place(&l, file, &r, arena))
            return NULL;
        l.file = i;
        if (read_level(l.name, &l))
            levels[count++] = l;
    }
    al_sort(levels, count, sizeof *levels, compare_levels, NULL);
    judge(v, levels, count);
    return v;
}

static void report(const void *state, size_t number, al_sink *sink)
{
    const verdict *v = &((const view *)state)->verdicts[number];
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

static const al_not_judged_list *not_judged(const void *state)
{
    return &((const view *)state)->not_judged;
}

static const char *const rules[] = {"xmf/lod-gap", "xmf/missing-lod0", NULL};

const al_relation al_lods_relation = {
    .format = "xmf", .rules = rules, .begin = look, .report = report, .not_judged = not_judged};
