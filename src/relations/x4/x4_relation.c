/* x4_relation.c: the rounds of the relation: first it reads the XML, then the files that the XML leads to. */
#include "relations/x4/x4_relation.h"

#include <string.h>

#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/file_names.h"
#include "relations/gaps.h"
#include "relations/x4/x4_components.h"
#include "relations/x4/x4_content.h"
#include "relations/x4/x4_findings.h"
#include "relations/x4/x4_folders.h"
#include "relations/x4/x4_ignored.h"
#include "relations/x4/x4_index.h"
#include "relations/x4/x4_names.h"
#include "relations/x4/x4_read.h"
#include "relations/x4/x4_textures.h"

static const char prefix[] = "x4";

/* Steps of looking for similar names, for each file. */
enum { STEPS_PER_FILE = 4096 };

X4_ADDER(add_xml_file, x4_xml, xmls)

static bool is_any_rule_on(const x4_view *v)
{
    for (size_t i = v->first_rule; i < al_rule_count(); i++)
        if (strcmp(al_catalogue[i].format, prefix) == 0 && v->base.all->settings[i].level != AL_OFF)
            return true;
    return false;
}

static bool is_path(const char *path, const char *wanted)
{
    return strcmp(path, wanted) == 0;
}

static uint8_t index_of(const char *path)
{
    if (is_path(path, "index/macros.xml"))
        return X4_INDEX_MACROS;
    return is_path(path, "index/components.xml") ? X4_INDEX_COMPONENTS : X4_NO_INDEX;
}

/* Adds an XML file, which is then read. */
static bool add_xml(x4_view *v, uint32_t tree, const x4_file *file)
{
    static const char below[] = "extensions/";
    const x4_xml xml = {.number = (uint32_t)file->number,
                        .tree = tree,
                        .path = file->path,
                        .index = index_of(file->path),
                        .is_content = is_path(file->path, "content.xml"),
                        .is_library = is_path(file->path, "libraries/material_library.xml"),
                        .below_extensions = strncmp(file->path, below, sizeof below - 1) == 0};
    if (v->xml_of[file->number] != X4_NONE)
        return true;
    v->xml_of[file->number] = (uint32_t)v->xmls.count;
    v->need[file->number] = AL_NEED_BYTES;
    return add_xml_file(v, &xml);
}

static bool is_xml(const x4_file *file)
{
    return al_has_extension(file->path, "xml", 3);
}

/* Extensions of the game have much XML, and their names are those of their folders: so their XML isn't
 * needed. */
static bool is_of_the_game(const x4_tree *tree)
{
    return tree->with > 0 && strstr(tree->root, "/ego_dlc_") != NULL;
}

/* Adds the XML of a tree, or its index files alone. */
static bool add_tree(x4_view *v, uint32_t number, bool index_alone)
{
    const x4_tree *tree = &v->trees.items[number];
    for (size_t i = 0; i < tree->count; i++) {
        const x4_file *file = &tree->files[i];
        const bool wanted = index_alone ? index_of(file->path) != X4_NO_INDEX : is_xml(file);
        if (wanted && !add_xml(v, number, file))
            return false;
        if (tree->with == 0 && x4_is_ignore_file(file->path))
            v->need[file->number] = AL_NEED_BYTES;
    }
    return true;
}

static uint32_t *no_numbers(x4_view *v)
{
    uint32_t *numbers = al_alloc(v->base.arena, v->base.all->count, sizeof *numbers);
    for (size_t i = 0; numbers != NULL && i < v->base.all->count; i++)
        numbers[i] = X4_NONE;
    return numbers;
}

static void *begin(const al_related_files *all, al_arena *arena)
{
    x4_view *v = al_alloc(arena, 1, sizeof *v);
    if (v == NULL)
        return NULL;
    *v = (x4_view){.base = {.all = all, .arena = arena, .relation = &al_x4_relation},
                   .first_rule = al_first_rule(prefix),
                   .texts = {.arena = arena},
                   .use_memory = al_arena_on(arena->budget),
                   .use_texts = {.arena = &v->use_memory}};
    v->guesses = al_work_of(all->count, STEPS_PER_FILE);
    if (!x4_find_trees(&v->trees, all, arena))
        return NULL;
    v->on = v->trees.mods > 0 && is_any_rule_on(v);
    v->need = al_alloc(arena, all->count, sizeof *v->need);
    v->is_ani = al_alloc(arena, all->count, sizeof *v->is_ani);
    v->mods = al_alloc(arena, v->trees.count, sizeof *v->mods);
    v->xml_of = no_numbers(v);
    v->ani_of = no_numbers(v);
    v->mesh_of = no_numbers(v);
    if (v->need == NULL || v->is_ani == NULL || v->mods == NULL || v->xml_of == NULL || v->ani_of == NULL ||
        v->mesh_of == NULL)
        return NULL;
    if (!v->on) /* the places of animations are known all the same */
        return x4_mark_animations(v) ? v : NULL;
    for (uint32_t i = 0; i < v->trees.count; i++)
        if (!is_of_the_game(&v->trees.items[i]) &&
            !add_tree(v, i, v->trees.items[i].is_game || v->trees.items[i].bare))
            return NULL;
    return v;
}

/* ---- Rounds -------------------------------------------------------------------------------------------- */

/* XML outside of the mods that entries lead to is still to be read. */
static bool need_targets(x4_view *v)
{
    for (uint64_t i = 0; i < v->entries.count; i++) {
        const x4_target *target = &v->entries.items[i].target;
        if (target->outcome == X4_FOUND && is_xml(target->file) && !add_xml(v, target->tree, target->file))
            return false;
    }
    return true;
}

/* The size of its index shows whether a folder without content.xml is a mod, whose other XML is still to be
 * read. */
static bool need_bare_mods(x4_view *v)
{
    x4_find_games(v);
    for (uint32_t i = 0; i < v->trees.mods; i++)
        if (v->trees.items[i].bare && !v->mods[i].is_game && !add_tree(v, i, false))
            return false;
    return true;
}

static void forget_uses(x4_view *v)
{
    al_arena_return(&v->use_memory);
    v->use_texts.recent = NULL;
    v->uses.items = NULL;
    v->uses.count = v->uses.capacity = 0;
}

static void end(void *state)
{
    forget_uses(state);
}

static bool resolve(x4_view *v)
{
    const bool resolved = x4_find_own_names(v) && x4_resolve_index(v) && need_targets(v) &&
                          x4_resolve_folders(v) && x4_resolve_textures(v);
    forget_uses(v);
    return resolved;
}

/* Only XML says what a mod has, and .gitignore what it doesn't have to have; of its other files each is
 * judged by itself. With references mods may lead into each other, and into the game. */
static void note_unread(x4_view *v)
{
    const al_related_files *all = v->base.all;
    v->unsure = al_is_gap_in_references(all);
    for (uint32_t i = 0; i < v->trees.mods; i++) {
        v->mods[i].unsure = v->trees.items[i].has_gap;
        v->unsure = v->unsure || (v->mods[i].unsure && all->with_count > 0);
    }
    for (uint64_t i = 0; i < v->xmls.count && all->any_unread; i++) {
        const x4_xml *xml = &v->xmls.items[i];
        if (!all->unread[xml->number])
            continue;
        v->mods[xml->tree].unsure = true;
        v->unsure = v->unsure || all->with_count > 0;
    }
    for (size_t i = 0; i < all->checked && all->any_unread; i++)
        if (all->unread[i] && v->trees.tree_of[i] != X4_NONE &&
            x4_is_ignore_file(al_inner_path(&all->files[i])))
            v->mods[v->trees.tree_of[i]].unsure = true;
}

static bool is_unsure(const void *state, size_t number)
{
    const x4_view *v = state;
    const uint32_t tree = v->on ? v->trees.tree_of[number] : X4_NONE;
    return v->on && (v->unsure || (tree != X4_NONE && v->mods[tree].unsure));
}

static bool judge(x4_view *v)
{
    if (!x4_mark_animations(v) || !x4_judge_content(v) || !x4_judge_index(v) || !x4_judge_components(v) ||
        !x4_judge_folders(v) || !x4_judge_textures(v))
        return false;
    note_unread(v);
    x4_drop_games(v);
    al_finish_findings(&v->base);
    return !v->base.no_memory;
}

static al_round begin_round(void *state)
{
    x4_view *v = state;
    if (!v->on)
        return AL_ROUND_LAST;
    switch (v->base.round++) {
    case 0: return AL_ROUND_READ;
    case 1:
        memset(v->need, 0, v->base.all->count);
        return need_bare_mods(v) ? AL_ROUND_READ : AL_ROUND_NO_MEMORY;
    case 2: memset(v->need, 0, v->base.all->count); return resolve(v) ? AL_ROUND_READ : AL_ROUND_NO_MEMORY;
    default: return judge(v) ? AL_ROUND_LAST : AL_ROUND_NO_MEMORY;
    }
}

static al_need needs(const void *state, size_t number)
{
    const x4_view *v = state;
    return v->on ? (al_need)v->need[number] : AL_NEED_NOTHING;
}

static bool take(void *state, size_t number, const al_content *content)
{
    x4_view *v = state;
    if (v->xml_of[number] != X4_NONE)
        return x4_read_xml(v, v->xml_of[number], content);
    if (v->ani_of[number] != X4_NONE)
        return x4_take_motions(v, &v->folders.items[v->ani_of[number]], content);
    if (v->trees.tree_of[number] != X4_NONE && x4_is_ignore_file(al_inner_path(&v->base.all->files[number])))
        return x4_read_ignored(v, number, content);
    return v->mesh_of[number] == X4_NONE ||
           x4_take_materials(v, &v->meshes.items[v->mesh_of[number]], content);
}

/* Whether a file belongs to a mod. */
static bool is_of_mod(const x4_view *v, size_t number)
{
    const uint32_t tree = v->on ? v->trees.tree_of[number] : X4_NONE;
    return tree != X4_NONE && !v->mods[tree].is_game;
}

static const char *text_format(const void *state, size_t number)
{
    const x4_view *v = state;
    return is_of_mod(v, number) && v->xml_of[number] != X4_NONE ? "xml" : NULL;
}

static const char *placed_format(const void *state, size_t number)
{
    const x4_view *v = state;
    return v->is_ani[number] ? "xani" : NULL;
}

/* A file outside of all mods was not compared with anything. */
static bool covers(const void *state, size_t number)
{
    return is_of_mod(state, number);
}

static const char *const alone[] = {"x4/xml", "x4/diff-operation", "x4/content-id", "x4/index-duplicate",
                                    NULL};

const al_relation al_x4_relation = {.format = prefix,
                                    .name = "Whole mods (X Rebirth, X4)",
                                    .begin = begin,
                                    .end = end,
                                    .begin_round = begin_round,
                                    .needs = needs,
                                    .take = take,
                                    .text_format = text_format,
                                    .placed_format = placed_format,
                                    .covers = covers,
                                    .is_unsure = is_unsure,
                                    .alone = alone,
                                    .report = al_relation_report,
                                    .not_judged = al_relation_not_judged};
