/* mods_believe.h: readers that trust a whole mod as a game does, one for each kind of mod.
 *
 * A mod without findings is a promise, too: everything that it refers to exists. A trusting reader follows
 * each reference that it can be sure of, and reports one that leads nowhere. It is written from the page of
 * the rules, not from the check, and skips what is not plain: a mod that it skips proves nothing. `relies on`
 * names the rule that promised the file.
 */
#ifndef ASSETLINT_FUZZ_MODS_BELIEVE_H
#define ASSETLINT_FUZZ_MODS_BELIEVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { MODS_PATH = 256 };

typedef struct mods_file {
    const char *path;
    bool with; /* of the reference, else of the mod */
    const uint8_t *data;
    size_t size;
} mods_file;

typedef struct mods_files {
    const mods_file *items;
    size_t count;
} mods_files;

static inline char mods_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* A path in lower case, with one `/` for each run of separators and none in front; empty if it is too long.
 */
static inline void mods_normalize_path(char path[MODS_PATH], const char *text, size_t length)
{
    size_t end = 0;
    for (size_t i = 0; i < length && length < MODS_PATH; i++) {
        const char c = text[i] == '\\' ? '/' : mods_lower(text[i]);
        if (c != '/' || (end > 0 && path[end - 1] != '/'))
            path[end++] = c;
    }
    path[end] = '\0';
}

static inline bool mods_ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text), wanted = strlen(ending);
    return length >= wanted && strcmp(text + length - wanted, ending) == 0;
}

/* For a mod without findings, not even a note: NULL, or what is missing. */
const char *mods_believe_x4(const mods_files *files);
const char *mods_believe_pdx(const mods_files *files);

#endif
