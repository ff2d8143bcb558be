/* damage.h: damage to a whole binary file: Git or FTP converted its line ends as if it were a text, or a copy
 * of it ended early and left zeros. The other findings of such a file follow from that.
 */
#ifndef AL_ENGINE_DAMAGE_H
#define AL_ENGINE_DAMAGE_H

#include "core/findings.h"
#include "core/reduce/bytes.h"

/* What looks like damage. It may be chance: see al_report_damage. */
typedef struct al_damage {
    bool converted; /* each line feed has a carriage return before it: */
    al_line_ends ends;
    bool zero_filled;    /* at least 1,024 zeros end the file: */
    uint64_t zeros_from; /* offset of the first one */
} al_damage;

/* Looks for damage in a file of a binary format. Does not look for damage whose rule is off. */
al_damage al_find_damage(const al_sink *s, al_span file);

/* Reports the damage, after all other findings have been reported. A single line feed may have a carriage
 * return before it by chance, and zeros may end a working file: these are reported only beside another
 * error. */
void al_report_damage(al_sink *s, const al_damage *damage);

#endif
