/* apply.c: matches files with the patterns of the configuration. */
#include <stdlib.h>
#include <string.h>

#include "core/glob.h"
#include "project/configuration/parts.h"

const char *al_measure_name(al_measure measure)
{
    switch (measure) {
    case AL_MEASURE_TRIANGLES: return "triangles";
    case AL_MEASURE_VERTICES: return "vertices";
    case AL_MEASURE_MATERIALS: return "materials";
    case AL_MEASURE_BONES: return "bones";
    case AL_MEASURE_BYTES: return "bytes";
    }
    return "";
}

bool al_globs_match(const al_globs *globs, const char *path)
{
    bool any = !globs->given;
    for (size_t i = 0; i < globs->count && !any; i++)
        any = al_glob_matches(globs->items[i], path);
    return any;
}

/* A pattern with a slash at its end matches only folders. */
bool al_configuration_excludes(const void *context, const char *path)
{
    const al_configuration *c = context;
    if (c->exclude.count == 0)
        return false;
    char *relative = al_configuration_path(c, path);
    const size_t length = relative != NULL ? strlen(relative) : 0, given = strlen(path);
    bool excluded = relative != NULL && al_globs_match(&c->exclude, relative);
    if (!excluded && length > 0 && path[given - 1] == '/') {
        char *slashed = malloc(length + 2);
        if (slashed != NULL) {
            memcpy(slashed, relative, length);
            memcpy(slashed + length, "/", 2);
        }
        excluded = slashed != NULL && al_globs_match(&c->exclude, slashed);
        free(slashed);
    }
    free(relative);
    return excluded;
}
