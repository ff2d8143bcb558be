/* member_path.h: checks that a path stays in the folder that its package is unpacked into. */
#ifndef AL_CONTAINERS_MEMBER_PATH_H
#define AL_CONTAINERS_MEMBER_PATH_H

#include "core/span.h"

/* How the path leaves the folder, as the end of a sentence; NULL: it doesn't. */
const char *al_path_leads_out(al_span path);

#endif
