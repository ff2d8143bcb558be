/* paradox_model.h: all that is known of the mods that are checked, and what is wrong with them. */
#ifndef AL_PARADOX_MODEL_H
#define AL_PARADOX_MODEL_H

#include "core/work.h"
#include "relations/paradox/paradox_actor.h"
#include "relations/paradox/paradox_files.h"
#include "relations/paradox/paradox_gfx.h"

/* What a finding says. Rules and sentences are in paradox_report.c. */
typedef enum pdx_said {
    PDX_SAID_MISSING_ACTOR,   /* a: type, b: near one */
    PDX_SAID_MISSING_MOTION,  /* a: type, b: near one, c: what it is for */
    PDX_SAID_MISSING_SPRITE,  /* a: object */
    PDX_SAID_NEAR_TEXTURE,    /* b: near one */
    PDX_SAID_MISSING_TEXTURE, /* n: 1: of the colours */
    PDX_SAID_ATTACH_NODE,     /* a: what hangs there, b: actor's file */
    PDX_SAID_ATTACH_TYPE,     /* a: on what it hangs */
    PDX_SAID_TWO_ACTORS,      /* a: type, b and c: their files */
    PDX_SAID_TWICE,           /* a: type */
    PDX_SAID_TWO_FILES,       /* a: type, b: the other file */
    PDX_SAID_NESTED,          /* a: type */
    PDX_SAID_MISSING_KEY,     /* a: type, b: the key */
    PDX_SAID_DUPLICATE_KEY,   /* a: type, b: the key */
    PDX_SAID_SYNTAX,          /* a: what */
    PDX_SAID_UNUSED,          /* a: the file */
    PDX_SAID_TOO_DEEP,
    PDX_SAID_UNREAD,
    PDX_SAID_TOO_MUCH,
    PDX_SAID_NO_NODE,   /* a: a submotion, b: an actor, c: " and others", n: actors */
    PDX_SAID_NO_TARGET, /* a: the animation */
} pdx_said;

typedef struct pdx_finding {
    size_t file;
    pdx_said said;
    al_level level; /* AL_OFF: the catalogue's */
    pdx_place place;
    const char *field;
    const char *actual, *expected; /* NULL: there is none */
    const char *a, *b, *c;
    uint64_t number;
    al_tally *tally; /* NULL: the object itself */
} pdx_finding;

/* Texts, sorted, each once. */
typedef struct pdx_set {
    const char **items;
    uint64_t count, capacity;
} pdx_set;

/* What there is of a tree. */
typedef struct pdx_mod {
    bool has_types;                /* some .gfx has an EMFXActorType */
    bool partly_read;              /* some .gfx is beyond a limit */
    uint64_t references, resolved; /* of .gfx that are judged */
    bool complete;                 /* it has next to all that it refers to */
} pdx_mod;

typedef struct pdx_model {
    const al_related_files *all;
    al_arena *arena;
    pdx_files files;
    pdx_mod *mods; /* of each tree */
    pdx_gfx *gfxs; /* by their files */
    uint64_t gfx_count, gfx_capacity;
    pdx_actor *actors;
    uint64_t actor_count, actor_capacity;
    uint32_t *gfx_of, *actor_of; /* of each file; UINT32_MAX: none */
    uint8_t *asked;              /* of each file, in this round */
    pdx_wishes *wishes;          /* and what is to be kept of it */
    bool *listed;                /* .gfx that reports name */
    unsigned round;
    bool wants_types, wants_textures, wants_motions, wants_morphs; /* somebody wants to hear of such rules */
    bool has_game;     /* a reference holds so many actors that what it doesn't have nobody has */
    bool is_partial;   /* references refer to files that they lack: their game isn't among them, and what is
                          missing may be that game's */
    bool has_pictures; /* they tell which pictures are missing: they have some, and aren't partial; */
    bool has_types;    /* the same of types */
    pdx_set with_references, with_pictures; /* of the .gfx of references */
    pdx_set with_digests;                   /* of their actors */
    pdx_set with_types;                     /* in small letters */
    pdx_entries near;                       /* actors and motions by names that are nearly theirs */
    bool near_made;
    al_not_judged_list not_judged;
    pdx_finding *findings; /* by their files, at the end */
    uint64_t finding_count, finding_capacity;
    bool done;
    bool no_memory;
} pdx_model;

/* Whether a rule of that number, among those with a prefix, is to be reported. */
bool pdx_wants(const pdx_model *m, const char *prefix, size_t rule);

/* Its texts must last. Without memory the model says so. */
void pdx_add_finding(pdx_model *m, const pdx_finding *finding);

/* A finding at an item of a .gfx: with file, place, field, and the value as actual. */
pdx_finding pdx_finding_at(pdx_model *m, const pdx_gfx *gfx, uint32_t item, pdx_said said);

/* Why nobody can say whether what a mod refers to is there. */
const char *pdx_unknown(const pdx_model *m);

/* Counts references of a file that a rule of pdx/ can't judge, because the game may have what they refer to.
 */
void pdx_not_judged(pdx_model *m, size_t rule, size_t file, uint64_t references);

const char *pdx_copy(pdx_model *m, const char *text);

bool pdx_set_add(pdx_set *set, al_arena *arena, const char *text) AL_MUST_USE;
void pdx_set_sort(pdx_set *set);
bool pdx_set_has(const pdx_set *set, const char *text);

/* NULL: the file wasn't read. */
const pdx_actor *pdx_actor_of(const pdx_model *m, size_t file);

static inline bool pdx_is_checked(const pdx_model *m, size_t file)
{
    return file < m->all->checked;
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

/* Reports one finding. */
void pdx_report(const pdx_finding *f, al_sink *sink);

#endif
