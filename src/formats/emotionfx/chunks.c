/* chunks.c: what readers of chunks share. */
#include "formats/emotionfx/chunk_parser.h"

#define AL_LAYOUT      "formats/emotionfx/layout.def"
#define AL_LAYOUT_LIST emotionfx_layouts
#include "formats/emotionfx/chunks.h"
#include "kit/layout_define.h"
#undef AL_LAYOUT

al_path efx_chunk_path(const al_path *up, uint32_t number)
{
    return al_item(up, "chunks", number);
}

al_span efx_header_at(const efx_file *f, uint64_t at)
{
    return al_slice_available(f->bytes, at, EFX_CHUNK_BYTES);
}

efx_chunk_header efx_header_of(const efx_file *f, uint32_t number)
{
    return efx_chunk_header_read(efx_header_at(f, f->chunks[number].at));
}

al_span efx_payload(const efx_file *f, uint32_t number, uint64_t size)
{
    return al_slice_available(f->bytes, f->chunks[number].at + EFX_CHUNK_BYTES, size);
}

uint64_t efx_chunk_end(const efx_file *f, uint32_t number)
{
    return f->bytes.base + f->chunks[number].at + EFX_CHUNK_BYTES + efx_header_of(f, number).length;
}

uint32_t efx_known_id(const efx_file *f, uint32_t number)
{
    const uint8_t kind = f->chunks[number].kind;
    return kind != EFX_UNKNOWN ? f->format->kinds[kind].id : UINT32_MAX;
}

/* ---- Readers ------------------------------------------------------------------------------------------- */

efx_reading efx_start(const efx_file *f, al_job *job)
{
    return (efx_reading){.file = f,
                         .walk = {.job = job,
                                  .bytes = f->bytes,
                                  .whole = "the file",
                                  .truncated = f->format->rules.truncated,
                                  .count_range = f->format->rules.count_range,
                                  .max_bytes = f->bytes.len,
                                  .extent = AL_NO_EXTENT}};
}

void efx_enter(efx_reading *r, const al_path *up, uint32_t number, uint64_t at)
{
    r->header = efx_chunk_header_read(efx_header_at(r->file, at));
    r->number = number;
    r->path = efx_chunk_path(up, number);
    r->skips = false;
    r->from = (efx_place){.item = 0};
    r->walk.at = at + EFX_CHUNK_BYTES;
    r->walk.extent = r->walk.at + r->header.length;
    r->walk.stopped = r->walk.cut = false;
}

efx_reading efx_read_again(const efx_file *f, const al_path *up, uint32_t number, const al_listener *listener)
{
    efx_reading r = efx_start(f, NULL);
    r.walk.silent = true;
    r.walk.listener = listener;
    efx_enter(&r, up, number, f->chunks[number].at);
    if (f->chunks[number].misfit && r.walk.extent < r.walk.bytes.len)
        r.walk.bytes.len = (size_t)r.walk.extent; /* bytes after it belong to other chunks */
    return r;
}

bool efx_take_without_listener(efx_reading *r, uint64_t size, al_span *out)
{
    r->steps++;
    return r->walk.listener == NULL && size <= INT32_MAX && al_walk_take_whole(&r->walk, size, out);
}

bool efx_take_item(efx_reading *r, const al_layout *layout, uint32_t size, const al_path *path,
                   const char *what, const al_counter *in, al_span *out)
{
    if (efx_take_without_listener(r, size, out))
        return true;
    r->walk.list_count = in;
    const bool whole = al_walk_part(&r->walk, layout, size, path, what, out);
    r->walk.list_count = NULL;
    return whole;
}

void efx_note_item(efx_doubt *d, uint32_t item, uint64_t at, bool right)
{
    if (d->found)
        return;
    d->before = d->last;
    d->last = (efx_place){.item = item, .at = at};
    d->item = item;
    d->found = !right;
}

uint32_t efx_first_item(efx_reading *r, uint32_t count)
{
    if (r->from.item == 0 || r->from.item > count)
        return 0;
    r->walk.at = r->from.at;
    return r->from.item;
}

bool efx_take_texts(efx_reading *r, const char *const *names, size_t count)
{
    al_string text;
    bool whole = true;
    r->steps += count;
    for (size_t i = 0; i < count && whole; i++)
        whole = al_walk_text(&r->walk, &r->path, names[i], &text);
    return whole;
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

bool efx_is_understood(const efx_file *f)
{
    bool understood = f->complete;
    for (uint32_t i = 0; i < f->chunk_count && understood; i++) {
        const efx_chunk *c = &f->chunks[i];
        understood = c->kind == EFX_UNKNOWN || (c->supported && c->whole && !c->skipped && !c->misfit);
    }
    return understood;
}
