/* sarif_uri.c: paths as code scanning wants them: relative to the root of the tree, percent-encoded. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/escape.h"
#include "report/sarif.h"

/* Removes empty segments and `.`; `..` takes the segment before it along, where there is one. No slash is
 * left in front or at the end. */
static char *normalize(const char *path)
{
    char *out = malloc(strlen(path) + 1);
    if (out == NULL)
        return NULL;
    size_t end = 0;
    while (*path != '\0') {
        const size_t length = strcspn(path, "/");
        if (length == 2 && memcmp(path, "..", 2) == 0) {
            while (end > 0 && out[end - 1] != '/')
                end--;
            end -= end > 0;
        } else if (length > 0 && !(length == 1 && path[0] == '.')) {
            if (end > 0)
                out[end++] = '/';
            memcpy(out + end, path, length);
            end += length;
        }
        path += length;
        path += *path == '/';
    }
    out[end] = '\0';
    return out;
}

/* The part of `path` below `folder`, or all of it; both are normalized absolute paths. */
static const char *below(const char *path, const char *folder)
{
    const size_t length = strlen(folder);
    return length > 0 && strncmp(path, folder, length) == 0 && path[length] == '/' ? path + length + 1 : path;
}

/* Bytes that aren't UTF-8 are shown as everywhere in reports: a URI must decode to text. */
static char *percent_encode(const char *path)
{
    static const char as_they_are[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=@";
    static const char digits[] = "0123456789ABCDEF";
    static const char backslash_x[] = "%5Cx";
    const size_t length = strlen(path);
    char *uri = malloc(length * 6 + 1); /* %5CxNN is the longest */
    if (uri == NULL)
        return NULL;
    size_t end = 0;
    for (size_t at = 0; at < length;) {
        const size_t character = utf8_character(path + at, length - at);
        if (character == 0) {
            memcpy(uri + end, backslash_x, 4);
            end += 4;
        }
        for (size_t last = at + (character > 0 ? character : 1); at < last; at++) {
            const uint8_t byte = (uint8_t)path[at];
            if (strchr(as_they_are, byte) != NULL) {
                uri[end++] = path[at];
                continue;
            }
            if (character > 0)
                uri[end++] = '%';
            uri[end++] = digits[byte >> 4];
            uri[end++] = digits[byte & 0xF];
        }
    }
    uri[end] = '\0';
    return uri;
}

char *sarif_uri(const char *path, const char *folder)
{
    char *uri = NULL;
    char *clean = normalize(path);
    char *clean_folder = normalize(folder == NULL ? "" : folder);
    if (clean != NULL && clean_folder != NULL) {
        const char *relative = path[0] == '/' ? below(clean, clean_folder) : clean;
        uri = percent_encode(relative[0] != '\0' ? relative : ".");
    }
    free(clean_folder);
    free(clean);
    return uri;
}
