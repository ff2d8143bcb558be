/* listed.c: zip and 7z: archives with a list of their members, each of which can be read by itself. In a 7z
 * members share streams, its folders, so that those in front of one are unpacked to get to it.
 */
#include <string.h>

#include "containers/archives.h"
#include "containers/pack.h"
#include "containers/seven_list.h"
#include "containers/zip_list.h"
#include "core/inflate.h"

enum { SCRATCH_SIZE = 1 << 14 };

static const uint64_t no_folder = UINT64_MAX;

/* A place in the bytes of an archive: what has been opened, and how far it was read. */
typedef struct place {
    unpacker *unpacker;
    zip_heads heads;
    uint64_t folder; /* of a 7z: the open one, */
    uint64_t at;     /* and what came out of it */
    const pack_entry *entry;
    uint64_t given; /* bytes of the entry */
    uint32_t sum;   /* of these */
    bool open, failed;
} place;

typedef struct listed {
    pack pack; /* first: the engine has the address of its base */
    seven_list list;
    bool seven;
    bool *dead; /* for each folder, whether it can't be unpacked to its end */
    pack_index index;
    uint64_t next;
    uint64_t behind; /* what the watch had counted before the member */
    place place;
    uint8_t *scratch;
} listed;

/* ---- Opening ------------------------------------------------------------------------------------------- */

static bool read_lists(listed *l)
{
    pack *p = &l->pack;
    if (!l->seven)
        return zip_list_read(&l->list.members, &p->bytes, p->in.arena);
    if (!seven_list_read(&l->list, &p->bytes, p->in.arena, p->in.unpacked))
        return false;
    l->dead = al_alloc(p->in.arena, l->list.folder_count, sizeof *l->dead);
    return l->dead != NULL;
}

static al_members *open_listed(const al_container_input *in, bool seven)
{
    listed *l = al_alloc(in->arena, 1, sizeof *l);
    if (l == NULL)
        return NULL;
    pack_start(&l->pack, in);
    l->seven = seven;
    l->place = (place){.unpacker = &l->pack.unpacker, .folder = no_folder};
    l->scratch = al_alloc(in->arena, SCRATCH_SIZE, 1);
    return l->scratch != NULL && read_lists(l) ? &l->pack.base : NULL;
}

static al_members *open_zip(const al_container_input *in)
{
    return open_listed(in, false);
}

static al_members *open_seven(const al_container_input *in)
{
    return open_listed(in, true);
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

static bool fail(place *at, const char *reason)
{
    at->unpacker->state = UNPACK_BROKEN;
    at->unpacker->reason = reason;
    return false;
}

static bool open_zip_entry(listed *l, place *at)
{
    unpack_job job;
    const char *why = zip_job(at->entry, &l->pack.bytes, &at->heads, &job);
    if (why != NULL)
        return fail(at, why);
    job.unpacked = l->pack.in.unpacked;
    return unpack_open(at->unpacker, &job, &l->pack.bytes, l->pack.in.arena) &&
           unpack_next(at->unpacker, NULL);
}

/* What is unpacked before the first byte comes has to be paid for, too. */
static bool open_folder(listed *l, place *at, uint64_t *unpacked)
{
    unpack_job job;
    pack *p = &l->pack;
    const seven_folder *f = &l->list.folders[at->entry->place];
    at->at = 0;
    at->folder = no_folder;
    if (f->place > p->bytes.size || f->packed > p->bytes.size - f->place)
        return fail(at, "the archive ends in it");
    if (f->aside > *unpacked) {
        at->unpacker->state = UNPACK_TOO_MUCH;
        return false;
    }
    *unpacked -= f->aside;
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

/* Goes to the first byte of the entry, through what is in front of it in its folder. */
static bool open_seven_entry(listed *l, place *at, uint64_t *unpacked)
{
    if ((at->folder != at->entry->place || at->at > at->entry->packed) && !open_folder(l, at, unpacked))
        return false;
    while (at->at < at->entry->packed) {
        const uint64_t left = at->entry->packed - at->at;
        const size_t wanted = left < SCRATCH_SIZE ? (size_t)left : SCRATCH_SIZE;
        const int64_t got = unpack_read(at->unpacker, l->scratch, wanted);
        if (got == 0)
            return fail(at, "what it is packed in ends too early");
        if (got < 0)
            return false;
        at->at += (uint64_t)got;
    }
    at->unpacker->job.unpacked = l->pack.in.unpacked;
    return true;
}

static bool open_entry(listed *l, place *at, uint64_t *unpacked)
{
    at->given = 0;
    at->sum = 0;
    at->open = true;
    at->failed = !(l->seven ? open_seven_entry(l, at, unpacked) : open_zip_entry(l, at));
    return !at->failed;
}

/* All bytes came: are there more, and are they right? libarchive looks at the sum of a zip. */
static bool check_end(const listed *l, place *at)
{
    uint8_t more;
    if (l->seven)
        return !at->entry->has_sum || at->sum == at->entry->sum || fail(at, "its checksum is wrong");
    const int64_t got = unpack_read(at->unpacker, &more, 1);
    return got == 0 || (got > 0 && fail(at, "it has more bytes than the list says"));
}

static int64_t read_place(listed *l, place *at, void *buffer, size_t size)
{
    const pack_entry *e = at->entry;
    const uint64_t left = e->size - at->given;
    if (at->failed || left == 0)
        return at->failed ? -1 : 0;
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

static void remark_on_list(listed *l)
{
    pack *p = &l->pack;
    if (p->complete)
        return;
    if (l->list.members.encrypted)
        pack_remark_on(p, "", 0, PACK_LIST_ENCRYPTED, NULL);
    if (l->list.members.broken != NULL)
        pack_remark_on(p, "", 0, PACK_UNREADABLE, l->list.members.broken);
    pack_complete(p);
}

/* Whether its bytes are to be read. */
static bool is_readable(listed *l, const pack_entry *e)
{
    if (e->encrypted) {
        pack_remark_on(&l->pack, e->name, e->size, PACK_ENCRYPTED, NULL);
        return false;
    }
    if (!l->seven || e->size == 0 || !l->dead[e->place])
        return true;
    pack_remark_on(&l->pack, e->name, e->size, PACK_UNREADABLE, "what it is packed in is damaged");
    l->pack.remarks.items[l->pack.remarks.count - 1].follows = !l->pack.base.end.no_memory;
    return false;
}

static bool listed_next(al_members *members, al_member *member)
{
    listed *l = (listed *)members;
    const al_members_end *end = &l->pack.base.end;
    while (!end->no_memory && !end->too_much && l->next < l->list.members.count) {
        const pack_entry *e = &l->list.members.entries[l->next++];
        if (!e->regular)
            continue;
        if (!pack_meet(&l->pack, e->name) || !is_readable(l, e))
            continue;
        *member = (al_member){.name = e->name, .size = e->size};
        l->place.entry = e;
        l->place.open = l->place.failed = false;
        l->place.given = 0;
        l->behind = al_watch_bytes(l->pack.bytes.watch);
        if (!l->pack.in.sparing && e->size > 0) /* who reads it may have what memory that leaves */
            (void)open_entry(l, &l->place, l->pack.in.unpacked);
        return true;
    }
    if (!end->no_memory && !end->too_much)
        remark_on_list(l);
    return false;
}

static int64_t listed_read(al_members *members, void *buffer, size_t size)
{
    listed *l = (listed *)members;
    if (l->place.entry->size == 0)
        return 0;
    if (!l->place.open && !open_entry(l, &l->place, l->pack.in.unpacked))
        return -1;
    return read_place(l, &l->place, buffer, size);
}

static bool listed_finish(al_members *members)
{
    listed *l = (listed *)members;
    const pack_entry *e = l->place.entry;
    if (l->place.failed) {
        const bool whole = l->place.given == e->size && e->size > 0; /* only its sum is wrong */
        pack_stopped(&l->pack, l->place.unpacker, e->name, e->size);
        if (l->seven && !whole)
            l->dead[e->place] = true;
        if (l->seven && whole) /* the next comes behind it */
            l->place.unpacker->state = UNPACK_FINE;
    }
    if (!l->seven) { /* what was passed over of it counts as read */
        al_watch_set(l->pack.bytes.watch, l->behind + e->packed);
        unpack_close(l->place.unpacker);
    }
    return !l->place.failed;
}

static void listed_close(al_members *members)
{
    listed *l = (listed *)members;
    pack_close(&l->pack);
}

/* ---- Members that are read beside the row -------------------------------------------------------------- */

typedef struct other {
    listed *owner;
    unpacker unpacker;
    place place;
} other;

static int64_t read_other(void *context, void *buffer, size_t size)
{
    other *o = context;
    const int64_t got = read_place(o->owner, &o->place, buffer, size);
    if (got < 0 && o->unpacker.state == UNPACK_TOO_MUCH)
        o->owner->pack.base.end.too_much = true;
    return got;
}

static const char *reason_of_other(void *context)
{
    const other *o = context;
    return o->unpacker.reason;
}

static al_found listed_open_other(al_members *members, const char *name, al_arena *arena, al_stream *stream)
{
    listed *l = (listed *)members;
    uint64_t number;
    other *o = al_alloc(arena, 1, sizeof *o);
    if (o == NULL)
        return AL_FOUND_UNKNOWN;
    if (!pack_find(&l->index, &l->list.members, name, l->pack.in.arena, &number)) {
        l->pack.base.end.no_memory = true;
        return AL_FOUND_UNKNOWN;
    }
    if (number == UINT64_MAX)
        return l->list.members.broken == NULL ? AL_FOUND_NONE : AL_FOUND_UNKNOWN;
    const pack_entry *e = &l->list.members.entries[number];
    if (e->encrypted)
        return AL_FOUND_UNKNOWN;
    *o = (other){.owner = l};
    o->place = (place){.unpacker = &o->unpacker, .folder = no_folder, .entry = e};
    *stream = (al_stream){.context = o, .read = read_other, .reason = reason_of_other, .length = e->size};
    if (e->size == 0 || open_entry(l, &o->place, &l->pack.again))
        return AL_FOUND;
    l->pack.base.end.no_memory = l->pack.base.end.no_memory || o->unpacker.state == UNPACK_NO_MEMORY;
    l->pack.base.end.too_much = l->pack.base.end.too_much || o->unpacker.state == UNPACK_TOO_MUCH;
    unpack_close(&o->unpacker);
    return AL_FOUND_UNKNOWN;
}

static void close_other(al_stream *stream)
{
    other *o = stream->context;
    unpack_close(&o->unpacker);
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

static bool zip_names(const al_container_input *in, al_member_visit *visit, void *context)
{
    return pack_visit(&al_zip_container, in, visit, context);
}

static bool seven_names(const al_container_input *in, al_member_visit *visit, void *context)
{
    return pack_visit(&al_seven_container, in, visit, context);
}

static bool show_listed(const al_container_input *in, const al_visitor *visitor, bool seven)
{
    listed *l = (listed *)open_listed(in, seven);
    if (l == NULL)
        return false;
    remark_on_list(l);
    pack_report_own(&l->pack, in->sink);
    pack_show(&l->list.members, visitor);
    listed_close(&l->pack.base);
    return !l->pack.base.end.no_memory;
}

static bool show_zip(const al_container_input *in, const al_visitor *visitor)
{
    return show_listed(in, visitor, false);
}

static bool show_seven(const al_container_input *in, const al_visitor *visitor)
{
    return show_listed(in, visitor, true);
}

const al_container al_zip_container = {
    .info = {.id = "zip", .name = "zip archive", .extensions = "zip"},
    .rules = "archive",
    .direct = true,
    .by_parts = true,
    .open = open_zip,
    .next = listed_next,
    .read = listed_read,
    .finish = listed_finish,
    .close = listed_close,
    .report = pack_report,
    .open_other = listed_open_other,
    .close_other = close_other,
    .list = zip_names,
    .show = show_zip,
};

const al_container al_seven_container = {
    .info = {.id = "7z", .name = "7z archive", .extensions = "7z"},
    .rules = "archive",
    .by_parts = true,
    .open = open_seven,
    .next = listed_next,
    .read = listed_read,
    .finish = listed_finish,
    .close = listed_close,
    .report = pack_report,
    .open_other = listed_open_other,
    .close_other = close_other,
    .list = seven_names,
    .show = show_seven,
};
