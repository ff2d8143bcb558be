#include "believe.h"
const char *believe_ani(believe_file *file) { (void)file; return 0; }
