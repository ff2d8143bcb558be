/* inputs.h: the promises about inputs that are not a single file of a format, each tested on one input.
 *
 * The functions return NULL when every promise was kept, otherwise the broken one. Several files are one
 * input, so that a fuzzer changes them together.
 */
#ifndef ASSETLINT_FUZZ_INPUTS_H
#define ASSETLINT_FUZZ_INPUTS_H

#include "depth.h"

#include <stddef.h>
#include <stdint.h>

/* A .cat and its .dat, with a NUL between them: everything that promise.h tests, on a tar with both as
 * members. */
const char *cat_promise(const uint8_t *data, size_t size, promise_depth depth);

/* The files of a mod, for the rules across files. Each begins with a line `=== PATH`, and ends before the
 * next such line. Of several files with one path the first counts. `with/PATH` is a file of a reference.
 * `PACKAGE!/PATH` is a member of a package. Other first folders are not part of the path: `alone/PATH` is a
 * file that the command line names, `beside/PATH` lies in the folder of such a file, and `one/PATH` is a
 * reference of one file.
 *
 * Every finding must lie in its file, at the line and column of its offset, two runs must find the same, and
 * a failing allocation must end the run. The bytes choose which allocation fails; with PROMISE_THOROUGH each
 * does. */
const char *mods_promise(const uint8_t *data, size_t size, promise_depth depth);

/* A configuration, a baseline, and an .assetlintignore: the bytes are read as each of them. */
const char *configuration_promise(const uint8_t *data, size_t size, promise_depth depth);

/* A zlib stream behind three bytes: the size that it should have (two, little-endian), and the size of its
 * items less one. libdeflate and zlib must give the same. */
const char *inflate_promise(const uint8_t *data, size_t size, promise_depth depth);

/* Files, as in mods_promise, but each path is only a name. JSON and SARIF must tell the same
 * findings; members of a zip must have the findings of the files. */
const char *reports_promise(const uint8_t *data, size_t size, promise_depth depth);

#endif
