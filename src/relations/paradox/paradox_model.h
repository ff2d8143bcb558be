/* paradox_model.h: all that is known of the mods that are checked, and what is wrong with them. */
#ifndef AL_PARADOX_MODEL_H
#define AL_PARADOX_MODEL_H

#include "core/work.h"
#include "relations/name_list.h"
#include "relations/pairs/pair_files.h"
#include "relations/paradox/paradox_actor.h"
#include "relations/paradox/paradox_files.h"
#include "relations/paradox/paradox_gfx.h"

/* What there is of a tree. */
typedef struct pdx_mod {
    bool has_types;                /* some .gfx has an EMFXActorType */
    bool partly_read;              /* some .gfx is beyond a limit */
    uint64_t references, resolved; /* of .gfx that are judged */
    bool complete;                 /* it has next to all that it refers to */
} pdx_mod;

typedef struct pdx_model {
    al_relation_state base;
    pdx_files files;
    pdx_mod *mods; /* of each tree */
    pdx_gfx *gfxs; /* by their files */
    uint64_t gfx_count, gfx_capacity;
    pdx_actor *actors;
    uint64_t actor_count, actor_capacity;
    pair_files motions;                                            /* actors and motions by their folders */
    uint32_t *gfx_of, *actor_of;                                   /* of each file; UINT32_MAX: none */
    uint8_t *asked;                                                /* of each file, in this round */
    pdx_wishes *wishes;                                            /* and what is to be kept of it */
    bool *listed;                                                  /* .gfx that reports name */
    bool wants_types, wants_textures, wants_motions, wants_morphs; /* somebody wants to hear of such rules */
    bool has_game;     /* a reference holds so many actors that what it doesn't have nobody has */
    bool is_partial;   /* references refer to files that they lack: their game isn't among them, and what is
                          missing may be that game's */
    bool has_pictures; /* they tell which pictures are missing: they have some, and aren't partial; */
    bool has_types;    /* the same of types */
    al_name_list with_references, with_pictures; /* of the .gfx of references */
    al_name_list with_digests;                   /* of their actors */
    al_name_list with_types;                     /* in small letters */
    pdx_entries near;                            /* actors and motions by names that are nearly theirs */
    bool near_made;
    bool done;
} pdx_model;

/* A claim about an item of a .gfx, by a rule of pdx/: with its place, its field and, of a value, its text. */
al_claim pdx_claim_at(pdx_model *m, const pdx_gfx *gfx, uint32_t item, size_t rule);

/* Why nobody can say whether what a mod refers to is there. */
const char *pdx_unknown(const pdx_model *m);

/* Counts references of a file that a rule of pdx/ can't judge, because the game may have what they refer to.
 */
void pdx_not_judged(pdx_model *m, size_t rule, size_t file, uint64_t references);

/* NULL: the file wasn't read. */
const pdx_actor *pdx_actor_of(const pdx_model *m, size_t file);

static inline bool pdx_is_checked(const pdx_model *m, size_t file)
{
    return file < m->base.all->checked;
}

/* ---- Rules. Each goes through all mods. ---------------------------------------------------------------- */

/* Counts what resolves, before any of the rules. */
void pdx_count_references(pdx_model *m);
void pdx_judge_references(pdx_model *m);
void pdx_judge_sprites(pdx_model *m);
void pdx_judge_unused(pdx_model *m);

void pdx_judge_types(pdx_model *m);
void pdx_judge_attached(pdx_model *m);
void pdx_judge_texts(pdx_model *m);

/* Whether one is missing that the reference's actors may lack as well. */
bool pdx_lacks_textures(pdx_model *m);
void pdx_judge_textures(pdx_model *m);

/* Says which actors and motions have to be read, as m->wishes; and judges them. */
void pdx_ask_for_motions(pdx_model *m);
void pdx_judge_motions(pdx_model *m);

#endif
