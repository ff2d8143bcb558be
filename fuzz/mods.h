/* mods.h: what rules across files promise, put to the test on a mod that is all in one input.
 *
 * An input is a row of files. Each begins with a line `=== PATH`, or `=== with/PATH` for one of a reference;
 * its bytes go on to the next such line. Files of one path are one file, the first. Other paths begin with
 * how the file is there, and are only what is behind it: `alone/PATH` is named by itself, `beside/PATH` lies
 * around such files, and `one/PATH` is a reference by itself. `PACKAGE!/PATH` is a member of a package.
 */
#ifndef ASSETLINT_FUZZ_MODS_H
#define ASSETLINT_FUZZ_MODS_H

#include <stddef.h>
#include <stdint.h>

typedef enum mods_depth { MODS_QUICK, MODS_THOROUGH } mods_depth;

/* NULL when every promise was kept, otherwise which was not: two looks find the same, every finding lies in
 * its file, at the line and column that are those of its offset, and an allocation that fails ends the look.
 * Which one fails is chosen by the bytes; thoroughly, each does. */
const char *mods_check(const uint8_t *data, size_t size, mods_depth depth);

#endif
