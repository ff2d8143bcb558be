/* xml.h: reads XML through expat, tag by tag, with the offset of each tag in the file.
 *
 * No other file is opened, and no entity that the file declares is expanded. Tags in front of an error are
 * handed out, too: the visitor has to drop what it made of them.
 */
#ifndef AL_RELATIONS_XML_H
#define AL_RELATIONS_XML_H

#include <stdbool.h>
#include "core/arena.h"
#include "core/lines.h"
#include "core/span.h"

/* Levels of elements. The deepest of 4,883 files has 28. */
enum { AL_XML_MOST_DEPTH = 1000 };

/* The bytes of a file, in the byte order of its encoding, and how its columns are counted. */
typedef struct al_xml_text {
    al_span bytes;
    al_columns columns;
} al_xml_text;

/* A start tag. It is valid during the call that gets it; texts are UTF-8. */
typedef struct al_xml_tag {
    const al_xml_text *text;
    const char *name;
    const char *const *attributes; /* name, value, name, value, ..., NULL */
    uint64_t offset, length;       /* in the file, from < to > */
    unsigned depth;                /* 1: the root */
} al_xml_tag;

/* The value of an attribute; NULL if the tag doesn't have it. */
const char *al_xml_attribute(const al_xml_tag *tag, const char *name);

/* The bytes of the value of an attribute in the file, between its quotes. The name is ASCII, and the tag must
 * have it. */
al_span al_xml_attribute_bytes(const al_xml_tag *tag, const char *name);

typedef struct al_xml_visitor {
    void *context;
    bool (*start)(void *context,
                  const al_xml_tag *tag); /* false if memory is short, which ends the reading */
    void (*end)(void *context);           /* NULL: the ends of elements don't matter */
} al_xml_visitor;

typedef enum al_xml_outcome {
    AL_XML_WHOLE,
    AL_XML_BROKEN,           /* not well-formed */
    AL_XML_WITHOUT_ELEMENT,  /* well-formed, but without any element */
    AL_XML_UNKNOWN_ENCODING, /* the declared encoding is not known */
    AL_XML_TOO_DEEP,
    AL_XML_NO_MEMORY
} al_xml_outcome;

/* How the reading ended. */
typedef struct al_xml_result {
    al_xml_outcome outcome;
    uint64_t offset; /* where, if it ended early */
    char why[192];   /* in words, possibly cut */
    al_xml_text text;
    char encoding[40]; /* that the file declares, possibly cut */
} al_xml_result;

/* Reads a whole file. The budget pays for the memory of the parser. */
al_xml_result al_xml_read(al_span bytes, al_budget *budget, const al_xml_visitor *visitor);

/* Sets `why` of a result with an offset: says in words why a file is not well-formed, and what to change.
 * `error` is expat's, `open` the offset of the innermost open tag; NULL: none is open. `root` is that of the
 * root, if it was read. */
void al_xml_explain(al_xml_result *result, int error, const uint64_t *open, uint64_t root);

/* ---- Encodings ----------------------------------------------------------------------------------------- */

/* Whether a name stands for UTF-8. */
bool al_xml_is_utf8(const char *name);

/* Fills in the character of each of the 256 bytes, -1 for an undefined one. False if the encoding is unknown,
 * or has characters of several bytes. */
bool al_xml_one_byte_encoding(const char *name, int map[256]);

#endif
