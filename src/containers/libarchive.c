/* libarchive.c: gets the functions of libarchive. */
#include "containers/libarchive.h"

#ifdef AL_LIBARCHIVE

#include <stddef.h>

#include "platform/platform.h"

#define HAS_TYPE(result, name, parameters) \
    _Static_assert(_Generic(&(name), result(*) parameters : 1, default : 0), #name " has another type");
LIBARCHIVE_FUNCTIONS(HAS_TYPE)

#define NAME(result, name, parameters) #name,
static const char *const names[] = {LIBARCHIVE_FUNCTIONS(NAME)};

const char *libarchive_load(libarchive *functions)
{
    al_function found[sizeof names / sizeof names[0]];
    const al_function *next = found;
    if (!al_load_functions(AL_LIBARCHIVE, names, found, sizeof names / sizeof names[0]))
        return "packages need the library " AL_LIBARCHIVE ", which can't be loaded";
#define TAKE(result, name, parameters) functions->name = (result(*) parameters)(*next++);
    LIBARCHIVE_FUNCTIONS(TAKE)
    return NULL;
}

#else

const char *libarchive_load(libarchive *functions)
{
#define TAKE(result, name, parameters) functions->name = name;
    LIBARCHIVE_FUNCTIONS(TAKE)
    return NULL;
}

#endif
