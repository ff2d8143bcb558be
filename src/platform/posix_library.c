/* posix_library.c: shared libraries that the program isn't linked with. */
#include "platform/platform.h"

#include <dlfcn.h>
#include <string.h>

bool al_load_functions(const char *library, const char *const *names, al_function *functions, size_t count)
{
    void *const handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    if (handle == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        void *const address = dlsym(handle, names[i]);
        if (address == NULL)
            return false;
        /* C has no conversion from an object's address to a function's. In POSIX both have the same form. */
        memcpy(&functions[i], &address, sizeof address);
    }
    return true;
}
