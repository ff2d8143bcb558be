/* pair_models.c: holds BBANIM against the one BBMOD of their folder. Names don't pair: Zombie_Attack.bbanim
 * may belong to Character.bbmod.
 */
#include "relations/pairs/pairs.h"

#include <inttypes.h>
#include <string.h>

#include "formats/catalogue.h"
#include "relations/pairs/pair_files.h"
#include "relations/unmet.h"

#define AL_RULES "rules/bbanim.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

enum { MODEL, ANIMATION }; /* the kinds, in the order of */
static const char extensions[] = "bbmod bbanim";

/* How many nodes and bones a model has. */
typedef struct model {
    size_t item;
    bool has_nodes, has_bones; /* it was read so far */
    uint64_t nodes, bones;
} model;

typedef struct view {
    al_arena *arena;
    pair_files files;
    model *models;
    uint64_t model_count, model_capacity;
    unsigned round;
    al_unmets found;
} view;

/* ---- Partners ------------------------------------------------------------------------------------------ */

/* Gives a model a number, and asks for it. */
static bool add_model(view *v, size_t item, size_t *number)
{
    pair_file *file = &v->files.items[item];
    if (file->of == PAIR_NONE) {
        model *models = al_grow(v->arena, v->models, v->model_count, &v->model_capacity, sizeof *models);
        if (models == NULL)
            return false;
        v->models = models;
        file->of = (size_t)v->model_count;
        file->asked = true;
        models[v->model_count++] = (model){.item = item};
    }
    *number = file->of;
    return true;
}

static bool pair_folder(view *v, size_t first, size_t end, size_t reference)
{
    const size_t own = pair_one_of_folder(&v->files, first, end, NULL);
    for (size_t i = first; i < end; i++) {
        pair_file *file = &v->files.items[i];
        const size_t one = reference != PAIR_NONE ? reference : file->explicit ? PAIR_NONE : own;
        if (file->kind != ANIMATION || file->with > 0 || one == PAIR_NONE || one == PAIR_SEVERAL)
            continue;
        if (!add_model(v, one, &file->of))
            return false;
    }
    return true;
}

static bool find_pairs(view *v)
{
    size_t reference;
    if (!pair_one_of_references(&v->files, v->arena, NULL, &reference))
        return false;
    for (size_t first = 0, end; first < v->files.count; first = end) {
        end = pair_folder_end(&v->files, first);
        if (!pair_folder(v, first, end, reference))
            return false;
    }
    return true;
}

/* A model without nodes moves nothing, and one that breaks off before its counts says nothing. */
static void ask_for_animations(view *v)
{
    pair_ask_nothing(&v->files);
    for (size_t i = 0; i < v->files.count; i++) {
        pair_file *file = &v->files.items[i];
        if (file->kind == ANIMATION && file->of != PAIR_NONE) {
            const model *m = &v->models[file->of];
            file->asked = m->has_nodes && m->has_bones && m->nodes > 0;
        }
    }
}

/* ---- What is in files ---------------------------------------------------------------------------------- */

static void take_model_fact(void *context, const al_fact *fact)
{
    model *m = context;
    if (fact->kind == AL_FACT_NODE_COUNT) {
        m->has_nodes = true;
        m->nodes = fact->number;
    } else if (fact->kind == AL_FACT_BONE_COUNT) {
        m->has_bones = true;
        m->bones = fact->number;
    }
}

typedef struct animation {
    view *view;
    size_t number;
    const model *model;
    bool differs; /* one finding is enough */
    bool ok;
} animation;

static void take_animation_fact(void *context, const al_fact *fact)
{
    animation *a = context;
    const bool nodes = fact->kind == AL_FACT_NODE_COUNT;
    const uint64_t there = nodes ? a->model->nodes : a->model->bones;
    const bool compared = nodes || (fact->kind == AL_FACT_BONE_COUNT && there > 0 && fact->number > 0);
    if (!compared || a->differs || fact->number == there)
        return;
    a->differs = true;
    a->ok = al_unmet_add(&a->view->found, a->view->arena,
                         (al_unmet){.number = a->number,
                                    .name = pair_base(&a->view->files.items[a->model->item]),
                                    .there = there,
                                    .rule = nodes},
                         fact);
}

static bool take(void *state, size_t number, const al_content *content)
{
    view *v = state;
    const pair_file *file = &v->files.items[v->files.item_of[number]];
    animation a = {.view = v, .number = number, .model = &v->models[file->of], .ok = true};
    const al_facts of_model = {.context = &v->models[file->of], .add = take_model_fact};
    const al_facts of_animation = {.context = &a, .add = take_animation_fact};
    if (file->kind == MODEL && strcmp(content->format, "bbmod") == 0)
        al_content_facts(content, &of_model);
    else if (file->kind == ANIMATION && strcmp(content->format, "bbanim") == 0)
        al_content_facts(content, &of_animation);
    return a.ok;
}

/* ---- The relation -------------------------------------------------------------------------------------- */

static void *begin(const al_related_files *all, al_arena *arena)
{
    view *v = al_alloc(arena, 1, sizeof *v);
    if (v == NULL)
        return NULL;
    *v = (view){.arena = arena};
    if (all->settings[al_first_rule("bbanim") + BBANIM_MODEL_MISMATCH].level == AL_OFF)
        return v;
    return pair_files_find(&v->files, all, arena, extensions, ANIMATION) && find_pairs(v) ? v : NULL;
}

static al_round begin_round(void *state)
{
    view *v = state;
    switch (v->round++) {
    case 0: return v->model_count > 0 ? AL_ROUND_READ : AL_ROUND_LAST;
    case 1: ask_for_animations(v); return AL_ROUND_READ;
    default: al_unmet_sort(&v->found); return AL_ROUND_LAST;
    }
}

static al_need needs(const void *state, size_t number)
{
    return pair_asked(&((const view *)state)->files, number, AL_NEED_FACTS);
}

static void report(const void *state, size_t number, al_sink *sink)
{
    const view *v = state;
    const al_unmet *found = v->found.items;
    for (size_t i = al_unmet_first(&v->found, number); i < v->found.count && found[i].number == number; i++) {
        const al_unmet *u = &found[i];
        const char *what = u->rule != 0 ? "node" : "bone";
        al_claim claim = al_unmet_claim(u, BBANIM_MODEL_MISMATCH, sink);
        claim.actual = al_uint(u->needed);
        claim.expected = al_uint(u->there);
        al_report(sink, &claim, "animation is for a model of %" PRIu64 " %s%s, %s has %" PRIu64, u->needed,
                  what, AL_S(u->needed), u->name, u->there);
    }
}

static bool covers(const void *state, size_t number)
{
    return pair_covers(&((const view *)state)->files, number);
}

static const char *const rules[] = {"bbanim/model-mismatch", NULL};

const al_relation al_pair_models_relation = {.format = "bbanim",
                                             .rules = rules,
                                             .begin = begin,
                                             .begin_round = begin_round,
                                             .needs = needs,
                                             .take = take,
                                             .covers = covers,
                                             .report = report};
