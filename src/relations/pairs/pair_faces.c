/* pair_faces.c: looks for the faces that a BGP loads, among all files. A plan gives paths from the root of
 * the game, and where that is among the files is unknown: so a face is there if the path of a file ends in
 * it, or if a file of its name lies in the folder of the plan.
 */
#include "relations/relations.h"

#include "core/sort.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/file_names.h"
#include "relations/name_list.h"
#include "relations/relation_state.h"

/* A face that a plan loads, and the finding that is reported if it is missing. */
typedef struct face {
    size_t file;       /* the plan */
    const char *plan;  /* its full path, like */
    const char *path;  /* of the face, in small letters */
    const char *asset; /* its id in the plan */
    const char *name;  /* the path as the plan gives it */
    const char *field;
    uint64_t offset, length;
} face;

typedef struct faces {
    al_relation_state base;
    face *items; /* the faces of each plan stand together */
    uint64_t count, capacity;
    const char **bases; /* base names of all faces, sorted */
    al_name_list names; /* full paths of files that may be faces, in small letters, sorted by their ends */
} faces;

/* ---- Names by their ends ------------------------------------------------------------------------------- */

/* A name in two parts, of which one may be empty. */
typedef struct key {
    const char *folder, *name;
    size_t folder_length, length; /* `length` is that of both parts together */
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

/* Compares from the last letter to the first, so that names with the same end stand together. */
static int compare_keys(const key *a, const key *b)
{
    const size_t least = a->length < b->length ? a->length : b->length;
    for (size_t i = 0; i < least; i++)
        if (from_end(a, i) != from_end(b, i))
            return from_end(a, i) < from_end(b, i) ? -1 : 1;
    return (a->length > b->length) - (a->length < b->length);
}

static int compare_with_key(const void *left, const void *right, void *context)
{
    const key a = key_of("", 0, *(const char *const *)left);
    (void)context;
    return compare_keys(&a, right);
}

static int compare_names(const void *left, const void *right, void *context)
{
    const key b = key_of("", 0, *(const char *const *)right);
    return compare_with_key(left, &b, context);
}

/* Whether a file has that name or, if `ends`, a name that ends in it. */
static bool has_name(const faces *f, const key *wanted, bool ends)
{
    const al_name_list *names = &f->names;
    const size_t count = (size_t)names->count;
    const size_t at =
        al_lower_bound(names->items, count, sizeof *names->items, wanted, compare_with_key, NULL);
    if (at == count)
        return false;
    key k = key_of("", 0, names->items[at]);
    if (k.length < wanted->length || (!ends && k.length > wanted->length))
        return false;
    k.name += k.length - wanted->length;
    k.length = wanted->length;
    return compare_keys(&k, wanted) == 0;
}

/* ---- Faces of plans ------------------------------------------------------------------------------------ */

/* The full path in small letters, without "./" at its start. NULL if memory is short. */
static char *small_path(al_arena *arena, const al_related_file *file)
{
    char *path = al_full_path(arena, file);
    while (path != NULL && path[0] == '.' && path[1] == '/')
        path += 2;
    if (path != NULL)
        al_make_lower(path, strlen(path));
    return path;
}

typedef struct reader {
    faces *all;
    size_t file;
    const char *plan;
    bool no_memory;
} reader;

static bool add_face(const reader *r, const al_fact *fact)
{
    faces *all = r->all;
    al_arena *arena = all->base.arena;
    char field[AL_MAX_FIELD];
    al_path_format(fact->path, field, sizeof field);
    const face f = {.file = r->file,
                    .plan = r->plan,
                    .path = al_plain_path(arena, fact->name),
                    .asset = al_copy_bytes(arena, fact->of),
                    .name = al_copy_bytes(arena, fact->name),
                    .field = al_copy_text(arena, field, strlen(field)),
                    .offset = fact->field.base,
                    .length = fact->field.len};
    if (f.path == NULL || f.asset == NULL || f.name == NULL || f.field == NULL)
        return false;
    return f.path[0] == '\0' || AL_ADD(arena, *all, f); /* it may have nothing but separators */
}

static void on_fact(void *context, const al_fact *fact)
{
    reader *r = context;
    if (fact->kind == AL_FACT_FACE)
        r->no_memory = r->no_memory || !add_face(r, fact);
}

static bool read(void *state, size_t file, const al_content *content)
{
    faces *all = state;
    reader r = {.all = all, .file = file};
    r.plan = small_path(all->base.arena, &all->base.all->files[file]);
    if (r.plan == NULL)
        return false;
    al_content_facts(content, "bgp", on_fact, &r);
    return !r.no_memory;
}

/* ---- Files that may be faces --------------------------------------------------------------------------- */

static int compare_bases(const void *left, const void *right, void *context)
{
    const char *a = *(const char *const *)left, *b = *(const char *const *)right;
    (void)context;
    return al_compare_ignoring_case(al_span_of(a, strlen(a)), al_span_of(b, strlen(b)));
}

static bool list_bases(faces *f)
{
    f->bases = al_alloc(f->base.arena, f->count, sizeof *f->bases);
    for (uint64_t i = 0; f->bases != NULL && i < f->count; i++)
        f->bases[i] = al_base_name(f->items[i].path);
    if (f->bases != NULL)
        al_sort(f->bases, (size_t)f->count, sizeof *f->bases, compare_bases, NULL);
    return f->bases != NULL;
}

static bool may_be_face(const faces *f, const al_related_file *file)
{
    const char *base = al_base_name(al_inner_path(file));
    const size_t count = (size_t)f->count;
    const size_t at = al_lower_bound(f->bases, count, sizeof *f->bases, &base, compare_bases, NULL);
    return at < count && compare_bases(&f->bases[at], &base, NULL) == 0;
}

/* Keeps the names of those files only that have the base name of a face. */
static bool list_names(faces *f)
{
    const al_related_files *all = f->base.all;
    for (size_t i = 0; i < all->count + all->siblings; i++) {
        if (!may_be_face(f, &all->files[i]))
            continue;
        const char *name = small_path(f->base.arena, &all->files[i]);
        if (name == NULL || !al_name_list_add(&f->names, f->base.arena, name))
            return false;
    }
    al_sort(f->names.items, (size_t)f->names.count, sizeof *f->names.items, compare_names, NULL);
    return true;
}

/* ---- Judging ------------------------------------------------------------------------------------------- */

static bool is_there(const faces *all, const face *f)
{
    const key whole = key_of("", 0, f->path), end = key_of("/", 1, f->path);
    const key sibling = key_of(f->plan, al_folder_length(f->plan), al_base_name(f->path));
    return has_name(all, &whole, false) || has_name(all, &end, true) || has_name(all, &sibling, false);
}

static bool keep_missing(faces *all, const face *f)
{
    const al_claim claim = {.rule = all->base.rule,
                            .path = al_field(NULL, f->field),
                            .offset = f->offset,
                            .length = f->length,
                            .actual = al_text(f->name)};
    return al_keep_finding(&all->base, f->file, &claim,
                           "asset \"%s\" is the face \"%s\", and there is no such file", f->asset, f->name);
}

/* If none of a plan's faces is there, they lie elsewhere. */
static bool judge_plan(faces *all, uint64_t first, uint64_t end)
{
    const size_t file = all->items[first].file;
    bool any = false;
    for (uint64_t i = first; i < end && !any; i++)
        any = is_there(all, &all->items[i]);
    if (!any) {
        al_keep_not_judged(&all->base, file, all->base.rule,
                           "there is none of the faces of the plan (--with FOLDER looks)", end - first);
        return true;
    }
    for (uint64_t i = first; i < end; i++)
        if (!is_there(all, &all->items[i]) && !keep_missing(all, &all->items[i]))
            return false;
    all->base.marks[file] |= AL_MARK_COMPARED;
    return true;
}

static bool judge(faces *f)
{
    if (!list_bases(f) || !list_names(f))
        return false;
    for (uint64_t first = 0, end; first < f->count; first = end) {
        for (end = first; end < f->count && f->items[end].file == f->items[first].file;)
            end++;
        if (!judge_plan(f, first, end))
            return false;
    }
    return true;
}

/* ---- The relation -------------------------------------------------------------------------------------- */

/* An explicit plan is judged only if there are references. */
static bool is_judged(const al_related_files *all, size_t file)
{
    return file < all->checked && al_is_kind(&all->files[file], "bgp") &&
           (!all->files[file].explicit || all->with_count > 0);
}

static bool choose(void *state, uint8_t *wanted)
{
    faces *f = state;
    bool any = false;
    if (f->base.round++ == 0 && al_relation_wants(&f->base, f->base.rule))
        for (size_t i = 0; i < f->base.all->checked; i++)
            if (is_judged(f->base.all, i)) {
                wanted[i] = AL_WANT_FACTS;
                any = true;
            }
    if (any)
        return true;
    if (f->count > 0 && !judge(f))
        return false;
    al_finish_findings(&f->base, al_relation_has_gap, NULL);
    return true;
}

static const char *const rules[] = {"bgp/missing-face", NULL};

const al_relation al_pair_faces_relation = {.format = "bgp",
                                            .rules = rules,
                                            .subfolder_extensions = "bgp",
                                            .size = sizeof(faces),
                                            .choose = choose,
                                            .read = read};
