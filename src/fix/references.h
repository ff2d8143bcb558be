/* references.h: fixes references in texts: the values of XML attributes, and of .gfx files. The check of a
 * whole mod has found what they should be. */
#ifndef AL_FIX_REFERENCES_H
#define AL_FIX_REFERENCES_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "kit/fix_plan.h"

/* A finding whose value is written anew. */
typedef struct al_misspelling {
    const al_finding *finding;
    const char *obstacle; /* why it is not; NULL: it is */
} al_misspelling;

/* A value that is written anew. */
typedef struct al_rewrite {
    const al_finding *finding;
    al_edit edit;
    const char *text;      /* the new value, as it is read */
    const char *attribute; /* its name in XML, */
    uint64_t at;           /* and the offset of its start tag; the number of its item in a .gfx */
} al_rewrite;

typedef struct al_references {
    al_arena *arena;
    const char *format; /* of the file */
    al_span file;
    al_misspelling *items;
    uint64_t count, capacity;
    al_rewrite *rewrites; /* sorted by offset */
    uint64_t rewrite_count, rewrite_capacity;
    bool no_memory;
} al_references;

/* Whether a file of that format is a text with references; NULL: it has no format. */
bool al_references_are_in(const char *format);

/* Finds in the file what must be written for each finding. */
void al_references_plan(al_references *r);

/* Whether a file is the one that was planned for, except for the new values. */
bool al_references_hold(al_references *r, al_span fixed);

#endif
