/* xml.c: runs expat over a file, with its memory charged to a budget. */
#include "relations/xml/xml.h"

#include <expat.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* In front of each block of expat. */
typedef struct header {
    alignas(max_align_t) uint64_t size; /* of the block in bytes, with this header */
} header;

/* checksrc: allow global: expat passes no context to its allocator, so the budget can't be an argument */
static _Thread_local al_budget *payer;

/* Charges both blocks, since the system may hold both for a moment. */
static void *change(void *bytes, size_t size)
{
    header *old = bytes != NULL ? (header *)bytes - 1 : NULL;
    const uint64_t before = old != NULL ? old->size : 0, total = al_sum(size, sizeof(header));
    if (!al_budget_charge(payer, total))
        return NULL;
    header *h = realloc(old, (size_t)total);
    al_budget_release(payer, h != NULL ? before : total);
    if (h == NULL) {
        al_budget_fail(payer);
        return NULL;
    }
    h->size = total;
    return h + 1;
}

static void *take(size_t size)
{
    return change(NULL, size);
}

static void give_back(void *bytes)
{
    header *h = bytes != NULL ? (header *)bytes - 1 : NULL;
    if (h == NULL)
        return;
    al_budget_release(payer, h->size);
    free(h);
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* Bytes that the parser gets at once: it copies them. After each part but the last it also counts lines, for
 * which there is no use here, so nearly all files are one part. */
enum { AT_ONCE = 1 << 17, MOST_AT_ONCE = 1 << 29 };

typedef struct reading {
    XML_Parser parser;
    const al_xml_visitor *visitor;
    al_xml_result result;
    unsigned depth;
    uint64_t *open; /* offsets of the tags of open elements, outermost first */
    bool any;       /* it had an element */
} reading;

static void stop(reading *r, al_xml_outcome why)
{
    r->result.outcome = why;
    (void)XML_StopParser(r->parser, XML_FALSE);
}

static void on_start(void *context, const XML_Char *name, const XML_Char **attributes)
{
    reading *r = context;
    const al_xml_tag tag = {.text = &r->result.text,
                            .name = name,
                            .attributes = (const char *const *)attributes,
                            .offset = (uint64_t)XML_GetCurrentByteIndex(r->parser),
                            .length = (uint64_t)XML_GetCurrentByteCount(r->parser),
                            .depth = r->depth + 1};
    if (r->result.outcome != AL_XML_WHOLE) /* the parser may call again before it stops */
        return;
    r->any = true;
    r->depth++;
    if (r->depth > AL_XML_MOST_DEPTH) {
        stop(r, AL_XML_TOO_DEEP);
        return;
    }
    r->open[r->depth - 1] = tag.offset;
    if (!r->visitor->start(r->visitor->context, &tag))
        stop(r, AL_XML_NO_MEMORY);
}

static void on_end(void *context, const XML_Char *name)
{
    reading *r = context;
    (void)name;
    if (r->result.outcome != AL_XML_WHOLE)
        return;
    r->depth--;
    if (r->visitor->end != NULL)
        r->visitor->end(r->visitor->context);
}

/* This handler does nothing; while it is set, expat expands no entities. */
static void on_other(void *context, const XML_Char *text, int length)
{
    (void)context, (void)text, (void)length;
}

/* Only a document type can declare entities, and few files have one. */
static void on_document_type(void *context, const XML_Char *name, const XML_Char *system,
                             const XML_Char *public, int has_subset)
{
    const reading *r = context;
    (void)name, (void)system, (void)public, (void)has_subset;
    XML_SetDefaultHandler(r->parser, on_other);
}

static void on_declaration(void *context, const XML_Char *version, const XML_Char *encoding, int standalone)
{
    reading *r = context;
    (void)version, (void)standalone;
    if (encoding == NULL)
        return;
    (void)snprintf(r->result.encoding, sizeof r->result.encoding, "%s", encoding);
    if (r->result.text.columns == AL_COLUMNS_UTF8 && !al_xml_is_utf8(encoding))
        r->result.text.columns = AL_COLUMNS_BYTES;
}

static int on_unknown_encoding(void *context, const XML_Char *name, XML_Encoding *encoding)
{
    (void)context;
    encoding->data = NULL;
    encoding->convert = NULL;
    encoding->release = NULL;
    return al_xml_one_byte_encoding(name, encoding->map) ? XML_STATUS_OK : XML_STATUS_ERROR;
}

/* Recognises UTF-16 by its first two bytes, as expat does. */
static al_xml_text text_of(al_span bytes)
{
    al_xml_text text = {.bytes = bytes, .columns = AL_COLUMNS_UTF8};
    const uint16_t first = al_u16_at(bytes, 0);
    enum { MARK = 0xFEFF, MARK_TURNED = 0xFFFE, LESS_THAN = '<', LESS_THAN_TURNED = '<' << 8 };
    text.bytes.big_endian = first == MARK_TURNED || first == LESS_THAN_TURNED;
    if (bytes.len >= 2 && (first == MARK || first == LESS_THAN || text.bytes.big_endian))
        text.columns = AL_COLUMNS_UTF16;
    return text;
}

static XML_Parser new_parser(reading *r)
{
    static const XML_Memory_Handling_Suite memory = {take, change, give_back};
    XML_Parser parser = XML_ParserCreate_MM(NULL, &memory, NULL);
    if (parser == NULL)
        return NULL;
    XML_SetUserData(parser, r);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetXmlDeclHandler(parser, on_declaration);
    XML_SetStartDoctypeDeclHandler(parser, on_document_type);
    XML_SetUnknownEncodingHandler(parser, on_unknown_encoding, NULL);
    return parser;
}

static al_xml_outcome outcome_of(const reading *r, enum XML_Error error)
{
    if (r->result.outcome != AL_XML_WHOLE)
        return r->result.outcome;
    if (error == XML_ERROR_NO_MEMORY)
        return AL_XML_NO_MEMORY;
    if (error == XML_ERROR_UNKNOWN_ENCODING)
        return AL_XML_UNKNOWN_ENCODING;
    return error == XML_ERROR_NO_ELEMENTS && !r->any ? AL_XML_WITHOUT_ELEMENT : AL_XML_BROKEN;
}

/* Notes why and where the parser stopped; before the first byte it has no offset. */
static void end_early(reading *r, enum XML_Error error)
{
    const XML_Index at = XML_GetCurrentByteIndex(r->parser);
    const uint64_t size = r->result.text.bytes.len;
    r->result.outcome = outcome_of(r, error);
    r->result.offset = at < 0 ? 0 : (uint64_t)at < size ? (uint64_t)at : size;
    const bool is_open = r->depth > 0 && r->depth <= AL_XML_MOST_DEPTH;
    al_xml_explain(&r->result, (int)error, is_open ? &r->open[r->depth - 1] : NULL, r->any ? r->open[0] : 0);
}

/* Bytes of the next part. A tag or a text that a part doesn't end, the parser reads again from its beginning:
 * so that this takes time in proportion to it, each further part of it is twice as large. */
static uint64_t next_size(const reading *r, uint64_t size, uint64_t start)
{
    const XML_Index at = XML_GetCurrentByteIndex(r->parser);
    const bool goes_on = at >= 0 && (uint64_t)at < start;
    return !goes_on ? AT_ONCE : size < MOST_AT_ONCE ? 2 * size : size;
}

static void parse(reading *r, al_span bytes)
{
    uint64_t at = 0, size = AT_ONCE;
    enum XML_Status status = XML_STATUS_OK;
    bool last = false;
    while (status == XML_STATUS_OK && !last) {
        const al_span part = al_slice_available(bytes, at, size);
        last = at + part.len == bytes.len;
        status = XML_Parse(r->parser, (const char *)part.ptr, (int)part.len, last);
        size = next_size(r, size, at);
        at += part.len;
    }
    if (status != XML_STATUS_OK)
        end_early(r, XML_GetErrorCode(r->parser));
}

al_xml_result al_xml_read(al_span bytes, al_budget *budget, const al_xml_visitor *visitor)
{
    uint64_t open[AL_XML_MOST_DEPTH];
    reading r = {.visitor = visitor, .result = {.text = text_of(bytes)}, .open = open};
    payer = budget;
    r.parser = new_parser(&r);
    if (r.parser != NULL)
        parse(&r, bytes);
    else
        r.result.outcome = AL_XML_NO_MEMORY;
    XML_ParserFree(r.parser);
    payer = NULL;
    return r.result;
}

/* ---- Attributes ---------------------------------------------------------------------------------------- */

const char *al_xml_attribute(const al_xml_tag *tag, const char *name)
{
    for (size_t i = 0; tag->attributes[i] != NULL; i += 2)
        if (al_text_equals(tag->attributes[i], name))
            return tag->attributes[i + 1];
    return NULL;
}

/* A position in a start tag. Expat has checked that the tag is well-formed, so this isn't checked again; a
 * mistake here would give a wrong offset, but still one in the tag. Only ASCII characters matter, in every
 * encoding. */
typedef struct scan {
    al_span tag;
    bool wide; /* units have two bytes */
    uint64_t at;
} scan;

static uint32_t peek(const scan *s)
{
    return s->wide ? al_u16_at(s->tag, s->at) : al_u8_at(s->tag, s->at);
}

static bool is_end(const scan *s)
{
    return s->at >= s->tag.len;
}

static void step(scan *s)
{
    s->at += s->wide ? 2 : 1;
}

static bool is_blank(uint32_t unit)
{
    return unit == ' ' || unit == '\t' || unit == '\r' || unit == '\n';
}

static void skip_blanks(scan *s)
{
    while (!is_end(s) && is_blank(peek(s)))
        step(s);
}

/* Skips the name of an attribute; returns whether it is `name`. */
static bool skip_name(scan *s, const char *name)
{
    bool same = true;
    while (!is_end(s) && !is_blank(peek(s)) && peek(s) != '=') {
        same = same && *name != '\0' && peek(s) == (uint8_t)*name;
        name += same;
        step(s);
    }
    return same && *name == '\0';
}

/* Skips the value of an attribute and returns what is between its quotes. */
static al_span skip_value(scan *s)
{
    while (!is_end(s) && peek(s) != '"' && peek(s) != '\'')
        step(s);
    const uint32_t quote = peek(s);
    step(s);
    const uint64_t start = s->at;
    while (!is_end(s) && peek(s) != quote)
        step(s);
    const al_span value = al_slice_available(s->tag, start, s->at - start);
    step(s);
    return value;
}

al_span al_xml_attribute_bytes(const al_xml_tag *tag, const char *name)
{
    scan s = {.tag = al_slice_available(tag->text->bytes, tag->offset, tag->length),
              .wide = tag->text->columns == AL_COLUMNS_UTF16};
    while (!is_end(&s) && !is_blank(peek(&s))) /* skip the name of the element */
        step(&s);
    while (!is_end(&s)) {
        skip_blanks(&s);
        const bool wanted = skip_name(&s, name);
        const al_span value = skip_value(&s);
        if (wanted)
            return value;
    }
    return s.tag;
}
