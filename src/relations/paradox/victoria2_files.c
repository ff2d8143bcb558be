/* victoria2_files.c: looks paths up in a sorted table. */
#include "relations/paradox/victoria2_files.h"

#include <string.h>

#include "core/sort.h"

/* Each path has the same room: a table of pointers would have to be relocated whenever the program starts. */
enum { ROOM = 52 };

#define VICTORIA2_FOLDER "gfx/anims/"

static const char files[][ROOM] = {
#define VICTORIA2_FILE(name) VICTORIA2_FOLDER name,
#include "relations/paradox/victoria2_files.def"
#undef VICTORIA2_FILE
};

#define VICTORIA2_FILE(name) _Static_assert(sizeof VICTORIA2_FOLDER name <= ROOM, "too long for the table");
#include "relations/paradox/victoria2_files.def"
#undef VICTORIA2_FILE

enum { FILES = sizeof files / sizeof files[0] };

const char *pdx_victoria2_file(size_t index)
{
    return index < FILES ? files[index] : NULL;
}

static int compare(const void *left, const void *right, void *context)
{
    (void)context;
    return strcmp(left, right);
}

bool pdx_victoria2_has(const char *path)
{
    const size_t at = al_lower_bound(files, FILES, ROOM, path, compare, NULL);
    return at < FILES && strcmp(files[at], path) == 0;
}
