/* xml_reason.h: says in words why a file is not well-formed, and what to change. */
#ifndef AL_RELATIONS_XML_REASON_H
#define AL_RELATIONS_XML_REASON_H

#include <expat.h>

#include "relations/xml/xml.h"

/* Sets `why` of a result whose offset is set. `open` is the offset of the innermost open tag; NULL: none is
 * open. */
void al_xml_explain(al_xml_result *result, enum XML_Error error, const uint64_t *open);

#endif
