/* xml_tag.c: finds attributes of a start tag. Expat has checked that the tag is well-formed, so this isn't
 * checked again; a mistake here would give a wrong offset, but still one in the tag.
 */
#include "core/text.h"
#include "relations/xml/xml.h"

const char *al_xml_attribute(const al_xml_tag *tag, const char *name)
{
    for (size_t i = 0; tag->attributes[i] != NULL; i += 2)
        if (al_text_equals(tag->attributes[i], name))
            return tag->attributes[i + 1];
    return NULL;
}

/* A position in a tag. Only ASCII characters matter, in every encoding. */
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
