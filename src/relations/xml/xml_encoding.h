/* xml_encoding.h: one-byte encodings that expat doesn't know, by their names. */
#ifndef AL_RELATIONS_XML_ENCODING_H
#define AL_RELATIONS_XML_ENCODING_H

#include <stdbool.h>

/* Whether a name stands for UTF-8. */
bool al_xml_is_utf8(const char *name);

/* Fills in the character of each of the 256 bytes, -1 for an undefined one. False if the encoding is unknown,
 * or has characters of several bytes. */
bool al_xml_one_byte_encoding(const char *name, int map[256]);

#endif
