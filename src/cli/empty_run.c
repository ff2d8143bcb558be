/* empty_run.c: recognises a run that checked nothing, and tells the user why that may be. */
#include "cli/empty_run.h"

#include <stdio.h>
#include <string.h>

#include "cli/message.h"
#include "platform/platform.h"

enum { MOST_PATHS = 3 }; /* that the message names */

static bool is_package(const char *format)
{
    for (size_t i = 0; i < al_package_count(); i++)
        if (strcmp(al_package_at(i)->id, format) == 0)
            return true;
    return false;
}

/* Results about assetlint's own files don't count as checks. */
static bool is_own_file(const char *format)
{
    return strcmp(format, "config") == 0 || strcmp(format, "baseline") == 0;
}

bool is_unchecked(const al_result *result)
{
    return result->status == AL_FILE_UNREADABLE || result->status == AL_FILE_LIMIT;
}

bool counts_as_checked(const al_result *result)
{
    if (is_unchecked(result))
        return true;
    if (is_package(result->format))
        return result->finding_count > 0;
    return result->format[0] != '\0' && !is_own_file(result->format);
}

/* Standard input counts as a file, whatever its name is. Packages don't, nor do their data files: those are
 * never checked by themselves. */
static bool is_file(const char *path)
{
    al_file_info info;
    const bool folder = al_stat_path(path, &info) == 0 && info.kind == AL_KIND_FOLDER;
    return !folder && al_path_kind_of(path) == AL_PATH_FILE;
}

bool must_find_files(const check_options *options)
{
    for (size_t i = 0; i < options->path_count; i++)
        if (is_file(options->paths[i]))
            return false;
    return !options->allow_empty;
}

/* ---- The message --------------------------------------------------------------------------------------- */

typedef struct line {
    char text[512];
    size_t length;
} line;

/* Adds a text after a separator, or nothing if there isn't room for both. */
static void add(line *l, const char *separator, const char *text, size_t length)
{
    const size_t before = l->length > 0 ? strlen(separator) : 0;
    if (before + length >= sizeof l->text - l->length)
        return;
    memcpy(l->text + l->length, separator, before);
    memcpy(l->text + l->length + before, text, length);
    l->length += before + length;
    l->text[l->length] = '\0';
}

static bool has_word(const line *l, const char *word, size_t length)
{
    for (const char *at = l->text; *at != '\0'; at += strspn(at, " ")) {
        const size_t other = strcspn(at, " ");
        if (other == length && memcmp(at, word, length) == 0)
            return true;
        at += other;
    }
    return false;
}

/* Several formats may have the same extension: each is listed once. */
static void add_extensions(line *l, const char *words)
{
    for (const char *word = words; *word != '\0'; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " ");
        if (!has_word(l, word, length))
            add(l, " ", word, length);
        word += length;
    }
}

static void add_places(line *l, const check_options *options)
{
    const size_t count = options->path_count < MOST_PATHS ? options->path_count : MOST_PATHS;
    for (size_t i = 0; i < count; i++)
        add(l, ", ", options->paths[i], strlen(options->paths[i]));
    if (count < options->path_count)
        add(l, ", ", "...", 3);
    if (options->files_from == NULL)
        return;
    const char *list = strcmp(options->files_from, "-") == 0 ? "standard input" : options->files_from;
    add(l, ", ", "the list ", strlen("the list "));
    add(l, "", list, strlen(list));
}

/* Separates the messages from the report, which is in the same window. */
static void write_empty_line(void)
{
    if (al_owns_console())
        (void)fputc('\n', stderr);
}

int report_empty_run(const check_options *options, const al_configuration_info *configuration)
{
    line places = {.length = 0}, extensions = {.length = 0};
    add_places(&places, options);
    for (size_t i = 0; i < al_format_count(); i++)
        add_extensions(&extensions, al_format_at(i)->extensions);
    for (size_t i = 0; i < al_package_count(); i++)
        add_extensions(&extensions, al_package_at(i)->extensions);
    write_empty_line();
    message("nothing was checked: no file of a known format in %s", places.text);
    message("looked for files by their first bytes, or named as one of: %s", extensions.text);
    if (options->excluded_count > 0)
        message("--exclude may leave out too much");
    if (configuration != NULL && configuration->exclude_count > 0)
        message("\"exclude\" of %s may leave out too much", configuration->path);
    if (!al_owns_console()) /* whose reader has no command line */
        message("--allow-empty makes a run without files succeed");
    write_empty_line();
    (void)fflush(stderr);
    return EXIT_USAGE;
}
