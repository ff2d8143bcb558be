/* package_text.h: what the container of a package gives, as text. */
#ifndef ASSETLINT_TESTS_PACKAGE_TEXT_H
#define ASSETLINT_TESTS_PACKAGE_TEXT_H

#include "containers/members.h"

enum { PACKAGE_BYTES = 1 << 21, PACKAGE_TEXT = 1 << 14 };

/* An open package, to which tests may give limits before they read it. */
typedef struct package {
    const al_container *kind;
    char path[256];
    uint8_t bytes[PACKAGE_BYTES];
    uint64_t unpacked; /* bytes that it may unpack */
    al_budget budget;
    al_arena arena, kept;
    al_watch watch;
    al_sink sink;
    bool names_only; /* of a list: doesn't read the members */
    int files;       /* that were open before the package */
    al_container_input in;
    char text[PACKAGE_TEXT]; /* of the last call */
    size_t size;
} package;

/* A package in memory. Its kind follows from its name. */
package *package_of(const char *name, const void *bytes, size_t size);

/* The same in a file. */
package *package_at(const char *path);

/* Asserts that all was given back: memory outside of the arenas, and files. */

void package_end(package *p);

/* Reads all members, so many bytes at a time: a line for each, with its size, its bytes as a CRC-32, and
 * "lost" if they are not its own. Behind them lines for remarks, findings and what has ended the reading. */
const char *package_read(package *p, size_t piece);

/* Lists the members: a line for each, and what al_listed says. */
const char *package_list(package *p);

/* Shows the list of members, in one line. */
const char *package_show(package *p);

#endif
