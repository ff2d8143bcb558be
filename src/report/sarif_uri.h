/* sarif_uri.h: makes URIs of paths for SARIF reports. */
#ifndef ASSETLINT_REPORT_SARIF_URI_H
#define ASSETLINT_REPORT_SARIF_URI_H

/* Returns the URI of a path, to be freed; NULL when out of memory. `folder` is the absolute path of the
 * folder where relative paths begin, or NULL if it is unknown. `root` is the folder that URIs are relative
 * to, or NULL; a file outside of it gets an absolute URI. */
char *sarif_uri(const char *path, const char *folder, const char *root);

/* Returns the root of the repository of a folder, which is an absolute path: the nearest folder with .git in
 * it, from `folder` upwards, or `folder` if there is none. To be freed; NULL when out of memory. */
char *sarif_root(const char *folder);

#endif
