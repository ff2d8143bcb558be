/* quota.c: has a counter for each rule of the catalogue. */
#include "report/quota.h"

#include <stdlib.h>
#include <string.h>

bool quota_begin(rule_quota *quota, uint64_t limit)
{
    *quota = (rule_quota){.limit = limit};
    if (limit == UINT64_MAX)
        return true;
    quota->seen = calloc(al_rule_count(), sizeof *quota->seen);
    return quota->seen != NULL;
}

void quota_next_file(rule_quota *quota)
{
    if (quota->seen != NULL)
        memset(quota->seen, 0, al_rule_count() * sizeof *quota->seen);
    quota->exceeded = false;
}

bool quota_take(rule_quota *quota, const al_finding *finding)
{
    const bool taken = quota->seen == NULL || ++quota->seen[finding->rule_number] <= quota->limit;
    quota->exceeded = quota->exceeded || !taken;
    return taken;
}

uint64_t quota_refused(const rule_quota *quota, size_t rule_number)
{
    const uint64_t seen = quota->seen == NULL ? 0 : quota->seen[rule_number];
    return seen > quota->limit ? seen - quota->limit : 0;
}

void quota_end(rule_quota *quota)
{
    free(quota->seen);
    *quota = (rule_quota){0};
}
