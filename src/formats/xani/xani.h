/* xani.h: the document of an Egosoft ANI, for the rules. */
#ifndef AL_XANI_H
#define AL_XANI_H

#include "core/path.h"
#include "kit/hooks.h"
#include "kit/walk.h"

#define AL_RULES "rules/xani.def"
#include "kit/rule_numbers.h"
#undef AL_RULES

#define AL_LAYOUT "formats/xani/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

enum { XANI_KEY_ARRAYS = 5 };

/* The key arrays of an animation, in the order of the file. */
typedef struct xani_array_kind {
    const char *name;       /* of the array: "posKeys" */
    xani_desc_field counts; /* the field with the number of keys */
} xani_array_kind;

extern const xani_array_kind xani_array_kinds[XANI_KEY_ARRAYS];

typedef struct xani_anim {
    xani_desc desc;
    al_span record;
    al_path path;
    uint32_t array_count;          /* key arrays with a known place; the last may be cut off */
    al_span keys[XANI_KEY_ARRAYS]; /* the part that exists */
} xani_anim;

typedef struct xani_file {
    al_job *job;
    al_span header_record;
    al_path header_path;
    xani_header header;
    uint32_t anim_count; /* complete descriptors */
    xani_anim *anims;
    al_walk walk; /* at the end of the last key, or where it stopped */
} xani_file;

extern const al_layout *const xani_layouts[];
extern const al_hooks xani_hooks;

bool xani_match(al_span head, const char *base_name);
al_parsed xani_parse(al_job *job, void *document);
uint64_t xani_facts_end(al_span head);

#endif
