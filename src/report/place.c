/* place.c: whether there is an offset to show. */
#include "report/place.h"

#include <string.h>

bool has_place(const al_finding *finding)
{
    return strcmp(finding->rule->id, "file/unreadable") != 0;
}
