/* cat_promise.h: what must hold for any bytes as a .cat and its .dat. */
#ifndef ASSETLINT_FUZZ_CAT_PROMISE_H
#define ASSETLINT_FUZZ_CAT_PROMISE_H

#include "promise.h"

/* NULL, or what is broken. The .cat goes up to the first NUL, what is behind it is the .dat. Both are put
 * into a tar, since two files that belong together are one input there: `tars` is the promise of that format.
 */
const char *cat_promise(promise *tars, const uint8_t *data, size_t size, promise_depth depth);

#endif
