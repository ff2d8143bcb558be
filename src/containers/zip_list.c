/* zip_list.c: reads the central directory of a zip (APPNOTE.TXT 6.3.10, 4.3 to 4.5), which a record at the
 * end points to. Each of its entries points to the local header in front of a member.
 *
 * The central directory decides: only the length of a local header is used.
 */
#include "containers/zip_list.h"
#include "containers/archive.h"

#include <string.h>

enum {
    HEADER_SIZE = 30, /* of a local header, without the name */
    ENTRY_SIZE = 46,  /* of the central directory, without the name */
    END_SIZE = 22,    /* of the record at the end, without the comment */
    LOCATOR_SIZE = 20,
    END64_SIZE = 56,
    MOST_COMMENT = 65535,
    ENCRYPTED = 1 << 0,    /* flags: the bytes are encrypted, */
    SIZES_BEHIND = 1 << 3, /* the local header has no sizes, */
    STRONG = 1 << 6,       /* strong encryption */
    STORED = 0,            /* methods of compression */
    DEFLATED = 8,
    BZIP2 = 12,
    LZMA = 14,
    ZSTD = 93,
    XZ = 95,
    PPMD = 98
};

static const char header_magic[] = "PK\3\4", entry_magic[] = "PK\1\2", end_magic[] = "PK\5\6",
                  end64_magic[] = "PK\6\6", locator_magic[] = "PK\6\7";

/* Where the central directory is. */
typedef struct zip_end {
    uint64_t start, size;
    uint64_t before; /* bytes in front of the zip, which its offsets don't count */
} zip_end;

/* ---- The end ------------------------------------------------------------------------------------------- */

/* Finds the last end record in the tail of the file; false if there is none. */
static bool find_end(al_span tail, uint64_t *at)
{
    for (uint64_t i = tail.len < END_SIZE ? 0 : tail.len - END_SIZE + 1; i > 0; i--) {
        const al_span record = al_slice_available(tail, i - 1, UINT64_MAX);
        if (!al_starts_with(record, end_magic, 4) || al_u16_at(record, 20) > record.len - END_SIZE)
            continue;
        *at = i - 1;
        return true;
    }
    return false;
}

/* Reads the end record of Zip64, for zips whose numbers don't fit the other one, which is at `at`. */
static bool read_end64(al_package_bytes *bytes, uint64_t at, zip_end *end)
{
    uint8_t locator[LOCATOR_SIZE], record[END64_SIZE];
    if (at < LOCATOR_SIZE || !al_package_bytes_read(bytes, at - LOCATOR_SIZE, locator, sizeof locator))
        return false;
    const al_span l = al_span_of(locator, sizeof locator);
    if (!al_starts_with(l, locator_magic, 4))
        return false;
    const uint64_t place = al_u64_at(l, 8);
    if (!al_package_bytes_read(bytes, place, record, sizeof record))
        return false;
    const al_span r = al_span_of(record, sizeof record);
    if (!al_starts_with(r, end64_magic, 4))
        return false;
    *end = (zip_end){.size = al_u64_at(r, 40), .start = al_u64_at(r, 48)};
    return end->start <= place && end->size <= place - end->start;
}

static bool read_end(al_package_bytes *bytes, al_span tail, zip_end *end)
{
    uint64_t at;
    if (!find_end(tail, &at))
        return false;
    const al_span record = al_slice_available(tail, at, UINT64_MAX);
    at += bytes->size - tail.len;
    if (read_end64(bytes, at, end))
        return true;
    const uint64_t size = al_u32_at(record, 12), start = al_u32_at(record, 16);
    if (size > at || start > at - size)
        return false;
    *end = (zip_end){.start = at - size, .size = size, .before = at - size - start};
    return true;
}

/* ---- The list ------------------------------------------------------------------------------------------ */

/* Numbers that need more than 32 bits are in an extra field, in this order. */
static void read_extra64(al_span extra, al_archive_entry *e)
{
    for (uint64_t at = 0; at + 4 <= extra.len; at += 4 + (uint64_t)al_u16_at(extra, at + 2)) {
        const al_span field = al_slice_available(extra, at + 4, al_u16_at(extra, at + 2));
        uint64_t *const numbers[] = {&e->size, &e->packed, &e->place};
        uint64_t next = 0;
        if (al_u16_at(extra, at) != 1)
            continue;
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
            if (*numbers[i] == UINT32_MAX && next + 8 <= field.len) {
                *numbers[i] = al_u64_at(field, next);
                next += 8;
            }
        return;
    }
}

/* Folders and links have attributes of the system that packed them, or are known by their name. */
static bool is_regular(al_span record, al_span name)
{
    const unsigned unix_kind = al_u32_at(record, 38) >> 28, system = al_u8_at(record, 5);
    const uint8_t last = al_u8_at(name, name.len > 0 ? name.len - 1 : 0);
    if (last == '/' || last == '\\')
        return false;
    if (system == 3 && unix_kind != 0)
        return unix_kind == 8;
    return (al_u32_at(record, 38) & 0x10) == 0 || system == 3;
}

/* Programs of macOS put metadata of their own beside each file: nobody else needs it. */
static bool is_metadata(const char *name)
{
    static const char folder[] = "__MACOSX/";
    return name != NULL && strncmp(name, folder, sizeof folder - 1) == 0;
}

static bool has_backslash(al_span name)
{
    for (uint64_t i = 0; i < name.len; i++)
        if (al_u8_at(name, i) == '\\')
            return true;
    return false;
}

/* What both kinds of lists give an entry. */
static bool name_entry(al_archive_list *list, al_archive_entry *e, al_span name, al_arena *arena)
{
    e->name = al_member_name(name, arena);
    e->regular = e->regular && !is_metadata(e->name);
    list->backslashes += has_backslash(name);
    return e->name != NULL;
}

static bool read_entry(al_archive_list *list, al_span record, const zip_end *end, al_arena *arena)
{
    const uint64_t name_size = al_u16_at(record, 28), extra_size = al_u16_at(record, 30);
    const al_span name = al_slice_available(record, ENTRY_SIZE, name_size);
    al_archive_entry *e = al_archive_list_add(list, arena);
    if (e == NULL)
        return false;
    *e = (al_archive_entry){.size = al_u32_at(record, 24),
                            .packed = al_u32_at(record, 20),
                            .place = al_u32_at(record, 42),
                            .sum = al_u32_at(record, 16),
                            .method = al_u16_at(record, 10),
                            .regular = is_regular(record, name),
                            .encrypted = (al_u16_at(record, 8) & (ENCRYPTED | STRONG)) != 0,
                            .has_sum = true};
    read_extra64(al_slice_available(record, ENTRY_SIZE + name_size, extra_size), e);
    e->place = al_sum(e->place, end->before);
    return name_entry(list, e, name, arena);
}

static bool read_list(al_archive_list *list, al_span text, const zip_end *end, al_arena *arena)
{
    uint64_t at = 0;
    while (at < text.len) {
        const al_span record = al_slice_available(text, at, UINT64_MAX);
        const uint64_t size =
            (uint64_t)ENTRY_SIZE + al_u16_at(record, 28) + al_u16_at(record, 30) + al_u16_at(record, 32);
        if (!al_starts_with(record, entry_magic, 4) || size > record.len) {
            list->broken = "its list of members is damaged";
            return true;
        }
        if (!read_entry(list, record, end, arena))
            return false;
        at += size;
    }
    return true;
}

/* ---- Without a central directory ----------------------------------------------------------------------- */

static bool read_header(al_archive_list *list, al_package_bytes *bytes, uint64_t at, al_span head,
                        al_arena *arena)
{
    al_span name = {.ptr = NULL};
    if (!al_package_bytes_span(bytes, at + HEADER_SIZE, al_u16_at(head, 26), arena, &name))
        return arena->budget->shortage == AL_SHORTAGE_NONE;
    al_archive_entry *e = al_archive_list_add(list, arena);
    if (e == NULL)
        return false;
    const uint8_t last = al_u8_at(name, name.len > 0 ? name.len - 1 : 0);
    *e = (al_archive_entry){.size = al_u32_at(head, 22),
                            .packed = al_u32_at(head, 18),
                            .place = at,
                            .sum = al_u32_at(head, 14),
                            .method = al_u16_at(head, 8),
                            .regular = last != '/' && last != '\\',
                            .encrypted = (al_u16_at(head, 6) & (ENCRYPTED | STRONG)) != 0,
                            .has_sum = true};
    return name_entry(list, e, name, arena);
}

/* Goes from one local header to the next, up to one that doesn't have the size of its member. */
static bool walk_headers(al_archive_list *list, al_package_bytes *bytes, al_arena *arena)
{
    uint8_t head[HEADER_SIZE] = {0};
    const al_span h = al_span_of(head, sizeof head);
    list->broken = "it ends before its list of members: the end was cut off, or it is no zip";
    for (uint64_t at = 0; al_package_bytes_read(bytes, at, head, sizeof head);) {
        if (!al_starts_with(h, header_magic, 4) || (al_u16_at(h, 6) & SIZES_BEHIND) != 0)
            break;
        if (!read_header(list, bytes, at, h, arena))
            return false;
        at += (uint64_t)HEADER_SIZE + al_u16_at(h, 26) + al_u16_at(h, 28) + al_u32_at(h, 18);
    }
    return true;
}

bool zip_list_read(al_archive_list *list, al_package_bytes *bytes, al_arena *arena)
{
    const uint64_t most = END_SIZE + MOST_COMMENT;
    const uint64_t size = bytes->size < most ? bytes->size : most;
    al_span tail, text;
    zip_end end;
    *list = (al_archive_list){.count = 0};
    if (al_package_bytes_span(bytes, bytes->size - size, size, arena, &tail)) {
        if (!read_end(bytes, tail, &end))
            return walk_headers(list, bytes, arena);
        if (al_package_bytes_span(bytes, end.start, end.size, arena, &text))
            return read_list(list, text, &end, arena);
    }
    if (arena->budget->shortage != AL_SHORTAGE_NONE)
        return false;
    const char *why = bytes->error != 0 ? al_error_text(bytes->error) : "its list of members leaves the file";
    list->broken = al_copy_text(arena, why, strlen(why));
    return list->broken != NULL;
}

/* ---- One member ---------------------------------------------------------------------------------------- */

/* Sizes are in a Zip64 field, the name has one letter. */
static void put_common(al_byte_writer *w, const al_archive_entry *e)
{
    al_put_number(w, 45, 2); /* version needed to extract */
    al_put_number(w, 0, 2);
    al_put_number(w, e->method, 2);
    al_put_number(w, 0, 4); /* the time */
    al_put_number(w, e->sum, 4);
    al_put_number(w, UINT32_MAX, 4);
    al_put_number(w, UINT32_MAX, 4);
    al_put_number(w, 1, 2);  /* length of the name, */
    al_put_number(w, 20, 2); /* and of the extra field */
}

static void put_name(al_byte_writer *w, const al_archive_entry *e)
{
    al_put_number(w, 'm', 1);
    al_put_number(w, 1, 2);
    al_put_number(w, 16, 2);
    al_put_number(w, e->size, 8);
    al_put_number(w, e->packed, 8);
}

static al_span write_front(zip_frame *frame, const al_archive_entry *e)
{
    al_byte_writer w = {.at = frame->front};
    al_put_number(&w, 0x04034B50, 4);
    put_common(&w, e);
    put_name(&w, e);
    return al_span_of(frame->front, w.size);
}

static al_span write_back(zip_frame *frame, const al_archive_entry *e, uint64_t start)
{
    al_byte_writer w = {.at = frame->back};
    al_put_number(&w, 0x02014B50, 4);
    al_put_number(&w, 0, 2); /* made on MS-DOS: attributes can't make it a link */
    put_common(&w, e);
    al_put_number(&w, 0, 2); /* length of the comment */
    al_put_number(&w, 0, 2);
    al_put_number(&w, 0, 2);
    al_put_number(&w, 0, 4);
    al_put_number(&w, 0, 4);
    put_name(&w, e);
    const uint64_t size = w.size;
    al_put_number(&w, 0x06064B50, 4);
    al_put_number(&w, END64_SIZE - 12, 8);
    al_put_number(&w, 45, 2);
    al_put_number(&w, 45, 2);
    al_put_number(&w, 0, 8);
    al_put_number(&w, 1, 8);
    al_put_number(&w, 1, 8);
    al_put_number(&w, size, 8);
    al_put_number(&w, start, 8);
    al_put_number(&w, 0x07064B50, 4);
    al_put_number(&w, 0, 4);
    al_put_number(&w, start + size, 8);
    al_put_number(&w, 1, 4);
    al_put_number(&w, 0x06054B50, 4);
    al_put_number(&w, 0, 4);
    al_put_number(&w, 1, 2);
    al_put_number(&w, 1, 2);
    al_put_number(&w, size, 4);
    al_put_number(&w, UINT32_MAX, 4);
    al_put_number(&w, 0, 2);
    return al_span_of(frame->back, w.size);
}

/* Bytes that the decoder will allocate, from the beginning of the stream at `start`. */
static uint64_t memory_of(const al_archive_entry *e, al_package_bytes *bytes, uint64_t start)
{
    uint8_t first[9] = {0};
    const al_span s = al_span_of(first, sizeof first);
    if (!al_package_bytes_read(bytes, start, first,
                               e->packed < sizeof first ? (size_t)e->packed : sizeof first))
        return 0;
    switch (e->method) {
    case BZIP2: return UINT64_C(5) << 20;
    case LZMA: return al_u32_at(s, 5);                                      /* its dictionary */
    case ZSTD: return UINT64_C(129) << 20;                                  /* the largest window there is */
    case PPMD: return (uint64_t)((al_u16_at(s, 0) >> 4 & 0xFF) + 1U) << 20; /* its model */
    default: return 0;
    }
}

/* Finds the packed bytes of an entry behind its local header. NULL, or why they aren't there. */
static const char *find_packed(const al_archive_entry *entry, al_package_bytes *bytes, uint64_t *start)
{
    uint8_t head[HEADER_SIZE];
    if (!al_package_bytes_read(bytes, entry->place, head, sizeof head))
        return bytes->error != 0 ? al_error_text(bytes->error) : "it lies outside of the zip";
    const al_span h = al_span_of(head, sizeof head);
    if (!al_starts_with(h, header_magic, 4))
        return "it isn't where the list says that it is";
    *start = entry->place + HEADER_SIZE + al_u16_at(h, 26) + al_u16_at(h, 28);
    if (*start > bytes->size || entry->packed > bytes->size - *start)
        return "the zip ends in the middle of it";
    return NULL;
}

const char *zip_job(const al_archive_entry *entry, al_package_bytes *bytes, zip_frame *frame, unpack_job *job)
{
    uint64_t start = 0;
    const char *why = find_packed(entry, bytes, &start);
    if (why != NULL)
        return why;
    if (entry->method == XZ) /* each block may need another dictionary */
        return "Unsupported ZIP compression method (95: xz)";
    if (entry->method > UINT8_MAX) /* libarchive only looks at eight bits of it */
        return "Unsupported ZIP compression method";
    const al_span front = write_front(frame, entry);
    const al_span back = write_back(frame, entry, front.len + entry->packed);
    *job = (unpack_job){.form = UNPACK_ZIP, .memory = memory_of(entry, bytes, start), .part_count = 3};
    job->parts[0].memory = front;
    job->parts[1] = (unpack_part){.offset = start, .length = entry->packed};
    job->parts[2].memory = back;
    return NULL;
}
