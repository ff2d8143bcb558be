/* paradox_actor.h: what is kept of actors and motions: names of nodes and morph targets, and textures of
 * materials.
 */
#ifndef AL_PARADOX_ACTOR_H
#define AL_PARADOX_ACTOR_H

#include "core/md5.h"
#include "relations/relations.h"

/* A name in small letters, and its place. */
typedef struct pdx_name {
    const char *name;
    const char *shown; /* as written; NULL: not kept */
    const char *path;  /* field of a morph animation; NULL: not kept */
    uint64_t offset, length;
} pdx_name;

typedef struct pdx_names {
    pdx_name *items;
    uint64_t count, capacity;
} pdx_names;

/* A layer of a material. */
typedef struct pdx_layer {
    const char *name, *path;
    uint64_t offset, length;
    uint64_t material;
    uint8_t map;
    bool used; /* by a submesh */
} pdx_layer;

/* An XAC, XSM or XPM. */
typedef struct pdx_actor {
    size_t number;    /* of the file */
    bool complete;    /* it was read to its end: there are no other names in it */
    pdx_names nodes;  /* of an actor, or that a motion moves; sorted */
    pdx_names morphs; /* morph targets; sorted, but those of an XPM in their order */
    pdx_layer *layers;
    uint64_t layer_count, layer_capacity;
    uint8_t digest[AL_MD5_SIZE];
    bool has_digest;
} pdx_actor;

/* Parts of a file that are kept. */
typedef struct pdx_parts {
    bool nodes, morphs, layers, digest;
} pdx_parts;

/* Keeps the wanted parts of a file. False if memory is short. */
bool pdx_actor_read(pdx_actor *actor, const al_content *content, al_arena *arena,
                    pdx_parts wanted) AL_MUST_USE;

/* The digest as text: 32 letters and a NUL. */
void pdx_digest_text(const pdx_actor *actor, char text[2 * AL_MD5_SIZE + 1]);

void pdx_names_sort(pdx_names *names);
bool pdx_names_have(const pdx_names *names, const char *name);

#endif
