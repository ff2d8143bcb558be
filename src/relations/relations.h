/* relations.h: rules across files. A relation looks at all files once, and then reports for each checked file
 * what is wrong between that file and the others.
 *
 * The survey (project/survey.c) calls a relation in this order:
 *
 *     begin         once, with the names of all files
 *     begin_round   begins a round
 *     needs         for each file: what the relation has to know of it in this round
 *     take          for each needed file: its bytes, such as XML, or its facts (kit/facts.h); for the facts
 * of most formats the first bytes of a file are enough
 *     ...           rounds follow until begin_round returns AL_ROUND_LAST: what one round reads may lead to
 *                   files that the next one has to read
 *     take_box      for each checked mesh whose box the relation wants; from here on several threads use the
 *                   state
 *     report        for each checked file
 *
 * A file is passed as its index in al_related_files.files.
 */
#ifndef AL_RELATIONS_RELATIONS_H
#define AL_RELATIONS_RELATIONS_H

#include <stddef.h>

#include "core/arena.h"
#include "core/findings.h"
#include "kit/hooks.h"
#include "kit/measures.h"

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

/* The extensions of all files. */
typedef struct al_extensions al_extensions;

/* All files. First come the checked ones, then those of each reference (a path of --with, which is read and
 * never reported); each of these groups is sorted by path and member, byte for byte. Behind these `count`
 * files follow `siblings` more: files of the folders of explicit files, read for the relations that declare
 * extensions for them. Their `with` is the number after that of the last reference. */
typedef struct al_related_files {
    const al_related_file *files;
    size_t count, siblings;
    size_t checked;          /* number of checked files, which come first */
    const char *const *with; /* paths of the references: with[0] is that of reference 1 */
    const bool *with_file;   /* whether a reference is a file and not a folder */
    size_t with_count;
    const al_setting *settings; /* one for each rule of the catalogue */
    const al_gap *gaps;         /* sorted by reference and start, byte for byte */
    size_t gap_count;
    const al_extensions *extensions; /* of the files and siblings; NULL: unknown (file_names.h) */
    const bool *unread;              /* for each file: a relation has asked for it, and it couldn't be read */
    bool any_unread;                 /* one of them is set */
} al_related_files;

/* What a relation has to know of a file, ascending: of a whole file its bytes; then it is read as a mesh
 * whose vertices are measured. */
typedef enum al_need { AL_NEED_NOTHING = 0, AL_NEED_FACTS, AL_NEED_BYTES, AL_NEED_EXTENT } al_need;

typedef enum al_content_state {
    AL_CONTENT_READ,
    AL_CONTENT_UNREADABLE, /* `reason` says why */
    AL_CONTENT_TOO_LARGE   /* for --max-file-size or --max-memory */
} al_content_state;

/* The content of a file. It lives until `take` returns. */
typedef struct al_content {
    al_content_state state;
    const char *reason; /* of AL_CONTENT_UNREADABLE; NULL otherwise */
    uint64_t size;      /* of the file in bytes; 0 if unknown */
    bool unrecognized;  /* the bytes were needed, and are of no known format */
    al_span bytes;      /* the whole file, if it was needed or had to be read for the facts; else empty */
    const char *format; /* of the document: "xmf"; "" if there is none */
    const al_hooks *hooks;
    const void *document;      /* the parsed file; NULL if it wasn't parsed, or its format is unknown */
    const al_mesh_box *extent; /* of AL_NEED_EXTENT; NULL: unknown */
    al_arena *scratch;         /* for memory that `take` needs only until it returns */
} al_content;

/* Hands out the facts of a file: none, if it has no document. */
static inline void al_content_facts(const al_content *content, const al_facts *facts)
{
    if (content->document != NULL && content->hooks->facts != NULL)
        content->hooks->facts(content->document, facts);
}

typedef enum al_round {
    AL_ROUND_READ, /* read the needed files, then begin another round */
    AL_ROUND_LAST, /* the relation knows everything */
    AL_ROUND_NO_MEMORY
} al_round;

/* References of one rule that a relation could not judge, all for one reason. */
typedef struct al_unjudged {
    size_t rule;         /* index in the catalogue */
    const char *reason;  /* static text in English, which follows "52 references: " */
    uint64_t references; /* number of references; 1 for a file that wasn't read */
    uint64_t files;      /* number of files with such references */
    size_t first_file;   /* the lowest of these files */
    size_t last_file;    /* the one that was counted last */
} al_unjudged;

/* Pairs of a rule and a reason that one relation may have. */
enum { AL_MOST_UNJUDGED = 32 };

/* Sorted by rule, then by reason. */
typedef struct al_unjudged_list {
    al_unjudged items[AL_MOST_UNJUDGED];
    size_t count;
} al_unjudged_list;

/* Hears of the files that belong to a file. */
typedef struct al_partner_listener {
    void *context;
    void (*hear)(void *context, al_partner_role role, size_t file);
} al_partner_listener;

typedef struct al_relation {
    const char *format; /* prefix of its rules; rule numbers of its claims count from the first of them */
    const char *name;   /* what the prefix stands for, in words; NULL: it is the prefix of a format */

    /* Extensions, separated by blanks. If an explicit file has one of the first list, the survey also adds
     * the files of its folder; if it has one of the second, those of subfolders too. NULL: none. */
    const char *sibling_extensions, *subfolder_extensions;
    /* Ids of its rules that have the prefix of a format, ending with NULL. A relation with a name also has
     * all rules of its own prefix. */
    const char *const *rules;

    /* Makes the state of the relation, in the arena. `all` outlives it. NULL if memory is short. */
    void *(*begin)(const al_related_files *all, al_arena *arena);

    /* Frees what the state holds outside of that arena. NULL: nothing. */
    void (*end)(void *state);

    /* NULL for a relation that only looks at names. `take` returns false if memory is short; it isn't called
     * for the members of a package that can't be read. */
    al_round (*begin_round)(void *state);
    al_need (*needs)(const void *state, size_t file);
    bool (*take)(void *state, size_t file, const al_content *content);

    /* The format under which reports list a text file that a rule of this relation judges: "xml". NULL as
     * the function or as its result: the relation doesn't judge the file as text. */
    const char *(*text_format)(const void *state, size_t file);

    /* The format that the place of a checked file among the others shows, after the last round: "xani". It is
     * for formats without a magic. NULL as the function or as its result: its bytes show the format. */
    const char *(*placed_format)(const void *state, size_t file);

    /* Whether the relation looks for the textures that the file names, so that the rules of its format
     * don't have to. NULL: never. */
    bool (*checks_textures)(const void *state, size_t file);

    /* For a relation that compares the boxes of checked meshes. Their checks measure them, which inflate the
     * data in any case: `wants_box` tells of which files, after the last round, and `take_box` is called
     * during the check of each, by several threads. `is_late` tells whether the check of a file was too early
     * for a finding, because of a box that was measured later: then the file has to be checked again. It is
     * asked when all inputs up to that of the file have been checked. NULL as all three: boxes don't matter.
     */
    bool (*wants_box)(const void *state, size_t file);
    void (*take_box)(const void *state, size_t file, const al_mesh_box *box);
    bool (*is_late)(const void *state, size_t file);

    /* Whether the absence of findings means that nothing is wrong with the file: what it has to be compared
     * with was there. Not called for an explicit file. NULL: always. */
    bool (*covers)(const void *state, size_t file);

    /* Whether what the relation says of a checked file may rest on the absence of something that couldn't be
     * read: a file, or the list of a folder or package. To be asked after the last round. Findings of such a
     * file are dropped, except those of the rules in `alone` (ids, ending with NULL; NULL: none), which judge
     * each file by itself. */
    bool (*is_unsure)(const void *state, size_t file);
    const char *const *alone;

    /* Tells which files are shown together with a checked file, after the last round. NULL: none. */
    void (*tell_partners)(const void *state, size_t file, const al_partner_listener *to);

    /* Reports the findings of a checked file. */
    void (*report)(const void *state, size_t file, al_sink *sink);

    /* The references that the relation could not judge, to be asked for after the last round. The list lives
     * as long as the state. NULL: there are never any. */
    const al_unjudged_list *(*not_judged)(const void *state);
} al_relation;

/* The relation with that index; NULL if there is none. */
const al_relation *al_relation_at(size_t index);

/* Whether a rule of the catalogue belongs to the relation. */
bool al_relation_has(const al_relation *relation, const al_rule *rule);

/* Whether a rule of the catalogue belongs to any relation. */
bool al_is_across_files(const al_rule *rule);

#endif
