/* data_path.c: the path of a .dat from that of its .cat. */
#include "containers/data_path.h"

#include <stddef.h>
#include <string.h>

void al_name_container_data(char *path, const char *extension)
{
    const size_t letters = strlen(extension);
    char *end = path + strlen(path) - letters;
    for (size_t i = 0; i < letters; i++)
        end[i] = (char)(end[i] >= 'A' && end[i] <= 'Z' ? extension[i] - 'a' + 'A' : extension[i]);
}
