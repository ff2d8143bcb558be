/* platform.h: what the operating system provides: files, folders, threads, the console. Each system has its
 * own files in this folder; no other file depends on the system.
 *
 * An error is a number that the system chose, 0 for success. Callers pass it on, compare it with the
 * functions below, and show it with al_error_text. Paths are the system's paths in UTF-8, with `/` between
 * folders.
 */
#ifndef AL_PLATFORM_H
#define AL_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- Errors -------------------------------------------------------------------------------------------- */

/* Why the last call of the C library failed; to be called right after it. */
int al_last_error(void);

/* The text of an error, in English for every locale; common errors have the same text on every system. Never
 * NULL; valid until the same thread calls it again. */
const char *al_error_text(int error);

bool al_is_out_of_memory(int error);

/* There is no file or folder with that path. */
bool al_is_not_found(int error);

/* The reader of our output closed its end of the pipe. */
bool al_is_closed_pipe(int error);

/* ---- Paths --------------------------------------------------------------------------------------------- */

/* Length of the root at the start of a path: 1 for "/a"; on Windows 3 for "C:/a", and the length of
 * "//server/share/" for "//server/share/a". 0 for a relative path. */
size_t al_path_root(const char *path);

/* Replaces the system's other separators of folders by `/`. */
void al_path_use_slashes(char *path);

/* True if the shell leaves `*` and `?` in arguments, so that the program has to expand them. */
bool al_must_expand_patterns(void);

/* ---- Files --------------------------------------------------------------------------------------------- */

typedef enum al_file_kind {
    AL_KIND_UNKNOWN = 0, /* the system doesn't tell */
    AL_KIND_FILE,
    AL_KIND_FOLDER,
    AL_KIND_PIPE,
    AL_KIND_LINK, /* only al_stat_link returns it */
    AL_KIND_OTHER /* devices; in folders also links and pipes */
} al_file_kind;

typedef struct al_file_info {
    al_file_kind kind;
    uint64_t size; /* unread bytes of a file; 0 if the system doesn't know, as in /proc */
} al_file_info;

/* Gets the kind and size of a file or folder; follows links. Returns an error. */
int al_stat_path(const char *path, al_file_info *info);

/* The same, but if the path is that of a symbolic link, its kind is AL_KIND_LINK. */
int al_stat_link(const char *path, al_file_info *info);

/* True if a file, a folder or a link has that path, even a link to nothing. */
bool al_exists(const char *path);

/* Follows a link to its end and returns the absolute path, which the caller frees. NULL if the path is not a
 * link, or the link leads to nothing. */
char *al_link_target(const char *path);

/* An open file. */
typedef struct al_file {
    intptr_t handle;
} al_file;

extern const al_file al_standard_input, al_standard_output, al_standard_error;

/* Opens a file for reading. Returns an error; the caller closes the file if that is 0. A named pipe is opened
 * without waiting for a writer: call al_file_wait with -1 before each read, since reading it gives end of
 * file until a writer opens it. */
int al_file_open(const char *path, al_file *file);
void al_file_close(al_file file);

/* Waits for data or end of file; for ever if `milliseconds` is negative. False if the time is over, or if an
 * interrupt that al_catch_interrupts records came first. */
bool al_file_wait(al_file file, int milliseconds);

bool al_file_is_terminal(al_file file);
int al_stat_file(al_file file, al_file_info *info);

/* The same right after al_file_open, when nothing was read: with one call of the system less. */
int al_stat_opened(al_file file, al_file_info *info);

/* Moves to an offset from the start of the file. Returns an error. */
int al_file_seek(al_file file, uint64_t offset);

/* Reads up to `size` bytes and returns their number, 0 at the end of the file. Sets `*error`, to 0 on
 * success. */
size_t al_file_read(al_file file, void *buffer, size_t size, int *error);

/* A file that is being written. An existing file with this path stays unchanged until al_output_finish
 * replaces it. Links are followed. What can't be replaced, such as a pipe, is written directly. */
typedef struct al_output {
    FILE *stream;
    char *path;      /* with all links resolved */
    char *temporary; /* the file that will replace `path`; NULL if `path` itself is written */
    bool whole;      /* never written directly, and on the disk before it replaces the file */
} al_output;

/* Returns an error. If that is 0, the caller ends the output with al_output_finish or al_output_discard. */
int al_output_open(const char *path, al_output *output);

/* The same, but after a crash of the system, too, the path leads to the old file or to the new one, whole: an
 * error where no other file can be made in the folder. Links are not followed: the path of one is an error.
 */
int al_output_replace(const char *path, al_output *output);

/* The same, but keeps the file's content and writes at its end. */
int al_output_append(const char *path, al_output *output);

/* Completes the file. Returns an error; the output is then discarded. */
int al_output_finish(al_output *output);

/* Removes what was written, unless it was written directly. */
void al_output_discard(al_output *output);

/* Opens a file without a name for writing and reading; closing it deletes it. NULL on failure. */
FILE *al_temporary_file(void);

/* Opens up to `count` such files now, at most AL_RESERVED_FILES in all: the next calls of al_temporary_file
 * return them, also where a sandbox lets no new one be opened. May be called once, before threads start. */
enum { AL_RESERVED_FILES = 64 };
void al_reserve_temporary_files(size_t count);

/* Identifies a file, also one that doesn't exist yet: two paths lead to one file if their ids are equal. */
typedef struct al_file_id {
    al_file_kind kind;       /* AL_KIND_FILE for a file, existing or not; AL_KIND_OTHER for a pipe */
    uint64_t device, number; /* of the file; if it doesn't exist, of its folder */
    uint64_t size;           /* bytes of the file; 0 if it doesn't exist, and for a pipe */
    char name[768];          /* its name in that folder; empty if the file exists */
} al_file_id;

/* False if the path is that of a folder or a device, or lies in a folder that doesn't exist. */
bool al_find_file_id(const char *path, al_file_id *id);

/* The same for standard input and standard output. */
bool al_find_input_id(al_file_id *id);
bool al_find_output_id(al_file_id *id);

bool al_same_file_id(const al_file_id *a, const al_file_id *b);

/* ---- Folders ------------------------------------------------------------------------------------------- */

typedef struct al_folder al_folder;

typedef struct al_folder_entry {
    const char *name; /* valid until the next call of al_folder_next */
    al_file_kind kind;
} al_folder_entry;

/* Starts to list a folder. NULL on failure, with `*error` set. */
al_folder *al_folder_open(const char *path, int *error);

/* The next entry, in any order, without `.`, `..` and entries that were deleted meanwhile. False at the end,
 * with `*error` 0, and on failure. */
bool al_folder_next(al_folder *folder, al_folder_entry *entry, int *error);
void al_folder_close(al_folder *folder); /* accepts NULL */

/* Makes a folder. Returns an error; 0 also where there is a folder already, but not for a link to one. */
int al_folder_make(const char *path);

/* The current folder. False if the system doesn't tell, or if the path needs more than `size` bytes. */
bool al_current_folder(char *path, size_t size);

/* ---- Threads ------------------------------------------------------------------------------------------- */

typedef struct al_thread al_thread;
typedef struct al_lock al_lock;
typedef struct al_condition al_condition;

/* How many threads the system runs at once; at least 1. */
unsigned al_processors(void);

/* These three return NULL if the system refuses. */
al_thread *al_thread_start(void (*work)(void *context), void *context);
al_lock *al_lock_new(void);
al_condition *al_condition_new(void);

/* Waits until a thread ends, and frees it. */
void al_thread_join(al_thread *thread);

void al_lock_enter(al_lock *lock);
void al_lock_leave(al_lock *lock);
void al_lock_free(al_lock *lock);                /* accepts NULL */
void al_condition_free(al_condition *condition); /* accepts NULL */

/* Leaves the lock, waits until the condition is woken, and enters the lock again. May return without
 * cause. */
void al_condition_wait(al_condition *condition, al_lock *lock);

/* The same, but waits at most so long. */
void al_condition_wait_for(al_condition *condition, al_lock *lock, unsigned milliseconds);

void al_condition_wake_all(al_condition *condition);

/* ---- Sandbox ------------------------------------------------------------------------------------------- */

/* Whether the system can forbid files by their paths. A program that measures its coverage creates files when
 * it ends. */
#if defined(__linux__) && !defined(AL_COVERED)
#define AL_FILE_RULES 1
#else
#define AL_FILE_RULES 0
#endif

/* What the program may still open once it is in its sandbox. Files that are open stay open. */
typedef struct al_sandbox {
    intptr_t rules;   /* the system's; -1: none */
    uint64_t reading; /* the system's rights for what may be read */
    bool writes;      /* al_sandbox_allow_write is used */
} al_sandbox;

/* Begins to collect rights; with `writes` for a program that writes more than outputs that are open.
 * al_sandbox_enter must follow. */
al_sandbox al_sandbox_begin(bool writes);

/* Allows reading a file, or a folder with all that is in it. Ignores a path that leads nowhere: to open it
 * fails anyway. */
void al_sandbox_allow_read(al_sandbox *sandbox, const char *path);

/* Allows making, replacing and removing files in a folder and below, too; of a file, in its folder. */
void al_sandbox_allow_write(al_sandbox *sandbox, const char *path);

/* Allows ending an output that is open: its file may be renamed, and removed. */
void al_sandbox_allow_output(al_sandbox *sandbox, const al_output *output);

/* From now on the program can't open or change other files, start programs, use the network, or act on other
 * processes, as far as the system can forbid it: such a call fails with an error. To be called before other
 * threads start. Returns what the system forbids, as words for the user: "none" if nothing. */
const char *al_sandbox_enter(al_sandbox *sandbox);

/* ---- The program and its console ----------------------------------------------------------------------- */

/* The first call of a program. Afterwards the standard streams are open, and writing to a closed pipe is an
 * error instead of a signal. False on failure. */
bool al_program_start(void);

/* The command line's arguments in UTF-8, with `/` in paths; `count` and `arguments` are those of main. Never
 * freed. NULL when out of memory. */
char **al_program_arguments(int count, char **arguments);

/* Columns of a terminal, 80 if the terminal doesn't tell; 0 if the file is not a terminal. */
int al_terminal_width(al_file file);

/* From now on the first request to end the program (SIGINT, SIGTERM, Ctrl-C) is only recorded, and ends
 * al_file_wait. The second one removes unfinished outputs and ends the program with `exit_status`. Signals
 * that the parent process set to be ignored stay ignored. False if the system can't do it. */
bool al_catch_interrupts(int exit_status);

/* True after such a request. Fast; any thread may call it. */
bool al_interrupted(void);

/* Milliseconds since some moment before the program started. */
uint64_t al_clock(void);

/* True if a file is a terminal that understands escape sequences: for colours, and to write over a line. */
bool al_terminal_takes_sequences(al_file file);

/* Tells the user how to end typed input: "Ctrl-D at the start of a line ends it". */
const char *al_end_of_input_keys(void);

/* True if the program has its own console window, which closes with it, so that the user couldn't read the
 * output. */
bool al_owns_console(void);

/* Opens a file in the program that the user has for it. False if that isn't possible. */
bool al_show_file(const char *path);

/* Returns the letter or digit of the key, as a capital letter; something else for another key. */
int al_wait_for_key(void);

#endif
