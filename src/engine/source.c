/* source.c: reads files and pipes into a buffer that is kept from file to file. */
#include "engine/source.h"

enum {
    FIRST_READ = 4096,      /* enough for every magic */
    LIKELY_READ = 8 << 20,  /* all of nearly all files of known formats: a zip gives a member at once */
    LEAST_GROWTH = 1 << 20, /* of the buffer for a pipe, whose size is unknown: the buffer doubles, */
    MOST_GROWTH = 64 << 20, /* but not by more than this, so that it comes close to its limit */
    MOST_AT_ONCE = 8 << 20  /* between two questions whether to stop */
};

/* ---- Files as streams ---------------------------------------------------------------------------------- */

static int64_t read_file(void *context, void *buffer, size_t size)
{
    al_file_reader *reader = context;
    if (reader->waits)
        (void)al_file_wait(reader->file, -1);
    if (al_watch_stopped(reader->watch))
        return -1;
    const size_t got = al_file_read(reader->file, buffer, size, &reader->error);
    al_watch_add(reader->watch, got);
    return reader->error == 0 ? (int64_t)got : -1;
}

static const char *reason_of_file(void *context)
{
    const al_file_reader *reader = context;
    return al_error_text(reader->error);
}

/* If the system doesn't tell about the file, `info` is unknown, and reading it will report why. */
static al_stream stream_of(al_file_reader *reader, al_file file, al_file_info info)
{
    *reader = (al_file_reader){.file = file, .waits = info.kind != AL_KIND_FILE};
    return (al_stream){.context = reader, .read = read_file, .reason = reason_of_file, .length = info.size};
}

al_stream al_stream_of_file(al_file_reader *reader, al_file file)
{
    al_file_info info = {.kind = AL_KIND_UNKNOWN};
    (void)al_stat_file(file, &info);
    return stream_of(reader, file, info);
}

/* ---- Sources ------------------------------------------------------------------------------------------- */

static void stop_unreadable(al_source *source, const char *reason)
{
    source->state = AL_SOURCE_UNREADABLE;
    source->what = "file";
    source->reason = reason != NULL ? reason : "unknown error";
}

static void stop_at_limit(al_source *source, al_source_state why, uint64_t limit)
{
    source->state = why;
    source->limit = limit;
}

al_source al_source_of_stream(const al_stream *stream)
{
    return (al_source){.stream = *stream, .size = stream->length, .sized = stream->length > 0};
}

al_source al_source_of_memory(al_span memory)
{
    return (al_source){.memory = memory, .size = memory.len, .length = memory.len, .at_end = true};
}

al_source al_source_unreadable(const char *what, const char *reason)
{
    return (al_source){.state = AL_SOURCE_UNREADABLE, .what = what, .reason = reason};
}

al_source al_source_already_read(uint64_t size)
{
    return (al_source){.size = size, .sized = true, .at_end = true, .already_read = true};
}

static void open_source(al_source *source, const char *path, bool is_listed)
{
    al_file file;
    al_file_info info = {.kind = AL_KIND_UNKNOWN};
    int error = al_file_open(path, &file);
    *source = (al_source){.opened = error == 0};
    if (error != 0) {
        stop_unreadable(source, al_error_text(error));
        source->absent = al_is_not_found(error);
        return;
    }
    error = al_stat_opened(file, &info);
    source->stream = stream_of(&source->reader, file, info);
    source->size = source->stream.length;
    source->sized = source->size > 0;
    if (is_listed && error == 0 && info.kind != AL_KIND_FILE)
        stop_unreadable(source, "it was a file when its folder was listed, and is none now");
}

void al_source_open(al_source *source, const char *path)
{
    open_source(source, path, false);
}

void al_source_open_listed(al_source *source, const char *path)
{
    open_source(source, path, true);
}

void al_source_close(al_source *source)
{
    if (source->opened)
        al_file_close(source->reader.file);
    source->opened = false;
}

void al_source_begin(al_source *source, al_buffer *buffer, al_budget *budget, uint64_t max_size)
{
    source->buffer = buffer;
    source->budget = budget;
    source->reader.watch = budget->watch;
    source->max_size = max_size;
}

static bool reserve(al_source *source, uint64_t size)
{
    if (al_buffer_reserve(source->buffer, source->budget, size))
        return true;
    if (source->budget->shortage != AL_SHORTAGE_SYSTEM)
        stop_at_limit(source, AL_SOURCE_TOO_MUCH, source->budget->limit);
    else
        source->state = AL_SOURCE_NO_MEMORY;
    return false;
}

/* Reads until `length` bytes are in the buffer, or the stream ends. */
static bool read_up_to(al_source *source, uint64_t length)
{
    const al_stream *stream = &source->stream;
    while (source->length < length && !source->at_end) {
        const uint64_t left = length - source->length;
        const size_t wanted = left < MOST_AT_ONCE ? (size_t)left : MOST_AT_ONCE;
        const int64_t got = stream->read(stream->context, source->buffer->bytes + source->length, wanted);
        if (!al_budget_may_continue(source->budget)) {
            source->state = AL_SOURCE_NO_MEMORY;
            return false;
        }
        if (got < 0) {
            stop_unreadable(source, stream->reason != NULL ? stream->reason(stream->context) : NULL);
            return false;
        }
        if ((uint64_t)got > wanted) {
            stop_unreadable(source, "the stream returned more bytes than it was asked for");
            return false;
        }
        source->length += (size_t)got;
        /* After the announced size no further call is needed to find the end. */
        source->at_end = got == 0 || (source->sized && source->length == source->size);
    }
    return true;
}

/* The size is the number of bytes that were read: the file may have changed since it was opened. */
static void settle_size(al_source *source)
{
    source->size = source->length;
    if (source->length > source->max_size)
        stop_at_limit(source, AL_SOURCE_TOO_LARGE, source->max_size);
}

static uint64_t first_read(const al_source *source, bool likely)
{
    if (!likely || !source->sized || source->size < FIRST_READ || source->size > source->max_size)
        return FIRST_READ;
    return source->size < LIKELY_READ ? source->size : LIKELY_READ;
}

void al_source_read_head(al_source *source, bool likely)
{
    if (source->state != AL_SOURCE_READ || source->at_end)
        return;
    const uint64_t first = first_read(source, likely);
    if (!reserve(source, first) || !read_up_to(source, first))
        return;
    if (!source->sized)
        source->size = source->length; /* as far as it is known */
    if (source->at_end)
        settle_size(source);
}

void al_source_read_rest(al_source *source)
{
    const uint64_t max_size = source->max_size;
    if (source->state != AL_SOURCE_READ || source->at_end)
        return;
    if (source->sized && source->size > max_size) {
        stop_at_limit(source, AL_SOURCE_TOO_LARGE, max_size);
        return;
    }
    while (!source->at_end && source->length <= max_size) {
        const uint64_t least = source->length > LEAST_GROWTH ? source->length : LEAST_GROWTH;
        const uint64_t step = least < MOST_GROWTH ? least : MOST_GROWTH;
        uint64_t wanted =
            source->sized && source->size > source->length ? source->size : source->length + step;
        wanted = wanted > max_size ? max_size + 1 : wanted; /* one more: then it is too large */
        if (!reserve(source, wanted) || !read_up_to(source, wanted))
            return;
    }
    settle_size(source);
}

void al_source_read_first(al_source *source, uint64_t length)
{
    al_source_read_head(source, false);
    if (source->state == AL_SOURCE_READ && !source->at_end && source->length < length &&
        length <= source->max_size && reserve(source, length))
        (void)read_up_to(source, length);
    else if (length > source->max_size)
        al_source_read_rest(source);
}

void al_source_read_end(al_source *source)
{
    const al_file file = source->reader.file;
    if (source->state != AL_SOURCE_READ || source->at_end)
        return;
    if (source->size <= source->length + AL_END_SIZE) {
        al_source_read_rest(source);
        return;
    }
    int error = al_file_seek(file, source->size - AL_END_SIZE);
    const size_t got = error == 0 ? al_file_read(file, source->end, AL_END_SIZE, &error) : 0;
    if (error == 0)
        error = al_file_seek(file, source->length);
    if (error != 0)
        stop_unreadable(source, al_error_text(error));
    else if (got < AL_END_SIZE) /* the file has become shorter */
        al_source_read_rest(source);
    else
        source->end_length = AL_END_SIZE;
}

void al_source_read_whole(al_source *source, al_buffer *buffer, al_budget *budget, uint64_t max_size)
{
    al_source_begin(source, buffer, budget, max_size);
    al_source_read_head(source, true);
    al_source_read_rest(source);
}

al_span al_source_end(const al_source *source)
{
    al_span end = al_span_of(source->end, source->end_length);
    end.base = source->size - source->end_length;
    return end;
}

al_span al_source_bytes(const al_source *source)
{
    return source->stream.read == NULL || source->buffer == NULL
               ? source->memory
               : al_span_of(source->buffer->bytes, source->length);
}
