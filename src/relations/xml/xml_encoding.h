/* xml_encoding.h: encodings of a byte for each character, which expat asks for by their names. */
#ifndef AL_RELATIONS_XML_ENCODING_H
#define AL_RELATIONS_XML_ENCODING_H

#include <stdbool.h>

/* Whether a name is one of those of UTF-8. */
bool al_xml_is_utf8(const char *name);

/* Fills in the character of each of the 256 bytes, -1 for one that is none. False when nobody knows the
 * encoding, or when its characters have more bytes. */
bool al_xml_one_byte_encoding(const char *name, int map[256]);

#endif
