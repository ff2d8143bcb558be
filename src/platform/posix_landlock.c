/* posix_landlock.c: what the program may open, by Landlock of Linux 5.13 and later.
 *
 * A kernel says how much of Landlock it has by a number, its ABI; a right that it doesn't know is an error.
 * So all is left out that is newer than the kernel. The headers of the system may be older than the kernel,
 * too: numbers and structures stand here.
 */
#define _GNU_SOURCE /* O_PATH, syscall */

#include "platform/platform.h"
#include "platform/posix_internal.h"

#if AL_FILE_RULES

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The same numbers on all systems that assetlint knows. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };

enum { ASK_ABI = 1, PATH_BENEATH = 1 };

/* linux/landlock.h: struct landlock_ruleset_attr. A kernel that knows only its beginning accepts the rest if
 * it is 0. */
typedef struct ruleset {
    uint64_t files, network, scopes;
} ruleset;

/* struct landlock_path_beneath_attr, of which the kernel reads the first 12 bytes. */
typedef struct path_rule {
    uint64_t rights;
    int32_t folder;
} path_rule;

/* Everything that an ABI can forbid: rights to files; TCP; abstract sockets and signals to others. */
static ruleset rules_of(long abi)
{
    enum { OF_FIRST = 13, MOVE = 1 << 13, IOCTL = 1 << 15, BIND_AND_CONNECT = 3, SOCKETS_AND_SIGNALS = 3 };
    ruleset all = {.files = (UINT64_C(1) << OF_FIRST) - 1};
    if (abi >= 2)
        all.files |= MOVE;
    if (abi >= 3)
        all.files |= AL_LANDLOCK_TRUNCATE;
    if (abi >= 4)
        all.network = BIND_AND_CONNECT;
    if (abi >= 5)
        all.files |= IOCTL;
    if (abi >= 6)
        all.scopes = SOCKETS_AND_SIGNALS;
    return all;
}

static long abi_of_kernel(void)
{
    return syscall(CREATE_RULESET, NULL, 0, ASK_ABI);
}

int al_landlock_begin(void)
{
    const long abi = abi_of_kernel();
    const ruleset all = rules_of(abi);
    return abi >= 1 ? (int)syscall(CREATE_RULESET, &all, sizeof all, 0) : -1;
}

/* A file has fewer rights than a folder, and the kernel refuses the others. */
static uint64_t rights_of_file(uint64_t rights)
{
    return rights & (AL_LANDLOCK_READ | AL_LANDLOCK_WRITE | AL_LANDLOCK_TRUNCATE);
}

/* Whether a path that can't be found now can't be opened later, either. */
static bool stays_closed(int error)
{
    return error == ENOENT || error == ENOTDIR || error == EACCES || error == ELOOP || error == ENAMETOOLONG;
}

/* The kernel has no rules for pipes, which need none. */
static bool add_rule(int rules, int file, uint64_t rights)
{
    const path_rule rule = {.rights = rights, .folder = file};
    return syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0) == 0 || errno == EBADFD;
}

bool al_landlock_allow(int rules, const char *path, uint64_t rights)
{
    const int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0)
        return stays_closed(errno);
    if ((rights & AL_LANDLOCK_TRUNCATE) != 0)
        rights &= rules_of(abi_of_kernel()).files;
    const bool added =
        add_rule(rules, file, rights) || (errno == EINVAL && add_rule(rules, file, rights_of_file(rights)));
    (void)close(file);
    return added;
}

void al_landlock_discard(int rules)
{
    (void)close(rules);
}

bool al_landlock_enter(int rules)
{
    if (rules < 0)
        return false;
    const bool done = syscall(RESTRICT_SELF, rules, 0) == 0;
    (void)close(rules);
    return done;
}

#endif
