/* part_files.c: opens and reads the files of parts. */
#include "report/part_files.h"

#include <stdlib.h>

#include "core/limits.h"
#include "project/configuration/parts.h"

/* All parts are read in parallel: few parts are read in large pieces, many in small ones. */
enum { ALL_CHUNKS = 16 << 20, MAX_CHUNK = 1 << 16, MIN_CHUNK = 1 << 12, MAX_OPEN = 128 };

static size_t read_file(void *context, uint64_t at, void *buffer, size_t size, int *error)
{
    part_file *f = context;
    size_t read = 0;
    *error = f->is_open ? 0 : al_file_open(f->path, &f->file);
    f->is_open = *error == 0;
    if (f->is_open)
        *error = al_file_seek(f->file, at);
    if (*error == 0)
        read = al_file_read(f->file, buffer, size, error);
    if (f->is_open && !f->stays_open) {
        al_file_close(f->file);
        f->is_open = false;
    }
    return read;
}

static part_source source_of(part_file *f, bool in_memory)
{
    return in_memory ? (part_source){.context = &f->bytes, .read = part_read_span}
                     : (part_source){.context = f, .read = read_file};
}

static size_t chunk_of(size_t count)
{
    const size_t share = ALL_CHUNKS / count;
    if (share > MAX_CHUNK)
        return MAX_CHUNK;
    return share < MIN_CHUNK ? MIN_CHUNK : share;
}

/* Parts are read twice, so a pipe is read into memory first. */
static bool open_file(part_files *p, part_file *f, size_t chunk, al_mistake *mistake)
{
    al_file_info info;
    const bool exists = al_stat_path(f->path, &info) == 0;
    *mistake = (al_mistake){.line = 1, .column = 1, .text = "this is a folder, not a part"};
    if (exists && info.kind == AL_KIND_FOLDER)
        return false;
    const bool in_memory = exists && info.kind != AL_KIND_FILE;
    if (in_memory &&
        !al_read_whole_text(f->path, p->budget.limit, &f->buffer, &p->budget, &f->bytes, mistake))
        return false;
    part_reader *reader = &p->readers[p->opened++];
    if (part_open(reader, f->path, source_of(f, in_memory), chunk, &p->budget))
        return true;
    *mistake = reader->mistake;
    return false;
}

bool part_files_open(part_files *p, const char *const *paths, size_t count, al_mistake *mistake)
{
    *p = (part_files){.count = count, .budget = al_budget_of(AL_MERGE_MEMORY, 0)};
    p->files = calloc(count, sizeof *p->files);
    p->readers = calloc(count, sizeof *p->readers);
    *mistake = (al_mistake){.no_memory = true};
    if (p->files == NULL || p->readers == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        p->files[i] = (part_file){.path = paths[i], .stays_open = count <= MAX_OPEN};
        const bool ok = open_file(p, &p->files[i], chunk_of(count), mistake);
        mistake->path = paths[i];
        if (!ok)
            return false;
    }
    return true;
}

void part_files_close(part_files *p)
{
    for (size_t i = 0; i < p->opened; i++)
        part_close(&p->readers[i]);
    for (size_t i = 0; p->files != NULL && i < p->count; i++) {
        if (p->files[i].is_open)
            al_file_close(p->files[i].file);
        al_buffer_free(&p->files[i].buffer);
    }
    free(p->readers);
    free(p->files);
}
