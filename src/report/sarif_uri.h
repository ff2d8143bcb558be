/* sarif_uri.h: what a file is called in a SARIF report. */
#ifndef ASSETLINT_REPORT_SARIF_URI_H
#define ASSETLINT_REPORT_SARIF_URI_H

/* The URI of a path, to be freed; NULL when out of memory. `folder` is the absolute path of the folder that
 * relative paths begin at, NULL when it isn't known; `root` that of the folder that URIs are relative to,
 * NULL for none. What lies outside of it gets an absolute URI. */
char *sarif_uri(const char *path, const char *folder, const char *root);

/* The root of the repository that an absolute path lies in: the nearest folder with .git in it, from `folder`
 * upwards, or `folder` itself. To be freed; NULL when out of memory. */
char *sarif_root(const char *folder);

#endif
