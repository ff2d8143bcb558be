/* sarif_uri.c: URIs for code scanning: relative to the root of the repository, percent-encoded, and different
 * for different files. A file outside of the root gets its absolute path.
 *
 * Only one slash follows `file:`, as RFC 8089 allows, since GitHub's rules take "://" for an address on the
 * web.
 */
#include "report/sarif_uri.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "platform/platform.h"
#include "project/paths.h"
#include "report/texts.h"

/* ---- URIs ---------------------------------------------------------------------------------------------- */

/* Whether the text looks like an escaped byte, \xNN. */
static bool looks_escaped(const char *text)
{
    static const char digits[] = "0123456789ABCDEF";
    return text[0] == '\\' && text[1] == 'x' && strspn(text + 2, digits) >= 2;
}

static char *put_byte(char *to, const char *before, unsigned char byte)
{
    static const char digits[] = "0123456789ABCDEF";
    const size_t length = strlen(before);
    memcpy(to, before, length);
    to[length] = digits[byte >> 4];
    to[length + 1] = digits[byte & 0xF];
    return to + length + 2;
}

/* A URI must decode to text, so bytes that are not UTF-8 become \xNN, as everywhere in reports. A real
 * backslash that looks like such an escape is escaped, too. */
static char *percent_encode(const char *path)
{
    static const char unreserved[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=@";
    static const char backslash_x[] = "%5Cx";
    const size_t length = strlen(path);
    char *uri = length < SIZE_MAX / 6 - 1 ? malloc(length * 6 + 1) : NULL; /* the longest is %5CxNN */
    char *to = uri;
    for (size_t at = 0; uri != NULL && at < length;) {
        const size_t character = al_utf8_length(path + at, length - at);
        const bool shown = character == 0 || looks_escaped(path + at);
        for (const size_t end = at + (character > 0 ? character : 1); at < end; at++) {
            if (!shown && strchr(unreserved, path[at]) != NULL)
                *to++ = path[at];
            else
                to = put_byte(to, shown ? backslash_x : "%", (unsigned char)path[at]);
        }
    }
    if (uri != NULL)
        *to = '\0';
    return uri;
}

static char *absolute_uri(const char *path)
{
    const size_t drive = path[0] != '/' ? al_path_root(path) : 0; /* its colon is not encoded */
    char *encoded = percent_encode(path + drive);
    char *uri = encoded != NULL
                    ? text_of("file:%s%.*s%s", path[0] == '/' ? "" : "/", (int)drive, path, encoded)
                    : NULL;
    free(encoded);
    return uri;
}

char *sarif_uri(const char *path, const char *folder, const char *root)
{
    char *uri = NULL;
    char *clean = al_path_normal(folder, path);
    char *clean_root = root != NULL ? al_path_normal(folder, root) : NULL;
    if (clean != NULL && (root == NULL || clean_root != NULL)) {
        const char *inside = clean_root != NULL ? al_path_below(clean, clean_root) : NULL;
        if (inside == NULL && al_path_root(clean) == 0 && folder == NULL)
            inside = clean; /* its folder is unknown */
        uri = inside != NULL ? percent_encode(inside[0] != '\0' ? inside : ".") : absolute_uri(clean);
    }
    free(clean_root);
    free(clean);
    return uri;
}

char *sarif_root(const char *folder)
{
    static const char mark[] = "/.git";
    char *clean = al_path_normal(NULL, folder);
    char *probe = clean != NULL ? text_of("%s%s", clean, mark) : NULL;
    size_t length = clean != NULL ? strlen(clean) : 0;
    bool more = probe != NULL;
    while (more && !al_exists(probe)) {
        more = length > 0;
        while (length > 0 && probe[--length] != '/') {
        }
        memcpy(probe + length, mark, sizeof mark);
    }
    if (probe != NULL && !more) {
        free(probe);
        return clean;
    }
    if (probe != NULL)
        probe[length] = '\0';
    free(clean);
    return probe;
}
