/* keys.h: rules that formats of animations share: the times of keys start at 0 and rise, floats are finite.
 */
#ifndef AL_KIT_KEYS_H
#define AL_KIT_KEYS_H

#include "kit/items.h"

/* The keys that move one bone, node or morph target. */
typedef struct al_keys {
    const al_items *items; /* their `what` begins the messages: "position keys" */
    const char *kind;      /* what stands before the name in messages: "the bone ", or "" */
    al_span name;          /* of what the keys move */
    uint32_t time_at;      /* offset of the time in a key: */
    bool milliseconds;     /* a u32 of milliseconds, otherwise a float of seconds */
} al_keys;

/* The first key is at time 0. Without keys nothing is reported. */
void al_check_first_key(al_sink *s, const al_keys *keys, size_t rule);

/* Each key is later than the one before it. A time that is not finite is skipped: another rule reports it. */
void al_check_key_order(al_sink *s, const al_keys *keys, size_t order_rule, size_t duplicate_rule);

/* Looks at every key, so call it when core/reduce/floats.h has found a float that may not be finite. `layout`
 * says where a key has floats; `value` names them in the message: "time". */
void al_check_keys_finite(al_sink *s, const al_keys *keys, size_t rule, const al_layout *layout,
                          const char *value);

#endif
