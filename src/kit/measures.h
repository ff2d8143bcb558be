/* measures.h: the counts of a file that budgets limit. docs/configuration.md says what counts in each format.
 */
#ifndef AL_KIT_MEASURES_H
#define AL_KIT_MEASURES_H

#include "core/span.h"

/* The counts that the file declares, if it is large enough for them; 0 if the format has no such thing. */
typedef struct al_measures {
    uint64_t triangles, vertices, materials, bones;
} al_measures;

/* The box around the positions of a mesh. Without vertices it is unknown. */
typedef struct al_mesh_box {
    uint64_t vertices;
    float low[3], high[3];
} al_mesh_box;

#endif
