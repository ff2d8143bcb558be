/* file_fixers.c: fixes what broke a file of any format. */
#include "fix/file_fixers.h"

const al_fixer al_file_fixers[] = {{.plan = NULL}};
