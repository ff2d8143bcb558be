/* seven_list.c: reads the list of a 7z (7zFormat.txt of the LZMA SDK), in the order of its bytes, and writes
 * a 7z of a single folder.
 *
 * Why libarchive doesn't read the list: it allocates what the list declares, and neither a limit nor an
 * allocator can be set. The list may be packed, so that a few bytes declare a lot. Measured with libarchive
 * 3.6.2 (Debian 12), archive_read_next_header alone:
 *
 *     45 bytes, a list of 99,000,000 files without any data       8,308 MiB asked for, then an error
 *     11,855 bytes, a packed list of 20,000,000 names             1,775 MiB asked for and used
 *
 * A 7z of libarchive's own tests, with two sizes changed, asks for 6.4 GB (libarchive issue 3464). Here each
 * list is read in memory that --max-memory pays for, and libarchive only sees a list of one folder.
 *
 * A list that isn't understood has no members: no 7z in use has what is refused here.
 */
#include "containers/seven_list.h"
#include "containers/archive.h"

#include <string.h>

#include "core/inflate.h"

enum {
    START_SIZE = 32, /* of the record at the start of the file, with */
    SUM_OF_START = 8,
    PLACE_OF_LIST = 12, /* the first byte that the sum covers */
    MOST_CODERS = 4,
    MOST_ID = 15,
    MEMORY_OF_PACKS = 1 << 20
};

/* The bytes that the parts of the list begin with. */
enum {
    AT_END = 0,
    AT_HEADER = 1,
    AT_PROPERTIES = 2,
    AT_STREAMS = 4,
    AT_FILES = 5,
    AT_PACKS = 6,
    AT_FOLDERS = 7,
    AT_MEMBERS = 8,
    AT_SIZES = 9,
    AT_SUMS = 10,
    AT_FOLDER = 11,
    AT_FOLDER_SIZES = 12,
    AT_MEMBER_COUNTS = 13,
    AT_EMPTY_STREAMS = 14,
    AT_EMPTY_FILES = 15,
    AT_NAMES = 17,
    AT_ATTRIBUTES = 21,
    AT_PACKED_HEADER = 23
};

static const char magic[] = "7z\xBC\xAF\x27\x1C";

/* Reads the list. Reading past its end sets `bad`. */
typedef struct cursor {
    al_span text;
    uint64_t at;
    bool bad;
    al_arena *arena;
    bool no_memory;
} cursor;

/* The streams of a list. */
typedef struct streams {
    uint64_t place, pack_count, pack_next;
    uint64_t *packs;   /* sizes of all packed streams */
    uint64_t *sizes;   /* of members with bytes */
    uint32_t *sums;    /* their checksums, */
    uint8_t *has_sums; /* if they have one */
    uint64_t count, folder_sums;
} streams;

/* ---- Numbers ------------------------------------------------------------------------------------------- */

static uint8_t read_byte(cursor *c)
{
    c->bad = c->bad || c->at >= c->text.len;
    return c->bad ? 0 : al_u8_at(c->text, c->at++);
}

/* The number of leading ones of the first byte is that of the bytes that follow; its other bits are the
 * highest of the number. */
static uint64_t read_number(cursor *c)
{
    const uint8_t first = read_byte(c);
    uint64_t value = 0;
    unsigned mask = 0x80;
    for (unsigned shift = 0; shift < 64; shift += 8, mask >>= 1) {
        if ((first & mask) == 0)
            return value | (uint64_t)(first & (mask - 1)) << shift;
        value |= (uint64_t)read_byte(c) << shift;
    }
    return value;
}

static al_span take(cursor *c, uint64_t size)
{
    al_span bytes = {.ptr = NULL};
    if (c->bad || !al_slice(c->text, c->at, size, &bytes)) {
        c->bad = true;
        return bytes;
    }
    c->at += size;
    return bytes;
}

/* The number of items of a list, of which each takes at least one byte. */
static uint64_t read_count(cursor *c)
{
    const uint64_t count = read_number(c);
    c->bad = c->bad || count > c->text.len;
    return c->bad ? 0 : count;
}

static void *room(cursor *c, uint64_t count, uint64_t size)
{
    void *memory = c->bad ? NULL : al_alloc(c->arena, count, size);
    if (memory == NULL && !c->bad)
        c->no_memory = c->bad = true;
    return memory;
}

/* One byte for each of `count` bits. */
static uint8_t *read_bits(cursor *c, uint64_t count)
{
    const al_span bits = take(c, (count + 7) / 8);
    uint8_t *items = room(c, count, 1);
    for (uint64_t i = 0; items != NULL && i < count; i++)
        items[i] = al_u8_at(bits, i / 8) >> (7 - i % 8) & 1;
    return items;
}

/* The same with a byte in front that says whether all bits are set. */
static uint8_t *read_bits_or_all(cursor *c, uint64_t count)
{
    if (read_byte(c) == 0)
        return read_bits(c, count);
    uint8_t *items = room(c, count, 1);
    if (items != NULL)
        memset(items, 1, (size_t)count);
    return items;
}

static uint32_t read_sum(cursor *c)
{
    return al_u32_at(take(c, 4), 0);
}

/* ---- Folders ------------------------------------------------------------------------------------------- */

/* The bytes that a decoder allocates: its dictionary, or its model. */
static uint64_t memory_of(uint64_t method, al_span properties)
{
    enum { LZMA = 0x030101, LZMA2 = 0x21, PPMD = 0x030401, BZIP2 = 0x040202 };
    const uint8_t packed = al_u8_at(properties, 0);
    switch (method) {
    case LZMA:
    case PPMD: return al_u32_at(properties, 1);
    case LZMA2: return packed >= 40 ? UINT32_MAX : (2 | (uint64_t)(packed & 1)) << (packed / 2 + 11);
    case BZIP2: return UINT64_C(5) << 20;
    default: return 0;
    }
}

typedef struct coder {
    uint64_t method, ins, outs;
    al_span properties;
} coder;

static coder read_coder(cursor *c)
{
    coder made = {.ins = 1, .outs = 1};
    const uint8_t flags = read_byte(c);
    const al_span id = take(c, flags & MOST_ID);
    for (uint64_t i = 0; i < id.len && i < 8; i++)
        made.method = made.method << 8 | al_u8_at(id, i);
    if ((flags & 0x10) != 0) {
        made.ins = read_number(c);
        made.outs = read_number(c);
    }
    if ((flags & 0x20) != 0)
        made.properties = take(c, read_number(c));
    c->bad = c->bad || (flags & 0x80) != 0 || made.ins > SEVEN_MOST_STREAMS || made.outs > SEVEN_MOST_STREAMS;
    return made;
}

static bool is_encryption(uint64_t method)
{
    return method == 0x06F10701 || method == 0x06F10101 || method == 0x06F10303;
}

/* Fills `coders`, which has room for MOST_CODERS, and returns their number. */
static uint64_t read_folder(cursor *c, seven_folder *f, coder *coders)
{
    const uint64_t start = c->at, count = read_number(c);
    uint64_t ins = 0, outs = 0;
    c->bad = c->bad || count > MOST_CODERS;
    for (uint64_t i = 0; !c->bad && i < count; i++) {
        coders[i] = read_coder(c);
        f->encrypted = f->encrypted || is_encryption(coders[i].method);
        ins += coders[i].ins;
        outs += coders[i].outs;
    }
    c->bad = c->bad || outs == 0 || outs > SEVEN_MOST_STREAMS || ins > SEVEN_MOST_STREAMS || ins < outs;
    if (c->bad)
        return 0;
    const uint64_t pairs = outs - 1;
    for (uint64_t i = 0; i < 2 * pairs; i++)
        c->bad = c->bad || read_number(c) >= SEVEN_MOST_STREAMS;
    f->size_count = (uint32_t)outs;
    f->pack_count = (uint32_t)(ins - pairs);
    for (uint64_t i = 0; f->pack_count > 1 && i < f->pack_count; i++)
        c->bad = c->bad || read_number(c) >= SEVEN_MOST_STREAMS;
    f->coders = al_slice_available(c->text, start, c->at - start);
    return count;
}

/* The size of the members: that of the coder whose output no other coder takes. */
static uint64_t size_of(const seven_folder *f)
{
    cursor c = {.text = f->coders};
    uint64_t outs = 0, taken = 0, size = 0;
    const uint64_t count = read_number(&c);
    for (uint64_t i = 0; i < count; i++)
        outs += read_coder(&c).outs;
    for (uint64_t i = 0; i + 1 < outs; i++) {
        (void)read_number(&c);
        taken |= UINT64_C(1) << (read_number(&c) & 63);
    }
    for (uint64_t i = 0; i < outs; i++)
        if ((taken >> i & 1) == 0)
            size = f->sizes[i];
    return size;
}

static void add_memory(seven_folder *f, const coder *coders, uint64_t count)
{
    f->memory = MEMORY_OF_PACKS;
    for (uint64_t i = 0; i < count; i++)
        f->memory += memory_of(coders[i].method, coders[i].properties); /* four of 32 bits at most */
    /* libarchive keeps all but the last in memory */
    for (uint32_t i = 0; f->pack_count > 1 && i < f->size_count; i++)
        f->side_bytes = al_sum(f->side_bytes, f->sizes[i]);
    f->memory = al_sum(f->memory, f->side_bytes);
}

static bool take_packs(const streams *s, uint64_t *next, uint64_t *place, seven_folder *f)
{
    f->place = *place;
    for (uint32_t i = 0; i < f->pack_count; i++, ++*next) {
        if (*next >= s->pack_count)
            return false;
        f->packs[i] = s->packs[*next];
        if (!al_add(f->packed, f->packs[i], &f->packed))
            return false;
    }
    return al_add(*place, f->packed, place);
}

static seven_folder *add_folder(cursor *c, seven_list *list)
{
    if (c->bad)
        return NULL;
    const seven_folder folder = {.members = 1};
    if (AL_APPEND(c->arena, list->folders, list->folder_count, list->folder_capacity, folder))
        return &list->folders[list->folder_count - 1];
    c->no_memory = c->bad = true;
    return NULL;
}

static void read_folder_sizes(cursor *c, seven_list *list, const streams *s)
{
    uint64_t next = 0, place = s->place;
    for (uint64_t i = 0; !c->bad && i < list->folder_count; i++) {
        seven_folder *f = &list->folders[i];
        coder coders[MOST_CODERS];
        cursor again = {.text = f->coders};
        seven_folder unused = {.members = 0};
        for (uint32_t k = 0; k < f->size_count; k++)
            f->sizes[k] = read_number(c);
        const uint64_t count = read_folder(&again, &unused, coders);
        f->size = size_of(f);
        add_memory(f, coders, count);
        c->bad = c->bad || !take_packs(s, &next, &place, f);
    }
}

static void read_folders(cursor *c, seven_list *list, const streams *s)
{
    coder coders[MOST_CODERS];
    c->bad = c->bad || read_byte(c) != AT_FOLDER;
    const uint64_t count = read_count(c);
    c->bad = c->bad || read_byte(c) != 0; /* the folders are in the list, not in a stream of their own */
    for (uint64_t i = 0; !c->bad && i < count; i++) {
        seven_folder *f = add_folder(c, list);
        if (f != NULL)
            (void)read_folder(c, f, coders);
    }
    c->bad = c->bad || read_byte(c) != AT_FOLDER_SIZES;
    read_folder_sizes(c, list, s);
    uint8_t type = read_byte(c);
    if (type == AT_SUMS) {
        const uint8_t *has = read_bits_or_all(c, list->folder_count);
        for (uint64_t i = 0; !c->bad && i < list->folder_count; i++) {
            list->folders[i].has_sum = has[i] != 0;
            list->folders[i].sum = has[i] != 0 ? read_sum(c) : 0;
        }
        type = read_byte(c);
    }
    c->bad = c->bad || type != AT_END;
}

/* ---- Streams ------------------------------------------------------------------------------------------- */

static void read_packs(cursor *c, streams *s)
{
    s->place = read_number(c);
    s->pack_count = read_count(c);
    c->bad = c->bad || read_byte(c) != AT_SIZES || !al_add(s->place, START_SIZE, &s->place);
    s->packs = room(c, s->pack_count, sizeof *s->packs);
    for (uint64_t i = 0; !c->bad && i < s->pack_count; i++)
        s->packs[i] = read_number(c);
    uint8_t type = read_byte(c);
    if (type == AT_SUMS) {
        const uint8_t *has = read_bits_or_all(c, s->pack_count);
        for (uint64_t i = 0; !c->bad && i < s->pack_count; i++)
            if (has[i] != 0)
                (void)read_sum(c);
        type = read_byte(c);
    }
    c->bad = c->bad || type != AT_END;
}

/* Reads the sizes of the members of each folder: that of the last is the rest of the folder. */
static uint8_t read_member_sizes(cursor *c, const seven_list *list, streams *s, uint8_t type)
{
    uint64_t next = 0;
    for (uint64_t i = 0; i < list->folder_count; i++)
        c->bad = c->bad || !al_add(s->count, list->folders[i].members, &s->count) || s->count > UINT32_MAX;
    s->sizes = room(c, s->count, sizeof *s->sizes);
    s->sums = room(c, s->count, sizeof *s->sums);
    s->has_sums = room(c, s->count, 1);
    for (uint64_t i = 0; !c->bad && i < list->folder_count; i++) {
        const seven_folder *f = &list->folders[i];
        uint64_t left = f->size;
        for (uint64_t k = 1; !c->bad && type == AT_SIZES && k < f->members; k++, next++) {
            s->sizes[next] = read_number(c);
            c->bad = c->bad || s->sizes[next] > left;
            left -= c->bad ? 0 : s->sizes[next];
        }
        c->bad = c->bad || (type != AT_SIZES && f->members > 1);
        if (!c->bad && f->members > 0)
            s->sizes[next++] = left;
    }
    return type == AT_SIZES ? read_byte(c) : type;
}

/* A folder with one member may have its checksum already. */
static void read_member_sums(cursor *c, const seven_list *list, streams *s, bool given)
{
    uint64_t wanted = 0, next = 0, member = 0;
    for (uint64_t i = 0; i < list->folder_count; i++)
        if (list->folders[i].members != 1 || !list->folders[i].has_sum)
            wanted += list->folders[i].members;
    const uint8_t *has = given ? read_bits_or_all(c, wanted) : NULL;
    for (uint64_t i = 0; !c->bad && i < list->folder_count; i++) {
        const seven_folder *f = &list->folders[i];
        const bool own = f->members == 1 && f->has_sum;
        for (uint64_t k = 0; k < f->members; k++, member++) {
            s->has_sums[member] = own || (given && has[next] != 0);
            s->sums[member] = own ? f->sum : s->has_sums[member] != 0 ? read_sum(c) : 0;
            next += own ? 0 : 1;
        }
    }
}

static void read_members(cursor *c, seven_list *list, streams *s, bool given)
{
    uint8_t type = given ? read_byte(c) : AT_END;
    if (type == AT_MEMBER_COUNTS) {
        for (uint64_t i = 0; i < list->folder_count; i++)
            list->folders[i].members = read_count(c);
        type = read_byte(c);
    }
    type = read_member_sizes(c, list, s, type);
    read_member_sums(c, list, s, type == AT_SUMS);
    if (type == AT_SUMS)
        type = read_byte(c);
    c->bad = c->bad || type != AT_END;
}

static void read_streams(cursor *c, seven_list *list, streams *s)
{
    uint8_t type = read_byte(c);
    if (type == AT_PACKS) {
        read_packs(c, s);
        type = read_byte(c);
    }
    if (type == AT_FOLDERS) {
        read_folders(c, list, s);
        type = read_byte(c);
    }
    read_members(c, list, s, type == AT_MEMBERS);
    if (type == AT_MEMBERS)
        type = read_byte(c);
    c->bad = c->bad || type != AT_END;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

/* What the list declares of its files. */
typedef struct files {
    uint64_t count;
    const uint8_t *empty_streams, *empty_files; /* NULL: no file is */
    const uint8_t *has_attributes;
    const char **names;
    uint32_t *attributes;
} files;

/* Writes a character, which may be half a surrogate pair, as UTF-8. */
static size_t put_character(char *out, uint32_t c)
{
    static const uint8_t first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    const size_t size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = size; i > 1; i--, c >>= 6)
        out[i - 1] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)(c | first[size]);
    return size;
}

/* Reads the name at `*at`, and sets that behind its NUL. */
static const char *read_name(cursor *c, al_span text, uint64_t *at)
{
    uint64_t end = *at;
    size_t size = 0;
    while (end + 2 <= text.len && al_u16_at(text, end) != 0)
        end += 2;
    c->bad = c->bad || end + 2 > text.len;
    char *name = room(c, (end - *at) / 2 * 3 + 1, 1);
    for (; name != NULL && *at < end; *at += 2) {
        uint32_t character = al_u16_at(text, *at);
        const uint32_t next = al_u16_at(text, *at + 2);
        if (character >= 0xD800 && character < 0xDC00 && next >= 0xDC00 && next < 0xE000) {
            character = 0x10000 + ((character - 0xD800) << 10) + (next - 0xDC00);
            *at += 2;
        }
        size += put_character(&name[size], character);
    }
    *at = end + 2;
    return name != NULL ? al_member_name(al_span_of(name, size), c->arena) : NULL;
}

static void read_names(cursor *c, files *f, al_span text)
{
    uint64_t at = 1; /* behind a byte that says that the names are in the list */
    c->bad = c->bad || al_u8_at(text, 0) != 0 || f->names != NULL;
    f->names = room(c, f->count, sizeof *f->names);
    for (uint64_t i = 0; !c->bad && i < f->count; i++) {
        f->names[i] = read_name(c, text, &at);
        if (f->names[i] == NULL && !c->bad)
            c->no_memory = c->bad = true;
    }
}

static void read_attributes(cursor *c, files *f)
{
    f->has_attributes = read_bits_or_all(c, f->count);
    c->bad = c->bad || read_byte(c) != 0 || f->attributes != NULL;
    f->attributes = room(c, f->count, sizeof *f->attributes);
    for (uint64_t i = 0; !c->bad && i < f->count; i++)
        if (f->has_attributes[i] != 0)
            f->attributes[i] = read_sum(c);
}

static uint64_t count_set(const uint8_t *items, uint64_t count)
{
    uint64_t set = 0;
    for (uint64_t i = 0; items != NULL && i < count; i++)
        set += items[i];
    return set;
}

/* There is a bit in `empty_files` for each file that has its bit here, so this list comes first, and once. */
static void read_empty_streams(cursor *c, files *f)
{
    c->bad = c->bad || f->empty_streams != NULL || f->empty_files != NULL;
    f->empty_streams = read_bits(c, f->count);
}

static void read_file_properties(cursor *c, files *f)
{
    while (!c->bad) {
        const uint8_t type = read_byte(c);
        if (type == AT_END)
            return;
        const uint64_t size = read_number(c);
        const al_span text = take(c, size);
        cursor own = {.text = text, .arena = c->arena, .bad = c->bad};
        if (type == AT_NAMES)
            read_names(&own, f, text);
        else if (type == AT_EMPTY_STREAMS)
            read_empty_streams(&own, f);
        else if (type == AT_EMPTY_FILES)
            f->empty_files = read_bits(&own, count_set(f->empty_streams, f->count));
        else if (type == AT_ATTRIBUTES)
            read_attributes(&own, f);
        c->bad = c->bad || own.bad;
        c->no_memory = c->no_memory || own.no_memory;
    }
}

/* Attributes are those of Windows; the upper 16 bits may be those of Unix. */
static bool is_regular(uint32_t attributes)
{
    enum { DIRECTORY = 0x10, REPARSE_POINT = 0x400, HAS_UNIX = 0x8000, UNIX_FILE = 8 };
    if ((attributes & HAS_UNIX) != 0)
        return attributes >> 28 == UNIX_FILE;
    return (attributes & (DIRECTORY | REPARSE_POINT)) == 0;
}

/* Files that have bytes are in the order of the members of the folders. */
static void add_files(cursor *c, seven_list *list, const streams *s, const files *f)
{
    uint64_t stream = 0, empty = 0, folder = 0, member = 0, at = 0;
    for (uint64_t i = 0; !c->bad && i < f->count; i++) {
        al_archive_entry *e = al_archive_list_add(&list->members, c->arena);
        if (e == NULL) {
            c->no_memory = c->bad = true;
            return;
        }
        const bool is_empty = f->empty_streams != NULL && f->empty_streams[i] != 0;
        e->name = f->names != NULL ? f->names[i] : "";
        e->regular = f->attributes == NULL || is_regular(f->attributes[i]);
        if (is_empty) {
            const bool is_file = f->empty_files != NULL && f->empty_files[empty++] != 0;
            e->regular = e->regular && is_file;
            e->place = UINT64_MAX;
            continue;
        }
        for (; folder < list->folder_count && member == list->folders[folder].members; folder++)
            member = at = 0;
        c->bad = folder >= list->folder_count || stream >= s->count; /* both or neither */
        if (c->bad)
            return;
        e->size = s->sizes[stream];
        e->sum = s->sums[stream];
        e->has_sum = s->has_sums[stream++] != 0;
        e->place = folder;
        e->packed = at;
        e->encrypted = list->folders[folder].encrypted;
        at += e->size;
        member++;
    }
}

static void read_files(cursor *c, seven_list *list, const streams *s)
{
    files f = {.count = read_count(c)}; /* a name takes two bytes at least */
    read_file_properties(c, &f);
    add_files(c, list, s, &f);
}

static void read_properties(cursor *c)
{
    while (!c->bad && read_byte(c) != AT_END)
        (void)take(c, read_number(c));
}

static void read_header(cursor *c, seven_list *list)
{
    streams s = {.count = 0};
    uint8_t type = read_byte(c);
    if (type == AT_PROPERTIES) {
        read_properties(c);
        type = read_byte(c);
    }
    if (type == AT_STREAMS) {
        read_streams(c, list, &s);
        type = read_byte(c);
    }
    if (type == AT_FILES) {
        read_files(c, list, &s);
        type = read_byte(c);
    }
    c->bad = c->bad || type != AT_END;
}

/* ---- Packed lists -------------------------------------------------------------------------------------- */

/* Unpacks a list into the arena. False if memory is short; `*text` is empty if it can't be unpacked. */
static bool unpack_header(const seven_folder *f, al_package_bytes *bytes, al_arena *arena, uint64_t *unpacked,
                          al_span *text)
{
    unpack_job job;
    unpacker u = {.state = UNPACK_FINE};
    uint64_t size = 0;
    *text = (al_span){.ptr = NULL};
    if (f->place > bytes->size || f->packed > bytes->size - f->place)
        return true;
    uint8_t *memory = al_alloc(arena, f->size, 1);
    if (memory == NULL || !seven_job(f, arena, &job))
        return false;
    job.unpacked = unpacked;
    if (unpack_open(&u, &job, bytes, arena) && unpack_next(&u, NULL))
        for (int64_t got = 1; got > 0 && size<f->size; size += got> 0 ? (uint64_t)got : 0)
            got = unpack_read(&u, &memory[size], (size_t)(f->size - size));
    const unpack_state state = u.state;
    unpack_close(&u);
    if (size == f->size && (!f->has_sum || al_crc32(0, memory, (size_t)size) == f->sum))
        *text = al_span_of(memory, (size_t)size);
    return state != UNPACK_NO_MEMORY && state != UNPACK_TOO_MUCH;
}

static bool open_header(cursor *c, al_package_bytes *bytes, uint64_t *unpacked, seven_list *list)
{
    seven_list packed = {.folder_count = 0};
    streams s = {.count = 0};
    read_streams(c, &packed, &s);
    c->bad = c->bad || packed.folder_count != 1;
    if (c->bad)
        return !c->no_memory;
    list->members.encrypted = packed.folders[0].encrypted;
    if (list->members.encrypted)
        return true;
    al_span text;
    if (!unpack_header(&packed.folders[0], bytes, c->arena, unpacked, &text))
        return false;
    cursor inner = {.text = text, .arena = c->arena};
    inner.bad = read_byte(&inner) != AT_HEADER;
    read_header(&inner, list);
    c->bad = inner.bad;
    c->no_memory = inner.no_memory;
    return !c->no_memory;
}

bool seven_list_read(seven_list *list, al_package_bytes *bytes, al_arena *arena, uint64_t *unpacked)
{
    uint8_t start[START_SIZE] = {0};
    const al_span s = al_span_of(start, sizeof start);
    cursor c = {.arena = arena};
    *list = (seven_list){.members = {.broken = "it is no 7z"}};
    if (!al_package_bytes_read(bytes, 0, start, sizeof start) || !al_starts_with(s, magic, sizeof magic - 1))
        return true;
    if (al_crc32(0, &start[PLACE_OF_LIST], START_SIZE - PLACE_OF_LIST) != al_u32_at(s, SUM_OF_START)) {
        list->members.broken = "the header at its start is damaged";
        return true;
    }
    const uint64_t offset = al_u64_at(s, PLACE_OF_LIST), size = al_u64_at(s, 20);
    if (offset > bytes->size - START_SIZE || size > bytes->size - START_SIZE - offset) {
        list->members.broken = "it ends before its list of members: the end was cut off";
        return true;
    }
    list->members.broken = NULL;
    if (size == 0)
        return true;
    const bool there = al_package_bytes_span(bytes, START_SIZE + offset, size, arena, &c.text);
    if (!there && bytes->error == 0)
        return false;
    c.bad = !there || al_crc32(0, c.text.ptr, c.text.len) != al_u32_at(s, 28);
    const uint8_t type = read_byte(&c);
    bool enough = true;
    if (type == AT_PACKED_HEADER)
        enough = open_header(&c, bytes, unpacked, list);
    else if (type == AT_HEADER)
        read_header(&c, list);
    else
        c.bad = true;
    if (c.bad)
        list->members.broken = "its list of members is damaged";
    return enough && !c.no_memory;
}

/* ---- A 7z of one folder -------------------------------------------------------------------------------- */

/* In the longest form. */
static void put_number(al_byte_writer *w, uint64_t number)
{
    al_put_number(w, 0xFF, 1);
    al_put_number(w, number, 8);
}

static void put_streams(al_byte_writer *w, const seven_folder *f)
{
    al_put_number(w, AT_PACKS, 1);
    put_number(w, 0);
    put_number(w, f->pack_count);
    al_put_number(w, AT_SIZES, 1);
    for (uint32_t i = 0; i < f->pack_count; i++)
        put_number(w, f->packs[i]);
    al_put_number(w, AT_END, 1);
    al_put_number(w, AT_FOLDERS, 1);
    al_put_number(w, AT_FOLDER, 1);
    put_number(w, 1);
    al_put_number(w, 0, 1);
    memcpy(&w->at[w->size], f->coders.ptr, f->coders.len);
    w->size += f->coders.len;
    al_put_number(w, AT_FOLDER_SIZES, 1);
    for (uint32_t i = 0; i < f->size_count; i++)
        put_number(w, f->sizes[i]);
    al_put_number(w, AT_END, 1);
    al_put_number(w, AT_MEMBERS, 1);
    al_put_number(w, AT_END, 1);
    al_put_number(w, AT_END, 1);
}

static void put_header(al_byte_writer *w, const seven_folder *f)
{
    al_put_number(w, AT_HEADER, 1);
    al_put_number(w, AT_STREAMS, 1);
    put_streams(w, f);
    al_put_number(w, AT_FILES, 1);
    put_number(w, 1);
    al_put_number(w, AT_NAMES, 1);
    put_number(w, 5);
    al_put_number(w, 0, 1);
    al_put_number(w, 'm', 2);
    al_put_number(w, 0, 2);
    al_put_number(w, AT_END, 1);
    al_put_number(w, AT_END, 1);
}

bool seven_job(const seven_folder *folder, al_arena *arena, unpack_job *job)
{
    enum { NUMBER = 9, REST = 64 }; /* bytes of a number, and of all that are not numbers */
    const uint64_t most =
        folder->coders.len + REST + NUMBER * (UINT64_C(6) + UINT64_C(2) * SEVEN_MOST_STREAMS);
    al_byte_writer start = {.at = al_alloc(arena, START_SIZE, 1)}, header = {.at = al_alloc(arena, most, 1)};
    if (start.at == NULL || header.at == NULL)
        return false;
    put_header(&header, folder);
    memcpy(start.at, magic, sizeof magic - 1);
    start.size = sizeof magic - 1;
    al_put_number(&start, 4 << 8, 2); /* version 0.4 */
    start.size += 4;
    al_put_number(&start, folder->packed, 8);
    al_put_number(&start, header.size, 8);
    al_put_number(&start, al_crc32(0, header.at, header.size), 4);
    al_byte_writer sum = {.at = start.at, .size = 8};
    al_put_number(&sum, al_crc32(0, &start.at[12], START_SIZE - 12), 4);
    *job = (unpack_job){.form = UNPACK_7Z, .memory = folder->memory, .part_count = 3};
    job->parts[0].memory = al_span_of(start.at, start.size);
    job->parts[1] = (unpack_part){.offset = folder->place, .length = folder->packed};
    job->parts[2].memory = al_span_of(header.at, header.size);
    return true;
}
