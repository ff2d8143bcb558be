/* stored_zip.c: PKWARE's APPNOTE.TXT 4.3.7 (local header), 4.3.12 (central directory) and 4.3.16 (its end).
 */
#include "stored_zip.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { LOCAL_HEADER = 30, DIRECTORY_HEADER = 46, END = 22, VERSION = 20 };
enum { LOCAL_MAGIC = 0x04034B50, DIRECTORY_MAGIC = 0x02014B50, END_MAGIC = 0x06054B50 };

static uint8_t *put(uint8_t *at, uint64_t value, unsigned bytes)
{
    for (; bytes > 0; bytes--, value >>= 8)
        *at++ = (uint8_t)(value & 0xFF);
    return at;
}

/* From the version to the length of the extra field: the same in both headers. */
static uint8_t *put_common(uint8_t *at, const zip_member *m)
{
    at = put(at, VERSION, 2);
    at = put(at, 0, 8); /* flags, no compression, time and date */
    at = put(at, crc32(0, m->bytes.len > 0 ? m->bytes.ptr : Z_NULL, (uInt)m->bytes.len), 4);
    at = put(at, m->bytes.len, 4);
    at = put(at, m->bytes.len, 4);
    at = put(at, strlen(m->name), 2);
    return put(at, 0, 2);
}

static uint8_t *put_bytes(uint8_t *at, const void *bytes, size_t size)
{
    if (size > 0)
        memcpy(at, bytes, size);
    return at + size;
}

static uint8_t *put_local(uint8_t *at, const zip_member *m)
{
    at = put_common(put(at, LOCAL_MAGIC, 4), m);
    return put_bytes(put_bytes(at, m->name, strlen(m->name)), m->bytes.ptr, m->bytes.len);
}

static uint8_t *put_entry(uint8_t *at, const zip_member *m, uint64_t offset)
{
    at = put_common(put(put(at, DIRECTORY_MAGIC, 4), VERSION, 2), m);
    at = put(put(at, 0, 10), offset, 4); /* comment, disk and attributes before it */
    return put_bytes(at, m->name, strlen(m->name));
}

uint8_t *stored_zip(const zip_member *members, size_t count, size_t *size)
{
    uint64_t files = 0, directory = 0;
    for (size_t i = 0; i < count; i++) {
        files += LOCAL_HEADER + strlen(members[i].name) + members[i].bytes.len;
        directory += DIRECTORY_HEADER + strlen(members[i].name);
    }
    *size = (size_t)(files + directory + END);
    uint8_t *zip = malloc(*size), *at = zip;
    uint64_t offset = 0;
    for (size_t i = 0; zip != NULL && i < count; i++)
        at = put_local(at, &members[i]);
    for (size_t i = 0; zip != NULL && i < count; i++) {
        at = put_entry(at, &members[i], offset);
        offset += LOCAL_HEADER + strlen(members[i].name) + members[i].bytes.len;
    }
    if (zip != NULL) {
        at = put(put(put(put(at, END_MAGIC, 4), 0, 4), count, 2), count, 2);
        (void)put(put(put(at, directory, 4), files, 4), 0, 2);
    }
    return zip;
}
