/* keys.h: the rules about the times of keys of XSM and XPM. */
#ifndef AL_EMOTIONFX_KEYS_H
#define AL_EMOTIONFX_KEYS_H

#include "kit/items.h"

typedef struct efx_key_rules {
    size_t first_time, order, duplicate;
} efx_key_rules;

/* Keys of something with a name that have their time at `time_at`. One that is not finite is for another
 * rule: it is passed over. */
void efx_check_times(al_sink *s, const al_items *keys, al_span name, uint32_t time_at,
                     const efx_key_rules *rules);

#endif
