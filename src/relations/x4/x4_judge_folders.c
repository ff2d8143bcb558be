/* x4_judge_folders.c: judges folders of meshes with all components that use them. */
#include <inttypes.h>
#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "relations/file_names.h"
#include "relations/name_list.h"
#include "relations/x4/x4.h"

static const x4_component *user_of(const x4_state *v, uint32_t user)
{
    return &v->components.items[v->users.items[user].component];
}

static void add_name(x4_state *v, al_name_list *names, const char *text, al_arena *arena)
{
    const char *name = text != NULL ? al_in_small(arena, text, strlen(text)) : NULL;
    if (text != NULL && (name == NULL || !al_name_list_add(names, arena, name)))
        v->base.no_memory = true;
}

/* Collects the names of the parts of all components that use the folder, and of wrecks if wanted. */
static al_name_list find_names(x4_state *v, const x4_folder *folder, bool wrecks, al_arena *arena)
{
    al_name_list names = {.count = 0};
    for (uint32_t i = folder->users.first; i < folder->users.end; i++) {
        const x4_run parts = user_of(v, i)->parts;
        for (uint32_t k = parts.first; k < parts.end; k++) {
            const x4_part *part = &v->parts.items[k];
            add_name(v, &names, part->name, arena);
            if (wrecks && part->wreck != NULL)
                add_name(v, &names, part->wreck->text, arena);
        }
    }
    al_name_list_sort(&names);
    return names;
}

/* ---- Animations ---------------------------------------------------------------------------------------- */

/* The part with a similar name; NULL: there is none, or more than one. */
static const char *near_part(x4_state *v, const al_name_list *parts, const char *name)
{
    x4_choice choice = {.best = NULL};
    for (uint64_t i = 0; i < parts->count && al_work_pay(&v->guesses, 1); i++)
        x4_offer_name(v, &choice, name, parts->items[i], parts->items[i]);
    return x4_chosen_name(&choice);
}

static void judge_motion(x4_state *v, const x4_folder *folder, const x4_motion *motion,
                         const al_name_list *parts)
{
    const char *near = near_part(v, parts, motion->part);
    const x4_claim claim = {.number = folder->ani->number,
                            .rule = X4_ANIMATION_PART,
                            .field = motion->field,
                            .field_offset = motion->offset,
                            .field_length = motion->length,
                            .expected = near,
                            .actual = motion->text};
    const char *component = user_of(v, folder->users.first)->name;
    x4_claim_found(v, &claim, "\"%s\" is a part of no component that uses %s, such as \"%s\"", motion->text,
                   al_base_name(folder->path), component != NULL ? component : "");
}

static void judge_motions(x4_state *v, const x4_folder *folder, al_arena *scratch)
{
    if (!folder->ani_read || folder->parts_unknown)
        return;
    const al_name_list parts = find_names(v, folder, false, scratch);
    for (uint32_t i = folder->motions.first; i < folder->motions.end && !v->base.no_memory; i++)
        if (!al_name_list_has(&parts, v->motions.items[i].part))
            judge_motion(v, folder, &v->motions.items[i], &parts);
}

/* ---- Collision meshes ---------------------------------------------------------------------------------- */

static void judge_jcs_of(x4_state *v, const x4_folder *folder, const x4_part *part, uint8_t *seen)
{
    if (part->refers || part->name == NULL || v->connections.items[part->connection].no_collision)
        return;
    const x4_file *collision = x4_find_mesh(v, folder, part->name, "-collision.xmf");
    if (collision == NULL || seen[collision->number])
        return;
    if (x4_find_mesh(v, folder, part->name, "-hull.jcs") != NULL &&
        x4_find_mesh(v, folder, part->name, "-mesh.jcs") != NULL)
        return;
    const char *missing = v->sought.items;
    const x4_claim claim = {.number = collision->number, .rule = X4_MISSING_JCS, .expected = missing};
    seen[collision->number] = 1;
    x4_claim_found(v, &claim,
                   "other collision meshes of the folder have .jcs files beside them, "
                   "of this one %s is missing",
                   al_base_name(missing));
}

static void judge_jcs(x4_state *v, const x4_folder *folder, uint8_t *seen)
{
    for (uint32_t i = folder->users.first; folder->has_jcs && i < folder->users.end; i++) {
        const x4_run parts = user_of(v, i)->parts;
        for (uint32_t k = parts.first; k < parts.end; k++)
            judge_jcs_of(v, folder, &v->parts.items[k], seen);
    }
}

/* ---- Unused meshes ------------------------------------------------------------------------------------- */

/* Bytes of the name of a mesh that are the name of its part; 0: it isn't named like a mesh of a part. */
static size_t part_length(const char *name)
{
    static const char lod[] = "-lod", collision[] = "-collision", end[] = ".xmf";
    const size_t length = strlen(name);
    if (length <= sizeof end - 1 || strcmp(name + length - (sizeof end - 1), end) != 0)
        return 0;
    size_t digits = length - (sizeof end - 1);
    while (digits > 0 && al_is_digit(name[digits - 1]))
        digits--;
    const bool numbered = digits < length - (sizeof end - 1) && digits > sizeof lod - 1;
    if (numbered && memcmp(name + digits - (sizeof lod - 1), lod, sizeof lod - 1) == 0)
        return digits - (sizeof lod - 1);
    const char *last = NULL;
    for (const char *at = strstr(name, collision); at != NULL; at = strstr(at + 1, collision))
        last = at;
    return last != NULL ? (size_t)(last - name) : 0;
}

static void judge_unused(x4_state *v, const x4_folder *folder, al_arena *scratch)
{
    al_tally tally = {.count = 0};
    uint64_t meshes = 0;
    const char *first = NULL;
    if (folder->parts_unknown || !folder->has_mesh)
        return;
    const al_name_list parts = find_names(v, folder, true, scratch);
    for (size_t i = 0; i < folder->file_count && !v->base.no_memory; i++) {
        const char *name = x4_name_in(folder->files[i].path, folder->path);
        const size_t length = name != NULL ? part_length(name) : 0;
        if (length == 0)
            continue;
        const char *part = al_copy_text(scratch, name, length);
        v->base.no_memory = part == NULL;
        if (part != NULL && !al_name_list_has(&parts, part)) {
            first = first != NULL ? first : name;
            al_tally_add(&tally, meshes);
        }
        meshes++;
    }
    if (first == NULL)
        return;
    const x4_component *c = user_of(v, folder->users.first);
    const x4_claim claim = {.number = v->xmls.items[c->xml].number,
                            .rule = X4_UNUSED_MESH,
                            .node = c->node,
                            .attribute = "geometry",
                            .place = c->geometry.place,
                            .actual = c->geometry.text,
                            .tally = &tally};
    x4_claim_found(v, &claim, "%u of %u meshes in the folder belong to no part: %s%s", (unsigned)tally.count,
                   (unsigned)meshes, first, tally.count > 1 ? " and others" : "");
}

void x4_judge_folders(x4_state *v)
{
    uint8_t *seen = al_alloc(v->base.arena, v->base.all->count, sizeof *seen);
    v->base.no_memory = v->base.no_memory || seen == NULL;
    for (uint64_t i = 0; i < v->folders.count && !v->base.no_memory; i++) {
        const x4_folder *folder = &v->folders.items[i];
        al_arena scratch = al_arena_on(v->base.arena->budget);
        judge_motions(v, folder, &scratch);
        judge_jcs(v, folder, seen);
        judge_unused(v, folder, &scratch);
        al_arena_return(&scratch);
    }
}
