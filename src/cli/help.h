/* help.h: the help texts. */
#ifndef ASSETLINT_CLI_HELP_H
#define ASSETLINT_CLI_HELP_H

#include <stdio.h>

void print_help(FILE *out);

/* For somebody who has double-clicked the program, and has no command line. */
void print_drag_help(FILE *out);

void print_check_help(FILE *out);
void print_rules_help(FILE *out);
void print_explain_help(FILE *out);
void print_dump_help(FILE *out);

#endif
