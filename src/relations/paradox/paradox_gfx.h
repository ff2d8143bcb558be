/* paradox_gfx.h: what a .gfx says: the types of actors and what each refers to, and pictures of the
 * interface. */
#ifndef AL_PARADOX_GFX_H
#define AL_PARADOX_GFX_H

#include "core/findings.h"

/* Where something stands in a text. */
typedef struct pdx_place {
    uint64_t offset, length;
    uint64_t line, column, end_line, end_column;
} pdx_place;

/* What is said of a value. */
typedef enum pdx_role {
    PDX_OBJECT,    /* it is none, but an object */
    PDX_REFERENCE, /* a file: .xac or .xsm, in a type */
    PDX_ELSEWHERE, /* such a file anywhere else */
    PDX_PICTURE,   /* texturefile */
    PDX_NODE_NAME, /* of an attach: the node, */
    PDX_TYPE_NAME, /* and the type that hangs on it */
    PDX_AGAIN      /* a key that was there before */
} pdx_role;

#define PDX_NO_ITEM UINT32_MAX

/* An object or a value that rules ask for. */
typedef struct pdx_item {
    pdx_role role;
    uint32_t up;      /* the object that it is in; PDX_NO_ITEM: its path begins with it */
    uint32_t type;    /* the innermost EMFXActorType that it is in, of gfx->types; PDX_NO_ITEM: none */
    uint32_t ordinal; /* of an object: how many of its key and name are before it in that one */
    const char *key;  /* in small letters; of an object that a path begins with, as it is written */
    const char *name; /* of an object, as it is written; "" where it has none */
    const char *text; /* of a value, as it is written; "" of an object */
    const char *file; /* of a reference or a picture, as the name of a file */
    pdx_place place;  /* of a value with its quotes, or of an object's key */
    bool again;       /* the key was there before */
} pdx_item;

/* An EMFXActorType. */
typedef struct pdx_type {
    uint32_t item;
    const char *name;       /* "": it has none */
    const char *actor_file; /* as the name of a file; NULL: it has none */
    bool named, nested;     /* it has a name; it lies in another */
} pdx_type;

/* What is odd about the text. */
typedef struct pdx_oddity {
    const char *what; /* of the first, for the message; NULL: there is none */
    pdx_place place;  /* of the first */
    al_tally lines;
} pdx_oddity;

typedef struct pdx_gfx {
    size_t number; /* of the file */
    uint32_t tree;
    bool judged;  /* it lies where the games look for it */
    bool unread;  /* beyond a limit */
    bool foreign; /* another program's */
    pdx_item *items;
    uint64_t item_count, item_capacity;
    pdx_type *types;
    uint64_t type_count, type_capacity;
    pdx_oddity wrong, odd, deep; /* of levels warning, note and error */
    uint64_t unresolved[2];      /* references that find no file: actors, then motions */
} pdx_gfx;

/* Reads a text into `gfx`. Memory of `arena` stays; that of `scratch` is needed no longer. False when either
 * is short. */
bool pdx_gfx_read(pdx_gfx *gfx, al_span text, al_arena *arena, al_arena *scratch) AL_MUST_USE;

/* What a .mod says of folders that it replaces: called with a copy of each, as the name of a file, and with
 * the value of `path`. False when memory is short. */
typedef struct pdx_mod_visitor {
    void *context;
    bool (*path)(void *context, const char *name);
    bool (*replaced)(void *context, const char *name);
} pdx_mod_visitor;

bool pdx_mod_read(al_span text, al_arena *arena, const pdx_mod_visitor *visitor) AL_MUST_USE;

/* The path of an item, fit to print. NULL when memory is short. */
const char *pdx_field(al_arena *arena, const pdx_gfx *gfx, uint32_t item) AL_MUST_USE;

bool pdx_is_reference(const char *value);

#endif
