/* names_index.c: collects the names of a reference. Of mods for X4 it finds out what they are called as the
 * rules across files do.
 */
#include "relations/names/names_file.h"

#include <string.h>

#include "core/number.h"
#include "core/sort.h"
#include "core/text.h"
#include "relations/file_names.h"
#include "relations/paradox/paradox.h"
#include "relations/x4/material_library.h"
#include "relations/x4/x4.h"
#include "relations/xml/xml.h"

/* What is known of a file. */
typedef struct indexed {
    const char *path;  /* from the folder of the game, as it is there; NULL: it is only a package */
    const char *small; /* the same in small letters */
    bool is_broken, is_diff;
    uint64_t digest;
} indexed;

typedef struct names_index {
    x4_state x4; /* its files are read as far as they tell the names of mods */
    material_library library;
    indexed *files; /* for each file */
    X4_LIST(const char *) lines;
} names_index;

/* ---- Lines --------------------------------------------------------------------------------------------- */

enum { MOST_PARTS = 6, ESCAPED = sizeof "\\xNN" - 1 };

/* The bytes of a character that is written as it is; 0: its first byte is written as \xNN. That is so for
 * control characters, for what is no character, for a backslash, and for slashes that might be taken for
 * those between parts. */
static size_t plain_length(const char *at, const char *part)
{
    const size_t length = al_utf8_length(at, strlen(at));
    const uint32_t point = length > 0 ? al_code_point(at, length) : 0;
    const bool is_control = point < ' ' || (point >= 0x7F && point < 0xA0);
    const bool is_end = at == part || at[-1] == '/' || at[1] == '\0';
    return is_control || point == '\\' || (point == '/' && is_end) ? 0 : length;
}

static char *put_part(char *to, const char *part)
{
    static const char digits[] = "0123456789abcdef";
    for (const char *at = part; *at != '\0';) {
        const size_t length = plain_length(at, part);
        const uint8_t byte = (uint8_t)*at;
        const char escape[ESCAPED] = {'\\', 'x', digits[byte >> 4], digits[byte & 0xF]};
        memcpy(to, length > 0 ? at : escape, length > 0 ? length : ESCAPED);
        to += length > 0 ? length : ESCAPED;
        at += length > 0 ? length : 1;
    }
    return to;
}

/* Adds a line of some parts, of which those at the end are left out if they are empty or NULL. */
static void add_line(names_index *x, al_name_kind kind, const char *const parts[MOST_PARTS])
{
    const char *word = al_name_kind_word(kind);
    uint64_t size = strlen(word) + sizeof " ";
    size_t count = MOST_PARTS;
    while (count > 1 && (parts[count - 1] == NULL || parts[count - 1][0] == '\0'))
        count--;
    for (size_t i = 0; i < count; i++)
        size += ESCAPED * (uint64_t)strlen(parts[i]) + sizeof "//";
    al_arena scratch = al_arena_on(x->x4.base.arena->budget);
    char *line = al_alloc(&scratch, size, 1), *end = line;
    for (size_t i = 0; line != NULL && i < count; i++) {
        const char *before = i == 0 ? word : "//";
        memcpy(end, before, strlen(before));
        end += strlen(before);
        if (i == 0)
            *end++ = ' ';
        end = put_part(end, parts[i]);
    }
    const char *kept = line != NULL ? al_copy_text(x->x4.base.arena, line, (size_t)(end - line)) : NULL;
    al_arena_return(&scratch);
    if (kept == NULL || !AL_ADD(x->x4.base.arena, x->lines, kept))
        x->x4.base.no_memory = true;
}

/* Adds a line of one or two parts, the first in small letters. */
static void add_small(names_index *x, al_name_kind kind, const char *name, const char *more)
{
    al_arena scratch = al_arena_on(x->x4.base.arena->budget);
    const char *small = al_lower_copy(&scratch, name, strlen(name));
    if (small != NULL)
        add_line(x, kind, (const char *const[MOST_PARTS]){small, more});
    x->x4.base.no_memory = x->x4.base.no_memory || small == NULL;
    al_arena_return(&scratch);
}

static int compare_lines(const void *left, const void *right, void *context)
{
    (void)context;
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void sort_lines(names_index *x)
{
    uint64_t kept = 0;
    const char **lines = x->lines.items;
    al_sort(lines, (size_t)x->lines.count, sizeof *lines, compare_lines, NULL);
    for (uint64_t i = 0; i < x->lines.count; i++)
        if (kept == 0 || strcmp(lines[kept - 1], lines[i]) != 0)
            lines[kept++] = lines[i];
    x->lines.count = kept;
}

const char *const *al_names_lines(const void *state, size_t *count)
{
    const names_index *x = state;
    *count = (size_t)x->lines.count;
    return x->lines.items;
}

/* ---- Paths --------------------------------------------------------------------------------------------- */

/* The folder in which a reference lies in that of the game: that of a mod, or "". NULL if memory is short. */
static const char *folder_in_game(const names_index *x, const char *start)
{
    const x4_state *v = &x->x4;
    for (uint32_t i = 0; i < v->trees.mods; i++) {
        if (strcmp(v->trees.items[i].root, start) != 0)
            continue;
        const char *folder = v->mods[i].folder != NULL ? v->mods[i].folder : "mod";
        const char *path = x4_join(v->base.arena, "extensions/", folder);
        return path != NULL ? x4_join(v->base.arena, path, "/") : NULL;
    }
    return "";
}

/* A package that is the reference has no path in it; any other file that is it has only its name. */
static bool find_path(names_index *x, size_t file, const char *start, const char *folder)
{
    al_arena *arena = x->x4.base.arena;
    const al_related_file *of = &x->x4.base.all->files[file];
    indexed *to = &x->files[file];
    x4_spot spot;
    if (!x4_find_spot(&spot, of, arena))
        return false;
    const bool inside = strncmp(spot.path, start, strlen(start)) == 0;
    if (!inside && x->x4.base.all->count > 1)
        return true;
    to->path = x4_join(arena, folder, inside ? spot.path + strlen(start) : al_base_name(spot.path));
    to->small = to->path != NULL ? al_in_small(arena, to->path, strlen(to->path)) : NULL;
    return to->small != NULL;
}

static bool find_paths(names_index *x)
{
    const al_related_files *all = x->x4.base.all;
    const char *start = al_reference_start(all, 1, x->x4.base.arena);
    bool ok = start != NULL && x4_find_folders(&x->x4);
    const char *folder = ok ? folder_in_game(x, start) : NULL;
    x->files = al_alloc(x->x4.base.arena, all->count, sizeof *x->files);
    ok = ok && folder != NULL && x->files != NULL;
    for (size_t i = 0; ok && i < all->count; i++)
        ok = find_path(x, i, start, folder);
    return ok;
}

/* ---- XML ----------------------------------------------------------------------------------------------- */

typedef struct reader {
    names_index *x;
    indexed *file;
    bool is_scene;
    bool in_force; /* the operation of the <diff> adds what is in it */
} reader;

/* Of the index of the game only names matter; where that of a mod leads is judged if a part of the mod is
 * checked. */
static void take_entry(const reader *r, const al_xml_tag *tag, const char *name)
{
    const char *small = r->file->small, *value = al_xml_attribute(tag, "value");
    const al_name_kind kind =
        al_text_equals(al_base_name(small), "macros.xml") ? AL_NAME_MACRO : AL_NAME_COMPONENT;
    size_t root;
    if (value == NULL || !al_text_equals(tag->name, "entry") || !x4_is_index(small, &root))
        return;
    if (root == 0)
        add_small(r->x, kind, name, NULL);
    else
        add_line(r->x, kind, (const char *const[MOST_PARTS]){small, name, value});
}

/* Whether an element defines its name as one of a kind: a node of a scene, a macro, a component. */
static bool is_definition(const reader *r, const char *element, al_name_kind *kind)
{
    const char *colon = strrchr(element, ':');
    *kind = al_text_equals(element, "macro") ? AL_NAME_MACRO : AL_NAME_COMPONENT;
    if (r->is_scene)
        return al_text_equals(colon != NULL ? colon + 1 : element, "node");
    return *kind == AL_NAME_MACRO || al_text_equals(element, "component");
}

static bool on_start(void *context, const al_xml_tag *tag)
{
    reader *r = context;
    al_name_kind kind;
    const char *name = al_xml_attribute(tag, r->is_scene ? "id" : "name");
    const bool operation = r->file->is_diff && tag->depth == 2;
    if (tag->depth == 1)
        r->file->is_diff = !r->is_scene && al_text_equals(tag->name, "diff");
    if (operation)
        r->in_force = al_text_equals(tag->name, "add") || al_text_equals(tag->name, "replace");
    if (name == NULL || tag->depth == 1 || operation || (r->file->is_diff && !r->in_force))
        return true;
    if (is_definition(r, tag->name, &kind))
        add_line(r->x, kind, (const char *const[MOST_PARTS]){r->file->small, name});
    else
        take_entry(r, tag, name);
    return !r->x->x4.base.no_memory;
}

static bool read_xml(names_index *x, size_t file, const al_content *content)
{
    reader r = {.x = x, .file = &x->files[file], .is_scene = al_has_extension(x->files[file].path, "dae", 3)};
    const al_xml_visitor visitor = {.context = &r, .start = on_start};
    const uint64_t before = x->lines.count;
    const al_xml_outcome outcome = al_xml_read(content->bytes, content->scratch->budget, &visitor).outcome;
    if (x->x4.base.no_memory || outcome == AL_XML_NO_MEMORY)
        return false;
    if (outcome != AL_XML_WHOLE) {
        r.file->is_broken = true;
        x->lines.count = before;
    }
    if (x->x4.xml_of[file] != X4_NONE && !al_x4_relation.read(x, file, content))
        return false;
    return !material_library_is(x->x4.base.all, &x->x4.base.all->files[file]) ||
           material_library_read(&x->library, content, x->x4.base.arena);
}

/* ---- .gfx ---------------------------------------------------------------------------------------------- */

static void take_item(names_index *x, const pdx_gfx *g, const pdx_item *item)
{
    if (item->role == PDX_REFERENCE)
        add_small(x, AL_NAME_TYPE, g->types[item->type].name, item->file);
    if (item->role != PDX_PICTURE)
        return;
    const char *sprite = item->up != PDX_NO_ITEM ? g->items[item->up].text : "";
    add_small(x, AL_NAME_TYPE, sprite, item->file);
    if (sprite[0] != '\0')
        add_small(x, AL_NAME_TYPE, sprite, NULL);
}

static bool read_gfx(names_index *x, size_t file, const al_content *content)
{
    pdx_gfx g = {.number = file};
    al_kept_texts texts = {.arena = content->scratch};
    if (!al_names_has_types(x->files[file].small) || content->bytes.len > PDX_MOST_TEXT)
        return true;
    if (!pdx_gfx_read(&g, content->bytes, &texts, content->scratch))
        return false;
    for (uint32_t i = 0; i < g.item_count; i++)
        take_item(x, &g, &g.items[i]);
    for (uint32_t i = 0; i < g.type_count; i++)
        if (g.types[i].name[0] != '\0')
            add_small(x, AL_NAME_TYPE, g.types[i].name, NULL);
    return true;
}

/* ---- Models and animations ----------------------------------------------------------------------------- */

typedef struct taking {
    names_index *x;
    const indexed *file;
    const al_content *content;
} taking;

static void take_fact(void *context, const al_fact *fact)
{
    const taking *t = context;
    const char *word = al_name_of_fact(fact->kind);
    const char *name = al_copy_bytes(t->content->scratch, fact->name);
    const char *of = al_copy_bytes(t->content->scratch, fact->of);
    const al_number_text number = al_show_unsigned(fact->number);
    t->x->x4.base.no_memory = t->x->x4.base.no_memory || name == NULL || of == NULL;
    if (word == NULL || t->x->x4.base.no_memory)
        return;
    add_line(t->x, AL_NAME_COMPONENT,
             (const char *const[MOST_PARTS]){t->file->small, t->content->format, word, name, of,
                                             fact->number > 0 ? number.text : ""});
}

static void read_facts(names_index *x, size_t file, const al_content *content)
{
    taking t = {.x = x, .file = &x->files[file], .content = content};
    if (content->document == NULL)
        return;
    add_line(x, AL_NAME_COMPONENT, (const char *const[MOST_PARTS]){t.file->small, content->format});
    al_content_facts(content, NULL, take_fact, &t);
    if (content->bytes.len > 0 && al_text_equals(content->format, "xac"))
        x->files[file].digest = pdx_digest(content->bytes);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

/* The name that the paths of a mod have, if it is not that of its folder or its id. */
static const char *own_name(const x4_mod *mod)
{
    const bool is_plain = mod->own_count == 1 && mod->folder != NULL &&
                          strcmp(mod->own[0], mod->folder) == 0 &&
                          (mod->id == NULL || strcmp(mod->id, mod->folder) == 0);
    return mod->own_count == 1 && !is_plain ? mod->own[0] : NULL;
}

static const char *marked(names_index *x, const char *word, const char *value)
{
    const char *mark = value != NULL ? x4_join(x->x4.base.arena, word, value) : "";
    x->x4.base.no_memory = x->x4.base.no_memory || mark == NULL;
    return mark;
}

static void add_file(names_index *x, const indexed *file, const x4_mod *mod)
{
    const al_number_text digest = al_show_unsigned(file->digest);
    const char *marks[] = {file->path != file->small ? file->path : "",
                           file->is_broken ? "broken"
                           : file->is_diff ? "diff"
                                           : "",
                           marked(x, "digest=", file->digest != 0 ? digest.text : NULL),
                           mod != NULL ? marked(x, "id=", mod->id) : "",
                           mod != NULL ? marked(x, "own=", own_name(mod)) : ""};
    const char *parts[MOST_PARTS] = {file->small};
    size_t count = 1;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0] && !x->x4.base.no_memory; i++)
        if (marks[i][0] != '\0')
            parts[count++] = marks[i];
    add_line(x, AL_NAME_FILE, parts);
}

static void add_files(names_index *x)
{
    const x4_state *v = &x->x4;
    const x4_mod **mods = al_alloc(v->base.arena, v->base.all->count, sizeof *mods);
    x->x4.base.no_memory = x->x4.base.no_memory || mods == NULL;
    for (uint32_t i = 0; i < v->trees.mods && mods != NULL; i++)
        mods[x4_find_file(&v->trees.items[i], "content.xml")->number] = &v->mods[i];
    for (size_t i = 0; i < v->base.all->count && !v->base.no_memory; i++)
        if (x->files[i].path != NULL)
            add_file(x, &x->files[i], mods[i]);
}

static void add_library(names_index *x)
{
    const al_name_list *collections = &x->library.collections, *materials = &x->library.materials;
    for (uint64_t i = 0; i < collections->count; i++)
        add_line(x, AL_NAME_COLLECTION, (const char *const[MOST_PARTS]){collections->items[i]});
    for (uint64_t i = 0; i < materials->count; i++)
        add_line(x, AL_NAME_MATERIAL, (const char *const[MOST_PARTS]){materials->items[i]});
}

/* ---- The relation -------------------------------------------------------------------------------------- */

static bool begin(void *state)
{
    names_index *x = state;
    if (!al_x4_relation.begin(state) || !find_paths(x))
        return false;
    x->x4.base.done = false;
    return true;
}

static bool want_files(names_index *x, uint8_t *wanted)
{
    if (x->x4.on && !al_x4_relation.choose(x, wanted))
        return false;
    x->x4.base.round = 1;
    for (size_t i = 0; i < x->x4.base.all->count; i++) {
        const char *path = x->files[i].path;
        if (path != NULL && al_has_extension_of(path, "xml gfx dae"))
            wanted[i] = AL_WANT_BYTES;
        else if (path != NULL && al_has_extension_of(path, "xmf ani xac bbmod skl bsg"))
            wanted[i] = AL_WANT_FACTS;
    }
    return true;
}

static bool choose(void *state, uint8_t *wanted)
{
    names_index *x = state;
    if (x->x4.base.round == 0)
        return want_files(x, wanted);
    if (x->x4.on && !x4_find_own_names(&x->x4))
        return false;
    add_files(x);
    add_library(x);
    sort_lines(x);
    x->x4.base.done = true;
    return !x->x4.base.no_memory;
}

static bool read(void *state, size_t file, const al_content *content)
{
    names_index *x = state;
    const char *path = x->files[file].path;
    if (content->state != AL_CONTENT_READ)
        return true;
    if (al_has_extension_of(path, "xml dae"))
        return read_xml(x, file, content);
    if (al_has_extension(path, "gfx", 3))
        return read_gfx(x, file, content) && !x->x4.base.no_memory;
    if (!al_text_equals(content->format, "ani")) /* of Lost Saga: no other file refers to it */
        read_facts(x, file, content);
    return !x->x4.base.no_memory;
}

const al_relation al_names_index = {
    .format = "x4", .size = sizeof(names_index), .begin = begin, .choose = choose, .read = read};
