/* cat.h: a .cat with its .dat: the packages of X Rebirth and X4. */
#ifndef AL_CONTAINERS_CAT_H
#define AL_CONTAINERS_CAT_H

#include "containers/members.h"

extern const al_container al_cat_container;

#endif
