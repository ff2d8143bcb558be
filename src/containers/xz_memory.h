/* xz_memory.h: how much memory it takes to unpack an .xz, which the file itself decides. */
#ifndef AL_CONTAINERS_XZ_MEMORY_H
#define AL_CONTAINERS_XZ_MEMORY_H

#include "containers/package_bytes.h"

/* Bytes of the largest dictionary of a block. In a damaged file only blocks before the damage count. */
uint64_t xz_memory(al_package_bytes *bytes);

#endif
