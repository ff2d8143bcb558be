/* chunk_facts.c: whether the facts of a file are complete. */
#include "formats/emotionfx/chunks.h"

bool efx_is_understood(const efx_file *f)
{
    bool understood = f->complete;
    for (uint32_t i = 0; i < f->chunk_count && understood; i++) {
        const efx_chunk *c = &f->chunks[i];
        understood = c->kind == EFX_UNKNOWN || (c->supported && c->whole && !c->skipped && !c->misfit);
    }
    return understood;
}
