/* material_library.h: what a material library of X Rebirth or X4 has. */
#ifndef AL_RELATIONS_MATERIAL_LIBRARY_H
#define AL_RELATIONS_MATERIAL_LIBRARY_H

#include "relations/name_list.h"
#include "relations/relations.h"

/* The names of one or more libraries, in small letters. */
typedef struct material_library {
    al_name_list collections; /* that they define, */
    al_name_list selected;    /* and those to which their operations add, which exist elsewhere */
    al_name_list materials;   /* "collection.material" */
} material_library;

/* The C of collection[@name='C'] in the path of an operation, in small letters; NULL if there is none, or if
 * memory is short, which sets `*no_memory`. */
const char *material_library_selected(al_arena *arena, const char *sel, bool *no_memory);

/* Whether a file is a library by its path. */
bool material_library_is(const al_related_files *all, const al_related_file *file);

/* Adds the names of a library, unless it isn't well-formed. False if memory is short. */
bool material_library_read(material_library *to, const al_content *content, al_arena *arena) AL_MUST_USE;

#endif
