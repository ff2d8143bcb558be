/* package.h: the check of a file, or of a package with its members. */
#ifndef AL_ENGINE_PACKAGE_H
#define AL_ENGINE_PACKAGE_H

#include "engine/check.h"

/* Reads and checks a file, or a package with its members. */
al_status al_check_source(al_checker *checker, const al_subject *about, al_source *source,
                          al_result **result);

#endif
