/* arrays.h: arrays of a file, and the rules about positions and keys that formats share. */
#ifndef AL_KIT_ARRAYS_H
#define AL_KIT_ARRAYS_H

#include "core/findings.h"
#include "core/reduce/floats.h"
#include "kit/layout.h"
#include "kit/listener.h"

/* ---- Items --------------------------------------------------------------------------------------------- */

typedef struct al_items {
    al_span bytes;   /* whole items */
    uint32_t stride; /* bytes of an item */
    const al_path *path;
    const char *what; /* a plural for messages, "positions"; may be NULL if no message names the items */
} al_items;

/* A view of the whole items in `bytes`: a part of an item at the end is left out. `stride` is not 0. */
al_items al_items_of(al_span bytes, uint32_t stride, const al_path *path, const char *what);

uint64_t al_items_count(const al_items *a);
al_span al_items_at(const al_items *a, uint64_t number);

/* A claim about some of the items. */
al_claim al_items_claim(size_t rule, const al_items *a, const al_tally *tally);

/* Finds the 32-bit words of a record that hold floats, for al_any_not_finite. False if the record has more
 * than AL_LANES_MAX words, or a size that is not a multiple of 4. */
bool al_lanes_of(al_lanes *lanes, const al_layout *layout) AL_MUST_USE;

/* Whether all floats of a span are finite. */
bool al_all_finite(al_span floats);

/* Finds the items with a float that is not finite. `layout` says where an item has floats; NULL: an item
 * consists of floats. Reads every item: ask core/reduce/floats.h first. */
al_tally al_find_not_finite(const al_items *a, const al_layout *layout);

/* Finds the u32 of a span that are `limit` or more. If al_max_u32 is less, there are none. */
al_tally al_find_beyond(al_span numbers, uint32_t limit);

/* Reports the items that hold a float that is not finite. The items consist of floats. `level` as in
 * al_claim. */
void al_check_finite(al_sink *s, const al_items *a, size_t rule, al_level level);

/* ---- Positions ----------------------------------------------------------------------------------------- */

/* The greatest magnitude of a coordinate: of X Rebirth and X4, whose stars stand up to 3.5e10 from the
 * middle, and of all other games, whose meshes reach 3,927. Both are above the power of two that
 * core/reduce/floats.h tests, so al_positions_find_beyond is called only for what may be beyond. */
#define AL_FAR_POSITION  1e12
#define AL_NEAR_POSITION 1e6

/* What is known of the positions of a mesh. Starts with all zero, but `most`. */
typedef struct al_positions {
    double most;     /* the greatest magnitude that is right; 0: coordinates are not judged */
    uint64_t count;  /* number of vertices that were taken */
    bool spread;     /* not all of them are at the point of the first */
    double point[3]; /* of the first vertex */
    al_tally beyond; /* vertices with a finite coordinate beyond `most` */
    double farthest; /* the coordinate of the first of them */
} al_positions;

/* Takes some vertices. `form` says where in an item the position is: at least three numbers, floats or half
 * floats. Stops looking at the first two vertices that differ. A coordinate that is not finite differs from
 * all others. */
void al_positions_take(al_positions *p, al_span vertices, const al_form *form);

/* Finds the vertices with a coordinate beyond `most`, numbered from `first`. Looks at every vertex, so call
 * it when core/reduce/floats.h has found one. */
void al_positions_find_beyond(al_positions *p, al_span vertices, const al_form *form, uint64_t first);

/* Both for an array of positions of three floats. True if one of them may not be finite. */
bool al_positions_take_all(al_positions *p, const al_items *items) AL_MUST_USE;

/* Whether neither rule has anything to report, so that no name of the mesh is needed. */
static inline bool al_positions_are_right(const al_positions *p)
{
    return p->spread && p->beyond.count == 0;
}

/* The rules. `claim` has the path and place of the positions; its rule and tally are set here. `mesh` is what
 * stands in messages behind "the mesh": " of the node \"a\"", or "". `whole`: all vertices were taken. */
typedef struct al_position_rules {
    size_t range, no_extent;
} al_position_rules;

void al_check_positions(al_sink *s, const al_positions *p, const al_position_rules *rules,
                        const al_claim *claim, bool whole, const char *mesh);

/* ---- Keys ---------------------------------------------------------------------------------------------- */

/* The keys that move one bone, node or morph target. */
typedef struct al_keys {
    const al_items *items; /* their `what` begins the messages: "position keys" */
    const char *kind;      /* what stands before the name in messages: "the bone ", or "" */
    al_span name;          /* of what the keys move */
    uint32_t time_at;      /* offset of the time in a key: */
    bool milliseconds;     /* a u32 of milliseconds, otherwise a float of seconds */
    uint32_t padding;      /* bytes at the end of a key that mean nothing */
} al_keys;

/* The time of a key; it may be any float. */
double al_key_time(const al_keys *keys, uint64_t key);

/* The first key is at time 0. Without keys nothing is reported. */
void al_check_first_key(al_sink *s, const al_keys *keys, size_t rule);

/* Each key is later than the one before it. A time that is not finite is skipped: another rule reports it. */
void al_check_key_order(al_sink *s, const al_keys *keys, size_t order_rule, size_t duplicate_rule);

/* Looks at every key, so call it when core/reduce/floats.h has found a float that may not be finite. `layout`
 * says where a key has floats; `value` names them in the message: "time". */
void al_check_keys_finite(al_sink *s, const al_keys *keys, size_t rule, const al_layout *layout,
                          const char *value);

#endif
