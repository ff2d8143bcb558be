/* part_files.h: opens the files that hold the parts of a run, for merge. */
#ifndef AL_REPORT_PART_FILES_H
#define AL_REPORT_PART_FILES_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stddef.h>

#include "platform/platform.h"
#include "report/part_reader.h"

/* A file that a part is read from. */
typedef struct part_file {
    const char *path;
    al_file file;
    bool is_open;
    bool stays_open;  /* a system allows a program few open files: if there are many parts, none stays open */
    al_buffer buffer; /* all bytes of a pipe, which gives them only once, */
    al_span bytes;    /* and where they are */
} part_file;

typedef struct part_files {
    part_file *files;
    size_t count;
    part_reader *readers; /* of the first files, */
    size_t opened;        /* so many */
    al_budget budget;     /* of all readers */
} part_files;

/* Opens the files of these paths and reads their summaries. False when a file can't be read or is not a part:
 * `mistake` says which and why, or that memory is short. part_files_close must be called in any case. */
bool part_files_open(part_files *p, const char *const *paths, size_t count, al_mistake *mistake) AL_MUST_USE;
void part_files_close(part_files *p);

#endif
