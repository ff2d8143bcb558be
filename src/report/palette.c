/* palette.c: colours that are readable on dark and on light terminals; yellow is not readable on white. */
#include "report/palette.h"

static const palette plain = {"", "", "", {"", "", "", ""}, "", ""};
static const palette colored = {
    .path = "\033[1m",
    .quiet = "\033[2m",
    .reset = "\033[0m",
    .level =
        {[AL_OFF] = "", [AL_NOTE] = "\033[1;36m", [AL_WARNING] = "\033[1;35m", [AL_ERROR] = "\033[1;31m"},
    .good = "\033[1;32m",
    .bad = "\033[1;31m",
};

const palette *palette_for(bool color)
{
    return color ? &colored : &plain;
}
