/* libarchive.h: the functions of libarchive that unpack.c calls.
 *
 * libarchive needs a dozen other libraries, and loading them took nine tenths of the program's start. So
 * where it is a shared library, the program isn't linked with it: the first package loads it. AL_LIBARCHIVE
 * is then its file name.
 */
#ifndef AL_CONTAINERS_LIBARCHIVE_H
#define AL_CONTAINERS_LIBARCHIVE_H

#include <archive.h>
#include <archive_entry.h>
#include <stdbool.h>

#include "core/compiler.h"

/* X(result, name, parameters) */
#define LIBARCHIVE_FUNCTIONS(X)                                                                \
    X(int, archive_errno, (struct archive *))                                                  \
    X(const char *, archive_error_string, (struct archive *))                                  \
    X(void, archive_set_error, (struct archive *, int, const char *, ...))                     \
    X(int, archive_format, (struct archive *))                                                 \
    X(struct archive *, archive_read_new, (void))                                              \
    X(int, archive_read_append_filter, (struct archive *, int))                                \
    X(int, archive_read_support_format_7zip, (struct archive *))                               \
    X(int, archive_read_support_format_raw, (struct archive *))                                \
    X(int, archive_read_support_format_tar, (struct archive *))                                \
    X(int, archive_read_support_format_zip_seekable, (struct archive *))                       \
    X(int, archive_read_set_callback_data, (struct archive *, void *))                         \
    X(int, archive_read_set_read_callback, (struct archive *, archive_read_callback *))        \
    X(int, archive_read_set_seek_callback, (struct archive *, archive_seek_callback *))        \
    X(int, archive_read_set_skip_callback, (struct archive *, archive_skip_callback *))        \
    X(int, archive_read_open1, (struct archive *))                                             \
    X(int, archive_read_next_header2, (struct archive *, struct archive_entry *))              \
    X(int, archive_read_data_block, (struct archive *, const void **, size_t *, la_int64_t *)) \
    X(int, archive_read_free, (struct archive *))                                              \
    X(struct archive_entry *, archive_entry_new2, (struct archive *))                          \
    X(void, archive_entry_free, (struct archive_entry *))                                      \
    X(__LA_MODE_T, archive_entry_filetype, (struct archive_entry *))                           \
    X(const char *, archive_entry_hardlink, (struct archive_entry *))                          \
    X(const char *, archive_entry_pathname, (struct archive_entry *))                          \
    X(const char *, archive_entry_pathname_utf8, (struct archive_entry *))                     \
    X(la_int64_t, archive_entry_size, (struct archive_entry *))                                \
    X(int, archive_entry_size_is_set, (struct archive_entry *))

#define LIBARCHIVE_MEMBER(result, name, parameters) result(*name) parameters;
typedef struct libarchive {
    LIBARCHIVE_FUNCTIONS(LIBARCHIVE_MEMBER)
} libarchive;
#undef LIBARCHIVE_MEMBER

#ifdef AL_LIBARCHIVE
enum { libarchive_is_loaded_late = true };
#else
enum { libarchive_is_loaded_late = false };
#endif

/* Gets the functions; loads the library first, if the program isn't linked with it. Returns NULL, or why
 * packages can't be read. */
const char *libarchive_load(libarchive *functions) AL_MUST_USE;

#endif
