/* unpack.c: gives the parts of a package to libarchive, and takes entries and their bytes from it.
 *
 * A compressed tar goes through two readers of libarchive: one decompresses, the other reads the tar. So
 * every byte between them is counted, also those that libarchive reads to get to the next entry.
 */
#include "containers/unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <string.h>

#include "core/inflate.h"
#include "core/text.h"

enum {
    BUFFER_SIZE = 1 << 16,
    BZIP2_MEMORY = 5 << 20, /* blocks of 900 kB take 3.7 MB */
    MOST_HEADER = 1 << 19,  /* bytes in front of an entry of a tar (long names, lists of the parts of sparse
                               files), for which libarchive takes ten times as much memory */
    OWN_ERROR = -1          /* no error number of the system */
};

/* ---- The bytes of a package ---------------------------------------------------------------------------- */

al_package_bytes al_package_bytes_of(const al_container_input *in)
{
    if (in->on_disk)
        return (al_package_bytes){
            .file = in->disk, .on_disk = true, .size = in->size, .watch = in->arena->budget->watch};
    return (al_package_bytes){.memory = in->file, .size = in->file.len};
}

static bool is_inside(const al_package_bytes *bytes, uint64_t offset, uint64_t size)
{
    return offset <= bytes->size && size <= bytes->size - offset;
}

static bool read_file(al_package_bytes *bytes, uint64_t offset, uint8_t *buffer, size_t size)
{
    size_t done = 0;
    bytes->error = al_file_seek(bytes->file, offset);
    while (bytes->error == 0 && done < size) {
        const size_t got = al_file_read(bytes->file, &buffer[done], size - done, &bytes->error);
        if (got == 0) /* the file has become shorter, or can't be read */
            break;
        done += got;
        al_watch_add(bytes->watch, got);
    }
    if (bytes->first_error == 0)
        bytes->first_error = bytes->error;
    return done == size;
}

bool al_package_bytes_read(al_package_bytes *bytes, uint64_t offset, void *buffer, size_t size)
{
    al_span there;
    if (size == 0 || !is_inside(bytes, offset, size))
        return size == 0;
    if (bytes->on_disk)
        return read_file(bytes, offset, buffer, size);
    if (!al_slice(bytes->memory, offset, size, &there))
        return false;
    memcpy(buffer, there.ptr, size);
    return true;
}

bool al_package_bytes_span(al_package_bytes *bytes, uint64_t offset, uint64_t size, al_arena *arena,
                           al_span *span)
{
    if (!is_inside(bytes, offset, size))
        return false;
    if (!bytes->on_disk)
        return al_slice(bytes->memory, offset, size, span);
    uint8_t *memory = al_alloc(arena, size, 1);
    *span = al_span_of(memory, (size_t)size);
    return memory != NULL && al_package_bytes_read(bytes, offset, memory, (size_t)size);
}

/* ---- What libarchive reads ----------------------------------------------------------------------------- */

/* Up to BUFFER_SIZE bytes at `u->at`. False if they can't be read. */
static bool next_bytes(unpacker *u, al_span *out)
{
    uint64_t start = 0;
    *out = (al_span){.ptr = NULL};
    for (size_t i = 0; i < u->job.part_count; i++) {
        const unpack_part *part = &u->job.parts[i];
        const uint64_t length = part->memory.len > 0 ? part->memory.len : part->length;
        const uint64_t within = u->at - start;
        start += length;
        if (u->at >= start)
            continue;
        const uint64_t left = length - within;
        const size_t wanted = left < BUFFER_SIZE ? (size_t)left : BUFFER_SIZE;
        if (part->memory.len > 0 || !u->bytes->on_disk) {
            const al_span whole = part->memory.len > 0 ? part->memory : u->bytes->memory;
            *out = al_slice_available(whole, part->memory.len > 0 ? within : part->offset + within, wanted);
            return out->len == wanted;
        }
        *out = al_span_of(u->buffer, wanted);
        return al_package_bytes_read(u->bytes, part->offset + within, u->buffer, wanted);
    }
    return true;
}

/* Whether libarchive may have `size` more bytes: to get to the next entry, and in all beside the bytes of
 * entries. */
static bool is_allowed(unpacker *u, size_t size)
{
    if (u->job.form == UNPACK_TAR && u->in_header) {
        u->over_limit = u->over_limit || size > u->header_left;
        u->header_left -= u->over_limit ? 0 : size;
    }
    if (u->job.filter != UNPACK_PLAIN)
        u->over_limit = u->over_limit || u->came + size - u->of_files > u->job.header_bytes;
    return !u->over_limit;
}

static la_ssize_t refuse(struct archive *a, unpacker *u, const char *why)
{
    const int error = u->bytes->error;
    archive_set_error(a, OWN_ERROR, "%s", error != 0 ? al_error_text(error) : why);
    return ARCHIVE_FATAL;
}

static la_ssize_t read_parts(struct archive *a, void *context, const void **block)
{
    unpacker *u = context;
    al_span bytes;
    if (!al_budget_may_continue(u->budget))
        return refuse(a, u, "the check was stopped");
    if (!next_bytes(u, &bytes))
        return refuse(a, u, "it became shorter while it was read");
    if (u->stream == NULL && !is_allowed(u, bytes.len))
        return refuse(a, u, "more than may come in front of an entry");
    u->at += bytes.len;
    *block = bytes.ptr;
    return (la_ssize_t)bytes.len;
}

static la_int64_t skip_parts(struct archive *a, void *context, la_int64_t wanted)
{
    unpacker *u = context;
    (void)a;
    const uint64_t left = u->size - u->at;
    const uint64_t skipped = wanted > 0 && (uint64_t)wanted < left ? (uint64_t)wanted : wanted > 0 ? left : 0;
    u->at += skipped;
    if (u->bytes->on_disk)
        al_watch_add(u->bytes->watch, skipped);
    return (la_int64_t)skipped;
}

static la_int64_t seek_parts(struct archive *a, void *context, la_int64_t offset, int whence)
{
    unpacker *u = context;
    (void)a;
    const int64_t base = whence == SEEK_SET ? 0 : (int64_t)(whence == SEEK_CUR ? u->at : u->size);
    if (offset < -base || offset > (int64_t)u->size - base)
        return ARCHIVE_FATAL;
    u->at = (uint64_t)(base + offset);
    return (la_int64_t)u->at;
}

/* Gives the output of the filter to the reader of the tar. */
static la_ssize_t read_stream(struct archive *a, void *context, const void **block)
{
    unpacker *u = context;
    size_t size = 0;
    la_int64_t place;
    const int status = archive_read_data_block(u->stream, block, &size, &place);
    if (status == ARCHIVE_EOF)
        return 0;
    if (status != ARCHIVE_OK) {
        const char *why = archive_error_string(u->stream);
        archive_set_error(a, archive_errno(u->stream), "%s", why != NULL ? why : "unknown error");
        return ARCHIVE_FATAL;
    }
    if (!is_allowed(u, size))
        return refuse(a, u, "more than may come in front of an entry");
    u->sum = al_crc32(u->sum, *block, size);
    u->came += size;
    return (la_ssize_t)size;
}

/* ---- Opening and closing ------------------------------------------------------------------------------- */

/* Of a compressed tar, only the filter may say so: the reader of the tar then says that it doesn't know the
 * format. */
static bool is_short_of_memory(const unpacker *u, struct archive *a)
{
    return a == NULL || al_is_out_of_memory(archive_errno(a)) ||
           (u->stream != NULL && al_is_out_of_memory(archive_errno(u->stream)));
}

/* Notes why the last call failed. */
static bool stop(unpacker *u, struct archive *a)
{
    const char *why = a != NULL ? archive_error_string(a) : NULL;
    if (u->bytes->error != 0) /* libarchive may say that it doesn't know the format */
        why = al_error_text(u->bytes->error);
    if (u->over_limit) {
        u->state = UNPACK_TOO_MUCH;
    } else if (is_short_of_memory(u, a)) {
        al_budget_fail(u->budget);
        u->state = UNPACK_NO_MEMORY;
    } else {
        const bool unknown = why != NULL && strcmp(why, "Unrecognized archive format") == 0;
        u->state = UNPACK_BROKEN;
        why = unknown ? "it is not what its name says, or damaged from its beginning" : why;
        (void)snprintf(u->words, sizeof u->words, "%s", why != NULL ? why : "unknown error");
        u->words[strcspn(u->words, "\n")] = '\0';
        u->reason = u->words;
    }
    return false;
}

/* Without data, for which libarchive needs memory, it would crash. */
static bool set_source(unpacker *u, struct archive *a)
{
    (void)archive_read_set_read_callback(a, read_parts);
    (void)archive_read_set_skip_callback(a, skip_parts);
    (void)archive_read_set_seek_callback(a, seek_parts);
    return archive_read_set_callback_data(a, u) == ARCHIVE_OK;
}

static bool set_stream(unpacker *u, struct archive *a)
{
    (void)archive_read_set_read_callback(a, read_stream);
    return archive_read_set_callback_data(a, u) == ARCHIVE_OK;
}

/* Adds no filter that would make libarchive start a program, as it does for those it was built without. */
static bool add_filter(struct archive *a, unpack_filter filter)
{
    switch (filter) {
    case UNPACK_PLAIN: return true;
    case UNPACK_GZIP: return archive_read_append_filter(a, ARCHIVE_FILTER_GZIP) == ARCHIVE_OK;
    case UNPACK_XZ: return archive_read_append_filter(a, ARCHIVE_FILTER_XZ) == ARCHIVE_OK;
    case UNPACK_BZIP2: return archive_read_append_filter(a, ARCHIVE_FILTER_BZIP2) == ARCHIVE_OK;
    }
    return false;
}

/* Reads the only header of the stream. */
static bool begin_stream(unpacker *u, struct archive *a, struct archive_entry *entry)
{
    if (entry == NULL)
        return stop(u, NULL);
    if (!set_source(u, a) || archive_read_support_format_raw(a) != ARCHIVE_OK ||
        !add_filter(a, u->job.filter) || archive_read_open1(a) != ARCHIVE_OK ||
        archive_read_next_header2(a, entry) != ARCHIVE_OK)
        return stop(u, a);
    return true;
}

/* An archive has an entry of its own, but libarchive 3.6 doesn't see that there was no memory for it, and
 * crashes. So we make one. */
static bool open_stream(unpacker *u)
{
    struct archive *a = u->stream = archive_read_new();
    if (a == NULL)
        return stop(u, NULL);
    struct archive_entry *entry = archive_entry_new2(a);
    const bool ok = begin_stream(u, a, entry);
    archive_entry_free(entry);
    return ok;
}

static int support_form(struct archive *a, unpack_form form)
{
    switch (form) {
    case UNPACK_ZIP: return archive_read_support_format_zip_seekable(a);
    case UNPACK_7Z: return archive_read_support_format_7zip(a);
    case UNPACK_TAR: return archive_read_support_format_tar(a);
    }
    return ARCHIVE_FATAL;
}

static bool open_archive(unpacker *u)
{
    struct archive *a = u->archive = archive_read_new();
    u->entry = a != NULL ? archive_entry_new2(a) : NULL;
    if (u->entry == NULL)
        return stop(u, NULL);
    const bool has_source = u->job.filter == UNPACK_PLAIN ? set_source(u, a) : set_stream(u, a);
    if (!has_source || support_form(a, u->job.form) != ARCHIVE_OK || archive_read_open1(a) != ARCHIVE_OK)
        return stop(u, a);
    return true;
}

static uint64_t memory_of(const unpack_job *job)
{
    const uint64_t own = UNPACK_MEMORY + (job->filter == UNPACK_BZIP2 ? BZIP2_MEMORY : 0);
    return al_sum(own, job->memory);
}

/* Keeps the buffer from one job to the next. */
static bool has_buffer(unpacker *u, al_arena *arena)
{
    if (u->bytes->on_disk && u->buffer == NULL)
        u->buffer = al_alloc(arena, BUFFER_SIZE, 1);
    return !u->bytes->on_disk || u->buffer != NULL;
}

bool unpack_open(unpacker *u, const unpack_job *job, al_package_bytes *bytes, al_arena *arena)
{
    unpack_close(u);
    *u = (unpacker){.job = *job,
                    .bytes = bytes,
                    .budget = arena->budget,
                    .buffer = u->buffer,
                    .in_header = true,
                    .header_left = MOST_HEADER,
                    .state = UNPACK_NO_MEMORY};
    if (!has_buffer(u, arena) || !al_budget_charge(u->budget, memory_of(job)))
        return false;
    u->charged = memory_of(job);
    u->state = UNPACK_FINE;
    for (size_t i = 0; i < job->part_count; i++)
        u->size += job->parts[i].memory.len > 0 ? job->parts[i].memory.len : job->parts[i].length;
    return (job->filter == UNPACK_PLAIN || open_stream(u)) && open_archive(u);
}

void unpack_close(unpacker *u)
{
    if (u->entry != NULL)
        archive_entry_free(u->entry);
    if (u->archive != NULL)
        (void)archive_read_free(u->archive);
    if (u->stream != NULL)
        (void)archive_read_free(u->stream);
    u->entry = u->archive = u->stream = NULL;
    if (u->charged > 0)
        al_budget_release(u->budget, u->charged);
    u->charged = 0;
}

/* ---- Entries ------------------------------------------------------------------------------------------- */

static bool is_utf8(const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        const size_t length = al_utf8_length(text, left);
        if (length == 0)
            return false;
        text += length;
        left -= length;
    }
    return true;
}

/* The name as it is stored. On systems with UTF-16, libarchive has converted the names of pax, which are
 * UTF-8, and returns characters below 256 as bytes. For names that it couldn't convert it gives a warning,
 * and leaves them as they were. */
static const char *name_of(const unpacker *u, struct archive_entry *e, int status)
{
    const char *name = archive_entry_pathname(e);
    const bool pax = archive_format(u->archive) == ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE;
    const bool converted = pax && status == ARCHIVE_OK && name != NULL && !is_utf8(name);
    const char *utf8 = converted ? archive_entry_pathname_utf8(e) : NULL;
    if (utf8 != NULL)
        return utf8;
    return name != NULL ? name : "";
}

bool unpack_next(unpacker *u, unpack_entry *entry)
{
    struct archive_entry *e = u->entry;
    u->in_header = true;
    u->header_left = MOST_HEADER;
    const int status = archive_read_next_header2(u->archive, e);
    u->in_header = false;
    u->block = NULL;
    u->block_size = u->block_used = 0;
    u->block_at = u->given = 0;
    if (status == ARCHIVE_EOF) {
        u->state = UNPACK_END;
        return false;
    }
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
        return stop(u, u->archive);
    if (entry == NULL)
        return true;
    const int64_t size = archive_entry_size_is_set(e) ? archive_entry_size(e) : 0;
    *entry =
        (unpack_entry){.name = name_of(u, e, status),
                       .size = size > 0 ? (uint64_t)size : 0,
                       .regular = archive_entry_filetype(e) == AE_IFREG && archive_entry_hardlink(e) == NULL};
    return true;
}

bool unpack_pay(unpacker *u, uint64_t bytes)
{
    if (bytes > *u->job.unpacked) {
        u->state = UNPACK_TOO_MUCH;
        return false;
    }
    *u->job.unpacked -= bytes;
    return true;
}

/* Gets the next block of the entry. False at its end, with state UNPACK_FINE, and if it can't be read. */
static bool next_block(unpacker *u)
{
    la_int64_t place = 0;
    u->block_size = u->block_used = 0;
    if (!al_budget_may_continue(u->budget)) {
        u->state = UNPACK_NO_MEMORY;
        return false;
    }
    const int status = archive_read_data_block(u->archive, &u->block, &u->block_size, &place);
    if (status == ARCHIVE_EOF) {
        u->block_size = 0;
        return false;
    }
    if (status != ARCHIVE_OK) {
        u->block_size = 0;
        return stop(u, u->archive);
    }
    u->block_at = place > 0 ? (uint64_t)place : 0;
    u->of_files += u->block_size;
    if (unpack_pay(u, u->block_size))
        return true;
    u->block_size = 0;
    return false;
}

int64_t unpack_read(unpacker *u, void *buffer, size_t size)
{
    if (u->state != UNPACK_FINE)
        return -1;
    while (u->block_used == u->block_size)
        if (!next_block(u))
            return u->state == UNPACK_FINE ? 0 : -1;
    size_t count;
    if (u->given < u->block_at) { /* a hole */
        const uint64_t hole = u->block_at - u->given;
        count = hole < size ? (size_t)hole : size;
        if (!unpack_pay(u, count))
            return -1;
        memset(buffer, 0, count);
    } else {
        const al_span rest =
            al_slice_available(al_span_of(u->block, u->block_size), u->block_used, UINT64_MAX);
        count = rest.len < size ? rest.len : size;
        memcpy(buffer, rest.ptr, count);
        u->block_used += count;
    }
    u->given += count;
    return (int64_t)count;
}

bool unpack_skip(unpacker *u)
{
    if (u->state != UNPACK_FINE)
        return false;
    while (next_block(u))
        ;
    return u->state == UNPACK_FINE;
}

bool unpack_trailer(unpacker *u)
{
    const void *block;
    u->in_header = true;
    u->header_left = u->job.header_bytes;
    struct archive *a = u->stream != NULL ? u->stream : u->archive;
    for (la_ssize_t got = 1; u->job.filter != UNPACK_PLAIN && got > 0;) {
        got = read_stream(a, u, &block);
        if (got < 0)
            return stop(u, a);
    }
    return true;
}
