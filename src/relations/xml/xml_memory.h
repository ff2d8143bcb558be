/* xml_memory.h: an allocator for expat whose memory a budget pays for. */
#ifndef AL_RELATIONS_XML_MEMORY_H
#define AL_RELATIONS_XML_MEMORY_H

#include <expat.h>

#include "core/arena.h"

/* Between these two calls the budget pays, on this thread, for all memory of the suite. All of it must be
 * freed before the second. */
void al_xml_memory_begin(al_budget *budget);
void al_xml_memory_end(void);

const XML_Memory_Handling_Suite *al_xml_memory(void);

#endif
