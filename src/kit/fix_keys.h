/* fix_keys.h: fixers of keys and rotations, which formats of animations share. Each function looks at one
 * array of keys, and plans nothing if it is right. */
#ifndef AL_KIT_FIX_KEYS_H
#define AL_KIT_FIX_KEYS_H

#include "kit/arrays.h"
#include "kit/fix_plan.h"

/* `count` is the field with the number of keys. Returns how many bytes are added to the file, or taken away
 * if that is negative. */
typedef int64_t al_fix_keys(al_fix_plan *plan, const al_keys *keys, const al_counter *count);

/* Puts a key at time 0 in front, with the value of the first key. */
al_fix_keys al_fix_first_key;

/* Drops each key that is like the one before it. */
al_fix_keys al_fix_equal_keys;

/* Sorts the keys by time. */
al_fix_keys al_fix_key_order;

/* Each item begins with a rotation, four numbers of that type: those whose length is not `unit`, within
 * `tolerance` times that, get it. The rotations that are not finite stay. */
void al_fix_rotations(al_fix_plan *plan, const al_items *items, al_scalar type, double unit,
                      double tolerance);

#endif
