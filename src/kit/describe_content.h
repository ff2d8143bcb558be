/* describe_content.h: what a file is that is not of the format of its name. */
#ifndef AL_KIT_DESCRIBE_CONTENT_H
#define AL_KIT_DESCRIBE_CONTENT_H

#include "core/span.h"

/* The end of a sentence about a file that is not of the format that its name promises: ": it is a PNG
 * picture". "" if the content is unknown. */
const char *al_describe_content(al_span file);

/* Whether the first bytes of a file show that it was damaged or not downloaded, whatever its format is: a Git
 * LFS pointer, a web page, zeros, or bytes that a program took for UTF-8. */
bool al_is_damaged(al_span start);

/* The end of a sentence about such a file, or about metadata of macOS; "" for all others. */
const char *al_describe_damage(al_span start);

/* What a file is whose format is known by its first bytes, but described nowhere: "a Lost Saga material".
 * Else NULL. */
const char *al_undescribed_content(al_span file);

/* Whether the first bytes of a file are text: without control characters other than line ends and tabs. Every
 * binary format has such characters at its start. */
bool al_is_text(al_span start);

#endif
