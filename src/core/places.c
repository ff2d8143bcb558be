/* places.c: the places that report findings. The linker gathers them. */
#include "core/places.h"

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
