/* main.c: the program assetlint: initialises the platform, then finds and runs the command. */
#include <stdio.h>
#include <string.h>

#include <assetlint/assetlint.h>

#include "cli/commands.h"
#include "cli/manual.h"
#include "cli/message.h"
#include "cli/sandbox.h"
#include "core/suggest.h"
#include "platform/platform.h"

typedef struct command {
    const char *name;
    int (*run)(char *const *arguments);
} command;

static int help_command(char *const *arguments);
static int version_command(char *const *arguments);

static const command commands[] = {
    {"check", check_command}, {"fix", fix_command},   {"rules", rules_command}, {"explain", explain_command},
    {"dump", dump_command},   {"help", help_command}, {"index", index_command}, {"version", version_command},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static const command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(name, commands[i].name) == 0)
            return &commands[i];
    return NULL;
}

static const char *nearest_command(const char *word)
{
    al_suggestion near = {.meant = word, .length = strlen(word)};
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        al_suggest(&near, commands[i].name);
    return near.best;
}

/* ---- help and version ---------------------------------------------------------------------------------- */

static int print_version(void)
{
    const char *forbidden = sandbox_everything();
    printf("assetlint %s\nsandbox: %s\n", al_version(), forbidden);
    return finish_stdout(EXIT_FINE);
}

static bool asks_for_help(const char *argument)
{
    static const char *const words[] = {"--help", "-h", "/?", "-?"};
    for (size_t i = 0; argument != NULL && i < sizeof words / sizeof words[0]; i++)
        if (strcmp(argument, words[i]) == 0)
            return true;
    return false;
}

static bool asks_for_version(const char *argument)
{
    return strcmp(argument, "--version") == 0 || strcmp(argument, "-V") == 0;
}

static int help_of(const char *name)
{
    const command *found = find_command(name);
    const char *near = found == NULL ? nearest_command(name) : NULL;
    if (near != NULL)
        message("no command is named %s; did you mean assetlint help %s?", name, near);
    else if (found == NULL)
        message("no command is named %s; assetlint help lists them", name);
    if (found == NULL)
        return EXIT_USAGE;
    return show_command_help(name);
}

static int help_command(char *const *arguments)
{
    if (arguments[0] == NULL || asks_for_help(arguments[0]))
        return help_of("help");
    if (arguments[1] == NULL)
        return help_of(arguments[0]);
    message("help wants one command");
    return EXIT_USAGE;
}

static int version_command(char *const *arguments)
{
    if (asks_for_help(arguments[0]))
        return help_of("version");
    if (arguments[0] == NULL)
        return print_version();
    message("version takes no argument");
    return EXIT_USAGE;
}

/* ---- Commands ------------------------------------------------------------------------------------------ */

/* The command that a word probably means; NULL if the word is a path, or resembles no command. */
static const char *meant_command(const char *word)
{
    return al_exists(word) ? NULL : nearest_command(word);
}

static int run_command(char *const *arguments)
{
    const char *first = arguments[0];
    const command *found = find_command(first);
    if (found != NULL)
        return found->run(arguments + 1);
    const char *meant = first[0] != '-' ? meant_command(first) : NULL;
    if (meant == NULL)
        return check_command(arguments);
    message("no command and no file is named %s; did you mean assetlint %s?", first, meant);
    return EXIT_USAGE;
}

static int run_words(char *const *words)
{
    if (words[0] == NULL || words[1] == NULL) {
        if (al_owns_console()) /* somebody has double-clicked the program */
            print_drag_help(stderr);
        else
            print_help(stderr);
        return EXIT_USAGE;
    }
    if (asks_for_help(words[1]))
        return help_of("help");
    if (asks_for_version(words[1]))
        return print_version();
    return run_command(words + 1);
}

/* On Windows, a user who drops files onto the program or double-clicks it gets a window that would close at
 * once. */
static void keep_window(void)
{
    if (!al_owns_console())
        return;
    (void)fputs("\nPress a key to close this window.", stderr);
    (void)fflush(stderr);
    (void)al_wait_for_key();
}

int main(int argc, char **argv)
{
    if (!al_program_start()) {
        message("cannot open standard input, output and error");
        return EXIT_UNCHECKED;
    }
    char *const *words = al_program_arguments(argc, argv);
    const int status = words != NULL ? run_words(words) : out_of_memory();
    keep_window();
    return status;
}
