/* lods.c: checks that the levels of detail of each part are numbered from 0 without a gap, and that all are
 * of about the size of level 0, a collision mesh not far beyond it. Case makes no difference, since it makes
 * none to Windows, where the games run. The levels of a mod may be spread over its folder and its catalogs.
 * Gaps of parts with a level that replaces a file of the game are not judged: the game has their other
 * levels. The levels of a part and its collision mesh are partners.
 */
#include "relations/relations.h"

#include <stdio.h>

#include "core/inflate.h"
#include "core/reduce/floats.h"
#include "core/sort.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/file_names.h"
#include "relations/name_list.h"
#include "relations/relation_state.h"
#include "relations/x4/x4_tree.h"

#define AL_RULES "rules/xmf.def"
#include "kit/rule_numbers.h"

/* More digits than this are no level, but part of another name. */
enum { MOST_DIGITS = 6 };

/* A mesh of fewer vertices says little about the size of its part: of 256 levels of working mods 255 are 0.76
 * to 1.005 times as large as level 0, and the other has 3 vertices. A collision mesh may be much smaller, and
 * in a working mod one is 25 times as large. */
enum { LEAST_VERTICES = 8 };
static const double most_ratio = 2, most_of_collision = 30;

static const char extension[] = ".xmf";
static const char word[] = "-lod";
static const char collision_end[] = "-collision.xmf";

/* Stands behind all levels. */
#define COLLISION UINT32_MAX

/* A file that is a level of a part, or its collision mesh. A mod has many, so they are small. */
typedef struct level {
    const char *package, *name; /* `package` is "" for a file in a folder */
    uint32_t stem;              /* bytes of the name in front of -lodN.xmf or -collision.xmf */
    uint32_t number;
    uint32_t file;
    uint32_t first;  /* the index of level 0 of its part, if that was found */
    bool has_first;  /* it was */
    bool replaces;   /* it replaces a file of the game */
    double diagonal; /* of the box around the vertices of level 0; 0: unknown, or of too few */
} level;

typedef struct lods {
    al_relation_state base;
    al_name_list roots; /* folders with a content.xml, as their paths begin */
    size_t first_rule;  /* of XMF in the catalogue */
    level *meshes;      /* sorted by part and number: the collision mesh stands behind the levels */
    size_t mesh_count;
    uint32_t *mesh_of; /* by file: 1 + the index of its mesh; 0: it has none */
    bool compares;     /* sizes are compared */
} lods;

/* ---- Names --------------------------------------------------------------------------------------------- */

/* Reads the number between -lod and .xmf, which the game writes without zeros in front. */
static bool read_level(const char *name, level *l)
{
    if (!al_ends_with(name, extension, sizeof extension - 1))
        return false;
    const size_t end = strlen(name) - (sizeof extension - 1);
    size_t start = end;
    while (start > 0 && al_is_digit(name[start - 1]))
        start--;
    if (start == end || end - start > MOST_DIGITS || (name[start] == '0' && end - start > 1))
        return false;
    if (start < sizeof word - 1 ||
        !al_same_ignoring_case(name + start - (sizeof word - 1), word, sizeof word - 1))
        return false;
    l->stem = (uint32_t)(start - (sizeof word - 1));
    l->number = 0;
    for (size_t i = start; i < end; i++)
        l->number = l->number * 10 + (uint32_t)(name[i] - '0');
    return true;
}

/* The same for the name of a collision mesh. */
static bool read_mesh(const char *name, level *l)
{
    const size_t length = strlen(name), cut = sizeof collision_end - 1;
    if (read_level(name, l))
        return true;
    if (length <= cut || !al_ends_with(name, collision_end, cut))
        return false;
    l->stem = (uint32_t)(length - cut);
    l->number = COLLISION;
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

/* The end of the meshes of the part of one; `*levels` is the end of its levels. */
static size_t part_end(const lods *l, size_t first, size_t *levels)
{
    size_t end = first + 1;
    while (end < l->mesh_count && compare_parts(&l->meshes[first], &l->meshes[end]) == 0)
        end++;
    *levels = end;
    while (*levels > first && l->meshes[*levels - 1].number == COLLISION)
        --*levels;
    return end;
}

static bool judge_numbers(lods *l)
{
    for (size_t first = 0, end, levels; first < l->mesh_count; first = end) {
        end = part_end(l, first, &levels);
        if (!judge_part(l, l->meshes + first, levels - first))
            return false;
    }
    return true;
}

/* ---- Sizes --------------------------------------------------------------------------------------------- */

/* Checks measure meshes, since they inflate the data in any case, and each result is compared with level 0
 * when it is handed out. A level 0 that comes later, as in a catalog, or that this run doesn't report on, is
 * read by the survey. */
static void want_first_levels(lods *l, uint8_t *wanted)
{
    const al_related_file *files = l->base.all->files;
    for (size_t first = 0, end, levels; first < l->mesh_count; first = end) {
        const size_t level_0 = l->meshes[first].file;
        end = part_end(l, first, &levels);
        if (l->meshes[first].number != 0 || l->meshes[end - 1].number == 0)
            continue;
        for (size_t i = first; i < end; i++) {
            level *at = &l->meshes[i];
            at->first = (uint32_t)first;
            at->has_first = true;
            if (at->number != 0 && !files[at->file].unreported &&
                (at->file < level_0 || files[level_0].unreported))
                wanted[level_0] = AL_WANT_BYTES;
        }
    }
}

/* NULL: the file is no level that is compared. */
static level *compared_level(const lods *l, size_t file)
{
    if (!l->compares || file >= l->base.all->checked || l->mesh_of[file] == 0)
        return NULL;
    level *at = &l->meshes[l->mesh_of[file] - 1];
    return at->has_first ? at : NULL;
}

static double diagonal_of(const al_mesh_bounds *bounds)
{
    return bounds->vertices >= LEAST_VERTICES ? al_box_diagonal(bounds->low, bounds->high) : 0;
}

static bool read(void *state, size_t file, const al_content *content)
{
    const lods *l = state;
    al_mesh_bounds bounds;
    level *at = compared_level(l, file);
    if (at == NULL || content->document == NULL || content->hooks->measure_bounds == NULL)
        return true;
    al_inflater *inflater = al_inflater_new();
    if (inflater == NULL) {
        al_budget_fail(content->scratch->budget);
        return false;
    }
    al_inflater_start(inflater, content->scratch->budget);
    if (content->hooks->measure_bounds(content->document, inflater, l->base.all->most_inflated, &bounds))
        at->diagonal = diagonal_of(&bounds);
    al_inflater_free(inflater);
    return true;
}

static void report_size(const lods *l, const level *at, double own, double first, al_sink *sink)
{
    const bool collides = at->number == COLLISION;
    char mesh[32] = "collision mesh";
    const al_claim claim = {.rule = l->first_rule + (collides ? XMF_COLLISION_EXTENT : XMF_LOD_EXTENT),
                            .reach = AL_WHOLE_FILE,
                            .actual = al_real(own),
                            .expected = al_real(first)};
    if (!collides)
        (void)snprintf(mesh, sizeof mesh, "level of detail %u", at->number);
    sink->first_rule = 0; /* the rule is given by its index in the catalogue */
    al_report(sink, &claim,
              "%s is %s times as %s as level 0: its box has a diagonal of %s, that of level 0 one of %s",
              mesh, al_show_real(own > first ? own / first : first / own, 3).text,
              own > first ? "large" : "small", al_show_real(own, 6).text, al_show_real(first, 6).text);
}

/* A mesh without extent has a rule of its own. */
static void compare_bounds(void *state, size_t file, const al_mesh_bounds *bounds, al_sink *sink)
{
    const lods *l = state;
    level *at = compared_level(l, file);
    if (at == NULL)
        return;
    const double own = diagonal_of(bounds), first = l->meshes[at->first].diagonal;
    const bool known = own > 0 && first > 0 && (l->base.marks[file] & AL_MARK_UNSURE) == 0;
    const bool other = at->number == COLLISION ? own > most_of_collision * first
                                               : own > most_ratio * first || first > most_ratio * own;
    if (at->number == 0)
        at->diagonal = own;
    else if (known && other)
        report_size(l, at, own, first, sink);
}

/* ---- Partners ------------------------------------------------------------------------------------------ */

static int compare_with_part(const void *left, const void *right, void *context)
{
    (void)context;
    return compare_parts(left, right);
}

/* Of more levels than any part has, the first ones leave room for other partners. */
static void find_partners(const void *state, size_t file, al_partner_list *list)
{
    enum { MOST_MESHES = 16 };
    const lods *l = state;
    if (file >= l->base.all->checked || l->mesh_of[file] == 0)
        return;
    const level *own = &l->meshes[l->mesh_of[file] - 1];
    const size_t first =
        al_lower_bound(l->meshes, l->mesh_count, sizeof *l->meshes, own, compare_with_part, NULL);
    const size_t most = first + MOST_MESHES;
    for (size_t i = first; i < l->mesh_count && i < most && compare_parts(&l->meshes[i], own) == 0; i++)
        if (l->meshes[i].file != file)
            al_add_partner(list, l->meshes[i].number == COLLISION ? AL_PARTNER_COLLISION : AL_PARTNER_LEVEL,
                           l->meshes[i].file);
}

/* ---- The relation -------------------------------------------------------------------------------------- */

/* Finds all meshes of parts. */
static bool find_meshes(lods *l)
{
    const al_related_files *all = l->base.all;
    uint64_t capacity = 0;
    for (size_t i = 0; i < all->checked; i++) {
        level at;
        if (all->files[i].explicit || !read_mesh(al_inner_path(&all->files[i]), &at))
            continue;
        if (!find_place(l, &all->files[i], &at))
            return false;
        at.file = (uint32_t)i;
        if (read_mesh(at.name, &at) && !AL_APPEND(l->base.arena, l->meshes, l->mesh_count, capacity, at))
            return false;
    }
    al_sort(l->meshes, l->mesh_count, sizeof *l->meshes, compare_levels, NULL);
    for (size_t i = 0; i < l->mesh_count; i++)
        l->mesh_of[l->meshes[i].file] = (uint32_t)i + 1;
    return true;
}

static bool begin(void *state)
{
    lods *l = state;
    l->first_rule = al_first_rule("xmf");
    l->mesh_of = al_alloc(l->base.arena, l->base.all->checked, sizeof *l->mesh_of);
    return l->mesh_of != NULL && find_roots(l) && find_meshes(l) && judge_numbers(l);
}

/* The other levels of a part are in its folder, or in a catalog above. */
static bool is_unsure(const void *state, size_t file)
{
    return al_is_in_gap(((const lods *)state)->base.all, file);
}

static bool choose(void *state, uint8_t *wanted)
{
    lods *l = state;
    l->compares = al_relation_wants(&l->base, l->first_rule + XMF_LOD_EXTENT);
    if (l->base.round++ == 0 && l->compares) {
        want_first_levels(l, wanted);
        return true;
    }
    memset(l->base.marks, AL_MARK_COMPARED, l->base.all->checked);
    for (size_t i = 0; i < l->mesh_count; i++)
        if (compared_level(l, l->meshes[i].file) != NULL)
            l->base.marks[l->meshes[i].file] |= AL_MARK_BOUNDS;
    al_finish_findings(&l->base, is_unsure, NULL);
    return true;
}

static const char *const rules[] = {"xmf/lod-gap", "xmf/missing-lod0", "xmf/lod-extent",
                                    "xmf/collision-extent", NULL};

const al_relation al_lods_relation = {.format = "xmf",
                                      .rules = rules,
                                      .size = sizeof(lods),
                                      .begin = begin,
                                      .choose = choose,
                                      .read = read,
                                      .compare_bounds = compare_bounds,
                                      .find_partners = find_partners};
