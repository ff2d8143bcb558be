/* palette.h: the colours of reports for people. */
#ifndef ASSETLINT_REPORT_PALETTE_H
#define ASSETLINT_REPORT_PALETTE_H

#include <assetlint/assetlint.h>
#include <stdbool.h>

/* The sequences that switch a terminal's colours; all are "" without colours. */
typedef struct palette {
    const char *path, *quiet, *reset;
    const char *level[AL_ERROR + 1];
    const char *good, *bad;
} palette;

const palette *palette_for(bool color);

#endif
