/* relations.h: rules across files. A relation looks at all files once, and then reports for each checked file
 * what is wrong between that file and the others.
 *
 * The survey (project/survey.c) calls a relation in this order:
 *
 *     begin     once, with the names of all files (al_relation_new)
 *     choose    which files shall be read, and what of each
 *     read      for each of these: its content. Then `choose` is called again, since what was read may lead
 * to other files
 *
 * until the relation knows everything. Its state then has its findings (relation_state.h).
 *
 * A file is passed as its index in al_related_files.files.
 */
#ifndef AL_RELATIONS_RELATIONS_H
#define AL_RELATIONS_RELATIONS_H

#include <stddef.h>
#include <string.h>

#include "core/arena.h"
#include "core/findings.h"
#include "core/md5.h"
#include "kit/hooks.h"
#include "kit/job.h"

typedef struct al_related_file {
    const char *path;
    const char *member; /* path inside the package `path`; "": the file is not in a package */
    unsigned with;      /* 0: the file is checked; else the number of its reference, from 1 */
    bool explicit;      /* its own path was given: its folder isn't checked as a whole */
    bool unreported;    /* excluded, or of another shard: this run reports nothing on it */
    size_t root_length; /* leading bytes of `path` that are the checked folder: nothing above it is checked */
} al_related_file;

/* A place in which there may be files that are not known: a folder that couldn't be listed, or a package
 * whose members are not all known. */
typedef struct al_gap {
    const char *start; /* the full paths of such files begin with this: "mods/ship/", "a.zip!/" */
    unsigned with;     /* as in al_related_file */
} al_gap;

/* All files. First come the checked ones, then those of each reference (a path of --with, which is read and
 * never reported); each of these groups is sorted by path and member, byte for byte. Behind these `count`
 * files follow `siblings` more: files of the folders of explicit files, read for the relations that declare
 * extensions for them. Their `with` is the number after that of the last reference. */
typedef struct al_related_files {
    const al_related_file *files;
    size_t count, siblings;
    size_t checked;          /* number of checked files, which come first */
    const char *const *with; /* paths of the references: with[0] is that of reference 1 */
    const bool *with_file;   /* whether a reference is a file and not a folder, */
    const struct al_names *const
        *names; /* and what it has if it is a file of names, else NULL; NULL: none is one
                 */
    size_t with_count;
    const al_setting *settings; /* one for each rule of the catalogue */
    const al_gap *gaps;         /* sorted by reference and start, byte for byte */
    size_t gap_count;
    const bool *unread;     /* for each file: a relation has asked for it, and it couldn't be read */
    bool any_unread;        /* one of them is set */
    uint64_t most_inflated; /* bytes that one mesh may give when it is measured */
    al_arena *scratch;      /* for memory that relations need only until they know everything */
} al_related_files;

/* What a relation wants to have read of a file, ascending: as much as holds its facts (kit/hooks.h), for most
 * formats its first bytes; the whole file. */
typedef enum al_want { AL_WANT_NOTHING = 0, AL_WANT_FACTS, AL_WANT_BYTES } al_want;

typedef enum al_content_state {
    AL_CONTENT_READ,
    AL_CONTENT_UNREADABLE, /* `reason` says why */
    AL_CONTENT_TOO_LARGE   /* for --max-file-size or --max-memory */
} al_content_state;

/* The content of a file. It lives until `read` returns. */
typedef struct al_content {
    al_content_state state;
    const char *reason; /* of AL_CONTENT_UNREADABLE; NULL otherwise */
    uint64_t size;      /* of the file in bytes; 0 if unknown */
    bool unrecognized;  /* the bytes were wanted, and are of no known format */
    al_span bytes;      /* the whole file, if it was wanted or had to be read for the facts; else empty */
    uint64_t digest;    /* of the bytes, if only names are known of the file; else 0 */
    const char *format; /* of the document: "xmf"; "" if there is none */
    const al_hooks *hooks;
    const void *document; /* the parsed file; NULL if it wasn't parsed, or its format is unknown */
    al_arena *scratch;    /* for memory that `read` needs only until it returns */
} al_content;

/* Hands out the facts of a file of that format, or of any for NULL: none, if it has no document. */
static inline void al_content_facts(const al_content *content, const char *format,
                                    void (*add)(void *context, const al_fact *fact), void *context)
{
    const al_facts facts = {.context = context, .add = add};
    if (content->document != NULL && content->hooks->facts != NULL &&
        (format == NULL || strcmp(content->format, format) == 0))
        content->hooks->facts(content->document, &facts);
}

/* The format that the place of a file with that extension shows. */
typedef struct al_placed_format {
    const char *extension, *format;
} al_placed_format;

/* A file that belongs to another. */
typedef struct al_listed_partner {
    al_partner_role role;
    size_t file;
    const char *texture; /* of al_partner; NULL: it is no texture */
    const char *missing; /* the path of a missing texture, instead of `file` */
} al_listed_partner;

typedef struct al_partner_list {
    al_listed_partner items[AL_MOST_PARTNERS];
    size_t count;
} al_partner_list;

/* Adds a file, if the list has room. */
static inline void al_add_partner(al_partner_list *list, al_partner_role role, size_t file)
{
    if (list->count < AL_MOST_PARTNERS)
        list->items[list->count++] = (al_listed_partner){.role = role, .file = file};
}

typedef struct al_relation_state al_relation_state;

/* Each state begins with an al_relation_state. The functions return false if memory is short. */
typedef struct al_relation {
    const char *format; /* prefix of its rules; rule numbers of its claims count from the first of them */
    const char *name;   /* what the prefix stands for, in words; NULL: it is the prefix of a format */

    /* Ids of its rules that have the prefix of a format, ending with NULL. A relation with a name also has
     * all rules of its own prefix. */
    const char *const *rules;

    /* Extensions, separated by blanks. If an explicit file has one of the first list, the survey also adds
     * the files of its folder; if it has one of the second, those of subfolders too. NULL: none. */
    const char *sibling_extensions, *subfolder_extensions;

    const char *text_format; /* of files with AL_MARK_TEXT; NULL: it marks none */
    unsigned games;          /* al_games of files with AL_MARK_OF_MOD */

    /* The formats of files with AL_MARK_PLACED, by extension; an extension of NULL behind the last. NULL: it
     * marks none. */
    const al_placed_format *placed_formats;

    size_t size; /* bytes of its state */

    /* Begins the state, of which all is zero behind the al_relation_state. NULL: nothing is to be done. */
    bool (*begin)(void *state);

    /* Chooses the files that are read next: sets their al_want in `wanted`, which has one for each file, all
     * AL_WANT_NOTHING. It is called again when these are read, until the state is `done`. */
    bool (*choose)(void *state, uint8_t *wanted);

    /* Takes the content of a file that was chosen; not called for members of a package that can't be read. */
    bool (*read)(void *state, size_t file, const al_content *content);

    /* Gets the bounds of each checked mesh, in the order of results and on one thread, when the state is
     * done, and may report what is wrong with that file. NULL: boxes don't matter. */
    void (*compare_bounds)(void *state, size_t file, const al_mesh_bounds *bounds, al_sink *sink);

    /* The names of nodes that the check of a file may use in messages; NULL if there are none. NULL: none. */
    const al_node_names *(*name_nodes)(const void *state, size_t file);

    /* Adds the files that are shown together with a checked file. NULL: none. */
    void (*find_partners)(const void *state, size_t file, al_partner_list *list);
} al_relation;

extern const al_relation al_lods_relation;             /* levels of detail of parts: part-lod0.xmf, ... */
extern const al_relation al_materials_relation;        /* meshes and material libraries */
extern const al_relation al_x4_relation;               /* mods for X4 and X Rebirth */
extern const al_relation al_paradox_relation;          /* mods for Victoria 2 and related games */
extern const al_relation al_pair_models_relation;      /* BBANIM and its BBMOD */
extern const al_relation al_pair_skeletons_relation;   /* ANI and MSH, and their SKL */
extern const al_relation al_linked_skeletons_relation; /* SKL and the SKL that it links to */
extern const al_relation al_pair_faces_relation;       /* BGP and the BGF that it loads */
extern const al_relation al_pair_scenes_relation;      /* BGF and its BSG or DAE */

/* The relation with that index; NULL if there is none. */
const al_relation *al_relation_at(size_t index);

/* Whether a rule of the catalogue belongs to the relation. */
bool al_relation_has(const al_relation *relation, const al_rule *rule);

/* Whether Victoria 2 itself has a file with that MD5 in gfx/anims: mods copy its files. */
bool al_victoria2_has_md5(const uint8_t md5[AL_MD5_SIZE]);

/* Whether a rule of the catalogue belongs to any relation. */
bool al_is_across_files(const al_rule *rule);

#endif
