/* stored_zip.h: writes a zip without compression. */
#ifndef ASSETLINT_FUZZ_STORED_ZIP_H
#define ASSETLINT_FUZZ_STORED_ZIP_H

#include <stddef.h>

#include "core/span.h"

typedef struct zip_member {
    const char *name;
    al_span bytes;
} zip_member;

/* The zip, to be freed; NULL without memory. */
uint8_t *stored_zip(const zip_member *members, size_t count, size_t *size);

#endif
