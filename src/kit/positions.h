/* positions.h: rules about the positions of vertices that all formats of meshes share: no vertex is
 * impossibly far away, and the vertices of a mesh are not all at one point.
 */
#ifndef AL_KIT_POSITIONS_H
#define AL_KIT_POSITIONS_H

#include "core/findings.h"
#include "core/reduce/floats.h"
#include "kit/items.h"
#include "kit/listener.h"

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

#endif
