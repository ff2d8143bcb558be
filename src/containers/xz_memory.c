/* xz_memory.c: goes through an .xz (The .xz File Format 1.2.1, and the chunks of LZMA2 as liblzma reads them)
 * from block to block and from chunk to chunk, by the length that each declares, without unpacking any.
 */
#include "containers/xz_memory.h"

enum {
    WINDOW_SIZE = 512, /* headers of chunks have 6 bytes, and are up to 64 KiB apart */
    HEADER_SIZE = 12,  /* of a stream, and of its footer */
    LZMA2 = 0x21
};

static const char magic[] = "\xFD"
                            "7zXZ";

typedef struct reader {
    al_package_bytes *bytes;
    uint64_t at; /* at most the size of the file */
    uint64_t start;
    size_t length;
    bool end; /* the file ends, or is damaged here */
    uint8_t window[WINDOW_SIZE];
} reader;

static void fill(reader *r)
{
    const uint64_t left = r->bytes->size - r->at;
    r->start = r->at;
    r->length = left < WINDOW_SIZE ? (size_t)left : WINDOW_SIZE;
    r->end = r->length == 0 || !al_package_bytes_read(r->bytes, r->start, r->window, r->length);
}

static uint8_t read_byte(reader *r)
{
    if (!r->end && (r->at < r->start || r->at - r->start >= r->length))
        fill(r);
    return r->end ? 0 : r->window[r->at++ - r->start];
}

static uint64_t read_big(reader *r, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value = value << 8 | read_byte(r);
    return value;
}

/* Each byte has seven bits of the number, the lowest first. */
static uint64_t read_number(reader *r)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
        const uint8_t byte = read_byte(r);
        value |= (uint64_t)(byte & 0x7F) << shift;
        if ((byte & 0x80) == 0)
            return value;
    }
    r->end = true;
    return value;
}

static void skip(reader *r, uint64_t size)
{
    r->end = r->end || size > r->bytes->size - r->at;
    r->at += r->end ? 0 : size;
}

/* Goes to the next multiple of four from `start`. */
static void align(reader *r, uint64_t start)
{
    skip(r, (4 - (r->at - start) % 4) % 4);
}

/* The bytes of the dictionary that a block header declares. `size`: its first byte. */
static uint64_t read_block_header(reader *r, uint8_t size)
{
    const uint64_t end = r->at - 1 + ((uint64_t)size + 1) * 4;
    const uint8_t flags = read_byte(r);
    uint64_t dictionary = 0;
    if ((flags & 0x40) != 0)
        (void)read_number(r);
    if ((flags & 0x80) != 0)
        (void)read_number(r);
    for (unsigned i = 0; !r->end && i <= (flags & 3U); i++) {
        const uint64_t filter = read_number(r), length = read_number(r), next = r->at;
        const uint8_t bits = length > 0 ? read_byte(r) : 0;
        if (filter == LZMA2)
            dictionary = bits >= 40 ? UINT32_MAX : (2 | (uint64_t)(bits & 1)) << (bits / 2 + 11);
        r->at = next;
        skip(r, length);
    }
    r->end = r->end || r->at > end;
    skip(r, r->end ? 0 : end - r->at);
    return dictionary;
}

/* Goes to the end of a block. */
static void skip_chunks(reader *r)
{
    while (!r->end) {
        const uint8_t control = read_byte(r);
        if (control == 0)
            break;
        if (control >= 0x80) {
            (void)read_big(r, 2); /* unpacked size */
            const uint64_t packed = read_big(r, 2) + 1;
            skip(r, packed + (control >= 0xC0 ? 1 : 0));
        } else if (control <= 2) {
            skip(r, read_big(r, 2) + 1);
        } else {
            r->end = true;
        }
    }
}

static void skip_index(reader *r, uint64_t start)
{
    const uint64_t count = read_number(r);
    for (uint64_t i = 0; !r->end && i < count; i++) {
        (void)read_number(r);
        (void)read_number(r);
    }
    align(r, start);
    skip(r, 4 + HEADER_SIZE);
    while (!r->end) { /* zeros may follow a stream */
        if (read_byte(r) != 0) {
            r->at--;
            return;
        }
    }
}

/* Goes to the end of a stream; the largest dictionary of its blocks. */
static uint64_t skip_stream(reader *r)
{
    static const uint8_t check_sizes[] = {0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64};
    uint64_t most = 0;
    for (size_t i = 0; i < sizeof magic - 1; i++)
        r->end = r->end || read_byte(r) != (uint8_t)magic[i];
    skip(r, 2);
    const uint8_t check = read_byte(r) & 0xF;
    skip(r, 4);
    while (!r->end) {
        const uint64_t start = r->at;
        const uint8_t size = read_byte(r);
        if (r->end || size == 0) {
            skip_index(r, start);
            break;
        }
        const uint64_t dictionary = read_block_header(r, size);
        most = dictionary > most ? dictionary : most;
        skip_chunks(r);
        align(r, start);
        skip(r, check_sizes[check]);
    }
    return most;
}

uint64_t xz_memory(al_package_bytes *bytes)
{
    reader r = {.bytes = bytes};
    uint64_t most = 0;
    while (!r.end) {
        const uint64_t needs = skip_stream(&r);
        most = needs > most ? needs : most;
    }
    return most;
}
