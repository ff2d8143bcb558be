/* catalogue.c: the rules as data, from the rows of rules/<format>.def. */
#include "formats/catalogue.h"

#include <string.h>

const al_rule al_catalogue[AL_RULE_COUNT] = {
#define AL_RULE(number, id_, level_, crash_, confidence_, title_, why_, mend_, source_) \
    [number] = {.id = (id_),                                                            \
                .format = AL_RULE_FORMAT,                                               \
                .level = (level_),                                                      \
                .confidence = (confidence_),                                            \
                .crash = (crash_),                                                      \
                .title = (title_),                                                      \
                .why = (why_),                                                          \
                .mend = (mend_),                                                        \
                .source = (source_)},
#include "rules/all.def"
#undef AL_RULE
};

const al_rule *al_rule_at(size_t number)
{
    return number < AL_RULE_COUNT ? &al_catalogue[number] : NULL;
}

size_t al_rule_count(void)
{
    return AL_RULE_COUNT;
}

const al_rule *al_rule_find(const char *id)
{
    for (size_t i = 0; i < AL_RULE_COUNT; i++)
        if (strcmp(al_catalogue[i].id, id) == 0)
            return &al_catalogue[i];
    return NULL;
}
