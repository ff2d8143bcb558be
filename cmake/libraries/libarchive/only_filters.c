/* only_filters.c: replaces the filters of libarchive that assetlint doesn't use: other kinds of compression,
 * and programs, which WebAssembly can't start. */
#include "archive.h"

/* The functions that archive_read_append_filter.c chooses from. */
int archive_read_support_filter_compress(struct archive *a)
{
    (void)a;
    return ARCHIVE_FATAL;
}

int archive_read_support_filter_lrzip(struct archive *a)
{
    return archive_read_support_filter_compress(a);
}

int archive_read_support_filter_lz4(struct archive *a)
{
    return archive_read_support_filter_compress(a);
}

int archive_read_support_filter_rpm(struct archive *a)
{
    return archive_read_support_filter_compress(a);
}

int archive_read_support_filter_uu(struct archive *a)
{
    return archive_read_support_filter_compress(a);
}

int archive_read_support_filter_zstd(struct archive *a)
{
    return archive_read_support_filter_compress(a);
}

int archive_read_support_filter_program_signature(struct archive *a, const char *command, const void *bytes,
                                                  size_t size)
{
    (void)command, (void)bytes, (void)size;
    return archive_read_support_filter_compress(a);
}
