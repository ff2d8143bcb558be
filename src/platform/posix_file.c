/* posix_file.c: reads files and folders, and finds out which file a path or a stream leads to. */
#define _XOPEN_SOURCE   700 /* POSIX of 2008 with realpath, */
#define _DEFAULT_SOURCE     /* and with the kinds of entries of folders */

#include "platform/posix_internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Paths --------------------------------------------------------------------------------------------- */

bool al_must_expand_patterns(void)
{
    return false;
}

size_t al_path_root(const char *path)
{
    return path[0] == '/';
}

void al_path_use_slashes(char *path)
{
    (void)path;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

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

/* O_NONBLOCK: opening a named pipe would otherwise wait for a writer. */
int al_file_open(const char *path, al_file *file)
{
    int descriptor;
    do
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0)
        return errno;
    file->handle = descriptor;
    return 0;
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

/* ---- Links, and the ids of files ----------------------------------------------------------------------- */

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

static al_file_id id_of(const struct stat *about, al_file_kind kind)
{
    return (al_file_id){.kind = kind, .device = (uint64_t)about->st_dev, .number = (uint64_t)about->st_ino};
}

/* Several programs may write to a device, but not to a pipe or a file. */
static bool id_of_existing(const struct stat *about, al_file_id *id)
{
    *id = id_of(about, S_ISREG(about->st_mode) ? AL_KIND_FILE : AL_KIND_OTHER);
    id->size = S_ISREG(about->st_mode) ? (uint64_t)about->st_size : 0;
    return !S_ISCHR(about->st_mode) && !S_ISBLK(about->st_mode) && !S_ISDIR(about->st_mode);
}

/* The id of a file that could be created with this path. */
static bool id_in_folder(char *path, al_file_id *id)
{
    struct stat about;
    char name[sizeof id->name];
    const size_t folder = folder_length(path);
    const size_t length = strlen(path + folder);
    if (length == 0 || length >= sizeof name)
        return false;
    memcpy(name, path + folder, length + 1);
    path[folder] = '\0';
    if (stat(folder > 0 ? path : ".", &about) != 0)
        return false;
    *id = id_of(&about, AL_KIND_FILE);
    memcpy(id->name, name, length + 1);
    return true;
}

bool al_find_file_id(const char *path, al_file_id *id)
{
    char current[PATH_MAX];
    struct stat about;
    const size_t length = strlen(path);
    if (length >= sizeof current)
        return false;
    memcpy(current, path, length + 1);
    for (int links = 0; links <= AL_MAX_LINKS; links++) {
        if (stat(current, &about) == 0)
            return id_of_existing(&about, id);
        if (errno != ENOENT)
            return false;
        const int error = al_follow_link(current);
        if (error != 0)
            return error != ENAMETOOLONG && id_in_folder(current, id);
    }
    return false;
}

char *al_link_target(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0 && S_ISLNK(about.st_mode) ? realpath(path, NULL) : NULL;
}

static bool find_stream_id(int descriptor, al_file_id *id)
{
    struct stat about;
    return fstat(descriptor, &about) == 0 && id_of_existing(&about, id);
}

bool al_find_input_id(al_file_id *id)
{
    return find_stream_id(STDIN_FILENO, id);
}

bool al_find_output_id(al_file_id *id)
{
    return find_stream_id(STDOUT_FILENO, id);
}

/* ---- Folders ------------------------------------------------------------------------------------------- */

/* An al_folder is a DIR of the C library, cast to another type. */

al_folder *al_folder_open(const char *path, int *error)
{
    DIR *folder = opendir(path);
    *error = folder == NULL ? errno : 0;
    return (al_folder *)folder;
}

/* False if the entry was deleted meanwhile. */
static bool ask_kind(DIR *folder, const char *name, al_file_kind *kind)
{
    struct stat about;
    *kind = AL_KIND_UNKNOWN;
    if (fstatat(dirfd(folder), name, &about, AT_SYMLINK_NOFOLLOW) != 0)
        return errno != ENOENT;
    *kind = S_ISDIR(about.st_mode) ? AL_KIND_FOLDER : AL_KIND_OTHER;
    if (S_ISREG(about.st_mode))
        *kind = AL_KIND_FILE;
    return true;
}

/* The same. Most file systems tell the kind together with the name: a call for each file would take as long
 * as to open it. */
static bool find_kind(DIR *folder, const struct dirent *entry, al_file_kind *kind)
{
    *kind = AL_KIND_OTHER;
    if (entry->d_type == DT_UNKNOWN)
        return ask_kind(folder, entry->d_name, kind);
    if (entry->d_type == DT_DIR)
        *kind = AL_KIND_FOLDER;
    if (entry->d_type == DT_REG)
        *kind = AL_KIND_FILE;
    return true;
}

bool al_folder_next(al_folder *folder, al_folder_entry *entry, int *error)
{
    DIR *open_folder = (DIR *)folder;
    for (;;) {
        errno = 0;
        const struct dirent *next = readdir(open_folder);
        if (next == NULL) {
            *error = errno;
            return false;
        }
        *error = 0;
        entry->name = next->d_name;
        if (strcmp(entry->name, ".") != 0 && strcmp(entry->name, "..") != 0 &&
            find_kind(open_folder, next, &entry->kind))
            return true;
    }
}

void al_folder_close(al_folder *folder)
{
    if (folder != NULL)
        (void)closedir((DIR *)folder);
}

bool al_current_folder(char *path, size_t size)
{
    return getcwd(path, size) != NULL;
}
