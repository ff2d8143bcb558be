/* checker.h: what is kept from check to check, and what bounds all checks of one checker. */
#ifndef AL_ENGINE_CHECKER_H
#define AL_ENGINE_CHECKER_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/inflate.h"

struct al_checker {
    const al_options *options;
    al_options *own_options; /* if the caller gave none */
    al_inflater *inflater;   /* NULL after al_checker_release_buffers */
    al_buffer file;          /* bytes of the file that is checked */
    al_share *share;         /* holds the memory of the checks; or NULL */
    al_watch *watch;         /* follows the checks, and may stop them; or NULL */
    uint64_t reserved;       /* bytes of the memory limit that others hold for good */
};

/* From now on its checks take their memory from the share, too. A result leaves the share with
 * al_result_part. */
void al_checker_share(al_checker *checker, al_share *share);

/* `bytes` of the memory limit are held by others for good. */
void al_checker_reserve(al_checker *checker, uint64_t bytes);

/* From now on `watch` follows its checks; a check that the watch stops ends with AL_OUT_OF_MEMORY. NULL ends
 * that. The watch must outlive the checks. */
void al_checker_watch(al_checker *checker, al_watch *watch);

/* Frees the buffers that are kept for the next check. That check allocates them again. */
void al_checker_release_buffers(al_checker *checker);

/* Makes sure that there is an inflater. False when the share or the system has no memory. */
bool al_checker_has_inflater(al_checker *checker) AL_MUST_USE;

#endif
