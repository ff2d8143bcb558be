/* paradox_gfx.h: what is kept of a .gfx: types of actors with their references, and pictures of the
 * interface.
 */
#ifndef AL_PARADOX_GFX_H
#define AL_PARADOX_GFX_H

#include "core/findings.h"
#include "relations/kept_texts.h"

/* A place in a text of at most PDX_MOST_TEXT bytes. */
typedef struct pdx_place {
    uint32_t offset, length;
    uint32_t line, column, end_line, end_column;
} pdx_place;

#define PDX_MOST_TEXT UINT32_MAX

/* What an item is. */
typedef enum pdx_role {
    PDX_OBJECT,    /* not a value */
    PDX_REFERENCE, /* a value in a type that names an .xac or .xsm */
    PDX_ELSEWHERE, /* such a value anywhere else */
    PDX_PICTURE,   /* the value of texturefile */
    PDX_NODE_NAME, /* of an attach: the node, */
    PDX_TYPE_NAME, /* and the type that is attached to it */
    PDX_AGAIN      /* any other value of a key that comes twice */
} pdx_role;

#define PDX_NO_ITEM UINT32_MAX

/* An object or a value that rules need. A mod has many, so they are small. */
typedef struct pdx_item {
    uint32_t up;      /* item of the object that it is in; PDX_NO_ITEM: field paths begin with it */
    uint32_t type;    /* index of the innermost EMFXActorType that it is in; PDX_NO_ITEM: none */
    uint32_t ordinal; /* of an object: number of objects with its key and name before it in `up` */
    uint8_t role;     /* pdx_role */
    bool again;       /* the key has come before */
    const char *key;  /* in small letters; as written if field paths begin with it */
    const char *text; /* of a value, as written; of an object its name, as written, "": it has none */
    const char *file; /* of a reference or a picture, as files are named */
    pdx_place place;  /* of a value with its quotes, or of the key of an object */
} pdx_item;

/* An EMFXActorType. */
typedef struct pdx_type {
    uint32_t item;
    const char *name;       /* "": it has none */
    const char *actor_file; /* as files are named; NULL: it has none */
    bool named, nested;     /* it has the key `name`; it lies in another type */
} pdx_type;

/* Flaws of the text that are reported as one. */
typedef struct pdx_oddity {
    const char *what; /* the message of the first; NULL: there is none */
    const char *name; /* of the key that it is about, in front of the message; NULL: none */
    pdx_place place;  /* of the first */
    al_tally lines;   /* of all */
} pdx_oddity;

typedef struct pdx_gfx {
    size_t number; /* of the file */
    uint32_t tree;
    bool judged;        /* it lies in a folder that the games read */
    const char *unread; /* it is beyond this limit; NULL: it was read */
    bool foreign;       /* a file of another program */
    pdx_item *items;
    pdx_type *types;
    uint32_t item_count, type_count;
    pdx_oddity wrong, odd, deep; /* reported as warning, note and error */
    uint64_t unresolved[2];      /* references that find no file: to actors, to motions */
} pdx_gfx;

/* Reads a text of at most PDX_MOST_TEXT bytes into `gfx`, which points into the arena of `texts`; `scratch`
 * is only used meanwhile. False if memory is short. */
bool pdx_gfx_read(pdx_gfx *gfx, al_span text, al_kept_texts *texts, al_arena *scratch) AL_MUST_USE;

/* Gets the value of `path` of a .mod, and each folder that it replaces, as files are named; both are copies.
 * The functions return false if memory is short. */
typedef struct pdx_mod_visitor {
    void *context;
    bool (*path)(void *context, const char *name);
    bool (*replaced)(void *context, const char *name);
} pdx_mod_visitor;

bool pdx_mod_read(al_span text, al_arena *arena, const pdx_mod_visitor *visitor) AL_MUST_USE;

/* The field path of an item, escaped. More of it than a finding shows is left out. */
typedef struct pdx_field_text {
    char text[AL_MAX_FIELD * 2];
    size_t length;
} pdx_field_text;

void pdx_field(pdx_field_text *field, const pdx_gfx *gfx, uint32_t item);

/* Whether a value names an .xac or .xsm. */
bool pdx_is_reference(const char *value);

#endif
