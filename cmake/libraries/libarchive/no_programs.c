/* no_programs.c: replaces the part of libarchive that starts other programs, which WebAssembly can't do. */
#define __LIBARCHIVE_BUILD 1
#include "archive.h"
#include "archive_read_private.h"

int archive_read_support_filter_program_signature(struct archive *a, const char *command, const void *bytes,
                                                  size_t size)
{
    (void)command;
    (void)bytes;
    (void)size;
    archive_set_error(a, -1, "this system can't start other programs");
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
