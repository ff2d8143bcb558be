/* xz_memory.h: how much memory an .xz takes to unpack, which its sender decides. */
#ifndef AL_CONTAINERS_XZ_MEMORY_H
#define AL_CONTAINERS_XZ_MEMORY_H

#include "containers/pack_bytes.h"

/* The dictionary of the block that needs most of it: as large as the block says, or as what comes out of it,
 * if that is less. Of what is damaged, as far as it can be unpacked. */
uint64_t xz_memory(pack_bytes *bytes);

#endif
