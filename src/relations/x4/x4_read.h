/* x4_read.h: takes down what an XML file of a mod says, as far as any rule wants to know. */
#ifndef AL_RELATIONS_X4_READ_H
#define AL_RELATIONS_X4_READ_H

#include "relations/x4/x4.h"

/* Reads the file of that number in the list of XML files, and reports when it isn't well-formed. False when
 * memory is short. */
bool x4_read_xml(x4_view *v, uint32_t xml, const al_content *content) AL_MUST_USE;

#endif
