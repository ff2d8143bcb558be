/* writer.c: writes little-endian scalars. */
#include "unit.h"

#include "writer.h"

#include <stdlib.h>
#include <string.h>

writer writer_start(size_t capacity, const char *head, size_t size)
{
    writer w = {.bytes = malloc(capacity), .capacity = capacity};
    assert_non_null(w.bytes);
    put(&w, head, size);
    return w;
}

void put(writer *w, const void *bytes, size_t size)
{
    assert_true(size <= w->capacity - w->size);
    if (size > 0)
        memcpy(w->bytes + w->size, bytes, size);
    w->size += size;
}

void put_u16(writer *w, uint16_t value)
{
    const uint8_t bytes[] = {(uint8_t)(value & 0xFF), (uint8_t)(value >> 8)};
    put(w, bytes, sizeof bytes);
}

void put_u32(writer *w, uint32_t value)
{
    put_u16(w, (uint16_t)(value & 0xFFFF));
    put_u16(w, (uint16_t)(value >> 16));
}

void put_f32(writer *w, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(w, bits);
}

void put_f64(writer *w, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(w, (uint32_t)(bits & UINT32_MAX));
    put_u32(w, (uint32_t)(bits >> 32));
}

al_result *writer_check(writer *w, const char *name, const al_options *options)
{
    al_checker *checker = al_checker_new(options);
    al_result *r = NULL;
    assert_non_null(checker);
    assert_int_equal(al_check_memory(checker, name, w->bytes, w->size, AL_NAMED, &r), AL_OK);
    al_checker_free(checker);
    free(w->bytes);
    return r;
}
