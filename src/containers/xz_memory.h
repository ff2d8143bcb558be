/* xz_memory.h: how much memory an .xz takes to unpack, which its sender decides. */
#ifndef AL_CONTAINERS_XZ_MEMORY_H
#define AL_CONTAINERS_XZ_MEMORY_H

#include "containers/pack_bytes.h"

/* The largest dictionary of a block; of what is damaged, as far as it can be unpacked. */
uint64_t xz_memory(pack_bytes *bytes);

#endif
