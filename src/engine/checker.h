/* checker.h: what is kept from check to check, and what bounds all checks of one checker. */
#ifndef AL_ENGINE_CHECKER_H
#define AL_ENGINE_CHECKER_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/inflate.h"

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

#endif
