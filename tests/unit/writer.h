/* writer.h: files that tests write, scalar by scalar. */
#ifndef ASSETLINT_TESTS_WRITER_H
#define ASSETLINT_TESTS_WRITER_H

#include <stddef.h>
#include <stdint.h>

#include <assetlint/assetlint.h>

/* A file that is being written; there is room for it. */
typedef struct writer {
    uint8_t *bytes;
    size_t size, capacity;
} writer;

writer writer_start(size_t capacity, const char *head, size_t size);
void put(writer *w, const void *bytes, size_t size);
void put_u16(writer *w, uint16_t value);
void put_u32(writer *w, uint32_t value);
void put_f32(writer *w, float value);
void put_f64(writer *w, double value);

/* Checks what was written, and frees it. */
al_result *writer_check(writer *w, const char *name, const al_options *options);

#endif
