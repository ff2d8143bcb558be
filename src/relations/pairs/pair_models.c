/* pair_models.c: compares BBANIM with the only BBMOD of their folder. Names say nothing:
 * Zombie_Attack.bbanim may belong to Character.bbmod.
 */
#include "relations/relations.h"

#include <inttypes.h>
#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/file_names.h"
#include "relations/pairs/pair_files.h"

enum { MODEL, ANIMATION }; /* kinds, in the order of */
static const char extensions[] = "bbmod bbanim";

/* The counts of a model, as far as it could be read. */
typedef struct model {
    bool has_nodes, has_bones;
    uint64_t nodes, bones;
    al_node_names names;
} model;

typedef struct models {
    pair_files files; /* the partner of an animation is the item of its model */
    model *models;    /* for each item */
    bool *fits;       /* for each item: an animation has as many nodes and bones as its model */
    model *current;   /* whose facts are read */
} models;

static bool has_partner(const pair_file *file)
{
    return file->kind == ANIMATION && pair_has_partner(file);
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

static void take_model_fact(void *context, const al_fact *fact)
{
    models *all = context;
    model *m = all->current;
    al_arena *arena = all->files.base.arena;
    if (fact->kind == AL_FACT_NODE_COUNT) {
        m->has_nodes = true;
        m->nodes = fact->number;
    } else if (fact->kind == AL_FACT_BONE_COUNT) {
        m->has_bones = true;
        m->bones = fact->number;
    } else if (fact->kind == AL_FACT_NODE && fact->number < UINT64_MAX) {
        const al_node_name name = {.index = fact->number, .text = al_copy_bytes(arena, fact->name)};
        if (name.text == NULL || !AL_ADD(arena, m->names, name))
            all->files.base.no_memory = true;
    }
}

typedef struct animation {
    models *all;
    const pair_file *file;
    bool differs; /* one finding is enough */
} animation;

static void take_animation_fact(void *context, const al_fact *fact)
{
    animation *a = context;
    const model *m = &a->all->models[a->file->partner];
    const bool nodes = fact->kind == AL_FACT_NODE_COUNT;
    const uint64_t count = nodes ? m->nodes : m->bones;
    const bool compared = nodes || (fact->kind == AL_FACT_BONE_COUNT && count > 0 && fact->number > 0);
    if (!compared || a->differs || fact->number == count)
        return;
    a->differs = true;
    const al_claim claim = {
        .rule = a->all->files.base.rule, .actual = al_uint(fact->number), .expected = al_uint(count)};
    (void)al_keep_at_fact(&a->all->files.base, a->file->file, fact, claim,
                          "animation is for a model of %" PRIu64 " %s%s, %s has %" PRIu64, fact->number,
                          nodes ? "node" : "bone", AL_S(fact->number),
                          al_base_name(a->all->files.items[a->file->partner].name), count);
}

static bool read(void *state, size_t file, const al_content *content)
{
    models *all = state;
    const size_t item = all->files.item_of[file];
    animation a = {.all = all, .file = &all->files.items[item]};
    if (a.file->kind == MODEL) {
        all->current = &all->models[item];
        al_content_facts(content, "bbmod", take_model_fact, all);
        al_node_names *names = &all->current->names;
        al_sort(names->items, (size_t)names->count, sizeof *names->items, al_compare_node_names, NULL);
    } else {
        al_content_facts(content, "bbanim", take_animation_fact, &a);
        all->fits[item] = !a.differs;
    }
    return !all->files.base.no_memory;
}

/* ---- The relation -------------------------------------------------------------------------------------- */

static const pair_reasons no_model = {
    .none = "there is no model (.bbmod) in the same folder (--with FILE gives one)",
    .several = "there are several models (.bbmod) in the same folder (--with FILE chooses one)"};

static bool begin(void *state)
{
    models *m = state;
    if (!pair_files_find(&m->files, extensions, ANIMATION) || !pair_find_partners(&m->files, NULL))
        return false;
    m->models = al_alloc(m->files.base.arena, m->files.count, sizeof *m->models);
    m->fits = al_alloc(m->files.base.arena, m->files.count, sizeof *m->fits);
    for (size_t i = 0; i < m->files.count; i++) {
        const pair_file *file = &m->files.items[i];
        if (pair_is_judged(&m->files, file) && !has_partner(file))
            pair_count_not_judged(&m->files, file, m->files.base.rule, &no_model);
    }
    return m->models != NULL && m->fits != NULL;
}

static const al_node_names *name_nodes(const void *state, size_t file)
{
    const models *m = state;
    const uint32_t item = m->files.count > 0 ? m->files.item_of[file] : PAIR_NO_ITEM;
    return item != PAIR_NO_ITEM && m->fits[item] ? &m->models[m->files.items[item].partner].names : NULL;
}

static bool want_models(const models *m, uint8_t *wanted)
{
    bool any = false;
    for (size_t i = 0; i < m->files.count; i++)
        if (has_partner(&m->files.items[i])) {
            wanted[m->files.items[m->files.items[i].partner].file] = AL_WANT_FACTS;
            any = true;
        }
    return any;
}

/* A model without nodes moves nothing, and one that is cut off before its counts says nothing. */
static void want_animations(models *m, uint8_t *wanted)
{
    for (size_t i = 0; i < m->files.count; i++) {
        const pair_file *file = &m->files.items[i];
        const model *partner = has_partner(file) ? &m->models[file->partner] : NULL;
        if (partner != NULL && partner->has_nodes && partner->has_bones && partner->nodes > 0)
            pair_want_judged(&m->files, file, wanted);
    }
}

static bool choose(void *state, uint8_t *wanted)
{
    models *m = state;
    al_relation_state *base = &m->files.base;
    switch (base->round++) {
    case 0: base->done = !al_relation_wants(base, base->rule) || !want_models(m, wanted); break;
    case 1: want_animations(m, wanted); break;
    default: pair_finish_findings(&m->files); break;
    }
    return true;
}

static const char *const rules[] = {"bbanim/model-mismatch", NULL};

const al_relation al_pair_models_relation = {.format = "bbanim",
                                             .rules = rules,
                                             .size = sizeof(models),
                                             .begin = begin,
                                             .choose = choose,
                                             .read = read,
                                             .name_nodes = name_nodes,
                                             .find_partners = pair_find_skeleton};
