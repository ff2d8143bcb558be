/* index_command.c: `assetlint index`. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/message.h"
#include "cli/project_options.h"
#include "cli/sandbox.h"
#include "platform/platform.h"

typedef struct index_options {
    const char *game;
    bool help, no_sandbox;
} index_options;

static int choose_game(const char *path, index_options *options)
{
    al_file_info about;
    if (options->game != NULL)
        return usage_error("index", "index wants one game or mod");
    if (strcmp(path, "-") == 0)
        return usage_error("index", "index doesn't read standard input; a file of that name is ./-");
    if (al_stat_path(path, &about) != 0 || (about.kind != AL_KIND_FOLDER && about.kind != AL_KIND_FILE))
        return usage_error("index", "index wants a folder or a file, not %s", path);
    options->game = path;
    return EXIT_FINE;
}

static int read_options(char *const *arguments, index_options *options)
{
    option_scanner scanner = {.page = manual_page_of("index"), .next = arguments};
    *options = (index_options){.game = NULL};
    for (int id; (id = option_next(&scanner)) != OPTION_END;) {
        const int status = id == OPTION_WORD ? choose_game(scanner.value, options) : EXIT_FINE;
        if (id == OPTION_WRONG)
            return EXIT_USAGE;
        options->no_sandbox = options->no_sandbox || id == OPT_NO_SANDBOX;
        options->help = id == OPT_HELP;
        if (status != EXIT_FINE || options->help)
            return status;
    }
    return options->game != NULL ? EXIT_FINE
                                 : usage_error("index", "index wants the folder of a game or a mod");
}

static void on_notice(void *context, const al_notice *notice)
{
    (void)context;
    if (notice->kind == AL_NOTICE_UNREAD)
        message("cannot read %s: %s; so no names were written", notice->path, notice->text);
}

static bool write_text(void *context, const char *text)
{
    return fputs(text, context) != EOF && !al_interrupted();
}

static int write_names(const index_options *options, al_project *project)
{
    const al_client client = {.size = sizeof client, .notice = on_notice, .stopped = project_is_stopped};
    (void)al_catch_interrupts(EXIT_UNCHECKED);
    al_status status = al_project_add_reference(project, options->game);
    if (status == AL_OK)
        status = al_project_list(project, &client);
    if (status == AL_OK && !options->no_sandbox && !sandbox_project(project, NULL))
        status = AL_OUT_OF_MEMORY;
    if (status == AL_OK)
        status = al_project_write_names(project, &client, write_text, stdout);
    return project_status(project, status);
}

int index_command(char *const *arguments)
{
    index_options options;
    int status = read_options(arguments, &options);
    if (status != EXIT_FINE)
        return status;
    if (options.help)
        return show_command_help("index");
    al_project *project = al_project_new(NULL);
    status = project != NULL ? write_names(&options, project) : out_of_memory();
    al_project_free(project);
    return finish_stdout(status);
}
