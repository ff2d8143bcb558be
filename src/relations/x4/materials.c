/* materials.c: collects what material libraries define, then looks at each mesh. Only of collections that
 * some library defines it can be said that a material isn't in them: others are the game's.
 */
#include "relations/x4/materials.h"

#include <string.h>

#include "core/text.h"
#include "formats/catalogue.h"
#include "relations/name_list.h"
#include "relations/unmet.h"
#include "relations/x4/x4_tree.h"
#include "relations/xml/xml.h"

#define AL_RULES "rules/xmf.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

static const char library_name[] = "material_library.xml", library_path[] = "libraries/material_library.xml";

typedef struct view {
    const al_related_files *all;
    al_arena *arena;
    size_t first_rule;
    unsigned round;
    al_name_list collections; /* in small letters, like */
    al_name_list materials;   /* with that of their collection and a dot in front */
    al_unmets found;
    al_not_judged_list not_judged;
} view;

/* ---- Libraries ----------------------------------------------------------------------------------------- */

/* The innermost collection, and how deep it is; a <diff> names one in what it selects. */
typedef struct reader {
    view *view;
    unsigned depth, collection_depth;
    const char *collection;
    bool removes; /* what is in it isn't there */
    unsigned remove_depth;
} reader;

/* The C of collection[@name='C'] in an XPath; NULL where there is none. */
static const char *selected_collection(al_arena *arena, const char *sel, bool *no_memory)
{
    static const char before[] = "collection[@name=";
    const char *at = sel != NULL ? strstr(sel, before) : NULL;
    const char *name = at != NULL ? at + sizeof before - 1 : NULL;
    if (name == NULL || (*name != '\'' && *name != '"'))
        return NULL;
    const char *end = strchr(name + 1, *name);
    if (end == NULL)
        return NULL;
    const char *small = al_lower_copy(arena, name + 1, (size_t)(end - name - 1));
    *no_memory = small == NULL;
    return small;
}

static bool enter_collection(reader *r, const char *name)
{
    r->collection = name;
    r->collection_depth = r->depth;
    return al_name_list_add(&r->view->collections, r->view->arena, name);
}

static bool take_material(reader *r, const char *name)
{
    al_arena *arena = r->view->arena;
    const size_t before = strlen(r->collection), length = strlen(name);
    char *text = al_alloc(arena, (uint64_t)before + length + sizeof ".", 1);
    if (text == NULL)
        return false;
    memcpy(text, r->collection, before);
    text[before] = '.';
    for (size_t i = 0; i < length; i++)
        text[before + 1 + i] = (char)al_to_lower((uint8_t)name[i]);
    return al_name_list_add(&r->view->materials, arena, text);
}

static bool on_start(void *context, const al_xml_tag *tag)
{
    reader *r = context;
    al_arena *arena = r->view->arena;
    const char *name = al_xml_attribute(tag, "name");
    bool no_memory = false;
    r->depth = tag->depth;
    if (r->removes)
        return true;
    if (strcmp(tag->name, "remove") == 0) {
        r->removes = true;
        r->remove_depth = tag->depth;
    } else if (strcmp(tag->name, "add") == 0 || strcmp(tag->name, "replace") == 0) {
        const char *selected = selected_collection(arena, al_xml_attribute(tag, "sel"), &no_memory);
        return selected != NULL ? enter_collection(r, selected) : !no_memory;
    } else if (strcmp(tag->name, "collection") == 0 && name != NULL) {
        const char *small = al_lower_copy(arena, name, strlen(name));
        return small != NULL && enter_collection(r, small);
    } else if (strcmp(tag->name, "material") == 0 && name != NULL && r->collection != NULL) {
        return take_material(r, name);
    }
    return true;
}

static bool on_end(void *context)
{
    reader *r = context;
    if (r->removes && r->depth == r->remove_depth)
        r->removes = false;
    if (r->collection != NULL && r->depth == r->collection_depth)
        r->collection = NULL;
    r->depth--;
    return true;
}

/* Of a library that breaks off nothing is used. False when memory is short. */
static bool take_library(view *v, const al_content *content)
{
    const uint64_t collections = v->collections.count, materials = v->materials.count;
    reader r = {.view = v};
    const al_xml_visitor visitor = {.context = &r, .start = on_start, .end = on_end};
    if (content->state != AL_CONTENT_READ)
        return true;
    const al_xml_result result = al_xml_read(content->bytes, content->scratch->budget, &visitor);
    if (result.outcome == AL_XML_WHOLE)
        return true;
    v->collections.count = collections;
    v->materials.count = materials;
    return result.outcome != AL_XML_NO_MEMORY || content->scratch->budget->shortage == AL_SHORTAGE_LIMIT;
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

typedef struct mesh {
    view *view;
    size_t number;
    bool ok;
} mesh;

static void not_judged_in(view *v, size_t number, const char *reason)
{
    al_not_judged_add(&v->not_judged, v->first_rule + XMF_UNKNOWN_MATERIAL, reason, number, 1);
}

static bool judge(view *v, size_t number, const al_fact *fact)
{
    const char *small = al_lower_bytes(v->arena, fact->name);
    const char *dot = small != NULL ? strchr(small, '.') : NULL;
    if (small == NULL || dot == NULL || al_name_list_has(&v->materials, small))
        return small != NULL;
    const char *collection = al_copy_text(v->arena, small, (size_t)(dot - small));
    if (collection != NULL && !al_name_list_has(&v->collections, collection)) {
        not_judged_in(v, number,
                      "no material library has their collection: the game may (--with GAME looks)");
        return true;
    }
    if (collection == NULL)
        return false;
    const al_unmet u = {.number = number, .name = al_copy_bytes(v->arena, fact->name)};
    return u.name != NULL && al_unmet_add(&v->found, v->arena, u, fact);
}

static void on_fact(void *context, const al_fact *fact)
{
    mesh *m = context;
    if (fact->kind == AL_FACT_MATERIAL)
        m->ok = m->ok && judge(m->view, m->number, fact);
}

/* ---- The relation -------------------------------------------------------------------------------------- */

static bool is_library(const al_related_files *all, const al_related_file *file)
{
    const char *path = file->member[0] != '\0' ? file->member : file->path;
    const size_t length = strlen(path), whole = sizeof library_path - 1;
    if (file->with > 0 && all->with_file[file->with - 1] && file->member[0] == '\0')
        return strlen(x4_base(path)) == sizeof library_name - 1 &&
               al_same_text(x4_base(path), library_name, sizeof library_name);
    return !file->explicit && length >= whole && al_same_text(path + length - whole, library_path, whole) &&
           (length == whole || path[length - whole - 1] == '/');
}

static bool is_mesh(const al_related_file *file)
{
    return al_has_extension(file->member[0] != '\0' ? file->member : file->path, "xmf", 3);
}

static void *begin(const al_related_files *all, al_arena *arena)
{
    view *v = al_alloc(arena, 1, sizeof *v);
    if (v != NULL)
        *v = (view){
            .all = all, .arena = arena, .first_rule = al_first_rule("xmf"), .not_judged = {.all = all}};
    return v;
}

/* Without a library no mesh is read, so each counts as one reference. */
static void count_meshes(view *v)
{
    for (size_t i = 0; i < v->all->checked; i++)
        if (is_mesh(&v->all->files[i]))
            not_judged_in(v, i, "the meshes' materials may be in the game's library (--with GAME looks)");
}

static al_round begin_round(void *state)
{
    view *v = state;
    v->round++;
    if (v->all->settings[v->first_rule + XMF_UNKNOWN_MATERIAL].level == AL_OFF)
        return AL_ROUND_LAST;
    if (v->round == 1)
        return AL_ROUND_READ;
    al_name_list_sort(&v->collections);
    al_name_list_sort(&v->materials);
    if (v->round == 2 && v->collections.count > 0)
        return AL_ROUND_READ;
    if (v->collections.count == 0)
        count_meshes(v);
    al_unmet_sort(&v->found);
    return AL_ROUND_LAST;
}

static al_need needs(const void *state, size_t number)
{
    const view *v = state;
    const al_related_file *file = &v->all->files[number];
    if (v->round == 1)
        return is_library(v->all, file) ? AL_NEED_BYTES : AL_NEED_NOTHING;
    return number < v->all->checked && is_mesh(file) ? AL_NEED_FACTS : AL_NEED_NOTHING;
}

static bool take(void *state, size_t number, const al_content *content)
{
    view *v = state;
    mesh m = {.view = v, .number = number, .ok = true};
    const al_facts facts = {.context = &m, .add = on_fact};
    if (v->round == 1)
        return take_library(v, content);
    if (strcmp(content->format, "xmf") == 0)
        al_content_facts(content, &facts);
    return m.ok;
}

static void report(const void *state, size_t number, al_sink *sink)
{
    const view *v = state;
    const al_unmet *found = v->found.items;
    for (size_t i = al_unmet_first(&v->found, number); i < v->found.count && found[i].number == number; i++) {
        al_claim claim = al_unmet_claim(&found[i], XMF_UNKNOWN_MATERIAL, sink);
        claim.actual = al_text(found[i].name);
        al_report(sink, &claim, "material %s is in no material library, though its collection is",
                  found[i].name);
    }
}

/* A mesh may be of collections that are in a library which isn't there. */
static bool covers(const void *state, size_t number)
{
    const view *v = state;
    (void)number;
    return v->collections.count > 0;
}

static const al_not_judged_list *not_judged(const void *state)
{
    return &((const view *)state)->not_judged;
}

static const char *const rules[] = {"xmf/unknown-material", NULL};

const al_relation al_materials_relation = {.format = "xmf",
                                           .rules = rules,
                                           .begin = begin,
                                           .begin_round = begin_round,
                                           .needs = needs,
                                           .take = take,
                                           .covers = covers,
                                           .report = report,
                                           .not_judged = not_judged};
