/* needs.c: writes options as a user types them. */
#include "engine/needs.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/compiler.h"
#include "core/span.h"

/* A check holds the file and what it reads of the file's tables (docs/limits.md). Compressed data rarely
 * inflates to more than four times its size. */
enum { MEMORY_PER_BYTE = 2, LEAST_MEMORY = 1 << 20, INFLATED_PER_BYTE = 4 };

static void append(al_needs *needs, const char *format, ...) AL_PRINTF(2, 3);

static void append(al_needs *needs, const char *format, ...)
{
    const size_t length = strlen(needs->text);
    va_list values;
    va_start(values, format);
    (void)vsnprintf(needs->text + length, sizeof needs->text - length, format, values);
    va_end(values);
}

/* Rounded up where that makes it shorter and at most a tenth larger. */
static void append_option(al_needs *needs, const char *name, uint64_t bytes)
{
    static const char suffixes[] = "KMG";
    const uint64_t most = UINT64_MAX - UINT32_MAX;
    uint64_t unit = 1;
    const char *suffix = "";
    for (size_t i = 0; i < sizeof suffixes - 1 && bytes / unit >= 10240 && bytes <= most; i++) {
        unit *= 1024;
        suffix = &suffixes[i];
    }
    const uint64_t number = bytes / unit + (bytes % unit > 0);
    append(needs, "%s %" PRIu64 "%.1s", name, number, suffix);
}

al_needs al_needs_of(const al_options *options, uint64_t file_size, uint64_t reserved)
{
    al_needs needs = {.text = ""};
    uint64_t memory = al_product(file_size, MEMORY_PER_BYTE);
    memory = memory > LEAST_MEMORY ? memory : LEAST_MEMORY;
    memory = al_sum(memory, reserved);
    if (file_size > al_options_limit(options, AL_LIMIT_FILE_SIZE))
        append_option(&needs, "--max-file-size", file_size);
    if (memory > al_options_limit(options, AL_LIMIT_MEMORY))
        append_option(&needs, needs.text[0] != '\0' ? " --max-memory" : "--max-memory", memory);
    if (file_size > al_options_limit(options, AL_LIMIT_INFLATED)) {
        append_option(&needs, needs.text[0] != '\0' ? ", and --max-inflated" : "--max-inflated",
                      al_product(file_size, INFLATED_PER_BYTE));
        append(&needs, " if it is compressed");
    }
    return needs;
}
