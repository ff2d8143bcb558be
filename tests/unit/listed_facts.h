/* listed_facts.h: a format whose files are lists of facts, so that tests of relations need no files of real
 * formats.
 */
#ifndef ASSETLINT_TESTS_LISTED_FACTS_H
#define ASSETLINT_TESTS_LISTED_FACTS_H

#include "kit/hooks.h"

/* Its documents are such texts, as related_add_facts describes them. */
extern const al_hooks listed_facts;

/* Of a format whose documents are an al_mesh_bounds. */
extern const al_hooks listed_boxes;

#endif
