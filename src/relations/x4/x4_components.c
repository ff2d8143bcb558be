/* x4_components.c: rules about one component and the folder that it uses. */

#include <stdio.h>
#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "relations/file_names.h"
#include "relations/name_list.h"
#include "relations/x4/x4.h"

/* A component that is judged. */
typedef struct judging {
    x4_state *v;
    const x4_component *c;
    const x4_xml *xml;
    const x4_folder *folder; /* NULL: it isn't there */
    al_level level;          /* of findings: lower for a dormant component, which the game doesn't load */
} judging;

/* The name of the component, or of the file for a bare <source>. */
static const char *name_of(const judging *j)
{
    return j->c->name != NULL ? j->c->name : al_base_name(j->xml->path);
}

static bool has_own_part(const judging *j)
{
    for (uint32_t i = j->c->parts.first; i < j->c->parts.end; i++)
        if (!j->v->parts.items[i].refers)
            return true;
    return false;
}

static x4_claim geometry_claim(const judging *j, size_t rule)
{
    return (x4_claim){.number = j->xml->number,
                      .rule = rule,
                      .level = j->level,
                      .node = j->c->node,
                      .attribute = "geometry",
                      .place = j->c->geometry.place,
                      .actual = j->c->geometry.text};
}

/* Whether the animations of a connection move its own parts. */
static bool is_animated(const x4_connection *connection)
{
    return connection->parts.end > connection->parts.first && connection->references == 0;
}

/* Whether a folder has the mesh of a part at each level, if the part is called `name`. */
static bool has_levels(const judging *j, const x4_folder *folder, const x4_part *part, const char *name)
{
    bool all = part->has_lods || x4_find_mesh(j->v, folder, name, X4_FIRST_LEVEL) != NULL;
    for (uint32_t i = part->lods.first; i < part->lods.end && all; i++)
        all = x4_find_mesh(j->v, folder, name, x4_lod_ending(&j->v->lods.items[i]).text) != NULL;
    return all;
}

static bool has_wreck(const judging *j, const x4_folder *folder, const x4_part *part)
{
    return part->wreck == NULL || part->wreck->text[0] == '\0' ||
           x4_find_mesh(j->v, folder, part->wreck->text, X4_FIRST_LEVEL) != NULL;
}

/* Whether an .ani is beside a folder, or the component needs none. */
static bool has_animations(const judging *j, const char *folder)
{
    x4_state *v = j->v;
    bool needed = false;
    for (uint32_t i = j->c->connections.first; i < j->c->connections.end; i++) {
        const x4_run animations = v->connections.items[i].animations;
        needed = needed || (animations.end > animations.first && is_animated(&v->connections.items[i]));
    }
    const char *path = x4_join(v->base.arena, folder, ".ani");
    v->base.no_memory = v->base.no_memory || path == NULL;
    return !needed || (path != NULL && x4_find_file(&v->trees.items[j->c->target.tree], path) != NULL);
}

/* A fix may write a folder only where nothing of the component is missing in it. */
static al_fix_kind fix_of_folder(const judging *j, const char *path, const char *proposal)
{
    const x4_folder folder = {.tree = j->c->target.tree, .path = path};
    if (proposal == NULL || j->c->bare || !has_animations(j, path))
        return AL_FIX_NONE;
    for (uint32_t i = j->c->parts.first; i < j->c->parts.end; i++) {
        const x4_part *part = &j->v->parts.items[i];
        if (!part->refers && !(part->name == NULL || has_levels(j, &folder, part, part->name)))
            return AL_FIX_NONE;
        if (!part->refers && !has_wreck(j, &folder, part))
            return AL_FIX_NONE;
    }
    return x4_fix_of(j->v, j->c->geometry.text, proposal);
}

static void judge_folder(const judging *j)
{
    x4_state *v = j->v;
    const x4_target *target = &j->c->target;
    const char *unknown = target->unknown;
    if (target->own && !v->mods[j->xml->tree].folder_found)
        unknown = "no folder of the mod holds a mesh: its meshes may lie elsewhere";
    if (!(j->c->bare ? j->c->replaces : has_own_part(j)))
        return;
    if (unknown != NULL) {
        x4_not_judged(v, j->xml, X4_GEOMETRY_FOLDER, unknown);
        return;
    }
    x4_claim claim = geometry_claim(j, X4_GEOMETRY_FOLDER);
    const char *there = j->folder == NULL ? x4_near_folder(v, target->tree, target->path) : NULL;
    const char *near = x4_value_like(v, j->c->geometry.text, there);
    claim.expected = near != NULL ? near : target->path;
    claim.fix_kind = fix_of_folder(j, there, near);
    if (j->folder != NULL)
        x4_claim_found(v, &claim, "the folder with the meshes of \"%s\" holds no .xmf", name_of(j));
    else
        x4_claim_found(v, &claim, "the folder with the meshes of \"%s\" isn't there%s", name_of(j),
                       x4_hint_of(near, "").text);
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static bool is_called(const char *name, const char *small)
{
    const size_t length = strlen(small);
    return name != NULL && strlen(name) == length && al_same_ignoring_case(name, small, length);
}

/* Whether a part or a wreck in the folder is called so. */
static bool is_taken(const judging *j, const char *name)
{
    const x4_state *v = j->v;
    for (uint32_t i = j->folder->users.first; i < j->folder->users.end; i++) {
        const x4_run parts = v->components.items[v->users.items[i].component].parts;
        if (!al_work_pay(&j->v->guesses, parts.end - parts.first))
            return true;
        for (uint32_t k = parts.first; k < parts.end; k++) {
            const x4_part *part = &v->parts.items[k];
            if (is_called(part->name, name) || (part->wreck != NULL && is_called(part->wreck->text, name)))
                return true;
        }
    }
    return false;
}

/* Whether anything else goes by the name of a part, so that it may not change. */
static bool is_referred_to(const judging *j, const x4_part *part)
{
    const x4_state *v = j->v;
    const x4_folder *folder = j->folder;
    bool refers = (folder->ani != NULL && !folder->ani_read) || folder->users.end - folder->users.first > 1 ||
                  x4_find_mesh(j->v, folder, part->name, "-collision.xmf") != NULL;
    for (uint32_t i = j->c->connections.first; i < j->c->connections.end && !refers; i++)
        refers = is_called(v->connections.items[i].parent.text, part->small);
    for (uint32_t i = folder->motions.first; i < folder->motions.end && !refers; i++)
        refers = strcmp(v->motions.items[i].part, part->small) == 0;
    return refers;
}

/* What a fix would be that gives a part, or its wreck, the name of a mesh that is there. */
static al_fix_kind fix_of_mesh(const judging *j, const x4_part *part, bool wreck, const char *near,
                               const char *ending)
{
    x4_state *v = j->v;
    if (near == NULL)
        return AL_FIX_NONE;
    const char *base = al_base_name(near);
    const char *name = al_copy_text(v->base.arena, base, strlen(base) - strlen(ending));
    v->base.no_memory = v->base.no_memory || name == NULL;
    if (name == NULL || is_taken(j, name) || x4_find_mesh(v, j->folder, name, ending) == NULL ||
        (!wreck && (is_referred_to(j, part) || !has_levels(j, j->folder, part, name))))
        return AL_FIX_NONE;
    return AL_FIX_UNSAFE;
}

/* Looks for a mesh of a part that the claim refers to. */
static void judge_mesh(const judging *j, const x4_part *part, const char *name, const char *ending,
                       x4_claim *claim)
{
    x4_state *v = j->v;
    claim->number = j->xml->number;
    claim->rule = X4_MISSING_MESH;
    claim->level = j->level;
    if (x4_find_mesh(v, j->folder, name, ending) != NULL || v->base.no_memory)
        return;
    if (j->c->target.own && !v->mods[j->xml->tree].level_found) {
        x4_not_judged(v, j->xml, X4_MISSING_MESH,
                      "the mod has collision meshes alone: its other meshes may lie elsewhere");
        return;
    }
    if (al_leave_out_finding(&v->base, claim->number, v->first_rule + claim->rule, claim->level))
        return; /* before a similar name is searched */
    const char *near = x4_near_file(v, j->folder->tree, v->sought.items, ending);
    claim->fix_kind = fix_of_mesh(j, part, claim->attribute != NULL, near, ending);
    claim->expected = near != NULL ? near : v->sought.items;
    x4_claim_found(v, claim, "mesh %s%s of \"%s\" isn't there%s", name, ending, name_of(j),
                   x4_hint_of(near, "").text);
}

static void judge_lods(const judging *j, const x4_part *part)
{
    for (uint32_t i = part->lods.first; i < part->lods.end; i++) {
        const x4_lod *lod = &j->v->lods.items[i];
        x4_claim claim = {.node = lod->node, .place = lod->place, .actual = lod->index};
        judge_mesh(j, part, part->name, x4_lod_ending(lod).text, &claim);
    }
}

static void judge_part(const judging *j, const x4_part *part)
{
    if (part->refers)
        return;
    if (part->wreck != NULL && part->wreck->text[0] != '\0') {
        x4_claim claim = {.node = part->node,
                          .attribute = "wreck",
                          .place = part->wreck->place,
                          .actual = part->wreck->text};
        judge_mesh(j, part, part->wreck->text, X4_FIRST_LEVEL, &claim);
    }
    if (part->has_lods && part->name != NULL) {
        judge_lods(j, part);
    } else if (part->name != NULL) {
        x4_claim claim = {.node = part->node, .place = part->place, .actual = part->name};
        judge_mesh(j, part, part->name, X4_FIRST_LEVEL, &claim);
    }
}

/* ---- Animations ---------------------------------------------------------------------------------------- */

/* An .ani with a similar name that is beside no folder of its own; NULL: there is none. */
static const char *near_ani(const judging *j, const char *path)
{
    static const char end[] = ".ani";
    const x4_tree *tree = &j->v->trees.items[j->folder->tree];
    const char *near = x4_near_file(j->v, j->folder->tree, path, end);
    const char *folder =
        near != NULL ? al_copy_text(j->v->base.arena, near, strlen(near) - (sizeof end - 1)) : NULL;
    j->v->base.no_memory = j->v->base.no_memory || (near != NULL && folder == NULL);
    return folder != NULL && !x4_has_folder(tree, folder) ? near : NULL;
}

static void judge_missing_animation(const judging *j)
{
    x4_state *v = j->v;
    al_tally tally = {.count = 0};
    const char *first = NULL;
    uint64_t number = 0;
    for (uint32_t i = j->c->connections.first; i < j->c->connections.end; i++) {
        const x4_connection *connection = &v->connections.items[i];
        for (uint32_t k = connection->animations.first; k < connection->animations.end; k++, number++)
            if (is_animated(connection)) {
                first = first != NULL ? first : v->animations.items[k].name;
                al_tally_add(&tally, number);
            }
    }
    if (first == NULL)
        return;
    x4_claim claim = geometry_claim(j, X4_MISSING_ANIMATION);
    claim.expected = x4_join(v->base.arena, j->folder->path, ".ani");
    claim.tally = &tally;
    const char *near = claim.expected != NULL ? near_ani(j, claim.expected) : NULL;
    v->base.no_memory = v->base.no_memory || claim.expected == NULL;
    claim.expected = near != NULL ? near : claim.expected;
    if (near != NULL)
        x4_claim_found(v, &claim, "nothing of \"%s\" moves: its .ani isn't there, did you mean %s?",
                       name_of(j), near);
    else
        x4_claim_found(v, &claim,
                       "nothing of \"%s\" moves: there is no .ani beside its folder, for %u animation%s "
                       "such as \"%s\"",
                       name_of(j), (unsigned)tally.count, AL_S(tally.count), first);
}

/* A connection with animations; parts and animations are sorted by name. */
typedef struct moving {
    al_name_list parts;
    const x4_animation **animations;
    size_t count;
} moving;

static int compare_animations(const void *left, const void *right, void *context)
{
    const x4_animation *a = *(const x4_animation *const *)left, *b = *(const x4_animation *const *)right;
    (void)context;
    const int order = strcmp(a->small, b->small);
    return order != 0 ? order : (a > b) - (a < b);
}

static bool find_moving(x4_state *v, const x4_connection *connection, moving *m)
{
    *m = (moving){.count = connection->animations.end - connection->animations.first};
    m->parts.items =
        al_alloc(v->base.arena, connection->parts.end - connection->parts.first, sizeof *m->parts.items);
    m->animations = al_alloc(v->base.arena, m->count, sizeof *m->animations);
    if (m->parts.items == NULL || m->animations == NULL)
        return false;
    for (uint32_t i = connection->parts.first; i < connection->parts.end; i++)
        if (v->parts.items[i].small != NULL)
            m->parts.items[m->parts.count++] = v->parts.items[i].small;
    for (size_t i = 0; i < m->count; i++)
        m->animations[i] = &v->animations.items[connection->animations.first + i];
    al_name_list_sort(&m->parts);
    al_sort(m->animations, m->count, sizeof *m->animations, compare_animations, NULL);
    return true;
}

/* Whether any part of the connection moves in the animation. Goes through the shorter of two lists. */
static bool moves(const judging *j, const moving *m, const char *animation)
{
    const x4_state *v = j->v;
    const x4_run motions = x4_motions_of(v, j->folder, animation);
    if (motions.end - motions.first < m->parts.count) {
        for (uint32_t i = motions.first; i < motions.end; i++)
            if (al_name_list_has(&m->parts, v->motions.items[i].part))
                return true;
        return false;
    }
    for (size_t i = 0; i < m->parts.count; i++)
        if (x4_has_motion(v, j->folder, m->parts.items[i], animation))
            return true;
    return false;
}

/* The similar name of an animation that moves a part of the connection; NULL: there is none. */
static const char *near_animation(const judging *j, const moving *m, const char *animation)
{
    x4_state *v = j->v;
    x4_choice choice = {.best = NULL};
    for (uint32_t i = j->folder->motions.first; i < j->folder->motions.end && al_work_pay(&v->guesses, 1);
         i++)
        if (al_name_list_has(&m->parts, v->motions.items[i].part))
            x4_offer_name(v, &choice, animation, v->motions.items[i].animation,
                          v->motions.items[i].animation);
    return x4_chosen_name(&choice);
}

/* The other animations of a connection keep what is theirs. */
static al_fix_kind fix_of_animation(const moving *m, const char *near)
{
    for (size_t i = 0; i < m->count && near != NULL; i++)
        if (strcmp(m->animations[i]->small, near) == 0)
            return AL_FIX_NONE;
    return near != NULL ? AL_FIX_UNSAFE : AL_FIX_NONE;
}

static void claim_animation(const judging *j, const x4_connection *connection, const moving *m,
                            const x4_animation *animation)
{
    const char *part = j->v->parts.items[connection->parts.first].name, *ani = j->folder->ani->path;
    const char *near = near_animation(j, m, animation->small);
    const x4_claim claim = {.number = j->xml->number,
                            .rule = X4_ANIMATION_ENTRY,
                            .level = j->level,
                            .node = animation->node,
                            .place = animation->place,
                            .expected = near != NULL ? near : ani,
                            .actual = animation->name,
                            .fix_kind = fix_of_animation(m, near)};
    x4_claim_found(j->v, &claim, "%s has no animation \"%s\" of part \"%s\"%s", al_base_name(ani),
                   animation->name, part != NULL ? part : "", x4_hint_of(near, "\"").text);
}

/* Animations of one name are looked up once. */
static void judge_connection(const judging *j, const x4_connection *connection)
{
    moving m;
    bool moved = false;
    if (!find_moving(j->v, connection, &m)) {
        j->v->base.no_memory = true;
        return;
    }
    for (size_t i = 0; i < m.count; i++) {
        if (i == 0 || strcmp(m.animations[i]->small, m.animations[i - 1]->small) != 0)
            moved = moves(j, &m, m.animations[i]->small);
        if (!moved)
            claim_animation(j, connection, &m, m.animations[i]);
    }
}

static void judge_animations(const judging *j)
{
    x4_state *v = j->v;
    if (j->folder->ani == NULL)
        judge_missing_animation(j);
    for (uint32_t i = j->c->connections.first; i < j->c->connections.end && j->folder->ani_read; i++)
        if (is_animated(&v->connections.items[i]))
            judge_connection(j, &v->connections.items[i]);
}

/* ---- Materials ----------------------------------------------------------------------------------------- */

/* The names of a run, sorted where they are. */
static al_name_list sorted_names(x4_state *v, x4_run run)
{
    al_name_list names = {.count = run.end - run.first};
    if (names.count > 0)
        names.items = &v->materials.items[run.first];
    al_name_list_sort(&names);
    return names;
}

/* The first name of a list that another doesn't have; NULL if there is none. */
static const char *first_other(const al_name_list *names, const al_name_list *among)
{
    for (uint64_t i = 0; i < names->count; i++)
        if (!al_name_list_has(among, names->items[i]))
            return names->items[i];
    return NULL;
}

static void judge_lod_materials(const judging *j, const x4_part *part, const x4_lod *lod)
{
    x4_state *v = j->v;
    if (lod->materials.first == lod->materials.end)
        return;
    const x4_ending ending = x4_lod_ending(lod);
    const x4_file *file = x4_find_mesh(v, j->folder, part->name, ending.text);
    const uint32_t number = file != NULL ? v->mesh_of[file->number] : X4_NONE;
    if (number == X4_NONE || !v->meshes.items[number].read)
        return;
    const al_name_list in_mesh = sorted_names(v, v->meshes.items[number].materials);
    const al_name_list in_lod = sorted_names(v, lod->materials);
    const char *more = first_other(&in_lod, &in_mesh), *less = first_other(&in_mesh, &in_lod);
    const x4_claim claim = {.number = j->xml->number,
                            .rule = X4_PART_MATERIAL,
                            .node = lod->node,
                            .place = lod->place,
                            .expected = less,
                            .actual = more};
    if (more != NULL)
        x4_claim_found(v, &claim, "lists material %s, which %s%s doesn't have", more, part->name,
                       ending.text);
    else if (less != NULL)
        x4_claim_found(v, &claim, "doesn't list material %s, which %s%s has", less, part->name, ending.text);
}

static void judge_materials(const judging *j, const x4_part *part)
{
    for (uint32_t i = part->lods.first; i < part->lods.end && !part->refers && part->name != NULL; i++)
        judge_lod_materials(j, part, &j->v->lods.items[i]);
}

/* ---- Components ---------------------------------------------------------------------------------------- */

static void judge_component(x4_state *v, const x4_component *c)
{
    judging j = {.v = v, .c = c, .xml = &v->xmls.items[c->xml]};
    if (c->target.outcome == X4_UNKNOWN && c->target.unknown == NULL)
        return;
    j.folder = c->folder != X4_NONE ? &v->folders.items[c->folder] : NULL;
    j.level = x4_is_dormant(v, j.xml) ? AL_NOTE : AL_OFF;
    if (j.folder == NULL || !j.folder->has_mesh) {
        judge_folder(&j);
        return;
    }
    for (uint32_t i = c->parts.first; i < c->parts.end; i++) {
        judge_part(&j, &v->parts.items[i]);
        judge_materials(&j, &v->parts.items[i]);
    }
    judge_animations(&j);
}

void x4_judge_components(x4_state *v)
{
    for (uint64_t i = 0; i < v->components.count && !v->base.no_memory; i++)
        judge_component(v, &v->components.items[i]);
}
