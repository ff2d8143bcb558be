/* posix_seccomp.c: which system calls the program may make, by seccomp of Linux 3.17 and later.
 *
 * The kernel runs a small program over the number and the arguments of each call; it can't look into memory,
 * so it sees no paths. It is made here and not by libseccomp, which would be one more library in the static
 * program, and builds the same few instructions from tables of names.
 *
 * Calls are refused by name and all others are allowed: a C library that is newer than this file then works,
 * and so does a library that a user preloads. The kernel also refuses all calls that are newer than this file
 * as a kernel of that age would, so that no new way around the list appears. A refused call fails with an
 * error: it never ends the program.
 */
#define _GNU_SOURCE /* syscall, CLONE_THREAD */

#include "platform/posix_internal.h"

#ifdef __linux__
#include <linux/audit.h>
#endif

/* Where this file knows the numbers and arguments of calls. */
#if defined(__linux__) && defined(__x86_64__) && defined(__LP64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__linux__) && defined(__i386__)
#define ARCHITECTURE AUDIT_ARCH_I386
#elif defined(__linux__) && defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* set_mempolicy_home_node of Linux 5.17. No C library needs a newer call: each has a way without it. */
enum { NEWEST_CALL = 450 };

/* Calls of Linux 5.1 and later, which the system's headers may lack: the same numbers everywhere. */
enum {
    PIDFD_SEND_SIGNAL = 424,
    IO_URING_SETUP = 425,
    IO_URING_ENTER = 426,
    IO_URING_REGISTER = 427,
    OPEN_TREE = 428,
    MOVE_MOUNT = 429,
    FSOPEN = 430,
    FSCONFIG = 431,
    FSMOUNT = 432,
    FSPICK = 433,
    PIDFD_OPEN = 434,
    CLONE3 = 435,
    OPENAT2 = 437,
    PIDFD_GETFD = 438,
    PROCESS_MADVISE = 440,
    MOUNT_SETATTR = 442
};

/* What nothing needs once the inputs are known. */
static const int refused[] = {
    /* the network */
    SYS_socket, SYS_socketpair, SYS_connect, SYS_accept4, SYS_bind, SYS_listen,
#ifdef SYS_accept
    SYS_accept,
#endif
#ifdef SYS_socketcall
    SYS_socketcall,
#endif
/* programs and processes */
#if !AL_SANITIZED
    SYS_execve, SYS_execveat, SYS_ptrace,
#ifdef SYS_fork
    SYS_fork, SYS_vfork,
#endif
#endif
    SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_kill, SYS_tkill, SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo, PIDFD_OPEN, PIDFD_GETFD, PIDFD_SEND_SIGNAL, SYS_unshare, SYS_setns,
    /* files that Landlock doesn't guard, or only by folder */
    SYS_open_by_handle_at, SYS_name_to_handle_at, SYS_truncate, SYS_fchmodat, SYS_fchownat, SYS_setxattr,
    SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, SYS_utimensat,
    SYS_mknodat, SYS_mkdirat, SYS_linkat, SYS_symlinkat,
#ifdef SYS_creat /* the calls of older Linux; those with 32 and 16 bits */
    SYS_creat, SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat, SYS_mknod, SYS_mkdir,
    SYS_link, SYS_symlink,
#endif
#ifdef SYS_chown32
    SYS_truncate64, SYS_chown32, SYS_lchown32, SYS_utimensat_time64, SYS_clock_settime64, SYS_clock_adjtime64,
#endif
    /* other ways into the kernel */
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_add_key, SYS_request_key, SYS_keyctl, SYS_mount,
    SYS_umount2, MOVE_MOUNT, OPEN_TREE, FSOPEN, FSCONFIG, FSMOUNT, FSPICK, MOUNT_SETATTR, SYS_pivot_root,
    SYS_chroot, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon,
    SYS_swapoff, SYS_acct, SYS_quotactl, SYS_syslog, SYS_fanotify_init, SYS_sethostname, SYS_setdomainname,
    SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_mq_open, SYS_mq_unlink,
    PROCESS_MADVISE,
#ifdef SYS_shmget
    SYS_shmget, SYS_msgget, SYS_semget,
#endif
#ifdef SYS_ipc
    SYS_ipc,
#endif
#ifdef SYS_iopl
    SYS_iopl, SYS_ioperm, SYS_modify_ldt,
#endif
#ifdef SYS_mmap2
    SYS_mmap, /* its arguments are in memory; the C library calls mmap2 */
#endif
};

enum { REFUSED = sizeof refused / sizeof refused[0] };

/* Calls that the kernel is to lack: the C library then uses an older one, whose arguments aren't in memory,
 * or does without. */
static const int unknown[] = {CLONE3, OPENAT2, IO_URING_SETUP, IO_URING_ENTER, IO_URING_REGISTER};

/* ---- The program of the filter ------------------------------------------------------------------------- */

enum { MOST_CODE = 256 };

typedef struct filter {
    struct sock_filter code[MOST_CODE];
    unsigned short count;
} filter;

static void add(filter *f, unsigned short code, uint32_t value, unsigned char if_true, unsigned char if_false)
{
    if (f->count < MOST_CODE)
        f->code[f->count++] = (struct sock_filter){.code = code, .jt = if_true, .jf = if_false, .k = value};
}

static void load(filter *f, size_t offset)
{
    add(f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void load_number(filter *f)
{
    load(f, offsetof(struct seccomp_data, nr));
}

/* The low half of an argument: all that are looked at have 32 bits. */
static void load_argument(filter *f, unsigned number)
{
    load(f, offsetof(struct seccomp_data, args) + number * sizeof(uint64_t));
}

static void fail(filter *f, int error)
{
    add(f, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)error, 0, 0);
}

static void allow(filter *f)
{
    add(f, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
}

/* `test` and `value` decide whether the next instruction is skipped. */
static void skip_if(filter *f, unsigned short test, uint32_t value)
{
    add(f, BPF_JMP | test | BPF_K, value, 1, 0);
}

static void skip_unless(filter *f, unsigned short test, uint32_t value)
{
    add(f, BPF_JMP | test | BPF_K, value, 0, 1);
}

static void refuse_call(filter *f, int call, int error)
{
    skip_unless(f, BPF_JEQ, (uint32_t)call);
    fail(f, error);
}

/* Refuses a call with an argument for which `test` and `value` are `so`. */
static void refuse_if(filter *f, int call, unsigned argument, unsigned short test, uint32_t value, bool so,
                      int error)
{
    enum { LENGTH = 4 };
    add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, LENGTH);
    load_argument(f, argument);
    if (so)
        skip_unless(f, test, value);
    else
        skip_if(f, test, value);
    fail(f, error);
    load_number(f);
}

static void refuse_bits(filter *f, int call, unsigned argument, uint32_t bits, int error)
{
    refuse_if(f, call, argument, BPF_JSET, bits, true, error);
}

/* Linux truncates a file that is opened for reading only, too, if O_TRUNC says so. */
static void refuse_truncating_reader(filter *f, int call, unsigned argument)
{
    enum { LENGTH = 5 };
    add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, LENGTH);
    load_argument(f, argument);
    add(f, BPF_ALU | BPF_AND | BPF_K, O_ACCMODE | O_TRUNC, 0, 0);
    skip_unless(f, BPF_JEQ, O_RDONLY | O_TRUNC);
    fail(f, EACCES);
    load_number(f);
}

/* Also on the program's own files: an output that replaces a file gets its mode and owner when it is opened.
 */
static void refuse_writing(filter *f)
{
    const uint32_t writing = O_ACCMODE | O_CREAT | O_TRUNC;
    refuse_call(f, SYS_fchmod, EPERM);
    refuse_call(f, SYS_fchown, EPERM);
    refuse_bits(f, SYS_openat, 2, writing, EACCES);
#ifdef SYS_open
    refuse_bits(f, SYS_open, 1, writing, EACCES);
#endif
}

/* Files are created, but those that may only be read aren't truncated. */
static void refuse_truncating(filter *f)
{
    refuse_truncating_reader(f, SYS_openat, 2);
#ifdef SYS_open
    refuse_truncating_reader(f, SYS_open, 1);
#endif
}

/* New code in memory. */
static void refuse_code(filter *f)
{
#ifdef SYS_mmap2
    refuse_bits(f, SYS_mmap2, 2, PROT_EXEC, EPERM);
#else
    refuse_bits(f, SYS_mmap, 2, PROT_EXEC, EPERM);
#endif
    refuse_bits(f, SYS_mprotect, 2, PROT_EXEC, EPERM);
    refuse_bits(f, SYS_pkey_mprotect, 2, PROT_EXEC, EPERM);
}

/* Text that is put into a terminal is a command for its shell. */
static void refuse_typing(filter *f)
{
    refuse_if(f, SYS_ioctl, 1, BPF_JEQ, TIOCSTI, true, EPERM);
    refuse_if(f, SYS_ioctl, 1, BPF_JEQ, TIOCLINUX, true, EPERM);
}

static void sort_refused(int *calls)
{
    for (size_t i = 0; i < REFUSED; i++) {
        size_t at = i;
        for (; at > 0 && calls[at - 1] > refused[i]; at--)
            calls[at] = calls[at - 1];
        calls[at] = refused[i];
    }
}

/* Ends the filter: refuses the calls of the list and allows all others. The kernel runs a new filter for
 * every number that there is, so the program starts faster if most of a sorted list is skipped. */
static void refuse_list(filter *f)
{
    enum { GROUP = 8, GROUPS = (REFUSED + GROUP - 1) / GROUP };
    int calls[REFUSED];
    const size_t end = f->count + REFUSED + 2 * GROUPS;
    sort_refused(calls);
    for (size_t i = 0; i < REFUSED; i += GROUP) {
        const size_t size = REFUSED - i < GROUP ? REFUSED - i : GROUP;
        add(f, BPF_JMP | BPF_JGT | BPF_K, (uint32_t)calls[i + size - 1], (unsigned char)(size + 1), 0);
        for (size_t k = 0; k < size; k++)
            add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i + k], (unsigned char)(end - f->count), 0);
        allow(f);
    }
    allow(f);
    fail(f, EPERM);
}

static void build(filter *f, bool creates)
{
    load(f, offsetof(struct seccomp_data, arch)); /* a 64-bit program may make calls of 32 bits, too */
    skip_if(f, BPF_JEQ, ARCHITECTURE);
    fail(f, ENOSYS);
    load_number(f);
    skip_unless(f, BPF_JGT, NEWEST_CALL);
    fail(f, ENOSYS);
    if (creates)
        refuse_truncating(f);
    else
        refuse_writing(f);
    refuse_code(f);
    refuse_typing(f);
    if (!AL_SANITIZED)
        refuse_if(f, SYS_clone, 0, BPF_JSET, CLONE_THREAD, false, EPERM);
    refuse_if(f, SYS_tgkill, 0, BPF_JEQ, (uint32_t)getpid(), false, EPERM); /* abort and raise use it */
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        refuse_call(f, unknown[i], ENOSYS);
    refuse_list(f);
}

/* Kernels before 5.16 slow a program with a filter down, since it might run the code of others; this program
 * runs none. Those before 4.17 don't know the flag that says so. */
static bool install(const struct sock_fprog *program)
{
    enum { ALL_THREADS = 1, NOT_SLOWER = 4 };
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, ALL_THREADS | NOT_SLOWER, program) == 0 ||
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, ALL_THREADS, program) == 0;
}

bool al_seccomp_known(void)
{
    const uint32_t action = SECCOMP_RET_ERRNO;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

bool al_seccomp_enter(bool creates)
{
    filter f = {.count = 0};
    build(&f, creates);
    const struct sock_fprog program = {.len = f.count, .filter = f.code};
    return f.count < MOST_CODE && install(&program);
}

#else

bool al_seccomp_known(void)
{
    return false;
}

bool al_seccomp_enter(bool creates)
{
    (void)creates;
    return false;
}

#endif
