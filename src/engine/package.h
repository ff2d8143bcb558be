/* package.h: the check of what is in a package. */
#ifndef AL_ENGINE_PACKAGE_H
#define AL_ENGINE_PACKAGE_H

#include "containers/members.h"
#include "engine/check.h"

typedef struct al_package {
    al_checker *checker;
    const al_container *kind;
    const char *path;
    const char *member;       /* its path in the outer one, or "" */
    bool has_path;            /* what belongs to it lies beside it: at `path`, or in */
    struct al_package *outer; /* the package that it is a member of; NULL: it is none */
    al_members *members;      /* while it is open */
    uint64_t reserved;        /* of the limit of memory, by the outer one */
    uint64_t inflated;        /* bytes that the packages in it may still give, together */
    uint64_t max_inflated;    /* what that was at first */
    al_span file;             /* all of the package, but where it is read by parts: */
    bool on_disk;             /* then it is */
    al_file disk;             /* this, */
    uint64_t size;            /* of so many bytes */
    const al_setting *settings;
    al_arena *memory;  /* of its check */
    al_arena *kept;    /* of its result */
    al_sink *sink;     /* of its own findings */
    al_result *result; /* gets the results of its members, */
    al_check *check;   /* each of which is checked by this, */
    al_settle *settle; /* and by this what is said of it afterwards is held to the configuration */
} al_package;

/* Reports what is wrong with the package itself, and checks its members, one at a time. */
void al_package_check(al_package *p);

/* Shows what it says of its members, and reports what is wrong with that, without reading them. */
void al_package_show(al_package *p, const al_visitor *visitor);

#endif
