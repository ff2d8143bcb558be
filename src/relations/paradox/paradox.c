/* paradox.c: the relation about mods for Victoria 2 and related games. Its rounds read the .gfx and .mod,
 * then the actors and motions that rules need, and then, if textures are missing, the actors of references,
 * to compare them.
 */
#include "relations/relations.h"

#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/file_names.h"
#include "relations/paradox/paradox.h"

#define AL_RULES "rules/xsm.def"
#include "kit/rule_numbers.h"
#define AL_RULES "rules/xpm.def"
#include "kit/rule_numbers.h"
#define AL_RULES "rules/dds.def"
#include "kit/rule_numbers.h"

/* ---- Wants --------------------------------------------------------------------------------------------- */

/* All .gfx of trees and those that are named alone, and checked .mod, which lie in the mod or beside it. */
static void want_texts(const pdx_state *m, uint8_t *wanted)
{
    const bool any_tree = m->files.tree_count > 0;
    for (size_t i = 0; i < m->base.all->count && m->wants_types; i++) {
        const al_related_file *file = &m->base.all->files[i];
        const bool in_tree = any_tree && m->files.tree_of[i] != PDX_NO_TREE;
        const bool gfx = al_is_kind(file, "gfx") && (in_tree || (file->explicit && pdx_is_checked(m, i)));
        const bool mod = any_tree && al_is_kind(file, "mod") && pdx_is_checked(m, i) && !file->explicit;
        if (gfx || mod)
            wanted[i] = AL_WANT_BYTES;
    }
}

static void want_parts(const pdx_state *m, uint8_t *wanted)
{
    for (size_t i = 0; i < m->base.all->count; i++) {
        const pdx_parts *p = &m->parts[i];
        if (m->actor_of[i] == 0 && (p->nodes || p->morphs || p->layers || p->digest))
            wanted[i] = AL_WANT_FACTS;
    }
}

/* The textures of all actors of mods with types, and the nodes of actors that something is attached to. */
static void want_actors(pdx_state *m, uint8_t *wanted)
{
    const pdx_files *f = &m->files;
    for (size_t i = 0; i < m->base.all->checked && f->tree_count > 0 && m->wants_textures; i++)
        if (f->tree_of[i] != PDX_NO_TREE && m->mods[f->tree_of[i]].has_types &&
            al_has_extension(f->name_of[i], "xac", 3))
            m->parts[i].layers = m->parts[i].digest = true;
    for (uint64_t i = 0; i < m->gfx_count; i++) {
        const pdx_gfx *g = &m->gfxs[i];
        for (uint64_t k = 0; k < g->item_count && g->judged && pdx_is_checked(m, g->number); k++) {
            const pdx_item *item = &g->items[k];
            if (item->role != PDX_NODE_NAME || g->types[item->type].actor_file == NULL)
                continue;
            const size_t actor = pdx_find(f, g->tree, g->types[item->type].actor_file);
            if (actor != PDX_NO_FILE)
                m->parts[actor].nodes = true;
        }
    }
    pdx_want_motions(m);
    want_parts(m, wanted);
}

/* An actor that is one of the game's lacks the textures that the game lacks. */
static void want_digests(pdx_state *m, uint8_t *wanted)
{
    if (m->files.tree_count == 0 || !m->wants_textures || !pdx_lacks_textures(m))
        return;
    for (size_t i = m->base.all->checked; i < m->base.all->count; i++)
        if (m->files.tree_of[i] != PDX_NO_TREE && al_has_extension(m->files.name_of[i], "xac", 3)) {
            m->parts[i].digest = true;
            wanted[i] = AL_WANT_FACTS;
        }
}

/* ---- .gfx ---------------------------------------------------------------------------------------------- */

/* The games read the .gfx directly in interface/ and gfx/. */
static bool is_judged(const char *name)
{
    const size_t length = al_folder_length(name);
    return (length == strlen("interface/") && pdx_is_below(name, "interface/")) ||
           (length == strlen("gfx/") && pdx_is_below(name, "gfx/"));
}

/* The limit that keeps a text from being read; NULL: there is none. */
static const char *limit_of(const al_content *content)
{
    const uint64_t size = content->bytes.len;
    if (content->state == AL_CONTENT_TOO_LARGE)
        return "file is too large for --max-file-size or --max-memory and was not read";
    return size > PDX_MOST_TEXT ? "file has more than 4 GiB and was not read" : NULL;
}

/* Without the files around it only the text of a .gfx can be judged. */
static bool take_gfx_alone(pdx_state *m, size_t number, const al_content *content)
{
    uint64_t references[2] = {0, 0};
    pdx_gfx g = {.number = number, .unread = limit_of(content)};
    if (content->state == AL_CONTENT_READ && g.unread == NULL &&
        !pdx_gfx_read(&g, content->bytes, &m->texts, content->scratch))
        return false;
    if (!g.foreign || g.wide != NULL)
        m->base.marks[number] |= AL_MARK_TEXT;
    pdx_judge_text(m, &g);
    for (uint32_t i = 0; i < g.item_count; i++)
        if (g.items[i].role == PDX_REFERENCE)
            references[al_has_extension(g.items[i].file, "xac", 3) ? 0 : 1]++;
    al_keep_not_judged_alone(&m->base, number, al_first_rule("pdx") + PDX_MISSING_ACTOR_FILE, references[0]);
    al_keep_not_judged_alone(&m->base, number, al_first_rule("pdx") + PDX_MISSING_MOTION, references[1]);
    return !m->base.no_memory;
}

static bool take_gfx(pdx_state *m, size_t number, const al_content *content)
{
    const pdx_gfx gfx = {.number = number,
                         .tree = m->files.tree_of[number],
                         .judged = is_judged(m->files.name_of[number]),
                         .unread = limit_of(content)};
    if (!AL_APPEND(m->base.arena, m->gfxs, m->gfx_count, m->gfx_capacity, gfx))
        return false;
    pdx_gfx *g = &m->gfxs[m->gfx_count - 1];
    if (pdx_is_checked(m, number)) /* so that a limit is reported for it */
        m->base.marks[number] |= AL_MARK_TEXT;
    const bool read = content->state == AL_CONTENT_READ && g->unread == NULL;
    m->mods[g->tree].partly_read = m->mods[g->tree].partly_read || !read;
    if (!read)
        return true;
    if (!pdx_gfx_read(g, content->bytes, &m->texts, content->scratch))
        return false;
    m->mods[g->tree].partly_read = m->mods[g->tree].partly_read || g->wide != NULL || g->damaged;
    m->mods[g->tree].has_types = m->mods[g->tree].has_types || g->type_count > 0;
    return true;
}

/* ---- .mod ---------------------------------------------------------------------------------------------- */

/* Finds the mod that a .mod describes: the one that it lies in, or the folder beside it that its `path` ends
 * with; PDX_NO_TREE: there is none. False if memory is short. */
static bool find_described(const pdx_state *m, size_t number, const char *path, uint32_t *found)
{
    const al_related_file *file = &m->base.all->files[number];
    const size_t outer = file->member[0] != '\0' ? strlen(file->path) + 2 : 0;
    const size_t length = outer + al_folder_length(al_inner_path(file));
    const uint32_t tree = m->files.tree_of[number];
    const char *last = path != NULL ? al_base_name(path) : "";
    const bool inside = tree != PDX_NO_TREE && m->files.trees[tree].length == length;
    *found = inside ? tree : PDX_NO_TREE;
    return inside || last[0] == '\0' || pdx_tree_beside(&m->files, number, last, found);
}

static bool take_mod(pdx_state *m, size_t number, const al_content *content)
{
    pdx_description d = {.number = number};
    uint32_t tree = PDX_NO_TREE;
    if (content->state != AL_CONTENT_READ)
        return true;
    if (content->bytes.len > PDX_MOST_TEXT)
        return true;
    if (!pdx_mod_read(&d, content->bytes, m->base.arena) ||
        (d.path != NULL && !AL_ADD(m->base.arena, m->descriptions, d)) ||
        (d.replaced.count > 0 && !find_described(m, number, d.path, &tree)))
        return false;
    for (uint64_t i = 0; i < d.replaced.count && tree != PDX_NO_TREE; i++)
        if (!pdx_add_replaced(&m->files, tree, d.replaced.items[i]))
            return false;
    return true;
}

/* ---- Actors -------------------------------------------------------------------------------------------- */

static bool take_actor(pdx_state *m, size_t number, const al_content *content)
{
    const pdx_actor actor = {.number = number};
    if (!AL_APPEND(m->base.arena, m->actors, m->actor_count, m->actor_capacity, actor))
        return false;
    m->actor_of[number] = (uint32_t)m->actor_count;
    pdx_parts wishes = m->parts[number];
    wishes.digest = wishes.digest && m->base.all->with_count > 0;
    return pdx_actor_read(&m->actors[m->actor_count - 1], content, &m->texts, wishes);
}

static bool read(void *state, size_t number, const al_content *content)
{
    pdx_state *m = state;
    const al_related_file *file = &m->base.all->files[number];
    if (al_is_kind(file, "gfx"))
        return file->explicit ? take_gfx_alone(m, number, content) : take_gfx(m, number, content);
    return al_is_kind(file, "mod") ? take_mod(m, number, content) : take_actor(m, number, content);
}

/* ---- Choosing ------------------------------------------------------------------------------------------ */

/* Collects the names in the .gfx of references that the game reads. */
static void collect_of_references(pdx_state *m)
{
    for (uint64_t i = 0; i < m->gfx_count && !m->base.no_memory; i++) {
        const pdx_gfx *g = &m->gfxs[i];
        if (!g->judged || pdx_is_checked(m, g->number))
            continue;
        for (uint64_t k = 0; k < g->item_count && !m->base.no_memory; k++) {
            const pdx_item *item = &g->items[k];
            if (item->role == PDX_REFERENCE)
                m->base.no_memory = !al_name_list_add(&m->with_references, m->base.arena, item->file);
            else if (item->role == PDX_PICTURE)
                m->base.no_memory = !al_name_list_add(&m->with_pictures, m->base.arena, item->file);
        }
        for (uint64_t k = 0; k < g->type_count && !m->base.no_memory; k++) {
            const char *name = al_lower_copy(m->base.arena, g->types[k].name, strlen(g->types[k].name));
            m->base.no_memory = name == NULL || !al_name_list_add(&m->with_types, m->base.arena, name);
        }
    }
    m->has_types = m->with_types.count > 0 && !m->is_partial;
    for (uint64_t i = 0; i < m->files.pictures.count && !m->is_partial; i++)
        m->has_pictures = m->has_pictures || !pdx_is_checked(m, m->files.pictures.items[i].number);
    al_name_list_sort(&m->with_references);
    al_name_list_sort(&m->with_pictures);
    al_name_list_sort(&m->with_types);
}

static void collect_digests(pdx_state *m)
{
    for (uint64_t i = 0; i < m->actor_count && !m->base.no_memory; i++) {
        const pdx_actor *a = &m->actors[i];
        if (a->digest != 0 && !pdx_is_checked(m, a->number) &&
            al_map_find(&m->with_digests, a->digest) == NULL)
            m->base.no_memory = !al_map_add(&m->with_digests, m->base.arena, a->digest, 1);
    }
}

static int compare_gfx(const void *left, const void *right, void *context)
{
    const pdx_gfx *a = left, *b = right;
    (void)context;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* Whether any rule of pdx/ is on. */
static bool wants_any(const pdx_state *m)
{
    bool any = false;
    for (size_t i = al_first_rule("pdx"); i < al_rule_count() && strcmp(al_catalogue[i].format, "pdx") == 0;
         i++)
        any = any || al_relation_wants(&m->base, i);
    return any;
}

/* ---- What couldn't be read ----------------------------------------------------------------------------- */

static void note_unsure(pdx_state *m, size_t number)
{
    const bool has_trees = m->files.tree_count > 0;
    const uint32_t tree = has_trees ? m->files.tree_of[number] : PDX_NO_TREE;
    const bool is_mod = al_is_kind(&m->base.all->files[number], "mod");
    if (!pdx_is_checked(m, number) || is_mod)
        m->unsure = true;
    else if (tree == PDX_NO_TREE)
        m->loose_unsure = true;
    else
        m->mods[tree].unsure = true;
}

static void note_unread(pdx_state *m)
{
    const al_related_files *all = m->base.all;
    for (size_t i = 0; i < all->count && (all->any_unread || all->gap_count > 0); i++)
        if (all->unread[i] || al_is_in_gap(all, i))
            note_unsure(m, i);
    for (uint32_t tree = 0; tree < m->files.checked_trees && all->gap_count > 0; tree++)
        m->mods[tree].unsure = m->mods[tree].unsure || m->files.gaps[tree];
    m->unsure = m->unsure || al_is_gap_in_references(all);
}

static bool is_unsure(const void *state, size_t number)
{
    const pdx_state *m = state;
    const uint32_t tree = m->files.tree_count > 0 ? m->files.tree_of[number] : PDX_NO_TREE;
    return m->unsure || (tree != PDX_NO_TREE ? m->mods[tree].unsure : m->loose_unsure);
}

/* ---- Judging ------------------------------------------------------------------------------------------- */

/* Reports list each .gfx with types or findings, and each .mod with findings. */
static void mark_texts(pdx_state *m)
{
    uint8_t *marks = m->base.marks;
    for (uint64_t i = 0; i < m->gfx_count; i++)
        if (pdx_is_checked(m, m->gfxs[i].number) && (m->gfxs[i].type_count == 0 || !wants_any(m)))
            marks[m->gfxs[i].number] &= (uint8_t)~AL_MARK_TEXT;
    for (uint64_t i = 0; i < m->base.finding_count; i++)
        if (al_is_kind(&m->base.all->files[m->base.findings[i].file], "gfx") ||
            al_is_kind(&m->base.all->files[m->base.findings[i].file], "mod"))
            marks[m->base.findings[i].file] |= AL_MARK_TEXT;
}

/* The textures of the actors of a mod are looked for. While it is not known whether a mod has types, no other
 * rule may say that textures are missing. A file in no tree was not compared with anything. */
static void mark_files(pdx_state *m)
{
    for (size_t i = 0; i < m->base.all->checked; i++) {
        const uint32_t tree = m->files.tree_count > 0 ? m->files.tree_of[i] : PDX_NO_TREE;
        const bool has_types = tree != PDX_NO_TREE && m->mods[tree].has_types;
        if (tree != PDX_NO_TREE)
            m->base.marks[i] |= AL_MARK_COMPARED;
        if (has_types && al_has_extension(m->files.name_of[i], "dds", 3))
            m->base.marks[i] |= AL_MARK_OF_MOD;
        if (m->wants_textures && (has_types || is_unsure(m, i)))
            m->base.marks[i] |= AL_MARK_TEXTURES;
    }
}

/* Rules that judge each file by itself. */
static const char *const alone[] = {"pdx/syntax",        "pdx/missing-key", "pdx/nested-type",
                                    "pdx/duplicate-key", "pdx/encoding",    NULL};

static void judge(pdx_state *m)
{
    collect_digests(m);
    if (m->files.tree_count > 0 && wants_any(m)) {
        pdx_judge_references(m);
        pdx_judge_sprites(m);
        pdx_judge_unused(m);
        pdx_judge_types(m);
        pdx_judge_attached(m);
        pdx_judge_texts(m);
        pdx_judge_descriptions(m);
        pdx_judge_textures(m);
    }
    pdx_judge_motions(m);
    note_unread(m);
    al_finish_findings(&m->base, is_unsure, alone);
    mark_texts(m);
    mark_files(m);
}

static bool choose(void *state, uint8_t *wanted)
{
    pdx_state *m = state;
    switch (m->base.round++) {
    case 0: want_texts(m, wanted); break;
    case 1:
        /* members of packages were read in the order of the package */
        al_sort(m->gfxs, (size_t)m->gfx_count, sizeof *m->gfxs, compare_gfx, NULL);
        pdx_sort_replaced(&m->files);
        if (m->files.tree_count > 0) {
            pdx_count_references(m);
            collect_of_references(m);
        }
        want_actors(m, wanted);
        break;
    case 2: want_digests(m, wanted); break;
    default: judge(m); break;
    }
    return !m->base.no_memory;
}

/* ---- The relation -------------------------------------------------------------------------------------- */

/* Work for finding misspelt names, in a mod of many files. */
enum { STEPS_PER_FILE = 4096 };

static bool begin(void *state)
{
    pdx_state *m = state;
    const al_related_files *all = m->base.all;
    al_arena *arena = m->base.arena;
    m->files.all = all;
    m->files.arena = m->texts.arena = arena;
    m->guesses = al_work_of(all->count, STEPS_PER_FILE);
    m->parts = al_alloc(arena, all->count, sizeof *m->parts);
    m->actor_of = al_alloc(arena, all->count, sizeof *m->actor_of);
    if (m->parts == NULL || m->actor_of == NULL)
        return false;
    m->no_node_matches = al_first_rule("xsm") + XSM_NO_NODE_MATCHES;
    m->unknown_target = al_first_rule("xpm") + XPM_UNKNOWN_TARGET;
    m->wants_textures = al_relation_wants(&m->base, al_first_rule("pdx") + PDX_MISSING_TEXTURE);
    m->wants_motions = al_relation_wants(&m->base, m->no_node_matches);
    m->wants_morphs = al_relation_wants(&m->base, m->unknown_target);
    m->wants_types = wants_any(m) || m->wants_motions ||
                     al_relation_wants(&m->base, al_first_rule("dds") + DDS_DX10_HEADER);
    if (m->wants_types && !pdx_files_find(&m->files))
        return false;
    m->mods = al_alloc(arena, m->files.tree_count, sizeof *m->mods);
    return m->mods != NULL;
}

static void find_partners(const void *state, size_t file, al_partner_list *list)
{
    pdx_find_actor(state, file, list);
    pdx_find_textures(state, file, list);
}

static const char *const rules[] = {"xsm/no-node-matches", "xpm/unknown-target", NULL};

const al_relation al_paradox_relation = {.format = "pdx",
                                         .name = "Mods for Victoria 2 and related games",
                                         .rules = rules,
                                         .text_format = "clausewitz",
                                         .games = AL_VICTORIA2,
                                         .size = sizeof(pdx_state),
                                         .begin = begin,
                                         .choose = choose,
                                         .read = read,
                                         .find_partners = find_partners};
