/* mods_believe_x4.c: follows the index and the components of a mod for X4 to each file and mesh that they
 * name. */
#include "mods_believe.h"

#include <expat.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_DEPTH = 8, MOST = 256 };

typedef struct text {
    char of[MODS_PATH];
} text;

typedef struct entry {
    text path, name;
} entry;

/* A mesh that a component needs. */
typedef struct mesh {
    size_t component;
    text name;
} mesh;

typedef struct reader {
    const mods_files *files;
    XML_Parser parser;
    bool is_index, gives_up;
    text own; /* "extensions/ID/" */
    bool uses_own;
    bool uses_others; /* paths lead into other extensions: one of these may be the mod's own name */
    size_t depth;
    text stack[MAX_DEPTH];
    entry entries[MOST];
    text geometries[MOST]; /* of each component; empty: it has none of its own */
    mesh meshes[MOST];
    size_t entry_count, component_count, mesh_count;
    text part; /* the innermost that is a mesh of its own */
    bool has_lods;
} reader;

/* In lower case; empty if it is too long. */
static text lower_text(const char *from)
{
    text t = {.of = ""};
    for (size_t i = 0; from != NULL && strlen(from) < MODS_PATH && from[i] != '\0'; i++)
        t.of[i] = mods_lower(from[i]);
    return t;
}

/* A value as a normalized path, without blanks and separators at its ends. */
static text path_of(const char *value)
{
    static const char blanks[] = " \t\r\n";
    text path = {.of = ""};
    const size_t all = strlen(value);
    size_t start = strspn(value, blanks), end = all;
    while (end > start && strchr(blanks, value[end - 1]) != NULL)
        end--;
    if (all < MODS_PATH)
        mods_normalize_path(path.of, value + start, end - start);
    const size_t length = strlen(path.of);
    if (length > 0 && path.of[length - 1] == '/')
        path.of[length - 1] = '\0';
    return path;
}

/* A path in the folder of the mod, without `extensions/ID/`; empty for other paths, for patterns, and where
 * the attribute is missing. */
static text own_path(const reader *r, const char *value)
{
    const text path = path_of(value != NULL ? value : ""), none = {.of = ""};
    const size_t length = strlen(r->own.of);
    if (length == 0 || strncmp(path.of, r->own.of, length) != 0 || strpbrk(path.of, "*?") != NULL)
        return none;
    return lower_text(path.of + length);
}

/* Whether a value may be a path into another extension. */
static bool is_others_path(const reader *r, const char *value)
{
    static const char start[] = "extensions/";
    const text path = path_of(value);
    return strncmp(path.of, start, sizeof start - 1) == 0 &&
           strncmp(path.of, r->own.of, strlen(r->own.of)) != 0;
}

static const char *attribute(const char **attributes, const char *name)
{
    for (; attributes[0] != NULL; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

/* Whether these elements are open, from the root on: "index/entry". */
static bool is_at(const reader *r, const char *path)
{
    char open[MODS_PATH * 2] = "";
    size_t length = 0;
    for (size_t i = 0; i < r->depth && i < MAX_DEPTH && length < MODS_PATH; i++)
        length += (size_t)snprintf(open + length, sizeof open - length, i > 0 ? "/%s" : "%s", r->stack[i].of);
    return r->depth <= MAX_DEPTH && strcmp(open, path) == 0;
}

#define PART "components/component/connections/connection/parts/part"

static void need_mesh(reader *r, const char *name, const char *number)
{
    mesh *m = &r->meshes[r->mesh_count];
    const text part = lower_text(name);
    const bool plain = part.of[0] != '\0' && strlen(part.of) < MODS_PATH / 2 && strlen(number) < 40;
    if (r->mesh_count == MOST || r->component_count == 0 || r->component_count > MOST || !plain)
        return;
    m->component = r->component_count - 1;
    (void)snprintf(m->name.of, sizeof m->name.of, "%.128s-lod%.40s.xmf", part.of, number);
    r->mesh_count++;
}

static void start_part(reader *r, const char **attributes)
{
    const bool refers = attribute(attributes, "ref") != NULL;
    const char *wreck = attribute(attributes, "wreck");
    r->part = lower_text(refers ? NULL : attribute(attributes, "name"));
    r->has_lods = false;
    if (!refers && wreck != NULL)
        need_mesh(r, wreck, "0");
}

static void start_entry(reader *r, const char **attributes)
{
    const char *value = attribute(attributes, "value"), *name = attribute(attributes, "name");
    if (r->entry_count == MOST || value == NULL || name == NULL)
        return;
    r->entries[r->entry_count].path = own_path(r, value);
    r->entries[r->entry_count].name = lower_text(name);
    r->entry_count += r->entries[r->entry_count].path.of[0] != '\0';
}

static void XMLCALL on_start(void *context, const char *name, const char **attributes)
{
    reader *r = context;
    if (r->depth < MAX_DEPTH)
        (void)snprintf(r->stack[r->depth].of, sizeof r->stack[0].of, "%.32s", name);
    r->depth++;
    for (const char **a = attributes; a[0] != NULL; a += 2) {
        r->uses_own = r->uses_own || own_path(r, a[1]).of[0] != '\0';
        r->uses_others = r->uses_others || is_others_path(r, a[1]);
    }
    if (r->is_index && (is_at(r, "index/entry") || is_at(r, "diff/add/entry")))
        start_entry(r, attributes);
    else if (is_at(r, "components/component"))
        r->component_count++;
    else if (is_at(r, "components/component/source") && r->component_count <= MOST)
        r->geometries[r->component_count - 1] = own_path(r, attribute(attributes, "geometry"));
    else if (is_at(r, PART))
        start_part(r, attributes);
    else if (is_at(r, PART "/lods"))
        r->has_lods = true;
    else if (is_at(r, PART "/lods/lod") && attribute(attributes, "index") != NULL)
        need_mesh(r, r->part.of, attribute(attributes, "index"));
}

static void XMLCALL on_end(void *context, const char *name)
{
    reader *r = context;
    (void)name;
    if (is_at(r, PART) && !r->has_lods)
        need_mesh(r, r->part.of, "0");
    r->depth--;
}

/* A document type may declare entities, which the reader does not follow. */
static void XMLCALL on_doctype(void *context, const char *name, const char *system, const char *public,
                               int inside)
{
    reader *r = context;
    (void)name, (void)system, (void)public, (void)inside;
    r->gives_up = true;
}

static void XMLCALL on_content(void *context, const char *name, const char **attributes)
{
    reader *r = context;
    const text id = lower_text(attribute(attributes, "id"));
    (void)name;
    if (r->depth++ == 0 && id.of[0] != '\0' && strlen(id.of) < MODS_PATH / 2 &&
        strpbrk(id.of, "/\\ \t\r\n*?") == NULL)
        (void)snprintf(r->own.of, sizeof r->own.of, "extensions/%.200s/", id.of);
}

/* False when the file isn't well-formed. */
static bool read_xml(reader *r, const mods_file *file, XML_StartElementHandler start,
                     XML_EndElementHandler end)
{
    r->depth = 0;
    r->parser = XML_ParserCreate(NULL);
    if (r->parser == NULL)
        return true;
    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, start, end);
    XML_SetStartDoctypeDeclHandler(r->parser, on_doctype);
    const enum XML_Status status = XML_Parse(r->parser, (const char *)file->data, (int)file->size, 1);
    const enum XML_Error error = XML_GetErrorCode(r->parser);
    XML_ParserFree(r->parser);
    r->gives_up = r->gives_up || error == XML_ERROR_UNKNOWN_ENCODING || error == XML_ERROR_NO_MEMORY;
    return status == XML_STATUS_OK || r->gives_up;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static const mods_file *find(const reader *r, const char *path, const char *behind)
{
    for (size_t i = 0; i < r->files->count; i++) {
        const text have = lower_text(r->files->items[i].path);
        const size_t length = strlen(path);
        if (!r->files->items[i].with && strncmp(have.of, path, length) == 0 &&
            strcmp(have.of + length, behind) == 0)
            return &r->files->items[i];
    }
    return NULL;
}

/* Whether a folder holds a mesh with `sign` in its name. */
static bool holds(const reader *r, const char *folder, const char *sign)
{
    const size_t length = strlen(folder);
    for (size_t i = 0; i < r->files->count; i++) {
        const text have = lower_text(r->files->items[i].path);
        const size_t end = strlen(have.of);
        const bool is_mesh = end > 4 && mods_ends_with(have.of, ".xmf");
        const bool below = strncmp(have.of, folder, length) == 0 && have.of[length] == '/';
        if (!r->files->items[i].with && is_mesh && below && strchr(have.of + length + 1, '/') == NULL &&
            strstr(have.of + length, sign) != NULL)
            return true;
    }
    return false;
}

static const mods_file *file_of(const reader *r, const entry *e)
{
    static const char *const behind[] = {".xml", ".xml.gz", ""};
    const mods_file *found = NULL;
    for (size_t i = 0; i < 3 && found == NULL; i++)
        found = find(r, e->path.of, behind[i]);
    return found;
}

/* Whether the text of a file contains a name; true where a plain search can't say. */
static bool has_name(const mods_file *file, const char *name)
{
    const size_t length = strlen(name);
    const text path = lower_text(file->path);
    const size_t end = strlen(path.of);
    if (end < 4 || strcmp(path.of + end - 4, ".xml") != 0 ||
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != length ||
        memchr(file->data, 0, file->size) != NULL || memchr(file->data, '&', file->size) != NULL)
        return true;
    for (size_t at = 0; at + length <= file->size; at++) {
        size_t same = 0;
        while (same < length && mods_lower((char)file->data[at + same]) == name[same])
            same++;
        if (same == length || (at + 5 <= file->size && memcmp(file->data + at, "<diff", 5) == 0))
            return true;
    }
    return false;
}

static const char *follow_entries(const reader *r)
{
    bool any = false;
    for (size_t i = 0; i < r->entry_count; i++)
        any = any || file_of(r, &r->entries[i]) != NULL;
    for (size_t i = 0; i < r->entry_count && any; i++) {
        const mods_file *file = file_of(r, &r->entries[i]);
        if (file == NULL)
            return "an entry leads nowhere"; /* relies on x4/index-path */
        if (!has_name(file, r->entries[i].name.of))
            return "an entry names what its file hasn't"; /* relies on x4/index-name */
    }
    return NULL;
}

static const char *follow_meshes(const reader *r)
{
    bool any_mesh = false, any_level = false;
    for (size_t i = 0; i < r->component_count && i < MOST; i++) {
        const char *folder = r->geometries[i].of;
        any_mesh = any_mesh || (folder[0] != '\0' && holds(r, folder, ".xmf"));
        any_level = any_level || (folder[0] != '\0' && holds(r, folder, "-lod"));
    }
    for (size_t i = 0; i < r->mesh_count && any_mesh; i++) {
        const char *folder = r->geometries[r->meshes[i].component].of;
        char path[MODS_PATH * 2];
        (void)snprintf(path, sizeof path, "%s/%s", folder, r->meshes[i].name.of);
        if (folder[0] != '\0' && !holds(r, folder, ".xmf"))
            return "a component has no meshes"; /* relies on x4/geometry-folder */
        if (folder[0] != '\0' && any_level && strlen(path) < MODS_PATH && find(r, path, "") == NULL)
            return "a part has no mesh"; /* relies on x4/missing-mesh */
    }
    return NULL;
}

/* ---- The mod ------------------------------------------------------------------------------------------- */

/* The content.xml, if there is one only, at the top of the mod. One of a reference may be that of the same
 * mod, whose files are then together.
 */
static const mods_file *only_content(const mods_files *files)
{
    const mods_file *found = NULL;
    size_t count = 0;
    for (size_t i = 0; i < files->count; i++) {
        const mods_file *file = &files->items[i];
        const text path = lower_text(file->path);
        if (!mods_ends_with(path.of, "content.xml"))
            continue;
        count++;
        found = strlen(file->path) == strlen("content.xml") ? file : found;
    }
    return count == 1 ? found : NULL;
}

/* Whether a file has the path of one before it, in any case: the game, which runs on Windows, sees only one.
 */
static bool is_hidden(const mods_files *files, size_t number)
{
    const mods_file *file = &files->items[number];
    const text path = lower_text(file->path);
    for (size_t i = 0; i < number; i++) {
        const text before = lower_text(files->items[i].path);
        if (files->items[i].with == file->with && strcmp(before.of, path.of) == 0)
            return true;
    }
    return false;
}

static const char *read_mod(reader *r, const mods_file *content)
{
    if (!read_xml(r, content, on_content, NULL))
        return "content.xml isn't well-formed"; /* relies on x4/xml */
    for (size_t i = 0; i < r->files->count; i++) {
        const mods_file *file = &r->files->items[i];
        const text path = lower_text(file->path);
        if (file->with || !mods_ends_with(path.of, ".xml") || strlen(path.of) == strlen(".xml"))
            continue; /* a name that is only an extension has none */
        if (is_hidden(r->files, i))
            continue;
        r->is_index =
            strcmp(path.of, "index/macros.xml") == 0 || strcmp(path.of, "index/components.xml") == 0;
        if (!read_xml(r, file, on_start, on_end))
            return "a file isn't well-formed"; /* relies on x4/xml */
    }
    if (r->gives_up || !r->uses_own || r->uses_others)
        return NULL;
    const char *broken = follow_entries(r);
    return broken != NULL ? broken : follow_meshes(r);
}

const char *mods_believe_x4(const mods_files *files)
{
    const mods_file *content = only_content(files);
    reader *r = content != NULL ? calloc(1, sizeof *r) : NULL;
    if (r == NULL)
        return NULL;
    r->files = files;
    const char *broken = read_mod(r, content);
    free(r);
    return broken;
}
