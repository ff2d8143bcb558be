/* materials.c: looks for the materials of meshes in the material libraries. Only of a collection that is
 * known as a whole is it wrong that it doesn't have the material: those of libraries that were given, and the
 * mod's own. All others are the game's, also those to which the mod adds materials.
 */
#include "relations/x4/material_library.h"

#include "core/text.h"
#include "formats/catalogue.h"
#include "formats/xmf/xmf.h"
#include "relations/file_names.h"
#include "relations/relation_state.h"
#include "relations/xml/xml.h"

typedef struct materials {
    al_relation_state base;
    material_library given; /* by all libraries of references, */
    material_library own;   /* and by all that are checked */
    bool unsure;            /* a library wasn't read, or may be where files are not known */
} materials;

/* ---- Collections --------------------------------------------------------------------------------------- */

/* Each name has the same room: a table of pointers would have to be relocated whenever the program starts. */
enum { ROOM = 24 };

static const char of_the_game[][ROOM] = {
#define X4_COLLECTION(name) name,
#include "relations/x4/x4_collections.def"
#undef X4_COLLECTION
};

#define X4_COLLECTION(name) _Static_assert(sizeof name <= ROOM, "too long for the table");
#include "relations/x4/x4_collections.def"
#undef X4_COLLECTION

static bool is_of_the_game(const char *collection)
{
    bool found = false;
    for (size_t i = 0; i < sizeof of_the_game / sizeof of_the_game[0]; i++)
        found = found || strcmp(of_the_game[i], collection) == 0;
    return found;
}

/* Whether all materials of a collection are known. */
static bool is_known(const materials *all, const char *collection)
{
    return al_name_list_has(&all->given.collections, collection) ||
           (al_name_list_has(&all->own.collections, collection) &&
            !al_name_list_has(&all->own.selected, collection) &&
            !al_name_list_has(&all->given.selected, collection) && !is_of_the_game(collection));
}

/* ---- Libraries ----------------------------------------------------------------------------------------- */

/* What is open while a library is read. */
typedef struct reader {
    material_library *to;
    al_arena *arena; /* of the names */
    unsigned depth, collection_depth;
    const char *collection; /* the innermost; in a <diff> the one that an operation selects */
    bool removes;           /* inside of <remove>: the materials in it don't exist */
    unsigned remove_depth;
} reader;

const char *material_library_selected(al_arena *arena, const char *sel, bool *no_memory)
{
    static const char *const tokens[] = {"collection", "[", "@name", "="};
    static const char blanks[] = " \t\r\n";
    const char *name = sel != NULL ? strstr(sel, tokens[0]) : NULL;
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0] && name != NULL; i++) {
        const size_t length = strlen(tokens[i]);
        name = strncmp(name, tokens[i], length) == 0 ? name + length + strspn(name + length, blanks) : NULL;
    }
    if (name == NULL || (*name != '\'' && *name != '"'))
        return NULL;
    const char *end = strchr(name + 1, *name);
    if (end == NULL)
        return NULL;
    const char *small = al_lower_copy(arena, name + 1, (size_t)(end - name - 1));
    *no_memory = small == NULL;
    return small;
}

static bool enter_collection(reader *r, const char *name, bool is_selected)
{
    r->collection = name;
    r->collection_depth = r->depth;
    return al_name_list_add(is_selected ? &r->to->selected : &r->to->collections, r->arena, name);
}

static bool add_material(reader *r, const char *name)
{
    const size_t before = strlen(r->collection), length = strlen(name);
    char *text = al_alloc(r->arena, (uint64_t)before + length + sizeof ".", 1);
    if (text == NULL)
        return false;
    memcpy(text, r->collection, before);
    text[before] = '.';
    for (size_t i = 0; i < length; i++)
        text[before + 1 + i] = (char)al_to_lower((uint8_t)name[i]);
    return al_name_list_add(&r->to->materials, r->arena, text);
}

static bool on_start(void *context, const al_xml_tag *tag)
{
    reader *r = context;
    const char *name = al_xml_attribute(tag, "name");
    bool no_memory = false;
    r->depth = tag->depth;
    if (r->removes)
        return true;
    if (strcmp(tag->name, "remove") == 0) {
        r->removes = true;
        r->remove_depth = tag->depth;
    } else if (strcmp(tag->name, "add") == 0 || strcmp(tag->name, "replace") == 0) {
        const char *selected = material_library_selected(r->arena, al_xml_attribute(tag, "sel"), &no_memory);
        return selected != NULL ? enter_collection(r, selected, true) : !no_memory;
    } else if (strcmp(tag->name, "collection") == 0 && name != NULL) {
        const char *small = al_lower_copy(r->arena, name, strlen(name));
        return small != NULL && enter_collection(r, small, false);
    } else if (strcmp(tag->name, "material") == 0 && name != NULL && r->collection != NULL) {
        return add_material(r, name);
    }
    return true;
}

static void on_end(void *context)
{
    reader *r = context;
    if (r->removes && r->depth == r->remove_depth)
        r->removes = false;
    if (r->collection != NULL && r->depth == r->collection_depth)
        r->collection = NULL;
    r->depth--;
}

/* Nothing of a library that isn't well-formed is used. */
bool material_library_read(material_library *to, const al_content *content, al_arena *arena)
{
    const material_library before = *to;
    reader r = {.to = to, .arena = arena};
    const al_xml_visitor visitor = {.context = &r, .start = on_start, .end = on_end};
    if (content->state != AL_CONTENT_READ)
        return true;
    const al_xml_result result = al_xml_read(content->bytes, content->scratch->budget, &visitor);
    if (result.outcome == AL_XML_WHOLE)
        return true;
    to->collections.count = before.collections.count;
    to->selected.count = before.selected.count;
    to->materials.count = before.materials.count;
    return result.outcome != AL_XML_NO_MEMORY || content->scratch->budget->shortage == AL_SHORTAGE_LIMIT;
}

static void sort_library(material_library *library)
{
    al_name_list_sort(&library->collections);
    al_name_list_sort(&library->selected);
    al_name_list_sort(&library->materials);
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

typedef struct mesh {
    materials *all;
    size_t file;
} mesh;

static void take_material(void *context, const al_fact *fact)
{
    const mesh *m = context;
    materials *all = m->all;
    al_arena *arena = all->base.arena;
    if (fact->kind != AL_FACT_MATERIAL || all->base.no_memory)
        return;
    const char *small = al_lower_bytes(arena, fact->name), *dot = small != NULL ? strchr(small, '.') : NULL;
    all->base.no_memory = small == NULL;
    if (dot == NULL || al_name_list_has(&all->given.materials, small) ||
        al_name_list_has(&all->own.materials, small))
        return;
    const char *collection = al_copy_text(arena, small, (size_t)(dot - small));
    const char *name = al_copy_bytes(arena, fact->name);
    all->base.no_memory = collection == NULL || name == NULL;
    if (all->base.no_memory)
        return;
    if (!is_known(all, collection)) {
        al_keep_not_judged(&all->base, m->file, all->base.rule,
                           "the material library may be in the game (--with GAME looks)", 1);
        return;
    }
    const al_claim claim = {.rule = all->base.rule, .actual = al_text(name)};
    (void)al_keep_at_fact(&all->base, m->file, fact, claim,
                          "material %s is in no material library, though its collection is", name);
}

/* ---- The relation -------------------------------------------------------------------------------------- */

bool material_library_is(const al_related_files *all, const al_related_file *file)
{
    static const char library_name[] = "material_library.xml";
    static const char library_path[] = "libraries/material_library.xml";
    const char *path = al_inner_path(file);
    const size_t length = strlen(path), whole = sizeof library_path - 1;
    if (file->with > 0 && all->with_file[file->with - 1] && file->member[0] == '\0')
        return strlen(al_base_name(path)) == sizeof library_name - 1 &&
               al_same_ignoring_case(al_base_name(path), library_name, sizeof library_name);
    return !file->explicit && length >= whole &&
           al_same_ignoring_case(path + length - whole, library_path, whole) &&
           (length == whole || path[length - whole - 1] == '/');
}

/* Without any library no mesh is read, and each that has materials by its name counts as one reference. */
static void count_meshes(materials *m)
{
    const al_related_files *all = m->base.all;
    for (size_t i = 0; i < all->checked; i++)
        if (al_is_kind(&all->files[i], "xmf") &&
            !xmf_is_collision_name(al_base_name(al_inner_path(&all->files[i]))))
            al_keep_not_judged(&m->base, i, m->base.rule,
                               "there is no material library for the meshes (--with GAME gives the game's)",
                               1);
}

/* A library that wasn't read may have any material. */
static bool lacks_library(const al_related_files *all)
{
    bool lacks = all->gap_count > 0;
    for (size_t i = 0; i < all->count && all->any_unread && !lacks; i++)
        lacks = all->unread[i] && material_library_is(all, &all->files[i]);
    return lacks;
}

static bool is_unsure(const void *state, size_t file)
{
    (void)file;
    return ((const materials *)state)->unsure;
}

/* Without a library, nothing is known of the materials of any mesh. */
static void want_meshes(materials *m, uint8_t *wanted)
{
    const al_related_files *all = m->base.all;
    m->unsure = lacks_library(all);
    sort_library(&m->given);
    sort_library(&m->own);
    if (m->given.collections.count + m->own.collections.count == 0) {
        count_meshes(m);
        al_finish_findings(&m->base, is_unsure, NULL);
        return;
    }
    memset(m->base.marks, AL_MARK_COMPARED, all->checked);
    for (size_t i = 0; i < all->checked; i++)
        if (al_is_kind(&all->files[i], "xmf"))
            wanted[i] = AL_WANT_FACTS;
}

static bool choose(void *state, uint8_t *wanted)
{
    materials *m = state;
    const al_related_files *all = m->base.all;
    switch (m->base.round++) {
    case 0:
        m->base.done = !al_relation_wants(&m->base, m->base.rule);
        for (size_t i = 0; i < all->count && !m->base.done; i++)
            if (material_library_is(all, &all->files[i]))
                wanted[i] = AL_WANT_BYTES;
        break;
    case 1: want_meshes(m, wanted); break;
    default: al_finish_findings(&m->base, is_unsure, NULL); break;
    }
    return true;
}

static bool read(void *state, size_t file, const al_content *content)
{
    materials *all = state;
    mesh m = {.all = all, .file = file};
    material_library *library = all->base.all->files[file].with > 0 ? &all->given : &all->own;
    if (all->base.round == 1)
        return material_library_read(library, content, all->base.arena);
    al_content_facts(content, "xmf", take_material, &m);
    return !all->base.no_memory;
}

static const char *const rules[] = {"xmf/unknown-material", NULL};

const al_relation al_materials_relation = {
    .format = "xmf", .rules = rules, .size = sizeof(materials), .choose = choose, .read = read};
