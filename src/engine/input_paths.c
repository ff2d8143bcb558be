/* input_paths.c: what a path that somebody names stands for: a file, a folder, or standard input. */
#include <stdlib.h>
#include <string.h>

#include "engine/input_append.h"
#include "platform/platform.h"

/* A copy without slashes that say nothing: `a//b/` is `a/b`, and `/` stays. */
static char *clean_path(const char *path)
{
    const size_t length = strlen(path);
    char *clean = malloc(length + 1);
    if (clean == NULL)
        return NULL;
    size_t end = 0;
    for (size_t i = 0; i < length; i++)
        if (path[i] != '/' || end == 0 || clean[end - 1] != '/')
            clean[end++] = path[i];
    if (end > 1 && clean[end - 1] == '/')
        end--;
    clean[end] = '\0';
    return clean;
}

bool al_input_add_path(al_input_list *list, const char *path)
{
    al_file_info info;
    char *clean = clean_path(path);
    if (clean == NULL)
        return false;
    if (al_look(clean, &info) == 0 && info.kind == AL_KIND_FOLDER)
        return al_input_add_folder(list, clean);
    return al_input_append(list, (al_input){.path = clean, .named = true});
}

bool al_input_add_stdin(al_input_list *list, const char *name)
{
    return al_input_append(list, (al_input){.path = clean_path(name), .named = true, .from_stdin = true});
}
