/* returned_results.h: results that were handed out go back to the worker that made them, which frees them.
 *
 * glibc gives each thread memory of its own, and locks it while another thread frees some of it. When the
 * delivering thread freed all results, a worker had to wait for about every tenth file. Without that, two
 * workers check 40,000 small files in 3 % less time.
 */
#ifndef AL_PROJECT_RETURNED_RESULTS_H
#define AL_PROJECT_RETURNED_RESULTS_H

#include <assetlint/assetlint.h>
#include <stdatomic.h>
#include <stddef.h>

#include "core/compiler.h"
#include "platform/platform.h"

/* The most that wait to be freed, beside --max-memory: so many results of so many bytes. */
enum { RETURNED_MOST = 32, RETURNED_BYTES = 4 << 10, RETURNED_AT_ONCE = RETURNED_MOST / 2 };

/* Those of one worker. */
typedef struct returned_results {
    al_lock *lock; /* of the others */
    al_result *results[RETURNED_MOST];
    atomic_size_t count; /* changed with the lock, read also without it */
} returned_results;

/* False when the system refuses a lock; returned_results_end must be called in any case. */
bool returned_results_begin(returned_results *returned) AL_MUST_USE;
void returned_results_end(returned_results *returned);

/* Returns a result, NULL or of `bytes` bytes, from any thread. A large one, and one too many, is freed at
 * once. */
void returned_results_add(returned_results *returned, al_result *result, uint64_t bytes);

/* Frees what was returned, unless it is too little to be worth the lock. To be called by the worker. */
void returned_results_free(returned_results *returned);

#endif
