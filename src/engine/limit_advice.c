/* limit_advice.c: writes options as a user types them. */
#include "engine/limit_advice.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/span.h"

/* A check holds the file and what it reads of the file's tables (docs/limits.md). Compressed data rarely
 * inflates to more than four times its size. */
enum { MEMORY_PER_BYTE = 2, LEAST_MEMORY = 1 << 20, INFLATED_PER_BYTE = 4 };

/* Adds an option with `bytes`, rounded up where that makes it shorter and at most a tenth larger. `before`
 * separates it from another one. */
static void append(al_limit_advice *advice, const char *before, const char *option, uint64_t bytes,
                   const char *after)
{
    static const char *const suffixes[] = {"", "K", "M", "G"};
    const uint64_t most = UINT64_MAX - UINT32_MAX;
    const size_t length = strlen(advice->text);
    uint64_t unit = 1;
    size_t suffix = 0;
    for (; suffix < 3 && bytes / unit >= 10240 && bytes <= most; suffix++)
        unit *= 1024;
    (void)snprintf(advice->text + length, sizeof advice->text - length, "%s%s %" PRIu64 "%s%s",
                   length > 0 ? before : "", option, bytes / unit + (bytes % unit > 0), suffixes[suffix],
                   after);
}

al_limit_advice al_limit_advice_for(const al_options *options, uint64_t file_size, uint64_t reserved)
{
    al_limit_advice advice = {.text = ""};
    uint64_t memory = al_product(file_size, MEMORY_PER_BYTE);
    memory = memory > LEAST_MEMORY ? memory : LEAST_MEMORY;
    memory = al_sum(memory, reserved);
    if (file_size > al_options_limit(options, AL_LIMIT_FILE_SIZE))
        append(&advice, "", "--max-file-size", file_size, "");
    if (memory > al_options_limit(options, AL_LIMIT_MEMORY))
        append(&advice, " ", "--max-memory", memory, "");
    if (file_size > al_options_limit(options, AL_LIMIT_INFLATED))
        append(&advice, ", and ", "--max-inflated", al_product(file_size, INFLATED_PER_BYTE),
               " if it is compressed");
    return advice;
}
