/* paradox.h: the relation of mods for Victoria 2 and related games: everything that it knows of the checked
 * mods and the references. */
#ifndef AL_RELATIONS_PARADOX_H
#define AL_RELATIONS_PARADOX_H

#include "core/findings.h"
#include "core/map.h"
#include "core/prefixes.h"
#include "core/work.h"
#include "relations/name_list.h"
#include "relations/pairs/pair_files.h"
#include "relations/relations.h"

#define AL_RULES "rules/pdx.def"
#include "kit/rule_numbers.h"

/* ---- paradox_files.c: the mods and games among all files, and the files of each ------------------------ */

/* A tree is the folder of a checked mod, of a reference, or of a DLC of a reference. Names of its files are
 * relative to it and in small letters, since the games ignore case. */

#define PDX_NO_TREE UINT32_MAX
#define PDX_NO_FILE SIZE_MAX

/* The start of the full names of its files, in small letters, not terminated; the group is `with` of
 * al_related_file. */
typedef al_prefix pdx_tree;

/* A file and its name in its tree. */
typedef struct pdx_entry {
    const char *name;
    uint32_t tree;
    uint32_t number;
} pdx_entry;

typedef struct pdx_entries {
    pdx_entry *items;
    uint64_t count, capacity;
} pdx_entries;

typedef struct pdx_files {
    const al_related_files *all;
    al_arena *arena;
    pdx_tree *trees; /* sorted by reference, checked ones first, and by name */
    uint64_t tree_capacity;
    uint32_t tree_count;
    uint32_t checked_trees; /* number of checked trees */
    bool *gaps;             /* for each of them whether a gap begins in it */
    uint32_t *tree_of;      /* for each file; PDX_NO_TREE: it is in no tree */
    const char **name_of;   /* for each file its name in its tree */
    pdx_entries files;      /* by tree and name */
    pdx_entries pictures;   /* below gfx/, by tree and base name */
    pdx_entries replaced;   /* folders that a mod replaces: it gets no file from these folders of the game */
} pdx_files;

void pdx_entries_sort(pdx_entries *entries);
/* The index of the first entry that doesn't come before the name. */
uint64_t pdx_entries_at(const pdx_entries *entries, uint32_t tree, const char *name);
bool pdx_entries_have(const pdx_entries *entries, uint32_t tree, const char *name);

/* Finds the tree of the folder of a name, in small letters, beside a checked file; PDX_NO_TREE: there is
 * none. False if memory is short. */
bool pdx_tree_beside(const pdx_files *f, size_t file, const char *name, uint32_t *tree) AL_MUST_USE;

/* Finds the trees and their files. Finds none if no mod is checked. False if memory is short. */
bool pdx_files_find(pdx_files *f) AL_MUST_USE;

/* The full name of a file in small letters. NULL if memory is short. */
const char *pdx_full_name(al_arena *arena, const al_related_file *file);

/* Whether a name begins with a folder. */
bool pdx_is_below(const char *name, const char *folder);

/* The file of a tree with that name; PDX_NO_FILE: there is none. */
size_t pdx_find_in(const pdx_files *f, uint32_t tree, const char *name);

/* The file that a mod gets by a name: its own, else that of a reference. */
size_t pdx_find(const pdx_files *f, uint32_t mod, const char *name);

/* The same for a picture, .dds or .tga, by `length` bytes of a name in the folder of `path`; NULL: anywhere
 * below gfx/. */
size_t pdx_find_picture(const pdx_files *f, uint32_t mod, const char *path, const char *name, size_t length);

/* Adds a folder that a mod replaces; after all are added, sorts them; then tells whether the folder of a name
 * is one of them. */
bool pdx_add_replaced(pdx_files *f, uint32_t mod, const char *folder) AL_MUST_USE;
void pdx_sort_replaced(pdx_files *f);
bool pdx_is_replaced(const pdx_files *f, uint32_t mod, const char *name);

/* The name of a file in its tree, as it is on disk. */
const char *pdx_shown_name(const pdx_files *f, size_t number);

/* ---- paradox_gfx.c: what is kept of a .gfx ------------------------------------------------------------- */

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
    uint32_t up;         /* item of the object that it is in; PDX_NO_ITEM: field paths begin with it */
    uint32_t type;       /* index of the innermost EMFXActorType that it is in; PDX_NO_ITEM: none */
    uint32_t ordinal;    /* of an object: number of objects with its key and name before it in `up` */
    uint8_t role;        /* pdx_role */
    bool again;          /* the key has come before */
    const char *key;     /* in small letters; as written if field paths begin with it */
    const char *text;    /* of a value, as written; of an object its name, as written, "": it has none */
    const char *file;    /* of a reference or a picture, as files are named */
    al_text_place place; /* of a value with its quotes, or of the key of an object */
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
    const char *what;    /* the message of the first; NULL: there is none */
    const char *name;    /* of the key that it is about, in front of the message; NULL: none */
    al_text_place place; /* of the first */
    al_tally lines;      /* of all */
} pdx_oddity;

typedef struct pdx_gfx {
    size_t number; /* of the file */
    uint32_t tree;
    bool judged;        /* it lies in a folder that the games read */
    const char *unread; /* it is beyond this limit; NULL: it was read */
    bool foreign;       /* a file of another program */
    bool damaged;       /* it is something else, which `wrong` says, and was not read */
    const char *wide;   /* the mark of a text in UTF-16, which was not read; NULL: it isn't one */
    pdx_item *items;
    pdx_type *types;
    uint32_t item_count, type_count;
    pdx_oddity wrong, odd, deep; /* reported as warning, note and error */
    uint64_t unresolved[2];      /* references that find no file: to actors, to motions */
} pdx_gfx;

/* Reads a text of at most PDX_MOST_TEXT bytes into `gfx`, which points into the arena of `texts`; `scratch`
 * is only used meanwhile. False if memory is short. */
bool pdx_gfx_read(pdx_gfx *gfx, al_span text, al_kept_texts *texts, al_arena *scratch) AL_MUST_USE;

/* What a .mod says, as files are named. */
typedef struct pdx_description {
    size_t number;       /* of the file */
    const char *path;    /* of the mod's folder; NULL: not given */
    const char *written; /* the same as written, and its place */
    al_text_place place;
    al_name_list replaced; /* folders of the game from which the mod gets no file */
} pdx_description;

typedef struct pdx_descriptions {
    pdx_description *items;
    uint64_t count, capacity;
} pdx_descriptions;

/* False if memory is short. */
bool pdx_mod_read(pdx_description *mod, al_span text, al_arena *arena) AL_MUST_USE;

/* The field path of an item, escaped. More of it than a finding shows is left out. */
typedef struct pdx_field_text {
    char text[AL_MAX_FIELD * 2];
    size_t length;
} pdx_field_text;

void pdx_field(pdx_field_text *field, const pdx_gfx *gfx, uint32_t item);

/* Whether a value names an .xac or .xsm. */
bool pdx_is_reference(const char *value);

/* ---- paradox_actor.c: what is kept of actors and motions ----------------------------------------------- */

/* A game has thousands of each, so their lists have no room to spare. */

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
    bool used;      /* by a submesh */
    bool missing;   /* a rule reports that there is no such picture */
    size_t picture; /* its file, once textures are judged; PDX_NO_FILE: none */
} pdx_layer;

/* An XAC, XSM or XPM. */
typedef struct pdx_actor {
    size_t number;          /* of the file */
    al_name_list nodes;     /* of an actor, or that a motion moves, in small letters, sorted */
    const char *first_node; /* of a motion: the first of these as written */
    al_name_list morphs;    /* morph targets of an actor, in small letters, sorted */
    pdx_target *targets;    /* of an XPM, in their order */
    pdx_layer *layers;      /* of an actor */
    uint64_t digest;        /* hash of the file; 0: not wanted */
    uint32_t target_count, layer_count;
    bool complete; /* it was read to its end: there are no other names in it */
} pdx_actor;

/* The hash of an actor, to tell whether another one is the same. */
uint64_t pdx_digest(al_span bytes);

/* Parts of a file that are kept. */
typedef struct pdx_parts {
    bool nodes, morphs, layers, digest;
} pdx_parts;

/* Keeps the wanted parts of a file in the arena of the texts. False if memory is short. */
bool pdx_actor_read(pdx_actor *actor, const al_content *content, al_kept_texts *texts,
                    pdx_parts wanted) AL_MUST_USE;

/* ---- paradox_counts.c: the actors and motions of Victoria 2 -------------------------------------------- */

/* Its mods refer to them, but most don't contain them. */

/* The file with that index, by its path in the game's folder, in small letters; sorted. NULL beyond the last.
 */
const char *pdx_victoria2_file(size_t index);

/* Whether the game has a file with that path, which is in small letters. */
bool pdx_victoria2_has(const char *path);

/* ---- The state ----------------------------------------------------------------------------------------- */

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
    bool complete;                 /* nearly all files that it refers to are its own or the game's */
} pdx_mod;

/* A motion and an actor that a .gfx gives it to. */
typedef struct pdx_pair {
    size_t motion, actor; /* files; PDX_NO_FILE, the highest number: the actor is not there */
} pdx_pair;

typedef struct pdx_pairs {
    pdx_pair *items; /* sorted */
    uint64_t count, capacity;
} pdx_pairs;

typedef struct pdx_state {
    al_relation_state base;
    pdx_files files;
    al_kept_texts texts; /* names of nodes, keys of types, and other texts that come again and again */
    pdx_mod *mods;       /* for each tree */
    pdx_gfx *gfxs;       /* sorted by file */
    uint64_t gfx_count, gfx_capacity;
    pdx_descriptions descriptions;
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
                          given, and may have what seems to be missing */
    bool has_pictures; /* the references have pictures, and are not partial: missing pictures can be told */
    bool has_types;    /* the same for types */
    al_name_list with_references, with_pictures; /* that the .gfx of references name */
    al_map with_digests;                         /* of the actors of references */
    al_name_list with_types;                     /* of references, in small letters */
    pdx_entries near;                            /* actors and motions, to find similar names */
    bool near_made;
    al_work guesses;      /* for comparisons of names that may be misspelt */
    bool unsure;          /* the same for references, or it is not known which folders a mod replaces */
    bool loose_unsure;    /* the same for files of no tree */
    pdx_field_text field; /* of the last claim that pdx_claim_at made */
} pdx_state;

/* A claim by a rule of pdx/ about an item of a .gfx, with its place and field; a value is the actual one.
 * The field lives until the next claim. */
al_claim pdx_claim_at(pdx_state *m, const pdx_gfx *gfx, uint32_t item, size_t rule);

/* The reason why references of a mod can't be judged. */
const char *pdx_unknown(const pdx_state *m);

/* Counts references of a file that a rule of pdx/ can't judge for that reason. */
void pdx_not_judged(pdx_state *m, size_t rule, size_t file, uint64_t references);

/* NULL if the file wasn't read. */
const pdx_actor *pdx_actor_of(const pdx_state *m, size_t file);

static inline bool pdx_is_checked(const pdx_state *m, size_t file)
{
    return file < m->base.all->checked;
}

/* ---- Rules: each function judges all mods -------------------------------------------------------------- */

/* Whether a file is one of Victoria 2's that a mod gets: the mod doesn't replace its folder. */
bool pdx_game_has(const pdx_state *m, uint32_t mod, const char *name);

/* Counts the references that find a file; comes before all rules. */
void pdx_count_references(pdx_state *m);
void pdx_judge_references(pdx_state *m);
void pdx_judge_sprites(pdx_state *m);
void pdx_judge_unused(pdx_state *m);

void pdx_judge_types(pdx_state *m);
void pdx_judge_attached(pdx_state *m);
void pdx_judge_texts(pdx_state *m);
void pdx_judge_text(pdx_state *m, const pdx_gfx *g);

/* Whether each .mod names the folder of a mod. */
void pdx_judge_descriptions(pdx_state *m);

/* Whether a texture is missing that an actor of a reference may lack as well. */
bool pdx_lacks_textures(pdx_state *m);
void pdx_judge_textures(pdx_state *m);

/* Notes in m->parts which actors and motions must be read. */
void pdx_want_motions(pdx_state *m);
void pdx_judge_motions(pdx_state *m);

/* Adds the pictures with the colours of an actor to its partners. */
void pdx_find_textures(const pdx_state *m, size_t file, al_partner_list *list);

/* Adds the actor that a motion moves most nodes of. */
void pdx_find_actor(const pdx_state *m, size_t file, al_partner_list *list);

#endif
