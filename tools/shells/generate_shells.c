/* generate_shells.c: writes what shells and man know of the program.
 *
 *     generate_shells bash|zsh|fish OUT
 *     generate_shells manual OUT TEMPLATE
 */
#include <stdlib.h>
#include <string.h>

#include "shells.h"

static bool write_what(const char *what, FILE *out, const char *template_name)
{
    if (strcmp(what, "bash") == 0)
        write_bash(out);
    else if (strcmp(what, "zsh") == 0)
        write_zsh(out);
    else if (strcmp(what, "fish") == 0)
        write_fish(out);
    else {
        FILE *template_file = template_name != NULL ? fopen(template_name, "rb") : NULL;
        const bool written = template_file != NULL && write_manual(out, template_file);
        if (template_file != NULL)
            (void)fclose(template_file);
        return written && strcmp(what, "manual") == 0;
    }
    return true;
}

int main(int argc, char **argv)
{
    FILE *out = argc >= 3 ? fopen(argv[2], "wb") : NULL;
    if (out == NULL) {
        fputs("usage: generate_shells bash|zsh|fish|manual OUT [TEMPLATE]\n", stderr);
        return EXIT_FAILURE;
    }
    const bool written = write_what(argv[1], out, argv[3]);
    const bool fine = !ferror(out);
    if (fclose(out) == 0 && fine && written)
        return EXIT_SUCCESS;
    fprintf(stderr, "generate_shells: could not write %s\n", argv[2]);
    return EXIT_FAILURE;
}
