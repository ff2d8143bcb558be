/* lods.c: checks that the levels of detail of each part are numbered from 0 without a gap, and that all are
 * of about the size of level 0. Case makes no difference, since it makes none to Windows, where the games
 * run. The levels of a mod may be spread over its folder and its catalogs. Gaps of parts with a level that
 * replaces a file of the game are not judged: the game has their other levels.
 */
#include "relations/lods.h"

#include "core/reduce/extremes.h"
#include "core/sort.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/file_names.h"
#include "relations/gaps.h"
#include "relations/name_list.h"
#include "relations/relation_state.h"
#include "relations/x4/x4_spot.h"

#define AL_RULES "rules/xmf.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

/* More digits than this are no level, but part of another name. */
enum { MOST_DIGITS = 6 };

/* A mesh of fewer vertices says little about the size of its part: of 256 levels of working mods 255 are 0.76
 * to 1.005 times as large as level 0, and the other has 3 vertices. Collision meshes are not compared: in
 * working mods 76 of 77 are as large as level 0, but one is 25 times as large. */
enum { LEAST_VERTICES = 8 };
static const double most_ratio = 2;

static const char extension[] = ".xmf";
static const char word[] = "-lod";

/* A file that is a level of a part. */
typedef struct level {
    const char *package, *name; /* `package` is "" for a file in a folder */
    size_t stem;                /* bytes of the name in front of -lodN.xmf */
    uint32_t number;
    bool replaces; /* it replaces a file of the game */
    size_t file;
    double diagonal; /* of the box around its vertices; negative: not known, or of few vertices */
} level;

typedef struct lods {
    al_relation_state base;
    al_name_list roots; /* folders with a content.xml, as their paths begin */
    size_t first_rule;  /* of XMF in the catalogue */
    level *levels;      /* sorted by part and number */
    size_t count;
    uint32_t *level_of; /* by file: 1 + the index of the level that has to be measured; 0: none */
} lods;

/* ---- Names --------------------------------------------------------------------------------------------- */

/* Reads the number between -lod and .xmf, which the game writes without zeros in front. */
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

/* ---- Places -------------------------------------------------------------------------------------------- */

static bool find_roots(lods *l)
{
    const al_related_files *all = l->base.all;
    for (size_t i = 0; i < all->checked; i++) {
        const al_related_file *file = &all->files[i];
        x4_spot spot;
        if (file->explicit || !x4_is_content(al_inner_path(file)))
            continue;
        if (!x4_find_spot(&spot, file, l->base.arena))
            return false;
        spot.path[al_folder_length(spot.path)] = '\0';
        if (!al_name_list_add(&l->roots, l->base.arena, spot.path))
            return false;
    }
    al_name_list_sort(&l->roots);
    return true;
}

/* Whether a catalog lies beside a content.xml, so that it is part of that mod. */
static bool is_of_mod(const lods *l, const x4_spot *spot)
{
    const char cut = spot->path[spot->floor];
    spot->path[spot->floor] = '\0';
    const bool found = al_name_list_has(&l->roots, spot->path);
    spot->path[spot->floor] = cut;
    return found;
}

/* Finds where the file is for the game, which differs for members of the catalogs of a mod. False if memory
 * is short. */
static bool find_place(const lods *l, const al_related_file *file, level *out)
{
    x4_spot spot;
    *out = (level){.package = file->member[0] != '\0' ? file->path : "", .name = al_inner_path(file)};
    if (file->member[0] == '\0')
        return true;
    if (!x4_find_spot(&spot, file, l->base.arena))
        return false;
    out->replaces = spot.replaces;
    if (!spot.lifted || !is_of_mod(l, &spot))
        return true;
    const size_t outer = strlen(file->path);
    const bool packed = strncmp(spot.path, file->path, outer) == 0 &&
                        strncmp(spot.path + outer, AL_INSIDE, AL_INSIDE_LENGTH) == 0;
    out->package = packed ? file->path : "";
    out->name = packed ? spot.path + outer + AL_INSIDE_LENGTH : spot.path;
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

static bool keep_missing_first(lods *l, const level *at)
{
    const al_claim claim = {
        .rule = l->first_rule + XMF_MISSING_LOD0, .actual = al_uint(at->number), .expected = al_uint(0)};
    return al_keep_finding(&l->base, at->file, &claim,
                           "part has no level of detail 0, its lowest is this one: %u", at->number);
}

static bool keep_gap(lods *l, const level *at, const level *lower)
{
    const uint32_t missing = at->number - lower->number - 1;
    const al_claim claim = {.rule = l->first_rule + XMF_LOD_GAP,
                            .actual = al_uint(at->number),
                            .expected = al_uint((uint64_t)lower->number + 1)};
    return al_keep_finding(
        &l->base, at->file, &claim,
        "level of detail %u of the part comes next after level %u, %u level%s between them %s missing",
        at->number, lower->number, missing, AL_S(missing), missing == 1 ? "is" : "are");
}

/* `lower` is the next lower level of the part; NULL: there is none. */
static bool judge_level(lods *l, const level *at, const level *lower, bool replaces)
{
    const bool first = lower == NULL;
    const uint32_t expected = first ? 0 : lower->number + 1;
    if (at->number <= expected)
        return true;
    if (!replaces)
        return first ? keep_missing_first(l, at) : keep_gap(l, at, lower);
    al_keep_not_judged(&l->base, at->file, l->first_rule + (first ? XMF_MISSING_LOD0 : XMF_LOD_GAP),
                       "the parts replace files of the game, which has their other levels", 1);
    return true;
}

static bool judge_part(lods *l, const level *levels, size_t count)
{
    const level *lower = NULL;
    bool replaces = false;
    for (size_t i = 0; i < count; i++)
        replaces = replaces || levels[i].replaces;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && levels[i - 1].number < levels[i].number)
            lower = &levels[i - 1];
        if (!judge_level(l, &levels[i], lower, replaces))
            return false;
    }
    return true;
}

/* The end of the levels of the part of one. */
static size_t part_end(const lods *l, size_t first)
{
    size_t end = first + 1;
    while (end < l->count && compare_parts(&l->levels[first], &l->levels[end]) == 0)
        end++;
    return end;
}

static bool judge_numbers(lods *l)
{
    for (size_t first = 0, end; first < l->count; first = end) {
        end = part_end(l, first);
        if (!judge_part(l, l->levels + first, end - first))
            return false;
    }
    return true;
}

/* ---- Extents ------------------------------------------------------------------------------------------- */

/* Parts with level 0 and another level have to be measured. */
static bool need_extents(lods *l)
{
    bool any = false;
    for (size_t first = 0, end; first < l->count; first = end) {
        end = part_end(l, first);
        if (l->levels[first].number != 0 || l->levels[end - 1].number == 0)
            continue;
        for (size_t i = first; i < end; i++)
            l->level_of[l->levels[i].file] = (uint32_t)i + 1;
        any = true;
    }
    return any;
}

static bool take(void *state, size_t file, const al_content *content)
{
    lods *l = state;
    al_mesh_box extent;
    if (content->document != NULL && content->hooks->extent != NULL &&
        content->hooks->extent(content->document, content->inflater, content->most_inflated, &extent) &&
        extent.vertices >= LEAST_VERTICES)
        l->levels[l->level_of[file] - 1].diagonal = al_box_diagonal(extent.low, extent.high);
    return true;
}

static bool keep_extent(lods *l, const level *at, const level *first)
{
    const bool larger = at->diagonal > first->diagonal;
    const double ratio = larger ? at->diagonal / first->diagonal : first->diagonal / at->diagonal;
    const al_claim claim = {.rule = l->first_rule + XMF_LOD_EXTENT,
                            .reach = AL_WHOLE_FILE,
                            .actual = al_real(at->diagonal),
                            .expected = al_real(first->diagonal)};
    return al_keep_finding(
        &l->base, at->file, &claim,
        "level of detail %u is %.3g times as %s as level 0: its box has a diagonal of %.6g, "
        "that of level 0 one of %.6g",
        at->number, ratio, larger ? "large" : "small", at->diagonal, first->diagonal);
}

/* A mesh without extent has a rule of its own. */
static bool judge_extents(lods *l)
{
    const level *first = NULL;
    for (size_t i = 0; i < l->count; i++) {
        const level *at = &l->levels[i];
        if (i == 0 || compare_parts(&l->levels[i - 1], at) != 0)
            first = at;
        if (first->number != 0 || at->number == 0 || !(first->diagonal > 0) || !(at->diagonal > 0))
            continue;
        const bool right =
            at->diagonal <= most_ratio * first->diagonal && first->diagonal <= most_ratio * at->diagonal;
        if (!right && !keep_extent(l, at, first))
            return false;
    }
    return true;
}

/* ---- The relation -------------------------------------------------------------------------------------- */

static void *begin(const al_related_files *all, al_arena *arena)
{
    size_t count = 0;
    lods *l = al_alloc(arena, 1, sizeof *l);
    level *levels = al_alloc(arena, all->checked, sizeof *levels);
    uint32_t *level_of = al_alloc(arena, all->checked, sizeof *level_of);
    if (l == NULL || levels == NULL || level_of == NULL)
        return NULL;
    *l = (lods){.base = {.all = all, .arena = arena, .relation = &al_lods_relation},
                .first_rule = al_first_rule("xmf"),
                .levels = levels,
                .level_of = level_of};
    if (!find_roots(l))
        return NULL;
    for (size_t i = 0; i < all->checked; i++) {
        level at;
        if (all->files[i].explicit || !read_level(al_inner_path(&all->files[i]), &at))
            continue;
        if (!find_place(l, &all->files[i], &at))
            return NULL;
        at.file = i;
        at.diagonal = -1;
        if (read_level(at.name, &at))
            levels[count++] = at;
    }
    l->count = count;
    al_sort(levels, count, sizeof *levels, compare_levels, NULL);
    return judge_numbers(l) ? l : NULL;
}

/* The other levels of a part are in its folder, or in a catalog above. */
static bool is_unsure(const void *state, size_t file)
{
    return al_is_in_gap(((const lods *)state)->base.all, file);
}

static al_round begin_round(void *state)
{
    lods *l = state;
    const bool measured = l->base.round++ > 0;
    if (!measured && al_relation_wants(&l->base, "xmf", XMF_LOD_EXTENT) && need_extents(l))
        return AL_ROUND_READ;
    if (measured && !judge_extents(l))
        return AL_ROUND_NO_MEMORY;
    al_finish_findings(&l->base);
    return AL_ROUND_LAST;
}

static al_need needs(const void *state, size_t file)
{
    const lods *l = state;
    const bool measured = file < l->base.all->checked && l->level_of[file] != 0;
    return measured ? AL_NEED_DOCUMENT : AL_NEED_NOTHING;
}

static const char *const rules[] = {"xmf/lod-gap", "xmf/missing-lod0", "xmf/lod-extent", NULL};

const al_relation al_lods_relation = {.format = "xmf",
                                      .rules = rules,
                                      .begin = begin,
                                      .is_unsure = is_unsure,
                                      .begin_round = begin_round,
                                      .needs = needs,
                                      .take = take,
                                      .report = al_relation_report,
                                      .not_judged = al_relation_not_judged};
