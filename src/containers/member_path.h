/* member_path.h: whether a path stays below the folder that a package is unpacked into. */
#ifndef AL_CONTAINERS_MEMBER_PATH_H
#define AL_CONTAINERS_MEMBER_PATH_H

#include "core/span.h"

/* NULL, or how it leads out, as the end of a sentence. */
const char *al_path_leads_out(al_span path);

#endif
