/* apply.c: matches files with the patterns of the configuration. */
#include <stdlib.h>
#include <string.h>

#include "core/glob.h"
#include "core/limits.h"
#include "core/text.h"
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

/* A suppression may give the path itself, or its escaped form from a report. */
static bool path_matches(const char *glob, const char *path)
{
    char shown[AL_MAX_MESSAGE];
    if (al_glob_matches(glob, path))
        return true;
    const size_t length = strlen(path);
    return al_escape(path, length, shown, sizeof shown) != length && al_glob_matches(glob, shown);
}

bool al_suppression_names_file(const al_suppression *s, const char *path)
{
    return s->path == NULL || path_matches(s->path, path);
}

/* Appends a slash to a path, which moves. Frees it when out of memory, and returns NULL. */
static char *add_slash(char *path)
{
    const size_t length = strlen(path);
    char *slashed = realloc(path, length + sizeof "/");
    if (slashed == NULL)
        free(path);
    else
        memcpy(slashed + length, "/", sizeof "/");
    return slashed;
}

/* A pattern with a slash at its end matches only folders. */
bool al_configuration_excludes(const void *context, const char *path, bool *no_memory)
{
    const al_configuration *c = context;
    if (c->exclude.count == 0)
        return false;
    char *relative = al_configuration_path(c, path);
    bool excluded = relative != NULL && al_globs_match(&c->exclude, relative);
    if (relative != NULL && relative[0] != '\0' && !excluded && path[strlen(path) - 1] == '/') {
        relative = add_slash(relative);
        excluded = relative != NULL && al_globs_match(&c->exclude, relative);
    }
    *no_memory = *no_memory || relative == NULL;
    free(relative);
    return excluded;
}
