/* commands.h: the commands of the program. */
#ifndef ASSETLINT_CLI_COMMANDS_H
#define ASSETLINT_CLI_COMMANDS_H

/* Each takes the arguments after its name, with NULL at the end, and returns the exit status. */

int check_command(char *const *arguments);
int fix_command(char *const *arguments);
int rules_command(char *const *arguments);
int explain_command(char *const *arguments);
int dump_command(char *const *arguments);
int index_command(char *const *arguments);

#endif
