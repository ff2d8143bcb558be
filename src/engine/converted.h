/* converted.h: binary files whose line ends were converted as if they were texts: by Git, or by FTP in text
 * mode.
 */
#ifndef AL_ENGINE_CONVERTED_H
#define AL_ENGINE_CONVERTED_H

#include "core/findings.h"
#include "core/reduce/line_ends.h"

/* Whether every line feed of a file of a binary format has a carriage return before it, and the file is not a
 * text. False if the rule is off. `ends` gets how many there are. */
bool al_is_converted(const al_sink *s, al_span file, al_line_ends *ends);

/* Reports it, before all findings that follow from it. A single line feed may be preceded by a carriage
 * return by chance: report it only if the file has another error, after all other rules have run. Report
 * several before. */
void al_report_converted(al_sink *s, const al_line_ends *ends);

#endif
