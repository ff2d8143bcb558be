/* posix_sandbox.c: keeps the program to what it was given. Landlock guards files, seccomp everything else;
 * each works without the other, and a system without both has no sandbox. */
#define _GNU_SOURCE /* dl_iterate_phdr */

#include "platform/platform.h"
#include "platform/posix_internal.h"

#if AL_FILE_RULES

#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

/* Without a rule that is needed the check would fail: better no rules. */
static void discard_rules(al_sandbox *sandbox)
{
    if (sandbox->rules >= 0)
        al_landlock_discard((int)sandbox->rules);
    sandbox->rules = -1;
}

static void allow(al_sandbox *sandbox, const char *path, uint64_t rights)
{
    if (sandbox->rules >= 0 && !al_landlock_allow((int)sandbox->rules, path, rights))
        discard_rules(sandbox);
}

al_sandbox al_sandbox_begin(void)
{
    al_sandbox sandbox = {.rules = al_landlock_begin()};
    (void)al_processors(); /* the C library reads a file to count them */
    if (AL_SANITIZED)
        allow(&sandbox, "/proc", AL_LANDLOCK_READ | AL_LANDLOCK_LIST);
    return sandbox;
}

/* Landlock asks at each open whether the file could be truncated later, and looks for that right up to the
 * root of the system if the folder has only the right to read. Where seccomp refuses to truncate, the right
 * gives nothing away, and an open takes 0.6 microseconds less. */
void al_sandbox_allow_read(al_sandbox *sandbox, const char *path)
{
    const uint64_t never_used = al_seccomp_known() ? AL_LANDLOCK_TRUNCATE : 0;
    allow(sandbox, path, AL_LANDLOCK_READ | AL_LANDLOCK_LIST | never_used);
}

static void allow_folder(al_sandbox *sandbox, const char *path, size_t length)
{
    char folder[PATH_MAX];
    if (length >= sizeof folder)
        return;
    memcpy(folder, path, length);
    folder[length] = '\0';
    al_sandbox_allow_read(sandbox, length > 0 ? folder : ".");
}

/* The folder of a library that is loaded already: others of the same origin are there, too. */
static int allow_folder_of(struct dl_phdr_info *library, size_t size, void *sandbox)
{
    const char *slash = strrchr(library->dlpi_name, '/');
    (void)size;
    if (slash != NULL)
        allow_folder(sandbox, library->dlpi_name, (size_t)(slash - library->dlpi_name));
    return 0;
}

/* The folders that the user adds to those of the system. */
static void allow_search_path(al_sandbox *sandbox)
{
    static const char separators[] = ":;";
    const char *next = getenv("LD_LIBRARY_PATH");
    while (next != NULL && next[0] != '\0') {
        const size_t length = strcspn(next, separators);
        allow_folder(sandbox, next, length);
        next = next[length] != '\0' ? next + length + 1 : NULL;
    }
}

/* Rights to execute are not needed: Landlock guards programs, not libraries. */
void al_sandbox_allow_libraries(al_sandbox *sandbox)
{
    static const char *const places[] = {"/etc/ld.so.cache", "/lib",           "/lib64",     "/usr/lib",
                                         "/usr/lib64",       "/usr/local/lib", "/nix/store", "/gnu/store"};
    sandbox->loads = true;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        al_sandbox_allow_read(sandbox, places[i]);
    allow_search_path(sandbox);
    (void)dl_iterate_phdr(allow_folder_of, sandbox);
}

/* Allows `rights` where an output with this path is written. */
static void allow_output(al_sandbox *sandbox, const char *path, uint64_t rights)
{
    char found[PATH_MAX];
    if (al_find_output(path, found) == 0)
        allow(sandbox, found, rights);
    else
        discard_rules(sandbox);
}

void al_sandbox_allow_output(al_sandbox *sandbox, const al_output *output)
{
    if (output->temporary != NULL)
        allow_output(sandbox, output->temporary, AL_LANDLOCK_CREATE | AL_LANDLOCK_REMOVE);
}

void al_sandbox_allow_write(al_sandbox *sandbox, const char *path)
{
    sandbox->creates = true;
    allow_output(sandbox, path,
                 AL_LANDLOCK_CREATE | AL_LANDLOCK_REMOVE | AL_LANDLOCK_WRITE | AL_LANDLOCK_TRUNCATE);
}

const char *al_sandbox_enter(al_sandbox *sandbox)
{
    (void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); /* which both ask for */
    const bool files = al_landlock_enter((int)sandbox->rules);
    const bool calls = al_seccomp_enter(sandbox->creates, sandbox->loads);
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
