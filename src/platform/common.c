/* common.c: what is the same on several systems. */
#include "platform/common.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Errors -------------------------------------------------------------------------------------------- */

int al_last_error(void)
{
    return errno;
}

const char *al_usual_error_text(int error)
{
    switch (error) {
    case EACCES: return "Permission denied";
    case EBADF: return "Bad file descriptor";
    case EFBIG: return "File too large";
    case EIO: return "Input/output error";
    case EISDIR: return "Is a directory";
    case ELOOP: return "Too many levels of symbolic links";
    case EMFILE: return "Too many open files";
    case ENAMETOOLONG: return "File name too long";
    case ENOENT: return "no such file or folder";
    case ENOMEM: return "Cannot allocate memory";
    case ENOSPC: return "No space left on device";
    case ENOTDIR: return "Not a directory";
    case EPERM: return "Operation not permitted";
    case EPIPE: return "Broken pipe";
    case EROFS: return "Read-only file system";
    default: return NULL;
    }
}

bool al_is_out_of_memory(int error)
{
    return error == ENOMEM;
}

bool al_is_not_found(int error)
{
    return error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

bool al_same_file_id(const al_file_id *a, const al_file_id *b)
{
    return a->device == b->device && a->number == b->number && strcmp(a->name, b->name) == 0;
}

static void release(al_output *output)
{
    if (output->temporary != NULL)
        al_forget_unfinished(output->temporary);
    free(output->temporary);
    free(output->path);
    *output = (al_output){.stream = NULL};
}

void al_output_discard(al_output *output)
{
    if (output->stream != NULL)
        (void)fclose(output->stream);
    if (output->temporary != NULL)
        al_remove_file(output->temporary);
    release(output);
}

int al_output_open(const char *path, al_output *output)
{
    *output = (al_output){.stream = NULL};
    const int error = al_output_start(path, output);
    if (error != 0)
        al_output_discard(output);
    return error;
}

int al_output_replace(const char *path, al_output *output)
{
    al_file_info info;
    *output = (al_output){.whole = true};
    int error = al_stat_link(path, &info);
    if (error == 0 && info.kind != AL_KIND_FILE)
        error = info.kind == AL_KIND_LINK ? ELOOP : EISDIR;
    if (error == 0 || al_is_not_found(error))
        error = al_output_start(path, output);
    if (error == 0 && output->temporary == NULL)
        error = EACCES;
    if (error != 0)
        al_output_discard(output);
    return error;
}

int al_output_finish(al_output *output)
{
    int error = output->whole ? al_stream_sync(output->stream) : 0;
    if (fclose(output->stream) != 0 && error == 0)
        error = errno;
    output->stream = NULL;
    if (error == 0 && output->temporary != NULL)
        error = al_replace_file(output->temporary, output->path);
    if (error != 0)
        al_output_discard(output);
    else
        release(output);
    return error;
}

/* ---- Paths of Windows, also for WebAssembly on Windows ------------------------------------------------- */

bool al_is_separator(char c)
{
    return c == '/' || c == '\\';
}

bool al_starts_with_drive(const char *path)
{
    return ((path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z')) && path[1] == ':';
}

static size_t part_length(const char *path)
{
    size_t length = 0;
    while (path[length] != '\0' && !al_is_separator(path[length]))
        length++;
    return length;
}

/* The roots are "C:/", "//server/share/" and "/"; the first two also without a slash at the end of the
 * path. */
size_t al_drive_root(const char *path)
{
    if (al_starts_with_drive(path))
        return al_is_separator(path[2]) ? 3 : path[2] == '\0' ? 2 : 0;
    if (!al_is_separator(path[0]))
        return 0;
    if (!al_is_separator(path[1]) || path[2] == '\0' || al_is_separator(path[2]))
        return 1;
    size_t root = 2 + part_length(path + 2);
    if (path[root] != '\0')
        root += 1 + part_length(path + root + 1);
    return root + al_is_separator(path[root]);
}

void al_drive_use_slashes(char *path)
{
    for (; *path != '\0'; path++)
        if (*path == '\\')
            *path = '/';
}

/* ---- Sandboxes that can't forbid files by their paths: there is nothing to collect --------------------- */

#if !AL_FILE_RULES

al_sandbox al_sandbox_begin(bool writes)
{
    return (al_sandbox){.rules = -1, .writes = writes};
}

void al_sandbox_allow_read(al_sandbox *sandbox, const char *path)
{
    (void)sandbox;
    (void)path;
}

void al_sandbox_allow_write(al_sandbox *sandbox, const char *path)
{
    (void)sandbox;
    (void)path;
}

void al_sandbox_allow_output(al_sandbox *sandbox, const al_output *output)
{
    (void)sandbox;
    (void)output;
}

#endif

/* ---- All systems but Windows --------------------------------------------------------------------------- */

#ifndef _WIN32

bool al_is_closed_pipe(int error)
{
    return error == EPIPE;
}

char **al_program_arguments(int count, char **arguments)
{
    (void)count;
    return arguments;
}

/* A terminal stays open after the program ends. */
bool al_owns_console(void)
{
    return false;
}

bool al_show_file(const char *path)
{
    (void)path;
    return false;
}

int al_wait_for_key(void)
{
    return 0;
}

#endif
