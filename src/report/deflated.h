/* deflated.h: arrays of numbers as JSON: deflated, in base64. */
#ifndef ASSETLINT_REPORT_DEFLATED_H
#define ASSETLINT_REPORT_DEFLATED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Bytes that are deflated (RFC 1951, without a header) and written in base64 as they come. */
typedef struct deflated deflated;

/* NULL when out of memory. */
deflated *deflated_begin(FILE *out);
void deflated_add(deflated *d, const uint8_t *bytes, size_t size);

/* Writes the rest, and frees it. False when something failed. */
bool deflated_end(deflated *d);

/* Writes bytes in base64 as they are. */
void write_base64(FILE *out, const uint8_t *bytes, size_t size);

#endif
