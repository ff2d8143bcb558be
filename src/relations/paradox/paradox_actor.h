/* paradox_actor.h: what is kept of actors and motions: names of nodes and morph targets, and textures of
 * materials. A game has thousands of each, so their lists have no room to spare.
 */
#ifndef AL_PARADOX_ACTOR_H
#define AL_PARADOX_ACTOR_H

#include "core/md5.h"
#include "relations/kept_texts.h"
#include "relations/name_list.h"
#include "relations/relations.h"

/* A morph target that an XPM moves. */
typedef struct pdx_target {
    const char *name;  /* in small letters */
    const char *shown; /* as written */
    const char *path;  /* field of the animation */
    uint64_t offset, length;
} pdx_target;

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
    size_t number;          /* of the file */
    const char **nodes;     /* of an actor, or that a motion moves, in small letters, sorted */
    const char *first_node; /* of a motion: the first of these as written */
    const char **morphs;    /* morph targets of an actor, in small letters, sorted */
    pdx_target *targets;    /* of an XPM, in their order */
    pdx_layer *layers;      /* of an actor */
    const uint8_t *digest;  /* AL_MD5_SIZE bytes; NULL: not wanted */
    uint32_t node_count, morph_count, target_count, layer_count;
    bool complete; /* it was read to its end: there are no other names in it */
} pdx_actor;

/* Parts of a file that are kept. */
typedef struct pdx_parts {
    bool nodes, morphs, layers, digest;
} pdx_parts;

/* Keeps the wanted parts of a file in the arena of the texts. False if memory is short. */
bool pdx_actor_read(pdx_actor *actor, const al_content *content, al_kept_texts *texts,
                    pdx_parts wanted) AL_MUST_USE;

/* The digest as text: 32 letters and a NUL. */
void pdx_digest_text(const pdx_actor *actor, char text[2 * AL_MD5_SIZE + 1]);

/* To look up names; they must not be changed. */
static inline al_name_list pdx_nodes(const pdx_actor *actor)
{
    return (al_name_list){.items = actor->nodes, .count = actor->node_count};
}

static inline al_name_list pdx_morphs(const pdx_actor *actor)
{
    return (al_name_list){.items = actor->morphs, .count = actor->morph_count};
}

#endif
