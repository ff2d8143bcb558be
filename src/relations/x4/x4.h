/* x4.h: the state of the relation: what the XML of X4 and X Rebirth mods contains, and which files it leads
 * to.
 *
 * If memory is short, base.no_memory is set, also by functions that return nothing.
 *
 * All lists grow while files are read; the items of one XML file stand together. Items refer to each other by
 * index, not by pointer, since lists move when they grow.
 */
#ifndef AL_RELATIONS_X4_H
#define AL_RELATIONS_X4_H

#include "core/work.h"
#include "relations/name_list.h"
#include "relations/relation_state.h"
#include "relations/x4/x4_tree.h"
#include "relations/xml/xml.h"

#define AL_RULES "rules/x4.def"
#include "kit/rule_numbers.h"

#define X4_MOST_TEXT UINT32_MAX

/* An element, for the field of a finding. A large mod has more of them than of anything else. */
typedef struct x4_node {
    const struct x4_node *up; /* the element that it is in, whose number isn't shown; NULL: it is the root */
    const char *name;
    const char *key;  /* its attribute `name`, or `index` for a lod; NULL: none */
    uint32_t ordinal; /* its number among those of the file with the same path, from 1; 0: not counted */
} x4_node;

/* Is added to the ordinal if `key` is an index. No file has that many elements. */
#define X4_BY_INDEX (UINT32_C(1) << 31)

/* An attribute of an element, and its value. */
typedef struct x4_value {
    const char *text; /* NULL: the element doesn't have it */
    al_text_place place;
} x4_value;

typedef enum x4_xml_state {
    X4_UNREAD, /* it wasn't wanted, or couldn't be read */
    X4_WHOLE,
    X4_BROKEN /* not well-formed, or beyond a limit: nothing of it is used */
} x4_xml_state;

/* Which index a file is. */
typedef enum x4_index { X4_NO_INDEX, X4_INDEX_MACROS, X4_INDEX_COMPONENTS } x4_index;

/* A run of items in a list. */
typedef struct x4_run {
    uint32_t first, end;
} x4_run;

/* An XML file. */
typedef struct x4_xml {
    const char *path; /* from the root of the tree, in small letters */
    uint32_t number;  /* index among all files */
    uint32_t tree;    /* that it belongs to */
    uint8_t state;    /* x4_xml_state */
    uint8_t index;    /* x4_index */
    bool is_content, is_library, is_icons, is_ui, below_extensions;
    bool is_diff; /* its root is <diff> */
    bool led_to;  /* an entry of index/components.xml leads to it */
    x4_run names, entries, components;
} x4_xml;

typedef enum x4_outcome { X4_UNKNOWN, X4_FOUND, X4_MISSING } x4_outcome;

/* Where a value leads. */
typedef struct x4_target {
    const char *path;    /* in the tree, in small letters */
    const x4_file *file; /* that was found; NULL: none, or a folder */
    const char *unknown; /* why it can't be judged; NULL: it doesn't have to lead anywhere */
    uint32_t tree;       /* where the file is, or should be */
    uint8_t outcome;     /* x4_outcome */
    bool own;            /* it leads into the mod itself */
    bool misspelt; /* it leads into an extension whose name is probably a mistake for the mod's own; then
                      `path` is what follows the name */
} x4_target;

/* An entry of an index file. */
typedef struct x4_entry {
    const x4_node *node;
    x4_value name, value;
    const char *small; /* its name, in small letters */
    x4_target target;
    uint32_t xml;
} x4_entry;

/* A macro or component that a file defines. */
typedef struct x4_name {
    uint32_t xml;
    uint8_t kind;      /* the index that should list it: x4_index */
    bool shared;       /* another file of the mod defines or adds it, too */
    const char *small; /* its name, in small letters */
    const char *text;
    const x4_node *node; /* NULL: it isn't directly under the root */
    al_text_place place;
} x4_name;

/* A component, or a bare <source> in a <diff>, whose parts are not known. */
typedef struct x4_component {
    const x4_node *node; /* of <source> */
    x4_value geometry;   /* without text: it has none */
    const char *name, *small;
    x4_run parts, connections;
    x4_target target; /* of its geometry */
    uint32_t xml;
    uint32_t folder; /* the folder that was found; X4_NONE: none */
    bool bare;       /* a <source> outside of any component, */
    bool replaces;   /* in a <replace> */
} x4_component;

/* Of a component. */
typedef struct x4_connection {
    const x4_node *node; /* NULL: it has no parent */
    const char *small;   /* its name, in small letters; NULL: it has none */
    x4_value parent;     /* the part that it is on */
    uint32_t component;
    bool no_collision;   /* it has the tag nocollision */
    uint32_t references; /* number of parts that belong to another component */
    x4_run parts, animations;
} x4_connection;

/* Of a macro: `ref` is a connection of its component. */
typedef struct x4_macro_connection {
    uint32_t xml;
    const x4_node *node;
    x4_value ref;
    const char *small;     /* the ref, in small letters, like */
    const char *component; /* the component of the macro */
} x4_macro_connection;

typedef struct x4_part {
    const x4_node *node;
    al_text_place place; /* of the start tag */
    const char *name;    /* NULL: it has none */
    const char *small;
    const x4_value *wreck; /* NULL: it has none */
    x4_run lods;
    uint32_t connection; /* that it is in */
    bool refers;         /* it has `ref`: the part belongs to another component */
    bool has_lods;       /* it has <lods> */
} x4_part;

typedef struct x4_lod {
    const x4_node *node;
    const char *index;
    al_text_place place;
    x4_run materials; /* in the list of materials */
} x4_lod;

typedef struct x4_animation {
    uint32_t connection;
    const x4_node *node;
    al_text_place place;
    const char *name, *small;
} x4_animation;

/* A texture of the material library, a picture of icons.xml, or a file of ui.xml. */
typedef struct x4_reference {
    uint32_t xml;
    const x4_node *node;
    x4_value value;
    x4_target target;
    bool missing; /* a rule reports that the picture isn't there */
} x4_reference;

/* A texture with the colours of a material. */
typedef struct x4_texture {
    const char *material; /* "collection.material" in small letters */
    uint32_t reference;
} x4_texture;

/* A path into an extension, `extensions/NAME/REST`, of any attribute; each path once. */
typedef struct x4_use {
    uint32_t tree;
    const char *name; /* in small letters, like */
    const char *rest;
    bool is_judged; /* some rule judges where it leads: others may leave the extension out */
} x4_use;

/* A descriptor of an .ani: the part that it moves, and in which animation. */
typedef struct x4_motion {
    const char *part, *animation; /* in small letters */
    const char *text;             /* the part as written */
    const char *field;
    uint64_t offset, length;
} x4_motion;

/* A folder of meshes that components use. */
typedef struct x4_folder {
    uint32_t tree;
    uint32_t mod;         /* that refers to it, */
    const char *value;    /* by this path; NULL: it is the mod's own folder */
    const char *path;     /* from the root of the tree, in small letters */
    const x4_file *files; /* in it and below */
    size_t file_count;
    const x4_file *ani; /* the .ani beside it; NULL: there is none */
    x4_run motions;     /* its descriptors, if they were read */
    x4_run users;       /* in the list of users */
    bool ani_read;
    bool has_mesh, has_level, has_jcs; /* a level is a mesh that is not for collisions */
    bool parts_unknown;                /* a bare <source> uses it, too, or a component that isn't known */
} x4_folder;

/* A component that uses a folder. */
typedef struct x4_user {
    uint32_t folder, component;
} x4_user;

/* A mesh whose materials a lod lists. */
typedef struct x4_mesh {
    x4_run materials; /* in the list of materials */
    bool read;
} x4_mesh;

enum { X4_MOST_OWN_NAMES = 2 };

/* What is known of the mod of a tree. The flags tell whether the mod is there as a whole: of a mod without a
 * single mesh, for example, the meshes may lie elsewhere, so that none is missing. */
typedef struct x4_mod {
    const char *own[X4_MOST_OWN_NAMES]; /* the names of the mod in paths, in small letters */
    uint32_t own_count;
    bool unsure;          /* files of it couldn't be read, or are not known */
    const char *id;       /* of its content.xml, in small letters; NULL: none */
    const char *folder;   /* the name of its folder or package, likewise */
    uint32_t part_of;     /* a reference that is the same mod: index of the checked mod + 1, else 0 */
    bool needs_other;     /* it depends on other mods, or leads into them: what it has may replace theirs */
    bool partly_named;    /* of a part of it only names are known: its components may use any folder */
    bool is_game;         /* an unpacked folder of the game, which is no mod */
    bool entry_found;     /* an own entry of an index finds its file */
    bool component_found; /* an own entry of index/components.xml does */
    bool folder_found;    /* an own folder of meshes holds a mesh */
    bool level_found;     /* an own folder of meshes holds a level of detail */
    bool bitmap_found;    /* an own texture is there */
    bool icon_found;      /* an own picture of an icon is there */
} x4_mod;

/* A mod and a name that it has in paths, or that it depends on. */
typedef struct x4_owner {
    const char *name;
    uint32_t tree;
} x4_owner;

/* A line of a .gitignore. */
typedef struct x4_pattern {
    uint32_t tree;
    const char *folder; /* of the .gitignore in the tree, with its slash */
    const char *text;   /* in small letters, without slashes at its ends */
    bool anchored;      /* it matches a path from that folder, else the name of a folder anywhere in it */
    bool takes_back;    /* what it matches is not ignored */
} x4_pattern;

#define X4_LIST(type)             \
    struct {                      \
        type *items;              \
        uint64_t count, capacity; \
    }

typedef struct x4_state {
    al_relation_state base;
    size_t first_rule; /* of x4/ in the catalogue */
    bool on;           /* some rule of x4/ is on, and there is a mod */
    bool alone;        /* an XML file is named alone, and its rule is on */
    bool unsure;       /* files of references couldn't be read, or are not known */
    uint8_t *wanted;   /* for each file its al_want, while files are chosen */
    x4_trees trees;
    x4_mod *mods;      /* one for each tree */
    uint32_t *xml_of;  /* for each file its index in xmls, */
    uint32_t *ani_of;  /* in folders: of the folder that it animates, */
    uint32_t *mesh_of; /* and in meshes; or X4_NONE */
    X4_LIST(x4_xml) xmls;
    X4_LIST(x4_entry) entries;
    X4_LIST(x4_name) names;
    X4_LIST(x4_component) components;
    X4_LIST(x4_connection) connections;
    X4_LIST(x4_macro_connection) macro_connections;
    X4_LIST(const char *) patched; /* names in paths of a <diff> to components, in small letters */
    X4_LIST(x4_part) parts;
    X4_LIST(x4_lod) lods;
    X4_LIST(const char *) materials; /* in small letters */
    X4_LIST(x4_animation) animations;
    X4_LIST(x4_reference) references;
    X4_LIST(x4_texture) textures; /* sorted by material, once all are judged */
    X4_LIST(x4_use) uses;         /* until all values were looked up */
    X4_LIST(x4_owner) owners;
    X4_LIST(x4_owner) dependencies; /* ids of other mods, in small letters, that a mod asks for */
    X4_LIST(x4_pattern) ignored;
    X4_LIST(x4_motion) motions;
    X4_LIST(x4_user) users;
    X4_LIST(x4_folder) folders;
    X4_LIST(x4_mesh) meshes;
    al_work guesses;         /* budget for the search of similar names */
    al_kept_texts texts;     /* names of elements, parts and materials, and other texts that a mod repeats */
    al_kept_texts use_texts; /* in the scratch memory, like the uses */
    al_arena *scratch;
    X4_LIST(char) sought; /* the path of the mesh that was looked for last */
} x4_state;

/* Whether the findings of an XML file are wanted: it is not of a reference, or of the game. */
static inline bool x4_is_judged(const x4_state *v, const x4_xml *xml)
{
    return v->trees.items[xml->tree].with == 0 && !v->mods[xml->tree].is_game;
}

/* Whether the index of the mod doesn't lead to a file of components, though it leads to others. */
static inline bool x4_is_dormant(const x4_state *v, const x4_xml *xml)
{
    return v->mods[xml->tree].component_found && !xml->led_to && !xml->is_diff;
}

/* ---- x4_path.c: paths of values ------------------------------------------------------------------------ */

/* A value as the games read a path: without blanks around it, with single `/` and none at its ends, in small
 * letters. NULL if memory is short. */
char *x4_normal_path(al_arena *arena, const char *value);

/* Whether such a path leads into an extension, `extensions/NAME/REST`; if so, sets the name, its length, and
 * the rest. */
bool x4_extension_path(const char *path, const char **name, size_t *length, const char **rest);

/* Whether a value may become such a path: a quick test. */
bool x4_may_be_extension_path(const char *value);

/* `before` and `behind` joined, in the arena. NULL if memory is short. */
char *x4_join(al_arena *arena, const char *before, const char *behind);

/* A path as the games' own files have it in values: with `\`, and without ".xml" and the like. NULL if memory
 * is short; then no_memory is set. */
const char *x4_value_of(x4_state *v, const char *path);

/* That of a path in the extension, or in the game, into which another value leads. Folders that are the same
 * keep their case. NULL also for NULL. */
const char *x4_value_like(x4_state *v, const char *value, const char *path);

/* What a fix would be that writes such a proposal instead of a value: safe if that is another spelling of the
 * same path. The proposal must lead somewhere. */
al_fix_kind x4_fix_of(x4_state *v, const char *value, const char *proposal);

/* The folder of a path, "" for the root, in the arena. NULL if memory is short. */
char *x4_folder_of(al_arena *arena, const char *path);

/* ---- x4_lookup.c: finds the files that values lead to, in the mod, and in references ------------------- */

/* Looks for a path in a tree; `*file` is set if it is a file. Returns whether it was found. */
typedef bool x4_finder(const x4_tree *tree, const char *path, const x4_file **file);

/* Finds where a value of a tree leads. */
x4_target x4_look_up(x4_state *v, uint32_t tree, const char *value, x4_finder *finder);

/* ---- x4_names.c: names of mods ------------------------------------------------------------------------- */

/* Finds what the folder or package of each mod is called. False if memory is short. */
bool x4_find_folders(x4_state *v) AL_MUST_USE;

/* The same, and finds the own name of each mod, and joins each checked mod with the references that are the
 * same mod: their files become files of its tree. False if memory is short. */
bool x4_find_own_names(x4_state *v) AL_MUST_USE;

/* Whether a name is an own name of the mod. */
bool x4_is_own(const x4_mod *mod, const char *name, size_t length);

/* Whether a name, and what follows it, begins like those of the game's own extensions. */
bool x4_is_of_the_game(const char *name);

/* Whether a name in a path of a mod is its own name with a mistake: similar, and no extension that is known
 * is called so. */
bool x4_is_misspelt(x4_state *v, uint32_t tree, const char *name, size_t length);

/* ---- x4_near.c: similar names for paths that find no file ---------------------------------------------- */

/* The path of the only file in the folder of `path` with a similar name, or else of the only file of that
 * name elsewhere in the tree with that number. NULL: there is none, more than one, or one that an index entry
 * or a component leads to. Both names end in `ending`, such as "-lod0.xmf"; if it is "", in any ending of
 * pictures. */
const char *x4_near_file(x4_state *v, uint32_t number, const char *path, const char *ending);

/* The same for a folder, among the folders beside it. NULL also if memory is short. */
const char *x4_near_folder(x4_state *v, uint32_t number, const char *path);

/* The most similar of some names so far; start with zeros. */
typedef struct x4_choice {
    const char *best; /* NULL: none is similar */
    size_t distance;
    bool several; /* others are as similar */
} x4_choice;

/* Compares a name, `text` as written and `small` in small letters, with the one that is wanted. */
void x4_offer_name(x4_state *v, x4_choice *choice, const char *wanted, const char *small, const char *text);

/* The similar name; NULL: there is none, or more than one. */
const char *x4_chosen_name(const x4_choice *choice);

/* Whether two names differ in one or two letters; `name` has `length` bytes. */
bool x4_is_near(x4_state *v, const char *wanted, const char *name, size_t length);

/* ---- x4_ignored.c: the .gitignore of a mod ------------------------------------------------------------- */

/* Folders that a .gitignore names are made by a build or added later, so they are missing from every
 * checkout. */
/* Whether the path is that of a .gitignore. */
bool x4_is_ignore_file(const char *path);

/* Takes the lines of a .gitignore. False if memory is short. */
bool x4_read_ignored(x4_state *v, size_t number, const al_content *content) AL_MUST_USE;

/* Whether a .gitignore of the mod names a folder, or one that it is in. The path is in small letters. */
bool x4_is_ignored(x4_state *v, uint32_t tree, const char *folder);

/* ---- x4_findings.c: keeps findings --------------------------------------------------------------------- */

/* A finding of a reference or a file. All texts are copied. */
typedef struct x4_claim {
    size_t number;                       /* index of the file */
    size_t rule;                         /* of x4/ */
    al_level level;                      /* AL_OFF: the catalogue's */
    const x4_node *node;                 /* NULL: the whole file, or `field` */
    const char *attribute;               /* of the node; NULL: all of it */
    const char *field;                   /* of a file that is no XML, */
    uint64_t field_offset, field_length; /* and its place, instead of: */
    al_text_place place;
    const char *expected, *actual; /* NULL: there is none */
    const al_tally *tally;
    al_fix_kind fix_kind; /* of writing what is expected instead of the attribute's value; AL_FIX_NONE: it is
                             not known to lead anywhere */
} x4_claim;

/* Keeps a finding, unless its rule is off or its file isn't checked. */
void x4_claim_found(x4_state *v, const x4_claim *claim, const char *sentence, ...) AL_PRINTF(3, 4);
#define x4_claim_found(...) AL_PLACE(#__VA_ARGS__, x4_claim_found(__VA_ARGS__))

/* The end of a message, ": did you mean NEAR?"; "" for NULL. */
typedef struct x4_hint {
    char text[AL_MAX_MESSAGE];
} x4_hint;
x4_hint x4_hint_of(const char *near, const char *quote);

/* Counts a reference in an XML file that the rule can't judge. */
void x4_not_judged(x4_state *v, const x4_xml *xml, size_t rule, const char *reason);

/* ---- x4_read.c: reads XML ------------------------------------------------------------------------------ */

/* Reads the file with that index in the list of XML files, and keeps a finding if it isn't well-formed. False
 * if memory is short. */
bool x4_read_xml(x4_state *v, uint32_t xml, const al_content *content) AL_MUST_USE;

/* The same for a file that is named alone: only whether it is XML matters. */
bool x4_read_alone(x4_state *v, size_t number, const al_content *content) AL_MUST_USE;

/* ---- x4_folders.c: folders of meshes, their meshes and their .ani -------------------------------------- */

/* Finds the folder of each component, and wants the facts of its meshes and its .ani. */
void x4_resolve_folders(x4_state *v);

/* Take the facts of an .ani and of a mesh. */
void x4_take_motions(x4_state *v, x4_folder *folder, const al_content *content);
void x4_take_materials(x4_state *v, x4_mesh *mesh, const al_content *content);

/* Marks each .ani of a checked mod that is beside a folder of meshes with its name, packed textures, and
 * pictures whose game the mod tells. */
void x4_mark_places(x4_state *v);

/* The ending of the name of a mesh behind that of its part: "-lod1.xmf". */
typedef struct x4_ending {
    char text[64];
} x4_ending;
x4_ending x4_lod_ending(const x4_lod *lod);

/* That of the only mesh of a part without levels. */
#define X4_FIRST_LEVEL "-lod0.xmf"

/* Finds the mesh of a part in a folder: NAME-lodN.xmf. NULL: it isn't there; `v->sought` then has its path
 * from the root, until the next call. */
const x4_file *x4_find_mesh(x4_state *v, const x4_folder *folder, const char *name, const char *ending);

/* The motions of an animation, sorted by part; whether it moves a part. Names are in small letters. */
x4_run x4_motions_of(const x4_state *v, const x4_folder *folder, const char *animation);
bool x4_has_motion(const x4_state *v, const x4_folder *folder, const char *part, const char *animation);

/* ---- x4_index.c: rules about index/macros.xml and index/components.xml --------------------------------- */

/* The first needs the own names of the mods; the second also the XML outside of the mods that entries lead
 * to. */
void x4_resolve_index(x4_state *v);
void x4_judge_index(x4_state *v);

/* ---- x4_components.c, x4_judge_folders.c: rules about components and their folders --------------------- */

/* Judges each component: folder, meshes, animations, materials. */
void x4_judge_components(x4_state *v);

/* Judges each folder with all components that use it. */
void x4_judge_folders(x4_state *v);

/* ---- x4_connections.c: rules about connections of macros and components -------------------------------- */

void x4_judge_connections(x4_state *v);

/* ---- x4_references.c: rules about textures of materials and icons, and files of ui.xml ----------------- */

/* Looks for the files, then judges those that aren't there. */
void x4_resolve_references(x4_state *v);
void x4_judge_references(x4_state *v);

/* Adds the textures of a mesh to its partners. */
void x4_find_textures(const x4_state *v, size_t file, al_partner_list *list);

/* ---- x4_packing.c: rules about where a mod lies, and how it is packed ---------------------------------- */

void x4_judge_packing(x4_state *v);

#endif
