/* pair_faces.c: looks for the faces that a BGP loads among all files that there are: by their paths from the
 * root of the game, of which nobody knows where it is here; so a face is there when a file's path ends in it,
 * or when a file of its name lies beside the plan.
 */
#include "relations/pairs/pairs.h"

#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/unmet.h"

#define AL_RULES "rules/bgp.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

/* A face that a plan loads. Where the plan names it is kept among `found`, at first under the same number. */
typedef struct face {
    const char *path;  /* in small letters, as files are called */
    const char *asset; /* its id */
    const char *plan;  /* the name of the plan, in small letters, as files are called, */
    size_t folder;     /* so much of which is its folder */
} face;

typedef struct view {
    const al_related_files *all;
    al_arena *arena;
    bool on; /* there is something to judge */
    face *faces;
    uint64_t face_count, face_capacity;
    al_unmets found;    /* all faces, and in the end those that are missing */
    const char **bases; /* of all faces, sorted */
    const char **names; /* of files that may be faces, in small letters, sorted by their ends */
    uint64_t name_count, name_capacity;
    uint64_t *plans; /* those of which a face is there, in their order */
    uint64_t plan_count, plan_capacity;
    unsigned round;
} view;

/* ---- Names --------------------------------------------------------------------------------------------- */

static const char *base_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash != NULL ? slash + 1 : name;
}

static const char *inner_name(const al_related_file *file)
{
    return file->member[0] != '\0' ? file->member : file->path;
}

/* What a file is called among all: with the package that it is in, and in small letters. */
static char *full_name(al_arena *arena, const al_related_file *file)
{
    static const char inside[] = "!/";
    const char *path = file->path;
    while (path[0] == '.' && path[1] == '/')
        path += 2;
    const size_t outer = strlen(path), inner = strlen(file->member);
    char *name = al_alloc(arena, (uint64_t)outer + inner + sizeof inside, 1);
    if (name == NULL)
        return NULL;
    memcpy(name, path, outer);
    if (inner > 0) {
        memcpy(name + outer, inside, sizeof inside - 1);
        memcpy(name + outer + sizeof inside - 1, file->member, inner);
    }
    al_make_lower(name, strlen(name));
    return name;
}

/* A path as files are called: slashes, one at a time, none in front, and small letters. */
static char *plain_path(al_arena *arena, al_span path)
{
    char *plain = al_lower_bytes(arena, path);
    size_t length = 0;
    for (size_t i = 0; plain != NULL && plain[i] != '\0'; i++) {
        const char c = plain[i] == '\\' ? '/' : plain[i];
        if (c != '/' || (length > 0 && plain[length - 1] != '/'))
            plain[length++] = c;
    }
    if (plain != NULL)
        plain[length] = '\0';
    return plain;
}

/* A name that may be in two parts. */
typedef struct key {
    const char *folder, *name;
    size_t folder_length, length; /* of both together */
} key;

static key key_of(const char *folder, size_t folder_length, const char *name)
{
    return (key){.folder = folder,
                 .name = name,
                 .folder_length = folder_length,
                 .length = folder_length + strlen(name)};
}

static uint8_t from_end(const key *k, size_t at)
{
    const size_t i = k->length - 1 - at;
    return (uint8_t)(i < k->folder_length ? k->folder[i] : k->name[i - k->folder_length]);
}

/* From the last letter to the first: so names that have an end in common lie together. */
static int compare_keys(const key *a, const key *b)
{
    const size_t least = a->length < b->length ? a->length : b->length;
    for (size_t i = 0; i < least; i++)
        if (from_end(a, i) != from_end(b, i))
            return from_end(a, i) < from_end(b, i) ? -1 : 1;
    return (a->length > b->length) - (a->length < b->length);
}

static int compare_names(const void *left, const void *right, void *context)
{
    const key a = key_of("", 0, *(const char *const *)left), b = key_of("", 0, *(const char *const *)right);
    (void)context;
    return compare_keys(&a, &b);
}

/* Whether a file has that name, or, `ends`, one that ends in it. */
static bool has_name(const view *v, const key *wanted, bool ends)
{
    size_t low = 0, high = (size_t)v->name_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const key k = key_of("", 0, v->names[middle]);
        if (compare_keys(&k, wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == v->name_count)
        return false;
    key k = key_of("", 0, v->names[low]);
    if (k.length < wanted->length || (!ends && k.length > wanted->length))
        return false;
    k.name += k.length - wanted->length;
    k.length = wanted->length;
    return compare_keys(&k, wanted) == 0;
}

/* ---- What plans load ----------------------------------------------------------------------------------- */

typedef struct taking {
    view *view;
    size_t number;
    const char *plan;
    bool ok;
} taking;

static bool add_face(const taking *t, const al_fact *fact)
{
    view *v = t->view;
    face *faces = al_grow(v->arena, v->faces, v->face_count, &v->face_capacity, sizeof *faces);
    if (faces == NULL)
        return false;
    v->faces = faces;
    const face f = {.path = plain_path(v->arena, fact->name),
                    .asset = al_copy_bytes(v->arena, fact->of),
                    .plan = t->plan,
                    .folder = (size_t)(base_of(t->plan) - t->plan)};
    if (f.path == NULL || f.asset == NULL)
        return false;
    if (f.path[0] == '\0') /* it was nothing but separators */
        return true;
    const al_unmet unmet = {
        .number = t->number, .of = (size_t)v->face_count, .name = al_copy_bytes(v->arena, fact->name)};
    faces[v->face_count++] = f;
    return unmet.name != NULL && al_unmet_add(&v->found, v->arena, unmet, fact);
}

static void on_fact(void *context, const al_fact *fact)
{
    taking *t = context;
    if (fact->kind == AL_FACT_FACE)
        t->ok = t->ok && add_face(t, fact);
}

static bool take(void *state, size_t number, const al_content *content)
{
    view *v = state;
    taking t = {.view = v, .number = number, .ok = true};
    const al_facts facts = {.context = &t, .add = on_fact};
    if (strcmp(content->format, "bgp") != 0)
        return true;
    t.plan = full_name(v->arena, &v->all->files[number]);
    if (t.plan == NULL)
        return false;
    al_content_facts(content, &facts);
    return t.ok;
}

/* ---- Which files there are ----------------------------------------------------------------------------- */

static int compare_bases(const void *left, const void *right, void *context)
{
    const char *a = *(const char *const *)left, *b = *(const char *const *)right;
    (void)context;
    return al_compare_ignoring_case(al_span_of(a, strlen(a)), al_span_of(b, strlen(b)));
}

static bool list_bases(view *v)
{
    v->bases = al_alloc(v->arena, v->face_count, sizeof *v->bases);
    for (uint64_t i = 0; v->bases != NULL && i < v->face_count; i++)
        v->bases[i] = base_of(v->faces[i].path);
    if (v->bases != NULL)
        al_sort(v->bases, (size_t)v->face_count, sizeof *v->bases, compare_bases, NULL);
    return v->bases != NULL;
}

static bool may_be_face(const view *v, const al_related_file *file)
{
    const char *base = base_of(inner_name(file));
    const size_t count = (size_t)v->face_count;
    const size_t at = al_lower_bound(v->bases, count, sizeof *v->bases, &base, compare_bases, NULL);
    return at < count && compare_bases(&v->bases[at], &base, NULL) == 0;
}

/* Of files that no plan can mean nothing is kept. */
static bool list_names(view *v)
{
    for (size_t i = 0; i < v->all->count + v->all->siblings; i++) {
        if (!may_be_face(v, &v->all->files[i]))
            continue;
        const char **names = al_grow(v->arena, v->names, v->name_count, &v->name_capacity, sizeof *names);
        if (names == NULL)
            return false;
        v->names = names;
        names[v->name_count] = full_name(v->arena, &v->all->files[i]);
        if (names[v->name_count++] == NULL)
            return false;
    }
    al_sort(v->names, (size_t)v->name_count, sizeof *v->names, compare_names, NULL);
    return true;
}

static bool is_there(const view *v, const face *f)
{
    const key whole = key_of("", 0, f->path), end = key_of("/", 1, f->path);
    const key beside = key_of(f->plan, f->folder, base_of(f->path));
    return has_name(v, &whole, false) || has_name(v, &end, true) || has_name(v, &beside, false);
}

static bool add_plan(view *v, size_t number)
{
    uint64_t *plans = al_grow(v->arena, v->plans, v->plan_count, &v->plan_capacity, sizeof *plans);
    if (plans == NULL)
        return false;
    v->plans = plans;
    plans[v->plan_count++] = number;
    return true;
}

/* Keeps the faces that are missing; of a plan of which none is there they are elsewhere. */
static bool judge(view *v)
{
    al_unmet *all = v->found.items;
    uint64_t kept = 0;
    if (!list_bases(v) || !list_names(v))
        return false;
    for (uint64_t first = 0, end; first < v->found.count; first = end) {
        const size_t number = all[first].number;
        const uint64_t before = kept;
        bool any = false;
        for (end = first; end < v->found.count && all[end].number == number; end++) {
            const bool there = is_there(v, &v->faces[all[end].of]);
            any = any || there;
            if (!there)
                all[kept++] = all[end]; /* never ahead of `end`, and of the same plan */
        }
        if (!any)
            kept = before;
        else if (!add_plan(v, number))
            return false;
    }
    v->found.count = kept;
    al_unmet_sort(&v->found);
    al_sort(v->plans, (size_t)v->plan_count, sizeof *v->plans, al_compare_u64, NULL);
    return true;
}

/* ---- The relation -------------------------------------------------------------------------------------- */

/* A plan that is named by itself is judged where there are references. */
static bool is_judged(const view *v, size_t number)
{
    const al_related_file *file = &v->all->files[number];
    return number < v->all->checked && al_has_extension(inner_name(file), "bgp", 3) &&
           (!file->explicit || v->all->with_count > 0);
}

static void *begin(const al_related_files *all, al_arena *arena)
{
    view *v = al_alloc(arena, 1, sizeof *v);
    if (v == NULL)
        return NULL;
    *v = (view){.all = all, .arena = arena};
    if (all->settings[al_first_rule("bgp") + BGP_MISSING_FACE].level != AL_OFF)
        for (size_t i = 0; i < all->checked && !v->on; i++)
            v->on = is_judged(v, i);
    return v;
}

static al_round begin_round(void *state)
{
    view *v = state;
    if (!v->on)
        return AL_ROUND_LAST;
    if (v->round++ == 0)
        return AL_ROUND_READ;
    if (v->face_count > 0 && !judge(v))
        return AL_ROUND_NO_MEMORY;
    return AL_ROUND_LAST;
}

static al_need needs(const void *state, size_t number)
{
    const view *v = state;
    return v->on && is_judged(v, number) ? AL_NEED_FACTS : AL_NEED_NOTHING;
}

static void report(const void *state, size_t number, al_sink *sink)
{
    const view *v = state;
    const al_unmet *found = v->found.items;
    for (size_t i = al_unmet_first(&v->found, number); i < v->found.count && found[i].number == number; i++) {
        al_claim claim = al_unmet_claim(&found[i], BGP_MISSING_FACE, sink);
        claim.actual = al_text(found[i].name);
        al_report(sink, &claim, "asset \"%s\" is the face \"%s\", and there is no such file",
                  v->faces[found[i].of].asset, found[i].name);
    }
}

static bool covers(const void *state, size_t number)
{
    const view *v = state;
    const uint64_t wanted = number;
    const size_t count = (size_t)v->plan_count;
    const size_t at = al_lower_bound(v->plans, count, sizeof wanted, &wanted, al_compare_u64, NULL);
    return at < count && v->plans[at] == wanted;
}

static const char *const rules[] = {"bgp/missing-face", NULL};

const al_relation al_pair_faces_relation = {.format = "bgp",
                                            .rules = rules,
                                            .subfolder_extensions = "bgp",
                                            .begin = begin,
                                            .begin_round = begin_round,
                                            .needs = needs,
                                            .take = take,
                                            .covers = covers,
                                            .report = report};
