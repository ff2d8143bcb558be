/* no_programs.c: what libarchive unpacks by starting other programs, where there are none. */
#define __LIBARCHIVE_BUILD 1
#include "archive.h"
#include "archive_read_private.h"

int archive_read_support_filter_program_signature(struct archive *a, const char *command, const void *bytes,
                                                  size_t size)
{
    (void)command;
    (void)bytes;
    (void)size;
    archive_set_error(a, -1, "there are no other programs here");
    return ARCHIVE_FATAL;
}

int archive_read_support_filter_program(struct archive *a, const char *command)
{
    return archive_read_support_filter_program_signature(a, command, NULL, 0);
}

int __archive_read_program(struct archive_read_filter *self, const char *command)
{
    return archive_read_support_filter_program_signature(&self->archive->archive, command, NULL, 0);
}
