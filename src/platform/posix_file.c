/* posix_file.c: reads files. */
#define _POSIX_C_SOURCE 200809L

#include "platform/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/posix_internal.h"

const al_file al_standard_input = {.handle = STDIN_FILENO};
const al_file al_standard_output = {.handle = STDOUT_FILENO};
const al_file al_standard_error = {.handle = STDERR_FILENO};

/* `offset`: how much of the file has been read. */
static al_file_info info_of(const struct stat *about, off_t offset)
{
    al_file_info info = {.kind = AL_KIND_OTHER};
    if (S_ISDIR(about->st_mode))
        info.kind = AL_KIND_FOLDER;
    if (S_ISFIFO(about->st_mode))
        info.kind = AL_KIND_PIPE;
    if (!S_ISREG(about->st_mode))
        return info;
    info.kind = AL_KIND_FILE;
    if (about->st_size > offset)
        info.size = (uint64_t)(about->st_size - offset);
    return info;
}

int al_stat_path(const char *path, al_file_info *info)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return errno;
    *info = info_of(&about, 0);
    return 0;
}

int al_stat_link(const char *path, al_file_info *info)
{
    struct stat about;
    if (lstat(path, &about) != 0)
        return errno;
    *info = S_ISLNK(about.st_mode) ? (al_file_info){.kind = AL_KIND_LINK} : info_of(&about, 0);
    return 0;
}

bool al_exists(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0;
}

static int open_to_read(const char *path, int flags, al_file *file)
{
    int descriptor;
    do
        descriptor = open(path, O_RDONLY | O_CLOEXEC | flags);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0)
        return errno;
    file->handle = descriptor;
    return 0;
}

int al_file_open(const char *path, al_file *file)
{
    return open_to_read(path, 0, file);
}

int al_pipe_open(const char *path, al_file *file)
{
    return open_to_read(path, O_NONBLOCK, file);
}

bool al_file_wait(al_file file, int milliseconds)
{
    struct pollfd wanted[] = {{.fd = (int)file.handle, .events = POLLIN},
                              {.fd = al_interrupt_pipe(), .events = POLLIN}};
    int ready;
    const int flags = fcntl(wanted[0].fd, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_WRONLY)
        return true; /* it can never be read: al_file_read returns the error */
    do
        ready = poll(wanted, sizeof wanted / sizeof wanted[0], milliseconds);
    while (ready < 0 && errno == EINTR);
    return ready < 0 || wanted[0].revents != 0; /* if poll fails, al_file_read returns the error */
}

bool al_file_is_terminal(al_file file)
{
    return isatty((int)file.handle) == 1;
}

void al_file_close(al_file file)
{
    (void)close((int)file.handle); /* only read, so a failure loses no data */
}

int al_stat_opened(al_file file, al_file_info *info)
{
    struct stat about;
    if (fstat((int)file.handle, &about) != 0)
        return errno;
    *info = info_of(&about, 0);
    return 0;
}

int al_stat_file(al_file file, al_file_info *info)
{
    struct stat about;
    if (fstat((int)file.handle, &about) != 0)
        return errno;
    const off_t at = lseek((int)file.handle, 0,
                           SEEK_CUR); /* standard input may have been read by another program before */
    *info = info_of(&about, at > 0 ? at : 0);
    return 0;
}

int al_file_seek(al_file file, uint64_t offset)
{
    if (offset > INT64_MAX) /* off_t has 64 bits */
        return EOVERFLOW;
    return lseek((int)file.handle, (off_t)offset, SEEK_SET) < 0 ? errno : 0;
}

size_t al_file_read(al_file file, void *buffer, size_t size, int *error)
{
    ssize_t got;
    do
        got = read((int)file.handle, buffer, size);
    while (got < 0 && (errno == EINTR || (errno == EAGAIN && al_file_wait(file, -1))));
    *error = got < 0 ? errno : 0;
    return got < 0 ? 0 : (size_t)got;
}
