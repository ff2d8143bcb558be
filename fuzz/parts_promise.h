/* parts_promise.h: what must hold for any bytes as the parts of a run. */
#ifndef ASSETLINT_FUZZ_PARTS_PROMISE_H
#define ASSETLINT_FUZZ_PARTS_PROMISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* NULL, or what is broken. The bytes are parts with a NUL between them; `*taken`, when not NULL: they were
 * merged. */
const char *parts_promise(const uint8_t *data, size_t size, bool *taken);

#endif
