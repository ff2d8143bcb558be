/* kept_texts.c: a text is looked for only in the place that its hash gives, so that a search costs one
 * comparison. */
#include "relations/kept_texts.h"

#include <string.h>

#include "core/text.h"
#include "core/text_hash.h"

enum { MOST_IN_SMALL = 256 }; /* longer texts are rarely equal */

const char *al_keep_text(al_kept_texts *texts, const char *text, size_t length)
{
    const uint64_t hash = al_hash_bytes(AL_HASH_START, text, length);
    if (texts->recent == NULL)
        texts->recent = al_alloc(texts->arena, AL_RECENT_TEXTS, sizeof *texts->recent);
    if (texts->recent == NULL)
        return NULL;
    const char **recent = &texts->recent[hash % AL_RECENT_TEXTS];
    if (*recent == NULL || strncmp(*recent, text, length) != 0 || (*recent)[length] != '\0')
        *recent = al_copy_text(texts->arena, text, length);
    return *recent;
}

const char *al_keep_small(al_kept_texts *texts, const char *text, size_t length)
{
    char small[MOST_IN_SMALL];
    if (length > sizeof small)
        return al_lower_copy(texts->arena, text, length);
    memcpy(small, text, length);
    al_make_lower(small, length);
    return al_keep_text(texts, small, length);
}
