/* posix_sandbox.c: keeps the program to what it was given. Landlock (Linux 5.13 and later) guards files,
 * seccomp everything else; each works without the other, and a system without both has no sandbox.
 *
 * A kernel says how much of Landlock it has by a number, its ABI; a right that it doesn't know is an error.
 * So all is left out that is newer than the kernel. The headers of the system may be older than the kernel,
 * too: numbers and structures of Landlock stand here.
 */
#define _GNU_SOURCE /* O_PATH, syscall */

#include "platform/platform.h"
#include "platform/posix_internal.h"

#if AL_FILE_RULES

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Landlock ------------------------------------------------------------------------------------------ */

/* The same numbers on all systems that assetlint knows. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };

enum { ASK_ABI = 1, PATH_BENEATH = 1 };

enum {
    WRITE = 1 << 1,
    READ = 1 << 2,
    LIST = 1 << 3,
    REMOVE = 1 << 5,
    MAKE_FOLDER = 1 << 7,
    CREATE = 1 << 8,
    MOVE = 1 << 13,
    TRUNCATE = 1 << 14,
    IOCTL = 1 << 15,
    OF_FIRST_ABI = (1 << 13) - 1
};

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
    enum { BIND_AND_CONNECT = 3, SOCKETS_AND_SIGNALS = 3 };
    ruleset all = {.files = OF_FIRST_ABI};
    if (abi >= 2)
        all.files |= MOVE;
    if (abi >= 3)
        all.files |= TRUNCATE;
    if (abi >= 4)
        all.network = BIND_AND_CONNECT;
    if (abi >= 5)
        all.files |= IOCTL;
    if (abi >= 6)
        all.scopes = SOCKETS_AND_SIGNALS;
    return all;
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

/* False if the path could be opened later, but the rules don't allow it. A file has fewer rights than a
 * folder, and the kernel refuses the others. */
static bool allow_path(int rules, const char *path, uint64_t rights)
{
    const int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0)
        return stays_closed(errno);
    const bool added = add_rule(rules, file, rights) ||
                       (errno == EINVAL && add_rule(rules, file, rights & (READ | TRUNCATE)));
    (void)close(file);
    return added;
}

/* ---- The sandbox --------------------------------------------------------------------------------------- */

/* Without a rule that is needed the check would fail: better no rules. */
static void discard_rules(al_sandbox *sandbox)
{
    if (sandbox->rules >= 0)
        (void)close((int)sandbox->rules);
    sandbox->rules = -1;
}

static void allow(al_sandbox *sandbox, const char *path, uint64_t rights)
{
    if (sandbox->rules >= 0 && !allow_path((int)sandbox->rules, path, rights))
        discard_rules(sandbox);
}

/* Landlock asks at each open whether the file could be truncated later, and looks for that right up to the
 * root of the system if the folder has only the right to read. Where seccomp refuses to truncate, the right
 * gives nothing away, and an open takes 0.6 microseconds less. */
al_sandbox al_sandbox_begin(bool writes)
{
    const long abi = syscall(CREATE_RULESET, NULL, 0, ASK_ABI);
    const ruleset all = rules_of(abi);
    const uint64_t never_used = al_seccomp_known() && !writes ? all.files & TRUNCATE : 0;
    al_sandbox sandbox = {.rules = -1, .reading = READ | LIST | never_used, .writes = writes};
    if (abi >= 1)
        sandbox.rules = syscall(CREATE_RULESET, &all, sizeof all, 0);
    (void)al_processors(); /* the C library reads a file to count them */
    if (AL_SANITIZED)
        allow(&sandbox, "/proc", sandbox.reading);
    return sandbox;
}

void al_sandbox_allow_read(al_sandbox *sandbox, const char *path)
{
    allow(sandbox, path, sandbox->reading);
}

void al_sandbox_allow_write(al_sandbox *sandbox, const char *path)
{
    char folder[PATH_MAX], found[PATH_MAX];
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    if (length < sizeof folder) {
        memcpy(folder, path, length);
        folder[length] = '\0';
    }
    if (length < sizeof folder && al_find_output(folder, found) == 0)
        allow(sandbox, found, sandbox->reading | WRITE | REMOVE | MAKE_FOLDER | CREATE);
    else
        discard_rules(sandbox);
}

void al_sandbox_allow_output(al_sandbox *sandbox, const al_output *output)
{
    char found[PATH_MAX];
    if (output->temporary == NULL)
        return;
    if (al_find_output(output->temporary, found) == 0)
        allow(sandbox, found, CREATE | REMOVE);
    else
        discard_rules(sandbox);
}

const char *al_sandbox_enter(al_sandbox *sandbox)
{
    (void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); /* which both ask for */
    const bool files = sandbox->rules >= 0 && syscall(RESTRICT_SELF, sandbox->rules, 0) == 0;
    discard_rules(sandbox);
    const bool calls = al_seccomp_enter(sandbox->writes);
    if (files && calls)
        return "files (Landlock), system calls (seccomp)";
    if (files)
        return "files (Landlock)";
    return calls ? "system calls (seccomp)" : "none";
}

#else

const char *al_sandbox_enter(al_sandbox *sandbox)
{
    (void)sandbox;
    return "none";
}

#endif
