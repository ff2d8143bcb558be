/* main.c: the program assetlint: finds the command and makes the ground firm. */
#include <stdio.h>
#include <string.h>

#include <assetlint/assetlint.h>

#include "cli/commands.h"
#include "cli/help.h"
#include "cli/message.h"
#include "cli/suggest.h"
#include "platform/platform.h"

typedef struct command {
    const char *name;
    int (*run)(char *const *arguments); /* NULL: of a later version */
} command;

static const command commands[] = {
    {"check", check_command}, {"rules", rules_command}, {"explain", explain_command},
    {"dump", dump_command},   {"merge", NULL},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

/* A word that is neither a command nor a path, but nearly a command. */
static const char *meant_command(const char *word)
{
    suggestion near = {.meant = word, .length = strlen(word)};
    if (al_exists(word))
        return NULL;
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        suggest(&near, commands[i].name);
    return near.best;
}

static int run_command(char *const *arguments)
{
    const char *first = arguments[0];
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(first, commands[i].name) != 0)
            continue;
        if (commands[i].run != NULL)
            return commands[i].run(arguments + 1);
        message("the command %s is not available in this version", first);
        return EXIT_USAGE;
    }
    const char *meant = first[0] != '-' ? meant_command(first) : NULL;
    if (meant == NULL)
        return check_command(arguments);
    message("no command and no file is named %s; did you mean assetlint %s?", first, meant);
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    if (!al_program_start())
        return EXIT_UNCHECKED;
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(stdout);
        return finish_stdout(EXIT_FINE);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("assetlint %s\n", al_version());
        return finish_stdout(EXIT_FINE);
    }
    return run_command(argv + 1);
}
