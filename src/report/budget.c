/* budget.c: a counter for each rule of the catalogue. */
#include "report/budget.h"

#include <stdlib.h>
#include <string.h>

bool budget_begin(rule_budget *budget, uint64_t limit)
{
    *budget = (rule_budget){.limit = limit};
    if (limit == UINT64_MAX)
        return true;
    budget->seen = calloc(al_rule_count(), sizeof *budget->seen);
    return budget->seen != NULL;
}

void budget_next_file(rule_budget *budget)
{
    if (budget->seen != NULL)
        memset(budget->seen, 0, al_rule_count() * sizeof *budget->seen);
}

bool budget_take(rule_budget *budget, const al_finding *finding)
{
    return budget->seen == NULL || ++budget->seen[finding->rule_number] <= budget->limit;
}

uint64_t budget_refused(const rule_budget *budget, size_t rule_number)
{
    const uint64_t seen = budget->seen == NULL ? 0 : budget->seen[rule_number];
    return seen > budget->limit ? seen - budget->limit : 0;
}

void budget_end(rule_budget *budget)
{
    free(budget->seen);
    *budget = (rule_budget){0};
}
