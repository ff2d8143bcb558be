/* notices.c: waits for input, and tells so. */
#include "project/notices.h"

enum {
    PATIENCE = 1000, /* milliseconds: most programs before a pipe have begun to write by then */
    FOR_EVER = -1
};

void al_wait_for_standard_input(const char *what, const al_notices *notices)
{
    if (notices->notice == NULL)
        return;
    if (al_file_is_terminal(al_standard_input))
        al_notify(notices, AL_NOTICE_READS_TERMINAL, NULL, what);
    else if (al_file_is_terminal(al_standard_error) && !al_file_wait(al_standard_input, PATIENCE) &&
             !al_interrupted())
        al_notify(notices, AL_NOTICE_WAITS_FOR_INPUT, NULL, what);
}

static bool is_pipe(const char *path)
{
    al_file_info info;
    return al_stat_path(path, &info) == 0 && info.kind == AL_KIND_PIPE;
}

bool al_open_named_pipe(const char *path, const al_notices *notices, al_file *file)
{
    if (!is_pipe(path) || al_file_open(path, file) != 0)
        return false;
    if (notices->notice != NULL && !al_file_wait(*file, PATIENCE) && !al_interrupted())
        al_notify(notices, AL_NOTICE_WAITS_FOR_PIPE, path, NULL);
    (void)al_file_wait(*file, FOR_EVER);
    return true;
}

void al_announce_pipe(const char *path, const al_notices *notices)
{
    if (is_pipe(path))
        al_notify(notices, AL_NOTICE_READS_PIPE, path, NULL);
}
