/* relations.c: the table of relations, and the names of the prefixes of rules. */
#include "relations/relations.h"

#include <string.h>

static const al_relation *const relations[] = {&al_lods_relation,
                                               &al_materials_relation,
                                               &al_x4_relation,
                                               &al_paradox_relation,
                                               &al_pair_models_relation,
                                               &al_pair_skeletons_relation,
                                               &al_linked_skeletons_relation,
                                               &al_pair_faces_relation,
                                               &al_pair_scenes_relation};

const al_relation *al_relation_at(size_t index)
{
    return index < sizeof relations / sizeof relations[0] ? relations[index] : NULL;
}

bool al_relation_has(const al_relation *relation, const al_rule *rule)
{
    if (relation->name != NULL && strcmp(relation->format, rule->format) == 0)
        return true;
    for (const char *const *id = relation->rules; id != NULL && *id != NULL; id++)
        if (strcmp(*id, rule->id) == 0)
            return true;
    return false;
}

bool al_is_across_files(const al_rule *rule)
{
    bool any = false;
    for (size_t i = 0; al_relation_at(i) != NULL && !any; i++)
        any = al_relation_has(al_relation_at(i), rule);
    return any;
}

/* Prefixes that belong to no format, container or relation. */
static const struct named_prefix {
    const char *prefix, *name;
} other_prefixes[] = {{"archive", "Archives (zip, 7z, tar)"},
                      {"budget", "Budgets of assetlint.json"},
                      {"config", "assetlint.json"},
                      {"baseline", "Baselines"}};

const char *al_prefix_name(const char *prefix)
{
    for (size_t i = 0; i < al_format_count(); i++)
        if (strcmp(al_format_at(i)->id, prefix) == 0)
            return al_format_at(i)->name;
    for (size_t i = 0; i < al_package_count(); i++)
        if (strcmp(al_package_at(i)->id, prefix) == 0)
            return al_package_at(i)->name;
    for (size_t i = 0; al_relation_at(i) != NULL; i++)
        if (al_relation_at(i)->name != NULL && strcmp(al_relation_at(i)->format, prefix) == 0)
            return al_relation_at(i)->name;
    for (size_t i = 0; i < sizeof other_prefixes / sizeof other_prefixes[0]; i++)
        if (strcmp(other_prefixes[i].prefix, prefix) == 0)
            return other_prefixes[i].name;
    return "Every file";
}
