/* runtime.c: selects the active mutant, or records reached ones, see mutants.h. Part of the library in the
 * preset `mutants` only. Records are files in shared memory, so they survive a crash and include child
 * processes. */
#include "mutants.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX_PATH = 1024 };

/* A byte for each mutant of the file, number 0 included; NULL if the record can't be opened. */
static unsigned char *open_record(const char *folder, const char *file, unsigned count)
{
    char path[MAX_PATH];
    if (snprintf(path, sizeof path, "%s/%s", folder, file) >= MAX_PATH)
        return NULL;
    for (char *at = path + strlen(folder) + 1; *at != '\0'; at++)
        if (*at == '/')
            *at = '-';
    const int record = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    const size_t size = (size_t)count + 1;
    const bool sized = record >= 0 && ftruncate(record, (off_t)size) == 0;
    void *bytes = sized ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, record, 0) : MAP_FAILED;
    if (record >= 0)
        (void)close(record);
    return bytes != MAP_FAILED ? bytes : NULL;
}

int al_mutants_begin(const char *file, unsigned count, unsigned char **reached)
{
    const char *folder = getenv("AL_MUTANTS_RECORD"), *mutant = getenv("AL_MUTANT");
    if (folder != NULL) {
        *reached = open_record(folder, file, count);
        return *reached != NULL ? -1 : 0;
    }
    const size_t length = strlen(file);
    if (mutant == NULL || strncmp(mutant, file, length) != 0 || mutant[length] != ':')
        return 0;
    return (int)strtol(mutant + length + 1, NULL, 10);
}
