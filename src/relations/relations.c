/* relations.c: the table of relations. */
#include "relations/relations.h"

#include "relations/lods.h"

static const al_relation *const relations[] = {&al_lods_relation};

const al_relation *al_relation_at(size_t number)
{
    return number < sizeof relations / sizeof relations[0] ? relations[number] : NULL;
}
