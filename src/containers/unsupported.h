/* unsupported.h: archives of kinds that assetlint can't read. */
#ifndef AL_CONTAINERS_UNSUPPORTED_H
#define AL_CONTAINERS_UNSUPPORTED_H

#include <stdbool.h>

#include "core/findings.h"
#include "core/span.h"

/* Such an archive. */
typedef struct al_unsupported {
    const char *kind;    /* by its first bytes: "a RAR archive"; NULL: they are of no archive that is known */
    const char *renamed; /* the extension of that kind, if assetlint can read it: ".zip"; else NULL */
    const char *name;    /* what the extension promises: "a RAR archive"; NULL: nothing like that */
} al_unsupported;

/* By the first bytes of a file, whatever its name is, and by the extension. A file with the extension of an
 * archive that can be read is one of these only if its bytes say so. */
bool al_find_unsupported(al_span head, const char *name, al_unsupported *archive);

/* Reports archive/unsupported. */
void al_report_unsupported(const al_unsupported *archive, al_sink *sink);

#endif
