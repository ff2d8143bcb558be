/* names_file.h: files of names. Such a file has the names that rules across files look for in a game or a
 * mod, so that references can be judged where only that file is:
 *
 *     assetlint names 1
 *     component assets/ship.xml//ship
 *     file assets/ship.xml
 *     macro ship_macro
 *
 * Each line is a kind, a blank and a name. A name has one part or, with `//` between them, several;
 * docs/names.md lists them. al_names_index collects the names, al_names_read reads them. From the names of a
 * file, al_names_content makes a content in which a relation finds what it would find in the file itself: so
 * no relation has to know of names.
 */
#ifndef AL_RELATIONS_NAMES_FILE_H
#define AL_RELATIONS_NAMES_FILE_H

#include <assetlint/assetlint.h>

#include "relations/relations.h"

#define AL_NAMES_START  "assetlint names "
#define AL_NAMES_HEADER AL_NAMES_START "1"

typedef enum al_name_kind {
    AL_NAME_COLLECTION,
    AL_NAME_COMPONENT,
    AL_NAME_FILE,
    AL_NAME_MACRO,
    AL_NAME_MATERIAL,
    AL_NAME_TYPE
} al_name_kind;
enum { AL_NAME_KINDS = AL_NAME_TYPE + 1 };

/* The word that a line begins with. */
const char *al_name_kind_word(al_name_kind kind);

/* ---- names_file.c: reads a file of names --------------------------------------------------------------- */

/* A line. */
typedef struct al_name {
    al_name_kind kind;
    unsigned parts;
    const char *text; /* the first part; behind the NUL at its end comes the next one */
    size_t size;      /* bytes of all parts */
} al_name;

/* Which names of one part a file has. */
typedef enum al_names_place {
    AL_NAMES_OF_MACROS,     /* what is in the index of macros, */
    AL_NAMES_OF_COMPONENTS, /* and in that of components */
    AL_NAMES_OF_LIBRARY,    /* collections and materials */
    AL_NAMES_OF_TYPES
} al_names_place;
enum { AL_NAME_PLACES = AL_NAMES_OF_TYPES + 1 };

/* A file of names. */
typedef struct al_names {
    al_name *items; /* sorted by kind and parts */
    uint64_t count, capacity;
    const char *places[AL_NAME_PLACES]; /* the paths of these files; NULL: none */
} al_names;

/* Whether a file whose text begins so is a file of names. */
bool al_is_names(const char *path, al_span head);

/* Reads the text of a file of names. False if a line is wrong, which `mistake` tells, or if memory is short.
 */
bool al_names_read(al_names *names, al_span text, al_arena *arena, al_mistake *mistake) AL_MUST_USE;

/* Part of a name, from 0; "": it has none. */
const char *al_name_part(const al_name *name, unsigned part);

/* The lines of a kind: from the index that is returned, so many as `*count`. */
size_t al_names_of_kind(const al_names *names, al_name_kind kind, size_t *count);

/* The path of a file, as its folder has it. */
const char *al_names_path(const al_name *file);

/* Whether the game reads the types of a .gfx with that path, which is in small letters. */
bool al_names_has_types(const char *path);

/* ---- names_content.c: makes the contents of files ------------------------------------------------------ */

/* Fills in the content of the file with that path, which has a scratch arena. False if memory is short. */
bool al_names_content(const al_names *names, const char *path, al_content *content) AL_MUST_USE;

/* The word of a fact that a file defines, in its lines; NULL: no reference is asked for such facts. */
const char *al_name_of_fact(al_fact_kind kind);

/* ---- names_index.c: collects the names of a reference -------------------------------------------------- */

/* Runs as all relations do, but alone, over one reference. It finds nothing wrong. */
extern const al_relation al_names_index;

/* The lines of the index when it is done, sorted; each is different. */
const char *const *al_names_lines(const void *state, size_t *count);

#endif
