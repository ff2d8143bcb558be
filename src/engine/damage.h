/* damage.h: what happens to whole files: Git or FTP converted the line ends of a binary file, or a copy ended
 * early. Such damage breaks every binary format, but the findings that follow from it are hard to understand,
 * or no rule looks at the broken bytes: so these are rules of their own for all formats.
 */
#ifndef AL_ENGINE_DAMAGE_H
#define AL_ENGINE_DAMAGE_H

#include "core/reduce/bytes.h"
#include "kit/hooks.h"

/* What looks like damage to a whole file. It may be chance. */
typedef struct al_damage {
    bool converted; /* each line feed has a carriage return before it: */
    al_line_ends ends;
    bool zero_filled;    /* at least 1,024 zeros end the file: */
    uint64_t zeros_from; /* offset of the first one */
} al_damage;

/* Does not look for damage whose rule is off. */
al_damage al_find_damage(const al_sink *sink, al_span file);

/* After all other findings have been reported. A single line feed may have a carriage return before it by
 * chance, and zeros may end a working file: these are reported only beside another error. */
void al_report_damage(al_sink *sink, const al_damage *damage);

/* Reports that the streams of a file may have lost carriage returns: it ends too early, and none of its line
 * feeds has one. In compressed data one line feed of 256 does; a file that lacks many more bytes was cut off.
 * One that lacks a few may be, too: its checksums will tell, but to look for the right places takes too long
 * for a check. */
void al_report_lost_returns(al_job *job, const al_hooks *hooks, const void *document);

#endif
