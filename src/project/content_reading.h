/* content_reading.h: reads what rules across files have to know of one file. */
#ifndef AL_PROJECT_CONTENT_READING_H
#define AL_PROJECT_CONTENT_READING_H

#include "engine/options.h"
#include "engine/source.h"
#include "relations/relations.h"

/* What is kept from file to file. */
typedef struct al_content_reader {
    const al_options *options;
    al_inflater *inflater; /* NULL before it is needed; the owner frees it */
} al_content_reader;

/* The content of one file, and its memory. It stays at its address until its memory is freed. */
typedef struct al_content_reading {
    al_want want;
    al_buffer *buffer; /* for the bytes of the file */
    al_budget budget;
    al_arena scratch; /* on the budget */
    al_mesh_box box;
    al_content content;
} al_content_reading;

/* Reads a file. `want`, `buffer` and `budget` must be set. If the shortage of the budget is then
 * AL_SHORTAGE_SYSTEM, the content must not be used. */
void al_content_read(al_content_reader *reader, al_content_reading *reading, const al_related_file *file,
                     al_source *source);

/* Frees the scratch arena. */
void al_content_reading_end(al_content_reading *reading);

/* Parses the bytes of a file, or those that hold all its facts, and puts the document into `content`, in
 * memory of its scratch arena. */
void al_read_document(al_content *content, const char *name, al_span bytes);

/* Measures a mesh that was parsed, and puts the result into `content`. */
void al_read_box(al_content *content, al_inflater *inflater, uint64_t most_inflated, al_mesh_box *box);

#endif
