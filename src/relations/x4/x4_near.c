/* x4_near.c: similar names differ by an ending that exporters add, or by one or two letters. */
#include <string.h>

#include "core/suggest.h"
#include "relations/file_names.h"
#include "relations/x4/x4.h"

enum { LONGEST = AL_MOST_COMPARED, MOST_CHANGES = 2, UNLIKE = MOST_CHANGES + 1 };

/* A name without its ending. */
typedef struct stem {
    const char *text;
    size_t length;
} stem;

static bool equal(stem a, stem b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

/* Whether `longer` is `shorter` with an ending that exporters add: SHIP, SHIP_DATA. */
static bool is_extended(stem shorter, stem longer)
{
    static const char *const endings[] = {"_data", "_macro"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t length = strlen(endings[i]);
        const stem start = {longer.text, longer.length - (longer.length > length ? length : 0)};
        if (longer.length > length && equal(shorter, start) &&
            memcmp(longer.text + start.length, endings[i], length) == 0)
            return true;
    }
    return false;
}

/* The distance of two names; UNLIKE if it is too large, or if the work for all comparisons is used up. */
static size_t distance(x4_state *v, stem wanted, stem other)
{
    const size_t more =
        wanted.length > other.length ? wanted.length - other.length : other.length - wanted.length;
    if (equal(wanted, other) || is_extended(wanted, other) || is_extended(other, wanted))
        return 0;
    if (more > MOST_CHANGES || wanted.length > LONGEST || other.length > LONGEST || wanted.length < 3 ||
        !al_work_pay(&v->guesses, (uint64_t)wanted.length * other.length + 1))
        return UNLIKE;
    const size_t most = wanted.length < 8 ? 1 : MOST_CHANGES;
    const size_t found = al_edit_distance(wanted.text, wanted.length, other.text, other.length, false, most);
    return found <= most ? found : UNLIKE;
}

static void offer(x4_choice *c, const char *path, size_t distance)
{
    if (distance >= UNLIKE || (c->best != NULL && distance > c->distance))
        return;
    c->several = c->best != NULL && distance == c->distance;
    c->best = path;
    c->distance = distance;
}

void x4_offer_name(x4_state *v, x4_choice *c, const char *wanted, const char *small, const char *text)
{
    const stem a = {.text = wanted, .length = strlen(wanted)}, b = {.text = small, .length = strlen(small)};
    if (c->best == NULL || strcmp(c->best, text) != 0)
        offer(c, text, distance(v, a, b));
}

const char *x4_chosen_name(const x4_choice *c)
{
    return c->several ? NULL : c->best;
}

bool x4_is_near(x4_state *v, const char *wanted, const char *name, size_t length)
{
    const stem a = {.text = wanted, .length = strlen(wanted)}, b = {.text = name, .length = length};
    return !is_extended(a, b) && !is_extended(b, a) && distance(v, a, b) < UNLIKE;
}

/* The length of the ending of a picture; 0: it has none. */
static size_t picture_ending(const char *name)
{
    static const char *const endings[] = {".dds.gz", ".tga.gz", ".dds", ".tga", ".gz"};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t end = strlen(endings[i]);
        if (length > end && strcmp(name + length - end, endings[i]) == 0)
            return end;
    }
    return 0;
}

/* Cuts the ending off a name; false if it has another one. */
static bool stem_of(const char *name, const char *ending, stem *out)
{
    const size_t length = strlen(name), end = ending[0] != '\0' ? strlen(ending) : picture_ending(name);
    *out = (stem){.text = name, .length = length - (end < length ? end : length)};
    return length > end && (ending[0] == '\0' || strcmp(name + length - end, ending) == 0);
}

/* The stem of a path with or without the ending, since values may leave it out. */
static stem wanted_stem(const char *path, const char *ending)
{
    stem s;
    const char *name = al_base_name(path);
    if (!stem_of(name, ending, &s))
        s = (stem){.text = name, .length = strlen(name)};
    return s;
}

static bool leads_to(const x4_target *target, const char *path)
{
    return target->file != NULL && strcmp(target->file->path, path) == 0;
}

/* Whether an index entry or a component of the mod leads there: then another one that is called nearly so
 * means something else. */
static bool is_in_use(x4_state *v, const char *path)
{
    if (!al_work_pay(&v->guesses, v->entries.count + v->components.count))
        return true;
    for (uint64_t i = 0; i < v->entries.count; i++)
        if (leads_to(&v->entries.items[i].target, path))
            return true;
    for (uint64_t i = 0; i < v->components.count; i++)
        if (v->components.items[i].folder != X4_NONE && strcmp(v->components.items[i].target.path, path) == 0)
            return true;
    return false;
}

static const char *elsewhere(const x4_tree *tree, const char *path, const char *ending)
{
    static const char *const pictures[] = {".dds", ".tga", ".dds.gz", ".tga.gz", ".gz", NULL};
    char name[LONGEST + 16];
    const char *const given[] = {ending, NULL};
    const stem s = wanted_stem(path, ending);
    const x4_file *found = NULL;
    if (s.length > LONGEST)
        return NULL;
    for (const char *const *end = ending[0] != '\0' ? given : pictures; found == NULL && *end != NULL;
         end++) {
        bool several;
        const size_t length = strlen(*end);
        if (s.length + length >= sizeof name)
            continue;
        memcpy(name, s.text, s.length);
        memcpy(name + s.length, *end, length + 1);
        found = x4_file_named(tree, name, &several);
        if (several)
            return NULL;
    }
    return found != NULL ? found->path : NULL;
}

/* NULL if memory is short; then no_memory is set. */
static const char *folder_of(x4_state *v, const char *path)
{
    const char *folder = x4_folder_of(v->base.arena, path);
    v->base.no_memory = v->base.no_memory || folder == NULL;
    return folder;
}

const char *x4_near_file(x4_state *v, uint32_t number, const char *path, const char *ending)
{
    const x4_tree *tree = &v->trees.items[number];
    const char *folder = folder_of(v, path);
    const stem wanted = wanted_stem(path, ending);
    x4_choice c = {.best = NULL};
    size_t count = 0;
    const x4_file *files = folder != NULL ? x4_files_below(tree, folder, &count) : NULL;
    for (size_t i = 0; files != NULL && i < count && al_work_pay(&v->guesses, 1); i++) {
        const char *name = x4_name_in(files[i].path, folder);
        stem other;
        if (name != NULL && stem_of(name, ending, &other))
            offer(&c, files[i].path, distance(v, wanted, other));
    }
    const char *near = c.best == NULL ? elsewhere(tree, path, ending) : c.several ? NULL : c.best;
    return near != NULL && !is_in_use(v, near) ? near : NULL;
}

/* Compares the folders of a folder. Files are sorted, so those of one folder stand together. */
const char *x4_near_folder(x4_state *v, uint32_t number, const char *path)
{
    const x4_tree *tree = &v->trees.items[number];
    const char *folder = folder_of(v, path), *name = al_base_name(path);
    const stem wanted = {.text = name, .length = strlen(name)};
    x4_choice c = {.best = NULL};
    stem last = {.text = "", .length = 0};
    size_t count = 0;
    const x4_file *files = folder != NULL ? x4_files_below(tree, folder, &count) : NULL;
    for (size_t i = 0; files != NULL && i < count && al_work_pay(&v->guesses, 1); i++) {
        const char *inside = files[i].path + strlen(folder) + (folder[0] != '\0');
        const stem other = {.text = inside, .length = strcspn(inside, "/")};
        if (inside[other.length] == '\0' || equal(other, last))
            continue;
        last = other;
        offer(&c, files[i].path, distance(v, wanted, other));
    }
    if (c.best == NULL || c.several)
        return NULL;
    const char *end = strchr(c.best + strlen(folder) + (folder[0] != '\0'), '/');
    const char *near = al_copy_text(v->base.arena, c.best, (size_t)(end - c.best));
    v->base.no_memory = v->base.no_memory || near == NULL;
    return near != NULL && !is_in_use(v, near) ? near : NULL;
}
