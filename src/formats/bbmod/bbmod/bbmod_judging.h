/* bbmod_judging.h: what the rules of BBMOD work with. */
#ifndef AL_BBMOD_BBMOD_JUDGING_H
#define AL_BBMOD_BBMOD_JUDGING_H

#include "core/reduce/finite.h"
#include "formats/bbmod/bbmod/bbmod.h"
#include "kit/names.h"

/* A set of small numbers. */
typedef struct bbmod_set {
    uint8_t *bits;
    uint64_t size; /* the numbers below it can be members; 0 where memory was short */
} bbmod_set;

bool bbmod_set_has(const bbmod_set *set, uint64_t number);
void bbmod_set_add(bbmod_set *set, uint64_t number);

typedef struct bbmod_checker {
    const bbmod_file *file;
    al_job *job;
    bbmod_set drawn;   /* meshes that a node draws */
    bbmod_set used;    /* materials that a mesh has */
    bbmod_set indices; /* of nodes */
    bbmod_set bones;   /* that an offset is for */
    al_names names;    /* of nodes */
    al_tally deep;     /* nodes */
    al_span first_deep;
    al_lanes lanes;      /* of vertices with */
    uint32_t lane_flags; /* these */
} bbmod_checker;

/* The vertices of a mesh: one pass over them for all rules. */
void bbmod_check_vertices(bbmod_checker *k, const bbmod_mesh *m);

/* Whether a float is the number of one of `count` things. */
bool bbmod_is_number(float value, uint64_t count);

#endif
