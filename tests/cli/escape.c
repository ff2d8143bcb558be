/* escape.c: preloaded into the program, tries to do at its end what a sandbox forbids.
 *
 * $ESCAPE_ELSEWHERE is a folder that the program was not given, with a file `secret`; $ESCAPE_INPUT a file
 * that it was given. Each attempt writes a line to stderr: its name and `done`, or the number of the error.
 */
#define _GNU_SOURCE /* memfd_create */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static int memory_files;

/* Counts the temporary files that are kept in memory. */
int memfd_create(const char *name, unsigned flags)
{
    memory_files++;
    return (int)syscall(SYS_memfd_create, name, flags);
}

static void tell(const char *attempt, bool done)
{
    const int error = errno;
    if (done)
        (void)fprintf(stderr, "%s: done\n", attempt);
    else
        (void)fprintf(stderr, "%s: %d\n", attempt, error);
}

static const char *elsewhere(const char *name)
{
    static char path[PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/%s", getenv("ESCAPE_ELSEWHERE"), name);
    return path;
}

/* Opens and closes a file. */
static void try_open(const char *attempt, const char *path, int flags)
{
    const int file = open(path, flags, 0600);
    tell(attempt, file >= 0);
    if (file >= 0)
        (void)close(file);
}

static void try_files(const char *input)
{
    try_open("read the input", input, O_RDONLY);
    try_open("read elsewhere", elsewhere("secret"), O_RDONLY);
    try_open("list elsewhere", elsewhere(""), O_RDONLY | O_DIRECTORY);
    try_open("write elsewhere", elsewhere("new"), O_WRONLY | O_CREAT);
    try_open("write to the secret", elsewhere("secret"), O_WRONLY);
    try_open("write to the input", input, O_WRONLY);
    try_open("write beside the report", "beside", O_WRONLY | O_CREAT);
    tell("truncate the input", truncate(input, 0) == 0);
    try_open("truncate the input and read it", input, O_RDONLY | O_TRUNC);
    tell("change the mode of the input", chmod(input, 0600) == 0);
    tell("make a folder", mkdir(elsewhere("folder"), 0700) == 0);
    tell("make a link", symlink("secret", elsewhere("link")) == 0);
    tell("rename elsewhere", rename(elsewhere("secret"), "stolen") == 0);
    tell("remove elsewhere", unlink(elsewhere("secret")) == 0);
}

static void try_socket(const char *attempt, int family, int type)
{
    const int file = socket(family, type, 0);
    tell(attempt, file >= 0);
    if (file >= 0)
        (void)close(file);
}

static void try_programs(void)
{
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    tell("fork", child > 0);
    if (child > 0)
        (void)waitpid(child, NULL, 0);
    char *arguments[] = {"true", NULL}, *environment[] = {NULL}; /* without this library */
    errno = posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environment);
    tell("spawn", errno == 0);
    tell("signal the parent", kill(getppid(), 0) == 0);
    tell("trace the parent", ptrace(PTRACE_PEEKDATA, getppid(), NULL, NULL) != -1 || errno == ESRCH);
    struct iovec mine = {.iov_base = &child, .iov_len = sizeof child};
    tell("read the parent", process_vm_readv(getppid(), &mine, 1, &mine, 1, 0) > 0);
    tell("type into a terminal", ioctl(STDERR_FILENO, TIOCSTI, "x") == 0);
}

/* What would change how another process runs; harmless values, in case that it is done. */
static void try_other_processes(void)
{
    const struct rlimit no_core = {0, 0};
    const struct sched_param ordinary = {.sched_priority = 0};
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(0, &processors);
    tell("limit the parent", prlimit(getppid(), RLIMIT_CORE, &no_core, NULL) == 0);
    tell("read a limit of the parent", prlimit(getppid(), RLIMIT_CORE, NULL, NULL) == 0);
    tell("set a limit", setrlimit(RLIMIT_CORE, &no_core) == 0);
    tell("set the parent's priority", setpriority(PRIO_PROCESS, (id_t)getppid(), 0) == 0);
    tell("set the parent's processors", sched_setaffinity(getppid(), sizeof processors, &processors) == 0);
    tell("set the parent's scheduler", sched_setscheduler(getppid(), SCHED_OTHER, &ordinary) == 0);
    tell("set the parent's parameters", sched_setparam(getppid(), &ordinary) == 0);
    tell("set the parent's input priority", syscall(SYS_ioprio_set, 1, getppid(), 0) == 0);
}

static void try_system_v(void)
{
    tell("shared memory", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) != -1);
    tell("attach shared memory", shmat(0, NULL, 0) != (void *)-1); /* NOLINT(performance-no-int-to-ptr) */
    tell("control shared memory", shmctl(0, IPC_STAT, NULL) != -1);
    tell("semaphores", semget(IPC_PRIVATE, 1, IPC_CREAT | 0600) != -1);
    tell("messages", msgget(IPC_PRIVATE, IPC_CREAT | 0600) != -1);
}

static void try_files_that_are_open(void)
{
    int flags = 0;
    tell("own a file's signals", fcntl(STDERR_FILENO, F_SETOWN, getppid()) == 0);
    tell("choose a file's signal", fcntl(STDERR_FILENO, F_SETSIG, 0) == 0);
    tell("lease a file", fcntl(STDIN_FILENO, F_SETLEASE, F_UNLCK) == 0);
    tell("set flags of a file", ioctl(STDIN_FILENO, FS_IOC_SETFLAGS, &flags) == 0);
}

static void try_memory(void)
{
    const size_t size = 4096;
    void *code = mmap(NULL, size, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    tell("map code", code != MAP_FAILED);
    void *data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    tell("map data", data != MAP_FAILED);
    tell("make data code", mprotect(data, size, PROT_READ | PROT_EXEC) == 0);
    tell("make all data code", personality(READ_IMPLIES_EXEC) != -1);
    tell("a call of the future", syscall(1000) >= 0);
}

static void *try_in_thread(void *unused)
{
    (void)unused;
    try_open("read elsewhere in a thread", elsewhere("secret"), O_RDONLY);
    return NULL;
}

__attribute__((destructor)) static void escape(void)
{
    pthread_t thread;
    if (getenv("ESCAPE_ELSEWHERE") == NULL)
        return;
    try_files(getenv("ESCAPE_INPUT"));
    try_socket("internet", AF_INET, SOCK_STREAM);
    try_socket("local socket", AF_UNIX, SOCK_DGRAM);
    try_programs();
    try_other_processes();
    try_system_v();
    try_files_that_are_open();
    try_memory();
    errno = pthread_create(&thread, NULL, try_in_thread, NULL);
    tell("thread", errno == 0);
    if (errno == 0)
        (void)pthread_join(thread, NULL);
    (void)fprintf(stderr, "files in memory: %d\n", memory_files);
}
