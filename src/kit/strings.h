/* strings.h: texts of a file, and the rule about their characters. */
#ifndef AL_KIT_STRINGS_H
#define AL_KIT_STRINGS_H

#include "core/path.h"
#include "kit/job.h"

typedef struct al_string {
    al_path path;
    al_span field; /* the text with the length in front or the NUL behind it */
    al_span text;
} al_string;

/* A claim about a text and its length or NUL. */
al_claim al_string_claim(size_t rule, const al_string *string);

/* Reports control characters in a text under `rule`, the format's string-control-char. */
void al_check_string(al_job *job, size_t rule, const al_string *string);

#endif
