/* recognize.h: tells the format of a file. */
#ifndef AL_ENGINE_RECOGNIZE_H
#define AL_ENGINE_RECOGNIZE_H

#include "core/span.h"
#include "formats/format.h"

/* The format of a file by its first AL_HEAD_SIZE bytes (fewer when the file is shorter) and its base name: by
 * magic first, then by extension. NULL when the format is unknown. */
const al_format *al_recognize(al_span head, const char *name);

/* The same for a file that was met in a folder or package. Many games have files .ani, .skl and .msh: one
 * without a magic of ours is of no known format, unless it is damaged, or lies `among` files of Lost Saga. */
const al_format *al_recognize_met(al_span head, const char *name, bool among);

/* The same for a file whose place among other files shows that its format has the id `placed_as`: it has that
 * format, unless its first bytes are those of another kind of file with its extension. */
const al_format *al_recognize_in_place(al_span head, const char *name, const char *placed_as);

/* The format that the base name's extension belongs to, if it is another one than `format`; NULL if the
 * extension is one of `format` or of no known format. */
const al_format *al_format_of_name(const al_format *format, const char *name);

/* Whether the last bytes of a file are the footer of a format that has one. */
bool al_has_footer(al_span end, const al_format *format);

/* The format of a picture that its name alone showed to be of `format`, now that the whole file is there: the
 * format whose footer ends it, or `format`. */
const al_format *al_recognize_by_end(const al_format *format, al_span file);

/* Whether the base name has an extension of a known format; and whether a check reads the whole file of such
 * a name. */
bool al_has_known_extension(const char *name);
bool al_is_read_whole(const char *name);

#endif
