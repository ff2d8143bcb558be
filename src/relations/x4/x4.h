/* x4.h: what is known of the X4 and X Rebirth mods among the files that are checked: what their XML says, and
 * what other files it leads to.
 *
 * All lists grow while files are read, and are only read from then on. What an XML file says follows each
 * other in them. Numbers, not pointers, say what belongs to what: lists move as they grow.
 */
#ifndef AL_RELATIONS_X4_H
#define AL_RELATIONS_X4_H

#include "core/work.h"
#include "relations/relation_state.h"
#include "relations/x4/x4_tree.h"
#include "relations/xml/xml.h"

#define AL_RULES "rules/x4.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

/* Where something is in an XML file. */
typedef struct x4_place {
    uint64_t offset, length;
    uint32_t line, column, end_line, end_column;
} x4_place;

/* An element, for the field of a finding: what it is in, and what it is called. */
typedef struct x4_node {
    const struct x4_node *up; /* NULL: it is the root */
    const char *name;
    const char *key;  /* its name attribute; of a lod its index; NULL: none */
    uint32_t ordinal; /* which of the elements of the file that have the same path; 0: nobody asked */
    bool by_index;    /* `key` is an index */
} x4_node;

/* An attribute of an element, and its value. */
typedef struct x4_value {
    const char *text; /* NULL: the element hasn't got it */
    x4_place place;
} x4_value;

typedef enum x4_root { X4_ROOT_OTHER, X4_ROOT_DIFF, X4_ROOT_MACROS, X4_ROOT_COMPONENTS } x4_root;

typedef enum x4_state {
    X4_UNREAD, /* it wasn't asked for, or it couldn't be read */
    X4_WHOLE,  /* it is well-formed: */
    X4_BROKEN  /* not well-formed or beyond a limit: nothing of it is used */
} x4_state;

/* What index a file is. */
typedef enum x4_index { X4_NO_INDEX, X4_INDEX_MACROS, X4_INDEX_COMPONENTS } x4_index;

/* A run of items in a list. */
typedef struct x4_run {
    uint32_t first, end;
} x4_run;

/* An XML file. */
typedef struct x4_xml {
    size_t number;    /* among all files */
    uint32_t tree;    /* that it belongs to */
    const char *path; /* from the root of that, in small letters */
    x4_state state;
    x4_root root;
    x4_index index;
    bool is_content, is_library, below_extensions;
    bool led_to; /* an entry of the index of components leads to it */
    x4_run names, entries, components, bitmaps;
} x4_xml;

typedef enum x4_outcome {
    X4_SILENT, /* nobody can say where it leads */
    X4_FOUND,
    X4_MISSING
} x4_outcome;

/* Where a value leads. */
typedef struct x4_target {
    x4_outcome outcome;
    bool own;            /* into the mod itself */
    uint32_t tree;       /* where it is, or should be; */
    const char *path;    /* there, in small letters */
    const x4_file *file; /* that it finds; NULL: none, or a folder */
    const char *unknown; /* why nobody can say where it leads; NULL: it need not lead anywhere */
} x4_target;

/* An entry of an index file. */
typedef struct x4_entry {
    uint32_t xml;
    const x4_node *node;
    x4_value name, value;
    const char *small; /* its name, in small letters */
    x4_target target;
} x4_entry;

/* A macro or component that a file has. */
typedef struct x4_name {
    uint32_t xml;
    const char *small; /* its name, in small letters */
    const char *text;
    x4_index kind;       /* the index that it belongs into */
    const x4_node *node; /* of one directly under the root; else NULL */
    x4_place place;
} x4_name;

/* A component, or a <source> outside of any, in a <diff>: of that the parts are not known. */
typedef struct x4_component {
    uint32_t xml;
    bool bare;           /* it is no component, */
    bool replaces;       /* and is in a <replace> */
    const x4_node *node; /* of <source> */
    x4_value geometry;   /* no text: it has none */
    const char *name;
    x4_run parts, connections;
    x4_target target; /* of its geometry */
    uint32_t folder;  /* that this is; X4_NONE: none */
} x4_component;

typedef struct x4_connection {
    uint32_t component;
    bool no_collision;   /* a tag of it */
    uint32_t references; /* how many of its parts are of another component */
    x4_run parts, animations;
} x4_connection;

typedef struct x4_part {
    uint32_t component, connection;
    const x4_node *node;
    x4_place place;   /* of the start tag */
    const char *name; /* NULL: it has none */
    const char *small;
    x4_value wreck;
    bool refers, has_lods; /* to a part of another component; <lods> */
    x4_run lods;
} x4_part;

typedef struct x4_lod {
    uint32_t part;
    const x4_node *node;
    x4_place place;
    const char *index; /* NULL: it has none */
    x4_run materials;  /* in the list of their names */
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

/* A path into an extension, as an attribute gives it, once for each path: `extensions/NAME/REST`. */
typedef struct x4_use {
    uint32_t tree;
    const char *name; /* in small letters, like */
    const char *rest;
} x4_use;

/* What a descriptor of an .ani moves. */
typedef struct x4_motion {
    const char *part, *animation; /* in small letters */
    const char *text;             /* the part, as it is written */
    const char *field;
    uint64_t offset, length;
} x4_motion;

/* A folder of meshes that components use. */
typedef struct x4_folder {
    uint32_t tree;
    const char *path;                  /* from its root, in small letters */
    uint32_t mod;                      /* that asks for it, */
    const char *value;                 /* by this path; NULL: it is that mod's own */
    const x4_file *files;              /* in it and below, */
    size_t file_count;                 /* so many */
    bool has_mesh, has_level, has_jcs; /* a level is a mesh that isn't there for collisions */
    bool parts_unknown;                /* something that is no component uses it, too */
    const x4_file *ani;                /* the file beside it that animates it; NULL: there is none */
    bool ani_read;                     /* and what it moves is known: */
    x4_run motions;
    x4_run users; /* in the list of users */
} x4_folder;

/* A component that uses a folder. */
typedef struct x4_user {
    uint32_t folder, component;
} x4_user;

/* A mesh whose materials some lod lists. */
typedef struct x4_mesh {
    size_t number;
    bool read;
    x4_run materials; /* in the list of names */
} x4_mesh;

enum { X4_MOST_OWN_NAMES = 2 };

/* What is known of the mod of a tree. */
typedef struct x4_mod {
    const char *own[X4_MOST_OWN_NAMES]; /* what it calls itself, in small letters */
    uint32_t own_count;
    const char *id;       /* of its content.xml, in small letters; NULL: none */
    bool entry_found;     /* of its own entries of an index one finds its file, */
    bool component_found; /* one of the index of components does, */
    bool folder_found;    /* of its own folders of meshes one holds a mesh, */
    bool level_found;     /* one holds a level of detail, */
    bool bitmap_found;    /* of its own textures one is there */
} x4_mod;

/* Who calls itself by a name. */
typedef struct x4_owner {
    const char *name;
    uint32_t tree;
} x4_owner;

#define X4_LIST(type)             \
    struct {                      \
        type *items;              \
        uint64_t count, capacity; \
    }

typedef struct x4_view {
    al_relation_state base;
    size_t first_rule; /* of x4/ in the catalogue */
    bool on;           /* some rule of x4/ is on, and there is a mod */
    uint8_t *asked;    /* al_need, by number of a file */
    x4_trees trees;
    x4_mod *mods;     /* one for each tree */
    uint32_t *xml_of; /* by number of a file: its XML, the folder that it animates, and which mesh it is; */
    uint32_t *ani_of; /* or X4_NONE */
    uint32_t *mesh_of;
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
    X4_LIST(x4_use) uses;
    X4_LIST(x4_owner) owners;
    X4_LIST(x4_motion) motions;
    X4_LIST(x4_user) users;
    X4_LIST(x4_folder) folders;
    X4_LIST(x4_mesh) meshes;
    al_work guesses; /* left for names that somebody may have meant */
} x4_view;

/* Defines a function that adds an item to a list: false when memory is short. */
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
