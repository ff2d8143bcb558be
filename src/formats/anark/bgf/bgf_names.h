/* bgf_names.h: the names of elements. An element has the hash of its name; the name is one of the file's
 * strings if an attribute or an event uses it, too. */
#ifndef AL_ANARK_BGF_NAMES_H
#define AL_ANARK_BGF_NAMES_H

#include "formats/anark/bgf/bgf.h"

typedef struct bgf_name {
    char text[64];
} bgf_name;

/* Indexes the strings of the file, which must have been read, by their hashes. If memory is short, strings
 * are missing in the index. */
void bgf_index_strings(bgf_file *f);

/* Finds the name of a hash: a string of printable ASCII characters, or else the name of an attribute. */
bool bgf_find_name(const bgf_file *f, uint32_t hash, bgf_name *name);

#endif
