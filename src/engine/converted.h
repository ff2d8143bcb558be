/* converted.h: binary files whose line ends somebody converted as if they were texts. */
#ifndef AL_ENGINE_CONVERTED_H
#define AL_ENGINE_CONVERTED_H

#include "core/findings.h"
#include "core/reduce/line_ends.h"

/* Whether all line feeds of a file of a binary format have a carriage return before them, and nobody has put
 * a text in its place. False where nobody wants to know. */
bool al_is_converted(const al_sink *s, al_span file, al_line_ends *ends);

/* Reports it, before all that comes of it. One line feed alone may be so by chance: it is worth a word only
 * where the file has another error, so it is to be asked last, and several are to be asked first. */
void al_report_converted(al_sink *s, const al_line_ends *ends);

#endif
