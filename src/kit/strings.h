/* strings.h: the texts that a file holds, and the rule about them. */
#ifndef AL_KIT_STRINGS_H
#define AL_KIT_STRINGS_H

#include "core/path.h"
#include "kit/job.h"

typedef struct al_string {
    al_path path;
    al_span field; /* all of it: the length in front, or the NUL behind it, and the text */
    al_span text;
} al_string;

/* A claim about all of a text. */
al_claim al_string_claim(size_t rule, const al_string *string);

/* Reports control characters in a text. `rule` is the format's string-control-char. */
void al_check_string(al_job *job, size_t rule, const al_string *string);

#endif
