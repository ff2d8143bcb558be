/* xml_plain.h: a quick reader of the XML that nearly all mods are written in, with nothing in it that needs
 * more than a look: ASCII, elements, attributes, comments, and no references, sections, instructions or
 * types. Of 269 files of five mods 268 are so. Whatever else a file holds, right or wrong, is for expat.
 */
#ifndef AL_RELATIONS_XML_PLAIN_H
#define AL_RELATIONS_XML_PLAIN_H

#include "relations/x4/xml.h"

typedef enum al_xml_plain {
    AL_XML_PLAIN_WHOLE,   /* it was handed out, as expat would have done it */
    AL_XML_PLAIN_ENDED,   /* the visitor has no memory */
    AL_XML_PLAIN_NOT_SURE /* it is for expat, which would begin with what was handed out until then: */
} al_xml_plain;

/* Reads as far as the text is plain. `*calls` is how many of the visitor were made. Takes no memory. */
al_xml_plain al_xml_read_plain(const al_xml_text *text, const al_xml_visitor *visitor, uint64_t *calls);

#endif
