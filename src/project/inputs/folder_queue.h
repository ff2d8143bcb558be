/* folder_queue.h: what threads share that together read a folder and its subfolders: the folders that are
 * still to be read, and the list that gets their files.
 */
#ifndef AL_PROJECT_INPUTS_FOLDER_QUEUE_H
#define AL_PROJECT_INPUTS_FOLDER_QUEUE_H

#include "core/compiler.h"
#include "project/inputs/input.h"

typedef struct folder_queue folder_queue;

/* What one thread has found in one folder; all zero before the first. */
typedef struct folder_content {
    al_input_list files;   /* its files; and its subfolders that are not entered */
    al_input_list folders; /* its other subfolders */
    uint64_t counted;      /* bytes of the files that the queue knows of */
} folder_content;
void folder_content_free(folder_content *content);

/* A queue with one folder, whose path it takes over, also if that fails. `list` gets what is found; its limit
 * bounds what is found, and its watch may stop the queue. NULL when out of memory. */
folder_queue *folder_queue_new(al_input_list *list, char *folder);

/* Frees the queue, when no thread uses it any more. False if a folder could not be read for want of memory.
 */
bool folder_queue_end(folder_queue *queue) AL_MUST_USE;

/* How many folders wait. */
size_t folder_queue_length(folder_queue *queue);

/* Takes a folder, whose path the caller then owns; each folder that was taken is given back. Waits while none
 * is there and another thread still reads one. NULL: all have been read, or the queue was stopped. */
char *folder_queue_take(folder_queue *queue) AL_MUST_USE;

/* Counts what was found so far in a folder that is being read. False if that is beyond the list's limit. */
bool folder_queue_count(folder_queue *queue, folder_content *content) AL_MUST_USE;

/* Adds the content of a folder that was taken, and empties it. `ok`: there was memory to read the folder;
 * otherwise the queue is stopped. */
void folder_queue_give(folder_queue *queue, folder_content *content, bool ok);

#endif
