/* keys.h: rules about the keys of XSM and XPM: their times, and what must be finite. */
#ifndef AL_EMOTIONFX_KEYS_H
#define AL_EMOTIONFX_KEYS_H

#include "formats/emotionfx/chunks.h"

/* An array of keys: whole keys of `stride` bytes, each with its time at `time_at`. */
typedef struct efx_keys {
    al_span bytes;
    uint32_t stride, time_at;
    const al_path *path;
} efx_keys;

typedef struct efx_key_rules {
    size_t first_time, order, duplicate;
} efx_key_rules;

/* What there is of an array, without the part of a key that the end of the file may have left. */
efx_keys efx_keys_of(al_span bytes, uint32_t stride, uint32_t time_at, const al_path *path);

uint64_t efx_key_count(const efx_keys *keys);

/* A claim about some of the keys. */
al_claim efx_keys_claim(size_t rule, const efx_keys *keys, const al_tally *tally);

/* The rules about times. A time that is not finite is for another rule: it is passed over. */
void efx_check_times(const efx_file *f, const efx_keys *keys, const efx_key_rules *rules);

#endif
