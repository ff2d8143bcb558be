/* paradox_model.h: the state of the relation: everything that it knows of the checked mods and the
 * references. */
#ifndef AL_PARADOX_MODEL_H
#define AL_PARADOX_MODEL_H

#include "core/work.h"
#include "relations/name_list.h"
#include "relations/pairs/pair_files.h"
#include "relations/paradox/paradox_actor.h"
#include "relations/paradox/paradox_files.h"
#include "relations/paradox/paradox_gfx.h"

/* What is known of a tree. */
typedef struct pdx_mod {
    bool has_types;                /* a .gfx of it has an EMFXActorType */
    bool partly_read;              /* a .gfx of it could not be read */
    bool unsure;                   /* the same of any file, or it may have files that are not known */
    bool has_files;                /* an actor or motion lies in it */
    uint64_t references, resolved; /* of its judged .gfx: all, and those that find a file */
    uint64_t of_game;              /* others that name a file of Victoria 2 */
    uint64_t names, known_names;   /* different names among the references; those of files of Victoria 2 */
    bool for_victoria2;            /* it is for that game, whose files are known */
    bool complete;                 /* nearly all files that it refers to are its own or the game's, */
    bool has_copy;                 /* or its own alone: it holds a copy of the game's files */
} pdx_mod;

/* A motion and an actor that a .gfx gives it to. */
typedef struct pdx_pair {
    size_t motion, actor; /* files; PDX_NO_FILE, the highest number: the actor is not there */
} pdx_pair;

typedef struct pdx_pairs {
    pdx_pair *items; /* sorted */
    uint64_t count, capacity;
} pdx_pairs;

typedef struct pdx_model {
    al_relation_state base;
    pdx_files files;
    al_kept_texts texts; /* names of nodes, keys of types, and other texts that come again and again */
    pdx_mod *mods;       /* for each tree */
    pdx_gfx *gfxs;       /* sorted by file */
    uint64_t gfx_count, gfx_capacity;
    pdx_actor *actors;
    uint64_t actor_count, actor_capacity;
    pair_files motions; /* actors and motions by their folders */
    pdx_pairs pairs;    /* once the .gfx were read */
    uint32_t *actor_of; /* for each file 1 + its index in `actors`; 0: none */
    pdx_parts *parts;   /* for each file: the parts to keep of it */
    bool wants_types, wants_textures, wants_motions, wants_morphs; /* rules about these are on */
    size_t no_node_matches, unknown_target; /* the rules about motions, by their index in the catalogue */
    bool has_game;     /* the references are a whole game: a file that they lack does not exist */
    bool is_partial;   /* the references lack many files that they refer to: they are mods whose game isn't
                          given,   and may have what seems to be missing */
    bool has_pictures; /* the references have pictures, and are not partial: missing pictures can be told */
    bool has_types;    /* the same for types */
    al_name_list with_references, with_pictures; /* that the .gfx of references name */
    al_name_list with_digests;                   /* of the actors of references */
    al_name_list with_types;                     /* of references, in small letters */
    pdx_entries near;                            /* actors and motions, to find similar names */
    bool near_made;
    al_work guesses;      /* for comparisons of names that may be misspelt */
    bool unsure;          /* the same for references, or it is not known which folders a mod replaces */
    bool loose_unsure;    /* the same for files of no tree */
    pdx_field_text field; /* of the last claim that pdx_claim_at made */
} pdx_model;

/* A claim by a rule of pdx/ about an item of a .gfx, with its place and field; a value is the actual one.
 * The field lives until the next claim. */
al_claim pdx_claim_at(pdx_model *m, const pdx_gfx *gfx, uint32_t item, size_t rule);

/* The reason why references of a mod can't be judged. */
const char *pdx_unknown(const pdx_model *m);

/* Counts references of a file that a rule of pdx/ can't judge for that reason. */
void pdx_not_judged(pdx_model *m, size_t rule, size_t file, uint64_t references);

/* NULL if the file wasn't read. */
const pdx_actor *pdx_actor_of(const pdx_model *m, size_t file);

static inline bool pdx_is_checked(const pdx_model *m, size_t file)
{
    return file < m->base.all->checked;
}

/* ---- Rules: each function judges all mods -------------------------------------------------------------- */

/* Whether a file is one of Victoria 2's that a mod gets: the mod doesn't replace its folder. */
bool pdx_game_has(const pdx_model *m, uint32_t mod, const char *name);

/* Counts the references that find a file; comes before all rules. */
void pdx_count_references(pdx_model *m);
void pdx_judge_references(pdx_model *m);
void pdx_judge_sprites(pdx_model *m);
void pdx_judge_unused(pdx_model *m);

void pdx_judge_types(pdx_model *m);
void pdx_judge_attached(pdx_model *m);
void pdx_judge_texts(pdx_model *m);

/* Whether a texture is missing that an actor of a reference may lack as well. */
bool pdx_lacks_textures(pdx_model *m);
void pdx_judge_textures(pdx_model *m);

/* Notes in m->parts which actors and motions must be read. */
void pdx_want_motions(pdx_model *m);
void pdx_judge_motions(pdx_model *m);

/* `find_partners` of al_relation: the actor that a motion moves most nodes of. */
void pdx_find_actor(const void *state, size_t file, al_partner_list *list);

#endif
