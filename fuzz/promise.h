/* promise.h: tests what assetlint promises for any input (docs/promise.md) on one input.
 *
 *     promise *p = promise_new("xmf");
 *     const char *broken = promise_check(p, promise_name(p, data, size), data, size, PROMISE_QUICK);
 *     if (broken != NULL)
 *         abort();
 *
 * The input is copied into a block of its exact size, so that AddressSanitizer sees every read beyond it. A
 * checker that has checked other files and a new one must find the same. The ranges, the order and the texts
 * of the report are tested. A file without errors goes to a reader that trusts it (believe.h).
 */
#ifndef ASSETLINT_FUZZ_PROMISE_H
#define ASSETLINT_FUZZ_PROMISE_H

#include "depth.h"

#include <stddef.h>
#include <stdint.h>

/* Limits of a check, in bytes: fuzzing wants many small inputs. */
#define PROMISE_MAX_INFLATED (UINT64_C(32) << 20)
#define PROMISE_MAX_MEMORY   (UINT64_C(64) << 20)

typedef struct promise promise;

/* NULL for an unknown format, one without a trusting reader, or when memory runs out. */
promise *promise_new(const char *format);
void promise_free(promise *p);

/* A file name of the format. If rules look at the name, there are several: the first bytes choose one, so
 * that a fuzzer can change it and a replay gets the same. */
const char *promise_name(const promise *p, const uint8_t *data, size_t size);

/* These names by number; NULL beyond the last. */
const char *promise_name_at(const promise *p, size_t number);

/* NULL when every promise was kept, otherwise the broken one, valid until the next call. An error that a
 * sanitizer finds ends the program. `data` may be NULL when `size` is 0. */
const char *promise_check(promise *p, const char *name, const uint8_t *data, size_t size,
                          promise_depth depth);

/* Lets each allocation of a check fail once: the check must return AL_OUT_OF_MEMORY, and the checker must
 * work afterwards. Adds the number of checks to `*runs`. */
const char *promise_check_allocations(promise *p, const char *name, const uint8_t *data, size_t size,
                                      uint64_t *runs);

#endif
