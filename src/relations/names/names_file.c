/* names_file.c: reads the lines of a file of names. */
#include "relations/names/names_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/sort.h"
#include "core/text.h"
#include "relations/file_names.h"

static const char *const words[AL_NAME_KINDS] = {
    [AL_NAME_COLLECTION] = "collection", [AL_NAME_COMPONENT] = "component", [AL_NAME_FILE] = "file",
    [AL_NAME_MACRO] = "macro",           [AL_NAME_MATERIAL] = "material",   [AL_NAME_TYPE] = "type"};

const char *al_name_kind_word(al_name_kind kind)
{
    return words[kind];
}

bool al_is_names(const char *path, al_span head)
{
    return al_has_extension(path, "names", 5) ||
           al_starts_with(head, AL_NAMES_START, sizeof AL_NAMES_START - 1);
}

/* ---- Order --------------------------------------------------------------------------------------------- */

/* By kind, then by the first part, then by the others. */
static int compare_names(const void *left, const void *right, void *context)
{
    const al_name *a = left, *b = right;
    (void)context;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    const int first = strcmp(a->text, b->text);
    if (first != 0)
        return first;
    const int order = memcmp(a->text, b->text, a->size < b->size ? a->size : b->size);
    return order != 0 ? order : (a->size > b->size) - (a->size < b->size);
}

/* The index of the first line that doesn't come before a kind. */
static size_t first_of_kind(const al_names *names, unsigned kind)
{
    const al_name wanted = {.kind = (al_name_kind)kind, .text = "", .size = 0};
    return al_lower_bound(names->items, (size_t)names->count, sizeof wanted, &wanted, compare_names, NULL);
}

size_t al_names_of_kind(const al_names *names, al_name_kind kind, size_t *count)
{
    const size_t first = first_of_kind(names, kind);
    *count = first_of_kind(names, (unsigned)kind + 1) - first;
    return first;
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

const char *al_name_part(const al_name *name, unsigned part)
{
    const char *text = name->text;
    if (part >= name->parts)
        return "";
    for (; part > 0; part--)
        text += strlen(text) + 1;
    return text;
}

const char *al_names_path(const al_name *file)
{
    for (unsigned i = 1; i < file->parts; i++) {
        const char *part = al_name_part(file, i);
        if (strlen(part) == strlen(file->text) && al_same_ignoring_case(part, file->text, strlen(part)))
            return part;
    }
    return file->text;
}

/* ---- Lines --------------------------------------------------------------------------------------------- */

/* The line that is read. */
typedef struct reading {
    al_names *names;
    al_arena *arena;
    al_mistake *mistake;
    const char *line; /* ends with NUL */
    uint64_t number;  /* from 1 */
} reading;

/* Tells what is wrong at a place in the line. Returns false. */
AL_PRINTF(3, 4) static bool refuse(const reading *r, const char *at, const char *sentence, ...)
{
    va_list values;
    *r->mistake = (al_mistake){.line = r->number, .column = 1};
    for (const char *before = r->line; before < at; before++)
        r->mistake->column += ((uint8_t)*before & 0xC0) != 0x80; /* characters of UTF-8 */
    va_start(values, sentence);
    (void)vsnprintf(r->mistake->text, sizeof r->mistake->text, sentence, values);
    va_end(values);
    return false;
}

static bool refuse_for_memory(const reading *r)
{
    *r->mistake = (al_mistake){.no_memory = true};
    return false;
}

/* Reads `\xNN`, which is no NUL. */
static bool read_escape(const reading *r, const char *at, char *byte)
{
    uint32_t first = 0, second = 0;
    const bool whole =
        at[1] == 'x' && al_hex_digit((uint8_t)at[2], &first) && al_hex_digit((uint8_t)at[3], &second);
    *byte = (char)(first << 4 | second);
    return (whole && *byte != '\0') || refuse(r, at, "\\ begins \\xNN, a byte other than 0 by two digits");
}

/* Decodes a name into `text`, which has as much room, and separates its parts. */
static bool read_parts(const reading *r, const char *at, char *text, al_name *name)
{
    while (*at != '\0') {
        const size_t length = al_utf8_length(at, strlen(at));
        if ((uint8_t)*at < ' ' || *at == 0x7F)
            return refuse(r, at, "a control character is written as \\xNN, and lines end with LF alone");
        if (length == 0)
            return refuse(r, at, "the text is no UTF-8");
        if (*at == '\\') {
            if (!read_escape(r, at, &text[name->size++]))
                return false;
            at += sizeof "xNN";
        } else if (at[0] == '/' && at[1] == '/') {
            text[name->size++] = '\0';
            name->parts++;
            at += 2;
        } else {
            memcpy(text + name->size, at, length);
            name->size += length;
            at += length;
        }
    }
    text[name->size++] = '\0';
    return true;
}

static bool add_name(const reading *r, const al_name *name)
{
    return AL_ADD(r->arena, *r->names, *name) || refuse_for_memory(r);
}

static bool read_line(const reading *r)
{
    const size_t word = strcspn(r->line, " ");
    unsigned kind = 0;
    while (kind < AL_NAME_KINDS && (strlen(words[kind]) != word || memcmp(words[kind], r->line, word) != 0))
        kind++;
    if (kind == AL_NAME_KINDS)
        return refuse(r, r->line, "a line begins with collection, component, file, macro, material or type");
    const char *start = r->line + word + (r->line[word] == ' ');
    if (*start == '\0')
        return refuse(r, start, "a name is missing behind \"%s\"", words[kind]);
    al_name name = {.kind = (al_name_kind)kind, .parts = 1};
    char *text = al_alloc(r->arena, strlen(start) + 1, 1);
    if (text == NULL)
        return refuse_for_memory(r);
    name.text = text;
    if (!read_parts(r, start, text, &name))
        return false;
    if (text[0] == '\0' && name.kind != AL_NAME_TYPE)
        return refuse(r, start, "only a type may have no name in front of //");
    return add_name(r, &name);
}

/* ---- Names without a path ------------------------------------------------------------------------------ */

static bool is_macros(const char *path)
{
    return strcmp(path, "index/macros.xml") == 0;
}

static bool is_components(const char *path)
{
    return strcmp(path, "index/components.xml") == 0;
}

static bool is_library(const char *path)
{
    static const char library[] = "libraries/material_library.xml";
    const size_t length = strlen(path), end = sizeof library - 1;
    return al_ends_with(path, library, end) && (length == end || path[length - end - 1] == '/');
}

static bool is_part(const char *path, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(path, name, length) == 0;
}

bool al_names_has_types(const char *path)
{
    const size_t folder = al_folder_length(path);
    bool read = false;
    for (size_t at = 0; at < folder; at += strcspn(path + at, "/") + 1) {
        const size_t length = strcspn(path + at, "/");
        if (read)
            return false; /* in a folder of that folder */
        read = is_part(path + at, length, "interface") || is_part(path + at, length, "gfx");
    }
    return read && al_has_extension(path, "gfx", 3);
}

/* The files that names of one part are looked for in: the first that `is` so, else one that is called `path`.
 */
static const struct place {
    al_name_kind kinds[2];
    bool (*is)(const char *path);
    const char *path;
} places[AL_NAME_PLACES] = {
    [AL_NAMES_OF_MACROS] = {{AL_NAME_MACRO, AL_NAME_MACRO}, is_macros, "index/macros.xml"},
    [AL_NAMES_OF_COMPONENTS] = {{AL_NAME_COMPONENT, AL_NAME_COMPONENT},
                                is_components,
                                "index/components.xml"},
    [AL_NAMES_OF_LIBRARY] = {{AL_NAME_COLLECTION, AL_NAME_MATERIAL},
                             is_library,
                             "libraries/material_library.xml"},
    [AL_NAMES_OF_TYPES] = {{AL_NAME_TYPE, AL_NAME_TYPE}, al_names_has_types, "interface/types.gfx"}};

static const char *first_file(const al_names *names, bool (*is)(const char *path))
{
    size_t count;
    const size_t first = al_names_of_kind(names, AL_NAME_FILE, &count);
    for (size_t i = first; i < first + count; i++)
        if (is(names->items[i].text))
            return names->items[i].text;
    return NULL;
}

static bool has_plain(const al_names *names, al_name_kind kind)
{
    size_t count;
    const size_t first = al_names_of_kind(names, kind, &count);
    for (size_t i = first; i < first + count; i++)
        if (names->items[i].parts == 1)
            return true;
    return false;
}

/* Finds the files of names that have no path, or adds them. */
static bool find_places(const reading *r)
{
    al_names *names = r->names;
    bool missing[AL_NAME_PLACES] = {false}, ok = true;
    for (size_t i = 0; i < AL_NAME_PLACES; i++) {
        names->places[i] = first_file(names, places[i].is);
        missing[i] = names->places[i] == NULL &&
                     (has_plain(names, places[i].kinds[0]) || has_plain(names, places[i].kinds[1]));
    }
    for (size_t i = 0; ok && i < AL_NAME_PLACES; i++) {
        const char *path = places[i].path;
        const al_name file = {.kind = AL_NAME_FILE, .parts = 1, .text = path, .size = strlen(path) + 1};
        names->places[i] = missing[i] ? path : names->places[i];
        ok = !missing[i] || add_name(r, &file);
    }
    al_sort(names->items, (size_t)names->count, sizeof *names->items, compare_names, NULL);
    return ok;
}

/* ---- The file ------------------------------------------------------------------------------------------ */

static bool read_header(const reading *r)
{
    if (strcmp(r->line, AL_NAMES_HEADER) == 0)
        return true;
    if (strncmp(r->line, AL_NAMES_START, sizeof AL_NAMES_START - 1) == 0)
        return refuse(r, r->line + sizeof AL_NAMES_START - 1,
                      "this version reads names 1: make the file anew, with assetlint index");
    if (strncmp(r->line, "\xFF\xFE", 2) == 0)
        return refuse(r, r->line, "the file is in UTF-16, as > of PowerShell writes it, and not in UTF-8");
    return refuse(r, r->line, "the first line of a file of names is \"%s\"", AL_NAMES_HEADER);
}

bool al_names_read(al_names *names, al_span text, al_arena *arena, al_mistake *mistake)
{
    reading r = {.names = names, .arena = arena, .mistake = mistake};
    *names = (al_names){.count = 0};
    for (uint64_t at = 0, end; at < text.len || r.number == 0; at = end + 1) {
        for (end = at; end < text.len && al_u8_at(text, end) != '\n'; end++)
            continue;
        char *line = al_copy_bytes(arena, al_slice_available(text, at, end - at));
        r.line = line;
        r.number++;
        if (line == NULL)
            return refuse_for_memory(&r);
        if (r.number == 1 && !read_header(&r))
            return false;
        if (strlen(line) < end - at)
            return refuse(&r, line + strlen(line), "a line has no byte 0");
        if (r.number > 1 && !read_line(&r))
            return false;
        if (end == text.len)
            return refuse(&r, line + strlen(line), "the file ends within a line: it may have been cut off");
    }
    al_sort(names->items, (size_t)names->count, sizeof *names->items, compare_names, NULL);
    return find_places(&r);
}
