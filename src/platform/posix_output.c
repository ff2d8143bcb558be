/* posix_output.c: files that take the place of others when they are whole.
 *
 * A regular file is written beside the one that is there, and renamed. Where a link leads that is what
 * counts, as it would for a shell: the link stays. What can't be replaced is written to as it is: pipes,
 * devices, what is open already under /dev/fd and /proc, and a file whose folder takes no other.
 */
#define _XOPEN_SOURCE 700 /* POSIX of 2008 with realpath and fchown */

#include "platform/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/posix_links.h"
#include "platform/posix_unfinished.h"

/* ---- What an interrupted program leaves ---------------------------------------------------------------- */

enum { MOST_UNFINISHED = 16 }; /* more are written, but may be left behind */

/* Files that are not whole. A signal may come at any time: a path is complete before it is in use. */
static struct {
    volatile sig_atomic_t used;
    char path[PATH_MAX];
} unfinished[MOST_UNFINISHED];

void al_remove_unfinished(void)
{
    for (size_t i = 0; i < MOST_UNFINISHED; i++)
        if (unfinished[i].used)
            (void)unlink(unfinished[i].path);
}

static void remove_and_die(int signal_number)
{
    al_remove_unfinished();
    (void)raise(signal_number); /* the handler is gone */
}

/* What was set to be ignored stays so, and so does what is noted (posix_interrupt.c). */
static void watch_signals(void)
{
    static const int deadly[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof deadly / sizeof deadly[0]; i++) {
        struct sigaction now, wanted = {.sa_flags = (int)SA_RESETHAND | SA_NODEFER};
        wanted.sa_handler = remove_and_die;
        (void)sigemptyset(&wanted.sa_mask);
        if (sigaction(deadly[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            (void)sigaction(deadly[i], &wanted, NULL);
    }
}

static void remember(const char *path)
{
    const size_t length = strlen(path);
    for (size_t i = 0; i < MOST_UNFINISHED; i++)
        if (!unfinished[i].used && length < sizeof unfinished[i].path) {
            memcpy(unfinished[i].path, path, length + 1);
            unfinished[i].used = 1;
            break;
        }
    watch_signals();
}

static void forget(const char *path)
{
    for (size_t i = 0; i < MOST_UNFINISHED; i++)
        if (unfinished[i].used && strcmp(unfinished[i].path, path) == 0)
            unfinished[i].used = 0;
}

/* ---- Where it goes ------------------------------------------------------------------------------------- */

/* Links of a kind that leads to what is open, not to a path. */
static bool is_open_already(const char *path)
{
    static const char *const folders[] = {"/dev/std", "/dev/fd/", "/proc/"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (strncmp(path, folders[i], strlen(folders[i])) == 0)
            return true;
    return false;
}

typedef struct target {
    char path[PATH_MAX]; /* behind all links */
    bool there;          /* a file has it: */
    struct stat about;
    bool replaced; /* it can be, or created; otherwise it is written to, */
    int flags;     /* opened with these, too */
} target;

/* Follows links. Returns an error. */
static int find_target(const char *path, target *t)
{
    enum { MOST_LINKS = 40 };
    char leads_to[PATH_MAX];
    const size_t length = strlen(path);
    *t = (target){.path = ""};
    if (length == 0 || path[length - 1] == '/')
        return length == 0 ? ENOENT : EISDIR;
    if (!al_follow_link(t->path, path))
        return ENAMETOOLONG;
    for (int links = 0; links <= MOST_LINKS; links++) {
        if (is_open_already(t->path)) {
            t->flags = O_APPEND; /* what was written to it before stays */
            return 0;
        }
        t->there = lstat(t->path, &t->about) == 0;
        if (!t->there && errno != ENOENT)
            return errno;
        if (!t->there || !S_ISLNK(t->about.st_mode)) {
            t->replaced = !t->there || S_ISREG(t->about.st_mode);
            return 0;
        }
        const ssize_t read = readlink(t->path, leads_to, sizeof leads_to - 1);
        if (read < 0)
            return errno;
        leads_to[read] = '\0';
        if (!al_follow_link(t->path, leads_to))
            return ENAMETOOLONG;
    }
    return ELOOP;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

static int open_to_write(const char *path, int flags, mode_t mode)
{
    int descriptor;
    do
        descriptor = open(path, flags | O_WRONLY | O_CLOEXEC, mode);
    while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

/* A file with a name of its own in the folder of `path`; its name is `*name`. Returns its descriptor. */
static int create_beside(const char *path, char **name)
{
    enum { MOST_TRIES = 100, ROOM = 64 };
    const char *slash = strrchr(path, '/');
    const size_t folder = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    char *beside = malloc(folder + ROOM);
    int descriptor = -1;
    if (beside == NULL)
        return -1;
    memcpy(beside, path, folder);
    for (int i = 0; i < MOST_TRIES && descriptor < 0 && (i == 0 || errno == EEXIST); i++) {
        (void)snprintf(beside + folder, ROOM, ".assetlint-%ld-%d.tmp", (long)getpid(), i);
        descriptor = open_to_write(beside, O_CREAT | O_EXCL, 0666);
    }
    if (descriptor >= 0) {
        *name = beside;
        return descriptor;
    }
    const int error = errno;
    free(beside);
    errno = error;
    return -1;
}

/* What takes the place of a file is as accessible as that was; who may not give it to its owner keeps it. */
static void take_after(int descriptor, const struct stat *about)
{
    const bool same = about->st_uid == geteuid() && about->st_gid == getegid();
    if (same || fchown(descriptor, about->st_uid, about->st_gid) == 0)
        (void)fchmod(descriptor, about->st_mode & 07777);
    else /* no bits of another owner's for this one */
        (void)fchmod(descriptor, about->st_mode & 0777);
}

/* Opens the file itself, or one that will replace it. Returns a descriptor, or -1 with errno. */
static int open_target(const target *t, al_output *output)
{
    if (!t->replaced)
        return open_to_write(t->path, t->flags, 0);
    if (t->there && access(t->path, W_OK) != 0) /* whoever made it so wants it to stay */
        return -1;
    const int descriptor = create_beside(t->path, &output->temporary);
    if (descriptor < 0)
        return t->there && (errno == EACCES || errno == EPERM || errno == EROFS)
                   ? open_to_write(t->path, O_TRUNC, 0)
                   : -1;
    remember(output->temporary);
    if (t->there)
        take_after(descriptor, &t->about);
    return descriptor;
}

/* Takes over the descriptor; below 0: errno says why there is none. */
static int begin(al_output *output, int descriptor)
{
    output->stream = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    if (output->stream != NULL)
        return 0;
    const int why = errno;
    if (descriptor >= 0)
        (void)close(descriptor);
    al_output_discard(output);
    return why;
}

int al_output_open(const char *path, al_output *output)
{
    target t;
    *output = (al_output){.stream = NULL};
    const int error = find_target(path, &t);
    if (error != 0)
        return error;
    output->path = strdup(t.path);
    return begin(output, output->path != NULL ? open_target(&t, output) : -1);
}

int al_output_append(const char *path, al_output *output)
{
    *output = (al_output){.stream = NULL};
    return begin(output, open_to_write(path, O_CREAT | O_APPEND, 0666));
}

static void end(al_output *output)
{
    if (output->temporary != NULL)
        forget(output->temporary);
    free(output->temporary);
    free(output->path);
    *output = (al_output){.stream = NULL};
}

int al_output_finish(al_output *output)
{
    int error = fclose(output->stream) != 0 ? errno : 0;
    output->stream = NULL;
    if (error == 0 && output->temporary != NULL && rename(output->temporary, output->path) != 0)
        error = errno;
    if (error != 0)
        al_output_discard(output);
    else
        end(output);
    return error;
}

void al_output_discard(al_output *output)
{
    if (output->stream != NULL)
        (void)fclose(output->stream);
    if (output->temporary != NULL)
        (void)unlink(output->temporary);
    end(output);
}
