/* configuration_promise.h: what must hold for any bytes as a configuration, a baseline, or lines beside a
 * file.
 */
#ifndef ASSETLINT_FUZZ_CONFIGURATION_PROMISE_H
#define ASSETLINT_FUZZ_CONFIGURATION_PROMISE_H

#include <stddef.h>
#include <stdint.h>

/* NULL, or what is broken. */
const char *configuration_promise(const uint8_t *data, size_t size);

#endif
