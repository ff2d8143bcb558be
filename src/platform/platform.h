/* platform.h: what the system gives: files, folders, threads, the console. Each system has its own files
 * beside this header, and only they know which system it is.
 *
 * An error is a number of the system's own, 0 for none: it is handed on, compared by the functions below, and
 * shown by al_error_text. Paths are those of the system in UTF-8, and folders are separated by `/`.
 */
#ifndef AL_PLATFORM_H
#define AL_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- Errors -------------------------------------------------------------------------------------------- */

/* Why the last call of the C library failed: for FILEs, right after the call. */
int al_last_error(void);

/* In English, whatever the locale, and the same on every system for what is usual. Never NULL; valid until
 * this thread asks again. */
const char *al_error_text(int error);

bool al_is_out_of_memory(int error);

/* Nothing has that path. */
bool al_is_not_found(int error);

/* Whoever was to read our output has gone away. */
bool al_is_closed_pipe(int error);

/* ---- Paths --------------------------------------------------------------------------------------------- */

/* How much of a path is the root that it begins at: 1 of "/a"; on Windows 3 of "C:/a", and of
 * "//server/share/a" all that is before the a. 0 of a relative one. */
size_t al_path_root(const char *path);

/* Where the system knows another separator of folders, `/` takes its place. */
void al_path_use_slashes(char *path);

/* Nobody has put files in the place of `*` and `?` before the program begins. */
extern const bool al_must_expand_patterns;

/* ---- Files --------------------------------------------------------------------------------------------- */

typedef enum al_file_kind {
    AL_KIND_UNKNOWN = 0, /* the system doesn't say */
    AL_KIND_FILE,
    AL_KIND_FOLDER,
    AL_KIND_PIPE,
    AL_KIND_OTHER /* devices, links that are not followed; pipes in folders */
} al_file_kind;

typedef struct al_file_info {
    al_file_kind kind;
    uint64_t size; /* bytes of a file that are left to read; 0 where the system doesn't know, as in /proc */
} al_file_info;

/* What a path leads to. Returns an error. */
int al_stat_path(const char *path, al_file_info *info);

/* Whether something has that path, be it a link that leads nowhere. */
bool al_exists(const char *path);

/* Where a link leads in the end, as an absolute path, to be freed; NULL for what is no link, or leads
 * nowhere. */
char *al_link_target(const char *path);

/* An open file. */
typedef struct al_file {
    intptr_t handle;
} al_file;

extern const al_file al_standard_input, al_standard_output, al_standard_error;

/* Opens a file for reading. Returns an error; then there is nothing to close. */
int al_file_open(const char *path, al_file *file);
void al_file_close(al_file file);

/* The same for a named pipe, without waiting for somebody who writes to it. Before it is read, al_file_wait
 * has to be told for ever: until somebody came, there is nothing but its end. */
int al_pipe_open(const char *path, al_file *file);

/* Waits until there is something to read, or the end; for ever where `milliseconds` is negative. False when
 * there is nothing yet, also because of an interrupt that is noted. */
bool al_file_wait(al_file file, int milliseconds);

bool al_file_is_terminal(al_file file);
int al_stat_file(al_file file, al_file_info *info);

/* Goes to a place in the file, from its start. Returns an error. */
int al_file_seek(al_file file, uint64_t place);

/* Reads up to `size` bytes; returns how many, 0 at the end, and sets `*error`, which otherwise is 0. */
size_t al_file_read(al_file file, void *buffer, size_t size, int *error);

/* A file that is being written. What has its path stays as it is until all is written, and is replaced then;
 * links are followed, and what can't be replaced, such as a pipe, is written to at once. */
typedef struct al_output {
    FILE *stream;
    char *path;      /* behind all links */
    char *temporary; /* what is written meanwhile; NULL: the file itself */
} al_output;

/* Returns an error; then there is nothing to end. */
int al_output_open(const char *path, al_output *output);

/* The same, but what the file has stays, and all that is written goes behind it. */
int al_output_append(const char *path, al_output *output);

/* Ends it, one way or the other. The first returns an error: then it is as if it were discarded. */
int al_output_finish(al_output *output);
void al_output_discard(al_output *output);

/* A file without a name, to be written and read; gone when it is closed. NULL when it can't be had. */
FILE *al_temporary_file(void);

/* Which file something is, or would be once it is created: two paths name one file when their places are the
 * same. */
typedef struct al_file_id {
    al_file_kind kind;       /* AL_KIND_FILE, also of one that isn't there yet; AL_KIND_OTHER of a pipe */
    uint64_t device, number; /* of the file, or of the folder when there is no file yet: */
    char name[768];          /* then it gets this name */
} al_file_id;

/* False when the path can't lead to a file or a pipe: to nothing, a device, a folder. */
bool al_find_file_id(const char *path, al_file_id *place);
bool al_find_input_id(al_file_id *place);
bool al_find_output_id(al_file_id *place);
bool al_same_file_id(const al_file_id *a, const al_file_id *b);

/* ---- Folders ------------------------------------------------------------------------------------------- */

typedef struct al_folder al_folder;

typedef struct al_folder_entry {
    const char *name; /* valid until the next one */
    al_file_kind kind;
} al_folder_entry;

/* NULL with `*error` set when it can't be listed. */
al_folder *al_folder_open(const char *path, int *error);

/* The next entry, in no order; the folder itself and the one above are left out, and so is what was deleted
 * meanwhile. False at the end, and when the rest can't be listed: then `*error` isn't 0. */
bool al_folder_next(al_folder *folder, al_folder_entry *entry, int *error);
void al_folder_close(al_folder *folder); /* also of NULL */

/* The folder that relative paths begin at; false when the system doesn't say, or `size` is too little. */
bool al_current_folder(char *path, size_t size);

/* ---- Threads ------------------------------------------------------------------------------------------- */

typedef struct al_thread al_thread;
typedef struct al_lock al_lock;
typedef struct al_condition al_condition;

/* How many threads the system runs at once; at least 1. */
unsigned al_processors(void);

/* The three return NULL when the system refuses. */
al_thread *al_thread_start(void (*work)(void *context), void *context);
al_lock *al_lock_new(void);
al_condition *al_condition_new(void);

/* Waits for the end of a thread, and frees it. */
void al_thread_join(al_thread *thread);

void al_lock_enter(al_lock *lock);
void al_lock_leave(al_lock *lock);
void al_lock_free(al_lock *lock); /* also of NULL, as the next */
void al_condition_free(al_condition *condition);

/* Leaves the lock, waits, and enters it again. It may come back for no reason. */
void al_condition_wait(al_condition *condition, al_lock *lock);

/* The same for so many milliseconds at most. */
void al_condition_wait_for(al_condition *condition, al_lock *lock, unsigned milliseconds);

void al_condition_wake_one(al_condition *condition);
void al_condition_wake_all(al_condition *condition);

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* Gives to the system what the C library keeps of memory that was freed. It may be slow. */
void al_trim_memory(void);

/* ---- The program and its console ----------------------------------------------------------------------- */

/* To be called first by a program: its standard streams exist, and a reader of its output that goes away is
 * an error of writing. False when that can't be had. */
bool al_program_start(void);

/* The words of the command line in UTF-8, with `/` in paths, as main was given them. They are never freed.
 * NULL when out of memory. */
char **al_program_arguments(int count, char **words);

/* Columns of the terminal that an output is: 0 when it is none, 80 when that one doesn't say. */
int al_terminal_width(al_file file);

/* From now on the first wish of somebody outside that the program end (SIGINT, SIGTERM, Ctrl-C) is only
 * noted, and ends waiting for bytes; one more ends the program at once with that exit status, and what
 * al_output_open has begun is removed. What is set to be ignored stays so. False where that can't be had. */
bool al_catch_interrupts(int exit_status);

/* Whether there was such a wish. Cheap, and for any thread to ask. */
bool al_interrupted(void);

/* Waits for such a wish, for as long as it takes; at once where none is noted. The second ends that waiting,
 * and all waiting from then on, so nothing is to be read after it. */
void al_wait_for_interrupt(void);
void al_stop_waiting_for_interrupt(void);

/* Milliseconds since some moment before the program began. */
uint64_t al_clock(void);

/* Whether a file is a terminal that takes sequences of control: for colours, and to write over a line. */
bool al_terminal_takes_sequences(al_file file);

/* What ends input that is typed: "Ctrl-D at the start of a line ends it". */
extern const char *const al_end_of_input_keys;

/* The program was started with a window of its own, which closes when it ends: nobody would see what it says.
 */
bool al_owns_console(void);
void al_wait_for_key(void);

#endif
