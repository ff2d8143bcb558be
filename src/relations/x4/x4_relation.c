/* x4_relation.c: the rounds of the relation: first it reads the XML, then the files that the XML leads to. */
#include <string.h>

#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/file_names.h"
#include "relations/x4/x4.h"

static const char prefix[] = "x4";

/* Steps of looking for similar names, for each file. */
enum { STEPS_PER_FILE = 4096 };

static bool is_any_rule_on(const x4_state *v)
{
    for (size_t i = v->first_rule; i < al_rule_count(); i++)
        if (strcmp(al_catalogue[i].format, prefix) == 0 && al_setting_matters(&v->base.all->settings[i]))
            return true;
    return false;
}

/* ---- Folders without content.xml ----------------------------------------------------------------------- */

/* The game itself, unpacked, has an index and no content.xml, too. The index of a mod has fewer entries. */
enum { MOST_ENTRIES = 2000 };

static const char wanted_name[] = "content.xml";

static void find_games(x4_state *v)
{
    for (uint64_t i = 0; i < v->xmls.count; i++) {
        const x4_xml *xml = &v->xmls.items[i];
        if (v->trees.items[xml->tree].bare && xml->entries.end - xml->entries.first > MOST_ENTRIES)
            v->mods[xml->tree].is_game = true;
    }
}

static void drop_games(x4_state *v)
{
    al_relation_state *s = &v->base;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < s->finding_count; i++) {
        const uint32_t tree = v->trees.tree_of[s->findings[i].file];
        if (tree == X4_NONE || !v->mods[tree].is_game)
            s->findings[kept++] = s->findings[i];
    }
    s->finding_count = kept;
}

/* Whether a file is an XML that is named alone. */
static bool is_alone(const x4_state *v, size_t number)
{
    const al_related_file *file = &v->base.all->files[number];
    return number < v->base.all->checked && file->explicit && al_is_kind(file, "xml");
}

static bool is_any_alone(const x4_state *v)
{
    for (size_t i = 0; i < v->base.all->checked; i++)
        if (is_alone(v, i) && v->base.all->settings[v->first_rule + X4_XML].level != AL_OFF)
            return true;
    return false;
}

/* Without the files around it only the XML itself can be judged. */
static void want_alone(x4_state *v, uint8_t *wanted)
{
    for (size_t i = 0; i < v->base.all->checked; i++)
        if (is_alone(v, i)) {
            wanted[i] = AL_WANT_BYTES;
            v->base.marks[i] |= AL_MARK_TEXT;
        }
}

/* Whether a name is that of content.xml with blanks, a second extension, or one or two other letters. */
static bool is_nearly_content(x4_state *v, const char *name)
{
    char without_blanks[sizeof wanted_name] = "";
    size_t length = 0;
    if (strncmp(name, wanted_name, sizeof wanted_name - 1) == 0)
        return true;
    for (size_t i = 0; name[i] != '\0' && length < sizeof wanted_name; i++)
        if (name[i] != ' ' && length++ < sizeof wanted_name - 1)
            without_blanks[length - 1] = name[i];
    if (length == sizeof wanted_name - 1 && memcmp(without_blanks, wanted_name, length) == 0)
        return true;
    return x4_is_near(v, wanted_name, name, strlen(name));
}

static const char *near_content(x4_state *v, const x4_tree *tree)
{
    for (size_t i = 0; i < tree->count; i++) {
        const char *path = tree->files[i].path;
        if (strchr(path, '/') == NULL && is_nearly_content(v, path))
            return al_base_name(al_inner_path(&v->base.all->files[tree->files[i].number]));
    }
    return NULL;
}

static void judge_bare(x4_state *v, uint32_t tree, const x4_xml *xml)
{
    if (xml == NULL || xml->state == X4_UNREAD)
        return;
    const x4_claim claim = {.number = xml->number,
                            .rule = X4_NO_CONTENT,
                            .place = {.line = 1, .column = 1, .end_line = 1, .end_column = 1},
                            .expected = wanted_name};
    const char *near = near_content(v, &v->trees.items[tree]);
    if (near != NULL)
        x4_claim_found(v, &claim, "the mod's folder has no content.xml: rename \"%s\"", near);
    else
        x4_claim_found(v, &claim, "the mod's folder has no content.xml, so the game doesn't load the mod");
}

/* The index that each folder has, by its tree; that of macros if it has both. NULL if memory is short. */
static const x4_xml **find_indexes(const x4_state *v)
{
    const x4_xml **found = al_alloc(v->base.arena, v->trees.count, sizeof *found);
    for (uint64_t i = 0; found != NULL && i < v->xmls.count; i++) {
        const x4_xml *xml = &v->xmls.items[i], **of = &found[xml->tree];
        if (xml->index != X4_NO_INDEX && xml->number < v->base.all->checked)
            *of = *of == NULL || xml->index == X4_INDEX_MACROS ? xml : *of;
    }
    return found;
}

static void judge_content(x4_state *v)
{
    const x4_xml **indexes = find_indexes(v);
    v->base.no_memory = v->base.no_memory || indexes == NULL;
    for (uint32_t i = 0; i < v->trees.mods && indexes != NULL; i++)
        if (v->trees.items[i].bare && !v->mods[i].is_game)
            judge_bare(v, i, indexes[i]);
}

/* ---- XML -----------------------------------------------------------------------------------------------*/

static uint8_t index_of(const char *path)
{
    if (al_text_equals(path, "index/macros.xml"))
        return X4_INDEX_MACROS;
    return al_text_equals(path, "index/components.xml") ? X4_INDEX_COMPONENTS : X4_NO_INDEX;
}

static bool is_library(const char *path)
{
    return al_text_equals(path, "libraries/material_library.xml");
}

/* Adds an XML file, which is then read. */
static bool add_xml(x4_state *v, uint32_t tree, const x4_file *file)
{
    static const char below[] = "extensions/";
    const x4_xml xml = {.number = (uint32_t)file->number,
                        .tree = tree,
                        .path = file->path,
                        .index = index_of(file->path),
                        .is_content = al_text_equals(file->path, "content.xml"),
                        .is_library = is_library(file->path),
                        .is_icons = al_text_equals(file->path, "libraries/icons.xml"),
                        .is_ui = al_text_equals(file->path, "ui.xml"),
                        .below_extensions = strncmp(file->path, below, sizeof below - 1) == 0};
    if (v->xml_of[file->number] != X4_NONE)
        return true;
    v->xml_of[file->number] = (uint32_t)v->xmls.count;
    v->wanted[file->number] = AL_WANT_BYTES;
    if (file->number < v->base.all->checked && v->trees.tree_of[file->number] != X4_NONE)
        v->base.marks[file->number] |= AL_MARK_TEXT;
    return AL_ADD(v->base.arena, v->xmls, xml);
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

/* Adds the XML of a tree, or its index files and its material library alone. */
static bool add_tree(x4_state *v, uint32_t number, bool few)
{
    const x4_tree *tree = &v->trees.items[number];
    for (size_t i = 0; i < tree->count; i++) {
        const x4_file *file = &tree->files[i];
        const bool wanted =
            few ? index_of(file->path) != X4_NO_INDEX || is_library(file->path) : is_xml(file);
        if (wanted && !add_xml(v, number, file))
            return false;
        if (tree->with == 0 && x4_is_ignore_file(file->path))
            v->wanted[file->number] = AL_WANT_BYTES;
    }
    return true;
}

static uint32_t *no_numbers(x4_state *v)
{
    uint32_t *numbers = al_alloc(v->base.arena, v->base.all->count, sizeof *numbers);
    for (size_t i = 0; numbers != NULL && i < v->base.all->count; i++)
        numbers[i] = X4_NONE;
    return numbers;
}

static bool begin(void *state)
{
    x4_state *v = state;
    const al_related_files *all = v->base.all;
    al_arena *arena = v->base.arena;
    if (!x4_find_trees(&v->trees, all, arena))
        return false;
    v->first_rule = al_first_rule(prefix);
    v->texts.arena = arena;
    v->scratch = v->use_texts.arena = all->scratch;
    v->guesses = al_work_of(all->count, STEPS_PER_FILE);
    v->on = v->trees.mods > 0 && is_any_rule_on(v);
    v->mods = al_alloc(arena, v->trees.count, sizeof *v->mods);
    v->xml_of = no_numbers(v);
    v->ani_of = no_numbers(v);
    v->mesh_of = no_numbers(v);
    if (v->mods == NULL || v->xml_of == NULL || v->ani_of == NULL || v->mesh_of == NULL)
        return false;
    v->alone = is_any_alone(v);
    v->base.done = !v->on && !v->alone;
    if (!v->on) /* the places of files are known all the same */
        x4_mark_places(v);
    return !v->base.no_memory;
}

/* ---- Choosing ------------------------------------------------------------------------------------------ */

static bool want_mods(x4_state *v)
{
    for (uint32_t i = 0; i < v->trees.count; i++) {
        const x4_tree *tree = &v->trees.items[i];
        if (!is_of_the_game(tree) && !add_tree(v, i, tree->is_game || tree->bare))
            return false;
    }
    return true;
}

/* XML outside of the mods that entries lead to is still to be read. */
static bool want_targets(x4_state *v)
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
static bool want_bare_mods(x4_state *v)
{
    find_games(v);
    for (uint32_t i = 0; i < v->trees.mods; i++)
        if (v->trees.items[i].bare && !v->mods[i].is_game && !add_tree(v, i, false))
            return false;
    return true;
}

static bool resolve(x4_state *v)
{
    if (!x4_find_own_names(v))
        return false;
    x4_resolve_index(v);
    x4_resolve_folders(v);
    x4_resolve_references(v);
    return !v->base.no_memory && want_targets(v);
}

/* Only XML says what a mod has, and .gitignore what it doesn't have to have; of its other files each is
 * judged by itself. With references mods may lead into each other, and into the game. */
static void note_unread(x4_state *v)
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
    const x4_state *v = state;
    const uint32_t tree = v->trees.tree_of[number];
    return v->unsure || (tree != X4_NONE && v->mods[tree].unsure);
}

/* A file outside of all mods was not compared with anything. */
static void mark_files(x4_state *v)
{
    for (size_t i = 0; i < v->base.all->checked; i++) {
        const uint32_t tree = v->trees.tree_of[i];
        if (tree != X4_NONE && !v->mods[tree].is_game)
            v->base.marks[i] |= AL_MARK_COMPARED;
        else if (!is_alone(v, i))
            v->base.marks[i] &= (uint8_t)~AL_MARK_TEXT;
    }
}

/* Rules that judge each file by itself. */
static const char *const alone[] = {
    "x4/xml", "x4/diff-operation", "x4/content-id", "x4/content-version", "x4/index-duplicate", NULL};

static bool judge(x4_state *v)
{
    x4_mark_places(v);
    judge_content(v);
    x4_judge_index(v);
    x4_judge_components(v);
    x4_judge_connections(v);
    x4_judge_folders(v);
    x4_judge_references(v);
    x4_judge_packing(v);
    note_unread(v);
    drop_games(v);
    mark_files(v);
    al_finish_findings(&v->base, is_unsure, alone);
    return !v->base.no_memory;
}

static bool choose(void *state, uint8_t *wanted)
{
    x4_state *v = state;
    v->wanted = wanted;
    if (v->base.round == 0)
        want_alone(v, wanted);
    if (!v->on && v->base.round++ > 0)
        al_finish_findings(&v->base, is_unsure, alone);
    if (!v->on)
        return true;
    switch (v->base.round++) {
    case 0: return want_mods(v);
    case 1: return want_bare_mods(v);
    case 2: return resolve(v);
    default: return judge(v);
    }
}

static bool read(void *state, size_t number, const al_content *content)
{
    x4_state *v = state;
    if (is_alone(v, number))
        return x4_read_alone(v, number, content);
    if (v->xml_of[number] != X4_NONE)
        return x4_read_xml(v, v->xml_of[number], content);
    if (v->ani_of[number] != X4_NONE)
        x4_take_motions(v, &v->folders.items[v->ani_of[number]], content);
    else if (v->trees.tree_of[number] != X4_NONE &&
             x4_is_ignore_file(al_inner_path(&v->base.all->files[number])))
        return x4_read_ignored(v, number, content);
    else if (v->mesh_of[number] != X4_NONE)
        x4_take_materials(v, &v->meshes.items[v->mesh_of[number]], content);
    return !v->base.no_memory;
}

static void find_partners(const void *state, size_t file, al_partner_list *list)
{
    x4_find_textures(state, file, list);
}

static const al_placed_format placed_formats[] = {{"ani", "xani"}, {"gz", "dds"}, {.extension = NULL}};

const al_relation al_x4_relation = {.format = prefix,
                                    .name = "Whole mods (X Rebirth, X4)",
                                    .text_format = "xml",
                                    .games = AL_X_REBIRTH | AL_X4,
                                    .placed_formats = placed_formats,
                                    .size = sizeof(x4_state),
                                    .begin = begin,
                                    .choose = choose,
                                    .read = read,
                                    .find_partners = find_partners};
