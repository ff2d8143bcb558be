/* archives.h: zip, 7z and tar. */
#ifndef AL_CONTAINERS_ARCHIVES_H
#define AL_CONTAINERS_ARCHIVES_H

#include "containers/members.h"

/* As al_has_extension_of takes them. */
#define ZIP_EXTENSIONS   "zip"
#define SEVEN_EXTENSIONS "7z"
#define TAR_EXTENSIONS   "tar tar.gz tgz tar.xz tar.bz2"

extern const al_container al_zip_container, al_seven_container, al_tar_container;

#endif
