/* kept_texts.h: copies of texts of which many are equal, such as names of bones and of XML elements: a text
 * that was kept lately is not copied again.
 */
#ifndef AL_RELATIONS_KEPT_TEXTS_H
#define AL_RELATIONS_KEPT_TEXTS_H

#include "core/arena.h"

enum { AL_RECENT_TEXTS = 1024 };

typedef struct al_kept_texts {
    al_arena *arena;
    const char **recent; /* texts that were kept last, by their hash, or NULL; NULL: none was kept */
    char *room;          /* for the next short texts, */
    size_t left;         /* in bytes */
} al_kept_texts;

/* A copy of `length` bytes, of which none is a NUL, or an equal one that was made before. NULL if memory is
 * short. */
const char *al_keep_text(al_kept_texts *texts, const char *text, size_t length) AL_MUST_USE;

/* The same in small letters. */
const char *al_keep_small(al_kept_texts *texts, const char *text, size_t length) AL_MUST_USE;

#endif
