/* seed.c: reads seeds. */
#include "seed.h"

#include <stdio.h>

#include "unit.h"

size_t read_seed(const char *folder, const char *name, uint8_t *bytes, size_t room)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, room, file);
    (void)fclose(file);
    assert_true(size > 0 && size < room);
    return size;
}
