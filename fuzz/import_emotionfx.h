/* import_emotionfx.h: what the importers of XAC, XSM and XPM share: each chunk as a block of its own. */
#ifndef ASSETLINT_FUZZ_IMPORT_EMOTIONFX_H
#define ASSETLINT_FUZZ_IMPORT_EMOTIONFX_H

#include "believe_emotionfx.h"
#include "import.h"

typedef struct efx_part {
    uint32_t id, version;
    efx_chunk chunk;
    believe_reader r; /* of its payload alone */
} efx_part;

/* The next chunk; false at the end of the file. Some lengths don't say where the next chunk begins: that of a
 * material of version 2 leaves its layers out, and that of a list of motions is too large. Importers know
 * this, and read such a chunk up to where it ends; `open` says whether the chunk is one of them. */
static inline bool efx_next_part(believe_reader *r, efx_part *part, bool (*open)(const efx_chunk *chunk))
{
    if (!efx_next(r, &part->chunk))
        return false;
    part->id = part->chunk.id;
    part->version = part->chunk.version;
    part->r = open(&part->chunk) ? *r : import_part(r, part->chunk.length); /* relies on FORMAT/truncated */
    return true;
}

/* After a chunk that the importer read up to where it ends, the next one begins there. The block of another
 * chunk is used up, unless its kind is unknown. */
static inline void efx_end_part(believe_reader *r, const efx_part *part, bool known)
{
    if (part->r.data == r->data)
        r->at = part->r.at;
    else /* relies on FORMAT/chunk-length */
        believe_require(r, !known || part->r.at == part->r.end, "a part of a chunk is left over");
}

#endif
