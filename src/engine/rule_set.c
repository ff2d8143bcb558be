/* rule_set.c: the rules of a pattern. */
#include "engine/rule_set.h"

bool al_rule_set_of(al_rule_set *set, const char *pattern)
{
    bool any = false;
    *set = (al_rule_set){.words = {0}};
    for (size_t i = 0; i < al_rule_count(); i++)
        if (pattern == NULL || al_pattern_matches(pattern, al_catalogue[i].id)) {
            al_rule_set_add(set, i);
            any = true;
        }
    return any;
}
