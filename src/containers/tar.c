/* tar.c: tar, plain or compressed. Members come one after another, and no list says which ones. */
#include <string.h>

#include "containers/archive.h"
#include "containers/members.h"
#include "core/text.h"

/* Bytes beside those of members that any compressed tar may have, whatever the limit: a member needs at least
 * 512. */
static const uint64_t least_header_bytes = UINT64_C(16) << 20;

static const char xz_magic[] = "\xFD"
                               "7zXZ";

typedef struct tarred {
    al_archive archive; /* first: the engine has the address of its base */
    unpack_job job;
    bool begun, over; /* `over`: nothing more can be read */
    const char *name; /* of the member that is read */
    uint64_t size;    /* of it */
    uint64_t given;   /* bytes of it that were read */
    bool failed;      /* it can't be read on */
} tarred;

/* ---- The memory of an .xz ------------------------------------------------------------------------------ */

/* Goes through an .xz (The .xz File Format 1.2.1, and the chunks of LZMA2 as liblzma reads them) from block
 * to block and from chunk to chunk, by the length that each declares, without unpacking any. */

enum {
    WINDOW_SIZE = 512, /* headers of chunks have 6 bytes, and are up to 64 KiB apart */
    HEADER_SIZE = 12,  /* of a stream, and of its footer */
    LZMA2 = 0x21
};

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

static void skip_bytes(reader *r, uint64_t size)
{
    r->end = r->end || size > r->bytes->size - r->at;
    r->at += r->end ? 0 : size;
}

/* Goes to the next multiple of four from `start`. */
static void align(reader *r, uint64_t start)
{
    skip_bytes(r, (4 - (r->at - start) % 4) % 4);
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
        skip_bytes(r, length);
    }
    r->end = r->end || r->at > end;
    skip_bytes(r, r->end ? 0 : end - r->at);
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
            skip_bytes(r, packed + (control >= 0xC0 ? 1 : 0));
        } else if (control <= 2) {
            skip_bytes(r, read_big(r, 2) + 1);
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
    skip_bytes(r, 4 + HEADER_SIZE);
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
    for (size_t i = 0; i < sizeof xz_magic - 1; i++)
        r->end = r->end || read_byte(r) != (uint8_t)xz_magic[i];
    skip_bytes(r, 2);
    const uint8_t check = read_byte(r) & 0xF;
    skip_bytes(r, 4);
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
        skip_bytes(r, check_sizes[check]);
    }
    return most;
}

/* An .xz itself decides how much memory it takes to unpack it. */
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

/* ---- Opening ------------------------------------------------------------------------------------------- */

/* By the first bytes, whatever the name says, as tar itself does. */
static unpack_filter filter_of(al_package_bytes *bytes)
{
    uint8_t first[6];
    if (!al_package_bytes_read(bytes, 0, first, sizeof first))
        return UNPACK_PLAIN;
    const al_span s = al_span_of(first, sizeof first);
    if (al_starts_with(s, "\x1F\x8B", 2))
        return UNPACK_GZIP;
    if (al_starts_with(s, "BZh", 3))
        return UNPACK_BZIP2;
    return al_starts_with(s, xz_magic, sizeof xz_magic - 1) ? UNPACK_XZ : UNPACK_PLAIN;
}

static unpack_job job_of(al_archive *p)
{
    unpack_job job = {.form = UNPACK_TAR, .filter = filter_of(&p->bytes), .part_count = 1};
    job.parts[0].length = p->bytes.size;
    job.unpacked = p->in.unpacked;
    if (job.filter == UNPACK_XZ)
        job.memory = xz_memory(&p->bytes);
    job.header_bytes = al_sum(*p->in.unpacked, least_header_bytes);
    return job;
}

static al_members *tar_open(const al_container_input *in)
{
    tarred *t = al_alloc(in->arena, 1, sizeof *t);
    if (t == NULL)
        return NULL;
    al_archive_start(&t->archive, in);
    t->job = job_of(&t->archive);
    return &t->archive.base;
}

/* ---- Members ------------------------------------------------------------------------------------------- */

/* Ends the archive: there is no more of it, or it can't be read on. */
static bool stop(tarred *t)
{
    al_archive *p = &t->archive;
    t->over = true;
    if (p->unpacker.state != UNPACK_END)
        al_archive_remark_stop(p, &p->unpacker, "", 0);
    if (!p->base.end.no_memory && !p->base.end.over_limit)
        al_archive_complete(p);
    return false;
}

static bool begin(tarred *t)
{
    al_archive *p = &t->archive;
    const int error = p->bytes.first_error; /* without its first bytes the filter is unknown */
    t->begun = true;
    if (p->bytes.size > 0 && error == 0)
        return unpack_open(&p->unpacker, &t->job, &p->bytes, p->in.arena);
    p->unpacker.state = UNPACK_BROKEN;
    p->unpacker.reason = error != 0 ? al_error_text(error) : "it is empty";
    return false;
}

/* A gzip ends with the checksum and the size of its content. If several follow each other these are those of
 * the last one: then the size differs, and the checksum is not compared. NULL, or what is wrong. */
static const char *wrong_sum(tarred *t)
{
    uint8_t end[8];
    al_package_bytes *bytes = &t->archive.bytes;
    const unpacker *u = &t->archive.unpacker;
    if (t->job.filter != UNPACK_GZIP || bytes->size < sizeof end)
        return NULL;
    if (!al_package_bytes_read(bytes, bytes->size - sizeof end, end, sizeof end))
        return bytes->error != 0 ? al_error_text(bytes->error) : "it became shorter while it was read";
    const al_span s = al_span_of(end, sizeof end);
    const bool wrong = al_u32_at(s, 4) == (u->came & UINT32_MAX) && al_u32_at(s, 0) != u->sum;
    return wrong ? "its checksum is wrong" : NULL;
}

static void check_trailer(tarred *t)
{
    unpacker *u = &t->archive.unpacker;
    u->state = UNPACK_FINE;
    if (!unpack_trailer(u))
        return;
    const char *wrong = wrong_sum(t);
    u->state = wrong != NULL ? UNPACK_BROKEN : UNPACK_END;
    if (wrong != NULL)
        u->reason = wrong;
}

/* Goes to the next entry of any kind. False at the end, which is noted. */
static bool step(tarred *t, unpack_entry *entry)
{
    al_archive *p = &t->archive;
    if (t->over || p->base.end.no_memory || p->base.end.over_limit)
        return false;
    if ((!t->begun && !begin(t)) || !unpack_next(&p->unpacker, entry)) {
        if (p->unpacker.state == UNPACK_END)
            check_trailer(t);
        return stop(t);
    }
    t->name = al_member_name(al_span_of(entry->name, strlen(entry->name)), p->in.arena);
    t->size = entry->size;
    t->given = 0;
    t->failed = false;
    p->base.end.no_memory = t->name == NULL;
    return t->name != NULL;
}

/* Skips the rest of the entry: only then all of it is counted, and its checksums are checked. */
static bool skip(tarred *t)
{
    if (t->failed || !unpack_skip(&t->archive.unpacker)) {
        t->failed = true;
        al_archive_remark_stop(&t->archive, &t->archive.unpacker, t->name, t->size);
        t->over = true;
        if (!t->archive.base.end.no_memory && !t->archive.base.end.over_limit)
            al_archive_complete(&t->archive);
    }
    return !t->failed;
}

static bool tar_next(al_members *members, al_member *member)
{
    tarred *t = (tarred *)members;
    unpack_entry entry;
    while (step(t, &entry)) {
        if (entry.regular) {
            if (!al_archive_add_file(&t->archive, t->name))
                return false;
            *member = (al_member){.name = t->name, .size = t->size};
            return true;
        }
        if (t->job.filter != UNPACK_PLAIN && !skip(t))
            return false;
    }
    return false;
}

static int64_t tar_read(al_members *members, void *buffer, size_t size)
{
    tarred *t = (tarred *)members;
    const uint64_t left = t->size - t->given;
    if (t->failed || left == 0)
        return t->failed ? -1 : 0;
    const size_t wanted = left < size ? (size_t)left : size;
    int64_t got = unpack_read(&t->archive.unpacker, buffer, wanted);
    if (got == 0 && unpack_pay(&t->archive.unpacker, wanted)) { /* the entry ends in a hole */
        memset(buffer, 0, wanted);
        got = (int64_t)wanted;
    }
    t->failed = got <= 0;
    t->given += t->failed ? 0 : (uint64_t)got;
    return t->failed ? -1 : got;
}

static bool tar_finish(al_members *members)
{
    tarred *t = (tarred *)members;
    if (t->job.filter == UNPACK_PLAIN && !t->failed)
        return true;
    return skip(t);
}

static void tar_close(al_members *members)
{
    tarred *t = (tarred *)members;
    al_archive_close(&t->archive);
}

/* ---- Members that are opened by name ------------------------------------------------------------------- */

/* A second reader of the archive. */
typedef struct other {
    tarred *owner;
    unpacker unpacker;
    uint64_t size, given;
} other;

static int64_t read_other(void *context, void *buffer, size_t size)
{
    other *o = context;
    const uint64_t left = o->size - o->given;
    const size_t wanted = left < size ? (size_t)left : size;
    if (left == 0)
        return 0;
    int64_t got = unpack_read(&o->unpacker, buffer, wanted);
    if (got == 0 && unpack_pay(&o->unpacker, wanted)) {
        memset(buffer, 0, wanted);
        got = (int64_t)wanted;
    }
    if (got <= 0 && o->unpacker.state == UNPACK_TOO_MUCH)
        o->owner->archive.base.end.over_limit = true;
    o->given += got > 0 ? (uint64_t)got : 0;
    return got > 0 ? got : -1;
}

static const char *reason_of_other(void *context)
{
    const other *o = context;
    return o->unpacker.reason;
}

/* Goes to the file with a name in small letters. */
static bool go_to(other *o, const char *wanted, al_arena *arena)
{
    unpack_entry entry;
    while (unpack_next(&o->unpacker, &entry)) {
        const char *name = al_member_name(al_span_of(entry.name, strlen(entry.name)), arena);
        const char *small = name != NULL ? al_lower_copy(arena, name, strlen(name)) : NULL;
        if (small == NULL) {
            o->unpacker.state = UNPACK_NO_MEMORY;
            return false;
        }
        if (entry.regular && strcmp(small, wanted) == 0) {
            o->size = entry.size;
            return true;
        }
        if (o->unpacker.job.filter != UNPACK_PLAIN && !unpack_skip(&o->unpacker))
            return false;
    }
    return false;
}

static al_found tar_open_member(al_members *members, const char *name, al_arena *arena, al_stream *stream)
{
    tarred *t = (tarred *)members;
    al_archive *p = &t->archive;
    unpack_job job = t->job;
    other *o = al_alloc(arena, 1, sizeof *o);
    const char *wanted = al_lower_copy(arena, name, strlen(name));
    if (o == NULL || wanted == NULL)
        return AL_NOT_READABLE;
    *o = (other){.owner = t};
    job.unpacked = &p->reread_left;
    if (unpack_open(&o->unpacker, &job, &p->bytes, arena) && go_to(o, wanted, arena)) {
        o->unpacker.job.unpacked = p->in.unpacked;
        *stream = (al_stream){.context = o, .read = read_other, .reason = reason_of_other, .length = o->size};
        return AL_FOUND;
    }
    const unpack_state state = o->unpacker.state;
    p->base.end.no_memory = p->base.end.no_memory || state == UNPACK_NO_MEMORY;
    p->base.end.over_limit = p->base.end.over_limit || state == UNPACK_TOO_MUCH;
    unpack_close(&o->unpacker);
    return state == UNPACK_END ? AL_NOT_FOUND : AL_NOT_READABLE;
}

static void tar_close_member(al_stream *stream)
{
    other *o = stream->context;
    unpack_close(&o->unpacker);
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

static bool tar_show(const al_container_input *in, const al_visitor *visitor)
{
    tarred *t = (tarred *)tar_open(in);
    al_archive_list list = {.count = 0};
    unpack_entry entry;
    if (t == NULL)
        return false;
    while (step(t, &entry)) {
        al_archive_entry *e = al_archive_list_add(&list, in->arena);
        t->archive.base.end.no_memory = e == NULL;
        if (e == NULL)
            break;
        *e = (al_archive_entry){.name = t->name, .size = t->size, .regular = entry.regular};
        if (t->job.filter != UNPACK_PLAIN && !skip(t))
            break;
    }
    al_archive_report_own(&t->archive, in->sink);
    al_archive_show(&list, visitor);
    tar_close(&t->archive.base);
    return !t->archive.base.end.no_memory;
}

const al_container al_tar_container = {
    .info = {.id = "tar", .name = "tar archive", .extensions = TAR_EXTENSIONS},
    .rules = "archive",
    .reads_from_disk = true,
    .open = tar_open,
    .next = tar_next,
    .read = tar_read,
    .finish = tar_finish,
    .close = tar_close,
    .report = al_archive_report,
    .open_member = tar_open_member,
    .close_member = tar_close_member,
    .show = tar_show,
};
