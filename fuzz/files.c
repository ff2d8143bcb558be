/* files.c: reads folders and files with POSIX. */
#define _POSIX_C_SOURCE 200809L

#include "files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool add(file_list *list, const char *path)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity == 0 ? 64 : list->capacity * 2;
        char **paths = realloc(list->paths, capacity * sizeof *paths);
        if (paths == NULL)
            return false;
        list->paths = paths;
        list->capacity = capacity;
    }
    size_t length = strlen(path) + 1;
    char *copy = malloc(length);
    if (copy == NULL)
        return false;
    memcpy(copy, path, length);
    list->paths[list->count++] = copy;
    return true;
}

static bool find(file_list *list, const char *path);

static bool find_in_folder(file_list *list, const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL)
        return false;
    bool found = true;
    for (const struct dirent *entry = readdir(folder); entry != NULL && found; entry = readdir(folder)) {
        char inner[4096];
        if (entry->d_name[0] == '.')
            continue;
        int length = snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        found = length > 0 && (size_t)length < sizeof inner && find(list, inner);
    }
    (void)closedir(folder);
    return found;
}

static bool find(file_list *list, const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return false;
    return S_ISDIR(info.st_mode) ? find_in_folder(list, path) : add(list, path);
}

static int by_path(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

bool files_find(file_list *list, const char *path)
{
    size_t before = list->count;
    if (!find(list, path))
        return false;
    if (list->count > before)
        qsort(list->paths + before, list->count - before, sizeof *list->paths, by_path);
    return true;
}

void files_free(file_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->paths[i]);
    free(list->paths);
    *list = (file_list){0};
}

uint8_t *files_read(const char *path, size_t *size)
{
    struct stat info;
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return NULL;
    uint8_t *data = NULL;
    if (fstat(fileno(stream), &info) == 0 && S_ISREG(info.st_mode)) {
        *size = (size_t)info.st_size;
        data = malloc(*size > 0 ? *size : 1); /* sanitizers see a read behind the last byte */
        if (data != NULL && fread(data, 1, *size, stream) != *size) {
            free(data);
            data = NULL;
        }
    }
    (void)fclose(stream);
    return data;
}

const char *files_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}
