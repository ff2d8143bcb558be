/* work.c: a budget of work. */
#include "core/work.h"

#include "core/span.h"

al_work al_work_of(uint64_t count, uint64_t each)
{
    return (al_work){.left = al_product(count, each)};
}

bool al_work_pay(al_work *w, uint64_t units)
{
    if (units > w->left)
        return false;
    w->left -= units;
    return true;
}
