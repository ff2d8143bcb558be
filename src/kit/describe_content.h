/* describe_content.h: what the bytes are that lie where a file of ours should be. */
#ifndef AL_KIT_DESCRIBE_CONTENT_H
#define AL_KIT_DESCRIBE_CONTENT_H

#include "core/span.h"

/* The end of a sentence about a file that is not of the format that its name promises: ": it is a PNG
 * picture". "" when it is nothing that people meet. */
const char *al_describe_content(al_span file);

/* Whether the first bytes of a file are such as a text has: no control characters but those that end lines
 * and indent. Every binary format has others among them. */
bool al_is_text(al_span start);

#endif
