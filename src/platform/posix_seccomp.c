/* posix_seccomp.c: which system calls the program may make, by seccomp of Linux 3.17 and later through
 * libseccomp.
 *
 * The kernel runs a small program over the number and the arguments of each call; it can't look into memory,
 * so it sees no paths. All calls that aren't listed here fail with ENOSYS, as on a kernel that lacks them:
 * the C library then uses an older one (clone instead of clone3, openat instead of openat2), and calls that
 * are newer than this file are refused, too. A refused call never ends the program.
 */
#define _POSIX_C_SOURCE 200809L /* F_DUPFD_CLOEXEC */

#include "platform/platform.h"
#include "platform/posix_internal.h"

#ifdef AL_HAVE_SECCOMP

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define CLONE_THREAD 0x00010000 /* linux/sched.h */

/* Calls of any arguments. A name that an architecture lacks is ignored there. What acts on paths is limited
 * by Landlock: an output is renamed into place, or removed. */
static const int allowed[] = {
#if AL_SANITIZED
    SCMP_SYS(clone), SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(execve), SCMP_SYS(wait4), SCMP_SYS(ptrace),
    SCMP_SYS(personality), SCMP_SYS(prctl),
#endif
    /* files */
    SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(pwrite64),
    SCMP_SYS(lseek), SCMP_SYS(_llseek), SCMP_SYS(close), SCMP_SYS(dup), SCMP_SYS(dup2), SCMP_SYS(dup3),
    SCMP_SYS(pipe), SCMP_SYS(pipe2), SCMP_SYS(fsync), SCMP_SYS(fdatasync), SCMP_SYS(ftruncate),
    SCMP_SYS(ftruncate64), SCMP_SYS(fallocate), SCMP_SYS(fadvise64), SCMP_SYS(fadvise64_64),
    SCMP_SYS(memfd_create), SCMP_SYS(stat), SCMP_SYS(stat64), SCMP_SYS(lstat), SCMP_SYS(lstat64),
    SCMP_SYS(fstat), SCMP_SYS(fstat64), SCMP_SYS(newfstatat), SCMP_SYS(fstatat64), SCMP_SYS(statx),
    SCMP_SYS(statfs), SCMP_SYS(statfs64), SCMP_SYS(fstatfs), SCMP_SYS(fstatfs64), SCMP_SYS(access),
    SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(getcwd),
    SCMP_SYS(getdents), SCMP_SYS(getdents64), SCMP_SYS(rename), SCMP_SYS(renameat), SCMP_SYS(renameat2),
    SCMP_SYS(unlink), SCMP_SYS(unlinkat), SCMP_SYS(umask), SCMP_SYS(poll), SCMP_SYS(ppoll),
    SCMP_SYS(ppoll_time64), SCMP_SYS(select), SCMP_SYS(_newselect), SCMP_SYS(pselect6),
    SCMP_SYS(pselect6_time64),
    /* memory */
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(msync), SCMP_SYS(mincore),
    SCMP_SYS(membarrier),
    /* threads and signals */
    SCMP_SYS(futex), SCMP_SYS(futex_time64), SCMP_SYS(set_robust_list), SCMP_SYS(get_robust_list),
    SCMP_SYS(rseq), SCMP_SYS(set_tid_address), SCMP_SYS(set_thread_area), SCMP_SYS(get_thread_area),
    SCMP_SYS(arch_prctl), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_getparam),
    SCMP_SYS(sched_getscheduler), SCMP_SYS(getpriority), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigpending), SCMP_SYS(rt_sigsuspend), SCMP_SYS(rt_sigtimedwait),
    SCMP_SYS(rt_sigtimedwait_time64), SCMP_SYS(sigaltstack), SCMP_SYS(sigreturn), SCMP_SYS(restart_syscall),
    SCMP_SYS(pause), SCMP_SYS(exit), SCMP_SYS(exit_group),
    /* time, and what the system is */
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_gettime64), SCMP_SYS(clock_getres), SCMP_SYS(clock_getres_time64),
    SCMP_SYS(clock_nanosleep), SCMP_SYS(clock_nanosleep_time64), SCMP_SYS(nanosleep), SCMP_SYS(gettimeofday),
    SCMP_SYS(time), SCMP_SYS(times), SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(getppid), SCMP_SYS(getuid),
    SCMP_SYS(getuid32), SCMP_SYS(geteuid), SCMP_SYS(geteuid32), SCMP_SYS(getgid), SCMP_SYS(getgid32),
    SCMP_SYS(getegid), SCMP_SYS(getegid32), SCMP_SYS(getrandom), SCMP_SYS(uname), SCMP_SYS(sysinfo),
    SCMP_SYS(getrusage), SCMP_SYS(getrlimit), SCMP_SYS(ugetrlimit), SCMP_SYS(getcpu)};

/* Allows a call if the bits `mask` of an argument are `bits`. */
static bool allow_if(scmp_filter_ctx filter, int call, unsigned argument, uint64_t mask, uint64_t bits)
{
    const struct scmp_arg_cmp rule = SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, mask, bits);
    return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &rule) == 0;
}

/* What the program asks or sets of an open file: nothing that sends signals to other processes. */
static bool allow_fcntl(scmp_filter_ctx filter)
{
    static const int commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof commands / sizeof commands[0]; i++)
        ok = allow_if(filter, SCMP_SYS(fcntl), 1, UINT32_MAX, (uint64_t)commands[i]) &&
             allow_if(filter, SCMP_SYS(fcntl64), 1, UINT32_MAX, (uint64_t)commands[i]);
    return ok;
}

/* A limit of this process may be read, not set. */
static bool allow_prlimit(scmp_filter_ctx filter)
{
    const struct scmp_arg_cmp reads[] = {SCMP_CMP(0, SCMP_CMP_EQ, 0, 0), SCMP_CMP(2, SCMP_CMP_EQ, 0, 0)};
    return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2, reads) == 0;
}

/* What makes files and folders: for a program that Landlock keeps to some folders, or that must write. */
static bool allow_making(scmp_filter_ctx filter)
{
    static const int calls[] = {SCMP_SYS(fchmod), SCMP_SYS(fchown), SCMP_SYS(fchown32), SCMP_SYS(mkdir),
                                SCMP_SYS(mkdirat)};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof calls / sizeof calls[0]; i++)
        ok = seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0) == 0;
    return ok;
}

/* A call that is harmless with some arguments. Linux takes 32 bits of all but the flags of clone. */
static bool allow_some(scmp_filter_ctx filter, bool writes)
{
    const uint64_t whole = UINT32_MAX;
    const uint64_t writing = writes ? 0 : (uint64_t)O_ACCMODE | O_CREAT | O_TRUNC;
    return allow_if(filter, SCMP_SYS(openat), 2, writing, O_RDONLY) &&
           allow_if(filter, SCMP_SYS(open), 1, writing, O_RDONLY) &&
#ifdef __i386__ /* the arguments of its mmap are in memory; the C library calls mmap2 */
           allow_if(filter, SCMP_SYS(mmap2), 2, PROT_EXEC, 0) &&
#else
           allow_if(filter, SCMP_SYS(mmap), 2, PROT_EXEC, 0) &&
#endif
           allow_if(filter, SCMP_SYS(mprotect), 2, PROT_EXEC, 0) &&
           allow_if(filter, SCMP_SYS(ioctl), 1, whole, TCGETS) && /* is it a terminal, and how wide? */
           allow_if(filter, SCMP_SYS(ioctl), 1, whole, TIOCGWINSZ) &&
           (AL_SANITIZED || allow_if(filter, SCMP_SYS(clone), 0, CLONE_THREAD, CLONE_THREAD)) &&
           allow_if(filter, SCMP_SYS(tgkill), 0, whole, (uint64_t)getpid()); /* abort and raise use it */
}

static bool allow_all(scmp_filter_ctx filter, bool writes)
{
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof allowed / sizeof allowed[0]; i++)
        ok = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0) == 0;
    return ok && allow_fcntl(filter) && allow_prlimit(filter) && allow_some(filter, writes) &&
           (!writes || allow_making(filter));
}

/* Kernels before 5.16 slow a program with a filter down, since it might run the code of others; this program
 * runs none. Those before 4.17 can't leave that out. */
static bool set_attributes(scmp_filter_ctx filter)
{
    (void)seccomp_attr_set(filter, SCMP_FLTATR_CTL_SSB, 1);
    return seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)) == 0 &&
           seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0;
}

/* libseccomp would do with an older call, by which tools that run the program on a processor of their own
 * would restrict themselves. */
bool al_seccomp_known(void)
{
    enum { HAS_OWN_CALL = 2 };
    return seccomp_api_get() >= HAS_OWN_CALL;
}

bool al_seccomp_enter(bool writes)
{
    if (!al_seccomp_known())
        return false;
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    const bool done =
        filter != NULL && set_attributes(filter) && allow_all(filter, writes) && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return done;
}

#else

bool al_seccomp_known(void)
{
    return false;
}

bool al_seccomp_enter(bool writes)
{
    (void)writes;
    return false;
}

#endif
