/* xml_recording.h: keeps what a visitor of an XML file would get. So one thread may read the file, and
 * another one hands it to the visitor in its turn.
 */
#ifndef AL_RELATIONS_XML_RECORDING_H
#define AL_RELATIONS_XML_RECORDING_H

#include "relations/relations.h"
#include "relations/xml/xml.h"

typedef struct al_xml_recording al_xml_recording;

/* Reads a whole file. The budget pays for the memory of the parser, and the arena keeps the recording.
 * `bytes` must outlive it. NULL when out of memory. */
const al_xml_recording *al_xml_record(al_span bytes, al_budget *budget, al_arena *arena);

/* As al_xml_read, for the bytes of a content: from its recording, if it has one. */
al_xml_result al_xml_read_content(const al_content *content, const al_xml_visitor *visitor);

#endif
