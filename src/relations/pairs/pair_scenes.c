/* pair_scenes.c: holds a BGF against the scene that belongs to it: the BSG and the DAE of its stem. What the
 * elements of a face show are nodes of the scene, by their numbers.
 */
#include "relations/pairs/pairs.h"

#include <inttypes.h>
#include <string.h>

#include "core/number.h"
#include "core/sort.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/pairs/pair_files.h"
#include "relations/unmet.h"
#include "relations/xml/xml.h"

#define AL_RULES "rules/bgf.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

enum { GRAPH, DOCUMENT, FACE }; /* the kinds, in the order of */
static const char extensions[] = "bsg dae bgf";

/* A scene: the files of one stem in one folder, found in one way, and the numbers of their nodes together. */
typedef struct scene {
    unsigned with;      /* as al_related_file.with */
    size_t names[FACE]; /* the items of the last BSG and DAE; PAIR_NONE: there is none */
    uint64_t *ids;      /* sorted once all files are read */
    uint64_t count, capacity;
    bool wanted; /* a face is held against it */
    bool broken; /* a file of it, which may have more */
} scene;

typedef struct view {
    al_arena *arena;
    pair_files files;
    scene *scenes;
    uint64_t scene_count, scene_capacity;
    size_t *given; /* those of references, by stem and reference */
    size_t given_count;
    unsigned round;
    al_unmets found;
} view;

/* ---- Scenes -------------------------------------------------------------------------------------------- */

/* Whether a file may be of a scene: of the folder that is checked, of a reference, or of what lies beside a
 * face that is named by itself. */
static bool is_of_scene(const view *v, const pair_file *file)
{
    return file->kind != FACE &&
           (pair_is_whole(file) || pair_is_reference(&v->files, file) || pair_is_beside(&v->files, file));
}

/* Adds a file to its scene, which is none of those before `first`. */
static bool add_file(view *v, size_t item, uint64_t first)
{
    pair_file *file = &v->files.items[item];
    while (first < v->scene_count && v->scenes[first].with != file->with)
        first++;
    if (first == v->scene_count) {
        scene *scenes = al_grow(v->arena, v->scenes, v->scene_count, &v->scene_capacity, sizeof *scenes);
        if (scenes == NULL)
            return false;
        v->scenes = scenes;
        scenes[v->scene_count++] = (scene){.with = file->with, .names = {PAIR_NONE, PAIR_NONE}};
    }
    v->scenes[first].names[file->kind] = item;
    file->of = (size_t)first;
    return true;
}

static bool is_same_stem(const pair_file *a, const pair_file *b)
{
    return pair_compare_folders(a, b) == 0 && pair_compare_stems(pair_stem(a), pair_stem(b)) == 0;
}

static size_t stem_end(const pair_files *f, size_t first)
{
    size_t end = first + 1;
    while (end < f->count && is_same_stem(&f->items[first], &f->items[end]))
        end++;
    return end;
}

static bool is_given(const view *v, const scene *s)
{
    return s->with > 0 && s->with <= v->files.all->with_count;
}

static al_span stem_of(const view *v, size_t number)
{
    const scene *s = &v->scenes[number];
    return pair_stem(&v->files.items[s->names[s->names[GRAPH] != PAIR_NONE ? GRAPH : DOCUMENT]]);
}

static int compare_given(const void *left, const void *right, void *context)
{
    const view *v = context;
    const size_t *a = left, *b = right;
    const int order = pair_compare_stems(stem_of(v, *a), stem_of(v, *b));
    if (order != 0)
        return order;
    if (v->scenes[*a].with != v->scenes[*b].with)
        return v->scenes[*a].with < v->scenes[*b].with ? -1 : 1;
    return (*a > *b) - (*a < *b);
}

/* ---- Partners ------------------------------------------------------------------------------------------ */

/* The scene of the first reference that has one of that stem. */
static size_t find_given(const view *v, al_span stem)
{
    size_t low = 0, high = v->given_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (pair_compare_stems(stem_of(v, v->given[middle]), stem) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const bool found = low < v->given_count && pair_compare_stems(stem_of(v, v->given[low]), stem) == 0;
    return found ? v->given[low] : PAIR_NONE;
}

/* The scene among those from `first` on, which are of the stem and folder of a face, that is its own. */
static size_t find_own(const view *v, const pair_file *face, uint64_t first)
{
    for (; first < v->scene_count; first++)
        if (v->scenes[first].with == (face->explicit ? v->files.all->with_count + 1 : 0))
            return (size_t)first;
    return PAIR_NONE;
}

static bool find_scenes(view *v)
{
    for (size_t first = 0, end; first < v->files.count; first = end) {
        const uint64_t before = v->scene_count;
        end = stem_end(&v->files, first);
        for (size_t i = first; i < end; i++)
            if (is_of_scene(v, &v->files.items[i]) && !add_file(v, i, before))
                return false;
        for (size_t i = first; i < end; i++)
            if (v->files.items[i].kind == FACE && v->files.items[i].with == 0)
                v->files.items[i].of = find_own(v, &v->files.items[i], before);
    }
    v->given = al_alloc(v->arena, v->scene_count, sizeof *v->given);
    for (size_t i = 0; v->given != NULL && i < v->scene_count; i++)
        if (is_given(v, &v->scenes[i]))
            v->given[v->given_count++] = i;
    if (v->given != NULL)
        al_sort(v->given, v->given_count, sizeof *v->given, compare_given, v);
    return v->given != NULL;
}

/* Asks for the scenes that faces are held against. */
static void ask_for_scenes(view *v)
{
    pair_files *f = &v->files;
    for (size_t i = 0; i < f->count; i++) {
        pair_file *file = &f->items[i];
        if (file->kind != FACE || file->with > 0)
            continue;
        if (file->of == PAIR_NONE)
            file->of = find_given(v, pair_stem(file));
        if (file->of != PAIR_NONE)
            v->scenes[file->of].wanted = true;
    }
    for (size_t i = 0; i < f->count; i++) {
        pair_file *file = &f->items[i];
        file->asked = file->kind != FACE && file->of != PAIR_NONE && v->scenes[file->of].wanted;
    }
}

static void ask_for_faces(view *v)
{
    pair_files *f = &v->files;
    for (uint64_t i = 0; i < v->scene_count; i++)
        al_sort(v->scenes[i].ids, (size_t)v->scenes[i].count, sizeof *v->scenes[i].ids, al_compare_u64, NULL);
    pair_ask_nothing(f);
    for (size_t i = 0; i < f->count; i++) {
        pair_file *file = &f->items[i];
        file->asked = file->kind == FACE && file->of != PAIR_NONE && !v->scenes[file->of].broken;
    }
}

/* ---- What is in scenes --------------------------------------------------------------------------------- */

typedef struct taking {
    view *view;
    const pair_file *file;
    scene *scene;
    bool whole;
    bool ok;
} taking;

static bool add_id(taking *t, uint64_t id)
{
    scene *s = t->scene;
    uint64_t *ids = al_grow(t->view->arena, s->ids, s->count, &s->capacity, sizeof *ids);
    if (ids == NULL)
        return false;
    s->ids = ids;
    ids[s->count++] = id;
    return true;
}

static void take_graph_fact(void *context, const al_fact *fact)
{
    taking *t = context;
    if (fact->kind == AL_FACT_SCENE_ITEM)
        t->ok = t->ok && add_id(t, fact->number);
    t->whole = t->whole || fact->kind == AL_FACT_END;
}

/* <node id="AK12">, with or without a prefix of the name. */
static bool on_start(void *context, const al_xml_tag *tag)
{
    taking *t = context;
    const char *colon = strrchr(tag->name, ':'), *id = al_xml_attribute(tag, "id");
    uint64_t number;
    if (strcmp(colon != NULL ? colon + 1 : tag->name, "node") != 0 || id == NULL ||
        strncmp(id, "AK", 2) != 0 || !al_parse_number(id + 2, &number))
        return true;
    t->ok = add_id(t, number);
    return t->ok;
}

static bool on_end(void *context)
{
    (void)context;
    return true;
}

static void take_document(taking *t, const al_content *content)
{
    const al_xml_visitor visitor = {.context = t, .start = on_start, .end = on_end};
    if (content->state != AL_CONTENT_READ)
        return;
    t->whole = al_xml_read(content->bytes, content->scratch->budget, &visitor).outcome == AL_XML_WHOLE;
    t->ok = t->ok && content->scratch->budget->shortage != AL_SHORTAGE_SYSTEM;
}

/* ---- What is in faces ---------------------------------------------------------------------------------- */

static void take_need(void *context, const al_fact *fact)
{
    taking *t = context;
    const size_t count = (size_t)t->scene->count;
    const size_t at =
        al_lower_bound(t->scene->ids, count, sizeof fact->number, &fact->number, al_compare_u64, NULL);
    if (fact->kind != AL_FACT_SCENE_ITEM || (at < count && t->scene->ids[at] == fact->number))
        return;
    const al_unmet unmet = {.number = t->file->number, .of = t->file->of};
    t->ok = t->ok && al_unmet_add(&t->view->found, t->view->arena, unmet, fact);
}

static bool take(void *state, size_t number, const al_content *content)
{
    view *v = state;
    const pair_file *file = &v->files.items[v->files.item_of[number]];
    taking t = {.view = v, .file = file, .scene = &v->scenes[file->of], .ok = true};
    const al_facts of_graph = {.context = &t, .add = take_graph_fact};
    const al_facts of_face = {.context = &t, .add = take_need};
    if (file->kind == FACE && strcmp(content->format, "bgf") == 0)
        al_content_facts(content, &of_face);
    if (file->kind == FACE)
        return t.ok;
    if (file->kind == DOCUMENT)
        take_document(&t, content);
    else if (strcmp(content->format, "bsg") == 0)
        al_content_facts(content, &of_graph);
    t.scene->broken = t.scene->broken || !t.whole;
    return t.ok;
}

/* ---- The relation -------------------------------------------------------------------------------------- */

static void *begin(const al_related_files *all, al_arena *arena)
{
    view *v = al_alloc(arena, 1, sizeof *v);
    if (v == NULL)
        return NULL;
    *v = (view){.arena = arena};
    if (all->settings[al_first_rule("bgf") + BGF_UNKNOWN_SCENE_ITEM].level == AL_OFF)
        return v;
    return pair_files_find(&v->files, all, arena, extensions, FACE) && find_scenes(v) ? v : NULL;
}

static al_round begin_round(void *state)
{
    view *v = state;
    if (v->scene_count == 0)
        return AL_ROUND_LAST;
    switch (v->round++) {
    case 0: ask_for_scenes(v); return AL_ROUND_READ;
    case 1: ask_for_faces(v); return AL_ROUND_READ;
    default: al_unmet_sort(&v->found); return AL_ROUND_LAST;
    }
}

/* Of a DAE no format has facts. */
static al_need needs(const void *state, size_t number)
{
    const view *v = state;
    const uint32_t item = v->files.count > 0 ? v->files.item_of[number] : PAIR_NO_ITEM;
    const bool document = item != PAIR_NO_ITEM && v->files.items[item].kind == DOCUMENT;
    return pair_asked(&v->files, number, document ? AL_NEED_BYTES : AL_NEED_FACTS);
}

static const char *name_in(const view *v, const scene *s, unsigned kind)
{
    return s->names[kind] != PAIR_NONE ? pair_base(&v->files.items[s->names[kind]]) : "";
}

static void report(const void *state, size_t number, al_sink *sink)
{
    const view *v = state;
    const al_unmet *found = v->found.items;
    for (size_t i = al_unmet_first(&v->found, number); i < v->found.count && found[i].number == number; i++) {
        const scene *s = &v->scenes[found[i].of];
        const char *graph = name_in(v, s, GRAPH), *document = name_in(v, s, DOCUMENT);
        al_claim claim = al_unmet_claim(&found[i], BGF_UNKNOWN_SCENE_ITEM, sink);
        claim.actual = al_uint(found[i].needed);
        al_report(sink, &claim, "element shows scene item %" PRIu64 ", which is no node of %s%s%s",
                  found[i].needed, graph, graph[0] != '\0' && document[0] != '\0' ? " or " : "", document);
    }
}

static bool covers(const void *state, size_t number)
{
    return pair_covers(&((const view *)state)->files, number);
}

static const char *const rules[] = {"bgf/unknown-scene-item", NULL};

const al_relation al_pair_scenes_relation = {.format = "bgf",
                                             .rules = rules,
                                             .sibling_extensions = "bgf",
                                             .begin = begin,
                                             .begin_round = begin_round,
                                             .needs = needs,
                                             .take = take,
                                             .covers = covers,
                                             .report = report};
