/* dump_command.c: `assetlint dump`. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/message.h"
#include "cli/sandbox.h"
#include "report/dump.h"
#include "report/texts.h"

typedef struct dump_options {
    const char *file;
    const dump_form *form;
    bool full, help, no_sandbox;
} dump_options;

static int choose_form(const char *name, dump_options *options)
{
    for (size_t i = 0; dump_form_at(i) != NULL; i++)
        if (strcmp(dump_form_at(i)->name, name) == 0) {
            options->form = dump_form_at(i);
            return EXIT_FINE;
        }
    return usage_error("dump", "--format wants text, json or views, not %s", name);
}

static int choose_file(const char *name, dump_options *options)
{
    if (options->file != NULL)
        return usage_error("dump", "dump wants one file");
    if (strcmp(name, "-") == 0)
        return usage_error("dump", "dump doesn't read standard input; a file of that name is ./-");
    options->file = name;
    return EXIT_FINE;
}

static int read_options(char *const *arguments, dump_options *options)
{
    option_scanner scanner = {.page = manual_page_of("dump"), .next = arguments};
    *options = (dump_options){.form = dump_form_at(0)};
    for (int id; (id = option_next(&scanner)) != OPTION_END;) {
        int status = EXIT_FINE;
        if (id == OPTION_WRONG)
            return EXIT_USAGE;
        if (id == OPT_FORMAT)
            status = choose_form(scanner.value, options);
        else if (id == OPTION_WORD)
            status = choose_file(scanner.value, options);
        options->full = options->full || id == OPT_FULL;
        options->no_sandbox = options->no_sandbox || id == OPT_NO_SANDBOX;
        options->help = id == OPT_HELP;
        if (status != EXIT_FINE || options->help)
            return status;
    }
    return EXIT_FINE;
}

/* A file that is unreadable, too large or unrecognised has no format. */
static bool is_dumpable(const al_result *result)
{
    return result->format[0] != '\0';
}

static void tell_failure(const dump_options *options, const al_result *result)
{
    if (result->status == AL_FILE_UNRECOGNIZED)
        message("%s is of no known format", options->file);
    else if (result->finding_count == 0)
        message("%s: the file could not be read", options->file);
    else
        message("%s: %s", options->file, result->findings[0].message);
}

/* dump reports no findings, but says that a file is broken. */
static void mention_findings(const dump_options *options, const al_result *result)
{
    if (result->errors > 0)
        message("%s has %" PRIu64 " error%s; assetlint check says more", options->file, result->errors,
                result->errors == 1 ? "" : "s");
}

/* A pipe may stay empty for a long time: the user must know what the program waits for. */
static void tell_pipe(const char *path)
{
    al_file_info info;
    if (al_file_is_terminal(al_standard_error) && al_stat_path(path, &info) == 0 && info.kind == AL_KIND_PIPE)
        message("reading the pipe %s", path);
}

/* A folder is not dumped, so its files are not needed. False when out of memory. */
static bool enter_sandbox(const dump_options *options, const char *path)
{
    al_file_info info;
    const bool folder = al_stat_path(path, &info) == 0 && info.kind == AL_KIND_FOLDER;
    return options->no_sandbox || folder || sandbox_file(path);
}

static int write_dump(const dump_options *options, const char *shown_path)
{
    dump d = dump_begin(stdout, shown_path);
    al_result *result = NULL;
    al_visitor visitor = options->form->visitor;
    visitor.size = sizeof visitor;
    visitor.context = &d;
    visitor.full = options->full;
    tell_pipe(options->file);
    al_checker *checker = enter_sandbox(options, options->file) ? al_checker_new(NULL) : NULL;
    const bool checked = checker != NULL && al_dump_file(checker, options->file, &visitor, &result) == AL_OK;
    int status = EXIT_UNCHECKED;
    if (!checked || d.failed) {
        status = out_of_memory();
    } else if (!is_dumpable(result)) {
        tell_failure(options, result);
    } else {
        options->form->finish(&d, result);
        mention_findings(options, result);
        status = result->status == AL_FILE_LIMIT ? EXIT_UNCHECKED : EXIT_FINE;
        if (d.failed)
            status = out_of_memory();
    }
    al_result_free(result);
    al_checker_free(checker);
    return finish_stdout(status);
}

/* ---- What can be drawn --------------------------------------------------------------------------------- */

/* Cuts PATH!/MEMBER into two texts, unless there is a file of that name. Returns the member, "" without
 * one. */
static const char *cut_member(char *path)
{
    al_file_info info;
    char *cut = al_stat_path(path, &info) != 0 ? strstr(path, "!/") : NULL;
    for (; cut != NULL; cut = strstr(cut + 1, "!/")) {
        *cut = '\0';
        if (al_path_kind_of(path) == AL_PATH_PACKAGE)
            return cut + 2;
        *cut = '!';
    }
    return "";
}

static int tell_views(const dump_options *options, const char *member, const al_views *views)
{
    const al_result *result = al_views_result(views);
    if (result == NULL) {
        message("%s: the package has no such member of a known format", options->file);
        return EXIT_UNCHECKED;
    }
    if (!is_dumpable(result) || strcmp(result->member, member) != 0) {
        tell_failure(options, result);
        return EXIT_UNCHECKED;
    }
    if (!options->form->write_views(stdout, views))
        return out_of_memory();
    if (!al_views_are_whole(views))
        message("%s: not everything is shown: it takes more memory than the limit", options->file);
    return al_views_are_whole(views) && result->status != AL_FILE_LIMIT ? EXIT_FINE : EXIT_UNCHECKED;
}

static int write_views(const dump_options *options)
{
    al_views *views = NULL;
    const size_t size = strlen(options->file) + 1;
    char *path = malloc(size);
    al_checker *checker = path != NULL ? al_checker_new(NULL) : NULL;
    int status = EXIT_UNCHECKED;
    if (checker != NULL) {
        memcpy(path, options->file, size);
        const char *member = cut_member(path);
        tell_pipe(path);
        const bool seen =
            enter_sandbox(options, path) && al_view_file(checker, path, member, NULL, &views) == AL_OK;
        status = seen ? tell_views(options, member, views) : out_of_memory();
    } else {
        status = out_of_memory();
    }
    al_views_free(views);
    al_checker_free(checker);
    free(path);
    return finish_stdout(status);
}

/* ---- The command --------------------------------------------------------------------------------------- */

int dump_command(char *const *arguments)
{
    dump_options options;
    int status = read_options(arguments, &options);
    if (status != EXIT_FINE)
        return status;
    if (options.help)
        return show_command_help("dump");
    if (options.file == NULL)
        return usage_error("dump", "dump wants a file");
    if (options.form->write_views != NULL)
        return write_views(&options);
    char *shown_path = escaped_copy(options.file, strlen(options.file));
    status = shown_path != NULL ? write_dump(&options, shown_path) : out_of_memory();
    free(shown_path);
    return status;
}
