/* x4_read.h: reads from an XML file of a mod what rules need. */
#ifndef AL_RELATIONS_X4_READ_H
#define AL_RELATIONS_X4_READ_H

#include "relations/x4/x4.h"

/* Reads the file with that index in the list of XML files, and keeps a finding if it isn't well-formed. False
 * if memory is short. */
bool x4_read_xml(x4_view *v, uint32_t xml, const al_content *content) AL_MUST_USE;

#endif
