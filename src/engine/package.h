/* package.h: the check of what is in a package. */
#ifndef AL_ENGINE_PACKAGE_H
#define AL_ENGINE_PACKAGE_H

#include "containers/members.h"
#include "engine/check.h"

typedef struct al_package {
    al_checker *checker;
    const al_container *kind;
    const char *path;
    bool has_path;     /* it lies there, and what belongs to it beside it */
    al_span file;      /* all of the package */
    al_arena *memory;  /* of its check */
    al_arena *kept;    /* of its result */
    al_sink *sink;     /* of its own findings */
    al_result *result; /* gets the results of its members, */
    al_check *check;   /* each of which is checked by this */
} al_package;

/* Reports what is wrong with the package itself, and checks its members, one at a time. */
void al_package_check(al_package *p);

#endif
