/* pair_scenes.c: compares a BGF with its scene: the BSG and the DAE of the same stem. The elements of a face
 * show nodes of the scene, which they name by number.
 */
#include "relations/relations.h"

#include <inttypes.h>
#include <string.h>

#include "core/number.h"
#include "core/sort.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/file_names.h"
#include "relations/pairs/pair_files.h"
#include "relations/xml/xml.h"

enum { GRAPH, DOCUMENT, FACE }; /* kinds, in the order of */
static const char extensions[] = "bsg dae bgf";

/* The files of one stem in one folder that come from one reference, and the numbers of all their nodes. */
typedef struct scene {
    unsigned with;      /* as in al_related_file */
    size_t items[FACE]; /* the last BSG and DAE; PAIR_NONE: there is none */
    uint64_t *ids;      /* sorted once all files are read */
    uint64_t count, capacity;
    bool wanted; /* it is the partner of a face */
    bool broken; /* a file of it couldn't be read to its end, and may have more nodes */
} scene;

typedef struct scenes {
    pair_files files; /* the partner of any file is the index of its scene */
    scene *items;
    uint64_t count, capacity;
    size_t *of_references; /* scenes of references, by stem and reference */
    size_t of_references_count;
} scenes;

/* ---- Scenes -------------------------------------------------------------------------------------------- */

/* Whether a file may be of a scene: of the checked folder, of a reference, or of the folder of an explicit
 * face. */
static bool is_of_scene(const scenes *s, const pair_file *file)
{
    return file->kind != FACE &&
           (pair_is_whole(file) || pair_is_reference(&s->files, file) || pair_is_sibling(&s->files, file));
}

/* The scene of a reference among those of one stem and folder, which begin with `first`. */
static size_t find_scene(const scenes *s, uint64_t first, unsigned with)
{
    for (; first < s->count; first++)
        if (s->items[first].with == with)
            return (size_t)first;
    return PAIR_NONE;
}

/* Adds a file to its scene, which it may begin. */
static bool add_file(scenes *s, size_t item, uint64_t first)
{
    pair_file *file = &s->files.items[item];
    file->partner = find_scene(s, first, file->with);
    if (file->partner == PAIR_NONE) {
        const scene new_scene = {.with = file->with, .items = {PAIR_NONE, PAIR_NONE}};
        file->partner = (size_t)s->count;
        if (!AL_ADD(s->files.base.arena, *s, new_scene))
            return false;
    }
    s->items[file->partner].items[file->kind] = item;
    return true;
}

static size_t stem_end(const pair_files *f, size_t first)
{
    const pair_file *a = &f->items[first];
    size_t end = first + 1;
    while (end < f->count && pair_compare_folders(a, &f->items[end]) == 0 &&
           al_compare_ignoring_case(pair_stem(a), pair_stem(&f->items[end])) == 0)
        end++;
    return end;
}

static al_span stem_of(const scenes *s, size_t index)
{
    const size_t *items = s->items[index].items;
    return pair_stem(&s->files.items[items[items[GRAPH] != PAIR_NONE ? GRAPH : DOCUMENT]]);
}

static int compare_of_references(const void *left, const void *right, void *context)
{
    const scenes *s = context;
    const size_t *a = left, *b = right;
    const int order = al_compare_ignoring_case(stem_of(s, *a), stem_of(s, *b));
    if (order != 0)
        return order;
    if (s->items[*a].with != s->items[*b].with)
        return s->items[*a].with < s->items[*b].with ? -1 : 1;
    return (*a > *b) - (*a < *b);
}

static bool find_scenes(scenes *s)
{
    pair_files *f = &s->files;
    for (size_t first = 0, end; first < f->count; first = end) {
        const uint64_t before = s->count;
        end = stem_end(f, first);
        for (size_t i = first; i < end; i++)
            if (is_of_scene(s, &f->items[i]) && !add_file(s, i, before))
                return false;
        for (size_t i = first; i < end; i++)
            if (pair_is_judged(f, &f->items[i]))
                f->items[i].partner =
                    find_scene(s, before, f->items[i].explicit ? (unsigned)f->base.all->with_count + 1 : 0);
    }
    s->of_references = al_alloc(f->base.arena, s->count, sizeof *s->of_references);
    for (size_t i = 0; s->of_references != NULL && i < s->count; i++)
        if (s->items[i].with > 0 && s->items[i].with <= f->base.all->with_count)
            s->of_references[s->of_references_count++] = i;
    if (s->of_references != NULL)
        al_sort(s->of_references, s->of_references_count, sizeof *s->of_references, compare_of_references, s);
    return s->of_references != NULL;
}

static int compare_with_stem(const void *left, const void *right, void *context)
{
    const size_t *index = left;
    const al_span *stem = right;
    return al_compare_ignoring_case(stem_of(context, *index), *stem);
}

/* The scene of that stem of the first reference that has one. */
static size_t find_of_references(scenes *s, al_span stem)
{
    const size_t *all = s->of_references, count = s->of_references_count;
    const size_t at = al_lower_bound(all, count, sizeof *all, &stem, compare_with_stem, s);
    return at < count && compare_with_stem(&all[at], &stem, s) == 0 ? all[at] : PAIR_NONE;
}

/* ---- Choosing ------------------------------------------------------------------------------------------ */

static void want_scenes(scenes *s, uint8_t *wanted)
{
    pair_files *f = &s->files;
    for (size_t i = 0; i < f->count; i++) {
        pair_file *file = &f->items[i];
        if (!pair_is_judged(f, file))
            continue;
        if (file->partner == PAIR_NONE)
            file->partner = find_of_references(s, pair_stem(file));
        if (file->partner != PAIR_NONE)
            s->items[file->partner].wanted = true;
        else
            al_keep_not_judged(
                &f->base, file->file, f->base.rule,
                "there is no scene (.bsg, .dae) of the same name in the folder (--with FILE gives one)", 1);
    }
    for (size_t i = 0; i < f->count; i++) {
        const pair_file *file = &f->items[i];
        if (file->kind != FACE && file->partner != PAIR_NONE && s->items[file->partner].wanted)
            wanted[file->file] =
                file->kind == DOCUMENT ? AL_WANT_BYTES : AL_WANT_FACTS; /* no format reads a DAE */
    }
}

static void want_faces(scenes *s, uint8_t *wanted)
{
    pair_files *f = &s->files;
    for (uint64_t i = 0; i < s->count; i++)
        al_sort(s->items[i].ids, (size_t)s->items[i].count, sizeof *s->items[i].ids, al_compare_u64, NULL);
    for (size_t i = 0; i < f->count; i++) {
        const pair_file *file = &f->items[i];
        if (file->kind == FACE && file->partner != PAIR_NONE && !s->items[file->partner].broken)
            pair_want_judged(f, file, wanted);
    }
}

/* ---- Reading scenes ------------------------------------------------------------------------------------ */

typedef struct reader {
    al_relation_state *base;
    const scenes *all;
    const pair_file *file;
    scene *scene;
    bool whole;
} reader;

static bool add_id(reader *r, uint64_t id)
{
    scene *s = r->scene;
    const bool added = AL_APPEND(r->base->arena, s->ids, s->count, s->capacity, id);
    r->base->no_memory = r->base->no_memory || !added;
    return added;
}

static void take_graph_fact(void *context, const al_fact *fact)
{
    reader *r = context;
    if (fact->kind == AL_FACT_SCENE_ITEM)
        (void)add_id(r, fact->number);
    r->whole = r->whole || fact->kind == AL_FACT_END;
}

/* <node id="AK12">, with or without a namespace prefix. */
static bool on_start(void *context, const al_xml_tag *tag)
{
    reader *r = context;
    const char *colon = strrchr(tag->name, ':'), *id = al_xml_attribute(tag, "id");
    uint64_t number;
    if (strcmp(colon != NULL ? colon + 1 : tag->name, "node") != 0 || id == NULL ||
        strncmp(id, "AK", 2) != 0 || !al_parse_number(id + 2, &number))
        return true;
    return add_id(r, number);
}

static void take_document(reader *r, const al_content *content)
{
    const al_xml_visitor visitor = {.context = r, .start = on_start};
    if (content->state != AL_CONTENT_READ)
        return;
    r->whole = al_xml_read(content->bytes, content->scratch->budget, &visitor).outcome == AL_XML_WHOLE;
    r->base->no_memory = r->base->no_memory || content->scratch->budget->shortage == AL_SHORTAGE_SYSTEM;
}

/* ---- Judging faces ------------------------------------------------------------------------------------- */

static const char *name_of(const reader *r, unsigned kind)
{
    const size_t item = r->scene->items[kind];
    return item != PAIR_NONE ? al_base_name(r->all->files.items[item].name) : "";
}

static void take_shown(void *context, const al_fact *fact)
{
    reader *r = context;
    const scene *s = r->scene;
    const uint64_t id = fact->number;
    const size_t at = al_lower_bound(s->ids, (size_t)s->count, sizeof id, &id, al_compare_u64, NULL);
    if (fact->kind != AL_FACT_SCENE_ITEM || (at < s->count && s->ids[at] == id))
        return;
    const char *graph = name_of(r, GRAPH), *document = name_of(r, DOCUMENT);
    const al_claim claim = {.rule = r->base->rule, .actual = al_uint(id)};
    (void)al_keep_at_fact(r->base, r->file->file, fact, claim,
                          "element shows scene item %" PRIu64 ", which is no node of %s%s%s", id, graph,
                          graph[0] != '\0' && document[0] != '\0' ? " or " : "", document);
}

static bool read(void *state, size_t file, const al_content *content)
{
    scenes *s = state;
    const pair_file *at = &s->files.items[s->files.item_of[file]];
    reader r = {.base = &s->files.base, .all = s, .file = at, .scene = &s->items[at->partner]};
    if (at->kind == FACE)
        al_content_facts(content, "bgf", take_shown, &r);
    else if (at->kind == DOCUMENT)
        take_document(&r, content);
    else
        al_content_facts(content, "bsg", take_graph_fact, &r);
    r.scene->broken = r.scene->broken || (at->kind != FACE && !r.whole);
    return !r.base->no_memory;
}

/* ---- The relation -------------------------------------------------------------------------------------- */

static bool begin(void *state)
{
    scenes *s = state;
    return pair_files_find(&s->files, extensions, FACE) && find_scenes(s);
}

static bool choose(void *state, uint8_t *wanted)
{
    scenes *s = state;
    al_relation_state *base = &s->files.base;
    base->done = s->files.count == 0 || !al_relation_wants(base, base->rule);
    if (base->done)
        return true;
    switch (base->round++) {
    case 0:
        want_scenes(s, wanted);
        base->done = s->count == 0;
        break;
    case 1: want_faces(s, wanted); break;
    default: pair_finish_findings(&s->files); break;
    }
    return true;
}

static const char *const rules[] = {"bgf/unknown-scene-item", NULL};

const al_relation al_pair_scenes_relation = {.format = "bgf",
                                             .rules = rules,
                                             .sibling_extensions = "bgf",
                                             .size = sizeof(scenes),
                                             .begin = begin,
                                             .choose = choose,
                                             .read = read};
