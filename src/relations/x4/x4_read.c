/* x4_read.c: reads an XML file once, and keeps what rules need: entries of an index, macros and components,
 * meshes and animations of components, textures, paths into extensions.
 *
 * The kind of an element follows from its name and from the element that it is in. In a <diff>, elements in
 * <add> and <replace> belong to the mod, those in <remove> don't.
 */

#include <assert.h>
#include <string.h>

#include "core/map.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "kit/describe_content.h"
#include "relations/x4/material_library.h"
#include "relations/x4/x4.h"
#include "relations/xml/xml.h"

#define AL_RULES "rules/file.def"
#include "kit/rule_numbers.h"

typedef enum kind {
    KIND_OTHER,
    KIND_DIFF,
    KIND_ADD,
    KIND_REPLACE,
    KIND_REMOVE, /* or another element that the game skips in a <diff> */
    KIND_MACROS,
    KIND_COMPONENTS,
    KIND_MACRO,
    KIND_MACRO_CONNECTIONS,
    KIND_MACRO_CONNECTION,
    KIND_COMPONENT,
    KIND_SOURCE,
    KIND_CONNECTIONS,
    KIND_CONNECTION,
    KIND_PARTS,
    KIND_PART,
    KIND_LODS,
    KIND_LOD,
    KIND_MATERIALS,
    KIND_MATERIAL,
    KIND_ANIMATIONS,
    KIND_ANIMATION,
    KIND_ENTRY,
    KIND_PROPERTY,
    KIND_ICON,
    KIND_UI_FILE
} kind;

/* An open element. Its texts are offsets in those of the reader. */
typedef struct frame {
    kind kind;
    bool counts; /* elements in it belong to the mod */
    bool has_key, by_index;
    bool is_listed; /* a component that is in the list */
    size_t name, key;
    x4_node *node;         /* NULL: neither it nor an element in it was needed, */
    uint64_t hash;         /* else of its path */
    const char *component; /* of a macro, in small letters; NULL: not met so far */
    uint32_t before;       /* the innermost component outside of it */
} frame;

typedef struct reader {
    x4_state *state;
    uint32_t xml;
    al_arena *scratch;
    frame *frames; /* open elements, outermost first */
    uint64_t frame_count, frame_capacity;
    char *texts;
    uint64_t text_size, text_capacity;
    al_map seen;                               /* number of elements with a path, by its hash */
    bool counting;                             /* `lines` is in use: */
    al_lines lines;                            /* lines up to the last tag */
    uint32_t component, connection, part, lod; /* the innermost of each */
    const char *collection; /* of materials, in small letters, that the operation selects; NULL: none */
} reader;

static x4_xml *xml_of(const reader *r)
{
    return &r->state->xmls.items[r->xml];
}

static frame *top(const reader *r)
{
    return &r->frames[r->frame_count - 1];
}

/* ---- Open elements ------------------------------------------------------------------------------------- */

static bool push_text(reader *r, const char *text, size_t *at)
{
    const size_t length = strlen(text) + 1;
    *at = (size_t)r->text_size;
    while (r->text_capacity - r->text_size < length) {
        char *texts = al_grow_full(r->scratch, r->texts, &r->text_capacity, 1);
        if (texts == NULL)
            return false;
        r->texts = texts;
    }
    memcpy(r->texts + r->text_size, text, length);
    r->text_size += length;
    return true;
}

static bool push(reader *r, const al_xml_tag *tag, kind what, bool counts)
{
    frame f = {.kind = what, .counts = counts, .by_index = what == KIND_LOD, .before = r->component};
    const char *key = al_xml_attribute(tag, f.by_index ? "index" : "name");
    f.has_key = key != NULL;
    return push_text(r, tag->name, &f.name) && (key == NULL || push_text(r, key, &f.key)) &&
           AL_APPEND(r->scratch, r->frames, r->frame_count, r->frame_capacity, f);
}

/* Whether a component is the last one, and nothing of it is judged: most only refer to another, as those in
 * macros do. */
static bool is_reference(const x4_state *v, uint32_t component)
{
    const x4_component *c = &v->components.items[component];
    return component + UINT64_C(1) == v->components.count && c->geometry.text == NULL &&
           c->connections.first == c->connections.end;
}

static void on_end(void *context)
{
    reader *r = context;
    const frame *f = top(r);
    if (f->is_listed && is_reference(r->state, r->component))
        r->state->components.count--;
    if (f->kind == KIND_COMPONENT)
        r->component = f->before;
    r->text_size = f->name;
    r->frame_count--;
}

static const char *keep_text(reader *r, const char *text, size_t length)
{
    return al_keep_text(&r->state->texts, text, length);
}

/* A text that was kept, in small letters: itself if it has no others. NULL if memory is short. */
static const char *in_small(reader *r, const char *text)
{
    return al_in_small(r->state->base.arena, text, strlen(text));
}

static bool make_node(reader *r, frame *f, const x4_node *up)
{
    const char *name = r->texts + f->name, *key = f->has_key ? r->texts + f->key : NULL;
    x4_node *node = al_alloc(r->state->base.arena, 1, sizeof *node);
    if (node == NULL)
        return false;
    *node = (x4_node){.up = up,
                      .name = keep_text(r, name, strlen(name)),
                      .key = key != NULL ? keep_text(r, key, strlen(key)) : NULL,
                      .ordinal = f->by_index ? X4_BY_INDEX : 0};
    f->node = node;
    return node->name != NULL && (key == NULL || node->key != NULL);
}

/* Makes the nodes of all open elements; that of the innermost, if it shall be `shown`. False if memory is
 * short. */
static bool place_open(reader *r, bool shown)
{
    const size_t count = (size_t)r->frame_count;
    size_t at = count;
    while (at > 0 && r->frames[at - 1].node == NULL)
        at--;
    for (; at < count; at++) {
        frame *f = &r->frames[at];
        const frame *outer = at > 0 ? f - 1 : NULL;
        assert(f != NULL); /* for clang's analyzer */
        f->hash = al_hash_text(outer != NULL ? outer->hash : AL_HASH_START, r->texts + f->name);
        if (f->has_key)
            f->hash = al_hash_text(al_hash_bytes(f->hash, "@", 1), r->texts + f->key);
        if ((at + 1 < count || shown) && !make_node(r, f, outer != NULL ? outer->node : NULL))
            return false;
    }
    return true;
}

/* The number of the innermost element among elements of its path; 0 if memory is short. */
static uint32_t count_top(reader *r)
{
    const uint64_t path = top(r)->hash;
    uint32_t *seen = al_map_find(&r->seen, path);
    if (seen != NULL)
        return ++*seen;
    return al_map_add(&r->seen, r->scratch, path, 1) ? 1 : 0;
}

/* The node of the innermost element, with its number. Must be called for each element that may be reported,
 * since each counts. NULL if memory is short. */
static const x4_node *node_of_top(reader *r)
{
    if (!place_open(r, true) || top(r)->node == NULL)
        return NULL;
    const uint32_t ordinal = count_top(r);
    top(r)->node->ordinal = (top(r)->node->ordinal & X4_BY_INDEX) | ordinal;
    return ordinal > 0 ? top(r)->node : NULL;
}

/* Counts the innermost element, which is never reported, among those that are. False if memory is short. */
static bool pass_top(reader *r)
{
    return place_open(r, false) && count_top(r) > 0;
}

/* ---- Places and values --------------------------------------------------------------------------------- */

/* Counts the lines up to a tag once, and those in the tag for each place in it. */
static al_text_place place_of(reader *r, const al_xml_tag *tag, al_span bytes)
{
    if (!r->counting)
        r->lines = al_lines_of(tag->text->bytes, tag->text->columns);
    r->counting = true;
    al_lines_advance(&r->lines, tag->offset);
    al_lines start = r->lines;
    al_lines_advance(&start, bytes.base);
    al_lines end = start;
    al_lines_advance(&end, al_end_of(bytes));
    return al_place_between(&start, &end);
}

static al_text_place place_of_tag(reader *r, const al_xml_tag *tag)
{
    return place_of(r, tag, al_slice_available(tag->text->bytes, tag->offset, tag->length));
}

/* Takes an attribute with its place, if the element has it. False if memory is short. */
static bool take_value(reader *r, const al_xml_tag *tag, const char *name, x4_value *value)
{
    const char *text = al_xml_attribute(tag, name);
    *value = (x4_value){.text = NULL};
    if (text == NULL)
        return true;
    value->text = keep_text(r, text, strlen(text));
    value->place = place_of(r, tag, al_xml_attribute_bytes(tag, name));
    return value->text != NULL;
}

/* Takes the text of an attribute; NULL: the element doesn't have it. */
static bool take_text(reader *r, const al_xml_tag *tag, const char *name, const char **text)
{
    const char *value = al_xml_attribute(tag, name);
    *text = value != NULL ? keep_text(r, value, strlen(value)) : NULL;
    return value == NULL || *text != NULL;
}

/* Takes the name as written, and in small letters. */
static bool take_name(reader *r, const al_xml_tag *tag, const char **name, const char **small)
{
    if (!take_text(r, tag, "name", name))
        return false;
    *small = *name != NULL ? in_small(r, *name) : NULL;
    return *name == NULL || *small != NULL;
}

static bool take_use(reader *r, const char *path, bool is_judged)
{
    const char *name, *rest;
    size_t length;
    if (!x4_extension_path(path, &name, &length, &rest))
        return true;
    const x4_use use = {.tree = xml_of(r)->tree,
                        .name = al_keep_text(&r->state->use_texts, name, length),
                        .rest = al_keep_text(&r->state->use_texts, rest, strlen(rest)),
                        .is_judged = is_judged};
    return use.name != NULL && use.rest != NULL && AL_ADD(r->state->scratch, r->state->uses, use);
}

/* Paths into extensions show the own name of a mod. */
static bool take_uses(reader *r, const al_xml_tag *tag, kind what)
{
    const char *judged = what == KIND_ENTRY || what == KIND_PROPERTY ? "value"
                         : what == KIND_SOURCE                       ? "geometry"
                                                                     : "";
    for (size_t i = 0; tag->attributes[i] != NULL; i += 2) {
        const char *value = tag->attributes[i + 1];
        if (!x4_may_be_extension_path(value) || strpbrk(value, "*?") != NULL)
            continue;
        al_arena scratch = al_arena_on(r->scratch->budget);
        const char *path = x4_normal_path(&scratch, value);
        const bool ok = path != NULL && take_use(r, path, strcmp(tag->attributes[i], judged) == 0);
        al_arena_return(&scratch);
        if (!ok)
            return false;
    }
    return true;
}

/* ---- Kinds of elements --------------------------------------------------------------------------------- */

/* Elements that have a kind only inside one other. */
static const struct {
    const char *name;
    kind outer, kind;
} nested[] = {
    {"connections", KIND_MACRO, KIND_MACRO_CONNECTIONS},
    {"connection", KIND_MACRO_CONNECTIONS, KIND_MACRO_CONNECTION},
    {"source", KIND_COMPONENT, KIND_SOURCE},
    {"connections", KIND_COMPONENT, KIND_CONNECTIONS},
    {"connection", KIND_CONNECTIONS, KIND_CONNECTION},
    {"parts", KIND_CONNECTION, KIND_PARTS},
    {"animations", KIND_CONNECTION, KIND_ANIMATIONS},
    {"part", KIND_PARTS, KIND_PART},
    {"lods", KIND_PART, KIND_LODS},
    {"lod", KIND_LODS, KIND_LOD},
    {"materials", KIND_LOD, KIND_MATERIALS},
    {"material", KIND_MATERIALS, KIND_MATERIAL},
    {"animation", KIND_ANIMATIONS, KIND_ANIMATION},
    {"add", KIND_DIFF, KIND_ADD},
    {"replace", KIND_DIFF, KIND_REPLACE},
    {"remove", KIND_DIFF, KIND_REMOVE},
    {"source", KIND_ADD, KIND_SOURCE},
    {"source", KIND_REPLACE, KIND_SOURCE},
};

static kind kind_of_root(const char *name)
{
    if (al_text_equals(name, "diff"))
        return KIND_DIFF;
    if (al_text_equals(name, "macros"))
        return KIND_MACROS;
    return al_text_equals(name, "components") ? KIND_COMPONENTS : KIND_OTHER;
}

static kind kind_of(const reader *r, const al_xml_tag *tag)
{
    const kind outer = tag->depth > 1 ? top(r)->kind : KIND_OTHER;
    const x4_xml *xml = xml_of(r);
    if (tag->depth == 1)
        return kind_of_root(tag->name);
    for (size_t i = 0; outer != KIND_OTHER && i < sizeof nested / sizeof nested[0]; i++)
        if (nested[i].outer == outer && al_text_equals(nested[i].name, tag->name))
            return nested[i].kind;
    if (outer == KIND_DIFF)
        return KIND_REMOVE;
    if (al_text_equals(tag->name, "component"))
        return KIND_COMPONENT;
    if (al_text_equals(tag->name, "macro"))
        return KIND_MACRO;
    if (xml->index != X4_NO_INDEX && al_text_equals(tag->name, "entry"))
        return KIND_ENTRY;
    if (xml->is_ui && al_text_equals(tag->name, "file"))
        return KIND_UI_FILE;
    if (xml->is_icons && al_text_equals(tag->name, "icon"))
        return KIND_ICON;
    return xml->is_library && al_text_equals(tag->name, "property") ? KIND_PROPERTY : KIND_OTHER;
}

/* ---- Elements ------------------------------------------------------------------------------------------ */

/* Judges the root of a content.xml. Its node counts it, so it is made once. */
static bool judge_content(reader *r, const al_xml_tag *tag, bool has_id)
{
    const bool is_content = strcmp(tag->name, "content") == 0;
    const char *version = is_content ? al_xml_attribute(tag, "version") : NULL;
    const bool is_number =
        version == NULL || (*version != '\0' && version[strspn(version, "0123456789")] == '\0');
    if (is_content && has_id && is_number)
        return true;
    x4_claim claim = {.number = xml_of(r)->number, .node = node_of_top(r), .place = place_of_tag(r, tag)};
    if (claim.node == NULL)
        return false;
    if (!is_number) {
        claim.rule = X4_CONTENT_VERSION;
        claim.actual = version;
        x4_claim_found(r->state, &claim, "the version of the mod is no whole number: \"%s\"", version);
    }
    claim.rule = X4_CONTENT_ID;
    claim.level = AL_NOTE;
    claim.expected = is_content ? NULL : "content";
    claim.actual = is_content ? NULL : tag->name;
    if (!is_content)
        x4_claim_found(r->state, &claim,
                       "the root is <%s>, not <content>: the game learns nothing about the mod", tag->name);
    else if (!has_id)
        x4_claim_found(r->state, &claim, "the mod has no id, others can't depend on it");
    return !r->state->base.no_memory;
}

static bool start_root(reader *r, const al_xml_tag *tag, kind what)
{
    x4_xml *xml = xml_of(r);
    xml->is_diff = what == KIND_DIFF;
    if (!xml->is_content)
        return true;
    const char *id = al_xml_attribute(tag, "id");
    const bool has_id = id != NULL && id[0] != '\0';
    if (has_id)
        r->state->mods[xml->tree].id = al_lower_copy(r->state->base.arena, id, strlen(id));
    return (!has_id || r->state->mods[xml->tree].id != NULL) && judge_content(r, tag, has_id);
}

/* Whether each quote and bracket of an XPath is closed. What is in quotes is a text. */
static bool is_closed(const char *path)
{
    unsigned square = 0, round = 0;
    for (; path != NULL && *path != '\0'; path++) {
        if (*path == '\'' || *path == '"')
            path = strchr(path + 1, *path);
        if (path == NULL || (*path == ']' && square == 0) || (*path == ')' && round == 0))
            return false;
        square = square + (*path == '[') - (*path == ']');
        round = round + (*path == '(') - (*path == ')');
    }
    return square == 0 && round == 0;
}

/* Whether a text is one of these, or, for one that ends in `@` or `:`, begins so and goes on. */
static bool is_one_of(const char *text, const char *const *known)
{
    for (; *known != NULL; known++) {
        const size_t length = strlen(*known);
        const bool open = (*known)[length - 1] == '@' || (*known)[length - 1] == ':';
        if (strncmp(text, *known, length) == 0 && (text[length] != '\0') == open)
            return true;
    }
    return false;
}

/* The attribute of an operation that the game can't read; NULL: there is none. `expected` is what it knows.
 */
static const char *wrong_attribute(const al_xml_tag *tag, const char **expected)
{
    static const char *const places[] = {"before", "after", "prepend", NULL};
    static const char *const types[] = {"@", "attribute::", "namespace::", NULL};
    const char *pos = al_xml_attribute(tag, "pos"), *type = al_xml_attribute(tag, "type");
    *expected = NULL;
    if (!is_closed(al_xml_attribute(tag, "sel")))
        return "sel";
    if (!is_closed(al_xml_attribute(tag, "if")))
        return "if";
    *expected = "before, after or prepend";
    if (pos != NULL && !is_one_of(pos, places))
        return "pos";
    *expected = "@NAME, attribute::NAME or namespace::NAME";
    return type != NULL && !is_one_of(type, types) ? "type" : NULL;
}

/* Keeps the names in the path of an operation that changes components. False if memory is short. */
static bool take_patched(reader *r, const char *sel)
{
    x4_state *v = r->state;
    if (sel == NULL || strstr(sel, "component") == NULL)
        return true;
    for (size_t length; *(sel += strcspn(sel, "'\"")) != '\0'; sel += length + 1) {
        const char quote[] = {*sel++, '\0'};
        length = strcspn(sel, quote);
        const char *name = al_keep_small(&v->texts, sel, length);
        if (name == NULL || !AL_ADD(v->base.arena, v->patched, name))
            return false;
        if (sel[length] == '\0')
            break;
    }
    return true;
}

/* Takes the collection of materials to which an operation adds. False if memory is short. */
static bool take_collection(reader *r, const al_xml_tag *tag)
{
    bool no_memory = false;
    if (xml_of(r)->is_library)
        r->collection = material_library_selected(r->scratch, al_xml_attribute(tag, "sel"), &no_memory);
    return !no_memory;
}

/* An element directly under <diff>. All are counted, since each gets a number among those of its path. */
static bool start_operation(reader *r, const al_xml_tag *tag, kind what)
{
    const bool known = what == KIND_ADD || what == KIND_REPLACE || strcmp(tag->name, "remove") == 0;
    const bool has_sel = al_xml_attribute(tag, "sel") != NULL;
    x4_claim claim = {.number = xml_of(r)->number, .rule = X4_DIFF_OPERATION, .node = node_of_top(r)};
    const char *wrong = known && has_sel ? wrong_attribute(tag, &claim.expected) : NULL;
    if (claim.node == NULL || !take_patched(r, al_xml_attribute(tag, "sel")) || !take_collection(r, tag))
        return false;
    if (known && has_sel && wrong == NULL)
        return true;
    claim.place = place_of_tag(r, tag);
    if (!known) {
        claim.actual = tag->name;
        claim.expected = "add, replace or remove";
        x4_claim_found(r->state, &claim,
                       "<%s> is no operation of a <diff>, the game skips it and everything in it", tag->name);
    } else if (!has_sel) {
        x4_claim_found(r->state, &claim, "<%s> has no sel, the game can't know where it belongs and skips it",
                       tag->name);
    } else {
        claim.actual = al_xml_attribute(tag, wrong);
        x4_claim_found(r->state, &claim, "the game can't read the %s of <%s>, and skips the operation", wrong,
                       tag->name);
    }
    return !r->state->base.no_memory;
}

static bool start_name(reader *r, const al_xml_tag *tag, kind what)
{
    const x4_xml *xml = xml_of(r);
    const char *text = al_xml_attribute(tag, "name");
    const kind outer = r->frames[r->frame_count - 2].kind; /* no root is a macro or component */
    const bool direct = tag->depth == 2 && outer == (what == KIND_MACRO ? KIND_MACROS : KIND_COMPONENTS);
    x4_name name = {.xml = r->xml,
                    .kind = (uint8_t)(what == KIND_MACRO ? X4_INDEX_MACROS : X4_INDEX_COMPONENTS),
                    .node = direct ? node_of_top(r) : NULL};
    if (direct && name.node == NULL)
        return false;
    if (text == NULL || xml->index != X4_NO_INDEX)
        return true;
    if (direct)
        name.place = place_of_tag(r, tag);
    name.text = keep_text(r, text, strlen(text));
    name.small = name.text != NULL ? in_small(r, name.text) : NULL;
    return name.text != NULL && name.small != NULL && AL_ADD(r->state->base.arena, r->state->names, name);
}

/* Takes the component of the macro that the element is in. False if memory is short. */
static bool take_component_of_macro(reader *r, const al_xml_tag *tag)
{
    frame *outer = &r->frames[r->frame_count - 2];
    const char *ref = al_xml_attribute(tag, "ref");
    if (outer->kind != KIND_MACRO || ref == NULL)
        return true;
    outer->component = al_keep_small(&r->state->texts, ref, strlen(ref));
    return outer->component != NULL;
}

static bool start_component(reader *r, const al_xml_tag *tag)
{
    x4_state *v = r->state;
    x4_component component = {
        .xml = r->xml,
        .parts = {(uint32_t)v->parts.count, (uint32_t)v->parts.count},
        .connections = {(uint32_t)v->connections.count, (uint32_t)v->connections.count}};
    r->component = (uint32_t)v->components.count;
    top(r)->is_listed = take_name(r, tag, &component.name, &component.small) &&
                        AL_ADD(v->base.arena, v->components, component);
    return top(r)->is_listed && take_component_of_macro(r, tag);
}

/* A component has one <source>; a second one replaces the first. */
static bool start_source(reader *r, const al_xml_tag *tag)
{
    x4_state *v = r->state;
    const frame *outer = &r->frames[r->frame_count - 2];
    x4_value geometry;
    const x4_node *node = node_of_top(r);
    if (node == NULL || !take_value(r, tag, "geometry", &geometry))
        return false;
    if (geometry.text == NULL)
        return true;
    if (outer->kind == KIND_COMPONENT) {
        x4_component *component = &v->components.items[r->component];
        component->node = node;
        component->geometry = geometry;
        return true;
    }
    const x4_component bare = {.xml = r->xml,
                               .bare = true,
                               .replaces = outer->kind == KIND_REPLACE,
                               .node = node,
                               .geometry = geometry};
    return AL_ADD(v->base.arena, v->components, bare);
}

/* Whether a list of tags has a tag. */
static bool has_tag(const char *tags, const char *wanted)
{
    static const char separators[] = " ,\t\r\n";
    const size_t length = strlen(wanted);
    while (tags != NULL && *tags != '\0') {
        const size_t word = strcspn(tags, separators);
        if (word == length && al_same_ignoring_case(tags, wanted, length))
            return true;
        tags += word;
        tags += strspn(tags, separators);
    }
    return false;
}

/* All are counted, as operations of a <diff> are. */
static bool start_macro_connection(reader *r, const al_xml_tag *tag)
{
    x4_state *v = r->state;
    x4_macro_connection connection = {.xml = r->xml, .component = r->frames[r->frame_count - 3].component};
    if (connection.component == NULL || al_xml_attribute(tag, "ref") == NULL)
        return pass_top(r);
    connection.node = node_of_top(r);
    if (connection.node == NULL || !take_value(r, tag, "ref", &connection.ref))
        return false;
    connection.small = connection.ref.text != NULL ? in_small(r, connection.ref.text) : NULL;
    return connection.small != NULL && AL_ADD(v->base.arena, v->macro_connections, connection);
}

/* Takes the part that a connection is on, if any. False if memory is short. */
static bool take_parent(reader *r, const al_xml_tag *tag, x4_connection *connection)
{
    const char *parent = al_xml_attribute(tag, "parent");
    if (parent == NULL || parent[0] == '\0')
        return pass_top(r);
    connection->node = node_of_top(r);
    return connection->node != NULL && take_value(r, tag, "parent", &connection->parent);
}

static bool start_connection(reader *r, const al_xml_tag *tag)
{
    x4_state *v = r->state;
    const char *name;
    x4_connection connection = {.component = r->component,
                                .no_collision = has_tag(al_xml_attribute(tag, "tags"), "nocollision"),
                                .parts = {(uint32_t)v->parts.count, (uint32_t)v->parts.count},
                                .animations = {(uint32_t)v->animations.count, (uint32_t)v->animations.count}};
    r->connection = (uint32_t)v->connections.count;
    if (!take_name(r, tag, &name, &connection.small) || !take_parent(r, tag, &connection) ||
        !AL_ADD(v->base.arena, v->connections, connection))
        return false;
    v->components.items[r->component].connections.end = (uint32_t)v->connections.count;
    return true;
}

/* Whether a part without any name of a mesh follows another one in its connection. No rule asks how many
 * there are. */
static bool is_another_bare(const reader *r, const x4_part *part)
{
    const x4_state *v = r->state;
    const x4_run parts = v->connections.items[r->connection].parts;
    if (part->name != NULL || part->wreck != NULL || parts.first == parts.end)
        return false;
    const x4_part *last = &v->parts.items[parts.end - 1];
    return last->name == NULL && last->wreck == NULL && last->refers == part->refers;
}

static bool take_wreck(reader *r, const al_xml_tag *tag, const x4_value **wreck)
{
    x4_value value;
    *wreck = NULL;
    if (!take_value(r, tag, "wreck", &value))
        return false;
    if (value.text != NULL)
        *wreck = al_copy_memory(r->state->base.arena, &value, sizeof value);
    return value.text == NULL || *wreck != NULL;
}

static bool start_part(reader *r, const al_xml_tag *tag)
{
    x4_state *v = r->state;
    x4_connection *connection = &v->connections.items[r->connection];
    x4_part part = {.connection = r->connection,
                    .refers = al_xml_attribute(tag, "ref") != NULL,
                    .lods = {(uint32_t)v->lods.count, (uint32_t)v->lods.count}};
    connection->references += part.refers;
    if (!take_name(r, tag, &part.name, &part.small) || !take_wreck(r, tag, &part.wreck))
        return false;
    if (is_another_bare(r, &part)) {
        r->part = connection->parts.end - 1;
        return pass_top(r);
    }
    part.node = node_of_top(r);
    part.place = place_of_tag(r, tag);
    r->part = (uint32_t)v->parts.count;
    if (part.node == NULL || !AL_ADD(v->base.arena, v->parts, part))
        return false;
    connection->parts.end = (uint32_t)v->parts.count;
    v->components.items[r->component].parts.end = (uint32_t)v->parts.count;
    return true;
}

/* A level without a number, or of a part without a name, is of no mesh. */
static bool start_lod(reader *r, const al_xml_tag *tag)
{
    x4_state *v = r->state;
    r->lod = X4_NONE;
    if (al_xml_attribute(tag, "index") == NULL || v->parts.items[r->part].name == NULL)
        return pass_top(r);
    x4_lod lod = {.node = node_of_top(r),
                  .place = place_of_tag(r, tag),
                  .materials = {(uint32_t)v->materials.count, (uint32_t)v->materials.count}};
    if (lod.node == NULL || !take_text(r, tag, "index", &lod.index) || !AL_ADD(v->base.arena, v->lods, lod))
        return false;
    r->lod = (uint32_t)v->lods.count - 1;
    v->parts.items[r->part].lods.end = (uint32_t)v->lods.count;
    return true;
}

static bool start_material(reader *r, const al_xml_tag *tag)
{
    x4_state *v = r->state;
    const char *text = al_xml_attribute(tag, "ref");
    if (text == NULL || r->lod == X4_NONE)
        return true;
    const char *const kept = keep_text(r, text, strlen(text));
    const char *const small = kept != NULL ? in_small(r, kept) : NULL;
    if (small == NULL || !AL_ADD(v->base.arena, v->materials, small))
        return false;
    v->lods.items[r->lod].materials.end = (uint32_t)v->materials.count;
    return true;
}

static bool start_animation(reader *r, const al_xml_tag *tag)
{
    x4_state *v = r->state;
    x4_animation animation = {
        .connection = r->connection, .node = node_of_top(r), .place = place_of_tag(r, tag)};
    if (animation.node == NULL || !take_name(r, tag, &animation.name, &animation.small))
        return false;
    if (animation.name == NULL)
        return true;
    if (!AL_ADD(v->base.arena, v->animations, animation))
        return false;
    v->connections.items[r->connection].animations.end = (uint32_t)v->animations.count;
    return true;
}

static bool start_entry(reader *r, const al_xml_tag *tag)
{
    x4_entry entry = {.xml = r->xml};
    if (!take_value(r, tag, "name", &entry.name) || !take_value(r, tag, "value", &entry.value))
        return false;
    if (entry.name.text == NULL || entry.value.text == NULL)
        return pass_top(r);
    entry.node = node_of_top(r);
    entry.small = in_small(r, entry.name.text);
    return entry.node != NULL && entry.small != NULL &&
           AL_ADD(r->state->base.arena, r->state->entries, entry);
}

/* Takes an element whose attribute is a path, if it has it. */
static bool take_reference(reader *r, const al_xml_tag *tag, const char *attribute)
{
    x4_reference reference = {.xml = r->xml};
    if (al_xml_attribute(tag, attribute) == NULL)
        return pass_top(r);
    reference.node = node_of_top(r);
    return reference.node != NULL && take_value(r, tag, attribute, &reference.value) &&
           AL_ADD(r->state->base.arena, r->state->references, reference);
}

/* The name of the innermost open element that is called so; NULL: none is, or it has no name. */
static const char *name_of_open(const reader *r, const char *element)
{
    for (uint64_t i = r->frame_count; i > 0; i--) {
        const frame *f = &r->frames[i - 1];
        if (strcmp(r->texts + f->name, element) == 0)
            return f->has_key ? r->texts + f->key : NULL;
    }
    return NULL;
}

/* Takes the material that the picture which was added last gives its colours. False if memory is short. */
static bool take_texture(reader *r)
{
    x4_state *v = r->state;
    const char *material = name_of_open(r, "material"), *collection = name_of_open(r, "collection");
    if (collection == NULL)
        collection = r->collection;
    if (collection == NULL || material == NULL)
        return true;
    const char *start = x4_join(r->scratch, collection, "."),
               *name = start != NULL ? x4_join(r->scratch, start, material) : NULL;
    const x4_texture texture = {.material =
                                    name != NULL ? al_keep_small(&v->texts, name, strlen(name)) : NULL,
                                .reference = (uint32_t)v->references.count - 1};
    return texture.material != NULL && AL_ADD(v->base.arena, v->textures, texture);
}

static bool start_property(reader *r, const al_xml_tag *tag)
{
    static const char wanted[] = "BitMap";
    const x4_state *v = r->state;
    const uint64_t before = v->references.count;
    const bool is_reported = v->trees.items[xml_of(r)->tree].with == 0;
    const char *type = al_xml_attribute(tag, "type"), *name = al_xml_attribute(tag, "name");
    const bool is_picture = type != NULL && strlen(type) == sizeof wanted - 1 &&
                            al_same_ignoring_case(type, wanted, sizeof wanted - 1);
    const bool has_colours = name != NULL && strcmp(name, "diffuse_map") == 0;
    if (!is_picture || !(is_reported || has_colours))
        return pass_top(r);
    return take_reference(r, tag, "value") &&
           (!has_colours || v->references.count == before || take_texture(r));
}

/* Takes an element that belongs to the mod. */
static bool take_element(reader *r, const al_xml_tag *tag, kind what)
{
    switch (what) {
    case KIND_COMPONENT: return start_name(r, tag, what) && start_component(r, tag);
    case KIND_MACRO: return start_name(r, tag, what);
    case KIND_MACRO_CONNECTION: return start_macro_connection(r, tag);
    case KIND_SOURCE: return start_source(r, tag);
    case KIND_CONNECTION: return start_connection(r, tag);
    case KIND_PART: return start_part(r, tag);
    case KIND_LODS: r->state->parts.items[r->part].has_lods = true; return true;
    case KIND_LOD: return start_lod(r, tag);
    case KIND_MATERIAL: return start_material(r, tag);
    case KIND_ANIMATION: return start_animation(r, tag);
    case KIND_ENTRY: return start_entry(r, tag);
    case KIND_PROPERTY: return start_property(r, tag);
    case KIND_ICON: return take_reference(r, tag, "texture");
    case KIND_UI_FILE: return take_reference(r, tag, "name");
    case KIND_OTHER:
    case KIND_DIFF:
    case KIND_ADD:
    case KIND_REPLACE:
    case KIND_REMOVE:
    case KIND_MACROS:
    case KIND_MACRO_CONNECTIONS:
    case KIND_COMPONENTS:
    case KIND_CONNECTIONS:
    case KIND_PARTS:
    case KIND_MATERIALS:
    case KIND_ANIMATIONS: break;
    }
    return true;
}

/* Takes the id of a mod that the mod depends on. */
static bool take_dependency(reader *r, const al_xml_tag *tag)
{
    const char *id = al_xml_attribute(tag, "id");
    if (id == NULL || !al_text_equals(tag->name, "dependency"))
        return true;
    const x4_owner dependency = {.name = al_lower_copy(r->state->base.arena, id, strlen(id)),
                                 .tree = xml_of(r)->tree};
    return dependency.name != NULL && AL_ADD(r->state->base.arena, r->state->dependencies, dependency);
}

static bool on_start(void *context, const al_xml_tag *tag)
{
    reader *r = context;
    const kind what = kind_of(r, tag);
    const bool in_diff = tag->depth == 2 && top(r)->kind == KIND_DIFF;
    const bool outer_counts = tag->depth == 1 || top(r)->counts;
    const bool counts =
        in_diff ? what == KIND_ADD || what == KIND_REPLACE : outer_counts && what != KIND_DIFF;
    if (!take_uses(r, tag, what) || !push(r, tag, what, counts) ||
        (xml_of(r)->is_content && !take_dependency(r, tag)))
        return false;
    if (tag->depth == 1)
        return start_root(r, tag, what);
    if (in_diff)
        return start_operation(r, tag, what);
    return !outer_counts || take_element(r, tag, what);
}

/* ---- The file ------------------------------------------------------------------------------------------ */

/* The lengths of the lists, so that nothing remains of a file that is broken. */
enum { LISTS = 14 };

static void find_lengths(x4_state *v, uint64_t *lengths[LISTS])
{
    uint64_t *const all[LISTS] = {&v->entries.count,     &v->names.count,        &v->components.count,
                                  &v->connections.count, &v->parts.count,        &v->lods.count,
                                  &v->materials.count,   &v->animations.count,   &v->references.count,
                                  &v->uses.count,        &v->dependencies.count, &v->macro_connections.count,
                                  &v->patched.count,     &v->textures.count};
    memcpy(lengths, all, sizeof all);
}

static x4_run run_of(uint64_t first, uint64_t end)
{
    return (x4_run){(uint32_t)first, (uint32_t)end};
}

/* Reports a file without any element. */
static void report_empty(x4_state *v, const x4_xml *xml, x4_claim *claim)
{
    if (xml->is_content) {
        claim->rule = X4_CONTENT_ID;
        x4_claim_found(v, claim, "the file has no element: the game learns nothing about the mod");
    } else {
        claim->level = AL_WARNING;
        x4_claim_found(v, claim, "the file has no element");
    }
}

/* A file that doesn't begin like XML may be known as something else. */
static void report_malformed(x4_state *v, const x4_claim *claim, const al_xml_result *result)
{
    enum { ASCII = 0x80 };
    const uint8_t first = al_u8_at(result->text.bytes, 0);
    const bool is_other = result->offset == 0 && first != '<' && first < ASCII;
    const char *other = is_other ? al_describe_content(result->text.bytes) : "";
    if (other[0] != '\0')
        x4_claim_found(v, claim, "no XML%s", other);
    else
        x4_claim_found(v, claim, "not well-formed: %s", result->why);
}

static void report_broken(x4_state *v, const x4_xml *xml, const al_xml_result *result)
{
    al_lines start = al_lines_of(result->text.bytes, result->text.columns);
    al_lines_advance(&start, result->offset);
    al_lines end = start;
    al_lines_advance(&end, start.offset + 1);
    x4_claim claim = {.number = xml->number, .rule = X4_XML, .place = al_place_between(&start, &end)};
    switch (result->outcome) {
    case AL_XML_BROKEN: report_malformed(v, &claim, result); break;
    case AL_XML_WITHOUT_ELEMENT: report_empty(v, xml, &claim); break;
    case AL_XML_UNKNOWN_ENCODING:
        claim.level = AL_WARNING;
        claim.actual = result->encoding;
        x4_claim_found(v, &claim, "encoding \"%s\" is unknown, so the file was not read", result->encoding);
        break;
    case AL_XML_WHOLE:
    case AL_XML_TOO_DEEP:
    case AL_XML_NO_MEMORY: break;
    }
}

static bool keep_limit(x4_state *v, x4_xml *xml)
{
    xml->state = X4_BROKEN;
    return al_keep_limit(&v->base, xml->number, al_first_rule("file") + FILE_LIMIT,
                         "file is beyond a limit of size, memory or depth (%d), and was not read",
                         AL_XML_MOST_DEPTH);
}

/* Numbers of references that rules would judge if the folder of the mod was checked. */
typedef struct alone {
    uint64_t entries, folders;
} alone;

static bool count_references(void *context, const al_xml_tag *tag)
{
    alone *a = context;
    a->entries += strcmp(tag->name, "entry") == 0 && al_xml_attribute(tag, "value") != NULL;
    a->folders += strcmp(tag->name, "source") == 0 && al_xml_attribute(tag, "geometry") != NULL;
    return true;
}

bool x4_read_alone(x4_state *v, size_t number, const al_content *content)
{
    alone a = {.entries = 0};
    x4_xml xml = {.number = (uint32_t)number};
    const al_xml_visitor visitor = {.context = &a, .start = count_references};
    if (content->state == AL_CONTENT_UNREADABLE)
        return true;
    if (content->state == AL_CONTENT_TOO_LARGE || content->bytes.len > X4_MOST_TEXT)
        return keep_limit(v, &xml);
    const al_xml_result result = al_xml_read(content->bytes, content->scratch->budget, &visitor);
    if (result.outcome == AL_XML_TOO_DEEP || result.outcome == AL_XML_NO_MEMORY)
        return keep_limit(v, &xml);
    report_broken(v, &xml, &result);
    al_keep_not_judged_alone(&v->base, number, v->first_rule + X4_INDEX_PATH, a.entries);
    al_keep_not_judged_alone(&v->base, number, v->first_rule + X4_GEOMETRY_FOLDER, a.folders);
    return !v->base.no_memory;
}

bool x4_read_xml(x4_state *v, uint32_t xml, const al_content *content)
{
    x4_xml *of = &v->xmls.items[xml];
    const uint64_t size = content->bytes.len;
    if (of->state != X4_UNREAD || content->state == AL_CONTENT_UNREADABLE)
        return true;
    if (content->state == AL_CONTENT_TOO_LARGE || size > X4_MOST_TEXT)
        return keep_limit(v, of);
    uint64_t *lengths[LISTS], before[LISTS];
    find_lengths(v, lengths);
    for (size_t i = 0; i < LISTS; i++)
        before[i] = *lengths[i];
    const uint64_t names = v->names.count, entries = v->entries.count, components = v->components.count,
                   findings = v->base.finding_count;
    const char *id = v->mods[of->tree].id;
    reader r = {.state = v, .xml = xml, .scratch = content->scratch};
    const al_xml_visitor visitor = {.context = &r, .start = on_start, .end = on_end};
    const al_xml_result result = al_xml_read(content->bytes, content->scratch->budget, &visitor);
    if (result.outcome == AL_XML_WHOLE) {
        of->state = X4_WHOLE;
        of->names = run_of(names, v->names.count);
        of->entries = run_of(entries, v->entries.count);
        of->components = run_of(components, v->components.count);
        return true;
    }
    for (size_t i = 0; i < LISTS; i++)
        *lengths[i] = before[i];
    al_forget_findings(&v->base, findings);
    v->mods[of->tree].id = id;
    const bool limited = content->scratch->budget->shortage == AL_SHORTAGE_LIMIT;
    of->state = X4_BROKEN;
    if ((result.outcome == AL_XML_TOO_DEEP || limited) && !keep_limit(v, of))
        return false;
    if (result.outcome == AL_XML_NO_MEMORY)
        return limited;
    report_broken(v, of, &result);
    return !v->base.no_memory;
}
