/* x4.h: the state of the relation: what the XML of X4 and X Rebirth mods contains, and which files it leads
 * to.
 *
 * All lists grow while files are read; the items of one XML file stand together. Items refer to each other by
 * index, not by pointer, since lists move when they grow.
 */
#ifndef AL_RELATIONS_X4_H
#define AL_RELATIONS_X4_H

#include "core/work.h"
#include "relations/kept_texts.h"
#include "relations/relation_state.h"
#include "relations/x4/x4_tree.h"
#include "relations/xml/xml.h"

#define AL_RULES "rules/x4.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

/* A place in an XML file of at most X4_MOST_TEXT bytes. */
typedef struct x4_place {
    uint32_t offset, length;
    uint32_t line, column, end_line, end_column;
} x4_place;

#define X4_MOST_TEXT UINT32_MAX

/* An element, for the field of a finding. A large mod has more of them than of anything else. */
typedef struct x4_node {
    const struct x4_node *up; /* an element that it is in, whose number isn't shown; NULL: there is none */
    const char *name; /* behind those of the elements in `up`, with slashes: "connections/connection" */
    const char *key;  /* its attribute `name`, or `index` for a lod; NULL: none */
    uint32_t ordinal; /* its number among those of the file with the same path, from 1; 0: not counted */
} x4_node;

/* Is added to the ordinal if `key` is an index. No file has that many elements. */
#define X4_BY_INDEX (UINT32_C(1) << 31)

/* An attribute of an element, and its value. */
typedef struct x4_value {
    const char *text; /* NULL: the element doesn't have it */
    x4_place place;
} x4_value;

typedef enum x4_state {
    X4_UNREAD, /* it wasn't needed, or couldn't be read */
    X4_WHOLE,
    X4_BROKEN /* not well-formed, or beyond a limit: nothing of it is used */
} x4_state;

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
    uint8_t state;    /* x4_state */
    uint8_t index;    /* x4_index */
    bool is_content, is_library, below_extensions;
    bool is_diff; /* its root is <diff> */
    bool led_to;  /* an entry of index/components.xml leads to it */
    x4_run names, entries, components, bitmaps;
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
    x4_place place;
} x4_name;

/* A component, or a bare <source> in a <diff>, whose parts are not known. */
typedef struct x4_component {
    const x4_node *node; /* of <source> */
    x4_value geometry;   /* without text: it has none */
    const char *name;
    x4_run parts, connections;
    x4_target target; /* of its geometry */
    uint32_t xml;
    uint32_t folder; /* the folder that was found; X4_NONE: none */
    bool bare;       /* a <source> outside of any component, */
    bool replaces;   /* in a <replace> */
} x4_component;

typedef struct x4_connection {
    bool no_collision;   /* it has the tag nocollision */
    uint32_t references; /* number of parts that belong to another component */
    x4_run parts, animations;
} x4_connection;

typedef struct x4_part {
    const x4_node *node;
    x4_place place;   /* of the start tag */
    const char *name; /* NULL: it has none */
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
    x4_place place;
    x4_run materials; /* in the list of materials */
} x4_lod;

typedef struct x4_animation {
    uint32_t connection;
    const x4_node *node;
    x4_place place;
    const char *name, *small;
} x4_animation;

typedef struct x4_bitmap {
    uint32_t xml;
    const x4_node *node;
    x4_value value;
    x4_target target;
} x4_bitmap;

/* A path into an extension, `extensions/NAME/REST`, of any attribute; each path once. */
typedef struct x4_use {
    uint32_t tree;
    const char *name; /* in small letters, like */
    const char *rest;
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
    bool parts_unknown;                /* a bare <source> uses it, too */
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
    bool is_game;         /* an unpacked folder of the game, which is no mod */
    bool entry_found;     /* an own entry of an index finds its file */
    bool component_found; /* an own entry of index/components.xml does */
    bool folder_found;    /* an own folder of meshes holds a mesh */
    bool level_found;     /* an own folder of meshes holds a level of detail */
    bool bitmap_found;    /* an own texture is there */
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

typedef struct x4_view {
    al_relation_state base;
    size_t first_rule; /* of x4/ in the catalogue */
    bool on;           /* some rule of x4/ is on, and there is a mod */
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
    X4_LIST(x4_part) parts;
    X4_LIST(x4_lod) lods;
    X4_LIST(const char *) materials; /* in small letters */
    X4_LIST(x4_animation) animations;
    X4_LIST(x4_bitmap) bitmaps;
    X4_LIST(x4_use) uses; /* until all values were looked up */
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
    X4_LIST(char) sought; /* room for the path of a mesh that is looked for */
} x4_view;

/* Whether the findings of an XML file are wanted: it is not of a reference, or of the game. */
static inline bool x4_is_judged(const x4_view *v, const x4_xml *xml)
{
    return v->trees.items[xml->tree].with == 0 && !v->mods[xml->tree].is_game;
}

/* Defines a function that adds an item to a list; it returns false if memory is short. */
#define X4_ADDER(function, type, list)                                                                      \
    static bool function(x4_view *v, type const *item)                                                      \
    {                                                                                                       \
        type *items =                                                                                       \
            al_grow(v->base.arena, v->list.items, v->list.count, &v->list.capacity, sizeof *v->list.items); \
        if (items == NULL)                                                                                  \
            return false;                                                                                   \
        v->list.items = items;                                                                              \
        items[v->list.count++] = *item;                                                                     \
        return true;                                                                                        \
    }

#endif
