/* mods_believe.h: readers that trust a whole mod as a game does, one for each kind of mod.
 *
 * A mod of which nothing is said is a promise, too: what it refers to is there. A believer goes to every
 * place that it can be sure of, and says where there is nothing. It is written from the page of the rules,
 * not from the check, and takes only what is plain: what it passes over proves nothing. `relies on` names the
 * rule that promised.
 */
#ifndef ASSETLINT_FUZZ_MODS_BELIEVE_H
#define ASSETLINT_FUZZ_MODS_BELIEVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* Both of a mod of which nothing was reported, not even a note: NULL, or what isn't there. */
const char *mods_believe_x4(const mods_files *files);
const char *mods_believe_pdx(const mods_files *files);

#endif
