/* x4_near.h: finds similar names for paths that find no file. */
#ifndef AL_RELATIONS_X4_NEAR_H
#define AL_RELATIONS_X4_NEAR_H

#include "relations/x4/x4.h"

/* The path of the only file in the folder of `path` with a similar name, or else of the only file of that
 * name elsewhere in the tree with that number. NULL: there is none, or more than one. Both names end in
 * `ending`, such as "-lod0.xmf"; if it is "", in any ending of pictures. */
const char *x4_near_file(x4_view *v, uint32_t number, const char *path, const char *ending);

/* The same for a folder, among the folders beside it. NULL also if memory is short. */
const char *x4_near_folder(x4_view *v, uint32_t number, const char *path);

/* The most similar of some names so far; start with zeros. */
typedef struct x4_choice {
    const char *best; /* NULL: none is similar */
    size_t distance;
    bool several; /* others are as similar */
} x4_choice;

/* Compares a name, `text` as written and `small` in small letters, with the one that is wanted. */
void x4_offer_name(x4_view *v, x4_choice *choice, const char *wanted, const char *small, const char *text);

/* The similar name; NULL: there is none, or more than one. */
const char *x4_chosen_name(const x4_choice *choice);

/* Whether two names differ in one or two letters; `name` has `length` bytes. */
bool x4_is_near(x4_view *v, const char *wanted, const char *name, size_t length);

#endif
