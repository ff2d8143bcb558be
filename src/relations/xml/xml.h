/* xml.h: reads XML through expat, tag by tag, with the bytes that each has in the file.
 *
 * Nothing beside the file is opened, and no entity that a file declares is expanded in what is handed out as
 * elements. What is read before an error is handed out too: whoever gets it has to forget it then.
 */
#ifndef AL_RELATIONS_XML_H
#define AL_RELATIONS_XML_H

#include "core/arena.h"
#include "core/lines.h"
#include "core/span.h"

/* Elements may lie so deep in each other; the deepest of 4,883 files have 28 levels. */
enum { AL_XML_MOST_DEPTH = 1000 };

/* The bytes of a file, in the byte order of its encoding, and what a column of it is. */
typedef struct al_xml_text {
    al_span bytes;
    al_columns columns;
} al_xml_text;

/* A start tag. All of it is gone after the call that hands it over; texts are UTF-8. */
typedef struct al_xml_tag {
    const al_xml_text *text;
    const char *name;
    const char *const *attributes; /* names and values by turns, and NULL */
    uint64_t offset, length;       /* from < to > */
    unsigned depth;                /* 1: the root */
} al_xml_tag;

/* The value of an attribute; NULL when there is none of that name. */
const char *al_xml_attribute(const al_xml_tag *tag, const char *name);

/* Where the value of an attribute is in the file, between its quotes. The name is ASCII, and the tag has it.
 */
al_span al_xml_attribute_bytes(const al_xml_tag *tag, const char *name);

/* Both return false when memory is short, which ends the reading. */
typedef struct al_xml_visitor {
    void *context;
    bool (*start)(void *context, const al_xml_tag *tag);
    bool (*end)(void *context);
} al_xml_visitor;

typedef enum al_xml_outcome {
    AL_XML_WHOLE,
    AL_XML_BROKEN,           /* it isn't well-formed */
    AL_XML_WITHOUT_ELEMENT,  /* nothing is wrong but that it has no element */
    AL_XML_UNKNOWN_ENCODING, /* of the name that it declares */
    AL_XML_TOO_DEEP,
    AL_XML_NO_MEMORY
} al_xml_outcome;

/* How the reading ended, and where if it ended early. */
typedef struct al_xml_result {
    al_xml_outcome outcome;
    uint64_t offset;
    const char *why; /* in the words of expat; a literal */
    al_xml_text text;
    char encoding[40]; /* as far as it finds room */
} al_xml_result;

al_xml_result al_xml_read(al_span bytes, al_budget *budget, const al_xml_visitor *visitor);

#endif
