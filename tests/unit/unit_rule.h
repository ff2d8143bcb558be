/* unit_rule.h: the index of a rule by its id, looked up at run time, so that a changed row doesn't rebuild
 * tests. */
#ifndef ASSETLINT_TESTS_UNIT_RULE_H
#define ASSETLINT_TESTS_UNIT_RULE_H

#include "formats/catalogue.h"
#include "unit.h"

static inline size_t unit_rule(const char *id)
{
    const al_rule *rule = al_rule_find(id);
    assert_non_null(rule);
    return (size_t)(rule - al_catalogue);
}

#endif
