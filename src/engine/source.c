/* source.c: reads files and pipes into a buffer that is kept from file to file. */
#include "engine/source.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/limits.h"

enum {
    FIRST_READ = 4096,      /* enough for every magic */
    LIKELY_READ = 1 << 20,  /* and for most files of ours as a whole */
    LEAST_GROWTH = 1 << 20, /* of the buffer of a pipe, whose size nobody knows: it doubles, */
    MOST_GROWTH = 64 << 20  /* but comes close to its limit before that refuses it */
};

/* What the system knows of an open file that was read up to `at`. Its size is believed only of regular files:
 * a pipe has none, and files of /proc say 0. */
static void look(al_source *source, off_t at)
{
    struct stat info;
    if (fstat(source->descriptor, &info) != 0) {
        source->state = AL_SOURCE_UNREADABLE;
        source->error = errno;
        return;
    }
    const off_t left = at > 0 ? info.st_size - at : info.st_size;
    source->regular = S_ISREG(info.st_mode) && left > 0;
    source->size = source->regular ? (uint64_t)left : 0;
}

al_source al_source_of(int descriptor)
{
    al_source source = {.descriptor = descriptor};
    look(&source, lseek(descriptor, 0, SEEK_CUR)); /* somebody may have read of it before */
    return source;
}

al_source al_source_open(const char *path)
{
    int descriptor;
    do
        descriptor = open(path, O_RDONLY | O_CLOEXEC);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0)
        return (al_source){.descriptor = -1, .state = AL_SOURCE_UNREADABLE, .error = errno};
    al_source source = {.descriptor = descriptor};
    look(&source, 0);
    return source;
}

void al_source_close(al_source *source)
{
    if (source->descriptor >= 0)
        (void)close(source->descriptor); /* nothing was written, so nothing can be lost */
    source->descriptor = -1;
}

static void stop(al_source *source, al_source_state why, uint64_t limit)
{
    source->state = why;
    source->limit = limit;
}

static bool reserve(al_source *source, al_buffer *buffer, al_budget *budget, uint64_t size)
{
    if (al_buffer_reserve(buffer, budget, size))
        return true;
    if (budget->shortage != AL_SHORTAGE_SYSTEM)
        stop(source, AL_SOURCE_TOO_MUCH, budget->limit);
    else
        source->state = AL_SOURCE_NO_MEMORY;
    return false;
}

/* Reads until `length` bytes are in the buffer, or the file ends. */
static bool read_up_to(al_source *source, al_buffer *buffer, uint64_t length)
{
    while (source->length < length && !source->at_end) {
        const ssize_t got =
            read(source->descriptor, buffer->bytes + source->length, (size_t)(length - source->length));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            source->state = AL_SOURCE_UNREADABLE;
            source->error = errno;
            return false;
        }
        source->length += (size_t)got;
        /* A regular file that gave all it has needs no further call to say so. */
        source->at_end = got == 0 || (source->regular && source->length == source->size);
    }
    return true;
}

/* The size is what was read: the file may have changed since the system was asked. */
static void settle_size(al_source *source, uint64_t max_size)
{
    source->size = source->length;
    if (source->length > max_size)
        stop(source, AL_SOURCE_TOO_LARGE, max_size);
}

static uint64_t first_read(const al_source *source, bool likely)
{
    if (!likely || !source->regular || source->size < FIRST_READ)
        return FIRST_READ;
    return source->size < LIKELY_READ ? source->size : LIKELY_READ;
}

void al_source_read_head(al_source *source, al_buffer *buffer, al_budget *budget, uint64_t max_size,
                         bool likely)
{
    if (source->state != AL_SOURCE_READ)
        return;
    const uint64_t first = first_read(source, likely);
    if (!reserve(source, buffer, budget, first) || !read_up_to(source, buffer, first))
        return;
    if (!source->regular)
        source->size = source->length; /* as far as it is known */
    if (source->at_end)
        settle_size(source, max_size);
}

void al_source_read_rest(al_source *source, al_buffer *buffer, al_budget *budget, uint64_t max_size)
{
    if (source->state != AL_SOURCE_READ || source->at_end)
        return;
    if (source->regular && source->size > max_size) {
        stop(source, AL_SOURCE_TOO_LARGE, max_size);
        return;
    }
    while (!source->at_end && source->length <= max_size) {
        const uint64_t least = source->length > LEAST_GROWTH ? source->length : LEAST_GROWTH;
        const uint64_t step = least < MOST_GROWTH ? least : MOST_GROWTH;
        uint64_t wanted =
            source->regular && source->size > source->length ? source->size : source->length + step;
        wanted = wanted > max_size ? max_size + 1 : wanted; /* one more: then it is too large */
        if (!reserve(source, buffer, budget, wanted) || !read_up_to(source, buffer, wanted))
            return;
    }
    settle_size(source, max_size);
}
