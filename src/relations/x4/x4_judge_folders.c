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

static bool add(al_arena *arena, al_name_list *all, const char *text)
{
    if (text == NULL)
        return true;
    all->items[all->count] = al_in_small(arena, text, strlen(text));
    return all->items[all->count++] != NULL;
}

/* Collects the names of the parts of all components that use the folder, and of wrecks if wanted. */
static bool find_names(const x4_state *v, const x4_folder *folder, bool wrecks, al_name_list *all,
                       al_arena *arena)
{
    uint64_t most = 0;
    for (uint32_t i = folder->users.first; i < folder->users.end; i++)
        most += user_of(v, i)->parts.end - user_of(v, i)->parts.first;
    *all = (al_name_list){.items = al_alloc(arena, most * 2, sizeof *all->items)};
    if (all->items == NULL)
        return false;
    for (uint32_t i = folder->users.first; i < folder->users.end; i++) {
        const x4_run parts = user_of(v, i)->parts;
        for (uint32_t k = parts.first; k < parts.end; k++) {
            const x4_part *part = &v->parts.items[k];
            if (!add(arena, all, part->name) ||
                (wrecks && part->wreck != NULL && !add(arena, all, part->wreck->text)))
                return false;
        }
    }
    al_name_list_sort(all);
    return true;
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

static bool judge_motion(x4_state *v, const x4_folder *folder, const x4_motion *motion,
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
    return x4_claim_found(v, &claim, "\"%s\" is a part of no component that uses %s, such as \"%s\"",
                          motion->text, al_base_name(folder->path), component != NULL ? component : "");
}

static bool judge_motions(x4_state *v, const x4_folder *folder, al_arena *scratch)
{
    al_name_list parts;
    if (!folder->ani_read || folder->parts_unknown)
        return true;
    bool ok = find_names(v, folder, false, &parts, scratch);
    for (uint32_t i = folder->motions.first; ok && i < folder->motions.end; i++) {
        const x4_motion *motion = &v->motions.items[i];
        ok = al_name_list_has(&parts, motion->part) || judge_motion(v, folder, motion, &parts);
    }
    return ok;
}

/* ---- Collision meshes ---------------------------------------------------------------------------------- */

static bool judge_jcs_of(x4_state *v, const x4_folder *folder, const x4_part *part, uint8_t *seen)
{
    const char *missing;
    const x4_file *collision, *hull, *mesh;
    if (part->refers || part->name == NULL || v->connections.items[part->connection].no_collision)
        return true;
    if (!x4_find_mesh(v, folder, part->name, "-collision.xmf", &missing, &collision) ||
        !x4_find_mesh(v, folder, part->name, "-mesh.jcs", &missing, &mesh) ||
        !x4_find_mesh(v, folder, part->name, "-hull.jcs", &missing, &hull))
        return false;
    if (collision == NULL || seen[collision->number] || (hull != NULL && mesh != NULL))
        return true;
    seen[collision->number] = 1;
    if (hull != NULL && !x4_find_mesh(v, folder, part->name, "-mesh.jcs", &missing, &mesh))
        return false;
    const x4_claim claim = {.number = collision->number, .rule = X4_MISSING_JCS, .expected = missing};
    return x4_claim_found(v, &claim,
                          "other collision meshes of the folder have .jcs files beside them, "
                          "of this one %s is missing",
                          al_base_name(missing));
}

static bool judge_jcs(x4_state *v, const x4_folder *folder, uint8_t *seen)
{
    for (uint32_t i = folder->users.first; folder->has_jcs && i < folder->users.end; i++) {
        const x4_run parts = user_of(v, i)->parts;
        for (uint32_t k = parts.first; k < parts.end; k++)
            if (!judge_jcs_of(v, folder, &v->parts.items[k], seen))
                return false;
    }
    return true;
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

/* 1: a mesh of no part, 0: any other file, -1: memory is short. */
static int is_unused(const x4_folder *folder, const al_name_list *parts, const x4_file *file,
                     al_arena *scratch)
{
    const char *name = x4_name_in(file->path, folder->path);
    const size_t length = name != NULL ? part_length(name) : 0;
    if (length == 0)
        return 0;
    const char *part = al_copy_text(scratch, name, length);
    return part == NULL ? -1 : !al_name_list_has(parts, part);
}

static bool judge_unused(x4_state *v, const x4_folder *folder, al_arena *scratch)
{
    al_name_list parts;
    al_tally tally = {.count = 0};
    uint64_t meshes = 0;
    const char *first = NULL;
    if (folder->parts_unknown || !folder->has_mesh)
        return true;
    if (!find_names(v, folder, true, &parts, scratch))
        return false;
    for (size_t i = 0; i < folder->file_count; i++) {
        const int unused = is_unused(folder, &parts, &folder->files[i], scratch);
        if (unused < 0)
            return false;
        if (unused > 0) {
            first = first != NULL ? first : al_base_name(folder->files[i].path);
            al_tally_add(&tally, meshes);
        }
        const char *name = x4_name_in(folder->files[i].path, folder->path);
        meshes += name != NULL && part_length(name) > 0;
    }
    if (first == NULL)
        return true;
    const x4_component *c = user_of(v, folder->users.first);
    const x4_claim claim = {.number = v->xmls.items[c->xml].number,
                            .rule = X4_UNUSED_MESH,
                            .node = c->node,
                            .attribute = "geometry",
                            .place = c->geometry.place,
                            .actual = c->geometry.text,
                            .tally = &tally};
    return x4_claim_found(v, &claim, "%u of %u meshes in the folder belong to no part: %s%s",
                          (unsigned)tally.count, (unsigned)meshes, first,
                          tally.count > 1 ? " and others" : "");
}

bool x4_judge_folders(x4_state *v)
{
    uint8_t *seen = al_alloc(v->base.arena, v->base.all->count, sizeof *seen);
    if (seen == NULL)
        return false;
    for (uint64_t i = 0; i < v->folders.count; i++) {
        const x4_folder *folder = &v->folders.items[i];
        al_arena scratch = al_arena_on(v->base.arena->budget);
        const bool ok = judge_motions(v, folder, &scratch) && judge_jcs(v, folder, seen) &&
                        judge_unused(v, folder, &scratch);
        al_arena_return(&scratch);
        if (!ok)
            return false;
    }
    return true;
}
