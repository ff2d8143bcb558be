/* cat.h: the packages of X Rebirth and X4: a .cat with its .dat. */
#ifndef AL_CONTAINERS_CAT_H
#define AL_CONTAINERS_CAT_H

#include "containers/members.h"

#define CAT_EXTENSIONS "cat" /* as al_has_extension_of takes them */

extern const al_container al_cat_container;

#endif
