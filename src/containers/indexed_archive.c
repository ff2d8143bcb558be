/* indexed_archive.c: zip and 7z: archives with a list of their members, each of which can be read alone. In a
 * 7z members share streams, called folders: to read one, those in front of it are unpacked, too.
 */
#include <inttypes.h>
#include <string.h>

#include "containers/archive.h"
#include "containers/members.h"
#include "containers/seven_list.h"
#include "containers/zip_list.h"
#include "core/finding_message.h"
#include "core/inflate.h"

enum { SCRATCH_SIZE = 1 << 14 };

static const uint64_t no_folder = UINT64_MAX;

/* A member that is read, and how far. */
typedef struct place {
    unpacker *unpacker;
    zip_frame frame;
    uint64_t folder; /* 7z: the open folder, */
    uint64_t at;     /* and how many bytes were unpacked of it */
    const al_archive_entry *entry;
    uint64_t given; /* bytes of the entry that were read */
    uint32_t sum;   /* CRC-32 of these */
    bool open, failed;
} place;

typedef struct indexed_archive {
    al_archive archive; /* first: the engine has the address of its base */
    seven_list list;
    bool seven;
    bool *damaged; /* for each folder: it can't be unpacked to its end */
    al_archive_index index;
    uint64_t next;
    uint64_t watched; /* bytes that the watch had counted before the member */
    place place;
    uint8_t *scratch;
} indexed_archive;

/* ---- Opening ------------------------------------------------------------------------------------------- */

static bool read_lists(indexed_archive *l)
{
    al_archive *p = &l->archive;
    if (!l->seven)
        return zip_list_read(&l->list.members, &p->bytes, p->in.arena);
    if (!seven_list_read(&l->list, &p->bytes, p->in.arena, p->in.unpacked))
        return false;
    l->damaged = al_alloc(p->in.arena, l->list.folder_count, sizeof *l->damaged);
    return l->damaged != NULL;
}

static al_members *open_indexed(const al_container_input *in, bool seven)
{
    indexed_archive *l = al_alloc(in->arena, 1, sizeof *l);
    if (l == NULL)
        return NULL;
    al_archive_start(&l->archive, in);
    l->seven = seven;
    l->place = (place){.unpacker = &l->archive.unpacker, .folder = no_folder};
    l->scratch = al_alloc(in->arena, SCRATCH_SIZE, 1);
    return l->scratch != NULL && read_lists(l) ? &l->archive.base : NULL;
}

static al_members *open_zip(const al_container_input *in)
{
    return open_indexed(in, false);
}

static al_members *open_seven(const al_container_input *in)
{
    return open_indexed(in, true);
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

static bool fail(place *at, const char *reason)
{
    at->unpacker->state = UNPACK_BROKEN;
    at->unpacker->reason = reason;
    return false;
}

static bool open_zip_entry(indexed_archive *l, place *at)
{
    unpack_job job;
    const char *why = zip_job(at->entry, &l->archive.bytes, &at->frame, &job);
    if (why != NULL)
        return fail(at, why);
    job.unpacked = l->archive.in.unpacked;
    return unpack_open(at->unpacker, &job, &l->archive.bytes, l->archive.in.arena) &&
           unpack_next(at->unpacker, NULL);
}

/* Side streams are unpacked before the first byte of the folder, and count as well. */
static bool open_folder(indexed_archive *l, place *at, uint64_t *unpacked)
{
    unpack_job job;
    al_archive *p = &l->archive;
    const seven_folder *f = &l->list.folders[at->entry->place];
    at->at = 0;
    at->folder = no_folder;
    if (f->place > p->bytes.size || f->packed > p->bytes.size - f->place)
        return fail(at, "the archive ends in the middle of it");
    if (f->side_bytes > *unpacked) {
        at->unpacker->state = UNPACK_TOO_MUCH;
        return false;
    }
    *unpacked -= f->side_bytes;
    if (!seven_job(f, p->in.arena, &job)) {
        at->unpacker->state = UNPACK_NO_MEMORY;
        return false;
    }
    job.unpacked = unpacked;
    if (!unpack_open(at->unpacker, &job, &p->bytes, p->in.arena) || !unpack_next(at->unpacker, NULL))
        return false;
    at->folder = at->entry->place;
    return true;
}

/* Goes to the first byte of the entry, and unpacks what is in front of it in its folder. */
static bool open_seven_entry(indexed_archive *l, place *at, uint64_t *unpacked)
{
    if ((at->folder != at->entry->place || at->at > at->entry->packed) && !open_folder(l, at, unpacked))
        return false;
    while (at->at < at->entry->packed) {
        const uint64_t left = at->entry->packed - at->at;
        const size_t wanted = left < SCRATCH_SIZE ? (size_t)left : SCRATCH_SIZE;
        const int64_t got = unpack_read(at->unpacker, l->scratch, wanted);
        if (got == 0)
            return fail(at, "the stream that it is packed in ends too early");
        if (got < 0)
            return false;
        at->at += (uint64_t)got;
    }
    at->unpacker->job.unpacked = l->archive.in.unpacked;
    return true;
}

static bool open_entry(indexed_archive *l, place *at, uint64_t *unpacked)
{
    at->given = 0;
    at->sum = 0;
    at->open = true;
    at->failed = !(l->seven ? open_seven_entry(l, at, unpacked) : open_zip_entry(l, at));
    return !at->failed;
}

/* After the last byte: checks that there are no more, and the checksum; libarchive checks that of a zip. */
static bool check_end(const indexed_archive *l, place *at)
{
    uint8_t more;
    if (l->seven)
        return !at->entry->has_sum || at->sum == at->entry->sum || fail(at, "its checksum is wrong");
    const int64_t got = unpack_read(at->unpacker, &more, 1);
    return got == 0 || (got > 0 && fail(at, "it has more bytes than the list says"));
}

static int64_t read_place(indexed_archive *l, place *at, void *buffer, size_t size)
{
    const al_archive_entry *e = at->entry;
    if (at->failed || at->given == e->size)
        return at->failed ? -1 : 0;
    const uint64_t left = e->size - at->given;
    const int64_t got = unpack_read(at->unpacker, buffer, left < size ? (size_t)left : size);
    if (got <= 0) {
        at->failed = true;
        if (got == 0)
            (void)fail(at, "it has fewer bytes than the list says");
        return -1;
    }
    if (l->seven && e->has_sum)
        at->sum = al_crc32(at->sum, buffer, (size_t)got);
    at->given += (uint64_t)got;
    at->at += (uint64_t)got;
    at->failed = at->given == e->size && !check_end(l, at);
    return at->failed ? -1 : got;
}

/* ---- The container ------------------------------------------------------------------------------------- */

/* "3 of 4 names have" */
static void remark_on_backslashes(al_archive *p, const al_archive_list *list)
{
    char text[AL_MAX_MESSAGE];
    const size_t length =
        al_make_message(text, "%" PRIu64 " of %" PRIu64 " name%s %s \\ instead of /", list->backslashes,
                        list->count, AL_S(list->count), AL_BY_COUNT(list->backslashes, "has", "have"));
    const char *copy = al_copy_text(p->in.arena, text, length);
    if (copy != NULL)
        al_archive_remark(p, "", 0, AL_FAULT_BACKSLASH, copy);
    else
        p->base.end.no_memory = true;
}

static void remark_on_list(indexed_archive *l)
{
    al_archive *p = &l->archive;
    if (p->complete)
        return;
    if (l->list.members.backslashes > 0)
        remark_on_backslashes(p, &l->list.members);
    if (l->list.members.encrypted)
        al_archive_remark(p, "", 0, AL_FAULT_LIST_ENCRYPTED, NULL);
    if (l->list.members.broken != NULL)
        al_archive_remark(p, "", 0, AL_FAULT_UNREADABLE,
                          p->in.size == 0 && p->in.file.len == 0 ? "it is empty" : l->list.members.broken);
    al_archive_complete(p);
}

/* Whether the bytes of an entry can be read; if not, that is a remark. */
static bool is_readable(indexed_archive *l, const al_archive_entry *e)
{
    if (e->encrypted) {
        al_archive_remark(&l->archive, e->name, e->size, AL_FAULT_ENCRYPTED, NULL);
        return false;
    }
    if (!l->seven || e->size == 0 || !l->damaged[e->place])
        return true;
    al_archive_remark(&l->archive, e->name, e->size, AL_FAULT_UNREADABLE,
                      "the stream that it is packed in is damaged");
    l->archive.remarks.items[l->archive.remarks.count - 1].is_consequence = !l->archive.base.end.no_memory;
    return false;
}

static bool indexed_next(al_members *members, al_member *member)
{
    indexed_archive *l = (indexed_archive *)members;
    const al_members_end *end = &l->archive.base.end;
    while (!end->no_memory && !end->over_limit && l->next < l->list.members.count) {
        const al_archive_entry *e = &l->list.members.entries[l->next++];
        if (!e->regular)
            continue;
        if (!al_archive_add_file(&l->archive, e->name) || !is_readable(l, e))
            continue;
        *member = (al_member){.name = e->name, .size = e->size};
        l->place.entry = e;
        l->place.open = l->place.failed = false;
        l->place.given = 0;
        l->watched = al_watch_bytes(l->archive.bytes.watch);
        if (!l->archive.in.on_demand && e->size > 0) /* now, so that the reader gets the rest of the memory */
            (void)open_entry(l, &l->place, l->archive.in.unpacked);
        return true;
    }
    if (!end->no_memory && !end->over_limit)
        remark_on_list(l);
    return false;
}

static int64_t indexed_read(al_members *members, void *buffer, size_t size)
{
    indexed_archive *l = (indexed_archive *)members;
    if (l->place.entry->size == 0)
        return 0;
    if (!l->place.open && !open_entry(l, &l->place, l->archive.in.unpacked))
        return -1;
    return read_place(l, &l->place, buffer, size);
}

static bool indexed_finish(al_members *members)
{
    indexed_archive *l = (indexed_archive *)members;
    const al_archive_entry *e = l->place.entry;
    if (l->place.failed) {
        const bool whole = l->place.given == e->size && e->size > 0; /* only its checksum is wrong */
        al_archive_remark_stop(&l->archive, l->place.unpacker, e->name, e->size);
        if (l->seven && !whole)
            l->damaged[e->place] = true;
        if (l->seven && whole) /* the next entry can be read */
            l->place.unpacker->state = UNPACK_FINE;
    }
    if (!l->seven) { /* skipped bytes count as read */
        al_watch_set(l->archive.bytes.watch, l->watched + e->packed);
        unpack_close(l->place.unpacker);
    }
    return !l->place.failed;
}

static void indexed_close(al_members *members)
{
    indexed_archive *l = (indexed_archive *)members;
    unpack_close(l->place.unpacker);
}

/* ---- Members that are opened by name ------------------------------------------------------------------- */

typedef struct other {
    indexed_archive *owner;
    unpacker unpacker;
    place place;
} other;

static int64_t read_other(void *context, void *buffer, size_t size)
{
    other *o = context;
    const int64_t got = read_place(o->owner, &o->place, buffer, size);
    if (got < 0 && o->unpacker.state == UNPACK_TOO_MUCH)
        o->owner->archive.base.end.over_limit = true;
    return got;
}

static const char *reason_of_other(void *context)
{
    const other *o = context;
    return o->unpacker.reason;
}

static al_found indexed_open_member(al_members *members, const char *name, al_arena *arena, al_stream *stream)
{
    indexed_archive *l = (indexed_archive *)members;
    uint64_t number;
    other *o = al_alloc(arena, 1, sizeof *o);
    if (o == NULL)
        return AL_NOT_READABLE;
    if (!al_archive_find(&l->index, &l->list.members, name, l->archive.in.arena, &number)) {
        l->archive.base.end.no_memory = true;
        return AL_NOT_READABLE;
    }
    if (number == UINT64_MAX)
        return l->list.members.broken == NULL ? AL_NOT_FOUND : AL_NOT_READABLE;
    const al_archive_entry *e = &l->list.members.entries[number];
    if (e->encrypted)
        return AL_NOT_READABLE;
    *o = (other){.owner = l};
    o->place = (place){.unpacker = &o->unpacker, .folder = no_folder, .entry = e};
    *stream = (al_stream){.context = o, .read = read_other, .reason = reason_of_other, .length = e->size};
    if (e->size == 0 || open_entry(l, &o->place, &l->archive.reread_left))
        return AL_FOUND;
    l->archive.base.end.no_memory = l->archive.base.end.no_memory || o->unpacker.state == UNPACK_NO_MEMORY;
    l->archive.base.end.over_limit = l->archive.base.end.over_limit || o->unpacker.state == UNPACK_TOO_MUCH;
    unpack_close(&o->unpacker);
    return AL_NOT_READABLE;
}

static void close_member(al_stream *stream)
{
    other *o = stream->context;
    unpack_close(&o->unpacker);
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

static bool show_indexed(const al_container_input *in, const al_visitor *visitor, bool seven)
{
    indexed_archive *l = (indexed_archive *)open_indexed(in, seven);
    if (l == NULL)
        return false;
    remark_on_list(l);
    al_archive_report_own(&l->archive, in->sink);
    al_archive_show(&l->list.members, visitor);
    indexed_close(&l->archive.base);
    return !l->archive.base.end.no_memory;
}

static bool show_zip(const al_container_input *in, const al_visitor *visitor)
{
    return show_indexed(in, visitor, false);
}

static bool show_seven(const al_container_input *in, const al_visitor *visitor)
{
    return show_indexed(in, visitor, true);
}

const al_container al_zip_container = {
    .info = {.id = "zip", .name = "zip archive", .extensions = ZIP_EXTENSIONS},
    .rules = "archive",
    .random_access = true,
    .reads_from_disk = true,
    .open = open_zip,
    .next = indexed_next,
    .read = indexed_read,
    .finish = indexed_finish,
    .close = indexed_close,
    .report = al_archive_report,
    .open_member = indexed_open_member,
    .close_member = close_member,
    .show = show_zip,
};

const al_container al_seven_container = {
    .info = {.id = "7z", .name = "7z archive", .extensions = SEVEN_EXTENSIONS},
    .rules = "archive",
    .reads_from_disk = true,
    .open = open_seven,
    .next = indexed_next,
    .read = indexed_read,
    .finish = indexed_finish,
    .close = indexed_close,
    .report = al_archive_report,
    .open_member = indexed_open_member,
    .close_member = close_member,
    .show = show_seven,
};
