/* relations.h: rules across files. Each looks once at all files that there are, and then says of a file what
 * is wrong with it among the others.
 *
 * The look has rounds. First a relation gets the names of all files. Then it is asked which of them it has to
 * look into, and gets those one after the other; what it learned may make it ask for more, in another round.
 * What it needs of a file is either its bytes, as of XML, or the facts that its format hands out
 * (kit/facts.h), for which of most formats the first bytes are enough.
 */
#ifndef AL_RELATIONS_RELATIONS_H
#define AL_RELATIONS_RELATIONS_H

#include <stddef.h>

#include "core/arena.h"
#include "core/findings.h"
#include "kit/hooks.h"
#include "relations/not_judged.h"

/* A file that there is. */
typedef struct al_related {
    const char *path;
    const char *member; /* its path inside of `path`, a package; "" for a file */
    unsigned with;      /* 0: it is checked; else it is of the reference of that number, from 1 */
    bool alone;         /* it was named by itself: what is around it isn't checked */
    size_t
        given; /* bytes of the path that are of the folder that was named; what is above that isn't checked */
} al_related;

/* All files: first those that are checked, then those of each reference, each of these by path and then by
 * member, byte for byte. A reference is what --with names: looked at, never reported. Behind those `count`
 * files are `beside` more, for the relations that ask for such: what lies around files that were named by
 * themselves. They are of the number behind the last reference. */
typedef struct al_related_files {
    const al_related *files;
    size_t count, beside;
    size_t checked;          /* the first so many are checked */
    const char *const *with; /* the paths of the references: of number 1 it is the first */
    const bool *with_file;   /* whether each is a file, not a folder */
    size_t with_count;
    const al_setting *settings; /* one for each rule of the catalogue */
} al_related_files;

/* What a relation has to know of a file. */
typedef enum al_asked { AL_ASKED_NOTHING = 0, AL_ASKED_FACTS, AL_ASKED_BYTES } al_asked;

typedef enum al_content_state {
    AL_CONTENT_READ,
    AL_CONTENT_UNREADABLE, /* the check says why */
    AL_CONTENT_TOO_LARGE   /* for the limits */
} al_content_state;

/* What is in a file: gone after the call that hands it over. */
typedef struct al_content {
    al_content_state state;
    uint64_t size;      /* bytes of the file, as far as that is known */
    bool formless;      /* its bytes were asked for, and are of no format */
    al_span bytes;      /* all of them, where they were asked for, or all were read for the facts */
    const char *format; /* of what has a document: "xmf"; "" otherwise */
    const al_hooks *hooks;
    const void *document; /* what its format read of it; NULL: nothing, or it is of no format */
    al_arena *scratch;    /* for what is needed no longer than this call */
} al_content;

/* Hands out the facts of a file; there are none of what couldn't be read. */
static inline void al_content_facts(const al_content *content, const al_facts *facts)
{
    if (content->document != NULL && content->hooks->facts != NULL)
        content->hooks->facts(content->document, facts);
}

typedef enum al_round {
    AL_ROUND_READ, /* files are to be read, and then there is another round */
    AL_ROUND_LAST, /* everything is known */
    AL_ROUND_NO_MEMORY
} al_round;

typedef struct al_relation {
    const char *format; /* the prefix of its rules; it reports them by the numbers that they have there */
    const char *name;   /* what the prefix stands for, where it isn't a format's; otherwise NULL */

    /* Extensions, with blanks between them, of files that have to know what lies beside them where they are
     * named by themselves, and of those that have to know what lies in folders there, too. NULL: of none. */
    const char *wants_beside, *wants_below;
    /* The ids of its rules that have the prefix of a format, and then NULL. All with the prefix of a relation
     * that has a name are its rules as well. */
    const char *const *rules;

    /* Gets the names of all files, which outlive it. What it returns lives in the arena; from the last round
     * on it is only read, by several threads. NULL when memory is short. */
    void *(*begin)(const al_related_files *all, al_arena *arena);

    /* These three are NULL for a relation that looks into no file. The first begins a round; the second says
     * what the relation has to know of a file in that round; the third gets it: false when memory is short.
     * What is in a package that can't be read it doesn't get. */
    al_round (*next)(void *looked);
    al_asked (*asks)(const void *looked, size_t number);
    bool (*take)(void *looked, size_t number, const al_content *content);

    /* The format that a text file of that number is reported as, "xml", because a rule judges it. NULL, and
     * also where there is no such function: it judges no such file, or not this one. */
    const char *(*judges)(const void *looked, size_t number);

    /* Whether it says which of the pictures there are that the file of that number names: its format's own
     * rules then leave that to it. NULL: it never does. */
    bool (*knows_pictures)(const void *looked, size_t number);

    /* Whether it can say of the file of that number that nothing is wrong with it: what it is to be held
     * against was there. Not asked of a file that was named by itself. NULL: always. */
    bool (*covers)(const void *looked, size_t number);

    /* Reports what is wrong with the file of that number among the others. */
    void (*report)(const void *looked, size_t number, al_sink *sink);

    /* The references that the relation could not judge, once the last round is over. It lives as long as
     * the state of the relation. NULL: the relation judges all of them. */
    const al_not_judged_list *(*not_judged)(const void *looked);
} al_relation;

/* NULL beyond the last. */
const al_relation *al_relation_at(size_t number);

/* Whether a rule of the catalogue is one of the relation's. */
bool al_relation_has(const al_relation *relation, const al_rule *rule);

/* Whether it is one of any of them. */
bool al_is_across_files(const al_rule *rule);

#endif
