/* check.h: the check of one file, for what is made of such checks. */
#ifndef AL_ENGINE_CHECK_H
#define AL_ENGINE_CHECK_H

#include "core/findings.h"
#include "engine/options.h"
#include "engine/source.h"
#include "kit/listener.h"
#include "project/survey.h"

struct al_package;

/* What is to be checked, but for its bytes. */
typedef struct al_subject {
    const char *path;
    const char *member; /* "": the file of that path itself */
    unsigned flags;
    const al_visitor *visitor; /* NULL: nothing is dumped */
    const al_listener *tap;    /* hears what the walk announces, beside the visitor; or NULL */
    uint64_t reserved;         /* of the limit of memory: what is held meanwhile by whoever asks */
    struct al_package *within; /* what the member is of, and is read out of; NULL: nothing that is open */
} al_subject;

/* Reads and checks it. A package is checked with all that is in it, but for one in a package in a package. */
typedef al_status al_check(al_checker *checker, const al_subject *about, al_source *source,
                           al_result **result);
al_check al_check_source;

/* Takes out of the findings of a result those that don't count, whatever was found before. False when out of
 * memory. */
typedef bool al_settle(al_checker *checker, al_result *result, al_budget *budget, al_finding *findings);

/* From now on its checks take their memory from the share, too; a result leaves it with al_result_part. */
void al_checker_share(al_checker *checker, al_share *share);

/* So much of the limit of memory is taken by others, for good. */
void al_checker_reserve(al_checker *checker, uint64_t bytes);

/* From now on its checks are watched; one that is stopped ends with AL_OUT_OF_MEMORY. NULL: nobody does. The
 * watch must last as long. */
void al_checker_watch(al_checker *checker, al_watch *watch);

/* Gives back what is kept for the next check, which is made anew then. */
void al_checker_rest(al_checker *checker);

/* From now on what is checked is part of what was surveyed; NULL: it stands alone. The survey must last as
 * long. */
void al_checker_relate(al_checker *checker, const al_survey *survey);

#endif
