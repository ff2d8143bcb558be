/* places.h: the places that report findings, for the test that reaches each of them. Only a build with
 * AL_RECORD_PLACES records them. */
#ifndef AL_CORE_PLACES_H
#define AL_CORE_PLACES_H

#include <stddef.h>

#ifdef AL_RECORD_PLACES
#include <stdatomic.h>
#include <stdbool.h>

#include "core/compiler.h"

/* A call that makes a finding. */
typedef struct al_place {
    const char *file, *function;
    const char *arguments; /* of the call, as they are written in the source */
    unsigned line;
    atomic_bool reached;
} al_place;

/* Makes the call, and notes that its place was reached. */
#define AL_PLACE(text, call)                                                                                 \
    AL_EXPRESSION(AL_ENTRY(al_places, al_place, of_call,                                                     \
                           {.file = __FILE__, .function = __func__, .arguments = (text), .line = __LINE__}); \
                  atomic_store(&of_call.reached, true); call;)

/* All places of the program, in any order. */
al_place *const *al_all_places(size_t *count);
#else
#define AL_PLACE(text, call) call
#endif

#endif
