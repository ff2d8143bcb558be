/* places.c: the places that report findings, which the linker gathers. In a file of its own, as a program
 * that has no such place couldn't be linked with it.
 */
#include "core/findings.h"

#ifdef AL_RECORD_PLACES
extern al_place *const __start_al_places[], *const __stop_al_places[];

al_place *const *al_all_places(size_t *count)
{
    *count = (size_t)(__stop_al_places - __start_al_places);
    return __start_al_places;
}
#else
typedef int al_no_places; /* ISO C wants a declaration in each file */
#endif
