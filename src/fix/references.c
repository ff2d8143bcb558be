/* references.c: writes values of XML attributes and of .gfx files. A file is read before and after: all of
 * its elements and values must be the same, but for the new ones. */
#include "fix/references.h"

#include <stdio.h>
#include <string.h>

#include "core/map.h"
#include "core/sort.h"
#include "core/text.h"
#include "relations/file_names.h"
#include "relations/paradox/paradox.h"
#include "relations/xml/xml.h"

static const char changed[] = "the file is not the one that was checked",
                  unwritable[] = "the name has characters that can't be written there",
                  disputed[] = "several names are proposed for it";

static bool is_xml(const char *format)
{
    return strcmp(format, "xml") == 0;
}

bool al_references_are_in(const char *format)
{
    return format != NULL && (is_xml(format) || strcmp(format, "clausewitz") == 0);
}

/* ---- Proposals ----------------------------------------------------------------------------------------- */

/* The text that a finding proposes. A mesh is called like its part, with "-lod0.xmf" or the like behind. */
static al_span proposal_of(const al_finding *f)
{
    al_span text = al_span_of(f->expected.as.text.bytes, f->expected.as.text.length);
    if (strcmp(f->rule->id, "x4/missing-mesh") != 0)
        return text;
    const size_t start = al_last_part(f->expected.as.text.bytes, text.len);
    text = al_slice_available(text, start, text.len);
    size_t end = text.len;
    while (end > 0 && !(al_u8_at(text, end) == '-' && al_u8_at(text, end + 1) == 'l'))
        end--;
    return al_slice_available(text, 0, end);
}

static bool is_text(al_value value, const char *text)
{
    return value.kind == AL_VALUE_TEXT && value.as.text.length == strlen(text) &&
           memcmp(value.as.text.bytes, text, strlen(text)) == 0;
}

static const char *kept(al_references *r, const char *text)
{
    r->no_memory = r->no_memory || text == NULL;
    return text != NULL ? text : "";
}

/* Adds what is written for a reference, unless another one has written the same. `before` is the old value.
 */
static void add(al_references *r, al_misspelling *of, al_rewrite rewrite, const char *field,
                const char *before)
{
    of->obstacle = NULL;
    for (uint64_t i = r->rewrite_count; is_xml(r->format) && i > 0; i--) {
        const al_rewrite *other = &r->rewrites[i - 1];
        if (other->edit.offset != rewrite.edit.offset)
            continue;
        of->obstacle = strcmp(other->text, rewrite.text) == 0 ? NULL : disputed;
        return;
    }
    rewrite.finding = of->finding;
    rewrite.edit.field = kept(r, al_copy_text(r->arena, field, strlen(field)));
    rewrite.edit.before = kept(r, al_escape_copy(r->arena, before, strlen(before)));
    rewrite.edit.after = kept(r, al_escape_copy(r->arena, rewrite.text, strlen(rewrite.text)));
    if (!AL_APPEND(r->arena, r->rewrites, r->rewrite_count, r->rewrite_capacity, rewrite))
        r->no_memory = true;
}

/* ---- Values of XML ------------------------------------------------------------------------------------- */

/* What a character may become: "&#x10FFFF;" in UTF-16. */
enum { LONGEST_FORM = 32 };

/* Writes a character of UTF-8 as it stands between such quotes. */
static void form_of(const al_xml_text *xml, const char *character, size_t length, uint32_t quote, char *form)
{
    const uint32_t number = al_code_point(character, length);
    if (number == '&' || number == '<')
        (void)snprintf(form, LONGEST_FORM, number == '&' ? "&amp;" : "&lt;");
    else if (number == quote)
        (void)snprintf(form, LONGEST_FORM, quote == '"' ? "&quot;" : "&apos;");
    else if (number > INT8_MAX && xml->columns != AL_COLUMNS_UTF8)
        (void)snprintf(form, LONGEST_FORM, "&#x%X;", (unsigned)number);
    else
        (void)snprintf(form, LONGEST_FORM, "%.*s", (int)length, character);
}

/* The bytes of a value in the encoding of a file: a character that is not ASCII is written by its number
 * where the file isn't UTF-8. False if the value has characters that XML forbids. */
static bool encode(al_references *r, const al_xml_text *xml, uint32_t quote, const char *text, al_span *out)
{
    const size_t length = strlen(text), wide = xml->columns == AL_COLUMNS_UTF16;
    uint8_t *bytes = al_alloc(r->arena, length, LONGEST_FORM);
    size_t end = 0;
    r->no_memory = r->no_memory || bytes == NULL;
    for (size_t at = 0, n; bytes != NULL && at < length; at += n) {
        char form[LONGEST_FORM];
        n = al_utf8_length(text + at, length - at);
        if (n == 0 || (uint8_t)text[at] < ' ')
            return false;
        form_of(xml, text + at, n, quote, form);
        for (const char *c = form; *c != '\0'; c++) {
            if (wide && xml->bytes.big_endian)
                bytes[end++] = 0;
            bytes[end++] = (uint8_t)*c;
            if (wide && !xml->bytes.big_endian)
                bytes[end++] = 0;
        }
    }
    *out = al_span_of(bytes, end);
    return true;
}

/* ---- XML ----------------------------------------------------------------------------------------------- */

typedef struct xml_planning {
    al_references *r;
    uint64_t next;   /* the first reference behind the tags that were read */
    al_rewrite part; /* the name of the last <part>, */
    al_xml_text text;
    const char *part_name; /* and its value; NULL: there is none */
} xml_planning;

static al_rewrite attribute_of(const al_xml_tag *tag, const char *name)
{
    const al_span bytes = al_xml_attribute_bytes(tag, name);
    return (al_rewrite){
        .edit = {.offset = bytes.base, .removed = bytes.len}, .attribute = name, .at = tag->offset};
}

/* The attribute that a finding is about, the last part of its field. That of an element is about its name. */
static const char *attribute_at(const al_finding *f)
{
    static const char *const names[] = {"value", "name", "geometry", "ref", "parent", "wreck"};
    const char *at = strrchr(f->field, '@');
    for (size_t i = 0; at != NULL && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(at + 1, names[i]) == 0)
            return names[i];
    return "name";
}

static void rewrite(xml_planning *p, al_misspelling *of, al_rewrite new, const char *value)
{
    al_references *r = p->r;
    const al_span proposal = proposal_of(of->finding);
    const uint64_t before = new.edit.offset - (p->text.columns == AL_COLUMNS_UTF16 ? 2 : 1);
    const uint32_t quote = p->text.columns == AL_COLUMNS_UTF16 ? al_u16_at(p->text.bytes, before)
                                                               : al_u8_at(p->text.bytes, before);
    new.text = kept(r, al_copy_bytes(r->arena, proposal));
    if (encode(r, &p->text, quote, new.text, &new.edit.bytes))
        add(r, of, new, of->finding->field, value);
    else
        of->obstacle = unwritable;
}

/* A level of detail is missing because its part is called otherwise. */
static void plan_in_tag(xml_planning *p, al_misspelling *of, const al_xml_tag *tag)
{
    const al_finding *f = of->finding;
    const char *name = attribute_at(f), *value = al_xml_attribute(tag, name);
    if (strcmp(tag->name, "lod") == 0) {
        if (p->part_name != NULL)
            rewrite(p, of, p->part, p->part_name);
    } else if (value != NULL && is_text(f->actual, value)) {
        const al_rewrite new = attribute_of(tag, name);
        const bool whole = f->offset == tag->offset && f->length == tag->length;
        if (whole || (f->offset == new.edit.offset && f->length == new.edit.removed))
            rewrite(p, of, new, value);
    }
}

static bool plan_tag(void *context, const al_xml_tag *tag)
{
    xml_planning *p = context;
    al_references *r = p->r;
    const char *name = strcmp(tag->name, "part") == 0 ? al_xml_attribute(tag, "name") : NULL;
    p->text = *tag->text;
    if (name != NULL) {
        p->part = attribute_of(tag, "name");
        p->part_name = kept(r, al_copy_text(r->arena, name, strlen(name)));
    }
    for (; p->next < r->count && r->items[p->next].finding->offset < tag->offset + tag->length; p->next++)
        if (r->items[p->next].finding->offset >= tag->offset)
            plan_in_tag(p, &r->items[p->next], tag);
    return !r->no_memory;
}

/* The elements of a file with their attributes. */
typedef struct digest {
    const al_references *r; /* the values that it gets; NULL: it has them */
    uint64_t next, hash;
} digest;

static void take(digest *d, const char *text)
{
    d->hash = al_hash_bytes(d->hash, text, strlen(text) + 1);
}

static bool take_tag(void *context, const al_xml_tag *tag)
{
    digest *d = context;
    d->hash = al_hash_bytes(d->hash, (const char *)&tag->depth, sizeof tag->depth);
    take(d, tag->name);
    const uint64_t first = d->next;
    while (d->r != NULL && d->next < d->r->rewrite_count && d->r->rewrites[d->next].at == tag->offset)
        d->next++;
    for (const char *const *a = tag->attributes; *a != NULL; a += 2) {
        const char *value = a[1];
        for (uint64_t i = first; i < d->next; i++)
            if (strcmp(d->r->rewrites[i].attribute, a[0]) == 0)
                value = d->r->rewrites[i].text;
        take(d, a[0]);
        take(d, value);
    }
    return true;
}

static al_xml_outcome digest_of(al_references *r, al_span file, digest *d)
{
    const al_xml_visitor visitor = {.context = d, .start = take_tag};
    const al_xml_result read = al_xml_read(file, r->arena->budget, &visitor);
    r->no_memory = r->no_memory || read.outcome == AL_XML_NO_MEMORY;
    return read.outcome;
}

static bool hold_xml(al_references *r, al_span fixed)
{
    digest was = {.r = r, .hash = AL_HASH_START}, is = {.hash = AL_HASH_START};
    return digest_of(r, r->file, &was) == AL_XML_WHOLE && digest_of(r, fixed, &is) == AL_XML_WHOLE &&
           was.next == r->rewrite_count && was.hash == is.hash;
}

/* ---- .gfx ---------------------------------------------------------------------------------------------- */

static void read_gfx(al_references *r, al_span file, pdx_gfx *gfx)
{
    al_kept_texts texts = {.arena = r->arena};
    *gfx = (pdx_gfx){.number = 0};
    r->no_memory = r->no_memory || !pdx_gfx_read(gfx, file, &texts, r->arena);
}

/* A path with the separators of another one. NULL: it has characters that a .gfx can't have, or whose
 * encoding is not known. */
static const char *path_like(al_references *r, const char *like, al_span path)
{
    const char *slash = strchr(like, '\\'), *separator = slash == NULL      ? "/"
                                                         : slash[1] == '\\' ? "\\\\"
                                                                            : "\\";
    char *out = al_alloc(r->arena, path.len * 2 + 1, 1);
    size_t end = 0;
    r->no_memory = r->no_memory || out == NULL;
    for (size_t i = 0; out != NULL && i < path.len; i++) {
        const uint8_t byte = al_u8_at(path, i);
        if (byte < ' ' || byte > '~' || byte == '"')
            return NULL;
        if (byte != '/')
            out[end++] = (char)byte;
        for (const char *c = separator; byte == '/' && *c != '\0'; c++)
            out[end++] = *c;
    }
    return out != NULL ? out : "";
}

static void rewrite_item(al_references *r, al_misspelling *of, const pdx_gfx *gfx, uint32_t number)
{
    const pdx_item *item = &gfx->items[number];
    const bool quoted = al_u8_at(r->file, item->place.offset) == '"';
    al_rewrite new = {.at = number,
                      .text = path_like(r, item->text, proposal_of(of->finding)),
                      .edit = {.offset = item->place.offset + quoted, .removed = strlen(item->text)}};
    if (new.text == NULL || (!quoted && strpbrk(new.text, " {}=#") != NULL)) {
        of->obstacle = unwritable;
        return;
    }
    pdx_field_text field;
    pdx_field(&field, gfx, number);
    new.edit.bytes = al_span_of(new.text, strlen(new.text));
    add(r, of, new, field.text, item->text);
}

/* A finding is about all references of the file to one missing file, of which it names the first. */
static void plan_gfx(al_references *r)
{
    pdx_gfx gfx;
    al_map places = {.root = NULL};
    al_text_map files = {.root = NULL};
    read_gfx(r, r->file, &gfx);
    for (uint64_t i = 0; i < r->count && !r->no_memory; i++)
        if (al_map_find(&places, r->items[i].finding->offset) == NULL)
            r->no_memory = !al_map_add(&places, r->arena, r->items[i].finding->offset, (uint32_t)i);
    for (uint32_t i = 0; i < gfx.item_count && !r->no_memory; i++) {
        const pdx_item *item = &gfx.items[i];
        if (item->role != PDX_REFERENCE)
            continue;
        const size_t length = strlen(item->file);
        const uint32_t *at = al_map_find(&places, item->place.offset);
        const uint32_t *known = al_text_map_find(&files, item->file, length);
        if (known == NULL && at != NULL && is_text(r->items[*at].finding->actual, item->text)) {
            r->no_memory = !al_text_map_add(&files, r->arena, item->file, length, *at);
            known = at;
        }
        if (known != NULL)
            rewrite_item(r, &r->items[*known], &gfx, i);
    }
}

static bool is_same_item(const pdx_item *a, const pdx_item *b, const char *text)
{
    return a->up == b->up && a->type == b->type && a->ordinal == b->ordinal && a->role == b->role &&
           a->again == b->again && strcmp(a->key, b->key) == 0 && strcmp(text, b->text) == 0;
}

static bool hold_gfx(al_references *r, al_span fixed)
{
    pdx_gfx was, is;
    uint64_t next = 0;
    read_gfx(r, r->file, &was);
    read_gfx(r, fixed, &is);
    bool same = !r->no_memory && was.item_count == is.item_count && was.type_count == is.type_count;
    for (uint32_t i = 0; i < was.item_count && same; i++) {
        const bool new = next < r->rewrite_count && r->rewrites[next].at == i;
        same = is_same_item(&was.items[i], &is.items[i], new ? r->rewrites[next].text : was.items[i].text);
        next += new;
    }
    return same && next == r->rewrite_count;
}

/* ---- Both ---------------------------------------------------------------------------------------------- */

static int by_finding(const void *left, const void *right, void *context)
{
    const al_misspelling *a = left, *b = right;
    (void)context;
    const uint64_t one = a->finding->offset, other = b->finding->offset;
    return (one > other) - (one < other);
}

static int by_offset(const void *left, const void *right, void *context)
{
    const al_rewrite *a = left, *b = right;
    (void)context;
    return (a->edit.offset > b->edit.offset) - (a->edit.offset < b->edit.offset);
}

void al_references_plan(al_references *r)
{
    xml_planning p = {.r = r};
    const al_xml_visitor visitor = {.context = &p, .start = plan_tag};
    for (uint64_t i = 0; i < r->count; i++)
        r->items[i].obstacle = changed;
    al_sort(r->items, (size_t)r->count, sizeof *r->items, by_finding, NULL);
    if (!is_xml(r->format))
        plan_gfx(r);
    else if (al_xml_read(r->file, r->arena->budget, &visitor).outcome == AL_XML_NO_MEMORY)
        r->no_memory = true;
    al_sort(r->rewrites, (size_t)r->rewrite_count, sizeof *r->rewrites, by_offset, NULL);
}

bool al_references_hold(al_references *r, al_span fixed)
{
    return is_xml(r->format) ? hold_xml(r, fixed) : hold_gfx(r, fixed);
}
