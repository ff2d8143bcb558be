/* xani.h: an Egosoft ANI as it was read, for the rules and for dump. */
#ifndef AL_XANI_H
#define AL_XANI_H

#include "core/path.h"
#include "kit/hooks.h"

#define AL_RULES "rules/xani.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

#define AL_LAYOUT "formats/xani/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

enum { XANI_VERSION = 1, XANI_KEY_ARRAYS = 5 };

/* The key arrays of an animation, in the order of the file. */
typedef struct xani_array_kind {
    const char *name;     /* of the array: "posKeys" */
    uint32_t count_field; /* of the descriptor */
} xani_array_kind;

extern const xani_array_kind xani_array_kinds[XANI_KEY_ARRAYS];

typedef struct xani_anim {
    xani_desc desc;
    al_span record;
    al_path path;
    uint32_t counts[XANI_KEY_ARRAYS]; /* of keys */
    bool counted[XANI_KEY_ARRAYS];    /* the count is one that the file could hold */
    uint32_t array_count;             /* key arrays whose place is known; the last may be cut off */
    al_span keys[XANI_KEY_ARRAYS];    /* what there is of them */
} xani_anim;

typedef struct xani_file {
    al_span file;
    al_span header_record;
    al_path header_path;
    xani_header header;
    bool supported;      /* of version 1: the rest was read */
    uint32_t anim_count; /* descriptors that are whole */
    xani_anim *anims;
    bool whole;   /* nothing is cut off, and */
    uint64_t end; /* this is where the last key ends */
} xani_file;

/* Reads header, descriptors and the places of the keys. Reports what stops it. False when memory is short. */
bool xani_parse(al_job *job, xani_file *f) AL_MUST_USE;

/* The hooks of the format. */
void xani_check(al_job *job);
bool xani_match(al_span head, const char *base_name);
extern const al_layout *const xani_layouts[];
extern const al_hooks xani_hooks;

#endif
