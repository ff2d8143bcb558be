/* platform_test.c: the functions of the platform: errors, files, outputs, kinds of files, folders, places. */
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/common.h"
#include "platform/platform.h"

/* ---- Errors -------------------------------------------------------------------------------------------- */

static void texts_of_errors(void **state)
{
    (void)state;
    assert_string_equal(al_error_text(ENOENT), "no such file or folder");
    assert_string_equal(al_error_text(EISDIR), "Is a directory");
    for (int error = 1; error < 200; error++)
        assert_int_not_equal(strlen(al_error_text(error)), 0);
    assert_true(al_is_out_of_memory(ENOMEM));
    assert_false(al_is_out_of_memory(ENOENT));
    assert_true(al_is_closed_pipe(EPIPE));
    assert_false(al_is_closed_pipe(0));
}

/* ---- Paths of Windows ---------------------------------------------------------------------------------- */

static void roots_of_windows(void **state)
{
    static const struct {
        const char *path;
        size_t root;
    } rows[] = {{"C:/a", 3},
                {"z:\\a", 3},
                {"C:", 2},
                {"C:a", 0},
                {"1:/a", 0},
                {"a/b", 0},
                {"", 0},
                {"/a", 1},
                {"//", 1},
                {"///a", 1},
                {"//server", 8},
                {"//server/share", 14},
                {"\\\\server\\share\\a", 15}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(al_drive_root(rows[i].path), rows[i].root);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

/* The tests of files work in a new folder. */
static int enter_folder(void **state)
{
    char folder[] = "unit_platform_XXXXXX";
    *state = NULL;
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        return -1;
    *state = strdup(folder);
    return *state != NULL ? 0 : -1;
}

static int leave_folder(void **state)
{
    static const char *const names[] = {"a", "hard", "link", "dangling", "twice", "pipe", "loop", "in/x"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        (void)unlink(names[i]);
    (void)rmdir("in");
    const int failed = chdir("..") != 0 || rmdir(*state) != 0 ? -1 : 0;
    free(*state);
    return failed;
}

static void write_file(const char *path, const char *text)
{
    al_output output;
    assert_int_equal(al_output_open(path, &output), 0);
    assert_true(fputs(text, output.stream) >= 0);
    assert_int_equal(al_output_finish(&output), 0);
}

static void files_are_read(void **state)
{
    (void)state;
    char bytes[10];
    al_file file;
    al_file_info info;
    int error = -1;
    write_file("a", "0123456");
    assert_int_equal(al_stat_path("a", &info), 0);
    assert_int_equal(info.kind, AL_KIND_FILE);
    assert_int_equal(info.size, 7);
    assert_int_equal(al_file_open("a", &file), 0);
    assert_int_equal(al_stat_opened(file, &info), 0);
    assert_int_equal(info.kind, AL_KIND_FILE);
    assert_int_equal(info.size, 7);
    assert_int_equal(al_file_read(file, bytes, 4, &error), 4);
    assert_memory_equal(bytes, "0123", 4);
    assert_int_equal(al_stat_file(file, &info), 0);
    assert_int_equal(info.size, 3); /* that are left */
    assert_int_equal(al_file_read(file, bytes, sizeof bytes, &error), 3);
    assert_int_equal(al_file_read(file, bytes, sizeof bytes, &error), 0);
    assert_int_equal(error, 0);
    al_file_close(file);
    assert_int_equal(al_file_open("b", &file), ENOENT);
    assert_int_equal(al_stat_path("b", &info), ENOENT);
    assert_int_equal(al_file_open(".", &file), 0);
    assert_int_equal(al_file_read(file, bytes, sizeof bytes, &error), 0);
    assert_int_equal(error, EISDIR);
    al_file_close(file);
}

/* A user other than the superuser, if that one runs the tests: "nobody". */
enum { USER = 65534 };

/* ---- Files that are written ---------------------------------------------------------------------------- */

static void assert_content(const char *path, const char *text)
{
    char bytes[100] = "";
    al_file file;
    int error;
    assert_int_equal(al_file_open(path, &file), 0);
    (void)al_file_read(file, bytes, sizeof bytes - 1, &error);
    al_file_close(file);
    assert_string_equal(bytes, text);
}

/* The number of entries in the current folder. */
static size_t count_entries(void)
{
    al_folder_entry entry;
    size_t count = 0;
    int error;
    al_folder *folder = al_folder_open(".", &error);
    assert_non_null(folder);
    while (al_folder_next(folder, &entry, &error))
        count++;
    al_folder_close(folder);
    return count;
}

static unsigned mode_of(const char *path)
{
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    return about.st_mode & 07777;
}

static void the_old_file_stays_until_all_is_written(void **state)
{
    (void)state;
    al_output output;
    const mode_t mask = umask(027);
    assert_int_equal(al_output_open("a", &output), 0);
    assert_false(al_exists("a"));
    al_output_discard(&output);
    assert_int_equal(count_entries(), 0);
    write_file("a", "old");
    assert_int_equal(mode_of("a"), 0640);
    assert_int_equal(chmod("a", 0604), 0);
    assert_int_equal(al_output_open("a", &output), 0);
    assert_true(fputs("half", output.stream) >= 0);
    assert_int_equal(fflush(output.stream), 0);
    assert_content("a", "old");
    al_output_discard(&output);
    assert_content("a", "old");
    write_file("a", "new");
    assert_content("a", "new");
    assert_int_equal(mode_of("a"), 0604);
    assert_int_equal(count_entries(), 1);
    (void)umask(mask);
}

static void links_are_followed_and_kept(void **state)
{
    (void)state;
    al_output output;
    assert_int_equal(mkdir("in", 0700), 0);
    assert_int_equal(symlink("in/x", "link"), 0);
    assert_int_equal(symlink("link", "twice"), 0);
    write_file("twice", "new");
    assert_content("in/x", "new");
    write_file("link", "newer");
    assert_content("in/x", "newer");
    assert_int_equal(count_entries(), 3);
    assert_int_equal(symlink("loop", "loop"), 0);
    assert_int_equal(al_output_open("loop", &output), ELOOP);
}

static void special_files_are_written_to(void **state)
{
    (void)state;
    char bytes[10];
    int error, ends[2];
    char name[40];
    al_file pipe_end;
    write_file("/dev/null", "nothing");
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(al_file_open("pipe", &pipe_end), 0);
    write_file("pipe", "text");
    assert_int_equal(al_file_read(pipe_end, bytes, sizeof bytes, &error), 4);
    al_file_close(pipe_end);
    assert_int_equal(pipe(ends), 0);
    (void)snprintf(name, sizeof name, "/dev/fd/%d", ends[1]);
    write_file(name, "more");
    assert_int_equal(read(ends[0], bytes, sizeof bytes), 4);
    assert_int_equal(close(ends[0]), 0);
    assert_int_equal(close(ends[1]), 0);
    assert_int_equal(count_entries(), 1);
}

/* Output to an open file continues at its end. */
static void an_open_file_is_appended_to(void **state)
{
    (void)state;
    char name[40];
    write_file("a", "one ");
    const int file = open("a", O_RDWR);
    assert_true(file >= 0);
    (void)snprintf(name, sizeof name, "/dev/fd/%d", file);
    write_file(name, "two");
    assert_int_equal(close(file), 0);
    assert_content("a", "one two");
    assert_int_equal(count_entries(), 1);
}

static void unwritable_files(void **state)
{
    (void)state;
    al_output output;
    assert_int_equal(al_output_open("in/x", &output), ENOENT);
    assert_int_equal(al_output_open("in/", &output), EISDIR);
    assert_int_equal(al_output_open(".", &output), EISDIR);
    assert_int_equal(al_output_open("", &output), ENOENT);
    assert_int_equal(count_entries(), 0);
}

/* Writes to a file; returns the error. */
static int write_over(const char *path, const char *text)
{
    al_output output;
    const int error = al_output_open(path, &output);
    if (error != 0)
        return error;
    return fputs(text, output.stream) >= 0 ? al_output_finish(&output) : EIO;
}

/* Opens a file for output as a user who isn't the superuser; returns the error. */
static int write_as_a_user(const char *path, const char *text)
{
    int status;
    const pid_t child = fork();
    if (child == 0) {
        const bool dropped = geteuid() != 0 || (setgid(USER) == 0 && setuid(USER) == 0);
        _exit(dropped ? write_over(path, text) : 255);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void read_only_files_and_folders(void **state)
{
    (void)state;
    write_file("a", "mine");
    if (geteuid() == 0) {
        assert_int_equal(chown(".", USER, USER), 0);
        assert_int_equal(chown("a", USER, USER), 0);
    }
    assert_int_equal(chmod("a", 0400), 0);
    assert_int_equal(write_as_a_user("a", "new"), EACCES);
    assert_content("a", "mine");
    assert_int_equal(chmod("a", 0600), 0);
    assert_int_equal(chmod(".", 0500), 0);
    assert_int_equal(write_as_a_user("a", "in its place"), 0);
    assert_int_equal(chmod(".", 0700), 0);
    assert_content("a", "in its place");
}

static void assert_owner(const char *path, uid_t owner, unsigned mode)
{
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_uid, owner);
    assert_int_equal(about.st_gid, owner);
    assert_int_equal(mode_of(path), mode);
}

/* A file keeps its owner and its mode. If it can't keep its owner, it is nobody else's program. */
static void files_of_another_owner(void **state)
{
    (void)state;
    if (geteuid() != 0) /* only the superuser can make one */
        skip();
    write_file("a", "theirs");
    assert_int_equal(chown("a", USER, USER), 0);
    assert_int_equal(chmod("a", 06755), 0);
    write_file("a", "new");
    assert_owner("a", USER, 06755);
    assert_int_equal(chown("a", 0, 0), 0);
    assert_int_equal(chmod("a", 06777), 0);
    write_file("a", "ours");
    assert_owner("a", 0, 06777);
    assert_int_equal(chown(".", USER, USER), 0);
    assert_int_equal(write_as_a_user("a", ""), 0); /* the kernel takes setuid from what is written to */
    assert_owner("a", USER, 0777);
    assert_content("a", "");
}

/* An interrupted program leaves no temporary files. */
static void an_interrupted_program_leaves_nothing(void **state)
{
    (void)state;
    static const int deadly[] = {SIGINT, SIGTERM, SIGHUP};
    int status;
    write_file("a", "old");
    for (size_t i = 0; i < sizeof deadly / sizeof deadly[0]; i++) {
        const pid_t child = fork();
        if (child == 0) {
            al_output output;
            (void)signal(deadly[i], SIG_DFL);
            if (al_output_open("a", &output) == 0 && fputs("half", output.stream) >= 0)
                (void)raise(deadly[i]);
            _exit(99);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), deadly[i]);
        assert_content("a", "old");
        assert_int_equal(count_entries(), 1);
    }
}

static void kinds_of_files(void **state)
{
    (void)state;
    al_file_info info;
    assert_int_equal(al_stat_path(".", &info), 0);
    assert_int_equal(info.kind, AL_KIND_FOLDER);
    assert_int_equal(info.size, 0);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(al_stat_path("pipe", &info), 0);
    assert_int_equal(info.kind, AL_KIND_PIPE);
    assert_int_equal(symlink("nowhere", "dangling"), 0);
    assert_int_equal(al_stat_path("dangling", &info), ENOENT);
    assert_true(al_exists("dangling"));
    assert_int_equal(al_stat_link("dangling", &info), 0);
    assert_int_equal(info.kind, AL_KIND_LINK);
    assert_int_equal(al_stat_link("nowhere", &info), ENOENT);
    assert_int_equal(al_stat_link(".", &info), 0);
    assert_int_equal(info.kind, AL_KIND_FOLDER);
    assert_false(al_exists("nowhere"));
}

static void pipes_are_waited_for(void **state)
{
    (void)state;
    char bytes[10];
    al_file file;
    int error = -1;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(al_file_open("pipe", &file), 0); /* though the pipe has no writer */
    assert_false(al_file_wait(file, 0));
    assert_false(al_file_is_terminal(file));
    FILE *writer = fopen("pipe", "wb");
    assert_non_null(writer);
    assert_false(al_file_wait(file, 0));
    assert_int_equal(fwrite("abc", 1, 3, writer), 3);
    assert_int_equal(fflush(writer), 0);
    assert_true(al_file_wait(file, -1));
    assert_int_equal(al_file_read(file, bytes, sizeof bytes, &error), 3);
    assert_int_equal(fclose(writer), 0);
    assert_true(al_file_wait(file, -1)); /* its end */
    assert_int_equal(al_file_read(file, bytes, sizeof bytes, &error), 0);
    assert_int_equal(error, 0);
    al_file_close(file);
    assert_int_equal(al_file_open("none", &file), ENOENT);
}

static volatile sig_atomic_t ticks;
static int ticking_pipe;

/* The third signal writes. */
static void tick(int number)
{
    (void)number;
    if (++ticks == 3)
        (void)!write(ticking_pipe, "x", 1);
}

static void tick_until_there_is_a_byte(int into)
{
    const struct itimerval often = {.it_interval = {.tv_usec = 20000}, .it_value = {.tv_usec = 20000}};
    const struct sigaction action = {.sa_handler = tick}; /* without SA_RESTART */
    ticks = 0;
    ticking_pipe = into;
    assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
    assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
}

static void signals_end_no_waiting(void **state)
{
    (void)state;
    const struct itimerval never = {.it_value = {.tv_usec = 0}};
    int ends[2], error = -1;
    char byte;
    assert_int_equal(pipe(ends), 0);
    const al_file file = {.handle = ends[0]};
    tick_until_there_is_a_byte(ends[1]);
    const bool waited = al_file_wait(file, -1);
    assert_in_range(ticks, 3, 1000);
    tick_until_there_is_a_byte(ends[1]);
    const size_t first = al_file_read(file, &byte, 1, &error);
    const size_t second = al_file_read(file, &byte, 1, &error);
    assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
    (void)signal(SIGALRM, SIG_DFL);
    assert_true(waited);
    assert_int_equal(error, 0);
    assert_int_equal(first + second, 2);
    assert_int_equal(close(ends[0]), 0);
    assert_int_equal(close(ends[1]), 0);
}

static void folders_are_listed(void **state)
{
    (void)state;
    int error = -1;
    unsigned files = 0, folders = 0, others = 0;
    al_folder_entry entry;
    write_file("a", "");
    assert_int_equal(mkdir("in", 0700), 0);
    assert_int_equal(symlink("a", "link"), 0);
    al_folder *folder = al_folder_open(".", &error);
    assert_non_null(folder);
    while (al_folder_next(folder, &entry, &error)) {
        files += entry.kind == AL_KIND_FILE && strcmp(entry.name, "a") == 0;
        folders += entry.kind == AL_KIND_FOLDER && strcmp(entry.name, "in") == 0;
        others += entry.kind == AL_KIND_OTHER && strcmp(entry.name, "link") == 0;
    }
    al_folder_close(folder);
    assert_int_equal(error, 0);
    assert_int_equal(files + folders + others, 3);
    assert_null(al_folder_open("a", &error));
    assert_int_equal(error, ENOTDIR);
    al_folder_close(NULL);
}

/* ---- Places -------------------------------------------------------------------------------------------- */

static bool same(const char *a, const char *b)
{
    al_file_id of_a, of_b;
    assert_true(al_find_file_id(a, &of_a));
    assert_true(al_find_file_id(b, &of_b));
    return al_same_file_id(&of_a, &of_b);
}

static void places_of_files(void **state)
{
    (void)state;
    write_file("a", "");
    write_file("twice", "");
    assert_int_equal(link("a", "hard"), 0);
    assert_int_equal(symlink("./a", "link"), 0);
    assert_true(same("a", "./a"));
    assert_true(same("a", "hard"));
    assert_true(same("link", "hard"));
    assert_false(same("a", "twice"));
    assert_false(same("a", "nothing"));
}

/* The place of a missing file is its folder and name. */
static void places_of_missing_files(void **state)
{
    char path[100];
    assert_int_equal(mkdir("in", 0700), 0);
    (void)snprintf(path, sizeof path, "../%s/in/x", (const char *)*state);
    assert_true(same("in/x", "./in//x"));
    assert_true(same("in/x", path));
    assert_false(same("in/x", "x"));
    assert_false(same("in/x", "in/y"));
    assert_int_equal(symlink("in/x", "dangling"), 0);
    assert_int_equal(symlink("dangling", "twice"), 0);
    assert_true(same("in/x", "twice"));
    write_file("in/x", "");
    assert_true(same("in/x", "twice"));
}

static void paths_without_a_place(void **state)
{
    (void)state;
    al_file_id place;
    char long_name[300];
    memset(long_name, 'n', sizeof long_name);
    long_name[sizeof long_name - 1] = '\0';
    assert_int_equal(symlink("loop", "loop"), 0);
    const char *const paths[] = {"", ".", "in/x", "x/", "loop", "/dev/null", long_name};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        assert_false(al_find_file_id(paths[i], &place));
}

#define IN_A_FOLDER(f) cmocka_unit_test_setup_teardown(f, enter_folder, leave_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_of_errors),
        cmocka_unit_test(roots_of_windows),
        IN_A_FOLDER(files_are_read),
        IN_A_FOLDER(the_old_file_stays_until_all_is_written),
        IN_A_FOLDER(links_are_followed_and_kept),
        IN_A_FOLDER(special_files_are_written_to),
        IN_A_FOLDER(an_open_file_is_appended_to),
        IN_A_FOLDER(unwritable_files),
        IN_A_FOLDER(read_only_files_and_folders),
        IN_A_FOLDER(files_of_another_owner),
        IN_A_FOLDER(an_interrupted_program_leaves_nothing),
        IN_A_FOLDER(pipes_are_waited_for),
        cmocka_unit_test(signals_end_no_waiting),
        IN_A_FOLDER(kinds_of_files),
        IN_A_FOLDER(folders_are_listed),
        IN_A_FOLDER(places_of_files),
        IN_A_FOLDER(places_of_missing_files),
        IN_A_FOLDER(paths_without_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
