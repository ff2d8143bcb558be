/* names_content.c: makes contents from names: small texts that have just these names, and documents that hand
 * out just these facts.
 */
#include "relations/names/names_file.h"

#include <stdio.h>
#include <string.h>

#include "core/number.h"
#include "core/sort.h"
#include "core/text.h"
#include "relations/paradox/paradox.h"

/* ---- Lines about a file -------------------------------------------------------------------------------- */

/* A run of lines. */
typedef struct run {
    const al_names *names;
    size_t first, end;
} run;

static int compare_with_path(const void *left, const void *right, void *context)
{
    (void)context;
    return strcmp(((const al_name *)left)->text, right);
}

/* The lines of a kind that begin with a path, which is in small letters. */
static run lines_of(const al_names *names, al_name_kind kind, const char *path)
{
    size_t count;
    const size_t start = al_names_of_kind(names, kind, &count);
    const al_name *items = count > 0 ? &names->items[start] : NULL;
    run r = {.names = names};
    r.first = start + al_lower_bound(items, count, sizeof *items, path, compare_with_path, NULL);
    for (r.end = r.first; r.end < start + count && strcmp(names->items[r.end].text, path) == 0; r.end++)
        continue;
    return r;
}

/* The part of the lines of a file that begins so, without that start; NULL: there is none. */
static const char *value_of(const run *files, const char *start)
{
    for (size_t i = files->first; i < files->end; i++)
        for (unsigned part = 1; part < files->names->items[i].parts; part++)
            if (strncmp(al_name_part(&files->names->items[i], part), start, strlen(start)) == 0)
                return al_name_part(&files->names->items[i], part) + strlen(start);
    return NULL;
}

static bool is_marked(const run *files, const char *word)
{
    const char *rest = value_of(files, word);
    return rest != NULL && rest[0] == '\0';
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

/* A text that is made. */
typedef struct writing {
    al_arena *arena;
    char *bytes;
    uint64_t count, capacity;
    bool no_memory;
} writing;

static void put_byte(writing *w, char byte)
{
    w->no_memory = w->no_memory || !AL_APPEND(w->arena, w->bytes, w->count, w->capacity, byte);
}

static void put(writing *w, const char *text)
{
    for (; *text != '\0'; text++)
        put_byte(w, *text);
}

/* Puts a value that stands in `"` in XML or in a .gfx. Neither can have all characters. */
static void put_value(writing *w, const char *value, bool xml)
{
    for (; *value != '\0'; value++) {
        const bool is_mark = strchr("&<\"", *value) != NULL, is_control = (uint8_t)*value < ' ';
        char reference[8];
        (void)snprintf(reference, sizeof reference, "&#%u;", (unsigned)(uint8_t)*value);
        if (xml && (is_mark || strchr("\t\n\r", *value) != NULL))
            put(w, reference);
        else
            put_byte(w, is_control || (!xml && *value == '"') ? '?' : *value);
    }
}

static void put_element(writing *w, const char *start, const char *name, const char *end)
{
    put(w, start);
    put_value(w, name, true);
    put(w, end);
}

/* The names of a kind that have no path, as elements. */
static void put_plain(writing *w, const al_names *names, al_name_kind kind, const char *start,
                      const char *end)
{
    size_t count;
    const size_t first = al_names_of_kind(names, kind, &count);
    for (size_t i = first; i < first + count; i++)
        if (names->items[i].parts == 1)
            put_element(w, start, names->items[i].text, end);
}

/* COLLECTION.MATERIAL, in an element that doesn't define the collection. */
static void put_material(writing *w, const char *name)
{
    const size_t length = strcspn(name, ".");
    char *collection = al_copy_text(w->arena, name, length);
    w->no_memory = w->no_memory || collection == NULL;
    if (w->no_memory || name[length] == '\0')
        return;
    put(w, "<add sel=\"collection[@name=");
    put_element(w, strchr(collection, '\'') == NULL ? "'" : "&#34;", collection,
                strchr(collection, '\'') == NULL ? "']\"><material name=\"" : "&#34;]\"><material name=\"");
    put_element(w, "", name + length + 1, "\"/></add>");
}

static void put_library(writing *w, const al_names *names)
{
    size_t count;
    const size_t first = al_names_of_kind(names, AL_NAME_MATERIAL, &count);
    put_plain(w, names, AL_NAME_COLLECTION, "<collection name=\"", "\"/>");
    for (size_t i = first; i < first + count; i++)
        if (names->items[i].parts == 1)
            put_material(w, names->items[i].text);
}

/* The names that the file itself defines, or the entries of the index that it is. */
static void put_defined(writing *w, const al_names *names, al_name_kind kind, const char *path,
                        const char *start)
{
    const run lines = lines_of(names, kind, path);
    for (size_t i = lines.first; i < lines.end; i++) {
        const al_name *line = &names->items[i];
        if (line->parts > 2)
            put_element(w, "<entry value=\"", al_name_part(line, 2), "\" name=\"");
        if (line->parts > 1)
            put_element(w, line->parts > 2 ? "" : start, al_name_part(line, 1), "\"/>");
    }
}

/* What is known of a mod: its id, and the name that its paths have. */
static void put_mod(writing *w, const run *files)
{
    const char *own = value_of(files, "own=");
    if (own == NULL)
        return;
    put(w, "<component name=\"\">");
    put_element(w, "<source geometry=\"extensions/", own, "/content.xml\"/></component>");
}

static void put_xml(writing *w, const al_names *names, const char *path, const run *files)
{
    const bool is_diff = is_marked(files, "diff");
    const char *id = value_of(files, "id=");
    put(w, is_diff ? "<diff><add sel=\"a\">" : "<a>");
    if (id != NULL) {
        w->count = 0;
        put_element(w, "<content version=\"1\" id=\"", id, "\">");
    }
    put_mod(w, files);
    if (names->places[AL_NAMES_OF_MACROS] != NULL && strcmp(path, names->places[AL_NAMES_OF_MACROS]) == 0)
        put_plain(w, names, AL_NAME_MACRO, "<entry value=\"\" name=\"", "\"/>");
    if (names->places[AL_NAMES_OF_COMPONENTS] != NULL &&
        strcmp(path, names->places[AL_NAMES_OF_COMPONENTS]) == 0)
        put_plain(w, names, AL_NAME_COMPONENT, "<entry value=\"\" name=\"", "\"/>");
    if (names->places[AL_NAMES_OF_LIBRARY] != NULL && strcmp(path, names->places[AL_NAMES_OF_LIBRARY]) == 0)
        put_library(w, names);
    put_defined(w, names, AL_NAME_MACRO, path, "<macro name=\"");
    put_defined(w, names, AL_NAME_COMPONENT, path, "<component name=\"");
    put(w, id != NULL ? "</content>" : is_diff ? "</add></diff>" : "</a>");
}

/* ---- .gfx ---------------------------------------------------------------------------------------------- */

/* A type without files is one of actors, as is one with actors and motions; pictures are of sprites. */
static void put_type(writing *w, const al_names *names, size_t first, size_t end)
{
    bool any_picture = false, any_model = false;
    for (size_t i = first; i < end; i++) {
        const bool is_model = pdx_is_reference(al_name_part(&names->items[i], 1));
        any_model = any_model || is_model;
        any_picture = any_picture || (names->items[i].parts > 1 && !is_model);
    }
    put(w, any_picture && !any_model ? "sprite={name=\"" : "EMFXActorType={name=\"");
    put_value(w, names->items[first].text, false);
    for (size_t i = first; i < end; i++) {
        const char *file = al_name_part(&names->items[i], 1);
        if (names->items[i].parts == 1)
            continue;
        put(w, pdx_is_reference(file) ? "\" file=\"" : "\" texturefile=\"");
        put_value(w, file, false);
    }
    put(w, "\"}\n");
}

static void put_types(writing *w, const al_names *names)
{
    size_t count;
    const size_t start = al_names_of_kind(names, AL_NAME_TYPE, &count);
    for (size_t first = start, end; first < start + count; first = end) {
        for (end = first; end < start + count; end++)
            if (strcmp(names->items[first].text, names->items[end].text) != 0)
                break;
        put_type(w, names, first, end);
    }
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

/* Textures and faces are of interest only in files that are checked. */
static const char *const fact_words[AL_FACT_END + 1] = {
    [AL_FACT_NODE] = "node",        [AL_FACT_MATERIAL] = "material", [AL_FACT_MORPH] = "morph",
    [AL_FACT_SCENE_ITEM] = "item",  [AL_FACT_SKELETON] = "skeleton", [AL_FACT_ANIMATION] = "animation",
    [AL_FACT_NODE_COUNT] = "nodes", [AL_FACT_BONE_COUNT] = "bones",  [AL_FACT_END] = "end"};

const char *al_name_of_fact(al_fact_kind kind)
{
    return fact_words[kind];
}

/* Adds the fact of a line, `component PATH//FORMAT//WORD//NAME//OF//NUMBER`. */
static void add_fact(const al_name *line, const al_facts *facts)
{
    const char *word = al_name_part(line, 2), *name = al_name_part(line, 3), *of = al_name_part(line, 4);
    const al_path all = {.name = NULL};
    al_fact fact = {.path = &all, .name = al_span_of(name, strlen(name)), .of = al_span_of(of, strlen(of))};
    if (!al_parse_number(al_name_part(line, 5), &fact.number))
        fact.number = 0;
    for (unsigned kind = 0; kind <= AL_FACT_END; kind++)
        if (fact_words[kind] != NULL && strcmp(fact_words[kind], word) == 0) {
            fact.kind = (al_fact_kind)kind;
            facts->add(facts->context, &fact);
        }
}

static void add_facts(const void *document, const al_facts *facts)
{
    const run *lines = document;
    for (size_t i = lines->first; i < lines->end; i++)
        add_fact(&lines->names->items[i], facts);
}

static bool take_facts(const al_names *names, const char *path, const run *files, al_content *content)
{
    static const al_hooks hooks = {.facts = add_facts};
    const run lines = lines_of(names, AL_NAME_COMPONENT, path);
    const char *digest = value_of(files, "digest=");
    if (digest != NULL && !al_parse_number(digest, &content->digest))
        content->digest = 0;
    if (lines.first == lines.end)
        return true;
    content->format = al_name_part(&names->items[lines.first], 1);
    content->hooks = &hooks;
    content->document = al_copy_memory(content->scratch, &lines, sizeof lines);
    content->unrecognized = false;
    return content->document != NULL;
}

/* ---- Contents ------------------------------------------------------------------------------------------ */

static void put_nodes(writing *w, const al_names *names, const char *path)
{
    put(w, "<a>");
    put_defined(w, names, AL_NAME_COMPONENT, path, "<node id=\"");
    put(w, "</a>");
}

bool al_names_content(const al_names *names, const char *path, al_content *content)
{
    writing w = {.arena = content->scratch};
    const char *small = al_in_small(content->scratch, path, strlen(path));
    const run files = small != NULL ? lines_of(names, AL_NAME_FILE, small) : (run){.first = 0};
    const bool is_xml = al_has_extension(path, "xml", 3), is_scene = al_has_extension(path, "dae", 3);
    content->state = AL_CONTENT_READ;
    content->unrecognized = true;
    if (small == NULL)
        return false;
    if (is_marked(&files, "broken"))
        return true;
    if (is_xml)
        put_xml(&w, names, small, &files);
    else if (is_scene)
        put_nodes(&w, names, small);
    else if (!al_has_extension(path, "gfx", 3))
        return take_facts(names, small, &files, content);
    else if (names->places[AL_NAMES_OF_TYPES] != NULL && strcmp(small, names->places[AL_NAMES_OF_TYPES]) == 0)
        put_types(&w, names);
    content->bytes = al_span_of(w.bytes, (size_t)w.count);
    return !w.no_memory;
}
