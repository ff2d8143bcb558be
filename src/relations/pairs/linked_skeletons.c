/* linked_skeletons.c: looks for the skeletons that Lost Saga's SKL link to, among all SKL that are checked or
 * in references. Case makes no difference. The only SKL of a folder or package may link to one of the game.
 */
#include "relations/relations.h"

#include <string.h>

#include "core/map.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/file_names.h"
#include "relations/name_list.h"
#include "relations/relation_state.h"

static const char extension[] = "skl";

typedef struct links {
    al_relation_state base;
    al_name_list names; /* of all skeletons, without folder and extension, in small letters */
    al_text_map groups; /* number of skeletons by folder or package that is checked whole */
} links;

/* ---- Names --------------------------------------------------------------------------------------------- */

/* The last part of a path, in small letters. NULL if memory is short. */
static char *small_name(al_arena *arena, al_span path)
{
    const size_t start = al_last_part((const char *)path.ptr, path.len);
    return al_lower_bytes(arena, al_slice_available(path, start, UINT64_MAX));
}

static void cut_extension(char *name)
{
    char *dot = strrchr(name, '.');
    if (dot != NULL && dot > name)
        *dot = '\0';
}

static bool add_name(links *l, const al_related_file *file)
{
    const char *path = al_inner_path(file);
    char *name = small_name(l->base.arena, al_span_of(path, strlen(path)));
    if (name == NULL)
        return false;
    cut_extension(name);
    return al_name_list_add(&l->names, l->base.arena, name);
}

/* ---- Groups -------------------------------------------------------------------------------------------- */

static bool is_whole(const al_related_file *file)
{
    return file->with == 0 && !file->explicit;
}

/* The path of the package that a file is in, else that of the checked folder. */
static al_span group_of(const al_related_file *file)
{
    return al_span_of(file->path, file->member[0] != '\0' ? strlen(file->path) : file->root_length);
}

static uint32_t *find_group(const links *l, const al_related_file *file)
{
    const al_span group = group_of(file);
    return al_text_map_find(&l->groups, (const char *)group.ptr, group.len);
}

static bool count_in_group(links *l, const al_related_file *file)
{
    uint32_t *count = find_group(l, file);
    const al_span group = group_of(file);
    if (count == NULL)
        return al_text_map_add(&l->groups, l->base.arena, (const char *)group.ptr, group.len, 1);
    *count += 1;
    return true;
}

/* Whether another skeleton is in the checked folder or package. */
static bool has_others(const links *l, const al_related_file *file)
{
    const uint32_t *count = is_whole(file) && al_is_kind(file, extension) ? find_group(l, file) : NULL;
    return count != NULL && *count > 1;
}

static bool begin(void *state)
{
    links *l = state;
    const al_related_files *all = l->base.all;
    for (size_t i = 0; i < all->count; i++) {
        const al_related_file *file = &all->files[i];
        if (!al_is_kind(file, extension))
            continue;
        if (!add_name(l, file) || (is_whole(file) && !count_in_group(l, file)))
            return false;
    }
    al_name_list_sort(&l->names);
    return true;
}

/* ---- Links --------------------------------------------------------------------------------------------- */

typedef struct reader {
    links *links;
    size_t file;
    al_arena *scratch;
} reader;

/* The name may have an extension, or a dot of its own. */
static bool is_there(reader *r, al_span linked)
{
    const al_name_list *names = &r->links->names;
    char *name = small_name(r->scratch, linked);
    r->links->base.no_memory = r->links->base.no_memory || name == NULL;
    if (name == NULL || al_name_list_has(names, name))
        return true;
    cut_extension(name);
    return al_name_list_has(names, name);
}

static void take_fact(void *context, const al_fact *fact)
{
    reader *r = context;
    links *l = r->links;
    if (fact->kind != AL_FACT_SKELETON || is_there(r, fact->name))
        return;
    if (!has_others(l, &l->base.all->files[r->file])) {
        al_keep_not_judged(&l->base, r->file, l->base.rule, "no other skeleton (.skl) is checked", 1);
        return;
    }
    const al_claim claim = {.rule = l->base.rule, .actual = al_text_bytes(fact->name)};
    (void)al_keep_at_fact(&l->base, r->file, fact, claim,
                          "linked skeleton \"%.*s\" is none of the other skeletons that are checked",
                          AL_SHOW(fact->name));
}

static bool read(void *state, size_t file, const al_content *content)
{
    reader r = {.links = state, .file = file, .scratch = content->scratch};
    al_content_facts(content, extension, take_fact, &r);
    return !r.links->base.no_memory;
}

/* ---- The relation -------------------------------------------------------------------------------------- */

static bool choose(void *state, uint8_t *wanted)
{
    links *l = state;
    const al_related_files *all = l->base.all;
    if (l->base.round++ == 0 && al_relation_wants(&l->base, l->base.rule)) {
        for (size_t i = 0; i < all->checked; i++)
            if (is_whole(&all->files[i]) && al_is_kind(&all->files[i], extension))
                wanted[i] = AL_WANT_FACTS;
        return true;
    }
    for (size_t i = 0; i < all->checked; i++)
        if (has_others(l, &all->files[i]))
            l->base.marks[i] |= AL_MARK_COMPARED;
    al_finish_findings(&l->base, al_relation_has_gap, NULL);
    return true;
}

static const char *const rules[] = {"skl/missing-linked-skeleton", NULL};

const al_relation al_linked_skeletons_relation = {
    .format = "skl", .rules = rules, .size = sizeof(links), .begin = begin, .choose = choose, .read = read};
