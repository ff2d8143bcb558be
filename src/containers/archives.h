/* archives.h: zip, 7z and tar. */
#ifndef AL_CONTAINERS_ARCHIVES_H
#define AL_CONTAINERS_ARCHIVES_H

#include "containers/members.h"

extern const al_container al_zip_container, al_seven_container, al_tar_container;

#endif
