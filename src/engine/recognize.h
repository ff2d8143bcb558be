/* recognize.h: which format a file is of. */
#ifndef AL_ENGINE_RECOGNIZE_H
#define AL_ENGINE_RECOGNIZE_H

#include "core/span.h"
#include "formats/format.h"

/* The format of a file by its first AL_HEAD_SIZE bytes (fewer when the file is shorter) and its base name: by
 * magic first, then by extension. NULL when it is none of ours. */
const al_format *al_recognize(al_span head, const char *name);

/* The format whose extension the base name has, where the file is of another; NULL where its extension is the
 * format's own, or nobody's. */
const al_format *al_format_of_name(const al_format *format, const char *name);

/* Whether the base name has an extension of a format of ours. */
bool al_has_known_extension(const char *name);

#endif
