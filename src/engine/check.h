/* check.h: what is known of a file or package before its check, and what the check is handed. */
#ifndef AL_ENGINE_CHECK_H
#define AL_ENGINE_CHECK_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/inflate.h"
#include "engine/options.h"
#include "engine/result.h"
#include "engine/source.h"
#include "kit/listener.h"
#include "relations/relation_state.h"

struct al_checker {
    const al_options *options;
    al_options *own_options; /* if the caller gave none */
    al_inflater *inflater;
    al_buffer file;  /* bytes of the file that is checked */
    al_watch *watch; /* follows the checks, and may stop them; or NULL */
};

/* From now on `watch` follows its checks; a check that the watch stops ends with AL_OUT_OF_MEMORY. NULL ends
 * that. The watch must outlive the checks. */
void al_checker_watch(al_checker *checker, al_watch *watch);

/* What a survey of many files knows of a file, or of a member of a package. */
typedef struct al_surveyed {
    size_t file;           /* its index in the survey */
    const char *member;    /* "": the file itself */
    const char *judged_as; /* the format that a text file is reported as, "xml"; NULL: no rule judges it */
    const char *placed_as; /* the format that its place among other files shows; NULL: its bytes show it */
    const char *unread;    /* why the survey couldn't read it, though it had to; NULL: it could */
    uint64_t size;         /* of a text file that the survey has read to its end, and that is of no format: */
    bool read_as_text;     /* it need not be opened again */
    unsigned games;        /* al_games that its mod is for; 0: no rule knows */
    bool knows_pictures;   /* rules across files report missing pictures of the file */
    const al_node_names *node_names; /* of the model that an animation is for; NULL: not known */
    bool among_lost_saga;            /* a file of Lost Saga lies in its folder */
    bool wants_bounds;               /* rules across files compare the bounds of its mesh with others */
    bool too_large;                  /* a limit kept the survey from reading it, though it had to */
    al_picture_uses uses;            /* of it as a picture */
    const al_kept_finding *findings; /* of rules across files */
    size_t finding_count;
} al_surveyed;

/* What else is known of a file: all of it is optional, so that zeros are a valid context. A check asks for
 * nothing beyond it. It must outlive the check. */
typedef struct al_context {
    const char *base_path;       /* the path that fingerprints have; NULL: the path as it is */
    const al_setting *settings;  /* how each rule reports for this file; NULL: as the options say */
    const uint64_t *budgets;     /* by al_measure, UINT64_MAX where there is none; NULL: there are none */
    const al_surveyed *surveyed; /* the file or members of which something is known, sorted by member */
    size_t surveyed_count;
    const char *unread; /* of a package: why the survey couldn't read it, or not all of it; NULL: it could */
} al_context;

/* What the context knows of the file, "", or of a member: all zeros if that is nothing. */
al_surveyed al_context_find(const al_context *context, const char *member);

/* A file or member that was checked, while its bytes are still there. */
typedef struct al_checked {
    al_checker *checker;
    const char *name; /* base name */
    al_span bytes;    /* none, if the file is a package or could not be read */
    uint64_t memory;  /* bytes of the memory limit that are left */
    const al_result *result;
} al_checked;

typedef void al_receive_checked(void *context, const al_checked *checked);

/* What is checked, except for its bytes. */
typedef struct al_subject {
    const char *path;
    const char *member;        /* "": the file of that path itself */
    unsigned flags;            /* al_check_flags */
    const al_visitor *visitor; /* shows what is decoded; or NULL */
    const al_listener *tap;    /* gets what the walk announces, together with the visitor; or NULL */
    const al_context *context; /* or NULL */
    uint64_t reserved;         /* bytes of the memory limit that the caller holds during the check */
    /* If set, only one file is checked: the one with this member, as al_result.member has it ("": the file of
     * that path), and `receive` gets its result. */
    const char *only;
    al_receive_checked *receive;
    void *receiver;
    bool whole; /* all bytes of a file for `receive` are read, also if it is of no format */
} al_subject;

/* Whether the checker of a file wants its bytes for something else, too. */
static inline bool al_is_wanted_whole(const al_subject *about)
{
    return about->visitor != NULL || about->receive != NULL;
}

/* Reads and checks a file, or a package with its members. */
al_status al_check_source(al_checker *checker, const al_subject *about, al_source *source,
                          al_result **result);

/* For the fuzzer, which changes the fields that a check reads: the same as al_dump_memory. `tap` gets each
 * record with its layout, and each text, before the visitor gets the fields; its other functions are not
 * called. */
al_status al_tap_memory(al_checker *checker, const char *path, al_span data, const al_visitor *visitor,
                        const al_listener *tap, al_result **result);

#endif
