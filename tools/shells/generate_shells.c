/* generate_shells.c: writes a completion or a page of the manual from its template.
 *
 *     generate_shells bash|zsh|fish|manual OUT TEMPLATE
 *
 * A line `@NAME@` of the template is replaced by that part, and `@version@` within a line by the version.
 */
#include "shells.h"

#include <assetlint/assetlint.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    const template_part *parts;
} kinds[] = {{"bash", bash_parts}, {"zsh", zsh_parts}, {"fish", fish_parts}, {"manual", manual_parts}};

static const template_part *find_parts(const char *kind)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kind, kinds[i].name) == 0)
            return kinds[i].parts;
    return NULL;
}

/* False for an unknown part; `line` is `@NAME@` and a line end. */
static bool write_part(FILE *out, const template_part *part, const char *line)
{
    const manual_page *page;
    const size_t length = strcspn(line + 1, "@");
    while (part->name != NULL && (strlen(part->name) != length || strncmp(part->name, line + 1, length) != 0))
        part++;
    if (part->name == NULL)
        return false;
    if (part->write != NULL)
        part->write(out);
    for (size_t i = 0; part->write_page != NULL && (page = manual_page_at(i)) != NULL; i++)
        part->write_page(out, page);
    return true;
}

static bool fill_template(FILE *out, FILE *template_file, const template_part *parts)
{
    static const char version[] = "@version@";
    char line[1024];
    while (fgets(line, sizeof line, template_file) != NULL) {
        char *at = strstr(line, version);
        if (at != NULL)
            fprintf(out, "%.*s%s%s", (int)(at - line), line, al_version(), at + sizeof version - 1);
        else if (line[0] != '@')
            fputs(line, out);
        else if (!write_part(out, parts, line))
            return false;
    }
    return !ferror(template_file) && !ferror(out);
}

int main(int argc, char **argv)
{
    const template_part *parts = argc == 4 ? find_parts(argv[1]) : NULL;
    if (parts == NULL) {
        fputs("usage: generate_shells bash|zsh|fish|manual OUT TEMPLATE\n", stderr);
        return EXIT_FAILURE;
    }
    FILE *template_file = fopen(argv[3], "rb"), *out = fopen(argv[2], "wb");
    const bool filled = template_file != NULL && out != NULL && fill_template(out, template_file, parts);
    if (template_file != NULL)
        (void)fclose(template_file);
    if ((out == NULL || fclose(out) == 0) && filled)
        return EXIT_SUCCESS;
    fprintf(stderr, "generate_shells: could not write %s\n", argv[2]);
    return EXIT_FAILURE;
}
