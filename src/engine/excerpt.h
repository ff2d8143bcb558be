/* excerpt.h: the lines of a text file around a finding, for people. */
#ifndef AL_ENGINE_EXCERPT_H
#define AL_ENGINE_EXCERPT_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/span.h"

/* In memory of the arena; `file` has all bytes of the file. NULL if the finding has no line, lies outside of
 * what was read, or is in a text of 16 bits per character, and when out of memory. The work has a limit,
 * however long the lines are. */
const al_excerpt *al_excerpt_of(al_arena *arena, al_span file, const al_finding *finding);

#endif
