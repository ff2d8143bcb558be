/* picture_check.h: the parts of a check that only pictures have. */
#ifndef AL_ENGINE_PICTURE_CHECK_H
#define AL_ENGINE_PICTURE_CHECK_H

#include "engine/file_check.h"

/* Judges a picture of which the source has what its rules need. Reads the rest where that may be damaged. */
void al_picture_check(al_file_check *check, const al_format *format, al_source *source);

/* Judges a gzip with a picture, or where textures lie. Others are left alone, since they may hold anything.
 */
void al_picture_check_gzip(al_file_check *check, al_source *source);

/* The first error of a picture names what leads to it: there the player sees it. */
void al_picture_name_uses(al_file_check *check);

#endif
