/* posix_output.c: writes files that replace others only when they are complete.
 *
 * A regular file is written to a temporary file in the same folder, which is then renamed. If the path is a
 * symbolic link, the link stays and its target is replaced. Written directly: pipes, devices, what is already
 * open under /dev/fd and /proc, and a file in a folder where we may not create files.
 */
#define _XOPEN_SOURCE 700 /* POSIX of 2008 with realpath and fchown */

#include "platform/common.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/posix_internal.h"

/* ---- Finding the file to write ------------------------------------------------------------------------- */

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

int al_follow_link(char *path)
{
    char target[PATH_MAX];
    const ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0)
        return errno;
    target[length] = '\0';
    const size_t folder = target[0] == '/' ? 0 : folder_length(path);
    if ((size_t)length >= PATH_MAX - folder)
        return ENAMETOOLONG;
    memcpy(path + folder, target, (size_t)length + 1);
    return 0;
}

/* Links in these folders lead to open files, not to paths. */
static bool is_open_already(const char *path)
{
    static const char *const folders[] = {"/dev/std", "/dev/fd/", "/proc/"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (strncmp(path, folders[i], strlen(folders[i])) == 0)
            return true;
    return false;
}

typedef struct target {
    char path[PATH_MAX]; /* with all links resolved */
    bool exists;
    struct stat about; /* if it exists */
    bool replaceable;  /* it can be replaced or created; otherwise it is written directly, */
    int flags;         /* and opened with these flags */
} target;

/* Follows links. Returns an error. */
static int find_target(const char *path, target *t)
{
    const size_t length = strlen(path);
    *t = (target){.path = ""};
    if (length == 0 || path[length - 1] == '/')
        return length == 0 ? ENOENT : EISDIR;
    if (length >= sizeof t->path)
        return ENAMETOOLONG;
    memcpy(t->path, path, length + 1);
    for (int links = 0; links <= AL_MAX_LINKS; links++) {
        if (is_open_already(t->path)) {
            t->flags = O_APPEND; /* keep what was written before */
            return 0;
        }
        t->exists = lstat(t->path, &t->about) == 0;
        if (!t->exists && errno != ENOENT)
            return errno;
        if (!t->exists || !S_ISLNK(t->about.st_mode)) {
            t->replaceable = !t->exists || S_ISREG(t->about.st_mode);
            return 0;
        }
        const int error = al_follow_link(t->path);
        if (error != 0)
            return error;
    }
    return ELOOP;
}

int al_find_output(const char *path, char found[PATH_MAX])
{
    target t;
    const int error = find_target(path, &t);
    if (error != 0)
        return error;
    const size_t folder = folder_length(t.path);
    if (t.replaceable && folder == 0)
        memcpy(t.path, ".", sizeof ".");
    else if (t.replaceable)
        t.path[folder] = '\0';
    memcpy(found, t.path, sizeof t.path);
    return 0;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

static int open_for_writing(const char *path, int flags, mode_t mode)
{
    int descriptor;
    do
        descriptor = open(path, flags | O_WRONLY | O_CLOEXEC, mode);
    while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

/* Opens a named pipe once a program reads it. Until then an interrupt ends the waiting. */
static int open_pipe_for_writing(const char *path)
{
    enum { PAUSE = 50 }; /* milliseconds */
    struct pollfd interrupt = {.fd = al_interrupt_pipe(), .events = POLLIN};
    int descriptor;
    while ((descriptor = open_for_writing(path, O_NONBLOCK, 0)) < 0 && errno == ENXIO)
        if (poll(&interrupt, 1, PAUSE) > 0 || al_interrupted()) {
            errno = EINTR;
            return -1;
        }
    if (descriptor >= 0)
        (void)fcntl(descriptor, F_SETFL, O_WRONLY);
    return descriptor;
}

/* Creates a file with a unique name in the folder of `path`. Returns its descriptor and its `*name`, which
 * the caller frees; or -1 with errno. */
static int create_temporary(const char *path, char **name)
{
    enum { MAX_TRIES = 100, NAME_SIZE = 64 };
    const size_t folder = folder_length(path);
    char *temporary = malloc(folder + NAME_SIZE);
    int descriptor = -1;
    if (temporary == NULL)
        return -1;
    memcpy(temporary, path, folder);
    for (int i = 0; i < MAX_TRIES && descriptor < 0 && (i == 0 || errno == EEXIST); i++) {
        (void)snprintf(temporary + folder, NAME_SIZE, ".assetlint-%ld-%d.tmp", (long)getpid(), i);
        descriptor = open_for_writing(temporary, O_CREAT | O_EXCL, 0666);
    }
    if (descriptor >= 0) {
        *name = temporary;
        return descriptor;
    }
    const int error = errno;
    free(temporary);
    errno = error;
    return -1;
}

/* Gives a new file the owner and permissions of the file that it replaces. Keeps our owner if we may not
 * change it. */
static void copy_permissions(int descriptor, const struct stat *about)
{
    const bool same = about->st_uid == geteuid() && about->st_gid == getegid();
    if (same || fchown(descriptor, about->st_uid, about->st_gid) == 0)
        (void)fchmod(descriptor, about->st_mode & 07777);
    else /* without setuid and setgid, which were meant for another owner */
        (void)fchmod(descriptor, about->st_mode & 0777);
}

/* Opens the file itself, or a temporary one that will replace it. Returns a descriptor, or -1 with errno. */
static int open_target(const target *t, al_output *output)
{
    if (t->exists && S_ISFIFO(t->about.st_mode))
        return open_pipe_for_writing(t->path);
    if (!t->replaceable && output->whole) {
        errno = EACCES;
        return -1;
    }
    if (!t->replaceable)
        return open_for_writing(t->path, t->flags, 0);
    if (t->exists && access(t->path, W_OK) != 0) /* a read-only file must not be replaced */
        return -1;
    const int descriptor = create_temporary(t->path, &output->temporary);
    if (descriptor < 0)
        return t->exists && !output->whole && (errno == EACCES || errno == EPERM || errno == EROFS)
                   ? open_for_writing(t->path, O_TRUNC, 0)
                   : -1;
    al_remember_unfinished(output->temporary);
    if (t->exists)
        copy_permissions(descriptor, &t->about);
    return descriptor;
}

/* Opens the stream for a descriptor, which it then owns. If the descriptor is -1, errno is the error. Returns
 * an error. */
static int open_stream(al_output *output, int descriptor)
{
    output->stream = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    if (output->stream != NULL)
        return 0;
    const int error = errno;
    if (descriptor >= 0)
        (void)close(descriptor);
    return error;
}

int al_output_start(const char *path, al_output *output)
{
    target t;
    const int error = find_target(path, &t);
    if (error != 0)
        return error;
    output->path = strdup(t.path);
    return open_stream(output, output->path != NULL ? open_target(&t, output) : -1);
}

int al_output_append(const char *path, al_output *output)
{
    *output = (al_output){.stream = NULL};
    return open_stream(output, open_for_writing(path, O_CREAT | O_APPEND, 0666));
}

int al_stream_sync(FILE *stream)
{
    return fflush(stream) != 0 || fsync(fileno(stream)) != 0 ? errno : 0;
}

int al_folder_make(const char *path)
{
    struct stat about;
    if (mkdir(path, 0777) == 0)
        return 0;
    const int error = errno;
    return error == EEXIST && lstat(path, &about) == 0 && S_ISDIR(about.st_mode) ? 0 : error;
}

int al_replace_file(const char *from, const char *to)
{
    return rename(from, to) != 0 ? errno : 0;
}

void al_remove_file(const char *path)
{
    (void)unlink(path);
}
