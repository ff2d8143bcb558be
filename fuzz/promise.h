/* promise.h: what assetlint promises for any input (docs/promise.md), put to the test on one.
 *
 *     promise *p = promise_new("xmf");
 *     const char *broken = promise_check(p, promise_name(p, data, size), data, size, PROMISE_QUICK);
 *     if (broken != NULL)
 *         abort();
 *
 * The input is copied into a block of its exact size, so that AddressSanitizer sees every byte read too many.
 * It is checked by a checker that has seen other files and by a new one, which must find the same. The report
 * is judged: its ranges, its order, its texts. What is free of errors goes to a reader that trusts it
 * (believe.h).
 */
#ifndef ASSETLINT_FUZZ_PROMISE_H
#define ASSETLINT_FUZZ_PROMISE_H

#include <stddef.h>
#include <stdint.h>

/* What one input and the file that it fills may cost here: fuzzing wants many small inputs. */
#define PROMISE_MAX_INFLATED (UINT64_C(32) << 20)
#define PROMISE_MAX_MEMORY   (UINT64_C(64) << 20)

typedef struct promise promise;

/* How much is tested: everything, or beside the verdict one of the lesser promises, chosen by the bytes. */
typedef enum promise_depth { PROMISE_QUICK, PROMISE_THOROUGH } promise_depth;

/* NULL when there is no such format, it has no believer, or memory is out. */
promise *promise_new(const char *format);
void promise_free(promise *p);

/* A file name that the format goes by. Where rules go by the name there are several: which it is follows from
 * the first bytes, so that a fuzzer can choose it and a replay gets the same. */
const char *promise_name(const promise *p, const uint8_t *data, size_t size);

/* All of those names, by number; NULL beyond the last. */
const char *promise_name_at(const promise *p, size_t number);

/* NULL when every promise was kept, otherwise which was not, valid until the next call. What the sanitizers
 * see ends the program. `data` may be NULL when `size` is 0. */
const char *promise_check(promise *p, const char *name, const uint8_t *data, size_t size,
                          promise_depth depth);

/* Lets each allocation of a check fail once: it must say that it is out of memory, and be none the worse
 * after it. Adds the number of checks to `*runs`. */
const char *promise_check_allocations(promise *p, const char *name, const uint8_t *data, size_t size,
                                      uint64_t *runs);

#endif
