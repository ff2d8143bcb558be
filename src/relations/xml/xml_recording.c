/* xml_recording.c: a recording is a row of bytes: for each tag its mark, and the texts of a start tag, each
 * with its NUL.
 */
#include "relations/xml/xml_recording.h"

#include <string.h>

/* In front of the texts of a tag. An end tag has none. */
typedef struct mark {
    uint64_t offset, length;
    uint32_t depth;      /* 0: an end tag */
    uint32_t attributes; /* texts that follow the name: names and values */
} mark;

struct al_xml_recording {
    al_arena *arena;
    char *bytes;
    uint64_t size, capacity;
    uint32_t most_attributes;
    al_xml_result result;
    const char **attributes; /* room for those of one tag, and a NULL */
};

/* ---- Recording ----------------------------------------------------------------------------------------- */

static bool append(al_xml_recording *r, const void *bytes, size_t size)
{
    while (r->capacity - r->size < size) {
        char *grown = al_grow(r->arena, r->bytes, r->capacity, &r->capacity, 1);
        if (grown == NULL)
            return false;
        r->bytes = grown;
    }
    memcpy(r->bytes + r->size, bytes, size);
    r->size += size;
    return true;
}

static bool append_text(al_xml_recording *r, const char *text)
{
    return append(r, text, strlen(text) + 1);
}

static bool record_start(void *context, const al_xml_tag *tag)
{
    al_xml_recording *r = context;
    mark m = {.offset = tag->offset, .length = tag->length, .depth = tag->depth};
    while (tag->attributes[m.attributes] != NULL)
        m.attributes++;
    r->most_attributes = m.attributes > r->most_attributes ? m.attributes : r->most_attributes;
    bool kept = append(r, &m, sizeof m) && append_text(r, tag->name);
    for (uint32_t i = 0; kept && i < m.attributes; i++)
        kept = append_text(r, tag->attributes[i]);
    return kept;
}

static bool record_end(void *context)
{
    static const mark end = {.depth = 0};
    return append(context, &end, sizeof end);
}

const al_xml_recording *al_xml_record(al_span bytes, al_budget *budget, al_arena *arena)
{
    al_xml_recording *r = al_alloc(arena, 1, sizeof *r);
    const al_xml_visitor visitor = {.context = r, .start = record_start, .end = record_end};
    if (r == NULL)
        return NULL;
    r->arena = arena;
    r->result = al_xml_read(bytes, budget, &visitor);
    r->attributes = al_alloc(arena, (uint64_t)r->most_attributes + 1, sizeof *r->attributes);
    return r->result.outcome != AL_XML_NO_MEMORY && r->attributes != NULL ? r : NULL;
}

/* ---- Replaying ----------------------------------------------------------------------------------------- */

static const char *next_text(const al_xml_recording *r, uint64_t *at)
{
    const char *text = r->bytes + *at;
    *at += strlen(text) + 1;
    return text;
}

static bool replay_start(const al_xml_recording *r, const mark *m, uint64_t *at,
                         const al_xml_visitor *visitor)
{
    const al_xml_tag tag = {.text = &r->result.text,
                            .name = next_text(r, at),
                            .attributes = r->attributes,
                            .offset = m->offset,
                            .length = m->length,
                            .depth = m->depth};
    for (uint32_t i = 0; i < m->attributes; i++)
        r->attributes[i] = next_text(r, at);
    r->attributes[m->attributes] = NULL;
    return visitor->start(visitor->context, &tag);
}

static al_xml_result replay(const al_xml_recording *r, const al_xml_visitor *visitor)
{
    al_xml_result result = r->result;
    bool go_on = true;
    for (uint64_t at = 0; go_on && at < r->size;) {
        mark m;
        memcpy(&m, r->bytes + at, sizeof m);
        at += sizeof m;
        go_on = m.depth > 0 ? replay_start(r, &m, &at, visitor) : visitor->end(visitor->context);
    }
    if (!go_on)
        result.outcome = AL_XML_NO_MEMORY;
    return result;
}

al_xml_result al_xml_read_content(const al_content *content, const al_xml_visitor *visitor)
{
    if (content->xml != NULL)
        return replay(content->xml, visitor);
    return al_xml_read(content->bytes, content->scratch->budget, visitor);
}
